"""格 of the three transmissions and of what sits over what.

See `liuren_pattern_base` for what a pattern is.
"""

from __future__ import annotations

import numpy as np

from yarrow.charts.ganzhi import CLASH, COMBINATION, HARM, PUNISHMENT
from yarrow.charts.liuren_lessons import MAOXING, YAOKE
from yarrow.charts.liuren_pattern_base import (
    among,
    both,
    controls,
    either,
    element,
    is_sunk,
    is_void,
    pattern,
    person,
    set_of,
    steps,
    trine_element,
    unless,
)
from yarrow.charts.liuren_spirits import spirit

# --- The three transmissions ------------------------------------------------------------


@pattern("回環 회환 coming round", "sanchuan-1: 三傳全在四課之中，曰迴環")
def coming_round(chart):
    """Every transmission stands among the upper branches of the four lessons."""
    return among(chart.transmissions, set_of(chart.upper)).all(1)


@pattern(
    "進連茹 진련여 linked rushes forward",
    "zhonggui-22: 既向前值三空亡，即宜退步",
    note=(
        "The passage describes 寅卯辰 as going forward; the name is the opposite of 退連茹 "
        "(zhonggui-24) and stands in 大全 卷七."
    ),
)
def rushes_forward(chart):
    """The transmissions are three branches in succession."""
    return steps(chart, 1)


@pattern(
    "退連茹 퇴련여 linked rushes backward",
    "zhonggui-24: 四課三傳俱退連茹，丁巳日干上午，三傳卯寅丑",
)
def rushes_backward(chart):
    """The transmissions are three branches in succession, going back."""
    return steps(chart, -1)


@pattern("連茹 연여 linked rushes", "sanchuan-45: 謂連茹課中干支上神夾定三傳者")
def rushes(chart):
    """Forward or backward."""
    return steps(chart, 1) | steps(chart, -1)


@pattern(
    "兩儀夾傳 양의협전 the transmissions hemmed in",
    "sanchuan-45: 兩儀夾傳，謂連茹課中干支上神夾定三傳者",
)
def hemmed_in(chart):
    """連茹, and the gods over stem and branch stand just before and just after the three."""
    low = np.where(steps(chart, 1), chart.transmissions[:, 0], chart.transmissions[:, 2])
    ends = (1 << ((low - 1) % 12).astype(np.int32)) | (1 << ((low + 3) % 12).astype(np.int32))
    return rushes(chart) & (set_of(chart.upper[:, [0, 2]]) == ends)


@pattern(
    "夾定三傳 협정삼전 three transmissions held",
    "zhonggui-42: 夾定三傳格：如干支夾定三傳，或初末六合",
    note=(
        "干支 is taken as the gods over stem and branch, as zhonggui-22 (奈支干前後夾定脫氣在內, of 甲午 with 卯 "
        "and 未) and sanchuan-45 use it."
    ),
)
def held(chart):
    """兩儀夾傳, or the first and the last transmission in 六合."""
    t = chart.transmissions
    return hemmed_in(chart) | among(t[:, 2], COMBINATION[t[:, 0]])


def _between(name, ko, en, triple):
    places = np.array(["子丑寅卯辰巳午未申酉戌亥".index(b) for b in triple])

    def test(chart):
        return (chart.transmissions == places).all(1)

    test.__doc__ = f"The transmissions are {triple}."
    pattern(f"{name} {ko} {en}", source="大全 卷七 課經集 間傳課")(test)


@pattern(
    "間傳 간전 alternate transmissions",
    source="大全 卷七 課經集 間傳課",
    note="Not named in the corpus, whose charts have such transmissions (sanchuan-6, 7, 55).",
)
def alternate(chart):
    """Each transmission passes one branch over, forward or back."""
    return steps(chart, 2) | steps(chart, -2)


