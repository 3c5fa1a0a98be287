"""A single 大六壬 chart as plain values, for people: a lean cast, a dictionary, a text layout.

A `Chart` holds what one element of `liuren.Liuren` holds; `chart` reads the same table as
`liuren.cast` without the cost of arrays, and `Chart.of` takes one element of a batch.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from functools import lru_cache

from yarrow.charts import ganzhi_names as names
from yarrow.charts.calendar import Moment
from yarrow.charts.ganzhi import (
    BRANCH_ELEMENT,
    BRANCHES,
    PILLARS,
    STEM_ELEMENT,
    STEMS,
    decade_stem,
    five_rats_stem,
    relation,
    void_first,
)
from yarrow.charts.liuren import COLUMNS, Liuren, cast, night_of, rows
from yarrow.charts.liuren_generals import GENERALS
from yarrow.charts.liuren_lessons import DEFAULT, KINDS, METHODS, READINGS, School, lessons
from yarrow.charts.liuren_reasons import reasons
from yarrow.errors import Fault, YarrowError


@dataclass(frozen=True, slots=True)
class Chart:
    """One chart. The fields are those of `liuren.Liuren`, as ints and tuples; -1 is not known.

    plate: the heaven branch over each of the twelve earth branches. void: the two branches of 旬空.
    """

    school: School
    day: int
    shift: int
    hour: int
    general: int
    night: int
    month: int
    year: int
    birth: int
    age: int
    plate: tuple[int, ...]
    upper: tuple[int, ...]
    lower: tuple[int, ...]
    transmissions: tuple[int, ...]
    method: int
    kind: int
    general_on: tuple[int, ...]
    branch_of: tuple[int, ...]
    forward: int
    void: tuple[int, int]

    @classmethod
    def of(cls, charts: Liuren, place: int = 0) -> Chart:
        """One element of a batch."""

        def plain(name):
            value = getattr(charts, name)[place].tolist()
            return tuple(value) if isinstance(value, list) else value

        values = {name: plain(name) for name in cls.__dataclass_fields__ if name not in _OWN}
        mask = plain("void")
        first = next(b for b in range(12) if mask == (1 << b) | (1 << (b + 1) % 12))
        return cls(
            charts.school, plate=_PLATES[values["shift"]], void=(first, (first + 1) % 12), **values
        )

    def arrays(self) -> Liuren:
        """The same chart as arrays of length one."""
        given = {
            name: getattr(self, name)
            for name in ("shift", "general", "hour", "night", "month", "year", "birth", "age")
        }
        return cast(self.day, school=self.school, **given)

    def why(self):
        """The steps from lessons to transmissions, a tuple of `liuren_reasons.Step`."""
        return reasons(self.day, self.shift, self.school)

    def disputed(self) -> dict[str, dict[str, tuple[int, ...]]]:
        """Where another reading gives other transmissions: field -> reading -> transmissions."""
        found: dict[str, dict[str, tuple[int, ...]]] = {}
        for field, readings in READINGS.items():
            if field == "daytime":
                continue
            for reading in readings:
                other = lessons(replace(self.school, **{field: reading}))
                three = tuple(other.transmissions[self.day * 12 + self.shift].tolist())
                if three != self.transmissions:
                    found.setdefault(field, {})[reading] = three
        return found

    def as_dict(self) -> dict:
        """All of it under English keys with Chinese values, ready for JSON; None is not known."""
        stem = self.day % 10

        def branch(b):
            return BRANCHES[b] if b >= 0 else None

        def general(b):
            g = self.general_on[b]
            return GENERALS[g].zh if g >= 0 else None

        def god(b):
            decade = int(decade_stem(self.day, b))
            return {
                "branch": BRANCHES[b],
                "seat": BRANCHES[(b - self.shift) % 12],
                "general": general(b),
                "kin": names.KIN[int(relation(STEM_ELEMENT[stem], BRANCH_ELEMENT[b]))].zh,
                "decade_stem": STEMS[decade] if decade >= 0 else None,
                "five_rats_stem": STEMS[int(five_rats_stem(self.day, b))],
                "void": b in self.void,
                "above": BRANCHES[(b + self.shift) % 12],
            }

        lower = [STEMS[stem]] + [BRANCHES[b] for b in self.lower[1:]]
        return {
            "day": PILLARS[self.day],
            "general": branch(self.general),
            "hour": branch(self.hour),
            "shift": self.shift,
            "night": None if self.night < 0 else bool(self.night),
            "month": branch(self.month),
            "year": branch(self.year),
            "birth": branch(self.birth),
            "age": branch(self.age),
            "void": [BRANCHES[b] for b in self.void],
            "method": METHODS[self.method][0],
            "kind": KINDS[self.kind][0],
            "order": {1: "順", 0: "逆", -1: None}[self.forward],
            "lessons": [
                {"upper": god(upper), "lower": below}
                for upper, below in zip(self.upper, lower, strict=True)
            ],
            "transmissions": [god(b) for b in self.transmissions],
            "generals": self._generals(),
            "plate": {BRANCHES[e]: god(b) for e, b in enumerate(self.plate)},
            "reasons": [step._asdict() for step in self.why()],
            "disputed": {
                field: {
                    str(r): "".join(BRANCHES[b] for b in three) for r, three in readings.items()
                }
                for field, readings in self.disputed().items()
            },
            "school": asdict(self.school),
        }

    def _generals(self) -> dict[str, dict[str, str]]:
        """Each general by its name: the branch that it rides, and its 陰神; empty if unknown."""
        if self.night < 0:
            return {}
        yin = self.arrays().yin_gods[0]
        return {
            general.zh: {"branch": BRANCHES[ridden], "yin_god": BRANCHES[god]}
            for general, ridden, god in zip(GENERALS, self.branch_of, yin, strict=True)
        }

    def text(self, language: str = "zh") -> str:
        """The traditional layout, every cell one Han character wide; reasons in zh, ko or en."""
        return "\n".join(_layout(self, ("zh", "ko", "en").index(language)))


_OWN = ("school", "plate", "void")
_PLATES = tuple(tuple((e + shift) % 12 for e in range(12)) for shift in range(12))
_VOIDS = tuple((int(b), (int(b) + 1) % 12) for b in void_first(range(60)))


@lru_cache(maxsize=16)
def _records(school: School) -> list[tuple]:
    """The rows of `liuren.rows` as plain values in the order of COLUMNS."""
    return [
        tuple(tuple(row[c]) if isinstance(c, slice) else row[c] for c in COLUMNS.values())
        for row in rows(school).tolist()
    ]


def chart(
    day: int, shift: int | None = None, *, general: int | None = None, hour: int | None = None,
    night: int | None = None, month: int = -1, year: int = -1, birth: int = -1, age: int = -1,
    school: School = DEFAULT,
) -> Chart:  # fmt: skip
    """One chart from plain ints, as `liuren.cast` makes it from arrays, and with its errors."""
    if general is None or general < 0:
        general = -1 if shift is None or hour is None or hour < 0 else (hour + shift) % 12
    if hour is None or hour < 0:
        hour = -1 if shift is None or general < 0 else (general - shift) % 12
    if shift is None and general >= 0 <= hour:
        shift = (general - hour) % 12
    if night is None:
        night = _nights(school.daytime)[hour]
    known = (general, hour, month, year, birth, age)
    if (
        shift is None
        or not (0 <= day < 60 and 0 <= shift < 12 and -1 <= night < 2)
        or not (-1 <= min(known) and max(known) < 12)
        or (general >= 0 <= hour and (general - hour - shift) % 12)
    ):
        cast(
            day,
            shift,
            general=general,
            hour=hour,
            night=night,
            month=month,
            year=year,
            birth=birth,
            age=age,
            school=school,
        )  # raises with every fault
    upper, lower, three, method, kind, riding, ridden, forward = _records(school)[
        ((night if night >= 0 else 2) * 60 + day) * 12 + shift
    ]
    return Chart(
        school, day, shift, hour, general, night, month, year, birth, age, _PLATES[shift], upper,
        lower, three, method, kind, riding, ridden, forward, _VOIDS[day],
    )  # fmt: skip


def chart_at(
    when: Moment, *, night: bool | None = None, birth: int = -1, age: int = -1,
    school: School = DEFAULT,
) -> Chart:  # fmt: skip
    """The chart of a moment of the calendar. YarrowError if day or night needs a place unknown.

    night overrules `school.daytime`. birth, age: branches of 本命 and 行年, -1 not known.
    """
    if night is None:
        night = night_at(when, school.daytime)
    return chart(
        when.day, general=when.general, hour=when.hour_branch, night=int(night),
        month=when.month_branch, year=when.year_branch, birth=birth, age=age, school=school,
    )  # fmt: skip


def night_at(when: Moment, daytime: str) -> bool:
    """Whether a moment is night: by its double hour, by its clock, or by the Sun over its place."""
    if daytime == "mao-shen":
        return not 3 <= when.hour_branch <= 8
    if daytime == "clock":
        return not 6 * 3600 <= when.hour_local % 86400 < 18 * 3600
    if when.daylight is None:
        raise YarrowError(
            Fault("daytime", "sunrise is not known", "give the latitude and longitude of the place")
        )
    return not when.daylight


@lru_cache(maxsize=4)
def _nights(daytime: str) -> list[int]:
    """Night by double hour 0..11; the last entry, reached as -1, is the unknown hour."""
    return night_of([*range(12), -1], daytime).tolist()


# --- The text layout --------------------------------------------------------------------------

_BLANK = "\u3000"
_LABELS = {"month": "月建", "year": "太歲", "birth": "本命", "age": "行年"}


def _layout(c: Chart, language: int) -> list[str]:
    def general(b, short=True):
        g = c.general_on[b]
        if g < 0:
            return _BLANK if short else _BLANK * 2
        return GENERALS[g].short if short else GENERALS[g].zh

    def void(b):
        return "〇" if b in c.void else _BLANK

    head = [f"{PILLARS[c.day]}日"]
    if c.hour >= 0:
        head.append(f"{STEMS[int(five_rats_stem(c.day, c.hour))]}{BRANCHES[c.hour]}時")
        head.append(f"{BRANCHES[c.general]}將")
    head.append({0: "晝占", 1: "夜占", -1: "晝夜未定"}[c.night])
    head.append("旬空" + "".join(BRANCHES[b] for b in c.void))
    lines = [_BLANK.join(head)]
    known = [
        label + BRANCHES[getattr(c, name)]
        for name, label in _LABELS.items()
        if getattr(c, name) >= 0
    ]
    if known:
        lines.append(_BLANK.join(known))
    lines += [f"{METHODS[c.method][0]}{_BLANK}{KINDS[c.kind][0]}", ""]

    stem = c.day % 10
    for label, b in zip("初中末", c.transmissions, strict=True):
        kin = names.KIN[int(relation(STEM_ELEMENT[stem], BRANCH_ELEMENT[b]))].zh
        hidden = int(decade_stem(c.day, b))
        carried = STEMS[hidden] if hidden >= 0 else _BLANK
        god = carried + BRANCHES[b] + void(b) + general(b, short=False)
        lines.append(_BLANK.join((f"{label}傳", kin, god)))
    lines.append("")

    backward = (3, 2, 1, 0)
    lower = [STEMS[stem]] + [BRANCHES[b] for b in c.lower[1:]]
    lines.append(_BLANK.join("四三二一"))
    if c.night >= 0:
        lines.append(_BLANK.join(general(c.upper[k]) for k in backward))
    lines += [
        _BLANK.join(BRANCHES[c.upper[k]] for k in backward),
        _BLANK.join(lower[k] for k in backward),
        "",
    ]
    plate = _plate_lines(c, general)
    lines += [*(plate if c.night >= 0 else plate[1:-1]), ""]
    lines += [step[language] for step in c.why()]
    for field, readings in c.disputed().items():
        for reading, three in readings.items():
            other = ("異說", "다른 설", "Other reading")[language]
            lines.append(f"{other} {field}={reading}: {''.join(BRANCHES[b] for b in three)}")
    return [line.rstrip() for line in lines]


def _plate_lines(c: Chart, general) -> list[str]:
    """Generals outside, heaven plate between, earth plate inside, 巳午未申 on top."""
    gap = _BLANK * 2
    top, bottom = (5, 6, 7, 8), (2, 1, 0, 11)

    def row(cells):
        return gap + "".join(cells) + gap

    def side(left, right):
        a, b = c.plate[left], c.plate[right]
        return (
            general(a)
            + BRANCHES[a]
            + BRANCHES[left]
            + gap
            + BRANCHES[right]
            + BRANCHES[b]
            + general(b)
        )

    return [
        row(general(c.plate[e]) for e in top),
        row(BRANCHES[c.plate[e]] for e in top),
        row(BRANCHES[e] for e in top),
        side(4, 9),
        side(3, 10),
        row(BRANCHES[e] for e in bottom),
        row(BRANCHES[c.plate[e]] for e in bottom),
        row(general(c.plate[e]) for e in bottom),
    ]
