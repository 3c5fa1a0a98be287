"""格: the patterns of texts 001 and 004, and some of the tradition, on arrays of charts.

`PATTERNS` lists every one by its Chinese name with the passage and words that define it;
`matches` works one out. What is open is in `OPEN`.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from yarrow.charts import (
    liuren_patterns_birth,
    liuren_patterns_ghosts,
    liuren_patterns_kin,
    liuren_patterns_lessons,
    liuren_patterns_transmissions,
)
from yarrow.charts.liuren_pattern_base import REGISTRY, Pattern, lit, settled
from yarrow.errors import Fault, YarrowError

# The modules whose patterns are listed, in this order; to import one registers what it defines.
_MODULES = (
    liuren_patterns_lessons,
    liuren_patterns_transmissions,
    liuren_patterns_kin,
    liuren_patterns_ghosts,
    liuren_patterns_birth,
)
PATTERNS: MappingProxyType[str, Pattern] = MappingProxyType(
    {
        name: entry
        for module in _MODULES
        for name, entry in REGISTRY.items()
        if entry.function.__module__ == module.__name__
    }
)


class Question(NamedTuple):
    """A pattern that a text names or describes and whose condition could not be settled."""

    name: str
    passage: str
    quote: str
    question: str


OPEN = (
    Question(
        "財居旬後",
        "sanchuan-26",
        "財居旬後總無情",
        "Must every branch of wealth be void, or the one that stands in the chart, and where? (The "
        "same of 鬼坐天中.)",
    ),
    Question(
        "後合占門",
        "sanchuan-31",
        "如后合乘卯酉入課，必有私合之事",
        "In the example 合 sits on 卯, but 后 on 亥. Must one of them sit on a gate, or ride one? With "
        "both in the transmissions, the first a gate and 合 on a gate there are four lessons by night "
        "(己巳 辛未 乙未 己未), so that 其它卦雖有后合不是 is not borne out.",
    ),
    Question(
        "貴傳俱逆",
        "sanchuan-42",
        "貴傳俱逆生頗難，貴傳俱順生最易",
        "The nobleman goes 順 or 逆 by its seat; when do transmissions of uneven steps go 逆?",
    ),
    Question(
        "陽比陰比",
        "sanchuan-40",
        "剛干陽比知為男，柔日陰比定為女",
        "Which god is to be alike (比) to what?",
    ),
    Question(
        "浴盆有水",
        "sanchuan-54",
        "浴盆有水則易生，無水則難生",
        "浴盆 as a place of the season (指南), or the stage 沐浴 (the Korean)? And is 水 a branch over "
        "it, a general, or its element?",
    ),
    Question(
        "返本煞",
        "sanchuan-38",
        "此課俱在返本煞中",
        "A heading of another chapter, it seems: the text names it here alone, and does not say "
        "what it is.",
    ),
    Question(
        "二血乘養克胎",
        "sanchuan-48",
        "如忌支乘養神克胎，占產則速生",
        "By one of the two bloods, or both? Only both is registered (養神二血, zhonggui-36).",
    ),
    Question(
        "坐財墓",
        "zhonggui-14",
        "求財，不宜坐財墓，亦忌財加鬼墓",
        "What must not sit there, and which branch is the tomb of a ghost?",
    ),
    Question(
        "尋死",
        "zhonggui-25",
        "雖三傳生日，豈宜皆空，如占病，乃尋死格",
        "丑 in 卯寅丑 does not generate 丙: how many of the three must?",
    ),
    Question(
        "納音法",
        "zhonggui-42",
        "又妻本命納音之胎神，沖破之日生產尤驗",
        "It needs the stem of the year of birth, which a chart does not hold.",
    ),
)


def find(name: str) -> Pattern:
    """The pattern of a Chinese name. YarrowError if there is none."""
    if name not in PATTERNS:
        raise YarrowError(
            Fault("pattern", f"{name!r} is not among them", f"one of {'、'.join(PATTERNS)}")
        )
    return PATTERNS[name]


def matches(chart, name: str) -> np.ndarray:
    """(n,) int8: 1 where the pattern holds of a chart, 0 where not, -1 where a fact is wanting.

    chart: a `liuren.Liuren` of n charts. YarrowError if no pattern has the name.
    """
    return find(name).function(chart)


def holding(chart) -> dict[str, np.ndarray]:
    """Every pattern on a batch: name to what `matches` gives, in the order of the registry."""
    if (chart.night < 0).any():
        by_day, by_night = holding(lit(chart, 0)), holding(lit(chart, 1))
        return {name: settled(by_day[name], by_night[name]) for name in PATTERNS}
    return {name: entry.function(chart) for name, entry in PATTERNS.items()}
