"""Which Korean words render given Chinese words, inside a run of text and its translation.

A link is looked for among three kinds of candidate: a known rendering of the word where a list
gives one, its Sino-Korean reading, and what a lexicon has learned from the corpus. Then position
decides between equal candidates: first the heaviest chain of candidates that runs forward in
both languages, then, for what a Korean sentence puts elsewhere, the nearest of those left over.
The characters between the given words compete too, so that a word does not take the translation
of its neighbour. One Korean word renders one Chinese word, and a word may be left without any.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from align.lexicon import Lesson, Lexicon, Meeting, Tokens
from align.readings import readings, spells

Span = tuple[int, int]

_HAN = re.compile("[㐀-䶿一-鿿豈-﫿𠀀-𲎯]")
_WORD = re.compile("[가-힣]+")
# What may follow a word of one syllable: a particle, the copula, or the verb 하다 or 되다.
_ENDING = re.compile(
    "(?:은|는|이|가|을|를|의|에|와|과|도|로|으로|만|나|며|면|라|요|고|인|일|임|니|다|까지|마다|부터|보다|"
    "처럼|하|한|할|함|해|했|되|된|될|됨|일|월|년|상|효|궁|국)|[^가-힣]|$"
)
_PARTICLES = frozenset("은는이가을를의에와과도로만나며면라")

FLOOR = 0.3  # a candidate below this is none
NEAR = 0.25  # of the length of the text: how far a crossing link may lie from its neighbours
SINGLE = 0.8  # the first syllable of a word is a weaker sign than two that stand side by side
LONGER = 0.15  # what each further syllable adds to the weight of a candidate
STEM = 0.4  # a pair of syllables belongs to the rendering if it has this share of the best pair


@dataclass(frozen=True)
class WordLink:
    """A Chinese word and the Korean that renders it, in code points of the two texts given.

    ko: no run where nothing renders it; several where its characters are rendered apart.
    score: from 0 to 1, how good the evidence is. how: rendering | reading | learned | parts, or
    empty.
    """

    zh: Span
    ko: tuple[Span, ...] = ()
    score: float = 0.0
    how: str = ""


@dataclass(frozen=True)
class _Candidate:
    unit: int
    start: int
    end: int
    score: float
    how: str

    @property
    def weight(self) -> float:
        """By which candidates compete: of two good ones the longer is the surer."""
        return self.score * (1 + LONGER * (min(self.end - self.start, 5) - 1))


def learn(beads: Iterable[tuple[str, str, float]], rounds: int = 4) -> Lexicon:
    """A lexicon of beads: Chinese, Korean, and how far to trust that they belong together."""
    beads = list(beads)
    # Pairs that no reading joins (如, 만약) are too loose to tell one word's rendering from another's.
    lexicon = Lexicon(prune=0.05)
    for zh, ko, _ in beads:
        lexicon.add_text(zh, ko)
    lessons = [Lesson.of(*bead) for bead in beads]
    for _ in range(rounds):
        lexicon.learn(lessons)
    return lexicon


def link(
    zh: str,
    ko: str,
    words: Sequence[Span],
    lexicon: Lexicon | None = None,
    renderings: Sequence[Sequence[str]] | None = None,
) -> list[WordLink]:
    """Link each of `words`, spans of `zh` in order and without overlap, to its Korean in `ko`.

    lexicon: as `learn` gives it; without it, readings and renderings alone count. renderings:
    for each word the Korean forms known for it, the usual one first.
    """
    given = set(words)
    return [made for made in link_all(zh, ko, words, lexicon, renderings) if made.zh in given]


def link_all(
    zh: str,
    ko: str,
    words: Sequence[Span],
    lexicon: Lexicon | None = None,
    renderings: Sequence[Sequence[str]] | None = None,
) -> list[WordLink]:
    """As `link`, and every other character besides, each as a word of its own."""
    renderings = renderings or [()] * len(words)
    units = _units(zh, words)
    position = {span: i for i, span in enumerate(units)}
    known = {position[span]: forms for span, forms in zip(words, renderings, strict=True)}
    candidates = _candidates(zh, ko, units, lexicon, known)
    chosen = _choose(candidates, units, len(zh), len(ko))
    _settle(chosen, candidates, units, zh, len(ko))
    missing = [span for number, span in enumerate(units) if number not in chosen]
    parts = _parts(zh, ko, missing, lexicon, units, chosen)
    return [
        WordLink(span, ((c.start, c.end),), c.score, c.how)
        if (c := chosen.get(number))
        else parts.get(span, WordLink(span))
        for number, span in enumerate(units)
    ]


def _units(zh: str, words: Sequence[Span]) -> list[Span]:
    """The given words, and every other character by itself, in order."""
    units = list(words)
    inside = {i for start, end in words for i in range(start, end)}
    units += [(m.start(), m.end()) for m in _HAN.finditer(zh) if m.start() not in inside]
    return sorted(units)


def _candidates(zh, ko, units, lexicon, known) -> list[_Candidate]:
    best: dict[Span | tuple[int, int, int], _Candidate] = {}

    def offer(unit: int, start: int, end: int, score: float, how: str) -> None:
        key = unit, start, end
        if score >= FLOOR and (key not in best or best[key].score < score):
            best[key] = _Candidate(unit, start, end, score, how)

    for number, (start, end) in enumerate(units):
        for rank, form in enumerate(known.get(number, ())):
            at = ko.find(form)
            while at >= 0:
                score = _fit(zh, ko, start, end, at, at + len(form)) - 0.02 * min(rank, 5)
                offer(number, at, at + len(form), score + 0.05, "rendering")
                at = ko.find(form, at + 1)
        word = zh[start:end]
        for at in _read_at(word, ko):
            score = _fit(zh, ko, start, end, at, at + len(word))
            offer(number, at, at + len(word), score, "reading")
    if lexicon is not None:
        for number, start, end, score in _learned(zh, ko, units, lexicon):
            offer(number, start, end, score, "learned")
    return sorted(best.values(), key=lambda c: (c.unit, c.start, c.end))


def _read_at(word: str, ko: str) -> list[int]:
    """Where the Korean has a reading of the word."""
    first = set(readings(word[0])) if word else set()
    return [
        at for at in range(len(ko) - len(word) + 1)
        if ko[at] in first and spells(ko[at : at + len(word)], word)
    ]


def _fit(zh: str, ko: str, start: int, end: int, at: int, stop: int) -> float:
    """How well a form stands where it was found: as a word, or beside its neighbour's reading."""
    head = at == 0 or not _WORD.match(ko[at - 1])
    left = head or (start > 0 and ko[at - 1] in readings(zh[start - 1]))
    if not head and ko[at:stop] in _PARTICLES and not (stop < len(ko) and _WORD.match(ko[stop])):
        return 0.0
    if stop - at > 1:
        return 0.95 if left else 0.75
    follows = end < len(zh) and stop < len(ko) and ko[stop] in readings(zh[end])
    right = follows or bool(_ENDING.match(ko, stop))
    if left and right:
        return 0.9 if follows or not head or stop == len(ko) or ko[stop] not in "하한할함해" else 0.8
    return 0.5 if left else 0.35 if right else 0.0


