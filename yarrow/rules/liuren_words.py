"""The words of 六壬: what each reads on a chart, and the passage or reference that it rests on."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from yarrow.charts import ganzhi
from yarrow.charts.liuren import VOID
from yarrow.charts.liuren_generals import GENERALS as GENERAL_NAMES
from yarrow.charts.liuren_generals import nobleman
from yarrow.charts.liuren_lessons import LODGE
from yarrow.charts.liuren_pattern_base import FIERCE, KINDLY, controls, element, self_element
from yarrow.charts.liuren_persons import TRIGRAM, TRIGRAMS
from yarrow.rules import liuren_base as base
from yarrow.rules.constants import constant, constants
from yarrow.rules.liuren_base import (
    ALL, MONTHS, at, fact, given, mapped, places, under_circumstance,
)
from yarrow.rules.liuren_named import compose, patterns, spirits
from yarrow.rules.liuren_numbers import numbers
from yarrow.rules.liuren_plates import BODIES, LODGERS, carried, plates, screened_nobleman
from yarrow.rules.values import BRANCHES, ELEMENTS, GENERALS, NUMBER, PILLARS, STEMS, Set
from yarrow.rules.words import Vocabulary, Word


def vocabulary() -> Vocabulary:
    """All words of 六壬. For one text's meaning of a word: `.for_text(slug)`."""
    words = Vocabulary("liuren", meets={BRANCHES: (GENERALS, ELEMENTS)}, compose=compose)
    for heading, group in (
        ("stems, branches, elements", constants), ("generals", _generals),
        ("day and time", _time), ("the ring of branches", _ring),
        ("lessons and transmissions", _lessons), ("persons", _persons),
        ("between the plates", plates), ("what a branch carries", carried), ("six kin", _kin),
        ("relations", _relations),
        ("stages", _stages), ("void", _void), ("strength in season", _strength),
        ("spirits", spirits), ("facts", _facts), ("numbers", numbers), ("patterns", patterns),
    ):
        words.add(group(), heading)
    return words


def _generals() -> Iterator[Word]:
    variants = (("貴", "天乙", "天乙貴人"), ("蛇", "騰蛇", "塍蛇"), ("朱", "雀"), (), ("勾",), ("龍",), (),
                ("虎",), ("常",), ("元武", "元", "玄", "武"), (), ("后", "後"))
    for number, general in enumerate(GENERAL_NAMES):
        yield constant(general.zh, general.ko, general.en, GENERALS, 1 << number,
                       f"the general {general.en}; among branches, the one that it rides",
                       "sanchuan-21", variants[number])
    for zh, ko, en, members, source in (
        ("吉將", "길장", "kindly generals", KINDLY, "sanchuan-10; the list 大全 卷二"),
        ("凶將", "흉장", "fierce generals", FIERCE, "sanchuan-24; the list 大全 卷二"),
    ):
        names = "".join(GENERAL_NAMES[m].short for m in members)
        yield constant(zh, ko, en, GENERALS, sum(1 << m for m in members), names, source)
    for night, zh, ko, en in ((0, "晝貴", "주귀", "nobleman by day"),
                              (1, "夜貴", "야귀", "nobleman by night")):
        yield places(zh, ko, en,
                     lambda c, night=night: at(nobleman(c.day, night, c.school.nobleman)),
                     f"the branch of the {en} by the day's stem, whichever it is", "zhonggui-7")
    yield Word("幕貴", "막귀", "screened nobleman", BRANCHES,
               lambda env: mapped(env, BRANCHES, screened_nobleman, dark=True),
               "the nobleman of the other half of the day", "sanchuan-21; 畢法賦 3")


