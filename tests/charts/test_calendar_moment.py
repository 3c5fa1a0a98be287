"""One moment: the cases that other calendars got wrong, each option, each boundary, each fault."""

import json
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from yarrow.charts import ganzhi as gz
from yarrow.charts import ganzhi_names as names
from yarrow.charts.calendar import moment
from yarrow.errors import YarrowError


def pillars(m):
    return " ".join(gz.PILLARS[p] for p in (m.year, m.month, m.day, m.hour))


def general(m):
    return gz.BRANCHES[m.general]


def boundaries(m):
    return {(flag.boundary, flag.name): flag.seconds for flag in m.flags}


def faults(*args, **options):
    with pytest.raises(YarrowError) as caught:
        moment(*args, **options)
    return {fault.where: f"{fault.what}; {fault.remedy}" for fault in caught.value.faults}


# Public complaints about calendars and engines: what was asked, and what is right.
COMPLAINTS = [
    ("2025-02-19 23:00", "+08:00", "乙巳 戊寅 庚申 丙子", "亥"),
    ("2023-03-11 08:00", "+08:00", "癸卯 乙卯 戊辰 丙辰", "亥"),
    ("2026-04-10 01:30", "+08:00", "丙午 壬辰 甲寅 乙丑", "戌"),
    ("2026-04-10 12:00", "+08:00", "丙午 壬辰 甲寅 庚午", "戌"),
    ("2026-06-13 13:46", "+08:00", "丙午 甲午 戊午 己未", "申"),
    ("2005-05-05 16:30", "+08:00", "乙酉 庚辰 己丑 壬申", "酉"),
    ("2026-09-09 17:28", "+08:00", "丙午 丁酉 丙戌 丁酉", "巳"),
    ("1997-07-07 09:49", "+08:00", "丁丑 丙午 庚戌 辛巳", "未"),
    ("1942-03-21 01:48", "Asia/Shanghai", "壬午 癸卯 癸酉 癸丑", "亥"),
    ("2024-02-04 16:30", "Asia/Shanghai", "甲辰 丙寅 戊戌 庚申", "子"),
    ("2024-03-20 10:00", "Asia/Shanghai", "甲辰 丁卯 癸未 丁巳", "亥"),
]


@pytest.mark.parametrize(("when", "zone", "expected", "by"), COMPLAINTS, ids=lambda v: str(v))
def test_complaint(when, zone, expected, by):
    m = moment(when, zone)
    assert (pillars(m), general(m)) == (expected, by)


def test_complaint_minutes_are_not_dropped():
    # 立春 2024 was at 16:27:08: a calendar that reads the hour only is wrong on one side.
    before, after = (moment(f"2024-02-04 16:{minute}", "Asia/Shanghai") for minute in (27, 28))
    assert pillars(before) == "癸卯 乙丑 戊戌 庚申" and pillars(after) == "甲辰 丙寅 戊戌 庚申"
    assert boundaries(before) == {("month", "立春"): -8, ("year", "立春"): -8}
    second = [moment(f"2024-02-04 16:27:0{s}", "Asia/Shanghai").month for s in (7, 8)]
    assert [gz.PILLARS[p] for p in second] == ["乙丑", "丙寅"]


def test_complaint_month_turns_with_the_term_not_at_midnight():
    # 立夏 2005 was at 17:52; an application turned the month at 00:00 of that day.
    day = [moment(f"2005-05-05 {time}", "+08:00") for time in ("00:01", "17:51", "17:53", "23:30")]
    assert [gz.BRANCHES[m.month_branch] for m in day] == list("辰辰巳巳")


def test_complaint_general_passes_at_the_middle_term():
    # 春分 2024 was at 11:06:24. Some change 月將 by date, some at the 節 (驚蟄, 5 March).
    day = [moment(f"2024-03-20 {time}", "+08:00") for time in ("00:00", "11:06", "11:07")]
    assert [general(m) for m in day] == list("亥亥戌")
    assert general(moment("2024-03-05 12:00", "+08:00")) == "亥"
    assert boundaries(day[1])[("general", "春分")] == -24


def test_complaint_day_turns_once():
    # An engine turned the day at 23:00 and again at 00:00.
    hours = [f"2024-05-0{d} {h:02d}:30" for d in (1, 2) for h in range(24)]
    for day_starts, turns in (("23:00", [23, 47]), ("00:00", [24])):
        days = [moment(when, "+08:00", day_starts=day_starts).day for when in hours]
        assert [i for i in range(1, 48) if days[i] != days[i - 1]] == turns


