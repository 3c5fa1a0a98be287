"""`yarrow chart liuyao`: a 六爻 chart, or the table of the 64 hexagrams."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path

import click

from yarrow.charts.liuyao_chart import as_dict
from yarrow.charts.liuyao_conventions import BY_TEXT, DEFAULT, OPTIONS
from yarrow.charts.liuyao_given import read_given
from yarrow.charts.liuyao_text import hexagrams_csv, text


@click.command()
@click.argument("name", required=False)
@click.option("--coins", help="Six tosses as 6 7 8 9, bottom line first: 878877.")
@click.option("--heads", help="Six tosses as the number of heads in each, bottom first: 210123.")
@click.option(
    "--heads-are", type=int, default=3, show_default=True, help="What a head counts: 3 or 2."
)
@click.option("--lines", help="Six lines typed, bottom first: 單拆交重, or 6 7 8 9, or — : × ○.")
@click.option(
    "--numbers",
    help="Upper trigram, lower trigram and line by numbers: 5,3,8; of two, the sum is the line.",
)
@click.option("--toss", is_flag=True, help="Toss three coins six times.")
@click.option("--stalks", is_flag=True, help="Divide the yarrow stalks, with their own odds.")
@click.option("--by-time", is_flag=True, help="From the lunar date and the hour of --date.")
@click.option("--seed", type=int, help="Make --toss or --stalks reproducible.")
@click.option("--year", help="Year, as branch or pillar: 巳 or 丁巳.")
@click.option("--month", help="Month, as branch or pillar: 寅 or 壬寅.")
@click.option("--day", help="Day pillar: 辛亥.")
@click.option("--hour", help="Hour, as branch or pillar.")
@click.option("--date", help="Date and time instead: 2026-09-09T17:28.")
@click.option("--zone", help="Zone of --date: Asia/Seoul or +08:00.")
@click.option("--longitude", type=float, help="Of the place, east positive: true solar time.")
@click.option(
    "--day-starts",
    type=click.Choice(["23:00", "00:00"]),
    default="23:00",
    show_default=True,
    help="When the day of --date begins.",
)
@click.option("--sex", help="Of the seeker: male or female (男 女).")
@click.option("--birth", help="本命, the birth year of the seeker: 卯 or 丁卯.")
@click.option("--asks", default="", help="What is asked.")
@click.option(
    "--school",
    multiple=True,
    metavar="POINT=CHOICE",
    help="A convention, as earth=fire, or a text, as yushi; --schools lists them. Repeatable.",
)
@click.option("--schools", is_flag=True, help="List the conventions and their choices.")
@click.option("--lang", type=click.Choice(["zh", "ko", "en"]), default="zh", show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print the whole chart as JSON.")
@click.option(
    "--svg", type=click.Path(dir_okay=False, path_type=Path), help="Draw the chart to a file."
)
@click.option("--hexagrams", is_flag=True, help="Print the table of the 64 hexagrams as CSV.")
def liuyao(name, as_json, svg, hexagrams, schools, lang, **given):
    """A 六爻 chart: hexagram, lines, relations, spirits, hidden lines, changes and states.

    \b
    yarrow chart liuyao 節之中孚 --month 寅 --day 辛亥
    yarrow chart liuyao --coins 878877 --date 2026-09-09T17:28 --zone +08:00 --json
    yarrow chart liuyao --stalks --seed 7 --month 寅 --day 辛亥 --lang ko
    yarrow chart liuyao --hexagrams > hexagrams.csv

    The cast comes by NAME (one hexagram, or two with 之 between) or by one of the options; the
    time from --month and --day, so that charts of a book can be replayed, or from --date.
    """
    if hexagrams:
        click.echo(hexagrams_csv(), nl=False)
        return
    if schools:
        for point, choices in OPTIONS.items():
            click.echo(f"{point}: " + ", ".join(map(str, choices)) + f" (default {choices[0]})")
        for name, school in BY_TEXT.items():
            own = [f"{p}={v}" for p, v in vars(school).items() if v != getattr(DEFAULT, p)]
            click.echo(f"{name}: " + (" ".join(own) or "as the defaults"))
        return
    chart = read_given(name, given)
    if svg:
        drawing = import_module("yarrow.charts.draw_liuyao").svg(chart, lang)
        import_module("yarrow.charts.draw").save(drawing, svg)
    if as_json:
        click.echo(json.dumps(as_dict(chart), ensure_ascii=False, indent=2))
    elif not svg:
        click.echo(text(chart, lang))