def _time() -> Iterator[Word]:
    yield Word("日", "일", "the day", PILLARS,
               lambda env: Set.known(PILLARS, np.int64(1) << env.charts.day.astype(np.int64)),
               "the pillar of the day: 日 & 壬辰", "zhonggui-1", None, ("日辰", "日柱"))
    yield places("干", "일간", "the day's stem", lambda c: at(c.stem),
                 "the stem of the day; where a place is wanted, the branch in which it lodges",
                 "zhonggui-1", ("日干",), STEMS)
    yield places("寄宮", "기궁", "lodging", lambda c: at(LODGE[c.stem]),
                 "the branch in which the day's stem lodges, 甲寅 乙辰 丙戊巳 丁己未 庚申 辛戌 壬亥 癸丑",
                 "zhonggui-17: 其庚居天盤坐辰土之上; 大全 卷一", ("干寄", "日宮"))
    yield places("支", "일지", "the day's branch", lambda c: at(c.branch), "the branch of the day",
                 "zhonggui-11", ("日支",))
    for zh, ko, en, field, source, variants in (
        ("占時", "점시", "the hour", "hour", "sanchuan-25", ()),
        ("月將", "월장", "the month's general", "general", "sanchuan-25", ()),
    ):
        yield Word(zh, ko, en, BRANCHES, lambda env, f=field: given(getattr(env.charts, f)),
                   f"the branch of {en}; unknown where it is not given", source, None, variants)
    for zh, ko, en, mask, names in (
        ("陽支", "양지", "yang branches", 0b010101010101, "子寅辰午申戌"),
        ("陰支", "음지", "yin branches", 0b101010101010, "丑卯巳未酉亥"),
    ):
        yield constant(zh, ko, en, BRANCHES, mask, names, "sanchuan-41")


def _ring() -> Iterator[Word]:
    yield constant("十二支", "십이지", "the twelve branches", BRANCHES, ALL,
                   "all twelve: 沖(十二支, 胎) is the branches that clash with the embryo",
                   "sanchuan-52: 又有沖胎一法看", ("十二辰",))
    for number, (zh, ko, en) in enumerate(TRIGRAMS):
        mask = sum(1 << b for b in range(12) if TRIGRAM[b] == number)
        yield constant(f"{zh}宮", f"{ko}궁", f"palace of {en}", BRANCHES, mask,
                       "".join(ganzhi.BRANCHES[b] for b in range(12) if mask >> b & 1),
                       "sanchuan-50")
    for step, zh, ko, en in ((1, "前位", "전일위", "next place"), (-1, "後位", "후일위", "place before")):
        yield Word(zh, ko, en, BRANCHES,
                   lambda env, x, k=step: mapped(
                       env, BRANCHES, lambda c, m: base.turned(m, k), base.lodged(x)),
                   f"the branch one {('on', 'back')[step < 0]} from each in the order of the twelve",
                   "sanchuan-44: 干前一位", (LODGERS,), (f"{zh[0]}一位",))
    for step, zh, ko, en in ((1, "在前", "재전", "ahead of"), (-1, "在後", "재후", "behind")):
        yield Word(zh, ko, en, BRANCHES, lambda env, x, y, k=step: _standing(env, x, y, k),
                   f"members of the first one to five places {en} one of the second: "
                   f"{zh}(坐(太歲), 月)", "sanchuan-18", (LODGERS, LODGERS))


def _standing(env, x: Set, y: Set, step: int) -> Set:
    def five(charts, mask):
        return np.bitwise_or.reduce([base.turned(mask, step * k) for k in range(1, 6)])
    return base.lodged(x) & mapped(env, BRANCHES, five, base.lodged(y))


