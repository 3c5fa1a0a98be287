"""What the commands refuse: by name of the option or file, with a remedy, and with nothing done."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from yarrow import alignment, paths
from yarrow.cli import yarrow
from yarrow.errors import YarrowError
from yarrow.store.database import connect
from yarrow.terms import load_fold

JIE = ["chart", "liuyao", "節之中孚", "--month", "寅", "--day", "辛亥"]


def refuse(*arguments: str) -> str:
    """What a command says when it fails, as a person reads it."""
    result = CliRunner().invoke(yarrow, arguments)
    assert result.exit_code
    if isinstance(result.exception, YarrowError):
        assert all(fault.where and fault.what and fault.remedy for fault in result.exception.faults)
        return str(result.exception)
    assert isinstance(result.exception, SystemExit), result.exception
    return result.output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([*JIE, "--zone", "Asia/Seoul"], ["--date", "without it"]),
        ([*JIE, "--longitude", "127"], ["--date", "without it"]),
        ([*JIE, "--seed", "7"], ["--seed", "--toss or --stalks"]),
        (["layers", ""], ["''", "hunyin, sanchuan"]),
        (["vocabulary", " "], ["WORD", "empty"]),
        (["align", "--review", "hunyin-3", "--note", "1:order"], ["--note goes with --set"]),
        (["align", "hunyin-3", "--set", "1=1"], ["--review PASSAGE"]),
        (["align", "hunyin-3", "--write"], ["--write is of the whole corpus"]),
        (["calendar", "--find", "甲戌日", "--from", "0", "--to", "9999"], ["1 to 3000", "of these"]),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_refused(arguments, words):
    said = refuse(*arguments)
    assert all(word in said for word in words), said


@pytest.mark.parametrize(
    "arguments",
    [["align", "--write"], ["align", "--review", "hunyin-3", "--set", "1-22=1-8"]],
    ids=["write", "set"],
)
def test_the_alignment_of_an_installed_package_is_not_written_to(arguments, monkeypatch):
    monkeypatch.setattr(paths, "CHECKOUT", None)
    monkeypatch.delenv("YARROW_CORPUS", raising=False)
    monkeypatch.setattr(Path, "write_text", lambda *_, **__: pytest.fail("it writes"))
    assert "YARROW_CORPUS=my-corpus" in refuse(*arguments)


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    out = tmp_path / "file" / "beads"
    said = refuse("align-folder", str(paths.corpus_dir() / "texts"), str(out))
    assert str(tmp_path / "file") in said and "give another OUT" in said


def test_another_database_is_named_in_the_remedy(tmp_path):
    with pytest.raises(YarrowError, match=r"run `yarrow build --db .*none\.db`"):
        connect(tmp_path / "none.db")


@pytest.mark.parametrize(
    ("content", "words"),
    [(b"\xff\xfe", "byte 1 is no UTF-8"), (b"", "'object'"), (b"- 1", "'object'"), (b"[", "no YAML")],
    ids=["encoding", "empty", "list", "syntax"],
)
def test_a_broken_table_of_variants_is_told(content, words, tmp_path):
    path = tmp_path / "variants.yaml"
    path.write_bytes(content)
    with pytest.raises(YarrowError, match=words) as caught:
        load_fold(path)
    assert str(path) in str(caught.value)


def test_a_glossary_in_another_encoding_is_told(tmp_path):
    corpus = tmp_path / "corpus"
    shutil.copytree(paths.corpus_dir(), corpus)
    (corpus / "terms.yaml").write_bytes("terms: 婚姻".encode("big5"))
    said = refuse("build", "--quiet", "--corpus", str(corpus), "--db", str(tmp_path / "x.db"))
    assert "terms.yaml" in said and "no UTF-8" in said
    assert not (tmp_path / "x.db").exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
def test_a_full_disk_is_told_and_not_traced():
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "yarrow.cli", "chart", "liuren", "--lessons"],
            stdout=full, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
    assert done.returncode and "Traceback" not in done.stderr
    assert "No space left on device" in done.stderr


def test_an_alignment_that_cannot_be_kept_is_told(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(YarrowError, match="cannot be written.*\n.*YARROW_CORPUS"):
        alignment._replace(tmp_path / "file" / "hunyin.tsv", "")


def test_a_database_of_another_version_is_told_and_not_traced(tmp_path):
    old = tmp_path / "old.db"
    with sqlite3.connect(old) as connection:
        connection.execute("CREATE TABLE passage (id TEXT)")
    done = subprocess.run(
        [sys.executable, "-m", "yarrow.cli", "consult", "liuyao", "節之中孚", "--month", "寅",
         "--day", "辛亥", "--db", str(old)],
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode and "Traceback" not in done.stderr
    assert "no such table" in done.stderr and "run `yarrow build`" in done.stderr
