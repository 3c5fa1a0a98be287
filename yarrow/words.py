"""The terms of the glossary in each bead, linked to the Korean words that render them.

From the links comes the bilingual glossary: the renderings of each term with their counts, and
the places where a term is rendered otherwise than usual.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from align import words
from align.aligner import Parallel
from align.lexicon import Lexicon
from yarrow import alignment, paths
from yarrow.alignment import Link
from yarrow.errors import Fault, YarrowError
from yarrow.terms import Glossary

Span = tuple[int, int]
USUAL = 0.15  # a rendering with less of a term's links than this is a deviation
_WORD = re.compile("[가-힣]+")


@dataclass(frozen=True)
class TermLink:
    """A term in the Chinese of a passage and the Korean that renders it, in code points.

    term: id of the glossary. ko: the runs that render it, none where nothing was found.
    ko_words: their words, with a space between. how: see align.words.WordLink.
    """

    passage: str
    term: str
    zh: Span
    zh_words: str
    ko: tuple[Span, ...]
    ko_words: str
    score: float
    how: str


def learn(links: Iterable[Link], passages: Mapping[str, Parallel]) -> Lexicon:
    """The lexicon of the beads as they stand."""
    return words.learn(
        (*passages[link.passage].texts(link), 1.0 if link.score is None else link.score)
        for link in links
    )


def term_links(
    links: Sequence[Link],
    passages: Mapping[str, Parallel],
    glossary: Glossary,
    lexicon: Lexicon | None = None,
) -> Iterator[TermLink]:
    """Every occurrence of a term in the Chinese of the beads, with what renders it."""
    lexicon = lexicon or learn(links, passages)
    occurrences: dict[str, list] = {}
    for link in links:
        zh_start, zh_end, ko_start, ko_end = alignment.span(passages[link.passage], link)
        if zh_start is None:
            continue
        passage = passages[link.passage]
        if link.passage not in occurrences:
            occurrences[link.passage] = glossary.occurrences(passage.zh, "zh")
        here = [o for o in occurrences[link.passage] if zh_start <= o[0] and o[1] <= zh_end]
        ko = "" if ko_start is None else passage.ko[ko_start:ko_end]
        found = words.link(
            passage.zh[zh_start:zh_end],
            ko,
            [(start - zh_start, end - zh_start) for start, end, _ in here],
            lexicon,
            [forms(glossary, term, passage.zh[start:end]) for start, end, term in here],
        )
        for (start, end, term), made in zip(here, found, strict=True):
            yield TermLink(
                link.passage, term, (start, end), passage.zh[start:end],
                tuple((a + (ko_start or 0), b + (ko_start or 0)) for a, b in made.ko),
                " ".join(ko[a:b] for a, b in made.ko), made.score, made.how,
            )


def forms(glossary: Glossary, term: str, word: str) -> tuple[str, ...]:
    """The Korean forms of a term, and of a pillar that the glossary has in Chinese alone."""
    return glossary.terms[term].korean
