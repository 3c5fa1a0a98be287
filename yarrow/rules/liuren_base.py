"""How words of 六壬 run: sets of branches, stems and generals over a `Liuren` batch.

A set of branches is one of gods of the heaven plate. Generals stand for the branches that they
ride, and elements for their branches, where branches are wanted. A stem has an element of its own
and lodges in a branch: relations of element take the one, relations of branches the other.

Where day or night is not known, a word is worked out for both: what both give is sure, what one
gives may be. An unknown branch (of month, year, birth, age) may be any of the twelve.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

import numpy as np

from yarrow.charts import ganzhi
from yarrow.charts.liuren import COLUMNS, Liuren, rows
from yarrow.charts.liuren_generals import GENERAL_ELEMENT
from yarrow.charts.liuren_lessons import LODGE
from yarrow.charts.liuren_spirits import spirits
from yarrow.errors import Fault, YarrowError
from yarrow.rules.evaluate import Env
from yarrow.rules.values import BRANCHES, ELEMENTS, GENERALS, STEMS, Set, Truth
from yarrow.rules.words import Word

ALL = 0xFFF  # all twelve branches, or generals
SIZE = {BRANCHES: 12, STEMS: 10, GENERALS: 12, ELEMENTS: 5}
ELEMENT_OF = {
    BRANCHES: ganzhi.BRANCH_ELEMENT, STEMS: ganzhi.STEM_ELEMENT, GENERALS: GENERAL_ELEMENT,
    ELEMENTS: np.arange(5),
}  # fmt: skip
MONTHS = ("正月", "二月", "三月", "四月", "五月", "六月", "七月", "八月", "九月", "十月", "十一月", "十二月")
PERSONS = ("男", "女", "母")

# Option -> what it may be, the default first.
CONVENTIONS = {
    # 長生 of earth. The corpus has the embryo of 戊己 at 子 (with fire: 戊己當絕在亥懷，明知子上有胞胎,
    # sanchuan-46) and the tomb of 戊 at 辰 (with water: 干上乘墓, zhonggui-24): "attested" is both.
    # "either" is fire and water at once (或有用午為胎神者，不可不知, zhonggui-28).
    "earth": ("attested", "fire", "water", "either"),
    # Yin stems as the yang stem of their element (甲乙日酉為胎, sanchuan-46), or reversed.
    "yin": ("same", "reversed"),
    # What rules a month: its season for three months (春占木旺, zhonggui-12, of 寅卯辰), or its branch, so
    # that earth rules four (用休氣神 of 午, sanchuan-19: fire rests nowhere else).
    "months": ("season", "branch"),
    # 驛馬, 桃花 …: other tables of the same name, see `liuren_spirits`.
    **{name: (None, *entry.variants) for name, entry in spirits().items() if entry.variants},
}  # fmt: skip

# What a text teaches otherwise than the default.
BY_TEXT = {"sanchuan": {"months": "branch"}}


def conventions_of(text: str) -> dict:
    """The reading of each of `CONVENTIONS` by a text, the default of one that teaches nothing else."""
    return {name: readings[0] for name, readings in CONVENTIONS.items()} | BY_TEXT.get(text, {})


def environment(charts: Liuren, sex=None, persons=None, text: str = "", **options) -> Env:
    """An environment of charts.

    text: whose conventions hold, those of the default if it is none that teaches otherwise.

    sex: of the asker, 1 a man, 0 a woman, for all charts or (n,), -1 or None unknown. persons: a
    name of `PERSONS` to the branches of its 本命 and its 行年, each a number or (n,), -1 unknown;
    the charts themselves hold those of the asker. options: of `CONVENTIONS`. YarrowError if a
    person, an option or its value is not among them.
    """
    faults = [Fault("persons", f"{name} is none", f"one of {'、'.join(PERSONS)}")
              for name in persons or {} if name not in PERSONS]
    for name, value in options.items():
        if name not in CONVENTIONS:
            faults.append(Fault(name, "is no convention", f"one of {', '.join(CONVENTIONS)}"))
        elif value not in CONVENTIONS[name]:
            known = ", ".join(str(one) for one in CONVENTIONS[name])
            faults.append(Fault(name, f"has no reading {value!r}", f"one of {known}"))
    if faults:
        raise YarrowError(faults)
    sex = np.broadcast_to(np.int8(-1) if sex is None else np.asarray(sex, np.int8), (len(charts),))
    given = {**conventions_of(text), **options, "sex": sex, "persons": persons or {}}
    return Env(charts, (len(charts),), sys.modules[__name__], 0, given)


def circumstance(env: Env, name: str) -> dict:
    """What changes under 晝 and 夜, under 若晝 and 若夜 (only where it is not known), in a month, and
    with another person's 本命 and 行年."""
    charts = env.charts
    if name in PERSONS:
        person = env.options["persons"].get(name, (-1, -1))
        birth, age = (np.broadcast_to(np.asarray(one, np.int8), (len(charts),)) for one in person)
        return {"charts": replace(charts, birth=birth, age=age)}
    if name in MONTHS:
        month = np.full(len(charts), (MONTHS.index(name) + 2) % 12, np.int8)
        return {"charts": replace(charts, month=month)}
    night = np.full(len(charts), int(name.endswith("夜")), np.int8)
    if name.startswith("若"):
        night = np.where(charts.night < 0, night, charts.night)
    row = (night * np.int16(60) + charts.day) * np.int16(12) + charts.shift
    block = rows(charts.school)[row]
    columns = {name: block[:, COLUMNS[name]] for name in ("general_on", "branch_of", "forward")}
    return {"charts": replace(charts, night=night, **columns)}


