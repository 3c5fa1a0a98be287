"""The table of solar terms and new moons, against published tables and other theories."""

import csv
import importlib.util
from pathlib import Path

import erfa
import numpy as np
import pytest

from yarrow.charts import calendar_tables as tables
from yarrow.charts import ganzhi_names as names

ROOT = Path(__file__).parents[2]
AUTHORITIES = ROOT / "tests" / "authorities"
TERMS = tables.true_terms()
NUMBER = {name.zh: number for number, name in enumerate(names.SOLAR_TERMS)}


def seconds(text: str) -> int:
    return int(np.datetime64(text.replace(" ", "T"), "s").astype(np.int64))


def published(file: str) -> list[tuple[str, str]]:
    with open(AUTHORITIES / file, encoding="utf-8") as lines:
        rows = list(csv.reader(line for line in lines if not line.startswith("#")))
    return [tuple(row) for row in rows[1:]]


def nearest(instant: float) -> int:
    """The index of the term of the table nearest to an instant."""
    return int(np.abs(TERMS - instant).argmin())


def differences(file: str, offset: float) -> np.ndarray:
    """Our instant minus the published one, in seconds, after checking that the names agree."""
    result = []
    for name, time in published(file):
        instant = seconds(time) - offset
        index = nearest(instant)
        assert index % 24 == NUMBER[name]
        result.append(TERMS[index] - instant)
    return np.array(result)


def test_hong_kong_observatory_2013():
    # Printed to the minute, so half a minute either way.
    assert np.abs(differences("hko_2013.csv", 8 * 3600)).max() <= 30


def test_korea_astronomy_institute_2008():
    # KASI's list has all 24 terms 5 or 6 (once 7) seconds early: the terrestrial times agree, but
    # it was made beforehand with a predicted Delta-T of some 71 s. TT - UTC was 65.184 s in 2008.
    early = differences("kasi_2008.csv", 9 * 3600)
    assert early.min() >= 5 and early.max() <= 7 and abs(early.mean() - 5.6) < 0.2


def test_meeus_equinoxes_and_solstices():
    # In Dynamical Time: TT - UTC was 62.184 s to June 1997, 63.184 s to 1998, 64.184 s to 2005.
    steps = (("1997-07-01", 62.184), ("1999-01-01", 63.184), ("2006-01-01", 64.184))
    rows = published("meeus_equinoxes_solstices.csv")
    assert len(rows) == 40
    for name, time in rows:
        ahead = next(value for until, value in steps if time < until)
        instant = seconds(time) - ahead
        index = nearest(instant)
        assert index % 24 == NUMBER[name]
        assert abs(TERMS[index] - instant) <= 1


@pytest.mark.parametrize(
    ("year", "low", "high"), [(1600, 90, 130), (1601, 90, 130), (2000, 63, 65), (2001, 63, 65)]
)
def test_dynamical_times_of_another_computation(year, low, high):
    for line in (AUTHORITIES / "tdb_terms.txt").read_text(encoding="utf-8").splitlines():
        row = line.split()
        if row[0] != str(year):
            continue
        days = np.array(row[2:], float)
        dynamical = (float(row[1]) + days - 2440587.5) * 86400
        index = np.searchsorted(TERMS, dynamical - 600)
        assert (np.diff(index) == 1).all() and index[0] % 24 == NUMBER["冬至"]
        delta = dynamical - TERMS[index]
        # What is left is Delta-T: the same all year, to the rounding of both tables.
        assert low < delta.min() and delta.max() < high
        assert np.ptp(delta) <= 2.5
        return
    pytest.fail(f"no row for {year}")


