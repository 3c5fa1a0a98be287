"""`yarrow check rules`: every rule on the charts that it keeps."""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import asdict

import click

from yarrow.corpus import load_corpus
from yarrow.rules import check_rules
from yarrow.rules.load import load_annotation


@click.command()
@click.argument("ids", metavar="[ID]...", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print JSON for scripts.")
def rules(ids: tuple[str, ...], as_json: bool):
    """Try every rule on the charts that it keeps as true and false, and find those that never hold.

    ID is a rule, a passage or a text. Where no kept chart makes a rule true, all charts are gone
    through. The exit status is 1 if a kept chart is not as it is kept.

    \b
    Examples:
      yarrow check rules
      yarrow check rules hunyin-3
      yarrow check rules --json
    """
    texts = load_corpus()
    found = check_rules.check(load_annotation(texts), texts, ids,
                              lambda what: click.echo(what, err=True))
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
