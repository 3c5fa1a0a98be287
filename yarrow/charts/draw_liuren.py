"""A 大六壬 chart as an SVG drawing: transmissions, lessons, and the two plates.

The earth plate is the outer square, as on the old boards: twelve branches, 巳午未申 on top, its
four corners left to the 四維. Within it stands the heaven plate, each branch under the general
that rides it. A ring marks a void branch. The Chinese terms always stand; Korean or English
glosses are set beside or beneath them in small.
"""

from __future__ import annotations

from yarrow.charts import ganzhi_names as names
from yarrow.charts.draw import (
    LANGUAGES,
    LEFT,
    MIDDLE,
    RIGHT,
    Fact,
    Line,
    Run,
    Sheet,
    sentences,
    wrap,
)
from yarrow.charts.ganzhi import (
    BRANCH_ELEMENT,
    STEM_ELEMENT,
    decade_stem,
    five_rats_stem,
    relation,
)
from yarrow.charts.liuren_chart import Chart
from yarrow.charts.liuren_generals import GENERALS
from yarrow.charts.liuren_lessons import KINDS, METHODS

_NAMES = {
    "day": ("日", "일", "day"),
    "hour": ("時", "시", "hour"),
    "general": ("月將", "월장", "month general"),
    "light": ("晝夜", "주야", "light"),
    "void": ("旬空", "순공", "void"),
    "month": ("月建", "월건", "month"),
    "year": ("太歲", "태세", "year"),
    "birth": ("本命", "본명", "birth"),
    "age": ("行年", "행년", "age"),
    "lord": ("貴人", "귀인", "nobleman"),
    "hidden": ("遁干", "둔간", "hidden stem"),
    "on_void": ("坐空", "공망에 앉음", "sits on void"),
    "school": ("依", "따른 설", "by"),
    "other": ("異說", "다른 설", "other reading"),
}
_LIGHT = (("晝占", "낮", "by day"), ("夜占", "밤", "by night"), ("未定", "미정", "not known"))
_ORDER = (("逆行", "역행", "backward"), ("順行", "순행", "forward"))
_TRANSMISSIONS = (("初傳", "초전", "first"), ("中傳", "중전", "middle"), ("末傳", "말전", "last"))
_LESSONS = (
    ("一課", "일과", "first"),
    ("二課", "이과", "second"),
    ("三課", "삼과", "third"),
    ("四課", "사과", "fourth"),
)

# Where the earth branches stand: column and row of a square of four, the middle left free.
_PLACES = {
    5: (0, 0), 6: (1, 0), 7: (2, 0), 8: (3, 0), 9: (3, 1), 10: (3, 2),
    11: (3, 3), 0: (2, 3), 1: (1, 3), 2: (0, 3), 3: (0, 2), 4: (0, 1),
}  # fmt: skip


def svg(chart: Chart, lang: str = "zh") -> str:
    """The chart as one SVG element; lang zh, ko or en is the language of glosses and words."""
    return _Drawing(chart, lang).draw()


