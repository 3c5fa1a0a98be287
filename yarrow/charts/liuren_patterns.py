"""格: the patterns of texts 001 and 004, and what else of them the tradition names, on arrays of charts.

`PATTERNS` lists every one by its Chinese name with the passage and words that define it;
`matches` works one out. What is open is in `OPEN`.
"""

from __future__ import annotations

from types import MappingProxyType

import numpy as np

from yarrow.charts import liuren_patterns_birth, liuren_patterns_day, liuren_patterns_shape
from yarrow.charts.liuren_pattern_base import REGISTRY, Pattern
from yarrow.errors import Fault, YarrowError

_MODULES = (liuren_patterns_shape, liuren_patterns_day, liuren_patterns_birth)
PATTERNS: MappingProxyType[str, Pattern] = MappingProxyType(REGISTRY)

# Patterns that the texts name or describe and whose condition could not be settled: passage,
# name, question.
OPEN = (
    ("sanchuan-31", "后合占門", "如后合乘卯酉入課，必有私合之事: in the example 合 sits on 卯 but 后 on 亥; must one of the two sit on a gate, or ride one? And what does 其它卦雖有后合不是 shut out?"),
    ("sanchuan-42", "貴傳俱逆", "貴 goes 順 or 逆 by its seat; when do transmissions that do not step evenly go 逆?"),
    ("sanchuan-40", "陽比陰比", "剛干陽比知為男，柔日陰比定為女: 比 of which god with what?"),
    ("sanchuan-54", "浴盆有水", "浴盆 as a season's place (指南), or the stage 沐浴 (the Korean); 水 a branch over it, a general, or its element?"),
    ("sanchuan-38", "返本煞", "此課俱在返本煞中: a head of another chapter; the Korean supplies 八."),
    ("sanchuan-48", "二血乘養克胎", "如忌支乘養神克胎: by one of the two bloods or both? Only both is registered, as zhonggui-36 has it (養神二血)."),
    ("zhonggui-14", "坐財墓", "求財，不宜坐財墓，亦忌財加鬼墓: whose seat, and the tomb of which of several ghosts?"),
    ("zhonggui-25", "尋死", "雖三傳生日，豈宜皆空，如占病，乃尋死格: 丑 of 卯寅丑 does not generate 丙; how many must?"),
    ("zhonggui-42", "納音法", "妻本命納音之胎神，沖破之日: needs the stem of the year of birth, which a chart does not hold."),
)  # fmt: skip


def find(name: str) -> Pattern:
    """The pattern of a Chinese name. YarrowError if there is none."""
    if name not in PATTERNS:
        raise YarrowError(
            Fault("pattern", f"{name!r} is not among them", f"one of {'、'.join(PATTERNS)}")
        )
    return PATTERNS[name]


def matches(chart, name: str) -> np.ndarray:
    """(n,) int8: 1 where the pattern holds of a chart, 0 where not, -1 where a fact is wanting.

    chart: a `liuren.Liuren` of n charts. YarrowError if no pattern has the name.
    """
    return find(name).function(chart)


def holding(chart) -> dict[str, np.ndarray]:
    """Every pattern on a batch: name to what `matches` gives, in the order of the registry."""
    return {name: entry.function(chart) for name, entry in PATTERNS.items()}
