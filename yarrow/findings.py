"""Where text and computation part, and what was concluded: corpus/findings.yaml and its report.

The checks of a build say what does not come out; a conclusion says whose slip it is, and why. A
conclusion on what does come out is a fault: the records or the text have changed since.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from yarrow import paths
from yarrow.corpus import load_yaml
from yarrow.errors import Fault, YarrowError
from yarrow.rules.check_examples import FEW
from yarrow.rules.records import ARTS
from yarrow.store.database import rows

VERDICTS = {
    "copying": "most likely a slip in copying or printing",
    "author": "what the text says is not so, and nothing shows that a copyist did it",
    "school": "it comes out by another convention",
    "loose": "right as it is meant, and said more widely than it is meant",
    "translator": "the note or the translation errs",
    "open": "not decided",
}
KINDS = {
    "example": "Worked charts that do not come out",
    "claim": "Claims that are refuted, or cannot be decided",
    "rule": "Rules and definitions that no chart makes true",
    "note": "The translator's notes on the base text, held against the charts",
}
_ABOUT = {
    "example": "Every chart that the texts work through was computed again from the facts that the text gives. "
    "*contradicted*: no chart has all that is said; *underdetermined*: not every chart that the facts leave open has "
    "it. Before any character of a contradicted one was doubted, other schools were tried, each of which differs in one point "
    "from the conventions of the text. The changes offered are of stems, branches, generals, hexagrams, numerals "
    "and months, one or two at a time; of other words only a reader can judge.",
    "claim": "Every claim on the number of charts, or on what all or no others have, was tried on every chart.",
    "rule": "The words are as they are. That no chart has what they ask is so by the conventions of the text and as the "
    "record reads them.",
    "note": "Notes on words from which some worked chart is computed. *borne out*: what the note reads comes out, and the text as it stands does not. *stands*: the "
    "words that the note doubts come out; *falls*: they do not.",
}


@dataclass(frozen=True)
class Conclusion:
    """What was concluded of one finding. verdict: one of VERDICTS; reads: what should stand there,
    "" if nothing is proposed."""

    id: str
    verdict: str
    argument: str
    reads: str = ""


def load_conclusions(directory: Path | None = None) -> list[Conclusion]:
    """All conclusions; none if there is no such file. YarrowError with every fault of the file."""
    path = (directory or paths.corpus_dir()) / "findings.yaml"
    if not path.exists():
        return []
    found = [Conclusion(**entry) for entry in load_yaml(path, "findings")["findings"]]
    seen: set[str] = set()
    faults = [
        Fault(f"{path}: {one.id}", "is concluded twice", "keep one entry of it")
        for one in found
        if one.id in seen or seen.add(one.id)
    ]
    if faults:
        raise YarrowError(faults)
    return found


def store(connection: sqlite3.Connection, directory: Path | None = None) -> None:
    """Fill `conclusion`, after the checks are stored, with what is on the texts that are there.
    YarrowError if one is on no finding."""
    texts = {id_ for (id_,) in connection.execute("SELECT id FROM document")}
    conclusions = [one for one in load_conclusions(directory) if one.id.partition("-")[0] in texts]
    known = {id_ for (id_,) in connection.execute("SELECT id FROM finding")}
    faults = [
        Fault(
            f"corpus/findings.yaml: {one.id}",
            "nothing parts here: it comes out, or there is no such record",
            "take the entry out, or look at what has changed",
        )
        for one in conclusions
        if one.id not in known
    ]
    if faults:
        raise YarrowError(faults)
    connection.executemany(
        "INSERT INTO conclusion (id, verdict, argument, reads)"
        " VALUES (:id, :verdict, :argument, nullif(:reads, ''))",
        map(asdict, conclusions),
    )


def findings(connection: sqlite3.Connection, place: str = "", kind: str = "") -> list[dict]:
    """The rows of the view `finding`, of a record, passage or text, or of one kind. An example has
    its `candidates` (emendations, best first) and a claim its counterexample as `computed`."""
    where = "(? IN ('', id, passage, document)) AND (? IN ('', kind))"
    found = rows(connection, f"SELECT * FROM finding WHERE {where}", place, kind)
    for one in found:
        if one["kind"] == "example":
            one["candidates"] = rows(
                connection,
                "SELECT cost, explains, leaves, attested, (SELECT group_concat(text || ' → ' || reading"
                " || ' (' || how || ')', '; ') FROM emendation_edit AS edit"
                " WHERE edit.example = emendation.example AND edit.n = emendation.n) AS change"
                " FROM emendation WHERE example = ? ORDER BY n",
                one["id"],
            )
    return found


def departures(connection: sqlite3.Connection, place: str = "") -> list[dict]:
    """Where the translation departs from the source, as readers hold: rows of
    `translation_finding` with the verdict real, of a passage or text. Slips of the source are not
    among them."""
    return _parted(connection, "verdict = 'real' AND class NOT IN ('slip of a character', 'base text')", place)


def slips(connection: sqlite3.Connection, place: str = "") -> list[dict]:
    """Where the source itself seems to err: rows of `translation_finding` that a reader holds to be real
    slips, and the words that the translator's notes doubt, of a passage or text."""
    return _parted(
        connection, "(verdict = 'real' AND class = 'slip of a character' OR class = 'base text')", place)


