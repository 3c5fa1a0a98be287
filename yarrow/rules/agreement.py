"""How far two readings of the same passages agree: in quotes, conditions and judgments.

The second reading lies in corpus/readings, rules in SLUG.yaml and examples in SLUG-examples.yaml,
in the form of the first; `settled` of either says how each difference was decided. Records are
paired by their words, not by their ids. The condition of an example is all that it asserts.

What was decided for the second is written into the first, so that the figures then are those of the
settled records with the blind ones; what was decided for the first goes on to differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from yarrow import paths
from yarrow.corpus import Text
from yarrow.errors import Fault, YarrowError
from yarrow.rules import marked, validate
from yarrow.rules.evaluate import Env, truth
from yarrow.rules.judgments import load_judgments
from yarrow.rules.link import by_passage, spans_of
from yarrow.rules.load import read_file, reading_files
from yarrow.rules.records import ARTS, Annotation, Example, Expression, Record
from yarrow.rules.values import TRUE

CHARTS = 10_000
LEAST = 0.5  # share of quoted characters in common for two records to be a pair


@dataclass(frozen=True)
class Agreement:
    """Two readings of one text.

    passages: read by both. first, second: records of each there. pairs: records that share their
    words; same_quote: of these, with the very same spans; same_kind: of the same kind. conditions:
    pairs in which both have a condition; charts: mean share of the random charts on which the two
    conditions have the same truth; overlap: mean share, of those on which either is true, on which
    both are (1 where neither ever is), which rare conditions do not flatter; same_condition: pairs
    equal on all of them; one_condition: pairs in which one alone has a condition. judgments: of
    both readings, pair by pair; same_judgments: those on which both agree (aspect and value).
    omens: pairs in which either has one; same_omens: of these, with the same.
    settled: differences by what they are about (quote, kind, condition, judgment, omen, missing) and by
    decision (first, second, both, neither); left: those that still differ and are not settled,
    (first, second, about), with "" for a record that is not there.
    """

    text: str
    passages: int
    first: int
    second: int
    pairs: int
    same_quote: int
    same_kind: int
    conditions: int
    charts: float | None
    overlap: float | None
    same_condition: int
    one_condition: int
    judgments: int
    same_judgments: int
    omens: int
    same_omens: int
    settled: dict[str, dict[str, int]]
    left: tuple[tuple[str, str, str], ...]

    @property
    def quotes(self) -> float | None:
        """F1 of the pairs."""
        total = self.first + self.second
        return 2 * self.pairs / total if total else None


def agreement(
    annotation: Annotation, texts: Sequence[Text], directory: Path | None = None
) -> list[Agreement]:
    """Each text of which there is a second reading. YarrowError with the faults of those files."""
    directory = Path(directory) if directory else paths.corpus_dir()
    judgments = load_judgments(directory)
    faults: list[Fault] = []
    out = []
    for text in texts:
        second: list[Record | Example] = []
        settled: list[tuple[str, dict[str, str]]] = []  # with where it stands
        wrong: list[Fault] = []
        for path in reading_files(text, directory):
            found, told = read_file(path, text, judgments)
            second += found
            wrong += told
            if not told:
                settled += [
                    (f"corpus/readings/{path.name}: settled, entry {i}", entry)
                    for i, entry in enumerate(marked.read(path)[0].get("settled", ()), 1)
                ]
        faults += wrong
        if second and not wrong:
            unknown = list(_unknown(annotation, second, settled))
            faults += unknown
            if not unknown:
                out.append(compare(annotation, second, text, [entry for _, entry in settled]))
    if faults:
        raise YarrowError(faults)
    return out


def compare(
    annotation: Annotation,
    second: Sequence[Record | Example],
    text: Text,
    settled: Sequence[dict[str, str]],
) -> Agreement:
    """One text: the annotation's records of the passages that the second reading has, and those.
    settled: the entries of its files."""
    mine = by_passage(annotation)
    theirs: dict[str, list[Record | Example]] = {}
    for record in second:
        theirs.setdefault(record.passage, []).append(record)
    env = validate.sample(text.slug, ARTS[text.tradition], CHARTS, 2)
    counts: Counter[str] = Counter()
    shares: list[tuple[float, float]] = []
    differ: list[tuple[str, str, str]] = []
    for passage, others in theirs.items():
        ours = mine.get(passage, [])
        counts.update(first=len(ours), second=len(others))
        pairs = pair(ours, others)
        paired = {record.id for record, _ in pairs}
        differ += [(record.id, "", "missing") for record in ours if record.id not in paired]
        paired = {record.id for _, record in pairs}
        differ += [("", record.id, "missing") for record in others if record.id not in paired]
        for one, other in pairs:
            same = {"quote": _places(one) == _places(other), "kind": one.kind == other.kind}
            counts["pairs"] += 1
            counts["same_quote"] += same["quote"]
            counts["same_kind"] += same["kind"]
            conditions = [found for found in (_condition(one), _condition(other)) if found]
            if len(conditions) == 2:
                share = _share(*conditions, env)
                shares.append(share)
                same["condition"] = share[0] == 1
                counts["same_condition"] += same["condition"]
            elif conditions:
                same["condition"] = False
                counts["one_condition"] += 1
            said = [
                {(j.about, v) for j in r.says for v in j.values or (j.answer.source,)}
                for r in (one, other)
            ]
            counts["judgments"] += len(said[0] | said[1])
            counts["same_judgments"] += len(said[0] & said[1])
            same["judgment"] = said[0] == said[1]
            same["omen"] = one.omen == other.omen
            counts["omens"] += bool(one.omen or other.omen)
            counts["same_omens"] += bool(one.omen) and same["omen"]
            differ += [(one.id, other.id, about) for about, so in same.items() if not so]
    ways: dict[str, Counter[str]] = {}
    for entry in settled:
        ways.setdefault(entry["about"], Counter())[entry["for"]] += 1
    names = (
        "first",
        "second",
        "pairs",
        "same_quote",
        "same_kind",
        "same_condition",
        "one_condition",
        "judgments",
        "same_judgments",
        "omens",
        "same_omens",
    )
    return Agreement(
        text=text.slug,
        passages=len(theirs),
        conditions=len(shares),
        charts=float(np.mean([one for one, _ in shares])) if shares else None,
        overlap=float(np.mean([one for _, one in shares])) if shares else None,
        settled={about: dict(found) for about, found in ways.items()},
        left=tuple(one for one in differ if not any(_settles(entry, *one) for entry in settled)),
        **{name: counts[name] for name in names},
    )


def pair(ours: Sequence, theirs: Sequence) -> list[tuple]:
    """Records of two readings that quote the same words, best first, each used once."""
    scored = []
    for i, one in enumerate(ours):
        for k, other in enumerate(theirs):
            a, b = _places(one), _places(other)
            share = len(a & b) / len(a | b) if a | b else 0.0
            if share >= LEAST:
                scored.append((-share, one.kind != other.kind, i, k))
    used: tuple[set[int], set[int]] = (set(), set())
    out = []
    for _, _, i, k in sorted(scored):
        if i not in used[0] and k not in used[1]:
            used[0].add(i)
            used[1].add(k)
            out.append((ours[i], theirs[k]))
    return out


def _settles(entry: dict[str, str], first: str, second: str, about: str) -> bool:
    """Whether an entry is about this difference. One that names two records as counterparts says
    that neither is missing; one that says that a record was missing is about all of it."""
    ids = (entry.get("first", ""), entry.get("second", ""))
    if about == "missing":
        return bool(first and first == ids[0] or second and second == ids[1])
    return ids == (first, second) and entry["about"] in (about, "missing")


def _unknown(
    annotation: Annotation,
    second: Sequence[Record | Example],
    settled: Sequence[tuple[str, dict[str, str]]],
) -> Iterator[Fault]:
    """Entries that name a record that is not there; each is given with where it stands."""
    known = {"first": set(annotation.by_id), "second": {record.id for record in second}}
    for where, entry in settled:
        for side, ids in known.items():
            if entry.get(side, "") not in ids | {""}:
                yield Fault(
                    where,
                    f"{side}: {entry[side]} is no record of the {side} reading",
                    "name a record that is there; leave it out where the record was withdrawn",
                )


def _places(record) -> set[int]:
    return {i for span in spans_of(record) for i in range(span.start, span.end)}


def _condition(record: Record | Example) -> tuple[Expression, ...]:
    """What must all hold; empty where there is no condition on the chart."""
    if isinstance(record, Example):
        return tuple(one.that for one in record.asserts)
    if record.kind == "claim":
        return (*filter(None, (record.when,)), *record.claim.asserts)
    found = record.meaning if record.kind == "definition" else record.when
    return (found,) if found else ()


def _share(one: Sequence[Expression], other: Sequence[Expression], env: Env) -> tuple[float, float]:
    """The share of charts on which two conditions have the same truth, and of those on which
    either is true the share on which both are."""
    both = [
        np.min([truth(part.node, env).data for part in parts], axis=0) for parts in (one, other)
    ]
    true = [data == TRUE for data in both]
    either = int((true[0] | true[1]).sum())
    overlap = int((true[0] & true[1]).sum()) / either if either else 1.0
    return float((both[0] == both[1]).mean()), overlap
