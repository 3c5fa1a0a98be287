"""What joins the records, and whether their charts bear them out.

Every id is unique and never used again, what is named is there, each condition is true on the
charts that its record keeps as true and false on those that it keeps as false, a row of a table
can hold and can fail, and a table equals its intensional form on every chart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from yarrow import paths
from yarrow.charts import liuren, liuyao, liuyao_conventions
from yarrow.corpus import Text, load_corpus, load_yaml
from yarrow.errors import Fault, YarrowError
from yarrow.rules import facts
from yarrow.rules.evaluate import Env, evaluate, truth
from yarrow.rules.judgments import near
from yarrow.rules.load import load_annotation
from yarrow.rules.records import ARTS, Annotation, Example, Expression, Record, Row
from yarrow.rules.values import FALSE, TRUE, UNKNOWN, Set, Truth

SAMPLE = 20_000  # 六爻 charts on which a row, or a `never`, is tried
_SAID = {FALSE: "false", UNKNOWN: "unknown", TRUE: "true"}


def load(texts: Sequence[Text] | None = None, directory: Path | None = None) -> Annotation:
    """All records of a corpus folder, loaded and checked. YarrowError with every fault."""
    directory = Path(directory) if directory else paths.corpus_dir()
    texts = load_corpus(directory) if texts is None else texts
    annotation = load_annotation(texts, directory)
    faults = check(annotation, texts, directory)
    if faults:
        raise YarrowError(faults)
    return annotation


def check(
    annotation: Annotation,
    texts: Sequence[Text],
    directory: Path | None = None,
    second: bool = False,
) -> list[Fault]:
    """Every fault of records that are right each by itself; empty if there is none.

    second: they are those of the second reading, which lie in another folder and have ids of their own
    count, so that none of them is retired.
    """
    directory = Path(directory) if directory else paths.corpus_dir()

    def place(one: Record | Example | Row) -> str:
        return _place(one, directory, second)

    arts = {text.slug: ARTS[text.tradition] for text in texts}
    path = directory / "retired.yaml"
    entries = load_yaml(path, "retired")["retired"] if path.exists() else []
    retired = set() if second else {entry["id"] for entry in entries}
    faults = list(_ids(annotation, place, retired)) + list(_references(annotation, place))
    for record in annotation.records:
        where = place(record)
        for row in record.rows:
            faults += _row(row, record, arts[record.text], where)
        faults += _charts(record, annotation, arts[record.text], where)
        if record.equals is not None:
            faults += _equal(record, arts[record.text], where)
    return faults


Place = Callable[[Record | Example | Row], str]  # where a record stands, for messages


def _place(one: Record | Example | Row, directory: Path, second: bool) -> str:
    """File, line and id of a record."""
    slug = one.id.split("-")[0]
    example = isinstance(one, Example)
    file = (
        f"readings/{slug}{'-examples' * example}"
        if second
        else (f"{'examples' if example else 'rules'}/{slug}")
    )
    return f"{directory / file}.yaml:{one.line} ({one.id})"


def _ids(annotation: Annotation, place: Place, retired: set[str]) -> Iterator[Fault]:
    seen: dict[str, int] = {}
    for record in (*annotation.records, *annotation.examples):
        for one in (record, *getattr(record, "rows", ())):
            if one.id in seen:
                yield Fault(
                    place(one),
                    f"the id stands in line {seen[one.id]} already",
                    "give it the next number that was never used",
                )
            if one.id in retired:
                yield Fault(place(one), "the id was retired", "an id never returns")
            seen.setdefault(one.id, one.line)
            if one is not record and not one.id.startswith(record.id + "-"):
                yield Fault(
                    place(one), f"a row of {record.id}", f"let its id begin with {record.id}-"
                )


def _references(annotation: Annotation, place: Place) -> Iterator[Fault]:
    examples = {example.id for example in annotation.examples}
    rows = {row.id for record in annotation.records for row in record.rows}
    rules = {record.id for record in annotation.records} | rows
    for record in annotation.records:
        named = [("else", id_) for id_ in record.otherwise]
        named += [("except or requires", id_) for bond in record.bonds for id_ in bond.ids]
        named += [("bears", id_) for id_ in (record.bears.ids if record.bears else ())]
        named += [("glosses", gloss.id) for gloss in record.glosses]
        named += [("rests_on", id_) for id_ in record.rests_on]
        yield from _unknown(record, named, rules, place)
        named = [("examples", id_) for id_ in (record.claim.examples if record.claim else ())]
        yield from _unknown(record, named, examples, place)
        for bond in record.bonds:
            if bond.about and not any(
                judgment.about == bond.about
                for other in annotation.records
                if other is not record and other.passage == record.passage
                for judgment in other.says
            ):
                yield Fault(
                    place(record),
                    f"no rule of {record.passage} is about {bond.about}",
                    "name the rules by id",
                )
        for id_ in record.otherwise:
            other = annotation.by_id.get(id_)
            if id_ in rows or isinstance(other, Record) and not (other.when or other.otherwise):
                yield Fault(
                    place(record),
                    f"else: {id_} has no condition on the chart of its own",
                    "name a rule that has one",
                )
        if record.id in _otherwise(record, annotation):
            yield Fault(
                place(record), "else: leads back to this record", "name what holds by itself"
            )
    for example in annotation.examples:
        named = [("illustrates", id_) for id_ in example.illustrates]
        yield from _unknown(example, named, rules | examples, place)


def _otherwise(record: Record, annotation: Annotation) -> set[str]:
    """The records that one is otherwise than, and those that they are otherwise than."""
    found: set[str] = set()
    ahead = list(record.otherwise)
    while ahead:
        id_ = ahead.pop()
        if id_ not in found:
            found.add(id_)
            ahead += getattr(annotation.by_id.get(id_), "otherwise", ())
    return found


def _unknown(one, named, known: set[str], place: Place) -> Iterator[Fault]:
    for key, id_ in named:
        if id_ not in known:
            yield Fault(
                place(one),
                f"{key}: there is no {id_} that could stand here",
                f"name a record of the right kind that is there, perhaps {near(id_, known)}",
            )
        elif id_ == one.id:
            yield Fault(place(one), f"{key}: {id_} is this record itself", "name another")


# -- charts -------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def environment(slug: str, art: str, words: str) -> Env:
    """The charts that compact facts leave open, by the conventions of a text."""
    read = facts.read(art, words)
    conventions = liuyao_conventions.BY_TEXT[slug] if art == "liuyao" else None
    return facts.environment(read, facts.charts(read, conventions), slug)


def condition(record: Record, env: Env, annotation: Annotation) -> Truth | None:
    """Whether a record's own condition holds, with `else` (none of those rules does); None where it
    has no condition on the chart. What a definition names is its condition."""
    tested = record.meaning if record.kind == "definition" else record.when
    if tested is None and not record.otherwise:
        return None
    whole = truth(tested.node, env) if tested else Truth(np.full(env.n, TRUE, np.int8))
    for id_ in record.otherwise:
        other = condition(annotation.by_id[id_], env, annotation)
        if other is not None:
            whole = whole & ~other
    return whole


def _charts(record: Record, annotation: Annotation, art: str, where: str) -> Iterator[Fault]:
    if (
        record.kind not in ("rule", "definition")
        or record.kind == "rule"
        and (record.when is None and not record.otherwise)
        or (record.kind == "definition" and record.meaning is None)
    ):
        if record.true or record.false:
            yield Fault(
                where, "charts without a condition on the chart", "drop them, or give `when`"
            )
        return
    for id_ in (record.id, *_otherwise(record, annotation)):
        other = annotation.by_id.get(id_)
        if not isinstance(other, Record) or id_ in _otherwise(other, annotation):
            return  # told already
    lacking = [
        key
        for key, instead in (("true", "never"), ("false", "always"))
        if not getattr(record, key) and not getattr(record, instead)
    ]
    if lacking:
        yield Fault(
            where,
            f"no chart under {' and '.join(lacking)}",
            "keep one of each, or say under never (always) why none is true (false); "
            f"`yarrow annotate {record.passage} --suggest` finds them",
        )
    for key, value, instead in (("true", TRUE, "never"), ("false", FALSE, "always")):
        words, reason = getattr(record, key), getattr(record, instead)
        if words and reason:
            yield Fault(where, f"{key} and {instead} are both given", "keep the one that is so")
        for one in words:
            found = _evaluated(record, one, annotation, art, where)
            if isinstance(found, Fault):
                yield found
            elif (found != value).any():
                other = int(found[found != value][0])
                yield Fault(
                    where,
                    f"it is {_SAID[other]} on {one}, kept as {key}",
                    "mend the condition or the chart",
                )
        if reason and (witness := search(record, annotation, art, value)):
            yield Fault(where, f"{instead}: yet it is {key} on {witness}", f"keep that under {key}")


def _evaluated(record, words, annotation, art, where) -> np.ndarray | Fault:
    try:
        return condition(record, environment(record.text, art, words), annotation).data
    except YarrowError as error:
        fault = error.faults[0]
        return Fault(where, f"{words}: {fault.what}", fault.remedy)


def _row(row: Row, record: Record, art: str, where: str) -> Iterator[Fault]:
    if row.when is None:
        if row.true or row.false:
            yield Fault(where, f"{row.id}: charts without a condition", "drop them, or give `when`")
        return
    for key, value in (("true", TRUE), ("false", FALSE)):
        for one in getattr(row, key):
            found = truth(row.when.node, environment(record.text, art, one)).data
            if (found != value).any():
                yield Fault(
                    where,
                    f"{row.id}: it is {_SAID[int(found[found != value][0])]} on {one}, "
                    f"kept as {key}",
                    "mend the condition or the chart",
                )
        if (
            not getattr(row, key)
            and not (truth(row.when.node, sample(record.text, art)).data == value).any()
        ):
            yield Fault(
                where,
                f"{row.id}: of {sample(record.text, art).n} charts none makes it {key}",
                f"mend it, or keep a chart under {key}",
            )


@lru_cache(maxsize=8)
def sample(slug: str, art: str, n: int = SAMPLE, seed: int = 1) -> Env:
    """Charts with every fact known: all of 大六壬 by lesson, day or night and month; n random ones of
    六爻. Years, persons and sex are random, from the seed."""
    random = np.random.default_rng(seed)
    if art == "liuren":
        day, shift, night, month = np.unravel_index(np.arange(17280), (60, 12, 2, 12))
        year, birth, age, hour = random.integers(0, 12, (4, len(day)))
        batch = liuren.cast(
            day, shift, night=night, month=month, year=year, birth=birth, age=age, hour=hour
        )
        persons = {name: tuple(random.integers(0, 12, (2, len(day)))) for name in facts.PERSONS}
        return facts.liuren_base.environment(
            batch, sex=random.integers(0, 2, len(day)), persons=persons, text=slug
        )
    code, moves, day, month, year, birth, sex = (
        random.integers(0, high, n) for high in (64, 64, 60, 12, 12, 12, 2)
    )
    batch = liuyao.lay(
        code,
        moves,
        day=day,
        month=month,
        year=year,
        birth=birth,
        sex=sex,
        conventions=liuyao_conventions.BY_TEXT[slug],
    )
    return facts.liuyao_base.environment(batch, use=3)


def search(record: Record, annotation: Annotation, art: str, value: int) -> str:
    """A chart of the sample on which a condition has a value, as compact facts; "" if none has."""
    env = sample(record.text, art)
    found = np.flatnonzero(condition(record, env, annotation).data == value)
    return describe(env, art, int(found[0])) if found.size else ""


def describe(env: Env, art: str, i: int) -> str:
    """Chart i of an environment in compact facts, as `facts.read` takes them."""
    return facts.write(art, env.charts, i)


# -- tables -------------------------------------------------------------------------------------


def _equal(record: Record, art: str, where: str) -> Iterator[Fault]:
    """A table against its intensional form, on every chart.

    Where rows have answers (`gives`), each row's answer must be the form's wherever it holds; else
    the form must hold where some row does, and nowhere else.
    """
    rows = [row for row in record.rows if row.when is not None]
    for env in every_chart(record.text, art):
        for what, wrong in differences(record.equals, rows, env):
            if wrong.any():
                at = int(np.flatnonzero(wrong)[0])
                yield Fault(
                    where,
                    f"{what} differs from its form on {describe(env, art, at)} "
                    f"({int(wrong.sum())} charts of {env.n})",
                    "mend the row or the form",
                )
                return


def differences(
    form: Expression, rows: Sequence[Row], env: Env
) -> Iterator[tuple[str, np.ndarray]]:
    """What is compared with the form of a table, each row with an answer or else the whole, and
    on which charts it differs."""
    whole = evaluate(form.node, env)
    if any(row.gives for row in rows):
        for row in rows:
            if row.gives is not None:
                holds = truth(row.when.node, env).data == TRUE
                yield row.id, holds & (_same(whole, evaluate(row.gives.node, env)) != TRUE)
        return
    union = Truth(np.full(env.n, FALSE, np.int8))
    for row in rows:
        union = union | truth(row.when.node, env)
    yield "the table", truth(form.node, env).data != union.data


def _same(one, other) -> np.ndarray:
    if isinstance(one, Truth):
        return np.where(one.data == other.data, TRUE, FALSE)
    return one.same(other).data if isinstance(one, Set) else one.same(other).data


def every_chart(slug: str, art: str, pieces: int = 16) -> Iterator[Env]:
    """All charts that can be told apart without year and persons, in pieces."""
    if art == "liuren":
        batch = liuren.every_chart()
        yield facts.liuren_base.environment(batch, text=slug)
        return
    codes = np.array_split(np.arange(64), pieces)
    for some in codes:
        code, moves, day, month = (
            part.reshape(-1)
            for part in np.meshgrid(
                some, np.arange(64), np.arange(60), np.arange(12), indexing="ij"
            )
        )
        yield facts.liuyao_base.environment(
            liuyao.lay(
                code, moves, day=day, month=month, conventions=liuyao_conventions.BY_TEXT[slug]
            )
        )


@lru_cache(maxsize=8)
def still_charts(slug: str) -> Env:
    """六爻: all charts in which nothing moves."""
    code, day, month = (
        part.reshape(-1)
        for part in np.meshgrid(np.arange(64), np.arange(60), np.arange(12), indexing="ij")
    )
    return facts.liuyao_base.environment(
        liuyao.lay(code, day=day, month=month, conventions=liuyao_conventions.BY_TEXT[slug])
    )