# 向陽 and 出陽 are 向三陽 and 出三陽 elsewhere; 變盈 is also 充盈, 冥陰 冥陽.
for _name, _ko, _en, _triple in (
    ("登三天", "등삼천", "climbing the three heavens", "辰午申"),
    ("出三天", "출삼천", "leaving the three heavens", "午申戌"),
    ("涉三淵", "섭삼연", "wading the three abysses", "申戌子"),
    ("入三淵", "입삼연", "entering the three abysses", "戌子寅"),
    ("向陽", "향양", "towards the light", "子寅辰"),
    ("出陽", "출양", "out of the light", "寅辰午"),
    ("出戶", "출호", "out of doors", "丑卯巳"),
    ("盈陽", "영양", "light at the full", "卯巳未"),
    ("變盈", "변영", "fullness changing", "巳未酉"),
    ("入冥", "입명", "into the dark", "未酉亥"),
    ("凝陰", "응음", "shade congealing", "酉亥丑"),
    ("溟濛", "명몽", "drizzle", "亥丑卯"),
    ("冥陰", "명음", "dark shade", "寅子戌"),
    ("偃蹇", "언건", "hobbled", "子戌申"),
    ("悖戾", "패려", "perverse", "戌申午"),
    ("凝陽", "응양", "light congealing", "申午辰"),
    ("顧祖", "고조", "looking back to the forefather", "午辰寅"),
    ("涉疑", "섭의", "wading into doubt", "辰寅子"),
    ("極陰", "극음", "utmost shade", "丑亥酉"),
    ("時遁", "시둔", "timely retreat", "亥酉未"),
    ("勵明", "려명", "striving for light", "酉未巳"),
    ("回明", "회명", "light returning", "未巳卯"),
    ("轉悖", "전패", "turning perverse", "巳卯丑"),
    ("斷澗", "단간", "the broken ravine", "卯丑亥"),
):
    _between(_name, _ko, _en, _triple)


@pattern("三合 삼합 trine", "sanchuan-37: 合中犯煞，謂三合課")
def trine(chart):
    """The transmissions are a whole trine, in any order."""
    return trine_element(chart) >= 0


@pattern("潤下 윤하 soaking down", "sanchuan-55: 如得潤下、從革二課，主生女")
def soaking_down(chart):
    """Trine of water, 申子辰."""
    return trine_element(chart) == 4


@pattern("從革 종혁 yielding to change", "sanchuan-55: 如得潤下、從革二課，主生女")
def yielding(chart):
    """Trine of metal, 巳酉丑."""
    return trine_element(chart) == 3


@pattern("曲直 곡직 bent and straight", "sanchuan-55: 和曲直炎上二課，主生男")
def bent_and_straight(chart):
    """Trine of wood, 亥卯未."""
    return trine_element(chart) == 0


@pattern("炎上 염상 blazing up", "sanchuan-55: 和曲直炎上二課，主生男")
def blazing_up(chart):
    """Trine of fire, 寅午戌."""
    return trine_element(chart) == 1


@pattern(
    "稼穡 가색 sowing and reaping",
    source="大全 卷七 課經集 全局課",
    note="Not named in the corpus.",
)
def sowing(chart):
    """All three transmissions are earth branches."""
    return (element(chart.transmissions) == 2).all(1)


def _opposed(chart, table):
    """Whether the god over stem or branch stands in a relation to some transmission."""
    over = table[chart.upper[:, [0, 2]]]
    return (over.astype(np.int32) & set_of(chart.transmissions)[:, None] != 0).any(1)


@pattern(
    "合中犯煞 합중범살 a killer in the union",
    "sanchuan-37: 合中犯煞，謂三合課，干支上一字與將神刑沖害者，名合中犯煞",
    note=(
        "將神 is read 局中之神, the transmissions, as the three examples show. 三刑 in either direction, "
        "self-punishment apart."
    ),
)
def killer_in_union(chart):
    """三合課, and a god over stem or branch punishes, clashes or harms one of the three."""
    return trine(chart) & (
        _opposed(chart, PUNISHMENT) | _opposed(chart, CLASH) | _opposed(chart, HARM)
    )


@pattern(
    "三六相呼 삼육상호 three and six call",
    "sanchuan-37: 三六相呼，謂三合課，干支上有一字與將神六合者是也",
)
def three_and_six(chart):
    """三合課, and a god over stem or branch is in 六合 with one of the three."""
    return trine(chart) & _opposed(chart, COMBINATION)


def _yin_gods(chart, table):
    return among(chart.upper[:, 3], table[chart.upper[:, 1]])


@pattern(
    "二陰神作六合 이음신작육합 the two yin gods combine",
    "sanchuan-37: 又三合課，如二陰神又作六合，亦吉",
)
def yin_gods_combine(chart):
    """三合課, and the second and fourth lessons are in 六合."""
    return trine(chart) & _yin_gods(chart, COMBINATION)


