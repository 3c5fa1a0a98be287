"""`yarrow check claims`: claims on all charts, proved or refuted."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict

import click

from yarrow.corpus import load_corpus
from yarrow.rules import check_claims
from yarrow.rules.load import load_named


@click.command()
@click.argument("ids", metavar="[ID]...", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print JSON for scripts.")
def claims(ids: tuple[str, ...], as_json: bool):
    """Prove or refute every claim of the texts by going through all charts.

    ID is a claim, a passage or a text. Each is told with a chart that bears it out, one that speaks
    against it, and what was counted.

    \b
    Examples:
      yarrow check claims
      yarrow check claims zhonggui-2-r6 --json
    """
    texts = load_corpus()
    found = list(check_claims.check(load_named(texts, ids), texts, ids))
    if as_json:
        click.echo(json.dumps([asdict(one) for one in found], ensure_ascii=False, indent=1))
        return
    for one in found:
        click.echo(f"{one.id} {one.status}" + (f"  as on {one.witness}" if one.witness else "")
                   + (f"  against it {one.counter}" if one.counter else ""))
        click.echo(f"  {one.explanation}")
    count = Counter(one.status for one in found)
    click.echo(", ".join(f"{count[status]} {status}" for status in (
        check_claims.PROVED, check_claims.REFUTED, check_claims.UNDECIDED)))
