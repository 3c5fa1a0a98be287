"""Batches and single charts: shapes, unknowns, errors, the single chart equal to the batch."""

from __future__ import annotations

import json
import unicodedata

import numpy as np
import pytest

from yarrow.charts.calendar import moment, moments
from yarrow.charts.ganzhi import BRANCHES, PILLARS, pillar
from yarrow.charts.liuren import COLUMNS, Liuren, cast, every_chart
from yarrow.charts.liuren_chart import Chart, chart, chart_at
from yarrow.charts.liuren_generals import NOBLEMEN
from yarrow.charts.liuren_lessons import DEFAULT, READINGS, School
from yarrow.errors import YarrowError

EVERY = every_chart()


def three(found):
    return "".join(BRANCHES[b] for b in found.transmissions)


def test_every_chart_is_720_by_day_and_night_by_month():
    assert len(EVERY) == 720 * 2 * 12
    keys = ((EVERY.day.astype(int) * 12 + EVERY.shift) * 2 + EVERY.night) * 12 + EVERY.month
    assert (keys == np.arange(17280)).all()
    assert (EVERY.hour == -1).all()


@pytest.mark.parametrize(
    "school", [DEFAULT, School(shehai="depth", nobleman="tanyuan", fuyin="return")]
)
def test_single_chart_equals_the_batch(school):
    """Every field of every lesson by day, by night and unknown, through both ways in."""
    day, shift, night = np.unravel_index(np.arange(2160), (60, 12, 3))
    batch = cast(day, shift, night=night - 1, month=5, year=3, birth=7, age=9, school=school)
    for place in range(2160):
        one = chart(
            int(day[place]), int(shift[place]), night=int(night[place]) - 1, month=5, year=3,
            birth=7, age=9, school=school,
        )  # fmt: skip
        assert one == Chart.of(batch, place)


def test_chart_to_arrays_and_back():
    one = chart(pillar("庚申"), general=11, hour=0, month=2, year=5, birth=1, age=6)
    assert len(one.arrays()) == 1
    assert Chart.of(one.arrays()) == one


def test_batch_of_one_is_the_chart_in_the_batch():
    for place in (0, 5000, 17279):
        alone = cast(
            EVERY.day[place], EVERY.shift[place], night=EVERY.night[place], month=EVERY.month[place]
        )
        picked = EVERY[place]
        for name in Liuren.__dataclass_fields__:
            if name != "school":
                assert (getattr(alone, name) == getattr(picked, name)).all()


def test_masks_and_slices():
    chosen = EVERY[EVERY.day == pillar("甲子")]
    assert len(chosen) == 288
    assert len(EVERY[10:20]) == 10
    assert chosen.general_on.shape == (288, 12)


def test_broadcasting_and_general_from_hour():
    found = cast(pillar("庚申"), general=11, hour=np.arange(12))
    assert len(found) == 12
    assert (found.shift == (11 - np.arange(12)) % 12).all()
    again = cast(pillar("庚申"), found.shift, hour=np.arange(12))
    assert (again.general == 11).all()


def test_above_and_below():
    found = cast([0, 1], [3, 5])
    assert found.above(2).tolist() == [5, 7]
    assert found.below(found.above(np.array([2, 9]))).tolist() == [2, 9]
    assert found.above(np.array([[0, -1], [1, 2]])).tolist() == [[3, -1], [6, 7]]


def test_void_masks():
    found = cast(np.arange(60), 0)
    assert all(bin(int(mask)).count("1") == 2 for mask in found.void)
    assert found.void[pillar("丙子")] == (1 << 8) | (1 << 9)  # 丙子日…申酉空, sanchuan-14


def test_columns_cover_the_row():
    width = sum(c.stop - c.start if isinstance(c, slice) else 1 for c in COLUMNS.values())
    assert width == 38


