"""From what a person writes of a time and a place to one instant, with every fault at once.

A date without a clock is no instant: a zone or an offset must come with it. Dates are proleptic
Gregorian unless `calendar="julian"` says that they are Julian, as Western sources before
1582-10-15 (and later in many countries) have them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone, tzinfo
from difflib import get_close_matches
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from yarrow.charts.calendar_tables import DAY, FIRST_YEAR, LAST_YEAR
from yarrow.errors import Fault, YarrowError

EPOCH = date(1970, 1, 1).toordinal()
GREGORIAN_REFORM = date(1582, 10, 15).toordinal()
CALENDARS = ("gregorian", "julian")

_WHEN = re.compile(
    r"(\d{4})-(\d{1,2})-(\d{1,2})"
    r"(?:[T ]\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?"
    r"\s*(Z|[+-]\d{1,2}(?::?\d{2}(?::\d{2})?)?)?",
    re.IGNORECASE,
)
_OFFSET = re.compile(r"(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d{2})(?::(\d{2}))?)?", re.IGNORECASE)
# Names that people type which are no IANA zone, and what they most often mean.
_COMMON = {
    "beijing": "Asia/Shanghai", "peking": "Asia/Shanghai", "china": "Asia/Shanghai",
    "korea": "Asia/Seoul", "kst": "Asia/Seoul", "cst": "Asia/Shanghai", "hkt": "Asia/Hong_Kong",
    "jst": "Asia/Tokyo", "taiwan": "Asia/Taipei", "vietnam": "Asia/Ho_Chi_Minh",
    "hanoi": "Asia/Ho_Chi_Minh",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Clock:
    """One instant, and the clock it was read on.

    instant: POSIX seconds; offset: seconds east of Greenwich of the clock, summer_time of them
    for summer time (0 where the zone calls winter the exception, as Ireland does); zone: the name or offset given; abbreviation: what the zone calls its clock
    (CST, CDT, LMT for local mean time).
    """

    instant: int
    offset: int
    summer_time: int
    zone: str
    abbreviation: str

    @property
    def local(self) -> int:
        """Seconds from 1970-01-01 00:00 as this clock shows them."""
        return self.instant + self.offset


def julian_ordinal(year: int, month: int, day: int) -> int:
    """The proleptic Gregorian ordinal (datetime's) of a Julian date. ValueError if none is."""
    lengths = (31, 29 if year % 4 == 0 else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    if not 1 <= month <= 12 or not 1 <= day <= lengths[month - 1]:
        raise ValueError("day is out of range for month")
    before = (year - 1) * 365 + (year - 1) // 4 + sum(lengths[: month - 1])
    return before + day - 2


@cache
def parse_offset(text: str) -> timezone | None:
    """The fixed offset that a text such as +08:00, UTC+8 or +08:05:43 names; None if none."""
    if text.upper() in ("Z", "UTC", "GMT"):
        return timezone.utc
    match = _OFFSET.fullmatch(text)
    if match is None:
        return None
    hours, minutes, seconds = (int(part or 0) for part in match.groups()[1:])
    if hours > 15 or minutes > 59 or seconds > 59:
        return None
    shift = timedelta(hours=hours, minutes=minutes, seconds=seconds)
    return timezone(-shift if match[1] == "-" else shift)


@cache
def parse_zone(text: str) -> tzinfo | None:
    """The zone of an IANA name, or the fixed offset that a text names; None if it is neither."""
    fixed = parse_offset(text)
    if fixed is not None:
        return fixed
    try:
        return ZoneInfo(text)
    except (KeyError, ValueError, OSError):
        return None


@cache
def _zone_names() -> tuple[frozenset[str], dict[str, str]]:
    """Every IANA name, and the names by their last part in lower case (seoul -> Asia/Seoul)."""
    names = frozenset(available_timezones())
    return names, {name.rsplit("/", 1)[-1].lower(): name for name in sorted(names)}


def unknown_zone(text: str, where: str) -> Fault:
    """The fault of a zone that is not known, with the nearest names."""
    names, cities = _zone_names()
    key = text.strip().lower().replace(" ", "_")
    near = [_COMMON[key]] if key in _COMMON else []
    near += [cities[city] for city in get_close_matches(key.rsplit("/", 1)[-1], cities, 3, 0.7)]
    near += get_close_matches(text, names, 3, 0.6)
    near = list(dict.fromkeys(near))[:4]
    hint = f"did you mean {', '.join(near)}? " if near else ""
    return Fault(
        where,
        f"{text!r} is no time zone",
        f"{hint}give an IANA name such as Asia/Shanghai or a fixed offset such as +08:00",
    )


def read_clock(
    when: datetime | str,
    zone: str | None = None,
    *,
    calendar: str = "gregorian",
    fold: int | None = None,
    where: tuple[str, str] = ("when", "zone"),
) -> Clock:
    """The instant that a time on a clock of a zone names.

    when: a datetime, or text "YYYY-MM-DD HH:MM[:SS][offset]"; seconds are whole (a fraction is
    dropped). zone: an IANA name or a fixed offset. An aware datetime or a text with an offset is
    an instant already; a zone given beside it says on which clock to show it. fold: 0 or 1 picks
    the first or the second of a time that the clock showed twice. where: what to call the two
    arguments in faults.

    YarrowError, with all faults: no such date or time, out of the years 0001 to 3000, no zone,
    unknown zone, a time that the clock skipped, or showed twice without `fold`.
    """
    faults: list[Fault] = []
    naive, own_zone = _read_when(when, calendar, where[0], faults)
    target = None
    if zone is not None:
        target = parse_zone(zone)
        if target is None:
            faults.append(unknown_zone(zone, where[1]))
    elif own_zone is None and not faults:
        faults.append(
            Fault(
                where[1],
                f"{when} is a time without a zone: it names no instant",
                "give the zone of the clock, such as Asia/Seoul, or a fixed offset such as +09:00",
            )
        )
    if fold not in (None, 0, 1):
        faults.append(Fault("fold", f"{fold!r} is neither 0 nor 1", "give 0 or 1, or leave it out"))
    if faults:
        raise YarrowError(faults)
    source = own_zone if own_zone is not None else target
    if fold is None and isinstance(when, datetime) and when.fold:
        fold = 1
    aware = _resolve(naive, source, fold, where[0])
    if own_zone is not None and target is not None:
        try:
            aware = aware.astimezone(target)
        except OverflowError:
            raise YarrowError(_out_of_range(where[0], str(when))) from None
        if not FIRST_YEAR <= aware.year <= LAST_YEAR:
            raise YarrowError(_out_of_range(where[0], str(when)))
    offset = round(aware.utcoffset().total_seconds())
    saving = aware.dst()
    local = (aware.toordinal() - EPOCH) * DAY + aware.hour * 3600 + aware.minute * 60 + aware.second
    return Clock(
        local - offset,
        offset,
        max(0, round(saving.total_seconds())) if saving else 0,
        zone or getattr(source, "key", None) or str(source),
        aware.tzname() or "",
    )


def _out_of_range(where: str, what: str) -> Fault:
    return Fault(
        where,
        f"{what} is outside the years {FIRST_YEAR:04d} to {LAST_YEAR}",
        "give a date within them (proleptic Gregorian)",
    )


def _read_when(when, calendar: str, where: str, faults: list[Fault]):
    """The naive Gregorian datetime and the zone that `when` itself carries, or faults."""
    if calendar not in CALENDARS:
        faults.append(
            Fault("calendar", f"{calendar!r} is no calendar", f"give one of {', '.join(CALENDARS)}")
        )
        calendar = "gregorian"
    own = None
    if isinstance(when, datetime):
        own = when.tzinfo
        parts = (when.year, when.month, when.day, when.hour, when.minute, when.second)
    else:
        match = _WHEN.fullmatch(when.strip()) if isinstance(when, str) else None
        if match is None:
            remedy = "write it as 2024-02-04 16:30, the year with four digits"
            faults.append(Fault(where, f"{when!r} is no date and time", remedy))
            return None, None
        if match[4] is None:
            faults.append(
                Fault(where, f"{when!r} has no time of day", "add it, as in 2024-02-04 16:30")
            )
            return None, None
        parts = tuple(int(part or 0) for part in match.groups()[:6])
        if match[7]:
            own = parse_offset(match[7])
            if own is None:
                faults.append(
                    Fault(where, f"{match[7]!r} is no offset from UTC", "write it as +08:00")
                )
    year, month, day, hour, minute, second = parts
    try:
        if calendar == "julian":
            if not 1 <= year <= LAST_YEAR:
                raise OverflowError
            ordinal = julian_ordinal(year, month, day)
            gregorian = date.fromordinal(ordinal) if ordinal > 0 else None
            if gregorian is None:
                raise OverflowError
        else:
            if not 1 <= year:
                raise OverflowError
            gregorian = date(year, month, day)
        if gregorian.year > LAST_YEAR:
            raise OverflowError
    except OverflowError:
        faults.append(_out_of_range(where, f"{when}"))
        gregorian = None
    except ValueError:
        remedy = "give a day that the month has"
        if calendar == "gregorian" and month == 2 and day == 29 and year % 4 == 0 and year < 1582:
            remedy += '; if the date is Julian say so with calendar "julian"'
        faults.append(Fault(where, f"{year:04d}-{month:02d}-{day:02d} is no day", remedy))
        gregorian = None
    if hour > 23 or minute > 59 or second > 59:
        faults.append(
            Fault(
                where,
                f"{hour:02d}:{minute:02d}:{second:02d} is no time of day",
                "give 00:00:00 to 23:59:59; midnight at the end of a day is 00:00 of the next",
            )
        )
        gregorian = None
    if gregorian is None:
        return None, own
    return datetime(gregorian.year, gregorian.month, gregorian.day, hour, minute, second), own


def _resolve(naive: datetime, zone: tzinfo, fold: int | None, where: str) -> datetime:
    """The naive time on a zone's clock; refuses a skipped time, and a doubled one without fold."""
    aware = naive.replace(tzinfo=zone)
    first, second = aware.utcoffset(), aware.replace(fold=1).utcoffset()
    if first == second:
        return aware
    if first < second:
        raise YarrowError(
            Fault(
                where,
                f"{naive} never was on the clock of {zone}: it was put forward by {second - first}",
                f"give the time after the change ({naive + (second - first)}), or a fixed offset",
            )
        )
    if fold is None:
        early, late = (f"UTC{'-' if o < timedelta(0) else '+'}{abs(o)}" for o in (first, second))
        raise YarrowError(
            Fault(
                where,
                f"{naive} was on the clock of {zone} twice: it was put back by {first - second}",
                f"say which: fold 0 for the first ({early}), fold 1 for the second ({late})",
            )
        )
    return aware.replace(fold=fold)
