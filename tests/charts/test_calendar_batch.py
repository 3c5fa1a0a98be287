"""Arrays of instants: the same as one moment at a time, and as another library has it."""

import importlib.util
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import numpy as np
import pytest
from tyme4py.lunar import LunarYear

from yarrow.charts import calendar_tables as tables
from yarrow.charts import ganzhi as gz
from yarrow.charts.calendar import moment, moments
from yarrow.errors import YarrowError

EPOCH = datetime(1970, 1, 1)
SPAN = np.array(["0001-01-02", "3000-12-30"], "datetime64[s]").astype(np.int64)
RANDOM = np.random.default_rng(20240204).integers(*SPAN, 4000)
OPTIONS = [
    {},
    {"day_starts": "00:00"},
    {"day_starts": "00:00", "late_zi": "same"},
    {"generals_by": "jie"},
    {"generals_by": "lunar", "year_starts": "lunar"},
    {"terms": "mean"},
]


def shown(instant: int, offset: int) -> datetime:
    return EPOCH + timedelta(seconds=int(instant) + offset)


@pytest.mark.parametrize("options", OPTIONS, ids=lambda o: "-".join(o.values()) or "default")
def test_arrays_equal_single_moments(options):
    found = moments(RANDOM[:400], 9 * 3600, **options)
    for n, instant in enumerate(RANDOM[:400]):
        one = moment(shown(instant, 9 * 3600), "+09:00", **options)
        expected = (one.year, one.month, one.day, one.hour, one.general, one.term)
        assert tuple(int(column[n]) for column in found) == expected


@pytest.mark.parametrize("by", ["mean", "sun"])
def test_arrays_by_the_sun_equal_single_moments(by):
    longitudes = np.random.default_rng(5).uniform(-180, 180, 300)
    found = moments(RANDOM[:300], 0, longitude=longitudes, hours_by=by)
    for n, instant in enumerate(RANDOM[:300]):
        place = float(longitudes[n])
        one = moment(shown(instant, 0), "+00:00", longitude=place, hours_by=by)
        assert (int(found.day[n]), int(found.hour[n])) == (one.day, one.hour)


def test_arrays_with_an_offset_each_follow_a_zone():
    zone = ZoneInfo("Asia/Shanghai")
    instants = np.random.default_rng(7).integers(-2_000_000_000, -500_000_000, 500)
    aware = [datetime.fromtimestamp(int(i), zone) for i in instants]
    offsets = np.array([int(a.utcoffset().total_seconds()) for a in aware])
    assert set(offsets) == {8 * 3600, 9 * 3600}  # the summer time of 1919 and of the 1940s
    found = moments(instants, offsets)
    for n, time in enumerate(aware):
        one = moment(time)
        assert (int(found.day[n]), int(found.hour[n])) == (one.day, one.hour)


def test_arrays_keep_their_shape_and_take_none():
    assert moments(RANDOM[:12].reshape(3, 4)).day.shape == (3, 4)
    assert moments([]).day.shape == (0,)
    assert moments(0).day == gz.pillar("辛巳")  # 1970-01-01 08:00


def test_pillars_keep_the_rules():
    m = moments(RANDOM)
    stems = gz.month_pillar(m.year % 10, m.month % 12)
    assert (m.month == stems).all()
    assert (m.hour == gz.hour_pillar(m.day % 10, m.hour % 12)).all()
    # In the first half of a month by 節 月將 is still the last month's.
    half = m.term % 2
    assert (m.general == (gz.combination(m.month % 12) + half) % 12).all()


def test_day_pillars_go_on_without_a_break():
    days = np.arange(SPAN[0] // 86400 + 1, SPAN[1] // 86400)
    found = moments(days * 86400 + 12 * 3600, 0)
    assert (np.diff(found.day) % 60 == 1).all()
    assert (np.diff(found.year) % 60 <= 1).all()
    noons = days[[0, -1]] * 86400 + 43200
    months = np.diff(np.searchsorted(tables.true_terms()[1::2], noons))[0]
    assert np.flatnonzero(np.diff(found.month)).size == months


def test_both_sides_of_every_term():
    terms = tables.true_terms()[24:-48]
    before, at = moments(terms - 1), moments(terms)
    assert ((at.term - before.term) % 24 == 1).all()
    odd = at.term % 2 == 1
    assert ((at.month - before.month) % 60 == odd).all()
    assert ((before.general - at.general) % 12 == ~odd).all()
    assert ((at.year - before.year) % 60 == (at.term == 21)).all()


def test_faults_of_arrays():
    with pytest.raises(YarrowError) as caught:
        moments([10**12], day_starts="dawn", hours_by="standard")
    assert {fault.where for fault in caught.value.faults} == {"day_starts", "hours_by", "instants"}
    with pytest.raises(YarrowError, match="longitude"):
        moments([0], hours_by="sun")


# --- Against tyme4py, which has a theory of the Sun, a Delta-T and code of its own --------------


@pytest.fixture(scope="module")
def agreement():
    file = Path(__file__).parents[2] / "benchmarks" / "calendar_agreement.py"
    spec = importlib.util.spec_from_file_location("calendar_agreement", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("midnight", [False, True], ids=["23:00", "00:00"])
def test_tyme4py_has_the_same_pillars(agreement, midnight):
    # Beside each 23rd solar term from 1600 to 2199, ten minutes and one second either way, and
    # drawn at random. The whole sample is benchmarks/calendar_agreement.py.
    instants = agreement.sample(every=23 * 6, random=400)
    ours = moments(instants, agreement.OFFSET, day_starts="00:00" if midnight else "23:00")
    differ = 0
    for n, instant in enumerate(instants):
        theirs = agreement.tyme_pillars(int(instant), midnight)
        mine = tuple(int(getattr(ours, field)[n]) for field in agreement.FIELDS)
        if mine != theirs:
            differ += 1
            assert mine[2:] == theirs[2:], instant
            assert agreement.reason_for(int(instant)) != "UNEXPLAINED", instant
    assert differ < 0.12 * instants.size


def test_tyme4py_has_the_same_instants(agreement):
    index = agreement.terms_between(1600, 2050, every=97)
    away = np.array([agreement.tyme_term(i) for i in index]) - tables.true_terms()[index]
    assert np.abs(away).max() < 20
    modern = away[tables.true_terms()[index] > tables.YEAR_1929]
    assert np.abs(modern).max() <= 4


def test_tyme4py_has_the_same_lunar_months_since_1929():
    months = tables.lunar_months()
    for year in range(1929, 2097):
        at = months.year == year
        theirs = LunarYear.from_year(year).get_months()
        starts = [int(np.floor(m.get_first_julian_day().get_day() + 0.5)) - 2440588 for m in theirs]
        assert months.start[at].tolist() == starts
        leap = LunarYear.from_year(year).get_leap_month()
        assert months.month[at & months.leap].tolist() == ([leap] if leap else [])