def _lessons() -> Iterator[Word]:
    for column, zh, ko, en, what, source, variants in (
        (0, "干上", "간상", "over the stem", "the day's stem; the first lesson", "zhonggui-1",
         ("日上", "一課", "干上神", "干陽", "第一課")),
        (1, "干陰", "간음", "the stem's yin", "the god over the stem; the second lesson",
         "sanchuan-37", ("二課", "第二課")),
        (2, "支上", "지상", "over the branch", "the day's branch; the third lesson", "zhonggui-3",
         ("三課", "支上神", "支陽", "宅上", "第三課")),
        (3, "支陰", "지음", "the branch's yin", "the god over the branch; the fourth lesson",
         "zhonggui-3", ("第四課",)),
    ):
        yield places(zh, ko, en, lambda c, k=column: at(c.upper[:, k]), f"the god over {what}",
                     source, variants)
    for column, zh, ko, en, variants in (
        (0, "初", "초전", "first transmission", ("初傳", "用", "發用", "用神")),
        (1, "中", "중전", "middle transmission", ("中傳",)),
        (2, "末", "말전", "last transmission", ("末傳",)),
    ):
        yield places(zh, ko, en, lambda c, k=column: at(c.transmissions[:, k]), f"the {en}",
                     "zhonggui-1", variants)
    yield places("三傳", "삼전", "the three transmissions", lambda c: at(c.transmissions),
                 "first, middle and last transmission; a set, so that 亥午午 is 午 and 亥",
                 "sanchuan-1")
    yield places("四課", "사과", "the four lessons", lambda c: at(c.upper),
                 "the gods of the four lessons; the fourth alone is 支陰", "sanchuan-1")
    yield places("課傳", "과전", "lessons and transmissions",
                 lambda c: at(c.upper) | at(c.transmissions),
                 "the gods of the four lessons and the three transmissions", "sanchuan-21",
                 ("入課", "課式"))
    yield Word("六處", "육처", "the six places", BRANCHES, _six_places,
               "first and last transmission, over stem and branch, over 行年 and 本命", "sanchuan-25")
    yield places("下賊上", "하적상", "robbed from below", lambda c: _in_lessons(c, True),
                 "gods of the lessons whose lower controls them", "sanchuan-9")
    yield places("上克下", "상극하", "controlling below", lambda c: _in_lessons(c, False),
                 "gods of the lessons that control their lower", "sanchuan-9", ("上剋下",))
    yield Word("傳", "전순", "transmissions in order", "truth", _in_order,
               "first, middle and last are, in this order, in the three sets: 傳(亥, 午, 午)",
               "sanchuan-8", (BRANCHES, BRANCHES, BRANCHES), ("逐傳",))


def _six_places(env) -> Set:
    six = at(env.charts.transmissions[:, [0, 2]]) | at(env.charts.upper[:, [0, 2]])
    return Set.known(BRANCHES, six) | _over(env, env.charts.age) | _over(env, env.charts.birth)


def _over(env, branch) -> Set:
    return mapped(env, BRANCHES, base.over, given(branch))


def _in_lessons(charts, robbed: bool):
    """The lower of the first lesson is the stem with its own element, not its lodging."""
    above, below = element(charts.upper), element(charts.lower)
    below[:, 0] = self_element(charts)
    holds = controls(below, above) if robbed else controls(above, below)
    return np.bitwise_or.reduce(np.where(holds, np.int32(1) << charts.upper.astype(np.int32), 0), 1)


def _in_order(env, *sets: Set):
    first, middle, last = (
        (Set.known(BRANCHES, at(env.charts.transmissions[:, k])) & one).holds()
        for k, one in enumerate(sets)
    )
    return first & middle & last


def _persons() -> Iterator[Word]:
    for zh, ko, en, field, source, variants in (
        ("本命", "본명", "birth branch", "birth", "sanchuan-22", ("命",)),
        ("行年", "행년", "year of age", "age", "sanchuan-22", ("年",)),
    ):
        yield Word(zh, ko, en, BRANCHES, lambda env, f=field: given(getattr(env.charts, f)),
                   f"the person's {en}; unknown where it is not given", source, None, variants)
        yield Word(f"{variants[0]}上", f"{ko[-1]}상", f"over the {en}", BRANCHES,
                   lambda env, f=field: _over(env, getattr(env.charts, f)),
                   f"the god over the {en}", source, None, (f"{zh}上",))
    yield Word("年命", "연명", "year and birth", BRANCHES,
               lambda env: given(env.charts.age) | given(env.charts.birth),
               "year of age and birth branch", "sanchuan-22")
    yield Word("年命上", "연명상", "over year and birth", BRANCHES,
               lambda env: _over(env, env.charts.age) | _over(env, env.charts.birth),
               "the gods over year of age and birth branch", "sanchuan-27", None, ("年命上神",))
    for sex, zh, ko, en in ((1, "男", "남", "man"), (0, "女", "여", "woman")):
        yield under_circumstance(
            zh, ko, f"a {en} asks", lambda env, s=sex: _sex(env, s),
            f"alone, that a {en} asks; 男(…), 女(…): with the 本命 and 行年 of the {en}",
            "sanchuan-28", ("夫",) if sex else ("妻",))
    yield Word("母", "모", "the mother's", "same", lambda env, x: x,
               "母(…): the expression with the 本命 and 行年 of the mother to be", "zhonggui-39",
               ("any",), under=("母",))


