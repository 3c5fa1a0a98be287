"""The 720 lessons: counts by method, published charts, a second set of rules, properties."""

from __future__ import annotations

import importlib.util
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from yarrow.charts.ganzhi import BRANCH_ELEMENT, BRANCHES, PILLARS, STEM_ELEMENT, pillar
from yarrow.charts.liuren import every_chart
from yarrow.charts.liuren_chart import chart
from yarrow.charts.liuren_generals import GENERALS
from yarrow.charts.liuren_input import read_school
from yarrow.charts.liuren_lessons import (
    BAZHUAN,
    BIEZE,
    DEFAULT,
    FANYIN,
    FUYIN,
    KINDS,
    LODGE,
    MAOXING,
    METHODS,
    READINGS,
    SHEHAI,
    School,
    derive,
    lessons,
)

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
KIND_NAMES = [name[0] for name in KINDS]
METHOD_NAMES = [name[0] for name in METHODS]


def rows(path):
    lines = path.read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def three(branches):
    return "".join(BRANCHES[b] for b in branches)


def school_of(word):
    return DEFAULT if word in ("default", "-") else read_school((word,))


COUNTS = rows(HERE / "liuren_counts.txt")
PUBLISHED = rows(HERE.parent / "authorities" / "liuren_published.tsv")


@pytest.mark.parametrize(
    ("reading", "name", "number"),
    [row[:3] for row in COUNTS],
    ids=[f"{r[0]}-{r[1]}" for r in COUNTS],
)
def test_counts(reading, name, number):
    table = lessons(school_of(reading))
    name, _, method = name.partition("@")  # 綴瑕@返吟: that kind within that method
    if method:
        found = table.kind == KIND_NAMES.index(name)
        found &= table.method == METHOD_NAMES.index(method)
    elif name == "涉害" or name not in KIND_NAMES:  # 涉害 is a method, and one of its kinds
        found = table.method == METHOD_NAMES.index(name)
    elif name == "別責":
        found = table.method == BIEZE
    else:
        found = table.kind == KIND_NAMES.index(name)
    assert int(found.sum()) == int(number)


@pytest.mark.parametrize("row", PUBLISHED, ids=[f"{r[0]}-{r[1]}-{r[2]}" for r in PUBLISHED])
def test_published_charts(row):
    _, day, shift, transmissions, reading, generals = (*row, "")[:6]
    school = school_of(reading)
    schools = [school] if reading != "-" else [DEFAULT, replace(DEFAULT, shehai="depth")]
    for one in schools:
        found = chart(pillar(day), int(shift), school=one)
        assert three(found.transmissions) == transmissions
    for word in generals.split():
        ridden = chart(pillar(day), int(shift), night="晝夜".index(word[0]))
        assert GENERALS[ridden.general_on[BRANCHES.index(word[1])]].short == word[2]


def test_published_readings_differ():
    """Where a publication follows a reading, the other reading gives something else."""
    for _, day, shift, transmissions, reading, *_ in PUBLISHED:
        if reading == "-":
            continue
        field, chosen = reading.split("=")
        (other,) = (r for r in READINGS[field] if r != chosen)
        found = chart(pillar(day), int(shift), school=replace(DEFAULT, **{field: other}))
        assert three(found.transmissions) != transmissions


# Numbers of 涉害 in 六壬大全 卷七 (訂訛), where 丑加卯 meets 乙 alone and not 卯 its seat, and in 觀月經:
# day, shift, lesson, god over seat, controls met. They start after the seat and count lodged stems.
@pytest.mark.parametrize(
    ("day", "shift", "lesson", "met"),
    [
        ("丁卯", 10, 3, 1),
        ("丁卯", 10, 4, 5),
        ("庚子", 10, 1, 2),
        ("庚子", 10, 3, 1),
        ("甲午", 2, 1, 1),
        ("甲午", 2, 3, 1),
        ("甲辰", 8, 1, 2),
        ("甲辰", 8, 3, 4),
    ],
    ids=["丑加卯", "亥加丑", "午加庚", "戌加子", "辰加寅", "申加午", "戌加寅", "子加辰"],
)
def test_depths_of_daquan(day, shift, lesson, met):
    after = derive([pillar(day)], [shift], School(shehai="depth", depth_seat=False))
    assert after.depth[0, lesson - 1] == met
    seated = derive([pillar(day)], [shift], School(shehai="depth"))
    assert seated.depth[0, lesson - 1] > met or (day, lesson) == ("丁卯", 4)