def test_complaint_wood_day_and_a_last_branch_of_fire():
    # 乙丑日, 末傳 巳 is 子孫.
    day = gz.pillar("乙丑")
    kin = gz.relation(gz.STEM_ELEMENT[day % 10], gz.BRANCH_ELEMENT[gz.BRANCHES.index("巳")])
    assert names.KIN[int(kin)].zh == "子孫"


def test_wartime_summer_time_is_told():
    m = moment("1942-03-21 01:48", "Asia/Shanghai")
    assert gz.BRANCHES[m.hour_branch] == "丑" and m.clock.summer_time == 3600
    assert m.clock.abbreviation == "CDT" and "left in" in m.notes[0]
    standard = moment("1942-03-21 01:48", "Asia/Shanghai", hours_by="standard")
    assert gz.BRANCHES[standard.hour_branch] == "子" and "taken out" in standard.notes[0]
    assert standard.instant == m.instant and standard.general == m.general
    # Half past midnight by a clock an hour ahead is still the day before by midnight.
    late = [
        moment("1942-03-21 00:30", "Asia/Shanghai", hours_by=by, day_starts="00:00").day
        for by in ("clock", "standard")
    ]
    assert late[0] == late[1] + 1


def test_korean_summer_time():
    m = moment("1988-07-01 12:30", "Asia/Seoul")
    assert m.clock.summer_time == 3600 and m.clock.offset == 10 * 3600
    # Korea's standard time was UTC+8:30 from 1954 to 1961.
    assert moment("1957-01-01 12:00", "Asia/Seoul").clock.offset == 8 * 3600 + 1800


def test_day_boundary_and_the_two_halves_of_zi():
    when = "2025-02-19 23:30"
    assert pillars(moment(when, "+08:00")) == "乙巳 戊寅 庚申 丙子"
    midnight = moment(when, "+08:00", day_starts="00:00")
    assert pillars(midnight) == "乙巳 戊寅 己未 丙子"
    same = moment(when, "+08:00", day_starts="00:00", late_zi="same")
    assert pillars(same) == "乙巳 戊寅 己未 甲子"
    # After midnight all three agree.
    early = {
        pillars(moment("2025-02-20 00:30", "+08:00", day_starts=d, late_zi=z))
        for d in ("23:00", "00:00") for z in ("next", "same")
    }  # fmt: skip
    assert early == {"乙巳 戊寅 庚申 丙子"}


def test_generals_by_the_three_practices():
    # 2024-03-10: after 驚蟄 (5 March), before 春分; lunar month 2 began that day.
    practices = ("zhongqi", "jie", "lunar")
    found = [general(moment("2024-03-10 12:00", "+08:00", generals_by=by)) for by in practices]
    assert found == ["亥", "戌", "戌"]
    assert general(moment("2024-03-09 12:00", "+08:00", generals_by="lunar")) == "亥"
    assert general(moment("2024-03-04 12:00", "+08:00", generals_by="jie")) == "亥"
    # 正月 has 亥 in every practice, at its middle.
    assert {
        general(moment("2024-02-25 12:00", "+08:00", generals_by=by)) for by in practices
    } == {"亥"}


def test_leap_month_keeps_the_general_of_its_number():
    m = moment("2023-03-30 12:00", "+08:00", generals_by="lunar")
    assert m.lunar == (2023, 2, True, 9) and general(m) == "戌"


def test_year_by_spring_or_by_new_year():
    between = moment("2024-02-06 12:00", "+08:00")
    assert gz.PILLARS[between.year] == "甲辰" and between.lunar == (2023, 12, False, 27)
    lunar = moment("2024-02-06 12:00", "+08:00", year_starts="lunar")
    assert gz.PILLARS[lunar.year] == "癸卯" and lunar.month == between.month
    assert gz.PILLARS[moment("2024-02-10 00:00", "+08:00", year_starts="lunar").year] == "甲辰"


def test_new_year_is_flagged_when_the_year_goes_by_it():
    before = moment("2024-02-09 23:58", "+08:00", year_starts="lunar")
    after = moment("2024-02-10 00:03", "+08:00", year_starts="lunar")
    assert boundaries(before)[("lunar month", "朔")] == -120
    assert boundaries(after)[("lunar month", "朔")] == 180
    assert not boundaries(moment("2024-02-10 00:03", "+08:00")).get(("lunar month", "朔"))


