"""The research scripts, run as a reader runs them."""

from __future__ import annotations

import csv
import importlib.util
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import yarrow

SCRIPTS = Path(__file__).resolve().parent.parent / "scripts"


def load(name: str):
    spec = importlib.util.spec_from_file_location(name, SCRIPTS / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(name: str, *arguments: str) -> str:
    command = [sys.executable, "-W", "error", str(SCRIPTS / f"{name}.py"), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def corpus(database):
    with yarrow.open(database) as corpus:
        yield corpus


def test_term_frequencies(corpus, database, tmp_path):
    out = tmp_path / "frequencies.csv"
    run("term_frequencies", "--db", str(database), "--top", "0", "--csv", str(out))
    table = {row["term"]: row for row in csv.DictReader(out.open(encoding="utf-8"))}
    # 妻財 in the commentary of 婚姻, counted by hand from the tables
    (times,) = corpus.sql(
        "SELECT count(*) AS n FROM term_occurrence WHERE term = 't-qicai' AND lang = 'zh'"
        " AND layer = 'commentary' AND passage LIKE 'hunyin-%'"
    )["n"]
    (size,) = corpus.sql(
        "SELECT sum(length(text)) AS n FROM unit WHERE lang = 'zh' AND layer = 'commentary'"
        " AND passage LIKE 'hunyin-%'"
    )["n"]
    assert times > 50
    assert float(table["t-qicai"]["hunyin commentary"]) == round(1000 * times / size, 2)
    assert table["t-qicai"]["headword"] == "妻財"
    counted = corpus.occurrences.query("lang == 'zh'")["term"].nunique()
    assert len(table) == counted


def test_commentary_and_verse(corpus, database):
    printed = run("commentary_and_verse", "--db", str(database), "--top", "5")
    script = load("commentary_and_verse")
    lengths = script.lengths(corpus)
    assert lengths["commentaries"].sum() == 260
    one = corpus.sql(
        "SELECT length(commentary) * 1.0 / length(lemma) AS ratio FROM commentary_lemma"
        " WHERE passage LIKE 'hunyin-%' AND layer = 'commentary' ORDER BY ratio"
    )["ratio"]
    assert lengths.loc["hunyin", "median ratio"] == pytest.approx(one.median())
    words = script.vocabulary(corpus, "六爻")
    clauses = corpus.sql(
        "SELECT text FROM segment JOIN passage ON passage.id = passage"
        " WHERE lang = 'zh' AND layer = 'commentary' AND document IN ('hunyin', 'liuchu', 'yushi')"
    )["text"]
    assert words.loc["世爻", "commentary"] == sum(
        Counter(text.split("世爻")).total() - 1 for text in clauses
    )
    assert words.loc["世爻", "of"] == "commentary"
    assert words["likelihood"].is_monotonic_decreasing and (words["likelihood"] > -1e-9).all()
    assert "世爻" in printed


def test_concordance(database, tmp_path):
    out = tmp_path / "concordance.csv"
    said = run(
        "concordance", "世應", "관귀를", "--db", str(database), "--out", str(out), "--sort", "left"
    )
    rows = list(csv.DictReader(out.open(encoding="utf-8-sig")))
    assert said.startswith(f"{len(rows)} places")
    assert Counter(row["word"] for row in rows).keys() == {"世應", "관귀를"}
    backwards = [row["left"][::-1] for row in rows]
    assert backwards == sorted(backwards)
    assert all(row["beside"] for row in rows)
