"""Stems, branches, elements and the relations between them, as small integer tables.

Everywhere in `yarrow.charts` a stem is 0..9 (甲 = 0), a branch 0..11 (子 = 0), a pillar
0..59 (甲子 = 0) and an element 0..4 in the order of generation (木 火 土 金 水), so that
element e generates (e + 1) % 5 and controls (e + 2) % 5. A set of branches is a 12-bit
integer, bit b standing for branch b.

Every function takes integers or integer arrays and works element by element; what it
returns is a numpy integer or an array of the broadcast shape. Names in Chinese, Korean and
English are in `yarrow.charts.ganzhi_names`. Passages are cited by their id: `yushi-14` is
the fourteenth passage of the text `yushi`.
"""

from __future__ import annotations

import numpy as np

STEMS = "甲乙丙丁戊己庚辛壬癸"
BRANCHES = "子丑寅卯辰巳午未申酉戌亥"
ELEMENTS = "木火土金水"

STEMS_KO = "갑을병정무기경신임계"
BRANCHES_KO = "자축인묘진사오미신유술해"
ELEMENTS_KO = "목화토금수"

STEMS_EN = ("jia", "yi", "bing", "ding", "wu", "ji", "geng", "xin", "ren", "gui")
BRANCHES_EN = ("zi", "chou", "yin", "mao", "chen", "si", "wu", "wei", "shen", "you", "xu", "hai")
ELEMENTS_EN = ("wood", "fire", "earth", "metal", "water")

PILLARS = tuple(STEMS[i % 10] + BRANCHES[i % 12] for i in range(60))

STEM_ELEMENT = np.array([0, 0, 1, 1, 2, 2, 3, 3, 4, 4], np.int8)
BRANCH_ELEMENT = np.array([4, 2, 0, 0, 2, 1, 1, 2, 3, 3, 2, 4], np.int8)


def pillar(name: str) -> int:
    """The index 0..59 of a pillar such as 甲子. ValueError if it is none of the sixty."""
    if name not in PILLARS:
        raise ValueError(f"{name!r} is none of the sixty pillars")
    return PILLARS.index(name)


def pillar_of(stem, branch):
    """The pillar 0..59 of a stem and a branch, -1 where their parity differs (甲丑)."""
    stem, branch = np.asarray(stem), np.asarray(branch)
    return np.where((stem - branch) % 2 == 0, (6 * stem - 5 * branch) % 60, -1)


# --- The five elements -------------------------------------------------------------------

# relation(a, b): what a is to b, as the number of steps of generation from a to b.
SAME, GENERATES, CONTROLS, CONTROLLED, GENERATED = range(5)


def relation(a, b):
    """生克: SAME, GENERATES (a 生 b), CONTROLS (a 克 b), CONTROLLED (b 克 a), GENERATED (b 生 a).

    With a the self, the codes are the six kin in order: 兄弟 子孫 妻財 官鬼 父母.
    """
    return (np.asarray(b) - np.asarray(a)) % 5


# 旺相休囚死, by what the element of the season is to the element asked about. 001 gives the
# orders of strength (sanchuan-19: 旺 相 休 死囚) and a case: 未 in spring is 死 (sanchuan-54).
FLOURISHING, GROWING, RESTING, TRAPPED, DEAD = range(5)
_STATE = np.array([FLOURISHING, GROWING, DEAD, TRAPPED, RESTING], np.int8)


