"""The words of 六爻: what each reads on a chart, and the passage or reference that it rests on."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from yarrow.charts import hexagrams, liuyao, liuyao_rescue, liuyao_time
from yarrow.charts import liuyao_moves as moves
from yarrow.charts import liuyao_yushi as yushi
from yarrow.charts.liuyao import CAST, CHANGED, DAY, HIDDEN, LIFE, MONTH, YEAR
from yarrow.rules.constants import constant, constants
from yarrow.rules.liuyao_base import (
    LINES, at_line, fact, known_fact, layered, narrowed, of_birth, quality, relate, relation_word, seat,
)
from yarrow.rules.liuyao_matters import (
    at_another_time, buried, clash_and_union, matters, rescue_and_sole, trigrams,
)
from yarrow.rules.values import (
    BRANCHES, ELEMENTS, HEXAGRAMS, NUMBER, PILLARS, SEATS, STEMS, Set,
)
from yarrow.rules.words import Vocabulary, Word

_NAJIA = "納甲, as all three texts use it"


def vocabulary() -> Vocabulary:
    """All words of 六爻. For one text's meaning of a word: `.for_text(slug)`."""
    meets = {SEATS: (BRANCHES, STEMS, PILLARS, ELEMENTS)}
    words = Vocabulary("liuyao", meets=meets, compose=_compose)
    for heading, group in (
        ("stems, branches, elements", constants), ("hexagrams", _hexagrams),
        ("seats that are no lines", _outside), ("relations", _relations_of_kin),
        ("spirits", _spirits), ("lines", _lines), ("trigrams", trigrams), ("movement", _moving),
        ("day, month and season", _time), ("stages", _stages), ("one seat to another", _meetings),
        ("cast, changed and hidden", _places), ("what lines turn into", _changes),
        ("hidden lines", _hidden), ("the whole chart", _whole_chart),
        ("clash and union", clash_and_union), ("rescue, and the line alone", rescue_and_sole),
        ("marriage, birth, office", matters), ("facts", _facts),
    ):
        words.add(group(), heading)
    return words


def _outside() -> Iterator[Word]:
    yield seat("日", "일", "the day", DAY, "the seat of the day, with the branch of 日辰", "yushi-35",
               ("日辰",))
    yield seat("月", "월", "the month", MONTH, "the seat of the month, with the branch of 月建",
               "yushi-35", ("月建",))
    yield seat("歲", "세(歲)", "the year", YEAR, "the seat of the year, with the branch of 太歲",
               "hunyin-1", ("太歲", "歲君"))
    yield seat("命", "명", "the birth year", LIFE,
               "the seat of the asker's birth year; unknown where it is not given", "yushi-43",
               ("本命",))


def _relations_of_kin() -> Iterator[Word]:
    for number, (zh, ko, en, variants) in enumerate((
        ("父", "부모", "parents", ("父母", "文書")),
        ("兄", "형제", "siblings", ("兄弟",)),
        ("福", "자손", "offspring", ("子孫", "福神", "福德")),
        ("財", "처재", "wealth", ("妻財", "財爻", "妻")),
        ("鬼", "관귀", "officers", ("官鬼", "官", "鬼爻")),
    )):
        def mask(charts, number=number):
            return liuyao.relation_seats(charts, number, LINES)
        yield quality(zh, ko, en, mask, f"lines that are {en} to the palace", _NAJIA, variants)

    def use(env):
        number = env.options.get("use")
        if number is None:
            return Set(SEATS, np.zeros(env.shape, np.int32), np.full(env.shape, LINES & env.place, np.int32))
        return Set.known(SEATS, liuyao.relation_seats(env.charts, number, env.place))
    yield Word("用", "용신", "the line of use", SEATS, use,
               "lines of the relation that the question takes; unknown where none is asked",
               "yushi-1", None, ("用神", "用爻"))
    yield Word("六親", "육친", "relations", SEATS,
               lambda env, x: _mapped(lambda mask: _kin_of(env.charts, mask) & env.place, x),
               "lines of the same relations as the seats given", _NAJIA, (SEATS,))


