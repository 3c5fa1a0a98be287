"""`yarrow chart liuren`: charts, tables, errors with remedies, all at once."""

from __future__ import annotations

import csv
import io
import json

import numpy as np
import pytest
from click.testing import CliRunner

from yarrow.charts.calendar import moments
from yarrow.charts.liuren_input import POINTS, generals_of_month, read_chart
from yarrow.commands.chart_liuren import liuren
from yarrow.errors import YarrowError


def run(*words):
    return CliRunner().invoke(liuren, words)


def shown(*words):
    result = run(*words)
    assert result.exit_code == 0, result.output
    return result.output


def faults(*words):
    result = run(*words)
    assert isinstance(result.exception, YarrowError), result.output
    assert all(fault.remedy for fault in result.exception.faults)
    return {fault.where: f"{fault.what} | {fault.remedy}" for fault in result.exception.faults}


def test_by_date():
    text = shown("--date", "2025-02-19 23:00", "--zone", "Asia/Shanghai")
    assert "庚申日　丙子時　亥將　夜占" in text
    assert "八專（帷簿）：酉未未。" in text
    assert "! 0 s after 23:00 (day)" in text  # a moment on a boundary is flagged


def test_by_date_json_has_the_moment():
    found = json.loads(shown("--date", "2025-02-19 22:00", "--zone", "Asia/Shanghai", "--json"))
    assert found["day"] == "己未"
    assert found["moment"]["general"] == found["general"] == "亥"
    assert found["school"]["shehai"] == "class"


def test_as_a_book_gives_it():
    text = shown("--day", "甲辰", "--general", "午", "--hour", "丑", "--night")
    assert text.splitlines()[0] == "甲辰日　乙丑時　午將　夜占　旬空寅卯"
    assert "寅未子" in text
    assert "異說 shehai=depth: 子巳戌" in text


@pytest.mark.parametrize("language", ["zh", "ko", "en"])
def test_languages(language):
    text = shown("--day", "甲辰", "--general", "午", "--hour", "丑", "--lang", language)
    assert {"zh": "先孟後仲", "ko": "맹을 먼저", "en": "First before middle"}[language] in text


def test_school_option():
    words = ("--day", "甲辰", "--general", "午", "--hour", "丑", "--json")
    assert json.loads(shown(*words))["transmissions"][0]["branch"] == "寅"
    deep = json.loads(shown(*words, "--school", "shehai=depth"))
    assert deep["transmissions"][0]["branch"] == "子"
    deep = json.loads(shown(*words, "--school", "shehai=depth", "--school", "depth_seat=false"))
    assert deep["transmissions"][0]["branch"] == "寅"


def test_schools_are_listed():
    listed = shown("--schools").splitlines()
    assert [line.split(":")[0] for line in listed] == list(POINTS)
    assert "shehai: class, depth (default class)" in listed


def test_lessons_csv():
    rows = list(csv.DictReader(io.StringIO(shown("--lessons"))))
    assert len(rows) == 720
    assert list(rows[0]) == ["day", "seat", "shift", "first", "middle", "last", "method"]
    found = {(row["day"], row["seat"]): row for row in rows}
    row = found["庚午", "辰"]  # zhonggui-6: 庚午日干上辰，三傳戌午寅
    assert "".join(row[name] for name in ("first", "middle", "last")) == "戌午寅"
    assert (row["shift"], row["method"]) == ("8", "涉害")
    deep = list(csv.DictReader(io.StringIO(shown("--lessons", "--school", "shehai=depth"))))
    assert sum(one != other for one, other in zip(rows, deep, strict=True)) == 23


def test_attestations():
    assert "zhonggui-6  庚午日干上辰，三傳戌午寅" in shown("--attestations")
    assert json.loads(shown("--attestations", "--json"))["stated_counts"]["昴星"] == 16


@pytest.mark.parametrize(
    ("words", "fate"),
    [
        ("--year 辛巳 --birth 乙丑 --sex 男", "午"),  # 男乙丑十七歲行年在午
        ("--birth 丙寅 --sex female --age 16", "巳"),  # 女命丙寅十六歲行年在巳
        ("--age 19 --sex male", "申"),  # 男命丙寅十九歲，行年在申
        ("--age 18 --sex 여", "卯"),  # 女命丁卯十八歲行年在卯
        ("--age 卯", "卯"),
    ],
    ids=["sanchuan-28-午", "sanchuan-28-巳", "sanchuan-28-申", "sanchuan-28-卯", "branch"],
)
def test_year_fate(words, fate):
    base = ("--day", "辛丑", "--general", "午", "--hour", "巳", "--json")
    assert json.loads(shown(*base, *words.split()))["age"] == fate


