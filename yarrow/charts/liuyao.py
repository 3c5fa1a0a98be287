"""六爻 charts as arrays: one element a chart, sets of seats as integer masks.

A seat is a bit of a mask: 0-5 the cast lines (本, 0 at the bottom), 6-11 what they turn into
(變), 12-17 what lies hidden under them (伏), then 日, 月, 歲, 身 (卦身) and 命 (birth year).
Every function takes a `Liuyao` and gives an int32 array of its shape. A changed seat exists
only where the line moves, a hidden one only where the palace's head has another line there.

The work is done by tables over sets of branches. `seats_in(chart, S)` is the seats whose
branch is in the 12-bit set S, `branch_set(chart, seats)` goes back, and a relation between
seats is a table over sets of branches between the two.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from yarrow.charts import ganzhi, hexagrams
from yarrow.charts.liuyao_conventions import DEFAULT, Conventions
from yarrow.errors import Fault, YarrowError

CAST, CHANGED, HIDDEN = 0x3F, 0x3F << 6, 0x3F << 12
DAY, MONTH, YEAR, BODY, LIFE = (1 << bit for bit in (18, 19, 20, 21, 22))
INNER, OUTER = 0b000111, 0b111000
SEAT_NAMES = (
    tuple(f"本{i}" for i in "初二三四五上")
    + tuple(f"變{i}" for i in "初二三四五上")
    + tuple(f"伏{i}" for i in "初二三四五上")
    + ("日", "月", "歲", "身", "命")
)
PARENTS, SIBLINGS, OFFSPRING, WEALTH, OFFICER = range(5)
SPIRITS = ("青龍", "朱雀", "勾陳", "螣蛇", "白虎", "玄武")
SPIRITS_KO = ("청룡", "주작", "구진", "등사", "백호", "현무")
SPIRITS_EN = (
    "azure dragon", "vermilion bird", "hook", "soaring snake", "white tiger", "dark warrior",
)  # fmt: skip
# 六神 of the bottom line by the stem of the day; they follow upwards in the order above.
SPIRIT_OF_STEM = np.array([0, 0, 1, 1, 2, 3, 4, 4, 5, 5], np.int8)

_SETS = np.arange(4096)


def _lines_in() -> np.ndarray:
    lines = np.zeros((64, 4096), np.uint8)
    for i in range(6):
        lines |= ((_SETS >> hexagrams.LINE_BRANCH[:, i, None] & 1) << i).astype(np.uint8)
    return lines


def spread(per_branch) -> np.ndarray:
    """Of a table of 12 sets of branches, the table of 4096: the union over the members of a set."""
    table = np.zeros(4096, np.int16)
    for branch in range(12):
        table[(_SETS >> branch & 1).astype(bool)] |= np.int16(per_branch[branch])
    return table


_LINES_IN = _lines_in().ravel()  # at hexagram << 12 | set of branches: the lines with such a branch
_BRANCHES_OF = np.zeros((64, 64), np.int16)  # at hexagram, lines: the branches of those lines
for _i in range(6):
    _has = (np.arange(64) >> _i & 1).astype(bool)
    _BRANCHES_OF[:, _has] |= np.int16(1) << hexagrams.LINE_BRANCH[:, _i, None].astype(np.int16)
_BRANCHES_OF = _BRANCHES_OF.ravel()
# The branches of each element, and at palace element * 5 + relation those of the relation.
ELEMENT_BRANCHES = np.array(
    [sum(1 << b for b in range(12) if ganzhi.BRANCH_ELEMENT[b] == e) for e in range(5)], np.int16
)
RELATION_BRANCHES = np.array(
    [[ELEMENT_BRANCHES[(palace + r - 1) % 5] for r in range(5)] for palace in range(5)], np.int16
)
VOID_BRANCHES = np.array(
    [1 << f | 1 << (f + 1) % 12 for f in ganzhi.void_first(np.arange(60)).tolist()], np.int16
)


class KeptBack(Exception):
    """A fact was asked for that the charts keep back."""


@dataclass(frozen=True, eq=False)
class Liuyao:
    """Charts, as arrays of one shape, or that spread to one. Make it with `lay`, which checks and
    broadcasts. Where an array is deleted, whatever asks for it raises `KeptBack`.

    hexagram 0..63; moves: 6-bit mask of moving lines; day: pillar 0..59; month, year, birth:
    branch 0..11, -1 where not known (year and birth only); sex: 1 male, 0 female, -1 not known.
    """

    hexagram: np.ndarray
    moves: np.ndarray
    day: np.ndarray
    month: np.ndarray
    year: np.ndarray
    birth: np.ndarray
    sex: np.ndarray
    conventions: Conventions = DEFAULT

    @cached_property
    def shape(self) -> tuple[int, ...]:
        return np.broadcast_shapes(*(vars(self)[name].shape for name in _LIMITS if name in vars(self)))

    @cached_property
    def changed(self) -> np.ndarray:
        """之卦: the hexagram after the moving lines have turned."""
        return self.hexagram ^ self.moves

    @cached_property
    def day_branch(self) -> np.ndarray:
        return self.day % 12

    @cached_property
    def hidden_lines(self) -> np.ndarray:
        """6-bit mask of the lines under which a hidden line is counted (option `hidden`)."""
        if self.conventions.hidden == "lacking":
            return hexagrams.SUPPLYING_LINES[self.hexagram]
        return hexagrams.HIDDEN_LINES[self.hexagram]

    @cached_property
    def pair(self) -> np.ndarray:
        """hexagram << 6 | moves, the index of tables over hexagram and moves."""
        return self.hexagram.astype(np.intp) << 6 | self.moves

    @cached_property
    def _by_lines(self) -> np.ndarray:
        """Where the lines of the hexagram begin in the tables of related lines."""
        return self.pair & ~0x3F

    @cached_property
    def _by_branch(self) -> np.ndarray:
        return self.hexagram.astype(np.intp) << 4

    @cached_property
    def line_seats(self) -> np.ndarray:
        """The seats of lines that exist: all cast lines, the changed ones that move, the hidden."""
        return CAST | self.moves.astype(np.int32) << 6 | self.hidden_lines.astype(np.int32) << 12

    @cached_property
    def _keys(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Where the sets of the cast, the changed and the hidden lines begin in the tables."""
        hexagram = self.hexagram.astype(np.intp)
        return hexagram << 12, (hexagram ^ self.moves) << 12, _HEAD_KEY.take(hexagram)

    @cached_property
    def body(self) -> np.ndarray:
        """The branch of 卦身."""
        return hexagrams.BODY_BRANCH[self.hexagram]

    @cached_property
    def _outside(self) -> dict[int, np.ndarray | None]:
        """What `outside` has found."""
        return {}

    def outside(self, asked: int) -> Iterator[tuple[int, np.ndarray]]:
        """Of the seats asked for, those that are not lines and whose branch is known on any chart:
        (bit, the one-branch set of the seat, 0 where it is unknown). Others are not looked at."""
        for bit, name in _OUTSIDE.items():
            if asked >> bit & 1:
                if bit not in self._outside:
                    branch = getattr(self, name)
                    self._outside[bit] = _ONE[branch] if (branch >= 0).any() else None
                if self._outside[bit] is not None:
                    yield bit, self._outside[bit]

    def __getattr__(self, name: str):
        """Python asks this only for what is not there: a fact that is kept back."""
        if name in _LIMITS:
            raise KeptBack(name)
        raise AttributeError(name)

    def __getitem__(self, index) -> Liuyao:
        """The charts at an index, as arrays."""
        parts = (self.hexagram, self.moves, self.day, self.month, self.year, self.birth, self.sex)
        return Liuyao(*(np.atleast_1d(part[index]) for part in parts), self.conventions)