def _kin_of(charts, seats):
    same = np.zeros(charts.shape, np.int32)
    for kin in liuyao.relations(charts):
        same |= np.where(kin & seats, kin, 0)
    return same & LINES


def _spirits() -> Iterator[Word]:
    variants = (("龍",), ("雀",), ("勾",), ("蛇", "騰蛇"), ("虎",), ("武", "元武", "真武"))
    for number, zh in enumerate(liuyao.SPIRITS):
        yield quality(zh, liuyao.SPIRITS_KO[number], liuyao.SPIRITS_EN[number],
                      lambda charts, number=number: liuyao.spirit_seats(charts, number),
                      f"the line on which {liuyao.SPIRITS_EN[number]} sits by the day's stem",
                      "hunyin-3", variants[number])


def _lines() -> Iterator[Word]:
    yield at_line("世", "세", "the asker's line", liuyao.shi, "世爻", _NAJIA, ("世爻", "飛爻"), ())
    yield at_line("應", "응", "the other's line", liuyao.ying, "應爻, three from 世", _NAJIA, ("應爻",))
    yield at_line("間", "간효", "lines between", liuyao.between, "the two lines between 世 and 應",
                  "hunyin-5", ("間爻",))
    yield at_line("旁爻", "방효", "side lines", lambda c: CAST & ~(liuyao.shi(c) | liuyao.ying(c)),
                  "the four lines that are neither 世 nor 應", "liuchu-42", ("旁位",))
    yield at_line("內", "내괘", "inner", lambda c: np.int32(liuyao.INNER), "the lower three lines",
                  "hunyin-1", ("內卦",))
    yield at_line("外", "외괘", "outer", lambda c: np.int32(liuyao.OUTER), "the upper three lines",
                  "hunyin-1", ("外卦",))
    for i, (zh, variants) in enumerate((("初爻", ("初",)), ("二爻", ()), ("三爻", ()), ("四爻", ()),
                                        ("五爻", ()), ("上爻", ("六爻",)))):
        yield at_line(zh, f"{'초이삼사오상'[i]}효", f"line {i + 1}",
                      lambda c, i=i: np.int32(1 << i), f"line {i + 1} from below", _NAJIA, variants)
    yield at_line("本宮", "본궁", "of the palace", liuyao.home,
                  "lines whose trigram is the palace's own", "liuchu-26")
    yield at_line("他宮", "타궁", "of another palace", lambda c: liuyao.home(c) ^ CAST,
                  "lines whose trigram is not the palace's own", "liuchu-26")
    yield quality("陽", "양", "yang", liuyao.yang, "yang lines, as they were cast", "hunyin-1", ("陽爻",))
    yield quality("陰", "음", "yin",
                  lambda c: layered(c, CAST) & (CAST | CHANGED) & ~liuyao.yang(c),
                  "yin lines, as they were cast", "hunyin-1", ("陰爻",))
    yield quality("卦身", "괘신", "body of the hexagram", liuyao.body_lines,
                  "lines with the branch of the hexagram's month (陽世從子月起)", "liuchu-7", ("身爻", "身"))
    yield at_line("世身", "세신", "body of the asker's line", liuyao.shi_body,
                  "the line that 子午持世身居初 and its fellows give", "yushi-39")
    yield of_birth("命爻", "명효", "line of the birth year", yushi.life_lines, lambda c: CAST,
                   "lines with the branch of the birth year", "yushi-43")


