"""How words of 六爻 run: sets of seats over a `Liuyao` batch, with what is not known kept in doubt.

Property words read the seats of `env.place`: the cast lines, unless 變(…) or 伏(…) say otherwise.
The seats 歲 and 命 have no branch where the year, or the year of birth, is not known: they may
then stand in any relation, and so may what is related to them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import fields

import numpy as np

from yarrow.charts import ganzhi, liuyao
from yarrow.charts.liuyao import CAST, CHANGED, DAY, HIDDEN, LIFE, YEAR, Liuyao
from yarrow.rules.evaluate import Env
from yarrow.rules.values import BRANCHES, ELEMENTS, SEATS, STEMS, UNKNOWN, Set, Truth
from yarrow.rules.words import Word

LINES = CAST | CHANGED | HIDDEN
_PLACES = {"本": CAST, "變": CHANGED, "伏": HIDDEN, "化": CAST | CHANGED}


def environment(charts: Liuyao, use: int | None = None, **options) -> Env:
    """An environment of charts; use: the relation 0..4 that the question takes as 用神, if known."""
    return Env(charts, charts.shape, sys.modules[__name__], CAST, {"use": use, **options})


def circumstance(env: Env, name: str) -> dict:
    """What changes under 本, 變, 伏, 化: the place that property words read; under 丁巳日 and 丑月,
    the day or the month."""
    if name in _PLACES:
        return {"place": _PLACES[name]}
    if name.endswith("日"):
        field, value = "day", ganzhi.PILLARS.index(name[:-1])
    else:
        field, value = "month", ganzhi.BRANCHES.index(name[:-1])
    time = np.full(env.shape, value, np.uint8)
    return {"charts": retold(env.charts, **{field: time})}


def retold(chart: Liuyao, **facts) -> Liuyao:
    """The charts with some facts told otherwise: arrays that broadcast with the rest, unchecked.

    None keeps a fact back. Whatever then asks for it raises `KeptBack`: so a value that comes out
    does not depend on it.
    """
    told = {field.name: vars(chart).get(field.name) for field in fields(chart)} | facts
    other = Liuyao(**told)
    for name, value in told.items():
        if value is None:
            del vars(other)[name]
    return other


def unknown_seats(env: Env) -> np.ndarray | None:
    """The seats of each chart whose branch is not known; None where all are."""
    charts = env.charts
    doubt = None
    for seat, branch in ((YEAR, charts.year), (LIFE, charts.birth)):
        if (branch < 0).any():
            mask = np.where(branch < 0, np.int32(seat), np.int32(0))
            doubt = mask if doubt is None else doubt | mask
    return doubt


def to_seats(env: Env, constants: Set) -> Set:
    """The lines, and the day and the month, that bear some branches, stems, pillars or elements.

    歲 and 命 are left out, known or not: whoever means them names them. Else 克(世, 子) would be in
    doubt on every chart whose year is not known.
    """
    sure, may = _bearers(env, constants)
    rest = np.int32(~(YEAR | LIFE))
    return Set.known(SEATS, sure & rest) if may is sure else Set(SEATS, sure & rest, may & rest)


def bearing(env: Env, seats: Set, constants: Set) -> Set:
    """The members of a set that bear one of the constants."""
    bear, may_bear = _bearers(env, constants, liuyao.union(seats.may))
    doubt = _doubtful(env, seats)
    sure = seats.sure & bear
    if doubt is None and seats.may is seats.sure and may_bear is bear:
        return Set.known(SEATS, sure)
    return Set(SEATS, sure, seats.may & (may_bear if doubt is None else may_bear | doubt))


def _doubtful(env: Env, *sets: Set) -> np.ndarray | None:
    """`unknown_seats`, but None where none of them is in the sets."""
    if not any(liuyao.union(one.may) & (YEAR | LIFE) for one in sets):  # nearly always so
        return None
    return unknown_seats(env)


def _bearers(env: Env, constants: Set, within: int = -1) -> tuple[np.ndarray, np.ndarray]:
    """The seats that bear one of the branches, stems, pillars or elements: surely, and maybe.

    within: a mask of seats that are asked for; others may be left out.
    """
    def seats(mask):
        if constants.kind == BRANCHES:
            return liuyao.seats_in(env.charts, mask, within)
        if constants.kind == ELEMENTS:
            branches = np.zeros(np.shape(mask), np.int32)
            for element, own in enumerate(liuyao.ELEMENT_BRANCHES):
                branches |= np.where(mask >> element & 1, np.int32(own), 0)
            return liuyao.seats_in(env.charts, branches, within)
        find = _pillar_seats_of_each if np.size(mask) > 1 else _pillar_seats
        lines = find(env.charts, constants.kind, np.asarray(mask, np.int64))
        return lines | _day_if(env.charts, constants.kind, mask) if within & DAY else lines
    sure = seats(constants.sure)
    return sure, sure if constants.may is constants.sure else seats(constants.may)


def _numbers(charts: Liuyao, kind: str, *half) -> np.ndarray:
    """The stems of the lines, or their pillars, shape (n, 3, 6); -1 where there is no line."""
    stems = liuyao.line_stems(charts, *half).astype(np.int64)
    branches = liuyao.line_branches(charts).astype(np.int64)
    return np.where(branches < 0, -1, stems if kind == STEMS else ganzhi.pillar_of(stems, branches))


def _pillar_seats(charts: Liuyao, kind: str, mask) -> np.ndarray:
    """Lines with certain stems (STEMS) or stem and branch (PILLARS).

    The stems of a hexagram depend on nothing but itself and, by one convention, the half of the
    year: so they are worked out for the 64 in both halves and looked up.
    """
    every = liuyao.lay(np.arange(64), 63, day=0, month=0, conventions=charts.conventions)
    table = np.stack([_bearing_lines(_numbers(every, kind, half), mask) for half in (False, True)])
    late = 0
    if charts.conventions.qian_stems != "fixed":
        late = ((charts.month >= 7) & (charts.month <= 11)).astype(np.int8)
    seats = table[late, charts.hexagram, 0]
    seats |= (table[late, charts.changed, 0] & charts.moves) << 6
    seats |= (table[late, charts.hexagram, 2] & charts.hidden_lines) << 12
    return seats


def _pillar_seats_of_each(charts: Liuyao, kind: str, mask) -> np.ndarray:
    """The same where each chart has stems or pillars of its own."""
    lines = _bearing_lines(_numbers(charts, kind), mask[..., None, None])
    return lines[..., 0] | lines[..., 1] << 6 | lines[..., 2] << 12


def _bearing_lines(numbers, mask) -> np.ndarray:
    """Of stems or pillars (n, 3, 6), -1 for none, the lines (n, 3) whose number is in the mask."""
    bears = (mask >> np.maximum(numbers, 0) & 1) * (numbers >= 0)
    return (bears << np.arange(6)).sum(-1).astype(np.int32)


def _day_if(charts: Liuyao, kind: str, mask) -> np.ndarray:
    day = charts.day.astype(np.int64) % (10 if kind == STEMS else 60)
    return np.where(mask >> day & 1, np.int32(DAY), np.int32(0))


# --- Makers of words ---------------------------------------------------------------------------


def layered(charts: Liuyao, lines) -> np.ndarray:
    """Lines (6 bits) with the changed and the hidden seats that exist at the same places."""
    lines = np.asarray(lines, np.int32)
    return lines | (lines & charts.moves) << 6 | (lines & charts.hidden_lines) << 12


def quality(zh: str, ko: str, en: str, mask: Callable[[Liuyao], np.ndarray], definition: str,
            source: str, variants: tuple[str, ...] = (), texts: tuple[str, ...] = ()) -> Word:
    """A property of seats, read at the place in force."""
    def run(env):
        return Set.known(SEATS, mask(env.charts) & np.int32(env.place))
    return Word(zh, ko, en, SEATS, run, definition, source, None, variants, texts)


def of_birth(zh, ko, en, mask: Callable, anyone: Callable, definition, source) -> Word:
    """A property of seats that goes by the birth branch.

    mask: charts to seats, with those of the birth branch left out where it is not known; anyone:
    charts to the seats that some birth branch would give.
    """
    def run(env):
        charts, place = env.charts, np.int32(env.place)
        sure, unknown = mask(charts) & place, charts.birth < 0
        if not unknown.any():
            return Set.known(SEATS, sure)
        return Set(SEATS, sure, np.where(unknown, sure | anyone(charts) & place, sure))
    return Word(zh, ko, en, SEATS, run, definition, source)


def at_line(zh, ko, en, lines, definition, source, variants=(), texts=()) -> Word:
    """A property of the six places of a hexagram, which changed and hidden seats share."""
    return quality(zh, ko, en, lambda charts: layered(charts, lines(charts)), definition, source,
                   variants, texts)


def fact(zh, ko, en, value: Callable[[Env], np.ndarray], definition, source, variants=(),
         texts=()) -> Word:
    """A truth about the whole chart, from a boolean array."""
    def run(env):
        return Truth(np.asarray(value(env)).astype(np.int8) << 1)
    return Word(zh, ko, en, "truth", run, definition, source, None, variants, texts)


def known_fact(zh, ko, en, value: Callable[[Env], tuple], definition, source, variants=()) -> Word:
    """A truth that may be unknown: value gives (boolean array, boolean array of known)."""
    def run(env):
        holds, known = value(env)
        return Truth(np.where(known, holds.astype(np.int8) << 1, UNKNOWN).astype(np.int8))
    return Word(zh, ko, en, "truth", run, definition, source, None, variants)


def relate(env: Env, function, x: Set, y: Set) -> Set:
    """function(chart, x, y) on sets in doubt: seats of unknown branch may be related to any."""
    sure = function(env.charts, x.sure, y.sure)
    doubt = _doubtful(env, x, y)
    if x.may is x.sure and y.may is y.sure and doubt is None:
        return Set.known(SEATS, sure)
    may = sure if x.may is x.sure and y.may is y.sure else function(env.charts, x.may, y.may)
    if doubt is not None:
        may = may | np.where(y.may != 0, x.may & doubt, 0) | np.where(y.may & doubt, x.may, 0)
    return Set(SEATS, sure, may)


def relation_word(zh, ko, en, function, definition, source, variants=()) -> Word:
    """A relation of two sets of seats, giving the members of the first."""
    return Word(zh, ko, en, SEATS, lambda env, x, y: relate(env, function, x, y), definition,
                source, (SEATS, SEATS), variants)


def narrowed(zh, ko, en, function, definition, source, variants=()) -> Word:
    """A word of one argument that keeps some of its seats: function(chart, seats)."""
    def run(env, x):
        sure = function(env.charts, x.sure)
        return Set(SEATS, sure, sure if x.may is x.sure else function(env.charts, x.may))
    return Word(zh, ko, en, SEATS, run, definition, source, (SEATS,), variants)


def seat(zh, ko, en, bit: int, definition, source, variants=()) -> Word:
    """A seat that is not a line."""
    def run(env):
        all_ = np.full(env.shape, bit, np.int32)
        doubt = unknown_seats(env) if bit & (YEAR | LIFE) else None
        if doubt is None or not (doubt & bit).any():
            return Set.known(SEATS, all_)
        return Set(SEATS, all_ & ~doubt, all_)
    return Word(zh, ko, en, SEATS, run, definition, source, None, variants)
