"""`yarrow annotate` and `yarrow coverage`, as those who write records use them."""

from __future__ import annotations

import json
import os
import select
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter

import pytest
from click.testing import CliRunner

from yarrow import paths
from yarrow.cli import yarrow
from yarrow.corpus import load_corpus
from yarrow.rules import facts, validate
from yarrow.rules.load import load_annotation
from yarrow.rules.values import FALSE, TRUE


@pytest.fixture
def corpus(tmp_path, monkeypatch):
    """A copy of the corpus, to be changed."""
    folder = tmp_path / "corpus"
    shutil.copytree(paths.corpus_dir(), folder)
    monkeypatch.setenv("YARROW_CORPUS", str(folder))
    return folder


def run(*arguments: str):
    result = CliRunner().invoke(yarrow, arguments)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def test_hunyin_3_shows_clauses_translation_and_records():
    result = run("annotate", "hunyin-3")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[0] == "hunyin-3  (婚姻)"
    assert "+ z10 或沖剋世爻，  [r2]" in lines
    assert any(line.startswith("      만약 응효가 발동하거나") for line in lines)
    at = next(i for i, line in enumerate(lines) if line.startswith("hunyin-3-r2  rule, line "))
    assert lines[at + 1 : at + 4] == [
        "    若應爻發動，或空亡，或沖剋世爻，皆主不允，事亦難成，或去亦不遇。",
        "    when: 應 & (動 | 空) or 沖剋(應, 世)",
        "    omen: 凶",
    ]
    assert "    says: 會面 不遇 (或)" in lines
    assert "All clauses are accounted for." in lines


def test_without_a_passage_all_records_are_checked():
    result = run("annotate")
    found = load_annotation()
    assert result.exit_code == 0
    assert result.output == (
        f"{len(found.records)} records and {len(found.examples)} examples without fault, 0 faults\n"
    )


def test_zhonggui_1_json_names_every_clause_with_its_records():
    data = json.loads(run("annotate", "zhonggui-1", "--json").stdout)
    assert data["faults"] == []
    (survey,) = data["passages"]
    clauses = [clause for bead in survey["beads"] for clause in bead["clauses"]]
    assert [clause["id"] for clause in clauses] == [f"zhonggui-1-z{n}" for n in range(1, 19)]
    assert "".join(clause["words"] for clause in clauses) == load_corpus()[4].passages[0].zh
    by_id = {clause["id"]: clause for clause in clauses}
    assert by_id["zhonggui-1-z15"]["layer"] == "remark"
    assert by_id["zhonggui-1-z15"]["records"] == ["zhonggui-1-r6"]
    assert survey["left"] == []


def test_what_is_not_accounted_for_is_named(corpus):
    path = corpus / "rules" / "hunyin.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text[: text.index("  - id: hunyin-3-r4")], encoding="utf-8")
    result = run("annotate", "hunyin-3")
    assert "Not accounted for, or in part: z14 z15 z16 z17 z18 z19 z20 z21 z22" in result.output
    assert "- z14 若論聘儀，" in result.output


def test_faults_are_listed_and_the_exit_status_tells(corpus):
    path = corpus / "rules" / "hunyin.yaml"
    text = path.read_text(encoding="utf-8")
    line = next(i for i, one in enumerate(text.splitlines(), 1) if "若應爻發動" in one)
    path.write_text(text.replace("若應爻發動", "若應爻发動"), encoding="utf-8")
    result = run("annotate", "hunyin-3")
    assert result.exit_code == 1
    assert f"{path}:{line} (hunyin-3-r2): 「若應爻发動" in result.output
    assert result.output.rstrip().endswith("1 fault")
    told = json.loads(run("annotate", "--json").stdout)["faults"]
    assert [fault["where"] for fault in told] == [f"{path}:{line} (hunyin-3-r2)"]


def test_a_passage_that_is_none_is_refused():
    result = CliRunner().invoke(yarrow, ["annotate", "hunyin-43", "nowhere-1", "hunyin"])
    told = str(result.exception)
    assert told.count("is no passage") == 3 and "hunyin-1 to -42" in told


def test_suggested_charts_are_what_they_are_said_to_be(corpus):
    path = corpus / "rules" / "hunyin.yaml"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text(
        "".join(line for line in lines if not line.startswith(("    true:", "    false:"))),
        encoding="utf-8",
    )
    data = json.loads(run("annotate", "hunyin-2", "hunyin-3", "--suggest", "--json").stdout)
    records = load_annotation()
    tried = 0
    for survey in data["passages"]:
        for record in survey["records"]:
            for key, words in record.get("suggest", {}).items():
                env = validate.environment("hunyin", "liuyao", words)
                found = validate.condition(records.by_id[record["id"]], env, records).data
                assert (found == {"true": TRUE, "false": FALSE}[key]).all(), (record["id"], words)
                facts.read("liuyao", words)
                tried += 1
    assert tried == 2 * sum(
        record["kind"] == "rule" for survey in data["passages"] for record in survey["records"]
    )


