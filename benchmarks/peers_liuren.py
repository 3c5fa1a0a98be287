"""Other programs that cast 大六壬, called through one shape: (transmissions, generals) of a lesson.

Each takes a day pillar 0..59, a shift 0..11 and night 0 or 1, and gives three branches as
characters and the twelve generals by heaven branch 子 to 亥, each as one character; or raises.
The programs take day and night from the hour, so the shift is made of 子 or 午 as the hour and of
the 月將 that then turns the plate so far.
"""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

STEMS, BRANCHES = "甲乙丙丁戊己庚辛壬癸", "子丑寅卯辰巳午未申酉戌亥"
_SHORT = {"螣蛇": "蛇", "朱雀": "朱", "雀": "朱", "勾陳": "勾", "青龍": "龍", "天空": "空", "白虎": "虎",
          "太常": "常", "玄武": "玄", "太陰": "陰", "天后": "后", "貴人": "貴", "六合": "合"}  # fmt: skip
# 中氣 whose 月將 is each branch.
_TERM = dict(zip("子丑寅卯辰巳午未申酉戌亥",
                 "大寒 冬至 小雪 霜降 秋分 處暑 大暑 夏至 小滿 穀雨 春分 雨水".split(), strict=True))  # fmt: skip


def hour_and_general(shift: int, night: int) -> tuple[int, int]:
    """An hour of the day or night and the 月將 that together turn the plate by a shift."""
    hour = 0 if night else 6
    return hour, (hour + shift) % 12


def bazaar():
    """bazaar-of-fates: fortune.liuren_ext, its core; None if it is not installed."""
    try:
        from fortune import liuren_ext
    except ImportError:
        return None

    def lesson(day, shift, night):
        hour, general = hour_and_general(shift, night)
        found = liuren_ext.cast(day % 10, day % 12, hour, general)
        ridden = found["generals"]
        return "".join(found["transmissions"]), "".join(_SHORT[ridden[b]] for b in BRANCHES)

    return lesson


def kinliuren():
    """kinliuren: Liuren(term, month, day, hour).result(0); None if it is not installed."""
    try:
        from kinliuren.kinliuren import Liuren
    except ImportError:
        return None

    def lesson(day, shift, night):
        hour, general = hour_and_general(shift, night)
        stem = (day % 5 * 2 + hour) % 10
        pillar = STEMS[day % 10] + BRANCHES[day % 12]
        found = Liuren(_TERM[BRANCHES[general]], "正", pillar, STEMS[stem] + BRANCHES[hour]).result(
            0
        )
        three = "".join(part[0] for part in found["三傳"].values())
        plate = found["天地盤"]
        ridden = dict(zip(plate["天盤"], plate["天將"], strict=True))
        return three, "".join(_SHORT.get(ridden[b], ridden[b]) for b in BRANCHES)

    return lesson


PEERS = {"bazaar-of-fates": bazaar, "kinliuren": kinliuren}


def peers() -> dict:
    """The programs that are installed: name and version -> the function that casts a lesson."""
    found = {}
    for name, load in PEERS.items():
        lesson = load()
        if lesson is not None:
            try:
                found[f"{name} {version(name)}"] = lesson
            except PackageNotFoundError:
                found[name] = lesson
    return found
