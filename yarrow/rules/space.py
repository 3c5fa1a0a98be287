"""All charts that there are, in pieces that stay in the processor's cache.

六爻: 64 hexagrams x 64 movements x 60 days x 12 months. 大六壬: 720 lessons x day and night x 12
months. Year, persons, sex and hour are not told, so that what depends on them is unknown. A chart
is known by its place 0 .. size - 1; charts that follow each other are far apart, so that any run
of places is a fair sample. To count them all, 六爻 is taken day by day (see `unit_environment`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from yarrow.charts import liuren, liuyao, liuyao_conventions
from yarrow.rules import liuren_base, liuyao_base
from yarrow.rules.evaluate import Env

SIZE = {"liuyao": 64 * 64 * 60 * 12, "liuren": 720 * 2 * 12}
UNIT = {"liuyao": 12 * 64 * 64, "liuren": 17_280}  # charts that are counted together
_STRIDE = {"liuyao": 1_822_559, "liuren": 10_679}  # near the golden section, and prime to the size
PIECE = 1 << 14  # charts evaluated at a time: masks of 64 KB


def axes(art: str, places) -> dict[str, np.ndarray]:
    """The charts of some places: hexagram, moves, day, month; or day, shift, night, month."""
    index = np.asarray(places, np.int64) * _STRIDE[art] % SIZE[art]
    rest, month = np.divmod(index, 12)
    if art == "liuren":
        rest, night = np.divmod(rest, 2)
        day, shift = np.divmod(rest, 12)
        return {"day": day, "shift": shift, "night": night, "month": month}
    rest, day = np.divmod(rest, 60)
    hexagram, moves = np.divmod(rest, 64)
    return {"hexagram": hexagram, "moves": moves, "day": day, "month": month}


def batch(art: str, slug: str, places):
    """The charts of some places as a `Liuyao` or a `Liuren`, by the conventions of a text."""
    told = axes(art, places)
    if art == "liuren":
        return liuren.cast(**told)
    return liuyao.lay(**told, conventions=liuyao_conventions.BY_TEXT[slug])


def environment(art: str, slug: str, places, keep: frozenset[str] | None = None) -> Env:
    """Some places as an environment. keep: see `evaluate.Env`."""
    charts = batch(art, slug, places)
    env = (liuren_base.environment(charts, text=slug) if art == "liuren"
           else liuyao_base.environment(charts))
    env.keep = keep
    return env


def pieces(art: str, start: int = 0, end: int | None = None) -> Iterator[np.ndarray]:
    """The places from start to end (all of them), a piece at a time."""
    end = SIZE[art] if end is None else end
    for first in range(start, end, PIECE):
        yield np.arange(first, min(first + PIECE, end))


# -- 六爻 day by day ------------------------------------------------------------------------------

_PAIRS = np.arange(64 * 64)  # hexagram and moves
_MONTHS = np.arange(12, dtype=np.uint8)[:, None]


def unit(art: str, number: int) -> np.ndarray:
    """The places of the charts of a unit. 六爻: those of one day, by month, hexagram and moves."""
    if art == "liuren":
        return np.arange(number * UNIT[art], (number + 1) * UNIT[art])
    index = ((_PAIRS * 60 + number) * 12 + _MONTHS).ravel()
    return index * pow(_STRIDE[art], -1, SIZE[art]) % SIZE[art]


def unit_environment(art: str, slug: str, number: int, keep: frozenset[str]) -> Env:
    """The charts of a unit, in the order of `unit`. Of 六爻 an array (12, 4096), with environments
    of the same charts that are told less: what does not ask for the month is worked out on 4,096
    charts, and what does not ask for the day once for all units of a process."""
    if art == "liuren":
        return environment(art, slug, unit(art, number), keep)
    dayless, timeless = without_day(slug, keep)
    day = np.array([number], np.uint8)
    monthless = _told(slug, keep, day, None, (timeless,))
    return _told(slug, keep, day, _MONTHS, (monthless, dayless))


@lru_cache(maxsize=8)
def without_day(slug: str, keep: frozenset[str]) -> tuple[Env, Env]:
    """All charts without their day, and without their day and month."""
    timeless = _told(slug, keep, None, None, ())
    return _told(slug, keep, None, _MONTHS, (timeless,)), timeless


def _told(slug: str, keep: frozenset[str], day, month, less: tuple[Env, ...]) -> Env:
    """All hexagrams and moves on a day and in some months; None is kept back."""
    charts = liuyao.lay(_PAIRS >> 6, _PAIRS & 63, day=0, month=0,
                        conventions=liuyao_conventions.BY_TEXT[slug])
    env = liuyao_base.environment(liuyao_base.retold(charts, day=day, month=month))
    env.keep, env.less = keep, less
    return env
