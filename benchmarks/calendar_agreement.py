#!/usr/bin/env python3
"""Compare Yarrow's calendar with independent ones, 1600 to 2200, and print where they differ.

    pip install "yarrow-corpus[bench]"
    python benchmarks/calendar_agreement.py            # about eight minutes

1. The instants of the 14,400 solar terms: seconds from Yarrow's, by century, of
   - tyme4py and sxtwl (寿星万年历: VSOP87 and LEA-406, each with a Delta-T of its own),
   - PyEphem (libastro, a shorter VSOP87, its own Delta-T).
2. The four pillars of tyme4py on 69,600 moments of a clock at UTC+8: one second and ten minutes
   before and after each term, and 12,000 drawn at random; by both day boundaries. A difference is
   explained where the moment lies between the two tables' instants of one term, or where
   tyme4py follows a printed calendar that gave the term another day.
3. The first days of the 7,400 lunar months of tyme4py, which follows the printed calendars.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter

import numpy as np

from yarrow.charts import calendar_tables as tables
from yarrow.charts.calendar import moments
from yarrow.charts.ganzhi import PILLARS

OFFSET = 8 * 3600
FIRST, LAST = 1600, 2200
FIELDS = ("year", "month", "day", "hour")


def terms_between(first: int, last: int, every: int = 1) -> np.ndarray:
    """Indices into Yarrow's table of each so-many-th solar term of the years given."""
    terms = tables.true_terms()
    begin, end = np.array([f"{first}-01-01", f"{last}-01-01"], "datetime64[s]").astype(np.int64)
    return np.flatnonzero((terms >= begin - OFFSET) & (terms < end - OFFSET))[::every]


def fields_of(instant: int) -> list[int]:
    """Year, month, day, hour, minute, second on the clock at UTC+8."""
    text = str(np.datetime64(int(instant) + OFFSET, "s"))
    return [int(part) for part in (*text[:10].split("-"), *text[11:].split(":"))]


def tyme_term(index: int) -> int:
    """The POSIX second of a solar term by tyme4py. index: as in Yarrow's table."""
    from tyme4py.solar import SolarTerm

    # tyme4py counts a year's terms from the 冬至 before it; Yarrow all of them from 春分 of year 0.
    year, number = divmod(int(index) + 6, 24)
    time = SolarTerm.from_index(year, number).get_julian_day().get_solar_time()
    date = f"{time.get_year():04d}-{time.get_month():02d}-{time.get_day():02d}"
    clock = f"{time.get_hour():02d}:{time.get_minute():02d}:{time.get_second():02d}"
    return int(np.datetime64(f"{date}T{clock}", "s").astype(np.int64)) - OFFSET


def sxtwl_terms(first: int, last: int) -> np.ndarray:
    """POSIX seconds of the solar terms of the years given, in order, by sxtwl."""
    import sxtwl

    days = {term.jd for year in range(first - 1, last + 1) for term in sxtwl.getJieQiByYear(year)}
    return np.round((np.array(sorted(days)) - 2440587.5) * 86400 - OFFSET).astype(np.int64)


def ephem_term(index: int) -> float:
    """The POSIX second of a solar term by PyEphem."""
    import ephem

    base = ephem.Date("1970/1/1")
    time = tables.true_terms()[index] / 86400 + base
    for _ in range(5):
        sun = ephem.Sun(time)
        apparent = ephem.Equatorial(sun.g_ra, sun.g_dec, epoch=time)
        longitude = ephem.Ecliptic(apparent, epoch=time).lon
        error = (longitude - np.radians(index % 24 * 15) + np.pi) % (2 * np.pi) - np.pi
        time -= error / (2 * np.pi) * 365.2422
    return (time - base) * 86400


def compare_terms(every: int) -> None:
    terms = tables.true_terms()
    print("1. Solar terms: seconds from Yarrow's instants (least, mean, greatest)")
    print("   century        tyme4py               sxtwl                 PyEphem")
    for first in range(FIRST, LAST, 100):
        index = terms_between(first, first + 100, every)
        chinese = sxtwl_terms(first, first + 100)
        nearest = chinese[np.abs(chinese[:, None] - terms[index]).argmin(axis=0)]
        others = (
            np.array([tyme_term(i) for i in index]),
            nearest,
            np.array([ephem_term(i) for i in index]),
        )
        cells = [(o - terms[index]) for o in others]
        shown = "  ".join(f"{c.min():6.0f} {c.mean():6.1f} {c.max():6.0f}" for c in cells)
        print(f"   {first}s  {shown}")


def sample(every: int, random: int) -> np.ndarray:
    """The instants of part 2, see above."""
    terms = tables.true_terms()
    beside = terms[terms_between(FIRST, LAST, every)]
    drawn = np.random.default_rng(1600).integers(beside[0], beside[-1], random)
    return np.concatenate([*(beside + shift for shift in (-1, 1, -600, 600)), drawn])