def _learned(zh, ko, units, lexicon):
    """(unit, start, end, score) of the Korean words that the lexicon gives for each unit."""
    words = [(m.start(), m.end()) for m in _WORD.finditer(ko)]
    pairs, places = [], []
    for start, end in words:
        spans = [(i, i + 2) for i in range(start, end - 1)] + [(start, start + 1)]
        places.append((len(pairs), len(pairs) + len(spans)))
        pairs += spans
    tokens, owners = [], []
    for number, (start, end) in enumerate(units):
        own = list(zh[start:end]) if end - start == 1 else []
        own += [zh[i : i + 2] for i in range(start, end - 1)]
        tokens += own
        owners += [number] * len(own)
    if not tokens or not pairs:
        return
    zh_side = Tokens.of(tokens)
    alone = {start for start, end in words if end - start == 1}
    ko_side = Tokens.of([ko[a:b] + "_" * (a in alone) for a, b in pairs])
    to_ko, to_zh = lexicon.matrices(zh_side, ko_side, Meeting.of(zh_side, ko_side))
    strength = np.sqrt(to_ko * to_zh) * np.where(ko_side.is_pair, 1.0, SINGLE)
    tops = np.maximum.reduceat(strength, [first for first, _ in places], axis=1)
    for row, word in np.argwhere(tops >= 0.1):
        first, last = places[word]
        top = tops[row, word]
        kept = np.flatnonzero(strength[row, first:last] >= STEM * top)
        begin = min(pairs[first + i][0] for i in kept)
        stop = max(pairs[first + i][1] for i in kept)
        yield owners[row], begin, stop, min(0.9, 0.25 + 1.2 * float(top))


def _choose(candidates, units, zh_length, ko_length) -> dict[int, _Candidate]:
    """One candidate a unit at most, without overlap in the Korean: the chain, then the rest."""
    chosen = {c.unit: c for c in _chain(candidates, units, zh_length, ko_length)}
    expected = _interpolate(chosen, units, zh_length, ko_length)
    taken = np.zeros(ko_length + 1, bool)
    for c in chosen.values():
        taken[c.start : c.end] = True
    rest = []
    for c in candidates:
        if c.unit not in chosen:
            away = abs((c.start + c.end) / 2 - expected(c.unit)) / max(ko_length, 20)
            rest.append((c.weight / (1 + away / NEAR), c))
    for value, c in sorted(rest, key=lambda item: -item[0]):
        if value >= FLOOR / 2 and c.unit not in chosen and not taken[c.start : c.end].any():
            chosen[c.unit] = c
            taken[c.start : c.end] = True
    return chosen


