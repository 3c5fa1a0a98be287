"""十二天將: the nobleman's tables, and the general that rides each branch of the heaven plate."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from yarrow.charts.ganzhi import BRANCH_ELEMENT, BRANCHES


class General(NamedTuple):
    """A general: Chinese, the one character of the plates, Korean, English, its own branch."""

    zh: str
    short: str
    ko: str
    en: str
    branch: int


# In the order in which they follow the nobleman. 玄武 is written 元武, 元, in texts 001 and 004.
# Own branches: 貴人己丑土 螣蛇丁巳火 朱雀丙午火 六合乙卯木 勾陳戊辰土 青龍甲寅木 天空戊戌土
# 白虎庚申金 太常己未土 玄武癸亥水 太陰辛酉金 天后壬子水 (大全 卷二). The texts use the elements:
# 貴、常、勾土神 (zhonggui-8), 上神又生天將 (zhonggui-16 to 18).
GENERALS = (
    General("貴人", "貴", "귀인", "Nobleman", 1),
    General("螣蛇", "蛇", "등사", "Flying Serpent", 5),
    General("朱雀", "朱", "주작", "Vermilion Bird", 6),
    General("六合", "合", "육합", "Six Harmonies", 3),
    General("勾陳", "勾", "구진", "Hook", 4),
    General("青龍", "龍", "청룡", "Azure Dragon", 2),
    General("天空", "空", "천공", "Sky Void", 10),
    General("白虎", "虎", "백호", "White Tiger", 8),
    General("太常", "常", "태상", "Great Constant", 7),
    General("玄武", "玄", "현무", "Dark Warrior", 11),
    General("太陰", "陰", "태음", "Great Yin", 9),
    General("天后", "后", "천후", "Empress", 0),
)
GENERAL_BRANCH = np.array([general.branch for general in GENERALS], np.int8)
GENERAL_ELEMENT = BRANCH_ELEMENT[GENERAL_BRANCH]
# 陰神 of a general is the branch over the branch that it rides; the nobleman's own two seats are
# each other's yin by day and by night: 天乙貴人，旦暮互為陰陽，其餘十一將，各以本家所乘神為陰神
# (sanchuan-15).


class Nobleman(NamedTuple):
    """A table of 貴人: the verse it comes from, the branches of the ten stems by day, by night."""

    verse: str
    day: str
    night: str


NOBLEMEN = {
    # Every statement of 001 and 004 on a general agrees with this table but one, which agrees
    # with none: see `yarrow chart liuren --attestations`. The usual table.
    "jia-wu-geng": Nobleman(
        "甲戊庚牛羊，乙己鼠猴鄉，丙丁豬雞位，壬癸蛇兔藏，六辛逢馬虎",
        "丑子亥亥丑子丑午巳巳",
        "未申酉酉未申未寅卯卯",
    ),
    # The same verse with the last two lines the other way about, 前一字為晝貴.
    "tu-she": Nobleman(
        "甲戊庚牛羊，乙己鼠猴鄉，丙丁豬雞位，壬癸兔蛇藏，六辛逢虎馬",
        "丑子亥亥丑子丑寅卯卯",
        "未申酉酉未申未午巳巳",
    ),
    # 甲 alone changed about, as later manuals of the first table have it.
    "jia-yang": Nobleman("甲羊戊庚牛", "未子亥亥丑子丑午巳巳", "丑申酉酉未申未寅卯卯"),
    # 大六壬探源, 考原 and 協紀辨方書: 陽貴 and 陰貴.
    "tanyuan": Nobleman(
        "甲羊戊庚牛，乙猴己鼠求，丙雞丁豬位，壬兔癸蛇游，六辛逢虎上",
        "未申酉亥丑子丑寅卯巳",
        "丑子亥酉未申未午巳卯",
    ),
    # The verse of the birth-chart books: 庚 goes with 辛.
    "jia-wu-jian": Nobleman(
        "甲戊兼牛羊，乙己鼠猴鄉，丙丁豬雞位，壬癸蛇兔藏，庚辛逢馬虎",
        "丑子亥亥丑子午午巳巳",
        "未申酉酉未申寅寅卯卯",
    ),
}


def nobleman(day, night, table: str) -> np.ndarray:
    """貴人: the branch by day pillar (or stem) and night 0 or 1, broadcast; -1 where night is."""
    night = np.asarray(night)
    entry = NOBLEMEN[table]
    pair = np.array([[BRANCHES.index(b) for b in row] for row in (entry.day, entry.night)], np.int8)
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