def test_mean_terms_move_the_month():
    # 立春 1600 by 平氣 falls after the true one.
    true = moment("1600-02-05 12:00", "+08:00")
    mean = moment("1600-02-05 12:00", "+08:00", terms="mean")
    assert (gz.BRANCHES[true.month_branch], gz.BRANCHES[mean.month_branch]) == ("寅", "丑")
    assert any("平氣" in note for note in true.notes) and not any("平氣" in n for n in mean.notes)


def test_month_numbers_count_from_yin():
    assert moment("2024-02-20 12:00", "+08:00").month_number == 1
    assert moment("2024-01-20 12:00", "+08:00").month_number == 12


def test_true_solar_time_moves_hour_and_day_but_not_the_terms():
    # Urumqi keeps Beijing's clock at 87.6 E: about two hours and twenty-four minutes.
    clock = moment("2024-02-04 16:30", "Asia/Shanghai")
    sun = moment("2024-02-04 16:30", "Asia/Shanghai", longitude=87.6)
    assert gz.BRANCHES[clock.hour_branch] == "申" and gz.BRANCHES[sun.hour_branch] == "未"
    assert (sun.month, sun.general, sun.hours_by) == (clock.month, clock.general, "sun")
    # 4 minutes a degree from 120 E, and the equation of time of early February, -14 minutes.
    mean = moment("2024-02-04 16:30", "Asia/Shanghai", longitude=87.6, hours_by="mean")
    assert mean.hour_local - clock.clock.local == -7776
    assert -14 * 60 - 10 < sun.hour_local - mean.hour_local < -13 * 60 - 45
    night = moment("2024-02-05 00:30", "Asia/Shanghai", longitude=87.6, day_starts="00:00")
    assert night.day == clock.day
    kept = moment("2024-02-04 16:30", "Asia/Shanghai", longitude=87.6, hours_by="clock")
    assert kept.hour == clock.hour and kept.hour_local == clock.hour_local


def test_flags_of_hour_and_day():
    m = moment("2024-05-01 22:57", "+08:00")
    assert boundaries(m) == {("hour", "子"): -180, ("day", "23:00"): -180}
    m = moment("2024-05-01 23:04", "+08:00", day_starts="00:00")
    assert boundaries(m) == {("hour", "子"): 240}
    m = moment("2024-05-02 00:04", "+08:00", day_starts="00:00")
    assert boundaries(m) == {("day", "00:00"): 240}
    assert boundaries(moment("2024-05-01 12:00", "+08:00")) == {}
    assert boundaries(moment("2024-05-01 12:50", "+08:00", near=900)) == {("hour", "未"): -600}


def test_term_flags_say_what_changes():
    when = "2024-02-04 16:26"
    assert set(boundaries(moment(when, "+08:00"))) == {("month", "立春"), ("year", "立春")}
    jie = moment(when, "+08:00", generals_by="jie", year_starts="lunar")
    assert set(boundaries(jie)) == {("month", "立春"), ("general", "立春")}
    middle = moment("2024-03-20 11:08", "+08:00", generals_by="jie")
    assert set(boundaries(middle)) == {("term", "春分")}


def test_old_and_future_terms_are_doubtful_for_longer():
    # 驚蟄 of the year 100: Delta-T is known to four minutes, so eight minutes off is in doubt.
    m = moment("0100-03-05 12:00", "+00:00")
    term = next(t for t in m.terms if t.name.zh == "驚蟄")
    local = datetime(1970, 1, 1) + timedelta(seconds=term.instant + 420)
    near = moment(local, "+00:00")
    flag = next(flag for flag in near.flags if flag.boundary == "month")
    assert flag.seconds == 420 and flag.uncertainty > 200 and flag.doubtful
    now = moment("2024-02-04 16:30", "+08:00").flags[0]
    assert now.seconds == 172 and not now.doubtful
    assert moment("2024-02-04 16:27:09", "+08:00").flags[0].doubtful


def test_terms_around():
    m = moment("2024-02-04 16:30", "Asia/Shanghai")
    assert len(m.terms) == 24 and m.terms[11].name.zh == "立春" and m.term == 21
    instants = [t.instant for t in m.terms]
    assert instants == sorted(instants) and instants[11] <= m.instant < instants[12]
    assert {t.number for t in m.terms} == set(range(24))


