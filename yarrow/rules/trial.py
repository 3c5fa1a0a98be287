"""One example on its charts: which of those that its facts leave open satisfy all that is said."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial

import numpy as np

from yarrow.charts import liuren_generals, liuren_lessons, liuyao_conventions
from yarrow.charts.ganzhi import PILLARS
from yarrow.errors import YarrowError
from yarrow.rules import facts, liuren_base, liuyao_base
from yarrow.rules.evaluate import Env, truth
from yarrow.rules.language import Node, parse
from yarrow.rules.load import vocabulary
from yarrow.rules.records import Example
from yarrow.rules.values import FALSE, TRUE, UNKNOWN

CONFIRMED, CONTRADICTED, UNDERDETERMINED = "confirmed", "contradicted", "underdetermined"
# Facts that are run through, one after another, where what is said depends on them.
_OPEN = {"liuren": ("night", "month", "birth", "age", "year"), "liuyao": ("year", "birth", "sex")}
MOST = 200_000  # charts beyond which no open fact is run through
PIECE = 1 << 16  # charts that are looked at together


@dataclass(frozen=True)
class Said:
    """A statement of an example, as it is tested: a compact fact, or a line of the language.

    words, passage, start: where the text states it. given: whether it picks the chart out.
    """

    words: str
    passage: str
    start: int
    given: bool
    fact: str = ""
    that: str = ""


@dataclass(frozen=True)
class School:
    """Conventions by which an example is computed; those of its text where nothing else is said.

    charts: of the engine, names to readings. language: options of the words. name: for people.
    """

    name: str = ""
    charts: tuple[tuple[str, object], ...] = ()
    language: tuple[tuple[str, object], ...] = ()


@dataclass(frozen=True)
class Trial:
    """What came of it.

    status: confirmed, contradicted or underdetermined. charts: how many the facts leave open; fits:
    on how many of them all holds. chart: one that fits, or else one that comes nearest, in compact
    facts ("" where the facts themselves agree with no chart; `fault` says why). failing: numbers of
    the statements that are false on it. unknown: those that want a fact which no chart tells.
    days: those of the named days on which nothing fits. env: an environment of that one chart.
    """

    status: str
    charts: int = 0
    fits: int = 0
    chart: str = ""
    failing: tuple[int, ...] = ()
    unknown: tuple[int, ...] = ()
    days: tuple[str, ...] = ()
    fault: str = ""
    env: Env | None = field(default=None, repr=False, compare=False)
    at: int = -1


def statements(example: Example) -> tuple[Said, ...]:
    """The statements of an example, those that are given first."""
    return tuple(
        Said(one.words, one.passage, one.span.start, given, one.fact,
               one.that.source if one.that else "")
        for given, some in ((True, example.given), (False, example.asserts)) for one in some
    )


@lru_cache(maxsize=20_000)
def node_of(source: str, art: str, slug: str) -> Node:
    """The tree of a line of the language. YarrowError if it is none."""
    return parse(source, vocabulary(art, slug))


def trial(art: str, slug: str, tested: Sequence[Said], holds: str = "every",
          school: School = School()) -> Trial:
    """Try the statements of an example on the charts that its facts leave open.

    Where no compact fact is given, all charts are tried. Where days are named, each of them must
    have a chart on which all holds; with holds: every all its charts must have. A chart counts if
    no statement is false there; what depends on a fact which is not told (day or night, the month,
    the birth year) is tried with all its values.
    """
    try:
        nodes = [node_of(one.that, art, slug) if one.that else None for one in tested]
        words = " ".join(one.fact for one in tested if one.fact)
        told = facts.read(art, words) if words else facts.Facts(art)
        environment = _environment(art, slug, told, school)
        for charts in _charts(art, slug, told, school):
            said = _said([node for node in nodes if node is not None], charts, environment)
            live = (said != FALSE).all(0)
            if not (said[:, live] == UNKNOWN).any():
                break
    except YarrowError as error:
        return Trial(CONTRADICTED, fault=error.faults[0].what, failing=tuple(
            n for n, one in enumerate(tested) if one.fact))
    numbers = [n for n, node in enumerate(nodes) if node is not None]
    given = np.array([tested[n].given for n in numbers], bool)
    found = _judged(art, charts, told, said, given, numbers, holds)
    return replace(found, env=environment(charts[found.at : found.at + 1]))


def _said(nodes: Sequence[Node], charts, environment: Callable[..., Env]) -> np.ndarray:
    """What each line is on each chart; a piece of the charts at a time, so that memory is bounded."""
    said = np.empty((len(nodes), len(charts.day)), np.int8)
    for first in range(0, len(charts.day), PIECE):
        env = environment(charts[first : first + PIECE])
        for row, node in zip(said, nodes, strict=True):
            row[first : first + PIECE] = truth(node, env).data
    return said


def _judged(art, charts, told, said, given, numbers, holds) -> Trial:
    live = (said != FALSE).all(0)
    sure = (said == TRUE).all(0)
    picked = (said[given] != FALSE).all(0)
    days, n = charts.day, len(charts.day)
    barren = tuple(PILLARS[day] for day in told.days or () if not live[days == day].any())
    if barren or not live.any():
        among = np.isin(days, [PILLARS.index(day) for day in barren]) if barren else np.full(n, True)
        score = ((said != FALSE) * np.where(given, 100, 1)[:, None]).sum(0)
        at = int(np.where(among, score, -1).argmax())
        failing = tuple(n for n, value in zip(numbers, said[:, at]) if value == FALSE)
        return Trial(CONTRADICTED, n, int(sure.sum()), facts.write(art, charts, at), failing,
                     (), barren, at=at)
    asserted = not given.all()
    if holds == "every":
        good = bool((sure == picked).all())
    else:
        good = all(sure[days == day].any() for day in told.days) if told.days else bool(sure.any())
    at = int(sure.argmax() if sure.any() else live.argmax())
    unknown = tuple(n for n, values in zip(numbers, said[:, live]) if (values == UNKNOWN).any())
    failing = ()
    if not good and not unknown:
        failing = tuple(n for n, values in zip(numbers, said[:, picked]) if (values == FALSE).any())
    return Trial(CONFIRMED if good and asserted else UNDERDETERMINED, int(picked.sum()),
                 int(sure.sum()), facts.write(art, charts, at), failing, unknown, at=at)


def _environment(art: str, slug: str, told: facts.Facts, school: School) -> Callable[..., Env]:
    """What makes an environment of charts of some facts."""
    if art == "liuren":
        return partial(liuren_base.environment, sex=told.get("sex"), persons=told.persons, text=slug,
                       **dict(school.language))
    return partial(liuyao_base.environment, use=told.use, **dict(school.language))


def _charts(art: str, slug: str, told: facts.Facts, school: School) -> Iterator:
    """The charts of some facts; then again with one more open fact run through, while they are few."""
    changes = dict(school.charts)
    if art == "liuren":
        conventions = replace(liuren_lessons.DEFAULT, **changes)
    else:
        conventions = replace(liuyao_conventions.BY_TEXT[slug], **changes)
    names = _OPEN[art]
    for count in range(len(names) + 1):
        charts = facts.charts(told, conventions, names[:count])
        if count and len(charts.day) > MOST:
            return
        yield charts


def schools(art: str, slug: str) -> Iterator[School]:
    """Every convention that differs from the text's in one point."""
    if art == "liuyao":
        own = liuyao_conventions.BY_TEXT[slug]
        for name, readings in liuyao_conventions.OPTIONS.items():
            for reading in readings:
                if reading != getattr(own, name):
                    yield School(f"{name}={str(reading).lower()}", ((name, reading),))
        return
    own = liuren_lessons.DEFAULT
    points = {**liuren_lessons.READINGS, "nobleman": tuple(liuren_generals.NOBLEMEN)}
    del points["daytime"]  # of clocks, not of charts
    for name, readings in points.items():
        for reading in readings:
            if reading != getattr(own, name):
                more = (("shehai", "depth"),) if name.startswith("depth_") else ()
                yield School(f"{name}={str(reading).lower()}", ((name, reading), *more))
    taught = liuren_base.conventions_of(slug)
    for name, readings in liuren_base.CONVENTIONS.items():
        for reading in readings:
            if reading != taught[name]:
                yield School(f"{name}={reading}", (), ((name, reading),))