def _moving() -> Iterator[Word]:
    for zh, ko, en, mask, definition, source, variants in (
        ("動", "동", "moving", liuyao.moving, "lines that move", "yushi-3", ("發動", "發", "興", "交重")),
        ("靜", "정", "static", liuyao.static, "cast lines that do not move", "yushi-3", ("安靜",)),
        ("暗動", "암동", "dark moving", liuyao_time.dark_moving,
         "static lines that the day clashes (convention dark_moving)", "yushi-37", ()),
        ("獨發", "독발", "alone moving", moves.sole_moving, "the one line that moves", "yushi-3", ()),
        ("獨靜", "독정", "alone static", moves.sole_static, "the one line that stays", "yushi-3", ()),
        ("沖散", "충산", "scattered", liuyao_time.scattered,
         "moving lines clashed by the day or another moving line", "yushi-37", ("散",)),
        ("合住", "합주", "bound", moves.bound,
         "moving lines combined by the day, the month or another moving line", "yushi-37", ("絆",)),
        ("避空", "피공", "sheltering in the void",
         lambda c: moves.sheltered(c, LINES),
         "void lines that a moving line, the day or the month clashes or controls", "hunyin-9", ()),
        ("自空", "자공", "void without cause", lambda c: moves.void_without_cause(c, LINES),
         "void lines that no moving line nor the day clashes or controls", "liuchu-26",
         ("無故自空",)),
    ):
        yield quality(zh, ko, en, mask, definition, source, variants)


def _time() -> Iterator[Word]:
    states = (("旺", "왕", "flourishing", 0), ("相", "상", "growing", 1), ("休", "휴", "resting", 2),
              ("囚", "수", "trapped", 3), ("死", "사", "dead by season", 4))
    for zh, ko, en, number in states:
        yield quality(zh, ko, en, lambda c, n=number: liuyao_time.seasonal(c, n, LINES),
                      f"{en} by the month (convention earth_months)", "hunyin-3")
    yield quality("旺相", "왕상", "in season", lambda c: liuyao_time.in_season(c, LINES), "旺 or 相 by the month",
                  "hunyin-3", ("有氣", "得時", "乘旺"))
    yield quality("休囚", "휴수", "out of season",
                  lambda c: c.line_seats & ~liuyao_time.in_season(c, LINES),
                  "neither 旺 nor 相 by the month", "liuchu-2", ("無氣", "衰", "失時"))
    for zh, ko, en, mask, definition, source, variants in (
        ("空", "공망", "void", lambda c: liuyao_time.void(c, LINES), "branches that the decade of the day lacks",
         "hunyin-3", ("旬空", "空亡")),
        ("月破", "월파", "broken by the month", liuyao_time.month_broken, "clashed by the month",
         "yushi-8", ("破",)),
        ("日破", "일파", "broken by the day", liuyao_time.day_broken,
         "static, clashed by the day and not 暗動", "yushi-37", ()),
        ("日沖", "일충", "clashed by the day", liuyao_time.day_clashed, "clashed by the day",
         "yushi-37", ()),
        ("臨月", "임월", "on the month", liuyao_time.on_month, "with the branch of the month",
         "yushi-5", ("月建臨",)),
        ("臨日", "임일", "on the day", liuyao_time.on_day, "with the branch of the day", "yushi-6",
         ("值日", "日辰臨")),
        ("傷", "상", "hurt", yushi.wounded, "void, broken, scattered or controlled", "yushi-8",
         ("有傷",)),
        ("真絕", "진절", "truly extinct", lambda c: liuyao_rescue.truly_extinct(c, LINES),
         "extinct on the day or the month", "yushi-35", ()),
        ("真生", "진생", "truly fed", lambda c: liuyao_rescue.truly_fed(c, LINES),
         "fed by the day or the month", "yushi-35", ()),
    ):
        yield quality(zh, ko, en, mask, definition, source, variants)
    yield of_birth("隨鬼入墓", "수귀입묘", "following the ghost into the tomb",
                   lambda c: np.bitwise_or.reduce(yushi.followed_into_tomb(c)),
                   lambda c: liuyao.relation_seats(c, 4, CAST) & buried(c), "any of the five kinds", "yushi-39")


_STAGES = (("長生", "장생", "birth", ()), ("沐浴", "목욕", "bath", ()), ("冠帶", "관대", "capping", ()),
           ("臨官", "임관", "office", ()), ("帝旺", "제왕", "prime", ()), ("衰地", "쇠", "decline", ()),
           ("病地", "병", "illness", ()), ("死地", "사", "death", ()), ("墓", "묘", "tomb", ("入墓",)),
           ("絕", "절", "extinction", ("絕於",)), ("胎", "태", "embryo", ()), ("養", "양", "nurture", ()))


