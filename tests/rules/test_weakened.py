"""Conditions with a part left out, and whether the kept charts tell them from the whole."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from click.testing import CliRunner

from yarrow.commands.check import check as command
from yarrow.corpus import load_corpus
from yarrow.rules import check_rules, weakened
from yarrow.rules.load import annotation, load_annotation
from yarrow.rules.records import Expression
from yarrow.rules.trial import node_of

TEXTS = load_corpus()
WHOLE = load_annotation(TEXTS)


def kept(id_: str, true=(), false=(), when: str = ""):
    """The corpus with one rule alone, that keeps these charts."""
    old = WHOLE.by_id[id_]
    new = replace(old, true=tuple(true), false=tuple(false), readings=())
    if when:
        art = "liuyao" if old.text == "hunyin" else "liuren"
        new = replace(new, when=Expression(when, node_of(when, art, old.text)), otherwise=())
    return annotation([new], [])


def statuses(records) -> dict[str, str]:
    return {one.change: one.status for one in weakened.check(records, TEXTS)}


@pytest.mark.parametrize(
    "source, expected",
    [
        ("世 & 空 & 動", {"世 left out of 世 & 空": "(空) & 動", "空 left out of 世 & 空": "(世) & 動",
                        "動 left out of 世 & 空 & 動": "(世 & 空)"}),
        ("財 - 空", {"- 空 left out of 財 - 空": "財"}),
        ("財 <= 空", {"& for <= in 財 <= 空": "財 & 空"}),
        ("財 <= 子", {"& for <= in 財 <= 子": "財 & 子"}),
        ("not 合(世, 應)", {"not left out of not 合(世, 應)": "合(世, 應)"}),
        ("六沖卦 and 財 and not 鬼", {
            "六沖卦 left out of 六沖卦 and 財 and not 鬼": "財 and not 鬼",
            "財 left out of 六沖卦 and 財 and not 鬼": "六沖卦 and not 鬼",
            "not 鬼 left out of 六沖卦 and 財 and not 鬼": "六沖卦 and 財",
            "or for and in 六沖卦 and 財 and not 鬼": "六沖卦 or 財 or not 鬼",
            "not left out of not 鬼": "六沖卦 and 財 and 鬼"}),
        ("財 & 子 or 鬼", {
            "財 & 子 left out of 財 & 子 or 鬼": "鬼", "鬼 left out of 財 & 子 or 鬼": "財 & 子",
            "and for or in 財 & 子 or 鬼": "財 & 子 and 鬼",
            "財 left out of 財 & 子": "(子) or 鬼", "子 left out of 財 & 子": "(財) or 鬼"}),
        ("受生扶(財, 日 | 月)", {"日 left out of 日 | 月": "受生扶(財, 月)",
                              "月 left out of 日 | 月": "受生扶(財, 日)"}),
        ("數(鬼) >= 2", {}),
        ("世 & 世", {"世 left out of 世 & 世": "世"}),
    ],
)  # fmt: skip
def test_the_variants_of_a_condition(source, expected):
    found = weakened.variants(source, "liuyao", "hunyin")
    assert {change: tree.text() for change, _, tree in found} == {
        change: node_of(one, "liuyao", "hunyin").text() for change, one in expected.items()}


def test_a_variant_that_the_language_does_not_allow_is_none():
    """Without the lines of wealth a branch would be compared with a stem, which it never meets."""
    found = [written for _, written, _ in weakened.variants("(財 & 子) <= 甲", "liuyao", "hunyin")]
    assert found == ["((財 & 子) & 甲)", "((財)) <= 甲"]


def test_zhonggui_3_what_no_kept_chart_guards():
    """支陰 & 初 & 鬼: that 初 is a ghost is lost unless a chart is kept on which it is none."""
    true, false = ["丙申日 干上丑", "丙寅日 干上辰"], ["己丑日 干上申", "壬辰日 干上未"]
    lost = "鬼 left out of 支陰 & 初 & 鬼"
    assert statuses(kept("zhonggui-3-r4", true, false))[lost] == "unguarded"
    assert statuses(kept("zhonggui-3-r4", true, [*false, "乙丑日 干上子"]))[lost] == "guarded"


@pytest.mark.parametrize("passage", ["zhonggui-3", "zhonggui-32", "hunyin-3", "hunyin-14"])
def test_a_chart_that_is_offered_is_so_and_guards(passage):
    """Of every condition of the passage, stripped of its charts but the first of each kind."""
    some = []
    for record in WHOLE.records:
        if record.passage == passage and record.kind in ("rule", "definition"):
            some.append(replace(record, true=record.true[:1], false=record.false[:1], readings=()))
    others = [record for record in WHOLE.records if record.passage != passage or record.rows]
    before = weakened.check(annotation([*others, *some], []), TEXTS, [one.id for one in some])
    offers = {}
    for one in before:
        if one.chart:
            offers.setdefault((one.id, one.value), []).append(one.chart)
    assert offers
    after = [replace(one, true=(*one.true, *offers.get((one.id, "true"), ())),
                     false=(*one.false, *offers.get((one.id, "false"), ()))) for one in some]
    records = annotation([*others, *after], [])
    ids = [one.id for one in after]
    assert [one for one in weakened.check(records, TEXTS, ids) if one.status == "unguarded"] == []
    assert {one.status for one in check_rules.check(records, TEXTS, ids)} == {"right"}


def test_a_variant_that_is_the_same_condition_does_not_count():
    """Three lines of 六沖卦 clash with three, so that the self always does with its answer."""
    found = statuses(kept("hunyin-2-r1", ["乾 寅月 甲子日"], ["天風姤 寅月 甲子日"], "六沖卦 and 沖(世, 應)"))
    assert found["沖(世, 應) left out of 六沖卦 and 沖(世, 應)"] == "same"


def test_an_else_that_is_left_out():
    """zhonggui-2-r2 holds by day, where the chapter's first rule does not hold."""
    whole = {one.change: one for one in weakened.check(WHOLE, TEXTS, ["zhonggui-2-r2"])}
    assert whole["else zhonggui-2-r1 left out"].status == "guarded"


