"""The words of 六壬 that reckon: what branches and stems count, arithmetic, the place of an age."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from yarrow.charts.liuren_persons import year_fate
from yarrow.rules.liuren_plates import LODGERS
from yarrow.rules.values import BRANCHES, NUMBER, STEMS, Number, Set
from yarrow.rules.words import Word

# 甲己子午九, 乙庚丑未八, 丙辛寅申七, 丁壬卯酉六, 戊癸辰戌五, 巳亥四 (太玄數). sanchuan-19 gives 子午甲己九
# and counts with 寅申七, 酉六, 辰戌五, 巳四.
PRIOR_HEAVEN = {
    BRANCHES: (9, 8, 7, 6, 5, 4, 9, 8, 7, 6, 5, 4),
    STEMS: (9, 8, 7, 6, 5, 9, 8, 7, 6, 5),
}


def numbers() -> Iterator[Word]:
    """The number of branches and stems, the product of two numbers and half of one, and 行年 by age."""
    yield Word("先天數", "선천수", "prior-heaven number", NUMBER, lambda env, x: _counted(x),
               "the numbers of branches or stems (甲己子午九, 乙庚丑未八, 丙辛寅申七, 丁壬卯酉六, 戊癸辰戌五, "
               "巳亥四), added up where there are several", "sanchuan-19; the rest by 太玄數",
               (LODGERS,), ("大衍數",))
    yield Word("相乘", "상승", "product", NUMBER, lambda env, m, n: _times(m, n),
               "the product of two numbers", "sanchuan-19: 四七二十八", (NUMBER, NUMBER))
    yield Word("折半", "절반", "half", NUMBER,
               lambda env, n: Number(n.low // 2, n.high // 2),
               "half of a number, rounded down", "sanchuan-19: 合為十，折半是五數", (NUMBER,))
    for male, zh, ko, en, source in (
        (1, "男歲", "남세", "man", "男一歲起丙寅順行"),
        (0, "女歲", "여세", "woman", "女一歲起壬申逆行"),
    ):
        yield Word(zh, ko, f"year of age of a {en}", BRANCHES,
                   lambda env, n, m=male: _place_of_age(m, n),
                   f"the branch of 行年 of a {en} who is so many years old, the year of birth being the first",
                   f"sanchuan-22: {source}", (NUMBER,))


def _counted(x: Set) -> Number:
    each = np.array(PRIOR_HEAVEN[x.kind], np.int32)
    masks = np.arange(1 << len(each))[:, None] >> np.arange(len(each)) & 1
    sums = masks @ each
    return Number(sums[x.sure], sums[x.may])


def _times(m: Number, n: Number) -> Number:
    ends = [np.multiply(a, b, dtype=np.int64) for a in (m.low, m.high) for b in (n.low, n.high)]
    return Number(np.minimum.reduce(ends), np.maximum.reduce(ends))


def _place_of_age(male: int, age: Number) -> Set:
    """Ages from one up have a place; of an age in doubt every branch may be it."""
    place, told = year_fate(male, age.low).astype(np.int32), age.low == age.high
    sure = np.where(told & (place >= 0), 1 << np.maximum(place, 0), 0).astype(np.int32)
    return Set(BRANCHES, sure, np.where(told, sure, (1 << 12) - 1).astype(np.int32))
