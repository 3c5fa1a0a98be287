"""Stems, branches, elements and the relations between them, as small integer tables.

Everywhere in `yarrow.charts` a stem is 0..9 (甲 = 0), a branch 0..11 (子 = 0), a pillar
0..59 (甲子 = 0) and an element 0..4 in the order of generation (木 火 土 金 水), so that
element e generates (e + 1) % 5 and controls (e + 2) % 5. A set of branches is a 12-bit
integer, bit b standing for branch b.
"""

from __future__ import annotations

import numpy as np

STEMS = "甲乙丙丁戊己庚辛壬癸"
BRANCHES = "子丑寅卯辰巳午未申酉戌亥"
ELEMENTS = "木火土金水"

STEMS_KO = "갑을병정무기경신임계"
BRANCHES_KO = "자축인묘진사오미신유술해"
ELEMENTS_KO = "목화토금수"

STEMS_EN = ("jia", "yi", "bing", "ding", "wu", "ji", "geng", "xin", "ren", "gui")
BRANCHES_EN = ("zi", "chou", "yin", "mao", "chen", "si", "wu", "wei", "shen", "you", "xu", "hai")
ELEMENTS_EN = ("wood", "fire", "earth", "metal", "water")

PILLARS = tuple(STEMS[i % 10] + BRANCHES[i % 12] for i in range(60))

STEM_ELEMENT = np.array([0, 0, 1, 1, 2, 2, 3, 3, 4, 4], np.int8)
BRANCH_ELEMENT = np.array([4, 2, 0, 0, 2, 1, 1, 2, 3, 3, 2, 4], np.int8)


def pillar(name: str) -> int:
    """The index 0..59 of a pillar such as 甲子. ValueError if it is none of the sixty."""
    if name not in PILLARS:
        raise ValueError(f"{name!r} is none of the sixty pillars")
    return PILLARS.index(name)


def clash(branch):
    """六沖: the opposite branch."""
    return (np.asarray(branch) + 6) % 12


def combination(branch):
    """六合: 子丑 寅亥 卯戌 辰酉 巳申 午未."""
    return (13 - np.asarray(branch)) % 12


def harm(branch):
    """六害: 子未 丑午 寅巳 卯辰 申亥 酉戌."""
    return (19 - np.asarray(branch)) % 12


def void_first(day):
    """旬空: the first of the two void branches of the decade of a day pillar 0..59; the second follows it."""
    return (np.asarray(day) // 10 * 10 + 10) % 12