def _sex(env, sex: int):
    return np.where(env.options["sex"] < 0, -1, env.options["sex"] == sex)


def _kin() -> Iterator[Word]:
    for code, zh, ko, en, source, variants in (
        (0, "兄", "형제", "siblings", "sanchuan-12", ("兄弟", "比肩")),
        (1, "脫", "탈기", "drain", "zhonggui-16", ("脫氣", "子孫", "盜氣")),
        (2, "財", "처재", "wealth", "zhonggui-13", ("妻財",)),
        (3, "鬼", "관귀", "ghosts", "zhonggui-1", ("官鬼", "官", "日鬼")),
        (4, "印", "인수", "parents", "sanchuan-33", ("父母", "印綬", "父", "生爻")),
    ):
        members = base.union_table([
            sum(1 << b for b in range(12)
                if ganzhi.relation(ganzhi.STEM_ELEMENT[s], ganzhi.BRANCH_ELEMENT[b]) == code)
            for s in range(10)
        ])
        yield places(zh, ko, en, lambda c, m=members: m[at(c.stem)],
                     f"branches whose element is {en} to the day's stem", source, variants)


def _relations() -> Iterator[Word]:
    for zh, ko, en, definition, source, variants in (
        ("生", "생", "feeds", "feed one of the second", "zhonggui-5", ()),
        ("克", "극", "controls", "control one of the second", "zhonggui-1", ("剋",)),
        ("受生", "수생", "is fed by", "one of the second feeds", "zhonggui-8", ()),
        ("受克", "수극", "is controlled by", "one of the second controls", "zhonggui-7", ("受剋",)),
        ("比", "비", "is a peer of", "are of the element of one of the second", "sanchuan-8",
         ("比和",)),
    ):
        yield Word(zh, ko, en, "same", lambda env, x, y, n=zh: base.related(n, x, y),
                   f"members of the first that {definition}, by element; stems and generals have "
                   "their own", source, (BODIES, BODIES), variants)
    for zh, ko, en, source, variants in (
        ("合", "합", "combines with", "sanchuan-27", ()),
        ("沖", "충", "clashes with", "sanchuan-27", ("冲", "衝")),
        ("刑", "형", "is in punishment with", "sanchuan-27", ()),
        ("害", "해", "is in harm with", "sanchuan-27", ()),
        ("破", "파", "breaks", "zhonggui-41", ()),
        ("三合", "삼합", "is in trine with", "sanchuan-23", ()),
    ):
        yield Word(zh, ko, en, "same", lambda env, x, y, n=zh: base.related(n, x, y),
                   f"members of the first whose branch {en} another of the second; a stem is where "
                   "it lodges", source, (LODGERS, LODGERS), variants)
    yield constant("自刑", "자형", "self-punishing", BRANCHES,
                   int(np.bitwise_or.reduce(ganzhi.SELF_PUNISHMENT)), "辰午酉亥", "tradition: 大全 卷一")
    yield Word("五合", "오합", "combines as a stem", STEMS, _stem_combination,
               "stems of the first that combine with one of the second: 甲己 乙庚 丙辛 丁壬 戊癸",
               "yushi-23", (STEMS, STEMS))
    yield Word("局", "국", "trine of", ELEMENTS,
               lambda env, x: mapped(env, ELEMENTS, lambda c, m: _complete(m, _TRINES), x),
               "the elements whose whole trine is in the set: 克(局(三傳), 干)", "zhonggui-7",
               (BRANCHES,), ("三合局",))
    yield Word("方", "방", "direction of", ELEMENTS,
               lambda env, x: mapped(env, ELEMENTS, lambda c, m: _complete(m, _DIRECTIONS), x),
               "the elements whose whole direction is in the set, as 寅卯辰 is wood", "zhonggui-3",
               (BRANCHES,))
    yield Word("鄉", "향", "land of", BRANCHES,
               lambda env, x: mapped(env, BRANCHES, lambda c, m: _LANDS[m], x),
               "the branches of the directions of elements: 鄉(木) is 寅卯辰; of earth 辰戌丑未",
               "zhonggui-3: 中末傳俱歸木鄉 (卯辰)", (ELEMENTS,))