def readings(env: Env) -> list[Liuren]:
    """The charts; where day or night is not known of some, once by day and once by night."""
    if (env.charts.night >= 0).all():
        return [env.charts]
    return [env.under("若晝").charts, env.under("若夜").charts]


def to_seats(env: Env, constants: Set) -> Set:
    """The branches that stand for generals (those that they ride) or elements."""
    if constants.kind == GENERALS:
        return mapped(env, BRANCHES, ridden, constants, dark=True)
    return mapped(env, BRANCHES, lambda charts, mask: _ELEMENT_BRANCHES[mask], constants)


def bearing(env: Env, branches: Set, constants: Set) -> Set:
    """The members of a set that stand for one of the constants."""
    return branches & to_seats(env, constants)


# --- Sets as masks -------------------------------------------------------------------------------


def mapped(env: Env, kind: str, function: Callable, *sets: Set, dark: bool = False) -> Set:
    """A set from function(charts, *masks), which must not lose members when the masks gain some.

    dark: whether it looks at what day and night change, so that both are to be tried.
    """
    charts = readings(env) if dark else [env.charts]
    sure = [function(one, *(part.sure for part in sets)) for one in charts]
    crisp = all(part.may is part.sure for part in sets)
    if len(charts) == 1 and crisp:
        return Set.known(kind, sure[0])
    may = sure if crisp else [function(one, *(part.may for part in sets)) for one in charts]
    return Set(kind, np.bitwise_and.reduce(sure), np.bitwise_or.reduce(may))


def union_table(images) -> np.ndarray:
    """(2 ** k,) for each mask of k members the union of their images, themselves k masks."""
    masks = np.arange(1 << len(images))
    table = np.zeros(len(masks), np.int32)
    for bit, image in enumerate(images):
        table |= np.where(masks >> bit & 1, np.int32(image), np.int32(0))
    return table


_ELEMENT_BRANCHES = union_table(
    [sum(1 << b for b in range(12) if ganzhi.BRANCH_ELEMENT[b] == e) for e in range(5)]
)
_ELEMENTS = {kind: union_table([1 << int(e) for e in of]) for kind, of in ELEMENT_OF.items()}
LODGES = union_table([1 << int(branch) for branch in LODGE])
_MIRROR = union_table([1 << (-b) % 12 for b in range(12)])  # branch b to branch -b


def elements_of(one: Set) -> Set:
    """The elements of branches, stems or generals."""
    table = _ELEMENTS[one.kind]
    sure = table[one.sure]
    return Set(ELEMENTS, sure, sure if one.may is one.sure else table[one.may])


def lodged(one: Set) -> Set:
    """Stems as the branches in which they lodge; a set of branches as it is."""
    if one.kind == BRANCHES:
        return one
    sure = LODGES[one.sure]
    return Set(BRANCHES, sure, sure if one.may is one.sure else LODGES[one.may])


def turned(mask, steps):
    """A mask of twelve with each member `steps` further on."""
    mask, steps = np.asarray(mask, np.int32), np.asarray(steps, np.int32) % 12
    return (mask << steps | mask >> (12 - steps)) & ALL


def over(charts: Liuren, mask):
    """上: the gods over earth branches."""
    return turned(mask, charts.shift)


def under(charts: Liuren, mask):
    """坐: the earth branches under gods."""
    return turned(mask, -charts.shift)


def ridden(charts: Liuren, generals):
    """The branches that generals ride. Day and night must be known."""
    ring = np.where(charts.forward == 1, generals, _MIRROR[generals])
    return turned(ring, charts.branch_of[:, 0])


def riders(charts: Liuren, branches):
    """The generals that ride branches. Day and night must be known."""
    ring = turned(branches, -charts.branch_of[:, 0].astype(np.int32))
    return np.where(charts.forward == 1, ring, _MIRROR[ring])


def decade_stems(charts: Liuren, branches):
    """遁: the stems that branches carry in the decade of the day; the void two carry none."""
    first = charts.day.astype(np.int32) // 10 * 10
    return turned(branches, -first) & 0x3FF


def origin_stems(charts: Liuren, branches):
    """五子元遁: the stems that branches carry by the day's stem; the last two as the first two."""
    steps = charts.stem.astype(np.int32) % 5 * 2
    ring = branches & 0x3FF | branches >> 10
    return (ring << steps | ring >> (10 - steps)) & 0x3FF


# --- Relations -----------------------------------------------------------------------------------

