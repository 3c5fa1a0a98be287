"""大六壬 charts as arrays, one element a chart. The single chart is the array of length one.

A day is a pillar 0..59, a branch 0..11, a general 0..11 in the order of
`liuren_generals.GENERALS`, a set of branches a 12-bit mask. -1 says not known, everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import lru_cache

import numpy as np

from yarrow.charts.ganzhi import void_first
from yarrow.charts.liuren_generals import NOBLEMEN, general_places, nobleman
from yarrow.charts.liuren_lessons import DEFAULT, READINGS, School, lessons
from yarrow.errors import Fault, YarrowError


@dataclass(frozen=True, eq=False)
class Liuren:
    """n charts. Each field but `school` is an array whose first axis is the chart.

    day: (n,) pillar 0..59. shift: (n,) heaven over earth branch e is (e + shift) % 12.
    hour: (n,) 占時. general: (n,) 月將. night: (n,) 0 by day, 1 by night. month: (n,) 月建.
    year: (n,) branch of 太歲. birth: (n,) branch of 本命. age: (n,) branch of 行年.
    All of these but day and shift may be -1.
    upper, lower: (n, 4) the four lessons; lower[:, 0] is where the day's stem lodges; upper[:, 0]
    is 干上, the seat; upper[:, 2] is 支上. method, kind: (n,) into METHODS and KINDS.
    transmissions: (n, 3) 初中末. general_on: (n, 12) the general riding each heaven branch;
    branch_of: (n, 12) the heaven branch that each general rides; forward: (n,) 1 順, 0 逆.
    void: (n,) mask of the two branches of 旬空.
    """

    school: School
    day: np.ndarray
    shift: np.ndarray
    hour: np.ndarray
    general: np.ndarray
    night: np.ndarray
    month: np.ndarray
    year: np.ndarray
    birth: np.ndarray
    age: np.ndarray
    upper: np.ndarray
    lower: np.ndarray
    method: np.ndarray
    kind: np.ndarray
    transmissions: np.ndarray
    general_on: np.ndarray
    branch_of: np.ndarray
    forward: np.ndarray
    void: np.ndarray

    def __len__(self) -> int:
        return len(self.day)

    def __getitem__(self, which) -> Liuren:
        """The charts that a slice, a mask or an array of places picks; a number gives one chart."""
        if isinstance(which, (int, np.integer)):
            which = [which]
        rest = (getattr(self, field.name)[which] for field in fields(self)[1:])
        return Liuren(self.school, *rest)

    @property
    def stem(self) -> np.ndarray:
        """(n,) the day's stem 0..9."""
        return self.day % 10

    @property
    def branch(self) -> np.ndarray:
        """(n,) the day's branch 0..11."""
        return self.day % 12

    def above(self, earth) -> np.ndarray:
        """上, and 陰神: the heaven branch over an earth branch (n,), (n, k) or a number."""
        return _turn(earth, self.shift)

    def below(self, heaven) -> np.ndarray:
        """坐: the earth branch under a heaven branch. (n,), (n, k) or a number."""
        return _turn(heaven, -self.shift)

    @property
    def yin_gods(self) -> np.ndarray:
        """陰神 of each general, (n, 12): the branch over the branch that it rides.

        The noblemen of day and night are each other's: 天乙貴人，旦暮互為陰陽，其餘十一將，
        各以本家所乘神為陰神 (sanchuan-15). -1 where day or night is not known.
        """
        gods = self.above(self.branch_of)
        other = np.where(self.night < 0, -1, 1 - self.night)
        gods[:, 0] = nobleman(self.day, other, self.school.nobleman)
        return gods


def _turn(branch, shift):
    branch = np.asarray(branch)
    if branch.ndim == 2:
        shift = shift[:, None]
    return np.where(branch < 0, -1, (branch + shift) % 12).astype(np.int8)


@lru_cache(maxsize=16)
def rows(school: School) -> np.ndarray:
    """(2160, 38) int8: all that day, shift and night fix, by (night * 60 + day) * 12 + shift.

    night is 2 where it is not known. The columns are those of `COLUMNS`.
    """
    night, day, shift = np.unravel_index(np.arange(2160), (3, 60, 12))
    table = lessons(school)
    lesson = day * 12 + shift
    lord = nobleman(day, np.where(night == 2, -1, night), school.nobleman)
    riding, ridden, forward = general_places(lord, shift)
    parts = {
        "upper": table.upper[lesson], "lower": table.lower[lesson],
        "transmissions": table.transmissions[lesson], "method": table.method[lesson],
        "kind": table.kind[lesson], "general_on": riding, "branch_of": ridden, "forward": forward,
    }  # fmt: skip
    return np.concatenate([parts[name].reshape(2160, -1) for name in COLUMNS], axis=1)


