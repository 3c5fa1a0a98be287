"""Words of 六爻 for marriage and birth, office, clash and union, rescue: what texts 000, 002 and 003
define beyond the common stock."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from yarrow.charts import ganzhi, hexagrams, liuyao, liuyao_time, liuyao_yushi
from yarrow.charts import liuyao_affairs as affairs
from yarrow.charts import liuyao_moves as moves
from yarrow.charts import liuyao_rescue as rescue
from yarrow.charts.liuyao import CAST, DAY, INNER, OUTER, Liuyao
from yarrow.rules.liuyao_base import LINES, at_line, fact, of_birth, quality, relate, relation_word
from yarrow.rules.values import BRANCHES, PILLARS, SEATS, Set, Truth
from yarrow.rules.words import Word


def matters() -> Iterator[Word]:
    """Marriage, birth, beasts and office."""
    yield quality("胎爻", "태효", "the womb", lambda c: affairs.embryo_seats(c, LINES),
                  "lines with the branch where the element of the palace's offspring is at 胎",
                  "hunyin-25")
    yield _branches("胎支", "태지", "branch of the womb",
                    lambda c: np.int32(1) << affairs.embryo_branch(c).astype(np.int32),
                    "the branch where the element of the palace's offspring is at 胎", "hunyin-25")
    yield quality("子爻", "자효", "the child", affairs.child_line,
                  "offspring; where there is none the womb; where there is none line 2",
                  "hunyin-25")
    for i, (zh, ko, en) in enumerate((("產日", "산일", "day of birth"),
                                      ("產時", "산시", "hour of birth"))):
        yield _branches(zh, ko, en, lambda c, i=i: affairs.birth_time(c)[i],
                        f"branches of the {en}; none where the text leaves it open", "hunyin-30")
    yield at_line("怪爻", "괴효", "strange line", affairs.strange_line,
                  "line 4 in first months, line 5 in middle months", "liuchu-10")
    yield _anywhere("有用", "유용", "useful hidden", moves.useful_hidden,
                    "hidden seats both raised (提拔) and opened (露)", "liuchu-22", ("伏藏有用",))


def trigrams() -> Iterator[Word]:
    """Where a line lies by the eight trigrams, and the palace of the hexagram."""
    pinyin = ("kun", "zhen", "kan", "dui", "gen", "li", "xun", "qian")
    names = zip(hexagrams.TRIGRAMS, hexagrams.TRIGRAMS_KO, pinyin, strict=True)
    for number, (zh, ko, en) in enumerate(names):
        yield _in_trigrams(f"{zh}宮", f"{ko}궁", f"in {en}", [number],
                           f"lines of a trigram {zh}", "liuchu-5")
        yield fact(f"{zh}宮卦", f"{ko}궁괘", f"of the palace {en}",
                   lambda env, n=number: hexagrams.PALACE[env.charts.hexagram] == n,
                   f"the hexagram is of the palace {zh}", "hunyin-25")
    yang = [hexagrams.TRIGRAMS.index(zh) for zh in "乾震坎艮"]
    yin = [hexagrams.TRIGRAMS.index(zh) for zh in "坤巽離兌"]
    yield _in_trigrams("陽宮", "양궁", "in a yang trigram", yang, "lines of 乾 震 坎 or 艮", "hunyin-1")
    yield _in_trigrams("陰宮", "음궁", "in a yin trigram", yin, "lines of 坤 巽 離 or 兌", "hunyin-30")
    yield relation_word("同宮", "동궁", "is in one trigram with", _in_one_trigram,
                        "cast lines of the first in the same trigram as one of the second: both "
                        "inner, both outer, or anywhere in a pure hexagram", "hunyin-9")


def _in_one_trigram(charts: Liuyao, x, y):
    pure = charts.hexagram & 7 == charts.hexagram >> 3
    within = [np.where(pure | (y & half != 0), x & half, 0) for half in (INNER, OUTER)]
    return np.where(y & CAST != 0, within[0] | within[1], 0).astype(np.int32)


def _in_trigrams(zh, ko, en, numbers, definition, source) -> Word:
    """Cast lines by the cast hexagram, changed lines by the changed one."""
    codes = np.arange(64)
    table = (np.isin(codes & 7, numbers) * INNER | np.isin(codes >> 3, numbers) * OUTER).astype(
        np.int32)
    return quality(zh, ko, en,
                   lambda c: table[c.hexagram] | (table[c.changed] & c.moves) << 6,
                   definition, source)


def _in_one_trine(charts: Liuyao, x, y):
    found = np.zeros(charts.shape, np.int32)
    within = liuyao.union(x) | liuyao.union(y)
    for element in liuyao_time.TRINE_ELEMENTS:
        seats = liuyao_time.trine_seats(charts, element)
        for branch in np.flatnonzero(ganzhi.TRINE_ELEMENT == element):
            same = liuyao.seats_in(charts, 1 << branch, within) & seats
            found |= np.where(y & seats & ~same, x & same, 0).astype(np.int32)
    return found


def clash_and_union() -> Iterator[Word]:
    """沖 and 合 by yushi-36 to 38, 貪合, 三刑."""
    for zh, ko, en, value, definition in (
        ("前合後沖", "전합후충", "combination, then clash", moves.combination_to_clash,
         "a combination hexagram turns into a clash hexagram"),
        ("前沖後合", "전충후합", "clash, then combination", moves.clash_to_combination,
         "a clash hexagram turns into a combination hexagram"),
    ):
        yield fact(zh, ko, en, lambda env, value=value: value(env.charts), definition, "yushi-37")
    for zh, ko, en, mask, definition, variants in (
        ("合處逢沖", "합처봉충", "clash where there is combination", moves.combination_meets_clash,
         "世 and 應 of a combination hexagram that the day clashes or harms", ("合沖",)),
        ("沖中逢合", "충중봉합", "combination amid clash", moves.clash_meets_combination,
         "世 and 應 of a clash hexagram, where 日 and 月 together combine with both", ("沖處逢合",)),
    ):
        yield quality(zh, ko, en, mask, definition, "yushi-38", variants)
    yield relation_word("三合", "삼합", "is in a whole trine with", _in_one_trine,
                        "seats of the first that make up a complete trine with one of the second, "
                        "of another branch (conventions trine_outside, trine_static)", "hunyin-9")
    for zh, ko, en, mask, definition in (
        ("沖實", "충실", "clashed out of the void", lambda c: liuyao_yushi.line_clashes(c)[1],
         "void lines that the day clashes"),
        ("自沖", "자충", "clashing among themselves", lambda c: liuyao_yushi.line_clashes(c)[4],
         "moving lines that another moving line clashes"),
        ("合起", "합기", "roused by combination", lambda c: liuyao_yushi.line_unions(c)[0],
         "static lines that the day or the month combines with"),
        ("自合", "자합", "combining among themselves", lambda c: liuyao_yushi.line_unions(c)[3],
         "moving lines that another moving line combines with"),
    ):
        yield quality(zh, ko, en, mask, definition, "yushi-37")
    for zh, ko, en, function, definition, source in (
        ("貪合忘克", "탐합망극", "forgetting by combination", moves.forgets_by_combination,
         "moving lines that would control a seat of the argument, but that the day or a moving "
         "line combines with", "hunyin-30"),
        ("貪生忘克", "탐생망극", "forgetting by feeding", moves.forgets_by_feeding,
         "moving lines that would control a seat of the argument, but feed another moving line",
         "tradition: 卜筮正宗"),
    ):
        def run(env, x, function=function):
            return relate(env, lambda charts, target, _: function(charts, target), x, x)
        yield Word(zh, ko, en, SEATS, run, definition, source, (SEATS,))
    yield _anywhere("三刑", "삼형", "three punishments", liuyao_time.three_punishments,
                    "the seats of 寅巳申 or 丑戌未, where all three are among moving lines, what they "
                    "turn into, day and month", "hunyin-33")


def rescue_and_sole() -> Iterator[Word]:
    """絕處逢生, 猶不動 and its like, 化墓, 獨發 and when it answers."""
    for zh, ko, en, mask, definition, source in (
        ("絕處逢生", "절처봉생", "saved from extinction", rescue.saved,
         "struck or extinct, and fed in one of the five ways by what can feed", "yushi-32"),
        ("不能生", "불능생", "beyond saving", lambda c: _any(rescue.beyond_saving(c)),
         "saved in one of the five ways, but that they or what feeds them are broken, scattered or "
         "extinct", "yushi-33"),
        ("猶不動", "유부동", "as if not moving", lambda c: _any(liuyao_yushi.idle_officer(c)),
         "moving officers that are clashed, controlled, or without help", "yushi-28"),
        ("猶不有", "유불유", "as if not there", lambda c: _any(liuyao_yushi.absent_officer(c)),
         "officers that are void, scattered, or turn into a clash", "yushi-28"),
        ("半空", "반공", "half void", liuyao_yushi.half_void, "void lines that move", "yushi-28"),
        ("全凶", "전흉", "wholly ill", liuyao_yushi.wholly_ill,
         "moving lines that the month breaks", "yushi-28"),
        ("化泄", "화설", "drained by change", moves.drained,
         "moving lines that feed what they turn into", "tradition: 卜筮正宗"),
        ("化比和", "화비화", "turning to a peer", moves.turns_to_peer,
         "moving lines that turn into their own element", "tradition: 卜筮正宗"),
        ("化墓真", "화묘진", "true tomb", lambda c: liuyao_yushi.change_tomb_truth(c)[0],
         "moving lines that turn into their tomb, which is the month", "yushi-41"),
        ("化墓偽", "화묘위", "false tomb", lambda c: liuyao_yushi.change_tomb_truth(c)[1],
         "moving lines that turn into their tomb, which the day clashes or which is void or broken",
         "yushi-41"),
        ("獨", "독", "alone", liuyao_yushi.sole, "the one line that moves, or the one that stays",
         "yushi-3"),
    ):
        yield quality(zh, ko, en, mask, definition, source)
    yield of_birth("命墓", "명묘", "birth branch in the tomb", liuyao_yushi.life_in_tomb, buried,
                   "lines with the birth branch that the day or what they turn into buries",
                   "yushi-43")
    yield _anywhere("猶不無", "유불무", "as if there", liuyao_yushi.present_officer,
                    "officers hidden under 世 or a moving line, or changed and on the day or month, "
                    "where no cast line is an officer", "yushi-28")
    yield _branches("應支", "응지", "answering branches", liuyao_yushi.response_branches,
                    "branches of the days that answer to the line alone moving or alone static",
                    "yushi-6")
    yield Word("應日", "응일", "answering day", PILLARS, _answering_day,
               "the pillar of the line alone moving or alone static", "yushi-6")
    yield fact("二分卦", "이분괘", "two halves", lambda env: liuyao_yushi.two_halves(env.charts),
               "升 and 觀, whose upper branches repeat the lower", "yushi-13")


def at_another_time(name: str) -> Word | None:
    """丁巳日(…), 丑月(…): an expression read as if it were that day or month; None for other names."""
    mark, time = name[-1:], name[:-1]
    if not (mark == "日" and time in ganzhi.PILLARS or mark == "月" and time in tuple(ganzhi.BRANCHES)):
        return None

    def run(env, *inner):
        if inner:
            return inner[0]
        is_so = (env.charts.day == ganzhi.PILLARS.index(time) if mark == "日"
                 else env.charts.month == ganzhi.BRANCHES.index(time))
        return Truth(np.broadcast_to(is_so, env.shape).astype(np.int8) << 1)
    what = "day" if mark == "日" else "month"
    chinese, korean = ganzhi.STEMS + ganzhi.BRANCHES, ganzhi.STEMS_KO + ganzhi.BRANCHES_KO
    korean = "".join(korean[chinese.index(char)] for char in time) + ("일" if mark == "日" else "월")
    return Word(name, korean, f"{what} {time}", "same|truth", run,
                f"alone, that the {what} is {time}; {name}(…): the expression as on that {what}, with "
                "all that goes by it (空 and 六神 by the day, 旺 and 破 by the month)",
                "yushi-1" if mark == "日" else "yushi-10", ("any?",), (), (), (name,))


def buried(charts: Liuyao) -> np.ndarray:
    """Cast lines that the day buries, or that turn into their tomb."""
    return liuyao_time.entombed(charts, CAST, DAY) | moves.turns_to_tomb(charts)


def _answering_day(env) -> Set:
    pillar = liuyao_yushi.response_pillar(env.charts).astype(np.int64)
    return Set.known(PILLARS, np.where(pillar < 0, 0, np.int64(1) << np.maximum(pillar, 0)))


def _any(masks):
    return np.bitwise_or.reduce(masks)


def _branches(zh, ko, en, mask: Callable[[Liuyao], np.ndarray], definition, source) -> Word:
    return Word(zh, ko, en, BRANCHES,
                lambda env: Set.known(BRANCHES, mask(env.charts).astype(np.int32)),
                definition, source)


def _anywhere(zh, ko, en, mask: Callable[[Liuyao], np.ndarray], definition, source,
              variants=()) -> Word:
    """Seats wherever they are: cast, changed, hidden, and those that are no lines."""
    return Word(zh, ko, en, SEATS,
                lambda env: Set.known(SEATS, mask(env.charts).astype(np.int32)),
                definition, source, None, variants)
