"""What the members of sets are called on one chart, in three languages."""

from __future__ import annotations

import re

from yarrow.charts import ganzhi, ganzhi_names, hexagrams
from yarrow.charts.liuren_generals import GENERALS as GENERAL_NAMES
from yarrow.charts.liuyao_chart import LiuyaoChart
from yarrow.charts.liuyao_chart import chart as liuyao_chart
from yarrow.rules.evaluate import Env
from yarrow.rules.explain import Member, members
from yarrow.rules.lacking import art_of
from yarrow.rules.values import (
    BRANCHES,
    ELEMENTS,
    GENERALS,
    HEXAGRAMS,
    PILLARS,
    SEATS,
    STEMS,
    Set,
)

LANGUAGES = ("zh", "ko", "en")
_LINES = {
    "zh": ("初爻", "二爻", "三爻", "四爻", "五爻", "上爻"),
    "ko": ("초효", "이효", "삼효", "사효", "오효", "상효"),
    "en": tuple(f"line {i}" for i in range(1, 7)),
}
_OUTSIDE = {
    18: ("day", "日辰", "일진", "the day"),
    19: ("month", "月建", "월건", "the month"),
    20: ("year", "太歲", "태세", "the year"),
    21: ("", "卦身", "괘신", "the body"),
    22: ("birth", "本命", "본명", "the birth year"),
}
_HANGUL = dict(zip(ganzhi.STEMS, ganzhi.STEMS_KO)) | dict(zip(ganzhi.BRANCHES, ganzhi.BRANCHES_KO))
_HANGUL |= {name.zh: name.ko for name in ganzhi_names.ELEMENTS}


class Names:
    """What members are called on one chart. lang: zh, ko or en."""

    def __init__(self, env: Env, lang: str):
        self.env, self.lang, self.column = env, lang, LANGUAGES.index(lang)
        self.art = art_of(env)
        self._chart: LiuyaoChart | None = None

    def name(self, m: Member) -> str:
        """三爻妻財丁巳火, 삼효 처재 정사화(丁巳火), line 3 妻財丁巳火; 寅木; 白虎."""
        if m.kind == SEATS:
            return self.seat(m.bit)
        if m.kind == GENERALS:
            general = GENERAL_NAMES[m.bit]
            return (general.zh, f"{general.ko}({general.zh})", f"{general.en} {general.zh}")[
                self.column
            ]
        if m.kind == HEXAGRAMS:
            return (
                hexagrams.FULL_NAMES[m.bit],
                f"{hexagrams.NAMES_KO[m.bit]}괘",
                f"{hexagrams.NAMES[m.bit]} ({hexagrams.NAMES_EN[m.bit]})",
            )[self.column]
        zh = _plain(m)
        return f"{hangul(zh)}({zh})" if self.lang == "ko" else zh

    def seat(self, bit: int) -> str:
        """A line with what it bears, or 日 月 歲 身 命."""
        if bit >= 18:
            field, *names = _OUTSIDE[bit]
            value = int(getattr(self.env.charts, field)[0]) if field else -1
            bears = (
                "" if value < 0 else (ganzhi.PILLARS if field == "day" else ganzhi.BRANCHES)[value]
            )
            if self.lang == "ko" and bears:
                return f"{names[1]} {hangul(bears)}({bears})"
            return names[self.column] + (" " if self.lang == "en" and bears else "") + bears
        line = self.chart.lines[bit % 6]
        face = (line.cast, line.changed, line.hidden)[bit // 6]
        place, borne = _LINES[self.lang][bit % 6], f"{face.pillar}{ganzhi.ELEMENTS[face.element]}"
        kin = hexagrams.RELATIONS[face.relation]
        if self.lang == "zh":
            return f"{place}{('', '所變', '下所伏')[bit // 6]}{kin}{borne}"
        if self.lang == "ko":
            kin = hexagrams.RELATIONS_KO[face.relation]
            which = (place, f"{place}가 변한", f"{place} 아래 숨은")[bit // 6]
            return f"{which} {kin} {hangul(borne)}({borne})"
        which = (place, f"{place} changed into", f"{place} hiding")[bit // 6]
        return f"{which} {kin}{borne}"

    @property
    def chart(self) -> LiuyaoChart:
        """The 六爻 chart as a record."""
        if self._chart is None:
            c = self.env.charts
            self._chart = liuyao_chart(
                int(c.hexagram[0]),
                int(c.moves[0]),
                day=int(c.day[0]),
                month=int(c.month[0]),
                conventions=c.conventions,
            )
        return self._chart

    def answer(self, found: Set) -> str:
        """The members of a set that answers a question (=…), as a list; "" for none."""
        return ("、" if self.lang == "zh" else ", ").join(map(self.name, members(found)))


def _plain(m: Member) -> str:
    if m.kind == BRANCHES:
        return ganzhi.BRANCHES[m.bit] + ganzhi.ELEMENTS[int(ganzhi.BRANCH_ELEMENT[m.bit])]
    if m.kind == STEMS:
        return ganzhi.STEMS[m.bit] + ganzhi.ELEMENTS[int(ganzhi.STEM_ELEMENT[m.bit])]
    return {PILLARS: ganzhi.PILLARS, ELEMENTS: ganzhi.ELEMENTS}[m.kind][m.bit]


def hangul(zh: str) -> str:
    """The Korean reading of stems, branches and elements; other characters as they are."""
    return "".join(_HANGUL.get(char, char) for char in zh)


def _final(word: str) -> int:
    """The final consonant of the last syllable that is read, 0 for none, 8 for ㄹ."""
    bare = re.sub(r"\([^)]*\)|[^가-힣]", "", word)
    return (ord(bare[-1]) - 0xAC00) % 28 if bare else 0


def josa(word: str, particles: str) -> str:
    """A Korean word with the right one of a pair of particles: 은는 이가 을를 과와."""
    return word + particles[0 if _final(word) else 1]


def into(word: str) -> str:
    """A Korean word with 으로, or 로 after a vowel or ㄹ."""
    return word + ("으로" if _final(word) not in (0, 8) else "로")
