"""`yarrow build` and `yarrow digest`."""

from __future__ import annotations

import json
import time
from pathlib import Path

import click

from yarrow.paths import database_path


@click.command(
    epilog="""\b
Examples:
  yarrow build
  yarrow build --db /srv/yarrow.db --quiet
  yarrow build --corpus ~/my-corpus --db my.db"""
)
@click.option("--db", type=click.Path(dir_okay=False, path_type=Path), help="Where it goes.")
@click.option(
    "--corpus",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The folder with texts/ and terms.yaml.",
)
@click.option("-q", "--quiet", is_flag=True, help="No progress.")
def build(db: Path | None, corpus: Path | None, quiet: bool):
    """Build the database from the corpus.

    The new database takes the place of the old one when it is whole; until then, and whatever
    interrupts the build, the old one stands.
    """
    from yarrow.store.build import build_database

    start = time.perf_counter()

    def progress(stage: str, seconds: float) -> None:
        if not quiet:
            click.echo(f"  {stage:<16}{seconds:6.2f} s", err=True)

    path = build_database(db, corpus, progress)
    if not quiet:
        size = path.stat().st_size / 1e6
        seconds = time.perf_counter() - start
        click.echo(f"Built {path} ({size:.1f} MB) in {seconds:.1f} s", err=True)


@click.command(
    epilog="""\b
Examples:
  yarrow digest
  yarrow digest --tables --db /srv/yarrow.db"""
)
@click.option("--db", type=click.Path(dir_okay=False, path_type=Path), help="The database.")
@click.option("--tables", is_flag=True, help="One digest per table as well.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def digest(db: Path | None, tables: bool, as_json: bool):
    """Print the digest of the database's content: two builds of one corpus share it."""
    from yarrow.store import digest as store
    from yarrow.store.database import connect

    connection = connect(db or database_path())
    whole = store.digest(connection)
    parts = (
        {table: store.table_digest(connection, table) for table in store.tables(connection)}
        if tables
        else {}
    )
    if as_json:
        click.echo(json.dumps({"digest": whole, **({"tables": parts} if tables else {})}))
        return
    for table, value in parts.items():
        click.echo(f"{value}  {table}")
    click.echo(whole)
