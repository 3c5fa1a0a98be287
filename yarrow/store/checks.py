"""The stages of a build that store what computation says of the annotation."""

from __future__ import annotations

from dataclasses import asdict

from sqlite_utils import Database

from yarrow import findings
from yarrow.base_text import load_base_text
from yarrow.rules import census_run, check_claims, check_examples
from yarrow.rules.records import Annotation
from yarrow.store.texts import Corpus


def store_checks(db: Database, corpus: Corpus) -> None:
    """example_check and its emendations, base_text_check, claim_check; and the census, if the
    stored one is of these records and this program. Nothing where the corpus has no records."""
    if not (corpus.directory / "judgments.yaml").exists():
        return
    annotation = corpus.annotation
    _examples(db, annotation, corpus)
    db["claim_check"].insert_all(
        {"rule": row.pop("id"), **{name: value for name, value in row.items() if name != "passage"},
         "witness": row["witness"] or None, "counter": row["counter"] or None}
        for row in map(asdict, check_claims.check(annotation, corpus.texts))
    )
    _census(db, annotation, corpus)


def store_findings(db: Database, corpus: Corpus) -> None:
    """conclusion: what was concluded of the findings of the checks."""
    findings.store(db.conn, corpus.directory)


def _examples(db: Database, annotation: Annotation, corpus: Corpus) -> None:
    notes = load_base_text(corpus.texts, corpus.directory / "base_text.yaml")
    verdicts = list(check_examples.check(annotation, corpus.texts))
    db["example_check"].insert_all(
        {
            "id": one.id, "status": one.status, "charts": one.trial.charts, "fits": one.trial.fits,
            "computed": one.computed, "emendation": one.emendation or None,
            "school": ", ".join(school.name for school, _ in one.schools) or None,
            "explanation": one.explanation,
        }
        for one in verdicts
    )
    rows = [(one, n, candidate) for one in verdicts for n, candidate in enumerate(one.candidates, 1)]
    db["emendation"].insert_all(
        {
            "example": one.id, "n": n, "cost": candidate.cost,
            "explains": "、".join(one.tested[k].words for k in candidate.explains),
            "leaves": "、".join(one.tested[k].words for k in candidate.leaves),
            "attested": ", ".join(candidate.attested), "chart": candidate.trial.chart,
        }
        for one, n, candidate in rows
    )
    db["emendation_edit"].insert_all(
        {
            "example": one.id, "n": n, "edit": k, "passage": edit.passage, "start": edit.start,
            "end": edit.end, "text": edit.old, "reading": edit.new, "how": edit.how, "why": edit.why,
        }
        for one, n, candidate in rows for k, edit in enumerate(candidate.edits, 1)
    )
    db["base_text_check"].insert_all(
        {
            "note": one.note.note, "passage": one.note.passage, "start": one.note.start,
            "end": one.note.end, "text": one.note.words, "reading": one.note.read,
            "verdict": one.verdict, "explanation": one.explanation,
        }
        for one in check_examples.check_notes(annotation, corpus.texts, verdicts,
                                              notes)
    )


def _census(db: Database, annotation: Annotation, corpus: Corpus) -> None:
    for art in census_run.current(annotation, corpus.texts, corpus.directory).values():
        db["census"].insert_all(
            {**row, "charts": art["charts"], "witness": row["witness"] or None} for row in art["rules"])
        db["census_relation"].insert_all(
            {"rule": row["first"], "relation": row["kind"], "other": row["second"],
             "about": row["about"], "charts": row["charts"], "witness": row["witness"]}
            for row in art["relations"])
