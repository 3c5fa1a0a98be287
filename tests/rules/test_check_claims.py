"""Claims proved and refuted by going through every chart, against the counts known from the texts."""

from __future__ import annotations

import json
import shutil

import pytest
import yaml
from click.testing import CliRunner

from yarrow.commands.check import check as command
from yarrow.corpus import load_corpus
from yarrow.paths import corpus_dir
from yarrow.rules import check_claims, space
from yarrow.rules.check_claims import PROVED, REFUTED, UNDECIDED
from yarrow.rules.judgments import load_judgments
from yarrow.rules.load import annotation, load_annotation, read_file

TEXTS = load_corpus()
JUDGMENTS = load_judgments()


@pytest.fixture()
def judge(tmp_path):
    def run(entry: dict, *examples):
        slug = entry["id"].split("-")[0]
        path = tmp_path / "rules" / f"{slug}.yaml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(yaml.safe_dump({"text": slug, "records": [{"kind": "claim", **entry}]},
                                       allow_unicode=True), encoding="utf-8")
        text = next(text for text in TEXTS if text.slug == slug)
        records, faults = read_file(path, text, JUDGMENTS)
        assert faults == []
        (found,) = check_claims.check(annotation(records, examples), TEXTS)
        return found
    return run


SANCHUAN_8 = {"id": "sanchuan-8-r1", "over": "charts", "holds": "some"}


@pytest.mark.parametrize("words, method, number", [
    ("昴星十六課", "昴星", 16), ("別責九課", "別責", 9), ("八專十六課", "八專", 16)])
def test_sanchuan_8_counts_the_lessons(judge, words, method, number):
    found = judge({**SANCHUAN_8, "quote": words, "when": method,
                   "count": {"of": "lessons", "number": number}})
    assert (found.status, found.counted) == (PROVED, number)
    wrong = judge({**SANCHUAN_8, "quote": words, "when": method,
                   "count": {"of": "lessons", "number": number + 1}})
    assert (wrong.status, wrong.counted) == (REFUTED, number)


def test_zhonggui_37_that_there_is_but_one(judge):
    """惟乙未日亥加丑昴星一課: 乙未 with 亥 over 丑 is 昴星, and it alone has 衰元胎 so."""
    paragraph = next(t for t in TEXTS if t.slug == "zhonggui").passages[36].zh
    assert "惟乙未日亥加丑昴星一課" in paragraph
    found = judge({"id": "zhonggui-37-r1", "quote": "惟乙未日亥加丑昴星一課", "over": "charts",
                   "holds": "exactly", "when": "日 & 乙未 and 亥加丑", "asserts": ["日 & 乙未 and 亥加丑 and 昴星"],
                   "count": {"of": "lessons", "number": 1}})
    assert found.status == PROVED and found.witness.startswith("乙未日")
    assert "乙未干上" in found.explanation


def test_a_claim_on_every_chart_is_refuted_by_one(judge):
    """hunyin-2: of lines themselves 六沖卦，非純陰則純陽也 is false; the counter-chart shows it."""
    entry = {"id": "hunyin-2-r5", "quote": "六沖卦，非純陰則純陽也，", "over": "charts", "when": "六沖卦",
             "asserts": ["內 | 外 <= 陽 or 內 | 外 <= 陰"]}
    found = judge(entry)
    assert found.status == REFUTED and found.charts == 10 * 64 * 720 and found.meet == 2 * 64 * 720
    assert found.counter and "Not on" in found.explanation
    assert judge({**entry, "holds": "some"}).status == PROVED


def test_only_and_exactly_look_beyond_the_condition(judge):
    entry = {"id": "hunyin-2-r5", "quote": "六沖卦，非純陰則純陽也，", "over": "charts",
             "when": "八純", "asserts": ["六沖卦"]}
    assert judge({**entry, "holds": "every"}).status == PROVED
    found = judge({**entry, "holds": "exactly"})  # 無妄 and 大壯 are clash hexagrams too
    assert found.status == REFUTED and found.beyond == 2 * 64 * 720
    assert found.counter.startswith(("無妄", "大壯"))
    assert judge({**entry, "holds": "only", "when": "六沖卦"}).status == PROVED


def test_what_wants_a_fact_is_undecided(judge):
    found = judge({"id": "zhonggui-2-r6", "quote": "皆是。", "over": "charts", "when": "日 & 甲子",
                   "asserts": ["年上 & 子 or 年上 - 子"]})
    assert found.status == UNDECIDED and found.unknown == 12 * 2 * 12


def test_the_claims_of_the_corpus():
    found = {one.id: one for one in check_claims.check(load_annotation(TEXTS), TEXTS)}
    assert found["hunyin-2-r2"].status == found["zhonggui-2-r6"].status == PROVED
    assert found["zhonggui-2-r6"].counted == 4
    result = CliRunner().invoke(command, ["claims", "--json"])
    assert {one["id"] for one in json.loads(result.stdout)} == found.keys()


def test_the_pieces_are_all_charts_once():
    """What proves must have gone through every chart: the places are a permutation."""
    for art, size in space.SIZE.items():
        seen = set()
        for places in space.pieces(art):
            axes = space.axes(art, places)
            code = 0
            for axis, high in zip(axes.values(), (64, 64, 60, 12) if art == "liuyao" else (60, 12, 2, 12)):
                assert axis.min() >= 0 and axis.max() < high
                code = code * high + axis
            seen.update(code.tolist())
        assert len(seen) == size


def test_a_fault_in_another_text_does_not_stand_in_the_way(tmp_path, monkeypatch):
    folder = shutil.copytree(corpus_dir(), tmp_path / "corpus")
    rules = folder / "rules" / "hunyin.yaml"
    rules.write_text(rules.read_text("utf-8").replace("when: 六沖卦", "when: 六沖卦卦", 1), "utf-8")
    monkeypatch.setenv("YARROW_CORPUS", str(folder))
    run = lambda *args: CliRunner().invoke(command, ["claims", *args])  # noqa: E731
    assert "zhonggui-2-r6 proved" in run("zhonggui-2").output
    for args in (["hunyin-2"], []):
        assert "六沖卦卦" in str(run(*args).exception)