def _parted(connection: sqlite3.Connection, where: str, place: str) -> list[dict]:
    return rows(
        connection,
        "SELECT found.passage, document, class, zh, found.ko, found_by, coalesce(reason, why) AS reason"
        " FROM (SELECT translation_finding.*, passage.document FROM translation_finding"
        " JOIN passage ON passage.id = translation_finding.passage) AS found"
        f" WHERE {where} AND ? IN ('', passage, document) ORDER BY place",
        place,
    )


# -- the report ------------------------------------------------------------------------------------


def report(connection: sqlite3.Connection) -> str:
    """docs/findings.md, from the database alone."""
    found, slipped, parted = findings(connection), slips(connection), departures(connection)
    told = (_head(found, slipped, parted), _conventions(connection),
            *(_section(kind, found, connection) for kind in KINDS), _slips(slipped), _translation(parted))
    return "\n".join(line for part in told for line in part)


def _head(found: list[dict], slipped: list[dict], parted: list[dict]) -> Iterator[str]:
    yield "# Findings"
    yield ""
    yield ("Where text and computation part, and where text and translation do. This page is printed by "
           "`yarrow findings --markdown`; what does not come out is computed from the records, and what was "
           "concluded stands in `corpus/findings.yaml`. The text itself is never altered.")
    yield ""
    yield "| | found | " + " | ".join(VERDICTS) + " | not concluded |"
    yield "|---|---" + "|---" * (len(VERDICTS) + 1) + "|"
    for kind, title in KINDS.items():
        mine = [one for one in found if one["kind"] == kind]
        counts = [sum(one["verdict"] == verdict for one in mine) for verdict in VERDICTS]
        none = "" if kind in ("rule", "note") else len(mine) - sum(counts)
        yield f"| {title} | {len(mine)} | {' | '.join(str(n or '') for n in counts)} | {none} |"
    for title, listed in (("Slips of the Chinese that readers see", slipped),
                        ("Places where the translation departs from the source", parted)):
        yield f"| {title} | {len(listed)} |" + " |" * (len(VERDICTS) + 1)
    yield ""
    yield "; ".join(f"*{name}*: {says}" for name, says in VERDICTS.items()) + "."
    yield ""


def _conventions(connection: sqlite3.Connection) -> Iterator[str]:
    """What a text is computed by that another is not: much that comes out does so by it alone."""
    yield "## Conventions of one text alone"
    yield ""
    yield ("The texts are computed by the conventions that they attest. Where a text has one of its own, what comes out by "
           "it is no finding, and is to be weighed with its ground.")
    yield ""
    for one in rows(connection, "SELECT texts, zh, en, meaning, source FROM convention WHERE texts <> ''"
                                 " ORDER BY texts, art, name"):
        yield f"- {one['texts']}: {one['en']} ({one['zh']}): {one['meaning']}. Ground: {one['source']}."
    yield ""


