"""Every word of 六爻 on small charts laid out by hand, some of them worked in text 003."""

import numpy as np
import pytest

from yarrow.charts import ganzhi, liuyao
from yarrow.charts.casting import from_names
from yarrow.charts.liuyao_conventions import OPTIONS, Conventions
from yarrow.errors import YarrowError
from yarrow.rules.evaluate import evaluate
from yarrow.rules.explain import explain
from yarrow.rules.language import parse
from yarrow.rules.liuyao_base import environment, to_seats
from yarrow.rules.liuyao_words import vocabulary
from yarrow.rules.telling import tell
from yarrow.rules.values import BRANCHES, ELEMENTS, HEXAGRAMS, NUMBER, PILLARS, SEATS, TRUTH, Set

WORDS = vocabulary()
SEAT_NAMES = [f"{i % 6 + 1}{chr(39) * (i // 6) if i < 12 else '_'}" for i in range(18)]
SEAT_NAMES += ["日", "月", "歲", "身", "命", "期"]


def draw(text, **conventions):
    """A chart from hexagrams, day and month; then 歲X, 命X, 男 or 女."""
    names, day, month, *rest = text.split()
    hexagram, moves = from_names(names)
    given = {"男": ("sex", 1), "女": ("sex", 0)}
    fields = dict(
        given.get(token) or ({"歲": "year", "命": "birth"}[token[0]], ganzhi.BRANCHES.index(token[1]))
        for token in rest
    )
    return liuyao.lay(hexagram, moves, day=ganzhi.pillar(day), month=ganzhi.BRANCHES.index(month),
                      conventions=Conventions(**conventions), **fields)


def told(kind, mask):
    mask = int(mask)
    if kind == SEATS:
        return " ".join(name for i, name in enumerate(SEAT_NAMES) if mask >> i & 1)
    names = {BRANCHES: ganzhi.BRANCHES, ELEMENTS: ganzhi.ELEMENTS, PILLARS: ganzhi.PILLARS}[kind]
    return "".join(name for i, name in enumerate(names) if mask >> i & 1)


def value(source, chart, use=None, **conventions):
    """What an expression is worth: seats as 1 .. 6 cast, 1' changed, 1_ hidden, 日 月 歲 命; other
    members; a number; True, False, None. A set in doubt: what is sure, a stroke, what may be.
    """
    env = environment(draw(chart, **conventions), use)
    found = evaluate(parse(source, WORDS, want=None), env)
    if found.kind == TRUTH:
        return [False, None, True][int(np.broadcast_to(found.data, (1,))[0])]
    if found.kind == NUMBER:
        low, high = int(found.low.reshape(-1)[0]), int(found.high.reshape(-1)[0])
        return low if low == high else (low, high)
    sure, may = (np.broadcast_to(mask, (1,))[0] for mask in (found.sure, found.may))
    if found.kind == HEXAGRAMS:
        return int(sure).bit_length() - 1
    return told(found.kind, sure) if sure == may else (
        f"{told(found.kind, sure)}/{told(found.kind, may & ~sure)}")


# 大畜之小畜 (yushi-5), from the bottom: 子財 寅鬼世 辰兄 戌兄 子財應 -> 巳父, 寅鬼; hidden 辰兄 午父 申福.
# Void 戌亥.
D = "大畜之小畜 甲子 寅"
# 咸之革: 辰父 -> 卯財, 午鬼 申兄世 亥福 酉兄 未父應; hidden 巳鬼 卯財 丑父. Void 寅卯.
G = "咸之革 丙午 申"
# 乾之姤: 子福 -> 丑父, 寅財 辰父應 午鬼 申兄 戌父世. Void 午未.
Q = "乾之姤 庚寅 子"
# 豫之坤: 未財世 巳福 卯兄 午福應 -> 丑財, 申鬼 戌財; hidden 子父 寅兄 辰財. Void 寅卯.
Y = "豫之坤 己酉 辰"
# 姤: 丑父世 亥福 酉兄 午鬼應 申兄 戌父; hidden 子福 寅財 辰父. Void 戌亥.
K = "姤 戊辰 卯"
# 乾之剝, five lines moving: -> 未父 巳鬼 卯財 戌父 子福. Void 午未.
Z = "乾之剝 庚寅 子"

