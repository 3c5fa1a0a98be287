"""What the patterns (格) of 大六壬 are built from: the registry, and the words that they share.

A pattern is a function of a batch of charts (`liuren.Liuren`) that gives an (n,) array: 1 it
holds, 0 it does not, -1 the chart lacks a fact that it needs. `liuren_patterns` holds together
those of lessons, transmissions, kin, ghosts and birth, each in a module of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from yarrow.charts.ganzhi import (
    BIRTH,
    BRANCH_ELEMENT,
    EMBRYO,
    STEM_ELEMENT,
    TOMB,
    TRINE_ELEMENT,
    TRINE_SET,
    element_at,
    relation,
)
from yarrow.charts.liuren import cast

SIBLING, OFFSPRING, WEALTH, GHOST, PARENT = range(5)  # 六親, as ganzhi.relation numbers them
(
    NOBLE, SERPENT, BIRD, HARMONY, HOOK, DRAGON, SKY, TIGER, CONSTANT, WARRIOR, YIN, EMPRESS,
) = range(12)  # fmt: skip
# 凶將: the texts call 蛇 and 虎 so (sanchuan-24) and use 貴 合 龍 as 吉將 (sanchuan-8, 10). The two
# lists are the tradition's (大全 卷二), not given in the corpus.
FIERCE = (SERPENT, BIRD, HOOK, SKY, TIGER, WARRIOR)
KINDLY = (NOBLE, HARMONY, DRAGON, CONSTANT, YIN, EMPRESS)
# The five directions of three branches: 寅卯辰 wood and so on. zhonggui-3 calls 卯 and 辰 木鄉.
DIRECTIONS = {0b000000011100: 0, 0b000011100000: 1, 0b011100000000: 3, 0b100000000011: 4}


@dataclass(frozen=True)
class Pattern:
    """One pattern. function: charts to (n,) of 1, 0, -1. quote: its definition in the passage.

    passage is "" and quote is "" where the corpus does not define it; `source` then says what does.
    note: how the words were read, where they leave a choice; and what the name rests on if the
    passage gives none.
    """

    name: str
    ko: str
    en: str
    function: Callable
    passage: str
    quote: str
    source: str = ""
    note: str = ""


REGISTRY: dict[str, Pattern] = {}


def pattern(names: str, where: str = "", *, source: str = "", note: str = ""):
    """Register a function as a pattern; what it returns becomes (n,) int8.

    names: its names in Chinese, Korean and English, a space between. where: the passage and, after
    a colon, the words that define it; empty if the corpus has none, and then `source` says who has.
    """
    zh, ko, en = names.split(" ", 2)
    passage, _, quote = where.partition(": ")

    def register(function):
        def holds(chart):
            if (chart.night < 0).any():
                return settled(holds(lit(chart, 0)), holds(lit(chart, 1)))
            return np.broadcast_to(np.asarray(function(chart), np.int8), (len(chart),))

        holds.__name__, holds.__module__ = function.__name__, function.__module__
        holds.__doc__ = f"{function.__doc__}\n\n{passage}: {quote}" if quote else function.__doc__
        if zh in REGISTRY:
            raise ValueError(f"two patterns are called {zh}")
        REGISTRY[zh] = Pattern(zh, ko, en, holds, passage, quote, source, note)
        return holds

    return register


def lit(chart, night: int):
    """The same charts, with day (0) or night (1) where that is unknown."""
    return cast(
        chart.day, chart.shift, hour=chart.hour, general=chart.general,
        night=np.where(chart.night < 0, night, chart.night), month=chart.month, year=chart.year,
        birth=chart.birth, age=chart.age, school=chart.school,
    )  # fmt: skip


def settled(by_day, by_night) -> np.ndarray:
    """What holds whether it is day or night; -1 where that makes a difference."""
    return np.where(by_day == by_night, by_day, -1).astype(np.int8)


def unless(unknown, value) -> np.ndarray:
    """value as int8, but -1 where unknown."""
    return np.where(unknown, -1, value).astype(np.int8)


def either(*parts) -> np.ndarray:
    """One of them holds: 1 where one is 1, else -1 where one is -1, else 0."""
    parts = np.stack([np.asarray(p, np.int8) for p in parts])
    return np.where((parts == 1).any(0), 1, parts.min(0)).astype(np.int8)


def both(*parts) -> np.ndarray:
    """All of them hold: 0 where one is 0, else -1 where one is -1, else 1."""
    parts = np.stack([np.asarray(p, np.int8) for p in parts])
    return np.where((parts == 0).any(0), 0, parts.min(0)).astype(np.int8)


def element(branch) -> np.ndarray:
    """The element of branches."""
    return BRANCH_ELEMENT[np.asarray(branch)]


def controls(a, b) -> np.ndarray:
    """Whether element a controls element b."""
    return relation(a, b) == WEALTH


def generates(a, b) -> np.ndarray:
    """Whether element a generates element b."""
    return relation(a, b) == OFFSPRING


def self_element(chart) -> np.ndarray:
    """(n,) the element of the day's stem."""
    return STEM_ELEMENT[chart.stem]