ELEMENT_RELATIONS = {
    "生": ganzhi.GENERATES, "克": ganzhi.CONTROLS, "受生": ganzhi.GENERATED,
    "受克": ganzhi.CONTROLLED, "比": ganzhi.SAME,
}  # fmt: skip
BRANCH_RELATIONS = {
    "合": ganzhi.COMBINATION, "沖": ganzhi.CLASH, "刑": ganzhi.PUNISHMENT, "害": ganzhi.HARM,
    "破": ganzhi.BREAK, "三合": ganzhi.TRINE,
}  # fmt: skip


@lru_cache(maxsize=None)
def _partners(name: str, kind: str, other: str) -> np.ndarray:
    """For each mask of the other kind the members of `kind` that stand so to one of it."""
    if name in ELEMENT_RELATIONS:
        code, own, its = ELEMENT_RELATIONS[name], ELEMENT_OF[kind], ELEMENT_OF[other]
        holds = ganzhi.relation(own[:, None], its[None, :]) == code
    else:
        own, its = (LODGE if one == STEMS else np.arange(12) for one in (kind, other))
        holds = BRANCH_RELATIONS[name][its][None, :].astype(np.int32) >> own[:, None] & 1 == 1
    weights = 1 << np.arange(SIZE[kind])
    return union_table((holds * weights[:, None]).sum(0))


def related(name: str, one: Set, other: Set) -> Set:
    """The members of the first for which the relation holds with some member of the second."""
    table = _partners(name, one.kind, other.kind)
    sure = one.sure & table[other.sure]
    if one.may is one.sure and other.may is other.sure:
        return Set.known(one.kind, sure)
    return Set(one.kind, sure, one.may & table[other.may])


@lru_cache(maxsize=None)
def stage_table(stage: int, kind: str, earth: str, yin: str) -> np.ndarray:
    """For each mask of a kind the branches at which one of its members is at a stage."""
    if earth == "either":
        return stage_table(stage, kind, "fire", yin) | stage_table(stage, kind, "water", yin)
    if earth == "attested":
        earth = "water" if stage == ganzhi.TOMB else "fire"
    members, branches = np.arange(SIZE[kind])[:, None], np.arange(12)[None, :]
    if kind == STEMS:
        stages = ganzhi.stem_stage(members, branches, earth, yin)
    elif kind == BRANCHES:
        stages = ganzhi.branch_stage(members, branches, earth, yin)
    else:
        stages = ganzhi.element_stage(ELEMENT_OF[kind][members], branches, earth)
    return union_table(((stages == stage) << np.arange(12)).sum(1))


# --- Makers of words -----------------------------------------------------------------------------


def places(zh, ko, en, mask: Callable[[Liuren], np.ndarray], definition, source, variants=(),
           kind: str = BRANCHES) -> Word:
    """A set that the day and the plates fix, from masks of the charts."""
    def run(env):
        return Set.known(kind, np.asarray(mask(env.charts), np.int32))
    return Word(zh, ko, en, kind, run, definition, source, None, variants)


def at(branch) -> np.ndarray:
    """Masks of branches (n,) or (n, k), which are all known."""
    masks = np.int32(1) << np.asarray(branch, np.int32)
    return masks if masks.ndim == 1 else np.bitwise_or.reduce(masks, axis=1)


def given(branch) -> Set:
    """A branch (n,) that may be -1, unknown: then it may be any."""
    branch = np.asarray(branch)
    sure = np.where(branch < 0, 0, np.int32(1) << np.maximum(branch, 0).astype(np.int32))
    if (branch >= 0).all():
        return Set.known(BRANCHES, sure.astype(np.int32))
    return Set(BRANCHES, sure.astype(np.int32), np.where(branch < 0, ALL, sure).astype(np.int32))


_TRUTHS = np.array([0, 2, 1], np.int8)  # by 0, 1 and -1


def told(values) -> Truth:
    """A truth from an array of 1 it holds, 0 it does not, -1 unknown."""
    return Truth(_TRUTHS[np.asarray(values, np.int8)])


def fact(zh, ko, en, value: Callable[[Liuren], np.ndarray], definition, source, variants=(),
         dark: bool = False) -> Word:
    """A truth about the whole chart. value: charts to (n,) of 1, 0, -1, or of booleans.

    dark: whether day or night decides; where it is not known both are tried.
    """
    def run(env):
        charts = readings(env) if dark else [env.charts]
        found = [told(value(one)) for one in charts]
        if len(found) == 1:
            return found[0]
        by_day, by_night = (one.data for one in found)
        return Truth(np.where(by_day == by_night, by_day, np.int8(1)))
    return Word(zh, ko, en, "truth", run, definition, source, None, variants)


def under_circumstance(zh, ko, en, value: Callable[[Env], np.ndarray], definition, source,
                       variants=()) -> Word:
    """A fact that alone is a truth, and around an expression reads the chart as if it were so."""
    def run(env, *inner):
        return inner[0] if inner else told(value(env))
    return Word(zh, ko, en, "same|truth", run, definition, source, ("any?",), variants, (), (zh,))


