"""An export is written whole or not at all, and never over what is not an export."""

from __future__ import annotations

import os

import pytest

from yarrow.errors import YarrowError
from yarrow.export.writing import SUMS, check_folder, write_file, write_folder

FILES = [("a.xml", b"<a/>"), ("b.xml", b"<b/>")]


def names(directory):
    return sorted(os.listdir(directory))


def test_a_new_an_empty_and_an_older_folder(tmp_path):
    folder = tmp_path / "new" / "edition"
    assert write_folder(folder, FILES) == ["a.xml", "b.xml"]
    assert names(folder) == sorted(["a.xml", "b.xml", SUMS])
    write_folder(folder, [("a.xml", b"<other/>")])
    assert names(folder) == sorted(["a.xml", SUMS])
    assert (folder / "a.xml").read_bytes() == b"<other/>"
    assert names(folder.parent) == ["edition"]
    empty = tmp_path / "empty"
    empty.mkdir()
    write_folder(empty, FILES)
    assert names(empty) == sorted(["a.xml", "b.xml", SUMS])


def test_the_digests_are_those_of_sha256sum(tmp_path):
    write_folder(tmp_path / "x", FILES)
    assert (tmp_path / "x" / SUMS).read_text().splitlines()[0] == (
        "29114363f749a0226b6988dda3ca2492a954117ab6b5f382706c20300dabc079  a.xml")


def foreign(folder):
    folder.mkdir()
    (folder / "thesis.docx").write_text("years of work")


def changed(folder):
    write_folder(folder, FILES)
    (folder / "a.xml").write_text("corrected by hand")


def added(folder):
    write_folder(folder, FILES)
    (folder / "notes.txt").write_text("mine")


def a_file(folder):
    folder.write_text("a file")


@pytest.mark.parametrize("make, what", [
    (foreign, "holds thesis.docx and is no export"), (changed, "a.xml was changed"),
    (added, "holds notes.txt"), (a_file, "is a file")])
def test_what_is_not_an_export_stays(make, what, tmp_path):
    folder = tmp_path / "x"
    make(folder)
    before = folder.read_bytes() if folder.is_file() else {
        name: (folder / name).read_bytes() for name in names(folder)}
    with pytest.raises(YarrowError, match=what):
        write_folder(folder, FILES)
    after = folder.read_bytes() if folder.is_file() else {
        name: (folder / name).read_bytes() for name in names(folder)}
    assert after == before and names(tmp_path) == ["x"]


@pytest.mark.parametrize("error", [KeyboardInterrupt, YarrowError([])])
def test_what_is_cut_off_leaves_the_older_export(error, tmp_path):
    folder = tmp_path / "x"
    write_folder(folder, FILES)

    def files():
        yield "a.xml", b"<half"
        raise error

    with pytest.raises(BaseException):
        write_folder(folder, files())
    assert (folder / "a.xml").read_bytes() == b"<a/>"
    check_folder(folder)
    assert names(tmp_path) == ["x"]


def test_a_file_is_replaced_when_it_is_whole(tmp_path, monkeypatch):
    path = tmp_path / "deep" / "x.tmx"
    write_file(path, b"one")
    write_file(path, b"two")
    assert path.read_bytes() == b"two" and names(path.parent) == ["x.tmx"]

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(YarrowError, match="No space left"):
        write_file(path, b"three")
    assert path.read_bytes() == b"two" and names(path.parent) == ["x.tmx"]


def test_a_place_that_cannot_be(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(YarrowError, match="name a place"):
        write_file(tmp_path / "file" / "x.tmx", b"one")
    with pytest.raises(YarrowError):
        write_folder(tmp_path / "file" / "x", FILES)
