"""十二天將: the nobleman's tables, day and night, and the general that rides each branch."""

from __future__ import annotations

import numpy as np

# In the order in which they follow the nobleman: Chinese, the one-character name of the texts,
# Korean, English, own branch. 玄武 is written 元武 in texts 001 and 004 (a taboo of the Qing).
GENERALS = (
    ("貴人", "貴", "귀인", "Nobleman", 1),
    ("螣蛇", "蛇", "등사", "Flying Serpent", 5),
    ("朱雀", "朱", "주작", "Vermilion Bird", 6),
    ("六合", "合", "육합", "Six Harmonies", 3),
    ("勾陳", "勾", "구진", "Hook", 4),
    ("青龍", "龍", "청룡", "Azure Dragon", 2),
    ("天空", "空", "천공", "Sky Void", 10),
    ("白虎", "虎", "백호", "White Tiger", 8),
    ("太常", "常", "태상", "Great Constant", 7),
    ("玄武", "玄", "현무", "Dark Warrior", 11),
    ("太陰", "陰", "태음", "Great Yin", 9),
    ("天后", "后", "천후", "Empress", 0),
)
GENERAL_BRANCH = np.array([g[4] for g in GENERALS], np.int8)

NOBLEMEN = {
    "jia-wu-geng": ((1, 0, 11, 11, 1, 0, 1, 6, 5, 5), (7, 8, 9, 9, 7, 8, 7, 2, 3, 3)),
}


def nobleman(day, night, table: str):
    """貴人: the branch for days and night 0 or 1, both broadcast; -1 where night is -1."""
    night = np.asarray(night)
    pair = np.array(NOBLEMEN[table], np.int8)
    return np.where(night < 0, -1, pair[np.maximum(night, 0), np.asarray(day) % 10]).astype(np.int8)


def general_places(lord, shift):
    """(n, 12) general riding each heaven branch, (n, 12) branch each general rides, (n,) forward.

    lord: (n,) the nobleman's branch, -1 unknown; shift: (n,). 順 where the lord stands over
    earth 亥 子 丑 寅 卯 辰, 逆 over the other six. Unknown gives -1 throughout.
    """
    lord, shift = np.asarray(lord, np.int8), np.asarray(shift, np.int8)
    forward = ((lord - shift + 1) % 12 < 6).astype(np.int8)
    way = (2 * forward - 1)[:, None]
    ring = np.arange(12, dtype=np.int8)
    riding = (way * (ring - lord[:, None])) % 12
    ridden = (lord[:, None] + way * ring) % 12
    unknown = lord < 0
    riding[unknown], ridden[unknown] = -1, -1
    return riding, ridden, np.where(unknown, -1, forward).astype(np.int8)