CASES = [
    ("日", D, "日"), ("日 & 子", G, ""),
    ("月", D, "月"), ("月 & 寅", G, ""),
    ("歲", D + " 歲子", "歲"), ("歲", D, "/歲"),
    ("命", D + " 命子", "命"), ("命", D, "/命"),
    ("父", G, "1 6"), ("父", D, ""),
    ("兄", D, "3 4"), ("兄", G, "3 5"),
    ("福", G, "4"), ("福", D, ""),
    ("財", D, "1 5"), ("財", G, ""),
    ("鬼", D, "2 6"), ("鬼", G, "2"),
    ("六親(世)", D, "2 6"), ("六親(世)", G, "3 5"),
    ("青龍", D, "1"), ("青龍", G, "6"),
    ("朱雀", D, "2"), ("朱雀", G, "1"),
    ("勾陳", D, "3"), ("勾陳", G, "2"),
    ("螣蛇", D, "4"), ("螣蛇", G, "3"),
    ("白虎", D, "5"), ("白虎", G, "4"),
    ("玄武", D, "6"), ("玄武", G, "5"),
    ("世", D, "2"), ("世", G, "3"),
    ("應", D, "5"), ("應", G, "6"),
    ("間", D, "3 4"), ("間", G, "4 5"),
    ("旁爻", D, "1 3 4 6"), ("旁爻 & 財", D, "1"), ("旁爻 & 鬼", K, ""), ("伏(旁爻)", Y, "2_ 3_"),
    ("內 & 財", D, "1"), ("內 & 財", G, ""),
    ("外 & 財", D, "5"), ("外 & 財", Y, "6"),
    ("世 & 初爻", Y, "1"), ("世 & 初爻", D, ""),
    ("世 & 二爻", D, "2"), ("世 & 二爻", Y, ""),
    ("世 & 三爻", G, "3"), ("世 & 三爻", Y, ""),
    ("應 & 四爻", Y, "4"), ("應 & 四爻", D, ""),
    ("應 & 五爻", D, "5"), ("應 & 五爻", Y, ""),
    ("應 & 上爻", G, "6"), ("應 & 上爻", D, ""),
    ("本宮", D, "4 5 6"), ("本宮", Q, "1 2 3 4 5 6"),
    ("他宮", D, "1 2 3"), ("他宮", Q, ""),
    ("陽", D, "1 2 3 6"), ("陽", Q, "1 2 3 4 5 6"),
    ("陰", D, "4 5"), ("陰", Q, ""),
    ("卦身", Y, "4"), ("卦身", D, ""),
    ("世身", D, "3"), ("世身", Y, "2"),
    ("命爻", D + " 命子", "1 5"), ("命爻", D + " 命丑", ""), ("命爻", D, "/1 2 3 4 5 6"),
    ("動", D, "5"), ("動", G, "1"),
    ("靜", D, "1 2 3 4 6"), ("靜", G, "2 3 4 5 6"),
    ("暗動", Q, "5"), ("暗動", D, ""),
    ("獨發", D, "5"), ("獨發", K, ""),
    ("獨靜", Z, "6"), ("獨靜", D, ""),
    ("沖散", Z, "1 2 4 5"), ("沖散", D, ""),
    ("合住", "乾之姤 乙丑 子", "1"), ("合住", Q, ""),
    ("避空", Q, "4"), ("避空", G, ""),
    ("自空", "姤 甲子 亥", "2 6"), ("自空", K, ""),
    ("旺", D, "2 6"), ("旺", G, "3 5"),
    ("相", G, "4"), ("相", D, ""),
    ("休", D, "1 5"), ("休", G, "1 6"),
    ("囚", G, "2"), ("囚", D, ""),
    ("死", D, "3 4"), ("死", G, ""),
    ("旺相", D, "2 6"), ("旺相", G, "3 4 5"),
    ("休囚", D, "1 3 4 5"), ("休囚", G, "1 2 6"),
    ("空", D, "4"), ("空", G, ""),
    ("月破", Q, "4"), ("月破", D, ""),
    ("日沖", Q, "5"), ("日沖", D, ""),
    ("臨月", D, "2 6"), ("臨月", G, "3"),
    ("臨日", D, "1 5"), ("臨日", G, "2"),
    ("傷", D, "3 4"), ("傷", G, "3 4 5"),
    ("真絕", Q, "5"), ("真絕", D, ""),
    ("真生", D, "2 6"), ("真生", G, "1 4 6"),
    ("隨鬼入墓", "大畜之小畜 癸未 寅 命子", "2"), ("隨鬼入墓", D, ""),
    ("隨鬼入墓", "大畜之小畜 癸未 寅", "2/6"), ("隨鬼入墓", "大畜之小畜 癸未 寅 命寅", "2 6"),
    ("生(財, 鬼)", D, "1 5"), ("生(鬼, 財)", D, ""), ("生(日, 世)", D, "日"),
    ("克(鬼, 兄)", D, "2 6"), ("克(兄, 鬼)", D, ""),
    ("沖(父, 日)", K, "6"), ("沖(父, 日)", D, ""),
    ("合(福, 變(父))", Q, "1"), ("合(財, 鬼)", D, ""),
    ("刑(福, 鬼)", Y, "2"), ("刑(財, 鬼)", D, ""),
    ("害(日, 財)", Y, "日"), ("害(日, 財)", D, ""),
    ("併(財, 日)", D, "1 5"), ("併(財, 日)", G, ""),
    ("比和(鬼, 月)", D, "2 6"), ("比和(財, 月)", D, ""),
    ("受生(鬼, 日)", D, "2 6"), ("受生(財, 日)", D, ""),
    ("受克(兄, 月)", D, "3 4"), ("受克(財, 月)", D, ""),
    ("扶(日 | 月, 世)", D, "日 月"), ("扶(月, 財)", D, ""),
    ("變(本(財))", D, "1 5"), ("變(本(財))", G, ""),
    ("變(父)", D, "5'"), ("變(父)", G, ""), ("變(空)", G, "1'"),
    ("化(財, 父)", D, "5"), ("化(鬼, 父)", D, ""), ("化(空)", G, "1"), ("化(財 & 白虎, 父)", D, "5"),
    ("伏(福)", D, "3_"), ("伏(福, 兄)", D, "3_"), ("伏(福, 財)", D, ""), ("伏(財 & 空)", G, "2_"),
    ("飛(福)", D, "3"), ("飛(福)", G, ""),
    ("回頭生", "乾之大有 庚寅 子", "5"), ("回頭生", D, ""),
    ("回頭克", Q, "1"), ("回頭克", D, ""),
    ("化進", "震之歸妹 甲子 寅", "2"), ("化進", D, ""),
    ("化退", "兌之隨 甲子 寅", "2"), ("化退", D, ""),
    ("化空", G, "1"), ("化空", D, ""),
    ("化破", "大畜之小畜 甲子 亥", "5"), ("化破", D, ""),
    ("化墓", "離之豐 甲子 寅", "6"), ("化墓", D, ""),
    ("化絕", D, "5"), ("化絕", G, ""),
    ("化合", Q, "1"), ("化合", D, ""),
    ("化沖", "坤之觀 甲子 寅", "5 6"), ("化沖", D, ""),
    ("爻伏吟", "乾之大壯 甲子 寅", "5 6"), ("爻伏吟", D, ""),
    ("卦伏吟", "乾之大壯 甲子 寅", "4 5 6"), ("卦伏吟", D, ""),
    ("卦反吟", "坤之觀 甲子 寅", "4 5 6"), ("卦反吟", D, ""),
    ("飛生伏", D, "2_ 3_"), ("飛生伏", G, ""),
    ("飛克伏", Y, "1_ 3_"), ("飛克伏", D, ""),
    ("伏克飛", D, "1_"), ("伏克飛", G, ""),
    ("伏生飛", G, "1_ 2_ 3_"), ("伏生飛", D, ""),
    ("提拔", D, "2_"), ("提拔", Y, "1_ 3_"),
    ("露", Y, "3_"), ("露", D, "3_"), ("露", K, "1_ 2_ 3_"),
    ("不上卦(福)", D, True), ("不上卦(福)", G, False),
    ("兩現(財)", D, "1 5"), ("兩現(財)", Q, ""),
    ("六沖卦", Q, True), ("六沖卦", D, False),
    ("六合卦", Y, True), ("六合卦", D, False),
    ("之六沖", Y, True), ("之六沖", D, False),
    ("之六合", "乾之否 甲子 寅", True), ("之六合", D, False),
    ("前合後沖", Y, True), ("前合後沖", Q, False),
    ("前沖後合", "乾之否 甲子 寅", True), ("前沖後合", Q, False),
    ("合處逢沖", "豫之坤 己丑 辰", "1 4"), ("合處逢沖", Y, ""),
    ("沖中逢合", "兌之節 丙子 午", "3 6"), ("沖中逢合", Q, ""),  # yushi-38
    ("沖實", K, "6"), ("沖實", D, ""),
    ("自沖", Z, "1 2 4 5"), ("自沖", D, ""),
    ("合起", G, "6"), ("合起", D, ""),
    ("自合", "咸之姤 丙午 申", "2 6"), ("自合", D, ""),
    ("貪合忘克(鬼)", "乾之姤 乙丑 子", "1"), ("貪合忘克(鬼)", Q, ""),
    ("貪生忘克(世)", Z, "2"), ("貪生忘克(世)", D, ""),
    ("三刑", "大畜之小畜 甲申 寅", "5' 日 月"), ("三刑", D, ""),
    ("絕處逢生", "大畜之小畜 甲申 寅", "2 6"), ("絕處逢生", D, ""),
    ("不能生", "大畜之小畜 甲申 午", "2 6"), ("不能生", D, ""),
    ("猶不動", "乾之小畜 庚寅 子", "4"), ("猶不動", D, ""),
    ("猶不有", Q, "4"), ("猶不有", D, ""),
    ("猶不無", "旅之晉 甲子 寅", "3_"), ("猶不無", D, ""),
    ("半空", "大畜之大有 甲子 寅", "4"), ("半空", D, ""),
    ("全凶", "大畜之小畜 甲子 午", "5"), ("全凶", D, ""),
    ("化泄", "大畜之大有 甲子 寅", "4"), ("化泄", D, ""),
    ("化比和", "震之歸妹 甲子 寅", "2"), ("化比和", D, ""),
    ("命墓", "大畜之小畜 癸未 寅 命寅", "2 6"), ("命墓", D + " 命寅", ""),
    ("化墓真", "離之豐 甲子 戌", "6"), ("化墓真", "離之豐 甲子 寅", ""),
    ("化墓偽", "離之豐 甲子 寅", "6"), ("化墓偽", "離之豐 甲午 寅", ""),
    ("獨", D, "5"), ("獨", Z, "6"),
    ("應支", D, "子丑"), ("應支", Z, "辰戌"), ("應支", K, ""),
    ("應日", D, "丙子"), ("應日", K, ""),
    ("二分卦", "升 甲子 寅", True), ("二分卦", D, False),
    ("胎爻", K, "4"), ("胎爻", D, ""),
    ("胎支", K, "午"), ("胎支", D, "卯"),
    ("子爻", G, "4"), ("子爻", D, "2"),
    ("產日", Q, "子"), ("產日", G, "子巳"), ("產日", D, "子"),
    ("產時", Q, "子"), ("產時", G, ""),
    ("怪爻", D, "4"), ("怪爻", Q, "5"), ("怪爻", Y, ""),
    ("有用", Y, "3_"), ("有用", D, ""),
    ("遊魂", "晉 甲子 寅", True), ("遊魂", D, False),
    ("歸魂", "大有 甲子 寅", True), ("歸魂", D, False),
    ("八純", Q, True), ("八純", D, False),
    ("盡靜", K, True), ("盡靜", D, False),
    ("亂動", Z, True), ("亂動", D, False),
    ("盡發", "乾之坤 甲子 寅", True), ("盡發", Z, False),
    ("水局", Z, "1 3 5 5' 月"), ("水局", D, ""),
    ("火局", Z, "2 4 4' 日"), ("火局", D, ""),
    ("木局", "坤之既濟 甲子 寅", "1 3 5 1' 3'"), ("木局", Z, ""),
    ("金局", "坤之未濟 甲子 寅", "2 4 6 4' 6'"), ("金局", Z, ""),
    ("父局", "離之否 甲子 寅", "1 3 5 1' 3'"), ("父局", Z, ""),
    ("兄局", "坎之否 甲戌 寅", "2 4 6"), ("兄局", Z, ""),
    ("福局", Z, "1 3 5 5' 月"), ("福局", D, ""),
    ("財局", "離之泰 甲子 寅", "2 4 6 4' 6'"), ("財局", Z, ""),
    ("鬼局", Z, "2 4 4' 日"), ("鬼局", D, ""),
    ("三合(財, 鬼)", "升之臨 甲子 子", "1"), ("三合(財, 鬼)", D, ""),
    ("數(財)", D, 2), ("數(財)", G, 0), ("數(歲 | 世)", D, (1, 2)),
    ("支(財)", D, "子"), ("支(兄)", D, "辰戌"),
    ("行(鬼)", D, "木"), ("行(世 | 日)", D, "木水"),
    ("男", D + " 男", True), ("男", D + " 女", False), ("男", D, None),
    ("女", D + " 女", True), ("女", D + " 男", False), ("女", D, None),
    ("春", D, True), ("春", G, False),
    ("夏", "姤 戊辰 午", True), ("夏", D, False),
    ("秋", G, True), ("秋", D, False),
    ("冬", Q, True), ("冬", D, False),
    ("孟月", D, True), ("孟月", Q, False),
    ("仲月", Q, True), ("仲月", D, False),
    ("季月", Y, True), ("季月", D, False),
]  # fmt: skip