def _settle(chosen, candidates, units, zh, ko_length) -> None:
    """Choose again between places of the same form, in place: a word goes where the other words
    of its clause are, and equal words keep their order."""
    clause = np.cumsum([not _HAN.match(char) for char in zh])
    own: dict[int, list[_Candidate]] = {}
    for c in candidates:
        own.setdefault(c.unit, []).append(c)
    taken = np.zeros(ko_length + 1, bool)
    for c in chosen.values():
        taken[c.start : c.end] = True
    for unit, now in list(chosen.items()):
        beside = [c.start for other, c in chosen.items()
                  if other != unit and clause[units[other][0]] == clause[units[unit][0]]]
        free = [c for c in own[unit] if c.weight >= now.weight - 0.05
                and (c is now or not taken[c.start : c.end].any())]
        if beside and len(free) > 1:
            best = min(free, key=lambda c: (sum(abs(c.start - at) for at in beside), c.start))
            taken[now.start : now.end] = False
            taken[best.start : best.end] = True
            chosen[unit] = best
    words: dict[str, list[int]] = {}
    for unit in sorted(chosen):
        words.setdefault(zh[slice(*units[unit])], []).append(unit)
    for same in words.values():
        ordered = sorted((chosen[unit] for unit in same), key=lambda c: c.start)
        for unit, c in zip(same, ordered, strict=True):
            chosen[unit] = replace(c, unit=unit)


def _chain(candidates, units, zh_length, ko_length) -> list[_Candidate]:
    """The heaviest chain of candidates that runs forward in both languages."""
    best = np.zeros(ko_length + 1)  # the heaviest chain that ends at or before a place
    last = np.full(ko_length + 1, -1)  # and its last candidate
    previous = [-1] * len(candidates)
    at = 0
    while at < len(candidates):
        unit, reached = candidates[at].unit, []
        while at < len(candidates) and candidates[at].unit == unit:
            c = candidates[at]
            middle = (units[unit][0] + units[unit][1]) / 2 / zh_length
            away = abs((c.start + c.end) / 2 / ko_length - middle)
            previous[at] = last[c.start]
            reached.append((best[c.start] + c.weight - 0.25 - 0.5 * away, c.end, at))
            at += 1
        for value, end, number in reached:
            better = best[end:] < value
            best[end:][better] = value
            last[end:][better] = number
    chain, number = [], int(last[ko_length])
    while number >= 0:
        chain.append(candidates[number])
        number = int(previous[number])
    return chain[::-1]


def _interpolate(chosen, units, zh_length, ko_length):
    """The place in the Korean that a unit's neighbours in the chain lead one to expect."""
    anchors = sorted(
        (sum(units[number]) / 2, (c.start + c.end) / 2) for number, c in chosen.items()
    )
    xs = [0.0, *(x for x, _ in anchors), float(zh_length)]
    ys = [0.0, *(y for _, y in anchors), float(ko_length)]
    return lambda unit: float(np.interp(sum(units[unit]) / 2, xs, ys))


def _parts(zh, ko, words, lexicon, units, chosen) -> dict[Span, WordLink]:
    """Words of several characters that nothing renders whole, by their characters."""
    words = [span for span in words if span[1] - span[0] > 1]
    if not words:
        return {}
    free = np.ones(len(ko) + 1, bool)
    for c in chosen.values():
        free[c.start : c.end] = False
    singles = [(i, i + 1) for start, end in words for i in range(start, end)]
    expected = _interpolate(chosen, units, len(zh), len(ko))
    found: dict[Span, WordLink] = {}
    candidates = _candidates(zh, ko, singles, lexicon, {})
    for span in words:
        spans, scores = [], []
        middle = expected(units.index(span))
        for i in range(*span):
            own = [
                (c.score * np.exp(-abs((c.start + c.end) / 2 - middle) / len(ko) / NEAR), c)
                for c in candidates
                if singles[c.unit] == (i, i + 1) and free[c.start : c.end].all()
            ]
            value, c = max(own, key=lambda item: item[0], default=(0.0, None))
            if c is not None and value >= FLOOR:
                free[c.start : c.end] = False
                spans.append((c.start, c.end))
                scores.append(value)
        if spans:
            score = float(sum(scores)) / (span[1] - span[0])
            found[span] = WordLink(span, tuple(sorted(spans)), score, "parts")
    return found
