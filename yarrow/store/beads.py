"""The stage of a build that stores how clauses and sentences render each other."""

from __future__ import annotations

from itertools import count

from sqlite_utils import Database

from yarrow import alignment
from yarrow.store.texts import Corpus

_LETTER = {"automatic": "a", "reviewed": "b"}


def store_beads(db: Database, corpus: Corpus) -> None:
    """bead: the aligner's own of every passage, and the settled ones of those read through."""
    passages = alignment.parallels(corpus.texts)
    found = alignment.automatic(passages, directory=corpus.directory)
    settled = [link for link in alignment.current(
        found, alignment.reviewed(corpus.texts, passages, corpus.directory))
        if link.status == "reviewed"]
    db["bead"].insert_all(_rows(passages, [*found, *settled]))


def _rows(passages, links):
    place, number = count(1), {}
    for link in links:
        key = link.passage, link.status
        number[key] = n = number.get(key, 0) + 1
        zh_start, zh_end, ko_start, ko_end = alignment.span(passages[link.passage], link)
        zh, ko = passages[link.passage].texts(link)
        yield {
            "id": f"{link.passage}-{_LETTER[link.status]}{n}",
            "passage": link.passage,
            "status": link.status,
            "n": n,
            "zh_start": zh_start,
            "zh_end": zh_end,
            "ko_start": ko_start,
            "ko_end": ko_end,
            "zh": zh or None,
            "ko": ko or None,
            "score": link.score,
            "note": link.note,
            "place": next(place),
        }