# Of each trigram its two lines below and above: 大畜 is 艮 on 乾, 咸 兌 on 艮, 豫 震 on 坤, 姤 乾 on 巽,
# 既濟 坎 on 離.
@pytest.mark.parametrize(
    "trigram, chart, want",
    [
        ("乾", D, "1 2 3"), ("乾", Q, "1 2 3 4 5 6"), ("乾", Y, ""), ("艮", D, "4 5 6"),
        ("艮", G, "1 2 3"),
        ("兌", G, "4 5 6"), ("兌", D, ""), ("震", Y, "4 5 6"), ("震", D, ""), ("坤", Y, "1 2 3"),
        ("坤", D, ""), ("巽", K, "1 2 3"), ("巽", D, ""), ("坎", "既濟 甲子 寅", "4 5 6"), ("坎", D, ""),
        ("離", "既濟 甲子 寅", "1 2 3"), ("離", D, ""), ("陽", D, "1 2 3 4 5 6"), ("陽", Y, "4 5 6"),
        ("陰", Y, "1 2 3"), ("陰", D, ""),
    ],
)  # fmt: skip
def test_trigrams(trigram, chart, want):
    assert value(f"{trigram}宮", chart) == want
    assert value(f"變({trigram}宮 & 父)", D) == ("5'" if trigram in "巽陰" else "")


