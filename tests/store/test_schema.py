"""The database guards its spans, and its views answer the plain questions."""

from __future__ import annotations

import shutil
import sqlite3

import pytest

from yarrow.store.database import connect

SPANS = ("unit", "sentence", "segment", "term_occurrence")


@pytest.fixture(scope="module")
def db(database):
    return connect(database)


@pytest.fixture()
def writable(database, tmp_path):
    connection = sqlite3.connect(shutil.copy(database, tmp_path / "copy.db"))
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


@pytest.mark.parametrize("table", SPANS)
def test_every_span_has_its_words(db, table):
    texts = {
        id_: {"zh": zh, "ko": ko} for id_, zh, ko in db.execute("SELECT id, zh, ko FROM passage")
    }
    count = 0
    for passage, lang, start, end, text in db.execute(
        f'SELECT passage, lang, start, "end", text FROM {table}'
    ):
        assert texts[passage][lang][start:end] == text
        count += 1
    assert count > 900


@pytest.mark.parametrize("table", SPANS)
@pytest.mark.parametrize(
    "change", ["text = text || '。'", "start = start + 1", '"end" = "end" - 1', "text = '財'"]
)
def test_a_changed_span_is_rejected(writable, table, change):
    row = "passage = 'hunyin-3' AND lang = 'zh' AND \"end\" - start > 1"
    assert writable.execute(f"SELECT 1 FROM {table} WHERE {row}").fetchone()
    with pytest.raises(sqlite3.IntegrityError, match="words differ|CHECK"):
        writable.execute(f"UPDATE {table} SET {change} WHERE {row}")


@pytest.mark.parametrize("table", SPANS)
def test_a_new_span_with_other_words_is_rejected(writable, table):
    columns = [row[1] for row in writable.execute(f"PRAGMA table_info({table})")]
    new = {"text": "'他'", "n": "99", "id": "'hunyin-3-z99'", "place": "999999"}
    selected = ", ".join(new.get(name, f'"{name}"') for name in columns)
    names = ", ".join(f'"{name}"' for name in columns)
    with pytest.raises(sqlite3.IntegrityError, match=f"{table}: words differ"):
        writable.execute(
            f"INSERT INTO {table} ({names}) SELECT {selected} FROM {table}"
            " WHERE passage = 'hunyin-3' LIMIT 1"
        )


def test_offsets_count_code_points_beyond_the_basic_plane(writable):
    writable.execute(
        "INSERT INTO passage SELECT 'hunyin-900', document, 900, '𠮷凶', '길흉', 1, 3, 900"
        " FROM passage WHERE id = 'hunyin-1'"
    )
    unit = (
        'INSERT INTO unit (id, n, start, "end", text, place, passage, lang, layer)'
        " VALUES (?, ?, ?, ?, ?, ?, 'hunyin-900', 'zh', 'main')"
    )
    writable.execute(unit, ("hunyin-900-u1", 1, 1, 2, "凶", 90001))
    with pytest.raises(sqlite3.IntegrityError, match="words differ"):
        writable.execute(unit, ("hunyin-900-u2", 2, 2, 3, "凶", 90002))


def test_a_segment_outside_its_unit_is_rejected(writable):
    with pytest.raises(sqlite3.IntegrityError, match="not inside its unit"):
        writable.execute(
            "INSERT INTO segment SELECT 'hunyin-3-z99', passage, lang, layer, start, \"end\", text,"
            " 99, 'hunyin-3-u2', sentence, 999999 FROM segment WHERE id = 'hunyin-3-z1'"
        )


@pytest.mark.parametrize("change", ["zh = zh || '。'", "ko = ''", "id = 'hunyin-300'"])
def test_the_source_text_is_never_altered(writable, change):
    with pytest.raises(sqlite3.IntegrityError, match="never altered"):
        writable.execute(f"UPDATE passage SET {change} WHERE id = 'hunyin-3'")


@pytest.mark.parametrize(
    ("sql", "message"),
    [
        ("DELETE FROM document WHERE id = 'hunyin'", "FOREIGN KEY"),
        ("DELETE FROM passage WHERE id = 'hunyin-3'", "FOREIGN KEY"),
        ("UPDATE unit SET layer = 'translation' WHERE id = 'hunyin-3-u1'", "CHECK"),
        ("UPDATE passage SET document = 'liuchu' WHERE id = 'hunyin-3'", "CHECK"),
    ],
)
def test_references_and_layers_are_checked(writable, sql, message):
    with pytest.raises(sqlite3.IntegrityError, match=message):
        writable.execute(sql)


def test_units_cover_every_paragraph(db):
    assert (
        db.execute(
            "SELECT document, sum(characters) FROM layer_count GROUP BY 1 ORDER BY 1"
        ).fetchall()
        == db.execute(
            "SELECT document, sum(length(zh) + length(ko)) FROM passage GROUP BY 1 ORDER BY 1"
        ).fetchall()
    )


def test_view_parallel(db):
    rows = db.execute("SELECT passage, title_zh, n, zh, ko FROM parallel").fetchall()
    assert len(rows) == 228
    assert [row[0] for row in rows[:3]] == ["hunyin-1", "hunyin-2", "hunyin-3"]
    assert rows[2][1:3] == ("婚姻", 3)
    assert rows[2][3].startswith("欲求庚帖，豈宜應動應空？（")
    assert rows[2][4].startswith("가서 여자 집의 경첩을 청하려는데")


@pytest.mark.parametrize(
    ("unit", "lemma_passage", "lemma"),
    [
        ("hunyin-3-u2", "hunyin-3", "欲求庚帖，豈宜應動應空？"),
        ("hunyin-3-u4", "hunyin-3", "若論聘儀，安可世蛇世弟？"),
    ],
)
def test_view_commentary_lemma(db, unit, lemma_passage, lemma):
    assert db.execute(
        "SELECT lemma_passage, lemma FROM commentary_lemma WHERE unit = ?", (unit,)
    ).fetchone() == (lemma_passage, lemma)


def test_yushi_25_commentary_goes_on_from_an_earlier_passage(db):
    passage, commentary, lemma_passage, continues = db.execute(
        "SELECT passage, commentary, lemma_passage, continues FROM commentary_lemma"
        " WHERE passage = 'yushi-25'"
    ).fetchone()
    assert commentary.startswith("法曰：子中癸己更加辛") and commentary.endswith("）")
    assert lemma_passage == "yushi-22"
    assert continues.startswith("yushi-24-")


def test_view_term_in_context_quotes_its_paragraph(db):
    texts = {id_: (zh, ko) for id_, zh, ko in db.execute("SELECT id, zh, ko FROM passage")}
    rows = db.execute(
        'SELECT passage, lang, start, "left", word, "right" FROM term_in_context'
    ).fetchall()
    assert len(rows) == db.execute("SELECT count(*) FROM term_occurrence").fetchone()[0]
    for passage, lang, start, left, word, right in rows:
        text = texts[passage][lang == "ko"]
        end = start + len(word)
        assert (left, word, right) == (
            text[max(0, start - 30) : start],
            text[start:end],
            text[end : end + 30],
        )


def test_view_term_frequency_counts_every_occurrence(db):
    assert (
        db.execute("SELECT sum(occurrences) FROM term_frequency").fetchone()
        == db.execute("SELECT count(*) FROM term_occurrence").fetchone()
    )
