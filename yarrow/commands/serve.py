"""`yarrow serve`: the corpus as a site, by Datasette."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path

import click

from yarrow.errors import Fault, YarrowError
from yarrow.export.writing import SUMS
from yarrow.paths import PACKAGE, database_path, datasette_yaml

SITE = PACKAGE / "site"
SETTINGS = {
    "default_page_size": "50",
    "max_returned_rows": "5000",
    "sql_time_limit_ms": "3000",
    "facet_time_limit_ms": "1000",
    "default_facet_size": "15",
    "suggest_facets": "off",  # the useful facets are named in datasette.yaml
    "allow_download": "on",
    "allow_csv_stream": "on",
    "max_csv_mb": "0",
    "truncate_cells_html": "300",
    "default_cache_ttl": "60",
}


def arguments(db: Path) -> list[str]:
    """The arguments of `datasette serve` for this database, without host and port. An export of
    TEI beside the database, in a folder `tei`, is offered for download."""
    edition = db.parent / "tei"
    settings = [part for name, value in SETTINGS.items() for part in ("--setting", name, value)]
    return [
        "--immutable",
        str(db),
        *("--metadata", str(datasette_yaml())),
        *("--template-dir", str(SITE / "templates")),
        *("--plugins-dir", str(SITE / "plugins")),
        *("--static", f"assets:{SITE / 'static'}"),
        *(("--static", f"tei:{edition}") if (edition / SUMS).is_file() else ()),
        *settings,
    ]


@click.command(
    epilog="""\b
Examples:
  yarrow serve
  yarrow serve --port 8080
  yarrow serve --db /srv/yarrow.db --host 0.0.0.0"""
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port", default=8001, show_default=True, type=click.IntRange(0, 65535), help="0: any free."
)
@click.option("--db", type=click.Path(dir_okay=False, path_type=Path), help="The database.")
@click.option("--reload", is_flag=True, help="Start anew when the database or metadata changes.")
def serve(host: str, port: int, db: Path | None, reload: bool):
    """Build the database if there is none, and serve it with Datasette.

    The TEI files that `yarrow export tei build/tei` puts beside the database are offered, too.
    """
    from yarrow.store.build import build_database, is_current

    db = (db or database_path()).absolute()
    if not db.is_file():
        click.echo(f"No database at {db} yet: building it …", err=True)
        build_database(db)
    elif not is_current(db):
        said = "was built by another version or from another state of the corpus"
        click.echo(f"{db} {said}: run `yarrow build` to renew it.", err=True)
    port = _free_port(host, port)
    name = "localhost" if host in ("0.0.0.0", "::") else host
    click.echo(f"Yarrow at http://{f'[{name}]' if ':' in name else name}:{port}/ (Ctrl-C ends it)")
    sys.stdout.flush()
    # `serve` is the default and not named: Datasette's reloader would take it for a file
    command = [sys.executable, "-m", "datasette", *arguments(db)]
    command += ["--host", host, "--port", str(port), *(["--reload"] if reload else [])]
    # Datasette takes the place of this process: signals reach it, and its exit status is ours.
    os.execv(sys.executable, command)


def _free_port(host: str, port: int) -> int:
    """The port, or a free one for 0; YarrowError when it cannot be had."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
            return probe.getsockname()[1]
    except OSError as error:
        raise YarrowError(
            Fault(
                f"--host {host} --port {port}",
                f"cannot listen there: {error.strerror}",
                "give another with --port, or 0 for any free one",
            )
        ) from None
