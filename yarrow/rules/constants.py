"""Constants that both arts share: branches, stems, pillars, elements."""

from __future__ import annotations

import numpy as np

from yarrow.charts import ganzhi_names as names
from yarrow.rules.values import BRANCHES, ELEMENTS, HEXAGRAMS, PILLARS, STEMS, Set
from yarrow.rules.words import Word

_SOURCE = "the sixty pillars, common to all five texts"


def constants():
    """One word for each stem, branch, pillar and element, and for sets of branches by season."""
    tables = (
        (names.STEMS, STEMS, "the stem"), (names.BRANCHES, BRANCHES, "the branch"),
        (names.PILLARS, PILLARS, "the pillar"), (names.ELEMENTS, ELEMENTS, "the element"),
    )
    for table, kind, what in tables:
        for i, name in enumerate(table):
            yield constant(*name, kind, 1 << i, f"{what} {name.en}", _SOURCE)
    for zh, ko, en, branches in (
        ("四孟", "사맹", "four first branches", (2, 5, 8, 11)),
        ("四仲", "사중", "four middle branches", (0, 3, 6, 9)),
        ("四季", "사계", "four last branches", (1, 4, 7, 10)),
    ):
        yield constant(zh, ko, en, BRANCHES, sum(1 << b for b in branches), en, _SOURCE)


def constant(zh, ko, en, kind: str, mask: int, definition, source, variants=()) -> Word:
    """A constant set of branches, stems, pillars or elements."""
    dtype = np.int64 if kind in (PILLARS, HEXAGRAMS) else np.int32
    value = Set.known(kind, np.array([mask], np.uint64).view(np.int64).astype(dtype))
    return Word(zh, ko, en, kind, lambda env: value, definition, source, None, variants)
