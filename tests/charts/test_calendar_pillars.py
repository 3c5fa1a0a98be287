"""Pillars typed by a person: what can stand together, and when it did."""

import numpy as np
import pytest

from yarrow.charts import ganzhi as gz
from yarrow.charts.calendar import iso, moment, moments
from yarrow.charts.calendar_pillars import find_dates, read_pillars
from yarrow.errors import YarrowError

BEIJING = 8 * 3600


def faults(**given):
    with pytest.raises(YarrowError) as caught:
        read_pillars(**given)
    return {fault.where: f"{fault.what}; {fault.remedy}" for fault in caught.value.faults}


def test_pillars_in_three_scripts():
    for year, day in (("甲子", "乙丑"), ("갑자", "을축"), ("jia-zi", "Yi-Chou")):
        read = read_pillars(year=year, day=day)
        assert (read.year, read.day) == (0, 1)


def test_branches_are_completed_where_the_rules_allow():
    read = read_pillars(year="甲辰", month="寅", day="戊戌", hour="申")
    assert gz.PILLARS[read.month] == "丙寅" and gz.PILLARS[read.hour] == "庚申"
    bare = read_pillars(year="午", month="巳", day="甲戌")
    assert (bare.year, bare.month, bare.year_branch, bare.month_branch) == (None, None, 6, 5)
    assert read_pillars(month="未", day="戊午").month_branch == 7


def test_unlike_parity():
    found = faults(day="甲丑")
    assert "none of the sixty" in found["day"] and "乙丑" in found["day"] and "甲戌" in found["day"]


def test_month_stem_that_the_year_does_not_have():
    found = faults(year="甲子", month="甲寅")
    assert "丙寅" in found["month"] and "五虎遁" in found["month"]


def test_hour_stem_that_the_day_does_not_have():
    found = faults(day="庚申", hour="甲子")
    assert "丙子" in found["hour"] and "五鼠遁" in found["hour"]


@pytest.mark.parametrize(
    ("slip", "meant"),
    [("己末", "己未"), ("王申", "壬申"), ("戍戌", "戊戌"), ("已巳", "己巳"), ("甲牛", "甲午")],
)
def test_lookalikes(slip, meant):
    assert meant in faults(day=slip)["day"]


def test_a_day_needs_its_stem():
    found = faults(day="午")
    assert "庚午 壬午 甲午 丙午 戊午" in found["day"]


def test_all_faults_at_once_with_the_names_given():
    with pytest.raises(YarrowError) as caught:
        read_pillars("甲丑", "x", "午", "", "甲子", where={"day": "--day"})
    assert [f.where for f in caught.value.faults] == ["year", "month", "--day", "hour", "general"]


def test_every_month_of_every_year_and_every_hour_of_every_day():
    # 60 years have 12 month pillars each, 60 days 12 hours, of 60 that could be written.
    for root, leaf, rule in (("year", "month", gz.month_pillar), ("day", "hour", gz.hour_pillar)):
        for first in range(0, 60, 7):
            good = 0
            for second in range(60):
                given = {root: gz.PILLARS[first], leaf: gz.PILLARS[second]}
                try:
                    read_pillars(**given)
                    good += 1
                    assert rule(first % 10, second % 12) == second
                except YarrowError:
                    assert rule(first % 10, second % 12) != second
            assert good == 12


def test_any_month_can_have_any_day():
    days = np.arange(-70_000, 70_000)
    m = moments(days * 86400 + 43200, 0)
    assert len(set(zip((m.month % 12).tolist(), m.day.tolist(), strict=True))) == 12 * 60


def test_yushi_5_the_year_renwu():
    # 壬午年巳建甲戌日占功名 … 後因鼎革，改丙戌而發鄉科: the last 壬午 before the change of dynasty
    # (1644) that had such a day is 1642, and 丙戌 is 1646.
    spans = find_dates(read_pillars(year="壬午", month="巳", day="甲戌"), 1582, 1645)
    assert [iso(s.start, BEIJING)[:10] for s in spans] == ["1642-06-01"]
    m = moment("1642-06-02 09:00", "+08:00")
    assert [gz.PILLARS[p] for p in (m.year, m.month, m.day)] == ["壬午", "乙巳", "甲戌"]
    assert gz.PILLARS[moment("1646-06-01 12:00", "+08:00").year] == "丙戌"
    # The printed calendar of the time had 平氣; the day is the same.
    mean = find_dates(read_pillars(year="壬午", month="巳", day="甲戌"), 1582, 1645, terms="mean")
    assert [iso(s.start, BEIJING)[:10] for s in mean] == ["1642-06-01"]


def test_found_dates_are_those_that_have_the_pillars():
    # By brute force over fifty years, hour by hour.
    edges = np.array(["1900-01-01", "1950-01-01"], "datetime64[s]").astype(np.int64)
    start, end = edges - BEIJING
    grid = np.arange(start, end, 3600)
    m = moments(grid, BEIJING)
    for given in (
        {"month": "未", "day": "戊午"},
        {"year": "丙午", "day": "甲子"},
        {"day": "丁未", "hour": "未", "general": "辰"},
        {"hour": "子", "day": "庚申"},
        {"month": "乙巳"},
    ):
        wanted = read_pillars(**given)
        holds = np.ones(grid.size, bool)
        for value, column in (
            (wanted.year, m.year), (wanted.month, m.month), (wanted.day, m.day),
            (wanted.year_branch, m.year % 12), (wanted.month_branch, m.month % 12),
            (wanted.hour_branch, m.hour % 12), (wanted.general, m.general),
        ):  # fmt: skip
            if value is not None:
                holds &= column == value
        spans = find_dates(wanted, 1900, 1949)
        inside = np.zeros(grid.size, bool)
        for span in spans:
            assert start <= span.start < span.end <= end
            inside |= (grid >= span.start) & (grid < span.end)
        assert spans and (inside == holds).all()
        assert [s.start for s in spans] == sorted(s.start for s in spans)
        assert all(a.end <= b.start for a, b in zip(spans, spans[1:], strict=False))


def test_a_day_on_which_the_month_changes_is_cut():
    # 2024-02-04 戊戌: 立春 at 16:27:08.
    for month, start, end in (("丑", "23:00:00", "16:27:08"), ("寅", "16:27:08", "23:00:00")):
        (span,) = find_dates(read_pillars(month=month, day="戊戌"), 2024, 2024)[:1]
        assert (iso(span.start, BEIJING)[11:19], iso(span.end, BEIJING)[11:19]) == (start, end)


def test_midnight_days_have_two_halves_of_zi():
    wanted = read_pillars(day="庚申", hour="子")
    spans = find_dates(wanted, 2025, 2025, day_starts="00:00")
    assert [(iso(s.start, BEIJING)[5:16], iso(s.end, BEIJING)[5:16]) for s in spans[:2]] == [
        ("02-20T00:00", "02-20T01:00"),
        ("02-20T23:00", "02-21T00:00"),
    ]


def test_faults_of_the_search():
    with pytest.raises(YarrowError, match="the earlier first"):
        find_dates(read_pillars(day="甲子"), 2000, 1999)
    with pytest.raises(YarrowError, match="needs its day"):
        find_dates(read_pillars(hour="甲子"), 2000, 2001)
