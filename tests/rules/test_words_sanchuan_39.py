"""The ground on which the embryo of sanchuan-39 is strong."""

from __future__ import annotations

import pytest

from yarrow.rules import facts
from yarrow.rules.evaluate import truth
from yarrow.rules.language import parse
from yarrow.rules.load import vocabulary

WORDS = vocabulary("liuren", "sanchuan")


def told(condition, chart):
    """What a condition is on the charts of the facts: of 0 (false), 1 and 2 (true) those it is."""
    read = facts.read("liuren", chart)
    env = facts.environment(read, facts.charts(read))
    return set(truth(parse(condition, WORDS), env).data.tolist())


@pytest.mark.parametrize("chart, strong", [
    ("六戊日 子加亥", True),  # 子加亥，是臨旺地也
    ("六戊日 子加子", True),  # its prime
    ("六戊日 子加申", False),  # 子加申，是胎臨長生也
    ("六戊日 子加丑", False),  # 子加四季，是受剋制之地
    ("六戊日 子加戌", False),
    ("甲、乙日 酉加申", True), ("甲、乙日 酉加戌", False),
    ("庚、辛日 卯加寅", True), ("庚、辛日 卯加亥", False),
    ("壬、癸日 午加巳", True), ("壬、癸日 午加寅", False),
])  # fmt: skip
def test_sanchuan_39_strong_ground_is_office_or_prime(chart, strong):
    assert told("加(胎, 旺地(胎))", chart) == {2 if strong else 0}
    assert told("胎臨旺地", chart) == {2 if strong else 0}


def test_sanchuan_39_prime_alone_would_not_have_the_charts_of_the_text():
    assert told("加(胎, 帝旺(胎))", "六戊日 子加亥") == {0}
    assert told("加(胎, 臨官(胎))", "六戊日 子加亥") == {2}
