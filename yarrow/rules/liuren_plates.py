"""Words of 六壬 between the two plates, and of what a god carries: generals, stems, its element."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from yarrow.charts import ganzhi
from yarrow.charts.liuren_generals import nobleman
from yarrow.rules import liuren_base as base
from yarrow.rules.liuren_base import at, mapped, places
from yarrow.rules.values import BRANCHES, ELEMENTS, GENERALS, STEMS, Set
from yarrow.rules.words import Word

BODIES = "branches|stems|generals|elements"  # what has an element
LODGERS = "branches|stems"  # what has a place


def screened_nobleman(charts):
    """The branch of the nobleman of the other half of the day. Day and night must be known."""
    return at(nobleman(charts.day, 1 - charts.night, charts.school.nobleman))


def plates() -> Iterator[Word]:
    """上, 坐, 加: from the earth plate to the heaven plate and back."""
    yield Word("上", "상", "over", BRANCHES,
               lambda env, x: mapped(env, BRANCHES, base.over, base.lodged(x)),
               "the gods over places of the earth plate", "sanchuan-22", (LODGERS,), ("上神", "陰"))
    yield Word("坐", "좌", "seat", BRANCHES,
               lambda env, x: mapped(env, BRANCHES, base.under, base.lodged(x)),
               "the places of the earth plate under gods", "zhonggui-17", (LODGERS,), ("地盤", "臨地"))
    yield Word("加", "가", "stands over", BRANCHES, _stands_over,
               "gods of the first that stand over a place of the second; a stem is its lodging",
               "zhonggui-1", (LODGERS, LODGERS), ("臨", "加臨"))


def _stands_over(env, x: Set, y: Set) -> Set:
    return base.lodged(x) & mapped(env, BRANCHES, base.over, base.lodged(y))


def carried() -> Iterator[Word]:
    """將, 乘, 陰神, 行, 遁, 內戰 and their like."""
    yield Word("將", "천장", "generals on", GENERALS,
               lambda env, x: mapped(env, GENERALS, base.riders, base.lodged(x), dark=True),
               "the generals that ride the branches", "zhonggui-4", (LODGERS,), ("天將", "所乘"))
    yield Word("乘", "승", "ridden by", BRANCHES,
               lambda env, x, y: base.bearing(env, base.lodged(x), y),
               "branches of the first that one of the generals rides", "zhonggui-2",
               (LODGERS, "generals"))
    yield Word("乘神", "승신", "the branch ridden", BRANCHES, base.to_seats,
               "the branches that the generals ride", "sanchuan-31", (GENERALS,))
    yield Word("陰神", "음신", "yin god of", BRANCHES, _yin_god,
               "the god over the branch that the general rides; of the nobleman the other nobleman",
               "sanchuan-15", (GENERALS,))
    yield Word("行", "오행", "elements of", ELEMENTS, lambda env, x: base.elements_of(x),
               "the elements of branches, stems or generals", "zhonggui-8", (BODIES,))
    for zh, ko, en, function, definition, variants in (
        ("遁", "둔간", "hidden stems", base.decade_stems,
         "the stems that branches carry in the decade of the day (旬干)", ("旬遁",)),
        ("元遁", "원둔", "stems by origin", base.origin_stems,
         "the stems that branches carry by the day's stem (五子元干)", ("五子元遁",)),
    ):
        yield Word(zh, ko, en, STEMS,
                   lambda env, x, f=function: mapped(env, STEMS, f, base.lodged(x)), definition,
                   "sanchuan-13", (BRANCHES,), variants)
    yield Word("遁見", "둔견", "carrying", BRANCHES, _carrying,
               "branches of the first that carry a stem of the second by the decade",
               "sanchuan-14", (BRANCHES, STEMS))
    yield places("暗鬼", "암귀", "hidden ghosts", _hidden_ghosts,
                 "branches whose stem by the decade controls the day", "sanchuan-35")
    for zh, ko, en, name, definition in (
        ("內戰", "내전", "inner war", "克", "branches that control the general that rides them"),
        ("外戰", "외전", "outer war", "受克", "branches that the general that rides them controls"),
    ):
        yield Word(zh, ko, en, BRANCHES, lambda env, n=name: _war(env, n), definition,
                   "tradition: 大全; not in the corpus")
    yield Word("夾克", "협극", "controlled from both sides", BRANCHES,
               lambda env: _war(env, "受克") & _controlled_by_seat(env),
               "branches that both their general and their seat control", "zhonggui-7", None,
               ("夾剋",))


def _single(kind: str, number: int) -> Set:
    return Set.known(kind, np.array([1 << number], np.int32))


def _yin_god(env, generals: Set) -> Set:
    """The nobleman goes to the other nobleman; the others to what is over the branch they ride."""
    def yin(charts, mask):
        return base.over(charts, base.ridden(charts, mask & ~1)) | np.where(
            mask & 1, screened_nobleman(charts), 0)
    return mapped(env, BRANCHES, yin, generals, dark=True)


def _carriers(charts, stems):
    """Branches that carry a stem by the decade."""
    return base.turned(stems, charts.day.astype(np.int32) // 10 * 10)


def _carrying(env, x: Set, y: Set) -> Set:
    return x & mapped(env, BRANCHES, _carriers, y)


def _hidden_ghosts(charts):
    stem = np.arange(10)
    ghosts = ganzhi.relation(ganzhi.STEM_ELEMENT[stem][None], ganzhi.STEM_ELEMENT[stem][:, None])
    masks = ((ghosts == ganzhi.CONTROLS) << stem).sum(1).astype(np.int32)
    return _carriers(charts, masks[charts.stem])


def _war(env, name: str) -> Set:
    def fighting(charts):
        found = np.zeros(len(charts), np.int32)
        for general in range(12):
            branch = base.ridden(charts, np.int32(1 << general))
            ridden = Set.known(BRANCHES, branch)
            found |= base.related(name, ridden, _single(GENERALS, general)).sure
        return found
    return mapped(env, BRANCHES, fighting, dark=True)


def _controlled_by_seat(env) -> Set:
    found = Set.known(BRANCHES, np.zeros(1, np.int32))
    for branch in range(12):
        one = _single(BRANCHES, branch)
        found = found | base.related("受克", one, mapped(env, BRANCHES, base.under, one))
    return found
