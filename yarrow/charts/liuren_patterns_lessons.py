"""格 of method and of the four lessons, before kin or questions come in.

See `liuren_pattern_base` for what a pattern is.
"""

from __future__ import annotations

import numpy as np

from yarrow.charts.ganzhi import CLASH, COMBINATION, HARM, PUNISHMENT, STEM_ELEMENT, TRINE_SET
from yarrow.charts.liuren_lessons import BAZHUAN, BIEZE, KINDS, LODGE, MAOXING, METHODS, WUYI
from yarrow.charts.liuren_pattern_base import (
    among,
    birthplace,
    controls,
    element,
    pattern,
    set_of,
)

# --- By method --------------------------------------------------------------------------

# Where the texts name a method; the rest are named by the tradition alone (大全 卷七 課經集).
_NAMED = {
    "遙克": "zhonggui-21: 但凡遙克為用作空亡",
    "昴星": "sanchuan-38: 四課無遙，取昴星上下神為用",
    "別責": "sanchuan-8: 如丙辰日別責",
    "八專": "sanchuan-38: 八專無克，取干支上神順逆三神為用",
    "伏吟": "sanchuan-27: 丙寅伏吟",
    "返吟": "sanchuan-51: 五月壬午日返吟",
    "蒿矢": "zhonggui-1: 兼是蒿矢擇比為用",
    "無依": "sanchuan-8: 無依六課",
}


def _by_method(names, field):
    """Register each method, or each kind of lesson, as a pattern of its name.

    Where a kind has the name of its method (涉害, 別責, 八專) the method stands for both.
    """
    for index, (zh, ko, en) in enumerate(names):
        if field == "kind" and zh in {m[0] for m in METHODS}:
            continue

        def test(chart, index=index):
            return getattr(chart, field) == index

        test.__doc__ = f"The transmissions come by {zh}: {en}."
        quote = _NAMED.get(zh, "")
        pattern(f"{zh} {ko} {en}", quote, source="" if quote else "大全 卷七 課經集")(test)


_by_method(METHODS, "method")
_by_method(KINDS, "kind")


@pattern(
    "不入 불입 not entered",
    "sanchuan-8: 發用不在四課之上，為他處發用。如昴星十六課，別責九課，八專十六課。無依六課，皆在四課之外發用，名曰不入",
    note=(
        "By the four methods named: the first transmission is not taken from a lesson. Its branch "
        "may still stand in one: so in seven of 昴星 and one of 八專."
    ),
)
def not_entered(chart):
    """昴星, 別責, 八專, and 返吟 without control (無依)."""
    return np.isin(chart.method, (MAOXING, BIEZE, BAZHUAN)) | (chart.kind == WUYI)


# --- The four lessons -------------------------------------------------------------------


def _twin(chart, one, two):
    return chart.upper[:, one] == chart.upper[:, two]


def _lacking(chart):
    """(n,) missing 支之陽神, (n,) missing 支之陰神: the lesson that repeats the other side's.

    Lodgings that coincide with the branch (八專) make two pairs alike and lack no single one.
    """
    apart = LODGE[chart.stem] != chart.branch
    moved = chart.shift != 0
    return apart & moved & _twin(chart, 1, 2), apart & moved & _twin(chart, 0, 3)


@pattern(
    "不備 불비 incomplete lessons",
    "sanchuan-37: 陽課不足謂干支之陽神不德也，二陰一陽，故主女爭夫。陰課不足，謂干支之陰課不備也",
    note="不德 is read 不備, as the Korean does.",
)
def incomplete(chart):
    """Three of the four lessons are distinct."""
    yang, yin = _lacking(chart)
    return yang ^ yin


@pattern(
    "陽不備 양불비 yang lesson lacking",
    "sanchuan-37: 陽課不足謂干支之陽神不德也，二陰一陽",
    note="The later of the two equal lessons is the one lacking: 內壬子日，缺一支之陽神 (sanchuan-30).",
)
def yang_lacking(chart):
    """The third lesson (支之陽神) repeats the second."""
    yang, yin = _lacking(chart)
    return yang & ~yin


@pattern("陰不備 음불비 yin lesson lacking", "sanchuan-37: 陰課不足，謂干支之陰課不備也，二陽一陰")
def yin_lacking(chart):
    """The fourth lesson repeats the first."""
    yang, yin = _lacking(chart)
    return yin & ~yang


@pattern(
    "干支相會 간지상회 stem and branch meet",
    "sanchuan-2: 謂不備課中，干支迴環，自作三合，名干支相會",
)
def stem_branch_meet(chart):
    """不備, and the upper branches of the lessons make a whole trine."""
    return incomplete(chart) & (set_of(chart.upper) == TRINE_SET[chart.upper[:, 0]])