def test_watch_looks_again_when_the_file_is_saved(corpus):
    path = corpus / "rules" / "hunyin.yaml"
    code = "import sys; from yarrow.cli import main; sys.argv[1:] = ['annotate', '--watch']; main()"
    process = subprocess.Popen([sys.executable, "-u", "-c", code], stdout=subprocess.PIPE)
    try:
        first = _until(process, "without fault")
        assert "0 faults" in first
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("when: 六沖卦", "when: 六衝卦"), encoding="utf-8")
        second = _until(process, "without fault")
        assert "六衝卦" in second and "0 faults" not in second
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 0
    finally:
        process.kill()
        process.wait()


def _until(process, words: str) -> str:
    """What a process prints until the words stand in it."""
    told, end = "", time.monotonic() + 60
    while words not in told:
        assert time.monotonic() < end and process.poll() is None, told
        if select.select([process.stdout], [], [], 1)[0]:
            told += os.read(process.stdout.fileno(), 65536).decode()
    return told


# -- coverage -----------------------------------------------------------------------------------


def test_coverage_counts_clauses_by_kind_and_text():
    rows = {row["text"]: row for row in json.loads(run("coverage", "--json").stdout)}
    clauses = Counter(
        text.slug for text in load_corpus() for one in text.layers.segments if one.lang == "zh"
    )
    assert {slug: row["clauses"] for slug, row in rows.items()} == dict(clauses)
    for row in rows.values():
        assert row["whole"] + row["part"] + row["none"] == row["clauses"]
    assert rows["hunyin"]["passages_whole"] >= 2 and rows["zhonggui"]["passages_whole"] >= 2
    assert rows["hunyin"]["by_kind"]["definition"] >= 2  # 世為男家，應為女家，
    assert rows["hunyin"]["records"]["rule"] >= 17
    table = run("coverage").output.splitlines()
    assert table[0].split()[:4] == ["text", "passages", "whole", "clauses"]
    total = table[len(rows) + 1].split()
    assert total[0] == "all" and total[3] == str(sum(clauses.values()))


def test_coverage_lists_what_is_missing(corpus):
    path = corpus / "rules" / "hunyin.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("quote: 六沖則難而又凶。", "quote: 六沖則難"), encoding="utf-8")
    told = run("coverage", "hunyin", "--missing").output
    assert "hunyin-2-z8 part  六沖則難而又凶。  [hunyin-2-r4]" in told
    assert "hunyin-3-z1 " not in told and "hunyin-42-z1 none" in told


def test_coverage_of_a_text_that_is_none_is_refused():
    result = CliRunner().invoke(yarrow, ["coverage", "hunyn"])
    assert "no text is called so" in str(result.exception)


def test_agreement_of_a_reading_with_itself_is_whole(corpus):
    assert "No passage has a second reading" in run("coverage", "--agreement").output or (
        list((corpus / "readings").glob("*.yaml"))
    )
    folder = corpus / "readings"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    shutil.copy(corpus / "rules" / "zhonggui.yaml", folder / "zhonggui.yaml")
    shutil.copy(corpus / "examples" / "zhonggui.yaml", folder / "zhonggui-examples.yaml")
    (found,) = json.loads(run("coverage", "--agreement", "--json").stdout)
    assert found["first"] == found["second"] == found["pairs"] == found["same_quote"]
    assert found["quotes"] == found["charts"] == found["overlap"] == 1.0
    assert found["same_condition"] == found["conditions"] > 10 and found["one_condition"] == 0
    assert found["same_judgments"] == found["judgments"] > 5
    assert run("annotate", "--second").exit_code == 0
    text = (folder / "zhonggui.yaml").read_text(encoding="utf-8")
    (folder / "zhonggui.yaml").write_text(
        text.replace("true: [壬辰日 戌加未]", "true: [丙子日 干上子]"), encoding="utf-8"
    )
    told = run("annotate", "--second")
    assert told.exit_code == 1 and "it is false on 丙子日 干上子, kept as true" in told.output
    assert f"{folder / 'zhonggui.yaml'}:" in told.output
    told = run("coverage", "--agreement").output
    assert "F1 100.0%" in told and "settled     none noted" in told
    assert "left        0 differences" in told
    (folder / "zhonggui.yaml").write_text(
        text + "settled:\n  - {first: zhonggui-1-r1, second: zhonggui-1-r1, about: quote, "
        "for: both, reason: none}\n", encoding="utf-8"
    )
    told = run("coverage", "--agreement").output
    assert "settled     1: 1 for both\n    quote     1 for both\n" in told


def test_ids_are_retired_of_the_first_reading_alone(corpus):
    folder = corpus / "readings"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    shutil.copy(corpus / "rules" / "zhonggui.yaml", folder / "zhonggui.yaml")
    (corpus / "retired.yaml").write_text(
        "retired:\n  - {id: zhonggui-1-r1, now: zhonggui-1-r2, since: '0.1.0', reason: none}\n",
        encoding="utf-8",
    )
    assert run("annotate", "--second").exit_code == 0
    told = run("annotate")
    assert told.exit_code == 1 and "(zhonggui-1-r1): the id was retired" in told.output
