"""The records of the annotation: what they hold, and how they are read.

`corpus/rules/SLUG.yaml` and `corpus/examples/SLUG.yaml` hold them, one entry a record, in the form
of schema/rules.schema.json and schema/examples.schema.json; docs/annotation.md is the guide to
writing them. A record as read here has its words anchored in the text and its expressions parsed
and checked, so whoever holds one can rely on both.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from yarrow.rules.language import Node
from yarrow.rules.quotes import Quote, Span

KINDS = ("rule", "definition", "table", "claim", "example", "citation", "prose")
ARTS = {"六爻": "liuyao", "大六壬": "liuren"}


@dataclass(frozen=True)
class Expression:
    """A line of the rule language as written, and its checked tree. line: of the file."""

    source: str
    node: Node = field(repr=False)
    line: int = 0


@dataclass(frozen=True)
class Judgment:
    """One thing that a record says. values: one, or several that it leaves open; empty where
    `answer` computes it. force: 必, 恐 …, empty for a plain statement. on_condition: an event that no
    chart can hold, as pairs (aspect, value): 縱成 is ("成否", "成"). occasion: when it shows. of:
    of whom it is said, as pairs (party, expression that is true where it is of that one, None if
    it always is)."""

    about: str
    values: tuple[str, ...] = ()
    answer: Expression | None = None
    force: str = ""
    on_condition: tuple[tuple[str, str], ...] = ()
    occasion: str = ""
    of: tuple[tuple[str, Expression | None], ...] = ()


@dataclass(frozen=True)
class Bond:
    """How the condition of a record touches other rules.

    effect: cancel, limit or add (an exception: while the condition is true, the others do not hold,
    hold within limits, or hold with more), or require (a proviso: they hold only while it is true).
    ids: the rules concerned; about: an aspect instead, for all rules of the passage on it.
    """

    effect: str
    ids: tuple[str, ...] = ()
    about: str = ""


@dataclass(frozen=True)
class Bears:
    """A rule about rules: how (輕, 重, 勿執, 專主 …) the reader is to weigh rules or words."""

    how: str
    ids: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class Gloss:
    """How a commentary stands to the record that it comments on: same, narrows, widens, grounds,
    applies or opposes."""

    id: str
    how: str


@dataclass(frozen=True)
class Reading:
    """One of several defensible readings of the same words, with its ground."""

    ground: str
    when: Expression | None
    says: tuple[Judgment, ...]
    omen: str


@dataclass(frozen=True)
class Row:
    """A row of a table. when: its own condition and that of the head, joined. says: its own
    judgments and those of the head. gives: its answer, where the table has one."""

    id: str
    quote: tuple[Quote, ...]
    spans: tuple[Span, ...]
    when: Expression | None
    says: tuple[Judgment, ...]
    omen: str
    gives: Expression | None
    true: tuple[str, ...]
    false: tuple[str, ...]
    line: int


@dataclass(frozen=True)
class Count:
    """How many there are: number of distinct days, lessons, hexagrams, months or charts."""

    of: str
    number: int


@dataclass(frozen=True)
class Claim:
    """What is claimed of all charts of the condition, or of examples.

    over: charts or examples (the latter in `examples`). holds: every (asserts hold on every chart
    of `when`), some (on one at least), only (on no chart beside those of `when`), exactly (every
    and only). count: how many there are on which `when` and asserts hold.
    """

    over: str
    holds: str
    asserts: tuple[Expression, ...]
    examples: tuple[str, ...] = ()
    count: Count | None = None


@dataclass(frozen=True)
class Record:
    """A record of corpus/rules. Fields that a kind does not use are empty.

    asks: the question that is part of the condition. when: None where the record has no condition
    on the chart. otherwise: it holds where none of these rules does. despite: what it holds in
    spite of (縱 …), no part of the condition. true, false: charts as compact facts on which
    `when` must be so. never, always: why no chart makes it true, or false. open: the question,
    where it is not understood. supplies: what the reader must supply. defines: a word; meaning:
    the set or truth that it names; stands: the person or thing that it stands for; means: the words
    that explain it, where no chart computes it; case: which of several it is; more: the list is
    not complete (之類). rests_on: ids of definitions that it uses beyond those which `link` finds.
    """

    id: str
    kind: str
    text: str
    passage: str
    line: int
    quote: tuple[Quote, ...]
    spans: tuple[Span, ...]
    asks: str = ""
    when: Expression | None = None
    says: tuple[Judgment, ...] = ()
    omen: str = ""
    true: tuple[str, ...] = ()
    false: tuple[str, ...] = ()
    never: str = ""
    always: str = ""
    readings: tuple[Reading, ...] = ()
    bonds: tuple[Bond, ...] = ()
    otherwise: tuple[str, ...] = ()
    bears: Bears | None = None
    despite: Expression | None = None
    glosses: tuple[Gloss, ...] = ()
    open: str = ""
    supplies: str = ""
    note: str = ""
    defines: str = ""
    meaning: Expression | None = None
    stands: str = ""
    means: str = ""
    case: str = ""
    more: bool = False
    rests_on: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    equals: Expression | None = None
    claim: Claim | None = None
    cites: str = ""


@dataclass(frozen=True)
class Statement:
    """Words of an example, and what they say of its chart. span: where they stand in the Chinese
    of `passage`. fact: compact facts (`壬辰日`, `干上寅`) as `facts.read` takes them, or else
    `that`: an expression."""

    words: str
    passage: str
    span: Span
    fact: str = ""
    that: Expression | None = None
    line: int = 0


@dataclass(frozen=True)
class Carry:
    """餘倣此: the charts (compact facts, one string each) to which an example is extended, and
    what holds on them as well."""

    words: str
    span: Span
    to: tuple[str, ...]
    that: tuple[Expression, ...]
    line: int = 0


@dataclass(frozen=True)
class Outcome:
    """Words of an example that tell what was to be expected, or what came."""

    words: str
    span: Span
    says: tuple[Judgment, ...]


@dataclass(frozen=True)
class Example:
    """A chart worked in the text: a record of corpus/examples.

    given: what picks the chart out; asserts: what the text says of it, to be recomputed. holds:
    whether all that is asserted must be so of every chart that the given facts leave open, or of
    one. says: what the text infers; expected, came: what the common rule would give (常斷), and
    what is told to have happened (驗). illustrates: rules that it is an instance of.
    """

    id: str
    text: str
    passage: str
    line: int
    quote: tuple[Quote, ...]
    spans: tuple[Span, ...]
    given: tuple[Statement, ...]
    asserts: tuple[Statement, ...]
    holds: str = "every"
    asks: str = ""
    carries: tuple[Carry, ...] = ()
    says: tuple[Judgment, ...] = ()
    omen: str = ""
    expected: tuple[Outcome, ...] = ()
    came: tuple[Outcome, ...] = ()
    illustrates: tuple[str, ...] = ()
    open: str = ""
    note: str = ""
    supplies: str = ""
    kind: str = "example"

    @property
    def facts(self) -> str:
        """All compact facts that are given, as one line."""
        return " ".join(statement.fact for statement in self.given if statement.fact)


@dataclass(frozen=True)
class Firing:
    """What can be run on a chart: a rule, or a row of a table, with its own id."""

    id: str
    when: Expression
    says: tuple[Judgment, ...]
    omen: str
    record: Record


@dataclass(frozen=True)
class Annotation:
    """All records of the corpus, in the order of the text."""

    records: tuple[Record, ...] = ()
    examples: tuple[Example, ...] = ()
    by_id: dict[str, Record | Example] = field(default_factory=dict, repr=False)

    def firings(self) -> Iterator[Firing]:
        """Every rule with a condition on the chart, and every such row of a table."""
        for record in self.records:
            if record.kind == "table":
                for row in record.rows:
                    if row.when is not None:
                        yield Firing(row.id, row.when, row.says, row.omen, record)
            elif record.kind == "rule" and record.when is not None:
                yield Firing(record.id, record.when, record.says, record.omen, record)

    def of_passage(self, passage: str) -> tuple[Record | Example, ...]:
        """The records and examples of a passage, by where their words begin."""
        found = [one for one in (*self.records, *self.examples) if one.passage == passage]
        return tuple(
            sorted(found, key=lambda one: (one.spans[0].start if one.spans else 0, one.id))
        )