def _stages() -> Iterator[Word]:
    for number, (zh, ko, en, variants) in enumerate(_STAGES):
        def at(charts, x, y, number=number):
            return liuyao_time.at_stage(charts, number, x, y)
        yield relation_word(zh, ko, f"at {en} on", at,
                            f"seats of the first at the stage of {en} on a seat of the second "
                            "(conventions earth, yin)", "yushi-15", variants)


_RELATIONS = (
    ("生", "생", "feeds", liuyao_time.feeding, "seats of the first that feed one of the second"),
    ("克", "극", "controls", liuyao_time.controlling, "seats of the first that control one of the second"),
    ("沖", "충", "clashes", liuyao_time.clashing, "seats of the first that clash with one of the second"),
    ("合", "합", "combines", liuyao_time.combining, "seats of the first that combine with one of the second"),
    ("刑", "형", "punishes", liuyao_time.punishing, "seats of the first in punishment with one of the second"),
    ("害", "해", "harms", liuyao_time.harming, "seats of the first in harm with one of the second"),
    ("併", "병", "doubles", liuyao_time.doubling, "seats of the first with the branch of one of the second"),
    ("比和", "비화", "is a peer of", liuyao_time.peers, "seats of the first of the element of one of the second"),
    ("受生", "수생", "is fed by", liuyao_time.fed, "seats of the first that one of the second feeds"),
    ("受克", "수극", "is controlled by", liuyao_time.controlled, "seats of the first that one of the second controls"),
)  # fmt: skip
_VARIANTS = {"克": ("剋",), "沖": ("冲", "衝"), "併": ("并", "並", "拼"), "受克": ("受剋",)}


def _meetings() -> Iterator[Word]:
    for zh, ko, en, function, definition in _RELATIONS:
        yield relation_word(zh, ko, en, function, definition, "hunyin-3", _VARIANTS.get(zh, ()))
    yield relation_word("扶", "부", "supports", _supporting,
                        "seats of the first that feed one of the second or are its peers",
                        "hunyin-7", ("拱扶", "扶助"))


def _supporting(charts, x, y):
    return liuyao_time.feeding(charts, x, y) | liuyao_time.peers(charts, x, y)


_FOLD = str.maketrans("剋冲衝并並拼", "克沖沖併併併")


def _compose(vocabulary: Vocabulary, name: str) -> Word | None:
    """沖剋, 生合扶, 受刑克: the union of relations, each passive after 受. 丁巳日, 丑月: that time."""
    if time := at_another_time(name):
        return time
    plain = name.translate(_FOLD)
    passive = plain.startswith("受")
    characters = plain.removeprefix("受")
    known = {zh: function for zh, _, _, function, _ in _RELATIONS} | {"扶": _supporting}
    if len(characters) < 2 - passive or not set(characters) <= set(known):
        return None
    back = {"生": "受生", "克": "受克"}
    functions = []
    for character in characters:
        if passive and character == "扶":
            functions += [liuyao_time.fed, liuyao_time.peers]
        else:
            functions.append(known[back.get(character, character) if passive else character])

    def run(env, x, y):
        whole = relate(env, functions[0], x, y)
        for function in functions[1:]:
            whole = whole | relate(env, function, x, y)
        return whole
    parts = [vocabulary.get(character) for character in characters]
    return Word(name, ("수" if passive else "") + "".join(word.ko for word in parts),
                ("is, of the second, one that " if passive else "")
                + " or ".join(word.en for word in parts), SEATS, run,
                "seats of the first in any of these relations with one of the second", "hunyin-3",
                (SEATS, SEATS))


