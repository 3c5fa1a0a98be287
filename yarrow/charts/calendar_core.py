"""The arithmetic of the calendar, on integers and integer arrays alike, and its batch form.

What each option means is told in `yarrow.charts.calendar`. Times are POSIX seconds; a clock's own
time is seconds from 1970-01-01 00:00 as the clock shows them; days count from 1970-01-01; a term
index counts solar terms as `calendar_tables.true_terms` does.
"""

from __future__ import annotations

from bisect import bisect_right
from datetime import datetime
from functools import cache
from typing import NamedTuple

import numpy as np

from yarrow.charts import calendar_tables as tables
from yarrow.charts.calendar_clock import EPOCH
from yarrow.charts.calendar_sun import declination_and_equation
from yarrow.charts.calendar_tables import CHINA_OFFSET, DAY
from yarrow.errors import Fault, YarrowError

OPTIONS = {
    "day_starts": ("23:00", "00:00"),
    "late_zi": ("next", "same"),
    "generals_by": ("zhongqi", "jie", "lunar"),
    "year_starts": ("lichun", "lunar"),
    "terms": ("true", "mean"),
    "hours_by": ("clock", "standard", "mean", "sun"),
}

class LunarDate(NamedTuple):
    """A date of the lunisolar calendar. leap: whether the month is the leap one of its number."""

    year: int
    month: int
    leap: bool
    day: int


def month_count(term_index):
    """How many 節 have passed since the first term of the table; the 寅 month of year 1 is 11."""
    return (term_index + 1) // 2


def month_of(term_index):
    """The month pillar in force at a solar term (an index of the table)."""
    return (month_count(term_index) + 15) % 60


def year_number(term_index):
    """The year that began at the last 立春: 2024 from February 2024 on."""
    return (month_count(term_index) + 1) // 12


def year_pillar(year):
    """The pillar of a year: 甲子 for 4 and 1984."""
    return (year - 4) % 60


def general_of(term_index):
    """月將 by 中氣: the branch, 亥 from 雨水, 戌 from 春分, and so back."""
    return (10 - term_index // 2) % 12


def day_pillar(day):
    """The pillar of a civil day, days from 1970-01-01 (辛巳)."""
    return (day + 17) % 60


def day_and_hour(local, day_starts: str = "23:00", late_zi: str = "next"):
    """Day and hour pillars at seconds from 1970-01-01 00:00 on a clock."""
    civil, turned = local // DAY, (local + 3600) // DAY
    day = turned if day_starts == "23:00" else civil
    root = civil if day_starts == "00:00" and late_zi == "same" else turned
    branch = (local + 3600) // 7200 % 12
    return day_pillar(day), (day_pillar(root) * 12 + branch) % 60


def solar_clock(instant, longitude, true: bool):
    """Seconds from 1970-01-01 on the mean or true solar clock of a longitude, rounded down."""
    shift = longitude * 240
    if true:
        shift = shift + declination_and_equation(instant)[1]
    return instant + (np.floor(shift).astype(np.int64) if np.ndim(shift) else int(shift // 1))


@cache
def term_list(terms: str) -> list[int]:
    return (tables.true_terms() if terms == "true" else tables.mean_terms()).tolist()


@cache
def _lunar_lists(offset: int | None):
    months = tables.lunar_months(offset)
    return [column.tolist() for column in months]


def lunar_date(day: int, offset: int | None = None) -> LunarDate:
    """The lunisolar date of a civil day (days from 1970-01-01).

    offset: of the meridian, as in `calendar_tables.lunar_months`; None is China's.
    """
    start, year, month, leap = _lunar_lists(offset)
    at = bisect_right(start, day) - 1
    return LunarDate(year[at], month[at], leap[at], day - start[at] + 1)


def check_options(**given: str) -> list[Fault]:
    """A fault for each option whose value is none of those it takes."""
    return [
        Fault(name, f"{value!r} is no choice", f"give one of {', '.join(OPTIONS[name])}")
        for name, value in given.items()
        if value not in OPTIONS[name]
    ]


def check_place(latitude, longitude, hours_by: str) -> list[Fault]:
    faults = []
    for name, value, limit in (("latitude", latitude, 90), ("longitude", longitude, 180)):
        if value is not None and not -limit <= value <= limit:
            faults.append(
                Fault(
                    name,
                    f"{value} degrees is outside -{limit} to {limit}",
                    "give degrees, north and east positive",
                )
            )
    if longitude is None and (latitude is not None or hours_by in ("mean", "sun")):
        asker = "latitude" if latitude is not None else f'hours_by "{hours_by}"'
        remedy = "give the longitude of the place, east positive"
        faults.append(Fault("longitude", f"{asker} needs it", remedy))
    return faults


class Moments(NamedTuple):
    """Arrays of the shape of the instants: pillars 0..59, the branch of 月將, the term 0..23."""

    year: np.ndarray
    month: np.ndarray
    day: np.ndarray
    hour: np.ndarray
    general: np.ndarray
    term: np.ndarray


def moments(
    instants,
    offset=CHINA_OFFSET,
    *,
    longitude=None,
    day_starts: str = "23:00",
    late_zi: str = "next",
    generals_by: str = "zhongqi",
    year_starts: str = "lichun",
    terms: str = "true",
    hours_by: str | None = None,
    lunar_offset: int | None = None,
) -> Moments:
    """The pillars and 月將 of many instants, without a Python loop.

    instants: integer array of POSIX seconds, within the years 0001 to 3000. offset: seconds east
    of Greenwich of the clock that gives hour and day, one for all or one each ("standard" is not
    offered: give the offset that you want). longitude: degrees east, one or one each, for
    hours_by "mean" or "sun". YarrowError for an unknown option or an instant out of range.
    """
    if hours_by is None:
        hours_by = "clock" if longitude is None else "sun"
    faults = check_options(
        day_starts=day_starts, late_zi=late_zi, generals_by=generals_by,
        year_starts=year_starts, terms=terms, hours_by=hours_by,
    )  # fmt: skip
    if hours_by == "standard":
        faults.append(Fault("hours_by", '"standard" is for one moment', "give the offset itself"))
    if longitude is None and hours_by in ("mean", "sun"):
        faults += check_place(None, None, hours_by)
    instants = np.asarray(instants, np.int64)
    local = instants + np.asarray(offset, np.int64)
    days = local // DAY + EPOCH
    last = datetime(tables.LAST_YEAR, 12, 31).toordinal()
    if instants.size and not (days.min() >= 1 and days.max() <= last):
        faults.append(
            Fault("instants", "some are outside the years 0001 to 3000", "leave those out")
        )
    if faults:
        raise YarrowError(faults)
    table = tables.true_terms() if terms == "true" else tables.mean_terms()
    index = np.searchsorted(table, instants, "right") - 1
    hour_local = local
    if hours_by != "clock":
        hour_local = solar_clock(instants, np.asarray(longitude, float), hours_by == "sun")
    day, hour = day_and_hour(hour_local, day_starts, late_zi)
    month = month_of(index)
    year, general = year_number(index), general_of(index)
    if "lunar" in (generals_by, year_starts):
        months = tables.lunar_months(lunar_offset)
        at = np.searchsorted(months.start, local // DAY, "right") - 1
        if year_starts == "lunar":
            year = months.year[at]
        if generals_by == "lunar":
            general = (12 - months.month[at]) % 12
    if generals_by == "jie":
        general = (11 - (month - 2)) % 12
    return Moments(year_pillar(year), month, day, hour, general, index % 24)
