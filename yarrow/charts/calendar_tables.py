"""The instants on which the calendar turns: solar terms, new moons, and how well they are known.

Times are POSIX seconds: days of 86,400 seconds from 1970-01-01 00:00 UTC, negative before. The
table `data/calendar.npz` is made by `scripts/make_solar_terms.py`, which says how.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np

DAY = 86400
# The first and last year of civil dates that the calendar takes.
FIRST_YEAR, LAST_YEAR = 1, 3000
CHINA_OFFSET = 8 * 3600
# The days of China's calendar are those of Beijing's local mean time, 7 h 45 min 40 s, until 1928,
# and of UTC+8 from 1929.
BEIJING_OFFSET = 7 * 3600 + 45 * 60 + 40
YEAR_1929 = -1293840000


@cache
def _load() -> dict[str, np.ndarray]:
    with files("yarrow.charts").joinpath("data/calendar.npz").open("rb") as file:
        stored = np.load(file)
        return {
            name: np.cumsum(
                np.concatenate([stored[f"{name}_first"], stored[f"{name}_steps"].astype(np.int64)])
            )
            for name in ("term", "moon")
        }


def true_terms() -> np.ndarray:
    """定氣: POSIX seconds of each solar term in order. Term i is at 15 (i % 24) degrees, 0 = 春分.

    Term 0 is the 春分 of the year 0 (1 BC), so term 24 y + k falls in year y for k < 19.
    """
    return _load()["term"]


@cache
def mean_terms() -> np.ndarray:
    """平氣: the same, each year divided into 24 equal parts from one true 冬至 to the next.

    The civil calendar of China counted so until 1644; from 1645 (時憲曆) it follows the true Sun.
    A term differs by up to 2.8 days between the two.
    """
    true = true_terms()
    solstices = np.arange(18, true.size, 24)
    years = np.diff(true[solstices])
    at = np.concatenate([[-6], solstices, [solstices[-1] + 24]])
    instants = true[solstices]
    instants = np.concatenate([instants[:1] - years[:1], instants, instants[-1:] + years[-1:]])
    return np.rint(np.interp(np.arange(true.size), at, instants)).astype(np.int64)


def new_moons() -> np.ndarray:
    """POSIX seconds of each new moon, from early in the year 0."""
    return _load()["moon"]


# The standard error of Delta-T in seconds, by year. To 1900 the figures of Espenak and Meeus, "Five
# Millennium Canon of Solar Eclipses", section "Uncertainty in Delta T": Morrison and Stephenson
# 2004 to 1200, about 20 seconds from 1300 to 1600, Stephenson and Houlden 1986 after. From 2027
# Huber's model as that section gives it: 365.25 N sqrt(N Q / 3 (1 + N / M)) / 1000 with N years
# from 2005, Q = 0.058 ms2 a year, M = 2500. Between, Delta-T was observed. The table is rounded to
# the second and UT1 is within a second of UTC, so a second is the least that is claimed.
_SIGMA = (
    (0, 265), (500, 139), (1000, 54), (1200, 31), (1300, 20), (1600, 20), (1700, 5), (1800, 1),
    (2026, 1), (2027, 5), (2050, 15), (2100, 48), (2200, 144), (2300, 275), (2500, 630),
    (2750, 1208), (3010, 1912),
)  # fmt: skip


@cache
def uncertainty(year: int) -> float:
    """The standard error in seconds of an instant of the table, by year: 1 now, 265 in year 0."""
    return float(np.interp(year, *np.array(_SIGMA, float).T))


class LunarMonths(NamedTuple):
    """The months of the lunisolar calendar in order, as arrays of the same length.

    start: the day number (days from 1970-01-01) of the first day; year, month 1..12; leap.
    """

    start: np.ndarray
    year: np.ndarray
    month: np.ndarray
    leap: np.ndarray


@cache
def lunar_months(offset: int | None = None) -> LunarMonths:
    """The lunisolar calendar by the rules in force since 1645, for a meridian.

    offset: seconds east of Greenwich of the clock whose days count (9 h for Korea); None is
    China's, Beijing's local time until 1928 and UTC+8 from 1929. A month begins on the day of the
    new moon; the month of 冬至 is the eleventh; where thirteen begin from one eleventh month to
    the next, the first without a 中氣 is the leap month. The calendars that were printed had other
    rules before 1645, and now and then another day after it: then a month may differ.
    """

    def days(instants):
        china = np.where(instants < YEAR_1929, BEIJING_OFFSET, CHINA_OFFSET)
        return (instants + (china if offset is None else offset)) // DAY

    moons = days(new_moons())
    middles = days(true_terms()[::2])  # 中氣: 春分 is the first
    solstices = middles[9::12]
    eleventh = np.searchsorted(moons, solstices, "right") - 1
    months = np.arange(eleventh[0], eleventh[-1])
    cycle = np.searchsorted(eleventh, months, "right") - 1
    held = np.searchsorted(middles, moons[months + 1]) > np.searchsorted(middles, moons[months])
    spare = np.flatnonzero(~held & (np.diff(eleventh)[cycle] == 13))
    _, first = np.unique(cycle[spare], return_index=True)
    leap = np.zeros(months.size, bool)
    leap[spare[first]] = True
    leap_before = np.cumsum(leap)  # leap months up to and with this one
    at_start = np.concatenate([[0], leap_before])[eleventh[cycle] - eleventh[0]]
    position = months - eleventh[cycle] - (leap_before - at_start)
    year = (cycle + (position >= 2)).astype(np.int64)  # the first 冬至 is in the year 0
    return LunarMonths(moons[months], year, (position + 10) % 12 + 1, leap)
