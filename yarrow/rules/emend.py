"""The least change of the quoted characters that makes an example come out.

A candidate exchanges or transposes characters that stand for something on the chart, in all the
statements that quote them at once. Characters that look alike, and two that have changed places,
come first (cost 1, or 1.5 where others stand between the two); any other exchange within a kind
costs 2; two changes together cost what both do. Nothing is ever altered in the text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from yarrow.charts.ganzhi import BRANCHES, STEMS
from yarrow.corpus import Text
from yarrow.rules import symbols as sy
from yarrow.rules.trial import CONTRADICTED, Said, Trial, trial

REACH = 4  # characters within which two symbols may have changed places
PAIRED = 30  # single changes that are also tried two at a time
SHOWN = 8  # candidates that are given back
MOST = 20_000  # charts above which no search is made


@dataclass(frozen=True)
class Edit:
    """Characters start:end of the Chinese of a passage, and what would stand there."""

    passage: str
    start: int
    end: int
    old: str
    new: str
    how: str  # alike, transposed, exchanged
    why: str
    cost: float


@dataclass(frozen=True)
class Candidate:
    """An emendation and what comes of it.

    explains: numbers of the statements that were false and are not; leaves: of those that still
    are, or have become so. attested: passages that have the emended words. trial: of the
    emended statements.
    """

    edits: tuple[Edit, ...]
    cost: float
    explains: tuple[int, ...]
    leaves: tuple[int, ...]
    attested: tuple[str, ...]
    trial: Trial

    def text(self) -> str:
        """As 戌午申 → 戌申午."""
        return "; ".join(f"{one.old} → {one.new}" for one in self.edits)


def emendations(art: str, slug: str, tested: Sequence[Said], holds: str, before: Trial,
                texts: Sequence[Text]) -> list[Candidate]:
    """Candidates for an example that is contradicted, best first; empty if none helps.

    Best is what leaves nothing unexplained, then what costs least, then what other passages attest.
    """
    if before.charts > MOST:
        return []
    paragraphs = {text.passage_id(p.n): p.zh for text in texts for p in text.passages}
    found = []
    for edit in edits(art, tested, paragraphs):
        candidate = _tried(art, slug, tested, holds, before, (edit,), paragraphs)
        if candidate:
            found.append(candidate)
    if found and all(one.leaves for one in found):
        found.sort(key=_rank)
        for one, other in combinations(found[:PAIRED], 2):
            (first,), (second,) = one.edits, other.edits
            if first.passage != second.passage or first.end <= second.start or second.end <= first.start:
                both = tuple(sorted((first, second), key=lambda edit: (edit.passage, edit.start)))
                candidate = _tried(art, slug, tested, holds, before, both, paragraphs)
                if candidate and not candidate.leaves:
                    found.append(candidate)
    return sorted(found, key=_rank)[:SHOWN]


def _rank(one: Candidate) -> tuple:
    return len(one.leaves), one.cost, -len(one.attested), one.edits[0].start, one.text()


def _tried(art, slug, tested, holds, before, edits_, paragraphs) -> Candidate | None:
    """The candidate of some edits; None where they reach no statement or make nothing better."""
    after = None
    for narrow in (False, True):
        changed = apply(art, tested, edits_, narrow)
        if changed is not None and (after is None or after.status == CONTRADICTED):
            after = trial(art, slug, changed, holds)
    if after is None:
        return None
    fits = after.status != CONTRADICTED
    leaves = () if fits else after.failing
    explains = tuple(n for n in before.failing if n not in leaves)
    if not fits and (after.fault or not explains or len(leaves) >= len(before.failing)
                     or len(after.days) > len(before.days)):
        return None
    attested = tuple(sorted({name for edit in edits_ for name in _attesting(edit, paragraphs)}))
    return Candidate(edits_, sum(edit.cost for edit in edits_), explains, leaves, attested, after)


def _attesting(edit: Edit, paragraphs: dict[str, str]) -> Iterator[str]:
    """Passages that have the new characters beside the same neighbours, three or more in all."""
    own = paragraphs[edit.passage]
    run = edit.new
    if len(run) < 3:
        around = own[max(0, edit.start - 1) : edit.start], own[edit.end : edit.end + 1]
        before, after = (char if char.isalnum() else "" for char in around)
        run = before + run + after
    if len(run) > 2:
        for name, paragraph in paragraphs.items():
            if run in paragraph:
                yield name


def apply(art: str, tested: Sequence[Said], edits_: Sequence[Edit],
          narrow: bool = False) -> list[Said] | None:
    """The statements as they would be with some edits of the passages; None if none is changed.

    narrow: of the statements that an edit reaches, change only those that quote the fewest words
    around it, and hold the others to what they say now.
    """
    out = list(tested)
    for edit in sorted(edits_, key=lambda edit: -edit.start):
        reached = {}
        for n, one in enumerate(out):
            at = edit.start - one.start
            if one.passage == edit.passage and 0 <= at and edit.end - one.start <= len(one.words):
                words = one.words[:at] + edit.new + one.words[at + len(edit.old):]
                line = sy.carried(one.words, one.fact or one.that, words, art)
                if line is not None:
                    reached[n] = replace(one, words=words, fact=line if one.fact else "",
                                         that="" if one.fact else line)
        least = min((len(tested[n].words) for n in reached), default=0)
        for n, one in reached.items():
            if not narrow or len(tested[n].words) == least:
                out[n] = one
    return None if out == list(tested) else out


def edits(art: str, tested: Sequence[Said], paragraphs: dict[str, str]) -> list[Edit]:
    """Every single change of the characters that the statements rest on, cheapest first."""
    found: dict[tuple, Edit] = {}
    for one in tested:
        for edit in _edits_of(art, one):
            key = edit.passage, edit.start, edit.new
            if key not in found or found[key].cost > edit.cost:
                found[key] = edit
    return sorted(found.values(), key=lambda edit: (edit.cost, edit.passage, edit.start, edit.new))


def _edits_of(art: str, one: Said) -> Iterator[Edit]:
    line = one.fact or one.that
    tied = sy.fellows(one.words, line, art)
    every = sy.symbols(art, one.words)
    for n in tied:
        symbol = every[n]
        old = one.words[symbol.start : symbol.end]
        for at, char in enumerate(old):
            for other, why in sy.similar().get(char, {}).items():
                yield _edit(one, symbol, old[:at] + other + old[at + 1 :], "alike", why, 1.0)
        for other in sy.others(art, symbol):
            yield _edit(one, symbol, other, "exchanged", f"another {symbol.kind}", 2.0)
        for m in range(n + 1, len(every)):
            last = every[m]
            if last.start - symbol.start > REACH:
                break
            if last.kind == symbol.kind and last.value != symbol.value:
                between = one.words[symbol.end : last.start]
                words = one.words[last.start : last.end] + between + old
                yield Edit(one.passage, one.start + symbol.start, one.start + last.end,
                           one.words[symbol.start : last.end], words, "transposed",
                           "two that have changed places", 1.5 if between else 1.0)


    taken = {k for symbol in every for k in range(symbol.start, symbol.end)}
    for at, char in enumerate(one.words):
        if at not in taken:  # 壬與日: a character that names nothing, for one that does
            for other, why in sy.similar().get(char, {}).items():
                if other in STEMS + BRANCHES:
                    place = sy.Symbol(sy.WORD, char, at, at + 1)
                    yield _edit(one, place, other, "alike", why, 1.0)


def _edit(one: Said, symbol: sy.Symbol, new: str, how: str, why: str, cost: float) -> Edit:
    return Edit(one.passage, one.start + symbol.start, one.start + symbol.end,
                one.words[symbol.start : symbol.end], new, how, why, cost)
