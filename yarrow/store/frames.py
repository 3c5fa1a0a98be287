"""The database as pandas frames with typed columns: `corpus = yarrow.open()`."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import pandas as pd

from yarrow.errors import Fault, YarrowError
from yarrow.store.database import connect
from yarrow.store.digest import digest, tables

if TYPE_CHECKING:
    from yarrow.charts.liuren_chart import Chart as LiurenChart
    from yarrow.charts.liuyao_chart import LiuyaoChart
    from yarrow.rules.consult import Library

# Columns that repeat few values; every other TEXT column is a string, every INTEGER an Int64.
CATEGORIES = {"document", "passage", "lang", "layer", "category", "tradition", "licence"}


def open_corpus(path: str | os.PathLike | None = None) -> Corpus:
    """The built database at `path`, or where `yarrow build` puts it."""
    return Corpus(connect(path))


class Corpus:
    """Frames over a built database, each read when it is first asked for and then kept.

    The index of a frame is the id, where the table has one; offsets count code points. Close
    it, or use it in a `with` statement, when many are opened.
    """

    def __init__(self, connection: sqlite3.Connection):
        self.connection = connection

    def __enter__(self) -> Corpus:
        return self

    def __exit__(self, *_) -> None:
        self.connection.close()

    @cached_property
    def documents(self) -> pd.DataFrame:
        """The texts: headings, tradition, attribution, licence, source file."""
        return self.frame("document")

    @cached_property
    def passages(self) -> pd.DataFrame:
        """One Chinese paragraph and its Korean translation a row."""
        return self.frame("passage")

    @cached_property
    def units(self) -> pd.DataFrame:
        """Runs of one layer: main text, commentary, remark; translation, commentary, note."""
        return self.frame("unit")

    @cached_property
    def sentences(self) -> pd.DataFrame:
        """Sentences of both languages."""
        return self.frame("sentence")

    @cached_property
    def segments(self) -> pd.DataFrame:
        """Chinese clauses and Korean sentences, what links join."""
        return self.frame("segment")

    @cached_property
    def terms(self) -> pd.DataFrame:
        """The glossary."""
        return self.frame("term")

    @cached_property
    def occurrences(self) -> pd.DataFrame:
        """Every occurrence of every term in both languages."""
        return self.frame("term_occurrence")

    @cached_property
    def rules(self) -> pd.DataFrame:
        """The records: rules, rows of tables, definitions, claims, citations, prose."""
        return self.frame("rule")

    @cached_property
    def judgments(self) -> pd.DataFrame:
        """What rules say, one judgment a row."""
        return self.frame("judgment")

    @cached_property
    def examples(self) -> pd.DataFrame:
        """The charts that the texts work."""
        return self.frame("example")

    @cached_property
    def findings(self) -> pd.DataFrame:
        """Where text and computation part, and what was concluded."""
        return self.frame("finding")

    @cached_property
    def vocabulary(self) -> pd.DataFrame:
        """The words of the rule language."""
        return self.frame("vocabulary")

    @cached_property
    def library(self) -> Library:
        """The rules with their conditions parsed, as `yarrow.rules.consult` takes them."""
        from yarrow.store.library import library

        return library(self.connection)

    def consult(self, chart: LiuyaoChart | LiurenChart, asks: str | None = None, *,
                lang: str = "en", every: bool = False, **told) -> pd.DataFrame:
        """Every rule on a chart of either art, one a row, those that speak first.

        chart: of `yarrow.charts.liuyao_chart.chart` or `liuren_chart.chart`. asks and told (sex,
        persons): see `yarrow.rules.consult.consult`. lang: zh, ko or en, of `says` and `why`.
        every: the rules that are false, too. The index is the id; `status` is true, exception (its
        condition holds, another rule cancels it), unknown or false; the columns are those of
        `consult_record.entry`; says, wants, blocked_by, limited_by and weighed_by hold tuples.
        """
        from yarrow.rules.consult import STATUSES, consult
        from yarrow.rules.consult_record import FIELDS, entry

        found = consult(self.library, chart, asks, **told).of(*STATUSES[: None if every else -1])
        frame = pd.DataFrame([entry(one, lang) for one in found], columns=FIELDS).set_index("id")
        several = ("says", "wants", "blocked_by", "limited_by", "weighed_by")
        for name in several:
            frame[name] = frame[name].map(tuple)
        frame["status"] = pd.Categorical(frame["status"], STATUSES)
        text = [name for name in frame.columns if name not in (*several, "status", "passage")]
        return frame.astype(dict.fromkeys(text, "string") | {"passage": "category"})

    @cached_property
    def tables(self) -> list[str]:
        """The names of all tables, for `frame`."""
        return tables(self.connection)

    def frame(self, table: str) -> pd.DataFrame:
        """One table or view as a frame; YarrowError when there is none of this name."""
        columns = self.connection.execute(
            "SELECT name, type FROM pragma_table_info(?)", (table,)
        ).fetchall()
        if not columns:
            raise YarrowError(
                Fault(table, "there is no such table", f"one of: {', '.join(self.tables)}")
            )
        frame = pd.read_sql_query(f'SELECT * FROM "{table}"', self.connection, dtype=object)
        kinds = {name: _kind(name, type_) for name, type_ in columns}
        frame = frame.astype({name: kind for name, kind in kinds.items() if kind})
        return frame.set_index("id") if "id" in frame.columns else frame

    def sql(self, query: str, params: Sequence | Mapping = ()) -> pd.DataFrame:
        """The rows of a query; `params` fill its ? or :name places."""
        return pd.read_sql_query(query, self.connection, params=params).convert_dtypes()

    def search(self, *queries: str, **limits: str) -> pd.DataFrame:
        """Every place where the queries stand: see `yarrow.store.search.find`."""
        from yarrow.store.search import find

        names = ["document", "passage", "lang", "layer", "segment", "start", "end"]
        hits = find(self.connection, *queries, **limits)
        frame = pd.DataFrame(
            [[getattr(hit, name) for name in [*names, "left", "word", "right"]] for hit in hits],
            columns=[*names, "left", "word", "right"],
        )
        types = dict.fromkeys(("document", "passage", "lang", "layer"), "category")
        types |= dict.fromkeys(("segment", "left", "word", "right"), "string")
        return frame.astype(types | {"start": "Int64", "end": "Int64"})

    def digest(self) -> str:
        """The digest of the content, as `yarrow digest` prints it."""
        return digest(self.connection)


def _kind(column: str, type_: str) -> str | None:
    if column in CATEGORIES:
        return "category"
    return {"TEXT": "string", "INTEGER": "Int64", "REAL": "Float64"}.get(type_.upper())
