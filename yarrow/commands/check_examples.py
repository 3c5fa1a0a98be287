"""`yarrow check examples`: the worked charts computed again."""

from __future__ import annotations

import json
import sys
from collections import Counter

import click

from yarrow.corpus import load_corpus
from yarrow.errors import Fault, YarrowError
from yarrow.rules import check_examples
from yarrow.rules.load import load_named


@click.command()
@click.argument("ids", metavar="[ID]...", nargs=-1)
@click.option("--all", "every", is_flag=True, help="Show those that are confirmed too.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for scripts.")
def examples(ids: tuple[str, ...], every: bool, as_json: bool):
    """Compute the charts worked in the text again, and say what would mend those that fail.

    ID is an example, a passage or a text. An example is confirmed, contradicted (no chart has all
    that is said), or underdetermined (some of the charts that it leaves open have it, or a fact is
    wanting). For one that is contradicted other schools are tried first, and then the least change
    of the quoted characters: those that look alike and those that have changed places come before
    any other. The translator's notes on the base text are tested by the same charts.

    \b
    Examples:
      yarrow check examples
      yarrow check examples sanchuan-5
      yarrow check examples zhonggui --all --json
    """
    texts = load_corpus()
    annotation = load_named(texts, ids)
    known = {name for one in annotation.examples for name in (one.id, one.passage)}
    known |= {text.slug for text in texts}
    unknown = [Fault(one, "no example is of this name", "name an example, a passage or a text")
               for one in ids if one not in known]
    if unknown:
        raise YarrowError(unknown)
    found = list(check_examples.check(annotation, texts, ids, _progress))
    notes = [one for one in check_examples.check_notes(annotation, texts, found)
             if not ids or one.examples]
    if as_json:
        click.echo(json.dumps({"examples": [_row(one) for one in found],
                               "notes": [_note(one) for one in notes]}, ensure_ascii=False, indent=1))
        return
    for one in found:
        if every or ids or one.status != check_examples.CONFIRMED:
            click.echo("\n".join(_told(one)))
    for one in notes:
        if ids or one.examples:
            read = f" (read {one.note.read})" if one.note.read else ""
            click.echo(f"note {one.note.note} on {one.note.words}{read}: {one.verdict}\n  {one.explanation}")
    count = Counter(one.status for one in found)
    click.echo(", ".join(f"{count[status]} {status}" for status in (
        check_examples.CONFIRMED, check_examples.CONTRADICTED, check_examples.UNDERDETERMINED))
        + f"; {sum(not one.examples for one in notes)} of {len(notes)} notes on the base text untested")


def _progress(done: int, count: int) -> None:
    if sys.stderr.isatty():
        click.echo(f"\rexamples: {done} of {count} ", err=True, nl=done == count)


def _told(one: check_examples.Verdict):
    yield f"{one.id} {one.status}  {one.computed}"
    if one.explanation:
        yield f"  {one.explanation}"


def _row(one: check_examples.Verdict) -> dict:
    return {
        "id": one.id, "passage": one.passage, "status": one.status, "charts": one.trial.charts,
        "fits": one.trial.fits, "computed": one.computed, "emendation": one.emendation,
        "explanation": one.explanation, "carried": list(one.carried),
        "schools": [{"school": school.name, "status": status} for school, status in one.schools],
        "candidates": [
            {"emendation": candidate.text(), "cost": candidate.cost,
             "edits": [{"passage": edit.passage, "start": edit.start, "end": edit.end, "old": edit.old,
                        "new": edit.new, "how": edit.how, "why": edit.why} for edit in candidate.edits],
             "explains": [one.tested[n].words for n in candidate.explains],
             "leaves": [one.tested[n].words for n in candidate.leaves],
             "attested": list(candidate.attested), "chart": candidate.trial.chart}
            for candidate in one.candidates
        ],
    }


def _note(one: check_examples.NoteVerdict) -> dict:
    return {"note": one.note.note, "passage": one.note.passage, "start": one.note.start,
            "end": one.note.end, "words": one.note.words, "read": one.note.read,
            "verdict": one.verdict, "examples": list(one.examples), "explanation": one.explanation}