def test_a_row_is_guarded_by_the_form_of_its_table():
    """The rows of zhonggui-21-r4 keep no charts, and the table has a form that it must equal."""
    rows = {row.id for row in WHOLE.by_id["zhonggui-21-r4"].rows}
    found = [one for one in weakened.check(WHOLE, TEXTS, ["zhonggui-21-r4"]) if one.id in rows]
    assert found and {one.status for one in found} <= {"guarded", "same"}


def test_second_readings_are_counted_apart():
    found = weakened.check(WHOLE, TEXTS, ["zhonggui-42-r5"])
    assert {one.reading for one in found} == {0, 1}
    figures = weakened.figures(found)
    assert set(figures) == {("zhonggui", False), ("zhonggui", True)}
    assert sum(count.total() for count in figures.values()) == len(found)


@pytest.mark.parametrize("text", ["hunyin", "zhonggui"])
def test_the_charts_of_the_corpus_guard_nearly_every_part(text):
    count = weakened.figures(weakened.check(WHOLE, TEXTS, [text]))[text, False]
    assert count["guarded"] >= 0.97 * (count["guarded"] + count["unguarded"]) > 800


def test_the_command():
    result = CliRunner().invoke(command, ["rules", "--weak", "zhonggui-3", "--json"])
    assert result.exit_code == 0
    assert {one["passage"] for one in json.loads(result.stdout)} == {"zhonggui-3"}
    result = CliRunner().invoke(command, ["rules", "--weak", "zhonggui-3"])
    assert result.exit_code == 0 and "of those that differ" in result.stdout.splitlines()[-1]