def _stem_combination(env, x: Set, y: Set) -> Set:
    return x & mapped(env, STEMS, lambda c, m: (m << 5 | m >> 5) & 0x3FF, y)


_TRINES = {0b100010001000: 0, 0b010001000100: 1, 0b001000100010: 3, 0b000100010001: 4}
_DIRECTIONS = {0b000000011100: 0, 0b000011100000: 1, 0b011100000000: 3, 0b100000000011: 4}
_LANDS = base.union_table([whole for whole, _ in sorted(
    (_DIRECTIONS | {0b010010010010: 2}).items(), key=lambda entry: entry[1])])


def _complete(mask, wholes: dict[int, int]):
    return sum((((mask & whole) == whole).astype(np.int32) << e for whole, e in wholes.items()),
               start=np.int32(0))


def _stages() -> Iterator[Word]:
    for number, (zh, ko, en, source, variants) in enumerate((
        ("長生", "장생", "birth", "zhonggui-5", ("日本",)),
        ("沐浴", "목욕", "bathing", "yushi-14", ()),
        ("冠帶", "관대", "capping", "yushi-14", ()),
        ("臨官", "임관", "office", "yushi-14", ()),
        ("帝旺", "제왕", "prime", "yushi-14", ()),
        ("衰地", "쇠", "decline", "yushi-14", ()),
        ("病地", "병", "sickness", "yushi-14", ()),
        ("死地", "사", "death", "yushi-14", ()),
        ("墓", "묘", "tomb", "sanchuan-7", ("墓神",)),
        ("絕", "절", "extinction", "sanchuan-39", ("絕神", "絕地")),
        ("胎", "태", "embryo", "zhonggui-27", ("胎神",)),
        ("養", "양", "nurture", "zhonggui-36", ("養神",)),
    )):
        yield _stage((number,), zh, ko, en, f"at {en}", source, variants)
    # 子加亥，是臨旺地也 (sanchuan-39): 亥 is 臨官 of water; 旺 is the name of 帝旺.
    yield _stage((ganzhi.OFFICE, ganzhi.PRIME), "旺地", "왕지", "strong ground",
                 "in office or at prime", "sanchuan-39")


def _stage(stages, zh, ko, en, told, source, variants=()) -> Word:
    def run(env, *of):
        of = of[0] if of else Set.known(STEMS, at(env.charts.stem))
        earth, yin = env.options["earth"], env.options["yin"]
        table = np.bitwise_or.reduce([base.stage_table(n, of.kind, earth, yin) for n in stages])
        return mapped(env, BRANCHES, lambda c, m: table[m], of)
    return Word(zh, ko, en, BRANCHES, run,
                f"the branches where the day's stem, or what is given, is {told} "
                "(conventions earth, yin)", source, (f"{BODIES}?",), variants)


def _void() -> Iterator[Word]:
    yield places("落空", "낙공", "on the void", lambda c: base.over(c, c.void),
                 "gods that sit on a void place of the earth plate", "zhonggui-1", ("坐空", "空鄉"))
    yield places("空陷", "공함", "void or on the void", lambda c: c.void | base.over(c, c.void),
                 "void gods, and gods that sit on the void", "sanchuan-35", ("陷",))
    for later, zh, ko, en in ((1, "後旬空", "후순공", "void of the next decade"),
                              (2, "外後旬空", "외후순공", "void of the decade after the next")):
        yield places(zh, ko, en, lambda c, k=later: VOID[(c.day + 10 * k) % 60],
                     f"the {en}", "zhonggui-26")


