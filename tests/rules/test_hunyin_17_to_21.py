"""What the notes to the records of hunyin-17 to 21 say of all hexagrams, by enumeration."""

from __future__ import annotations

import numpy as np
import pytest

from yarrow.charts import hexagrams, liuyao
from yarrow.rules.evaluate import truth
from yarrow.rules.language import parse
from yarrow.rules.liuyao_base import environment
from yarrow.rules.load import load_annotation, vocabulary
from yarrow.rules.values import TRUE

RECORDS = load_annotation().by_id
WORDS = vocabulary("liuyao", "hunyin")
HEXAGRAM, MOVES = (axis.reshape(-1) for axis in np.meshgrid(
    np.arange(64), np.arange(64), indexing="ij"))


def holds(condition, hexagram=HEXAGRAM, moves=MOVES, day=0, month=0):
    """Where a line of the language, or the condition of a record, is true."""
    node = condition.node if hasattr(condition, "node") else parse(condition, WORDS)
    charts = liuyao.lay(hexagram, moves, day=day, month=month)
    return truth(node, environment(charts)).data == TRUE


def hexagrams_of(condition):
    return {hexagrams.NAMES[i] for i in HEXAGRAM[holds(condition)]}


def test_hunyin_18_the_two_lines_clash_in_one_hexagram():
    assert hexagrams_of("沖(間, 間)") == {"大畜"}


def test_hunyin_18_the_go_between_who_withdraws():
    withdraws = RECORDS["hunyin-18-r17"].readings[0].when
    days, moves = (axis.reshape(-1) for axis in np.meshgrid(
        np.arange(60), np.arange(64), indexing="ij"))
    seen = [name for i, name in enumerate(hexagrams.NAMES)
            if holds(withdraws, np.full(days.shape, i), moves, days, 0).any()]
    assert seen == ["大畜"]


@pytest.mark.parametrize("both", ["沖(間, 世) & 合(間, 應)", "沖(間, 世) and 合(間, 應)"])
def test_hunyin_19_clash_of_the_one_and_union_with_the_other_never_meet(both):
    assert hexagrams_of(both) == set()
    assert hexagrams_of("沖(間, 世)") and hexagrams_of("合(間, 應)")


def test_hunyin_20_three_siblings_never_stand_in_one_hexagram():
    assert hexagrams_of("數(兄) >= 3") == set()
    assert hexagrams_of("數(兄) == 2")


def test_hunyin_18_of_two_lines_alike_in_season_the_month_raises_one_by_union_alone():
    def one_in_any_month(relation):
        alike = f"(間 <= 旺相 or 間 <= 衰) and 數({relation}(間, 月)) == 1"
        return any(holds(alike, month=month).any() for month in range(12))

    assert not one_in_any_month("受生扶")
    assert one_in_any_month("合")


def test_hunyin_20_no_line_between_binds_the_other_side_where_that_controls():
    assert len(hexagrams_of("克(應, 世)")) == 16
    assert hexagrams_of("克(應, 世) and 合(間, 應)") == set()
    assert hexagrams_of(RECORDS["hunyin-20-r11"].meaning) == set()
    assert hexagrams_of("合(間 | 變(間), 克(應 & 動, 世)) & 扶(間 | 變(間), 世)") == {"睽"}
    assert hexagrams_of(RECORDS["hunyin-20-r12"].meaning) == {"夬"}


@pytest.mark.parametrize("kin", ["財", "福", "兄", "鬼"])
def test_hunyin_21_the_relation_of_the_day_is_that_of_a_line_seen_or_hidden(kin):
    assert holds(f"{kin} | 伏({kin})").all()