def _places() -> Iterator[Word]:
    yield Word("本", "본괘", "among the cast lines", SEATS, lambda env, x: x,
               "what the argument names among the cast lines", _NAJIA, (SEATS,), under=("本",))
    yield Word("變", "변효", "among the changed lines", SEATS, lambda env, x: x,
               "what the argument names among the lines that moving lines turn into", "hunyin-7",
               (SEATS,), under=("變",))
    yield Word("化", "화", "turns into", SEATS, _turning,
               "moving lines of the first (of any kind, if one is given) that turn into the last",
               "hunyin-7", (SEATS, "seats*"), ("變出", "化出", "化入"), under=("化",))
    yield Word("伏", "복", "hidden", SEATS, _hiding,
               "hidden seats of the first, under a line of the second if one is given", "hunyin-12",
               (SEATS, "seats*"), ("伏藏",), under=("伏", None))
    yield Word("飛", "비", "over the hidden", SEATS,
               lambda env, x: _mapped(lambda mask: mask >> 12 & CAST, x),
               "cast lines under which a seat of the argument lies hidden", "yushi-9", (SEATS,),
               under=("伏",))


def _turning(env, *sets: Set) -> Set:
    """Both arguments are read among the cast and the changed lines alike (circumstance 化)."""
    moving = env.charts.moves

    def turn(*masks):
        lines = masks[-1] >> 6 & moving
        return lines & masks[0] if len(masks) > 1 else lines
    return _mapped(turn, *sets)


def _hiding(env, *sets: Set) -> Set:
    def hide(*masks):
        hidden = masks[0] & np.int32(HIDDEN)
        return hidden & (masks[1] & CAST) << 12 if len(masks) > 1 else hidden
    return _mapped(hide, *sets)


def _mapped(function, *sets: Set) -> Set:
    """function on the masks that are sure, and where anything is in doubt on those that may be."""
    sure = function(*(one.sure for one in sets)).astype(np.int32)
    if all(one.may is one.sure for one in sets):
        return Set.known(SEATS, sure)
    return Set(SEATS, sure, function(*(one.may for one in sets)).astype(np.int32))


def _changes() -> Iterator[Word]:
    for zh, ko, en, mask, definition, source, variants in (
        ("回頭生", "회두생", "fed back", moves.fed_back, "fed by what they turn into", "yushi-32",
         ("化生",)),
        ("回頭克", "회두극", "controlled back", moves.controlled_back,
         "controlled by what they turn into", "liuchu-11", ("回頭剋", "化克", "化剋")),
        ("化進", "화진", "advancing", moves.advancing, "turn into the next of their element",
         "tradition: 增刪卜易", ("進神",)),
        ("化退", "화퇴", "retreating", moves.retreating, "turn into the one before of their element",
         "tradition: 增刪卜易", ("退神",)),
        ("化空", "화공", "turning void", moves.turns_to_void, "turn into a void line", "hunyin-7", ()),
        ("化破", "화파", "turning broken", moves.turns_to_broken, "turn into a line broken by the month",
         "yushi-37", ()),
        ("化墓", "화묘", "turning to the tomb", moves.turns_to_tomb, "turn into their tomb", "yushi-39", ()),
        ("化絕", "화절", "turning extinct", moves.turns_to_extinction, "turn into their extinction",
         "yushi-5", ()),
        ("化合", "화합", "turning to combination", moves.turns_to_combination,
         "turn into what combines with them", "yushi-37", ()),
        ("化沖", "화충", "turning to clash", moves.turns_to_clash, "turn into what clashes with them",
         "yushi-37", ()),
        ("爻伏吟", "복음", "repeated", moves.repeated, "turn into the very branch they had",
         "tradition: 卜筮正宗", ()),
        ("卦伏吟", "괘복음", "repeating trigram", moves.fuyin,
         "lines of a trigram that moves and keeps its branches", "tradition: 卜筮正宗", ("伏吟",)),
        ("卦反吟", "괘반음", "returning trigram", moves.fanyin,
         "lines of a trigram that turns into its opposite (convention fanyin)",
         "tradition: 卜筮正宗", ("反吟",)),
    ):
        yield quality(zh, ko, en, mask, f"moving lines that {definition}"
                      if mask not in (moves.fuyin, moves.fanyin) else definition, source, variants)


