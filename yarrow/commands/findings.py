"""`yarrow findings`: where text and computation part, and what was concluded."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import click

from yarrow import findings as found
from yarrow.errors import Fault, YarrowError
from yarrow.store.database import connect


@click.command()
@click.argument("place", metavar="[ID|PASSAGE|TEXT]", default="")
@click.option("--kind", type=click.Choice([*found.KINDS, "slip", "translation"]), help="Findings of one kind.")
@click.option("--markdown", is_flag=True, help="The whole report, as docs/findings.md has it.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for scripts.")
@click.option("--db", type=click.Path(dir_okay=False, path_type=Path), help="The database.")
def findings(place: str, kind: str | None, markdown: bool, as_json: bool, db: Path | None):
    """List where text and computation part, and where text and translation do.

    Worked charts that do not come out, claims that are refuted, rules that no chart makes true,
    notes of the translator that the charts bear out or refute, slips of the Chinese that readers see, and
    departures of the translation:
    all from the built database, with what was concluded of each (corpus/findings.yaml).

    \b
    Examples:
      yarrow findings
      yarrow findings sanchuan --kind example
      yarrow findings --kind translation --json
      yarrow findings --markdown > docs/findings.md
    """
    connection = connect(db)
    if markdown:
        if place or kind or as_json:
            raise click.UsageError("--markdown writes the whole report; leave the rest out")
        click.echo(found.report(connection), nl=False)
        return
    _known(connection, place)
    rows = [] if kind in ("slip", "translation") else found.findings(connection, place, kind or "")
    slipped = found.slips(connection, place) if kind in (None, "slip") else []
    parted = found.departures(connection, place) if kind in (None, "translation") else []
    if as_json:
        click.echo(json.dumps({"findings": rows, "slips": slipped, "translation": parted}, ensure_ascii=False, indent=1))
        return
    for one in rows:
        click.echo("\n".join(_told(one)))
    if kind in ("slip", "translation") or place:
        for one in (*slipped, *parted):
            click.echo(f"{one['passage']}  {one['class']}\n"
                       f"    {one['zh'] or '—'}  |  {one['ko'] or '—'}\n    {one['reason']}")
    counts = Counter(one["kind"] for one in rows)
    counts |= {"slip": len(slipped), "translation": len(parted)}
    click.echo(", ".join(f"{number} {name}" for name, number in counts.items() if number) or "Nothing parts.")


def _told(one: dict):
    verdict = one["verdict"] or ("" if one["kind"] in ("rule", "note") else "not concluded")
    yield f"{one['id']}  {one['status']}" + (f"  {verdict}" if verdict else "")
    yield f"    {one['quote']}"
    yield f"    {one['explanation']}"
    if one["argument"]:
        yield f"    {found.concluded(one)}"


def _known(connection, place: str) -> None:
    names = "SELECT id FROM document UNION SELECT id FROM passage UNION SELECT id FROM rule" \
            " UNION SELECT id FROM example UNION SELECT note FROM base_text_check"
    if place and not connection.execute(f"SELECT 1 FROM ({names}) WHERE id = ?", (place,)).fetchone():
        raise YarrowError(Fault(place, "no record, passage or text is called so",
                                "name one, such as sanchuan-5-e1, sanchuan-5 or sanchuan"))
