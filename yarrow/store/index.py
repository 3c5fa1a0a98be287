"""The search index: the folded text of every text table, one token per character."""

from __future__ import annotations

from sqlite_utils import Database

from yarrow.store.search import folding, spaced
from yarrow.store.texts import Corpus


def index_search(db: Database, corpus: Corpus) -> None:
    """Fill each table NAME_fts from the table NAME, under the same rowid."""
    fold = folding(db.conn)  # as whoever searches this database will read it
    db.conn.create_function("spaced", 1, lambda text: text and spaced(fold(text)),
                            deterministic=True)
    for name in db.table_names():
        if not name.endswith("_fts"):
            continue
        table = name.removesuffix("_fts")
        columns = [column.name for column in db[name].columns]
        db.conn.execute(
            f"INSERT INTO {name} (rowid, {', '.join(columns)})"
            f" SELECT rowid, {', '.join(f'spaced({column})' for column in columns)} FROM {table}"
            " ORDER BY rowid"
        )
        db.conn.execute(f"INSERT INTO {name} ({name}) VALUES ('optimize')")
