"""`yarrow check translation`: where the Korean does not correspond to the Chinese."""

from __future__ import annotations

import difflib
import json
from collections import Counter
from dataclasses import asdict

import click

from yarrow import alignment, translation
from yarrow.corpus import load_corpus
from yarrow.errors import Fault, YarrowError
from yarrow.terms import glossary


@click.command("translation")
@click.argument("place", metavar="[PASSAGE|TEXT]", required=False)
@click.option("--class", "kind", type=click.Choice(list(translation.CLASSES)),
              help="Only findings of this class.")
@click.option("--verdict", type=click.Choice([*translation.VERDICTS, "open"]),
              help="Only findings with this verdict of a reader; open: with none.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for scripts.")
def check_translation(place, kind, verdict, as_json):
    """List where the translation does not correspond to the Chinese.

    Each finding quotes both sides, says its class and why, and what a reader has made of it
    (corpus/translation-review.tsv).

    \b
    Examples:
      yarrow check translation hunyin-27
      yarrow check translation liuchu --class "other syllable"
      yarrow check translation --verdict open --json
    """
    texts = load_corpus()
    passages = alignment.parallels(texts)
    chosen = _choose(place, passages, [text.slug for text in texts])
    click.echo("translation: linking words", err=True)
    links = alignment.current(alignment.automatic(passages), alignment.reviewed(texts, passages))
    material = translation.prepare(links, passages, glossary())
    click.echo("translation: checking", err=True)
    found = [
        f for f in translation.check(material, texts)
        if f.passage in chosen and kind in (None, f.kind)
        and (verdict is None or f.verdict == ("" if verdict == "open" else verdict))
    ]
    if as_json:
        click.echo(json.dumps([asdict(f) | {"class": f.kind} for f in found],
                              ensure_ascii=False, indent=1))
        return
    for f in found:
        click.echo(f"{f.passage}  {f.kind}  {f.confidence:.2f}" + (f"  {f.verdict}" if f.verdict else ""))
        click.echo(f"    {f.zh_words or '—'}  |  {f.ko_words or '—'}")
        click.echo(f"    {f.why}" + (f" Reader: {f.reason}." if f.reason else ""))
    counts = Counter(f.kind for f in found)
    click.echo(f"{len(found)} findings" + "".join(f", {counts[k]} {k}" for k in counts))


def _choose(place, passages, slugs) -> set[str]:
    if place is None:
        return set(passages)
    chosen = {id_ for id_ in passages if place in (id_, id_.rsplit("-", 1)[0])}
    if not chosen:
        near = difflib.get_close_matches(place, [*slugs, *passages], 3) or slugs
        raise YarrowError(Fault("PASSAGE", f"{place} is no passage or text of the corpus",
                                f"name one, such as {', '.join(near)}"))
    return chosen
