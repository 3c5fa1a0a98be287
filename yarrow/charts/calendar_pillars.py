"""Pillars as a person types them: which can stand together, and when they did.

Book cases give 太歲, 月建, 日辰 without a date (壬午年巳建甲戌日). `read_pillars` says whether such
words make sense together; `find_dates` finds the days of civil history that had them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from yarrow.charts import calendar_tables as tables
from yarrow.charts import ganzhi as gz
from yarrow.charts import ganzhi_names as names
from yarrow.charts.calendar_core import (
    day_pillar,
    general_of,
    month_of,
    year_number,
    year_pillar,
)
from yarrow.charts.calendar_tables import CHINA_OFFSET, DAY
from yarrow.errors import Fault, YarrowError

# Characters that are written for one another, by slip or by variant form.
_LOOKALIKES = {
    "已": "己巳", "巳": "己", "己": "巳", "戍": "戌戊", "戌": "戊", "戊": "戌", "夘": "卯",
    "牛": "午", "末": "未", "由": "申", "甲": "申", "申": "甲", "西": "酉", "醜": "丑", "幸": "辛",
    "千": "壬", "王": "壬", "内": "丙", "內": "丙",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Pillars:
    """What was given of year, month, day and hour: pillars 0..59 and branches 0..11, or None.

    A bare branch is completed to a pillar where the rules allow it: a month from the year's stem,
    an hour from the day's.
    """

    year: int | None = None
    month: int | None = None
    day: int | None = None
    hour: int | None = None
    year_branch: int | None = None
    month_branch: int | None = None
    hour_branch: int | None = None
    general: int | None = None


def _spelt() -> dict[str, tuple[str, int]]:
    """Every spelling of a pillar or branch -> ("pillar" or "branch", index)."""
    table = {}
    for kind, rows in (("branch", names.BRANCHES), ("pillar", names.PILLARS)):
        for index, name in enumerate(rows):
            for spelling in name:
                # The pinyin wu is 戊 and 午; alone it can only be the branch.
                table.setdefault(spelling, (kind, index))
    return table


_SPELT = _spelt()


def _read(text: str, where: str, branch_allowed: bool, faults: list[Fault]):
    """(pillar, branch) of a word, either None; a fault if it is neither."""
    kind, index = _SPELT.get(text.strip().lower(), (None, None))
    if kind == "pillar":
        return index, index % 12
    if kind == "branch" and branch_allowed:
        return None, index
    faults.append(Fault(where, *_why_not(text.strip(), kind, branch_allowed)))
    return None, None


def _why_not(text: str, kind: str | None, branch_allowed: bool) -> tuple[str, str]:
    if kind == "branch":
        branch = _SPELT[text.lower()][1]
        pillars = " ".join(pillar for pillar in gz.PILLARS if pillar[1] == gz.BRANCHES[branch])
        return f"{text} is a branch, and a day needs its stem", f"give one of {pillars}"
    if len(text) == 2 and text[0] in gz.STEMS and text[1] in gz.BRANCHES:
        stem, branch = gz.STEMS.index(text[0]), gz.BRANCHES.index(text[1])
        same_branch = " ".join(p for p in gz.PILLARS if p[1] == text[1])
        same_stem = " ".join(p for p in gz.PILLARS if p[0] == text[0])
        yang = ("yin", "yang")
        return (
            f"{text} is none of the sixty: {text[0]} is {yang[stem % 2 == 0]} and "
            f"{text[1]} is {yang[branch % 2 == 0]}",
            f"with {text[1]} there are {same_branch}; with {text[0]} {same_stem}",
        )
    near = []
    if len(text) == 2:
        for first in text[0] + _LOOKALIKES.get(text[0], ""):
            for second in text[1] + _LOOKALIKES.get(text[1], ""):
                if first + second in gz.PILLARS:
                    near.append(first + second)
    what = "one of the sixty pillars or a branch" if branch_allowed else "one of the sixty pillars"
    hint = f"did you mean {' or '.join(near)}? " if near else ""
    return f"{text!r} is not {what}", f"{hint}write it as 甲子 or 갑자"


def read_pillars(
    year: str | None = None,
    month: str | None = None,
    day: str | None = None,
    hour: str | None = None,
    general: str | None = None,
    *,
    where: dict[str, str] | None = None,
) -> Pillars:
    """The pillars that the words name, if they can stand together.

    Each is a pillar in Chinese, Korean or pinyin (甲子, 갑자, jia-zi); year, month and hour may be
    a bare branch, general is one (月將). where: what to call each in faults (default its own name).
    What cannot be: a stem and a branch of unlike parity; a month whose stem is not what 五虎遁
    gives its branch in that year; an hour whose stem is not what 五鼠遁 gives it on that day. Any
    month can hold any day. YarrowError with all faults.
    """
    labels = {k: k for k in ("year", "month", "day", "hour", "general")} | (where or {})
    faults: list[Fault] = []
    given = {"year": year, "month": month, "day": day, "hour": hour, "general": general}
    read = {
        field: (None, None) if text is None else _read(text, labels[field], field != "day", faults)
        for field, text in given.items()
    }
    if given["general"] is not None and read["general"][0] is not None:
        what, remedy = f"{general} is a pillar", "give a branch, such as 亥"
        faults.append(Fault(labels["general"], what, remedy))
    pillar = {field: value for field, (value, _) in read.items()}
    branch = {field: value for field, (_, value) in read.items()}
    for field, root, rule, complete in (
        ("month", "year", "五虎遁", gz.month_pillar),
        ("hour", "day", "五鼠遁", gz.hour_pillar),
    ):
        if pillar[root] is None or branch[field] is None:
            continue
        proper = int(complete(pillar[root] % 10, branch[field]))
        if pillar[field] is None:
            pillar[field] = proper
        elif pillar[field] != proper:
            faults.append(
                Fault(
                    labels[field],
                    f"{gz.PILLARS[pillar[field]]} cannot be: a {root} {gz.PILLARS[pillar[root]]} "
                    f"has {gz.PILLARS[proper]} for {gz.BRANCHES[branch[field]]} ({rule})",
                    f"give {gz.PILLARS[proper]}, or look at the {root} again",
                )
            )
    if faults:
        raise YarrowError(faults)
    return Pillars(
        pillar["year"], pillar["month"], pillar["day"], pillar["hour"],
        branch["year"], branch["month"], branch["hour"], branch["general"],
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of time in which everything asked for held, start included and end not.

    start, end: POSIX seconds; year, month, day: the pillars that held (day None where no day or
    hour was asked for); general: 月將.
    """

    start: int
    end: int
    year: int
    month: int
    day: int | None
    general: int


