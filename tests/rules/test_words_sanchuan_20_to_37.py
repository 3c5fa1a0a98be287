"""The words that sanchuan-20 to 37 added: where 行年 stands at an age."""

from __future__ import annotations

import pytest

from yarrow.charts.ganzhi import BRANCHES
from yarrow.rules import facts
from yarrow.rules.evaluate import evaluate
from yarrow.rules.language import parse
from yarrow.rules.load import vocabulary

WORDS = vocabulary("liuren", "sanchuan")


def places(condition, chart="辛丑日 干上亥"):
    """The branches that are surely in a set on a chart, and those that may be."""
    told = facts.read("liuren", chart)
    env = facts.environment(told, facts.charts(told))
    found = evaluate(parse(condition, WORDS, want=None), env)
    return tuple(
        "".join(b for i, b in enumerate(BRANCHES) if int(mask.reshape(-1)[0]) >> i & 1)
        for mask in (found.sure, found.may)
    )


@pytest.mark.parametrize("age, place", [
    ("男歲(1)", "寅"), ("女歲(1)", "申"), ("男歲(2)", "卯"), ("女歲(2)", "未"),  # sanchuan-22
    ("男歲(17)", "午"), ("女歲(16)", "巳"), ("男歲(19)", "申"), ("女歲(18)", "卯"),  # sanchuan-28
    ("男歲(61)", "寅"), ("男歲(0)", ""), ("女歲(1 - 5)", ""),
])  # fmt: skip
def test_sanchuan_22_and_28_the_place_of_an_age(age, place):
    assert places(age) == (place, place)


def test_the_place_of_an_age_in_doubt_may_be_any():
    assert places("男歲(先天數(太歲))") == ("", "".join(BRANCHES))
    assert places("男歲(先天數(太歲))", "辛丑日 干上亥 寅年") == ("申", "申")  # 寅七


def test_sanchuan_28_the_year_of_age_told_agrees_with_the_age():
    assert places("男(行年) & 男歲(17)", "辛丑日 干上亥 男行年午") == ("午", "午")
    assert places("男(行年) & 男歲(16)", "辛丑日 干上亥 男行年午") == ("", "")
