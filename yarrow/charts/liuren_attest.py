"""Which school of 大六壬 the texts follow: every attested chart recomputed under every reading.

The statements stand in `data/liuren_attested.tsv`: passage, quote, days, facts. A day is a pillar,
or 六甲 for all six days of the stem. A school meets a statement if for each day some turn of the
heaven plate makes all its facts true. The words of a fact, X Y Z being branches:

    干上X 支上X      what stands over the stem's lodging, over the day's branch
    課XYZW 二X 三X 四X  the upper branches of the four lessons, or of one of them
    X加Y             X stands over earth Y
    傳XYZ            the three transmissions; 初X 中X 末X one of them (one of several: 初XYZ)
    初四             the first transmission is the upper of the fourth lesson
    晝X貴 夜初蛇虎     by day, by night the branch or transmission is ridden by one of these
    法別責            the method
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files

import numpy as np

from yarrow.charts.ganzhi import BRANCHES, STEMS, pillar
from yarrow.charts.liuren import cast
from yarrow.charts.liuren_generals import GENERALS, NOBLEMEN
from yarrow.charts.liuren_lessons import DEFAULT, KINDS, METHODS, READINGS, School, lessons

# 如昴星十六課，別責九課，八專十六課。無依六課 (sanchuan-8).
STATED_COUNTS = {"昴星": 16, "別責": 9, "八專": 16, "無依": 6}

_METHOD = {names[0]: code for code, names in enumerate(METHODS)}
_GENERAL = {general.short: code for code, general in enumerate(GENERALS)}


@dataclass(frozen=True)
class Attestation:
    """A statement of a text on charts: passage id, quote, days (pillars), facts (see above)."""

    passage: str
    quote: str
    days: tuple[int, ...]
    facts: tuple[str, ...]


def _days(text: str) -> tuple[int, ...]:
    days = []
    for word in text.split():
        if word[0] == "六":
            days += [day for day in range(60) if STEMS[day % 10] == word[1]]
        else:
            days.append(pillar(word))
    return tuple(days)


@lru_cache(maxsize=1)
def attestations() -> tuple[Attestation, ...]:
    """All statements, in the order of the passages."""
    text = files("yarrow.charts").joinpath("data/liuren_attested.tsv").read_text("utf-8")
    lines = [line.split("\t") for line in text.splitlines() if line and line[0] != "#"]
    return tuple(
        Attestation(passage, quote, _days(days), tuple(facts.split()))
        for passage, quote, days, facts in lines[1:]
    )


def _branches(text: str) -> list[int]:
    return [BRANCHES.index(b) for b in text]


def _meets(by_day, by_night, fact: str) -> np.ndarray:
    """(n,) whether each of n charts, cast by day and by night, shows a fact."""
    if fact[0] in "晝夜":
        charts = by_day if fact[0] == "晝" else by_night
        where = "初中末".find(fact[1])
        if where >= 0:
            branch = charts.transmissions[:, where]
        else:
            branch = np.full(len(charts), BRANCHES.index(fact[1]))
        riding = charts.general_on[np.arange(len(charts)), branch]
        return np.isin(riding, [_GENERAL[g] for g in fact[2:]])
    charts = by_day
    if fact[:2] in ("干上", "支上"):
        return charts.upper[:, 0 if fact[0] == "干" else 2] == BRANCHES.index(fact[2])
    if fact[0] == "課":
        return (charts.upper == _branches(fact[1:])).all(1)
    if fact[0] == "傳":
        return (charts.transmissions == _branches(fact[1:])).all(1)
    if fact[0] == "法":
        return charts.method == _METHOD[fact[1:]]
    if fact == "初四":
        return charts.transmissions[:, 0] == charts.upper[:, 3]
    if fact[0] in "初中末":
        return np.isin(charts.transmissions[:, "初中末".index(fact[0])], _branches(fact[1:]))
    if fact[0] in "二三四":
        return charts.upper[:, " 二三四".index(fact[0])] == BRANCHES.index(fact[1])
    upper, earth = re.fullmatch("(.)加(.)", fact).groups()
    return charts.above(BRANCHES.index(earth)) == BRANCHES.index(upper)


def agrees(attestation: Attestation, school: School = DEFAULT) -> bool:
    """Whether each of the attested days has a chart under this school that shows every fact."""
    day = np.repeat(attestation.days, 12)
    shift = np.tile(np.arange(12), len(attestation.days))
    by_day, by_night = (cast(day, shift, night=night, school=school) for night in (0, 1))
    shown = np.ones(len(day), bool)
    for fact in attestation.facts:
        shown &= _meets(by_day, by_night, fact)
    return bool(shown.reshape(-1, 12).any(1).all())


def schools() -> dict[str, School]:
    """The default, and what differs from it by one reading; the depth counts apart as well."""
    found = {"default": DEFAULT}
    for field, readings in {**READINGS, "nobleman": tuple(NOBLEMEN)}.items():
        if field in ("daytime", "depth_seat", "depth_stems"):
            continue  # no statement gives an hour of dusk or dawn; depths only matter with depth
        for reading in readings:
            if reading != getattr(DEFAULT, field):
                found[f"{field}={reading}"] = replace(DEFAULT, **{field: reading})
    deep = replace(DEFAULT, shehai="depth")
    for field in ("depth_seat", "depth_stems"):
        found[f"shehai=depth {field}=False"] = replace(deep, **{field: False})
    found["shehai=depth depth_seat=False depth_stems=False"] = replace(
        deep, depth_seat=False, depth_stems=False
    )
    return found


@lru_cache(maxsize=1)
def survey() -> dict[str, tuple[bool, ...]]:
    """For each school by name, whether it agrees with each of `attestations`."""
    return {
        name: tuple(agrees(attestation, school) for attestation in attestations())
        for name, school in schools().items()
    }


def counts(school: School = DEFAULT) -> dict[str, int]:
    """How many of the 720 lessons each method has, and each name in `KINDS` that a text counts."""
    table = lessons(school)
    found = {names[0]: int((table.method == code).sum()) for code, names in enumerate(METHODS)}
    names = [names[0] for names in KINDS]
    return found | {"無依": int((table.kind == names.index("無依")).sum())}


def report() -> dict:
    """The whole comparison.

    schools: name -> how many statements it meets, how many of them the default does not (gains),
    how many of the default's it does not (losses), and its numbers for STATED_COUNTS.
    statements: passage, quote, facts and the names of the schools that do not meet it (unmet_by).
    """
    results = survey()
    base = results["default"]
    stated = {name: counts(school) for name, school in schools().items()}
    return {
        "stated_counts": STATED_COUNTS,
        "schools": {
            name: {
                "meets": sum(found),
                "gains": sum(ok and not default for ok, default in zip(found, base, strict=True)),
                "losses": sum(default and not ok for ok, default in zip(found, base, strict=True)),
                "counts": {kind: stated[name][kind] for kind in STATED_COUNTS},
            }
            for name, found in results.items()
        },
        "statements": [
            {
                "passage": statement.passage,
                "quote": statement.quote,
                "facts": " ".join(statement.facts),
                "unmet_by": [name for name, found in results.items() if not found[place]],
            }
            for place, statement in enumerate(attestations())
        ],
    }


def report_text() -> str:
    """`report` as plain text: the schools, then every statement with the schools that fail it."""
    found = report()
    stated = "　".join(f"{name}{number}" for name, number in found["stated_counts"].items())
    lines = [
        f"{len(found['statements'])} statements of 001 and 004 on charts, under each reading.",
        f"sanchuan-8 counts {stated}.",
        "",
        f"{'meets':>5}{'gains':>7}{'losses':>8}  {'counts':<12}school",
    ]
    for name, school in found["schools"].items():
        numbers = "/".join(str(number) for number in school["counts"].values())
        row = f"{school['meets']:>5}{school['gains']:>7}{school['losses']:>8}"
        lines.append(f"{row}  {numbers:<12}{name}")
    every = len(found["schools"])
    for statement in found["statements"]:
        unmet = statement["unmet_by"]
        verdict = "all agree" if not unmet else "no reading meets it"
        if 0 < len(unmet) < every:
            verdict = "not " + ", ".join(unmet)
        lines += [
            "",
            f"{statement['passage']}  {statement['quote']}",
            f"    {statement['facts']}: {verdict}",
        ]
    return "\n".join(lines)
