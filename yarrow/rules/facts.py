"""Charts in a few words: `節之中孚 寅月 辛亥日`, `壬辰日 干上寅 夜`.

Words for both arts: 辛亥日 辛日 六辛日 亥日 丙子、丙申日 (one day, or the days of a stem or branch), 寅月, 子年, 命子
(the branch of the birth year), 男 女. For 六爻: 節 (nothing moves), 節之中孚, 節動13 (the first and
third lines move), 動未詳 (it is not told what moves), 用財 (the relation that the question takes).
For 大六壬: 干上寅, 支上寅, 戌加未, 辰加癸 (a stem stands for its lodging), 亥將 寅時, 晝 夜 (or 晝占
夜占 晝貴 夜貴 晝將 夜將), 行年午, and for others than the asker 男命子, 女行年午, 母命亥. What fixes a
chart and is not told stays open: `charts` gives every chart that is left. The year, the persons
and, in 大六壬, day or night and month stay unknown.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from itertools import product

import numpy as np

from yarrow.charts import hexagrams, liuren, liuyao, liuyao_conventions
from yarrow.charts.ganzhi import BRANCHES, PILLARS, STEMS
from yarrow.charts.liuren_lessons import DEFAULT as LIUREN_DEFAULT
from yarrow.charts.liuren_lessons import LODGE
from yarrow.errors import Fault, YarrowError
from yarrow.rules import liuren_base, liuyao_base
from yarrow.rules.evaluate import Env

KIN = "父兄福財鬼"
PERSONS = ("男", "女", "母")
MONTHS = ("正", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二")
_LINES = re.compile(r"(.{1,4}?)動([1-6]+)")


@dataclass(frozen=True)
class Facts:
    """What some words tell of a chart.

    days: the pillars that it may be of, None for any. hexagram, moves: 六爻, None where not told.
    turns: 大六壬: pairs (earth, heaven), earth a branch 0..11, "干" or "支". general, hour, month,
    year, birth, age: branches, night and sex 0 or 1, -1 where not told. use: 六親 0..4 or None.
    persons: 大六壬: by name (男, 女, 母) the branches of 本命 and 行年, -1 where not told.
    """

    art: str
    days: tuple[int, ...] | None = None
    hexagram: int | None = None
    moves: int | None = None
    turns: tuple[tuple[int | str, int], ...] = ()
    told: dict[str, int] = field(default_factory=dict)
    use: int | None = None
    persons: dict[str, tuple[int, int]] = field(default_factory=dict)

    def get(self, name: str) -> int:
        """A branch, night or sex, -1 where not told."""
        return self.told.get(name, -1)


def read(art: str, words: str, where: str = "facts") -> Facts:
    """Facts from words parted by blanks. YarrowError names each word that is none, or that says
    again, or otherwise, what another said."""
    told: list[tuple[str, object]] = []
    faults: list[Fault] = []
    for word in words.split():
        try:
            told.append((_liuyao_word if art == "liuyao" else _liuren_word)(word))
        except YarrowError as error:
            faults += [Fault(where, fault.what, fault.remedy) for fault in error.faults]
    for name, times in Counter(name for name, _ in told if name != "turn").items():
        if times > 1:
            faults.append(
                Fault(where, f"the {name} is told {times} times in {words!r}", "tell it once")
            )
    if not told and not faults:
        faults.append(Fault(where, "no facts", _REMEDY[art]))
    if faults:
        raise YarrowError(faults)
    values = dict(told)
    hexagram, moves = values.get("hexagram", (None, None))
    return Facts(
        art,
        values.get("days"),
        hexagram,
        values.get("moves", moves),
        tuple(value for name, value in told if name == "turn"),
        {name: value for name, value in values.items() if name in _TOLD},
        values.get("use"),
        {
            person: (values.get(f"birth of {person}", -1), values.get(f"age of {person}", -1))
            for person in PERSONS
            if {f"birth of {person}", f"age of {person}"} & values.keys()
        },
    )


_TOLD = ("general", "hour", "month", "year", "birth", "age", "night", "sex")
_REMEDY = {
    "liuyao": "write as in 節之中孚 寅月 辛亥日, with 子年 命子 男 用財 where they matter",
    "liuren": "write as in 壬辰日 干上寅 夜, or 壬辰日 戌加未 寅月 命子 行年午",
}


def _word(word: str, art: str) -> tuple[str, object]:
    """What a word of both arts tells: a name and its value."""
    if word[-1] == "日" and (days := _days(word[:-1])):
        return "days", days
    if word[-1] == "月" and word[:-1] in MONTHS:
        return "month", (MONTHS.index(word[:-1]) + 2) % 12
    for name, mark in (("month", "月"), ("year", "年")):
        if word[-1] == mark and (word[:-1] in PILLARS or len(word) == 2 and word[0] in BRANCHES):
            return name, BRANCHES.index(word[-2])
    if word[0] == "命" and word[1:] in tuple(BRANCHES):
        return "birth", BRANCHES.index(word[1])
    if word in ("男", "女", "男占", "女占"):
        return "sex", int(word[0] == "男")
    raise YarrowError(Fault("facts", f"{word!r} tells nothing of a chart of {art}", _REMEDY[art]))


def _days(word: str) -> tuple[int, ...]:
    """The days of a name, or of several with 、 between; none if one of them is no day."""
    named = [_days_of(part) for part in word.split("、")]
    return tuple(sorted({day for days in named for day in days})) if all(named) else ()


def _days_of(word: str) -> tuple[int, ...]:
    word = word.removeprefix("六") if len(word) == 2 else word
    if word in PILLARS:
        return (PILLARS.index(word),)
    if len(word) == 1 and word in STEMS + BRANCHES:
        return tuple(i for i, pillar in enumerate(PILLARS) if word in pillar)
    return ()


def _liuyao_word(word: str) -> tuple[str, object]:
    if word == "動未詳":
        return "moves", -1
    if word[0] == "用" and len(word) == 2 and word[1] in KIN:
        return "use", KIN.index(word[1])
    if match := _LINES.fullmatch(word):
        return "hexagram", (
            hexagrams.find_hexagram(match[1]),
            sum({1 << int(n) - 1 for n in match[2]}),
        )
    first, turned, second = word.partition("之")
    if turned:
        code = hexagrams.find_hexagram(first)
        return "hexagram", (code, code ^ hexagrams.find_hexagram(second))
    try:
        return _word(word, "liuyao")
    except YarrowError:
        if word[-1] in "日月年" or word[0] == "命":
            raise
        return "hexagram", (hexagrams.find_hexagram(word), None)


def _liuren_word(word: str) -> tuple[str, object]:
    if len(word) == 3 and word[1] == "上" and word[0] in "干支" and word[2] in BRANCHES:
        return "turn", (word[0], BRANCHES.index(word[2]))
    if len(word) == 3 and word[1] == "加" and word[0] in BRANCHES:
        if word[2] in "干支":
            return "turn", (word[2], BRANCHES.index(word[0]))
        if word[2] in BRANCHES:
            return "turn", (BRANCHES.index(word[2]), BRANCHES.index(word[0]))
        if word[2] in STEMS:
            return "turn", (int(LODGE[STEMS.index(word[2])]), BRANCHES.index(word[0]))
    if word[0] in "晝夜" and word[1:] in ("", "占", "貴", "將"):
        return "night", int(word[0] == "夜")
    if len(word) == 2 and word[1] in "將時" and word[0] in BRANCHES:
        return "general" if word[1] == "將" else "hour", BRANCHES.index(word[0])
    person, rest = (word[0], word[1:]) if word[0] in PERSONS and len(word) > 2 else ("", word)
    for mark, name in (("命", "birth"), ("行年", "age")):
        if rest[:-1] == mark and rest[-1] in BRANCHES:
            return f"{name} of {person}" if person else name, BRANCHES.index(rest[-1])
    return _word(word, "liuren")


def charts(facts: Facts, conventions=None, every: tuple[str, ...] = ()):
    """The charts that some facts leave open, as a `Liuyao` or `Liuren` batch of one axis.

    conventions: of 六爻, or the school of 大六壬; default as the engine has it. every: names of
    told things (night, month, year, birth, age, sex) that are to be run through, not left unknown,
    where they are not told. YarrowError if no chart is left.
    """
    if facts.art == "liuyao":
        return _liuyao_charts(facts, conventions or liuyao_conventions.DEFAULT, every)
    return _liuren_charts(facts, conventions or LIUREN_DEFAULT, every)


def environment(facts: Facts, batch, text: str = "") -> Env:
    """The environment in which expressions of a text are evaluated on charts of these facts."""
    if facts.art == "liuyao":
        return liuyao_base.environment(batch, use=facts.use)
    sex = facts.get("sex")
    return liuren_base.environment(batch, sex=sex, persons=facts.persons, text=text)


def _choices(facts: Facts, name: str, every: tuple[str, ...], high: int = 12):
    known = facts.get(name)
    return range(high) if known < 0 and name in every else (known,)


def _liuyao_charts(facts: Facts, conventions, every):
    if facts.hexagram is None:
        codes, moves = range(64), range(64) if facts.moves in (None, -1) else (facts.moves,)
    else:
        codes = (facts.hexagram,)
        moves = range(64) if facts.moves == -1 else (facts.moves or 0,)  # not told: none moves
    axes = (
        codes,
        moves,
        facts.days or range(60),
        range(12) if facts.get("month") < 0 else (facts.get("month"),),
        _choices(facts, "year", every),
        _choices(facts, "birth", every),
        _choices(facts, "sex", every, 2),
    )
    grid = np.meshgrid(*(np.array(axis, np.int16) for axis in axes), indexing="ij")
    code, move, day, month, year, birth, sex = (part.reshape(-1) for part in grid)
    return liuyao.lay(
        code, move, day=day, month=month, year=year, birth=birth, sex=sex, conventions=conventions
    )


def _liuren_charts(facts: Facts, school, every):
    turns = list(facts.turns)
    if facts.get("general") >= 0 and facts.get("hour") >= 0:
        turns.append((facts.get("hour"), facts.get("general")))
    pairs = [
        (day, shift)
        for day in facts.days or range(60)
        for shift in range(12)
        if all((_earth(earth, day) + shift) % 12 == heaven for earth, heaven in turns)
    ]
    if not pairs:
        raise YarrowError(
            Fault("facts", "no heaven plate is so on such a day", "look at what stands over what")
        )
    others = [
        _choices(facts, name, every, 2 if name == "night" else 12)
        for name in ("night", "month", "year", "birth", "age")
    ]
    rows = np.array([(*pair, *rest) for pair in pairs for rest in product(*others)], np.int16)
    day, shift, night, month, year, birth, age = rows.T
    hour = np.where(facts.get("hour") >= 0, facts.get("hour"), -1)
    return liuren.cast(
        day,
        shift,
        hour=np.broadcast_to(hour, day.shape),
        night=night,
        month=month,
        year=year,
        birth=birth,
        age=age,
        school=school,
    )


def _earth(earth: int | str, day: int) -> int:
    if earth == "干":
        return int(LODGE[day % 10])
    return day % 12 if earth == "支" else earth


def write(art: str, batch, i: int) -> str:
    """Chart i of a batch as compact facts, which `read` takes back."""

    def told(name: str) -> int:
        return int(getattr(batch, name)[i])

    day = PILLARS[told("day")] + "日"
    if art == "liuyao":
        code, into = told("hexagram"), int(batch.changed[i])
        words = [
            hexagrams.NAMES[code] + ("之" + hexagrams.NAMES[into] if into != code else ""),
            BRANCHES[told("month")] + "月",
            day,
        ]
        marks = (("year", "", "年"), ("birth", "命", ""))
    else:
        words = [day, "干上" + BRANCHES[int(batch.upper[i, 0])]]
        if told("night") >= 0:
            words.append("晝夜"[told("night")])
        marks = (("month", "", "月"), ("year", "", "年"), ("birth", "命", ""), ("age", "行年", ""))
    words += [
        f"{before}{BRANCHES[told(name)]}{after}" for name, before, after in marks if told(name) >= 0
    ]
    if art == "liuyao" and told("sex") >= 0:
        words.append("女男"[told("sex")])
    return " ".join(words)
