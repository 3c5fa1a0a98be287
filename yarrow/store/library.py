"""The rules of a built database as `yarrow.rules.consult` wants them, their conditions parsed."""

from __future__ import annotations

import functools
import sqlite3
from collections.abc import Iterable

from yarrow.rules.consult import Library, Reading, Rule
from yarrow.rules.judgments import Aspect, Judgments, Label, Question
from yarrow.rules.language import parse
from yarrow.rules.load import vocabulary
from yarrow.rules.records import ARTS, Expression, Judgment


def library(connection: sqlite3.Connection) -> Library:
    """All rules and rows of tables, with what joins them and the closed lists.

    A condition is parsed once in a process, however often the rules are read.
    """
    texts = connection.execute("SELECT id, tradition, zh, ko FROM document ORDER BY n").fetchall()
    arts = {id_: ARTS[tradition] for id_, tradition, _, _ in texts}
    says = _gather(
        connection.execute(
            "SELECT rule || '/' || reading, about, value, answer, force, on_condition, occasion, whose, rule"
            " FROM judgment ORDER BY rule, reading, n"
        )
    )
    readings = _gather(
        connection.execute(
            "SELECT rule, reading, ground, condition, omen FROM rule_reading WHERE reading > 0"
            " ORDER BY rule, reading"
        )
    )
    otherwise = _gather(
        connection.execute(
            "SELECT rule, target FROM exception WHERE effect = 'else' ORDER BY rule, target"
        )
    )

    rows = _gather(
        connection.execute("SELECT part_of, id FROM rule WHERE kind = 'row' ORDER BY place")
    )

    def each(id_: str) -> list[str]:
        """A rule itself; of a table its rows, which alone are tried on a chart."""
        return [row for (row,) in rows.get(id_, ((id_,),))]

    def judged(id_: str, reading: int, text: str) -> tuple[Judgment, ...]:
        return tuple(_judgment(row, arts[text], text) for row in says.get(f"{id_}/{reading}", ()))

    def expression(source: str | None, text: str) -> Expression | None:
        return None if source is None else parsed(arts[text], text, source)

    rules = {}
    for (
        id_,
        text,
        passage,
        layer,
        quote,
        ko,
        status,
        asks,
        omen,
        condition,
        bears,
    ) in connection.execute(
        "SELECT id, document, passage, layer, quote, ko, ko_status, asks, omen, condition, bears FROM rule"
        " WHERE kind IN ('rule', 'row') ORDER BY place"
    ):
        rules[id_] = Rule(
            id_,
            text,
            passage,
            layer,
            quote,
            ko or "",
            status or "",
            asks,
            omen or "",
            expression(condition, text),
            judged(id_, 0, text),
            tuple(one for (target,) in otherwise.get(id_, ()) for one in each(target)),
            bears or "",
            tuple(
                Reading(ground, expression(when, text), judged(id_, n, text), omen or "")
                for n, ground, when, omen in readings.get(id_, ())
            ),
        )
    bonds = _gather(
        (one, rule, effect)
        for target, rule, effect in connection.execute(
            "SELECT target, rule, effect FROM exception WHERE effect <> 'else' ORDER BY target, rule"
        )
        if rule in rules
        for one in each(target)
    )
    bearing = _gather(
        (one, rule)
        for other, rule in connection.execute(
            "SELECT other, rule FROM rule_tie WHERE tie = 'bears' ORDER BY other, rule"
        )
        for one in each(other)
    )
    return Library(
        rules,
        bonds,
        {id_: tuple(rule for (rule,) in rows) for id_, rows in bearing.items()},
        arts,
        {id_: (zh, ko) for id_, _, zh, ko in texts},
        _lists(connection),
    )


@functools.cache
def parsed(art: str, text: str, source: str) -> Expression:
    """An expression of a record, which the build has checked."""
    return Expression(source, parse(source, vocabulary(art, text), where=text, want=None))


def _gather(rows: Iterable[tuple]) -> dict[str, tuple[tuple, ...]]:
    """Rows by their first column."""
    found: dict[str, tuple[tuple, ...]] = {}
    for key, *rest in rows:
        found[key] = (*found.get(key, ()), tuple(rest))
    return found


def _judgment(row: tuple, art: str, text: str) -> Judgment:
    about, value, answer, force, on_condition, occasion, whose, _ = row
    conditions = tuple(tuple(one.split(" ")) for one in (on_condition or "").split(", ") if one)
    return Judgment(
        about,
        tuple(value.split(" / ")) if value else (),
        None if answer is None else parsed(art, text, answer),
        force or "",
        conditions,
        occasion or "",
        tuple((party, parsed(art, text, when) if when else None)
              for party, _, when in (one.partition(": ") for one in (whose or "").split("; ") if one)),
    )


def _lists(connection: sqlite3.Connection) -> Judgments:
    """The closed lists; without the sections of the texts, which the rules have taken up."""
    values: dict[str, dict[str, Label]] = {}
    for aspect, *label in connection.execute("SELECT aspect, value, ko, en FROM aspect_value"):
        values.setdefault(aspect, {})[label[0]] = Label(*label)
    aspects = {
        name: Aspect(
            Label(name, ko, en), values.get(name, {}), tuple(gives.split(", ")) if gives else ()
        )
        for name, ko, en, gives in connection.execute("SELECT aspect, ko, en, gives FROM aspect")
    }
    labels: dict[str, dict[str, Label]] = {}
    for name, *label in connection.execute("SELECT list, zh, ko, en FROM label"):
        labels.setdefault(name, {})[label[0]] = Label(*label)
    questions = {
        name: Question(Label(name, ko, en), within, takes)
        for name, ko, en, within, takes in connection.execute(
            "SELECT * FROM question ORDER BY rowid"
        )
    }
    names = ("forces", "omens", "occasions", "bearings", "parties")
    return Judgments(aspects, *(labels.get(name, {}) for name in names), questions, ())
