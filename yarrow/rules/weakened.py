"""Whether the charts kept with a rule pin its condition down: what if a part of it were left out?

Each condition is written again with one thing changed: an operand of `and`, `or`, `&` or `|` left
out, what stands after a `-`, a `not`, an `else`; `&` in place of `<=`, `and` for `or` and `or` for
`and`. If a kept chart then comes out otherwise, it guards that part; if none does, the part could
be lost, or be wrong, and `check rules` would not tell. Where a variant is the same condition on
every chart that is looked at, there is nothing to guard.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from yarrow.charts import liuren, liuyao, liuyao_conventions
from yarrow.charts.ganzhi import BRANCHES
from yarrow.corpus import Text
from yarrow.errors import YarrowError
from yarrow.rules import census, facts, validate
from yarrow.rules.evaluate import Env, truth
from yarrow.rules.language import Node, parse
from yarrow.rules.load import vocabulary
from yarrow.rules.records import ARTS, Annotation, Expression, Record, Row
from yarrow.rules.values import FALSE, TRUE, UNKNOWN

SAME, GUARDED, UNGUARDED = "same", "guarded", "unguarded"
_SIGN = {"and": " and ", "or": " or ", "meet": " & ", "bearing": " & ", "join": " | "}
_FAMILY = {"bearing": "meet"}  # a set that meets a constant
# What charts differ in, with how many values each has; those of persons only where they are told.
_AXES = {
    "liuyao": dict(hexagram=64, moves=64, day=60, month=12, year=12, birth=12, sex=2),
    "liuren": dict(day=60, shift=12, night=2, month=12, year=12, birth=12, age=12),
}
_CHART = 4  # the axes of the chart itself
_FIXED = {"liuyao": 3, "liuren": 2}  # words of a chart that is offered which are always given
_TRIED = 12  # charts of the sample that are tried as compact facts


@dataclass(frozen=True)
class Condition:
    """A condition of a rule, a row, a definition or a second reading, and its kept charts.

    reading: 0 for the first. source: its own words in the language; unless: the rules of its
    `else`, each as (id, tree). table: the record of a row whose table has an intensional form.
    """

    id: str
    reading: int
    record: Record
    source: str
    unless: tuple[tuple[str, Node], ...]
    true: tuple[str, ...]
    false: tuple[str, ...]
    table: Record | None = None


@dataclass(frozen=True)
class Variant:
    """A condition with one change, and whether a kept chart tells it from the condition.

    id, reading, passage: whose condition; reading 0 is the first. change: in words; source: the
    variant. status: same, guarded or unguarded. chart: of one that is unguarded, a chart that would
    tell ("" if compact facts tell none), and value, what the condition is on it: true or false.
    """

    id: str
    reading: int
    passage: str
    change: str
    source: str
    status: str
    chart: str = ""
    value: str = ""


def check(annotation: Annotation, texts: Sequence[Text], ids: Sequence[str] = (),
          progress=lambda what: None) -> list[Variant]:
    """Every variant of every condition, or of those of some ids, passages or texts."""
    arts = {text.slug: ARTS[text.tradition] for text in texts}
    found: list[Variant] = []
    slug = ""
    for one in conditions(annotation, arts):
        if ids and not {one.id, one.record.id, one.record.passage, one.record.text} & set(ids):
            continue
        if one.record.text != slug:
            slug = one.record.text
            progress(f"{slug}: conditions with a part left out")
        found += judged(one, arts[slug])
    return found


def figures(found: Sequence[Variant]) -> dict[tuple[str, bool], Counter[str]]:
    """How many variants of each text have each status, those of second readings apart."""
    counts: dict[tuple[str, bool], Counter[str]] = {}
    for one in found:
        key = (one.passage.split("-")[0], one.reading > 0)
        counts.setdefault(key, Counter())[one.status] += 1
    return dict(sorted(counts.items()))


def conditions(annotation: Annotation, arts: dict[str, str]) -> Iterator[Condition]:
    """Every condition that runs on a chart, with the charts that are kept for it."""
    for record in annotation.records:
        for row in record.rows:
            if row.when is not None:
                yield Condition(row.id, 0, record, row.when.source, (), row.true, row.false,
                                record if record.equals is not None else None)
        whole = census.condition_of(record, annotation)
        if record.kind not in ("rule", "definition") or whole is None:
            continue
        art = arts[record.text]
        others = [id_ for id_ in record.otherwise
                  if census.condition_of(annotation.by_id[id_], annotation) is not None]
        unless = tuple((id_, census.tree(other, art, record.text))
                       for id_, other in zip(others, whole.unless, strict=True))
        yield Condition(record.id, 0, record, whole.source, unless, record.true, record.false)
        for n, reading in enumerate(record.readings[1:], 1):
            if reading.when is not None and reading.when.source != whole.source:
                yield Condition(record.id, n, record, reading.when.source, unless,
                                record.true, record.false)


def variants(source: str, art: str, slug: str) -> Iterator[tuple[str, str, Node]]:
    """What is changed, the variant as written, and its tree; only those that the language allows,
    each once."""
    words = vocabulary(art, slug)
    whole = parse(source, words)
    seen = {whole.text()}
    for node in _nodes(whole):
        for change, instead in _changes(node, source):
            written = f"{source[:node.start]}({instead}){source[node.end:]}"
            try:
                tree = parse(written, words)
            except YarrowError:
                continue
            if tree.text() not in seen:
                seen.add(tree.text())
                yield change, written, tree


def _nodes(node: Node) -> Iterator[Node]:
    yield node
    for part in _written(node):
        yield from _nodes(part)


def _written(node: Node) -> tuple[Node, ...]:
    """The parts of a node as they are written; `A <= B` and `A - B` may hold A a second time."""
    if node.op in ("within", "less") and node.parts[1].op == "bearing":
        left, right = node.parts
        if right.parts[0] is left:
            return left, right.parts[1]
    return node.parts


def _changes(node: Node, source: str) -> Iterator[tuple[str, str]]:
    """What may be changed in one node: in words, and what then stands in its place."""
    parts = _written(node)
    told = [source[part.start : part.end] for part in parts]
    apart = [words if part.op in ("word", "call") else f"({words})"
             for part, words in zip(parts, told, strict=True)]
    whole = source[node.start : node.end]
    if node.op in _SIGN:
        family = _FAMILY.get(node.op, node.op)
        for n, part in enumerate(parts):
            if _FAMILY.get(part.op, part.op) != family:  # else its own operands are left out
                rest = _SIGN[node.op].join(apart[:n] + apart[n + 1 :])
                yield f"{told[n]} left out of {whole}", rest
    if node.op in ("and", "or"):
        other = {"and": "or", "or": "and"}[node.op]
        yield f"{other} for {node.op} in {whole}", f" {other} ".join(apart)
    elif node.op == "less":
        yield f"- {told[1]} left out of {whole}", told[0]
    elif node.op == "not":
        yield f"not left out of {whole}", told[0]
    elif node.op == "within":
        yield f"& for <= in {whole}", f"{apart[0]} & {apart[1]}"


def judged(one: Condition, art: str) -> list[Variant]:
    """The variants of one condition, each with what came of it."""
    slug, sample = one.record.text, validate.sample(one.record.text, art)
    nots = [Node("not", "truth", 0, 0, (other,)) for _, other in one.unless]
    own = [parse(one.source, vocabulary(art, slug))] if one.source else []
    whole = _all([*own, *nots])
    changed = []
    if own:
        changed += [(change, written, tree, _all([tree, *nots]))
                    for change, written, tree in variants(one.source, art, slug)]
    if len(own) + len(nots) > 1:
        rest = (_all([*own, *nots[:n], *nots[n + 1 :]]) for n in range(len(nots)))
        changed += [(f"else {id_} left out", one.source, None, tree)
                    for (id_, _), tree in zip(one.unless, rest, strict=True)]
    kept = _kept(one, whole, art)
    near = [(words, _near(words, slug, art)) for words, _ in kept]
    sample = replace(sample, memo={}, _others={})
    found = []
    for change, written, tree, variant in changed:
        chart = value = ""
        status = GUARDED
        if not (_guarded(variant, kept, slug, art) or one.table and _unequal(one, tree, sample)):
            parted = _parting(whole, variant, near, sample, slug, art)
            status, chart, value = (UNGUARDED, *parted) if parted else (SAME, "", "")
        found.append(Variant(one.id, one.reading, one.record.passage, change, written, status,
                             chart, value))
    return found


def _all(nodes: Sequence[Node]) -> Node:
    return nodes[0] if len(nodes) == 1 else Node("and", "truth", 0, 0, tuple(nodes))


def _kept(one: Condition, whole: Node, art: str) -> list[tuple[str, int]]:
    """The kept charts and their truth; for a second reading those on which it is the same."""
    kept = [(words, TRUE) for words in one.true] + [(words, FALSE) for words in one.false]
    envs = (validate.environment(one.record.text, art, words) for words, _ in kept)
    return [(words, value) for (words, value), env in zip(kept, envs, strict=True)
            if (truth(whole, env).data == value).all()]


def _guarded(variant: Node, kept: Sequence[tuple[str, int]], slug: str, art: str) -> bool:
    """Whether some kept chart is otherwise with the variant."""
    return any((truth(variant, validate.environment(slug, art, words)).data != value).any()
               for words, value in kept)


def _unequal(one: Condition, tree: Node, sample: Env) -> bool:
    """Whether a table with this variant of a row would part from its form."""
    rows: list[Row] = [replace(row, when=Expression("", tree)) if row.id == one.id else row
                       for row in one.table.rows if row.when is not None]
    return any(wrong.any() for _, wrong in validate.differences(one.table.equals, rows, sample))


# -- a chart that would tell ----------------------------------------------------------------------


def _near(words: str, slug: str, art: str) -> Env:
    """The charts that differ in one fact from the first of a kept line; few moving lines first."""
    told = facts.read(art, words)
    batch = validate.environment(slug, art, words).charts
    base = {name: int(getattr(batch, name)[0]) for name in _AXES[art]}
    rows = [base | {name: value} for name, high in _AXES[art].items()
            if name in list(_AXES[art])[:_CHART] or base[name] >= 0
            for value in sorted(range(high), key=int.bit_count if name == "moves" else None)
            if value != base[name]]
    columns = {name: np.array([row[name] for row in rows]) for name in base}
    if art == "liuyao":
        charts = liuyao.lay(**columns, conventions=liuyao_conventions.BY_TEXT[slug])
    else:
        charts = liuren.cast(**columns)
    return facts.environment(told, charts, slug)


def _parting(whole: Node, variant: Node, near: Sequence[tuple[str, Env]], sample: Env, slug: str,
             art: str) -> tuple[str, str] | None:
    """A chart on which the two part, and what the condition is on it; None if there is none.

    One that differs in one fact from a kept chart, or else one of the sample.
    """
    parted = False
    for words, env in near:
        places = _parted(whole, variant, env)
        parted |= bool(places.size)
        beyond = "用" if art == "liuyao" else "男女母"
        also = [word for word in words.split() if word[0] in beyond]
        for i in places[:_TRIED]:
            line = " ".join([validate.describe(env, art, int(i)), *also])
            if value := _told(line, whole, variant, slug, art):
                return line, value
    places = _parted(whole, variant, sample)
    if art == "liuyao":  # few moving lines first
        places = places[np.bitwise_count(sample.charts.moves[places]).argsort(kind="stable")]
    for i in places[:_TRIED]:
        line = f"{validate.describe(sample, art, int(i))} {_persons(sample, art, int(i))}"
        if value := _told(line, whole, variant, slug, art):
            return _shortest(line, whole, variant, slug, art), value
    return ("", "") if parted or places.size else None


def _parted(whole: Node, variant: Node, env: Env) -> np.ndarray:
    """Where one of the two is true and the other false."""
    return np.flatnonzero(_opposite(truth(whole, env).data, truth(variant, env).data))


def _opposite(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    return (one != other) & (one != UNKNOWN) & (other != UNKNOWN)


def _persons(env: Env, art: str, i: int) -> str:
    """What the sample has beyond its charts, as compact facts: 用神, or the other persons."""
    if art == "liuyao":
        return "用財"
    return " ".join(f"{name}{mark}{BRANCHES[branch[i]]}"
                    for name, years in env.options["persons"].items()
                    for mark, branch in zip(("命", "行年"), years, strict=True))


def _told(line: str, whole: Node, variant: Node, slug: str, art: str) -> str:
    """true or false if the condition is so on all charts of a line, the variant not on one; ""."""
    env = validate.environment.__wrapped__(slug, art, line)  # not remembered: each is asked once
    one, other = truth(whole, env).data, truth(variant, env).data
    if (one != one[0]).any() or not _opposite(one, other).any():
        return ""
    return "true" if one[0] == TRUE else "false"


def _shortest(line: str, whole: Node, variant: Node, slug: str, art: str) -> str:
    """A line without those facts on month, year and persons that make no difference."""
    words = line.split()
    for n in range(len(words) - 1, _FIXED[art] - 1, -1):
        fewer = words[:n] + words[n + 1 :]
        if _told(" ".join(fewer), whole, variant, slug, art):
            words = fewer
    return " ".join(words)