def _hidden() -> Iterator[Word]:
    for zh, ko, en, mask, definition, source in (
        ("飛生伏", "비생복", "fed from above", moves.hidden_fed, "fed by the line over them", "yushi-32"),
        ("飛克伏", "비극복", "controlled from above", moves.hidden_controlled,
         "controlled by the line over them", "yushi-32"),
        ("伏克飛", "복극비", "controlling above", moves.hidden_controlling,
         "that control the line over them", "yushi-32"),
        ("伏生飛", "복생비", "draining upwards", moves.hidden_draining, "that feed the line over them",
         "yushi-32"),
        ("提拔", "제발", "raised", moves.raised, "that an agent feeds, combines with or doubles", "yushi-9"),
        ("露", "투출", "opened", moves.opened,
         "whose line above is void, or clashed or controlled by 日, 月 or a moving line", "liuchu-22"),
    ):
        def run(env, mask=mask):
            return Set.known(SEATS, mask(env.charts).astype(np.int32))
        yield Word(zh, ko, en, SEATS, run, f"hidden seats {definition}", source)
    yield Word("不上卦", "불상괘", "not in the hexagram", "truth", _absent,
               "no cast line is of the relation of the seats named", "liuchu-2", (SEATS,),
               ("不現", "無", "不出現"))
    yield narrowed("兩現", "양현", "doubled", lambda c, x: np.where(liuyao.count(x & CAST) >= 2, x, 0),
                   "the seats given, where two or more of them are cast lines", "yushi-8", ("疊現",))


def _absent(env, x: Set):
    return ~x.holds()


def _whole_chart() -> Iterator[Word]:
    for zh, ko, en, value, definition, source, variants in (
        ("六沖卦", "육충괘", "clash hexagram", moves.clash_hexagram, "the cast hexagram is of six clashes",
         "hunyin-2", ("六沖",)),
        ("六合卦", "육합괘", "combination hexagram", moves.combination_hexagram,
         "the cast hexagram is of six combinations", "hunyin-2", ("六合",)),
        ("之六沖", "변육충", "turning to clash hexagram", moves.to_clash_hexagram,
         "some line moves, and the changed hexagram is of six clashes", "yushi-36", ("變六沖",)),
        ("之六合", "변육합", "turning to combination hexagram", moves.to_combination_hexagram,
         "some line moves, and the changed hexagram is of six combinations", "yushi-36", ("變六合",)),
        ("遊魂", "유혼", "wandering soul", lambda c: hexagrams.GENERATION[c.hexagram] == 6,
         "the hexagram is the seventh of its palace", "hunyin-33", ("游魂", "遊魂卦", "游魂卦")),
        ("歸魂", "귀혼", "returning soul", lambda c: hexagrams.GENERATION[c.hexagram] == 7,
         "the hexagram is the eighth of its palace", "hunyin-33", ("歸魂卦",)),
        ("八純", "팔순", "pure hexagram", lambda c: hexagrams.GENERATION[c.hexagram] == 0,
         "the hexagram is the head of its palace", "yushi-13", ("八純卦",)),
        ("盡靜", "진정", "all static", lambda c: c.moves == 0, "no line moves", "liuchu-19",
         ("六爻安靜", "六爻皆靜")),
        ("亂動", "난동", "confused movement", moves.chaotic,
         "many lines move (convention chaotic_from)", "liuchu-19", ("卦爻亂動",)),
        ("盡發", "진발", "all moving", lambda c: c.moves == 63, "all six lines move", "liuchu-19",
         ("六爻亂動",)),
    ):
        yield fact(zh, ko, en, lambda env, value=value: value(env.charts), definition, source, variants)
    for element, zh, ko in ((4, "水局", "수국"), (3, "金局", "금국"), (1, "火局", "화국"), (0, "木局", "목국")):
        yield Word(zh, ko, f"trine of {zh[0]}", SEATS,
                   lambda env, e=element: Set.known(
                       SEATS, liuyao_time.trine_seats(env.charts, e).astype(np.int32)),
                   "the seats of a complete trine of the element (conventions trine_outside, "
                   "trine_static)", "liuchu-24")
    for kin, zh, ko in ((0, "父局", "부모국"), (1, "兄局", "형제국"), (2, "福局", "자손국"),
                        (3, "財局", "처재국"), (4, "鬼局", "관귀국")):
        yield Word(zh, ko, f"trine of {('parents', 'siblings', 'offspring', 'wealth', 'officers')[kin]}",
                   SEATS, lambda env, k=kin: Set.known(SEATS, _kin_trine(env.charts, k)),
                   "the seats of a complete trine whose element is that of the relation", "hunyin-33")
    yield Word("數", "수", "number of", NUMBER, lambda env, x: x.size(), "how many seats there are",
               "yushi-8", (SEATS,))
    yield Word("支", "지", "branches of", BRANCHES, _branches_of, "the branches on the seats",
               _NAJIA, (SEATS,))
    yield Word("行", "행", "elements of", ELEMENTS, _elements_of, "the elements of the seats",
               _NAJIA, (SEATS,))


