"""The values that `align` hands about. Offsets are Unicode code points, half-open, into the
paragraph as `align.source` reads it: exactly as it stands in the file, but for the line ends
and the blanks before them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    """One thing wrong with a text: the place, the words concerned, what to do about it."""

    where: str
    what: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}\n    remedy: {self.remedy}"


class TextError(ValueError):
    """A text or a statement about it that cannot be used. `faults` holds all that is wrong."""

    def __init__(self, faults: Sequence[Fault]):
        self.faults = tuple(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))


@dataclass(frozen=True)
class Passage:
    """One Chinese paragraph and the Korean paragraph after it; `n` counts from 1 in file order."""

    n: int
    zh: str
    ko: str
    zh_line: int  # line of the source file, from 1
    ko_line: int

    def text(self, lang: str) -> str:
        return self.zh if lang == "zh" else self.ko


@dataclass(frozen=True)
class Source:
    """A source file as read: its heading line and its passages."""

    name: str
    heading: str  # the line as it stands
    heading_zh: str
    heading_ko: str
    passages: tuple[Passage, ...]


@dataclass(frozen=True)
class Declared:
    """A run of a layer that the text itself does not mark, told by a person who has read it.

    quote: its very words; or first and last, the words that it opens and closes with (no last:
    to the end of the paragraph). They must stand in the paragraph exactly once.
    continues: it goes on from the last run of its kind in the paragraph before.
    voice: who speaks, where the words say so. where: the place of the statement, for messages.
    """

    passage: int
    lang: str  # zh | ko
    kind: str
    quote: str | None = None
    first: str | None = None
    last: str | None = None
    continues: bool = False
    voice: str | None = None
    reason: str = ""
    where: str = ""


@dataclass(frozen=True)
class Unit:
    """A run of one layer in one paragraph. The units of a paragraph tile it.

    kind: zh main | commentary | remark; ko translation | commentary | note.
    start, end include the brackets that mark the layer, and a full stop or comma straight after
    them. `glosses` is the index (in the list of units) of the unit glossed: for a commentary or
    remark the main or translation unit, for a note the unit that it stands in or after.
    `continues` is the index of the unit that this one goes on from, across a paragraph break or
    after a unit that stands inside it.
    """

    passage: int
    lang: str  # zh | ko
    n: int  # from 1 in its paragraph and language
    kind: str
    start: int
    end: int
    glosses: int | None = None
    continues: int | None = None
    voice: str | None = None


@dataclass(frozen=True)
class Sentence:
    """A sentence of one layer. start, end run from its first to its last character, so a
    sentence that another layer interrupts encloses the units in between."""

    passage: int
    lang: str
    n: int  # from 1 in its paragraph and language, by where it begins
    layer: str
    start: int
    end: int


@dataclass(frozen=True)
class Segment:
    """The smallest run that links join: a Chinese clause or a Korean sentence.

    layer is the kind of its unit; `unit` the index of it; `sentence` the n of its sentence.
    Its words are paragraph[start:end] with its closing mark: in Chinese without the brackets of
    the layer, in Korean with them.
    """

    passage: int
    lang: str
    n: int  # from 1 in its paragraph and language
    layer: str
    start: int
    end: int
    unit: int
    sentence: int


@dataclass(frozen=True)
class Layers:
    """All layers of a text, each in the order of the file: passage, Chinese, Korean, place."""

    units: tuple[Unit, ...]
    sentences: tuple[Sentence, ...]
    segments: tuple[Segment, ...]
