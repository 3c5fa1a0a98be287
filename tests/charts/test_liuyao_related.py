"""Relations of cast lines are looked up in tables: the tables against the definition."""

from __future__ import annotations

import numpy as np
import pytest

from yarrow.charts import ganzhi, hexagrams
from yarrow.charts import liuyao as ly
from yarrow.charts import liuyao_time as lt

RELATED = {
    "clashing": (lt.clashing, ganzhi.CLASH), "combining": (lt.combining, ganzhi.COMBINATION),
    "harming": (lt.harming, ganzhi.HARM),
}
EQUAL = {"doubling": lambda a, b: a == b,
         "peers": lambda a, b: ganzhi.BRANCH_ELEMENT[a] == ganzhi.BRANCH_ELEMENT[b]}


@pytest.mark.parametrize("name", [*RELATED, *EQUAL])
def test_a_cast_line_is_related_to_another_line_the_day_or_the_month(name):
    random = np.random.default_rng(3)
    chart = ly.lay(random.integers(0, 64, 300), random.integers(0, 64, 300),
                   day=random.integers(0, 60, 300), month=random.integers(0, 12, 300))
    x = random.integers(0, 64, 300).astype(np.int32)
    y = random.integers(0, 64, 300).astype(np.int32)
    y |= np.where(random.integers(0, 2, 300), ly.DAY, 0) | np.where(random.integers(0, 2, 300), ly.MONTH, 0)
    if name in RELATED:
        function, sets = RELATED[name]
        related = lambda a, b: bool(int(sets[a]) >> b & 1)  # noqa: E731
    else:
        function, related = getattr(lt, name), EQUAL[name]
    found = function(chart, x, y)
    for n in range(300):
        branch = hexagrams.LINE_BRANCH[int(chart.hexagram[n])].tolist()
        met = [(i, branch[i]) for i in range(6) if y[n] >> i & 1]
        met += [(-1, int(chart.day_branch[n]))] if y[n] & ly.DAY else []
        met += [(-1, int(chart.month[n]))] if y[n] & ly.MONTH else []
        expected = sum(1 << i for i in range(6) if x[n] >> i & 1
                       and any(j != i and related(branch[i], b) for j, b in met))
        assert int(found[n]) == expected


def test_a_table_that_is_made_anew_is_not_taken_for_an_old_one():
    """Rows of one array, and arrays that take the place of others in memory."""
    chart = ly.lay(0, day=0, month=0)
    for stage in range(12):
        for _ in range(3):
            at = int(lt.at_stage(chart, stage, ly.CAST, ly.DAY)[0])
            branch = hexagrams.LINE_BRANCH[0]
            expected = sum(1 << i for i in range(6) if int(
                ganzhi.branch_stage(int(branch[i]), 0, "water", "same")) == stage)
            assert at == expected
    for shift in range(600):
        table = ly.spread([1 << (b + shift) % 12 for b in range(12)])
        expected = sum(1 << i for i in range(6) if hexagrams.LINE_BRANCH[0, i] == shift % 12)
        assert int(ly.related(chart, table, ly.CAST, ly.DAY)[0]) == expected
