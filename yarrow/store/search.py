"""Exact search in both languages: a query is a substring of the folded text, of any length.

The index has one token per character (see schema/tables.sql), so that a phrase of tokens is a
substring. The folding is that of the database, whatever corpus it was built from. Compared with
`str.find` on folded text in tests/store/test_search.py.
"""

from __future__ import annotations

import functools
import sqlite3
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from align.fold import Fold
from yarrow.errors import Fault, YarrowError

LANGUAGES = ("zh", "ko")
SORTS = ("position", "left", "right")
# A space is a character of Korean words and so a token; this sign stands for it in the index.
SPACE = "␣"


@dataclass(frozen=True)
class Hit:
    """One place where a query stands: text[start:end] of the passage's paragraph in `lang`.

    `text` is the whole paragraph and `key` its folded form; `segment` is the id of the clause
    or sentence in which the hit starts, None between two.
    """

    document: str
    passage: str
    lang: str
    layer: str
    segment: str | None
    start: int
    end: int
    text: str
    key: str

    @property
    def word(self) -> str:
        """The words found, as the source has them."""
        return self.text[self.start : self.end]

    @property
    def left(self) -> str:
        """All that stands before the hit in its paragraph."""
        return self.text[: self.start]

    @property
    def right(self) -> str:
        """All that stands after the hit in its paragraph."""
        return self.text[self.end :]


def folding(connection: sqlite3.Connection) -> Fold:
    """The folding under which this database was indexed."""
    rows = connection.execute("SELECT rule, chars FROM variant ORDER BY rowid").fetchall()
    return _fold(*(tuple(chars for rule, chars in rows if rule == r) for r in ("same", "apart")))


@functools.cache
def _fold(same: tuple[str, ...], apart: tuple[str, ...]) -> Fold:
    return Fold(same, apart)


def query_key(fold: Fold, query: str) -> str:
    """The folded form of what a person typed, Hangul composed, without blanks at its ends."""
    return fold(unicodedata.normalize("NFC", query.strip()))


def spaced(key: str) -> str:
    """A folded text as the index holds it: one token per character."""
    # NUL would end the text for SQLite; no text of the corpus has it, or what replaces it here
    return " ".join(SPACE if char.isspace() else char for char in key.replace("\0", "\ufffd"))


def phrase(key: str) -> str:
    """An FTS5 expression for one run of folded text."""
    return '"' + spaced(key).replace('"', '""') + '"'


def find(
    connection: sqlite3.Connection,
    *queries: str,
    lang: str | None = None,
    layer: str | None = None,
    document: str | None = None,
) -> list[Hit]:
    """Every place where one of the queries stands, in a paragraph that has all of them.

    connection: to a built database. lang: zh or ko; layer: as in table `unit`; document: a
    slug; None takes all. The hits come in the order of the corpus, Chinese before Korean
    within a passage. YarrowError names an empty query or an unknown layer or document.
    """
    queries = tuple(query.strip() for query in queries)
    _check(connection, queries, lang, layer, document)
    fold = folding(connection)
    keys = [query_key(fold, query) for query in queries]
    found: list[tuple[int, Hit]] = []
    for language in (lang,) if lang else LANGUAGES:
        found += _find_in(connection, keys, language, layer, document)
    return [hit for _, hit in sorted(found, key=lambda pair: pair[0])]


def arrange(hits: Iterable[Hit], sort: str) -> list[Hit]:
    """The hits in the order of the text (position), or of their folded context.

    left reads the context backwards from the word, as a concordance does; right reads on.
    """
    if sort == "left":
        return sorted(hits, key=lambda hit: hit.key[: hit.start][::-1])
    if sort == "right":
        return sorted(hits, key=lambda hit: hit.key[hit.end :])
    return list(hits)


def _check(connection, queries, lang, layer, document) -> None:
    faults = []
    if not queries or not all(queries):
        faults.append(Fault("query", "there is nothing to search for", "give at least one word"))
    documents = [row[0] for row in connection.execute("SELECT id FROM document ORDER BY n")]
    layers = [row[0] for row in connection.execute("SELECT DISTINCT layer FROM unit ORDER BY 1")]
    for name, value, known in (
        ("lang", lang, LANGUAGES),
        ("layer", layer, layers),
        ("document", document, documents),
    ):
        if value and value not in known:
            faults.append(Fault(name, f"{value!r} is not known", f"one of: {', '.join(known)}"))
    if faults:
        raise YarrowError(faults)


def _find_in(connection, words, lang, layer, document) -> list[tuple[int, Hit]]:
    """The hits in one language, each with the place of its passage in the corpus."""
    match = " AND ".join(f"{lang} : {phrase(word)}" for word in words)
    passages = connection.execute(
        f"SELECT passage.place, passage.id, document, passage.{lang} FROM passage_fts"
        " JOIN passage ON passage.rowid = passage_fts.rowid"
        " WHERE passage_fts MATCH :match AND (:document IS NULL OR document = :document)",
        {"match": match, "document": document},
    ).fetchall()
    fold = folding(connection)
    hits = []
    for place, id_, document_id, text in passages:
        units = _spans(connection, "layer", "unit", id_, lang)
        segments = _spans(connection, "id", "segment", id_, lang)
        key = fold(text)
        spots = sorted({(at, len(word)) for word in words for at in _spots(key, word)})
        for start, length in spots:
            found = _span_at(units, start)
            if layer in (None, found):
                segment = _span_at(segments, start)
                end = start + length
                hit = Hit(document_id, id_, lang, found or "", segment, start, end, text, key)
                hits.append((place, hit))
    return hits


def _spots(text: str, word: str) -> Iterable[int]:
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + 1)


def _spans(connection, value: str, table: str, passage: str, lang: str) -> list[Sequence]:
    return connection.execute(
        f'SELECT start, "end", {value} FROM {table} WHERE passage = ? AND lang = ? ORDER BY start',
        (passage, lang),
    ).fetchall()


def _span_at(spans: list[Sequence], place: int) -> str | None:
    index = bisect_right(spans, place, key=lambda span: span[0]) - 1
    return spans[index][2] if index >= 0 and place < spans[index][1] else None


def width(text: str) -> int:
    """Columns of a terminal that the text takes: wide characters two, combining marks none."""
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1
        for char in text
    )


def clip(text: str, columns: int, *, end: bool) -> str:
    """As much of the text as `columns` hold, padded to them: its end (a left context) or start."""
    kept, used = [], 0
    for char in reversed(text) if end else text:
        if used + width(char) > columns:
            break
        kept.append(char)
        used += width(char)
    padding = " " * (columns - used)
    return padding + "".join(reversed(kept)) if end else "".join(kept) + padding
