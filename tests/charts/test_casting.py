"""Every way into a hexagram, there and back, and what cannot be cast."""

import numpy as np
import pytest
from hypothesis import given, strategies as st

from yarrow.charts import casting, hexagrams
from yarrow.errors import YarrowError

SIX = st.integers(0, 63)


def names(cast):
    hexagram, moves = cast
    return hexagrams.NAMES[hexagram], hexagrams.NAMES[hexagram ^ moves]


@given(SIX, SIX)
def test_values_there_and_back(hexagram, moves):
    assert casting.from_values(casting.to_values(hexagram, moves)) == (hexagram, moves)


@given(SIX, SIX, st.sampled_from([2, 3]))
def test_heads_there_and_back(hexagram, moves, heads_are):
    heads = casting.to_heads(hexagram, moves, heads_are)
    assert casting.from_heads(heads, heads_are) == (hexagram, moves)


@given(SIX, SIX, st.sampled_from(["", " ", ",", "、"]))
def test_typed_lines_there_and_back(hexagram, moves, between):
    values = casting.to_values(hexagram, moves)
    assert casting.from_lines(between.join(map(str, values))) == (hexagram, moves)
    words = [casting.VALUE_NAMES[value] for value in values]
    assert casting.from_lines(between.join(words)) == (hexagram, moves)


@given(SIX, SIX, st.sampled_from(["{}之{}", "《{}》之《{}》", "{} → {}", "{}->{}", "{}卦之{}卦"]))
def test_names_there_and_back(hexagram, moves, form):
    for table in (hexagrams.NAMES, hexagrams.FULL_NAMES, hexagrams.FULL_NAMES_KO):
        text = form.format(table[hexagram], table[hexagram ^ moves])
        assert casting.from_names(text) == (hexagram, moves)


@pytest.mark.parametrize(
    "text, moving",
    [
        ("節之中孚", [6]),
        ("水澤節之風澤中孚", [6]),
        ("《節》之《中孚》", [6]),
        ("夬之大過", [1]),
        ("大畜之小畜", [5]),
        ("乾之小畜", [4]),
        ("兌之節", [4]),
        ("節", []),
        ("節之節", []),
    ],
)
def test_names_and_the_lines_that_move(text, moving):
    _, moves = casting.from_names(text)
    assert [i + 1 for i in range(6) if moves >> i & 1] == moving


@pytest.mark.parametrize("count, three, two", [(0, 6, 9), (1, 7, 8), (2, 8, 7), (3, 9, 6)])
def test_heads_count_three_or_two(count, three, two):
    for heads_are, value in ((3, three), (2, two)):
        assert casting.to_values(*casting.from_heads([count] * 6, heads_are)) == (value,) * 6


@pytest.mark.parametrize(
    "upper, lower, line, names_",
    [
        # 梅花易數, 觀梅占: 辰年十二月十七日申時, 革之咸.
        (5 + 12 + 17, 5 + 12 + 17 + 9, 5 + 12 + 17 + 9, ("革", "咸")),
        # 牡丹占: 巳年三月十六日卯時, 姤之鼎.
        (6 + 3 + 16, 6 + 3 + 16 + 4, 6 + 3 + 16 + 4, ("姤", "鼎")),
        (8, 8, 6, ("坤", "剝")),
        (1, 1, 1, ("乾", "姤")),
    ],
)
def test_numbers(upper, lower, line, names_):
    assert names(casting.from_numbers(upper, lower, line)) == names_


def test_time_as_in_the_tale_of_the_plum_blossoms():
    assert names(casting.from_time(4, 12, 17, 8)) == ("革", "咸")
    assert names(casting.from_time(5, 3, 16, 3)) == ("姤", "鼎")


def test_lines_778777_are_lu_bottom_line_first():
    """[7,7,8,7,7,7] is 履, and read from the top it would be 小畜 (not 姤 in any order)."""
    assert names(casting.from_lines("778777")) == ("履", "履")
    assert names(casting.from_values([7, 7, 8, 7, 7, 7])) == ("履", "履")


@pytest.mark.parametrize("draw", [casting.cast_coins, casting.cast_stalks])
def test_a_seed_gives_the_same_cast_again(draw):
    assert draw(7).tolist() == draw(7).tolist()
    assert draw(7, 50).tolist() == draw(7, 50).tolist()
    assert len({tuple(draw(seed).tolist()) for seed in range(20)}) > 10


@pytest.mark.parametrize(
    "draw, odds",
    [
        (casting.cast_coins, {6: 2, 7: 6, 8: 6, 9: 2}),
        (casting.cast_stalks, {6: 1, 7: 5, 8: 7, 9: 3}),
    ],
)
def test_odds_of_coins_and_stalks(draw, odds):
    values = draw(1, 40_000)
    for value, of_sixteen in odds.items():
        share = of_sixteen / 16
        spread = (share * (1 - share) / values.size) ** 0.5
        assert abs((values == value).mean() - share) < 5 * spread


def test_stalks_have_the_odds_of_dividing_them():
    """The three changes, divided so that the first leaves 4 or 8 at 3:1 and the others at 1:1."""
    odds = {}
    for first in (4, 4, 4, 8):
        for second in (4, 8):
            for third in (4, 8):
                value = (48 - first - second - third) // 4
                odds[value] = odds.get(value, 0) + 1
    ways = casting._STALKS.tolist()
    assert {value: ways.count(value) for value in set(ways)} == odds


def test_values_to_arrays_agrees_with_single_casts():
    values = casting.cast_stalks(3, 200)
    together = np.array(casting.values_to_arrays(values)).T.tolist()
    assert together == [list(casting.from_values(row.tolist())) for row in values]


@pytest.mark.parametrize(
    "cast, faults",
    [
        (lambda: casting.from_values([7] * 7), ["7 lines"]),
        (lambda: casting.from_values([7, 5, 8, 8, 8, 10]), ["5 at line 2", "10 at line 6"]),
        (lambda: casting.from_lines("78787甲"), ["'甲' at line 6"]),
        (lambda: casting.from_lines("78x"), ["3 lines"]),
        (lambda: casting.from_lines("0787871"), ["7 lines", "'0' at line 1", "'1' at line 7"]),
        (lambda: casting.from_heads([0, 1, 2, 3, 4, 0]), ["4 heads at toss 5"]),
        (lambda: casting.from_heads([1] * 5, 4), ["4", "5 tosses"]),
        (lambda: casting.from_names("節之中浮"), ["no hexagram is called '中浮'"]),
        (lambda: casting.from_names("天節之地孚"), ["'天節'", "'地孚'"]),
        (lambda: casting.from_names("乾之坤之屯"), ["names 3 hexagrams"]),
        (lambda: casting.from_numbers(0, 3, -1), ["0", "-1"]),
        (lambda: casting.from_time(12, 13, 0, 3), ["12", "13", "0"]),
    ],
)
def test_what_cannot_be_cast_is_all_said_at_once(cast, faults):
    with pytest.raises(YarrowError) as caught:
        cast()
    got = [fault.what for fault in caught.value.faults]
    assert len(got) == len(faults)
    assert all(word in what for word, what in zip(faults, got))
    assert all(fault.remedy for fault in caught.value.faults)
