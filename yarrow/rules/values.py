"""What an expression may be worth: truths, sets and numbers over arrays of charts, three-valued.

A truth is an int8 array, one element a chart: 0 false, 1 unknown, 2 true, so that `and` is the
minimum and `or` the maximum (Kleene's strong logic). A set is two integer masks, what is surely in
it and what may be: where no fact is missing they are one and the same array. A number is a lower
and an upper bound likewise.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

FALSE, UNKNOWN, TRUE = 0, 1, 2

# The kinds of value. Sets of different kinds do not meet, but see `words.Vocabulary.meets`.
TRUTH = "truth"
NUMBER = "number"
SEATS = "seats"  # 六爻: bits 0-5 cast, 6-11 changed, 12-17 hidden, 18 日 19 月 20 歲 21 身 22 命 23 期
BRANCHES = "branches"  # 12 bits; in 六壬 also the gods of the heaven plate
STEMS = "stems"  # 10 bits
PILLARS = "pillars"  # 60 bits, int64
ELEMENTS = "elements"  # 5 bits, 木 火 土 金 水
GENERALS = "generals"  # 12 bits, 貴人 first
HEXAGRAMS = "hexagrams"  # 64 bits, by code
SETS = (SEATS, BRANCHES, STEMS, PILLARS, ELEMENTS, GENERALS, HEXAGRAMS)
KINDS = (TRUTH, NUMBER, *SETS)


class UnknownTruth(Exception):
    """Raised by `bool()` of a truth that is unknown: say what to do with it instead."""


@dataclass(frozen=True, eq=False)
class Truth:
    """int8 array of FALSE, UNKNOWN and TRUE."""

    data: np.ndarray
    kind = TRUTH

    def __bool__(self) -> bool:
        if self.data.size != 1:
            raise ValueError("a truth of several charts is not one truth")
        value = int(self.data.reshape(-1)[0])
        if value == UNKNOWN:
            raise UnknownTruth("unknown for want of a fact")
        return value == TRUE

    def __and__(self, other: Truth) -> Truth:
        return Truth(np.minimum(self.data, other.data))

    def __or__(self, other: Truth) -> Truth:
        return Truth(np.maximum(self.data, other.data))

    def __invert__(self) -> Truth:
        return Truth(TRUE - self.data)


@dataclass(frozen=True, eq=False)
class Set:
    """Masks of what is surely in the set and of what may be in it; the former lies in the latter."""

    kind: str
    sure: np.ndarray
    may: np.ndarray

    @classmethod
    def known(cls, kind: str, mask: np.ndarray) -> Set:
        """A set of which nothing is in doubt."""
        return cls(kind, mask, mask)

    def _with(self, sure, may_of) -> Set:
        """may_of is only worked out where something is in doubt."""
        return Set(self.kind, sure, sure if may_of is None else may_of())

    def _crisp(self, other: Set) -> bool:
        return self.may is self.sure and other.may is other.sure

    def __and__(self, other: Set) -> Set:
        sure = self.sure & other.sure
        return self._with(sure, None if self._crisp(other) else lambda: self.may & other.may)

    def __or__(self, other: Set) -> Set:
        sure = self.sure | other.sure
        return self._with(sure, None if self._crisp(other) else lambda: self.may | other.may)

    def __sub__(self, other: Set) -> Set:
        sure = self.sure & ~other.may
        return self._with(sure, None if self._crisp(other) else lambda: self.may & ~other.sure)

    def holds(self) -> Truth:
        """True where the set is not empty."""
        sure = self.sure != 0
        if self.may is self.sure:
            return Truth(sure.view(np.int8) + sure.view(np.int8))  # quicker than a shift
        return Truth(sure.view(np.int8) + (self.may != 0).view(np.int8))

    def within(self, other: Set) -> Truth:
        """True where every member is in the other set, and there is one."""
        out = ~(self - other).holds()
        return out & self.holds()

    def same(self, other: Set) -> Truth:
        """True where both have the same members."""
        return ~((self - other).holds() | (other - self).holds())

    def size(self) -> Number:
        """How many members there are."""
        low = np.bitwise_count(self.sure).astype(np.int16)
        high = low if self.may is self.sure else np.bitwise_count(self.may).astype(np.int16)
        return Number(low, high)


@dataclass(frozen=True, eq=False)
class Number:
    """Integer bounds, equal where nothing is in doubt."""

    low: np.ndarray
    high: np.ndarray
    kind = NUMBER

    @classmethod
    def known(cls, values) -> Number:
        """A number that is not in doubt."""
        values = np.asarray(values)
        return cls(values, values)

    def at_least(self, other: Number) -> Truth:
        """self >= other."""
        return Truth((self.low >= other.high).astype(np.int8) + (self.high >= other.low))

    def same(self, other: Number) -> Truth:
        """self == other."""
        return self.at_least(other) & other.at_least(self)

    def plus(self, other: Number) -> Number:
        """self + other."""
        return Number(self.low + other.low, self.high + other.high)

    def minus(self, other: Number) -> Number:
        """self - other."""
        return Number(self.low - other.high, self.high - other.low)


Value = Truth | Set | Number
