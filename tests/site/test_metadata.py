"""datasette.yaml against the database: everything is described, every question is answered."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
import yaml

from yarrow.paths import datasette_yaml
from yarrow.store.database import connect

METADATA = yaml.safe_load(datasette_yaml().read_text(encoding="utf-8"))["databases"]["yarrow"]
ANSWERS = {
    "words": "庚帖",
    "one": "財",
    "other": "空",
    "headword": "妻財",
    "document": "hunyin",
    "passage": "hunyin-3",
    "word": "應",
}


@pytest.fixture(scope="module")
def described(database):
    """table or view -> its columns, but for the index tables of the search."""
    connection = connect(database)
    names = connection.execute(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'view')"
        " AND name NOT LIKE 'sqlite!_%' ESCAPE '!'"
    ).fetchall()
    return {
        name: [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]
        for (name,) in names
    }


def test_every_table_view_and_column_is_described(described):
    assert {name: list(said["columns"]) for name, said in METADATA["tables"].items()} == described
    for said in METADATA["tables"].values():
        assert said["title"] and said["description"] and all(said["columns"].values())


def test_what_metadata_names_exists(described):
    for name, said in METADATA["tables"].items():
        for column in [*said.get("facets", ()), *filter(None, [said.get("sort")])]:
            assert column in described[name], (name, column)


def test_every_text_table_has_a_search(database):
    connection = connect(database)
    indexes = {
        row[0]
        for row in connection.execute(
            "SELECT name FROM sqlite_master WHERE sql LIKE '%USING fts5%'"
        )
    }
    named = {said["fts_table"] for said in METADATA["tables"].values() if "fts_table" in said}
    assert named == indexes


@pytest.mark.parametrize("name", METADATA["tables"])
def test_every_table_page_opens(site, name):
    assert site.get(f"/yarrow/{name}").status_code == 200


@pytest.mark.parametrize("name", METADATA["queries"])
def test_every_question_is_answered(site, name):
    query = METADATA["queries"][name]
    assert query["title"].endswith("?") and query["description"]
    address = f"/yarrow/{name}.json?_shape=array&{urlencode(ANSWERS)}"
    rows = site.get(address).json()
    assert isinstance(rows, list) and rows and "error" not in rows[0]


def test_questions_with_nothing_filled_in_open(site):
    for name in METADATA["queries"]:
        assert site.get(f"/yarrow/{name}").status_code == 200, name


def test_the_longest_question_stays_within_its_time(site):
    """An answer cut off by the limit would be an error 400."""
    for name in METADATA["queries"]:
        response = site.get(
            f"/yarrow/{name}.json?_shape=array&words=財&one=財&other=之&headword=妻財&document="
        )
        assert response.status_code == 200, (name, response.text[:200])
