"""Search finds every place where a word stands and nothing else, compared with `str.find`."""

from __future__ import annotations

import csv
import io
import json
import random
import unicodedata

import pytest
from click.testing import CliRunner

from yarrow.commands.search import search as command
from yarrow.errors import YarrowError
from yarrow.store.database import connect
from yarrow.store.search import arrange, find, folding, phrase, width


@pytest.fixture(scope="module")
def db(database):
    return connect(database)


@pytest.fixture(scope="module")
def fold(db):
    return folding(db)


@pytest.fixture(scope="module")
def folded(db, fold):
    """lang -> passage id -> the folded paragraph."""
    rows = db.execute("SELECT id, zh, ko FROM passage ORDER BY place").fetchall()
    return {
        "zh": {id_: fold(zh) for id_, zh, _ in rows},
        "ko": {id_: fold(ko) for id_, _, ko in rows},
    }


def run(db, *arguments: str) -> str:
    path = db.execute("PRAGMA database_list").fetchone()[2]
    result = CliRunner().invoke(command, [*arguments, "--db", path], catch_exceptions=False)
    assert result.exit_code == 0
    return result.stdout


def random_queries(texts: dict[str, str], length: int) -> list[str]:
    """200 runs of text, as they stand; a query has no blank at its ends."""
    choose = random.Random(20250 + length)
    queries = []
    paragraphs = list(texts.values())
    weights = [len(text) for text in paragraphs]
    while len(queries) < 200:
        (text,) = choose.choices(paragraphs, weights)
        start = choose.randrange(len(text) - length + 1)
        query = text[start : start + length]
        if query == query.strip():
            queries.append(query)
    return queries


def starts(text: str, word: str) -> list[int]:
    """Every place where the word begins, overlapping ones too."""
    found, at = [], text.find(word)
    while at >= 0:
        found.append(at)
        at = text.find(word, at + 1)
    return found


@pytest.mark.parametrize("lang", ["zh", "ko"])
@pytest.mark.parametrize("length", [1, 2, 3, 4])
def test_recall_and_precision_are_one(db, fold, folded, lang, length):
    for query in random_queries(folded[lang], length):
        expected = {
            (id_, start) for id_, text in folded[lang].items() for start in starts(text, query)
        }
        # the index alone, as the site's table pages and questions use it
        indexed = db.execute(
            "SELECT id FROM passage WHERE rowid IN"
            " (SELECT rowid FROM passage_fts WHERE passage_fts MATCH ?)",
            (f"{lang} : {phrase(query)}",),
        ).fetchall()
        assert sorted(id_ for (id_,) in indexed) == sorted({id_ for id_, _ in expected}), query
        found = [(hit.passage, hit.start) for hit in find(db, query, lang=lang)]
        assert len(found) == len(set(found))
        assert set(found) == expected, query


@pytest.mark.parametrize("table", ["unit", "sentence", "segment"])
def test_every_text_table_is_searched_exactly(db, fold, table):
    texts = {id_: fold(text) for id_, text in db.execute(f"SELECT id, text FROM {table}")}
    for query in random_queries(texts, 2)[:60]:
        indexed = db.execute(
            f"SELECT id FROM {table} WHERE rowid IN"
            f" (SELECT rowid FROM {table}_fts WHERE {table}_fts MATCH ?)",
            (phrase(query),),
        )
        assert sorted(id_ for (id_,) in indexed) == sorted(
            id_ for id_, text in texts.items() if query in text
        ), query


@pytest.mark.parametrize("word", ["財", "動空", "世應", "관귀", "관귀를", "日辰", "공망에 떨어"])
def test_words_of_any_length_are_found(db, word):
    expected = sum(
        text.count(word) for pair in db.execute("SELECT zh, ko FROM passage") for text in pair
    )
    hits = [hit for hit in find(db, word) if hit.word == word]
    assert expected and len(hits) == expected


def test_a_variant_finds_its_fellows(db):
    by_spelling = {word: find(db, word, lang="zh") for word in ("剋", "克", "尅")}
    places = [[(hit.passage, hit.start) for hit in hits] for hits in by_spelling.values()]
    assert places[0] == places[1] == places[2]
    assert {"剋", "克"} <= {hit.word for hit in by_spelling["剋"]}


