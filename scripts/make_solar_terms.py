#!/usr/bin/env python3
"""Make yarrow/charts/data/calendar.npz: every solar term and new moon of the years 0000 to 3001.

The library that the calendar ships needs no astronomy at run time; this script is where the
table comes from, and whoever doubts it can make it again:

    pip install "de406==1997.1" "jplephem==2.24" "pyerfa==2.0.1.5" "skyfield==1.55" numpy
    python scripts/make_solar_terms.py            # about a minute, writes the table
    python scripts/make_solar_terms.py --check    # makes it and compares with the one there

How each instant is found:
- Earth, Moon and Sun: JPL's ephemeris DE406 (to March 3000; the ten months after it by SOFA's
  series), read by jplephem.
- Apparent geocentric longitude of date: light time, aberration (erfa.ab), the ecliptic of date by
  the long-term precession of Vondrak, Capitaine and Wallace 2011 (erfa.ltecm), and nutation in
  longitude by IAU 2000A (erfa.nut06a). A solar term is where the Sun's is a multiple of 15
  degrees, a new moon where the Moon's equals it.
- From TT to the clock: UTC with its leap seconds from 1972 to the year LEAP_SECONDS_TO; outside
  it UT1, by the Delta-T curve that skyfield bundles (IERS observations, and the splines of
  Stephenson, Morrison, Hohenkerk 2016 as revised in 2020 by Morrison et al.).

The file holds seconds of POSIX time (days of 86,400 seconds from 1970), rounded to the nearest
second: `term_first`, `term_steps` (differences between neighbours), `moon_first`, `moon_steps`.
Term 0 is a 春分 (longitude 0).
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import erfa
import numpy as np

TARGET = Path(__file__).parent.parent / "yarrow" / "charts" / "data" / "calendar.npz"
FIRST_YEAR, LAST_YEAR = 0, 3001
LEAP_SECONDS_TO = 2027  # no leap second is announced up to here
J2000, YEAR, MONTH, SECONDS = 2451545.0, 365.2422, 29.530588, 86400.0
POSIX_EPOCH = 2440587.5
KM_PER_AU, KM_A_DAY = erfa.DAU / 1000, erfa.CMPS / 1000 * SECONDS  # the second: of light


class Sky:
    """Apparent longitudes of Sun and Moon, in radians, for arrays of TT Julian days.

    ephemeris: jplephem's of DE406; None takes SOFA's series throughout (good to a second of time
    from 1900 to 2100), which is what the tests do.
    """

    def __init__(self, ephemeris=None):
        self.ephemeris = ephemeris

    @classmethod
    def of_de406(cls) -> Sky:
        import de406
        from jplephem.ephem import Ephemeris

        return cls(Ephemeris(de406))

    def _bodies(self, tt):
        """Earth, its rate a day, Sun, and Moon from the Earth: (3, n) arrays of km.

        DE406 ends in March 3000, and the table ten months later. The rest comes from SOFA's
        series, which on the last thirty years of DE406 differ from it by at most 0.8" (Earth) and
        18" (Moon): 20 and 35 seconds of time, where Delta-T is unknown by half an hour.
        """
        if self.ephemeris is None:
            return self._series(tt)
        inside = np.minimum(tt, self.ephemeris.jomega)
        barycentre, rate = self.ephemeris.position_and_velocity("earthmoon", inside)
        moon, moon_rate = self.ephemeris.position_and_velocity("moon", inside)
        share = self.ephemeris.earth_share
        earth, earth_rate = barycentre - moon * share, rate - moon_rate * share
        bodies = earth, earth_rate, self.ephemeris.position("sun", inside), moon
        late = tt > self.ephemeris.jomega
        if late.any():
            for body, rest in zip(bodies, self._series(tt[late]), strict=True):
                body[:, late] = rest
        return bodies

    @staticmethod
    def _series(tt):
        heliocentric, barycentric = erfa.epv00(tt, 0.0)
        moon = erfa.moon98(tt, 0.0)["p"]
        sun = barycentric["p"] - heliocentric["p"]
        return tuple(
            vector.T * KM_PER_AU for vector in (barycentric["p"], barycentric["v"], sun, moon)
        )

    def _apparent(self, tt, place):
        """Longitude of the body whose barycentric position is place(bodies)."""
        bodies = self._bodies(tt)
        earth, earth_rate, sun, _ = bodies
        vector = place(bodies) - earth
        for _ in range(2):
            light_days = np.sqrt((vector**2).sum(axis=0)) / KM_A_DAY
            vector = place(self._bodies(tt - light_days)) - earth
        velocity = earth_rate / KM_A_DAY
        proper = erfa.ab(
            (vector / np.sqrt((vector**2).sum(axis=0))).T,
            velocity.T,
            np.sqrt(((sun - earth) ** 2).sum(axis=0)) / KM_PER_AU,
            np.sqrt(1 - (velocity**2).sum(axis=0)),
        )
        ecliptic = np.einsum("nij,nj->ni", erfa.ltecm(2000 + (tt - J2000) / 365.25), proper)
        nutation, _ = erfa.nut06a(tt, 0.0)
        return (np.arctan2(ecliptic[:, 1], ecliptic[:, 0]) + nutation) % (2 * np.pi)

    def sun(self, tt):
        return self._apparent(tt, lambda bodies: bodies[2])

    def moon(self, tt):
        return self._apparent(tt, lambda bodies: bodies[0] + bodies[3])


def wrapped(angle):
    """The angle in radians brought between -pi and pi."""
    return (angle + np.pi) % (2 * np.pi) - np.pi


def solve(guess, error, rate):
    """Newton with a fixed rate, on arrays: the times at which error(time) is zero."""
    for _ in range(40):
        step = wrapped(error(guess)) / rate
        guess = guess - step
        if np.abs(step).max() < 2e-7:  # 0.02 s
            return guess
    raise RuntimeError(f"no convergence: {np.abs(step).max()} days")


def solar_terms(sky: Sky, first: int, last: int):
    """TT Julian days of the terms from the 春分 of one year to that of another, exclusive."""
    count = (last - first) * 24
    number = np.arange(count)
    equinox = 2451623.8 + (first - 2000) * YEAR  # near 2000-03-20
    guess = equinox + number * YEAR / 24
    target = number % 24 * np.radians(15)
    return solve(guess, lambda t: sky.sun(t) - target, 2 * np.pi / YEAR)


def new_moons(sky: Sky, first_day: float, last_day: float):
    """TT Julian days of the new moons between two days."""
    number = np.arange(int((last_day - first_day) / MONTH) + 4) - 1
    start = 2451550.26 + np.floor((first_day - 2451550.26) / MONTH) * MONTH  # near 2000-01-06
    # The synodic month has changed little: the drift over 2,000 years is hours.
    guess = start + number * MONTH
    rate = 2 * np.pi / MONTH
    return np.unique(np.round(solve(guess, lambda t: sky.moon(t) - sky.sun(t), rate), 7))


def posix(tt) -> np.ndarray:
    """POSIX seconds, to the nearest second, of TT Julian days."""
    from skyfield.api import load

    scale = load.timescale(builtin=True)
    time = scale.tt_jd(tt)
    ut1 = (tt - POSIX_EPOCH) * SECONDS - time.delta_t
    leap_dates, leap_offsets = scale.leap_dates, scale.leap_offsets
    offset = leap_offsets[np.clip(np.searchsorted(leap_dates, tt, "right") - 1, 0, None)]
    utc = (tt - POSIX_EPOCH) * SECONDS - 32.184 - offset
    year = 2000 + (tt - J2000) / 365.25
    return np.round(np.where((year >= 1972) & (year < LEAP_SECONDS_TO), utc, ut1)).astype(np.int64)


def table(sky: Sky) -> dict[str, np.ndarray]:
    terms = posix(solar_terms(sky, FIRST_YEAR, LAST_YEAR + 1))
    span = terms[[0, -1]] / SECONDS + POSIX_EPOCH
    moons = posix(new_moons(sky, span[0], span[1]))
    return {
        "term_first": terms[:1],
        "term_steps": np.diff(terms).astype(np.int32),
        "moon_first": moons[:1],
        "moon_steps": np.diff(moons).astype(np.int32),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    arguments = parser.parse_args()
    made = table(Sky.of_de406())
    if not arguments.check:
        TARGET.parent.mkdir(parents=True, exist_ok=True)
        np.savez_compressed(TARGET, **made)
        print(f"{TARGET}: {TARGET.stat().st_size} bytes")
        return 0
    there = np.load(TARGET)
    worst = 0
    for name in ("term", "moon"):
        new, old = (
            np.cumsum(np.concatenate([t[f"{name}_first"], t[f"{name}_steps"].astype(np.int64)]))
            for t in (made, there)
        )
        if new.shape != old.shape:
            print(f"{name}: {new.size} instants made, {old.size} in the file")
            return 1
        difference = np.abs(new - old)
        worst = max(worst, int(difference.max()))
        differ = np.count_nonzero(difference)
        print(f"{name}: {new.size} instants, {differ} differ, at most {difference.max()} s")
    return int(worst > 1)


if __name__ == "__main__":
    sys.exit(main())
