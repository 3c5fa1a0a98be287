"""Run the census, keep what is done, and write and read its result.

The result is one JSON file, corpus/census.json, with a key for each art that tells of which records
and of which program it is, so that a build can see whether it still speaks of them. While a census runs, each
unit that is done is kept in a folder beside it, so that a run which is cut off is taken up again.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import numpy as np

from yarrow import paths
from yarrow.corpus import Text, load_corpus
from yarrow.errors import Fault, YarrowError
from yarrow.rules import census, facts, space
from yarrow.rules.census import NONE, Counted, Plan
from yarrow.rules.judgments import load_judgments
from yarrow.rules.load import load_annotation
from yarrow.rules.records import Annotation
from yarrow.rules.spread import spread

# What the result depends on beside the records: the charts and the language.
_PROGRAM = ("charts/*.py", "charts/**/*.tsv", "charts/**/*.yaml", "rules/census.py", "rules/space.py",
            "rules/values.py", "rules/words.py", "rules/language.py", "rules/evaluate.py",
            "rules/constants.py", "rules/liuyao_*.py", "rules/liuren_*.py")


def result_file(directory: Path | None = None) -> Path:
    """Where the result lies: census.json of the corpus folder."""
    return (Path(directory) if directory else paths.corpus_dir()) / "census.json"


def key(plan: Plan) -> str:
    """SHA-256 (hex) of a plan and of the program that counts."""
    sha = hashlib.sha256(plan.digest().encode())
    for pattern in _PROGRAM:
        for path in sorted(paths.PACKAGE.glob(pattern)):
            sha.update(hashlib.sha256(path.read_bytes()).digest())
    return sha.hexdigest()


def run(
    out: Path | None = None,
    *,
    workers: int = 1,
    scheduler: str | None = None,
    texts: Sequence[Text] | None = None,
    annotation: Annotation | None = None,
    progress: Callable[[str, int, int], None] = lambda art, done, units: None,
) -> dict:
    """Count every rule on every chart, write the result to `out`, and give it back.

    workers, scheduler: see `spread`. progress is called with the art, the units done, and how many
    there are. Units that an earlier run with the same key finished are not counted again.
    """
    texts = load_corpus() if texts is None else texts
    annotation = load_annotation(texts) if annotation is None else annotation
    out = Path(out) if out else result_file()
    judgments = load_judgments()
    plans = list(census.plans(annotation, texts, judgments))
    keys = [key(plan) for plan in plans]
    parts = out.with_name(out.name + ".parts")
    try:
        parts.mkdir(parents=True, exist_ok=True)
        for path in parts.iterdir():
            if not path.name.startswith(tuple(keys)):
                path.unlink()
        counted = [_count(plan, parts / digest, workers, scheduler, progress)
                   for plan, digest in zip(plans, keys)]
        said = list(census.opposites(annotation, judgments))
        result = {plan.art: {"key": digest, **_result(plan, *found, said)}
                  for plan, digest, found in zip(plans, keys, counted)}
        _write(out, _text(result))
        shutil.rmtree(parts)
    except OSError as error:
        raise YarrowError(Fault(str(out), f"cannot be written: {error}",
                                "give another place with --out")) from error
    return result


def _count(plan: Plan, prefix: Path, workers, scheduler, progress) -> tuple[Counted, np.ndarray]:
    """The whole count of a plan, and the candidates for implications."""
    candidates = _kept(prefix.with_name(f"{prefix.name}-pairs.npz"),
                       lambda: {"pairs": census.prelude(plan)})["pairs"]
    files = [prefix.with_name(f"{prefix.name}-{unit:04}.npz") for unit in range(plan.units)]
    left = [unit for unit in range(plan.units) if _read(files[unit]) is None]
    done = plan.units - len(left)
    progress(plan.art, done, plan.units)
    work = partial(census.count_unit, plan, candidates)
    for unit, found in spread(work, left, workers, scheduler):
        _save(files[unit], vars(found))
        done += 1
        progress(plan.art, done, plan.units)
    whole = None
    for path in files:
        part = Counted(**{name: value if value.ndim else int(value)
                          for name, value in _read(path).items()})
        whole = part if whole is None else whole + part
    return whole, candidates


def _kept(path: Path, make: Callable[[], dict]) -> dict:
    """The arrays of a file; made and kept where it is not there."""
    found = _read(path)
    if found is None:
        found = make()
        _save(path, found)
    return found


def _read(path: Path) -> dict | None:
    if not path.exists():
        return None
    with np.load(path) as arrays:
        return dict(arrays)


def _save(path: Path, arrays: dict) -> None:
    """Whole or not at all."""
    part = path.with_name(f"{path.stem}.{os.getpid()}.part.npz")
    np.savez(part, **arrays)
    os.replace(part, path)


def _write(path: Path, text: str) -> None:
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        part.write_text(text, encoding="utf-8")
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


# -- the result ---------------------------------------------------------------------------------


def _result(plan: Plan, counted: Counted, candidates: np.ndarray, said: Sequence) -> dict:
    """Rules with their counts, and relations between rules, with witnesses as compact facts."""
    charts = _Charts(plan)
    rules = [
        {"rule": id_, "reading": reading, "true": int(counted.true[n]),
         "unknown": int(counted.unknown[n]), "witness": charts.facts(n, counted.first[n])}
        for id_, reading, n in plan.rules
    ]
    return {"charts": counted.n, "conditions": len(plan.conditions), "rules": rules,
            "relations": list(_relations(plan, counted, candidates, said, charts))}


def _relations(plan, counted, candidates, said, charts) -> Iterator[dict]:
    """same: always true together; implies: where the first is true the second is; opposed: both are
    true on some charts and say opposite things. Of rules with one condition the first speaks for all
    under implies, and the others stand beside it under same. Only preferred readings are related."""
    named: dict[int, list[str]] = {}
    for id_, reading, number in plan.rules:
        if reading == 0:
            named.setdefault(number, []).append(id_)
    classes, edges = census.implications(plan, counted, candidates)
    members = [[id_ for n in same for id_ in named.get(n, ())] for same in classes]
    for same, ids in zip(classes, members):
        for other in ids[1:]:
            yield _relation("same", ids[0], other, "", int(counted.true[same[0]]),
                            charts.facts(same[0], counted.first[same[0]]))
    for i, j in edges:
        if members[i] and members[j]:
            number = classes[i][0]
            yield _relation("implies", members[i][0], members[j][0], "",
                            int(counted.true[number]), charts.facts(number, counted.first[number]))
    pair_of = {pair: n for n, pair in enumerate(plan.opposed)}
    number_of = {id_: number for number, ids in named.items() for id_ in ids}
    for one, other, what in said:
        if one in number_of and other in number_of:
            pair = tuple(sorted((number_of[one], number_of[other])))
            at = pair_of[pair]
            if counted.both[at]:
                yield _relation("opposed", one, other, what, int(counted.both[at]),
                                charts.facts(pair[0], counted.both_first[at]))


def _relation(kind, first, second, about, count, witness) -> dict:
    return {"kind": kind, "first": first, "second": second, "about": about, "charts": count,
            "witness": witness}


class _Charts:
    """Places as compact facts, by the conventions of the text of a condition."""

    def __init__(self, plan: Plan):
        self.plan = plan

    def facts(self, condition: int, place: int) -> str:
        if place == NONE:
            return ""
        slug = self.plan.conditions[condition][0]
        return facts.write(self.plan.art, space.batch(self.plan.art, slug, [place]), 0)


def _text(result: dict) -> str:
    """The result as JSON, a line for each rule and each relation."""
    out = []
    for art, found in result.items():
        head = ", ".join(f'"{name}": {json.dumps(found[name])}' for name in ("key", "charts", "conditions"))
        lists = (f'"{name}": [\n' + ",\n".join(
            json.dumps(one, ensure_ascii=False) for one in found[name]) + "\n]"
            for name in ("rules", "relations"))
        out.append(f'"{art}": {{{head},\n' + ",\n".join(lists) + "}")
    return "{" + ",\n".join(out) + "}\n"


def read(path: Path) -> dict:
    """A result as `run` wrote it, by art; empty if there is none. YarrowError if it is no such file."""
    if not path.exists():
        return {}
    try:
        result = json.loads(path.read_text(encoding="utf-8"))
        return {art: {name: found[name] for name in ("key", "charts", "conditions", "rules", "relations")}
                for art, found in result.items()}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise YarrowError(Fault(str(path), f"is no census: {error!r}",
                                "delete it, or run `yarrow census`")) from None


def current(annotation: Annotation, texts: Sequence[Text], directory: Path) -> dict:
    """The stored results of a corpus folder, by art: those that are of its records and this program."""
    result = read(result_file(directory))
    if not result:
        return {}
    keys = {plan.art: key(plan) for plan in
            census.plans(annotation, texts, load_judgments(directory))}
    return {art: found for art, found in result.items() if found["key"] == keys.get(art)}
