"""What the pages of rules, words and examples need from the database; see `reads`."""

from __future__ import annotations

import re
import sqlite3

from yarrow.rules.load import vocabulary, whole_vocabulary
from yarrow.rules.records import ARTS
from yarrow.rules.reference import entry
from yarrow.site.reads import row
from yarrow.store.database import rows

_WORD = re.compile(r"[^\s()&|<>=!,+\-\d]+")
_OPERATORS = ("and", "or", "not")
# How a record touches another, from either side, as a page says it.
EFFECTS = {
    "cancel": ("Cancels", "Cancelled by"), "limit": ("Limits", "Limited by"),
    "add": ("Adds to", "Added to by"), "require": ("Is required by", "Requires"),
    "else": ("Holds where these do not", "Where it does not hold"),
    "same": ("Says the same as", "Said again by"), "narrows": ("Narrows", "Narrowed by"),
    "widens": ("Widens", "Widened by"), "grounds": ("Gives the ground of", "Grounded by"),
    "applies": ("Applies", "Applied by"), "opposes": ("Opposes", "Opposed by"),
    "definition": ("Rests on", "Used by"), "bears": ("Tells how to weigh", "Weighed by"),
}  # fmt: skip


def condition(source: str | None, document: str, art: str) -> list[tuple[str, str | None]]:
    """A line of the rule language in pieces: each with the head word that it names, or None."""
    if not source:
        return []
    words, pieces, at = vocabulary(art, document), [], 0
    for match in _WORD.finditer(source):
        if match.group() in _OPERATORS:
            continue
        word = words.get(match.group())
        pieces += [(source[at : match.start()], None), (match.group(), word.zh if word else None)]
        at = match.end()
    return [piece for piece in [*pieces, (source[at:], None)] if piece[0]]


def rule(connection: sqlite3.Connection, id_: str) -> dict | None:
    """A record with all that belongs to it: spans, judgments, readings, ties, examples, words."""
    found = row(
        connection,
        "SELECT rule.*, document.zh AS title_zh, document.ko AS title_ko, document.tradition,"
        " question.en AS question, passage.n FROM rule"
        " JOIN document ON document.id = rule.document JOIN passage ON passage.id = rule.passage"
        " JOIN question ON question.question = asks WHERE rule.id = ?",
        id_,
    )
    if not found:
        return None
    art = found["art"] = ARTS[found["tradition"]]
    for name in ("condition", "despite", "meaning", "form"):
        found[f"{name}_pieces"] = condition(found[name], found["document"], art)
    found["spans"] = rows(connection, "SELECT * FROM rule_span WHERE rule = ? ORDER BY n", id_)
    found["judgments"] = judgments(connection, id_)
    found["readings"] = rows(
        connection, "SELECT * FROM rule_reading WHERE rule = ? ORDER BY reading", id_
    )
    for one in found["readings"]:
        one["pieces"] = condition(one["condition"], found["document"], art)
        one["judgments"] = judgments(connection, id_, one["reading"])
    found["ties"] = ties(connection, id_)
    found["charts"] = rows(
        connection, "SELECT * FROM rule_chart WHERE rule = ? ORDER BY holds DESC, rowid", id_
    )
    found["rows"] = rows(connection, "SELECT * FROM rule WHERE part_of = ? ORDER BY place", id_)
    for one in found["rows"]:
        one["pieces"] = condition(one["condition"], found["document"], art)
        one["judgments"] = judgments(connection, one["id"])
    found["claim"] = row(connection, "SELECT * FROM claim WHERE rule = ?", id_)
    found["examples"] = [
        one
        for one in examples(
            connection, "WHERE example.id IN (SELECT example FROM illustration WHERE rule = ?)", id_
        )
    ]
    found["words"] = rows(
        connection,
        "SELECT vocabulary.* FROM rule_word JOIN vocabulary USING (art, word) WHERE rule = ?"
        " ORDER BY vocabulary.place",
        id_,
    )
    return found


def judgments(connection: sqlite3.Connection, id_: str, reading: int = 0) -> list[dict]:
    """What a record says, with the labels of the closed lists."""
    return rows(
        connection,
        "SELECT judgment.*, aspect.ko AS about_ko, aspect.en AS about_en, aspect_value.ko AS value_ko,"
        " aspect_value.en AS value_en, f.en AS force_en, o.en AS occasion_en FROM judgment"
        " JOIN aspect ON aspect.aspect = about"
        " LEFT JOIN aspect_value ON aspect_value.aspect = about AND aspect_value.value = judgment.value"
        " LEFT JOIN label AS f ON f.list = 'forces' AND f.zh = judgment.force"
        " LEFT JOIN label AS o ON o.list = 'occasions' AND o.zh = occasion"
        " WHERE rule = ? AND reading = ? ORDER BY n",
        id_,
        reading,
    )


def ties(connection: sqlite3.Connection, id_: str) -> list[tuple[str, list[dict]]]:
    """The other records that it touches, or that touch it, by how."""
    found: dict[str, list[dict]] = {}
    for table, how, other, side in (
        ("exception", "effect", "target", 0),
        ("exception", "effect", "rule", 1),
        ("rule_tie", "tie", "other", 0),
        ("rule_tie", "tie", "rule", 1),
    ):
        mine = "rule" if side == 0 else "target" if table == "exception" else "other"
        for one in rows(
            connection,
            f"SELECT {how} AS how, rule.id, rule.quote FROM {table} AS tie JOIN rule"
            f" ON rule.id = tie.{other} WHERE tie.{mine} = ? ORDER BY rule.place",
            id_,
        ):
            found.setdefault(EFFECTS[one["how"]][side], []).append(one)
    return list(found.items())


