"""One number for the content of a database: two builds of the same corpus share it."""

from __future__ import annotations

import hashlib
import json
import sqlite3


def tables(connection: sqlite3.Connection) -> list[str]:
    """The tables that hold content, by name: no views, no index tables of the search."""
    return [
        row[0]
        for row in connection.execute(
            "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'"
            " AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY name"
        )
    ]


def table_digest(connection: sqlite3.Connection, table: str) -> str:
    """SHA-256 (hex) over the columns and all rows of one table, in the order of its key."""
    columns = connection.execute(
        "SELECT name, pk FROM pragma_table_info(?) ORDER BY cid", (table,)
    ).fetchall()
    key = [name for name, place in sorted(columns, key=lambda column: column[1]) if place]
    order = ", ".join(f'"{name}"' for name in key) or "rowid"
    names = [name for name, _ in columns]
    sha = hashlib.sha256(json.dumps(names).encode())
    selected = ", ".join(f'"{name}"' for name in names)
    for row in connection.execute(f'SELECT {selected} FROM "{table}" ORDER BY {order}'):
        sha.update(json.dumps(list(row), ensure_ascii=False).encode() + b"\n")
    return sha.hexdigest()


def digest(connection: sqlite3.Connection) -> str:
    """SHA-256 (hex) over the digests of all tables and the statements that made the schema."""
    sha = hashlib.sha256()
    for name, sql in connection.execute(
        "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name"
    ):
        sha.update(json.dumps([name, sql], ensure_ascii=False).encode() + b"\n")
    for table in tables(connection):
        sha.update(f"{table} {table_digest(connection, table)}\n".encode())
    return sha.hexdigest()
