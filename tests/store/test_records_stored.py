"""The records in the database are those of the files, and their words those of the paragraphs."""

from __future__ import annotations

import sqlite3

import pytest

from yarrow.corpus import load_corpus
from yarrow.rules.load import load_annotation, whole_vocabulary


@pytest.fixture(scope="module")
def corpus():
    return load_annotation()


@pytest.fixture
def connection(database):
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    connection.row_factory = sqlite3.Row
    yield connection
    connection.close()


@pytest.fixture
def writable(database):
    """A copy in memory, to be spoiled."""
    source, copy = sqlite3.connect(database), sqlite3.connect(":memory:")
    source.backup(copy)
    source.close()
    copy.execute("PRAGMA foreign_keys = ON")
    yield copy
    copy.close()


def test_every_record_and_row_is_stored(connection, corpus):
    ids = {row["id"] for row in connection.execute("SELECT id FROM rule")}
    assert ids == {one.id for record in corpus.records for one in (record, *record.rows)}
    assert {row["id"] for row in connection.execute("SELECT id FROM example")} == {
        example.id for example in corpus.examples
    }


def test_hunyin_3_a_rule_stands_with_both_quotes_and_its_judgments(connection):
    row = connection.execute("SELECT * FROM rule WHERE id = 'hunyin-3-r2'").fetchone()
    assert (
        row["quote"]
        == row["zh"]
        == "若應爻發動，或空亡，或沖剋世爻，皆主不允，事亦難成，或去亦不遇。"
    )
    assert (row["zh_start"], row["zh_end"], row["asks"], row["omen"]) == (45, 77, "求庚帖", "凶")
    assert row["ko"].startswith("만약 응효가 발동하거나") and row["ko_status"] == "reviewed"
    said = connection.execute(
        "SELECT about, value, force FROM judgment WHERE rule = 'hunyin-3-r2' ORDER BY n"
    ).fetchall()
    assert [tuple(one) for one in said] == [
        ("庚帖", "不允", None),
        ("成否", "難成", None),
        ("會面", "不遇", "或"),
    ]
    words = {
        one["word"]
        for one in connection.execute("SELECT word FROM rule_word WHERE rule = 'hunyin-3-r2'")
    }
    assert words == {"應", "動", "空", "沖剋", "世"}
    composed = connection.execute(
        "SELECT composed FROM vocabulary WHERE word = '沖剋' AND art = 'liuyao'"
    ).fetchall()
    assert [one["composed"] for one in composed] == [1]


def test_zhonggui_1_several_spans_and_their_hull(connection):
    spans = connection.execute(
        "SELECT text FROM rule_span WHERE rule = 'zhonggui-1-r5' ORDER BY n"
    ).fetchall()
    assert [one["text"] for one in spans][-2:] == ["凡占未免先值驚危，下稍", "無畏，"]
    row = connection.execute("SELECT quote, zh FROM rule WHERE id = 'zhonggui-1-r5'").fetchone()
    assert row["quote"].endswith(" … 凡占未免先值驚危，下稍 … 無畏，")
    assert row["zh"].endswith("凡占未免先值驚危，下稍北海閒人按：下稍指事情的結局無畏，")


def test_zhonggui_2_exceptions_and_otherwise(connection):
    rows = connection.execute(
        "SELECT target, effect FROM exception WHERE rule LIKE 'zhonggui-2-r_'"
    )
    assert {tuple(row) for row in rows} >= {
        ("zhonggui-1-r3", "limit"),
        ("zhonggui-1-r5", "limit"),
        ("zhonggui-2-r1", "else"),
    }


def test_hunyin_3_readings_keep_their_grounds(connection):
    rows = connection.execute(
        "SELECT reading, condition FROM rule_reading WHERE rule = 'hunyin-3-r7' ORDER BY reading"
    )
    assert [tuple(row) for row in rows] == [
        (0, "(世 | 應) & (蛇 | 兄) & 旺相 & 動"),
        (1, "兄 & 旺相 & 動"),
        (2, "(蛇 | 兄) & 旺相 & 動"),
    ]


def test_what_an_example_illustrates_is_kept(connection, corpus):
    rules = {tuple(row) for row in connection.execute("SELECT example, rule FROM illustration")}
    cases = {tuple(row) for row in connection.execute("SELECT example, other FROM example_tie")}
    named = {(one.id, id_) for one in corpus.examples for id_ in one.illustrates}
    assert rules | cases == named and ("zhonggui-1-e1", "zhonggui-1-r3") in rules
    assert all("-e" in other for _, other in cases) and not any("-e" in id_ for _, id_ in rules)


def test_clauses_are_accounted_for(connection):
    clauses = sum(one.lang == "zh" for text in load_corpus() for one in text.layers.segments)
    assert connection.execute("SELECT count(*) FROM account_state").fetchone()[0] == clauses
    states = connection.execute(
        "SELECT DISTINCT state FROM account_state WHERE segment LIKE 'zhonggui-1-z%'"
    ).fetchall()
    assert [one["state"] for one in states] == ["whole"]
    kinds = connection.execute(
        "SELECT kind FROM account WHERE segment = 'zhonggui-1-z6' ORDER BY kind"
    ).fetchall()
    assert {one["kind"] for one in kinds} == {"example", "rule"}
    total = connection.execute('SELECT sum(clauses), sum(whole + part + "none") FROM coverage')
    assert tuple(total.fetchone()) == (clauses, clauses)


def test_the_whole_vocabulary_is_there_with_definition_and_source(connection):
    for art in ("liuyao", "liuren"):
        words = {word.zh for group in whole_vocabulary(art).groups.values() for word in group}
        stored = {
            row["word"]
            for row in connection.execute(
                "SELECT word FROM vocabulary WHERE art = ? AND composed = 0", (art,)
            )
        }
        assert stored == words
    assert not connection.execute(
        "SELECT 1 FROM vocabulary WHERE '' IN (ko, en, definition, source, gives)"
    ).fetchall()


def test_conventions_have_one_default_each(connection):
    rows = connection.execute(
        "SELECT art, name, sum(is_default) AS defaults FROM convention GROUP BY art, name"
    ).fetchall()
    assert len(rows) > 20 and {row["defaults"] for row in rows} == {1}
    taught = connection.execute("SELECT name, reading FROM convention WHERE texts = 'yushi'")
    assert [tuple(row) for row in taught] == [("qian_stems", "solstice")]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE rule SET zh = '財' || substr(zh, 2) WHERE id = 'hunyin-3-r2'",
        "UPDATE rule SET zh_start = zh_start + 1 WHERE id = 'hunyin-3-r2'",
        "UPDATE rule SET ko = ko || '.' WHERE id = 'hunyin-3-r2'",
        "UPDATE rule_span SET text = '無畏。' WHERE rule = 'zhonggui-1-r5' AND n = 2",
        "UPDATE assertion SET start = start + 1 WHERE example = 'zhonggui-1-e1' AND n = 1",
        "UPDATE example SET zh = substr(zh, 2) WHERE id = 'zhonggui-1-e1'",
        "INSERT INTO example_span VALUES ('zhonggui-1-e1', 9, 'zhonggui-1', 0, 2, '鬼雖')",
    ],
)
def test_words_that_are_not_the_texts_are_rejected(writable, statement):
    with pytest.raises(sqlite3.IntegrityError, match="words differ from passage"):
        writable.execute(statement)


def test_a_rule_cannot_point_at_nothing(writable):
    with pytest.raises(sqlite3.IntegrityError):
        writable.execute("INSERT INTO illustration VALUES ('zhonggui-1-e1', 'hunyin-99-r1')")