def kin(chart, branch) -> np.ndarray:
    """六親 of branches (n,) or (n, k) to the day, SIBLING .. PARENT."""
    self = self_element(chart)
    branch = np.asarray(branch)
    return relation(self[:, None] if branch.ndim == 2 else self, element(branch))


def among(branch, mask) -> np.ndarray:
    """Whether branches (n,) or (n, k) are in masks (n,). Branch -1 is in none."""
    branch, mask = np.asarray(branch), np.asarray(mask)
    if branch.ndim == 2:
        mask = mask[:, None]
    return (branch >= 0) & ((mask.astype(np.int32) >> np.maximum(branch, 0)) & 1 == 1)


def is_void(chart, branch) -> np.ndarray:
    """旬空 of branches of the heaven plate."""
    return among(branch, chart.void)


def is_sunk(chart, branch) -> np.ndarray:
    """空陷: void, or seated on a void branch (坐空鄉, 落空). Both count in sanchuan-35 and 36,
    zhonggui-22, 24 and 40."""
    return is_void(chart, branch) | is_void(chart, chart.below(branch))


def set_of(branches) -> np.ndarray:
    """(n,) masks of branches (n, k)."""
    return np.bitwise_or.reduce(1 << np.asarray(branches, np.int32), axis=1)


def over_stem(chart) -> np.ndarray:
    """干上: (n,) the god over the day's stem."""
    return chart.upper[:, 0]


def over_branch(chart) -> np.ndarray:
    """支上: (n,) the god over the day's branch."""
    return chart.upper[:, 2]


def steps(chart, size: int) -> np.ndarray:
    """Whether each transmission is `size` branches on from the one before."""
    t = chart.transmissions
    return ((t[:, 1] - t[:, 0]) % 12 == size % 12) & ((t[:, 2] - t[:, 1]) % 12 == size % 12)


def trine_element(chart) -> np.ndarray:
    """三合課: the element of the trine that the transmissions are, -1 if they are none."""
    first = chart.transmissions[:, 0]
    return np.where(set_of(chart.transmissions) == TRINE_SET[first], TRINE_ELEMENT[first], -1)


def body_element(chart) -> np.ndarray:
    """The one element that the three transmissions make together, -1 if none.

    All three of it; a trine (三傳木局, zhonggui-9); or a direction, 寅卯辰 as 木鄉 (zhonggui-3).
    """
    elements = element(chart.transmissions)
    same = (elements == elements[:, :1]).all(1)
    body = np.where(same, elements[:, 0], trine_element(chart))
    sets = set_of(chart.transmissions)
    for mask, of in DIRECTIONS.items():
        body = np.where(sets == mask, of, body)
    return body


def body_kin(chart) -> np.ndarray:
    """六親 of `body_element` to the day, -1 if the transmissions make no one element."""
    body = body_element(chart)
    return np.where(body < 0, -1, relation(self_element(chart), body))


def rides(chart, branch) -> np.ndarray:
    """The general on branches (n,) or (n, k), -1 where the branch is unknown."""
    branch = np.asarray(branch)
    columns = branch[:, None] if branch.ndim == 1 else branch
    found = np.take_along_axis(chart.general_on, np.maximum(columns, 0), 1)
    return np.where(branch < 0, -1, found[:, 0] if branch.ndim == 1 else found)


# The schools of earth: the embryo of 戊己 is 子 in sanchuan-39, 46 to 49 and zhonggui-28, 35, 39,
# and 午 also in zhonggui-32 and 40 (或有用午為胎神者, zhonggui-28).
def embryo(of, earth: str = "fire") -> np.ndarray:
    """胎神 of elements, as masks. earth: "fire" (子), "water" (午), or "either"."""
    if earth == "either":
        return embryo(of, "fire") | embryo(of, "water")
    return 1 << element_at(np.asarray(of), EMBRYO, earth).astype(np.int32)


def tomb(of) -> np.ndarray:
    """墓 of elements; of earth 辰 (緣干上乘墓 of 戊, zhonggui-24)."""
    return element_at(np.asarray(of), TOMB, "water")


def birthplace(of) -> np.ndarray:
    """長生 of elements, 日本 for the day's. The corpus gives none for earth in 001 and 004; with
    fire, as its embryo."""
    return element_at(np.asarray(of), BIRTH, "fire")


def six_places(chart) -> np.ndarray:
    """六處: (n, 6) first, last, over the stem, over the branch, over the year, over the birth.

    內初終干支年命六處 (sanchuan-25). -1 where the age or birth is unknown.
    """
    t, u = chart.transmissions, chart.upper
    return np.stack(
        [t[:, 0], t[:, 2], u[:, 0], u[:, 2], chart.above(chart.age), chart.above(chart.birth)], 1
    )


def person(chart, test) -> np.ndarray:
    """年命上: whether test(branch) holds of the god over 行年 or 本命; -1 if unknown."""
    over = [chart.above(chart.age), chart.above(chart.birth)]
    return either(*(unless(branch < 0, test(np.maximum(branch, 0))) for branch in over))
