"""The stages of a build that store the links of terms and what the translation check found."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from sqlite_utils import Database

from yarrow import alignment, translation, words
from yarrow.store.texts import Corpus
from yarrow.terms import Glossary
from yarrow.words import TermLink


def store_translation(db: Database, corpus: Corpus) -> None:
    """term_link, rendering and translation_finding."""
    passages = alignment.parallels(corpus.texts)
    links = alignment.current(
        alignment.automatic(passages, directory=corpus.directory),
        alignment.reviewed(corpus.texts, passages, corpus.directory),
    )
    glossary = Glossary(corpus.terms, corpus.fold)
    material = translation.prepare(links, passages, glossary)
    found = list(words.term_links(material.beads))
    renderings = words.renderings(found, glossary)
    db["rendering"].insert_all(
        {"term": r.term, "ko": r.ko, "count": r.count, "share": round(r.share, 4), "usual": int(r.usual)}
        for r in renderings
    )
    db["term_link"].insert_all(_links(found))
    place = count(1)
    db["translation_finding"].insert_all(
        {
            "passage": f.passage,
            "class": f.kind,
            "found_by": f.found_by,
            "zh_start": f.zh and f.zh[0],
            "zh_end": f.zh and f.zh[1],
            "zh": f.zh_words or None,
            "ko_start": f.ko and f.ko[0],
            "ko_end": f.ko and f.ko[1],
            "ko": f.ko_words or None,
            "reads": f.read or None,
            "confidence": f.confidence,
            "why": f.why,
            "verdict": f.verdict or None,
            "reason": f.reason or None,
            "place": next(place),
        }
        for f in translation.check(material, corpus.texts, corpus.directory)
    )


def _links(found: list[TermLink]) -> Iterator[dict]:
    for link in found:
        for n, span in enumerate(link.ko or (None,), 1):
            yield {
                "passage": link.passage,
                "term": link.term,
                "zh_start": link.zh[0],
                "zh_end": link.zh[1],
                "zh": link.zh_words,
                "n": n,
                "ko_start": span and span[0],
                "ko_end": span and span[1],
                "ko": _words(link, n),
                "rendering": link.ko_words or None,
                "score": round(link.score, 3),
                "how": link.how or "none",
            }


def _words(link: TermLink, n: int) -> str | None:
    """The words of the n-th run: the renderings's words are the runs with a space between."""
    if not link.ko:
        return None
    start = sum(b - a + 1 for a, b in link.ko[: n - 1])
    return link.ko_words[start : start + link.ko[n - 1][1] - link.ko[n - 1][0]]
