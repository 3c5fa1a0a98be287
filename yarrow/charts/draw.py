"""What the drawings of both arts share: the sheet, its inks and type, and the setting of words.

A drawing is one SVG element, 390 units wide, that serves as a file, as an image and within a
page. Its style names every class with the prefix `yc` and is the same in each drawing, so that
several stand on one page without a clash. Light, dark and printed sheets differ by style alone.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from math import fsum
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from yarrow.errors import Fault, YarrowError

LANGUAGES = ("zh", "ko", "en")
WIDTH = 390
LEFT, RIGHT = 16, 374
MIDDLE = WIDTH / 2
SMALL = 13  # the least size of type: 12 pixels where the sheet is 360 wide

_TAGS = {"zh": "zh-Hant", "ko": "ko", "en": "en"}
_FACES = {
    "zh": '"Noto Serif CJK TC","Noto Serif TC","Source Han Serif TC","Songti TC",serif',
    "ko": '"Noto Serif CJK KR","Noto Serif KR","Source Han Serif K","Nanum Myeongjo",serif',
    "en": '"Noto Serif","Source Serif 4",Georgia,"Noto Serif CJK TC",serif',
}
# Inks by sheet: paper, ink, soft, rule, red. A print has no colour: what red says on the other
# two sheets is said by form as well.
_SHEETS = {
    "light": ("#fffdf8", "#221e19", "#665d51", "#cfc3ad", "#9a2f22"),
    "dark": ("#1e1b17", "#e9e2d4", "#b0a695", "#544b3f", "#e8917c"),
    "print": ("#fff", "#000", "#333", "#999", "#000"),
}


def _inks(sheet: str) -> str:
    paper, ink, soft, rule, red = _SHEETS[sheet]
    inks = {"paper": paper, "ink": ink, "soft": soft, "red": red}
    return "".join(f".yc .yc-{name}{{fill:{colour}}}" for name, colour in inks.items()) + (
        f".yc .yc-rule{{fill:none;stroke:{rule}}}.yc .yc-edge{{fill:none;stroke:{ink}}}"
        f".yc .yc-mark{{fill:none;stroke:{red}}}"
    )


STYLE = "\n".join(
    (
        ".yc{font-style:normal;font-variant-numeric:normal;letter-spacing:0;word-spacing:0}",
        ".yc:root{display:block;margin:0 auto;max-width:100%;height:auto;color-scheme:light dark}",
        *(f".yc .yc-{lang}{{font-family:{faces}}}" for lang, faces in _FACES.items()),
        ".yc text{font-weight:400}.yc .yc-bold{font-weight:700}",
        _inks("light"),
        f"@media screen and (prefers-color-scheme:dark){{{_inks('dark')}}}",
        f"@media print{{.yc{{break-inside:avoid}}.yc:root{{max-height:98vh}}{_inks('print')}}}",
    )
)


class Run(NamedTuple):
    """Words of one face: the text, its language, size, ink (paper, ink, soft, red), weight."""

    text: str
    lang: str = "zh"
    size: float = SMALL
    ink: str = "ink"
    bold: bool = False

    @property
    def width(self) -> float:
        """About how wide it sets, on the wide side."""
        return self.size * fsum(map(_em, self.text))


Line = Sequence[Run]
Fact = tuple[Line, Line, Line]  # a label, a value, its gloss
_GAP = 4  # between runs of different languages


def _em(char: str) -> float:
    if unicodedata.east_asian_width(char) in "WFA":
        return 1
    if char in "mwMW—":
        return 0.95
    if char in " ,.:;·'ijl":
        return 0.33
    return 0.72 if char.isupper() else 0.57


def width(line: Line) -> float:
    """About how wide runs set side by side."""
    return fsum(run.width for run in line) + fsum(_gaps(line))


def _gaps(line: Line) -> list[float]:
    return [_GAP if a.lang != b.lang else 0 for a, b in pairwise(line)]


def wrap(run: Run, room: float) -> list[Run]:
    """A run as runs that each fit in a width: broken at spaces, after Han, or in a long word."""
    lines, current = [], ""
    for piece in re.findall(r"[^\s\u2e80-\u9fff\uf900-\uffef]+\s*|\S\s*", run.text.strip()):
        for part in [piece] if run._replace(text=piece.rstrip()).width <= room else piece:
            if current and run._replace(text=(current + part).rstrip()).width > room:
                lines.append(run._replace(text=current.rstrip()))
                current = ""
            current += part
    return [*lines, run._replace(text=current.rstrip())] if current else lines


def rows(items: Iterable, room: float, gap: float, measure: Callable = width) -> list[list]:
    """Items, each unbroken, in rows no wider than a width; measure gives the width of an item."""
    found: list[list] = []
    used = 0.0
    for item in items:
        wide = measure(item)
        if found and used + gap + wide <= room:
            found[-1].append(item)
            used += gap + wide
        else:
            found.append([item])
            used = wide
    return found


_FACT_GAP = 14


def _room(cell: Fact) -> float:
    return max(map(width, cell))


def _fact_rows(cells: Iterable[Fact]) -> list[list[Fact]]:
    return rows(cells, RIGHT - LEFT, _FACT_GAP, _room)


# Not allowed in XML 1.0.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def clean(text: str) -> str:
    """A text with every character that XML cannot hold replaced by U+FFFD."""
    return _FORBIDDEN.sub("\ufffd", text)


def sentences(parts: Iterable[str], lang: str) -> str:
    """Statements as running prose in one language."""
    stop = "。" if lang == "zh" else ". "
    return "".join(f"{part[:1].upper()}{part[1:]}{stop}" for part in parts).strip()


def save(drawing: str, path: Path) -> None:
    """Write a drawing to a file, whole or not at all. YarrowError if it cannot be written."""
    part = path.with_name(path.name + ".part")
    try:
        part.write_text(drawing, encoding="utf-8")
        os.replace(part, path)
    except OSError as error:
        raise YarrowError(
            Fault(str(path), f"cannot be written: {error.strerror}", "choose another file")
        ) from error
    finally:
        part.unlink(missing_ok=True)


class Sheet:
    """A drawing in the making. Coordinates are units of the view box; y of text is its middle."""

    def __init__(self, lang: str):
        self.lang = lang
        self.root = ElementTree.Element("svg")

    def _add(self, tag: str, **attributes) -> ElementTree.Element:
        element = ElementTree.SubElement(self.root, tag)
        for name, value in attributes.items():
            plain = f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else value
            element.set(name.rstrip("_").replace("_", "-"), str(plain))
        element.tail = "\n"
        return element

    def text(self, x: float, y: float, line: Line, anchor: str = "start") -> None:
        """Runs side by side on one line, if any; anchor: start, middle or end."""
        if not line:
            return
        element = self._add("text", x=float(x), y=float(y))
        if anchor != "start":
            element.set("text-anchor", anchor)
        for run, gap in zip(line, [0, *_gaps(line)]):
            span = ElementTree.SubElement(element, "tspan")
            span.text = clean(run.text)
            kind = f"yc-{run.lang} yc-{run.ink}" + (" yc-bold" if run.bold else "")
            span.set("class", kind)
            span.set("font-size", f"{run.size:g}")
            span.set("lang", _TAGS[run.lang])
            span.set("xml:lang", _TAGS[run.lang])
            if gap:
                span.set("dx", f"{gap:g}")
        # A Han character's em box has its middle 0.38 of its size above the baseline.
        tallest = max(run.size for run in line)
        element.set("y", f"{y + 0.37 * tallest:.2f}".rstrip("0").rstrip("."))

    def centred(self, y: float, items: Iterable[Line], gap: float = 14, leading: float = 19):
        """Items in as many centred rows as they need; the y below the last row."""
        for row in rows(items, RIGHT - LEFT, gap):
            x = MIDDLE - (fsum(map(width, row)) + gap * (len(row) - 1)) / 2
            for item in row:
                self.text(x + width(item) / 2, y + leading / 2, item, "middle")
                x += width(item) + gap
            y += leading
        return y

    def rule(self, y: float, x1: float = LEFT, x2: float = RIGHT, strong: bool = False) -> None:
        """A level line: a hair in the ink of rules, or strong in ink."""
        self.path(f"M{x1:g} {y:g}H{x2:g}", "edge" if strong else "rule", 1)

    def path(self, d: str, kind: str, weight: float) -> None:
        """A stroke: kind rule, edge or mark."""
        self._add("path", class_=f"yc-{kind}", d=d, stroke_width=weight)

    def rect(self, x: float, y: float, w: float, h: float, kind: str, **more) -> None:
        """A rectangle, filled with an ink or stroked (rule, edge, mark)."""
        self._add(
            "rect", class_=f"yc-{kind}", x=float(x), y=float(y), width=float(w), height=float(h),
            **more,
        )  # fmt: skip

    def ring(self, x: float, y: float, r: float, weight: float = 1.2) -> None:
        """A circle in the ink of marks."""
        self._add(
            "circle", class_="yc-mark", cx=float(x), cy=float(y), r=float(r), stroke_width=weight
        )

    def facts(self, y: float, groups: Sequence[Sequence[Fact]]) -> float:
        """Facts as small columns of label, value and gloss; the y below them.

        All in one row if there is room, else each group in its own, or in as many as it needs.
        """
        cells = [cell for group in groups for cell in group]
        leading = 62 if any(gloss for *_, gloss in cells) else 46
        if len(_fact_rows(cells)) == 1:
            groups = [cells]
        for row in (row for group in groups for row in _fact_rows(group)):
            x = MIDDLE - (fsum(map(_room, row)) + _FACT_GAP * (len(row) - 1)) / 2
            for cell in row:
                for part, down in zip(cell, (8, 28, 47), strict=True):
                    self.text(x + _room(cell) / 2, y + down, part, "middle")
                x += _room(cell) + _FACT_GAP
            y += leading
        return y

    def finish(self, height: float, title: str, description: str) -> str:
        """The whole as text: framed, with its name and its description in words."""
        root, drawn = self.root, list(self.root)
        height = round(height)
        for name, value in (
            ("xmlns", "http://www.w3.org/2000/svg"),
            ("class", "yc"),
            ("viewBox", f"0 0 {WIDTH} {height}"),
            ("width", str(WIDTH)),
            ("height", str(height)),
            ("role", "img"),
            ("lang", _TAGS[self.lang]),
            ("xml:lang", _TAGS[self.lang]),
        ):
            root.set(name, value)
        root[:] = []
        root.text = root.tail = "\n"
        for tag, words in (("title", title), ("desc", description), ("style", STYLE)):
            self._add(tag).text = clean(words)
        # The frame of a printed page: a strong line without, a hair within (文武邊).
        self.rect(0, 0, WIDTH, height, "paper")
        self.rect(3, 3, WIDTH - 6, height - 6, "edge", stroke_width=1.8)
        self.rect(6.5, 6.5, WIDTH - 13, height - 13, "edge", stroke_width=0.6)
        root.extend(drawn)
        return ElementTree.tostring(root, encoding="unicode")
