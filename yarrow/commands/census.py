"""`yarrow census`: every rule on every chart."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import click


@click.command()
@click.option("--workers", type=click.IntRange(1), default=1, show_default=True,
              help="Processes on this machine.")
@click.option("--scheduler", metavar="ADDRESS", help="A Dask scheduler whose workers count instead.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="Where the result goes; census.json of the corpus by default.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def census(workers: int, scheduler: str | None, out: Path | None, as_json: bool):
    """Try every rule on every chart that there can be.

    Tells how many charts make each rule true, which rules never speak, which imply one another, and
    which say opposite things of the same chart. `yarrow build` takes the result into the database
    for as long as records and program are those that were counted. A run that is cut off is taken
    up again where it stopped.

    \b
    Examples:
      yarrow census
      yarrow census --workers 4
      yarrow census --scheduler tcp://10.0.0.5:8786 --out census.json
    """
    from yarrow.rules import census_run

    began = time.perf_counter()

    def progress(art: str, done: int, units: int) -> None:
        seconds = time.perf_counter() - began
        click.echo(f"\r{art}: {done} of {units} parts, {seconds:.0f} s ", err=True, nl=done == units)

    try:
        result = census_run.run(out, workers=workers, scheduler=scheduler, progress=progress)
    except KeyboardInterrupt:
        click.echo("\nstopped; the same command goes on from here", err=True)
        sys.exit(130)
    if as_json:
        click.echo(json.dumps(result, ensure_ascii=False))
        return
    for art, found in result.items():
        click.echo("\n".join(_told(art, found)))


def _told(art: str, found: dict):
    rules, relations = found["rules"], found["relations"]
    yield f"{art}: {len(rules)} rules on {found['charts']:,} charts, {found['conditions']} conditions"
    silent = [_name(one) for one in rules if not one["true"] and not one["unknown"]]
    yield f"  never true: {', '.join(silent) or 'none'}"
    always = [_name(one) for one in rules if one["true"] == found["charts"]]
    yield f"  always true: {', '.join(always) or 'none'}"
    for kind in ("same", "implies", "opposed"):
        some = [one for one in relations if one["kind"] == kind]
        yield f"  {kind}: {len(some)}"
        for one in some:
            about = f"  {one['about']}" if one["about"] else ""
            yield (f"    {one['first']} {one['second']}  {one['charts']:,} charts, as "
                   f"{one['witness']}{about}")


def _name(rule: dict) -> str:
    return rule["rule"] + (f" (reading {rule['reading'] + 1})" if rule["reading"] else "")
