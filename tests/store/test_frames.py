"""`yarrow.open()`: typed frames over the database."""

from __future__ import annotations

import pytest

import yarrow
from yarrow.errors import YarrowError


@pytest.fixture(scope="module")
def corpus(database):
    with yarrow.open(database) as corpus:
        yield corpus


@pytest.mark.parametrize(
    ("frame", "table"),
    [
        ("documents", "document"),
        ("passages", "passage"),
        ("units", "unit"),
        ("sentences", "sentence"),
        ("segments", "segment"),
        ("terms", "term"),
        ("occurrences", "term_occurrence"),
    ],
)
def test_frames_have_every_row_and_typed_columns(corpus, frame, table):
    frame = getattr(corpus, frame)
    (count,) = corpus.sql(f"SELECT count(*) AS n FROM {table}")["n"]
    assert len(frame) == count > 0
    assert {str(dtype) for dtype in frame.dtypes} <= {"string", "category", "Int64"}


def test_a_passage_by_its_id(corpus):
    passage = corpus.passages.loc["hunyin-3"]
    assert passage["zh"].startswith("欲求庚帖") and passage["n"] == 3
    segments = corpus.segments.query("passage == 'hunyin-3' and lang == 'zh'")
    assert segments.index[0] == "hunyin-3-z1"
    assert [
        passage["zh"][start:end]
        for start, end in zip(segments["start"], segments["end"], strict=True)
    ] == segments["text"].tolist()


def test_missing_is_missing_not_empty(corpus):
    assert corpus.units.loc["hunyin-3-u1", "glosses"] is not None
    assert corpus.units["glosses"].isna().any()
    assert corpus.units.loc["hunyin-3-u2", "glosses"] == "hunyin-3-u1"


def test_sql_takes_parameters_of_both_kinds(corpus):
    one = corpus.sql("SELECT id, n FROM passage WHERE document = ? AND n < ?", ("hunyin", 4))
    other = corpus.sql("SELECT id, n FROM passage WHERE document = :d AND n < 4", {"d": "hunyin"})
    assert one.equals(other) and one["n"].tolist() == [1, 2, 3]


def test_search_gives_a_frame(corpus):
    hits = corpus.search("世應", layer="commentary")
    assert set(hits["word"]) == {"世應"} and set(hits["layer"]) == {"commentary"}
    assert (hits["end"] - hits["start"] == 2).all()
    assert corpus.search("無此語也哉").empty


def test_views_are_frames_too(corpus):
    assert len(corpus.frame("parallel")) == len(corpus.passages)


def test_frames_are_read_once(corpus):
    assert corpus.passages is corpus.passages


def test_the_database_cannot_be_written_through_it(corpus):
    with pytest.raises(Exception, match="readonly"):
        corpus.connection.execute("DELETE FROM term_occurrence")


def test_no_database_says_what_to_do(tmp_path):
    with pytest.raises(YarrowError, match="run `yarrow build --db"):
        yarrow.open(tmp_path / "none.db")


def test_another_file_is_refused(tmp_path):
    (tmp_path / "other.db").write_text("not a database, but long enough to be read as one" * 20)
    with pytest.raises(YarrowError, match="not a database of Yarrow"):
        yarrow.open(tmp_path / "other.db")


def test_an_unknown_table_names_the_known_ones(corpus):
    with pytest.raises(YarrowError, match="one of: .*passage"):
        corpus.frame("passages")
