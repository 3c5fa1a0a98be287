"""神煞: where each of the spirits that texts 001 and 004 name stands, on arrays of charts.

The tables, the words that attest them, and the references for those that the two texts only
name are in `data/liuren_spirits.yaml`. A place is a set of branches, a 12-bit mask; -1 says
that the chart does not have the fact that the spirit goes by (the month, the year).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import numpy as np
import yaml

from yarrow.charts.ganzhi import BRANCHES
from yarrow.charts.liuren_generals import nobleman
from yarrow.errors import Fault, YarrowError

DATA = Path(__file__).parent / "data" / "liuren_spirits.yaml"
SIZES = {"month": 12, "season": 4, "stem": 10, "branch": 12, "year": 12, "decade": 6, "fixed": 1}
# How far the corpus bears a table out: all of it, some of its values, or the name alone.
ATTESTED = ("table", "part", "name")


@dataclass(frozen=True, eq=False)
class Table:
    """basis: a key of SIZES; masks: (SIZES[basis],) branch sets; reference: where it is from."""

    basis: str
    masks: np.ndarray
    reference: str


@dataclass(frozen=True, eq=False)
class Spirit:
    """One spirit. table is None for a union, whose members `union` names.

    attested: one of ATTESTED. passages: passage id to the words that name it there.
    variants: other tables of the same name, by the word that selects them.
    """

    name: str
    ko: str
    en: str
    table: Table | None
    attested: str
    passages: dict[str, str]
    reference: str
    union: tuple[str, ...] = ()
    variants: dict[str, Table] = field(default_factory=dict)


def _table(entry: dict) -> Table:
    masks = [sum(1 << BRANCHES.index(b) for b in places) for places in entry["table"].split()]
    if len(masks) != SIZES[entry["basis"]]:
        raise ValueError(f"{entry}: {entry['basis']} takes {SIZES[entry['basis']]} values")
    return Table(entry["basis"], np.array(masks, np.int16), entry["reference"])


@lru_cache(maxsize=1)
def spirits() -> dict[str, Spirit]:
    """Every spirit by its Chinese name, in the order of the data file."""
    entries = yaml.safe_load(DATA.read_text(encoding="utf-8"))
    return {
        e["name"]: Spirit(
            e["name"], e["ko"], e["en"], None if "union" in e else _table(e), e["attested"],
            e["passages"], e["reference"], tuple(e.get("union", ())),
            {word: _table(v) for word, v in e.get("variants", {}).items()},
        )
        for e in entries
    }  # fmt: skip


def find(name: str) -> Spirit:
    """The spirit of a Chinese name. YarrowError if there is none."""
    if name not in spirits():
        raise YarrowError(
            Fault("spirit", f"{name!r} is not among them", f"one of {'、'.join(spirits())}")
        )
    return spirits()[name]


def place(table: Table, index) -> np.ndarray:
    """The masks of a table at the places `index` of its basis; -1 where index is -1."""
    index = np.asarray(index)
    return np.where(index < 0, -1, table.masks[np.maximum(index, 0)]).astype(np.int16)


def _index(chart, basis: str) -> np.ndarray:
    """(n,) the place of each chart in a table of this basis, -1 if the fact is unknown."""
    month = np.where(chart.month < 0, -1, (chart.month - 2) % 12)
    return {
        "month": month,
        "season": np.where(month < 0, -1, month // 3),
        "stem": chart.stem,
        "branch": chart.branch,
        "year": chart.year,
        "decade": chart.day // 10,
        "fixed": np.zeros(len(chart), np.int8),
    }[basis]


def spirit(chart, name: str, variant: str | None = None) -> np.ndarray:
    """(n,) where a spirit stands in each chart: a mask, -1 if the chart lacks the fact it goes by.

    chart: a `liuren.Liuren`. variant: a key of the spirit's `variants`, for another table of the
    same name. YarrowError if there is no such spirit or variant.
    """
    entry = find(name)
    if variant is not None and variant not in entry.variants:
        known = "、".join(entry.variants) or "none"
        raise YarrowError(Fault("variant", f"{name} has no {variant!r}", f"its variants: {known}"))
    if entry.union:
        parts = [spirit(chart, member) for member in entry.union]
        joined = np.bitwise_or.reduce(parts)
        return np.where(np.min(parts, 0) < 0, -1, joined).astype(np.int16)
    table = entry.table if variant is None else entry.variants[variant]
    return place(table, _index(chart, table.basis))


def screened_nobleman(chart) -> np.ndarray:
    """幕貴: (n,) the nobleman of the other half of the day, -1 where day or night is unknown.

    Named in 占考試視朱雀幕貴魁罡驛馬 (sanchuan-21); that it is the night's by day and the day's by
    night (簾幕貴人) is from 大全 and the 畢法賦, law 3, not from the corpus.
    """
    other = np.where(chart.night < 0, -1, 1 - chart.night)
    return nobleman(chart.stem, other, chart.school.nobleman)