def _strength() -> Iterator[Word]:
    for zh, ko, en, states, source, variants in (
        ("旺", "왕", "flourishing", (0,), "zhonggui-12", ()),
        ("相", "상", "growing", (1,), "sanchuan-19", ()),
        ("休", "휴", "resting", (2,), "sanchuan-19", ()),
        ("囚", "수", "trapped", (3,), "sanchuan-54", ()),
        ("死", "사", "dead by season", (4,), "sanchuan-54", ()),
        ("旺相", "왕상", "in season", (0, 1), "sanchuan-19", ("當時", "生旺")),
        ("死囚", "사수", "dead or trapped", (3, 4), "sanchuan-54", ()),
    ):
        def run(env, *of, states=states):
            of = of[0] if of else _ALL_BRANCHES
            ruling = _in_state(env, states)
            return base.related("比", of, ruling)
        yield Word(zh, ko, en, "same|branches", run,
                   f"branches, or those of what is given, {en} in the month (convention months); "
                   "unknown where no month is known", source, (f"{BODIES}?",), variants)


_ALL_BRANCHES = Set.known(BRANCHES, np.array([ALL], np.int32))


def _in_state(env, states) -> Set:
    """The elements in one of the states in the month."""
    month = np.maximum(env.charts.month, 0)
    by_branch = env.options["months"] == "branch"
    state = ganzhi.seasonal_state(np.arange(5)[None], np.arange(12)[:, None], by_branch)
    table = (np.isin(state, states) << np.arange(5)).sum(1).astype(np.int32)
    mask, unknown = table[month], env.charts.month < 0
    if not unknown.any():
        return Set.known(ELEMENTS, mask)
    return Set(ELEMENTS, np.where(unknown, 0, mask).astype(np.int32),
               np.where(unknown, 31, mask).astype(np.int32))


_MONTHS_KO = "정 이 삼 사 오 육 칠 팔 구 십 십일 십이".split()


def _facts() -> Iterator[Word]:
    for value, zh, ko, en in ((0, "晝", "주", "by day"), (1, "夜", "야", "by night")):
        yield under_circumstance(
            zh, ko, en, lambda env, v=value: _equal(env.charts.night, v),
            f"alone, that it is asked {en}; {zh}(…): the expression with the generals {en}",
            "zhonggui-7", (f"{zh}占", "旦" if value == 0 else "暮"))
    for number, zh in enumerate(MONTHS):
        yield under_circumstance(
            zh, f"{_MONTHS_KO[number]}월",
            f"month {number + 1}", lambda env, m=(number + 2) % 12: _equal(env.charts.month, m),
            f"alone, that the month is {ganzhi.BRANCHES[(number + 2) % 12]}; {zh}(…): the "
            "expression in that month", "zhonggui-27", (f"{zh}占",))
    for season, (zh, ko, en) in enumerate((("春", "춘", "spring"), ("夏", "하", "summer"),
                                           ("秋", "추", "autumn"), ("冬", "동", "winter"))):
        yield fact(zh, ko, en, lambda c, s=season: np.where(
            c.month < 0, -1, (c.month - 2) % 12 // 3 == s), f"the month is one of {en}",
            "zhonggui-12", (f"{zh}占",))
    for value, zh, ko, en, source in ((1, "順", "순", "onward", "sanchuan-11"),
                                      (0, "逆", "역", "backward", "sanchuan-11")):
        yield fact(zh, ko, en, lambda c, v=value: _equal(c.forward, v),
                   f"the generals go {en} round the plate", source, (f"貴{zh}",), dark=True)
    for parity, zh, ko, en in ((0, "剛日", "강일", "hard day"), (1, "柔日", "유일", "soft day")):
        yield fact(zh, ko, en, lambda c, p=parity: c.stem % 2 == p,
                   f"the day's stem is {('yang', 'yin')[parity]}", "zhonggui-38",
                   (("陽日", "陰日")[parity],))
    yield Word("數", "수", "number of", NUMBER, lambda env, x: x.size(),
               "how many members there are; a branch that stands twice counts once", "sanchuan-35",
               (f"{BODIES}",))


def _equal(field, value):
    return np.where(field < 0, -1, field == value)