COLUMNS = {
    "upper": slice(0, 4), "lower": slice(4, 8), "transmissions": slice(8, 11), "method": 11,
    "kind": 12, "general_on": slice(13, 25), "branch_of": slice(25, 37), "forward": 37,
}  # fmt: skip

_FIRST = void_first(np.arange(60))
VOID = ((1 << _FIRST) | (1 << (_FIRST + 1) % 12)).astype(np.int16)  # by day


def cast(
    day, shift=None, *, general=None, hour=None, night=None, month=None, year=None, birth=None,
    age=None, school: School = DEFAULT,
) -> Liuren:  # fmt: skip
    """Charts from a day and either a shift or both 月將 and 占時; all broadcast to one length n.

    day: 0..59. shift, general, hour, month, year, birth, age: 0..11, or -1 for not known (all
    but shift). night: 0, 1 or -1; without it, it comes from the hour as `school.daytime` says.
    YarrowError if a value is out of its range, or the shift is not given or contradicted.
    """
    named = {
        "day": day, "shift": shift, "general": general, "hour": hour, "night": night,
        "month": month, "year": year, "birth": birth, "age": age,
    }  # fmt: skip
    given = {
        name: np.atleast_1d(np.asarray(value)) for name, value in named.items() if value is not None
    }
    _check(given, school)
    shape = np.broadcast_shapes(*(array.shape for array in given.values()))
    unknown = np.full(shape, -1, np.int8)
    known = {
        name: np.broadcast_to(given[name], shape).astype(np.int8) if name in given else unknown
        for name in named
    }
    general, hour, turn = known["general"], known["hour"], known["shift"]
    if shift is None:
        turn = (general - hour) % 12
    elif "general" in given or "hour" in given:
        general, hour = (
            np.where((general < 0) & (hour >= 0), (hour + turn) % 12, general),
            np.where((hour < 0) & (general >= 0), (general - turn) % 12, hour),
        )
    night = night_of(hour, school.daytime) if night is None else known["night"]
    day = known["day"]
    row = (np.where(night < 0, np.int16(120), night * np.int16(60)) + day) * np.int16(12) + turn
    block = rows(school).take(row, axis=0)
    return Liuren(
        school, day, turn, hour, general, night, known["month"], known["year"], known["birth"],
        known["age"], void=VOID.take(day),
        **{name: block[:, column] for name, column in COLUMNS.items()},
    )  # fmt: skip


def night_of(hour, daytime: str) -> np.ndarray:
    """Whether a double hour is night: 0, 1, or -1 where hour and rule do not settle it."""
    hour = np.asarray(hour, np.int8)
    if daytime == "mao-shen":
        night = (hour < 3) | (hour > 8)
        return np.where(hour < 0, -1, night).astype(np.int8)
    if daytime == "clock":
        split = (hour < 0) | (hour == 3) | (hour == 9)
        return np.where(split, -1, (hour < 3) | (hour > 9)).astype(np.int8)
    return np.full(hour.shape, -1, np.int8)


def _check(given, school):
    faults = []
    for field, readings in READINGS.items():
        if getattr(school, field) not in readings:
            faults.append(
                Fault(
                    field, f"{getattr(school, field)!r} is no reading of it", f"one of {readings}"
                )
            )
    if school.nobleman not in NOBLEMEN:
        faults.append(
            Fault("nobleman", f"{school.nobleman!r} is no table", f"one of {tuple(NOBLEMEN)}")
        )
    low = {"day": 0, "shift": 0}
    high = {"day": 59, "night": 1}
    for name, array in given.items():
        least, most = low.get(name, -1), high.get(name, 11)
        if ((array < least) | (array > most)).any() or array.dtype.kind not in "iub":
            faults.append(
                Fault(name, "a value is out of range", f"whole numbers from {least} to {most}")
            )
    if "shift" not in given and not {"general", "hour"} <= given.keys():
        faults.append(
            Fault("shift", "the heaven plate is not fixed", "give shift, or general and hour")
        )
    if not faults and "shift" not in given:
        if (given["general"] < 0).any() or (given["hour"] < 0).any():
            faults.append(
                Fault("shift", "general or hour unknown", "give the shift of these charts")
            )
    elif not faults and {"general", "hour"} <= given.keys():
        general, hour = np.broadcast_arrays(given["general"], given["hour"])
        known = (general >= 0) & (hour >= 0)
        if (known & ((general - hour - given["shift"]) % 12 != 0)).any():
            faults.append(Fault("shift", "it is not general - hour", "leave out one of the three"))
    if faults:
        raise YarrowError(faults)


def every_chart(school: School = DEFAULT) -> Liuren:
    """All 720 lessons x day and night x 12 months: 17,280 charts, the month running fastest."""
    day, shift, night, month = np.unravel_index(np.arange(17280), (60, 12, 2, 12))
    return cast(day, shift, night=night, month=month, school=school)
