"""`yarrow add`: a sixth text, and what is refused."""

from __future__ import annotations

import json
import shutil

import pytest
from click.testing import CliRunner

import yarrow.commands.add as command
from yarrow import paths
from yarrow.cli import yarrow
from yarrow.corpus import load_corpus

TEXT = (
    "구재(求財)\n\n"
    "財爻持世，求之必得。（財旺則多，財衰則少。\n\n"
    "재효가 세를 지니면 구하여 반드시 얻는다. (주: 재가 왕하면 많다.\n\n"
    "月建扶之尤妙。）兄動則難。\n\n"
    "월건이 도우면 더욱 묘하다.) 형제가 움직이면 어렵다.\n"
)


@pytest.fixture
def corpus(tmp_path):
    for folder in ("texts", "layers"):
        shutil.copytree(paths.corpus_dir() / folder, tmp_path / "corpus" / folder)
    return tmp_path / "corpus"


@pytest.fixture
def wealth(tmp_path):
    path = tmp_path / "wealth.txt"
    path.write_text(TEXT, encoding="utf-8")
    return path


def add(corpus, path, *options, slug="qiucai", tradition="六爻"):
    return CliRunner().invoke(yarrow, [
        "add", str(path), "--slug", slug, "--tradition", tradition, "--corpus", str(corpus),
        *options])


def wheres(result):
    return [fault.where for fault in result.exception.faults]


def tree(corpus):
    return {path: path.read_bytes() for path in sorted(corpus.rglob("*")) if path.is_file()}


def test_a_sixth_text(corpus, wealth):
    before = (corpus / "texts" / "manifest.yaml").read_text(encoding="utf-8")
    count = len(load_corpus(corpus))
    result = add(corpus, wealth, "--lead", "Reads as a chapter: of the 黃金策 # perhaps.")
    assert result.exit_code == 0, result.exception
    assert "Added qiucai: 求財 (구재), 2 passages, 8 units" in result.output
    texts = load_corpus(corpus)
    assert [text.slug for text in texts][count:] == ["qiucai"]
    assert texts[-1].attribution.lead == "Reads as a chapter: of the 黃金策 # perhaps."
    assert texts[-1].licence.zh == "not stated"
    assert texts[-1].file.read_bytes() == wealth.read_bytes()
    # what stood in the manifest still stands there, comments and all
    after = (corpus / "texts" / "manifest.yaml").read_text(encoding="utf-8")
    assert after.startswith(before) and "\n  - slug: qiucai\n    file: qiucai.txt\n" in after
    assert not [path for path in (corpus / "texts").iterdir() if path.name.startswith(".")]


def test_bytes_are_kept_with_bom_and_crlf(corpus, wealth):
    wealth.write_bytes(b"\xef\xbb\xbf" + TEXT.replace("\n", " \r\n").encode())
    assert add(corpus, wealth).exit_code == 0
    assert (corpus / "texts" / "qiucai.txt").read_bytes() == wealth.read_bytes()
    assert load_corpus(corpus)[-1].passages[1].zh == "月建扶之尤妙。）兄動則難。"


def test_dry_run_writes_nothing(corpus, wealth):
    before = tree(corpus)
    result = add(corpus, wealth, "--dry-run", "--json")
    assert json.loads(result.output)["added"] is False
    assert json.loads(result.output)["entry"]["title"] == {"zh": "求財", "ko": "구재"}
    assert tree(corpus) == before


def test_all_faults_at_once_and_nothing_written(corpus, wealth):
    before = tree(corpus)
    wealth.write_text(TEXT.replace("）", "").replace("세를", "세\x07를"), encoding="utf-8")
    result = add(corpus, wealth, slug="Qiu-cai", tradition="奇門")
    assert wheres(result) == [f"{wealth}:3", f"{wealth}:5", "--slug", "--tradition"]
    assert tree(corpus) == before


def test_refuse_what_the_corpus_has(corpus, wealth):
    assert wheres(add(corpus, wealth, slug="hunyin")) == ["--slug"]
    wealth.write_text(TEXT.replace("구재(求財)", "혼인(婚姻)"), encoding="utf-8")
    assert wheres(add(corpus, wealth)) == ["heading"]
    result = add(corpus, corpus / "texts" / "000_74eb018aa5344790.txt", slug="again")
    assert wheres(result) == ["heading", "FILE"]


def test_refuse_no_file(corpus, tmp_path):
    assert wheres(add(corpus, tmp_path / "none.txt")) == [str(tmp_path / "none.txt")]


def test_refuse_a_folder_that_is_no_corpus(tmp_path, wealth):
    result = add(tmp_path / "nowhere", wealth)
    assert wheres(result) == [str(tmp_path / "nowhere" / "texts" / "manifest.yaml")]


def test_refuse_a_stray_file_of_the_same_name(corpus, wealth):
    (corpus / "texts" / "qiucai.txt").write_text("other", encoding="utf-8")
    assert "no text of the manifest uses it" in str(add(corpus, wealth).exception)
    assert (corpus / "texts" / "qiucai.txt").read_text(encoding="utf-8") == "other"


def test_a_manifest_that_cannot_be_appended_to_is_left_alone(corpus, wealth):
    path = corpus / "texts" / "manifest.yaml"
    path.write_text("texts: []\n".replace("[]", json.dumps(
        command.load_manifest(corpus), ensure_ascii=False)), encoding="utf-8")
    before = tree(corpus)
    assert "cannot be appended" in str(add(corpus, wealth).exception)
    assert tree(corpus) == before


def test_a_failure_halfway_leaves_all_as_it_was(corpus, wealth, monkeypatch):
    before = tree(corpus)
    replace = command.os.replace

    def fail(source, target):
        if str(target).endswith("manifest.yaml"):
            raise OSError(28, "No space left on device")
        replace(source, target)

    monkeypatch.setattr(command.os, "replace", fail)
    assert "cannot be written: No space left on device" in str(add(corpus, wealth).exception)
    assert tree(corpus) == before


def test_the_corpus_of_an_installed_package_is_not_written_to(wealth, monkeypatch):
    monkeypatch.setattr(paths, "CHECKOUT", None)
    monkeypatch.delenv("YARROW_CORPUS", raising=False)
    result = CliRunner().invoke(
        yarrow, ["add", str(wealth), "--slug", "qiucai", "--tradition", "六爻"])
    (fault,) = result.exception.faults
    assert "an upgrade replaces" in fault.what and "YARROW_CORPUS=my-corpus" in fault.remedy


def test_yarrow_corpus_names_the_folder(corpus, wealth, monkeypatch):
    monkeypatch.setattr(paths, "CHECKOUT", None)
    monkeypatch.setenv("YARROW_CORPUS", str(corpus))
    result = CliRunner().invoke(
        yarrow, ["add", str(wealth), "--slug", "qiucai", "--tradition", "六爻"])
    assert result.exit_code == 0 and (corpus / "texts" / "qiucai.txt").exists()
