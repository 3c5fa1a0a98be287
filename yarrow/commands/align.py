"""`yarrow align`: the beads of the corpus, automatic and reviewed."""

from __future__ import annotations

import difflib
import json

import click

from yarrow import alignment, paths
from yarrow.alignment import Link
from yarrow.corpus import load_corpus
from yarrow.errors import Fault, YarrowError


@click.command()
@click.argument("passage", required=False)
@click.option("--automatic", is_flag=True, help="The aligner's own beads, without the reviewed.")
@click.option("--recompute", is_flag=True, help="Align anew, and do not read the kept beads.")
@click.option("--write", is_flag=True, help="Align anew and keep the beads in the corpus.")
@click.option("--review", is_flag=True, help="Show PASSAGE's beads numbered, for correction.")
@click.option(
    "--set",
    "beads",
    metavar="BEADS",
    help="With --review: the beads of PASSAGE as settled, such as '1-2=1 3=2 4= =3'.",
)
@click.option("--note", "notes", multiple=True, metavar="N:WHY", help="With --set: why bead N.")
@click.option("--edit", is_flag=True, help="With --review: settle the beads in $EDITOR.")
@click.option("--text", "as_text", is_flag=True, help="Print words rather than JSON lines.")
def align(passage, automatic, recompute, write, review, beads, notes, edit, as_text):
    """Print how Chinese clauses and Korean sentences render each other.

    JSON lines, one a bead: document, passage (from 1), zh_start, zh_end, ko_start, ko_end (code
    points in the two paragraphs, null where a side is empty), status, score. PASSAGE is a
    passage (hunyin-3) or a text (hunyin); without it, the whole corpus.

    \b
    yarrow align hunyin-3 --text
    yarrow align --automatic > beads.jsonl
    yarrow align --review hunyin-3
    yarrow align --review hunyin-3 --set '1-2=1 3-6=2 7=3' --note '3:the order is changed'
    """
    if (beads or notes or edit) and not review:
        raise click.UsageError("--set, --note and --edit go with --review PASSAGE")
    if notes and beads is None:
        raise click.UsageError("--note goes with --set")
    if write and (passage or review):
        raise click.UsageError("--write is of the whole corpus: leave PASSAGE and --review out")
    if write or beads or edit:
        paths.writable_corpus()
    texts = load_corpus()
    passages = alignment.parallels(texts)
    chosen = _choose(passage, passages, [text.slug for text in texts])
    compute = alignment.compute_automatic if recompute or write else alignment.automatic
    found = compute(passages, _progress)
    if write:
        click.echo(f"{alignment.write_automatic(found, passages)}: {len(found)} beads", err=True)
        return
    settled = alignment.reviewed(texts, passages)
    links = found if automatic else alignment.current(found, settled)
    if review:
        if len(chosen) != 1 or passage not in passages:
            raise click.UsageError("--review takes one passage, such as hunyin-3")
        if edit:
            beads, notes = _edit(passage, passages, links)
        if beads is None:
            _show(passage, passages, links)
        else:
            _settle(passage, beads, notes, texts, passages, settled)
        return
    for link in links:
        if link.passage in chosen:
            if as_text:
                _print_words(link, passages)
            else:
                click.echo(_json(link, passages))


def _progress(message: str) -> None:
    click.echo(f"align: {message}", err=True)


def _choose(name, passages, slugs) -> set[str]:
    if name is None:
        return set(passages)
    if name in slugs:
        return {id_ for id_ in passages if id_.rsplit("-", 1)[0] == name}
    if name in passages:
        return {name}
    near = difflib.get_close_matches(name, [*slugs, *passages], 3)
    raise YarrowError(Fault("PASSAGE", f"{name} is no passage or text of the corpus",
                            f"name one, such as {', '.join(near or slugs)}"))


def _json(link: Link, passages) -> str:
    document, number = link.passage.rsplit("-", 1)
    zh_start, zh_end, ko_start, ko_end = alignment.span(passages[link.passage], link)
    return json.dumps({
        "document": document,
        "passage": int(number),
        "zh_start": zh_start,
        "zh_end": zh_end,
        "ko_start": ko_start,
        "ko_end": ko_end,
        "status": link.status,
        "score": link.score,
    })


