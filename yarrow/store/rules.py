"""The stages of a build that store the rule language and the records written in it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import count

from sqlite_utils import Database

from yarrow.corpus import Text
from yarrow.rules.conventions import load_conventions
from yarrow.rules.judgments import LISTS, load_judgments
from yarrow.rules.language import Node
from yarrow.rules.link import Run, account, expressions, korean, rules_about, ties
from yarrow.rules.load import files, whole_vocabulary
from yarrow.rules.quotes import Span
from yarrow.rules.records import ARTS, Annotation, Example, Judgment, Record, Row
from yarrow.rules.words import Word
from yarrow.store.texts import Corpus


def store_language(db: Database, corpus: Corpus) -> None:
    """vocabulary (but for composed words), convention and the closed lists; nothing where the
    corpus folder has no judgments.yaml."""
    if not (corpus.directory / "judgments.yaml").exists():
        return
    place = count(1)
    for art in sorted({ARTS[text.tradition] for text in corpus.texts}):
        db["vocabulary"].insert_all(
            _word(art, word, heading, 0, next(place))
            for heading, group in whole_vocabulary(art).groups.items()
            for word in group
        )
    db["convention"].insert_all(
        {
            "art": one.art,
            "name": one.name,
            "reading": reading,
            "level": one.level,
            "zh": one.zh,
            "ko": one.ko,
            "en": one.en,
            "definition": one.definition,
            "meaning": meaning,
            "source": one.source,
            "is_default": int(reading == one.default),
            "texts": ", ".join(text for text, taught in one.texts.items() if taught == reading),
        }
        for one in load_conventions(corpus.directory)
        for reading, meaning in one.readings.items()
    )
    lists = load_judgments(corpus.directory)
    db["aspect"].insert_all(
        {
            "aspect": name,
            "ko": aspect.label.ko,
            "en": aspect.label.en,
            "gives": ", ".join(aspect.gives),
        }
        for name, aspect in lists.aspects.items()
    )
    db["aspect_value"].insert_all(
        {"aspect": name, "value": value.zh, "ko": value.ko, "en": value.en}
        for name, aspect in lists.aspects.items()
        for value in aspect.values.values()
    )
    db["label"].insert_all(
        {"list": name, "zh": label.zh, "ko": label.ko, "en": label.en}
        for name in LISTS
        for label in getattr(lists, name).values()
    )
    db["question"].insert_all(
        {
            "question": name,
            "ko": one.label.ko,
            "en": one.label.en,
            "within": one.within,
            "takes": one.use,
        }
        for name, one in lists.questions.items()
    )


def _word(art: str, word: Word, heading: str, composed: int, place: int) -> dict:
    takes = "" if word.takes is None else ", ".join(word.takes)
    return {
        "art": art,
        "word": word.zh,
        "ko": word.ko,
        "en": word.en,
        "heading": heading,
        "takes": takes,
        "gives": word.gives,
        "definition": word.definition,
        "source": word.source,
        "variants": " ".join(word.variants),
        "texts": ", ".join(word.texts),
        "composed": composed,
        "place": place,
    }


def store_records(db: Database, corpus: Corpus) -> None:
    """rule, example and all that belongs to them. YarrowError with every fault of the records."""
    if not (corpus.directory / "judgments.yaml").exists():
        return
    writer = _Writer(db, corpus.annotation)
    for text in corpus.texts:
        if files(text, corpus.directory):
            writer.text(text)
    writer.joins(corpus.texts)
    writer.flush()


# The tables of the records, each after those that it refers to.
_TABLES = (
    "vocabulary", "rule", "rule_span", "rule_reading", "judgment", "exception", "rule_tie",
    "rule_word", "rule_chart", "claim", "example", "example_span", "assertion", "example_judgment",
    "illustration", "example_tie", "claim_example", "account", "account_state",
)  # fmt: skip


class _Writer:
    """Gathers the rows of every table, so that each is filled at once."""

    def __init__(self, db: Database, annotation: Annotation):
        self.db, self.annotation = db, annotation
        self.rows: dict[str, list[dict]] = {table: [] for table in _TABLES}
        self.place = count(1)
        self.known = {
            (art, word) for art, word in db.conn.execute("SELECT art, word FROM vocabulary")
        }
        self.linked: dict[str, list[Run]] = {}
        for passage, *run in db.conn.execute(
            "SELECT passage, zh_start, zh_end, ko_start, ko_end, status FROM bead "
            "WHERE status = 'reviewed' OR passage NOT IN "
            "(SELECT passage FROM bead WHERE status = 'reviewed') ORDER BY place"
        ):
            self.linked.setdefault(passage, []).append(tuple(run))

    def text(self, text: Text) -> None:
        """The records and examples of one text."""
        art = ARTS[text.tradition]
        mine = [one for one in self.annotation.records if one.text == text.slug]
        order = sorted(mine, key=lambda one: (int(one.passage.rpartition("-")[2]), one.line))
        for record in order:
            self.rule(record, text)
            self.words(record.id, art, expressions(record))
        examples = [one for one in self.annotation.examples if one.text == text.slug]
        for example in sorted(
            examples, key=lambda one: (int(one.passage.rpartition("-")[2]), one.line)
        ):
            self.example(example, text)

    def words(self, id_: str, art: str, nodes: Iterator[Node]) -> None:
        """The words that a record uses; those made of others (沖剋) enter the vocabulary."""
        used = {word.zh: word for node in nodes for word in _words(node)}
        for name in sorted(used):
            if (art, name) not in self.known:
                self.known.add((art, name))
                self.rows["vocabulary"].append(
                    _word(art, used[name], "composed", 1, len(self.known))
                )
            self.rows["rule_word"].append({"rule": id_, "art": art, "word": name})

    def flush(self) -> None:
        """Write all rows."""
        for table, rows in self.rows.items():
            self.db[table].insert_all(rows)

    def placed(self, one: Record | Row | Example, text: Text, passage: str) -> dict:
        """The columns that say where the words of a record stand, in both languages."""
        paragraph = text.passages[int(passage.rpartition("-")[2]) - 1]
        start, end = one.spans[0].start, max(span.end for span in one.spans)
        found = korean(paragraph.zh, paragraph.ko, self.linked.get(passage, ()), one.spans)
        return {
            "id": one.id,
            "document": text.slug,
            "passage": passage,
            "layer": one.spans[0].layer,
            "quote": " … ".join(span.words for span in one.spans),
            "zh_start": start,
            "zh_end": end,
            "zh": paragraph.zh[start:end],
            "ko_start": found and found.start,
            "ko_end": found and found.end,
            "ko": found and found.words,
            "ko_status": found and found.status,
            "omen": one.omen or None,
            "line": one.line,
            "place": next(self.place),
        }

    def rule(self, record: Record, text: Text) -> None:
        """A record, its rows, and what each says."""
        bears = record.bears
        self.rows["rule"].append(
            {
                **self.placed(record, text, record.passage),
                "kind": record.kind,
                "part_of": None,
                "asks": record.asks,
                "condition": _source(record.when),
                "despite": _source(record.despite),
                "defines": record.defines or None,
                "meaning": _source(record.meaning),
                "stands": record.stands or None,
                "means": record.means or None,
                "case": record.case or None,
                "more": int(record.more),
                "form": _source(record.equals),
                "cites": record.cites or None,
                "bears": f"{bears.how}: {' '.join((*bears.ids, *bears.words))}" if bears else None,
                "never": record.never or None,
                "always": record.always or None,
                "open": record.open or None,
                "supplies": record.supplies or None,
                "note": record.note or None,
            }
        )
        self.spans("rule", record.id, record.passage, record.spans)
        self.judgments(record.id, 0, record.says)
        for i, reading in enumerate(record.readings):
            self.rows["rule_reading"].append(
                {
                    "rule": record.id,
                    "reading": i,
                    "ground": reading.ground,
                    "condition": _source(reading.when),
                    "omen": reading.omen or None,
                }
            )
            if i:
                self.judgments(record.id, i, reading.says)
        self.charts(record)
        if record.claim:
            claim = record.claim
            self.rows["claim"].append(
                {
                    "rule": record.id,
                    "over": claim.over,
                    "holds": claim.holds,
                    "asserts": json.dumps(
                        [one.source for one in claim.asserts], ensure_ascii=False
                    ),
                    "count_of": claim.count and claim.count.of,
                    "count": claim.count and claim.count.number,
                }
            )
        for row in record.rows:
            self.rows["rule"].append(
                {
                    **self.placed(row, text, record.passage),
                    "kind": "row",
                    "part_of": record.id,
                    "asks": record.asks,
                    "condition": _source(row.when),
                    "form": _source(row.gives),
                    "more": 0,
                }
            )
            self.spans("rule", row.id, record.passage, row.spans)
            self.judgments(row.id, 0, row.says)
            self.charts(row)

    def charts(self, one: Record | Row) -> None:
        self.rows["rule_chart"].extend(
            {"rule": one.id, "facts": facts, "holds": int(key == "true")}
            for key in ("true", "false")
            for facts in getattr(one, key)
        )

    def spans(self, table: str, id_: str, passage: str, spans: Sequence[Span]) -> None:
        self.rows[f"{table}_span"].extend(
            {
                table: id_,
                "n": i,
                "passage": passage,
                "start": span.start,
                "end": span.end,
                "text": span.words,
            }
            for i, span in enumerate(spans, 1)
        )

    def judgments(self, id_: str, reading: int, says: Sequence[Judgment]) -> None:
        self.rows["judgment"].extend(
            {"rule": id_, "reading": reading, "n": n, **_judgment(one)}
            for n, one in enumerate(says, 1)
        )

    def example(self, example: Example, text: Text) -> None:
        """An example, its facts and assertions, and what is said of it."""
        self.rows["example"].append(
            {
                **self.placed(example, text, example.passage),
                "asks": example.asks,
                "facts": example.facts,
                "holds": example.holds,
                "open": example.open or None,
                "supplies": example.supplies or None,
                "note": example.note or None,
            }
        )
        self.spans("example", example.id, example.passage, example.spans)
        rows = [
            ("given", one.passage, one.span, one.fact or None, _source(one.that))
            for one in example.given
        ]
        rows += [
            ("asserted", one.passage, one.span, None, one.that.source) for one in example.asserts
        ]
        rows += [
            (
                "carried",
                example.passage,
                one.span,
                "; ".join(one.to),
                " and ".join(f"({that.source})" for that in one.that),
            )
            for one in example.carries
        ]
        self.rows["assertion"].extend(
            {
                "example": example.id,
                "n": n,
                "role": role,
                "passage": passage,
                "start": span.start,
                "end": span.end,
                "text": span.words,
                "facts": facts,
                "expression": expression,
            }
            for n, (role, passage, span, facts, expression) in enumerate(rows, 1)
        )
        said = [("says", None, one) for one in example.says]
        said += [
            (role, outcome.words, one)
            for role in ("expected", "came")
            for outcome in getattr(example, role)
            for one in outcome.says
        ]
        self.rows["example_judgment"].extend(
            {"example": example.id, "n": n, "role": role, "words": words, **_judgment(one)}
            for n, (role, words, one) in enumerate(said, 1)
        )

    def joins(self, texts: Sequence[Text]) -> None:
        """What joins records to each other and to the clauses."""
        tied = ties(self.annotation, texts)
        exceptions, others = set(), set()
        for record in self.annotation.records:
            exceptions |= {(record.id, id_, "else") for id_ in record.otherwise}
            for gloss in record.glosses:
                others.add((record.id, gloss.how, gloss.id))
            exceptions |= {
                (record.id, id_, bond.effect)
                for bond in record.bonds
                for id_ in (*bond.ids, *rules_about(self.annotation, record, bond.about))
            }
        for id_, found in tied.items():
            if isinstance(self.annotation.by_id[id_], Record):
                others |= {(id_, "definition", other) for other in found.definitions}
                others |= {(other, "bears", id_) for other in found.bearing}
        self.rows["exception"].extend(
            {"rule": rule, "target": target, "effect": effect}
            for rule, target, effect in sorted(exceptions)
        )
        known = {row["id"] for row in self.rows["rule"]}
        self.rows["rule_tie"].extend(
            {"rule": rule, "tie": tie, "other": other}
            for rule, tie, other in sorted(others)
            if other in known
        )
        for example in self.annotation.examples:
            for id_ in example.illustrates:
                if isinstance(self.annotation.by_id.get(id_), Example):
                    self.rows["example_tie"].append({"example": example.id, "other": id_})
                else:
                    self.rows["illustration"].append({"example": example.id, "rule": id_})
        self.rows["claim_example"].extend(
            {"rule": record.id, "example": id_}
            for record in self.annotation.records
            if record.claim
            for id_ in record.claim.examples
        )
        self.accounts(texts)

    def accounts(self, texts: Sequence[Text]) -> None:
        items = list(account(self.annotation, texts))
        self.rows["account_state"].extend(
            {"segment": item.id, "state": item.state} for item in items
        )
        self.rows["account"].extend(
            {"segment": item.id, column: id_, "kind": self.annotation.by_id[id_].kind}
            for item in items
            for id_ in item.records
            for column in ("rule" if isinstance(self.annotation.by_id[id_], Record) else "example",)
        )


def _source(expression) -> str | None:
    return expression.source if expression is not None else None


def _judgment(one: Judgment) -> dict:
    return {
        "about": one.about,
        "value": " / ".join(one.values) or None,
        "answer": _source(one.answer),
        "force": one.force or None,
        "occasion": one.occasion or None,
        "on_condition": ", ".join(f"{about} {value}" for about, value in one.on_condition) or None,
        "whose": "; ".join(f"{party}: {when.source}" if when else party for party, when in one.of)
        or None,
    }


def _words(node: Node) -> Iterator[Word]:
    if node.word:
        yield node.word
    for part in node.parts:
        yield from _words(part)
