"""The nine methods of 大六壬 once more, in plain words on characters, one lesson at a time.

Written from the books' rules (大全 卷一, 尋原) and apart from `yarrow.charts`, with no table or
function shared, as the referee of `bench_liuren` and of the tests. Slow on purpose.
"""

from __future__ import annotations

STEMS, BRANCHES = "甲乙丙丁戊己庚辛壬癸", "子丑寅卯辰巳午未申酉戌亥"
ELEMENT = dict(zip("寅卯甲乙 巳午丙丁 辰戌丑未戊己 申酉庚辛 亥子壬癸".replace(" ", ""),
                   "木木木木火火火火土土土土土土金金金金水水水水", strict=True))  # fmt: skip
CONTROLS = {"木": "土", "土": "水", "水": "火", "火": "金", "金": "木"}
LODGING = dict(zip(STEMS, "寅辰巳未巳未申戌亥丑", strict=True))
PARTNER = dict(zip("甲乙丙丁戊己庚辛壬癸", "己庚辛壬癸甲乙丙丁戊", strict=True))
TRINES = ("申子辰", "亥卯未", "寅午戌", "巳酉丑")
HORSE = dict(zip(TRINES, "寅巳申亥", strict=True))
PUNISHES = {
    "子": "卯",
    "卯": "子",
    "寅": "巳",
    "巳": "申",
    "申": "寅",
    "丑": "戌",
    "戌": "未",
    "未": "丑",
}
FIRST, MIDDLE = "寅申巳亥", "子午卯酉"


def controls(a: str, b: str) -> bool:
    return CONTROLS[ELEMENT[a]] == ELEMENT[b]


def yang(word: str) -> bool:
    return (STEMS if word in STEMS else BRANCHES).index(word) % 2 == 0


def step(branch: str, by: int) -> str:
    return BRANCHES[(BRANCHES.index(branch) + by) % 12]


def four_lessons(day: str, shift: int) -> list[tuple[str, str]]:
    """(upper, lower) of the four lessons; the lower of the first is the stem itself."""
    stem, branch = day
    one = step(LODGING[stem], shift)
    three = step(branch, shift)
    return [(one, stem), (step(one, shift), one), (three, branch), (step(three, shift), three)]


def depth(upper: str, shift: int, attacked: bool) -> int:
    """Controls met by a god on its way from its seat to its home, lodged stems counted."""
    met, place = 0, step(upper, -shift)
    while place != upper:
        for word in place + "".join(s for s in STEMS if LODGING[s] == place):
            met += controls(word, upper) if attacked else controls(upper, word)
        place = step(place, 1)
    return met


def cross(gods: list[str], shift: int, attacked: bool, day: str, by_depth: bool, sides) -> str:
    """涉害 among several gods."""
    if by_depth:
        met = {god: depth(god, shift, attacked) for god in gods}
        gods = [god for god in gods if met[god] == max(met.values())]
    for seats in (FIRST, MIDDLE, BRANCHES):
        seated = [god for god in gods if step(god, -shift) in seats]
        if seated:
            gods = seated
            break
    if len(gods) == 1:
        return gods[0]
    order = sides[:2] + sides[2:] if yang(day[0]) else sides[2:] + sides[:2]
    return next(god for god in order if god in gods)


def transmissions(day: str, shift: int, by_depth: bool = False) -> tuple[str, str]:
    """(method, three branches) of a lesson of the 720."""
    stem, branch = day
    lessons = four_lessons(day, shift)
    uppers = [upper for upper, _ in lessons]
    over_stem, over_branch = uppers[0], uppers[2]

    def among(gods: list[str], attacked: bool) -> tuple[str, str]:
        gods = list(dict.fromkeys(gods))
        if len(gods) == 1:
            return "賊克", gods[0]
        alike = [god for god in gods if yang(god) == yang(stem)]
        if len(alike) == 1:
            return "比用", alike[0]
        return "涉害", cross(alike or gods, shift, attacked, day, by_depth, uppers)

    def onward(first: str) -> str:
        return first + step(first, shift) + step(first, 2 * shift)

    robbed = [u for u, low in lessons if controls(low, u)]
    ruling = [u for u, low in lessons if controls(u, low)]
    if shift == 0:
        first = (robbed or ruling or [over_stem if yang(stem) else over_branch])[0]
        from_stem = bool(robbed or ruling) or yang(stem)
        second = PUNISHES.get(first, over_branch if from_stem else over_stem)
        third = PUNISHES.get(second, step(second, 6))
        if first in PUNISHES and third == first:
            third = step(second, 6)
        return "伏吟", first + second + third
    if shift == 6 and not robbed and not ruling:
        horse = next(HORSE[trine] for trine in TRINES if branch in trine)
        return "返吟", horse + over_branch + over_stem
    if robbed or ruling:
        method, first = among(robbed or ruling, bool(robbed))
        return "返吟" if shift == 6 else method, onward(first)
    if LODGING[stem] == branch:
        first = step(over_stem, 2) if yang(stem) else step(uppers[3], -2)
        return "八專", first + over_stem + over_stem
    attacking = [u for u in uppers[1:] if controls(u, stem)]
    attacked = [u for u in uppers[1:] if controls(stem, u)]
    if attacking or attacked:
        return "遙克", onward(among(attacking or attacked, not attacking)[1])
    if len(set(uppers)) == 4:
        if yang(stem):
            return "昴星", step("酉", shift) + over_branch + over_stem
        return "昴星", step("酉", -shift) + over_stem + over_branch
    if yang(stem):
        first = step(LODGING[PARTNER[stem]], shift)
    else:
        trine = next(trine for trine in TRINES if branch in trine)
        first = trine[(trine.index(branch) + 1) % 3]
    return "別責", first + over_stem + over_stem
