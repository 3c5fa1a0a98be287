"""From an entry of a file, whose form is right, to a record: quotes, expressions, closed lists."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from yarrow.corpus import Text
from yarrow.errors import Fault, YarrowError
from yarrow.rules import facts, marked, quotes
from yarrow.rules.form import name_of
from yarrow.rules.judgments import Judgments, near
from yarrow.rules.language import parse
from yarrow.rules.quotes import Quote, Span
from yarrow.rules.records import (
    ARTS,
    Bears,
    Bond,
    Carry,
    Claim,
    Count,
    Example,
    Expression,
    Gloss,
    Judgment,
    Outcome,
    Reading,
    Record,
    Row,
    Statement,
)
from yarrow.rules.values import TRUTH
from yarrow.rules.words import Vocabulary


class Reader:
    """Reads one entry, whose form is right, into a record; gathers the faults of its content."""

    def __init__(
        self,
        path: Path,
        text: Text,
        judgments: Judgments,
        words: Vocabulary,
        lines: marked.Lines,
        entry: dict,
        place: tuple,
    ):
        self.path, self.text, self.judgments, self.words = path, text, judgments, words
        self.lines, self.entry, self.place = lines, entry, place
        self.name = name_of(entry, place[1])
        self.art = ARTS[text.tradition]
        self.faults: list[Fault] = []

    def where(self, *place) -> str:
        line = marked.line_of(self.lines, (*self.place, *place))
        return f"{self.path}:{line} ({self.name})"

    def fault(self, place: tuple, what: str, remedy: str) -> None:
        self.faults.append(Fault(self.where(*place), what, remedy))

    def passage(self) -> int | None:
        """The number of the passage that the id names, None with a fault told."""
        slug, number = self.entry["id"].split("-")[:2]
        if slug != self.text.slug or not 1 <= int(number) <= len(self.text.passages):
            self.fault(
                ("id",),
                f"{slug}-{number} is no passage of {self.text.slug}",
                f"use {self.text.slug}-1 to {self.text.slug}-{len(self.text.passages)}",
            )
            return None
        return int(number)

    # -- pieces ---------------------------------------------------------------------------------

    def quotes(self, entry: dict, n: int, *place) -> tuple[tuple[Quote, ...], tuple[Span, ...]]:
        given = entry["quote"]
        if isinstance(given, str):
            found = (Quote(given, entry.get("nth")),)
        else:
            found = tuple(
                Quote(one) if isinstance(one, str) else Quote(one["words"], one["nth"])
                for one in given
            )
        spans, faults = quotes.anchor(self.text, n, found, self.where(*place, "quote"))
        self.faults += faults
        return found, spans

    def expression(self, source: Any, *place, want: str | None = TRUTH) -> Expression | None:
        if source is None:
            return None
        line = marked.line_of(self.lines, (*self.place, *place))
        try:
            node = parse(
                source,
                self.words,
                want=want,
                where=f"{self.where(*place)} {source!r}",
            )
        except YarrowError as error:
            self.faults += error.faults
            return None
        return Expression(source, node, line)

    def facts(self, given: Any, *place) -> tuple[str, ...]:
        listed = [given] if isinstance(given, str) else given or []
        for i, one in enumerate(listed):
            try:
                facts.read(self.art, one, self.where(*place, *((i,) if one is not given else ())))
            except YarrowError as error:
                self.faults += error.faults
        return tuple(listed)

    def word(self, word: str, known: dict, what: str, *place) -> str:
        if word and word not in known:
            self.fault(
                place,
                f"{word} is none of the {what}",
                f"use one, perhaps {near(word, known)}, or enter it in judgments.yaml",
            )
        return word

    def omen(self, entry: dict, *place) -> str:
        return self.word(entry.get("omen", ""), self.judgments.omens, "omens", *place, "omen")

    def value(self, about: str, value: str, *place) -> None:
        aspect = self.judgments.aspects.get(about)
        if aspect is not None and value not in aspect.values:
            self.fault(
                place,
                f"{value} is no value of {about}",
                f"use one, perhaps {near(value, aspect.values) or 'an expression'}, "
                "or enter it in judgments.yaml",
            )

    def says(self, entries: list[dict] | None, *place) -> tuple[Judgment, ...]:
        return tuple(self.judgment(entry, *place, i) for i, entry in enumerate(entries or ()))

    def judgment(self, entry: dict, *place) -> Judgment:
        about = self.word(entry["about"], self.judgments.aspects, "aspects", *place, "about")
        aspect = self.judgments.aspects.get(about)
        values = tuple(entry["any"]) if "any" in entry else (entry["value"],)
        answer = None
        if "value" in entry and entry["value"].startswith("="):
            values = ()
            answer = self.expression(entry["value"][1:].strip(), *place, "value", want=None)
            if answer and aspect and answer.node.kind not in aspect.gives:
                self.fault(
                    (*place, "value"),
                    f"this is worth {answer.node.kind}, {about} "
                    f"is {' or '.join(aspect.gives) or 'named, not computed'}",
                    "use a word of that kind, or enter the kind under gives in judgments.yaml",
                )
        for value in values:
            self.value(about, value, *place, "any" if "any" in entry else "value")
        given = tuple(entry.get("if", {}).items())
        for other, value in given:
            self.word(other, self.judgments.aspects, "aspects", *place, "if")
            self.value(other, value, *place, "if")
        return Judgment(
            about,
            values,
            answer,
            self.word(entry.get("force", ""), self.judgments.forces, "forces", *place, "force"),
            given,
            self.word(entry.get("at", ""), self.judgments.occasions, "occasions", *place, "at"),
            tuple(self.of(entry.get("of", {}), *place, "of")),
        )

    def of(self, entry: str | dict[str, str], *place) -> Iterator[tuple[str, Expression | None]]:
        """Of whom a judgment is, each with the condition under which it is."""
        for party, when in ({entry: None} if isinstance(entry, str) else entry).items():
            yield (self.word(party, self.judgments.parties, "parties", *place),
                   self.expression(when, *place))

    def asks(self, n: int) -> str:
        section = self.judgments.asked(self.text.slug, n)
        asked = self.entry.get("asks", section)
        if asked is None:
            self.fault(
                (),
                "no question: its passage lies in no section",
                "give the passage a section in questions.yaml",
            )
            return ""
        if (
            self.word(asked, self.judgments.questions, "questions", "asks")
            in (self.judgments.questions)
            and section not in (None, asked)
            and (section not in self.judgments.chain(asked))
        ):
            self.fault(
                ("asks",),
                f"{asked} does not lie within {section}, the question of the section",
                "narrow the section's question; a record cannot leave it",
            )
        return asked

    def asserted(self, *place) -> tuple[Expression, ...]:
        entries = self.entry
        for key in place:
            entries = entries[key]
        found = (self.expression(one, *place, i) for i, one in enumerate(entries))
        return tuple(one for one in found if one is not None)

    # -- records --------------------------------------------------------------------------------

    def record(self) -> Record | None:
        n = self.passage()
        if n is None:
            return None
        entry, kind = self.entry, self.entry.get("kind", "rule")
        found, spans = self.quotes(entry, n)
        when = self.expression(entry.get("when"), "when")
        says, omen = self.says(entry.get("says"), "says"), self.omen(entry)
        readings = tuple(  # what a reading does not say, it has from the record
            Reading(
                one["ground"],
                self.expression(one.get("when"), "readings", i, "when") or when,
                self.says(one.get("says"), "readings", i, "says") or says,
                self.omen(one, "readings", i) or omen,
            )
            for i, one in enumerate(entry.get("readings", ()))
        )
        if readings:  # the first is the one preferred
            when, says, omen = readings[0].when, readings[0].says, readings[0].omen
        return Record(
            id=entry["id"],
            kind=kind,
            text=self.text.slug,
            passage=self.text.passage_id(n),
            line=marked.line_of(self.lines, self.place),
            quote=found,
            spans=spans,
            asks=self.asks(n),
            when=when,
            says=says,
            omen=omen,
            true=self.facts(entry.get("true"), "true"),
            false=self.facts(entry.get("false"), "false"),
            never=entry.get("never", ""),
            always=entry.get("always", ""),
            readings=readings,
            bonds=self.bonds(),
            otherwise=tuple(entry.get("else", ())),
            bears=self.bears(),
            despite=self.expression(entry.get("despite"), "despite"),
            glosses=self.glosses(),
            open=entry.get("open", ""),
            supplies=entry.get("supplies", ""),
            note=entry.get("note", ""),
            defines=entry.get("defines", ""),
            meaning=self.expression(entry.get("as"), "as", want=None),
            stands=self.word(entry.get("stands", ""), self.judgments.parties, "parties", "stands"),
            means=self.means(n),
            case=entry.get("case", ""),
            more=entry.get("more", False),
            rests_on=tuple(entry.get("rests_on", ())),
            rows=self.rows(n) if kind == "table" else (),
            equals=self.expression(entry.get("equals"), "equals", want=None),
            claim=self.claim() if kind == "claim" else None,
            cites=entry.get("cites", ""),
        )

    def means(self, n: int) -> str:
        """Words of the passage that explain a word."""
        words = self.entry.get("means", "")
        if words and words not in self.text.passages[n - 1].zh:
            self.fault(
                ("means",),
                f"「{words}」 does not stand in the passage",
                "give the words that explain it, as the text has them",
            )
        return words

    def bonds(self) -> tuple[Bond, ...]:
        out = []
        for key in ("except", "requires"):
            if key in self.entry:
                entry = self.entry[key]
                ids = entry.get("id", ())
                about = self.word(entry.get("about", ""), self.judgments.aspects, "aspects", key)
                out.append(
                    Bond(
                        entry.get("effect", "require"),
                        (ids,) if isinstance(ids, str) else tuple(ids),
                        about,
                    )
                )
        return tuple(out)

    def bears(self) -> Bears | None:
        entry = self.entry.get("bears")
        if entry is None:
            return None
        how = self.word(entry["how"], self.judgments.bearings, "bearings", "bears", "how")
        ids, words = [], []
        known = self.words
        for i, one in enumerate(entry["on"]):
            if one.isascii():
                ids.append(one)
            elif known.get(one) is None:
                self.fault(
                    ("bears", "on", i),
                    f"{one} is no word of the language",
                    f"name a record, or a word: {', '.join(known.near(one))}",
                )
            else:
                words.append(one)
        return Bears(how, tuple(ids), tuple(words))

    def glosses(self) -> tuple[Gloss, ...]:
        given = self.entry.get("glosses", [])
        return tuple(
            Gloss(one["id"], one["how"]) for one in ([given] if isinstance(given, dict) else given)
        )

    def rows(self, n: int) -> tuple[Row, ...]:
        head = self.entry.get("when")
        head_says, head_omen = self.says(self.entry.get("says"), "says"), self.omen(self.entry)
        out = []
        for i, row in enumerate(self.entry["rows"]):
            found, spans = self.quotes(row, n, "rows", i)
            own = self.expression(row.get("when"), "rows", i, "when")
            when = own
            if head and own is not None:
                when = self.expression(f"({head}) and ({own.source})", "rows", i, "when")
            elif head:
                when = self.expression(head, "when")
            out.append(
                Row(
                    row["id"],
                    found,
                    spans,
                    when,
                    (*head_says, *self.says(row.get("says"), "rows", i, "says")),
                    self.omen(row, "rows", i) or head_omen,
                    self.expression(row.get("gives"), "rows", i, "gives", want=None),
                    self.facts(row.get("true"), "rows", i, "true"),
                    self.facts(row.get("false"), "rows", i, "false"),
                    marked.line_of(self.lines, (*self.place, "rows", i)),
                )
            )
        return tuple(out)

    def claim(self) -> Claim:
        entry = self.entry
        count = entry.get("count")
        return Claim(
            entry["over"],
            entry.get("holds", "every"),
            self.asserted("asserts") if "asserts" in entry else (),
            tuple(entry.get("examples", ())),
            Count(count["of"], count["number"]) if count else None,
        )

    # -- examples -------------------------------------------------------------------------------

    def example(self) -> Example | None:
        n = self.passage()
        if n is None:
            return None
        entry = self.entry
        found, spans = self.quotes(entry, n)
        given = tuple(
            self.statement(one, n, spans, "given", i) for i, one in enumerate(entry["given"])
        )
        asserts = tuple(
            self.statement(one, n, spans, "asserts", i)
            for i, one in enumerate(entry.get("asserts", ()))
        )
        self.consistent(given)
        return Example(
            id=entry["id"],
            text=self.text.slug,
            passage=self.text.passage_id(n),
            line=marked.line_of(self.lines, self.place),
            quote=found,
            spans=spans,
            given=tuple(one for one in given if one),
            asserts=tuple(one for one in asserts if one),
            holds=entry.get("holds", "every"),
            asks=self.asks(n),
            carries=tuple(
                one
                for i, carry in enumerate(entry.get("generalises", ()))
                if (one := self.carry(carry, n, spans, i))
            ),
            says=self.says(entry.get("says"), "says"),
            omen=self.omen(entry),
            expected=self.outcomes("expected", n, spans),
            came=self.outcomes("came", n, spans),
            illustrates=tuple(entry.get("illustrates", ())),
            open=entry.get("open", ""),
            note=entry.get("note", ""),
            supplies=entry.get("supplies", ""),
        )

    def consistent(self, given) -> None:
        """The compact facts of an example together, where each by itself is right."""
        if not self.faults and any(one.fact for one in given):
            words = " ".join(one.fact for one in given if one.fact)
            try:
                facts.read(self.art, words, self.where("given"))
            except YarrowError as error:
                self.faults += error.faults

    def span(self, entry: dict, n: int, spans: tuple[Span, ...], *place) -> tuple[str, Span] | None:
        """The passage and the place of words in the quote, or in the passage that `in` names."""
        within, number = spans, n
        if "in" in entry:
            slug, _, other = entry["in"].rpartition("-")
            if slug != self.text.slug or not 1 <= int(other) <= len(self.text.passages):
                self.fault(
                    (*place, "in"),
                    f"{entry['in']} is no passage of {self.text.slug}",
                    "name a passage of the same text",
                )
                return None
            within, number = None, int(other)
        quote = Quote(entry["words"], entry.get("nth"))
        start = quotes.locate(
            self.text.passages[number - 1].zh,
            quote,
            self.text.passage_id(number),
            self.where(*place, "words"),
            self.faults,
            within,
        )
        if start is None:
            return None
        layer = next((one.layer for one in spans if one.start <= start < one.end), "")
        return self.text.passage_id(number), Span(
            start, start + len(quote.words), quote.words, layer
        )

    def statement(self, entry: str | dict, n: int, spans, *place) -> Statement | None:
        line = marked.line_of(self.lines, (*self.place, *place))
        if isinstance(entry, str):  # facts that stand in the text in just this form
            entry = {"words": entry, "fact": entry}
        found = self.span(entry, n, spans, *place)
        fact = " ".join(self.facts(entry.get("fact"), *place, "fact"))
        that = self.expression(entry.get("that"), *place, "that")
        if found is None:
            return None
        return Statement(entry["words"], found[0], found[1], fact, that, line)

    def carry(self, entry: dict, n: int, spans, i: int) -> Carry | None:
        found = self.span(entry, n, spans, "generalises", i)
        to = self.facts(entry["to"], "generalises", i, "to")
        that = self.asserted("generalises", i, "that")
        if found is None:
            return None
        return Carry(
            entry["words"],
            found[1],
            to,
            that,
            marked.line_of(self.lines, (*self.place, "generalises", i)),
        )

    def outcomes(self, key: str, n: int, spans) -> tuple[Outcome, ...]:
        out = []
        for i, entry in enumerate(self.entry.get(key, ())):
            found = self.span(entry, n, spans, key, i)
            says = self.says(entry["says"], key, i, "says")
            if found is not None:
                out.append(Outcome(entry["words"], found[1], says))
        return tuple(out)
