"""Rules on the charts that they keep, and rules that no chart makes true."""

from __future__ import annotations

from dataclasses import replace

import pytest
from click.testing import CliRunner

from yarrow.commands.check import check as command
from yarrow.corpus import load_corpus
from yarrow.rules import check_rules
from yarrow.rules.load import annotation, load_annotation
from yarrow.rules.records import Expression
from yarrow.rules.trial import node_of

TEXTS = load_corpus()
WHOLE = load_annotation(TEXTS)


def with_condition(id_: str, source: str, **changes):
    """The corpus with one rule changed."""
    old = WHOLE.by_id[id_]
    art = "liuyao" if old.text == "hunyin" else "liuren"
    new = replace(old, when=Expression(source, node_of(source, art, old.text)), otherwise=(), **changes)
    return annotation([new], [])


def test_every_rule_of_the_corpus_is_right():
    found = check_rules.check(WHOLE, TEXTS)
    assert [one for one in found if one.status in ("wrong", "never")] == []
    assert {one.id for one in found} >= {firing.id for firing in WHOLE.firings()}
    assert sum(one.kept for one in found) > 100


def test_a_kept_chart_that_is_not_so_is_told():
    (found,) = check_rules.check(with_condition("hunyin-2-r1", "六沖卦"), TEXTS)
    assert found.status == "wrong"
    assert found.wrong == ("否 寅月 甲子日: false, kept as true", "乾 寅月 甲子日: true, kept as false")


@pytest.mark.parametrize("source", ["世 & 應", "空 & 臨日 & 臨月 & 月破"])
def test_a_rule_that_no_chart_makes_true(source):
    (found,) = check_rules.check(with_condition("hunyin-2-r1", source, true=(), false=()), TEXTS)
    assert (found.status, found.chart) == ("never", "")


def test_a_rule_that_is_true_on_a_chart_in_a_thousand_is_found():
    (found,) = check_rules.check(
        with_condition("hunyin-2-r1", "卦 & 泰卦 and 盡發 and 日 & 甲子 and 月 & 寅", true=(), false=()), TEXTS)
    assert (found.status, found.chart) == ("right", "泰之否 寅月 甲子日")


def test_what_the_record_says_never_holds_and_does():
    (found,) = check_rules.check(
        with_condition("hunyin-2-r1", "六合卦", true=(), never="as the test has it"), TEXTS)
    assert found.status == "wrong" and "never is" in found.wrong[0]


def test_the_command(monkeypatch):
    result = CliRunner().invoke(command, ["rules"])
    assert result.exit_code == 0 and "kept charts" in result.stdout
    monkeypatch.setattr("yarrow.commands.check_rules.load_named",
                        lambda texts, ids: with_condition("hunyin-2-r1", "六沖卦"))
    result = CliRunner().invoke(command, ["rules"])
    assert result.exit_code == 1 and "kept as true" in result.stdout
