"""`yarrow check rules`: every rule on the charts that it keeps, and how well they guard it."""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import asdict

import click

from yarrow.corpus import load_corpus
from yarrow.rules import check_rules, weakened
from yarrow.rules.load import load_named


@click.command()
@click.argument("ids", metavar="[ID]...", nargs=-1)
@click.option("--weak", is_flag=True, help="Try each condition with a part left out, too.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for scripts.")
def rules(ids: tuple[str, ...], weak: bool, as_json: bool):
    """Try every rule on the charts that it keeps as true and false, and find those that never hold.

    ID is a rule, a passage or a text. Where no kept chart makes a rule true, all charts are gone
    through. The exit status is 1 if a kept chart is not as it is kept.

    With --weak each condition is written again with one part left out or exchanged, and what no
    kept chart tells from the condition is listed with a chart that would, and what the condition
    is on it: keep that chart, if the words of the text bear it out. The exit status is then 0.

    \b
    Examples:
      yarrow check rules
      yarrow check rules hunyin-3
      yarrow check rules --json
      yarrow check rules --weak zhonggui-3
    """
    texts = load_corpus()
    annotation = load_named(texts, ids)
    if weak:
        found = weakened.check(annotation, texts, ids, lambda what: click.echo(what, err=True))
        click.echo(json.dumps([asdict(one) for one in found], ensure_ascii=False, indent=1)
                   if as_json else "\n".join(_weak(found)))
        return
    found = check_rules.check(annotation, texts, ids, lambda what: click.echo(what, err=True))
    if as_json:
        click.echo(json.dumps([asdict(one) for one in found], ensure_ascii=False, indent=1))
    else:
        for one in found:
            if ids or one.status != "right" or one.reason:
                click.echo(f"{one.id} {one.status}" + (f"  true on {one.chart}" if one.chart else "")
                           + (f"  never, as the record says: {one.reason}" if one.reason else ""))
                for words in one.wrong:
                    click.echo(f"  {words}")
        count = Counter(one.status for one in found)
        click.echo(f"{sum(one.kept for one in found)} kept charts; "
                   + ", ".join(f"{number} {status}" for status, number in count.items()))
    sys.exit(1 if any(one.status == "wrong" for one in found) else 0)


def _weak(found: list[weakened.Variant]):
    """The unguarded variants of each condition, then the figures of each text."""
    heads = set()
    for one in found:
        if one.status == weakened.UNGUARDED:
            head = one.id + (f", reading {one.reading + 1}" if one.reading else "")
            if head not in heads:
                heads.add(head)
                yield head
            yield f"  {one.change}"
            yield (f"    {one.value} on {one.chart}" if one.chart
                   else "    no chart in compact facts that tells was found")
    for (text, second), count in weakened.figures(found).items():
        told = count[weakened.GUARDED] + count[weakened.UNGUARDED]
        share = f", {count[weakened.GUARDED] / told:.1%} of those that differ" if told else ""
        yield (f"{text}{', second readings' * second}: {count.total()} variants; "
               f"{count[weakened.SAME]} the same, {count[weakened.UNGUARDED]} unguarded, "
               f"{count[weakened.GUARDED]} guarded{share}")