def test_the_ends_of_the_range():
    first = moment("0001-01-01 00:00", "+08:00")
    assert first.lunar.year == 0 and gz.PILLARS[first.year] == "庚申"
    assert first.as_dict()["terms"][0]["time"].startswith("0000-07-08T")
    last = moment("3000-12-31 23:59", "Asia/Seoul")
    assert last.as_dict()["terms"][-1]["time"].startswith("3001-06-")
    assert gz.PILLARS[last.year] == "庚申"  # 3000 - 4 = 56 in the cycle
    for when, zone in (("3001-01-01 00:00", "+08:00"), ("0001-01-01 02:00+08:00", "-03:00")):
        assert "outside the years" in faults(when, zone)["when"]


def test_known_pillars_of_dates():
    # 2000-01-01 戊午日; 1949-10-01 甲子日; 1984 甲子年; Qianlong's birth 1711-09-25 庚午日 丙子時.
    assert gz.PILLARS[moment("2000-01-01 12:00", "+08:00").day] == "戊午"
    assert gz.PILLARS[moment("1949-10-01 15:00", "+08:00").day] == "甲子"
    assert gz.PILLARS[moment("1984-06-01 12:00", "+08:00").year] == "甲子"
    assert pillars(moment("1711-09-25 00:30", "+08:00")) == "辛卯 丁酉 庚午 丙子"


def test_julian_dates():
    # The day after Thursday 4 October 1582 (Julian) was Friday 15 October (Gregorian).
    julian = moment("1582-10-04 12:00", "+00:00", calendar="julian")
    gregorian = moment("1582-10-15 12:00", "+00:00")
    assert gregorian.day == (julian.day + 1) % 60
    assert moment("1500-02-29 12:00", "+08:00", calendar="julian").clock.local // 86400 == (
        moment("1500-03-10 12:00", "+08:00").clock.local // 86400
    )
    assert any("Gregorian 1582-10-14" in note for note in julian.notes)
    assert any("proleptic" in note for note in moment("1582-10-14 12:00", "+00:00").notes)
    assert not any("proleptic" in note for note in gregorian.notes)
    assert "julian" in faults("1500-02-29 12:00", "+08:00")["when"]
    assert "outside" in faults("0001-01-01 12:00", "+08:00", calendar="julian")["when"]


def test_ways_to_say_one_instant():
    expected = moment("2024-02-04 16:30", "Asia/Shanghai")
    same = [
        moment(datetime(2024, 2, 4, 16, 30), "Asia/Shanghai"),
        moment(datetime(2024, 2, 4, 16, 30, tzinfo=ZoneInfo("Asia/Shanghai"))),
        moment(datetime(2024, 2, 4, 8, 30, tzinfo=timezone.utc), "Asia/Shanghai"),
        moment("2024-02-04T16:30:00+08:00"),
        moment("2024-02-04 08:30Z", "+08:00"),
        moment("2024-2-4 16:30:00.9", "UTC+8"),
    ]
    for m in same:
        assert m.instant == expected.instant and pillars(m) == pillars(expected)
    assert same[1].clock.zone == "Asia/Shanghai" and same[3].clock.zone == "UTC+08:00"


def test_time_without_a_zone_is_refused():
    found = faults("2024-02-04 16:30")
    assert list(found) == ["zone"] and "without a zone" in found["zone"]
    assert "zone" in faults(datetime(2024, 2, 4, 16, 30))


@pytest.mark.parametrize(
    ("zone", "hint"),
    [("Asia/Shangai", "Asia/Shanghai"), ("Seol", "Asia/Seoul"), ("Beijing", "Asia/Shanghai"),
     ("KST", "Asia/Seoul"), ("asia/tokio", "Asia/Tokyo"), ("+25:00", "+08:00"), ("../etc", "IANA")],
)  # fmt: skip
def test_unknown_zone_has_the_nearest_names(zone, hint):
    found = faults("2024-02-04 16:30", zone)
    assert "is no time zone" in found["zone"] and hint in found["zone"]


def test_a_time_that_never_was():
    found = faults("2024-03-10 02:30", "America/New_York")
    assert "never was on the clock" in found["when"] and "03:30" in found["when"]
    # Korea's summer time of 1987 began on 10 May at 02:00.
    assert "never was" in faults("1987-05-10 02:30", "Asia/Seoul")["when"]


