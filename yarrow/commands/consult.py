"""`yarrow consult`: every rule of the corpus on one chart."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import click

from yarrow.commands.chart_liuren import liuren as liuren_chart
from yarrow.commands.chart_liuyao import liuyao as liuyao_chart
from yarrow.errors import YarrowError

# Options of the chart commands that say how a chart is printed, not what it is.
_PRINTING = {"as_json", "svg", "hexagrams", "schools", "table", "attestations", "lang", "asks"}
_OWN = (
    click.Option(["--asks"], help="What is asked: 婚姻, 求庚帖 …; --questions lists them."),
    click.Option(["--questions"], is_flag=True, help="List the questions of the corpus."),
    click.Option(["--all", "every"], is_flag=True, help="Show the rules that are false, too."),
    click.Option(["--lang"], type=click.Choice(["zh", "ko", "en"]), default="en",
                 show_default=True, help="Language of judgments and reasons."),
    click.Option(["--json", "as_json"], is_flag=True, help="Print it all as JSON."),
    click.Option(["--db"], type=click.Path(dir_okay=False, path_type=Path), help="The database."),
)  # fmt: skip
_HEADS = {
    "true": ("合者", "성립하는 규칙", "These hold"),
    "exception": ("因例外而不論者", "예외로 막힌 규칙", "Blocked by an exception"),
    "unknown": ("缺事實而未定者", "사실이 없어 정해지지 않은 규칙", "Unknown for want of a fact"),
    "asked": ("別問則論者", "다른 일을 물으면 성립하는 규칙", "If it were asked"),
    "false": ("不合者", "성립하지 않는 규칙", "These do not hold"),
}


def _shared(command: click.Command) -> list[click.Parameter]:
    return [one for one in command.params if one.name not in _PRINTING]


@click.group()
def consult():
    """Consult the corpus on a chart: which rules speak, which are blocked, what is wanted.

    \b
    yarrow consult liuyao 大壯之豫 --month 子 --day 己巳 --asks 婚姻
    yarrow consult liuyao --coins 878877 --date 2026-09-09T17:28 --zone +08:00 --lang ko
    yarrow consult liuren --day 壬辰 --general 寅 --hour 亥 --night --json
    yarrow consult liuren --day 辛丑 --general 午 --hour 申 --birth 乙丑 --sex male

    Charts are given as for `yarrow chart`. What each rule rests on is shown with both quotes; where
    rules speak against each other, all stand.
    """  # noqa: D301


def _liuyao(name, asks, questions, every, lang, as_json, db, **given):
    from yarrow.charts.liuyao_chart import as_dict
    from yarrow.charts.liuyao_given import read_given

    library = _library(db)
    if questions:
        return _questions(library, lang)
    faults, chart = [], None
    try:
        chart = read_given(name, given | {"asks": asks or ""})
    except YarrowError as error:
        faults += error.faults
    _show(library, chart, faults, asks, {}, as_dict, every, lang, as_json)


def _liuren(person, asks, questions, every, lang, as_json, db, **given):
    from yarrow.charts.liuren_chart import Chart
    from yarrow.charts.liuren_given import read_given
    from yarrow.charts.liuyao_input import SEXES

    library = _library(db)
    if questions:
        return _questions(library, lang)
    faults, chart, persons = [], None, {}
    try:
        chart, _ = read_given(given)
    except YarrowError as error:
        faults += error.faults
    try:
        persons = _persons(person)
    except YarrowError as error:
        faults += error.faults
    sex = SEXES.get((given["sex"] or "").lower(), -1)
    _show(
        library,
        chart,
        faults,
        asks,
        {"sex": sex, "persons": persons},
        Chart.as_dict,
        every,
        lang,
        as_json,
    )


def _persons(words: Iterable[str]) -> dict[str, tuple[int, int]]:
    from yarrow.rules import facts

    return facts.read("liuren", " ".join(words), "--person").persons if words else {}


def _library(db: Path | None):
    from yarrow.store.database import connect
    from yarrow.store.library import library

    connection = connect(db)
    try:
        return library(connection)
    finally:
        connection.close()


def _questions(library, lang: str) -> None:
    for name, one in library.lists.questions.items():
        depth = len(library.lists.chain(name)) - 1
        gloss = "" if lang == "zh" else f"  {getattr(one.label, lang)}"
        click.echo(f"{'  ' * depth}{name}{gloss}")


def _show(library, chart, faults, asks, told, as_dict, every, lang, as_json) -> None:
    from yarrow.rules.consult import check_question
    from yarrow.rules.consult import consult as run

    faults = [*faults, *check_question(library, asks)]
    if faults:
        raise YarrowError(faults)
    consultation = run(library, chart, asks, **told)
    statuses = (
        ("true", "exception", "unknown", "false") if every else ("true", "exception", "unknown")
    )
    found = consultation.of(*statuses)
    if as_json:
        from yarrow.rules.consult_record import record

        click.echo(
            json.dumps(
                {"chart": as_dict(chart)} | record(consultation, found, lang),
                ensure_ascii=False,
                indent=1,
            )
        )
        return
    click.echo("\n".join(_lines(consultation, found, lang)))


def _lines(consultation, found, lang: str) -> Iterable[str]:
    column = ("zh", "ko", "en").index(lang)
    counted: dict[str, list] = {name: [] for name in _HEADS}
    for verdict in found:
        counted["asked" if verdict.elsewhere else verdict.status].append(verdict)
    for name, verdicts in counted.items():
        if not verdicts:
            continue
        yield f"{_HEADS[name][column]} ({len(verdicts)})"
        yield ""
        passage = ko = None
        for verdict in verdicts:
            rule = verdict.rule
            if rule.passage != passage:
                passage, ko = rule.passage, None
                yield f"== {consultation.library.citation(passage)} =="
                yield ""
            yield rule.id
            yield f"  {rule.quote}"
            if rule.ko and rule.ko != ko:  # sentences that several rules share are given once
                ko = rule.ko
                yield f"  {ko}"
            for said in verdict.says(lang):
                yield f"  → {said}"
            yield f"  {verdict.why(lang)}"
            yield ""
    opposed = consultation.side_by_side(lang)
    if opposed:
        yield ("並觀", "나란히 놓고 볼 것", "Side by side")[column]
        for about, values in opposed:
            yield f"  {about}"
            for value, ids in values:
                yield f"    {value}: {', '.join(ids)}"


liuyao = click.Command(
    "liuyao",
    callback=_liuyao,
    params=[*_shared(liuyao_chart), *_OWN],
    help="Consult the corpus on a 六爻 chart; the chart is given as for `yarrow chart liuyao`.",
)
liuren = click.Command(
    "liuren",
    callback=_liuren,
    params=[
        *_shared(liuren_chart),
        click.Option(
            ["--person"],
            multiple=True,
            help="本命 or 行年 of another: 男命子, 女行年午, 母命亥. May be repeated.",
        ),
        *_OWN,
    ],
    help="Consult the corpus on a 大六壬 chart; the chart is given as for `yarrow chart liuren`.",
)
consult.add_command(liuyao)
consult.add_command(liuren)
