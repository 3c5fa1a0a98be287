"""Casting a hexagram: every way in gives the pair (hexagram 0..63, mask of moving lines).

The six values of a cast run from the bottom line up: 6 old yin (交, moves), 7 young yang (單),
8 young yin (拆), 9 old yang (重, moves).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from yarrow.charts.hexagrams import TRIGRAMS, find_hexagram
from yarrow.errors import Fault, YarrowError

PLACES = ("初", "二", "三", "四", "五", "上")

# 單拆重交 are the words of hunyin-18 (交重二爻為老年人，單拆二爻為少年人).
_VALUE_OF_MARK = {
    "6": 6,
    "交": 6,
    "×": 6,
    "x": 6,
    "X": 6,
    "7": 7,
    "單": 7,
    "单": 7,
    "⚊": 7,
    "—": 7,
    "|": 7,
    "8": 8,
    "拆": 8,
    "⚋": 8,
    ":": 8,
    "¦": 8,
    "9": 9,
    "重": 9,
    "○": 9,
    "o": 9,
    "O": 9,
    "〇": 9,
}
VALUE_NAMES = {6: "交", 7: "單", 8: "拆", 9: "重"}

# 先天 numbers of the trigrams: 乾一兌二離三震四巽五坎六艮七坤八.
TRIGRAM_OF_NUMBER = tuple(TRIGRAMS.index(name) for name in "乾兌離震巽坎艮坤")


def from_values(values: Sequence[int], where: str = "cast") -> tuple[int, int]:
    """(hexagram, moves) of six values 6..9, bottom line first. YarrowError lists every fault."""
    faults = []
    if len(values) != 6:
        faults.append(Fault(where, f"{len(values)} lines", "a hexagram has six, bottom line first"))
    faults += [
        Fault(where, f"{value!r} at line {n}", "each line is 6, 7, 8 or 9")
        for n, value in enumerate(values, 1)
        if value not in (6, 7, 8, 9)
    ]
    if faults:
        raise YarrowError(faults)
    hexagram = sum(1 << i for i, value in enumerate(values) if value % 2)
    moves = sum(1 << i for i, value in enumerate(values) if value in (6, 9))
    return hexagram, moves


def to_values(hexagram: int, moves: int) -> tuple[int, ...]:
    """The six values of a cast, bottom line first; the inverse of `from_values`."""
    return tuple(
        (9 if moves >> i & 1 else 7) if hexagram >> i & 1 else (6 if moves >> i & 1 else 8)
        for i in range(6)
    )


def from_lines(text: str, where: str = "--lines") -> tuple[int, int]:
    """A cast typed line by line, bottom first: digits 6-9, or 交單拆重, or × — : ○ and the like.

    Spaces and commas between lines are free: `878877`, `8 7 8 8 7 7`, `拆單拆拆單單`.
    """
    marks = re.sub(r"[\s,，、\[\]]+", "", text)
    values, faults = [], []
    for n, mark in enumerate(marks, 1):
        if mark not in _VALUE_OF_MARK:
            faults.append(
                Fault(
                    where, f"{mark!r} at line {n}", "write 6 7 8 9, or 交 單 拆 重, for each line"
                )
            )
        values.append(_VALUE_OF_MARK.get(mark))
    if len(values) != 6:
        faults.insert(
            0,
            Fault(
                where, f"{len(values)} lines in {text!r}", "a hexagram has six, bottom line first"
            ),
        )
    if faults:
        raise YarrowError(faults)
    return from_values(values, where)


def from_heads(
    counts: Sequence[int], heads_are: int = 3, where: str = "--heads"
) -> tuple[int, int]:
    """A cast from six tosses of three coins, told as the number of heads (0..3) in each.

    heads_are: what a head counts, 3 (then three heads are 9) or 2 (then three heads are 6);
    the other face counts the other.
    """
    faults = []
    if heads_are not in (2, 3):
        faults.append(Fault("--heads-are", f"{heads_are!r}", "a face of a coin counts 2 or 3"))
    if len(counts) != 6:
        faults.append(Fault(where, f"{len(counts)} tosses", "toss six times, bottom line first"))
    faults += [
        Fault(where, f"{count!r} heads at toss {n}", "three coins show 0 to 3 heads")
        for n, count in enumerate(counts, 1)
        if count not in (0, 1, 2, 3)
    ]
    if faults:
        raise YarrowError(faults)
    return from_values([6 + count if heads_are == 3 else 9 - count for count in counts], where)


def to_heads(hexagram: int, moves: int, heads_are: int = 3) -> tuple[int, ...]:
    """The numbers of heads that give a cast; the inverse of `from_heads`."""
    return tuple(v - 6 if heads_are == 3 else 9 - v for v in to_values(hexagram, moves))


def from_names(text: str) -> tuple[int, int]:
    """A cast by the names of its two hexagrams: 節之中孚, 《節》之《中孚》, 水澤節之風澤中孚, or 節 alone.

    Names may be any that `find_hexagram` knows; → and -> serve for 之.
    """
    parts = re.split(r"之|→|->", text)
    faults, codes = [], []
    if len(parts) > 2:
        faults.append(
            Fault(
                "hexagram",
                f"{text!r} names {len(parts)} hexagrams",
                "name one, or two with 之 between: 節之中孚",
            )
        )
    for part in parts:
        try:
            codes.append(find_hexagram(part))
        except YarrowError as error:
            faults += error.faults
    if faults:
        raise YarrowError(faults)
    return codes[0], codes[0] ^ codes[-1]


def from_numbers(upper: int, lower: int, line: int) -> tuple[int, int]:
    """A cast by numbers: upper and lower trigram modulo 8 (先天 numbers), moving line modulo 6."""
    faults = [
        Fault("--numbers", f"{number!r}", "numbers count from 1")
        for number in (upper, lower, line)
        if number < 1
    ]
    if faults:
        raise YarrowError(faults)
    top, bottom = (TRIGRAM_OF_NUMBER[(number - 1) % 8] for number in (upper, lower))
    return bottom | top << 3, 1 << (line - 1) % 6


def from_time(year_branch: int, month: int, day: int, hour_branch: int) -> tuple[int, int]:
    """以時起卦: year branch (子 = 1), month and day of the lunar calendar, then the hour branch.

    Year, month and day give the upper trigram; with the hour, the lower one and the line. As in
    梅花易數. Branches are 0..11 here as everywhere; month is 1..12 and day 1..30.
    """
    faults = [
        Fault(where, f"{value!r}", f"give {low} to {high}")
        for where, value, low, high in (
            ("year branch", year_branch, 0, 11),
            ("lunar month", month, 1, 12),
            ("lunar day", day, 1, 30),
            ("hour branch", hour_branch, 0, 11),
        )
        if not low <= value <= high
    ]
    if faults:
        raise YarrowError(faults)
    upper = year_branch + 1 + month + day
    lower = upper + hour_branch + 1
    return from_numbers(upper, lower, lower)


# --- By chance -------------------------------------------------------------------------------

# Three coins: one way in eight to 6 and to 9, three to 7 and to 8. Yarrow stalks (the three
# changes of 十八變, with their usual odds 3:1, 1:1, 1:1): of sixteen, 6 once, 9 three times,
# 7 five times, 8 seven times.
_COINS = np.array([6, 7, 7, 7, 8, 8, 8, 9], np.uint8)
_STALKS = np.array([6] + [9] * 3 + [7] * 5 + [8] * 7, np.uint8)


def cast_coins(seed: int | None = None, size: int | None = None) -> np.ndarray:
    """Values of six tosses of three coins, shape (6,) or (size, 6); the same for the same seed."""
    return _draw(_COINS, seed, size)


def cast_stalks(seed: int | None = None, size: int | None = None) -> np.ndarray:
    """Values of six lines by yarrow stalks (6, 7, 8, 9 with odds 1, 5, 7, 3 of 16)."""
    return _draw(_STALKS, seed, size)


def _draw(ways: np.ndarray, seed: int | None, size: int | None) -> np.ndarray:
    chance = np.random.default_rng(seed)
    return ways[chance.integers(len(ways), size=6 if size is None else (size, 6))]


def values_to_arrays(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(hexagrams, moves) as uint8 arrays of shape (n,) from values of shape (n, 6)."""
    places = 1 << np.arange(6)
    hexagrams = ((values % 2 == 1) * places).sum(axis=-1)
    moves = (((values == 6) | (values == 9)) * places).sum(axis=-1)
    return hexagrams.astype(np.uint8), moves.astype(np.uint8)
