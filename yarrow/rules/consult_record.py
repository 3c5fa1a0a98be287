"""A consultation as plain values, for JSON and for frames."""

from __future__ import annotations

from collections.abc import Iterable

from yarrow.rules.consult import Consultation, Verdict

FIELDS = (
    "id",
    "passage",
    "citation",
    "status",
    "asks",
    "quote",
    "ko",
    "ko_status",
    "omen",
    "says",
    "why",
    "wants",
    "blocked_by",
    "limited_by",
    "weighed_by",
    "condition",
)


def record(consultation: Consultation, verdicts: Iterable[Verdict], lang: str) -> dict:
    """The question, the verdicts (see `entry`), and what the true rules say side by side."""
    return {
        "art": consultation.art,
        "asks": consultation.asks,
        "rules": [entry(verdict, lang) for verdict in verdicts],
        "beside": consultation.beside,
    }


def entry(verdict: Verdict, lang: str) -> dict:
    """One verdict: the rule's id, passage and words in both languages, its judgments and the reason
    in `lang`; wants: options that give the facts it lacks; blocked_by, limited_by, weighed_by: ids
    of rules."""
    rule = verdict.rule
    return {
        "id": rule.id,
        "passage": rule.passage,
        "citation": verdict.consultation.library.citation(rule.passage),
        "status": verdict.status,
        "asks": rule.asks,
        "quote": rule.quote,
        "ko": rule.ko or None,
        "ko_status": rule.ko_status or None,
        "omen": rule.omen or None,
        "says": list(verdict.says(lang)),
        "why": verdict.why(lang),
        "wants": list(verdict.wants),
        "blocked_by": [other for other, _, _ in verdict.blocks],
        "limited_by": [other for other, _ in verdict.touching],
        "weighed_by": list(verdict.bearing),
        "condition": rule.when.source if rule.when else None,
    }
