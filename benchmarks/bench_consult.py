"""All rules on one chart: aim under 100 ms with 3,000 records.

The rules of the corpus are multiplied to that number. Copies share their words, so that a second
copy costs less than a rule of its own would: the second figure forgets all values before each copy
and so charges every one in full. The third tells the reasons of all that speak, too.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from yarrow.charts import casting, liuren_chart, liuyao_chart
from yarrow.rules.consult import Consultation, Library, consult
from yarrow.store.database import connect
from yarrow.store.library import library, parsed

AIM_MILLISECONDS = 100
ASKS = "婚姻"


def multiplied(rules: Library, count: int) -> Library:
    """The library with its rules copied until there are `count`; the copies keep their bonds."""
    copies = {}
    for n in range(-(-count // len(rules.rules))):
        copies |= {
            f"{id_}-{n}": replace(
                rule, id=f"{id_}-{n}", otherwise=tuple(f"{other}-{n}" for other in rule.otherwise)
            )
            for id_, rule in rules.rules.items()
        }
    bonds = {
        f"{id_}-{n}": tuple((f"{other}-{n}", effect) for other, effect in found)
        for id_, found in rules.bonds.items()
        for n in range(-(-count // len(rules.rules)))
    }
    return replace(
        rules,
        rules=dict(list(copies.items())[:count]),
        bonds={
            id_: found
            for id_, found in bonds.items()
            if id_ in list(copies)[:count] and all(o in list(copies)[:count] for o, _ in found)
        },
    )


def median(function: Callable[[], object], times: int) -> float:
    """Milliseconds of a call, the median."""
    found = []
    for _ in range(times):
        start = time.perf_counter()
        function()
        found.append((time.perf_counter() - start) * 1000)
    return statistics.median(found)


def told(consultation: Consultation, lang: str) -> int:
    """Tell what every rule that speaks says, and why."""
    return sum(len(one.why(lang)) + len(one.says(lang)) for one in consultation)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--db", type=Path)
    parser.add_argument("--records", type=int, default=3000)
    parser.add_argument("--times", type=int, default=9)
    options = parser.parse_args()
    connection = connect(options.db)
    start = time.perf_counter()
    rules = library(connection)
    first = time.perf_counter() - start
    print(
        f"{len(rules.rules)} rules read and parsed in {first * 1000:.0f} ms,"
        f" again in {median(lambda: library(connection), options.times):.1f} ms"
        f" ({parsed.cache_info().currsize} expressions kept)"
    )
    charts = {
        "六爻": liuyao_chart.chart(*casting.from_names("大壯之豫"), month=0, day=5),
        "大六壬": liuren_chart.chart(28, general=2, hour=11, night=1),
    }
    for art, chart in charts.items():
        key = {"六爻": "liuyao", "大六壬": "liuren"}[art]
        own = {id_: one for id_, one in rules.rules.items() if rules.arts[one.text] == key}
        bonds = {id_: found for id_, found in rules.bonds.items() if id_ in own}
        alone = replace(rules, rules=own, bonds=bonds)
        many = multiplied(alone, options.records)
        times = options.records / len(own)

        def once(library_: Library, chart=chart) -> Consultation:
            found = consult(library_, chart, ASKS)
            assert found.verdicts
            return found

        shared = median(lambda many=many, once=once: once(many), options.times)
        single = median(lambda alone=alone, once=once: once(alone), options.times)
        speaking = len(list(once(many)))
        reasons = median(lambda many=many, once=once: told(once(many), "ko"), 3)
        print(
            f"{art}: {options.records} records (the {len(own)} real ones {times:.0f} times)"
            f" {shared:.1f} ms; each copy charged in full {single * times:.0f} ms;"
            f" with the reasons of the {speaking} that speak {reasons:.0f} ms"
            f" (aim {AIM_MILLISECONDS} ms)"
        )


if __name__ == "__main__":
    main()
