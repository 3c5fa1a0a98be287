"""The Sun over a place, against SOFA's Sun."""

import erfa
import numpy as np
import pytest

from yarrow.charts.calendar import moment
from yarrow.charts.calendar_sun import (
    HORIZON,
    altitude,
    declination_and_equation,
    rise_and_set,
)

pytestmark = pytest.mark.filterwarnings("ignore:ERFA function")
JD = 2440587.5


def sun(posix, delta):
    """Apparent right ascension, declination and Greenwich sidereal time (radians) by SOFA.

    delta: TT minus UT in seconds at that time.
    """
    ut = np.asarray(posix, float) / 86400
    tt = ut + delta / 86400
    heliocentric, barycentric = erfa.epv00(JD, tt)
    velocity = barycentric["v"] / (erfa.CMPS / erfa.DAU * 86400)
    direction = -heliocentric["p"]
    distance = np.sqrt((direction**2).sum(axis=-1))
    factor = np.sqrt(1 - (velocity**2).sum(axis=-1))
    proper = erfa.ab(direction / distance[..., None], velocity, distance, factor)
    ascension, declination = erfa.c2s(erfa.rxp(erfa.pnm06a(JD, tt), proper))
    return ascension, declination, erfa.gst06a(JD, ut, JD, tt)


# Year and Delta-T, as skyfield has it, to the second.
@pytest.mark.parametrize(("year", "delta"), [(1600, 108), (1900, -2), (2024, 69), (2200, 222)])
def test_declination_and_equation_of_time(year, delta):
    start = np.datetime64(f"{year}-01-01T12:00", "s").astype(np.int64)
    posix = start + np.arange(0, 366, 3) * 86400
    ascension, declination, sidereal = sun(posix, delta)
    ours, equation = declination_and_equation(posix)
    assert np.degrees(np.abs(ours - declination)).max() < 0.003
    # At 12:00 UT the mean Sun is on the meridian of Greenwich; the true one's hour angle is the
    # equation of time.
    true = np.degrees((sidereal - ascension + np.pi) % (2 * np.pi) - np.pi) * 240
    assert np.abs(true - equation).max() < 1.5


@pytest.mark.parametrize(
    ("latitude", "longitude"),
    [(39.9, 116.4), (37.57, 126.98), (21.03, 105.85), (-33.87, 151.21), (59.91, 10.75)],
    ids=["Beijing", "Seoul", "Hanoi", "Sydney", "Oslo"],
)
def test_at_rise_and_set_the_upper_edge_is_on_the_horizon(latitude, longitude):
    days = np.arange(19700, 19700 + 365, 5)
    for edge in rise_and_set(days, latitude, longitude):
        ascension, declination, sidereal = sun(edge, 69)
        hour = sidereal + np.radians(longitude) - ascension
        phi = np.radians(latitude)
        altitude = np.arcsin(
            np.sin(phi) * np.sin(declination) + np.cos(phi) * np.cos(declination) * np.cos(hour)
        )
        # 0.01 degrees is two and a half to five seconds of time at these latitudes.
        assert np.abs(np.degrees(altitude) + 0.8333).max() < 0.02


def test_rise_comes_before_noon_and_set_after():
    rise, sink = rise_and_set(np.arange(19700, 20065), 37.57, 126.98)
    noon = np.arange(19700, 20065) * 86400 + 43200 - 126.98 * 240
    assert (rise < noon).all() and (noon < sink).all()
    assert 9.4 * 3600 < (sink - rise).min() and (sink - rise).max() < 14.9 * 3600


def test_seoul_solstice_of_2024():
    # Korea's almanac: 21 June 2024, Seoul, 05:11 and 19:57.
    m = moment("2024-06-21 12:00", "Asia/Seoul", latitude=37.57, longitude=126.98)
    printed = np.array(["2024-06-21T05:11", "2024-06-21T19:57"], "datetime64[s]").astype(int)
    # To the minute; the almanac's place in Seoul is not exactly ours.
    assert np.abs(np.array([m.sunrise, m.sunset]) + 9 * 3600 - printed).max() < 60
    assert m.daylight


@pytest.mark.parametrize(
    ("when", "latitude", "up"),
    [("2024-06-21 00:30", 78.2, True), ("2024-12-21 12:00", 78.2, False),
     ("2024-12-21 00:30", -78.2, True), ("2024-06-21 12:00", -78.2, False)],
)  # fmt: skip
def test_polar_day_and_night(when, latitude, up):
    m = moment(when, "+01:00", latitude=latitude, longitude=15.6)
    assert (m.sunrise, m.sunset, m.daylight) == (None, None, up)


def test_day_and_night_by_the_real_sun():
    place = {"latitude": 39.9, "longitude": 116.4, "hours_by": "clock"}
    times = ("07:00", "08:00", "16:30", "17:30")
    found = [moment(f"2024-12-21 {time}", "+08:00", **place).daylight for time in times]
    assert found == [False, True, True, False]


def test_the_sun_still_up_after_midnight():
    # Trondheim, 21 June 2024: the Sun sets at 23:38 and rises at 03:02; Tromsø's never sets. By
    # a clock two hours ahead of the Sun it sets after midnight, and the day before's still counts.
    place = {"latitude": 63.43, "longitude": 10.4, "hours_by": "clock"}
    assert moment("2024-06-22 00:30", "+03:00", **place).daylight
    assert not moment("2024-06-22 01:30", "+03:00", **place).daylight


def test_a_zone_across_the_date_line():
    # Kiritimati keeps UTC+14 at 157 degrees west.
    m = moment("2024-03-20 12:00", "Pacific/Kiritimati", latitude=1.87, longitude=-157.4)
    told = m.as_dict()
    assert told["sunrise"].startswith("2024-03-20T06:3") and told["daylight"]
    assert told["sunset"].startswith("2024-03-20T18:4")


def test_rise_and_set_are_where_daylight_changes():
    for place in ((39.9, 116.4), (-33.87, 151.21), (59.91, 10.75)):
        for edges in zip(*rise_and_set(np.arange(19700, 20000, 30), *place), strict=True):
            for edge, side in zip(edges, (1, -1), strict=True):
                assert altitude(edge + side * 20, *place) > HORIZON
                assert altitude(edge - side * 20, *place) < HORIZON


def test_sunrise_is_flagged():
    place = {"latitude": 39.9, "longitude": 116.4}
    edge = moment("2024-12-21 12:00", "+08:00", **place).sunrise
    minutes = moment(f"2024-12-21 07:{(edge + 8 * 3600) // 60 % 60:02d}", "+08:00", **place)
    (flag,) = [flag for flag in minutes.flags if flag.boundary == "sunrise"]
    assert flag.seconds == minutes.instant - edge and abs(flag.seconds) < 60 and flag.doubtful
