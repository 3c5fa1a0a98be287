"""What each page needs from the database. Each function takes a connection and plain values and
gives plain values; None where there is no such thing."""

from __future__ import annotations

import re
import sqlite3

from yarrow.store.database import rows
from yarrow.store.search import Hit, arrange, find, folding

PAGE = 100  # lines of a concordance on one page


def row(connection: sqlite3.Connection, sql: str, *params) -> dict | None:
    """The first row of a query, or None."""
    found = rows(connection, sql, *params)
    return found[0] if found else None


def documents(connection: sqlite3.Connection) -> list[dict]:
    """The texts in their order, with the number of their passages and characters."""
    return rows(
        connection,
        "SELECT document.*, count(*) AS passages, sum(length(passage.zh)) AS zh_characters,"
        " sum(length(passage.ko)) AS ko_characters FROM document"
        " JOIN passage ON passage.document = document.id GROUP BY document.id ORDER BY document.n",
    )


def figures(connection: sqlite3.Connection) -> dict[str, int]:
    """How many there are of each thing."""
    counts = {
        name: f"SELECT count(*) FROM {name}"
        for name in ("passage", "sentence", "term", "term_occurrence")
    }
    counts["clause"] = "SELECT count(*) FROM segment WHERE lang = 'zh'"
    counts["commentary"] = "SELECT count(*) FROM unit WHERE lang = 'zh' AND layer = 'commentary'"
    counts["zh"] = "SELECT sum(length(zh)) FROM passage"
    counts["ko"] = "SELECT sum(length(ko)) FROM passage"
    return {name: connection.execute(sql).fetchone()[0] for name, sql in counts.items()}


def about(connection: sqlite3.Connection) -> dict[str, str]:
    """What the database was built from and with."""
    return dict(tuple(pair) for pair in connection.execute("SELECT name, value FROM about"))


def text(connection: sqlite3.Connection, id_: str) -> dict | None:
    """A text with the opening words of each passage and its counts by layer."""
    document = row(connection, "SELECT * FROM document WHERE id = ?", id_)
    if document:
        document["passages"] = rows(
            connection,
            "SELECT id, n, zh, ko, (SELECT count(*) FROM unit WHERE unit.passage = passage.id"
            " AND lang = 'zh' AND layer = 'commentary') AS commentaries"
            " FROM passage WHERE document = ? ORDER BY n",
            id_,
        )
        for passage in document["passages"]:
            passage["zh_opening"] = opening(passage.pop("zh"), 26, r"[。；！？]")
            passage["ko_opening"] = opening(passage.pop("ko"), 54, r"[.;!?]")
        document["layers"] = rows(
            connection,
            "SELECT * FROM layer_count WHERE document = ? ORDER BY lang DESC, characters DESC",
            id_,
        )
    return document


def opening(paragraph: str, length: int, stop: str) -> str:
    """The first words: to a stop, or a clause that fits `length`, or cut off there with …"""
    match = re.search(stop, paragraph)
    if match and match.end() <= length:
        return paragraph[: match.end()]
    cut = paragraph[:length].rstrip()
    return cut + "…"


def passage(connection: sqlite3.Connection, id_: str) -> dict | None:
    """A passage with its layers, terms and neighbours."""
    found = row(
        connection,
        "SELECT passage.*, document.zh AS title_zh, document.ko AS title_ko, document.tradition"
        " FROM passage JOIN document ON document.id = document WHERE passage.id = ?",
        id_,
    )
    if not found:
        return None
    for name in ("unit", "segment", "term_occurrence"):
        found[name] = {
            lang: rows(
                connection,
                f"SELECT * FROM {name} WHERE passage = ? AND lang = ? ORDER BY start",
                id_,
                lang,
            )
            for lang in ("zh", "ko")
        }
    found["terms"] = rows(
        connection,
        "SELECT term.*, sum(lang = 'zh') AS zh_count, sum(lang = 'ko') AS ko_count,"
        " min(CASE WHEN lang = 'zh' THEN start ELSE start + 1000000 END) AS first"
        " FROM term JOIN term_occurrence ON term = term.id WHERE passage = ?"
        " GROUP BY term.id ORDER BY first",
        id_,
    )
    found["bead"] = beads(connection, found)
    around = {
        n: passage_id
        for passage_id, n in connection.execute(
            "SELECT id, n FROM passage WHERE document = ? AND n IN (?, ?)",
            (found["document"], found["n"] - 1, found["n"] + 1),
        )
    }
    found["previous"], found["next"] = around.get(found["n"] - 1), around.get(found["n"] + 1)
    # a commentary that goes on from the passage before, or whose lemma stands there
    found["from_before"] = rows(
        connection,
        "SELECT note.id, lemma.id AS lemma, lemma.passage AS lemma_passage, lemma.text"
        " FROM unit AS note JOIN unit AS lemma ON lemma.id = note.glosses"
        " WHERE note.passage = ? AND note.lang = 'zh' AND lemma.passage <> note.passage"
        " ORDER BY note.n",
        id_,
    )
    return found