def records_of(connection: sqlite3.Connection, passage: str) -> dict[str, list[dict]]:
    """The records and the examples of a passage, and its clauses that none takes up."""
    records = rows(
        connection,
        "SELECT * FROM rule WHERE passage = ? AND part_of IS NULL ORDER BY zh_start, place",
        passage,
    )
    art = ARTS[
        row(
            connection,
            "SELECT tradition FROM document JOIN passage"
            " ON passage.document = document.id WHERE passage.id = ?",
            passage,
        )["tradition"]
    ]
    for one in records:
        one["pieces"] = condition(one["condition"] or one["meaning"], one["document"], art)
        one["judgments"] = judgments(connection, one["id"])
        one["art"] = art
    return {
        "records": records,
        "examples": examples(connection, "WHERE example.passage = ?", passage),
        "open": rows(
            connection,
            "SELECT segment.id, segment.text, state FROM account_state"
            " JOIN segment ON segment.id = account_state.segment WHERE passage = ? AND state <> 'whole'"
            " ORDER BY start",
            passage,
        ),
    }


def examples(connection: sqlite3.Connection, where: str = "", *params: str) -> list[dict]:
    """Worked charts with their assertions and what the check makes of them."""
    found = rows(
        connection,
        "SELECT example.*, document.zh AS title_zh, document.tradition, passage.n, status, computed,"
        " emendation, explanation, school, verdict, reads, argument FROM example"
        " JOIN document ON document.id = example.document JOIN passage ON passage.id = example.passage"
        " LEFT JOIN example_check ON example_check.id = example.id"
        f" LEFT JOIN conclusion ON conclusion.id = example.id {where}"
        " ORDER BY status IS NULL, status = 'confirmed', status <> 'contradicted', example.place",
        *params,
    )
    for one in found:
        one["art"] = ARTS[one["tradition"]]
        one["assertions"] = rows(
            connection, "SELECT * FROM assertion WHERE example = ? ORDER BY n", one["id"]
        )
        for assertion in one["assertions"]:
            assertion["pieces"] = condition(assertion["expression"], one["document"], one["art"])
        one["rules"] = [
            id_
            for (id_,) in connection.execute(
                "SELECT rule FROM illustration WHERE example = ? ORDER BY rule", (one["id"],)
            )
        ]
    return found


def word(connection: sqlite3.Connection, art: str, name: str) -> dict | None:
    """A word of the language with the records that use it; a variant gives the head word."""
    if art not in ARTS.values():
        return None
    known = whole_vocabulary(art).get(name)
    if known is None:
        return None
    found = row(connection, "SELECT * FROM vocabulary WHERE art = ? AND word = ?", art, known.zh)
    if found is None:  # made of other words, and used by an example alone
        found = entry(art, "composed", known)
        found |= {"takes": ", ".join(known.takes or ()), "variants": "", "texts": ""}
    found["rules"] = rows(
        connection,
        "SELECT rule.*, document.zh AS title_zh, passage.n FROM rule_word"
        " JOIN rule ON rule.id = rule_word.rule JOIN document ON document.id = rule.document"
        " JOIN passage ON passage.id = rule.passage"
        " WHERE rule_word.art = ? AND rule_word.word = ? ORDER BY rule.place",
        art,
        known.zh,
    )
    for one in found["rules"]:
        one["pieces"] = condition(one["condition"] or one["meaning"], one["document"], art)
    found["conventions"] = rows(
        connection,
        "SELECT * FROM convention WHERE art = ? AND instr(?, name) > 0"
        " ORDER BY name, is_default DESC, rowid",
        art,
        found["definition"],
    )
    return found


def words(connection: sqlite3.Connection) -> dict[str, dict[str, list[dict]]]:
    """The vocabulary by art and heading, with how many records use each word."""
    found: dict[str, dict[str, list[dict]]] = {}
    for one in rows(
        connection,
        "SELECT vocabulary.*, count(rule) AS uses FROM vocabulary"
        " LEFT JOIN rule_word USING (art, word) GROUP BY art, word ORDER BY art DESC, place",
    ):
        found.setdefault(one["art"], {}).setdefault(one["heading"], []).append(one)
    return found


def overview(connection: sqlite3.Connection) -> dict:
    """How many records there are of each text and kind, and how much they account for."""
    kinds = rows(
        connection,
        "SELECT document.id, document.zh, document.ko, kind, count(*) AS n FROM rule"
        " JOIN document ON document.id = rule.document WHERE kind <> 'row' GROUP BY document.id, kind"
        " UNION ALL SELECT document.id, document.zh, document.ko, 'example', count(*) FROM example"
        " JOIN document ON document.id = example.document GROUP BY document.id",
    )
    coverage = rows(
        connection,
        "SELECT document.id, document.zh, document.ko, sum(clauses) AS clauses, sum(whole) AS whole,"
        ' sum(part) AS part, sum("none") AS none FROM document LEFT JOIN coverage'
        " ON coverage.document = document.id GROUP BY document.id ORDER BY document.n",
    )
    for one in coverage:
        one["kinds"] = {kind["kind"]: kind["n"] for kind in kinds if kind["id"] == one["id"]}
        one["passages"] = rows(
            connection,
            "SELECT passage.id, passage.n, count(*) AS clauses, sum(state = 'whole') AS whole"
            " FROM passage JOIN segment ON segment.passage = passage.id"
            " JOIN account_state ON account_state.segment = segment.id"
            " WHERE passage.document = ? GROUP BY passage.id ORDER BY passage.n",
            one["id"],
        )
    return {"texts": coverage}