_HEAD_KEY = hexagrams.HEAD.astype(np.intp) << 12
_ONE = np.array([1 << b for b in range(12)] + [0], np.int16)  # the last for -1
_OUTSIDE = {18: "day_branch", 19: "month", 20: "year", 21: "body", 22: "birth"}

_LIMITS = {
    "hexagram": (0, 63),
    "moves": (0, 63),
    "day": (0, 59),
    "month": (0, 11),
    "year": (-1, 11),
    "birth": (-1, 11),
    "sex": (-1, 1),
}


def lay(hexagram, moves=0, *, day, month, year=-1, birth=-1, sex=-1, conventions=DEFAULT) -> Liuyao:
    """Charts from integers or integer arrays that broadcast together; see `Liuyao` for ranges.

    A single chart is an array of length one. YarrowError names every value out of range.
    """
    given = dict(zip(_LIMITS, (hexagram, moves, day, month, year, birth, sex)))
    faults, parts = [], []
    for name, value in given.items():
        part = np.atleast_1d(np.asarray(value))
        low, high = _LIMITS[name]
        if part.size and (part.min() < low or part.max() > high):
            bad = part[(part < low) | (part > high)].flat[0]
            faults.append(Fault(name, f"{bad} is out of range", f"give {low} to {high}"))
        parts.append(part)
    if faults:
        raise YarrowError(faults)
    parts = [
        part.astype(np.uint8 if _LIMITS[name][0] == 0 else np.int8, copy=False)
        for name, part in zip(given, parts)
    ]
    return Liuyao(*np.broadcast_arrays(*parts), conventions)