def test_palaces():
    """The heads of the eight palaces, and one hexagram of each after the tables."""
    for palace, other in zip("乾坎艮震巽離坤兌", "姤節賁豫小旅復困", strict=True):
        other = {"小": "小畜"}.get(other, other)
        told = {zh: value(f"{zh}宮卦", f"{other} 甲子 寅") for zh in "乾坎艮震巽離坤兌"}
        assert [zh for zh, holds in told.items() if holds] == [palace]


@pytest.mark.parametrize("source, chart, want", CASES)
def test_word(source, chart, want):
    assert value(source, chart) == want


def test_every_word_has_cases_that_differ():
    shown = {}

    def visit(node, want):
        if node.word is not None:
            shown.setdefault(node.word, set()).add(want)
        for part in node.parts:
            visit(part, want)

    for source, _, want in CASES:
        visit(parse(source, WORDS, want=None), want)
    # These stand in tests of their own.
    apart = {*WORDS.groups["stems, branches, elements"], *WORDS.groups["hexagrams"],
             *WORDS.groups["stages"], *WORDS.groups["trigrams"], *map(WORDS.get, ("用", "日破"))}
    missing = [word.zh for group in WORDS.groups.values() for word in group
               if len(shown.get(word, ())) < 2 and word not in apart]
    assert missing == []


