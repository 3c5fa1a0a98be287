"""`yarrow check words`: the links of terms against the pairs that were checked by hand."""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from yarrow import alignment, words
from yarrow.corpus import load_corpus
from yarrow.terms import glossary


@click.command("words")
@click.option("--deviations", is_flag=True, help="List the terms rendered otherwise than usual.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for scripts.")
def check_words(deviations, as_json):
    """Measure the links of terms against 300 pairs checked by hand, by text.

    \b
    Examples:
      yarrow check words
      yarrow check words --deviations
    """
    texts = load_corpus()
    passages = alignment.parallels(texts)
    links = alignment.current(alignment.automatic(passages), alignment.reviewed(texts, passages))
    click.echo("words: linking", err=True)
    beads, _ = words.linked_beads(links, passages, glossary())
    found = list(words.term_links(beads))
    if deviations:
        _deviations(found, as_json)
        return
    pairs = words.read_pairs(passages)
    rows = {"all": words.agreement(found, pairs, passages)}
    for text in texts:
        own = [pair for pair in pairs if pair.passage.rsplit("-", 1)[0] == text.slug]
        rows[text.slug] = words.agreement(found, own, passages)
    if as_json:
        click.echo(json.dumps({name: asdict(row) for name, row in rows.items()}, indent=1))
        return
    click.echo("text       pairs  precision  recall    AER")
    for name, row in rows.items():
        click.echo(f"{name:<10} {row.pairs:>5}  {row.precision:>9.3f}  {row.recall:>6.3f}  {row.aer:>5.3f}")


def _deviations(found, as_json) -> None:
    terms = glossary().terms
    rare = [r for r in words.renderings(found, glossary()) if not r.usual]
    if as_json:
        click.echo(json.dumps([asdict(r) for r in rare], ensure_ascii=False, indent=1))
        return
    for r in rare:
        places = [link.passage for link in found if link.term == r.term and link.ko_words == r.ko]
        click.echo(f"{terms[r.term].headword}  {r.ko}  {r.count}  {' '.join(places)}")
