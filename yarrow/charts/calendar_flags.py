"""What stands close to a moment: boundaries near enough to doubt it, and remarks on its clock."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from yarrow.charts import ganzhi_names as names
from yarrow.charts.calendar_clock import EPOCH, GREGORIAN_REFORM
from yarrow.charts.calendar_core import LunarDate
from yarrow.charts.calendar_tables import DAY

# 立春 is term 21 of 24 from 春分; the odd ones are the 節 that begin the months.
START_OF_SPRING = 21


class Flag(NamedTuple):
    """A boundary close to the moment.

    boundary: what changes there: "hour", "day", "month", "year", "general", "term" (a term that
    changes nothing under the options in force), "lunar month", "sunrise", "sunset".
    name: which one (立春, 子); seconds: moment minus boundary, negative before it;
    uncertainty: the standard error of the boundary in seconds, 0 for a clock's own.
    """

    boundary: str
    name: str
    seconds: int
    uncertainty: float

    @property
    def doubtful(self) -> bool:
        """Whether the boundary is known too badly to say on which side the moment is."""
        return self.uncertainty > 0 and abs(self.seconds) <= 2 * self.uncertainty


def clock_flags(local: int, day_starts: str, near: int) -> list[Flag]:
    flags = []
    past = (local + 3600) % 7200
    signed = past if past < 3600 else past - 7200
    if abs(signed) <= near:
        branch = (local + 3600 - signed) // 7200 % 12
        flags.append(Flag("hour", names.BRANCHES[branch].zh, signed, 0.0))
    past = (local + (3600 if day_starts == "23:00" else 0)) % DAY
    signed = past if past < DAY // 2 else past - DAY
    if abs(signed) <= near:
        flags.append(Flag("day", day_starts, signed, 0.0))
    return flags


def term_flags(instant, index, table, sigma, near, generals_by, year_starts) -> list[Flag]:
    flags = []
    for i in (index, index + 1):
        seconds = instant - table[i]
        if abs(seconds) > max(near, 2 * sigma):
            continue
        number = i % 24
        changes = ["term"]
        if number % 2:
            changes = ["month"]
            if number == START_OF_SPRING and year_starts == "lichun":
                changes.append("year")
            if generals_by == "jie":
                changes.append("general")
        elif generals_by == "zhongqi":
            changes = ["general"]
        flags += [Flag(what, names.SOLAR_TERMS[number].zh, seconds, sigma) for what in changes]
    return flags


def lunar_flags(local: int, lunar: LunarDate, near: int) -> list[Flag]:
    """The midnight at which a lunar month begins, where month or year go by it."""
    past = local % DAY
    if lunar.day == 1 and past <= near:
        return [Flag("lunar month", "朔", past, 0.0)]
    if lunar.day >= 29 and DAY - past <= near:
        return [Flag("lunar month", "朔", past - DAY, 0.0)]
    return []


def notes_on(clock, hours_by, hour_local, calendar, civil_day, terms) -> tuple[str, ...]:
    notes = []
    if clock.summer_time:
        ahead = f"{clock.abbreviation}, {clock.summer_time / 3600:g} h"
        kept = "left in" if hours_by == "clock" else "taken out"
        notes.append(f"summer time ({ahead}) was in force; for hour and day it is {kept}")
    if clock.abbreviation == "LMT":
        notes.append(f"before standard time: {clock.zone} is the local mean time of its city")
    if hours_by in ("mean", "sun"):
        difference = hour_local - clock.local
        kind = "true" if hours_by == "sun" else "mean"
        notes.append(f"hour and day by {kind} solar time, {difference:+d} s from the clock")
    ordinal = civil_day + EPOCH
    if calendar == "julian":
        notes.append(f"Julian date read; Gregorian {np.datetime64(civil_day, 'D')}")
    elif ordinal < GREGORIAN_REFORM:
        notes.append('proleptic Gregorian date; a Julian one needs calendar "julian"')
    if terms == "true" and civil_day < -118694:
        notes.append("the civil calendar of China used mean solar terms (平氣) until 1644")
    return tuple(notes)
