"""The translation checked against the Chinese, bead by bead: what does not correspond.

A finding quotes both sides to the character, names its class, says in plain words why it is
one, and carries a confidence. It is a question put to a reader, not a verdict: the verdicts that
readers have given stand in corpus/translation-review.tsv. What readers found that went through the
texts stands in corpus/translation-readings.tsv, and is listed with what the check found.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from align.aligner import Parallel
from align.lexicon import Lexicon
from yarrow import paths
from yarrow.alignment import Link
from yarrow.errors import Fault, YarrowError
from yarrow.terms import Glossary
from yarrow.words import BeadWords, linked_beads

CLASSES = {
    "slip of a character": "The Chinese has a character that looks like the one the Korean renders.",
    "other syllable": "A Korean word is written with a syllable that does not read its character.",
    "reversed polarity": "The Korean says the opposite, or leaves out or puts in a negation.",
    "other term": "The Korean renders another term than the one that stands there.",
    "omission": "Something of the Chinese is not rendered.",
    "addition": "The Korean has something that the Chinese does not.",
    "homonym": "The Korean has the syllables of the right word, but they read as another.",
    "other sense": "The Korean takes the word in a sense that it does not have there.",
    "base text": "The translator himself says that the Chinese before him is wrong.",
}
FOUND_BY = ("check", "reader", "both")
VERDICTS = ("real", "choice", "false alarm")
REVIEW_HEADER = ("passage", "class", "zh_words", "ko_words", "verdict", "reason")

Span = tuple[int, int]


@dataclass(frozen=True)
class Finding:
    """Something that does not correspond. zh, ko: code points in the two paragraphs, None where
    that side has nothing to quote. confidence: from 0 to 1, the share of such findings that
    readers held to be real. read: what would correspond, where the check knows it.
    verdict: real | choice | false alarm by a reader, empty if none has judged it. found_by: the
    check, a reader who went through the text, or both.
    """

    passage: str
    kind: str
    zh: Span | None
    zh_words: str
    ko: Span | None
    ko_words: str
    confidence: float
    why: str
    read: str = ""
    verdict: str = ""
    reason: str = ""
    found_by: str = "check"

    @property
    def key(self) -> tuple[str, str, str, str]:
        """By which a verdict is tied to it."""
        return self.passage, self.kind, self.zh_words, self.ko_words


def quoted(
    bead: BeadWords, kind: str, zh: Span | None, ko: Span | None, confidence: float, why: str, read=""
) -> Finding:
    """A finding whose spans count within a bead."""
    return Finding(
        bead.passage, kind,
        zh and (zh[0] + bead.zh_start, zh[1] + bead.zh_start), zh and bead.zh[slice(*zh)] or "",
        ko and (ko[0] + bead.ko_start, ko[1] + bead.ko_start), ko and bead.ko[slice(*ko)] or "",
        confidence, why, read,
    )


@dataclass(frozen=True)
class Material:
    """All that the checks look at."""

    beads: tuple[BeadWords, ...]
    passages: Mapping[str, Parallel]
    links: tuple[Link, ...]
    glossary: Glossary
    lexicon: Lexicon
    rendered: Mapping[str, tuple[int, int]]  # word -> times linked, times in all
    heads: Mapping[str, Mapping[str, int]]  # word -> first two syllables of what renders it -> times
    pairs: Mapping[str, int]  # two characters side by side in the Chinese -> times


def prepare(links: Sequence[Link], passages: Mapping[str, Parallel], glossary: Glossary) -> Material:
    """Link every word of every bead."""
    beads, lexicon = linked_beads(links, passages, glossary)
    linked, total, heads = Counter(), Counter(), {}
    for bead in beads:
        for word in bead.links:
            name = bead.zh[slice(*word.zh)]
            total[name] += 1
            linked[name] += bool(word.ko)
            for start, _ in word.ko[:1]:
                heads.setdefault(name, Counter())[bead.ko[start : start + 2]] += 1
    pairs = Counter(
        passage.zh[i : i + 2] for passage in passages.values() for i in range(len(passage.zh) - 1)
    )
    rendered = {name: (linked[name], count) for name, count in total.items()}
    return Material(beads, passages, tuple(links), glossary, lexicon, rendered, heads, pairs)


def check(material: Material, texts: Iterable, directory: Path | None = None) -> list[Finding]:
    """Every finding, in the order of the corpus, with the verdicts that readers have given."""
    from yarrow.translation_checks import CHECKS, base_text

    found = [finding for look in CHECKS for finding in look(material)]
    found += base_text(texts, directory)
    found = _once(found)
    found = with_readings(
        judged(found, read_review(directory)), read_readings(material.passages, directory)
    )
    order = {id_: n for n, id_ in enumerate(material.passages)}
    kinds = list(CLASSES)
    found.sort(key=lambda f: (order[f.passage], f.zh or f.ko, kinds.index(f.kind), f.ko or (0, 0)))
    return found


def _once(found: Sequence[Finding]) -> list[Finding]:
    """Of findings that quote the same words the surest one; what the translator says stays."""
    kept: dict[str, list[Finding]] = {}
    for f in sorted(found, key=lambda f: -f.confidence):
        own = kept.setdefault(f.passage, [])
        if f.kind == "base text" or not any(_same(f, other) for other in own):
            own.append(f)
    return [f for own in kept.values() for f in own]


def _same(one: Finding, other: Finding) -> bool:
    if other.kind == "base text":
        return False
    meets = [a and b and a[0] < b[1] and b[0] < a[1]
             for a, b in ((one.zh, other.zh), (one.ko, other.ko))]
    return bool(meets[0] and (meets[1] or not one.ko or not other.ko) or meets[1] and not one.zh)


# -- the verdicts of readers --------------------------------------------------------------------


def read_review(directory: Path | None = None) -> dict[tuple[str, str, str, str], tuple[str, str]]:
    """Verdict and reason by the key of the finding. YarrowError with every fault of the file."""
    return _read((directory or paths.corpus_dir()) / "translation-review.tsv")


def read_readings(passages: Mapping[str, Parallel], directory: Path | None = None) -> list[Finding]:
    """What readers found, of translation-readings.tsv, in the texts that are there. YarrowError with
    every fault of the file."""
    path = (directory or paths.corpus_dir()) / "translation-readings.tsv"
    texts = {id_.rpartition("-")[0] for id_ in passages}
    faults, found = [], []
    for (passage, kind, *words), (verdict, reason) in _read(path).items():
        if passage.rpartition("-")[0] not in texts:
            continue
        if passage not in passages:
            faults.append(Fault(str(path), f"{passage} is no passage", "name one of the corpus"))
            continue
        spans: list[Span | None] = []
        for quote, whole in zip(words, (passages[passage].zh, passages[passage].ko)):
            start = whole.find(quote)
            spans.append((start, start + len(quote)) if quote else None)
            if whole.count(quote) != 1 and quote:
                faults.append(Fault(
                    f"{path} ({passage})", f"「{quote}」 stands {whole.count(quote)} times there",
                    "copy the words from the passage, so many that they stand once"))
        if spans == [None, None]:
            faults.append(Fault(f"{path} ({passage})", "no words are quoted", "quote one side"))
        found.append(Finding(passage, kind, spans[0], words[0], spans[1], words[1], 1.0, reason,
                             verdict=verdict, found_by="reader"))
    if faults:
        raise YarrowError(faults)
    return found


def with_readings(found: Sequence[Finding], readings: Sequence[Finding]) -> list[Finding]:
    """Both; of a place that the check and a reader found, what the check says of it."""
    out = list(found)
    for reading in readings:
        same = [i for i, f in enumerate(out) if f.found_by != "reader" and _one_place(reading, f)]
        if same:
            out[same[0]] = replace(out[same[0]], found_by="both")
        else:
            out.append(reading)
    return out


def _one_place(reading: Finding, found: Finding) -> bool:
    """Whether the two are of one class and quote common words, on each side on which both quote
    any. A note of the translator may be of any class, and has the note for its Korean."""
    if reading.passage != found.passage or found.kind not in (reading.kind, "base text"):
        return False
    sides = [(reading.zh, found.zh)]
    if found.kind != "base text":
        sides.append((reading.ko, found.ko))
    meets = [a[0] < b[1] and b[0] < a[1] for a, b in sides if a and b]
    return bool(meets) and all(meets)


def _read(path: Path) -> dict[tuple[str, str, str, str], tuple[str, str]]:
    if not path.exists():
        return {}
    faults, review = [], {}
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    if not rows or tuple(rows[0]) != REVIEW_HEADER:
        raise YarrowError(Fault(f"{path}:1", "the heading is not that of a review",
                                "begin with: " + " ".join(REVIEW_HEADER) + ", with tabs between"))
    for number, row in enumerate(rows[1:], 2):
        where = f"{path}:{number}"
        if len(row) != len(REVIEW_HEADER):
            faults.append(Fault(where, f"{len(row)} columns", f"give {len(REVIEW_HEADER)}, tabs between"))
        elif row[1] not in CLASSES:
            faults.append(Fault(where, f"{row[1]} is no class", f"use one of {', '.join(CLASSES)}"))
        elif row[4] not in VERDICTS:
            faults.append(Fault(where, f"{row[4]} is no verdict", f"use one of {', '.join(VERDICTS)}"))
        elif tuple(row[:4]) in review:
            faults.append(Fault(where, "this finding is judged twice", "keep one line of it"))
        else:
            review[tuple(row[:4])] = (row[4], row[5])
    if faults:
        raise YarrowError(faults)
    return review


def judged(found: Iterable[Finding], review: Mapping) -> list[Finding]:
    """The findings with their verdicts."""
    none = ("", "")
    return [
        replace(f, verdict=review.get(f.key, none)[0], reason=review.get(f.key, none)[1])
        for f in found
    ]
