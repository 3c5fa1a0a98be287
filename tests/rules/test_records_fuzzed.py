"""Files of records that are broken in a thousand ways give faults, never anything else."""

from __future__ import annotations

import copy
import random

import pytest
import yaml

from yarrow import paths
from yarrow.corpus import load_corpus
from yarrow.rules import marked, validate
from yarrow.rules.judgments import load_judgments
from yarrow.rules.load import annotation, read_file
from yarrow.rules.records import Example, Record

ODD = (
    None, 0, -1, 7, True, "", " ", "=", "=財", "財（", "x" * 3000, [], [[]], {}, ["a", "a"], "六合",
    {"id": "hunyin-2-r1"}, "hunyin-2-r1", "hunyin-0-r1", "hunyin-2-r1-1", "節 寅月", "\u0000", "壬辰日",
    {"words": "六合則", "nth": 9}, [{"about": "成否", "value": "=空"}], "(((((", "not", "九" * 200,
)  # fmt: skip
KEYS = (
    "when",
    "says",
    "rows",
    "kind",
    "quote",
    "nth",
    "omen",
    "else",
    "bears",
    "except",
    "claim",
    "over",
    "count",
    "true",
    "holds",
    "glosses",
    "readings",
    "given",
    "asserts",
    "generalises",
)


def places(value, path=()):
    """The path of every place in nested lists and dictionaries, but for the whole."""
    if path:
        yield path
    inner = (
        value.items()
        if isinstance(value, dict)
        else (enumerate(value) if isinstance(value, list) else ())
    )
    for key, part in inner:
        yield from places(part, (*path, key))


def spoil(data, chance: random.Random) -> None:
    """Replace, drop or add something somewhere."""
    found = list(places(data))
    if not found:
        return
    *way, last = chance.choice(found)
    holder = data
    for key in way:
        holder = holder[key]
    act = chance.random()
    if act < 0.6:
        holder[last] = copy.deepcopy(chance.choice(ODD))
    elif act < 0.8:
        del holder[last]
    elif isinstance(holder, dict):
        holder[chance.choice(KEYS)] = copy.deepcopy(chance.choice(ODD))


@pytest.mark.parametrize(
    "folder, slug", [("rules", "hunyin"), ("rules", "zhonggui"), ("examples", "zhonggui")]
)
def test_broken_files_give_faults(folder, slug, tmp_path):
    texts = {text.slug: text for text in load_corpus()}
    judgments = load_judgments()
    whole, _ = marked.read(paths.corpus_dir() / folder / f"{slug}.yaml")
    path = tmp_path / folder / f"{slug}.yaml"
    path.parent.mkdir()
    chance = random.Random(f"{folder} {slug}")
    refused = 0
    for turn in range(400):
        data = {"text": slug, "records": copy.deepcopy(chance.sample(whole["records"], 3))}
        for _ in range(chance.randint(1, 3)):
            spoil(data, chance)
        path.write_text(yaml.safe_dump(data, allow_unicode=True), encoding="utf-8")
        found, faults = read_file(path, texts[slug], judgments)
        if turn % 8 == 0:
            records = annotation(
                [one for one in found if isinstance(one, Record)],
                [one for one in found if isinstance(one, Example)],
            )
            faults += validate.check(records, list(texts.values()))
        assert all(fault.where and fault.what and fault.remedy for fault in faults)
        refused += bool(faults)
    assert refused > 200
