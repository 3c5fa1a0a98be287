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
_WORD = re.compile("[가-힣]+|[㐀-䶿一-鿿豈-﫿]+")


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


@dataclass(frozen=True)
class BeadWords:
    """A bead with every Chinese word linked, spans within `zh` and `ko`. terms: the glossary's,
    by their spans."""

    passage: str
    zh: str
    ko: str
    zh_start: int
    ko_start: int
    links: tuple[words.WordLink, ...]
    terms: Mapping[Span, str]


def learn(links: Iterable[Link], passages: Mapping[str, Parallel]) -> Lexicon:
    """The lexicon of the beads as they stand."""
    return words.learn(
        (*passages[link.passage].texts(link), 1.0 if link.score is None else link.score)
        for link in links
    )


def linked_beads(
    links: Sequence[Link], passages: Mapping[str, Parallel], glossary: Glossary
) -> tuple[tuple[BeadWords, ...], Lexicon]:
    """The beads that have both sides, with every word of their Chinese linked, and the lexicon
    that was learned from them."""
    lexicon = learn(links, passages)
    beads = []
    for link in links:
        zh_start, _, ko_start, _ = alignment.span(passages[link.passage], link)
        if zh_start is None or ko_start is None:
            continue
        zh, ko = passages[link.passage].texts(link)
        terms = {(start, end): term for start, end, term in glossary.occurrences(zh, "zh")}
        made = words.link_all(zh, ko, list(terms), lexicon,
                              [forms(glossary, term) for term in terms.values()])
        beads.append(BeadWords(link.passage, zh, ko, zh_start, ko_start, tuple(made), terms))
    return tuple(beads), lexicon


def term_links(beads: Iterable[BeadWords]) -> Iterator[TermLink]:
    """Every occurrence of a term in the Chinese of the beads, with what renders it."""
    for bead in beads:
        for made in bead.links:
            term = bead.terms.get(made.zh)
            if term:
                yield TermLink(
                    bead.passage, term,
                    (made.zh[0] + bead.zh_start, made.zh[1] + bead.zh_start),
                    bead.zh[slice(*made.zh)],
                    tuple((a + bead.ko_start, b + bead.ko_start) for a, b in made.ko),
                    " ".join(bead.ko[a:b] for a, b in made.ko), made.score, made.how,
                )


def forms(glossary: Glossary, term: str) -> tuple[str, ...]:
    """The Korean forms of a term, the usual one first."""
    return glossary.terms[term].korean


# -- the bilingual glossary -----------------------------------------------------------------------


@dataclass(frozen=True)
class Rendering:
    """A Korean rendering of a term and how often it stands. usual: whether it is not a deviation."""

    term: str
    ko: str
    count: int
    share: float  # of the term's links
    usual: bool


def renderings(links: Iterable[TermLink], glossary: Glossary) -> list[Rendering]:
    """The renderings of every term, the most frequent first; what renders nothing is left out.

    A rendering is a deviation if it is no form of the glossary, nor part of one, and has less than
    a share of USUAL of the term's links.
    """
    counts: dict[str, Counter] = {}
    for link in links:
        if link.ko:
            counts.setdefault(link.term, Counter())[link.ko_words] += 1
    out = []
    for term in glossary.terms:
        own = counts.get(term, Counter())
        total = sum(own.values())
        known = [form.replace(" ", "") for form in forms(glossary, term)]
        for ko, count in sorted(own.items(), key=lambda item: (-item[1], item[0])):
            share = count / total
            part = any(ko.replace(" ", "") in form for form in known)
            out.append(Rendering(term, ko, count, share, part or share >= USUAL))
    return out


# -- against the reference ------------------------------------------------------------------------


@dataclass(frozen=True)
class Pair:
    """A hand-checked pair: the Korean that surely renders a term, and what one may allow."""

    passage: str
    zh: Span
    sure: tuple[Span, ...]
    possible: tuple[Span, ...]


@dataclass(frozen=True)
class Agreement:
    """How links agree with a reference, over words of Korean (runs of Hangul or of characters).

    precision: links that the reference holds possible; recall: sure links that are found; aer:
    the alignment error rate (Och and Ney 2003).
    """

    pairs: int
    links: int
    sure: int
    precision: float
    recall: float
    aer: float


def read_pairs(passages: Mapping[str, Parallel], directory: Path | None = None) -> list[Pair]:
    """The reference in corpus/alignment/words.tsv; YarrowError if words are not what stands there."""
    path = (directory or paths.corpus_dir()) / "alignment" / "words.tsv"
    faults, pairs = [], []
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        for number, row in enumerate(rows, 2):
            passage = passages.get(row["passage"])
            if passage is None:
                faults.append(Fault(f"{path}:{number}", f"there is no passage {row['passage']}",
                                    "name one of the corpus"))
                continue
            spans = {name: _spans(row[name]) for name in ("zh", "sure", "possible")}
            for name, text in (("zh", passage.zh), ("sure", passage.ko), ("possible", passage.ko)):
                words_ = " / ".join(text[a:b] for a, b in spans[name])
                if words_ != row[f"{name}_words"]:
                    faults.append(Fault(f"{path}:{number}",
                                        f"「{row[f'{name}_words']}」 is not what stands there: 「{words_}」",
                                        "mend the numbers or the words"))
            pairs.append(Pair(row["passage"], spans["zh"][0], spans["sure"], spans["possible"]))
    if faults:
        raise YarrowError(faults)
    return pairs


def _spans(text: str) -> tuple[Span, ...]:
    return tuple((int(a), int(b)) for a, _, b in (part.partition("-") for part in text.split()))


def agreement(
    links: Iterable[TermLink], pairs: Sequence[Pair], passages: Mapping[str, Parallel]
) -> Agreement:
    """How the links of the pairs' terms agree with the pairs. A term without link is a miss."""
    by_place = {(link.passage, link.zh): link.ko for link in links}
    found = sure = found_sure = found_possible = 0
    for pair in pairs:
        ko = passages[pair.passage].ko
        own = _touched(by_place.get((pair.passage, pair.zh), ()), ko)
        right = _touched(pair.sure, ko)
        allowed = right | _touched(pair.possible, ko)
        found += len(own)
        sure += len(right)
        found_sure += len(own & right)
        found_possible += len(own & allowed)
    return Agreement(
        len(pairs), found, sure, found_possible / max(found, 1), found_sure / max(sure, 1),
        1 - (found_sure + found_possible) / max(found + sure, 1),
    )


def _touched(spans: Iterable[Span], ko: str) -> set[int]:
    """The words that the spans touch, by where they begin."""
    spans = list(spans)
    return {
        match.start() for match in _WORD.finditer(ko)
        if any(a < match.end() and match.start() < b for a, b in spans)
    }