@pytest.mark.parametrize("number", range(12))
def test_stages(number):
    """世 is 寅, wood: 長生 at 亥, 沐浴 at 子, and so on with the branch of the day."""
    word = WORDS.groups["stages"][number]
    days = "乙亥 甲子 乙丑 甲寅 乙卯 甲辰 乙巳 甲午 乙未 甲申 乙酉 甲戌".split()
    for place, day in enumerate(days):
        want = "2" if place == number else ""
        assert value(f"{word.zh}(世, 日)", f"大畜之小畜 {day} 寅") == want


def test_stages_by_convention():
    # 兄 is 辰, 戌: 水土生申 (yushi-14), or with fire at 寅.
    assert value("長生(兄, 日)", "大畜之小畜 甲申 寅") == "3 4"
    assert value("長生(兄, 日)", "大畜之小畜 甲申 寅", earth="fire") == ""
    assert value("長生(兄, 日)", "大畜之小畜 甲寅 寅", earth="fire") == "3 4"


@pytest.mark.parametrize("constant", ["甲 | 丙", "壬", "甲子 | 壬午 | 丁丑"])
@pytest.mark.parametrize("school", OPTIONS["qian_stems"])
def test_stems_and_pillars_that_all_charts_share_or_each_has_its_own(constant, school):
    rng = np.random.default_rng(8)
    charts = liuyao.lay(rng.integers(0, 64, 500), rng.integers(0, 64, 500),
                        month=rng.integers(0, 12, 500), day=rng.integers(0, 60, 500),
                        conventions=Conventions(qian_stems=school))
    env = environment(charts)
    shared = evaluate(parse(constant, WORDS, want=None), env)
    each = Set.known(shared.kind, np.repeat(shared.sure, 500))
    assert (to_seats(env, shared).sure == to_seats(env, each).sure).all()


