"""`yarrow calendar` at the command line."""

import json

import pytest
from click.testing import CliRunner

from yarrow.cli import yarrow
from yarrow.errors import YarrowError


def run(*arguments, fails=False):
    result = CliRunner().invoke(yarrow, ["calendar", *arguments])
    if fails:
        assert isinstance(result.exception, YarrowError)
        return {fault.where: f"{fault.what}; {fault.remedy}" for fault in result.exception.faults}
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_moment_for_people():
    lines = run("2024-02-04 16:30", "--zone", "Asia/Shanghai").splitlines()
    assert lines[0] == "2024-02-04T16:30:00+08:00  Asia/Shanghai (CST)"
    assert "年 year   甲辰  갑진  jia-chen" in lines
    assert "月將        子    자    zi (神后 신후 shenhou)" in lines
    assert "農曆 lunar  12月25日 of 2023" in lines
    assert "> 立春 입춘  2024-02-04T16:27:08+08:00  start of spring" in lines
    assert "near: 2 min 52 s after 立春, where year 年 changes" in lines
    assert sum(line.startswith(("  ", "> ")) for line in lines) == 24


def test_sun_and_solar_time():
    seoul = ("--zone", "Asia/Seoul", "--longitude", "126.98", "--latitude", "37.57")
    text = run("2024-06-21 12:00", *seoul)
    assert "hour and day by sun time: 2024-06-21 11:26:0" in text
    assert "sun         rises 05:11:0" in text and "now up" in text
    night = run("2024-06-21 12:00", "--zone", "+01:00", "--longitude", "15", "--latitude", "80")
    assert "sun         up all day" in night


def test_doubt_is_told():
    text = run("0100-03-05 19:30", "--zone", "+00:00", "--day-starts", "00:00")
    assert "平氣" in text and "proleptic" in text
    text = run("2024-02-04 16:27:08", "--zone", "+08:00")
    assert "0 s after 立春, where month 月 changes; it is known to 1 s only" in text


def test_options_reach_the_calendar():
    told = json.loads(
        run("1942-03-21 01:48", "--zone", "Asia/Shanghai", "--hours-by", "standard",
            "--day-starts", "00:00", "--late-zi", "same", "--generals-by", "jie",
            "--year-starts", "lunar", "--terms", "mean", "--lunar-offset", "+09:00", "--json")
    )  # fmt: skip
    assert told["options"] == {
        "day_starts": "00:00", "late_zi": "same", "generals_by": "jie", "year_starts": "lunar",
        "terms": "mean", "hours_by": "standard",
    }  # fmt: skip
    assert told["hour"] == "壬子" and told["summer_time_seconds"] == 3600
    old = ("1582-10-04 12:00", "--zone", "+00:00", "--calendar", "julian", "--json")
    julian = json.loads(run(*old))
    assert julian["time"].startswith("1582-10-14")
    second = json.loads(run("1988-10-09 02:30", "--zone", "Asia/Seoul", "--fold", "1", "--json"))
    assert second["summer_time_seconds"] == 0


def test_faults_are_placed_where_they_were_typed():
    found = run("2024-02-30 25:00", "--zone", "Shangai", "--longitude", "200", fails=True)
    assert set(found) == {"WHEN", "--zone", "--longitude"}
    assert "Asia/Shanghai" in found["--zone"]
    assert list(run("2024-02-04 16:30", fails=True)) == ["--zone"]


def test_find():
    text = run("--find", "壬午年 巳月 甲戌日", "--from", "1600", "--to", "1650")
    assert text == (
        "1642-06-01T23:00:00+08:00 to 1642-06-02T23:00:00+08:00  壬午年 乙巳月 甲戌日 申將\n"
    )
    rows = json.loads(run("--find", "丁未日 未時 辰將", "--from", "1640", "--to", "1645", "--json"))
    assert [row["from"][:10] for row in rows] == ["1644-10-22", "1645-10-17"]
    months = run("--find", "甲辰年 寅月", "--from", "2024", "--to", "2024").splitlines()
    assert len(months) == 2 and "日" not in months[0]  # one a half, as 月將 changes between


@pytest.mark.parametrize(
    ("text", "where", "words"),
    [("甲丑日", "--find day", "none of the sixty"), ("甲子", "--find", "年月日時將"),
     ("子月 丑月", "--find", "second month"), ("甲子年 甲寅月", "--find month", "丙寅")],
)  # fmt: skip
def test_faults_of_find(text, where, words):
    assert words in run("--find", text, fails=True)[where]


def test_find_takes_a_fixed_offset_only():
    assert "fixed offset" in run("--find", "甲子日", "--zone", "Asia/Seoul", fails=True)["--zone"]
    assert "no time zone" in run("--find", "甲子日", "--zone", "Soul", fails=True)["--zone"]


def test_a_time_or_find():
    for arguments in ((), ("2024-02-04 16:30", "--find", "甲子日")):
        result = CliRunner().invoke(yarrow, ["calendar", *arguments])
        assert result.exit_code == 2 and "or --find" in result.output
