"""What 日, 月, 歲 and the branches among themselves do to the seats of 六爻 charts.

Functions take a `Liuyao` and give int32 masks of seats, as in `yarrow.charts.liuyao`. Those of
two sets, f(chart, x, y), give the seats of x for which the relation holds with some seat of y.
Passages are cited by id.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from yarrow.charts import ganzhi
from yarrow.charts.liuyao import (
    CAST,
    CHANGED,
    DAY,
    ELEMENT_BRANCHES,
    HIDDEN,
    MONTH,
    VOID_BRANCHES,
    Liuyao,
    branch_seats,
    branch_set,
    moving,
    related,
    seats_in,
    spread,
    static,
)

_ELEMENT = ganzhi.BRANCH_ELEMENT
# Over sets of branches: the branches that stand in the relation to some member.
CLASHING, COMBINING, HARMING = map(spread, (ganzhi.CLASH, ganzhi.COMBINATION, ganzhi.HARM))
_PUNISHMENT = spread(ganzhi.PUNISHMENT)
_PUNISHMENT_AND_SELF = spread(ganzhi.PUNISHMENT | ganzhi.SELF_PUNISHMENT)
EQUAL = spread(1 << np.arange(12))


def _by_element(step: int) -> np.ndarray:
    """The table of the branches whose element is `step` after that of the branch met."""
    return spread([ELEMENT_BRANCHES[(_ELEMENT[b] + step) % 5] for b in range(12)])


PEERS, CHILDREN, VICTIMS, CONTROLLERS, MOTHERS = (_by_element(step) for step in range(5))


# --- Seat against seat -----------------------------------------------------------------------


def clashing(chart: Liuyao, x, y):
    """沖: seats of x that clash with a seat of y."""
    return related(chart, CLASHING, x, y)


def combining(chart: Liuyao, x, y):
    """六合: seats of x that combine with a seat of y."""
    return related(chart, COMBINING, x, y)


def harming(chart: Liuyao, x, y):
    """六害: seats of x in harm with a seat of y."""
    return related(chart, HARMING, x, y)


def punishing(chart: Liuyao, x, y):
    """刑, without direction: seats of x in punishment with a seat of y (自刑 by convention)."""
    own = chart.conventions.self_punishment
    return related(chart, _PUNISHMENT_AND_SELF if own else _PUNISHMENT, x, y)


def doubling(chart: Liuyao, x, y):
    """併: seats of x with the very branch of another seat, in y."""
    return related(chart, EQUAL, x, y)


def peers(chart: Liuyao, x, y):
    """比和: seats of x of the element of another seat, in y."""
    return related(chart, PEERS, x, y)


def feeding(chart: Liuyao, x, y):
    """生: seats of x that feed a seat of y."""
    return related(chart, MOTHERS, x, y)


def fed(chart: Liuyao, x, y):
    """受生: seats of x that a seat of y feeds."""
    return related(chart, CHILDREN, x, y)


def controlling(chart: Liuyao, x, y):
    """克: seats of x that control a seat of y."""
    return related(chart, CONTROLLERS, x, y)


def controlled(chart: Liuyao, x, y):
    """受克: seats of x that a seat of y controls."""
    return related(chart, VICTIMS, x, y)


# --- 日 月 歲 -----------------------------------------------------------------------------------

_LINES = CAST | CHANGED | HIDDEN


def on_month(chart: Liuyao):
    """月建 on the line: lines with the branch of the month."""
    return branch_seats(chart, chart.month, _LINES)


def on_day(chart: Liuyao):
    """日辰 on the line: lines with the branch of the day."""
    return branch_seats(chart, chart.day_branch, _LINES)


def on_year(chart: Liuyao):
    """太歲 on the line; none where the year is not known."""
    return branch_seats(chart, chart.year, _LINES)


def void(chart: Liuyao, within: int = -1):
    """旬空: every seat, 月 and 歲 too, whose branch the decade of the day lacks.

    within: a mask of seats asked for, to save time; so too in the functions below.
    """
    return seats_in(chart, VOID_BRANCHES.take(chart.day), within)


def month_broken(chart: Liuyao, within: int = _LINES):
    """月破: lines that the month clashes."""
    return branch_seats(chart, _OPPOSITE.take(chart.month), within)


def day_clashed(chart: Liuyao, within: int = _LINES):
    """日沖: lines that the day clashes, moving or not."""
    return branch_seats(chart, _OPPOSITE.take(chart.day_branch), within)


_OPPOSITE = ganzhi.clash(np.arange(12))


def dark_moving(chart: Liuyao):
    """暗動: static cast lines that the day clashes (日沖則動, yushi-37); convention `dark_moving`."""
    lines = day_clashed(chart, CAST) & static(chart)
    return lines & in_season(chart, CAST) if chart.conventions.dark_moving == "strong" else lines


def day_broken(chart: Liuyao):
    """日破: static cast lines that the day clashes and that are not 暗動."""
    if chart.conventions.dark_moving == "clash":
        return np.zeros(chart.shape, np.int32)
    return day_clashed(chart, CAST) & static(chart) & ~in_season(chart, CAST)


def scattered(chart: Liuyao):
    """沖散: moving lines clashed by the day or by another moving line (動沖則散, yushi-37)."""
    return clashing(chart, moving(chart), moving(chart) | DAY)


@lru_cache
def _season_table(earth_months: bool) -> np.ndarray:
    """At state, month: the set of branches that are 旺 0, 相 1, 休 2, 囚 3, 死 4 in the month."""
    state = ganzhi.seasonal_state(_ELEMENT[None, :], np.arange(12)[:, None], earth_months)
    return np.array(
        [
            [sum(1 << b for b in range(12) if row[b] == k) for row in state.tolist()]
            for k in range(5)
        ],
        np.int16,
    )


def seasonal(chart: Liuyao, state: int, within: int = -1):
    """旺 0, 相 1, 休 2, 囚 3, 死 4 by the month."""
    return seats_in(chart, _season_table(chart.conventions.earth_months)[state, chart.month], within)


def in_season(chart: Liuyao, within: int = -1):
    """旺相 by the month."""
    table = _season_table(chart.conventions.earth_months)
    return seats_in(chart, (table[0] | table[1])[chart.month], within)


# --- The twelve stages -----------------------------------------------------------------------


@lru_cache
def _stage_table(earth: str, yin: str) -> np.ndarray:
    """At stage, set of branches: the branches that stand at the stage on some member of the set."""
    at = ganzhi.branch_stage(np.arange(12)[None, :], np.arange(12)[:, None], earth, yin).tolist()
    return np.array(
        [
            spread([sum(1 << b for b in range(12) if at[place][b] == stage) for place in range(12)])
            for stage in range(12)
        ]
    )


def at_stage(chart: Liuyao, stage: int, x, y):
    """Seats of x that are at a stage 0..11 (from 長生, as in ganzhi) on a seat of y.

    So at_stage(chart, ganzhi.TOMB, CAST, DAY) is the cast lines entombed by the day.
    """
    table = _stage_table(chart.conventions.earth, chart.conventions.yin)[stage]
    return related(chart, table, x, y)


def entombed(chart: Liuyao, x, y):
    """入墓: seats of x whose tomb is on a seat of y."""
    return at_stage(chart, ganzhi.TOMB, x, y)


def extinct(chart: Liuyao, x, y):
    """絕: seats of x extinct on a seat of y. (於日 and 於月 are the true ones, yushi-35.)"""
    return at_stage(chart, ganzhi.EXTINCTION, x, y)


# --- Three together --------------------------------------------------------------------------

_TRINES = tuple(int(ganzhi.TRINE_SET[middle]) for middle in (0, 9, 6, 3))
TRINE_ELEMENTS = (4, 3, 1, 0)  # 申子辰 water, 巳酉丑 metal, 寅午戌 fire, 亥卯未 wood
_THREES = ((1 << 2 | 1 << 5 | 1 << 8), (1 << 1 | 1 << 7 | 1 << 10))


def _whole(held, wanted: int):
    return (held & wanted) == wanted


def trine_seats(chart: Liuyao, element: int):
    """三合局 of an element (4, 3, 1 or 0): the seats that make it up, none where it is not whole.

    Moving lines and what they turn into are members; 日 and 月 if `trine_outside`; static cast
    lines may supply up to `trine_static` of the three branches.
    """
    wanted = _TRINES[TRINE_ELEMENTS.index(element)]
    actors = moving(chart) | CHANGED | (DAY | MONTH if chart.conventions.trine_outside else 0)
    held = branch_set(chart, actors) & wanted
    allowed = chart.conventions.trine_static
    if allowed:
        lacking = wanted & ~held
        filled = held | branch_set(chart, static(chart)) & wanted
        whole = _whole(filled, wanted) & (_BITS[lacking] <= allowed)
        members = actors | np.where(_BITS[lacking] > 0, seats_in(chart, lacking) & static(chart), 0)
    else:
        whole, members = _whole(held, wanted), actors
    lines = seats_in(chart, wanted) & members
    return np.where(whole & ((lines & _LINES) != 0), lines, 0)


_BITS = np.array([bin(n).count("1") for n in range(4096)], np.int8)


def trines(chart: Liuyao):
    """三合局: uint8 mask of the elements (bit e) whose trine the chart forms."""
    return sum(
        ((trine_seats(chart, e) != 0).astype(np.uint8) << np.uint8(e) for e in TRINE_ELEMENTS),
        start=np.zeros(chart.shape, np.uint8),
    )


def three_punishments(chart: Liuyao):
    """三刑 complete: the seats of 寅巳申, or of 丑戌未, where all three are among the moving lines,
    what they turn into, 日 and 月."""
    actors = moving(chart) | CHANGED | DAY | MONTH
    held = branch_set(chart, actors)
    seats = np.zeros(chart.shape, np.int32)
    for three in _THREES:
        seats |= np.where(_whole(held, three), seats_in(chart, three) & actors, 0)
    return seats
