"""A built database, opened for reading."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from yarrow.errors import Fault, YarrowError
from yarrow.paths import database_path


def connect(path: str | os.PathLike | None = None) -> sqlite3.Connection:
    """A read-only connection to a built database; YarrowError when there is none."""
    path = Path(path) if path is not None else database_path()
    if not path.is_file():
        raise YarrowError(Fault(str(path), "there is no database", _remedy(path)))
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    try:
        connection.execute("SELECT 1 FROM passage").fetchone()
    except sqlite3.DatabaseError as error:
        connection.close()
        raise YarrowError(
            Fault(str(path), f"this is not a database of Yarrow ({error})", _remedy(path))
        ) from None
    return connection


def rows(connection: sqlite3.Connection, sql: str, *params) -> list[dict]:
    """The rows of a query as dicts."""
    cursor = connection.execute(sql, params)
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor]


def _remedy(path: Path) -> str:
    if path == database_path():
        return "run `yarrow build`"
    return f"name another, or run `yarrow build --db {path}`"
