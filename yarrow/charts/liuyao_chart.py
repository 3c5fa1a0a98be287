"""One 六爻 chart as a record that a person or a page can read.

The record itself comes from lookup tables; its `states` come from the array functions, run on
the chart as an array of length one, so that there is one implementation of each word.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple

from yarrow.charts import casting, ganzhi, hexagrams, liuyao
from yarrow.charts.liuyao_conventions import DEFAULT, Conventions
from yarrow.charts.liuyao_layout import CHART_STATES, SEAT_STATES

_ELEMENTS = ganzhi.BRANCH_ELEMENT.tolist()
_VOID_FIRST = ganzhi.void_first(range(60)).tolist()
_SPIRIT_OF_STEM = liuyao.SPIRIT_OF_STEM.tolist()


class Face(NamedTuple):
    """What 納甲 gives a line: stem 0..9, branch 0..11, element 0..4, relation 0..4, whether yang."""

    stem: int
    branch: int
    element: int
    relation: int
    yang: bool

    @property
    def pillar(self) -> str:
        return ganzhi.STEMS[self.stem] + ganzhi.BRANCHES[self.branch]

    def __str__(self) -> str:
        return f"{hexagrams.RELATIONS[self.relation]}{self.pillar}{ganzhi.ELEMENTS[self.element]}"


class Line(NamedTuple):
    """One place of a chart, 0 at the bottom. `value` is 6..9; changed and hidden may be None."""

    place: int
    value: int
    cast: Face
    changed: Face | None
    hidden: Face | None
    spirit: int
    shi: bool
    ying: bool
    void: bool
    changed_void: bool
    hidden_void: bool
    supplying: bool

    @property
    def moving(self) -> bool:
        return self.value in (6, 9)


@lru_cache(4096)
def _faces(code: int, palace_element: int, traded: bool) -> tuple[Face, ...]:
    """The six faces of a hexagram reckoned by a palace; traded: 甲 and 壬 of 乾 exchanged."""
    stems, branches = hexagrams.LINE_STEM[code].tolist(), hexagrams.LINE_BRANCH[code].tolist()
    return tuple(
        Face(
            8 - stem if traded and stem in (0, 8) else stem,
            branch,
            _ELEMENTS[branch],
            hexagrams.six_relation(_ELEMENTS[branch], palace_element),
            bool(code >> i & 1),
        )
        for i, (stem, branch) in enumerate(zip(stems, branches))
    )


class _Frame(NamedTuple):
    """What a hexagram gives whatever the time."""

    palace: int
    palace_element: int
    head: int
    hidden_lines: int
    supplying_lines: int
    shi: int
    ying: int


_FRAMES = tuple(
    _Frame(*row)
    for row in zip(
        *(
            table.tolist()
            for table in (
                hexagrams.PALACE,
                hexagrams.PALACE_ELEMENT,
                hexagrams.HEAD,
                hexagrams.HIDDEN_LINES,
                hexagrams.SUPPLYING_LINES,
                hexagrams.SHI,
                hexagrams.YING,
            )
        )
    )
)


@dataclass(frozen=True)
class LiuyaoChart:
    """A chart. Make it with `chart`; indices are those of `ganzhi` and `hexagrams`.

    month and year are branches, month_pillar and year_pillar 0..59 where the whole is known;
    -1 stands for what is not known. sex: 1 male, 0 female. after_solstice: whether the summer
    solstice is past and the winter one to come, None where only the month tells.
    """

    hexagram: int
    moves: int
    day: int
    month: int
    month_pillar: int = -1
    year: int = -1
    year_pillar: int = -1
    hour_pillar: int = -1
    birth: int = -1
    sex: int = -1
    asks: str = ""
    moment: str = ""
    after_solstice: bool | None = None
    conventions: Conventions = DEFAULT
    lines: tuple[Line, ...] = field(default=(), compare=False)

    @property
    def changed(self) -> int:
        """The code of the changed hexagram."""
        return self.hexagram ^ self.moves

    @property
    def void(self) -> tuple[int, int]:
        """The two void branches."""
        first = _VOID_FIRST[self.day]
        return first, (first + 1) % 12

    @cached_property
    def array(self) -> liuyao.Liuyao:
        """The chart as an array of length one, for the functions on arrays."""
        return liuyao.lay(
            self.hexagram,
            self.moves,
            day=self.day,
            month=self.month,
            year=self.year,
            birth=self.birth,
            sex=self.sex,
            conventions=self.conventions,
        )

    @cached_property
    def states(self) -> dict[str, int]:
        """By key of SEAT_STATES and CHART_STATES: the mask of seats (0 or 1 for a truth)."""
        return {key: int(of(self.array)[0]) for key, *_, of in SEAT_STATES + CHART_STATES}

    @cached_property
    def seasons(self) -> tuple[int, ...]:
        """旺 0 相 1 休 2 囚 3 死 4 of the five elements in the month."""
        return tuple(
            ganzhi.seasonal_state(range(5), self.month, self.conventions.earth_months).tolist()
        )

    def marks(self, seat: int, language: str = "zh") -> list[str]:
        """The names of the states of a seat (a bit of the masks), in zh, ko or en."""
        column = ("zh", "ko", "en").index(language) + 1
        return [state[column] for state in SEAT_STATES if self.states[state[0]] >> seat & 1]

    def remarks(self, language: str = "zh") -> list[str]:
        """The names of the states of the whole chart."""
        column = ("zh", "ko", "en").index(language) + 1
        return [state[column] for state in CHART_STATES if self.states[state[0]]]


def chart(hexagram: int, moves: int = 0, *, day: int, month: int, **given) -> LiuyaoChart:
    """The chart of a hexagram 0..63 and its moving lines on a day pillar in a month branch.

    given: any other field of `LiuyaoChart` but `lines`. Values out of range raise YarrowError.
    """
    conventions = given.get("conventions", DEFAULT)
    if not (0 <= hexagram < 64 and 0 <= moves < 64 and 0 <= day < 60 and 0 <= month < 12):
        liuyao.lay(hexagram, moves, day=day, month=month)  # raises, naming each
    after_solstice = given.get("after_solstice")
    if after_solstice is None:
        after_solstice = 7 <= month <= 11
    school = conventions.qian_stems if after_solstice else "fixed"
    lines = _lines(hexagram, moves, day, school, conventions.hidden == "lacking")
    return LiuyaoChart(hexagram, moves, day, month, lines=lines, **given)


def _lines(hexagram: int, moves: int, day: int, school: str, lacking: bool) -> tuple[Line, ...]:
    frame = _FRAMES[hexagram]

    def faces(code: int, traded: bool) -> tuple[Face, ...]:
        return _faces(code, frame.palace_element, traded)

    halves, pure = school == "solstice-halves", school == "solstice"
    cast = faces(hexagram, halves or pure and hexagram == 63)
    changed = faces(hexagram ^ moves, halves or pure and hexagram ^ moves == 63)
    hidden = faces(frame.head, halves)
    shown = frame.supplying_lines if lacking else frame.hidden_lines
    spirit = _SPIRIT_OF_STEM[day % 10]
    first = _VOID_FIRST[day]
    void = (first, first + 1)  # the first is 戌 at the latest, so 亥 is not passed
    lines = []
    for i in range(6):
        face, moves_here, hides = cast[i], moves >> i & 1, shown >> i & 1
        value = (9 if moves_here else 7) if face.yang else (6 if moves_here else 8)
        lines.append(
            Line(
                i,
                value,
                face,
                changed[i] if moves_here else None,
                hidden[i] if hides else None,
                (spirit + i) % 6,
                i == frame.shi,
                i == frame.ying,
                face.branch in void,
                bool(moves_here) and changed[i].branch in void,
                bool(hides) and hidden[i].branch in void,
                bool(frame.supplying_lines >> i & 1),
            )
        )
    return tuple(lines)


def hexagram_dict(code: int) -> dict:
    """The names and the place of a hexagram, as plain values."""
    return {
        "code": code,
        "name": hexagrams.NAMES[code],
        "full_name": hexagrams.FULL_NAMES[code],
        "name_ko": hexagrams.NAMES_KO[code],
        "full_name_ko": hexagrams.FULL_NAMES_KO[code],
        "name_en": hexagrams.NAMES_EN[code],
        "king_wen": int(hexagrams.KING_WEN[code]),
        "unicode": hexagrams.UNICODE[code],
        "palace": hexagrams.TRIGRAMS[hexagrams.PALACE[code]],
        "generation": hexagrams.GENERATIONS[hexagrams.GENERATION[code]],
        "shi": int(hexagrams.SHI[code]) + 1,
        "ying": int(hexagrams.YING[code]) + 1,
    }


def as_dict(chart: LiuyaoChart) -> dict:
    """The whole chart as plain values for JSON, names in Chinese, lines from 1 at the bottom."""

    def face(face: Face | None, seat: int) -> dict | None:
        return face and {
            "stem": ganzhi.STEMS[face.stem],
            "branch": ganzhi.BRANCHES[face.branch],
            "element": ganzhi.ELEMENTS[face.element],
            "relation": hexagrams.RELATIONS[face.relation],
            "yang": face.yang,
            "season": "旺相休囚死"[chart.seasons[face.element]],
            "states": chart.marks(seat),
        }

    def name(names, index):
        return None if index < 0 else names[index]

    return {
        "hexagram": hexagram_dict(chart.hexagram),
        "changed": hexagram_dict(chart.changed) if chart.moves else None,
        "nuclear": hexagram_dict(int(hexagrams.NUCLEAR[chart.hexagram])),
        "cast": list(casting.to_values(chart.hexagram, chart.moves)),
        "time": {
            "moment": chart.moment or None,
            "year": name(ganzhi.PILLARS, chart.year_pillar) or name(ganzhi.BRANCHES, chart.year),
            "month": name(ganzhi.PILLARS, chart.month_pillar) or ganzhi.BRANCHES[chart.month],
            "day": ganzhi.PILLARS[chart.day],
            "hour": name(ganzhi.PILLARS, chart.hour_pillar),
            "void": [ganzhi.BRANCHES[b] for b in chart.void],
        },
        "seeker": {
            "sex": {1: "male", 0: "female", -1: None}[chart.sex],
            "birth": name(ganzhi.BRANCHES, chart.birth),
            "asks": chart.asks or None,
        },
        "body": ganzhi.BRANCHES[hexagrams.BODY_BRANCH[chart.hexagram]],
        "remarks": chart.remarks(),
        "lines": [
            {
                "line": line.place + 1,
                "value": line.value,
                "moving": line.moving,
                "spirit": liuyao.SPIRITS[line.spirit],
                "shi": line.shi,
                "ying": line.ying,
                "cast": face(line.cast, line.place),
                "changed": face(line.changed, line.place + 6),
                "hidden": face(line.hidden, line.place + 12),
                "supplies": line.supplying,
            }
            for line in chart.lines
        ],
        "conventions": vars(chart.conventions),
    }