def ruling_element(month_branch, earth_months: bool = True):
    """The element that rules a month, by its branch.

    earth_months: 辰戌丑未 belong to earth (月建 as the line and day texts count it: a month is
    the element of its branch). False: each season is one element for its three months, as
    zhonggui-12 speaks of 春占木旺 and zhonggui-13 of 秋冬水生旺之月. No text of the corpus
    divides a month, so the eighteen days of 土王用事 are not offered here.
    """
    month_branch = np.asarray(month_branch)
    if earth_months:
        return BRANCH_ELEMENT[month_branch]
    return np.array([0, 1, 3, 4], np.int8)[(month_branch - 2) % 12 // 3]


def seasonal_state(element, month_branch, earth_months: bool = True):
    """旺 0, 相 1, 休 2, 囚 3, 死 4: the state of an element in a month. See `ruling_element`."""
    return _STATE[relation(ruling_element(month_branch, earth_months), element)]


# --- Branch to branch: functions -----------------------------------------------------------


def clash(branch):
    """六沖: the opposite branch. 癸卯日…干上酉為沖 (sanchuan-37)."""
    return (np.asarray(branch) + 6) % 12


def combination(branch):
    """六合: 子丑 寅亥 卯戌 辰酉 巳申 午未. 午未又為六合, 寅與亥為六合 (sanchuan-28)."""
    return (13 - np.asarray(branch)) % 12


def harm(branch):
    """六害: 子未 丑午 寅巳 卯辰 申亥 酉戌. 丁丑日，干上午與支六害 (sanchuan-27)."""
    return (19 - np.asarray(branch)) % 12


def void_first(day):
    """旬空: the first of the two void branches of the decade of a day pillar 0..59.

    The second follows it. 丙子日干上戌，申酉空 (sanchuan-14).
    """
    return (np.asarray(day) // 10 * 10 + 10) % 12


def punished(branch):
    """三刑: the branch that this one punishes.

    子卯 each other; 寅 巳 申 and 丑 戌 未 in a ring; 辰 午 酉 亥 themselves. Attested:
    戌與未為三刑, 申上乘巳, 卯上乘子亦為三刑 (sanchuan-28), 卯與子貴相刑 (sanchuan-23),
    丙寅伏吟干上巳為支所刑 (sanchuan-27), 自刑 (liuchu-4). The directions are those of the
    伏吟 method, where the second transmission is what the first punishes.
    """
    return _PUNISHED[np.asarray(branch)]


_PUNISHED = np.array([3, 10, 5, 0, 4, 8, 6, 1, 2, 9, 7, 11], np.int8)


def broken(branch):
    """六破: 子酉 丑辰 寅亥 卯午 巳申 未戌.

    The list of the tradition; the corpus names 破 beside 刑沖害 (sanchuan-23) without a table.
    In the line texts 月破 and 日破 are the clash, not this.
    """
    branch = np.asarray(branch)
    return np.where(branch % 2 == 0, branch + 9, branch + 3) % 12


# --- Branch to branch: masks ----------------------------------------------------------------
# Twelve entries; entry b is the set of branches that stand in the relation to branch b,
# never b itself except for SELF_PUNISHMENT.


def _pairs(of) -> np.ndarray:
    return np.array([1 << int(of(b)) for b in range(12)], np.int16)


CLASH = _pairs(clash)
COMBINATION = _pairs(combination)
HARM = _pairs(harm)
BREAK = _pairs(broken)
PUNISHES = np.array([1 << int(p) if p != b else 0 for b, p in enumerate(_PUNISHED)], np.int16)
SELF_PUNISHMENT = np.array([1 << b if p == b else 0 for b, p in enumerate(_PUNISHED)], np.int16)
# Punished by or punishing: 三刑 as the texts use it of two branches, without direction.
PUNISHMENT = PUNISHES | np.array(
    [sum(1 << c for c in range(12) if _PUNISHED[c] == b != c) for b in range(12)], np.int16
)
# 三合: the whole trine of a branch, itself included, and the other two alone.
TRINE_SET = np.array([sum(1 << (b + s) % 12 for s in (0, 4, 8)) for b in range(12)], np.int16)
TRINE = TRINE_SET & ~np.array([1 << b for b in range(12)], np.int16)
# Its element: 申子辰 water, 亥卯未 wood, 寅午戌 fire, 巳酉丑 metal; and its middle branch.
TRINE_ELEMENT = np.array([4, 3, 1, 0] * 3, np.int8)
TRINE_MIDDLE = np.array([0, 9, 6, 3] * 3, np.int8)  # 將星之法，以中神為主 (yushi-16)


# --- Stems -----------------------------------------------------------------------------------


def stem_combination(stem):
    """五合: 甲己 乙庚 丙辛 丁壬 戊癸. 丙合於辛, 戊…合癸, 庚…合乙 (yushi-23, yushi-24)."""
    return (np.asarray(stem) + 5) % 10


def combined_element(stem):
    """化氣: the element of a combined pair: 甲己 earth, 乙庚 metal, 丙辛 water, 丁壬 wood, 戊癸 fire."""
    return (np.asarray(stem) % 5 + 2) % 5


# 祿: the 臨官 of each stem. 甲祿在寅, 乙祿在卯, 丙戊祿巳 (yushi-16).
SALARY = np.array([2, 3, 5, 6, 5, 6, 8, 9, 11, 0], np.int8)

# 支藏天干: the stems inside each branch, the chief one first (yushi-25: 子中癸己更加辛 …).
# The verse is the text's own and differs from the list that is common elsewhere.
HIDDEN_STEMS = tuple(
    tuple(STEMS.index(s) for s in stems)
    for stems in "癸己辛 己癸辛 甲丙戊 乙癸 戊乙癸 丙戊庚 丁乙己 己丁 庚壬 辛丁己 戊辛丁 壬甲".split()
)


def first_month_stem(year_stem):
    """五虎遁: the stem of the 寅 month of a year. 甲己之年丙作首."""
    return (np.asarray(year_stem) % 5 * 2 + 2) % 10


def month_pillar(year_stem, month_branch):
    """The pillar of a month, by 五虎遁, from the stem of its year (which begins with 寅)."""
    step = (np.asarray(month_branch) - 2) % 12
    return pillar_of((first_month_stem(year_stem) + step) % 10, month_branch)


def hour_pillar(day_stem, hour_branch):
    """五鼠遁, which is also 五子元遁: the pillar of an hour branch from the stem of the day. 甲己還加甲."""
    stem = (np.asarray(day_stem) % 5 * 2 + np.asarray(hour_branch)) % 10
    return pillar_of(stem, hour_branch)


def five_rats_stem(day, branch):
    """五子元遁: the stem that a branch carries by the stem of the day pillar (sanchuan-13)."""
    return (np.asarray(day) % 5 * 2 + np.asarray(branch)) % 10


def decade_stem(day, branch):
    """旬遁: the stem that a branch carries in the decade of a day pillar, -1 for the void two.

    甲戌日，干上辰為財，乃遁庚 (sanchuan-13).
    """
    step = (np.asarray(branch) - np.asarray(day) // 10 * 10) % 12
    return np.where(step < 10, step, -1)


# --- The twelve stages -----------------------------------------------------------------------
# 長生 0, 沐浴 1, 冠帶 2, 臨官 3, 帝旺 4, 衰 5, 病 6, 死 7, 墓 8, 絕 9, 胎 10, 養 11.
BIRTH, BATHING, CAPPING, OFFICE, PRIME, DECLINE = range(6)
SICKNESS, DEATH, TOMB, EXTINCTION, EMBRYO, NURTURE = range(6, 12)

# The schools of earth:
#   water  with water, 長生 at 申. 水土生申 (yushi-14), the reason in yushi-26 (申中有坤). The tomb of
#          戊 is 辰 (zhonggui-24), its embryo 午 (zhonggui-32 on 戊寅; zhonggui-28 或有用午為胎神者).
#   fire   with fire, 長生 at 寅. 戊己當絕在亥懷，明知子上有胞胎 (sanchuan-46, zhonggui-28): this is
#          what 001 and 004 use for the embryo, of earth branches also (sanchuan-51 on 辛丑).
#   split  戊 at 寅 going forward, 己 at 酉 going back (yushi-22 to 24 and 26: 若分陰陽).
EARTH_SCHOOLS = ("water", "fire", "split")
# The schools of the yin stems:
#   same      as the yang stem of their element. 不分陰陽，同其生死，此其準也 (yushi-21); 001 takes 未
#             for the tomb of 乙 (sanchuan-7, 54) and 戌 for that of 丁 (sanchuan-22).
#   reversed  born where the yang stem dies and going back. 陽生陰死，陰死陽生 (yushi-21), with
#             乙午 丁酉 己酉 辛子 癸卯 (yushi-16, 22 to 24).
YIN_SCHOOLS = ("same", "reversed")
_MAIN_STEM = np.array([stems[0] for stems in HIDDEN_STEMS], np.int8)


def _check_school(name: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise ValueError(f"{name} must be one of {', '.join(allowed)}, not {value!r}")


def _births(earth: str) -> np.ndarray:
    """Where each element is born: 金生巳，木生亥，火生寅，水土生申 (yushi-14)."""
    _check_school("earth", earth, EARTH_SCHOOLS[:2])
    return np.array([11, 2, 8 if earth == "water" else 2, 5, 8], np.int8)


def element_stage(element, branch, earth: str = "water"):
    """十二長生 of an element at a branch, 0..11 from 長生. earth: "water" or "fire".

    The split school needs a stem or a branch, not a bare element: `stem_stage`, `branch_stage`.
    """
    return (np.asarray(branch) - _births(earth)[np.asarray(element)]) % 12


def stem_stage(stem, branch, earth: str = "water", yin: str = "same"):
    """十二長生 of a stem at a branch, 0..11 from 長生, by the schools named above.

    In the split school 己 goes back from 酉 whatever `yin` says, since it has no other place.
    """
    _check_school("earth", earth, EARTH_SCHOOLS)
    _check_school("yin", yin, YIN_SCHOOLS)
    stem, branch = np.asarray(stem), np.asarray(branch)
    forward = element_stage(STEM_ELEMENT[stem], branch, "fire" if earth == "split" else earth)
    # The yin stem is born where the yang stem dies (stage 7) and goes the other way.
    backward = (DEATH - forward) % 12
    reverse = (stem % 2 == 1) & ((yin == "reversed") | ((earth == "split") & (stem == 5)))
    return np.where(reverse, backward, forward)


def branch_stage(branch, at, earth: str = "water", yin: str = "same"):
    """十二長生 of a branch at another, taking the branch as its chief stem (辰戌 as 戊, 丑未 as 己)."""
    return stem_stage(_MAIN_STEM[np.asarray(branch)], at, earth, yin)


def element_at(element, stage, earth: str = "water"):
    """The branch where an element is at a stage: element_at(0, TOMB) is 未, the tomb of wood."""
    return (_births(earth)[np.asarray(element)] + stage) % 12


# --- Numbers and sounds ------------------------------------------------------------------------

# 子午甲己九 丑未乙庚八 寅申丙辛七 卯酉丁壬六 辰戌戊癸五 巳亥四: sanchuan-19 quotes the head of the
# verse and uses 寅七 辰五 巳四 申七 午九 戌五 酉六. It calls them 大衍數, and then 先天數.
STEM_NUMBER = np.array([9, 8, 7, 6, 5] * 2, np.int8)
BRANCH_NUMBER = np.array([9, 8, 7, 6, 5, 4] * 2, np.int8)
# 水一火二者，河圖數也 (sanchuan-19): the generating numbers, and the completing ones five more.
RIVER_NUMBER = np.array([3, 2, 5, 4, 1], np.int8)  # by element
RIVER_NUMBER_COMPLETE = RIVER_NUMBER + 5

# 納音: the element of each pair of pillars, named by 納音法，又妻本命納音之胎神 (zhonggui-42) and
# not tabled in the corpus. The table of the tradition (夢溪筆談 5 explains it).
_SOUND = "金火木土金火水土金木水土火木水金火木土金火水土金木水土火木水"
SOUND_ELEMENT = np.array([ELEMENTS.index(_SOUND[i // 2]) for i in range(60)], np.int8)