@pytest.fixture(scope="module")
def rules():
    spec = importlib.util.spec_from_file_location(
        "liuren_rules", ROOT / "benchmarks" / "liuren_rules.py"
    )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("by_depth", [False, True])
def test_against_the_rules_in_words(rules, by_depth):
    table = lessons(School(shehai="depth" if by_depth else "class"))
    for place in range(720):
        day, shift = PILLARS[place // 12], place % 12
        expected = rules.transmissions(day, shift, by_depth)
        found = METHOD_NAMES[table.method[place]], three(table.transmissions[place])
        assert found == expected, (day, shift)


# How many of the 720 lessons each reading changes, beside the default or beside the depth reading.
@pytest.mark.parametrize(
    ("base", "field", "changed"),
    [
        (DEFAULT, "shehai", 23),
        (School(shehai="depth"), "depth_seat", 6),
        (School(shehai="depth"), "depth_stems", 11),
        (DEFAULT, "depth_seat", 0),
        (DEFAULT, "fuyin", 3),
        (DEFAULT, "bieze", 6),
        (DEFAULT, "bazhuan", 7),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_each_reading_changes_only_its_own(base, field, changed):
    other = next(r for r in READINGS[field] if r != getattr(base, field))
    one, two = lessons(base), lessons(replace(base, **{field: other}))
    differs = (one.transmissions != two.transmissions).any(1)
    assert int(differs.sum()) == changed
    concerned = {
        "shehai": (one.method == SHEHAI) | (one.method == FANYIN),
        "fuyin": one.method == FUYIN,
        "bieze": one.method == BIEZE,
        "bazhuan": one.method == BAZHUAN,
    }.get(field, one.method == SHEHAI)
    assert not (differs & ~concerned).any()


@pytest.mark.parametrize("school", [DEFAULT, School(shehai="depth"), School(bazhuan="after")])
def test_properties_of_all_lessons(school):
    table = lessons(school)
    day, shift = table.day, table.shift
    seat = LODGE[day % 10]
    assert (table.upper[:, 0] == (seat + shift) % 12).all()
    assert (table.upper[:, 2] == (day % 12 + shift) % 12).all()
    assert (table.lower[:, [1, 3]] == table.upper[:, [0, 2]]).all()
    # A lesson that shows no control has none between any of its pairs.
    lower = BRANCH_ELEMENT[table.lower]
    lower[:, 0] = STEM_ELEMENT[day % 10]
    apart = (lower - BRANCH_ELEMENT[table.upper]) % 5
    controlled = np.isin(apart, (2, 3)).any(1)
    assert (np.isin(table.method, (MAOXING, BIEZE, BAZHUAN)) <= ~controlled).all()
    # Where the first comes from a lesson and the plate leads on, each stands over the one before.
    leads = (table.start >= 0) & (table.method != FUYIN)
    first, middle, last = table.transmissions[leads].T
    assert (middle == (first + shift[leads]) % 12).all()
    assert (last == (middle + shift[leads]) % 12).all()
    chosen = table.upper[leads, table.start[leads]]
    assert (chosen == first).all()
    assert table.pool[leads, table.start[leads]].all()
    # 返吟 ends where it began, unless it has no control.
    turned = (table.method == FANYIN) & (table.start >= 0)
    assert (table.transmissions[turned, 0] == table.transmissions[turned, 2]).all()
    assert ((table.method == FUYIN) == (shift == 0)).all()
    assert ((table.method == FANYIN) == (shift == 6)).all()


def test_tables_are_read_only():
    with pytest.raises(ValueError, match="read-only"):
        lessons(DEFAULT).transmissions[0, 0] = 1


def test_derive_takes_any_arrays():
    table = derive([pillar("庚申"), pillar("戊辰")], [11, 7])
    assert [three(t) for t in table.transmissions] == ["酉未未", "子未寅"]


def test_one_declining_yuantai():
    """zhonggui-37: 寅加辰為衰元胎卦，惟乙未日亥加丑昴星一課是也.

    The three transmissions are all of 寅申巳亥 with 寅 over 辰 (shift 10) in one lesson only.
    """
    charts = every_chart()
    found = (
        (charts.shift == 10)
        & np.isin(charts.transmissions, (2, 5, 8, 11)).all(1)
        & (charts.night == 0)
        & (charts.month == 0)
    )
    assert [PILLARS[d] for d in charts.day[found]] == ["乙未"]
    assert (charts.method[found] == MAOXING).all()
