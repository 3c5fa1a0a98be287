"""`yarrow calendar`: what the calendar says of a moment, or when pillars stood together."""

from __future__ import annotations

import json

import click

from yarrow.charts import calendar as cal
from yarrow.charts import calendar_tables as tables
from yarrow.charts import ganzhi_names as names
from yarrow.charts.calendar_clock import CALENDARS, parse_zone, unknown_zone
from yarrow.charts.calendar_pillars import find_dates, read_pillars
from yarrow.errors import Fault, YarrowError

_FIELDS = {"年": "year", "月": "month", "日": "day", "時": "hour", "时": "hour", "將": "general"}
_BOUNDARIES = {
    "hour": "hour 時", "day": "day 日", "month": "month 月", "year": "year 年",
    "general": "月將", "term": "solar term 節氣", "lunar month": "lunar month 朔",
    "sunrise": "sunrise", "sunset": "sunset",
}  # fmt: skip


def _choice(name: str, default: str | None, what: str):
    """An option that takes one of the calendar's choices."""
    return click.option(
        f"--{name.replace('_', '-')}",
        type=click.Choice(cal.OPTIONS[name]),
        default=default,
        show_default=default is not None,
        help=what,
    )


@click.command()
@click.argument("when", required=False)
@click.option("--zone", metavar="ZONE", help="Zone of the clock: Asia/Seoul, or +09:00.")
@click.option("--longitude", type=float, help="Degrees east: day and hour by true solar time.")
@click.option("--latitude", type=float, help="Degrees north, with --longitude: sunrise and sunset.")
@_choice("hours_by", None, "Clock of day and hour: as read, less summer time, mean or true Sun.")
@_choice("day_starts", "23:00", "When the day pillar changes.")
@_choice("late_zi", "next", "With --day-starts 00:00: of which day the 子 hour from 23:00 is.")
@_choice("generals_by", "zhongqi", "月將 changes at 中氣, at 節 or with the lunar month.")
@_choice("year_starts", "lichun", "The year changes at 立春 or at the lunar New Year.")
@_choice("terms", "true", "Solar terms by the true Sun (定氣) or in equal parts (平氣).")
@click.option(
    "--calendar",
    "reckoning",
    type=click.Choice(CALENDARS),
    default="gregorian",
    show_default=True,
    help="Calendar of the date given.",
)
@click.option("--fold", type=click.IntRange(0, 1), help="Which of a time that the clock had twice.")
@click.option("--lunar-offset", metavar="OFFSET", help="Meridian of lunar months (Korea: +09:00).")
@click.option("--find", metavar="PILLARS", help="Find dates: '壬午年 巳月 甲戌日', also 時 and 將.")
@click.option("--from", "first", type=int, default=tables.FIRST_YEAR, help="First year of --find.")
@click.option("--to", "last", type=int, default=tables.LAST_YEAR, help="Last year of --find.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def calendar(when, zone, find, first, last, as_json, reckoning, **options):
    """Pillars, solar terms, 月將, lunar date and sun of a moment.

    \b
    yarrow calendar '2024-02-04 16:30' --zone Asia/Shanghai
    yarrow calendar '1942-03-21 01:48' --zone Asia/Shanghai --hours-by standard
    yarrow calendar '2024-06-21 12:00' --zone Asia/Seoul --longitude 126.98 --latitude 37.57
    yarrow calendar --find '壬午年 巳月 甲戌日' --from 1600 --to 1720
    """
    if (when is None) == (find is None):
        raise click.UsageError("Give a time such as '2024-02-04 16:30', or --find.")
    if find is not None:
        _find(find, first, last, zone, options, as_json)
        return
    try:
        moment = cal.moment(when, zone, calendar=reckoning, **options)
    except YarrowError as error:
        raise YarrowError([_as_option(fault) for fault in error.faults]) from None
    if as_json:
        click.echo(json.dumps(moment.as_dict(), ensure_ascii=False, indent=2))
    else:
        click.echo("\n".join(_lines(moment)))


def _as_option(fault: Fault) -> Fault:
    """The same fault, placed where the person at the command line typed it."""
    where = "WHEN" if fault.where == "when" else f"--{fault.where.replace('_', '-')}"
    return Fault(where, fault.what, fault.remedy)


def _lines(moment: cal.Moment):
    """The moment as a person reads it, one line at a time."""
    clock = moment.clock
    yield f"{cal.iso(moment.instant, clock.offset)}  {clock.zone} ({clock.abbreviation})"
    if moment.hour_local != clock.local:
        yield f"hour and day by {moment.hours_by} time: {_shown(moment.hour_local)}"
    yield ""
    for label, index in (
        ("年 year ", moment.year), ("月 month", moment.month),
        ("日 day  ", moment.day), ("時 hour ", moment.hour),
    ):  # fmt: skip
        name = names.PILLARS[index]
        yield f"{label}  {name.zh}  {name.ko}  {name.en}"
    general, branch = names.GENERALS[moment.general], names.BRANCHES[moment.general]
    yield f"月將        {branch.zh}    {branch.ko}    {branch.en} ({' '.join(general)})"
    lunar = moment.lunar
    leap = "閏" if lunar.leap else ""
    yield f"農曆 lunar  {leap}{lunar.month}月{lunar.day}日 of {lunar.year}"
    if moment.daylight is not None:
        yield f"sun         {_sun(moment)}"
    yield ""
    yield "節氣 solar terms"
    for number, term in enumerate(moment.terms):
        mark = ">" if number == 11 else " "
        name = term.name
        yield f"{mark} {name.zh} {name.ko}  {cal.iso(term.instant, clock.offset)}  {name.en}"
    if moment.flags or moment.notes:
        yield ""
    for flag in moment.flags:
        yield f"near: {_flag(flag)}"
    for note in moment.notes:
        yield f"note: {note}"


def _shown(local: int) -> str:
    return cal.iso(local, 0)[:19].replace("T", " ")


def _sun(moment: cal.Moment) -> str:
    up = "up" if moment.daylight else "down"
    if moment.sunrise is None:
        return f"{up} all day"
    rise, sink = (
        cal.iso(edge, moment.clock.offset)[11:19] for edge in (moment.sunrise, moment.sunset)
    )
    return f"rises {rise}, sets {sink}; now {up}"


def _flag(flag: cal.Flag) -> str:
    minutes, seconds = divmod(abs(flag.seconds), 60)
    side = "after" if flag.seconds >= 0 else "before"
    far = f"{minutes} min {seconds} s" if minutes else f"{seconds} s"
    text = f"{far} {side} {flag.name}, where {_BOUNDARIES[flag.boundary]} changes"
    if flag.boundary in ("sunrise", "sunset", "term"):
        text = f"{far} {side} {flag.name}"
    if flag.doubtful:
        text += f"; it is known to {flag.uncertainty:.0f} s only, and either side may be true"
    return text


def _find(text: str, first: int, last: int, zone, options, as_json: bool) -> None:
    """Print the times at which the pillars of a text such as 壬午年 甲戌日 stood."""
    given, faults = {}, []
    for word in text.split():
        field = _FIELDS.get(word[-1])
        if field is None or len(word) < 2:
            what = f"{word!r} ends in none of 年月日時將"
            faults.append(Fault("--find", what, "write 壬午年, 巳月, 甲戌日, 未時, 辰將"))
        elif field in given:
            faults.append(Fault("--find", f"{word!r} is a second {field}", "give each once"))
        else:
            given[field] = word[:-1]
    fixed = parse_zone(zone or "+08:00")
    offset = fixed.utcoffset(None) if fixed is not None else None
    if fixed is None:
        faults.append(unknown_zone(zone, "--zone"))
    elif offset is None:
        what = f"--find needs a fixed offset, not {zone}"
        faults.append(Fault("--zone", what, "give one such as +08:00"))
    pillars = None
    try:
        pillars = read_pillars(**given, where={field: f"--find {field}" for field in given})
    except YarrowError as error:
        faults += error.faults
    if faults:
        raise YarrowError(faults)
    seconds = round(offset.total_seconds())
    spans = find_dates(
        pillars, first, last,
        offset=seconds, day_starts=options["day_starts"], terms=options["terms"],
    )  # fmt: skip
    rows = [
        {
            "from": cal.iso(span.start, seconds),
            "to": cal.iso(span.end, seconds),
            "year": names.PILLARS[span.year].zh,
            "month": names.PILLARS[span.month].zh,
            "day": names.PILLARS[span.day].zh if span.day is not None else None,
            "general": names.BRANCHES[span.general].zh,
        }
        for span in spans
    ]
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    for row in rows:
        day = f" {row['day']}日" if row["day"] else ""
        click.echo(
            f"{row['from']} to {row['to']}  {row['year']}年 {row['month']}月{day} {row['general']}將"
        )
    click.echo(f"{len(rows)} found from {first} to {last}", err=True)
