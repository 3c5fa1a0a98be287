"""The glossary: terms of both arts, and every place where they occur.

corpus/terms.yaml holds the entries, schema/terms.schema.json says what an entry must have, and
corpus/variants.yaml gives the folding under which Chinese forms are compared.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import jsonschema
import yaml

from align.fold import Fold
from align.readings import spells
from align.tokens import Tokenizer
from yarrow.corpus import load_yaml
from yarrow.errors import Fault, YarrowError
from yarrow.paths import corpus_dir, schema_dir

Occurrence = tuple[int, int, str]

# What may follow a Korean term of one syllable: nothing, or a particle or the copula and then
# nothing.
_PARTICLE = (
    "은|는|이|가|을|를|의|에|에서|에게|와|과|도|로|으로|만|나|이나|며|이며|요|이요|면|이면|라|이라|"
    "이고|고|인|인지|이니|니|임|이다|다|이든|든|라도|이라도|까지|마다|부터|보다|뿐|으로써|로써|처럼"
)
_ONE_SYLLABLE_END = re.compile(rf"(?:{_PARTICLE})?(?:[^가-힣]|$)")
# Two terms of one syllable that the translation writes as one word.
_PAIRS = frozenset({"재귀", "재관", "관부", "관형"})
_HANGUL = re.compile("[가-힣]")


@dataclass(frozen=True)
class Term:
    """An entry of the glossary. `sense` is keyed by en, ko, zh; `where` by form.

    where: a regular expression for a form that is also an ordinary word or part of one: a match
    of the form counts only where the expression matches at the same place.
    not_in: longer words of either language in which a form is not this term.
    """

    id: str
    headword: str
    reading: str
    korean: tuple[str, ...]
    english: str
    sense: Mapping[str, str]
    category: str
    art: str
    variants: tuple[str, ...] = ()
    where: Mapping[str, str] = field(default_factory=dict)
    not_in: tuple[str, ...] = ()

    @property
    def chinese(self) -> tuple[str, ...]:
        """The headword and its variants."""
        return (self.headword, *self.variants)


def load_fold(path: Path | None = None) -> Fold:
    """The folding of a table of variants, by default corpus/variants.yaml."""
    path = path or corpus_dir() / "variants.yaml"
    table = load_yaml(path, "variants")
    return Fold(
        same=[entry["chars"] for entry in table["same"]],
        apart=[entry["chars"] for entry in table["apart"]],
    )


def load_terms(path: Path | None = None) -> tuple[Term, ...]:
    """The entries of a glossary, by default corpus/terms.yaml. All faults are raised at once."""
    path = path or corpus_dir() / "terms.yaml"
    data = _read_yaml(path)
    faults = list(_faults(data, path.name))
    if faults:
        raise YarrowError(faults)
    return tuple(
        Term(**{key: tuple(v) if isinstance(v, list) else v for key, v in entry.items()})
        for entry in data["terms"]
    )


def load_categories(path: Path | None = None) -> dict[str, dict[str, str]]:
    """The closed list of categories: id -> labels by language (en, ko, zh)."""
    return _read_yaml(path or corpus_dir() / "terms.yaml")["categories"]


def _read_yaml(path: Path):
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the one in C is ten times as fast
    try:
        return yaml.load(path.read_text(encoding="utf-8"), Loader=loader)
    except FileNotFoundError:
        raise YarrowError(Fault(str(path), "there is no such file", "restore it")) from None
    except UnicodeDecodeError as error:
        what = f"byte {error.start + 1} is no UTF-8"
        raise YarrowError(Fault(str(path), what, "save the file as UTF-8")) from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f"{path}:{mark.line + 1}" if mark else str(path)
        raise YarrowError(
            Fault(where, f"not YAML: {getattr(error, 'problem', error)}", "mend that line")
        ) from error


def _faults(data, name: str) -> Iterator[Fault]:
    schema = json.loads((schema_dir() / "terms.schema.json").read_text(encoding="utf-8"))
    malformed = False
    for error in jsonschema.Draft202012Validator(schema).iter_errors(data):
        malformed = True
        yield Fault(
            f"{name}: {_place(data, error.absolute_path)}",
            error.message,
            error.schema.get("description", "see schema/terms.schema.json"),
        )
    if malformed:
        return
    fold = load_fold()
    ids: set[str] = set()
    plain: dict[str, str] = {}  # form -> the one entry that has it without `where`
    for entry in data["terms"]:
        place = f"{name}: {entry['id']}"
        if entry["id"] in ids:
            yield Fault(place, "the id is used twice", "give the later entry another id")
        ids.add(entry["id"])
        if entry["category"] not in data["categories"]:
            known = ", ".join(data["categories"])
            yield Fault(place, f"no such category: {entry['category']}", f"use one of {known}")
        if not spells(entry["reading"], entry["headword"]):
            yield Fault(
                place,
                f"{entry['reading']} does not read {entry['headword']}",
                "give a reading for each character, as align/data/hanja_readings.tsv has them",
            )
        where = entry.get("where", {})
        chinese = [entry["headword"], *entry.get("variants", ())]
        keys = {form: fold(form) for form in chinese} | {form: form for form in entry["korean"]}
        for key in {key for form, key in keys.items() if form not in where}:
            if key in plain:
                yield Fault(
                    place,
                    f"{key} stands in {plain[key]} too",
                    "drop it from one of them, or say `where` it is this term",
                )
            plain[key] = entry["id"]
        for form, pattern in where.items():
            if form not in keys:
                yield Fault(place, f"`where` speaks of {form}", "name one of the entry's forms")
            try:
                re.compile(pattern)
            except re.error as error:
                yield Fault(place, f"`where` of {form}: {error}", "mend the expression")


def _place(data, path: Iterable[str | int]) -> str:
    """The id of the entry that a schema error is in, and the keys that lead to it."""
    path = list(path)
    if path[:1] == ["terms"] and len(path) > 1:
        entry = data["terms"][path[1]]
        if isinstance(entry, dict) and "id" in entry:
            path[:2] = [entry["id"]]
    return " ".join(map(str, path)) or "the file"


class Glossary:
    """Finds the terms of a glossary in text. Build once, use often.

    terms: the entries by id. tokens: the words of a Chinese text by the glossary's dictionary,
    `tokens(text) -> [(start, end, word)]`, see align.tokens.
    """

    def __init__(self, terms: Iterable[Term], fold: Fold):
        self.terms = {term.id: term for term in terms}
        self._fold = fold
        chinese = [form for term in self.terms.values() for form in term.chinese]
        self.tokens = Tokenizer(chinese, key=fold)
        self._forms = {
            "zh": _Forms(self.terms.values(), lambda term: term.chinese, fold),
            "ko": _Forms(self.terms.values(), lambda term: term.korean, lambda text: text),
        }

    def occurrences(self, text: str, lang: str) -> list[Occurrence]:
        """(start, end, term id) of every term in a paragraph, in order and without overlap.

        lang: zh or ko. At each place the longest form counts, so 財 inside 妻財 does not. A form
        that several entries share goes to the one whose `where` matches there, else to the one
        that has it without `where`. Chinese forms are compared by their keys. A Korean form
        begins where a word begins, or where another form ends; one of a single syllable must
        also end as a word does.
        """
        if lang not in self._forms:
            raise ValueError(f"lang is zh or ko, not {lang}")
        key = self._fold(text) if lang == "zh" else text
        forms = self._forms[lang]
        barred = forms.barred(key)
        found: list[Occurrence] = []
        start = last = 0
        while start < len(key):
            for form, candidates in forms.starting(key, start):
                end = start + len(form)
                if lang == "ko" and not _stands_alone(key, start, end, last):
                    continue
                term = next(
                    (
                        term
                        for term, where in candidates
                        if where.match(key, start)
                        and not any(a <= start and end <= b for a, b in barred.get(term, ()))
                    ),
                    None,
                )
                if term:
                    found.append((start, end, term))
                    start = last = end
                    break
            else:
                start += 1
        return found


def _stands_alone(text: str, start: int, end: int, last: int) -> bool:
    """Whether a Korean form is a word of its own here; `last` is where the form before ended."""
    glued = start > 0 and _HANGUL.match(text, start - 1)
    if end - start > 1:
        return not glued or start == last
    if glued:
        return text[start - 1 : end] in _PAIRS and start == last
    return text[start : end + 1] in _PAIRS or bool(_ONE_SYLLABLE_END.match(text, end))


class _Forms:
    """The forms of one language, by first character, and the words in which they do not count."""

    def __init__(
        self,
        terms: Iterable[Term],
        forms_of: Callable[[Term], Iterable[str]],
        key: Callable[[str], str],
    ):
        candidates: dict[str, list[tuple[str, re.Pattern]]] = {}
        self._not_in: dict[str, list[str]] = {}
        for term in terms:
            for form in dict.fromkeys(map(key, forms_of(term))):
                pattern = {key(f): p for f, p in term.where.items()}.get(form, "")
                candidates.setdefault(form, []).append((term.id, re.compile(key(pattern))))
            for word in term.not_in:
                self._not_in.setdefault(key(word), []).append(term.id)
        self._by_first: dict[str, list[tuple[str, list[tuple[str, re.Pattern]]]]] = {}
        for form in sorted(candidates, key=len, reverse=True):
            ranked = sorted(candidates[form], key=lambda candidate: not candidate[1].pattern)
            self._by_first.setdefault(form[0], []).append((form, ranked))

    def starting(self, text: str, start: int):
        """The forms that the text has at a place, the longest first, each with its candidates."""
        for form, candidates in self._by_first.get(text[start], ()):
            if text.startswith(form, start):
                yield form, candidates

    def barred(self, text: str) -> dict[str, list[tuple[int, int]]]:
        """The stretches of a text where a term does not count, by its id."""
        stretches: dict[str, list[tuple[int, int]]] = {}
        for word, terms in self._not_in.items():
            start = text.find(word)
            while start >= 0:
                for term in terms:
                    stretches.setdefault(term, []).append((start, start + len(word)))
                start = text.find(word, start + 1)
        return stretches


@cache
def glossary() -> Glossary:
    """The corpus's own glossary."""
    return Glossary(load_terms(), load_fold())


def occurrences(text: str, lang: str) -> list[Occurrence]:
    """Every occurrence of the corpus's own glossary; see Glossary.occurrences."""
    return glossary().occurrences(text, lang)
