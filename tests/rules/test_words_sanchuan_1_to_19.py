"""The words that sanchuan-1 to 19 added: the numbers of branches and stems, product and half."""

from __future__ import annotations

import pytest

from yarrow.charts.ganzhi import BRANCHES, STEMS
from yarrow.rules import facts
from yarrow.rules.evaluate import evaluate
from yarrow.rules.language import parse
from yarrow.rules.liuren_base import environment
from yarrow.rules.load import vocabulary
from yarrow.rules.values import TRUE

WORDS = vocabulary("liuren", "sanchuan")


def bounds(condition, chart="甲子日 干上寅"):
    """The least and the greatest that a number may be on a chart."""
    charts = facts.charts(facts.read("liuren", chart))
    number = evaluate(parse(condition, WORDS, want=None), environment(charts))
    return int(number.low.reshape(-1)[0]), int(number.high.reshape(-1)[0])


def test_sanchuan_19_numbers_of_branches_and_stems():
    each = [bounds(f"先天數({branch})")[0] for branch in BRANCHES]
    assert each == [9, 8, 7, 6, 5, 4, 9, 8, 7, 6, 5, 4]
    assert [bounds(f"先天數({stem})")[0] for stem in STEMS] == [9, 8, 7, 6, 5] * 2
    assert bounds("先天數(子 | 午 | 巳)") == (22, 22)


@pytest.mark.parametrize("chart, condition, number", [
    ("壬午日 寅加辰", "相乘(先天數(初), 先天數(坐(初)))", 35),
    ("庚午日 巳加申", "相乘(相乘(先天數(初), 先天數(坐(初))), 2)", 56),
    ("乙丑日 酉加巳", "折半(先天數(初) + 先天數(坐(初)))", 5),
    ("乙丑日 酉加巳", "折半(先天數(初) + 8)", 7),
    ("乙丑日 酉加巳", "相乘(2 - 5, 4 - 6)", 6),
], ids=["寅加辰", "巳加申", "酉加巳", "odd", "negative"])
def test_sanchuan_19_reckoning(chart, condition, number):
    assert bounds(condition, chart) == (number, number)


def test_a_number_of_what_is_not_known_has_two_bounds():
    assert bounds("先天數(太歲)") == (0, 78)
    assert bounds("相乘(先天數(太歲), 2)") == (0, 156)
    assert bounds("先天數(太歲)", "甲子日 干上寅 子年") == (9, 9)


def test_sanchuan_19_fire_rests_only_where_earth_has_months():
    charts = facts.charts(facts.read("liuren", "戊辰日 午加戌"), every=("month",))
    resting = {reading: evaluate(parse("休(午)", WORDS, want=None), environment(charts, months=reading))
               for reading in ("season", "branch")}
    assert not resting["season"].may.any()
    months = {BRANCHES[m] for m in charts.month[resting["branch"].sure != 0]}
    assert months == set("辰戌丑未")


def test_sanchuan_9_the_fourth_lesson_is_robbed_from_below():
    charts = facts.charts(facts.read("liuren", "辛酉日 卯加辛"))
    found = evaluate(parse("第四課 & 未 & 下賊上 and 逐傳(未, 子, 巳)", WORDS), environment(charts))
    assert (found.data == TRUE).all()

