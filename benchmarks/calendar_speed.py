#!/usr/bin/env python3
"""Time the calendar beside others: the four pillars of a moment, and of a million.

    pip install "yarrow-corpus[bench]"
    python benchmarks/calendar_speed.py

Each line is the median of seven runs, in microseconds a moment. Yarrow's figure for one moment
includes reading the text, the zone, 月將, the lunar date and the flags; the others' only the four
pillars from six numbers.
"""

from __future__ import annotations

import statistics
import time

import numpy as np

from yarrow.charts.calendar import moment, moments


def yarrow_one(n: int) -> None:
    moment(f"20{n % 100:02d}-02-04 16:30", "Asia/Shanghai")


def yarrow_solar(n: int) -> None:
    moment(f"20{n % 100:02d}-02-04 16:30", "Asia/Shanghai", longitude=116.4, latitude=39.9)


def tyme(n: int) -> None:
    from tyme4py.solar import SolarTime

    SolarTime.from_ymd_hms(2000 + n % 100, 2, 4, 16, 30, 0).get_lunar_hour().get_eight_char()


def sxtwl_pillars(n: int) -> None:
    import sxtwl

    day = sxtwl.fromSolar(2000 + n % 100, 2, 4)
    day.getYearGZ(), day.getMonthGZ(), day.getDayGZ(), day.getHourGZ(16)


def each(work, count: int) -> float:
    """Microseconds a call, the median of seven runs after one to warm up."""
    work(0)
    runs = []
    for _ in range(7):
        start = time.perf_counter()
        for n in range(count):
            work(n)
        runs.append((time.perf_counter() - start) / count * 1e6)
    return statistics.median(runs)


def main() -> None:
    print(f"yarrow, one moment                         {each(yarrow_one, 2000):9.2f}")
    print(f"yarrow, with true solar time and sunrise   {each(yarrow_solar, 500):9.2f}")
    instants = np.random.default_rng(0).integers(-11_000_000_000, 7_000_000_000, 1_000_000)
    batch = each(lambda _: moments(instants), 1) / instants.size
    print(f"yarrow, a million at once                  {batch:9.2f}")
    print(f"tyme4py, one moment                        {each(tyme, 50):9.2f}")
    print(f"sxtwl, one moment (terms by date)          {each(sxtwl_pillars, 500):9.2f}")


if __name__ == "__main__":
    main()