def _print_words(link: Link, passages, number: int | None = None) -> None:
    zh, ko = passages[link.passage].texts(link)
    score = "  -  " if link.score is None else f"{link.score:.3f}"
    runs = (f"{alignment.format_run(link.zh_from, link.zh_to)}="
            f"{alignment.format_run(link.ko_from, link.ko_to)}")
    click.echo(f"{link.passage}  {'' if number is None else f'bead {number}  '}{runs}  "
               f"{score} {link.status}")
    click.echo(f"    {zh or '—'}")
    click.echo(f"    {ko or '—'}")
    if link.note:
        click.echo(f"    note: {link.note}")


def _show(id_: str, passages, links) -> None:
    for number, link in enumerate((link for link in links if link.passage == id_), 1):
        _print_words(link, passages, number)
    click.echo()
    for label, lang in (("z", "clauses"), ("k", "sentences")):
        for n, segment in enumerate(getattr(passages[id_], lang), 1):
            paragraph = passages[id_].zh if label == "z" else passages[id_].ko
            click.echo(f"{label}{n:<3} {segment.layer:<12} {paragraph[segment.start:segment.end]}")
    runs = " ".join(
        f"{alignment.format_run(link.zh_from, link.zh_to)}="
        f"{alignment.format_run(link.ko_from, link.ko_to)}"
        for link in links if link.passage == id_
    )
    click.echo(f"\nTo settle: yarrow align --review {id_} --set '{runs}'")


def _edit(id_: str, passages, links) -> tuple[str, tuple[str, ...]]:
    lines = [f"# {id_}: one bead a line, clauses=sentences; a note after a semicolon.",
             "# Lines that begin with # are passed over."]
    for link in links:
        if link.passage == id_:
            zh, ko = passages[id_].texts(link)
            note = f" ; {link.note}" if link.note else ""
            lines += [f"# {zh}", f"# {ko}",
                      f"{alignment.format_run(link.zh_from, link.zh_to)}="
                      f"{alignment.format_run(link.ko_from, link.ko_to)}{note}"]
    edited = click.edit("\n".join(lines) + "\n")
    if edited is None:
        raise click.Abort()
    kept = [line for line in edited.splitlines() if line.strip() and not line.startswith("#")]
    beads, notes = [], []
    for number, line in enumerate(kept, 1):
        bead, _, note = line.partition(";")
        beads.append(bead.strip())
        if note.strip():
            notes.append(f"{number}:{note.strip()}")
    return " ".join(beads), tuple(notes)


def _settle(id_, beads, notes, texts, passages, settled) -> None:
    faults = []
    why = {}
    items = beads.split()
    for note in notes:
        number, colon, reason = note.partition(":")
        if not colon or not number.isdigit() or not 1 <= int(number) <= len(items):
            faults.append(Fault("--note", f"{note!r} names no bead",
                                f"write N:WHY, N from 1 to {len(items)}"))
        else:
            why[int(number)] = reason.strip().replace("\t", " ")
    links = []
    for number, item in enumerate(items, 1):
        zh, equals, ko = item.partition("=")
        try:
            if not equals or item == "=":
                raise ValueError(f"{item!r} is no bead")
            links.append(Link(id_, *alignment.parse_run(zh), *alignment.parse_run(ko), "reviewed",
                              None, why.get(number, "")))
        except ValueError as error:
            faults.append(Fault(f"--set, bead {number}", str(error), "write such as 1-2=1"))
    if not faults:
        faults = alignment.check_cover(f"--set, {id_}", passages[id_],
                                       [link.numbers for link in links])
        passage = passages[id_]
        if any(link.zh_to > len(passage.clauses) or link.ko_to > len(passage.sentences)
               for link in links):
            faults.append(Fault(f"--set, {id_}", f"it has {len(passage.clauses)} clauses and "
                                f"{len(passage.sentences)} sentences", "number within them"))
    if faults:
        raise YarrowError(faults)
    slug = id_.rsplit("-", 1)[0]
    text = next(text for text in texts if text.slug == slug)
    kept = [link for link in settled
            if link.passage.rsplit("-", 1)[0] == slug and link.passage != id_]
    path = alignment.write_reviewed(text, passages, [*kept, *links])
    click.echo(f"{path}: {id_} settled, {len(links)} beads", err=True)