def test_day_broken_by_convention():
    # 申 of 乾 is clashed by 寅 and, in the month 子, out of season.
    assert value("日破", Q) == "" and value("暗動", Q) == "5"
    assert value("日破", Q, dark_moving="strong") == "5"
    assert value("暗動", Q, dark_moving="strong") == ""


def test_line_of_use_is_what_is_asked_about():
    assert value("用", D, use=3) == "1 5"
    assert value("用 & 動", D, use=3) == "5"
    assert value("用", D) == "/1 2 3 4 5 6"
    assert value("用 & 動", D) == "/5"
    assert value("數(用)", D) == (0, 6)
    assert value("六親(用)", D) == "/1 2 3 4 5 6" and value("六親(用)", D, use=4) == "2 6"


@pytest.mark.parametrize("name, code", [("乾卦", 63), ("坤卦", 0), ("天風姤", 62), ("大畜卦", 39)])
def test_hexagrams(name, code):
    assert value(name, D) == code


def test_a_hexagram_is_met_with_its_name():
    assert value("卦 & 大畜卦", D) == value("大畜卦", D)
    assert value("卦 & 小畜卦", D) == -1  # none
    assert value("之卦 & 小畜卦", D) == value("小畜卦", D)
    assert value("卦 <= (乾卦 | 大畜卦)", D) is True and value("卦 <= 乾卦", D) is False