def beads(connection: sqlite3.Connection, passage: dict) -> dict[str, dict]:
    """Segment id -> the bead that it is in: its n, status, score, and the layer of its Chinese
    (None for an empty side, and for a bead across layers).

    Read from the view alignment_bead, which a database without alignment does not have.
    """
    view = "SELECT 1 FROM sqlite_master WHERE type = 'view' AND name = 'alignment_bead'"
    if not connection.execute(view).fetchone():
        return {}
    links = rows(
        connection,
        "SELECT zh_start, zh_end, ko_start, ko_end, status, score FROM alignment_bead"
        " WHERE document = ? AND passage = ?",
        passage["document"],
        passage["n"],
    )
    found = {}
    for n, link in enumerate(links, 1):
        sides = {
            lang: [
                segment
                for segment in passage["segment"][lang]
                if link[f"{lang}_start"] is not None
                and link[f"{lang}_start"] <= segment["start"]
                and segment["end"] <= link[f"{lang}_end"]
            ]
            for lang in ("zh", "ko")
        }
        layers = {segment["layer"] for segment in sides["zh"]}
        layer = layers.pop() if len(layers) == 1 else None
        for segment in (*sides["zh"], *sides["ko"]):
            found[segment["id"]] = {
                "n": n,
                "status": link["status"],
                "score": link["score"],
                "layer": layer,
            }
    return found


def glossary(connection: sqlite3.Connection) -> dict[str, list[dict]]:
    """The terms by category, each with the number of its occurrences."""
    found: dict[str, list[dict]] = {}
    for term in rows(
        connection,
        "SELECT term.*, term_category.en AS kind, coalesce(sum(lang = 'zh'), 0) AS zh_count,"
        " coalesce(sum(lang = 'ko'), 0) AS ko_count,"
        " (SELECT group_concat(form, ' ') FROM term_form WHERE term_form.term = term.id) AS forms"
        " FROM term JOIN term_category ON term_category.id = category"
        " LEFT JOIN term_occurrence ON term_occurrence.term = term.id"
        " GROUP BY term.id ORDER BY term_category.rowid, term.reading, headword",
    ):
        found.setdefault(term["kind"], []).append(term)
    return found


def term(connection: sqlite3.Connection, id_: str) -> dict | None:
    """A term with its forms and its counts by text."""
    found = row(
        connection,
        "SELECT term.*, term_category.en AS kind FROM term"
        " JOIN term_category ON term_category.id = category WHERE term.id = ?",
        id_,
    )
    if found:
        found["forms"] = rows(
            connection, "SELECT lang, form FROM term_form WHERE term = ? ORDER BY rowid", id_
        )
        found["renderings"] = rows(
            connection,
            "SELECT ko, count, usual FROM rendering WHERE term = ? ORDER BY count DESC, ko",
            id_,
        )
        found["counts"] = rows(
            connection,
            "SELECT document.id, document.zh, document.ko, sum(lang = 'zh') AS zh_count,"
            " sum(lang = 'ko') AS ko_count FROM term_occurrence"
            " JOIN passage ON passage.id = passage JOIN document ON document.id = document"
            " WHERE term = ? GROUP BY document.id ORDER BY document.n",
            id_,
        )
    return found


