"""Every rule on the charts that it keeps, and whether there is any chart at all on which it can hold.

The kept charts are those of the record, true and false. A rule that is true on none of them is
sought on a sample in which every fact is known, and then on every chart that there is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from yarrow.corpus import Text
from yarrow.errors import YarrowError
from yarrow.rules import census, space, validate
from yarrow.rules.evaluate import truth
from yarrow.rules.language import Node
from yarrow.rules.records import ARTS, Annotation, Record, Row
from yarrow.rules.values import FALSE, TRUE, UNKNOWN

SAID = {FALSE: "false", UNKNOWN: "unknown", TRUE: "true"}


@dataclass(frozen=True)
class RuleCheck:
    """What came of one rule, row or definition.

    status: right; wrong (a kept chart is not as it is kept); never (no chart makes it true, and the
    record does not say so); unheard (it is true on no chart, but unknown on some for want of a
    fact). kept: how many charts are kept. wrong: those that are not as kept, with what they are.
    chart: one on which it is true, "" if there is none.
    """

    id: str
    passage: str
    status: str
    kept: int
    wrong: tuple[str, ...]
    chart: str
    reason: str = ""


def check(annotation: Annotation, texts: Sequence[Text], ids: Sequence[str] = (),
          progress=lambda what: None) -> list[RuleCheck]:
    """Every rule with a condition on the chart, or those of some ids, passages or texts."""
    arts = {text.slug: ARTS[text.tradition] for text in texts}
    found: dict[str, RuleCheck] = {}
    unseen: dict[str, list[tuple[str, Node, Record]]] = {}
    for id_, one, record, node in _conditions(annotation, arts):
        if ids and not {id_, record.id, record.passage, record.text} & set(ids):
            continue
        art = arts[record.text]
        wrong = tuple(_wrong(one, node, record.text, art))
        true_chart = next((chart for chart in one.true if not any(
            words.startswith(chart + ":") for words in wrong)), "") or _sampled(node, record.text, art)
        reason = getattr(one, "never", "")
        if reason and true_chart:
            wrong += (f"{true_chart}: true, and the record says that it never is",)
        status = "wrong" if wrong else "right" if true_chart or reason else "never"
        found[id_] = RuleCheck(id_, record.passage, status, len(one.true) + len(one.false), wrong,
                               true_chart, reason)
        if not true_chart:
            unseen.setdefault(record.text, []).append((id_, node, record))
    for slug, some in unseen.items():
        progress(f"{slug}: {len(some)} rules are sought on every chart")
        for id_, state, chart in _everywhere(some, arts[slug], slug):
            old = found[id_]
            status = old.status
            if old.status != "wrong":
                status = {TRUE: "wrong" if old.reason else "right", UNKNOWN: "unheard",
                          FALSE: "right" if old.reason else "never"}[state]
            wrong = old.wrong + ((f"{chart}: true, and the record says that it never is",)
                                 if state == TRUE and old.reason else ())
            found[id_] = RuleCheck(id_, old.passage, status, old.kept, wrong, chart, old.reason)
    return list(found.values())


def _conditions(annotation: Annotation, arts) -> Iterator[tuple[str, Record | Row, Record, Node]]:
    for record in annotation.records:
        art = arts[record.text]
        for row in record.rows:
            if row.when is not None:
                yield row.id, row, record, row.when.node
        if record.kind in ("rule", "definition"):
            condition = census.condition_of(record, annotation)
            if record.kind == "definition" and record.meaning is not None:
                yield record.id, record, record, record.meaning.node
            elif record.kind == "rule" and condition is not None:
                yield record.id, record, record, census.tree(condition, art, record.text)


def _wrong(one: Record | Row, node: Node, slug: str, art: str) -> Iterator[str]:
    for key, value in (("true", TRUE), ("false", FALSE)):
        for words in getattr(one, key):
            try:
                data = truth(node, validate.environment(slug, art, words)).data
            except YarrowError as error:
                yield f"{words}: {error.faults[0].what}"
                continue
            if (data != value).any():
                yield f"{words}: {SAID[int(data[data != value][0])]}, kept as {key}"


def _sampled(node: Node, slug: str, art: str) -> str:
    """A chart of the sample on which it is true, "" if there is none."""
    env = validate.sample(slug, art)
    true = truth(node, env).data == TRUE
    return validate.describe(env, art, int(true.argmax())) if true.any() else ""


def _everywhere(some, art: str, slug: str) -> Iterator[tuple[str, int, str]]:
    """For each rule its best truth on all charts, and the first chart that has it (if true)."""
    best = {id_: (FALSE, "") for id_, _, _ in some}
    for places in space.pieces(art):
        left = [(id_, node) for id_, node, _ in some if best[id_][0] != TRUE]
        if not left:
            break
        env = space.environment(art, slug, places)
        for id_, node in left:
            data = truth(node, env).data
            state = int(np.max(data))
            if state > best[id_][0]:
                chart = validate.describe(env, art, int(data.argmax())) if state == TRUE else ""
                best[id_] = (state, chart)
    yield from ((id_, state, chart) for id_, (state, chart) in best.items())
