"""The points on which books of 六爻 differ, each a named option.

The defaults are what the corpus attests (passages are cited by id); where the corpus is
silent the default is the commonest printed rule and the comment says so.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from difflib import get_close_matches

from yarrow.errors import Fault, YarrowError

# option -> the values it takes, the default first.
OPTIONS: dict[str, tuple] = {
    "earth": ("water", "fire", "split"),
    "yin": ("same", "reversed"),
    "earth_months": (True, False),
    "qian_stems": ("fixed", "solstice", "solstice-halves"),
    "hidden": ("all", "lacking"),
    "dark_moving": ("clash", "strong"),
    "advance": ("eight", "four"),
    "fanyin": ("branches", "positions"),
    "trine_outside": (True, False),
    "trine_static": (0, 1, 2, 3),
    "self_punishment": (True, False),
    "chaotic_from": (3, 2, 4, 5, 6),
}


@dataclass(frozen=True)
class Conventions:
    """One school. A value that is not offered is refused, all at once, with those that are."""

    # 長生 of earth: with water (水土生申, yushi-14), with fire, or 戊寅 己酉 (yushi-26: 若分陰陽).
    earth: str = "water"
    # Yin stems: as the yang stem of their element (不分陰陽，同其生死, yushi-21), or reversed.
    yin: str = "same"
    # 旺相休囚: 辰戌丑未 months belong to earth, or each season is one element.
    earth_months: bool = True
    # 納甲 of 乾: 甲 within and 壬 without all year; or exchanged after the summer solstice in the
    # hexagram 乾 itself, cast or changed (夏至後先壬而後甲, yushi-5; yet 夬 in a 酉 month has 甲子 and
    # 遁 in a 未 month 壬申, yushi-4 and 6); or exchanged in every trigram 乾, hidden ones too.
    qian_stems: str = "fixed"
    # 伏神: the hidden line under every line that has one (yushi-9 seeks it even where the visible
    # line is there and hurt), or only those of the relations that the hexagram lacks.
    hidden: str = "all"
    # 暗動: any static line that the day clashes (日沖則動, yushi-37), or only one in season, the
    # others being 日破 (as 增刪卜易 and 卜筮正宗 teach).
    dark_moving: str = "clash"
    # 化進: 寅卯 巳午 申酉 亥子 and the earths 丑辰 辰未 未戌 戌丑 (增刪卜易; the corpus is silent), or
    # without the earths.
    advance: str = "eight"
    # 反吟 of a trigram: all its branches clash (坤巽), or the two sit opposite on the compass of 後天
    # (乾巽 坎離 艮坤 震兌). 卜筮正宗 has both; the corpus is silent.
    fanyin: str = "branches"
    # 三合局: whether 日 and 月 may be members, and how many members may be static lines (002 asks
    # for 三合爻動, liuchu-24, so none).
    trine_outside: bool = True
    trine_static: int = 0
    # 辰午酉亥 punish their own kind (自刑, liuchu-4).
    self_punishment: bool = True
    # 亂動: so many moving lines or more (liuchu-19 gives no number).
    chaotic_from: int = 3

    def __post_init__(self):
        faults = [
            Fault(
                field.name,
                f"{getattr(self, field.name)!r} is not a school of this point",
                "choose " + ", ".join(map(str, OPTIONS[field.name])),
            )
            for field in fields(self)
            if getattr(self, field.name) not in OPTIONS[field.name]
        ]
        if faults:
            raise YarrowError(faults)


DEFAULT = Conventions()
# What each text itself teaches, where it goes beyond the defaults.
BY_TEXT = {"hunyin": DEFAULT, "liuchu": DEFAULT, "yushi": Conventions(qian_stems="solstice")}


def read_conventions(settings: Iterable[str], where: str = "--school") -> Conventions:
    """Conventions from settings such as `earth=fire`, or the name of a text for what it teaches.

    Later settings go before earlier ones. YarrowError names every one that is unknown.
    """
    faults, chosen = [], {}
    for setting in settings:
        if setting in BY_TEXT:
            chosen |= vars(BY_TEXT[setting])
            continue
        point, _, choice = (part.strip() for part in setting.partition("="))
        if point not in OPTIONS:
            near = get_close_matches(point, [*OPTIONS, *BY_TEXT], 3) or [*OPTIONS, *BY_TEXT]
            faults.append(
                Fault(
                    where,
                    f"{point!r} is no point of difference, nor a text",
                    "did you mean " + ", ".join(near) + "?",
                )
            )
            continue
        found = [value for value in OPTIONS[point] if str(value).lower() == choice.lower()]
        if found:
            chosen[point] = found[0]
        else:
            faults.append(
                Fault(
                    where,
                    f"{choice!r} is no school of {point}",
                    "choose " + ", ".join(map(str, OPTIONS[point])),
                )
            )
    if faults:
        raise YarrowError(faults)
    return Conventions(**chosen)
