"""`yarrow chart liuren`: a 大六壬 chart, the table of 720 lessons, or what the texts attest."""

from __future__ import annotations

import csv
import io
import json
from importlib import import_module
from pathlib import Path

import click

from yarrow.charts import calendar
from yarrow.charts.ganzhi import BRANCHES, PILLARS
from yarrow.charts.liuren_attest import report, report_text
from yarrow.charts.liuren_given import read_given
from yarrow.charts.liuren_input import POINTS, read_school
from yarrow.charts.liuren_lessons import DEFAULT, METHODS, School, lessons
from yarrow.charts.liuren_patterns import PATTERNS, holding
from yarrow.charts.liuren_spirits import spirit, spirits

COLUMNS = ("day", "seat", "shift", "first", "middle", "last", "method")


@click.command()
@click.option("--date", help="Date and time: '2025-02-19 23:00'.")
@click.option("--zone", help="Zone of --date: Asia/Shanghai or +08:00.")
@click.option("--longitude", type=float, help="Of the place, east positive: true solar time.")
@click.option("--latitude", type=float, help="Of the place, north positive: sunrise and sunset.")
@click.option(
    "--day-starts",
    type=click.Choice(calendar.OPTIONS["day_starts"]),
    default="23:00",
    show_default=True,
    help="When the day of --date begins.",
)
@click.option(
    "--generals-by",
    type=click.Choice(calendar.OPTIONS["generals_by"]),
    default="zhongqi",
    show_default=True,
    help="When 月將 passes to the next.",
)
@click.option("--day", help="Instead of --date: the day pillar, 甲辰.")
@click.option("--general", help="月將, a branch.")
@click.option("--hour", help="占時, a branch.")
@click.option("--night/--day-time", default=None, help="Nobleman of the night or of the day.")
@click.option("--month", help="月建, a branch.")
@click.option("--year", help="太歲, a branch or pillar.")
@click.option("--birth", help="本命, a branch or pillar.")
@click.option("--sex", help="male or female (男, 女); needed where --age is a number.")
@click.option("--age", help="Years counted from one (17), or the branch of 行年 (午).")
@click.option(
    "--school",
    multiple=True,
    metavar="POINT=READING",
    help="A reading of a school, as shehai=depth; --schools lists them. May be repeated.",
)
@click.option("--schools", is_flag=True, help="List the points on which schools differ.")
@click.option(
    "--lang",
    type=click.Choice(["zh", "ko", "en"]),
    default="zh",
    show_default=True,
    help="Language of the reasons, and of the drawing's glosses.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the whole chart as JSON.")
@click.option("--svg", type=click.Path(dir_okay=False, path_type=Path), help="Draw it to a file.")
@click.option("--lessons", "table", is_flag=True, help="Print the 720 lessons as CSV.")
@click.option("--attestations", is_flag=True, help="Print which schools the texts bear out.")
def liuren(table, attestations, schools, lang, as_json, svg, **given):
    """A 大六壬 chart: plates, four lessons, three transmissions, generals, and why.

    \b
    yarrow chart liuren --date '2025-02-19 23:00' --zone Asia/Shanghai
    yarrow chart liuren --day 甲辰 --general 午 --hour 申 --night --json
    yarrow chart liuren --day 辛丑 --general 午 --hour 申 --year 辛巳 --birth 乙丑 --sex male
    yarrow chart liuren --day 庚午 --general 午 --hour 申 --school shehai=depth
    yarrow chart liuren --day 壬辰 --general 寅 --hour 亥 --svg chart.svg --lang ko
    yarrow chart liuren --lessons > lessons.csv
    yarrow chart liuren --attestations
    """  # noqa: D301
    if table:
        click.echo(lessons_csv(read_school(given["school"])), nl=False)
    elif attestations:
        click.echo(json.dumps(report(), ensure_ascii=False, indent=2) if as_json else report_text())
    elif schools:
        for point, readings in POINTS.items():
            default = str(getattr(DEFAULT, point)).lower()
            click.echo(f"{point}: {', '.join(readings)} (default {default})")
    else:
        _show(given, lang, as_json, svg)


def lessons_csv(school: School = DEFAULT) -> str:
    """The 720 lessons as CSV: day, seat (the branch over 干), shift, the transmissions, method."""
    found = lessons(school)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for day, shift, seat, three, method in zip(
        found.day, found.shift, found.upper[:, 0], found.transmissions, found.method, strict=True
    ):
        names = [BRANCHES[b] for b in (seat, *three)]
        writer.writerow((PILLARS[day], names[0], shift, *names[1:], METHODS[method][0]))
    return out.getvalue()


def _show(given, lang, as_json, svg):
    chart, when = read_given(given)
    if svg:
        drawing = import_module("yarrow.charts.draw_liuren").svg(chart, lang)
        import_module("yarrow.charts.draw").save(drawing, svg)
    if as_json:
        record = chart.as_dict() | {"patterns": _patterns(chart, lang), "spirits": _spirits(chart)}
        if when is not None:
            record["moment"] = when.as_dict()
        click.echo(json.dumps(record, ensure_ascii=False, indent=2))
    elif not svg:
        if when is not None:
            click.echo("\n".join(_moment_lines(when)))
        click.echo(chart.text(lang))
        held = [f"{p['name']} {p['passage']}".strip() for p in _patterns(chart, lang)]
        click.echo("\n格　" + "　".join(held))
        click.echo("神煞　" + "　".join(name + where for name, where in _spirits(chart).items()))


def _patterns(chart, lang: str) -> list[dict[str, str]]:
    """The patterns that the chart surely has, each with the passage that defines it."""
    held = holding(chart.arrays())
    return [
        {"name": pattern.name, "gloss": {"zh": pattern.name}.get(lang) or getattr(pattern, lang),
         "passage": pattern.passage}
        for name, pattern in PATTERNS.items() if held[name][0] == 1
    ]


def _spirits(chart) -> dict[str, str]:
    """Where each spirit stands, in branches; those left out go by a fact that is not given."""
    batch = chart.arrays()
    places = {name: int(spirit(batch, name)[0]) for name in spirits()}
    return {name: "".join(BRANCHES[b] for b in range(12) if mask >> b & 1)
            for name, mask in places.items() if mask > 0}


def _moment_lines(when: calendar.Moment) -> list[str]:
    lines = [f"{calendar.iso(when.instant, when.clock.offset)} {when.clock.zone} ({when.hours_by})"]
    lines.append(
        "　".join(
            PILLARS[p] + unit
            for p, unit in (
                (when.year, "年"),
                (when.month, "月"),
                (when.day, "日"),
                (when.hour, "時"),
            )
        )
    )
    for flag in when.flags:
        side = "after" if flag.seconds >= 0 else "before"
        lines.append(f"! {abs(flag.seconds)} s {side} {flag.name} ({flag.boundary})")
    return [*lines, *when.notes, ""]
