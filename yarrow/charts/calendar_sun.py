"""The Sun over one place: equation of time, sunrise and sunset, on numbers or arrays.

The formulas are the low-precision ones of Meeus, *Astronomical Algorithms*, 2nd edition, chapters
25 (the Sun to 0.01 degrees) and 28, and the usual altitude of -0.8333 degrees for the Sun's upper
edge on a level horizon (34' of refraction, 16' of radius). Against SOFA's Sun the equation of time
is within 1.3 seconds and the declination within 0.003 degrees from 1600 to 2200 (27 seconds and
0.05 degrees in the year 1, 12 and 0.02 in 3000), and at the computed sunrise the Sun's edge is
within 0.02 degrees of the horizon. Real refraction differs from the usual by far more.
"""

from __future__ import annotations

import numpy as np

DAY = 86400
HORIZON = np.radians(-0.8333)


def declination_and_equation(posix):
    """The Sun's declination in radians and the equation of time in seconds, at POSIX seconds.

    The equation of time is true minus mean solar time.
    """
    centuries = (np.asarray(posix, float) / DAY - 10957.5) / 36525
    mean_longitude = 280.46646 + centuries * (36000.76983 + centuries * 0.0003032)
    anomaly = np.radians(357.52911 + centuries * (35999.05029 - centuries * 0.0001537))
    centre = (
        (1.914602 - centuries * (0.004817 + centuries * 0.000014)) * np.sin(anomaly)
        + (0.019993 - centuries * 0.000101) * np.sin(2 * anomaly)
        + 0.000289 * np.sin(3 * anomaly)
    )
    node = np.radians(125.04 - 1934.136 * centuries)
    nutation = -0.00478 * np.sin(node)
    longitude = np.radians(mean_longitude + centre - 0.00569 + nutation)
    obliquity = np.radians(23.439291 - 0.0130042 * centuries + 0.00256 * np.cos(node))
    ascension = np.degrees(np.arctan2(np.cos(obliquity) * np.sin(longitude), np.cos(longitude)))
    degrees = mean_longitude - 0.0057183 - ascension + nutation * np.cos(obliquity)
    declination = np.arcsin(np.sin(obliquity) * np.sin(longitude))
    return declination, ((degrees + 180) % 360 - 180) * 240


def altitude(posix, latitude, longitude):
    """The altitude of the Sun's centre in radians over a place, without refraction."""
    declination, equation = declination_and_equation(posix)
    solar = (np.asarray(posix, float) + np.asarray(longitude) * 240 + equation) % DAY
    hour_angle = (solar / DAY - 0.5) * 2 * np.pi
    latitude = np.radians(latitude)
    return np.arcsin(
        np.sin(latitude) * np.sin(declination)
        + np.cos(latitude) * np.cos(declination) * np.cos(hour_angle)
    )


def rise_and_set(day, latitude, longitude):
    """Sunrise before and sunset after the mean noon of a longitude on a day, as POSIX seconds.

    day: days from 1970-01-01 as the mean solar clock of the place counts them; latitude and
    longitude: degrees, north and east positive. Floats; where the Sun does not rise or does not
    set that day both are NaN.
    """
    latitude = np.radians(latitude)
    mean_noon = np.asarray(day, float) * DAY + DAY / 2 - np.asarray(longitude) * 240
    times = []
    for side in (-1, 1):
        instant = mean_noon
        for _ in range(3):
            declination, equation = declination_and_equation(instant)
            cosine = (np.sin(HORIZON) - np.sin(latitude) * np.sin(declination)) / (
                np.cos(latitude) * np.cos(declination)
            )
            # Clipped so that a Sun that only just rises is still found in the next round.
            angle = np.arccos(np.clip(cosine, -1, 1))
            instant = mean_noon - equation + side * angle / (2 * np.pi) * DAY
        times.append(np.where(np.abs(cosine) <= 1, instant, np.nan))
    missing = np.isnan(times[0]) | np.isnan(times[1])
    return tuple(np.where(missing, np.nan, time) for time in times)