@pytest.mark.parametrize(
    ("given", "places"),
    [
        ({"day": 60, "shift": 0}, ["day"]),
        ({"day": -1, "shift": 12}, ["day", "shift"]),
        ({"day": 0}, ["shift"]),
        ({"day": 0, "general": 3}, ["shift"]),
        ({"day": 0, "shift": 1, "general": 3, "hour": 3}, ["shift"]),
        ({"day": 0, "shift": 1, "night": 2, "month": 12, "age": -2}, ["night", "month", "age"]),
    ],
)
def test_all_faults_at_once(given, places):
    for make in (cast, chart):
        with pytest.raises(YarrowError) as error:
            make(**given)
        assert [fault.where for fault in error.value.faults] == places
        assert all(fault.remedy for fault in error.value.faults)


def test_values_that_are_no_whole_numbers():
    with pytest.raises(YarrowError):
        cast([0.5], 1)


@pytest.mark.parametrize("field", [*READINGS, "nobleman"])
def test_a_reading_that_is_none(field):
    with pytest.raises(YarrowError) as error:
        cast(0, 0, school=School(**{field: "?"}))
    assert error.value.faults[0].where == field


# --- Public complaints about engines -----------------------------------------------------------


@pytest.mark.parametrize(
    ("when", "day", "hour", "expected"),
    [
        ("2025-02-19 23:00", "庚申", "丙子", "酉未未"),
        ("2023-03-11 08:00", "戊辰", "丙辰", "子未寅"),
        ("2026-04-10 02:00", "甲寅", "乙丑", "丑亥亥"),
        ("2026-04-10 12:00", "甲寅", "庚午", "申午午"),
    ],
    ids=["complaint-1", "complaint-2", "complaint-3-丑", "complaint-3-午"],
)
def test_complaints(when, day, hour, expected):
    then = moment(when, "Asia/Shanghai")
    assert (PILLARS[then.day], PILLARS[then.hour]) == (day, hour)
    assert three(chart_at(then)) == expected


def test_complaint_4_offspring_on_yichou():
    """乙丑日, 末傳 巳: 子孫, not 父母."""
    found = chart(pillar("乙丑"), 4)
    assert three(found) == "酉丑巳"
    assert [god["kin"] for god in found.as_dict()["transmissions"]] == ["官鬼", "妻財", "子孫"]


# --- With the calendar --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("daytime", "clock", "night"),
    [
        ("mao-shen", "05:30", False),
        ("clock", "05:30", True),
        ("clock", "06:00", False),
        ("clock", "17:59", False),
        ("clock", "18:00", True),
        ("sun", "05:30", False),  # a June morning in Seoul
        ("sun", "19:30", False),
        ("mao-shen", "19:30", True),
        ("sun", "04:30", True),
    ],
)
def test_day_and_night(daytime, clock, night):
    then = moment(
        f"2024-06-21 {clock}", "Asia/Seoul", latitude=37.57, longitude=126.98, hours_by="clock"
    )
    assert chart_at(then, school=School(daytime=daytime)).night == int(night)


def test_day_and_night_by_the_sun_needs_a_place():
    then = moment("2024-06-21 05:30", "Asia/Seoul")
    with pytest.raises(YarrowError, match="latitude"):
        chart_at(then, school=School(daytime="sun"))
    assert chart_at(then, night=True, school=School(daytime="sun")).night == 1


def test_batch_of_moments():
    """Arrays of instants to charts in one call, equal to the single way."""
    first = moment("2024-01-01 00:30", "+08:00").instant
    instants = first + 7200 * np.arange(500)
    batch = moments(instants, 8 * 3600)
    charts = cast(batch.day, general=batch.general, hour=batch.hour % 12, month=batch.month % 12)
    for place in range(0, 500, 37):
        text = str(np.datetime64(int(instants[place]) + 8 * 3600, "s")).replace("T", " ")
        one = chart_at(moment(text, "+08:00"))
        assert Chart.of(charts, place).transmissions == one.transmissions
        assert Chart.of(charts, place).general_on == one.general_on


