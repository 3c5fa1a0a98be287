"""The text of a TEI file: the Chinese and the Korean division, passage by passage.

p holds the units one after the other: seg for the text itself, note for commentary, remark and
the translator's notes. A unit holds s, the sentences, and s holds seg, the clauses or Korean
sentences that links join. A sentence that another layer interrupts is one s before it and one
after it, tied by next and prev. Terms stand inside the segments.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from align.model import Passage, Segment, Unit
from yarrow.corpus import Text
from yarrow.export.content import Content
from yarrow.export.tei_xml import (
    LANGUAGES,
    Element,
    add,
    check_characters,
    el,
    pointers,
    string_range,
)
from yarrow.terms import Occurrence

DIVISIONS = {"zh": "edition", "ko": "translation"}
# kind of a unit -> the type of its seg or note
TYPES = {"main": "main", "translation": "translation", "commentary": "commentary",
         "remark": "remark", "note": "base-text"}
SEGMENT_TYPES = {"zh": "clause", "ko": "sentence"}


def paragraph_id(text: Text, passage: int, lang: str) -> str:
    """`hunyin-3` for the Chinese paragraph, which stands for the passage; `hunyin-3-ko`."""
    return text.passage_id(passage) + ("" if lang == "zh" else "-ko")


def voice_id(text: Text, voice: str) -> str:
    """The id of one who speaks in the remarks of a text."""
    voices = list(dict.fromkeys(unit.voice for unit in text.layers.units if unit.voice))
    return f"{text.slug}-voice-{voices.index(voice) + 1}"


@dataclass(frozen=True)
class Mark:
    """What is said of a run inside a segment: a term, or a correction of the base text."""

    start: int
    end: int
    term: str | None = None  # the id of the entry
    read: str | None = None  # what the translator would have there …
    note: str | None = None  # … by this note
    restored: bool = False  # the note gives Hangul alone, the characters are this project's


@dataclass
class TextBuilder:
    """Makes the divisions of one text. `crossing` gathers the occurrences of terms that no
    element can hold: paragraph id, start, end, term.

    glossary: the file that holds the entries, "" for the same document.
    """

    text: Text
    content: Content
    glossary: str
    crossing: list[tuple[str, int, int, str]] = field(default_factory=list)

    def __post_init__(self):
        units = self.text.layers.units
        self._next: dict[int, int] = {}
        for at, unit in enumerate(units):
            if unit.continues is not None:
                self._next.setdefault(unit.continues, at)
        self._units: dict[tuple[int, str], list[int]] = {}
        for at, unit in enumerate(units):
            self._units.setdefault((unit.passage, unit.lang), []).append(at)
        self._segments: dict[int, list[Segment]] = {}
        for segment in self.text.layers.segments:
            self._segments.setdefault(segment.unit, []).append(segment)
        self._sources = self._rendered_by()
        self._changes: dict[str, list[Mark]] = {}
        for note in self.content.base_text:
            if note.read:
                start, end, read = note.change()
                self._changes.setdefault(note.passage, []).append(
                    Mark(start, end, read=read, note=note.note, restored=bool(note.restored)))

    def division(self, lang: str) -> Element:
        """The Chinese or the Korean of the whole text."""
        title = self.text.title_zh if lang == "zh" else self.text.title_ko
        division = el("div", {"type": DIVISIONS[lang], "id": f"{self.text.slug}-{DIVISIONS[lang]}",
                              "lang": LANGUAGES[lang]}, "\n", el("head", {}, title))
        for passage in self.text.passages:
            add(division, "\n", self.paragraph(passage, lang))
        add(division, "\n")
        return division

    def paragraph(self, passage: Passage, lang: str) -> Element:
        """One paragraph, tiled by its units; its text is that of the source."""
        words = passage.text(lang)
        at = paragraph_id(self.text, passage.n, lang)
        other = paragraph_id(self.text, passage.n, "ko" if lang == "zh" else "zh")
        line = passage.zh_line if lang == "zh" else passage.ko_line
        check_characters(words, f"{at} (line {line} of {self.text.file.name})")
        paragraph = el("p", {"id": at, "n": str(passage.n), "corresp": f"#{other}",
                             "space": "preserve"}, el("lb", {"n": str(line)}))
        marks = self._paragraph_marks(passage, lang)
        for index in self._units[passage.n, lang]:
            add(paragraph, self._unit(index, words, marks))
        return paragraph

    def _rendered_by(self) -> dict[str, list[str]]:
        """Korean segment id -> the Chinese segments that it renders."""
        sources: dict[str, list[str]] = {}
        for link in self.content.links:
            if link.passage.rpartition("-")[0] == self.text.slug:
                passage = self.content.parallels[link.passage]
                clauses = passage.clauses[link.zh_from : link.zh_to]
                for sentence in passage.sentences[link.ko_from : link.ko_to]:
                    sources[self.text.segment_id(sentence)] = [
                        self.text.segment_id(clause) for clause in clauses
                    ]
        return sources

    def _paragraph_marks(self, passage: Passage, lang: str) -> list[Mark]:
        """The marks of a paragraph that stand inside one segment, nested in one another; terms
        that do not are put into `crossing`."""
        segments = [segment for index in self._units[passage.n, lang]
                    for segment in self._segments.get(index, ())]
        changes = self._changes.get(self.text.passage_id(passage.n), []) if lang == "zh" else []
        marks = list(changes)
        for start, end, term in self.content.glossary.occurrences(passage.text(lang), lang):
            if _within_one((start, end, term), segments) and not any(
                change.start < end and start < change.end
                and not (change.start <= start and end <= change.end)
                and not (start <= change.start and change.end <= end)
                for change in changes
            ):
                marks.append(Mark(start, end, term=term))
            else:
                self.crossing.append((paragraph_id(self.text, passage.n, lang), start, end, term))
        return sorted(marks, key=lambda mark: (mark.start, -mark.end, mark.term is None))

    def _unit(self, index: int, words: str, marks: list[Mark]) -> Element:
        text, unit = self.text, self.text.layers.units[index]
        if unit.kind in ("main", "translation"):
            element = el("seg", {"type": TYPES[unit.kind], "id": text.unit_id(unit)})
        else:
            units = text.layers.units

            def pointer(at: int | None) -> str | None:
                return None if at is None else f"#{text.unit_id(units[at])}"

            element = el("note", {
                "type": TYPES[unit.kind], "place": "inline", "id": text.unit_id(unit),
                "target": pointer(unit.glosses), "prev": pointer(unit.continues),
                "next": pointer(self._next.get(index)), "resp": self._speaker(unit),
                "corresp": self._about(unit),
            })
        at = unit.start
        for _, run in groupby(self._segments.get(index, ()), lambda segment: segment.sentence):
            run = list(run)
            add(element, words[at : run[0].start], self._sentence(run, words, marks))
            at = run[-1].end
        add(element, words[at : unit.end])
        return element

    def _speaker(self, unit: Unit) -> str | None:
        if unit.kind == "note":
            return f"#{self.text.slug}-translator"
        return f"#{voice_id(self.text, unit.voice)}" if unit.voice else None

    def _about(self, unit: Unit) -> str | None:
        """The Chinese words that a note on the base text is about."""
        id_ = self.text.unit_id(unit)
        return " ".join(string_range(note.passage, note.start, note.end)
                        for note in self.content.base_text if note.note == id_) or None

    def _sentence(self, run: list[Segment], words: str, marks: list[Mark]) -> Element:
        """A sentence, or the piece of it that stands in one unit."""
        first = run[0]
        pieces = list(dict.fromkeys(
            segment.unit for index in self._units[first.passage, first.lang]
            for segment in self._segments.get(index, ()) if segment.sentence == first.sentence
        ))
        at, last = pieces.index(first.unit), len(pieces) - 1
        ids = [self.text.sentence_id(first)]
        ids += [f"{ids[0]}-{number}" for number in range(2, len(pieces) + 1)]
        element = el("s", {
            "id": ids[at],
            "part": None if last == 0 else "I" if at == 0 else "F" if at == last else "M",
            "prev": f"#{ids[at - 1]}" if at else None,
            "next": f"#{ids[at + 1]}" if at < last else None,
        })
        for segment, before in zip(run, [None, *run]):
            if before:
                add(element, words[before.end : segment.start])
            id_ = self.text.segment_id(segment)
            inside = [m for m in marks if segment.start <= m.start and m.end <= segment.end]
            add(element, el(
                "seg",
                {"type": SEGMENT_TYPES[segment.lang], "id": id_,
                 "corresp": pointers(self._sources.get(id_, ()))},
                *self._inline(words, segment.start, segment.end, inside),
            ))
        return element

    def _inline(
        self, words: str, start: int, end: int, marks: Sequence[Mark]
    ) -> Iterator[str | Element]:
        """words[start:end] with its marks, which are in order and nested."""
        at = start
        for number, mark in enumerate(marks):
            if mark.start < at:
                continue  # it stands inside the mark before
            yield words[at : mark.start]
            inside = [m for m in marks[number + 1 :] if m.start < mark.end]
            inner = self._inline(words, mark.start, mark.end, inside)
            if mark.term:
                yield el("term", {"ref": f"{self.glossary}#{mark.term}"}, *inner)
            else:
                editor = "yarrow" if mark.restored else "translator"
                yield el("choice", {}, el("sic", {}, *inner), el(
                    "corr", {"resp": f"#{self.text.slug}-{editor}", "source": f"#{mark.note}"},
                    mark.read))
            at = mark.end
        yield words[at:end]


def _within_one(occurrence: Occurrence, segments: list[Segment]) -> bool:
    start, end, _ = occurrence
    return any(segment.start <= start and end <= segment.end for segment in segments)