def test_what_must_stay_apart_stays_apart(db):
    assert {hit.word for hit in find(db, "后")} == {"后"}
    assert {hit.word for hit in find(db, "巳")} == {"巳"}


def test_hangul_typed_in_pieces_is_found(db):
    pieces = unicodedata.normalize("NFD", "관귀를")
    assert len(pieces) > 3
    assert find(db, pieces) == find(db, "관귀를") != []


def test_punctuation_and_spaces_count(db):
    assert not find(db, "應動應空欲求庚帖")  # 應動應空？（欲求庚帖 in hunyin-3
    assert [hit.passage for hit in find(db, "應動應空？（欲求庚帖")] == ["hunyin-3"]
    assert find(db, "응효가 발동") and not find(db, "응효가발동")


@pytest.mark.parametrize(
    "query", ['"', "*", "(", "財*", 'zh : "財"', "財 OR 鬼", "-財", "^財", "a\0b"]
)
def test_the_query_language_of_the_index_has_no_say(db, fold, folded, query):
    expected = sum(fold(query) in text for texts in folded.values() for text in texts.values())
    assert len({(hit.passage, hit.lang) for hit in find(db, query)}) == expected


def test_several_words_stand_in_one_paragraph(db, fold, folded):
    hits = find(db, "財", "空亡", lang="zh")
    words = fold("財"), fold("空亡")
    both = {id_ for id_, text in folded["zh"].items() if all(word in text for word in words)}
    assert {hit.passage for hit in hits} == both
    assert {hit.word for hit in hits} == {"財", "空亡"}


def test_limits(db):
    everywhere = find(db, "世應")
    assert {hit.lang for hit in everywhere} == {"zh"}
    commentary = find(db, "世應", layer="commentary")
    main = find(db, "世應", layer="main")
    assert commentary and main and len(commentary) + len(main) == len(everywhere)
    one = find(db, "世應", document="yushi")
    assert one and {hit.document for hit in one} == {"yushi"}
    for hit in commentary:
        layer, start, end = db.execute(
            "SELECT layer, start, \"end\" FROM unit WHERE passage = ? AND lang = 'zh'"
            ' AND start <= ? AND ? < "end"',
            (hit.passage, hit.start, hit.start),
        ).fetchone()
        assert layer == "commentary"


def test_faults_are_told_all_at_once(db):
    with pytest.raises(YarrowError) as caught:
        find(db, " ", layer="verse", document="nowhere", lang="en")
    assert [fault.where for fault in caught.value.faults] == ["query", "lang", "layer", "document"]


def test_order_by_context(db, fold):
    hits = find(db, "財", lang="zh")
    left = [fold(hit.left)[::-1] for hit in arrange(hits, "left")]
    right = [fold(hit.right) for hit in arrange(hits, "right")]
    assert left == sorted(left) and right == sorted(right)
    assert left != sorted(right)
    assert arrange(hits, "position") == hits


def test_a_hit_leads_to_its_segment(db):
    (hit,) = find(db, "豈宜應動應空")
    assert hit.segment == "hunyin-3-z2" and hit.layer == "main"


def test_columns_stand_under_each_other(db):
    lines = run(db, "世應", "--width", "20").splitlines()
    assert len(lines) == len(find(db, "世應"))
    columns = {width(line[: line.index(" 世應 ")]) for line in lines}
    assert len(columns) == 1
    mixed = run(db, "관귀를", "--width", "21").splitlines()
    assert len(mixed) > 40
    assert len({width(line[: line.index(" 관귀를 ")]) for line in mixed}) == 1


def test_json_and_csv_say_the_same(db):
    records = json.loads(run(db, "剋妻", "--json"))
    assert {record["word"] for record in records} == {"剋妻", "克妻"}
    rows = list(csv.DictReader(io.StringIO(run(db, "剋妻", "--csv"))))
    assert rows == [{name: str(value) for name, value in record.items()} for record in records]


def test_limit(db):
    assert len(run(db, "財", "--limit", "5").splitlines()) == 5


def test_json_and_csv_exclude_each_other(database):
    result = CliRunner().invoke(command, ["財", "--json", "--csv", "--db", str(database)])
    assert result.exit_code == 2 and "exclude each other" in result.output
