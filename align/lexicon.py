"""Which Korean renders which Chinese: readings of characters, and what a corpus itself teaches.

Words are not needed for this. A Chinese token is a character or two characters that stand side
by side; a Korean token is a syllable or two that stand side by side in one word (a word of one
syllable also counts as a pair with its boundary, `재_`). A `Lexicon` gives p(Korean token |
Chinese token) and the reverse: the mass of the readings, which is known before any text is read,
plus expected counts learned from aligned text as in IBM's first model (Brown et al. 1993).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from align.readings import readings

_HAN = re.compile("[㐀-䶿一-鿿豈-﫿𠀀-𲎯]")
_WORD = re.compile("[가-힣]+|[㐀-䶿一-鿿豈-﫿𠀀-𲎯]+")

PRIOR = 3.0  # mass of each reading beside a count of one
DISCOUNT = 0.3  # taken from each learned count: what was seen once is half chance
PRUNE = 0.015  # an expected count below this is dropped, unless told otherwise
UNSEEN = 0.5  # the count of a token that the corpus does not have


def zh_tokens(text: str) -> tuple[list[str], list[str]]:
    """The characters of a Chinese text, and its pairs; punctuation is passed over."""
    chars = _HAN.findall(text)
    return chars, [a + b for a, b in zip(chars, chars[1:], strict=False)]


def ko_tokens(text: str) -> tuple[list[str], list[str]]:
    """The syllables of a Korean text (and the Chinese characters in it), and its pairs."""
    single, pairs = [], []
    for word in _WORD.findall(text):
        single.extend(word)
        pairs.extend(a + b for a, b in zip(word, word[1:], strict=False))
        if len(word) == 1:
            pairs.append(word + "_")
    return single, pairs


@lru_cache(maxsize=1 << 16)
def expected(token: str) -> tuple[str, ...]:
    """The Korean tokens that a Chinese token may be written as by its readings, or as it stands."""
    if len(token) == 1:
        return (*readings(token), token)
    first, second = token
    return tuple(a + b for a in readings(first) for b in readings(second))


@dataclass(frozen=True)
class Tokens:
    """The tokens of one side of a passage: their types, and for each token its type."""

    types: list[str]
    where: np.ndarray  # for each token, the number of its type
    is_pair: np.ndarray  # for each token

    @classmethod
    def of(cls, tokens: Sequence[str]) -> Tokens:
        """Types in the order in which they first stand."""
        number: dict[str, int] = {}
        where = np.array([number.setdefault(token, len(number)) for token in tokens], np.int64)
        types = list(number)
        pair = np.array([len(token) > 1 for token in types], bool)
        return cls(types, where, pair[where] if len(where) else np.zeros(0, bool))


@dataclass(frozen=True)
class Meeting:
    """Where, between the types of two sides, readings lead from one to the other."""

    rows: np.ndarray
    columns: np.ndarray

    @classmethod
    def of(cls, zh: Tokens, ko: Tokens) -> Meeting:
        """All pairs of a Chinese type and a Korean type that is one of its expected forms."""
        place = {token: i for i, token in enumerate(ko.types)}
        pairs = [(row, place[form]) for row, token in enumerate(zh.types)
                 for form in expected(token) if form in place]
        rows, columns = np.array(pairs, np.int64).reshape(-1, 2).T
        return cls(rows, columns)


@dataclass(frozen=True)
class Lesson:
    """A passage to learn from: runs of its tokens that render each other, and how far to trust
    that they do (0 to 1)."""

    zh: Tokens
    ko: Tokens
    meeting: Meeting
    beads: list[tuple[slice, slice, float]]

    @classmethod
    def of(cls, zh: str, ko: str, trust: float) -> Lesson:
        """Of two texts that render each other as a whole."""
        zh_side = Tokens.of(sum(zh_tokens(zh), []))
        ko_side = Tokens.of(sum(ko_tokens(ko), []))
        return cls(zh_side, ko_side, Meeting.of(zh_side, ko_side),
                   [(slice(None), slice(None), trust)])


class Vocabulary:
    """Tokens of one language with their numbers and their shares of all tokens of their length."""

    def __init__(self) -> None:
        self.number: dict[str, int] = {}
        self._counts: list[float] = []
        self._totals = [0.0, 0.0]
        self._array: np.ndarray | None = None  # the counts, and that of a token never seen

    def count(self, single: Iterable[str], pairs: Iterable[str]) -> None:
        """Count the tokens of a text."""
        self._array = None
        for length, tokens in enumerate((single, pairs)):
            for token in tokens:
                number = self.number.setdefault(token, len(self.number))
                if number == len(self._counts):
                    self._counts.append(0.0)
                self._counts[number] += 1
                self._totals[length] += 1

    def arrays(self) -> dict[str, np.ndarray]:
        """What `of` makes a vocabulary of again."""
        return {"tokens": np.array(list(self.number), dtype=np.str_),
                "counts": np.array(self._counts)}

    @classmethod
    def of(cls, tokens: np.ndarray, counts: np.ndarray) -> Vocabulary:
        """A vocabulary of these tokens, counted so often."""
        vocabulary = cls()
        vocabulary.number = {str(token): i for i, token in enumerate(tokens)}
        vocabulary._counts = counts.tolist()
        for token, count in zip(vocabulary.number, vocabulary._counts, strict=True):
            vocabulary._totals[len(token) - 1] += count
        return vocabulary

    def numbers(self, tokens: Sequence[str]) -> np.ndarray:
        """The tokens' numbers, -1 for a token that was never counted."""
        return np.array([self.number.get(token, -1) for token in tokens], np.int64)

    def shares(self, side: Tokens) -> np.ndarray:
        """How common each token of a side is among the tokens of its length, over 0."""
        if self._array is None:
            self._array = np.array([*self._counts, UNSEEN])
        counts = self._array[self.numbers(side.types)][side.where]
        return counts / np.maximum(np.where(side.is_pair, self._totals[1], self._totals[0]), 1.0)


