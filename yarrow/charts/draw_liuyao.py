"""A 六爻 chart as an SVG drawing: the lines, what each bears, and what each turns into.

A bar that is drawn hollow is void, a moving line has ○ or × after it, 世 is a full seal and 應 an
empty one. The Chinese terms always stand; Korean or English glosses are set beneath in small.
"""

from __future__ import annotations

from typing import NamedTuple

from yarrow.charts import ganzhi, ganzhi_names, hexagrams, liuyao
from yarrow.charts.draw import (
    LANGUAGES,
    LEFT,
    MIDDLE,
    RIGHT,
    Fact,
    Line,
    Run,
    Sheet,
    rows,
    sentences,
    width,
    wrap,
)
from yarrow.charts.liuyao_chart import Face, LiuyaoChart
from yarrow.charts.liuyao_chart import Line as ChartLine
from yarrow.charts.liuyao_conventions import DEFAULT
from yarrow.charts.liuyao_layout import SEAT_STATES

# Where the changed hexagram stands: its bars, and the faces of the lines that changed.
_CHANGED_BAR, _CHANGED_WIDTH, _CHANGED = 242, 43, 294
_THICK = 11  # of a bar
_MAIN, _LEADING, _BETWEEN = 24, 17, 13  # heights: the line of the bar, a small line, a gap

_NAMES = {
    "year": ("年", "년", "year"),
    "month": ("月", "월", "month"),
    "day": ("日", "일", "day"),
    "hour": ("時", "시", "hour"),
    "void": ("旬空", "순공", "void"),
    "broken": ("月破", "월파", "broken"),
    "body": ("卦身", "괘신", "body"),
    "asks": ("占", "점", "asked"),
    "birth": ("本命", "본명", "birth"),
    "male": ("男", "남", "man"),
    "female": ("女", "여", "woman"),
    "spirit": ("六神", "육신", "spirits"),
    "cast": ("本卦", "본괘", "cast"),
    "changed": ("變卦", "변괘", "changed"),
    "shi": ("世", "세", "self"),
    "ying": ("應", "응", "other"),
    "school": ("依", "따른 설", "by"),
    "hidden": ("伏神", "복신", "hidden"),
}
_LEGEND = {
    "yang": ("○", "老陽發動", "노양, 음으로 변함", "yang that turns yin"),
    "yin": ("×", "老陰發動", "노음, 양으로 변함", "yin that turns yang"),
    "hollow": ("□", "旬空", "空 공망", "空 void"),
    "hidden": ("伏", "伏神", "복신", "hidden line"),
    "supplying": (
        "伏*",
        "伏神補所缺六親",
        "없는 육친을 채우는 복신",
        "hidden line of a lacking relation",
    ),
}
# States drawn beside a line; the text layout has them all.
_DRAWN = (
    "void", "month_broken", "on_month", "on_day", "on_year", "dark_moving", "day_broken",
    "scattered", "fed_back", "controlled_back", "advancing", "retreating", "repeated",
)  # fmt: skip
_STATES = {key: names for key, *names, _ in SEAT_STATES if key in _DRAWN}


def svg(chart: LiuyaoChart, lang: str = "zh") -> str:
    """The chart as one SVG element; lang zh, ko or en is the language of glosses and words."""
    return _Drawing(chart, lang).draw()


class _Columns(NamedTuple):
    """Where things of the cast hexagram stand: faces, bars and their length, ○ ×, 世 應."""

    face: int
    bar: int
    length: int
    move: int
    role: int


_MOVING = _Columns(70, 153, 52, 213, 230)
_STILL = _Columns(86, 206, 110, 0, 346)


