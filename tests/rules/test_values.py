"""Kleene's logic, and the bounds of sets and numbers: each operation against all that may be so."""

import itertools

import numpy as np
import pytest

from yarrow.rules.values import (
    BRANCHES, FALSE, TRUE, UNKNOWN, Number, Set, Truth, UnknownTruth,
)  # fmt: skip

THREE = (FALSE, UNKNOWN, TRUE)
AS_BOOL = {FALSE: [False], UNKNOWN: [False, True], TRUE: [True]}


def one(value):
    return Truth(np.array([value], np.int8))


def known(outcomes):
    """The value of three of what may come out."""
    outcomes = set(outcomes)
    return UNKNOWN if len(outcomes) == 2 else TRUE if True in outcomes else FALSE


@pytest.mark.parametrize("a, b", list(itertools.product(THREE, THREE)))
def test_and_or_are_what_every_completion_gives(a, b):
    pairs = list(itertools.product(AS_BOOL[a], AS_BOOL[b]))
    assert (one(a) & one(b)).data[0] == known(x and y for x, y in pairs)
    assert (one(a) | one(b)).data[0] == known(x or y for x, y in pairs)


@pytest.mark.parametrize("a", THREE)
def test_not_twice_is_nothing(a):
    assert (~one(a)).data[0] == known(not x for x in AS_BOOL[a])
    assert (~~one(a)).data[0] == a


def grid(count):
    """`count` truths that together take all combinations of three values."""
    every = np.array(list(itertools.product(THREE, repeat=count)), np.int8).T
    return [Truth(column) for column in every]


def same(left, right):
    return bool((left.data == right.data).all())


def test_laws_of_strong_kleene_logic():
    a, b, c = grid(3)
    assert same(a & b, b & a) and same(a | b, b | a)
    assert same(a & (b & c), (a & b) & c) and same(a | (b | c), (a | b) | c)
    assert same(a & (b | c), (a & b) | (a & c)) and same(a | (b & c), (a | b) & (a | c))
    assert same(~(a & b), ~a | ~b) and same(~(a | b), ~a & ~b)
    assert same(a & (a | b), a) and same(a | (a & b), a) and same(a & a, a)
    # The law of the excluded middle does not hold of what is unknown.
    assert (a | ~a).data.min() == UNKNOWN and (a & ~a).data.max() == UNKNOWN


def test_bool_refuses_to_guess():
    assert bool(one(TRUE)) is True and bool(one(FALSE)) is False
    with pytest.raises(UnknownTruth, match="want of a fact"):
        bool(one(UNKNOWN))
    with pytest.raises(ValueError, match="several charts"):
        bool(Truth(np.array([2, 2], np.int8)))


# --- Sets ----------------------------------------------------------------------------------------

# Every pair of bounds over three members: 27 sets, and their completions.
BOUNDS = [(sure, may) for may in range(8) for sure in range(8) if sure & ~may == 0]


def completions(bounds):
    sure, may = bounds
    return [mask for mask in range(8) if sure & ~mask == 0 and mask & ~may == 0]


def pairs():
    for left, right in itertools.product(BOUNDS, BOUNDS):
        yield left, right, list(itertools.product(completions(left), completions(right)))


def set_of(bounds):
    sure, may = (np.array([mask], np.int32) for mask in bounds)
    return Set.known(BRANCHES, sure) if bounds[0] == bounds[1] else Set(BRANCHES, sure, may)


@pytest.mark.parametrize(
    "operation",
    [lambda x, y: x & y, lambda x, y: x | y, lambda x, y: x - y if isinstance(x, Set) else x & ~y],
    ids=["meet", "join", "less"],
)
def test_bounds_are_the_tightest(operation):
    for left, right, both in pairs():
        found = operation(set_of(left), set_of(right))
        outcomes = [operation(x, y) for x, y in both]
        assert int(found.sure[0]) == np.bitwise_and.reduce(outcomes)
        assert int(found.may[0]) == np.bitwise_or.reduce(outcomes)


def test_a_set_holds_if_it_is_not_empty():
    for bounds in BOUNDS:
        want = known(mask != 0 for mask in completions(bounds))
        assert set_of(bounds).holds().data.tolist() == [want]


@pytest.mark.parametrize("relation", ["within", "same"])
def test_comparisons_are_never_wrong(relation):
    """What is told as sure is so in every completion; of two known sets nothing is unknown."""
    tests = {"within": lambda x, y: x != 0 and x & ~y == 0, "same": lambda x, y: x == y}
    for left, right, both in pairs():
        found = int(getattr(set_of(left), relation)(set_of(right)).data[0])
        want = known(tests[relation](x, y) for x, y in both)
        assert found in (want, UNKNOWN)
        if len(both) == 1:
            assert found == want


def test_size():
    for bounds in BOUNDS:
        sizes = [mask.bit_count() for mask in completions(bounds)]
        size = set_of(bounds).size()
        assert (int(size.low[0]), int(size.high[0])) == (min(sizes), max(sizes))


def test_known_sets_stay_known():
    """Nothing in doubt costs nothing: both bounds are one array."""
    left, right = (Set.known(BRANCHES, np.arange(8, dtype=np.int32)) for _ in range(2))
    for found in (left & right, left | right, left - right):
        assert found.may is found.sure


# --- Numbers -------------------------------------------------------------------------------------

RANGES = [(low, high) for low in range(4) for high in range(low, 4)]


def test_numbers_against_all_that_they_may_be():
    for (a, b), (c, d) in itertools.product(RANGES, RANGES):
        left, right = (Number(np.array([x]), np.array([y])) for x, y in ((a, b), (c, d)))
        both = list(itertools.product(range(a, b + 1), range(c, d + 1)))
        assert left.at_least(right).data[0] == known(x >= y for x, y in both)
        want = known(x == y for x, y in both)
        assert left.same(right).data[0] in (want, UNKNOWN)
        for found, outcomes in ((left.plus(right), [x + y for x, y in both]),
                                (left.minus(right), [x - y for x, y in both])):
            assert (found.low[0], found.high[0]) == (min(outcomes), max(outcomes))


def test_one_equality_of_ranges_is_told_when_sure():
    assert Number.known([2]).same(Number.known([2])).data.tolist() == [TRUE]
    assert Number.known([2]).same(Number.known([3])).data.tolist() == [FALSE]
    assert Number(np.array([1]), np.array([2])).same(Number.known([3])).data.tolist() == [FALSE]
