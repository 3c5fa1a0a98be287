"""A 六爻 chart from the words of a command line or of a form."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from yarrow.charts import casting
from yarrow.charts.calendar import Moment, iso, moment
from yarrow.charts.ganzhi import PILLARS
from yarrow.charts.liuyao_chart import LiuyaoChart
from yarrow.charts.liuyao_conventions import read_conventions
from yarrow.charts.liuyao_input import read_chart
from yarrow.errors import Fault, YarrowError


def read_given(name: str | None, given: Mapping[str, Any]) -> LiuyaoChart:
    """The chart of what `yarrow chart liuyao` takes; every fault of it at once.

    name: one hexagram, or two with 之 between, or None. given: by name of option (coins, heads,
    heads_are, lines, numbers, toss, stalks, by_time, seed, year, month, day, hour, date, zone,
    longitude, day_starts, sex, birth, asks, school), each as typed, None where it is not given.
    """
    faults: list[Fault] = []
    when = None
    if given["date"]:
        clash = [f"--{key}" for key in ("year", "month", "day", "hour") if given[key]]
        if clash:
            faults.append(
                Fault(
                    clash[0], "--date already gives it", f"leave out {', '.join(clash)}, or --date"
                )
            )
        try:
            when = moment(
                given["date"],
                given["zone"],
                longitude=given["longitude"],
                day_starts=given["day_starts"],
            )
        except YarrowError as error:
            faults += [replace(f, where=_OPTION.get(f.where, f.where)) for f in error.faults]
    elif given["zone"] is not None or given["longitude"] is not None:
        faults.append(Fault("--date", "a zone or a place is given without it", "give --date too"))
    if given["seed"] is not None and not (given["toss"] or given["stalks"]):
        faults.append(Fault("--seed", "nothing is drawn by lot", "give --toss or --stalks too"))
    pillars = {key: given[key] for key in ("year", "month", "day", "hour")}
    known = {}
    if when:
        pillars = {key: PILLARS[getattr(when, key)] for key in pillars}
        # The Sun is past the summer solstice (term 6 from 春分) and before the winter one (18).
        known = {"moment": _shown(when), "after_solstice": 6 <= when.term < 18}
    elif given["date"]:
        pillars = {
            "year": None,
            "month": "子",
            "day": "甲子",
            "hour": None,
        }  # its fault is told above
    try:
        chart = read_chart(
            lambda: _cast(name, given, when),
            **pillars,
            birth=given["birth"],
            sex=given["sex"],
            asks=given["asks"],
            conventions=lambda: read_conventions(given["school"]),
            **known,
        )
    except YarrowError as error:
        faults += error.faults
    if faults:
        raise YarrowError(faults)
    return chart


_OPTION = {"when": "--date", "zone": "--zone", "longitude": "--longitude"}


def _shown(when: Moment) -> str:
    text = f"{iso(when.instant, when.clock.offset)} {when.clock.zone}"
    return f"{text} (hours by {when.hours_by})" if when.hours_by != "clock" else text


def _cast(name: str | None, given: dict, when: Moment | None) -> tuple[int, int]:
    ways = {
        "NAME": name,
        "--coins": given["coins"],
        "--heads": given["heads"],
        "--lines": given["lines"],
        "--numbers": given["numbers"],
        "--toss": given["toss"],
        "--stalks": given["stalks"],
        "--by-time": given["by_time"],
    }
    used = [way for way, value in ways.items() if value]
    if len(used) != 1:
        what = f"{' and '.join(used)} both cast" if used else "no hexagram"
        raise YarrowError(Fault("cast", what, "give one of " + ", ".join(ways)))
    match used[0]:
        case "NAME":
            return casting.from_names(name)
        case "--coins" | "--lines" as way:
            return casting.from_lines(ways[way], way)
        case "--heads":
            return casting.from_heads(
                _numbers(given["heads"], r"\d", "--heads"), given["heads_are"]
            )
        case "--numbers":
            numbers = _numbers(given["numbers"], r"\d+", "--numbers")
            if len(numbers) not in (2, 3):
                raise YarrowError(
                    Fault("--numbers", f"{given['numbers']!r}", "give two or three: 5,3,8")
                )
            upper, lower = numbers[:2]
            return casting.from_numbers(upper, lower, numbers[2] if numbers[2:] else upper + lower)
        case "--by-time":
            if when is None:
                raise YarrowError(Fault("--by-time", "no date", "give --date and --zone"))
            return casting.from_time(
                when.year % 12, when.lunar.month, when.lunar.day, when.hour % 12
            )
    draw = casting.cast_coins if used[0] == "--toss" else casting.cast_stalks
    return casting.from_values(draw(given["seed"]).tolist())


def _numbers(text: str, pattern: str, where: str) -> list[int]:
    if re.sub(rf"{pattern}|[\s,，、]", "", text):
        raise YarrowError(Fault(where, f"{text!r} is not all numbers", "write digits, as 5,3,8"))
    return [int(number) for number in re.findall(pattern, text)]
