"""Every chart worked in the text, computed again: does it come out, and if not, what would mend it?

Before a scribe is accused, the schools are asked: where another convention makes the example come
out, that is said first. Then the least change of the quoted characters is sought (`emend`), and
what the translator notes of the base text is held against both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from yarrow.base_text import BaseTextNote, load_base_text
from yarrow.charts.ganzhi import BRANCHES, ELEMENTS, PILLARS, STEMS
from yarrow.charts.hexagrams import NAMES
from yarrow.charts.liuren_generals import GENERALS
from yarrow.charts.liuyao import SEAT_NAMES
from yarrow.corpus import Text
from yarrow.errors import YarrowError
from yarrow.rules import emend
from yarrow.rules.emend import Candidate, Edit
from yarrow.rules.evaluate import Env, evaluate, truth
from yarrow.rules.language import Node
from yarrow.rules.records import ARTS, Annotation, Example
from yarrow.rules.trial import (
    CONFIRMED, CONTRADICTED, MOST, UNDERDETERMINED, School, Said, Trial, node_of, schools, statements,
    trial,
)
from yarrow.rules.validate import environment
from yarrow.rules.values import SETS, TRUE, Set

FEW = 3  # changes that are told one by one


@dataclass(frozen=True)
class Verdict:
    """What came of one example.

    trial: as it stands. schools: conventions under which it is not contradicted, each with its
    status (only sought where it is). candidates: emendations, best first, sought only where no school
    explains it. carried: what 餘倣此
    extends it to and does not hold there. computed, emendation, explanation: for people.
    """

    id: str
    passage: str
    status: str
    trial: Trial
    tested: tuple[Said, ...]
    schools: tuple[tuple[School, str], ...] = ()
    candidates: tuple[Candidate, ...] = ()
    carried: tuple[str, ...] = ()
    computed: str = ""
    emendation: str = ""
    explanation: str = ""


def check(annotation: Annotation, texts: Sequence[Text], ids: Sequence[str] = (),
          progress=lambda done, count: None) -> Iterator[Verdict]:
    """The verdict on each example, or on those of some ids or passages."""
    arts = {text.slug: ARTS[text.tradition] for text in texts}
    examples = [one for one in annotation.examples
                if not ids or one.id in ids or one.passage in ids or one.text in ids]
    for done, example in enumerate(examples, 1):
        yield judge(example, arts[example.text], texts)
        progress(done, len(examples))


def judge(example: Example, art: str, texts: Sequence[Text]) -> Verdict:
    """The verdict on one example."""
    tested = statements(example)
    found = trial(art, example.text, tested, example.holds)
    carried = tuple(_carried(example, art))
    taught: tuple[tuple[School, str], ...] = ()
    candidates: tuple[Candidate, ...] = ()
    if found.status == CONTRADICTED:
        taught = tuple(
            (school, other) for school in schools(art, example.text) if found.charts <= MOST
            and (other := trial(art, example.text, tested, example.holds, school).status) != CONTRADICTED
        )
        if not taught:  # what a school explains is no scribe's doing
            candidates = tuple(emend.emendations(art, example.text, tested, example.holds, found, texts))
    status = CONTRADICTED if carried else found.status
    best = [one for one in candidates if not one.leaves and one.cost == candidates[0].cost]
    return Verdict(
        example.id, example.passage, status, found, tested, taught, candidates, carried,
        _computed(art, best[0].trial if best else found, tested, example), " | ".join(one.text() for one in best),
        " ".join(_explained(example, found, tested, taught, candidates, best, carried)),
    )


def _carried(example: Example, art: str) -> Iterator[str]:
    """What 餘倣此 says of further charts and is not so on one of them."""
    for carry in example.carries:
        for words in carry.to:
            try:
                env = environment(example.text, art, words)
            except YarrowError as error:
                yield f"{words}: {error.faults[0].what}"
                continue
            for that in carry.that:
                if (truth(that.node, env).data != TRUE).any():
                    yield f"{words}: not {that.source}"


# -- for people ---------------------------------------------------------------------------------


def _explained(example, found: Trial, tested, taught, candidates, best, carried) -> Iterator[str]:
    if found.fault:
        yield f"No chart has what is given: {found.fault}."
    elif found.status == CONTRADICTED:
        where = f" on {'、'.join(found.days)}" if found.days else ""
        yield (f"No chart{where} has all that is said; nearest is {found.chart}, where "
               f"{_quoted(found.failing, tested)} {'is' if len(found.failing) == 1 else 'are'} not so.")
    elif found.status == UNDERDETERMINED and found.unknown:
        yield f"{_quoted(found.unknown, tested)} cannot be told from the chart."
    elif found.status == UNDERDETERMINED and found.failing:
        yield (f"All is so on {found.fits} of {found.charts} charts that the facts leave open; "
               f"{_quoted(found.failing, tested)} {'is' if len(found.failing) == 1 else 'are'} not on the others.")
    elif found.status == UNDERDETERMINED:
        yield "Nothing is asserted that could be computed."
    if taught:
        yield ("It comes out by another school: "
               + ", ".join(f"{school.name} ({status})" for school, status in taught) + ".")
    elif found.status == CONTRADICTED and found.charts <= MOST:
        yield "No other school makes it come out."
    if len(best) > FEW:
        yield (f"{len(best)} changes explain all and cost the same ("
               + ", ".join(one.text() for one in best[:FEW]) + " …): none stands out.")
    else:
        for one in best:
            yield _candidate(one, tested)
    if candidates and not best:
        yield "No change of one or two signs explains all. Nearest: " + _candidate(candidates[0], tested)
    elif found.status == CONTRADICTED and found.charts > emend.MOST:
        what = "a change" if found.charts <= MOST else "another school or a change"
        yield f"Its facts leave {found.charts:,} charts open, too many to seek {what}."
    elif found.status == CONTRADICTED and not candidates and not taught:
        yield "No change of one or two signs (stems, branches, generals and the like) helps."
    for one in carried:
        yield f"What it is extended to does not come out: {one}."


def _candidate(one: Candidate, tested) -> str:
    how = "; ".join(f"{edit.old} → {edit.new} ({edit.how}: {edit.why})" for edit in one.edits)
    parts = [f"{how} explains {_quoted(one.explains, tested)}"]
    if one.leaves:
        parts.append(f"leaves {_quoted(one.leaves, tested)}")
    if one.trial.fits:
        parts.append(f"then {one.trial.fits} of {one.trial.charts} charts")
    if one.attested:
        parts.append(f"so written in {', '.join(one.attested)}")
    return ", ".join(parts) + "."


def _quoted(numbers, tested) -> str:
    return "、".join(f"「{words}」" for words in dict.fromkeys(tested[n].words for n in numbers))


def _computed(art: str, found: Trial, tested, example: Example) -> str:
    """The chart, and what stands where a statement is false."""
    if found.env is None:
        return ""
    out = [found.chart]
    charts, at = found.env.charts, 0
    if art == "liuren":
        out.append("三傳" + "".join(BRANCHES[b] for b in charts.transmissions[at]))
        out.append("四課" + "".join(BRANCHES[b] for b in charts.upper[at]))
        if charts.night[at] >= 0:
            out.append("".join(GENERALS[charts.general_on[at, b]].short + BRANCHES[b]
                               for b in charts.transmissions[at]))
    if found.status == CONTRADICTED:
        for n in found.failing:
            if tested[n].that:
                node = node_of(tested[n].that, art, example.text)
                out += [one for one in values(node, tested[n].that, found.env, at) if one not in out]
    return " · ".join(out)


_NAMES = {
    "seats": SEAT_NAMES, "branches": BRANCHES, "stems": STEMS, "pillars": PILLARS,
    "elements": ELEMENTS, "generals": tuple(one.short for one in GENERALS), "hexagrams": NAMES,
}


def values(node: Node, source: str, env: Env, at: int) -> Iterator[str]:
    """What the sets in a condition are on chart `at`: 鬼 = 寅卯. Constants are left out."""
    if node.kind in SETS and node.op in ("word", "call"):
        found = evaluate(node, env)
        if isinstance(found, Set) and found.sure.shape == (env.n,):
            names = _NAMES[node.kind]
            mask = int(found.sure[at])
            members = [names[bit] for bit in range(len(names)) if mask >> bit & 1]
            told = (" " if node.kind == "seats" else "").join(members) or "無"
            if told != source[node.start : node.end]:
                yield f"{source[node.start : node.end]} = {told}"
        if node.word.under != (None,):
            return  # its parts are read under another circumstance
    for part in node.parts:
        yield from values(part, source, env, at)


# -- the translator's notes ---------------------------------------------------------------------


@dataclass(frozen=True)
class NoteVerdict:
    """What computation says of a note on the base text.

    verdict: borne out (what it reads comes out, the text does not), refuted (the other way about),
    either (both come out), neither, or untested (no example rests on these characters). Where the
    note doubts words and reads nothing: stands or falls, of the words.
    """

    note: BaseTextNote
    verdict: str
    examples: tuple[str, ...]
    explanation: str


def check_notes(annotation: Annotation, texts: Sequence[Text], verdicts: Sequence[Verdict],
                notes: Sequence[BaseTextNote] | None = None) -> Iterator[NoteVerdict]:
    """Each note of the translator on the base text, held against the examples that rest on its words.

    verdicts: of the examples, as `check` gives them.
    """
    arts = {text.slug: ARTS[text.tradition] for text in texts}
    by_id = {one.id: one for one in annotation.examples}
    for note in load_base_text(texts) if notes is None else notes:
        found = []
        for verdict in verdicts:
            example = by_id.get(verdict.id)
            if example is None or arts[example.text] != arts[note.passage.rpartition("-")[0]]:
                continue
            one = _note_and(note, verdict, example, arts[example.text])
            if one:
                found.append((verdict.id, *one))
        kinds = {kind for _, kind, _ in found}
        kind = kinds.pop() if len(kinds) == 1 else "either" if kinds else "untested"
        yield NoteVerdict(note, kind, tuple(id_ for id_, _, _ in found),
                          " ".join(f"{id_}: {why}" for id_, _, why in found)
                          or "No example computes anything from these characters.")


def _note_and(note: BaseTextNote, verdict: Verdict, example: Example, art: str):
    """The verdict of one example on a note and the ground, None if it does not touch its words."""
    touched = [n for n, one in enumerate(verdict.tested) if one.passage == note.passage
               and one.start < note.end and note.start < one.start + len(one.words)]
    if not touched:
        return None
    if note.read is None:
        return _doubted(note, verdict, touched)
    start, end, new = note.change()
    old = note.words[start - note.start : end - note.start]
    as_noted = emend.apply(art, verdict.tested, [Edit(note.passage, start, end, old, new, "noted", "", 0)])
    if as_noted is not None:
        after = trial(art, example.text, as_noted, example.holds)
        return _between(verdict.trial, after, note)
    return _followed(note, verdict, example, art, touched, (start, end, new, old))


def _between(text: Trial, read: Trial, note: BaseTextNote):
    comes = text.status != CONTRADICTED, read.status != CONTRADICTED
    kind = {(False, True): "borne out", (True, False): "refuted", (True, True): "either",
            (False, False): "neither"}[comes]
    return kind, (f"{note.words} {'comes' if comes[0] else 'does not come'} out, "
                  f"{note.read} {'does' if comes[1] else 'does not'}.")


def _followed(note, verdict, example, art, touched, change):
    """A record whose lines follow what the note reads: the words as noted hold its symbols."""
    start, end, new, old = change
    for n in touched:
        one = verdict.tested[n]
        at = start - one.start
        if at < 0 or end > one.start + len(one.words):
            continue
        words = one.words[:at] + new + one.words[at + len(old):]
        back = emend.sy.carried(words, one.fact or one.that, one.words, art)
        reads = emend.sy.fellows(words, one.fact or one.that, art)
        own = [k for k, symbol in enumerate(emend.sy.symbols(art, words))
               if symbol.start < at + len(new) and at < symbol.end and k in reads]
        if not own:
            continue
        if back is None:  # the text's own characters name nothing on a chart
            if verdict.trial.status != CONTRADICTED:
                return "borne out", f"{note.words} names nothing on a chart, and {note.read} comes out."
            return "neither", f"{note.words} names nothing on a chart, and {note.read} does not come out."
        as_text = list(verdict.tested)
        as_text[n] = replace(one, fact=back if one.fact else "", that="" if one.fact else back)
        return _between(trial(art, example.text, as_text, example.holds), verdict.trial, note)
    return None


def _doubted(note: BaseTextNote, verdict: Verdict, touched):
    """A note that doubts words without saying what to read there; None if no statement rests on all
    of them, since a part that comes out says nothing of the rest."""
    failing = set(verdict.trial.failing)
    whole = [n for n in touched if verdict.tested[n].start <= note.start
             and note.end <= verdict.tested[n].start + len(verdict.tested[n].words)]
    if not whole:
        return None
    if verdict.status == CONFIRMED or verdict.status == UNDERDETERMINED:
        return "stands", f"{note.words} comes out as it stands."
    for one in verdict.candidates:
        if one.leaves:
            continue
        inside = any(edit.passage == note.passage and edit.start < note.end and note.start < edit.end
                     for edit in one.edits)
        if inside:
            return "falls", f"{note.words} comes out once {one.text()} is read."
        return "stands", f"{note.words} comes out as it stands once {one.text()} is read."
    if failing & set(touched):
        return "falls", f"{note.words} does not come out."
    return None