def _section(kind: str, found: list[dict], connection: sqlite3.Connection) -> Iterator[str]:
    mine = [one for one in found if one["kind"] == kind]
    yield f"## {KINDS[kind]}"
    yield ""
    yield _ABOUT[kind]
    yield ""
    if kind == "note":
        (untested,), = connection.execute("SELECT count(*) FROM base_text_check WHERE verdict = 'untested'")
        yield (f"Of {untested} more places no worked chart says anything; they are listed with the slips of "
               "the Chinese.")
        yield ""
    meanings = _meanings(connection)
    for one in mine:
        yield from _told(one, meanings)
    if not mine:
        yield "None."
        yield ""


def _meanings(connection: sqlite3.Connection) -> dict[tuple[str, str], str]:
    """earth=water, and so on, in words, by text and name."""
    told = {(one["art"], f"{one['name']}={one['reading']}"): f"{one['en']} ({one['zh']}): {one['meaning']}"
            for one in rows(connection, "SELECT * FROM convention")}
    return {(text, name): words for (art, name), words in told.items()
            for text, tradition in connection.execute("SELECT id, tradition FROM document")
            if ARTS[tradition] == art}


def _told(one: dict, meanings: dict[tuple[str, str], str]) -> Iterator[str]:
    yield f"### {one['id']}" + (f": {one['status']}" if one["kind"] != "rule" else "")
    yield ""
    yield f"> {one['quote']}"
    if one["ko"]:
        yield ">"
        yield f"> {one['ko']}"
    yield ""
    if one["kind"] == "rule":
        yield f"- Condition: `{one['computed'] or '–'}`"
        yield f"- Why: {one['explanation']}"
    else:
        yield f"- {one['explanation']}"
    if one["kind"] == "claim" and one["computed"]:
        yield f"- Against it: {one['computed']}"
    if one["kind"] == "note" and one["emendation"]:
        yield f"- The note reads: {one['emendation']}"
    if one["kind"] == "example":
        yield f"- Computed: {one['computed']}"
        if one["school"]:
            names = one["school"].split(", ")
            yield "- By another school: " + "; ".join(meanings.get((one["document"], name), name) for name in names)
        yield from _possible(one["candidates"])
    if one["verdict"]:
        yield f"- **{one['verdict'].capitalize()}**, {VERDICTS[one['verdict']]}. {concluded(one)}"
    elif one["kind"] in ("example", "claim"):
        yield "- **Not concluded.**"
    yield ""


def concluded(one: dict) -> str:
    """What should stand there, if anything is proposed, and the argument."""
    read = "Proposed:" if one["verdict"] == "open" else "Read"
    return (f"{read} {one['reads']}. " if one["reads"] else "") + one["argument"].strip()


def _possible(candidates: list[dict]) -> Iterator[str]:
    """The changes that the check offers; only their number where many are equally cheap."""
    if len(candidates) > FEW and candidates[0]["cost"] == candidates[FEW]["cost"]:
        yield f"- Possible: many changes alike, as {candidates[0]['change']}; none stands out."
        return
    for one in candidates[:FEW]:
        leaves = f"; leaves {one['leaves']}" if one["leaves"] else ""
        seen = f"; read so in {one['attested']}" if one["attested"] else ""
        yield f"- Possible: {one['change']}, which explains {one['explains']}{leaves}{seen}"


def _slips(slipped: list[dict]) -> Iterator[str]:
    yield "## Slips of the Chinese that readers see"
    yield ""
    yield ("Characters that the sense, a parallel, a chart or the translator's own note (class *base text*) calls in doubt, "
           "and commas that cut the sense: rendered as they should be, carried on or left out by the translation. None "
           "is altered here. Where the records read one of them otherwise than it stands, their notes say so.")
    yield ""
    yield from _table("what seems to be meant", slipped)


def _translation(parted: list[dict]) -> Iterator[str]:
    yield "## Where translation and source part"
    yield ""
    yield ("Found by the check or by readers who went through the texts, and held to be real by a reader; the choices of "
           "the translator and false alarms are in the table `translation_finding`.")
    yield ""
    yield from _table("what parts", parted)


def _table(title: str, listed: list[dict]) -> Iterator[str]:
    yield f"| passage | class | Chinese | Korean | {title} |"
    yield "|---|---|---|---|---|"
    for one in listed:
        cells = (one["passage"], one["class"], one["zh"] or "–", one["ko"] or "–", one["reason"])
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
    yield ""
