"""From a civil date, time and place to pillars, solar terms and 月將.

`moment` takes one time on one clock and says everything that the two arts ask of it, with a
flag wherever a boundary is near. `moments` does the pillars of arrays of instants at once. Both
rest on the same arithmetic, which works on numbers and on arrays alike.

The calendar runs from 0001 to 3000, in proleptic Gregorian dates as Python's datetime has them
(Julian dates are read with calendar="julian"). Where practice differs there are options; each
default is what the corpus or the cases in its field attest:

- day_starts "23:00" (the day turns with the hour 子) or "00:00". A case of 2025-02-19 23:00 that
  is told as 庚申日 丙子時 needs the first: by midnight the day is still 己未.
- late_zi, with day_starts "00:00": the stem of the hour from 23:00 to midnight is that of the
  "next" day's 子 (夜子時, the common form), or of the "same" day's.
- generals_by "zhongqi": 月將 passes to the next at each 中氣, to the second (雨水 亥, 春分 戌 …).
  "jie": it goes with the month by 節, "lunar": with the lunar month (正月 亥 …).
- year_starts "lichun": year pillar and 太歲 change at 立春; "lunar": at the lunar New Year.
- terms "true" (定氣, by the Sun's true longitude) or "mean" (平氣, as the civil calendar of China
  had it until 1644; months and 月將 of an older case may need it).
- hours_by: which clock gives hour and day. "clock" as read; "standard", less summer time; "mean"
  solar time of the longitude; "sun", true solar time. With a longitude the default is "sun",
  without one "clock". Solar terms and 月將 are instants and do not depend on it.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

import numpy as np

from yarrow.charts import calendar_tables as tables
from yarrow.charts import ganzhi_names as names
from yarrow.charts.calendar_clock import Clock, parse_offset, read_clock
from yarrow.charts.calendar_core import (
    OPTIONS,
    LunarDate,
    Moments,
    check_options,
    check_place,
    day_and_hour,
    general_of,
    lunar_date,
    moments,
    month_of,
    solar_clock,
    term_list,
    year_number,
    year_pillar,
)
from yarrow.charts.calendar_flags import (
    Flag,
    clock_flags,
    lunar_flags,
    notes_on,
    term_flags,
)
from yarrow.charts.calendar_sun import HORIZON, altitude, rise_and_set
from yarrow.charts.calendar_tables import DAY
from yarrow.errors import Fault, YarrowError

__all__ = [
    "OPTIONS", "Flag", "LunarDate", "Moment", "Moments", "Term", "iso", "lunar_date", "moment",
    "moments",
]  # fmt: skip


class Term(NamedTuple):
    """A solar term: its number (0 = 春分, longitude 15 times it) and its POSIX second."""

    number: int
    instant: int

    @property
    def name(self) -> names.Name:
        return names.SOLAR_TERMS[self.number]


@dataclass(frozen=True)
class Moment:
    """All that the calendar says of one time on one clock.

    year, month, day, hour: pillars 0..59. general: the branch of 月將. term_index: the solar term
    in force, counted as in `calendar_tables.true_terms`. hour_local: seconds from 1970-01-01
    00:00 on the clock that gave hour and day (`hours_by`). sunrise, sunset: POSIX seconds of the
    civil day, None without a place or where the Sun does not cross the horizon; daylight: whether
    the Sun is up, None without a place. notes: remarks in plain words. options: as used.
    """

    clock: Clock
    year: int
    month: int
    day: int
    hour: int
    general: int
    term_index: int
    lunar: LunarDate
    hour_local: int
    hours_by: str
    sunrise: int | None
    sunset: int | None
    daylight: bool | None
    flags: tuple[Flag, ...]
    notes: tuple[str, ...]
    options: tuple[tuple[str, str], ...]

    @property
    def instant(self) -> int:
        """POSIX seconds."""
        return self.clock.instant

    @property
    def year_branch(self) -> int:
        """太歲."""
        return self.year % 12

    @property
    def month_branch(self) -> int:
        """月建, by 節."""
        return self.month % 12

    @property
    def month_number(self) -> int:
        """The month by 節 as the texts count it: 正月 (1) is 寅."""
        return (self.month - 2) % 12 + 1

    @property
    def hour_branch(self) -> int:
        """占時."""
        return self.hour % 12

    @property
    def term(self) -> int:
        """The number of the solar term in force, 0..23 from 春分."""
        return self.term_index % 24

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """The 24 solar terms around the moment: the twelve up to it and the twelve after it."""
        table = term_list(dict(self.options)["terms"])
        first = self.term_index - 11
        return tuple(Term(i % 24, table[i]) for i in range(first, first + 24))

    def as_dict(self) -> dict:
        """Everything in plain types for JSON: names in Chinese, times as ISO 8601 on the clock."""
        offset = self.clock.offset

        def shown(instant):
            return None if instant is None else iso(instant, offset)

        return {
            "time": iso(self.instant, offset),
            "utc": iso(self.instant, 0),
            "zone": self.clock.zone,
            "abbreviation": self.clock.abbreviation,
            "summer_time_seconds": self.clock.summer_time,
            "hours_by": self.hours_by,
            "hour_clock": str(np.datetime64(self.hour_local, "s")),
            "year": names.PILLARS[self.year].zh,
            "month": names.PILLARS[self.month].zh,
            "day": names.PILLARS[self.day].zh,
            "hour": names.PILLARS[self.hour].zh,
            "month_number": self.month_number,
            "general": names.BRANCHES[self.general].zh,
            "term": names.SOLAR_TERMS[self.term].zh,
            "lunar": self.lunar._asdict(),
            "sunrise": shown(self.sunrise),
            "sunset": shown(self.sunset),
            "daylight": self.daylight,
            "terms": [{"name": t.name.zh, "time": shown(t.instant)} for t in self.terms],
            "flags": [f._asdict() | {"doubtful": f.doubtful} for f in self.flags],
            "notes": list(self.notes),
            "options": dict(self.options),
        }


def iso(instant: int, offset: int) -> str:
    """ISO 8601 of POSIX seconds on a clock so many seconds east; years may be 0000 or 3001."""
    sign, rest = "-" if offset < 0 else "+", abs(offset)
    seconds = f":{rest % 60:02d}" if rest % 60 else ""
    local = np.datetime64(int(instant) + offset, "s")
    return f"{local}{sign}{rest // 3600:02d}:{rest // 60 % 60:02d}{seconds}"


def moment(
    when: datetime | str,
    zone: str | None = None,
    *,
    longitude: float | None = None,
    latitude: float | None = None,
    day_starts: str = "23:00",
    late_zi: str = "next",
    generals_by: str = "zhongqi",
    year_starts: str = "lichun",
    terms: str = "true",
    hours_by: str | None = None,
    calendar: str = "gregorian",
    fold: int | None = None,
    lunar_offset: str | None = None,
    near: int = 300,
) -> Moment:
    """Everything that the calendar says of a time on a clock.

    when, zone, calendar, fold: see `calendar_clock.read_clock`. longitude, latitude: degrees, east
    and north positive; the first gives true solar time for day and hour, both give sunrise and
    sunset. lunar_offset: the meridian by whose days lunar months are
    counted, such as "+09:00" for Korea's calendar; None is China's. near: how many
    seconds from a boundary are flagged (more where the boundary is known less well). The other
    options: see this module. YarrowError with all faults at once.
    """
    if hours_by is None:
        hours_by = "clock" if longitude is None else "sun"
    options = (
        ("day_starts", day_starts),
        ("late_zi", late_zi),
        ("generals_by", generals_by),
        ("year_starts", year_starts),
        ("terms", terms),
        ("hours_by", hours_by),
    )
    faults = check_options(**dict(options)) + check_place(latitude, longitude, hours_by)
    meridian = None
    if lunar_offset is not None:
        meridian = parse_offset(lunar_offset)
        if meridian is None:
            faults.append(
                Fault("lunar_offset", f"{lunar_offset!r} is no offset", "write it as +09:00")
            )
    try:
        clock = read_clock(when, zone, calendar=calendar, fold=fold)
    except YarrowError as error:
        faults = list(error.faults) + faults
    if faults:
        raise YarrowError(faults)

    instant, local = clock.instant, clock.local
    hour_local = local
    if hours_by == "standard":
        hour_local = local - clock.summer_time
    elif hours_by != "clock":
        hour_local = solar_clock(instant, longitude, hours_by == "sun")
    day, hour = day_and_hour(hour_local, day_starts, late_zi)
    table = term_list(terms)
    index = bisect_right(table, instant) - 1
    civil_day = local // DAY
    lunar = lunar_date(
        civil_day, None if meridian is None else round(meridian.utcoffset(None).total_seconds())
    )
    month = month_of(index)
    year = year_number(index) if year_starts == "lichun" else lunar.year
    if generals_by == "zhongqi":
        general = general_of(index)
    else:
        general = (12 - (lunar.month if generals_by == "lunar" else (month - 2) % 12 + 1)) % 12
    sunrise = sunset = daylight = None
    if latitude is not None:
        sunrise, sunset = _sun_edges(clock, latitude, longitude)
        daylight = bool(altitude(instant, latitude, longitude) > HORIZON)

    sigma = tables.uncertainty(1970 + civil_day * 400 // 146097)
    flags = clock_flags(hour_local, day_starts, near)
    flags += term_flags(instant, index, table, sigma, near, generals_by, year_starts)
    if "lunar" in (generals_by, year_starts):
        flags += lunar_flags(local, lunar, near)
    for name, edge in (("sunrise", sunrise), ("sunset", sunset)):
        if edge is not None and abs(instant - edge) <= near:
            flags.append(Flag(name, "日出" if name == "sunrise" else "日沒", instant - edge, 60.0))
    return Moment(
        clock=clock,
        year=year_pillar(year),
        month=month,
        day=day,
        hour=hour,
        general=general,
        term_index=index,
        lunar=lunar,
        hour_local=hour_local,
        hours_by=hours_by,
        sunrise=sunrise,
        sunset=sunset,
        daylight=daylight,
        flags=tuple(flags),
        notes=notes_on(clock, hours_by, hour_local, calendar, civil_day, terms),
        options=options,
    )


def _sun_edges(clock: Clock, latitude: float, longitude: float) -> tuple[int | None, int | None]:
    """Sunrise and sunset around the noon of the civil day in whole seconds, None if none."""
    # The clock's day and the sun's differ where a zone keeps the date of the other side.
    day = clock.local // DAY + round((longitude * 240 - clock.offset) / DAY)
    edges = (float(edge) for edge in rise_and_set(day, latitude, longitude))
    return tuple(None if edge != edge else round(edge) for edge in edges)
