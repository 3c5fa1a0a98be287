"""A 大六壬 chart from the words of a command line or of a form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from yarrow.charts import calendar
from yarrow.charts.liuren_chart import Chart
from yarrow.charts.liuren_input import read_chart
from yarrow.errors import Fault, YarrowError


def read_given(given: Mapping[str, Any]) -> tuple[Chart, calendar.Moment | None]:
    """The chart of what `yarrow chart liuren` takes, and its moment where a date is given.

    given: by name of option (date, zone, longitude, latitude, day_starts, generals_by, day,
    general, hour, night, month, year, birth, sex, age, school), as typed, None where it is not
    given. YarrowError with every fault at once.
    """
    given = dict(given)
    place = {name: given.pop(name) for name in ("longitude", "latitude")}
    practice = {name: given.pop(name) for name in ("day_starts", "generals_by")}
    date, zone = given.pop("date"), given.pop("zone")
    faults, when = [], None
    if date is not None:
        try:
            when = calendar.moment(date, zone, **place, **practice)
        except YarrowError as error:
            options = {"when": "--date"}
            faults += [
                replace(fault, where=options.get(fault.where, f"--{fault.where}".replace("_", "-")))
                for fault in error.faults
            ]
    elif zone is not None or any(value is not None for value in place.values()):
        faults.append(Fault("--date", "a zone or a place is given without it", "give --date too"))
    try:
        chart = read_chart(when=when, **given)
    except YarrowError as error:
        # A date that cannot be read already says why there is no day, hour or 月將.
        missing = ("no day", "it is not given") if date is not None and when is None else ()
        faults += [fault for fault in error.faults if fault.what not in missing]
    if faults:
        raise YarrowError(faults)
    return chart, when
