"""The values that `align` hands about. Offsets are Unicode code points, half-open, into the
paragraph exactly as it stands in the source file."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Passage:
    """One Chinese paragraph and the Korean paragraph after it; `n` counts from 1 in file order."""

    n: int
    zh: str
    ko: str
    zh_line: int  # line of the source file, from 1
    ko_line: int


@dataclass(frozen=True)
class Source:
    """A source file as read: its heading line and its passages."""

    name: str
    heading: str
    heading_zh: str
    heading_ko: str
    passages: tuple[Passage, ...]


@dataclass(frozen=True)
class Unit:
    """A run of one layer in one paragraph.

    kind: zh main | commentary | remark; ko translation | commentary | note.
    start, end include the brackets that mark the layer; `glosses` is the index (in the
    text's list of units) of the main unit that a commentary or remark glosses, `continues`
    the index of the unit that this one goes on from across a paragraph break.
    """

    passage: int
    lang: str  # zh | ko
    kind: str
    start: int
    end: int
    glosses: int | None = None
    continues: int | None = None


@dataclass(frozen=True)
class Segment:
    """The smallest run that links join: a Chinese clause or a Korean sentence.

    layer is the kind of its unit; `sentence` numbers the sentence it belongs to, from 1 in
    its paragraph and language. Its words are paragraph[start:end], without the brackets
    that mark the layer.
    """

    passage: int
    lang: str
    n: int  # from 1 in its paragraph and language
    layer: str
    start: int
    end: int
    unit: int
    sentence: int
