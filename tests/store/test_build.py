"""A build is whole or not at all, and the same corpus gives the same content."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import sqlite3

import pytest
from click.testing import CliRunner

from yarrow.commands.build import build as build_command
from yarrow.commands.build import digest as digest_command
from yarrow.errors import YarrowError
from yarrow.paths import corpus_dir
from yarrow.store import build
from yarrow.store.database import connect
from yarrow.store.digest import digest, table_digest, tables

STAGES = [name for name, _ in build.STAGES]


def _shortened(folder, texts: int):
    """A corpus of the first so many texts, in a folder of its own."""
    corpus = shutil.copytree(corpus_dir(), folder / f"corpus-{texts}")
    manifest = corpus / "texts" / "manifest.yaml"
    entries = manifest.read_text(encoding="utf-8").split("  - slug: ")
    manifest.write_text("  - slug: ".join(entries[: texts + 1]), encoding="utf-8")
    # they speak of texts that are no longer there
    for name in ("base_text.yaml", "retired.yaml", "findings.yaml", "examples/sanchuan.yaml"):
        (corpus / name).unlink()
    return corpus


@pytest.fixture(scope="module")
def corpora(tmp_path_factory):
    """Two small corpora, the second with one text more, and the database of each."""
    folder = tmp_path_factory.mktemp("small")
    return [
        (corpus, build.build_database(folder / f"{corpus.name}.db", corpus))
        for corpus in (_shortened(folder, 1), _shortened(folder, 2))
    ]


@pytest.fixture()
def old(corpora, tmp_path):
    """The database of the first, to be built over with the second."""
    return shutil.copy(corpora[0][1], tmp_path / "yarrow.db")


def digest_of(path) -> str:
    connection = connect(path)
    try:
        return digest(connection)
    finally:
        connection.close()


def test_two_builds_share_content_and_bytes(database, tmp_path):
    again = build.build_database(tmp_path / "again.db")
    assert digest_of(again) == digest_of(database)
    assert again.read_bytes() == database.read_bytes()


def test_another_corpus_has_another_digest(corpora):
    assert digest_of(corpora[0][1]) != digest_of(corpora[1][1])


def test_references_hold_and_the_file_is_sound(database):
    connection = connect(database)
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def _die_in(stage: str, path, corpus) -> None:
    def die(*_):
        os.kill(os.getpid(), signal.SIGKILL)

    if stage == "os.replace":
        os.replace = die
    else:
        at = STAGES.index(stage)
        build.STAGES.insert(at + 1, ("die", die))
    build.build_database(path, corpus)


@pytest.mark.parametrize("stage", [STAGES[0], STAGES[3], STAGES[-1], "os.replace"])
def test_a_build_killed_after_any_stage_leaves_the_last_good_database(stage, old, corpora):
    before = old.read_bytes()
    corpus, new = corpora[1]
    fork = multiprocessing.get_context("fork")
    child = fork.Process(target=_die_in, args=(stage, old, corpus))
    child.start()
    child.join()
    assert child.exitcode == -signal.SIGKILL
    assert old.read_bytes() == before
    assert list(old.parent.glob("*.part"))  # what the killed build left …
    build.build_database(old, corpus)
    assert not list(old.parent.glob("*.part"))  # … the next one takes away
    assert digest_of(old) == digest_of(new)


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError])
def test_an_interrupted_build_leaves_nothing_but_the_old_database(error, old, corpora, monkeypatch):
    def fail(*_):
        raise error

    before = old.read_bytes()
    monkeypatch.setattr(build, "STAGES", [*build.STAGES[:3], ("fail", fail)])
    with pytest.raises(error):
        build.build_database(old, corpora[1][0])
    assert old.read_bytes() == before
    assert not list(old.parent.glob("*.part*"))


def test_a_full_disk_is_told_and_leaves_the_old_database(old, corpora, monkeypatch):
    def fill(db, corpus):
        db.conn.execute("PRAGMA max_page_count = 1")
        db.conn.execute("CREATE TABLE more AS SELECT * FROM passage")

    before = old.read_bytes()
    monkeypatch.setattr(build, "STAGES", [*build.STAGES[:3], ("fill", fill)])
    with pytest.raises(YarrowError, match="database or disk is full"):
        build.build_database(old, corpora[1][0])
    assert old.read_bytes() == before


def test_a_place_that_cannot_be_written_is_told(corpora, tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(YarrowError, match="cannot be written"):
        build.build_database(tmp_path / "file" / "yarrow.db", corpora[0][0])


def test_a_database_knows_its_corpus(corpora):
    (one, database), (other, _) = corpora
    assert build.is_current(database, one)
    assert not build.is_current(database, other)


def test_two_builds_at_once_both_end_well(old, corpora):
    corpus, new = corpora[1]
    fork = multiprocessing.get_context("fork")
    children = [fork.Process(target=build.build_database, args=(old, corpus)) for _ in range(2)]
    for child in children:
        child.start()
    for child in children:
        child.join()
    assert [child.exitcode for child in children] == [0, 0]
    assert digest_of(old) == digest_of(new)


def test_a_dangling_reference_stops_the_build(old, corpora, monkeypatch):
    def dangle(db, corpus):
        db.conn.execute("UPDATE unit SET glosses = 'hunyin-999-u1' WHERE id = 'hunyin-3-u2'")

    before = old.read_bytes()
    monkeypatch.setattr(build, "STAGES", [*build.STAGES, ("dangle", dangle)])
    with pytest.raises(YarrowError, match="unit row .* refers to a row of unit"):
        build.build_database(old, corpora[1][0])
    assert old.read_bytes() == before


def test_a_fault_in_a_text_is_told_and_the_old_database_stands(old, tmp_path):
    corpus = _shortened(tmp_path, 1)
    text = next((corpus / "texts").glob("000*"))
    text.write_text(text.read_text(encoding="utf-8") + "\n孤\n", encoding="utf-8")
    before = old.read_bytes()
    with pytest.raises(YarrowError, match=text.name):
        build.build_database(old, corpus)
    assert old.read_bytes() == before


def test_a_retired_id_must_lead_somewhere_and_be_free(tmp_path):
    corpus = _shortened(tmp_path, 1)
    (corpus / "retired.yaml").write_text(
        "retired:\n"
        "  - {id: hunyin-3, now: hunyin-4, since: '1', reason: moved}\n"
        "  - {id: hunyin-900, now: hunyin-901, since: '1', reason: moved}\n",
        encoding="utf-8",
    )
    with pytest.raises(YarrowError) as caught:
        build.build_database(tmp_path / "yarrow.db", corpus)
    assert [fault.what for fault in caught.value.faults] == [
        "hunyin-3 is in use",
        "there is no hunyin-901",
    ]


def test_digest_tells_any_change_of_a_value(database, tmp_path):
    copy = shutil.copy(database, tmp_path / "copy.db")
    connection = sqlite3.connect(copy)
    before = digest(connection), table_digest(connection, "term")
    connection.execute("UPDATE term SET en = en || ' ' WHERE rowid = 1")
    assert digest(connection) != before[0]
    assert table_digest(connection, "term") != before[1]


def test_digest_does_not_depend_on_the_order_of_writing(database, tmp_path):
    copy = shutil.copy(database, tmp_path / "copy.db")
    connection = sqlite3.connect(copy)
    before = digest(connection)
    row = connection.execute("SELECT * FROM about ORDER BY rowid LIMIT 1").fetchone()
    connection.execute("DELETE FROM about WHERE name = ?", row[:1])
    connection.execute("INSERT INTO about VALUES (?, ?)", row)
    assert digest(connection) == before


def test_commands_build_and_print_the_digest(corpora, tmp_path):
    corpus, same = corpora[0]
    path = tmp_path / "made" / "yarrow.db"
    given = ["--db", str(path)]
    built = CliRunner().invoke(
        build_command, [*given, "--corpus", str(corpus)], catch_exceptions=False
    )
    assert built.exit_code == 0
    for stage in STAGES:
        assert f"  {stage} " in built.stderr
    quiet = CliRunner().invoke(build_command, [*given, "--corpus", str(corpus), "--quiet"])
    assert quiet.output == ""
    printed = CliRunner().invoke(digest_command, given).output.strip()
    assert printed == digest_of(same)
    with_tables = CliRunner().invoke(digest_command, [*given, "--tables"]).output
    assert [line.split()[1] for line in with_tables.splitlines()[:-1]] == tables(connect(path))