class _Drawing:
    def __init__(self, chart: LiuyaoChart, lang: str):
        self.chart, self.lang, self.column = chart, lang, LANGUAGES.index(lang)
        self.sheet = Sheet(lang)
        self.at = _MOVING if chart.moves else _STILL
        # The English of a stem and branch reaches under the bar.
        self.marks_at = self.at.bar + (28 if lang == "en" and chart.moves else 0)
        self.used: set[str] = set()  # keys of the states that the legend explains

    # --- Words ----------------------------------------------------------------------------------

    def gloss(self, names, ink: str = "soft") -> Line:
        """The name of a thing in the language of glosses; nothing where that is Chinese."""
        return [Run(names[self.column], self.lang, ink=ink)] if self.column else []

    def both(self, names, ink: str = "soft") -> Line:
        """A Chinese term and its gloss."""
        return [Run(names[0], ink=ink), *self.gloss(names, ink)]

    def marks(self, seat: int) -> list[str]:
        """Keys of the drawn states of a seat."""
        return [key for key in _DRAWN if self.chart.states[key] >> seat & 1]

    # --- The sheet from above to below ----------------------------------------------------------

    def draw(self) -> str:
        chart, sheet = self.chart, self.sheet
        y = 20.0
        if chart.moment:
            y = self.paragraph(chart.moment, y) + 6
        y = self.titles(y) + 6
        y = sheet.facts(y, self.facts())
        seeker = self.seeker()
        if seeker:
            y = sheet.centred(y, seeker)
        if chart.asks:
            y = self.paragraph(f"占　{chart.asks}", y)
        remarks = list(zip(chart.remarks("zh"), chart.remarks("ko"), chart.remarks("en")))
        if remarks:
            y = sheet.centred(y, [self.both(names, "ink") for names in remarks])
        y = self.table(y + 8)
        y = sheet.centred(y + 6, self.legend(), leading=18)
        if chart.conventions != DEFAULT:
            own = [
                f"{point}={value}"
                for point, value in vars(chart.conventions).items()
                if value != getattr(DEFAULT, point)
            ]
            items = [self.both(_NAMES["school"]), *([Run(words, "en")] for words in own)]
            y = sheet.centred(y, items, gap=8, leading=18)
        return sheet.finish(y + 14, self.title(), self.description())

    def paragraph(self, text: str, y: float) -> float:
        """A text of any length and language, centred."""
        lines = wrap(Run(text, self.lang), RIGHT - LEFT)
        return self.sheet.centred(y, [[line] for line in lines], gap=RIGHT)

    def titles(self, y: float) -> float:
        """The names of the two hexagrams, with their palaces."""
        chart = self.chart
        if not chart.moves:
            return self.heading(MIDDLE, y, chart.hexagram, RIGHT - LEFT)
        half = (RIGHT - LEFT) / 4
        self.sheet.text(MIDDLE, y + 16, [Run("之", size=18, ink="soft")], "middle")
        below = [
            self.heading(x, y, code, 2 * half - 14)
            for x, code in ((LEFT + half, chart.hexagram), (RIGHT - half, chart.changed))
        ]
        return max(below)

    def heading(self, x: float, y: float, code: int, room: float) -> float:
        sheet = self.sheet
        sheet.text(x, y + 16, [Run(hexagrams.FULL_NAMES[code], size=27, bold=True)], "middle")
        korean = Run(hexagrams.FULL_NAMES_KO[code], "ko", ink="soft")
        sheet.text(x, y + 44, [korean], "middle")
        y += 53
        for line in wrap(Run(hexagrams.NAMES_EN[code], "en", ink="soft"), room):
            sheet.text(x, y + 9, [line], "middle")
            y += 18
        palace = hexagrams.TRIGRAMS[hexagrams.PALACE[code]]
        element = ganzhi.ELEMENTS[hexagrams.PALACE_ELEMENT[code]]
        generation = int(hexagrams.GENERATION[code])
        place = f"{palace}宮{element} {hexagrams.GENERATIONS[generation]}"
        sheet.text(x, y + 12, [Run(place, size=15)], "middle")
        y += 24
        if self.column:
            palace_ko = hexagrams.TRIGRAMS_KO[hexagrams.PALACE[code]]
            words = (
                f"{palace_ko}궁 {hexagrams.GENERATIONS_KO[generation]}",
                f"{palace} palace, {hexagrams.GENERATIONS_EN[generation]}",
            )[self.column - 1]
            sheet.text(x, y + 8, [Run(words, self.lang, ink="soft")], "middle")
            y += 19
        return y

    def facts(self) -> list[list[Fact]]:
        """Year, month, day and hour; what they make void and broken, and the hexagram's body."""
        chart = self.chart
        time: list[Fact] = []
        derived: list[Fact] = []

        def cell(key, names, group=derived):
            value = [Run(names[0], size=18, bold=True)]
            group.append((self.both(_NAMES[key]), value, self.gloss(names)))

        for key, pillar, branch in (
            ("year", chart.year_pillar, chart.year),
            ("month", chart.month_pillar, chart.month),
            ("day", chart.day, -1),
            ("hour", chart.hour_pillar, -1),
        ):
            if pillar >= 0:
                cell(key, ganzhi_names.PILLARS[pillar], time)
            elif branch >= 0:
                cell(key, ganzhi_names.BRANCHES[branch], time)
        void = [ganzhi_names.BRANCHES[b] for b in chart.void]
        cell("void", [("", "", " ")[i].join(b[i] for b in void) for i in range(3)])
        cell("broken", ganzhi_names.BRANCHES[(chart.month + 6) % 12])
        cell("body", ganzhi_names.BRANCHES[hexagrams.BODY_BRANCH[chart.hexagram]])
        return [time, derived]

    def seeker(self) -> list[Line]:
        chart, found = self.chart, []
        if chart.sex >= 0:
            found.append(self.both(_NAMES["male" if chart.sex else "female"], "ink"))
        if chart.birth >= 0:
            branch = ganzhi_names.BRANCHES[chart.birth]
            words = [f"{a} {b}" for a, b in zip(_NAMES["birth"], branch)]
            found.append(self.both(words, "ink"))
        return found

    # --- The six lines --------------------------------------------------------------------------

    def table(self, y: float) -> float:
        """The six lines from the top one down, between two rules; the y below."""
        chart, sheet = self.chart, self.sheet
        sheet.rule(y, strong=True)
        sheet.text(LEFT, y + 14, self.both(_NAMES["spirit"]))
        sheet.text(self.at.bar + self.at.length, y + 14, self.both(_NAMES["cast"]), "end")
        if chart.moves:
            sheet.text(RIGHT, y + 14, self.both(_NAMES["changed"]), "end")
        y += 27
        sheet.rule(y)
        pitch = max(map(self.row_height, chart.lines)) + _BETWEEN
        y += _BETWEEN / 2
        for line in reversed(chart.lines):
            self.row(line, y)
            y += pitch
            if line.place == 3:
                sheet.rule(y - _BETWEEN / 2, self.at.face)
        y -= _BETWEEN / 2
        sheet.rule(y, strong=True)
        return y

    def row_height(self, line: ChartLine) -> float:
        below = self.depth(line) + (len(self.hidden(line)) if line.hidden else 0)
        return _MAIN + _LEADING * below

    def depth(self, line: ChartLine) -> int:
        """How many small lines stand under the faces and bars, before the hidden line."""
        marks = [len(self.cast_marks(line))]
        if line.changed:
            marks.append(len(self.changed_marks(line)))
        return max([len(self.face_gloss(line.cast)), *marks])

    def face_gloss(self, face: Face) -> list[Run]:
        """Relation, stem, branch and element in the language of glosses, a run a small line."""
        if not self.column:
            return []
        relation = (hexagrams.RELATIONS_KO, hexagrams.RELATIONS_EN)[self.column - 1]
        stem, branch = ganzhi_names.STEMS[face.stem], ganzhi_names.BRANCHES[face.branch]
        element = ganzhi_names.ELEMENTS[face.element][self.column]
        if self.column == 1:
            words = [f"{relation[face.relation]} {stem.ko}{branch.ko}{element}"]
        else:
            words = [relation[face.relation], f"{stem.en}-{branch.en} {element}"]
        return [Run(text, self.lang, ink="soft") for text in words]

    def states(self, seat: int, room: float = RIGHT) -> list[Run]:
        """The drawn states of a seat, in as many lines as they need."""
        terms = [[Run(_STATES[key][0], ink="red")] for key in self.marks(seat)]
        return [
            row[0][0]._replace(text=" ".join(term.text for (term,) in row))
            for row in rows(terms, room, gap=5)
        ]

    def cast_marks(self, line: ChartLine) -> list[Run]:
        return self.states(
            line.place, (_CHANGED_BAR if self.chart.moves else RIGHT) - self.marks_at
        )

    def changed_marks(self, line: ChartLine) -> list[Run]:
        return self.states(line.place + 6, _CHANGED - _CHANGED_BAR)

    def hidden(self, line: ChartLine) -> list[Line]:
        """The hidden line in small: 伏 (with * where it supplies what is lacking), face, states.

        The states go on a line of their own if the first has no room.
        """
        star = "*" if line.supplying else ""
        found = [Run(f"伏{star}", ink="soft"), Run(str(line.hidden))]
        if self.column:
            words = " ".join(run.text for run in self.face_gloss(line.hidden))
            found.append(Run(words, self.lang, ink="soft"))
        states = [run._replace(text=f" {run.text}") for run in self.states(line.place + 12)]
        if width([*found, *states]) <= RIGHT - self.at.face:
            return [[*found, *states]]
        return [found, states]

    def row(self, line: ChartLine, y: float) -> None:
        chart, sheet = self.chart, self.sheet
        middle = y + _MAIN / 2
        sheet.text(LEFT, middle, [Run(liuyao.SPIRITS[line.spirit], size=15)])
        if self.column:  # of the English the last word, which tells them apart
            name = (liuyao.SPIRITS_KO, liuyao.SPIRITS_EN)[self.column - 1][line.spirit]
            self.stack(LEFT, y, [Run(name.split()[-1], self.lang, ink="soft")])
        at = self.at
        self.face(at.face, y, line.cast)
        self.bar(at.bar, middle, at.length, line.cast.yang, line.void)
        self.stack(self.marks_at, y, self.cast_marks(line))
        self.used |= {*self.marks(line.place)}
        if line.moving:
            self.move(at.move, middle, line.cast.yang)
        if line.shi or line.ying:
            self.seal(at.role, middle, "世" if line.shi else "應", line.shi)
        if line.hidden:
            for k, runs in enumerate(self.hidden(line), self.depth(line)):
                sheet.text(at.face, y + _MAIN + _LEADING * (k + 0.5), runs)
            self.used |= {*self.marks(line.place + 12), "supplying" if line.supplying else "hidden"}
        if chart.moves:
            yang = bool(chart.changed >> line.place & 1)
            self.bar(
                _CHANGED_BAR, middle, _CHANGED_WIDTH, yang, line.changed_void, bool(line.changed)
            )
        if line.changed:
            self.face(_CHANGED, y, line.changed)
            self.stack(_CHANGED_BAR, y, self.changed_marks(line))
            self.used |= {*self.marks(line.place + 6)}

    def stack(self, x: float, y: float, runs: list[Run], anchor: str = "start") -> None:
        """Small lines under the line of the bar."""
        for i, run in enumerate(runs):
            self.sheet.text(x, y + _MAIN + _LEADING * (i + 0.5), [run], anchor)

    def face(self, x: float, y: float, face: Face) -> None:
        runs = [
            Run(hexagrams.RELATIONS[face.relation], size=16),
            Run(face.pillar, size=16, bold=True),
            Run(ganzhi.ELEMENTS[face.element], size=16, ink="soft"),
        ]
        self.sheet.text(x, y + _MAIN / 2, runs)
        if x == _CHANGED:  # the longest go to the left, under the bar
            self.stack(RIGHT, y, self.face_gloss(face), "end")
        else:
            self.stack(x, y, self.face_gloss(face))

    def bar(self, x, middle, length, yang, void, strong=True):
        """A whole or a broken bar: full, hollow where the line is void, soft where it rests."""
        half = (length - max(10, length * 0.18)) / 2
        pieces = [(x, length)] if yang else [(x, half), (x + length - half, half)]
        for start, long in pieces:
            top, thick = middle - _THICK / 2, float(_THICK)
            if void:
                self.sheet.rect(
                    start + 0.8, top + 0.8, long - 1.6, thick - 1.6, "edge", stroke_width=1.6
                )
            else:
                self.sheet.rect(start, top, long, thick, "ink" if strong else "soft")

    def move(self, x: float, y: float, yang: bool) -> None:
        if yang:
            self.sheet.ring(x, y, 5, 1.8)
        else:
            self.sheet.path(
                f"M{x - 4.5:g} {y - 4.5:g}l9 9M{x - 4.5:g} {y + 4.5:g}l9-9", "mark", 1.8
            )

    def seal(self, x: float, y: float, char: str, full: bool) -> None:
        if full:
            self.sheet.rect(x - 9, y - 9, 18, 18, "red", rx=2)
        else:
            self.sheet.rect(x - 8.4, y - 8.4, 16.8, 16.8, "mark", rx=2, stroke_width=1.2)
        run = Run(char, size=14, ink="paper" if full else "red", bold=full)
        self.sheet.text(x, y, [run], "middle")

    # --- Legend, name and words -----------------------------------------------------------------

    def legend(self) -> list[Line]:
        """What the marks on this chart stand for."""
        chart = self.chart
        moving = [line.cast.yang for line in chart.lines if line.moving]
        self.used |= {("yin", "yang")[yang] for yang in moving}
        if any(line.void or line.changed_void for line in chart.lines):
            self.used = self.used - {"void"} | {"hollow"}
        items = [
            [Run(f"{mark} ", ink="red"), Run(words[self.column], self.lang, ink="soft")]
            for key, (mark, *words) in _LEGEND.items()
            if key in self.used
        ]
        if self.column:
            items += [self.both(_NAMES[key]) for key in ("shi", "ying")]
            items += [self.both(names) for key, names in _STATES.items() if key in self.used]
        return items

    def title(self) -> str:
        """六爻: the hexagram and what it turns into, in each language."""
        chart = self.chart
        names = (hexagrams.FULL_NAMES, hexagrams.FULL_NAMES_KO, hexagrams.NAMES_EN)[self.column]
        codes = [chart.hexagram] + [chart.changed] * bool(chart.moves)
        chinese = "之".join(hexagrams.FULL_NAMES[code] for code in codes)
        if not self.column:
            return f"六爻：{chinese}"
        arrow = " → ".join(names[code] for code in codes)
        return f"{('육효', 'Six-line chart')[self.column - 1]}: {chinese} ({arrow})"

    def description(self) -> str:
        """The chart in words, the bottom line first."""
        chart, column = self.chart, self.column
        comma = ", " if column else "，"
        facts = [
            " ".join(run.text for part in (label[-1:], gloss or value) for run in part)
            for group in self.facts()
            for label, value, gloss in group
        ]
        facts += [" ".join(run.text for run in item[-1:]) for item in self.seeker()]
        facts += [f"{_NAMES['asks'][column]} {chart.asks}"] if chart.asks else []
        words = map(self.line_in_words, chart.lines)
        return sentences([comma.join(facts), *chart.remarks(self.lang), *words], self.lang)

    def line_in_words(self, line: ChartLine) -> str:
        column = self.column
        comma = ", " if column else "，"
        spirits = (liuyao.SPIRITS, liuyao.SPIRITS_KO, liuyao.SPIRITS_EN)[column]

        def face(which: Face, seat: int) -> str:
            name = " ".join(run.text for run in self.face_gloss(which)) or str(which)
            polarity = (("陰", "陽"), ("음", "양"), ("yin", "yang"))[column][which.yang]
            return comma.join([f"{name} {polarity}", *self.chart.marks(seat, self.lang)])

        place = ("初二三四五上"[line.place] + "爻", f"{line.place + 1}효", f"Line {line.place + 1}")
        parts = [face(line.cast, line.place), spirits[line.spirit]]
        parts += [_NAMES["shi"][column]] * line.shi + [_NAMES["ying"][column]] * line.ying
        if line.changed:
            turns = ("發動，化", "동하여 변함:", "moving, turns into")[column]
            parts.append(f"{turns} {face(line.changed, line.place + 6)}")
        if line.hidden:
            parts.append(f"{_NAMES['hidden'][column]} {face(line.hidden, line.place + 12)}")
        return (
            f"{place[column]}: {comma.join(parts)}" if column else f"{place[0]}：{'，'.join(parts)}"
        )
