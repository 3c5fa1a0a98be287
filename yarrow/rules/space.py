"""All charts that there are, in pieces that stay in the processor's cache.

六爻: 64 hexagrams x 64 movements x 60 days x 12 months. 大六壬: 720 lessons x day and night x 12
months. Year, persons, sex and hour are not told, so that what depends on them is unknown. A chart
is known by its place 0 .. size - 1; charts that follow each other are far apart, so that any run
of places is a fair sample.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from yarrow.charts import liuren, liuyao, liuyao_conventions
from yarrow.rules import liuren_base, liuyao_base
from yarrow.rules.evaluate import Env

SIZE = {"liuyao": 64 * 64 * 60 * 12, "liuren": 720 * 2 * 12}
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