def tyme_pillars(instant: int, midnight: bool) -> tuple[int, ...]:
    """Year, month, day and hour pillar by tyme4py."""
    from tyme4py.eightchar.provider.impl import (
        DefaultEightCharProvider,
        LunarSect2EightCharProvider,
    )
    from tyme4py.lunar import LunarHour
    from tyme4py.solar import SolarTime

    LunarHour.provider = LunarSect2EightCharProvider() if midnight else DefaultEightCharProvider()
    chart = SolarTime.from_ymd_hms(*fields_of(instant)).get_lunar_hour().get_eight_char()
    parts = (chart.get_year(), chart.get_month(), chart.get_day(), chart.get_hour())
    return tuple(PILLARS.index(part.get_name()) for part in parts)


def between_tables(instant: int) -> bool:
    """Whether a moment lies between the two tables' instants of the solar term nearest to it."""
    terms = tables.true_terms()
    index = int(np.searchsorted(terms, instant))
    return any(
        min(terms[i], other) <= instant <= max(terms[i], other)
        for i in (index - 1, index)
        for other in (tyme_term(i),)
    )


def printed_elsewhere(instant: int) -> bool:
    """Whether the printed calendar, as tyme4py has it, gives a term beside a moment another day.

    tyme4py turns the month on that day: until 1644 by 平氣, after it where the bureau's theory of
    the Sun put a term on the other side of midnight.
    """
    from tyme4py.solar import SolarTerm

    terms = tables.true_terms()
    index = int(np.searchsorted(terms, instant))
    for i in (index - 1, index):
        year, number = divmod(i + 6, 24)
        noon = SolarTerm.from_index(year, number).get_cursory_julian_day() + 2451545
        if int(np.floor(noon + 0.5)) - 2440588 != (terms[i] + OFFSET) // 86400:
            return True
    return False


def reason_for(instant: int) -> str:
    """Why the two may differ at a moment."""
    if between_tables(instant):
        return "between the tables"
    return "printed on another day" if printed_elsewhere(instant) else "UNEXPLAINED"


def compare_pillars(every: int, random: int) -> int:
    """Prints the differences; returns how many no difference of tables explains."""
    instants = sample(every, random)
    unexplained = 0
    for midnight in (False, True):
        start = "00:00" if midnight else "23:00"
        ours = moments(instants, OFFSET, day_starts=start)
        found: Counter = Counter()
        for n, instant in enumerate(instants):
            theirs = tyme_pillars(instant, midnight)
            for field, other in zip(FIELDS, theirs, strict=True):
                if getattr(ours, field)[n] != other:
                    reason = reason_for(instant)
                    found[field, reason, fields_of(instant)[0] // 100 * 100] += 1
                    if reason == "UNEXPLAINED":
                        unexplained += 1
                        if unexplained <= 20:
                            at = np.datetime64(int(instant) + OFFSET, "s")
                            mine = PILLARS[getattr(ours, field)[n]]
                            print(f"   {at} {field}: Yarrow {mine}, tyme4py {PILLARS[other]}")
        print(f"2. Pillars of {instants.size} moments, day from {start}: tyme4py differs")
        for (field, reason, century), count in sorted(found.items()):
            print(f"   {field:6} {reason:23} {century}s {count:6}")
    return unexplained


def compare_lunar_months() -> None:
    from tyme4py.lunar import LunarMonth, LunarYear

    theirs = {}
    for year in range(FIRST, LAST):
        leap = LunarYear.from_year(year).get_leap_month()
        for number in range(1, 13):
            for signed in (number, -number) if number == leap else (number,):
                first = LunarMonth.from_ym(year, signed).get_first_julian_day().get_day()
                theirs[year, number, signed < 0] = int(np.floor(first + 0.5)) - 2440588
    months = tables.lunar_months()
    ours = {
        (int(year), int(number), bool(leap)): int(start)
        for start, year, number, leap in zip(*months, strict=True)
        if FIRST <= year < LAST
    }
    differ = sorted(key for key in ours.keys() | theirs.keys() if ours.get(key) != theirs.get(key))
    print(f"3. Lunar months: {len(ours)}; differing from the printed calendar, by fifty years")
    for start, count in sorted(Counter(key[0] // 50 * 50 for key in differ).items()):
        print(f"   {start} to {start + 49} {count:4}")
    for year, number, leap in (key for key in differ if key[0] >= 1900):
        mine, other = (
            "none" if day is None else str(np.datetime64(day, "D"))
            for day in (ours.get((year, number, leap)), theirs.get((year, number, leap)))
        )
        print(f"   {year} month {number}{' leap' if leap else ''}: Yarrow {mine}, tyme4py {other}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--random", type=int, default=12000, help="moments drawn at random")
    parser.add_argument("--every", type=int, default=1, help="take each so-many-th solar term")
    arguments = parser.parse_args()
    compare_terms(arguments.every)
    unexplained = compare_pillars(arguments.every, arguments.random)
    compare_lunar_months()
    print(f"{unexplained} differences of pillars are not explained by the instants of the terms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
