"""`yarrow coverage`: how much of the texts the records account for."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict

import click

from yarrow.corpus import Text, load_corpus
from yarrow.errors import Fault, YarrowError
from yarrow.rules.agreement import Agreement, agreement
from yarrow.rules.link import Account, account
from yarrow.rules.load import load_annotation
from yarrow.rules.records import KINDS, Annotation


@click.command()
@click.argument("names", metavar="[TEXT]...", nargs=-1)
@click.option(
    "--missing", is_flag=True, help="List the clauses that no record takes up, or only in part."
)
@click.option(
    "--agreement",
    "agreed",
    is_flag=True,
    help="Compare the two readings of the passages read twice.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON for scripts.")
def coverage(names: tuple[str, ...], missing: bool, agreed: bool, as_json: bool):
    """Count the clauses of each text that the records account for, by kind of record.

    A clause is whole when every character of it is quoted by some record, and in part when some
    are. Under a kind stand the clauses that a record of that kind takes up, so one clause may be
    counted under several.

    \b
    Examples:
      yarrow coverage
      yarrow coverage hunyin --missing
      yarrow coverage --agreement --json
    """
    corpus = load_corpus()
    known = [text.slug for text in corpus]
    faults = [
        Fault(name, "no text is called so", f"use {', '.join(known)}")
        for name in names
        if name not in known
    ]
    if faults:
        raise YarrowError(faults)
    texts = [text for text in corpus if not names or text.slug in names]
    annotation = load_annotation(corpus)
    if agreed:
        found = agreement(annotation, texts)
        click.echo(
            json.dumps(
                [{**asdict(one), "quotes": one.quotes} for one in found],
                ensure_ascii=False,
                indent=1,
            )
            if as_json
            else _readings(found)
        )
        return
    rows = [count(text, annotation) for text in texts]
    left = [item for text in texts for item in account(annotation, [text]) if item.state != "whole"]
    if as_json:
        click.echo(
            json.dumps(
                [_left(item, corpus) for item in left] if missing else rows,
                ensure_ascii=False,
                indent=1,
            )
        )
    elif missing:
        for item in left:
            row = _left(item, corpus)
            click.echo(
                f"{row['clause']} {row['state']:5} {row['words']}"
                + (f"  [{', '.join(row['records'])}]" if row["records"] else "")
            )
    else:
        click.echo(_table(rows))


def count(text: Text, annotation: Annotation) -> dict:
    """The figures of one text: clauses whole, in part and left out, and by kind; passages that are
    whole; records by kind, and how many of them are open."""
    items = list(account(annotation, [text]))
    states = Counter(item.state for item in items)
    kinds: Counter[str] = Counter()
    for item in items:
        kinds.update({annotation.by_id[id_].kind for id_ in item.records})
    unfinished = {item.segment.passage for item in items if item.state != "whole"}
    mine = [one for one in annotation.by_id.values() if one.text == text.slug]
    records = Counter(one.kind for one in mine)
    return {
        "text": text.slug,
        "passages": len(text.passages),
        "passages_begun": len({one.passage for one in mine}),
        "passages_whole": len(text.passages) - len(unfinished),
        "clauses": len(items),
        **{state: states[state] for state in ("whole", "part", "none")},
        "by_kind": {kind: kinds[kind] for kind in KINDS},
        "records": {kind: records[kind] for kind in KINDS},
        "open": sum(bool(one.open) for one in mine),
    }


def _left(item: Account, corpus) -> dict:
    text = next(text for text in corpus if item.id.startswith(text.slug + "-"))
    return {
        "clause": item.id,
        "state": item.state,
        "words": text.words(item.segment),
        "records": list(item.records),
    }


def _table(rows: list[dict]) -> str:
    heads = ("text", "passages", "whole", "clauses", "whole", "part", "none", *KINDS, "open")
    lines = [heads]
    for row in rows:
        lines.append(
            (
                row["text"],
                row["passages"],
                row["passages_whole"],
                row["clauses"],
                row["whole"],
                row["part"],
                row["none"],
                *row["by_kind"].values(),
                row["open"],
            )
        )
    if len(rows) > 1:
        lines.append(("all", *(sum(column) for column in list(zip(*lines[1:]))[1:])))
    cells = [[str(cell) for cell in line] for line in lines]
    widths = [max(map(len, column)) for column in zip(*cells)]
    out = [
        "  ".join(
            cell.ljust(width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(line, widths))
        ).rstrip()
        for line in cells
    ]
    total = Counter()
    for row in rows:
        total.update(row["records"])
    out.append(
        "records: " + ", ".join(f"{number} {kind}" for kind, number in total.items() if number)
    )
    return "\n".join(out)


def _readings(found: list[Agreement]) -> str:
    if not found:
        return "No passage has a second reading (corpus/readings)."
    out = []
    for one in found:
        ways: Counter[str] = Counter()
        for decided in one.settled.values():
            ways.update(decided)
        out += [
            f"{one.text}: {one.passages} passages, {one.first} records and {one.second}",
            f"  quotes      {one.pairs} pairs (F1 {_percent(one.quotes)}), {one.same_quote} to the "
            f"character, {one.same_kind} of the same kind",
            f"  conditions  {one.conditions} pairs, same truth on {_percent(one.charts)} of the "
            f"charts (both true on {_percent(one.overlap)} of those where either is), "
            f"{one.same_condition} on all; {one.one_condition} where one has none",
            f"  judgments   {one.same_judgments} of {one.judgments} the same; omens {one.same_omens} of "
            f"{one.omens}",
            "  settled     " + (f"{ways.total()}: {_ways(ways)}" if ways else "none noted"),
            *(f"    {about:10}{_ways(decided)}" for about, decided in one.settled.items()),
            f"  left        {len(one.left)} differences not settled"
            + (": " if one.left else "")
            + ", ".join(
                f"{about} ({' and '.join(filter(None, ids))})" for *ids, about in one.left
            ),
        ]
    return "\n".join(out)


def _ways(found: dict[str, int]) -> str:
    return ", ".join(
        f"{found[way]} for {way}" for way in ("first", "second", "both", "neither") if found.get(way)
    )


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f}%"