def findings(connection: sqlite3.Connection) -> dict[str, list[dict]]:
    """What the translation check found, by class; of each class what a reader held to be real
    first, then what none has judged, then the choices of the translator and false alarms."""
    found: dict[str, list[dict]] = {}
    for finding in rows(
        connection,
        "SELECT finding.*, (SELECT id FROM segment WHERE segment.passage = finding.passage"
        " AND lang = 'zh' AND start <= zh_start AND zh_start < \"end\") AS zh_segment,"
        " (SELECT id FROM segment WHERE segment.passage = finding.passage"
        " AND lang = 'ko' AND start <= ko_start AND ko_start < \"end\") AS ko_segment"
        " FROM translation_finding AS finding ORDER BY CASE verdict WHEN 'real' THEN 0"
        " WHEN 'choice' THEN 2 WHEN 'false alarm' THEN 3 ELSE 1 END, place",
    ):
        found.setdefault(finding["class"], []).append(finding)
    return found


def occurrences(connection: sqlite3.Connection, term_id: str, lang: str) -> list[Hit]:
    """The occurrences of a term in one language, in the order of the corpus."""
    fold = folding(connection)
    return [
        Hit(*found, key=fold(found[-1]))
        for found in connection.execute(
            "SELECT passage.document, passage.id, lang, layer, segment, start,"
            " term_occurrence.\"end\", CASE lang WHEN 'zh' THEN passage.zh ELSE passage.ko END"
            " FROM term_occurrence JOIN passage ON passage.id = passage"
            " WHERE term = ? AND lang = ? ORDER BY passage.place, start",
            (term_id, lang),
        )
    ]


def search(connection: sqlite3.Connection, query: str, **limits: str | None) -> dict:
    """The hits of a query as one run; failing that, of its words in paragraphs with all."""
    hits, words = find(connection, query, **limits), query.split()
    if not hits and len(words) > 1:
        return {"hits": find(connection, *words, **limits), "apart": words}
    return {"hits": hits, "apart": None}


def concordance(hits: list[Hit], sort: str, page: int) -> dict:
    """One page of the hits, sorted, each with forty characters either side."""
    pages = max(1, -(-len(hits) // PAGE))
    page = min(max(1, page), pages)
    shown = arrange(hits, sort)[(page - 1) * PAGE : page * PAGE]
    return {
        "total": len(hits),
        "passages": len({hit.passage for hit in hits}),
        "page": page,
        "pages": pages,
        "sort": sort,
        "lines": [{"hit": hit, "left": hit.left[-40:], "right": hit.right[:40]} for hit in shown],
    }


# Where the page of an id is, by the table that has it; what is part of a passage is a place on
# the passage's page, and a sentence is where its first segment is.
PAGES = {
    "document": "SELECT '/text/' || id FROM document WHERE id = ?",
    "passage": "SELECT '/passage/' || id FROM passage WHERE id = ?",
    "term": "SELECT '/term/' || id FROM term WHERE id = ?",
    "rule": "SELECT '/rule/' || coalesce(part_of, id) || CASE WHEN part_of IS NULL THEN ''"
    " ELSE '#' || id END FROM rule WHERE id = ?",
    "example": "SELECT '/passage/' || passage || '#' || id FROM example WHERE id = ?",
    "unit": "SELECT '/passage/' || passage || '#' || id FROM unit WHERE id = ?",
    "segment": "SELECT '/passage/' || passage || '#' || id FROM segment WHERE id = ?",
    "sentence": "SELECT '/passage/' || passage || '#' || id FROM segment"
    " WHERE sentence = ? ORDER BY n LIMIT 1",
}


def page_of(connection: sqlite3.Connection, id_: str) -> str | None:
    """The address of the page of any id, of a retired one that of its successor."""
    retired = connection.execute("SELECT now FROM retired WHERE id = ?", (id_,)).fetchone()
    for sql in PAGES.values():
        found = connection.execute(sql, (retired[0] if retired else id_,)).fetchone()
        if found:
            return found[0]
    return None