@dataclass(frozen=True)
class Counts:
    """Expected counts of token pairs, sorted by Chinese, then Korean token (compressed rows)."""

    starts: np.ndarray  # of each Chinese token's row, and the end of the last
    columns: np.ndarray  # numbers of Korean tokens
    values: np.ndarray
    zh_sums: np.ndarray
    ko_sums: np.ndarray

    @classmethod
    def of(cls, zh: np.ndarray, ko: np.ndarray, values: np.ndarray, shape: tuple[int, int]):
        """From parallel arrays of token numbers and counts; equal pairs are added up."""
        keys, where = np.unique(zh * shape[1] + ko, return_inverse=True)
        values = np.bincount(where, values, len(keys)) - DISCOUNT
        keys, values = keys[values > 0], values[values > 0]
        rows, columns = np.divmod(keys, shape[1])
        return cls(
            np.searchsorted(rows, np.arange(shape[0] + 1)),
            columns,
            values,
            np.bincount(rows, values, shape[0]),
            np.bincount(columns, values, shape[1]),
        )


class Lexicon:
    """Translation probabilities of tokens; with no counts, by readings alone.

    prune: an expected count below this is not kept. At 0.05 hardly any pair that no reading joins
    is learned.
    """

    def __init__(self, prune: float = PRUNE) -> None:
        self.prune = prune
        self.zh, self.ko = Vocabulary(), Vocabulary()
        self.counts: Counts | None = None
        self._prior_size = (-1, -1)

    def add_text(self, zh: str, ko: str) -> None:
        """Count the tokens of a passage and its translation."""
        self.zh.count(*zh_tokens(zh))
        self.ko.count(*ko_tokens(ko))

    def matrices(
        self, zh: Tokens, ko: Tokens, meeting: Meeting
    ) -> tuple[np.ndarray, np.ndarray]:
        """p(Korean token | Chinese token) and p(Chinese | Korean), each [zh tokens, ko tokens]."""
        mass = np.zeros((len(zh.types), len(ko.types)))
        np.add.at(mass, (meeting.rows, meeting.columns), PRIOR)
        self._prior()
        zh_sums = 1.0 + np.array([self._zh_prior.get(token, 0.0) for token in zh.types])
        ko_sums = 1.0 + np.array([self._ko_prior.get(token, 0.0) for token in ko.types])
        if self.counts is not None:
            self._add_counts(mass, zh_sums, ko_sums, zh, ko)
        to_ko, to_zh = mass / zh_sums[:, None], mass / ko_sums
        pick = np.ix_(zh.where, ko.where)
        return to_ko[pick], to_zh[pick]

    def _add_counts(self, mass, zh_sums, ko_sums, zh: Tokens, ko: Tokens) -> None:
        """Add what was learned to the mass and to the sums, in place."""
        zh_numbers, ko_numbers = self.zh.numbers(zh.types), self.ko.numbers(ko.types)
        column_of = np.full(len(self.ko.number) + 1, -1)
        column_of[ko_numbers[ko_numbers >= 0]] = np.flatnonzero(ko_numbers >= 0)
        known = zh_numbers >= 0
        rows, numbers = np.flatnonzero(known), zh_numbers[known]
        starts = self.counts.starts[numbers]
        sizes = self.counts.starts[numbers + 1] - starts
        places = np.repeat(starts - np.append(0, sizes.cumsum())[:-1], sizes) + np.arange(sizes.sum())
        columns = column_of[self.counts.columns[places]]
        here = columns >= 0
        mass[np.repeat(rows, sizes)[here], columns[here]] += self.counts.values[places][here]
        zh_sums[rows] += self.counts.zh_sums[numbers]
        seen = ko_numbers >= 0
        ko_sums[seen] += self.counts.ko_sums[ko_numbers[seen]]

    def _prior(self) -> None:
        """The mass that readings give each token of the corpus, worked out once."""
        if self._prior_size == (len(self.zh.number), len(self.ko.number)):
            return
        self._prior_size = (len(self.zh.number), len(self.ko.number))
        self._zh_prior: dict[str, float] = {}
        self._ko_prior: dict[str, float] = {}
        for token in self.zh.number:
            for form in expected(token):
                if form in self.ko.number:
                    self._zh_prior[token] = self._zh_prior.get(token, 0.0) + PRIOR
                    self._ko_prior[form] = self._ko_prior.get(form, 0.0) + PRIOR

    def save(self, path) -> None:
        """Write the lexicon to a .npz file."""
        counts = {} if self.counts is None else vars(self.counts)
        np.savez_compressed(path, **counts, **{
            f"{side}_{name}": value
            for side, vocabulary in (("zh", self.zh), ("ko", self.ko))
            for name, value in vocabulary.arrays().items()
        })

    @classmethod
    def load(cls, path) -> Lexicon:
        """The lexicon of a file that `save` wrote."""
        with np.load(path, allow_pickle=False) as data:
            lexicon = cls()
            lexicon.zh = Vocabulary.of(data["zh_tokens"], data["zh_counts"])
            lexicon.ko = Vocabulary.of(data["ko_tokens"], data["ko_counts"])
            if "starts" in data:
                lexicon.counts = Counts(**{name: data[name] for name in Counts.__annotations__})
        return lexicon

    def learn(self, lessons: Iterable[Lesson]) -> None:
        """One round of expectation and maximisation over texts that render each other.

        They must have been added before. The counts of the round take the place of those before.
        """
        zh_parts, ko_parts, values = [], [], []
        for lesson in lessons:
            zh, ko = lesson.zh, lesson.ko
            zh_numbers = self.zh.numbers(zh.types)[zh.where]
            ko_numbers = self.ko.numbers(ko.types)[ko.where]
            shares = self.ko.shares(ko)
            to_ko = self.matrices(zh, ko, lesson.meeting)[0]
            for zh_run, ko_run, trust in lesson.beads:
                share = shares[ko_run]
                weights = to_ko[zh_run, ko_run] + 0.02 * share
                if not weights.size:
                    continue
                weights *= trust / (weights.sum(0) + 0.5 * share)
                rows, columns = np.nonzero(weights >= self.prune)
                zh_parts.append(zh_numbers[zh_run][rows])
                ko_parts.append(ko_numbers[ko_run][columns])
                values.append(weights[rows, columns])
        if not values:
            return
        self.counts = Counts.of(
            np.concatenate(zh_parts),
            np.concatenate(ko_parts),
            np.concatenate(values),
            (len(self.zh.number), len(self.ko.number)),
        )