# --- For people ----------------------------------------------------------------------------------


def width(text):
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def test_text_layout_is_aligned():
    """Every line of the plate and the lessons is made of full-width cells, at the same places."""
    for place in range(0, 17280, 97):
        one = Chart.of(EVERY, place)
        lines = one.text().split("\n")
        start = lines.index("四　三　二　一")
        for line in lines[start : start + 4]:
            assert width(line) == 14
            assert line[1::2] == "　" * 3
        plate = lines[start + 5 : start + 13]
        assert [width(line) for line in plate] == [12, 12, 12, 16, 16, 12, 12, 12]
        assert plate[2] == "　　巳午未申"
        assert plate[5] == "　　寅丑子亥"
        assert [BRANCHES.index(b) for b in plate[1].strip()] == [one.plate[e] for e in (5, 6, 7, 8)]


def test_text_of_a_known_chart():
    shown = chart(pillar("庚申"), general=11, hour=0, month=2, year=5).text()
    assert shown == "\n".join(
        [
            "庚申日　丙子時　亥將　夜占　旬空子丑",
            "月建寅　太歲巳",
            "八專　帷簿",
            "",
            "初傳　兄弟　辛酉　太陰",
            "中傳　父母　己未　貴人",
            "末傳　父母　己未　貴人",
            "",
            "四　三　二　一",
            "蛇　貴　蛇　貴",
            "午　未　午　未",
            "未　申　未　庚",
            "",
            "　　合朱蛇貴",
            "　　辰巳午未",
            "　　巳午未申",
            "勾卯辰　　酉申后",
            "龍寅卯　　戌酉陰",
            "　　寅丑子亥",
            "　　丑子亥戌",
            "　　空虎常玄",
            "",
            "四課上下無克。",
            "雖有遙克，八專不取。",
            "干支同位，陽日從干上未順數三位得酉為初傳，中末俱用干上未。",
            "八專（帷簿）：酉未未。",
            "異說 bazhuan=after: 午巳辰",
        ]
    )


def test_text_without_day_or_night():
    shown = chart(pillar("庚午"), 8).text()
    assert "晝夜未定" in shown
    assert "貴" not in shown


def test_dictionary_is_json_and_complete():
    found = chart(pillar("甲子"), 3, hour=4).as_dict()
    assert json.loads(json.dumps(found, ensure_ascii=False)) == found
    assert found["plate"]["子"]["branch"] == "卯"
    assert found["plate"]["子"]["seat"] == "子"
    assert found["month"] is None
    assert found["void"] == ["戌", "亥"]
    voids = [god for god in found["plate"].values() if god["void"]]
    assert {god["branch"] for god in voids} == {"戌", "亥"}
    assert all(god["decade_stem"] is None for god in voids)


def test_sanchuan_13_hidden_stems():
    """甲戌日，干上辰為財，乃遁庚作暗鬼; 甲子日，干上申為鬼，得遁壬."""
    for day, god, stem in (("甲戌", "辰", "庚"), ("甲子", "申", "壬")):
        shift = (BRANCHES.index(god) - 2) % 12
        upper = chart(pillar(day), shift).as_dict()["lessons"][0]["upper"]
        assert (upper["branch"], upper["decade_stem"]) == (god, stem)


def test_disputed_readings_are_told():
    found = chart(pillar("甲辰"), 5)
    assert three(found) == "寅未子"  # sanchuan-12
    assert found.as_dict()["disputed"] == {"shehai": {"depth": "子巳戌"}}
    assert chart(pillar("甲子"), 3).disputed() == {}


def test_schools_of_the_nobleman_reach_the_chart():
    """六甲日 by day: 丑 by the table that the texts attest, 未 by 甲羊戊庚牛."""
    for table, entry in NOBLEMEN.items():
        found = chart(pillar("甲子"), 0, night=0, school=School(nobleman=table))
        assert BRANCHES[found.branch_of[0]] == entry.day[0]