class _Drawing:
    def __init__(self, chart: Chart, lang: str):
        self.chart, self.lang, self.column = chart, lang, LANGUAGES.index(lang)
        self.sheet = Sheet(lang)
        self.stem = chart.day % 10
        self.known = chart.night >= 0  # whether the generals are

    # --- Words ----------------------------------------------------------------------------------

    def gloss(self, of, ink: str = "soft") -> Line:
        """The name of a thing in the language of glosses; nothing where that is Chinese."""
        return [Run(of[self.column], self.lang, ink=ink)] if self.column else []

    def both(self, of, ink: str = "soft", size: float = 13) -> Line:
        """A Chinese term and its gloss beside it."""
        return [Run(of[0], ink=ink, size=size), *self.gloss(of)]

    def kin(self, branch: int):
        return names.KIN[int(relation(STEM_ELEMENT[self.stem], BRANCH_ELEMENT[branch]))]

    def on_void(self, branch: int) -> bool:
        """坐空: whether a branch of the heaven plate sits on a void one."""
        return (branch - self.chart.shift) % 12 in self.chart.void

    def general(self, branch: int):
        """Chinese, Korean and English of the general that rides a heaven branch."""
        general = GENERALS[self.chart.general_on[branch]]
        return general.zh, general.ko, general.en

    def hour(self):
        """The pillar of the hour: five_rats_stem gives the stem of the double hour of a day."""
        stem = int(five_rats_stem(self.chart.day, self.chart.hour))
        branch = names.BRANCHES[self.chart.hour]
        return tuple(
            a + ("-" if i == 2 else "") + b
            for i, (a, b) in enumerate(zip(names.STEMS[stem], branch))
        )

    # --- The sheet from above to below ----------------------------------------------------------

    def draw(self) -> str:
        sheet = self.sheet
        y = self.title_lines(20) + 8
        y = sheet.facts(y, self.facts())
        y = self.transmissions(y + 4)
        y = self.lessons(y)
        y = self.plates(y + 14)
        y = sheet.centred(y + 8, self.legend(), leading=18)
        for line in self.readings():
            y = sheet.centred(y, [line], leading=18)
        return sheet.finish(y + 14, self.title(), self.description())

    def title_lines(self, y: float) -> float:
        """The day and the branch over its stem, which name the lesson; the method and its kind."""
        chart, sheet = self.chart, self.sheet
        day, over = names.PILLARS[chart.day], names.BRANCHES[chart.upper[0]]
        sheet.text(
            MIDDLE, y + 16, [Run(f"{day.zh}日　干上{over.zh}", size=27, bold=True)], "middle"
        )
        y += 34
        if self.column:
            words = (f"{day.ko}일 간상 {over.ko}", f"{day.en} day, {over.en} over the stem")
            sheet.text(
                MIDDLE, y + 8, [Run(words[self.column - 1], self.lang, ink="soft")], "middle"
            )
            y += 20
        way = [METHODS[chart.method]]
        if KINDS[chart.kind][0] != way[0][0]:
            way.append(KINDS[chart.kind])
        return sheet.centred(y, [self.both(of, "ink", 17) for of in way], leading=24)

    def facts(self) -> list[list[Fact]]:
        chart = self.chart
        groups: list[list[Fact]] = [[], []]

        def cell(group, key, of):
            value = [Run(of[0], size=18, bold=True)]
            groups[group].append((self.both(_NAMES[key]), value, self.gloss(of)))

        if chart.hour >= 0:
            cell(0, "hour", self.hour())
            cell(0, "general", names.BRANCHES[chart.general])
        cell(0, "light", _LIGHT[chart.night])
        void = [names.BRANCHES[b] for b in chart.void]
        cell(0, "void", [("", "", " ")[i].join(b[i] for b in void) for i in range(3)])
        for key in ("month", "year", "birth", "age"):
            if getattr(chart, key) >= 0:
                cell(1, key, names.BRANCHES[getattr(chart, key)])
        return groups

    # --- Transmissions and lessons --------------------------------------------------------------

    def transmissions(self, y: float) -> float:
        """Three rows: relation, hidden stem and branch, general; the y below them."""
        sheet = self.sheet
        pitch = 57 if self.column else 40
        sheet.rule(y, strong=True)
        y += 4
        for of, b in zip(_TRANSMISSIONS, self.chart.transmissions, strict=True):
            middle = y + 20
            stem = int(decade_stem(self.chart.day, b))
            cells = [
                (54, [Run(of[0], size=16, ink="soft")], of),
                (135, [Run(self.kin(b).zh, size=18)], self.kin(b)),
            ]
            if self.known:
                cells.append((320, [Run(self.general(b)[0], size=18)], self.general(b)))
            for x, line, glossed in cells:
                sheet.text(x, middle, line, "middle")
                sheet.text(x, middle + 23, self.gloss(glossed), "middle")
            if stem >= 0:
                sheet.text(205, middle, [Run(names.STEMS[stem].zh, size=18)], "middle")
            sheet.text(235, middle, [Run(names.BRANCHES[b].zh, size=28, bold=True)], "middle")
            if b in self.chart.void:
                sheet.ring(235, middle, 17.5)
                sheet.text(258, middle, [Run("空", ink="red")])
            elif self.on_void(b):
                sheet.text(258, middle, [Run("坐空", ink="red")])
            if self.column:
                spoken = names.BRANCHES[b][self.column]
                if stem >= 0:
                    spoken = names.STEMS[stem][self.column] + "-" * (self.column == 2) + spoken
                x = 222 if stem >= 0 else 235
                sheet.text(x, middle + 26, [Run(spoken, self.lang, ink="soft")], "middle")
            y += pitch
        return y + 4

    def lessons(self, y: float) -> float:
        """Four columns from right to left: general, upper branch, lower; the y below them."""
        chart, sheet = self.chart, self.sheet
        sheet.rule(y)
        top = y + 4
        lower = [names.STEMS[self.stem], *(names.BRANCHES[b] for b in chart.lower[1:])]
        for k, of in enumerate(_LESSONS):
            x = RIGHT - (k + 0.5) * (RIGHT - LEFT) / 4
            y = top
            sheet.text(x, y + 12, self.both(of), "middle")
            y += 24
            if self.known:
                y = self.rider(x, y, chart.upper[k])
            self.branch(x, y + 17, names.BRANCHES[chart.upper[k]], chart.upper[k] in chart.void)
            y += 38
            self.branch(x, y + 17, lower[k], bool(k) and chart.lower[k] in chart.void)
            y += 40
        sheet.rule(y, strong=True)
        return y

    def rider(self, x: float, y: float, branch: int) -> float:
        """The general of a heaven branch, its gloss in one small line or two; the y below."""
        of = self.general(branch)
        self.sheet.text(x, y + 10, [Run(of[0], size=16)], "middle")
        words = of[self.column].split() if self.column else []
        y += 21 + 8 * (self.column == 2 and len(words) == 1)
        for i, word in enumerate(words):
            self.sheet.text(x, y + 8 + 16 * i, [Run(word, self.lang, ink="soft")], "middle")
        return y + (0, 19, 34)[self.column] - 8 * (self.column == 2 and len(words) == 1)

    def branch(self, x: float, y: float, of, void: bool, size: float = 26) -> None:
        """A branch or stem in large, ringed if void, its gloss beside it, about a middle."""
        x -= (0, 9, 17)[self.column]
        self.sheet.text(x, y, [Run(of.zh, size=size, bold=True)], "middle")
        if void:
            self.sheet.ring(x, y, size * 0.63)
        if self.column:
            beside = x + size * (0.63 if void else 0.5) + 4
            self.sheet.text(beside, y, self.gloss(of))

    # --- The plates -----------------------------------------------------------------------------

    def plates(self, y: float) -> float:
        """The square of the earth plate with the heaven plate in it; the y below."""
        chart, sheet = self.chart, self.sheet
        across, down = (26, 26) if not self.column else (34, 28)
        wide = (RIGHT - LEFT - 2 * across) / 4
        tall = 44 + (21 + (0, 19, 34)[self.column]) * self.known
        left, top = LEFT + across, y + down
        right, bottom = RIGHT - across, top + 4 * tall
        outer = bottom + down
        for corner in ((LEFT, y, across, down), (RIGHT, y, -across, down),
                       (LEFT, outer, across, -down), (RIGHT, outer, -across, -down)):  # fmt: skip
            sheet.path("M{:g} {:g}l{:g} {:g}".format(*corner), "rule", 1)
        for k in (1, 2, 3):
            x, row = left + k * wide, top + k * tall
            ends = ((y, top + tall), (bottom - tall, outer))
            sheet.path("".join(f"M{x:g} {a:g}V{b:g}" for a, b in ends), "rule", 1)
            ends = ((LEFT, left + wide), (right - wide, RIGHT))
            sheet.path("".join(f"M{a:g} {row:g}H{b:g}" for a, b in ends), "rule", 1)
        sheet.rect(LEFT, y, RIGHT - LEFT, outer - y, "edge", stroke_width=1.4)
        sheet.rect(left, top, 4 * wide, 4 * tall, "edge", stroke_width=1)
        sheet.rect(left + wide, top + tall, 2 * wide, 2 * tall, "edge", stroke_width=1)
        for earth, (column, row) in _PLACES.items():
            x, cell = left + (column + 0.5) * wide, top + row * tall
            self.cell(x, cell, tall, chart.plate[earth])
            if row in (0, 3):
                self.earth(x, y + down / 2 if row == 0 else bottom + down / 2, earth, True)
            else:
                x = LEFT + across / 2 if column == 0 else RIGHT - across / 2
                self.earth(x, cell + tall / 2, earth, False)
        self.centre(top + 2 * tall, 2 * wide - 6)
        return outer

    def cell(self, x: float, y: float, tall: float, branch: int) -> None:
        """A branch of the heaven plate under its general."""
        y += 4
        if self.known:
            y = self.rider(x, y, branch)
        self.branch(x, y + 18, names.BRANCHES[branch], branch in self.chart.void)

    def earth(self, x: float, y: float, branch: int, level: bool) -> None:
        """A branch of the earth plate, its gloss beside it or, in the sides, beneath."""
        of, void = names.BRANCHES[branch], branch in self.chart.void
        han = Run(of.zh, size=15, ink="soft")
        if not self.column or not level:
            y -= 9 * bool(self.column)
            self.sheet.text(x, y, [han], "middle")
            self.sheet.text(x, y + 19, self.gloss(of), "middle")
        else:
            x -= 12 if self.column == 1 else 17
            self.sheet.text(x, y, [han], "middle")
            self.sheet.text(x + 15, y, self.gloss(of))
        if void:
            self.sheet.ring(x, y, 10, 1)

    def centre(self, y: float, wide: float) -> None:
        """In the middle of the plates: 月將 over 占時, the nobleman and which way he leads."""
        chart = self.chart
        lines: list[Line] = []

        def add(words: str, *glosses: str, bold: bool = False):
            lines.append([Run(words, size=17, bold=bold)])
            if self.column:
                gloss = Run(glosses[self.column - 1], self.lang, ink="soft")
                lines.extend([line] for line in wrap(gloss, wide))

        if chart.hour >= 0:
            a, b = names.BRANCHES[chart.general], names.BRANCHES[chart.hour]
            sides = f"{a.zh}將加{b.zh}時", f"{a.ko}장가{b.ko}시", f"{a.en} over {b.en}"
            add(*sides, bold=True)
        if self.known:
            lord, order = names.BRANCHES[chart.branch_of[0]], _ORDER[chart.forward]
            add(
                f"{'晝夜'[chart.night]}貴{lord.zh}　{order[0]}",
                f"{'주야'[chart.night]}귀 {lord.ko} {order[1]}",
                f"nobleman {lord.en}, {order[2]}",
            )
        else:
            lines.append([Run("晝夜未定", size=17)])  # glossed among the facts
        leading = 26 if not self.column else 21
        y -= leading * (len(lines) - 1) / 2
        for line in lines:
            self.sheet.text(MIDDLE, y, line, "middle")
            y += leading

    # --- Legend, name and words -----------------------------------------------------------------

    def legend(self) -> list[Line]:
        """What the ring stands for, and what the small stem before a branch."""
        items = [[Run("○ ", ink="red"), Run(_NAMES["void"][self.column], self.lang, ink="soft")]]
        if self.column:
            items.append(self.both(_NAMES["hidden"]))
            if any(b not in self.chart.void and self.on_void(b) for b in self.chart.transmissions):
                items.append([Run("坐空", ink="red"), *self.gloss(_NAMES["on_void"])])
        return items

    def readings(self) -> list[Line]:
        """Where schools part: the reading followed, and what each other one gives."""
        found: list[Line] = []
        for field, others in self.chart.disputed().items():
            own = Run(f" {field}={getattr(self.chart.school, field)}".lower(), "en")
            found.append([*self.both(_NAMES["school"]), own])
            for reading, three in others.items():
                branches = "".join(names.BRANCHES[b].zh for b in three)
                other = Run(f" {field}={reading}".lower(), "en")
                found.append([*self.both(_NAMES["other"]), other, Run(branches)])
        return found

    def title(self) -> str:
        day, over = names.PILLARS[self.chart.day], names.BRANCHES[self.chart.upper[0]]
        return (
            f"大六壬：{day.zh}日干上{over.zh}",
            f"대육임: {day.zh}({day.ko})일 간상 {over.zh}({over.ko})",
            f"Da Liu Ren chart: day {day.zh} ({day.en}), {over.zh} ({over.en}) over the stem",
        )[self.column]

    def description(self) -> str:
        """The chart in words: facts, transmissions, lessons, plate, and the reasons."""
        c = self.column
        comma, colon = ("，", "：") if not c else (", ", ": ")
        chart = self.chart

        def god(b: int) -> str:
            parts = [names.BRANCHES[b][c]]
            parts += [self.general(b)[c]] if self.known else []
            parts += [("空", "공망", "void")[c]] if b in chart.void else []
            parts += [_NAMES["on_void"][c]] if self.on_void(b) else []
            return " ".join(parts)

        facts = [
            " ".join(run.text for part in (label[-1:], gloss or value) for run in part)
            for group in self.facts()
            for label, value, gloss in group
        ]
        method, kind = METHODS[chart.method][c], KINDS[chart.kind][c]
        sent = [
            f"{_TRANSMISSIONS[k][c]} {god(b)} {self.kin(b)[c]}"
            for k, b in enumerate(chart.transmissions)
        ]
        lower = [names.STEMS[self.stem], *(names.BRANCHES[b] for b in chart.lower[1:])]
        over = ("{}加{}", "{} / {}", "{} over {}")[c]
        four = [
            f"{_LESSONS[k][c]} {over.format(god(chart.upper[k]), lower[k][c])}" for k in range(4)
        ]
        plate = [over.format(god(b), names.BRANCHES[e][c]) for e, b in enumerate(chart.plate)]
        lord = [f"{_NAMES['lord'][c]} {_ORDER[chart.forward][c]}"] if self.known else []
        heads = (("三傳", "四課", "天地盤"), ("삼전", "사과", "천지반"),
                 ("Transmissions", "Lessons", "Plate"))[c]  # fmt: skip
        parts = [
            comma.join(facts),
            comma.join([method, kind, *lord]),
            *(f"{head}{colon}{comma.join(x)}" for head, x in zip(heads, (sent, four, plate))),
            *(step[c].rstrip("。. ") for step in chart.why()),
        ]
        return sentences(parts, self.lang)
