"""`yarrow search`: keyword in context in both languages."""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path

import click

COLUMNS = [
    "document",
    "passage",
    "lang",
    "layer",
    "segment",
    "start",
    "end",
    "left",
    "word",
    "right",
]


@click.command(
    epilog="""\b
Examples:
  yarrow search 動空
  yarrow search 世應 --lang zh --layer main --sort right
  yarrow search 관귀 --document hunyin --limit 20
  yarrow search 財 空 --json        (paragraphs that have both)
  yarrow search 剋 --csv > ke.csv   (finds 克 and 尅 too)"""
)
@click.argument("words", nargs=-1, required=True)
@click.option("--lang", type=click.Choice(["zh", "ko"]), help="One language only.")
@click.option("--layer", help="main, commentary, remark; translation, commentary, note.")
@click.option("--document", help="One text only, by its slug.")
@click.option(
    "--sort",
    type=click.Choice(["position", "left", "right"]),
    default="position",
    show_default=True,
    help="By place in the text, or by the context before (read backwards) or after.",
)
@click.option(
    "--width",
    type=click.IntRange(2),
    default=30,
    show_default=True,
    help="Columns of context on each side.",
)
@click.option("--limit", type=click.IntRange(1), help="At most so many hits.")
@click.option("--json", "as_json", is_flag=True, help="As JSON, a list of objects.")
@click.option("--csv", "as_csv", is_flag=True, help="As CSV with a heading line.")
@click.option("--db", type=click.Path(dir_okay=False, path_type=Path), help="The database.")
def search(words, lang, layer, document, sort, width, limit, as_json, as_csv, db):
    """Find WORDS in the corpus, each in its context.

    A word is found wherever its characters stand in a row, spaces and punctuation included;
    variant characters count as one. Of several words, a paragraph must have all.
    """
    from yarrow.store.database import connect
    from yarrow.store.search import arrange, find

    if as_json and as_csv:
        raise click.UsageError("--json and --csv exclude each other: give one of them")
    hits = arrange(find(connect(db), *words, lang=lang, layer=layer, document=document), sort)
    shown = hits[:limit]
    if as_json:
        click.echo(json.dumps([_row(hit, width) for hit in shown], ensure_ascii=False, indent=1))
    elif as_csv:
        writer = csv.DictWriter(sys.stdout, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(_row(hit, width) for hit in shown)
    else:
        _print(shown, width)
        more = f", {len(shown)} shown" if len(shown) < len(hits) else ""
        passages = len({hit.passage for hit in hits})
        click.echo(f"{len(hits)} hits in {passages} passages{more}", err=True)


def _row(hit, width: int) -> dict:
    from yarrow.store.search import clip

    row = {column: getattr(hit, column) for column in COLUMNS}
    row["left"] = clip(hit.left, width, end=True).lstrip(" ")
    row["right"] = clip(hit.right, width, end=False).rstrip(" ")
    return row


def _print(hits, width: int) -> None:
    from yarrow.store.search import clip
    from yarrow.store.search import width as columns

    place = max((len(hit.segment or hit.passage) for hit in hits), default=0)
    layer = max((len(hit.layer) for hit in hits), default=0)
    word = max((columns(hit.word) for hit in hits), default=0)
    for hit in hits:
        left = clip(hit.left, width, end=True)
        right = clip(hit.right, width, end=False).rstrip(" ")
        middle = click.style(clip(hit.word, word, end=False), bold=True)
        where = f"{hit.segment or hit.passage:<{place}}  {hit.layer:<{layer}}"
        click.echo(f"{where}  {left} {middle} {right}")