def test_a_time_that_was_twice():
    found = faults("1942-11-15 12:00", "nowhere")  # a plain fault first
    assert list(found) == ["zone"]
    when, zone = "1988-10-09 02:30", "Asia/Seoul"
    found = faults(when, zone)
    assert "twice" in found["when"] and "fold 0" in found["when"]
    first, second = (moment(when, zone, fold=fold) for fold in (0, 1))
    assert second.instant - first.instant == 3600
    assert (first.clock.summer_time, second.clock.summer_time) == (3600, 0)
    aware = datetime(1988, 10, 9, 2, 30, fold=1, tzinfo=ZoneInfo(zone))
    assert moment(aware).instant == second.instant


def test_all_faults_at_once():
    found = faults(
        "2024-02-30 24:61", "Mars/Olympus", longitude=200, latitude=-91, day_starts="midnight",
        generals_by="date", hours_by="water", lunar_offset="Korea", fold=2, calendar="french",
    )  # fmt: skip
    assert set(found) == {
        "when", "zone", "longitude", "latitude", "day_starts", "generals_by", "hours_by",
        "lunar_offset", "fold", "calendar",
    }  # fmt: skip
    with pytest.raises(YarrowError) as caught:
        moment("2024-02-30 24:61", "+08:00")
    assert [fault.what.split(" ")[0] for fault in caught.value.faults] == ["2024-02-30", "24:61:00"]


@pytest.mark.parametrize(
    ("when", "what"),
    [("tomorrow", "no date and time"), ("24-02-04 16:30", "four digits"),
     (20240204, "no date and time"),
     ("2024-02-04", "no time of day"), ("2024-13-01 00:00", "no day"),
     ("0000-01-01 00:00", "outside the years"), ("2024-02-04 24:00", "00:00 of the next"),
     ("2024-02-04 12:00+99:00", "no offset from UTC")],
)  # fmt: skip
def test_bad_times(when, what):
    assert what in faults(when, "+08:00")["when"]


def test_a_place_needs_its_longitude():
    assert "longitude" in faults("2024-02-04 16:30", "+08:00", latitude=30)
    assert "longitude" in faults("2024-02-04 16:30", "+08:00", hours_by="sun")


@settings(deadline=None)
@given(
    when=st.datetimes(datetime(1, 1, 2), datetime(3000, 12, 30)).map(
        lambda time: time.replace(microsecond=0)
    ),
    zone=st.sampled_from(["Asia/Seoul", "Asia/Shanghai", "Europe/Dublin", "America/New_York",
                          "Pacific/Kiritimati", "Asia/Kathmandu", "-12:00", "+14:00"]),
    fold=st.sampled_from([0, 1]),
)  # fmt: skip
def test_a_clock_tells_its_own_time(when, zone, fold):
    try:
        m = moment(when, zone, fold=fold)
    except YarrowError as error:
        assert "never was on the clock" in error.faults[0].what
        return
    assert m.as_dict()["time"].startswith(when.isoformat())
    assert moment(m.as_dict()["utc"], zone).instant == m.instant


@settings(deadline=None)
@given(st.text(max_size=24), st.none() | st.text(max_size=12))
def test_any_text_gives_a_moment_or_faults(when, zone):
    try:
        moment(when, zone)
    except YarrowError as error:
        assert all(fault.where in ("when", "zone") and fault.remedy for fault in error.faults)


def test_winter_as_the_exception():
    # Ireland's law calls winter time the exception; no summer time is made of that.
    assert moment("2024-01-10 12:00", "Europe/Dublin").clock.summer_time == 0


def test_local_mean_time_before_zones_is_told():
    m = moment("1850-06-01 12:00", "Asia/Shanghai")
    assert m.clock.abbreviation == "LMT" and m.clock.offset == 8 * 3600 + 5 * 60 + 43
    assert any("local mean time" in note for note in m.notes)
    assert m.as_dict()["time"] == "1850-06-01T12:00:00+08:05:43"


def test_as_dict_is_plain():
    m = moment("2024-06-21 12:00", "Asia/Seoul", longitude=126.98, latitude=37.57)
    told = json.loads(json.dumps(m.as_dict()))
    assert told["day"] == "丙辰" and told["general"] == "未" and told["daylight"] is True
    assert told["options"]["hours_by"] == "sun" and len(told["terms"]) == 24
    assert told["lunar"] == {"year": 2024, "month": 5, "leap": False, "day": 16}