@pattern(
    "干神歸支 간신귀지 the stem goes to the branch",
    "sanchuan-3: 不備課中，干神臨於支上，丙戌日巳加戌",
)
def stem_over_branch(chart):
    """不備, and over the day's branch stands the branch where its stem lodges."""
    return incomplete(chart) & (chart.upper[:, 2] == LODGE[chart.stem])


def _fights(chart):
    """(n, 4) whether upper or lower of a lesson controls the other; the first lower is the stem."""
    below = element(chart.lower)
    below[:, 0] = STEM_ELEMENT[chart.stem]
    above = element(chart.upper)
    return controls(below, above) | controls(above, below)


@pattern(
    "狐疑 호의 a fox's doubts",
    "sanchuan-9: 課取克賊發用，要以純一不雜為準。如或二三四課克戰，其義難明，故曰狐疑",
    note=(
        "二三四課 is read two, three or four lessons (so the Korean); a lesson that stands twice is "
        "counted once."
    ),
)
def fox_doubt(chart):
    """Two or more distinct lessons are in 克."""
    fights = _fights(chart)
    for later in range(1, 4):
        for earlier in range(later):
            fights[:, later] &= ~(_twin(chart, earlier, later) & fights[:, earlier])
    return fights.sum(1) >= 2


@pattern("蕪淫 무음 rank lust", "sanchuan-38: 蕪淫課，上神互克其干支")
def rank_lust(chart):
    """The god over the stem controls the branch, the god over the branch controls the stem."""
    over_stem, over_branch = element(chart.upper[:, 0]), element(chart.upper[:, 2])
    return controls(over_stem, element(chart.branch)) & controls(
        over_branch, STEM_ELEMENT[chart.stem]
    )


@pattern("解離 해리 parting", "sanchuan-38: 解離課，干支互克其上神")
def parting(chart):
    """The stem controls the god over the branch, the branch the god over the stem."""
    over_stem, over_branch = element(chart.upper[:, 0]), element(chart.upper[:, 2])
    return controls(STEM_ELEMENT[chart.stem], over_branch) & controls(
        element(chart.branch), over_stem
    )


def _crossed(chart, table):
    """Whether 干上 stands to the branch, and 支上 to the stem's lodging, as `table` says."""
    return among(chart.branch, table[chart.upper[:, 0]]) & among(
        LODGE[chart.stem], table[chart.upper[:, 2]]
    )


@pattern(
    "交生 교생 crossed births", "sanchuan-27: 如甲申日，干上巳，為支之長生，支上亥為干之之長生"
)
def crossed_births(chart):
    """Over the stem the 長生 of the branch, over the branch that of the stem."""
    return (chart.upper[:, 0] == birthplace(element(chart.branch))) & (
        chart.upper[:, 2] == birthplace(STEM_ELEMENT[chart.stem])
    )


@pattern(
    "交合 교합 crossed combinations", "sanchuan-27: 癸酉日干上辰，與支六合。支上子與干六合，則吉"
)
def crossed_combinations(chart):
    """The god over the stem is in 六合 with the branch, the god over the branch with the lodging."""
    return _crossed(chart, COMBINATION)


@pattern(
    "交刑 교형 crossed punishments",
    "sanchuan-27: 丙寅伏吟，干上巳為支所刑，支上寅又刑其干神",
    note="三刑 in either direction, as the two clauses have it.",
)
def crossed_punishments(chart):
    """三刑 between the god over the stem and the branch, that over the branch and the lodging."""
    return _crossed(chart, PUNISHMENT)


@pattern("交害 교해 crossed harms", "sanchuan-27: 丁丑日，干上午與支六害，支上子與干六害，則凶")
def crossed_harms(chart):
    """The god over the stem is in 六害 with the branch, the god over the branch with the lodging."""
    return _crossed(chart, HARM)


@pattern(
    "交克 교극 crossed controls",
    "sanchuan-27: 此外，如交克、交沖、俱不例推",
    note="俱不例推 is read 俱照此例推, as the Korean does; the gods control, as in 蕪淫.",
)
def crossed_controls(chart):
    """The same as 蕪淫."""
    return rank_lust(chart)


@pattern("交沖 교충 crossed clashes", "sanchuan-27: 此外，如交克、交沖、俱不例推")
def crossed_clashes(chart):
    """The god over the stem clashes with the branch, the god over the branch with the lodging."""
    return _crossed(chart, CLASH)
