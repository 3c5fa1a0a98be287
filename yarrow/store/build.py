"""The corpus into one SQLite file, whole or not at all.

The database is written in one transaction to a file of its own beside the old one, brought to
the disk, and then takes the old one's place. Whatever happens on the way, the last good database
stands. The same corpus gives the same content (`yarrow digest`).
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlite_utils import Database

import yarrow
from yarrow.errors import Fault, YarrowError
from yarrow.paths import corpus_dir, database_path, schema_dir
from yarrow.store.beads import store_beads
from yarrow.store.checks import store_checks, store_findings
from yarrow.store.database import connect
from yarrow.store.glossary import store_occurrences, store_terms, store_variants
from yarrow.store.index import index_search
from yarrow.store.rules import store_language, store_records
from yarrow.store.texts import (
    Corpus,
    corpus_digest,
    read_corpus,
    store_about,
    store_layers,
    store_retired,
    store_texts,
)
from yarrow.store.translation import store_translation

# What a build does, in order; each stage fills its tables from the corpus and what stands before.
STAGES: list[tuple[str, Callable[[Database, Corpus], None]]] = [
    ("texts", store_texts),
    ("layers", store_layers),
    ("beads", store_beads),
    ("glossary", store_terms),
    ("occurrences", store_occurrences),
    ("translation", store_translation),
    ("variants", store_variants),
    ("rule language", store_language),
    ("records", store_records),
    ("checks", store_checks),
    ("findings", store_findings),
    ("retired ids", store_retired),
    ("search index", index_search),
    ("about", store_about),
]

PART = ".part"  # the ending of a database that is not whole yet


def build_database(
    path: Path | None = None,
    corpus: Path | None = None,
    progress: Callable[[str, float], None] = lambda stage, seconds: None,
) -> Path:
    """Build the database from the corpus folder; return its path.

    path: where it goes (default `yarrow.paths.database_path()`); corpus: the folder with texts/
    and terms.yaml (default `yarrow.paths.corpus_dir()`); progress: called after each stage with
    its name and the seconds that it took. YarrowError reports all that is wrong with the corpus;
    the old database then stays as it was.
    """
    path = Path(path) if path else database_path()
    clock = _Clock(progress)
    content = read_corpus(Path(corpus) if corpus else corpus_dir())
    clock("read the corpus")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with _alone(path), _part(path) as part:
            _fill(part, content, clock)
            os.replace(part, path)
            _to_disk(path.parent)
    except (OSError, sqlite3.OperationalError) as error:
        remedy = "make room or give another place with --db; the old database stands"
        raise YarrowError(Fault(str(path), f"cannot be written: {error}", remedy)) from error
    clock("to disk")
    return path


def is_current(path: Path, corpus: Path | None = None) -> bool:
    """Whether the database was built from the corpus folder as it is, by this version."""
    connection = connect(path)
    try:
        about = dict(connection.execute("SELECT name, value FROM about"))
    except sqlite3.OperationalError:  # of a version before this table
        return False
    finally:
        connection.close()
    wanted = yarrow.__version__, corpus_digest(Path(corpus) if corpus else corpus_dir())
    return (about.get("version"), about.get("corpus_sha256")) == wanted


class _Clock:
    def __init__(self, progress: Callable[[str, float], None]):
        self._progress = progress
        self._last = time.perf_counter()

    def __call__(self, stage: str) -> None:
        now = time.perf_counter()
        self._progress(stage, now - self._last)
        self._last = now


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Hold the lock of this database: of two builds at once, the second waits."""
    with open(path.with_name(path.name + ".lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        # only a killed build leaves a part, since none other is running
        for part in path.parent.glob(f"{path.name}.*{PART}*"):
            part.unlink()
        yield


@contextmanager
def _part(path: Path) -> Iterator[Path]:
    handle, name = tempfile.mkstemp(prefix=f"{path.name}.", suffix=PART, dir=path.parent)
    os.close(handle)
    part = Path(name)
    try:
        yield part
    finally:
        part.unlink(missing_ok=True)


def _fill(part: Path, corpus: Corpus, clock: _Clock) -> None:
    connection = sqlite3.connect(part)
    try:
        # No journal on the disk: a part that is not whole is thrown away, never rolled back.
        connection.execute("PRAGMA journal_mode = MEMORY")
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("PRAGMA foreign_keys = ON")
        db = Database(connection)
        with db.atomic():
            db.executescript((schema_dir() / "tables.sql").read_text(encoding="utf-8"))
            for name, stage in STAGES:
                stage(db, corpus)
                clock(name)
            connection.execute("ANALYZE")
            check(connection)
        connection.execute("PRAGMA optimize")
    finally:
        connection.close()
    os.chmod(part, 0o644)
    _to_disk(part)


def check(connection: sqlite3.Connection) -> None:
    """YarrowError with every dangling reference and every fault of the file."""
    faults = [
        Fault(f"{table} row {rowid}", f"refers to a row of {parent} that is not there", "report it")
        for table, rowid, parent, _ in connection.execute("PRAGMA foreign_key_check")
    ]
    for (message,) in connection.execute("PRAGMA quick_check"):
        if message != "ok":
            faults.append(Fault("database", message, "check the disk and build again"))
    if faults:
        raise YarrowError(faults)


def _to_disk(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