def test_unknown_fate_stays_unknown():
    base = ("--day", "辛丑", "--general", "午", "--hour", "巳", "--json")
    assert json.loads(shown(*base, "--sex", "male", "--birth", "丑"))["age"] is None


def test_all_faults_at_once():
    found = faults(
        "--day", "甲丑", "--general", "午", "--hour", "貓", "--age", "3", "--school", "foo=1",
        "--month", "十",
    )  # fmt: skip
    assert list(found) == ["--school", "--hour", "--month", "--day", "--sex"]
    assert "乙丑" in found["--day"]


@pytest.mark.parametrize(
    ("words", "where", "said"),
    [
        (["--general", "午", "--hour", "申"], "--day", "--date"),
        (["--day", "甲辰"], "--general", "--general"),
        (["--day", "甲子", "--general", "午", "--hour", "乙丑", "--month", "寅"], "--general", "before the 中氣 of that month it is 子, after it 亥"),
        (["--day", "甲子", "--general", "亥", "--hour", "甲丑"], "--hour", "乙丑"),
        (["--day", "甲子", "--general", "亥", "--hour", "丙寅", "--sex", "?"], "--sex", "male or female"),
        (["--day", "甲子", "--general", "亥", "--hour", "丁丑"], "--hour", "乙丑"),
        (["--day", "甲子", "--general", "亥", "--hour", "寅", "--age", "0", "--sex", "m"], "--age", "counted from one"),
        (["--day", "甲子", "--general", "亥", "--hour", "寅", "--age", "貓"], "--age", "branch"),
        (["--date", "2025-02-19 23:00"], "--zone", "Asia/Seoul"),
        (["--date", "2025-02-19", "--zone", "+08:00"], "--date", "time of day"),
        (["--date", "9025-02-19 12:00", "--zone", "+08:00"], "--date", "3000"),
        (["--date", "2025-02-29 12:00", "--zone", "+08:00"], "--date", ""),
        (["--date", "2025-02-19 25:00", "--zone", "+08:00"], "--date", ""),
        (["--date", "2025-02-19 12:00", "--zone", "+08:00", "--general", "午"], "--general", "亥"),
        (["--date", "2025-02-19 12:00", "--zone", "+08:00", "--day", "甲子"], "--day", "leave out"),
        (["--date", "2025-02-19 12:00", "--zone", "+08:00", "--school", "daytime=sun"], "daytime", "latitude"),
        (["--zone", "+08:00", "--day", "甲子", "--general", "亥", "--hour", "寅"], "--date", "give --date"),
        (["--date", "x", "--zone", "+08:00", "--school", "shehai=both"], "--school", "class, depth"),
    ],
)  # fmt: skip
def test_faults_name_the_option_and_the_remedy(words, where, said):
    found = faults(*words)
    assert said in found[where]


def test_a_bad_date_hides_no_other_fault_and_adds_none():
    found = faults("--date", "x", "--zone", "+08:00", "--birth", "甲丑")
    assert list(found) == ["--date", "--birth"]


def test_general_that_fits_the_date_is_welcome():
    shown("--date", "2025-02-19 12:00", "--zone", "+08:00", "--general", "亥")
    shown("--day", "甲子", "--general", "亥", "--hour", "寅", "--month", "寅")
    shown("--day", "甲子", "--general", "子", "--hour", "寅", "--month", "寅")


def test_generals_of_month_against_the_calendar():
    """The two 月將 that each month sees, by the calendar over a year."""
    noons = 1704081600 + 86400 * np.arange(366)
    found = moments(noons, 8 * 3600)
    for month in range(12):
        seen = set(found.general[found.month % 12 == month].tolist())
        assert seen == set(generals_of_month(month))


def test_read_chart_from_python():
    found = read_chart(day="甲辰", general="午", hour="丑", night=True)
    assert (found.shift, found.night) == (5, 1)


def test_sanchuan_1_is_shown_with_its_pattern_and_its_spirits():
    """辛亥日一課酉 … 三傳戌酉申, 曰迴環; 月厭 goes by the month, and is left out without one."""
    words = ("--day", "辛亥", "--general", "亥", "--hour", "子")
    told = shown(*words)
    assert "回環 sanchuan-1" in told and "月厭" not in told
    record = json.loads(shown(*words, "--month", "寅", "--json"))
    assert record["transmissions"]
    assert "回環" in [pattern["name"] for pattern in record["patterns"]]
    assert record["spirits"]["月厭"] == "戌" and record["spirits"]["驛馬"] == "巳"
