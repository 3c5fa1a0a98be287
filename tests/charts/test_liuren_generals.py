"""The twelve generals: tables of 貴人, order, and what the texts say of their elements."""

from __future__ import annotations

import numpy as np
import pytest

from yarrow.charts.ganzhi import BRANCHES, STEMS, pillar
from yarrow.charts.liuren import cast, every_chart
from yarrow.charts.liuren_chart import chart
from yarrow.charts.liuren_generals import (
    GENERAL_BRANCH,
    GENERAL_ELEMENT,
    GENERALS,
    NOBLEMEN,
    general_places,
    nobleman,
)
from yarrow.charts.liuren_lessons import School

SHORT = [general.short for general in GENERALS]


def element(general):
    return "木火土金水"[GENERAL_ELEMENT[SHORT.index(general)]]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("貴常勾", "土"),
        ("龍", "木"),
        ("常", "土"),
        ("空", "土"),
        ("陰", "金"),
        ("后", "水"),
        ("玄", "水"),
    ],
    ids=[
        "zhonggui-8",
        "zhonggui-16",
        "zhonggui-17-常",
        "zhonggui-17-空",
        "zhonggui-17-陰",
        "zhonggui-18",
        "zhonggui-19",
    ],
)
def test_elements_of_generals(words, told):
    """三傳天將…土神; 上神又生天將: 午火生空土, 丑土生陰金, 酉金生后水 and so on."""
    assert {element(word) for word in words} == {told}


def test_own_branches_are_the_twelve():
    assert sorted(GENERAL_BRANCH) == list(range(12))


@pytest.mark.parametrize("table", NOBLEMEN)
def test_tables_of_noblemen(table):
    entry = NOBLEMEN[table]
    for stem in range(10):
        assert BRANCHES[nobleman(stem, 0, table)] == entry.day[stem]
        assert BRANCHES[nobleman(stem, 1, table)] == entry.night[stem]
    assert nobleman(0, -1, table) == -1
    # 辰 and 戌 never: 天乙 does not enter the two gaols.
    assert not set(entry.day + entry.night) & set("辰戌")


def test_order_goes_by_where_the_nobleman_stands():
    """亥 to 辰 forward, 巳 to 戌 backward, on the earth plate."""
    for seat in range(12):
        riding, ridden, forward = general_places([1], [(1 - seat) % 12])
        assert bool(forward[0]) == (BRANCHES[seat] in "亥子丑寅卯辰")
        assert riding[0, 1] == 0
        assert ridden[0, 1] == (2 if forward[0] else 0)


def test_general_on_and_branch_of_are_inverse():
    charts = every_chart()
    n = np.arange(len(charts))[:, None]
    assert (charts.general_on[n, charts.branch_of] == np.arange(12)).all()
    assert (np.sort(charts.general_on, 1) == np.arange(12)).all()


def test_night_unknown_leaves_generals_unknown():
    charts = cast([0, 1, 2], 3, night=[0, -1, 1])
    assert (charts.general_on[1] == -1).all()
    assert (charts.branch_of[1] == -1).all()
    assert charts.forward.tolist()[1] == -1
    assert (charts.general_on[[0, 2]] >= 0).all()


@pytest.mark.parametrize(
    ("daytime", "nights"),
    [
        ("mao-shen", [1, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, -1]),
        ("clock", [1, 1, 1, -1, 0, 0, 0, 0, 0, -1, 1, 1, -1]),
        ("sun", [-1] * 13),
    ],
)
def test_night_by_the_double_hour(daytime, nights):
    hours = np.arange(13) % 13
    hours[12] = -1
    charts = cast(0, 0, hour=hours, school=School(daytime=daytime))
    assert charts.night.tolist() == nights
    assert [chart(0, 0, hour=int(h), school=School(daytime=daytime)).night for h in hours] == nights


def test_sanchuan_15_yin_gods():
    """晝卯乘朱…卯上乘子，為朱之陰神; 子乘勾陳…勾陰乘午，反為元陰所克; 天乙貴人，旦暮互為陰陽."""
    found = chart(pillar("甲寅"), 9, night=0).as_dict()["generals"]
    assert found["朱雀"] == {"branch": "卯", "yin_god": "子"}
    assert found["貴人"] == {"branch": "丑", "yin_god": "未"}
    found = chart(pillar("乙亥"), 6, night=1).as_dict()["generals"]
    assert found["勾陳"] == {"branch": "子", "yin_god": "午"}
    assert found["玄武"] == {"branch": "巳", "yin_god": "亥"}  # 元陰 is water and controls 午


def test_sanchuan_34_yin_gods():
    """庚辰日，干上午，晝占，子為天后，陰神戌乘元; 丙子日干上丑，晝占，戌為天后，陰神午乘虎."""
    for day, seat, empress, yin, general in (
        ("庚辰", "午", "子", "戌", "玄"),
        ("丙子", "丑", "戌", "午", "虎"),
    ):
        lodge = {"庚": 8, "丙": 5}[day[0]]
        found = cast(pillar(day), (BRANCHES.index(seat) - lodge) % 12, night=0)
        queen = SHORT.index("后")
        assert BRANCHES[found.branch_of[0, queen]] == empress
        god = found.yin_gods[0, queen]
        assert BRANCHES[god] == yin
        assert SHORT[found.general_on[0, god]] == general


def test_yin_gods_unknown_without_day_or_night():
    assert (cast(0, 3).yin_gods == -1).all()
    assert chart(0, 3).as_dict()["generals"] == {}


def test_every_stem_has_a_day_and_a_night_nobleman():
    assert len(STEMS) == len(NOBLEMEN["jia-wu-geng"].day) == len(NOBLEMEN["jia-wu-geng"].night)