@pytest.mark.parametrize(
    "source, chart, want",
    [
        ("財 & 子", D, "1 5"), ("財 & 丑", D, ""), ("財 & 水", D, "1 5"), ("鬼 & 水", D, ""),
        ("財 & 甲", D, "1"), ("財 & 甲子", D, "1"), ("財 & 丙子", D, "5"), ("財 & 乙丑", D, ""),
        ("財 - 甲", D, "5"), ("財 <= 子", D, True), ("兄 <= 辰", D, False), ("四季 & 兄", D, "3 4"),
        ("日 & 甲子", D, "日"), ("變(父 & 辛巳)", D, "5'"), ("伏(福 & 申)", D, "3_"),
        ("歲 <= 子", D + " 歲子", True), ("歲 <= 子", D + " 歲丑", False),
        ("財 | 子", D, "1 5 日"), ("財 | 子", D + " 歲子", "1 5 日"), ("財 - 子", D, ""),
        ("克(世, 子)", D, ""), ("生(日, 寅)", D, "日"),
        # Sets of branches and pillars that differ from chart to chart, or are not known.
        ("財 & 應支", D, "1 5"), ("財 & 應日", D, "5"), ("財 & 應日", K, ""), ("財 & 支(日)", D, "1 5"),
        ("財 & 支(歲)", D, "/1 5"), ("財 & 支(歲)", D + " 歲子", "1 5"), ("鬼 & 行(月)", D, "2 6"),
        ("鬼 & 行(歲)", D, "/2 6"),
    ],
)  # fmt: skip
def test_constants_meet_the_seats_that_bear_them(source, chart, want):
    assert value(source, chart) == want


@pytest.mark.parametrize(
    "source, parts",
    [
        ("沖剋(日 | 月, 世 | 父)", ("沖", "克")),
        ("生合扶(日 | 月, 世 | 應)", ("生", "合", "扶")),
        ("刑沖剋害(日 | 動, 財 | 鬼 | 兄)", ("刑", "沖", "克", "害")),
        ("受生扶(世 | 應 | 財, 日 | 月)", ("受生", "受扶")),
        ("受刑克(世 | 財 | 兄, 日 | 月 | 動)", ("刑", "受克")),
        ("受扶(世 | 應, 日 | 月)", ("受生", "比和")),
    ],
)
@pytest.mark.parametrize("chart", [D, G, Q, Y, K, Z])
def test_names_made_of_relations_are_their_union(source, parts, chart):
    arguments = source[source.index("(") :]
    union = " | ".join(f"{part}{arguments}" for part in parts)
    assert value(source, chart) == value(union, chart)


@pytest.mark.parametrize(
    "source, chart, want",
    [
        # yushi-1: 甲寅旬子兄值空, on the day of the loan and not on that of the question.
        ("丁巳日(兄 & 空)", "節之中孚 辛亥 寅", "6"), ("兄 & 空", "節之中孚 辛亥 寅", ""),
        ("丁巳日(財 & 臨日)", "節之中孚 辛亥 寅", "1"), ("甲子日(財 & 臨日)", "節之中孚 辛亥 寅", ""),
        # yushi-10: 丑破未.
        ("丑月(破 & 財)", "大過 戊午 亥", "6"), ("破 & 財", "大過 戊午 亥", ""),
        ("丑月(空 & 財)", "大過 戊午 亥", "1"), ("丑月(甲戌日(空 | 破))", "大過 戊午 亥", "3 5 6"),
        # yushi-6: 應丁卯日至.
        ("丁卯日(獨靜 & 日沖)", "睽之咸 乙丑 巳", "4"), ("丁卯日(變(日沖))", "睽之咸 乙丑 巳", "5'"),
        ("丁卯日(變(臨日))", "節之中孚 辛亥 寅", "6'"),
        ("數(丁巳日(動 | 空))", "節之中孚 辛亥 寅", 2), ("丁巳日(六沖 or 兄 & 空)", "節之中孚 辛亥 寅", True),
        ("辛亥日", "節之中孚 辛亥 寅", True), ("丁巳日", "節之中孚 辛亥 寅", False),
        ("寅月", "節之中孚 辛亥 寅", True), ("丑月", "節之中孚 辛亥 寅", False),
        ("丁巳日(辛亥日)", "節之中孚 辛亥 寅", False), ("丁巳日(寅月)", "節之中孚 辛亥 寅", True),
    ],
)
def test_at_another_time(source, chart, want):
    assert value(source, chart) == want


def test_only_a_day_or_a_month_is_another_time():
    for name in ("甲丑日", "子日", "甲子月", "甲月", "日", "月", "甲子"):
        assert WORDS.compose(WORDS, name) is None
    assert WORDS.get("丁巳日").ko == "정사일" and WORDS.get("丑月").ko == "축월"


