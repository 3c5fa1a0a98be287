"""`yarrow layers`: what the texts are cut into."""

from __future__ import annotations

import json

import click

from align.segment import KINDS
from yarrow.corpus import Text, load_corpus
from yarrow.errors import Fault, YarrowError

COLUMNS = ("text", "lang", "layer", "units", "sentences", "segments", "characters")


@click.command()
@click.argument("names", metavar="[TEXT|PASSAGE]...", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print JSON for scripts.")
def layers(names: tuple[str, ...], as_json: bool):
    """Count the units, sentences and segments of each text, language and layer.

    A segment is a Chinese clause or a Korean sentence. Characters are Han, Hangul and other
    letters and digits, without marks. Given a passage, its units and segments are listed with
    their offsets and words instead.

    \b
    Examples:
      yarrow layers
      yarrow layers hunyin yushi --json
      yarrow layers yushi-23 zhonggui-1
    """
    corpus = {text.slug: text for text in load_corpus()}
    chosen, faults = [], []
    for name in names or corpus:
        slug, _, n = name.partition("-")
        text = corpus.get(slug)
        if text is None:
            faults.append(Fault(name or "''", f"no text is called {slug!r}", f"use {', '.join(corpus)}"))
        elif n and not (n.isascii() and n.isdigit() and 1 <= int(n) <= len(text.passages)):
            faults.append(Fault(name, f"{slug} has no passage {n}",
                                f"use {slug}-1 to {slug}-{len(text.passages)}"))
        else:
            chosen.append((text, int(n) if n else None))
    if len({n is None for _, n in chosen}) > 1:
        faults.append(Fault("arguments", "texts are counted and passages are listed",
                            "ask for one of the two at a time"))
    if faults:
        raise YarrowError(faults)
    rows: list[dict] = []
    for text, n in chosen:
        rows += counts(text) if n is None else listing(text, n)
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False, indent=1))
    elif chosen[0][1] is None:
        click.echo(_table([COLUMNS, *(tuple(row.values()) for row in rows)]))
    else:
        for row in rows:
            indent = "" if row["what"] == "unit" else "    "
            click.echo(f"{indent}{row['id']} {row['layer']} {row['start']}-{row['end']} "
                       f"{row['words'].strip()}" + (f"  [on {row['glosses']}]"
                                                    if row.get("glosses") else ""))


def counts(text: Text) -> list[dict]:
    """Rows with the keys COLUMNS, one for each language and layer that the text has."""
    rows = {(lang, kind): dict(zip(COLUMNS, (text.slug, lang, kind, 0, 0, 0, 0)))
            for lang, kinds in KINDS.items() for kind in kinds}
    for unit in text.layers.units:
        row = rows[unit.lang, unit.kind]
        row["units"] += 1
        row["characters"] += sum(map(str.isalnum, text.words(unit)))
    for sentence in text.layers.sentences:
        rows[sentence.lang, sentence.layer]["sentences"] += 1
    for segment in text.layers.segments:
        rows[segment.lang, segment.layer]["segments"] += 1
    return [row for row in rows.values() if row["units"]]


def listing(text: Text, n: int) -> list[dict]:
    """The units of passage n, each followed by its segments."""
    rows = []
    found = text.layers
    for at, unit in enumerate(found.units):
        if unit.passage != n:
            continue
        target = found.units[unit.glosses] if unit.glosses is not None else None
        rows.append({
            "what": "unit", "id": text.unit_id(unit), "layer": unit.kind, "start": unit.start,
            "end": unit.end, "words": text.words(unit),
            "glosses": text.unit_id(target) if target else None,
            "continues": None if unit.continues is None
            else text.unit_id(found.units[unit.continues]),
            "voice": unit.voice,
        })
        rows += [{
            "what": "segment", "id": text.segment_id(segment), "layer": segment.layer,
            "start": segment.start, "end": segment.end, "words": text.words(segment),
            "sentence": text.sentence_id(segment),
        } for segment in found.segments if segment.unit == at]
    return rows


def _table(rows: list[tuple]) -> str:
    """Plain columns: words to the left, numbers to the right."""
    cells = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells)]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if i > 2 else cell.ljust(width)
            for i, (cell, width) in enumerate(zip(row, widths))
        ).rstrip()
        for row in cells
    )