def script():
    spec = importlib.util.spec_from_file_location("terms", ROOT / "scripts" / "make_solar_terms.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def maker():
    return script()


@pytest.mark.filterwarnings("ignore:ERFA function")
@pytest.mark.parametrize("year", [1972, 1985, 1999, 2016, 2024])
def test_sofa_gives_the_same_instants(maker, year):
    # The script's own steps on SOFA's series, and SOFA's leap seconds.
    dynamical = maker.solar_terms(maker.Sky(), year, year + 1)
    utc1, utc2 = erfa.taiutc(*erfa.tttai(dynamical, np.zeros(24)))
    made = (utc1 - maker.POSIX_EPOCH + utc2) * 86400
    assert np.abs(made - TERMS[24 * year : 24 * year + 24]).max() < 1.6


@pytest.mark.filterwarnings("ignore:ERFA function")
@pytest.mark.parametrize(
    ("year", "spread"),
    [(1600, 6), (1750, 4), (1900, 3), (2100, 3), (2199, 4), (1000, 60), (2998, 60)],
)
def test_sofa_gives_the_same_steps_in_other_centuries(maker, year, spread):
    # Delta-T is constant within the year; SOFA's series loses seconds far from 2000.
    dynamical = maker.solar_terms(maker.Sky(), year, year + 1)
    delta = (dynamical - maker.POSIX_EPOCH) * 86400 - TERMS[24 * year : 24 * year + 24]
    assert np.ptp(delta) < spread


@pytest.mark.filterwarnings("ignore:ERFA function")
def test_sofa_gives_the_same_new_moons(maker):
    dynamical = maker.new_moons(maker.Sky(), 2457388.5, 2457388.5 + 1461)  # 2016 to 2019
    utc1, utc2 = erfa.taiutc(*erfa.tttai(dynamical, np.zeros(dynamical.size)))
    made = (utc1 - maker.POSIX_EPOCH + utc2) * 86400
    moons = tables.new_moons()
    index = np.abs(moons[:, None] - made).argmin(axis=0)
    # moon98 is good to some 10 arc seconds: half a minute.
    assert np.abs(made - moons[index]).max() < 40
    assert (np.diff(index) == 1).all() and index.size >= 49


def test_the_table_is_whole():
    assert TERMS[0] < seconds("0000-04-01") and TERMS[-1] > seconds("3001-12-31")
    assert 14.6 * 86400 < np.diff(TERMS).min() and np.diff(TERMS).max() < 15.8 * 86400
    years = (TERMS[24::24] - TERMS[:-24:24]) / 86400
    assert np.abs(years - 365.2423).max() < 0.03
    for year in (1, 1000, 2024, 3000):
        assert str(np.datetime64(int(TERMS[24 * year]), "s")).startswith(f"{year:04d}-03-")
    moons = np.diff(tables.new_moons()) / 86400
    assert 29.2 < moons.min() and moons.max() < 29.9


def test_the_table_is_small():
    assert (ROOT / "yarrow" / "charts" / "data" / "calendar.npz").stat().st_size < 1_000_000


def test_mean_terms_divide_the_year():
    mean = tables.mean_terms()
    assert mean.size == TERMS.size
    assert (mean[18::24] == TERMS[18::24]).all()
    steps = np.diff(mean)
    assert steps.min() > 15.2 * 86400 and steps.max() < 15.24 * 86400
    furthest = np.abs(mean - TERMS)[24:-24].max() / 86400
    assert 2 < furthest < 2.9


def test_uncertainty_grows_away_from_the_present():
    values = [tables.uncertainty(year) for year in (0, 500, 1000, 1500, 1700, 1900, 2000)]
    assert values == sorted(values, reverse=True) and values[-1] == 1
    values = [tables.uncertainty(year) for year in (2020, 2050, 2200, 3000)]
    assert values == sorted(values) and values[-1] > 1800


@pytest.mark.parametrize(
    ("year", "month"),
    [(2001, 4), (2004, 2), (2006, 7), (2009, 5), (2012, 4), (2014, 9), (2017, 6), (2020, 4),
     (2023, 2), (2025, 6), (2028, 5), (2031, 3), (2033, 11)],
)  # fmt: skip
def test_leap_months(year, month):
    # As in the tables of the Hong Kong Observatory and GB/T 33661-2017; 2033 is the famous one.
    months = tables.lunar_months()
    assert [int(m) for m in months.month[(months.year == year) & months.leap]] == [month]


def test_years_without_a_leap_month():
    months = tables.lunar_months()
    for year in (2000, 2002, 2003, 2024, 2026, 2034):
        assert not months.leap[months.year == year].any()
        assert (months.year == year).sum() == 12


@pytest.mark.parametrize(
    ("year", "china", "korea"),
    [
        (1997, "1997-02-07", "1997-02-08"),
        (2024, "2024-02-10", "2024-02-10"),
        (2027, "2027-02-06", "2027-02-07"),
        (2028, "2028-01-26", "2028-01-27"),
    ],
)
def test_new_year_in_china_and_in_korea(year, china, korea):
    for offset, expected in ((None, china), (9 * 3600, korea)):
        months = tables.lunar_months(offset)
        first = months.start[(months.year == year) & (months.month == 1) & ~months.leap]
        assert [str(np.datetime64(int(day), "D")) for day in first] == [expected]


def test_lunar_months_are_29_or_30_days_and_numbered_in_order():
    months = tables.lunar_months()
    assert set(np.diff(months.start)) == {29, 30}
    ordinal = months.year * 12 + months.month - 1
    step = np.diff(ordinal)
    assert ((step == 1) | ((step == 0) & months.leap[1:])).all()
    assert not (months.leap[1:] & months.leap[:-1]).any()


def test_beijing_time_until_1928():
    # The new moons of these months fall between midnight of UTC+8 and of Beijing's own time, and
    # the printed calendars (tables of the Hong Kong Observatory) begin them a day earlier.
    for year, month, day in (
        (1914, 10, "1914-11-17"), (1916, 1, "1916-02-03"), (1920, 10, "1920-11-10"),
    ):  # fmt: skip
        found = []
        for offset in (None, 8 * 3600):
            months = tables.lunar_months(offset)
            at = (months.year == year) & (months.month == month) & ~months.leap
            found.append(str(np.datetime64(int(months.start[at][0]), "D")))
        assert found[0] == day and found[1] != day
