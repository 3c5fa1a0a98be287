"""`yarrow export` as it is typed."""

from __future__ import annotations

import json
import os

import pytest
from click.testing import CliRunner

from yarrow import cli, paths
from yarrow.errors import YarrowError
from yarrow.export import content as content_module
from yarrow.export import tables
from yarrow.export.bitext import pairs


@pytest.fixture(autouse=True)
def loaded_once(monkeypatch, content):
    """The commands take the content that the other tests have loaded."""
    monkeypatch.setattr(content_module, "load", lambda progress: progress("reading") or content)
    monkeypatch.setattr(content_module, "load_links",
                        lambda texts, progress: (content.links, content.parallels))


def run(*arguments: str):
    result = CliRunner().invoke(cli.yarrow, ["export", *arguments])
    if isinstance(result.exception, YarrowError):
        raise result.exception
    return result


def test_help_has_examples():
    for words in ([], ["tei"], ["tmx"], ["tsv"], ["jsonl"], ["moses"]):
        result = run(*words, "--help")
        assert result.exit_code == 0
        assert f"yarrow export {' '.join(words)}".strip() in result.output


def test_tei_writes_the_files_that_the_api_gives(exported, tmp_path):
    folder = tmp_path / "edition"
    result = run("tei", str(folder))
    assert result.exit_code == 0 and "7 files" in result.stderr and "yushi.xml" in result.stderr
    assert {name: (folder / name).read_bytes() for name in exported} == exported
    assert sorted(os.listdir(folder)) == sorted([*exported, "SHA256SUMS"])
    assert run("tei", str(folder)).exit_code == 0  # its own folder again


def test_tei_refuses_a_folder_that_holds_something_else(tmp_path):
    (tmp_path / "thesis.docx").write_text("years of work")
    with pytest.raises(YarrowError, match="new or empty"):
        run("tei", str(tmp_path))
    assert os.listdir(tmp_path) == ["thesis.docx"]


def test_tmx_to_a_file_and_to_standard_output(tmp_path):
    result = run("tmx", str(tmp_path / "x.tmx"), "--document", "yushi", "--zh-code", "zh-TW")
    data = (tmp_path / "x.tmx").read_bytes()
    assert b'tuid="yushi-1-z1"' in data and b'tuid="hunyin' not in data
    assert b'srclang="zh-TW"' in data and "pairs" in result.stderr
    assert run("tmx", "-", "--document", "yushi", "--zh-code", "zh-TW").stdout_bytes == data


def test_tsv_and_jsonl_with_selections(content, tmp_path):
    chosen = list(pairs(content.texts, content.parallels, content.links, ["hunyin"], ["main"]))
    options = ["--document", "hunyin", "--layer", "main"]
    assert run("tsv", *options).stdout_bytes == tables.tsv(chosen)
    run("jsonl", *options, "-o", str(tmp_path / "x.jsonl"))
    lines = (tmp_path / "x.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["zh"] for line in lines] == [pair.zh for pair in chosen]
    assert len(lines) > 50


def test_moses_says_what_it_leaves_out(content, tmp_path):
    result = run("moses", str(tmp_path / "m"))
    assert sorted(os.listdir(tmp_path / "m")) == [
        "SHA256SUMS", "yarrow.ids", "yarrow.ko", "yarrow.lzh"]
    empty = sum(link.zh_from == link.zh_to or link.ko_from == link.ko_to for link in content.links)
    assert f"{empty} with an empty side left out" in result.stderr


def test_what_is_not_there_is_named():
    with pytest.raises(YarrowError, match="hunyinn is no text of the corpus"):
        run("tsv", "--document", "hunyinn")
    with pytest.raises(YarrowError, match="no pair is left"):
        run("tsv", "--document", "zhonggui", "--layer", "commentary")
    assert run("tsv", "--layer", "verse").exit_code == 2


def test_the_corpus_is_read_for_real(tmp_path, monkeypatch):
    """Without what the fixture puts in: a corpus of one text, from its files to TEI."""
    monkeypatch.undo()
    corpus = tmp_path / "corpus"
    (corpus / "texts").mkdir(parents=True)
    for name in ("terms.yaml", "variants.yaml"):
        (corpus / name).write_bytes((paths.corpus_dir() / name).read_bytes())
    (corpus / "texts" / "made.txt").write_text("혼인(婚姻)\n\n財動，婚成。\n\n재가 움직이면 혼인이 이루어진다.\n")
    (corpus / "texts" / "manifest.yaml").write_text(
        "texts:\n  - slug: made\n    file: made.txt\n    title: {zh: 婚姻, ko: 혼인}\n"
        "    tradition: 六爻\n    attribution: {certain: Made up., lead: None.}\n"
        "    licence: {zh: public domain, ko: CC0-1.0, annotation: CC-BY-4.0}\n")
    monkeypatch.setenv("YARROW_CORPUS", str(corpus))
    assert run("tei", str(tmp_path / "tei")).exit_code == 0
    assert "made.xml" in os.listdir(tmp_path / "tei")
    assert json.loads(run("jsonl").stdout)["ko"] == "재가 움직이면 혼인이 이루어진다."
