"""What parts, what was concluded of it, and the report."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from yarrow import findings
from yarrow.cli import yarrow
from yarrow.errors import YarrowError
from yarrow.paths import corpus_dir
from yarrow.store.database import connect
from yarrow.store.frames import open_corpus

REPORT = Path(__file__).parents[2] / "docs" / "findings.md"


@pytest.fixture(scope="module")
def db(database):
    return connect(database)


@pytest.fixture(scope="module")
def found(db):
    return findings.findings(db)


def run(database, *args):
    return CliRunner().invoke(yarrow, ["findings", *args, "--db", str(database)])


def test_every_example_and_claim_that_does_not_come_out_is_concluded(found):
    assert [one["id"] for one in found if one["kind"] in ("example", "claim") and not one["verdict"]] == []


def test_the_findings_are_what_the_checks_say(db, found):
    kinds = Counter(one["kind"] for one in found)
    one = lambda sql: db.execute(sql).fetchone()[0]  # noqa: E731
    assert kinds["example"] == one("SELECT count(*) FROM example_check WHERE status <> 'confirmed'") > 0
    assert kinds["claim"] == one("SELECT count(*) FROM claim_check WHERE status <> 'proved'")
    assert kinds["rule"] == one("SELECT count(*) FROM rule WHERE never IS NOT NULL")


def test_a_rule_that_the_census_never_meets_says_so_itself(db):
    assert db.execute(
        "SELECT rule FROM silent_rule WHERE never IS NULL AND unknown = 0").fetchall() == []


def test_yushi_6_is_found_with_its_emendation(found):
    one = next(one for one in found if one["id"] == "yushi-6-e3")
    assert one["status"] == "contradicted"
    assert [c["change"] for c in one["candidates"]] == ["巳 → 酉 (exchanged)"]


def test_the_report_of_the_docs_is_that_of_the_database(db):
    assert REPORT.read_text("utf-8") == findings.report(db), (
        "run `yarrow build && yarrow findings --markdown > docs/findings.md`")


def test_the_command_lists_a_passage_with_its_departures(database):
    shown = run(database, "yushi-6").output
    assert "yushi-6-e3  contradicted  copying" in shown and "Read 己酉之靜" in shown
    rows = json.loads(run(database, "zhonggui-5", "--json").output)
    assert rows["findings"] == []
    assert ("other syllable", "육육(養育)") in [(one["class"], one["ko"]) for one in rows["translation"]]


def test_a_slip_of_the_source_is_no_departure_of_the_translation(db, found):
    slips, parted = findings.slips(db), findings.departures(db)
    words = {(one["passage"], one["zh"]) for one in slips}
    assert {("sanchuan-12", "三專寅"), ("sanchuan-19", "午為戌為用"), ("sanchuan-28", "男女乙丑"),
            ("sanchuan-30", "壬與日"), ("liuchu-5", "黃身白足")} <= words  # put right or carried on in silence
    assert ("sanchuan-6", "且初") in words  # the translator's own note, of which no chart says anything
    assert "slip of a character" not in {one["class"] for one in parted}
    assert not words & {(one["passage"], one["zh"]) for one in parted if one["zh"]}


def test_the_report_tells_conventions_schools_and_definitions_in_words(db):
    lines = findings.report(db).splitlines()
    assert any(line.startswith("- sanchuan: what rules a month (旺相)") for line in lines)
    assert any(line.startswith("- yushi: the stems of 乾") for line in lines)
    at = lines.index("### zhonggui-32-e3: contradicted")
    assert any(line.startswith("- By another school: the stages of earth") for line in lines[at : at + 12])
    at = lines.index("### hunyin-20-r11")
    assert any("合(間, 應)" in line for line in lines[at : at + 8])


def test_what_is_open_is_proposed_and_not_read():
    open_ = {"verdict": "open", "reads": "黑身黃腹", "argument": "because\n"}
    assert findings.concluded(open_) == "Proposed: 黑身黃腹. because"
    assert findings.concluded(open_ | {"verdict": "copying"}) == "Read 黑身黃腹. because"
    assert findings.concluded(open_ | {"reads": None}) == "because"


def test_the_command_refuses_what_is_not_there(database):
    result = run(database, "yushi-600")
    assert isinstance(result.exception, YarrowError) and "no record, passage or text" in str(result.exception)
    assert run(database, "yushi", "--markdown").exit_code == 2


def _conclude(database, directory, entries):
    (directory / "findings.yaml").write_text(yaml.safe_dump({"findings": entries}), "utf-8")
    copy = sqlite3.connect(":memory:")
    connect(database).backup(copy)
    copy.execute("DELETE FROM conclusion")
    findings.store(copy, directory)
    return copy.execute("SELECT * FROM conclusion").fetchall()


def test_a_conclusion_is_stored(database, tmp_path):
    entry = {"id": "yushi-6-e3", "verdict": "copying", "reads": "己酉", "argument": "because"}
    assert _conclude(database, tmp_path, [entry]) == [("yushi-6-e3", "copying", "己酉", "because")]


@pytest.mark.parametrize("entries, message", [
    ([{"id": "yushi-5-e1", "verdict": "copying", "argument": "a"}], "nothing parts here"),
    ([{"id": "yushi-6-e3", "verdict": "copying", "argument": "a"}] * 2, "concluded twice"),
    ([{"id": "yushi-6-e3", "verdict": "scribe", "argument": "a"}], "scribe"),
    ([{"id": "yushi-6-e3", "verdict": "copying"}], "argument"),
])
def test_a_conclusion_with_a_fault_stops_the_build(database, tmp_path, entries, message):
    with pytest.raises(YarrowError, match=message):
        _conclude(database, tmp_path, entries)


def test_the_verdicts_are_those_of_the_schema(db):
    sql = db.execute("SELECT sql FROM sqlite_master WHERE name = 'conclusion'").fetchone()[0]
    schema = json.loads((corpus_dir().parent / "schema" / "findings.schema.json").read_text("utf-8"))
    allowed = schema["$defs"]["finding"]["properties"]["verdict"]["enum"]
    assert allowed == list(findings.VERDICTS) and all(f"'{name}'" in sql for name in allowed)


def test_the_frame_has_the_findings(database, found):
    with open_corpus(database) as corpus:
        assert list(corpus.findings.index) == [one["id"] for one in found]
        assert corpus.findings.loc["yushi-6-e3", "reads"] == "己酉之靜"