def _kin_trine(charts, kin):
    element = (hexagrams.PALACE_ELEMENT[charts.hexagram] + (4, 0, 1, 2, 3)[kin]) % 5
    seats = np.zeros(charts.shape, np.int32)
    for e in liuyao_time.TRINE_ELEMENTS:
        seats |= np.where(element == e, liuyao_time.trine_seats(charts, e), 0).astype(np.int32)
    return seats


def _branches_of(env, x: Set) -> Set:
    sure = liuyao.branch_set(env.charts, x.sure).astype(np.int32)
    if x.may is x.sure:
        return Set.known(BRANCHES, sure)
    unknown = (x.may & ~x.sure) != 0
    return Set(BRANCHES, sure, np.where(unknown, np.int32(0xFFF), sure))


def _elements_of(env, x: Set) -> Set:
    branches = _branches_of(env, x)

    def elements(mask):
        return sum((((mask & int(liuyao.ELEMENT_BRANCHES[e])) != 0).astype(np.int32) << e
                    for e in range(5)), start=np.int32(0))
    sure = elements(branches.sure)
    crisp = branches.may is branches.sure
    return Set(ELEMENTS, sure, sure if crisp else elements(branches.may))


def _facts() -> Iterator[Word]:
    for zh, ko, en, value in (("男", "남", "a man asks", 1), ("女", "여", "a woman asks", 0)):
        yield known_fact(zh, ko, en, lambda env, v=value: (env.charts.sex == v, env.charts.sex >= 0),
                         "the sex of the asker; unknown where it is not given", "yushi-43",
                         (f"{zh}占",))
    for zh, ko, en, first in (("春", "춘", "spring", 2), ("夏", "하", "summer", 5),
                              ("秋", "추", "autumn", 8), ("冬", "동", "winter", 11)):
        yield fact(zh, ko, en, lambda env, f=first: (env.charts.month + 12 - f) % 12 < 3,
                   "the month is one of the three of the season", "yushi-1")
    for zh, ko, en, remainder in (("孟月", "맹월", "first months", 2), ("仲月", "중월", "middle months", 0),
                                  ("季月", "계월", "last months", 1)):
        yield fact(zh, ko, en, lambda env, r=remainder: env.charts.month % 3 == r,
                   "the month is the first, the middle or the last of its season", "liuchu-10")


def _hexagrams() -> Iterator[Word]:
    for code, name in enumerate(hexagrams.NAMES):
        full = hexagrams.FULL_NAMES[code]
        yield constant(f"{name}卦", f"{hexagrams.NAMES_KO[code]}괘", hexagrams.NAMES_EN[code],
                       HEXAGRAMS, 1 << code, f"the hexagram {full}", "周易", (full,))
    for zh, ko, en, code, variants in (
        ("卦", "괘", "the hexagram", lambda c: c.hexagram, ("正卦", "本卦")),
        ("之卦", "지괘", "the changed hexagram", lambda c: c.changed, ("變卦",)),
    ):
        yield Word(zh, ko, en, HEXAGRAMS,
                   lambda env, f=code: Set.known(HEXAGRAMS, np.int64(1) << f(env.charts).astype(np.int64)),
                   f"{en}: meet it with a hexagram's name, as in {zh} & 乾卦", "yushi-1", None, variants)
