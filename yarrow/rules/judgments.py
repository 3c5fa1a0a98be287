"""The closed lists that records draw on: aspects and values, forces, omens, occasions, questions.

They are data (corpus/judgments.yaml, corpus/questions.yaml), each entry with its labels in three
languages; a record that uses a word which is not there is refused.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from yarrow import paths
from yarrow.corpus import load_yaml
from yarrow.errors import Fault, YarrowError

LISTS = ("forces", "omens", "occasions", "bearings", "parties")


@dataclass(frozen=True)
class Label:
    """A word of a closed list in three languages; `zh` is its name in records."""

    zh: str
    ko: str
    en: str


@dataclass(frozen=True)
class Aspect:
    """What a judgment is about: 成否, 應期 … values: what it may be, by name. gives: the kinds of
    value (branches, pillars, seats …) that an expression may have instead; empty for none."""

    label: Label
    values: dict[str, Label]
    gives: tuple[str, ...] = ()


@dataclass(frozen=True)
class Question:
    """What is asked. within: the wider question, None at the top. use: the relation that it takes
    as 用神 (財, 鬼 …), empty where the texts take none or several."""

    label: Label
    within: str | None = None
    use: str = ""


@dataclass(frozen=True)
class Section:
    """Passages first to last of a text, all on one question."""

    text: str
    first: int
    last: int
    asks: str


@dataclass(frozen=True)
class Judgments:
    """The closed lists. forces, omens, occasions, bearings, parties: labels by name."""

    aspects: dict[str, Aspect]
    forces: dict[str, Label]
    omens: dict[str, Label]
    occasions: dict[str, Label]
    bearings: dict[str, Label]
    parties: dict[str, Label]
    questions: dict[str, Question]
    sections: tuple[Section, ...]

    def asked(self, slug: str, n: int) -> str | None:
        """The question that passage n of a text is on, by its section."""
        for section in self.sections:
            if section.text == slug and section.first <= n <= section.last:
                return section.asks
        return None

    def chain(self, question: str) -> tuple[str, ...]:
        """A question with those that it lies within, the widest first."""
        out = [question]
        while (wider := self.questions[out[-1]].within) is not None:
            out.append(wider)
        return tuple(reversed(out))


def near(word: str, known: Iterable[str]) -> str:
    """Known words like one that is not: those that share characters first."""
    known = list(known)
    close = difflib.get_close_matches(word, known, 4, 0.4)
    close += [k for k in known if set(k) & set(word) and k not in close]
    return ", ".join((close or known)[:8])


def load_judgments(directory: Path | None = None) -> Judgments:
    """The closed lists of a corpus folder. YarrowError with every fault of the two files."""
    directory = Path(directory) if directory else paths.corpus_dir()
    data = load_yaml(directory / "judgments.yaml", "judgments")
    asked = load_yaml(directory / "questions.yaml", "questions")
    aspects = {
        name: Aspect(
            Label(name, entry["ko"], entry["en"]),
            _labels(entry.get("values", {})),
            tuple(entry.get("gives", ())),
        )
        for name, entry in data["aspects"].items()
    }
    questions = {
        name: Question(
            Label(name, entry["ko"], entry["en"]), entry.get("within"), entry.get("use", "")
        )
        for name, entry in asked["questions"].items()
    }
    sections = tuple(
        Section(entry["text"], entry["from"], entry["to"], entry["asks"])
        for entry in asked["sections"]
    )
    faults = list(_question_faults(directory / "questions.yaml", questions, sections))
    faults += [
        Fault(
            f"{directory / 'judgments.yaml'}: {name}",
            "neither values nor gives",
            "list its values, or the kinds that an expression may give",
        )
        for name, aspect in aspects.items()
        if not aspect.values and not aspect.gives
    ]
    if faults:
        raise YarrowError(faults)
    return Judgments(aspects, *(_labels(data[name]) for name in LISTS), questions, sections)


def _labels(entries: dict) -> dict[str, Label]:
    return {name: Label(name, entry["ko"], entry["en"]) for name, entry in entries.items()}


def _question_faults(path: Path, questions: dict[str, Question], sections) -> Iterable[Fault]:
    for name, question in questions.items():
        seen = {name}
        while question.within is not None:
            if question.within not in questions or question.within in seen:
                what = "leads back to itself" if question.within in seen else "is no question"
                yield Fault(
                    f"{path}: {name}",
                    f"within {question.within} {what}",
                    f"name one of {', '.join(questions)}",
                )
                break
            seen.add(question.within)
            question = questions[question.within]
    for i, section in enumerate(sections, 1):
        where = f"{path}: sections, entry {i}"
        if section.asks not in questions:
            yield Fault(
                where,
                f"{section.asks} is no question",
                f"did you mean {near(section.asks, questions)}?",
            )
        for other in sections[: i - 1]:
            if (
                other.text == section.text
                and other.first <= section.last
                and (section.first <= other.last)
            ):
                yield Fault(
                    where,
                    f"passages {section.first} to {section.last} of {section.text} "
                    f"lie in another section too",
                    "let sections not overlap",
                )