def every_chart(conventions: Conventions = DEFAULT) -> Liuyao:
    """All 64 x 64 x 60 x 12 = 2,949,120 charts of hexagram, moves, day and month, in that order."""
    grid = np.ogrid[:64, :64, :60, :12]
    chart = lay(grid[0], grid[1], day=grid[2], month=grid[3], conventions=conventions)
    return Liuyao(
        *(
            np.ascontiguousarray(part).reshape(-1)
            for part in (chart.hexagram, chart.moves, chart.day, chart.month)
        ),
        *(np.broadcast_to(np.int8(-1), chart.hexagram.size) for _ in range(3)),
        conventions,
    )


# --- Between seats and branches --------------------------------------------------------------


def seats_in(chart: Liuyao, branches, within: int = -1) -> np.ndarray:
    """The seats whose branch is in a 12-bit set (one integer, or an array of the chart's shape).

    within: a mask of seats that are asked for; others may be left out, which saves time.
    """
    branches = np.asarray(branches)
    cast, changed, head = chart._keys
    seats = np.zeros(chart.shape, np.int32)
    if within & CAST:
        seats |= _LINES_IN.take(cast | branches)
    if within & CHANGED:
        seats |= (_LINES_IN.take(changed | branches) & chart.moves).astype(np.int32) << 6
    if within & HIDDEN:
        seats |= (_LINES_IN.take(head | branches) & chart.hidden_lines).astype(np.int32) << 12
    for bit, one in chart.outside(within):
        seats |= ((one & branches) != 0).astype(np.int32) << bit
    return seats


def branch_set(chart: Liuyao, seats) -> np.ndarray:
    """The 12-bit set of the branches on some seats; seats that do not exist have none."""
    asked = union(seats)
    cast, changed, head = chart._keys
    branches = np.zeros(chart.shape, np.int32)
    if asked & CAST:
        branches |= _BRANCHES_OF.take(cast >> 6 | seats & CAST)
    if asked & CHANGED:
        branches |= _BRANCHES_OF.take(changed >> 6 | seats >> 6 & chart.moves)
    if asked & HIDDEN:
        branches |= _BRANCHES_OF.take(head >> 6 | seats >> 12 & chart.hidden_lines)
    for bit, one in chart.outside(asked):
        branches |= one * (seats >> bit & 1)
    return branches


def union(seats) -> int:
    """The seats that occur in any of the masks."""
    return seats if isinstance(seats, int) else int(np.bitwise_or.reduce(seats, axis=None))


def related(chart: Liuyao, table: np.ndarray, x, y) -> np.ndarray:
    """The seats of x whose branch is in table[b] for some seat of y with branch b.

    table: 4096 sets, as `spread` makes them. A seat is never related to itself: where a table
    relates a branch to itself, another seat of y must have it.
    """
    within, asked = union(x), union(y)
    if not within & ~CAST and not asked & ~(CAST | DAY | MONTH):
        return x & _related_lines(chart, table, y, asked)
    found = x & seats_in(chart, table.take(branch_set(chart, y)), within)
    both = union(found & y)
    if not both or not (table[_ONE[:12]] & _ONE[:12]).any():
        return found
    for bit in range(len(SEAT_NAMES)):
        alone = 1 << bit
        if both & alone:
            others = seats_in(chart, table.take(branch_set(chart, y & ~alone)), alone)
            found = np.where(y & alone, found & ~alone | found & others & alone, found)
    return found


def _related_lines(chart: Liuyao, table: np.ndarray, y, asked: int) -> np.ndarray:
    """The cast lines related to seats of y among the cast lines, the day and the month.

    The commonest case, looked up at once: hexagram and lines, or hexagram and branch, give it.
    """
    by_lines, by_branch = _line_tables(table)
    found = np.zeros(chart.shape, np.int32)
    if asked & CAST:
        found = by_lines.take(chart._by_lines | y & CAST)
    for bit, name in ((DAY, "day_branch"), (MONTH, "month")):
        if asked & bit:
            lines = by_branch.take(chart._by_branch | getattr(chart, name))
            whole = isinstance(y, int) or bool((y & bit).all())
            found = found | (lines if whole else np.where(y & bit, lines, 0))
    return found


