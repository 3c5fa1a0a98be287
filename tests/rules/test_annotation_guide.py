"""The guide to writing records: its examples are real, and it shows every field."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from yarrow import paths
from yarrow.corpus import load_corpus
from yarrow.rules import marked, validate
from yarrow.rules.judgments import load_judgments
from yarrow.rules.load import annotation, read_file
from yarrow.rules.records import Record

GUIDE = Path(__file__).parents[2] / "docs" / "annotation.md"
BLOCKS = re.findall(r"```yaml\n(- id: .*?)```", GUIDE.read_text(encoding="utf-8"), re.S)


def name(block: str) -> str:
    return re.match(r"- id: (\S+)", block)[1]


@pytest.fixture(scope="module")
def texts():
    return {text.slug: text for text in load_corpus()}


@pytest.mark.parametrize("block", BLOCKS, ids=map(name, BLOCKS))
def test_the_guide_shows_real_records(block, texts, tmp_path):
    slug, kind = name(block).split("-")[0], name(block).split("-")[2][0]
    path = tmp_path / {"r": "rules", "e": "examples"}[kind] / f"{slug}.yaml"
    path.parent.mkdir()
    path.write_text(f"text: {slug}\nrecords:\n" + re.sub("(?m)^", "  ", block), encoding="utf-8")
    found, faults = read_file(path, texts[slug], load_judgments())
    assert not faults, "\n".join(map(str, faults))
    (record,) = found
    if isinstance(record, Record):
        told = validate.check(annotation(found, []), list(texts.values()))
        told = [fault for fault in told if not re.search("there is no [a-z]+-", fault.what)]
        assert not told, "\n".join(map(str, told))


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

    for block in re.findall(r"```yaml\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.S):
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
