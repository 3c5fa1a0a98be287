"""What a record is tied to: its words in both languages, other records, the clauses it takes up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from align.aligner import Parallel
from align.model import Segment
from yarrow.alignment import Link
from yarrow.alignment import span as bead_span
from yarrow.corpus import Text
from yarrow.rules.language import Node
from yarrow.rules.load import vocabulary
from yarrow.rules.quotes import Span
from yarrow.rules.records import ARTS, Annotation, Example, Record


@dataclass(frozen=True)
class Ties:
    """The records that a rule is tied to, by id.

    exceptions: those that cancel, limit or add to it, or that it requires; definitions: those of
    the words of its condition, and what it names itself; examples: those that illustrate it;
    glosses: the records that comment on it; bearing: the rules on how to weigh it or its words.
    """

    exceptions: tuple[str, ...] = ()
    definitions: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    glosses: tuple[str, ...] = ()
    bearing: tuple[str, ...] = ()


@dataclass(frozen=True)
class Korean:
    """The Korean of some Chinese words: a run of whole sentences, by the alignment.

    status: reviewed, or automatic where any link of it is.
    """

    start: int
    end: int
    words: str
    status: str


@dataclass(frozen=True)
class Account:
    """A Chinese clause and the records whose quotes take it up.

    letters: characters of it that are no marks; taken: how many of them are quoted by some record.
    """

    id: str
    segment: Segment
    records: tuple[str, ...]
    letters: int
    taken: int

    @property
    def state(self) -> str:
        """whole, part or none."""
        return "whole" if self.taken == self.letters else "part" if self.taken else "none"


def words_of(node: Node) -> set[str]:
    """The names of all words of an expression."""
    found = {node.word.zh} if node.word else set()
    for part in node.parts:
        found |= words_of(part)
    return found


def expressions(record: Record | Example) -> Iterator[Node]:
    """Every tree that a record holds."""
    if isinstance(record, Example):
        found = [one.that for one in (*record.given, *record.asserts)]
        found += [one for carry in record.carries for one in carry.that]
    else:
        found = [record.when, record.meaning, record.despite, record.equals]
        found += [row.when for row in record.rows] + [row.gives for row in record.rows]
        found += [reading.when for reading in record.readings]
        found += record.claim.asserts if record.claim else ()
    for judgment in (*record.says, *(j for row in getattr(record, "rows", ()) for j in row.says)):
        found += [judgment.answer, *(when for _, when in judgment.of)]
    for one in found:
        if one is not None:
            yield one.node


def ties(annotation: Annotation, texts: Sequence[Text]) -> dict[str, Ties]:
    """The ties of every record, by id."""
    arts = {text.slug: ARTS[text.tradition] for text in texts}
    found: dict[str, dict[str, dict[str, None]]] = {  # ids as keys keep their order
        id_: {field: {} for field in Ties.__dataclass_fields__} for id_ in annotation.by_id
    }

    def add(id_: str, field: str, other: str) -> None:
        owner = id_ if id_ in found else id_.rpartition("-")[0]  # of a row: its table
        if owner in found and other != owner:
            found[owner][field][other] = None

    users: dict[tuple[str, str], list[str]] = {}  # text and word -> the records that use it
    for record in (*annotation.records, *annotation.examples):
        for word in set().union(*map(words_of, expressions(record))):
            users.setdefault((record.text, word), []).append(record.id)
    for record in annotation.records:
        for bond in record.bonds:
            for id_ in (*bond.ids, *rules_about(annotation, record, bond.about)):
                add(id_, "exceptions", record.id)
        for gloss in record.glosses:
            add(gloss.id, "glosses", record.id)
        for id_ in record.rests_on:
            add(record.id, "definitions", id_)
        if record.bears:
            for id_ in record.bears.ids:
                add(id_, "bearing", record.id)
            for name in record.bears.words:
                word = vocabulary(arts[record.text], record.text).get(name)
                for other in users.get((record.text, word.zh), ()):
                    add(other, "bearing", record.id)
        if record.kind == "definition":
            word = vocabulary(arts[record.text], record.text).get(record.defines)
            for other in users.get((record.text, word.zh), ()) if word else ():
                add(other, "definitions", record.id)
    for example in annotation.examples:
        for id_ in example.illustrates:
            add(id_, "examples", example.id)
    return {
        id_: Ties(**{field: tuple(ids) for field, ids in fields.items()})
        for id_, fields in found.items()
    }


def rules_about(annotation: Annotation, record: Record, about: str) -> list[str]:
    """The other rules of a record's passage on an aspect; none for no aspect."""
    return [
        other.id
        for other in annotation.records
        if about
        and other is not record
        and other.passage == record.passage
        and any(j.about == about for j in other.says)
    ]


Run = tuple[int | None, int | None, int | None, int | None, str]  # zh and ko start, end; status


def runs(passage: Parallel, links: Sequence[Link]) -> list[Run]:
    """The links of a passage by the characters that they join."""
    return [(*bead_span(passage, link), link.status) for link in links]


def korean(zh: str, ko: str, linked: Sequence[Run], spans: Sequence[Span]) -> Korean | None:
    """The Korean of spans of a passage: from the first to the last sentence that its links join to
    the clauses which the spans touch. None where they are linked to none.

    zh, ko: the paragraphs; linked: the runs of its links.
    """
    found = [
        (ko_start, ko_end, status)
        for zh_start, zh_end, ko_start, ko_end, status in linked
        if zh_start is not None
        and ko_start is not None
        and any(_shares(zh, span, zh_start, zh_end) for span in spans)
    ]
    if not found:
        return None
    start, end = min(run[0] for run in found), max(run[1] for run in found)
    status = "reviewed" if all(run[2] == "reviewed" for run in found) else "automatic"
    return Korean(start, end, ko[start:end], status)


def _shares(paragraph: str, span: Span, start: int, end: int) -> bool:
    """Whether a span has a character in common with start:end that is no mark."""
    return any(map(str.isalnum, paragraph[max(span.start, start) : min(span.end, end)]))


def spans_of(record: Record | Example) -> tuple[Span, ...]:
    """All spans of a record, those of its rows too."""
    return (*record.spans, *(span for row in getattr(record, "rows", ()) for span in row.spans))


def by_passage(annotation: Annotation) -> dict[str, list[Record | Example]]:
    """The records and examples of each passage."""
    found: dict[str, list[Record | Example]] = {}
    for record in (*annotation.records, *annotation.examples):
        found.setdefault(record.passage, []).append(record)
    return found


def account(annotation: Annotation, texts: Sequence[Text]) -> Iterator[Account]:
    """Every Chinese clause of the texts, in order, with the records that take it up."""
    records: Mapping[str, list] = by_passage(annotation)
    for text in texts:
        for segment in text.layers.segments:
            if segment.lang == "zh":
                yield account_of(text, segment, records.get(text.passage_id(segment.passage), ()))


def account_of(text: Text, segment: Segment, records: Sequence[Record | Example]) -> Account:
    """One clause and those of the records of its passage that take it up."""
    paragraph = text.passages[segment.passage - 1].zh
    letters = {i for i in range(segment.start, segment.end) if paragraph[i].isalnum()}
    taken: set[int] = set()
    ids = []
    for record in records:
        here = {i for span in spans_of(record) for i in letters if span.start <= i < span.end}
        if here:
            ids.append(record.id)
            taken |= here
    return Account(text.segment_id(segment), segment, tuple(ids), len(letters), len(taken))