def find_dates(
    pillars: Pillars,
    first: int = tables.FIRST_YEAR,
    last: int = tables.LAST_YEAR,
    *,
    offset: int = CHINA_OFFSET,
    day_starts: str = "23:00",
    terms: str = "true",
) -> list[Span]:
    """The times at which the given pillars stood, from the start of one year to another's end.

    first, last: civil years. offset: seconds east of Greenwich of the clock that turns the days.
    day_starts, terms: as in `yarrow.charts.calendar`. A day on which the month or 月將 changes gives
    only the part of it that fits; with an hour given a span is that double hour. In order of time.
    """
    faults = []
    if not tables.FIRST_YEAR <= first <= last <= tables.LAST_YEAR:
        faults.append(
            Fault(
                "years",
                f"{first} to {last} is no range within {tables.FIRST_YEAR} to {tables.LAST_YEAR}",
                "give two years of these, the earlier first",
            )
        )
    if pillars.day is None and pillars.hour is not None:
        faults.append(Fault("hour", "an hour pillar needs its day", "give the day too"))
    if faults:
        raise YarrowError(faults)
    table = tables.true_terms() if terms == "true" else tables.mean_terms()
    begin, finish = (
        int(np.datetime64(f"{year:04d}-01-01", "s").astype(np.int64)) - offset
        for year in (first, last + 1)
    )
    # Pieces between one solar term and the next, on which year, month and 月將 are constant.
    index = np.arange(
        np.searchsorted(table, begin, "right") - 1, np.searchsorted(table, finish, "left")
    )
    year, month, general = year_pillar(year_number(index)), month_of(index), general_of(index)
    keep = np.ones(index.size, bool)
    for wanted, values in (
        (pillars.year, year),
        (pillars.month, month),
        (pillars.year_branch, year % 12),
        (pillars.month_branch, month % 12),
        (pillars.general, general),
    ):
        if wanted is not None:
            keep &= values == wanted
    starts, ends = np.maximum(table[index], begin), np.minimum(table[index + 1], finish)
    held = (year, month, general)
    if pillars.day is None and pillars.hour_branch is None:
        found = (
            Span(int(starts[i]), int(ends[i]), int(year[i]), int(month[i]), None, int(general[i]))
            for i in np.flatnonzero(keep)
        )
    else:
        found = _days_within(pillars, keep, starts, ends, held, offset, day_starts)
    return _merged(found)


def _days_within(pillars, keep, starts, ends, held, offset, day_starts):
    """The spans of the days (and hours) asked for inside the pieces that are kept."""
    year, month, general = held
    early = 3600 if day_starts == "23:00" else 0
    for i in np.flatnonzero(keep):
        low, high = int(starts[i]), int(ends[i])
        first = (low + offset + early) // DAY
        step = 1
        if pillars.day is not None:
            first += (pillars.day - day_pillar(first)) % 60
            step = 60
        for day in range(first, (high - 1 + offset + early) // DAY + 1, step):
            start = day * DAY - early - offset
            pieces = [(start, start + DAY)]
            if pillars.hour_branch is not None:
                pieces = _hours(day * DAY - offset, pillars.hour_branch, day_starts)
            for begin, end in pieces:
                if max(begin, low) < min(end, high):
                    yield Span(
                        max(begin, low), min(end, high),
                        int(year[i]), int(month[i]), day_pillar(day), int(general[i]),
                    )  # fmt: skip


def _hours(midnight: int, branch: int, day_starts: str):
    """The stretches of a day (its midnight given) that are the hour of a branch."""
    if branch or day_starts == "23:00":
        start = midnight - 3600 + branch * 7200
        return [(start, start + 7200)]
    # 早子 at the start of a day that turns at midnight, and 夜子 at its end.
    return [(midnight, midnight + 3600), (midnight + 23 * 3600, midnight + DAY)]


def _merged(spans) -> list[Span]:
    """The spans, those that touch and are alike made one."""
    merged: list[Span] = []
    for span in spans:
        last = merged[-1] if merged else None
        same = last and replace(last, start=span.start, end=span.end) == span
        if same and last.end == span.start:
            merged[-1] = replace(last, end=span.end)
        else:
            merged.append(span)
    return merged
