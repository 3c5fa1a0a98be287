#!/usr/bin/env python3
"""Yarrow's 大六壬 charts beside other programs: which lessons come out, and how long they take.

    pip install "yarrow-corpus[bench]"
    python benchmarks/bench_liuren.py            # both tables
    python benchmarks/bench_liuren.py --no-speed

Correctness: all 720 lessons by day and by night against the rules of the books written out apart
(liuren_rules.py), by both schools of 涉害; and the generals against the table of 貴人 that the
texts attest. Speed: medians of one run on one machine, a chart being plates, lessons,
transmissions, generals and voids; with the calendar, from a civil time, of one year (so that
what a program keeps from call to call is warm) and of a century at random.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import timeit
from collections import Counter
from datetime import datetime, timedelta, timezone

import numpy as np
from liuren_rules import transmissions as by_rules
from peers_liuren import BRANCHES, STEMS, hour_and_general, peers

from yarrow.charts.calendar import moment
from yarrow.charts.liuren import cast, every_chart
from yarrow.charts.liuren_attest import agrees, attestations
from yarrow.charts.liuren_chart import chart, chart_at
from yarrow.charts.liuren_generals import GENERALS
from yarrow.charts.liuren_lessons import School

METHODS = "賊克 比用 涉害 遙克 昴星 別責 八專 伏吟 返吟".split()
SCHOOLS = {"class": School(), "depth": School(shehai="depth")}


def ours(school: School):
    """Yarrow in the shape of the peers."""

    def lesson(day, shift, night):
        hour, general = hour_and_general(shift, night)
        found = chart(day, general=general, hour=hour, school=school)
        three = "".join(BRANCHES[b] for b in found.transmissions)
        return three, "".join(GENERALS[g].short for g in found.general_on)

    return lesson


def correctness() -> None:
    """Print, for each program, the lessons wrong by both schools and by method."""
    expected = {}
    for school in SCHOOLS:
        for day in range(60):
            name = STEMS[day % 10] + BRANCHES[day % 12]
            for shift in range(12):
                expected[school, day, shift] = by_rules(name, shift, school == "depth")
    numbers = Counter(expected["class", d, s][0] for d in range(60) for s in range(12))
    reference = ours(SCHOOLS["class"])
    programs = {f"yarrow ({school})": ours(value) for school, value in SCHOOLS.items()} | peers()

    print("Lessons wrong of 720, against the rules of the books by each school of 涉害; by method")
    print("against the school that the program is nearer to. A lesson counts as wrong if it fails")
    print("by day or by night; `by hour`: those that come out differently with the hour.")
    print("Generals wrong of 17,280 (720 lessons, day and night, each of twelve branches).\n")
    print(row("program", "class", "depth", "by hour", *METHODS, "generals"))
    print(row("(lessons)", 720, 720, "", *(numbers[m] for m in METHODS), 17280))
    for name, lesson in programs.items():
        print(f"  … {name}", file=sys.stderr)
        wrong = {school: set() for school in SCHOOLS}
        shaky, generals, crashed = 0, 0, 0
        for day in range(60):
            for shift in range(12):
                three = []
                for night in (0, 1):
                    try:
                        found, ridden = lesson(day, shift, night)
                    except Exception:  # a peer may fail in any way; it is counted
                        crashed += 1
                        three.append("crash")
                        generals += 12
                        continue
                    three.append(found)
                    true = reference(day, shift, night)[1]
                    generals += sum(a != b for a, b in zip(ridden, true, strict=True))
                shaky += three[0] != three[1]
                for school, bad in wrong.items():
                    if any(t != expected[school, day, shift][1] for t in three):
                        bad.add((day, shift))
        nearer = min(wrong, key=lambda school: len(wrong[school]))
        by_method = Counter(expected[nearer, *place][0] for place in wrong[nearer])
        sizes = [len(wrong[school]) for school in SCHOOLS]
        print(row(name, *sizes, shaky, *(by_method[m] for m in METHODS), generals))
        if crashed:
            print(f"    {crashed} of 1440 calls raised an exception")

    print("\nStatements of 001 and 004 on charts that each reading meets:")
    for school, value in SCHOOLS.items():
        met = sum(agrees(statement, value) for statement in attestations())
        print(f"  yarrow ({school}): {met} of {len(attestations())}")


def row(first, *rest) -> str:
    """A line of the table; Han characters are two columns wide."""
    cells = []
    for cell in rest:
        text = str(cell)
        wide = sum(ord(c) > 0x2E80 for c in text)
        cells.append(" " + text.rjust(8 - wide))
    return f"{first:<24}" + "".join(cells)


def median(call, number: int, repeat: int = 7) -> float:
    """Seconds a call, the median of several runs."""
    call()
    return statistics.median(timeit.repeat(call, number=number, repeat=repeat)) / number


def speed() -> None:
    """Print the times of a chart, alone, with the calendar and in batch, and their ratios."""
    rng = np.random.default_rng(720)
    places = [tuple(int(v) for v in p) for p in rng.integers((0, 0, 0), (60, 12, 12), (200, 3))]
    zone = timezone(timedelta(hours=8))
    year, century = (
        [
            datetime(start, 1, 1, tzinfo=zone) + timedelta(minutes=int(m))
            for m in rng.integers(0, n, 200)
        ]
        for start, n in ((2024, 525_000), (1950, 52_000_000))
    )

    def yarrow_core():
        for day, general, hour in places:
            chart(day, general=general, hour=hour)

    def yarrow_calendar(times):
        for when in times:
            chart_at(moment(when))

    size = 100_000
    day, general, hour = (rng.integers(0, n, size, dtype=np.int8) for n in (60, 12, 12))
    rates = {
        "yarrow": {
            "core": median(yarrow_core, 5) / 200,
            "year": median(lambda: yarrow_calendar(year), 3) / 200,
            "century": median(lambda: yarrow_calendar(century), 3) / 200,
            "batch": median(lambda: cast(day, general=general, hour=hour), 3) / size,
        }
    }
    found = peers()
    for name in found:
        if name.startswith("bazaar"):
            rates[name] = bazaar_rates(places, year, century)
        if name.startswith("kinliuren"):
            lesson = found[name]

            def kin_core(lesson=lesson):
                for day, general, hour in places[:10]:
                    lesson(day, (general - hour) % 12, int(not 3 <= hour <= 8))

            try:
                rates[name] = {"core": median(kin_core, 1, 3) / 10}
            except Exception as error:
                print(f"  {name} failed: {error!r}", file=sys.stderr)

    columns = {"core": "core", "year": "one year", "century": "a century", "batch": "batch"}
    print(
        "\nTime a chart, µs (batch: yarrow alone has one; one year, a century: with the calendar)"
    )
    print(f"{'program':<24}" + "".join(f"{title:>12}" for title in columns.values()))
    for name, rate in rates.items():
        cells = [f"{rate[k] * 1e6:.3f}" if k in rate else "-" for k in columns]
        print(f"{name:<24}" + "".join(f"{cell:>12}" for cell in cells))
    whole = median(every_chart, 3)
    print(
        f"\n720 lessons, day and night, 12 months (17,280 charts), one call: {whole * 1e3:.2f} ms"
    )

    yarrow = rates["yarrow"]
    others = {name: rate for name, rate in rates.items() if name != "yarrow"}
    if not others:
        print("No peer is installed: pip install 'yarrow-corpus[bench]'")
        return
    fastest = min(others, key=lambda name: others[name]["core"])
    print("Ratios, other / yarrow (more than 1: yarrow is faster)")
    for name, rate in others.items():
        for key in ("core", "year", "century"):
            if key in rate:
                print(f"  {columns[key]}, {name}: {rate[key] / yarrow[key]:.1f}")
    print(f"  batch against the core of {fastest}: {others[fastest]['core'] / yarrow['batch']:.0f}")


def bazaar_rates(places, year, century) -> dict[str, float]:
    """bazaar-of-fates: its core, and the core after its own calendar, without the words it adds."""
    import ephem
    from fortune import astro_ext, bazi_ext, liuren_ext
    from fortune.birth import BirthInput

    def core():
        for day, general, hour in places:
            liuren_ext.cast(day % 10, day % 12, hour, general)

    def calendar(times):
        for when in times:
            birth = BirthInput(birth_date=when.date(), birth_time=when.time(), tz_offset_hours=8.0)
            pillars = bazi_ext.exact_pillars(bazi_ext.cast_dt(birth), birth.tz_offset_hours)
            sun = astro_ext.lon_of_date(ephem.Sun, astro_ext.birth_utc(birth))
            day, hour = pillars["day"], pillars["hour"]
            liuren_ext.cast(
                day["stem_idx"], day["branch_idx"], hour["branch_idx"], (10 - int(sun // 30)) % 12
            )

    return {
        "core": median(core, 5) / 200,
        "year": median(lambda: calendar(year), 1) / 200,
        "century": median(lambda: calendar(century), 1, 3) / 200,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--no-speed", action="store_true", help="only the correctness table")
    parser.add_argument("--no-correctness", action="store_true", help="only the speed table")
    options = parser.parse_args()
    if not options.no_correctness:
        correctness()
    if not options.no_speed:
        speed()


if __name__ == "__main__":
    main()