def test_what_is_so_at_another_time_is_told_with_that_time():
    env = environment(draw("節之中孚 辛亥 寅"))
    source = "丁巳日(兄 & 空)"
    told = explain(source, parse(source, WORDS), env)
    assert tell(told, "zh").startswith("以丁巳日論，")
    assert "丁巳日" in tell(told) and "정사일" in tell(told, "ko")


def test_names_made_of_relations_are_not_empty_everywhere():
    assert value("沖剋(鬼, 兄)", D) == "2 6"
    assert value("受生扶(鬼, 日 | 月)", D) == "2 6"
    assert value("受沖剋(兄, 日 | 月)", D) == "3 4"
    for name in ("受", "沖財", "受受克", "生", "動沖"):
        assert WORDS.compose(WORDS, name) is None


@pytest.mark.parametrize(
    "source, want",
    [
        ("克(歲, 財)", "/歲"), ("財 & 受克(財, 歲)", "/1 5"), ("受克(財, 歲 | 日)", "/1 5"),
        ("受生(鬼, 歲 | 日)", "2 6"), ("沖(命, 世)", "/命"), ("財 | 命", "1 5/命"), ("財 - 受克(財, 歲)", "/1 5"),
        ("歲 & 子", "/歲"), ("日 | 歲", "日/歲"), ("歲 <= 子", None),
    ],
)  # fmt: skip
def test_what_is_not_known_may_be_so(source, want):
    assert value(source, D) == want


def test_what_is_not_known_lies_between_its_bounds():
    """Whatever the year turns out to be, it lies between what is sure and what may be."""
    for source in ("克(歲, 財)", "受克(財 | 兄, 歲)", "合(世 | 應, 歲)", "財 - 受沖(財, 歲)", "歲 & 水",
                   "沖剋(歲 | 日, 世 | 應)", "墓(世 | 財, 歲)", "數(受生(鬼 | 兄, 歲))", "父 <= 受生(父, 歲)"):
        node = parse(source, WORDS, want=None)
        unknown = evaluate(node, environment(draw(G)))
        for branch in ganzhi.BRANCHES:
            known = evaluate(node, environment(draw(f"{G} 歲{branch}")))
            if known.kind == SEATS:
                assert unknown.sure & ~known.sure == 0 and known.may & ~unknown.may == 0, source
            elif known.kind == NUMBER:
                assert unknown.low <= known.low <= known.high <= unknown.high, source
            else:
                assert unknown.data == known.data or unknown.data == 1, source


@pytest.mark.parametrize("source", ["命爻", "命墓", "隨鬼入墓"])
def test_what_goes_by_an_unknown_birth_is_what_any_birth_gives(source):
    rng = np.random.default_rng(44)
    given = {"hexagram": rng.integers(0, 64, 400), "moves": rng.integers(0, 64, 400),
             "day": rng.integers(0, 60, 400), "month": rng.integers(0, 12, 400)}
    node = parse(source, WORDS, want=None)
    unknown = evaluate(node, environment(liuyao.lay(**given)))
    known = [evaluate(node, environment(liuyao.lay(**given, birth=birth))).sure
             for birth in range(12)]
    assert (np.bitwise_and.reduce(known) == unknown.sure).all()
    assert (np.bitwise_or.reduce(known) == unknown.may).all()


def test_sex_and_seasons_and_birth_are_told_apart():
    assert value("男 or 動", D) is True and value("男 and 動", D) is None
    assert value("not 男", D) is None and value("男 or 女", D) is None
    seasons = [[value(season, f"姤 甲子 {month}") for season in "春夏秋冬"]
               for month in "寅卯辰巳午未申酉戌亥子丑"]
    assert seasons == [[i == m // 3 for i in range(4)] for m in range(12)]


@pytest.mark.parametrize(
    "source, message",
    [
        ("財 & 男", "seats and truth do not meet"),
        ("數(數(財))", "this is worth number, seats is wanted"),
        ("卦 & 財", "hexagrams and seats do not meet"),
        ("化()", "0 given"),
        ("沖剋(世)", "1 given"),
    ],
)
def test_kinds_that_do_not_meet(source, message):
    with pytest.raises(YarrowError, match=message):
        parse(source, WORDS)