@pattern(
    "二陰神作刑害沖剋 이음신작형해충극 the two yin gods at odds",
    "sanchuan-37: 如二陰神作刑害沖剋則不吉",
)
def yin_gods_at_odds(chart):
    """三合課, and the second and fourth lessons punish, harm, clash or control one another."""
    two, four = element(chart.upper[:, 1]), element(chart.upper[:, 3])
    at_odds = controls(two, four) | controls(four, two)
    for table in (PUNISHMENT, HARM, CLASH):
        at_odds = at_odds | _yin_gods(chart, table)
    return trine(chart) & at_odds


@pattern("三奇發用 삼기발용 the wonder begins", "sanchuan-22: 三傳亥辰辰，三奇發用")
def wonder_begins(chart):
    """The first transmission is the 三奇 of the decade."""
    return among(chart.transmissions[:, 0], spirit(chart, "三奇"))


def _pure(chart, parity):
    return (chart.transmissions % 2 == parity).all(1) & (chart.upper % 2 == parity).all(1)


@pattern(
    "六純 육순 six alike",
    source="大全 卷八 課經集 六純格",
    note="The corpus has 純陽 (六陽課) and 陰極 (sanchuan-41), not this name for both.",
)
def six_alike(chart):
    """六陽 or 六陰."""
    return _pure(chart, 0) | _pure(chart, 1)


@pattern("六陽 육양 six yang", "sanchuan-41: 純陽者，六陽課也，陽極陰生，故主女")
def six_yang(chart):
    """Lessons and transmissions are all yang branches."""
    return _pure(chart, 0)


@pattern(
    "六陰 육음 six yin", "sanchuan-41: 課傳陰極復生男", note="陰極者反是: the counterpart of 六陽."
)
def six_yin(chart):
    """Lessons and transmissions are all yin branches."""
    return _pure(chart, 1)


def _corners(chart):
    """All three transmissions are 孟, 寅巳申亥."""
    return (chart.transmissions % 3 == 2).all(1)


@pattern("元胎 원태 primal womb", "sanchuan-55: 元胎順逆詳宜忌")
def primal_womb(chart):
    """All three transmissions are 寅巳申亥 (大全 卷八: 三傳皆四孟)."""
    return _corners(chart)


@pattern("生元胎 생원태 womb of birth", "zhonggui-37: 如寅加亥為生元胎")
def womb_of_birth(chart):
    """元胎 with 寅 over 亥."""
    return _corners(chart) & (chart.shift == 3)


@pattern("病元胎 병원태 womb of sickness", "zhonggui-37: 如寅加巳為病元胎")
def womb_of_sickness(chart):
    """元胎 with 寅 over 巳."""
    return _corners(chart) & (chart.shift == 9)


@pattern(
    "衰元胎 쇠원태 womb of decline", "zhonggui-37: 寅加辰為衰元胎卦，惟乙未日亥加丑昴星一課是也"
)
def womb_of_decline(chart):
    """元胎 with 寅 over 辰."""
    return _corners(chart) & (chart.shift == 10)


def _begins_over(chart, heaven, earth):
    return (chart.transmissions[:, 0] == heaven) & (chart.shift == (heaven - earth) % 12)


@pattern(
    "魁度天門 괴도천문 the Head crosses heaven's gate",
    "sanchuan-55: 戌為河魁，亥為天門，戌加亥發用，名魁度天門",
)
def head_crosses_gate(chart):
    """戌 over 亥 is the first transmission."""
    return _begins_over(chart, 10, 11)


@pattern(
    "罡塞鬼戶 강새귀호 the Ladle stops the ghosts' door",
    "sanchuan-55: 辰天罡，寅為鬼戶，辰加寅發用，名罡塞鬼戶",
)
def ladle_stops_door(chart):
    """辰 over 寅 is the first transmission."""
    return _begins_over(chart, 4, 2)


@pattern(
    "足朝天 족조천 feet to heaven",
    "sanchuan-42: 卯手戌足，戌加卯上主順生，如丙申日三傳戌巳子，戌加卯發用是也",
)
def feet_to_heaven(chart):
    """戌 over 卯 is the first transmission."""
    return _begins_over(chart, 10, 3)


@pattern(
    "手指地 수지지 a hand to earth", "sanchuan-42: 卯加戌主逆生，如辛丑日三傳卯申丑，卯加戌發用是也"
)
def hand_to_earth(chart):
    """卯 over 戌 is the first transmission."""
    return _begins_over(chart, 3, 10)