_LINE_TABLES: dict[int, tuple[np.ndarray, tuple[np.ndarray, np.ndarray]]] = {}


def _line_tables(table: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Of a table of relations: at hexagram << 6 | lines the cast lines that stand in it to another of
    those lines; at hexagram << 4 | branch those that stand in it to the branch."""
    key = table.__array_interface__["data"][0]  # rows of one table are views, new at each use
    if key in _LINE_TABLES:
        return _LINE_TABLES[key][1]
    one = table[_ONE[:12]].astype(np.int32)  # by the branch met
    line = hexagrams.LINE_BRANCH.astype(np.intp)  # (64, 6)
    holds = one[line[:, None, :]] >> line[:, :, None] & 1  # hexagram, line, line met
    holds &= 1 - np.eye(6, dtype=np.int32)
    met = np.arange(64)[:, None] >> np.arange(6) & 1  # lines, line
    by_lines = (np.einsum("hij,mj->hmi", holds, met) > 0) @ (np.int32(1) << np.arange(6, dtype=np.int32))
    by_branch = np.zeros((64, 16), np.int32)
    by_branch[:, :12] = (one[None, None, :] >> line[:, :, None] & 1).transpose(0, 2, 1) @ (
        np.int32(1) << np.arange(6, dtype=np.int32))
    tables = by_lines.astype(np.int32).ravel(), by_branch.ravel()
    if len(_LINE_TABLES) < 256:
        _LINE_TABLES[key] = table, tables  # the table is held, so that its address stays its own
    return tables


# --- What sits where -------------------------------------------------------------------------


def present(chart: Liuyao) -> np.ndarray:
    """Every seat that the chart has."""
    return chart.line_seats | seats_in(chart, 0xFFF, DAY | MONTH | YEAR | BODY | LIFE)


def branch_seats(chart: Liuyao, branch, within: int = -1) -> np.ndarray:
    """The seats that have a branch 0..11. within: see `seats_in`."""
    return seats_in(chart, _ONE[branch], within)


def element_seats(chart: Liuyao, element, within: int = -1) -> np.ndarray:
    """The seats of an element 0..4. within: see `seats_in`."""
    return seats_in(chart, ELEMENT_BRANCHES[element], within)


def relation_seats(chart: Liuyao, relation, within: int = -1) -> np.ndarray:
    """六親: the seats that are a relation 0..4 to the palace of the cast hexagram.

    Changed lines too are reckoned by the first palace, and so are 日, 月 and 歲. within: a mask of
    seats; the others are left out.
    """
    branches = _RELATION_OF_HEXAGRAM[relation].take(chart.hexagram)
    lines = _relation_lines(chart.conventions.hidden)[relation].take(chart.pair)
    return lines & within | seats_in(chart, branches, within & (DAY | MONTH | YEAR | LIFE))


# At relation, hexagram: the branches that are this relation to its palace.
_RELATION_OF_HEXAGRAM = RELATION_BRANCHES[hexagrams.PALACE_ELEMENT].T.copy()


@lru_cache
def _relation_lines(hidden: str) -> np.ndarray:
    """At relation, hexagram << 6 | moves: the seats of lines and 身 of the relation."""
    conventions = Conventions(hidden=hidden)
    grid = lay(np.arange(64)[:, None], np.arange(64), day=0, month=0, conventions=conventions)
    lines = CAST | CHANGED | HIDDEN | BODY
    return np.array([seats_in(grid, branches[:, None], lines).ravel()
                     for branches in _RELATION_OF_HEXAGRAM])


def relations(chart: Liuyao) -> tuple[np.ndarray, ...]:
    """The masks of 父母 兄弟 子孫 妻財 官鬼."""
    return tuple(relation_seats(chart, relation) for relation in range(5))


def spirit_seats(chart: Liuyao, spirit: int) -> np.ndarray:
    """六神: the line on which a spirit 0..5 sits, with its changed and its hidden line."""
    return _SPIRIT_PLACE[spirit].take(chart.day) & chart.line_seats


# At spirit, day: the place of the spirit, as a cast, a changed and a hidden seat.
_SPIRIT_PLACE = np.array(
    [
        [0b1000001000001 << (spirit - int(SPIRIT_OF_STEM[day % 10])) % 6 for day in range(60)]
        for spirit in range(6)
    ],
    np.int32,
)


def moving(chart: Liuyao) -> np.ndarray:
    """動爻, among the cast lines."""
    return chart.moves.astype(np.int32)


def static(chart: Liuyao) -> np.ndarray:
    """靜爻, among the cast lines."""
    return chart.moves.astype(np.int32) ^ CAST


def shi(chart: Liuyao) -> np.ndarray:
    """世爻."""
    return _SHI[chart.hexagram]


def ying(chart: Liuyao) -> np.ndarray:
    """應爻, three lines from 世."""
    return _YING[chart.hexagram]


_SHI = np.int32(1) << hexagrams.SHI.astype(np.int32)
_YING = np.int32(1) << hexagrams.YING.astype(np.int32)


def between(chart: Liuyao) -> np.ndarray:
    """間爻: the two lines between 世 and 應."""
    return hexagrams.BETWEEN_LINES[chart.hexagram].astype(np.int32)


def home(chart: Liuyao) -> np.ndarray:
    """本宮: the cast lines whose trigram is the palace's own; the rest are 他宮.

    So liuchu-26 (如在本宮內卦，在家即病…在應爻又屬他宮).
    """
    return hexagrams.HOME_LINES[chart.hexagram].astype(np.int32)


def body_lines(chart: Liuyao) -> np.ndarray:
    """卦身: the lines, cast, changed or hidden, that have the branch of the hexagram's month."""
    return branch_seats(chart, hexagrams.BODY_BRANCH[chart.hexagram], CAST | CHANGED | HIDDEN)


def shi_body(chart: Liuyao) -> np.ndarray:
    """世身: the cast line that 子午持世身居初 and its fellows give."""
    return np.int32(1) << hexagrams.SHI_BODY_LINE[chart.hexagram].astype(np.int32)


def supplying(chart: Liuyao) -> np.ndarray:
    """伏神 proper: the hidden seats of the relations that no cast line has, all of them."""
    return hexagrams.SUPPLYING_LINES[chart.hexagram].astype(np.int32) << 12


def flying(hidden) -> np.ndarray:
    """飛神: the cast lines over some hidden seats."""
    return np.asarray(hidden) >> 12 & CAST


def yang(chart: Liuyao) -> np.ndarray:
    """Yang lines among the cast and the changed. (老陽 counts as the yang line it was.)"""
    return chart.hexagram.astype(np.int32) | (chart.changed & chart.moves).astype(np.int32) << 6


def line_branches(chart: Liuyao) -> np.ndarray:
    """int8, shape + (3, 6): the branch of each cast, changed and hidden line, -1 where none is."""
    hexagram, changed = chart.hexagram, chart.changed
    branches = np.stack([hexagrams.LINE_BRANCH[hexagram], hexagrams.LINE_BRANCH[changed],
                         hexagrams.HIDDEN_BRANCH[hexagram]], axis=-2)
    return np.where(_line_exists(chart), branches, np.int8(-1))


def line_stems(chart: Liuyao, second_half=None) -> np.ndarray:
    """int8, shape + (3, 6): the stems of the lines as `line_branches` gives the branches.

    second_half: true where the summer solstice is past and the winter solstice to come, which
    matters only to the convention `qian_stems`. By default the months 未 to 亥: in the months 午
    and 子 themselves the date must tell.
    """
    codes = np.stack([chart.hexagram, chart.changed, hexagrams.HEAD[chart.hexagram]], axis=-1)
    stems = hexagrams.LINE_STEM[codes]
    school = chart.conventions.qian_stems
    if school != "fixed":
        if second_half is None:
            second_half = (chart.month >= 7) & (chart.month <= 11)
        late = np.asarray(second_half)[..., None, None]
        here = late & ((stems == 0) | (stems == 8))
        if school == "solstice":
            here &= (codes == 63)[..., None] & np.array([True, True, False])[:, None]
        stems = np.where(here, 8 - stems, stems)
    return np.where(_line_exists(chart), stems, np.int8(-1)).astype(np.int8)


def _line_exists(chart: Liuyao) -> np.ndarray:
    seats = chart.line_seats[..., None] >> np.arange(18) & 1
    return seats.astype(bool).reshape(chart.line_seats.shape + (3, 6))


def count(seats) -> np.ndarray:
    """How many seats a mask has."""
    seats = np.asarray(seats, np.int32)
    return _COUNT[seats & 4095] + _COUNT[seats >> 12]


_COUNT = np.array([bin(n).count("1") for n in range(4096)], np.int8)
