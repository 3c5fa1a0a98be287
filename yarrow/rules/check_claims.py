"""Claims on all charts, proved or refuted by going through every one; claims on examples likewise.

皆然: every chart of the condition has what is asserted; 只此五日: no other has, and so many there are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from yarrow.charts.ganzhi import BRANCHES, PILLARS
from yarrow.charts.liuren import cast
from yarrow.corpus import Text
from yarrow.rules import facts, space
from yarrow.rules.evaluate import truth
from yarrow.rules.language import Node
from yarrow.rules.records import ARTS, Annotation, Claim, Example, Record
from yarrow.rules.trial import CONFIRMED, CONTRADICTED, Said, statements, trial
from yarrow.rules.values import FALSE, TRUE, UNKNOWN

PROVED, REFUTED, UNDECIDED = "proved", "refuted", "undecided"
# What is counted -> the size of its numbering, and how a chart is numbered by its axes.
_COUNTED = {
    "liuyao": {
        "days": (60, lambda a: a["day"]), "months": (12, lambda a: a["month"]),
        "hexagrams": (64, lambda a: a["hexagram"]),
    },
    "liuren": {
        "days": (60, lambda a: a["day"]), "months": (12, lambda a: a["month"]),
        "lessons": (720, lambda a: a["day"] * 12 + a["shift"]),
    },
}


@dataclass(frozen=True)
class ClaimCheck:
    """What came of a claim.

    charts: on how many the condition holds; meet: on how many of them what is asserted does too.
    beyond: on how many outside the condition it does (only, exactly). unknown: charts that cannot
    be judged for want of a fact. counted: the number of days, lessons … found, None if none is
    claimed. witness, counter: charts in compact facts, the one bearing the claim out, the other
    against it ("" if there is none).
    """

    id: str
    passage: str
    status: str
    charts: int
    meet: int
    beyond: int
    unknown: int
    counted: int | None
    witness: str
    counter: str
    explanation: str


def check(annotation: Annotation, texts: Sequence[Text], ids: Sequence[str] = (),
          progress=lambda done, count: None) -> Iterator[ClaimCheck]:
    """Every claim, or those of some ids, passages or texts. Claims of one text share one pass."""
    arts = {text.slug: ARTS[text.tradition] for text in texts}
    claims = [one for one in annotation.records if one.kind == "claim"
              and (not ids or {one.id, one.passage, one.text} & set(ids))]
    done = 0
    for text in texts:
        mine = [one for one in claims if one.text == text.slug]
        over_charts = [one for one in mine if one.claim.over == "charts"]
        found = _on_charts(over_charts, arts[text.slug], text.slug) if over_charts else {}
        for one in mine:
            done += 1
            yield found[one.id] if one.id in found else _on_examples(one, annotation, arts, texts)
            progress(done, len(claims))


# -- over charts --------------------------------------------------------------------------------


@dataclass(eq=False)
class _Tally:
    """What has been found of one claim on the charts gone through so far."""

    when: Node | None
    asserts: tuple[Node, ...]
    charts: int = 0
    meet: int = 0
    fail: int = 0
    beyond: int = 0
    unknown: int = 0
    places: dict[str, int] = field(default_factory=dict)  # witness, fail, beyond, unknown -> first place
    seen: np.ndarray | None = None


def _on_charts(claims: Sequence[Record], art: str, slug: str) -> dict[str, ClaimCheck]:
    tallies = {}
    for one in claims:
        count = one.claim.count
        size = _COUNTED[art].get(count.of, (0, None))[0] if count else 0
        tallies[one.id] = _Tally(one.when.node if one.when else None,
                                 tuple(part.node for part in one.claim.asserts),
                                 seen=np.zeros(size, bool))
    for places in space.pieces(art):
        env = space.environment(art, slug, places)
        axes = space.axes(art, places)
        for one in claims:
            _add(tallies[one.id], one.claim, env, axes, places, art)
    return {one.id: _decided(one, tallies[one.id], art, slug) for one in claims}


def _add(tally: _Tally, claim: Claim, env, axes, places, art: str) -> None:
    when = _joined([tally.when] if tally.when else [], env)
    asserted = _joined(tally.asserts, env)
    both = np.minimum(when, asserted)
    masks = {
        "witness": both == TRUE, "fail": (when == TRUE) & (asserted == FALSE),
        "beyond": (when == FALSE) & (asserted == TRUE),
        # what is not asserted cannot be so beyond the condition, whatever the missing facts are
        "unknown": (when != FALSE) & (both == UNKNOWN) if claim.holds in ("every", "some")
        else (np.minimum(2 - when, asserted) == UNKNOWN) | (both == UNKNOWN),
    }
    tally.charts += int((when == TRUE).sum())
    tally.meet += int(masks["witness"].sum())
    tally.fail += int(masks["fail"].sum())
    tally.beyond += int(masks["beyond"].sum())
    tally.unknown += int(masks["unknown"].sum())
    for name, mask in masks.items():
        if mask.any():
            first = int(places[mask.argmax()])
            tally.places[name] = min(first, tally.places.get(name, first))
    if claim.count and len(tally.seen):
        tally.seen[_COUNTED[art][claim.count.of][1](axes)[masks["witness"]]] = True


def _joined(nodes: Sequence[Node], env) -> np.ndarray:
    whole = np.full(env.n, TRUE, np.int8)
    for node in nodes:
        whole = np.minimum(whole, truth(node, env).data)
    return whole


def _decided(record: Record, tally: _Tally, art: str, slug: str) -> ClaimCheck:
    claim = record.claim
    against = {"every": ("fail",), "some": (), "only": ("beyond",),
               "exactly": ("fail", "beyond")}[claim.holds]
    wrong = [name for name in against if name in tally.places]
    counted = None
    if claim.count:
        counted = int(tally.seen.sum()) if len(tally.seen) else tally.meet
    right_count = counted is None or counted == claim.count.number
    nothing = not tally.meet
    if wrong or not right_count and not tally.unknown or nothing and not tally.unknown:
        status = REFUTED
    elif tally.unknown and claim.holds != "some" or nothing or not right_count:
        status = UNDECIDED
    else:
        status = PROVED

    def chart(name: str) -> str:
        place = tally.places.get(name)
        return "" if place is None else facts.write(art, space.batch(art, slug, [place]), 0)
    counter = next((chart(name) for name in wrong), "")
    return ClaimCheck(
        record.id, record.passage, status, tally.charts, tally.meet, tally.beyond, tally.unknown,
        counted, chart("witness"), counter,
        " ".join(_said(claim, tally, counted, chart, art)),
    )


def _said(claim: Claim, tally: _Tally, counted, chart, art) -> Iterator[str]:
    if claim.holds in ("every", "exactly"):
        yield f"It holds on {tally.meet:,} of the {tally.charts:,} charts of its condition."
        if tally.fail:
            yield f"Not on {chart('fail')}."
    elif claim.holds == "some":
        yield f"It holds on {tally.meet:,} of the {tally.charts:,} charts of its condition."
    if claim.holds in ("only", "exactly"):
        yield f"Beyond its condition what is asserted is so on {tally.beyond:,} charts."
        if tally.beyond:
            yield f"As on {chart('beyond')}."
    if counted is not None:
        named = ""
        if claim.count.of in ("days", "months") and 0 < counted <= 12:
            names = PILLARS if claim.count.of == "days" else BRANCHES
            named = ": " + "、".join(names[i] for i in np.flatnonzero(tally.seen))
        elif claim.count.of == "lessons" and 0 < counted <= 20:
            named = ": " + "、".join(_lesson(int(i)) for i in np.flatnonzero(tally.seen))
        yield f"There are {counted:,} {claim.count.of}, {claim.count.number:,} claimed{named}."
    if tally.unknown:
        yield f"{tally.unknown:,} charts cannot be judged for want of a fact, as {chart('unknown')}."


def _lesson(number: int) -> str:
    batch = cast(number // 12, number % 12, night=-1)
    return f"{PILLARS[number // 12]}干上{BRANCHES[int(batch.upper[0, 0])]}"


# -- over examples ------------------------------------------------------------------------------


def _on_examples(record: Record, annotation: Annotation, arts, texts) -> ClaimCheck:
    """The examples that a claim names: each must come out, with what the claim asserts of it; and
    where it tells what came, that must not be otherwise than it says."""
    wrong, open_ = [], []
    examples = [annotation.by_id[id_] for id_ in record.claim.examples]
    for example in examples:
        said = list(statements(example))
        said += [Said(record.quote[0].words, record.passage, record.spans[0].start, False, "",
                        part.source) for part in record.claim.asserts]
        found = trial(arts[example.text], example.text, said, example.holds)
        if found.status == CONTRADICTED or _otherwise(example):
            wrong.append(example.id)
        elif found.status != CONFIRMED:
            open_.append(example.id)
    good = len(examples) - len(wrong) - len(open_)
    enough = good > 0 if record.claim.holds == "some" else good == len(examples)
    hopeless = good + len(open_) == 0 if record.claim.holds == "some" else bool(wrong)
    status = PROVED if enough else REFUTED if hopeless else UNDECIDED
    counted = good if record.claim.count else None
    if status == PROVED and counted is not None and counted != record.claim.count.number:
        status = REFUTED
    return ClaimCheck(
        record.id, record.passage, status, len(examples), good, 0, len(open_), counted,
        next((one.id for one in examples if one.id not in (*wrong, *open_)), ""),
        wrong[0] if wrong else "",
        f"{good} of {len(examples)} examples come out"
        + (f"; not {', '.join(wrong)}" if wrong else "")
        + (f"; undecided {', '.join(open_)}" if open_ else "") + ".",
    )


def _otherwise(example: Example) -> bool:
    """Whether what came is another value than what is said, of one aspect."""
    said = {one.about: set(one.values) for one in example.says if one.values}
    return any(one.values and one.about in said and not said[one.about] & set(one.values)
               for outcome in example.came for one in outcome.says)