@pattern(
    "引從日干 인종일간 led and followed, the stem",
    "sanchuan-31: 癸酉日干上午，初未末巳，是引人其日干也",
    note="引人 is read 引從, as two lines on: 是引從其支辰也.",
)
def stem_led(chart):
    """The first transmission is one ahead of the god over the stem, the last one behind it."""
    return _led(chart, chart.upper[:, 0])


@pattern(
    "引從支辰 인종지신 led and followed, the branch",
    "sanchuan-31: 丁亥日，支上辰，初巳末卯，是引從其支辰也",
)
def branch_led(chart):
    """The first transmission is one ahead of the god over the branch, the last one behind it."""
    return _led(chart, chart.upper[:, 2])


def _led(chart, over):
    t = chart.transmissions
    return (t[:, 0] == (over + 1) % 12) & (t[:, 2] == (over - 1) % 12)


@pattern("羅網 라망 nets", "sanchuan-44: 干前一位為天羅，支前一位為地網，干支上乘羅網，主難產")
def nets(chart):
    """Over the stem its 天羅, over the branch its 地網. (Both come together, at shift 1.)"""
    return among(chart.upper[:, 0], spirit(chart, "天羅")) & among(
        chart.upper[:, 2], spirit(chart, "地網")
    )


@pattern(
    "破羅破網 파라파망 broken nets",
    "sanchuan-44: 如值空亡，或年命上有神沖破者，名破羅破網，可免",
    note="One net broken is enough: void, or in clash with the god over 行年 or 本命.",
)
def broken_nets(chart):
    """羅網, and a net is void, or a god over the person's year or birth clashes with it."""
    nets_at = set_of(chart.upper[:, [0, 2]])
    void = is_void(chart, chart.upper[:, [0, 2]]).any(1)
    struck = person(chart, lambda over: among((over + 6) % 12, nets_at))
    return both(nets(chart), either(void, struck))


@pattern("河魁度亥 하괴도해 the Head on Pig", "sanchuan-30: 河魁度亥風波動")
def head_on_pig(chart):
    """戌 sits on 亥, whether it is used or not; used it is 魁度天門."""
    return chart.shift == 11


def _begins_with(chart, name):
    places = spirit(chart, name)
    return unless(places < 0, among(chart.transmissions[:, 0], np.maximum(places, 0)))


@pattern("太歲發用 태세발용 the year begins", "sanchuan-16: 如太歲發用，吉凶應在一年之內之類")
def year_begins(chart):
    """The first transmission is the branch of the year."""
    return _begins_with(chart, "太歲")


@pattern("舊太歲發用 구태세발용 the old year begins", "sanchuan-16: 又舊太歲發用，為已往事")
def old_year_begins(chart):
    """The first transmission is the branch of last year."""
    return _begins_with(chart, "舊太歲")


@pattern("新太歲發用 신태세발용 the new year begins", "sanchuan-16: 新太歲發用，為將來事")
def new_year_begins(chart):
    """The first transmission is the branch of next year."""
    return _begins_with(chart, "新太歲")


@pattern(
    "成神天喜入課 성신천희입과 accomplishment and joy",
    "sanchuan-30: 成神巳申亥寅三輪，天喜春戌順四季。二課入課，占婚姻必成",
    note="Both, in lessons or transmissions: 二課 is read 二神, as the Korean does.",
)
def accomplishment_and_joy(chart):
    """成神 and 天喜 both stand among the gods of the four lessons and three transmissions."""
    there = set_of(np.concatenate([chart.upper, chart.transmissions], 1))
    one, two = spirit(chart, "成神"), spirit(chart, "天喜")
    return unless(one < 0, (one & there != 0) & (two & there != 0))


@pattern(
    "四課無遙 사과무요 nothing near or far", "sanchuan-38: 四課無遙，取昴星上下神為用，故婚姻必舛"
)
def nothing_far(chart):
    """昴星: neither 克 nor 遙克."""
    return chart.method == MAOXING


@pattern(
    "遙克落空 요극락공 a far control that is void",
    "zhonggui-21: 但凡遙克為用作空亡，或坐空鄉，或乘天空者，凡占皆虛無不實也",
    note="By the branch alone; riding 天空 is 遙克乘空.",
)
def far_and_void(chart):
    """遙克, and the first transmission is void or sits on a void branch."""
    return (chart.method == YAOKE) & is_sunk(chart, chart.transmissions[:, 0])
