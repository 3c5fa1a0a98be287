"""What every rule does on every chart: how often it fires, what it implies, what it opposes.

A plan lists the conditions of the records, each once; a unit is a run of charts. A unit is counted
by itself, from nothing but the plan and its number, so that units may be counted anywhere, in any
order, and the sum is the same. Implications are sought in two steps: `prelude` finds, on a sample
in which every condition that can be found true is true somewhere, the pairs that may be
implications; each unit strikes out those of them that it refutes.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from yarrow.corpus import Text
from yarrow.rules import space
from yarrow.rules.evaluate import Env, evaluate
from yarrow.rules.judgments import Judgments
from yarrow.rules.language import Node, parse
from yarrow.rules.load import vocabulary
from yarrow.rules.records import ARTS, Annotation, Judgment, Record
from yarrow.rules.values import TRUTH, Set

SAMPLED = 46_080  # charts among which the prelude chooses
SAMPLE = 4096  # charts on which it tries all pairs
SOON = 1024  # charts among which the first true one is looked for before all others
RARE = 8  # true charts of each condition that the sample takes, if there are so many
NONE = -1  # no such place
DENIED = "不無非難未勿莫"  # a value that begins with one of these denies


@dataclass(frozen=True)
class Condition:
    """What must hold on the chart: a line of the language (empty: nothing), and what must not."""

    source: str
    unless: tuple[Condition, ...] = ()


@dataclass(frozen=True)
class Plan:
    """What is to be counted for one art. Plain values, so that it can be sent to other machines.

    conditions: (text, condition), each once. rules: (id, reading, number of its condition), where
    reading is 0 for what is preferred. opposed: pairs of numbers of conditions of which some rules
    say opposite things (`opposites` has the rules).
    """

    art: str
    conditions: tuple[tuple[str, Condition], ...]
    rules: tuple[tuple[str, int, int], ...]
    opposed: tuple[tuple[int, int], ...]

    @property
    def units(self) -> int:
        return space.SIZE[self.art] // space.UNIT[self.art]

    def digest(self) -> str:
        """SHA-256 (hex) of what is counted; not of how."""
        return hashlib.sha256(repr(self).encode()).hexdigest()


@dataclass(frozen=True, eq=False)
class Counted:
    """Some charts counted. n: how many. true, unknown: (conditions,) charts; first: the place of
    the first true chart, NONE if none. refuted: (candidates,) bool, by the pairs of the prelude.
    both, both_first: (opposed pairs,) charts on which both conditions are true, and the first."""

    n: int
    true: np.ndarray
    unknown: np.ndarray
    first: np.ndarray
    refuted: np.ndarray
    both: np.ndarray
    both_first: np.ndarray

    def __add__(self, other: Counted) -> Counted:
        return Counted(
            self.n + other.n, self.true + other.true, self.unknown + other.unknown,
            earliest(self.first, other.first), self.refuted | other.refuted,
            self.both + other.both, earliest(self.both_first, other.both_first),
        )


def earliest(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """The smaller of two places, where NONE is none."""
    return np.where(one == NONE, other, np.where(other == NONE, one, np.minimum(one, other)))


# -- the plan -----------------------------------------------------------------------------------


def plans(annotation: Annotation, texts: Sequence[Text], judgments: Judgments) -> Iterator[Plan]:
    """One plan for each art that has rules."""
    arts = {text.slug: ARTS[text.tradition] for text in texts}
    for art in sorted(set(arts.values())):
        numbers: dict[tuple[str, Condition], int] = {}
        rules = []
        for id_, reading, record, condition in _conditions(annotation):
            if arts[record.text] == art:
                number = numbers.setdefault((record.text, condition), len(numbers))
                rules.append((id_, reading, number))
        if rules:
            number_of = {id_: number for id_, reading, number in rules if reading == 0}
            pairs = {
                tuple(sorted((number_of[one], number_of[other])))
                for one, other, _ in opposites(annotation, judgments)
                if one in number_of and other in number_of
            }
            yield Plan(art, tuple(numbers), tuple(rules), tuple(sorted(pairs)))


def _conditions(annotation: Annotation) -> Iterator[tuple[str, int, Record, Condition]]:
    """Each rule and row that can be run, and each second reading of it."""
    for record in annotation.records:
        if record.kind == "table":
            for row in record.rows:
                if row.when is not None:
                    yield row.id, 0, record, Condition(row.when.source)
        elif record.kind == "rule":
            condition = condition_of(record, annotation)
            if condition is not None:
                yield record.id, 0, record, condition
                for n, reading in enumerate(record.readings[1:], 1):
                    if reading.when is not None:
                        yield record.id, n, record, Condition(reading.when.source, condition.unless)


def condition_of(record: Record, annotation: Annotation) -> Condition | None:
    """The condition of a record with its `else`; None where it has none on the chart."""
    tested = record.meaning if record.kind == "definition" else record.when
    if tested is None and not record.otherwise:
        return None
    others = (condition_of(annotation.by_id[id_], annotation) for id_ in record.otherwise)
    return Condition(tested.source if tested else "", tuple(one for one in others if one))


def opposites(annotation: Annotation, judgments: Judgments) -> Iterator[tuple[str, str, str]]:
    """Pairs of rules of one art that say opposite things of one aspect under one question.

    Gives the two ids and the aspect with the two values. Two values are opposite where one denies
    and the other does not; good and bad omens are too. Rules of which one is an exception, a
    proviso or the `else` of the other are left out, for there the text itself says which holds.
    """
    said: dict[tuple, list[tuple[str, Record, str]]] = {}
    for firing in annotation.firings():
        for about, value, under in _sayings(firing.says, firing.omen):
            said.setdefault((about, under), []).append((firing.id, firing.record, value))
    tied = set(_tied(annotation))
    seen = set()
    for (about, _), entries in said.items():
        for i, (one, first, value) in enumerate(entries):
            for other, second, against in entries[i + 1 :]:
                if _denies(value) != _denies(against) and (one, other, about) not in seen and not (
                        {(first.id, second.id), (second.id, first.id)} & tied) and _asked_together(
                        first.asks, second.asks, judgments):
                    seen.add((one, other, about))
                    yield one, other, f"{about}: {value} / {against}"


def _sayings(says: Iterable[Judgment], omen: str):
    """Aspect, value, and the event and the occasion under which it is said, and of whom."""
    for one in says:
        if len(one.values) == 1:
            for party in [party for party, _ in one.of] or [""]:
                yield one.about, one.values[0], (one.on_condition, one.occasion, party)
    if omen in ("吉", "凶"):
        yield "吉凶", "不吉" if omen == "凶" else omen, ((), "", "")


def _denies(value: str) -> bool:
    return value[0] in DENIED


def _tied(annotation: Annotation) -> Iterator[tuple[str, str]]:
    for record in annotation.records:
        for bond in record.bonds:
            yield from ((record.id, id_) for id_ in bond.ids)
            if bond.about:
                yield from ((record.id, other.id) for other in annotation.records
                            if other.passage == record.passage)
        yield from ((record.id, id_) for id_ in record.otherwise)


def _asked_together(one: str, other: str, judgments: Judgments) -> bool:
    """Whether a question is the other, or lies within it."""
    return one in judgments.chain(other) or other in judgments.chain(one)


# -- conditions as trees ------------------------------------------------------------------------


@lru_cache(maxsize=4)
def trees(plan: Plan) -> tuple[dict[str, list[tuple[int, Node]]], frozenset[str]]:
    """The conditions by text, each with its number and tree; and the spellings worth remembering,
    those that stand in more than one place."""
    by_text: dict[str, list[tuple[int, Node]]] = {}
    places: Counter[str] = Counter()
    for number, (slug, condition) in enumerate(plan.conditions):
        node = tree(condition, plan.art, slug)
        by_text.setdefault(slug, []).append((number, node))
        _count(node, places)
    return by_text, frozenset(key for key, times in places.items() if times > 1)


def tree(condition: Condition, art: str, slug: str) -> Node:
    """The checked tree of a condition."""
    parts = [parse(condition.source, vocabulary(art, slug))] if condition.source else []
    parts += [Node("not", TRUTH, 0, 0, (tree(one, art, slug),)) for one in condition.unless]
    return parts[0] if len(parts) == 1 else Node("and", TRUTH, 0, 0, tuple(parts))


def _count(node: Node, places: Counter[str]) -> None:
    """Count the places of every spelling; the parts of what was met before are not met again."""
    places[node.text()] += 1
    if places[node.text()] == 1:
        for part in node.parts:
            _count(part, places)


# -- counting -----------------------------------------------------------------------------------


def count_unit(plan: Plan, candidates: np.ndarray, unit: int) -> Counted:
    """One unit. candidates: (k, 2) pairs of conditions of which the first may imply the second."""
    places = space.unit(plan.art, unit)
    soon = np.argsort(places)[:SOON]
    sure, may = evaluated(plan, unit)
    true = np.bitwise_count(sure).sum(1, dtype=np.int64)
    opposed = np.array(plan.opposed, np.intp).reshape(-1, 2)
    both, both_first = np.zeros(len(opposed), np.int64), np.full(len(opposed), NONE, np.int64)
    words = sure.view(np.uint64)
    for block in _blocks(len(opposed), sure.shape[1]):
        met = words[opposed[block, 0]] & words[opposed[block, 1]]
        both[block] = np.bitwise_count(met).sum(1, dtype=np.int64)
        both_first[block] = _first(met.view(np.uint8), places, soon)
    return Counted(
        len(places), true, np.bitwise_count(may).sum(1, dtype=np.int64) - true,
        _first(sure, places, soon), _refuted(words, candidates), both, both_first,
    )


def _refuted(words: np.ndarray, candidates: np.ndarray) -> np.ndarray:
    """Of pairs of rows of bits, whether the first has a bit that the second has not."""
    refuted = np.zeros(len(candidates), bool)
    absent = ~words
    open_ = np.flatnonzero(words.any(1)[candidates[:, 0]])  # what is true nowhere refutes nothing
    blocks = list(_blocks(len(open_), words.shape[1] * 8))
    rows = blocks[0].stop if blocks else 0
    here, there = np.empty((2, rows, words.shape[1]), np.uint64)  # once: new pages are dear
    for block in blocks:
        pairs = candidates[open_[block]]
        found = np.take(words, pairs[:, 0], 0, here[: len(pairs)], "clip")
        found &= np.take(absent, pairs[:, 1], 0, there[: len(pairs)], "clip")
        refuted[open_[block]] = np.bitwise_or.reduce(found, axis=1) != 0
    return refuted


def evaluated(plan: Plan, unit: int) -> tuple[np.ndarray, np.ndarray]:
    """(conditions, charts / 8) bits of where each is true, and of where it may be, on a unit."""
    by_text, keep = trees(plan)
    return _evaluated(plan, {slug: space.unit_environment(plan.art, slug, unit, keep)
                             for slug in by_text})


def _evaluated(plan: Plan, envs: dict[str, Env]) -> tuple[np.ndarray, np.ndarray]:
    """The bits of all conditions on the environments of their texts."""
    by_text, _ = trees(plan)
    *rows, row = next(iter(envs.values())).shape
    shape = (len(plan.conditions), *rows, row // 8)
    sure, may = np.empty(shape, np.uint8), np.empty(shape, np.uint8)
    for slug, conditions in by_text.items():
        for number, node in conditions:
            sure[number], may[number] = bits(node, envs[slug])
    return sure.reshape(len(sure), -1), may.reshape(len(may), -1)


def bits(node: Node, env: Env) -> tuple[np.ndarray, np.ndarray]:
    """Where a condition is true, and where it may be, eight charts a byte."""
    value = evaluate(node, env)
    if isinstance(value, Set):
        if value.may is value.sure:
            packed = _packed(value.sure != 0, env)
            return packed, packed
        value = value.holds()
    data = value.data.view(np.uint8)
    return _packed(data >> 1, env), _packed(data, env)


def _packed(array: np.ndarray, env: Env) -> np.ndarray:
    """The bits of an array that spreads over an environment; they spread over its rows likewise."""
    row = env.shape[-1]
    if array.shape[-1:] != (row,):  # one value for the whole row
        array = np.broadcast_to(array, (*array.shape[:-1], row))
    return np.packbits(array, axis=-1)


def _blocks(count: int, width: int) -> Iterator[slice]:
    """Slices of rows of `width` bytes that together are a megabyte."""
    rows = max(1, (1 << 20) // width)
    for first in range(0, count, rows):
        yield slice(first, first + rows)


def _first(packed: np.ndarray, places: np.ndarray, soon: np.ndarray) -> np.ndarray:
    """The least of the places whose bits are set in each row, NONE if there is none.

    soon: where the least places stand, in order; most rows are true on one of these.
    """
    true = packed[:, soon // 8] >> (7 - soon % 8).astype(np.uint8) & 1
    first = np.where(true.any(1), places[soon[true.argmax(1)]], NONE)
    for row in np.flatnonzero(first == NONE):
        at = np.flatnonzero(np.unpackbits(packed[row]))
        if at.size:
            first[row] = places[at].min()
    return first


# -- implications -------------------------------------------------------------------------------


def prelude(plan: Plan) -> np.ndarray:
    """(k, 2) pairs of different conditions of which the first may imply the second.

    Tried on some of the first charts, so chosen that a condition which is true among these at all is
    true on some of them. What is true nowhere among them stays a candidate with every other.
    """
    count = min(SAMPLED, space.SIZE[plan.art])
    by_text, keep = trees(plan)
    sure, _ = _evaluated(plan, {slug: space.environment(plan.art, slug, np.arange(count), keep)
                                for slug in by_text})
    chosen: set[int] = set()
    for row in sure:
        places = np.flatnonzero(row)[:RARE]
        chosen.update((places * 8 + np.unpackbits(row[places, None], axis=1).argmax(1)).tolist())
    columns = np.array(sorted({*chosen, *range(SAMPLE)}))
    true = (sure[:, columns // 8] >> (7 - columns % 8) & 1).astype(np.float32)
    refuted = true @ (1 - true).T > 0
    np.fill_diagonal(refuted, True)
    return np.argwhere(~refuted)


def implications(plan: Plan, counted: Counted, candidates: np.ndarray):
    """What the counts leave of the candidates: classes of conditions that are always true together,
    and which class directly implies which.

    Gives (classes, edges): a list of tuples of conditions, and pairs of places in that list. Only
    conditions that are true somewhere are in a class. An implication that follows from two others
    is left out, and so are those of what is true on every chart.
    """
    fires = counted.true > 0
    left = [(int(a), int(b)) for (a, b), no in zip(candidates, counted.refuted)
            if not no and fires[a] and fires[b]]
    after: dict[int, set[int]] = {}
    for a, b in left:
        after.setdefault(a, set()).add(b)
    class_of: dict[int, int] = {}
    classes: list[tuple[int, ...]] = []
    for a in range(len(fires)):
        if fires[a] and a not in class_of:
            same = (a, *sorted(b for b in after.get(a, ()) if a in after.get(b, ())))
            class_of |= {b: len(classes) for b in same}
            classes.append(same)
    above = {
        i: {class_of[b] for b in after.get(same[0], ())
            if counted.true[b] < counted.n} - {i}
        for i, same in enumerate(classes)
    }
    edges = [(i, j) for i, ups in above.items() for j in sorted(ups)
             if not any(j in above[k] for k in ups if k != j)]
    return classes, edges
