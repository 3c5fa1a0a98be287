"""The guide to writing records: its examples are the corpus's own, and it shows every field."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from yarrow import paths
from yarrow.rules import marked

GUIDE = Path(__file__).parents[2] / "docs" / "annotation.md"
BLOCKS = re.findall(r"```yaml\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.S)
RECORDS = [block for block in BLOCKS if block.startswith("- id: ")]
SETTLED = [block for block in BLOCKS if block.startswith("settled:\n")]
CHARTS = {"true", "false"}  # of these the guide may show some
REMARKS = {"note", "supplies"}  # these it may leave out


def name(block: str) -> str:
    return re.match(r"- id: (\S+)", block)[1]


def entries(key: str, *folders: str) -> list:
    """What the files of some folders of the corpus have under a key."""
    files = [path for folder in folders for path in (paths.corpus_dir() / folder).glob("*.yaml")]
    return [entry for path in files for entry in marked.read(path)[0].get(key, ())]


@pytest.fixture(scope="module")
def corpus():
    return {record["id"]: record for record in entries("records", "rules", "examples")}


def test_every_block_is_a_record_or_a_difference_settled():
    assert RECORDS and SETTLED and len(RECORDS) + len(SETTLED) == len(BLOCKS)


@pytest.mark.parametrize("block", RECORDS, ids=map(name, RECORDS))
def test_the_guide_shows_records_as_the_corpus_has_them(block, corpus):
    (shown,) = marked.read_text(block, "the guide")[0]
    assert shown["id"] in corpus, "show a record of the corpus: the reader will look it up"
    kept = corpus[shown["id"]]
    for key in CHARTS & (shown.keys() | kept.keys()):
        assert shown.get(key), f"show some of the charts under {key}"
        assert set(shown[key]) <= set(kept.get(key, ()))
    must = {key: kept[key] for key in kept.keys() - CHARTS if key in shown or key not in REMARKS}
    assert {key: shown[key] for key in shown.keys() - CHARTS} == must


def test_the_guide_shows_differences_as_they_were_settled():
    kept = entries("settled", "readings")
    for block in SETTLED:
        for shown in marked.read_text(block, "the guide")[0]["settled"]:
            assert shown in kept


def test_the_guide_shows_every_field():
    shown: set[str] = set()

    def keys(value):
        if isinstance(value, dict):
            shown.update(value)
            for inner in value.values():
                keys(inner)
        elif isinstance(value, list):
            for inner in value:
                keys(inner)

    for block in BLOCKS:
        keys(marked.read_text(block, "the guide")[0])
    fields: set[str] = set()

    def properties(schema):
        if isinstance(schema, dict):
            if isinstance(schema.get("properties"), dict) and "enum" not in schema["properties"]:
                fields.update(key for key in schema["properties"])
            for inner in schema.values():
                properties(inner)
        elif isinstance(schema, list):
            for inner in schema:
                properties(inner)

    for file in ("rules", "examples"):
        properties(
            json.loads((paths.schema_dir() / f"{file}.schema.json").read_text(encoding="utf-8"))
        )
    assert fields - shown == {"text", "records"}  # the head of a file
