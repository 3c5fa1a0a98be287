"""大六壬: 行年, the time that the year and the Ladle tell, numbers, fields, and what is looked at.

Small tables and functions that texts 001 and 004 use beside the plates. Branches are 0..11,
-1 unknown.
"""

from __future__ import annotations

import numpy as np

from yarrow.charts.ganzhi import (
    BRANCH_ELEMENT,
    BRANCH_NUMBER,
    DEAD,
    FLOURISHING,
    GROWING,
    RESTING,
    RIVER_NUMBER,
    TRAPPED,
)
from yarrow.charts.liuren_lessons import LODGE

# 後天: 子坎 丑寅艮 卯震 辰巳巽 午離 未申坤 酉兌 戌亥乾, as places in 坎艮震巽離坤兌乾. 離中女而兌少女,
# 坎中男而辰(震)長男, 乘戌亥干宮所屬，乘丑寅艮宮所屬，則男，乘辰巳巽未申坤則生婦 (sanchuan-50).
TRIGRAMS = (
    ("坎", "감", "kan"), ("艮", "간", "gen"), ("震", "진", "zhen"), ("巽", "손", "xun"),
    ("離", "리", "li"), ("坤", "곤", "kun"), ("兌", "태", "dui"), ("乾", "건", "qian"),
)  # fmt: skip
TRIGRAM = np.array([0, 1, 1, 2, 3, 3, 4, 5, 5, 6, 7, 7], np.int8)
# Whether the trigram of a branch is male: 坎 艮 震 乾.
MALE = np.isin(TRIGRAM, (0, 1, 2, 7))

# 分野 by branch: lodges, country, province. The text gives 子宮女虛危之宿屬齊分青州之類 and sends
# its reader to maps for the rest (sanchuan-20); 丑中有牛宿，子中有女宿 (sanchuan-30). The other
# eleven are the common list (晉書 天文志, 州郡躔次), not attested in the corpus.
FIELDS = (
    ("女虛危", "齊", "青州"), ("斗牛", "吳越", "揚州"), ("尾箕", "燕", "幽州"),
    ("氐房心", "宋", "豫州"), ("角亢", "鄭", "兗州"), ("翼軫", "楚", "荊州"),
    ("柳星張", "周", "三河"), ("井鬼", "秦", "雍州"), ("觜參", "魏", "益州"),
    ("胃昴畢", "趙", "冀州"), ("奎婁", "魯", "徐州"), ("室壁", "衛", "并州"),
)  # fmt: skip

# 類神, what is looked at for each question, in the words of sanchuan-21. A word is a general, a
# kin of the day, 幕貴 (`liuren_spirits.screened_nobleman`), or a spirit of `liuren_spirits`.
LOOKED_AT = {
    "婚姻": ("妻財", "官鬼", "青龍", "天后"),
    "孕產": ("胎神", "養神", "二血", "生氣", "天后", "六合"),
    "考試": ("朱雀", "幕貴", "魁罡", "驛馬"),
    "仕宦": ("官鬼", "貴人", "祿", "驛馬", "青龍", "太常"),
    "求財經商": ("妻財", "青龍", "二耗", "奇儀"),
    "出行": ("二馬", "遊神", "戲神"),
    "趨謁": ("貴人",),
    "疾病": ("白虎", "官鬼", "病符", "墓神", "絕神", "生氣", "死氣", "天醫", "地醫"),
    "公訟": ("官鬼", "朱雀", "勾陳"),
    "盜賊": ("官鬼", "子孫", "勾陳", "玄武"),
}


def year_fate(male, age) -> np.ndarray:
    """行年: the branch of a person's year. male: 1, 0, -1 unknown; age: counted from 1, -1 unknown.

    男一歲起丙寅順行，女一歲起壬申逆行 (sanchuan-22). Four ages of sanchuan-28 bear it out.
    """
    male, age = np.broadcast_arrays(np.asarray(male), np.asarray(age))
    branch = np.where(male == 1, 2 + age - 1, 8 - (age - 1)) % 12
    return np.where((male < 0) | (age < 1), -1, branch).astype(np.int8)


def year_fate_pillar(male, age) -> np.ndarray:
    """行年 as a pillar 0..59: from 丙寅 forward, from 壬申 backward. -1 unknown. See `year_fate`."""
    male, age = np.broadcast_arrays(np.asarray(male), np.asarray(age))
    pillar = np.where(male == 1, 2 + age - 1, 8 - (age - 1)) % 60
    return np.where((male < 0) | (age < 1), -1, pillar).astype(np.int8)


ON, AHEAD, BEHIND, OPPOSITE = range(4)


def _standing(seat, mark):
    """Where an earth branch stands to a mark on the ring; opposite, it is neither ahead nor behind."""
    step = (np.asarray(seat) - mark) % 12
    told = np.select([step == 0, step < 6, step > 6], [ON, AHEAD, BEHIND], OPPOSITE)
    return np.where((np.asarray(seat) < 0) | (np.asarray(mark) < 0), -1, told).astype(np.int8)


def year_past_month(chart) -> np.ndarray:
    """太歲加臨月建法: (n,) AHEAD, the matter is past; BEHIND, it is to come; ON, it is now. -1 unknown.

    太歲如過月建，則事屬已往，未過月建，則事屬將來。正值月建，則事在當時. 子加卯 is past 寅, 子加丑 is
    not (sanchuan-17). Of the place opposite the text says nothing: OPPOSITE.
    """
    return _standing(chart.below(chart.year), chart.month)


def ladle_past_day(chart) -> np.ndarray:
    """天罡加臨日干法: (n,) AHEAD, the matter is past; BEHIND, not yet; ON, before one's eyes.

    天罡在日之前，主事已過。在日之後，事未過。正臨日干，事在目前 (sanchuan-18), with 辰臨卯, 辰加丑 and
    辰加寅 on the six 甲 days.
    """
    return _standing(chart.below(np.full(len(chart), 4)), LODGE[chart.stem])


def amount(branch, seat, state, numbers: str = "large") -> np.ndarray:
    """數目: the number that a god over its seat tells, by its seasonal state; a float.

    branch, seat: the god used and the earth branch under it; state: FLOURISHING .. DEAD of
    `ganzhi.seasonal_state`. 旺 multiplies the two and goes one place up (350, 或三千五百: a
    further power of ten is left to the reader); 相 multiplies and doubles; 休 adds; 死囚 adds and
    halves. numbers: "large" the 先天 (大衍) numbers, "small" those of the River Chart, as
    少者以河圖數取之，多者以先天數取之 (sanchuan-19). ValueError for another word.
    """
    if numbers == "large":
        one, two = BRANCH_NUMBER[np.asarray(branch)], BRANCH_NUMBER[np.asarray(seat)]
    elif numbers == "small":
        one = RIVER_NUMBER[BRANCH_ELEMENT[np.asarray(branch)]]
        two = RIVER_NUMBER[BRANCH_ELEMENT[np.asarray(seat)]]
    else:
        raise ValueError(f"numbers must be large or small, not {numbers!r}")
    one, two, state = one.astype(np.int64), two.astype(np.int64), np.asarray(state)
    if not np.isin(state, (FLOURISHING, GROWING, RESTING, TRAPPED, DEAD)).all():
        raise ValueError("state must be 0 to 4")
    return np.select(
        [state == FLOURISHING, state == GROWING, state == RESTING],
        [one * two * 10.0, one * two * 2.0, one + two + 0.0],
        (one + two) / 2,
    )
