"""What the translator's notes say of the Chinese text before him: corpus/base_text.yaml.

A note of the translation may say that the base text has a wrong character. The record ties it to
the Chinese words that it is about and to what it would read there; the text stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from align.model import Segment
from yarrow import paths
from yarrow.corpus import Text, load_yaml
from yarrow.errors import Fault, YarrowError


@dataclass(frozen=True)
class BaseTextNote:
    """What a note says of one place. start, end: code points in the Chinese of `passage`.

    note: the id of the note, a Korean unit. read: what it would have there, None if it names
    nothing certain. restored: why these characters, where the note gives Hangul alone.
    """

    note: str
    passage: str
    start: int
    end: int
    words: str
    read: str | None = None
    restored: str = ""
    reason: str = ""

    def change(self) -> tuple[int, int, str] | None:
        """The shortest run that differs, and what should stand there: start, end, characters.

        None if nothing is read. A character that is only missing is shown with the next one, so
        that there is something to correct.
        """
        if self.read is None:
            return None
        start, end, read = self.start, self.end, self.read
        words = self.words
        while len(words) > 1 and read[1:] and words[-1] == read[-1]:
            words, read, end = words[:-1], read[:-1], end - 1
        while len(words) > 1 and read[1:] and words[0] == read[0]:
            words, read, start = words[1:], read[1:], start + 1
        return start, end, read


def load_base_text(texts: Iterable[Text], path: Path | None = None) -> tuple[BaseTextNote, ...]:
    """All places that notes speak of, in the order of the file; none if there is no such file.

    Raises YarrowError with every record whose note or words are not there.
    """
    path = path or paths.corpus_dir() / "base_text.yaml"
    if not path.exists():
        return ()
    passages, notes = {}, set()
    clauses: dict[str, list[Segment]] = {}
    for text in texts:
        for segment in text.layers.segments:
            if segment.lang == "zh":
                clauses.setdefault(text.passage_id(segment.passage), []).append(segment)
        passages |= {text.passage_id(passage.n): passage for passage in text.passages}
        notes |= {text.unit_id(unit) for unit in text.layers.units if unit.kind == "note"}
    faults, found = [], []
    for entry in load_yaml(path, "base_text")["notes"]:
        note = entry["note"]
        if note not in notes:
            faults.append(Fault(f"{path}: {note}", "there is no such note in the translation",
                                "`yarrow layers PASSAGE` lists the units of a passage"))
            continue
        passage = note.rpartition("-")[0]
        zh = passages[passage].zh
        for place in entry["about"]:
            words = place["words"]
            if zh.count(words) != 1:
                faults.append(Fault(
                    f"{path}: {note}",
                    f"「{words}」 stands {zh.count(words)} times in {passage}, not once",
                    "copy the words from the text to the character, as many as make them unique"))
                continue
            start = zh.index(words)
            made = BaseTextNote(note, passage, start, start + len(words), **place)
            if not _in_one_clause(made, clauses[passage]):
                faults.append(Fault(f"{path}: {note}",
                                    f"「{words}」 would be corrected over the end of a clause",
                                    "give each clause a record of its own"))
            found.append(made)
    changes = sorted((made.passage, *made.change(), made.note) for made in found if made.read)
    for before, after in pairwise(changes):
        if before[0] == after[0] and after[1] < before[2]:
            faults.append(Fault(f"{path}: {after[-1]}",
                                f"corrects a character that {before[-1]} corrects already",
                                "keep one of the two"))
    if faults:
        raise YarrowError(faults)
    return tuple(found)


def _in_one_clause(note: BaseTextNote, clauses: list[Segment]) -> bool:
    change = note.change()
    return change is None or any(
        clause.start <= change[0] and change[1] <= clause.end for clause in clauses
    )
