"""The tables that the line texts hunyin, liuchu and yushi give, with their words.

`tables()` is the registry: every table by its id, in the order of the texts. A table keyed by
something that a chart has (the relation of a line, its spirit, its trigram, …) is looked up on
whole arrays: `table.rows_of(indices)` for bare indices, `line_rows(table, chart)` for the six
cast lines of each chart. Both give row numbers, -1 where the table says nothing; `table.rows[n]`
has the words. Tables keyed by `words` are for readers: only a person can tell which row applies.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources

import numpy as np
import yaml

from yarrow.charts import ganzhi, hexagrams
from yarrow.charts.ganzhi_names import STAGES
from yarrow.charts.liuyao import SPIRIT_OF_STEM, SPIRITS, Liuyao
from yarrow.errors import Fault, YarrowError

# What a table can be keyed by -> the keys in the order of their index.
KEYS: dict[str, tuple[str, ...]] = {
    "relation": hexagrams.RELATIONS,
    "spirit": SPIRITS,
    "trigram": tuple(hexagrams.TRIGRAMS),  # that in which a line stands, inner or outer
    "palace": tuple(hexagrams.TRIGRAMS),
    "line": ("初爻", "二爻", "三爻", "四爻", "五爻", "上爻"),
    "element": tuple(ganzhi.ELEMENTS),
    "branch": tuple(ganzhi.BRANCHES),
    "stem": tuple(ganzhi.STEMS),
    "stage": tuple(stage.zh for stage in STAGES),
    "polarity": ("陰", "陽"),
    # 拆 a static yin line (8), 單 a static yang (7), 交 a moving yin (6), 重 a moving yang (9).
    "toss": ("拆", "單", "交", "重"),
    # The month in its season: 寅申巳亥 are 孟, 子午卯酉 仲, 辰戌丑未 季.
    "rank": ("孟", "仲", "季"),
    "time": ("日", "月", "歲"),
    "generation": hexagrams.GENERATIONS,
}


@dataclass(frozen=True)
class Row:
    """One line of a table. zh: the value in the words of the text; quote: where they stand."""

    key: str
    zh: str
    ko: str
    en: str
    quote: str
    passage: str


@dataclass(frozen=True)
class Table:
    """A table of one text. by: what it is keyed by (a name in KEYS, or `words`)."""

    id: str
    zh: str
    ko: str
    en: str
    by: str
    passage: str
    quote: str
    rows: tuple[Row, ...]
    note: str = ""

    @property
    def row_of_key(self) -> np.ndarray:
        """int8: at each index of KEYS[by] the row, -1 where there is none."""
        if self.by not in KEYS:
            raise YarrowError(Fault(
                self.id, f"this table is keyed by {self.by}, which no chart can tell",
                "read its rows",
            ))
        rows = {row.key: n for n, row in enumerate(self.rows)}
        return np.array([rows.get(key, -1) for key in KEYS[self.by]], np.int8)

    def rows_of(self, indices) -> np.ndarray:
        """int8: the row for each index (as in KEYS[by]), -1 where the table says nothing."""
        return self.row_of_key[np.asarray(indices)]


@cache
def tables() -> dict[str, Table]:
    """Every table by id, in the order of the texts."""
    source = resources.files("yarrow.charts").joinpath("data", "liuyao_tables.yaml")
    records = yaml.safe_load(source.read_text(encoding="utf-8"))
    return {record["id"]: _table(record) for record in records}


def _table(record: dict) -> Table:
    passage, quote = record["id"].rsplit("-", 1)[0], record["quote"]
    rows = tuple(
        Row(*row[:4], quote=row[4] if len(row) > 4 else quote,
            passage=row[5] if len(row) > 5 else passage)
        for row in ([str(part) for part in row] for row in record["rows"])
    )
    return Table(record["id"], record["zh"], record["ko"], record["en"], record["by"], passage,
                 quote, rows, record.get("note", ""))


def line_index(chart: Liuyao, by: str) -> np.ndarray:
    """What each cast line is, as an index into KEYS[by]: an array of shape chart.shape + (6,).

    `stage` is that of the line on the day (生絕於日辰之上者特重, yushi-19). `palace`, `rank`,
    `generation` and `time` belong to a chart and not to a line: ValueError.
    """
    hexagram = chart.hexagram
    lines = np.arange(6)
    shape = (*chart.shape, 6)
    if by == "relation":
        return hexagrams.LINE_RELATION[hexagram]
    if by == "spirit":
        return (lines + SPIRIT_OF_STEM[chart.day % 10][..., None]) % 6
    if by == "trigram":
        return np.where(lines < 3, (hexagram & 7)[..., None], (hexagram >> 3)[..., None])
    if by == "line":
        return np.broadcast_to(lines, shape)
    if by == "element":
        return hexagrams.LINE_ELEMENT[hexagram]
    if by == "branch":
        return hexagrams.LINE_BRANCH[hexagram]
    if by == "stem":
        return hexagrams.LINE_STEM[hexagram]
    if by == "stage":
        own, day = hexagrams.LINE_BRANCH[hexagram], chart.day_branch[..., None]
        return ganzhi.branch_stage(own, day, chart.conventions.earth, chart.conventions.yin)
    yang = hexagram[..., None] >> lines & 1
    if by == "polarity":
        return yang
    if by == "toss":
        return yang + 2 * (chart.moves[..., None] >> lines & 1)
    raise ValueError(f"{by!r} is not a property of a line")


def line_rows(table: Table, chart: Liuyao) -> np.ndarray:
    """int8, shape chart.shape + (6,): the row of the table for each cast line, -1 for none.

    So `line_rows(tables()["liuchu-5-t2"], chart)` is the colour of every line.
    """
    return table.rows_of(line_index(chart, table.by))
