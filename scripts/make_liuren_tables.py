#!/usr/bin/env python3
"""Write docs/liuren-tables.md: the 神煞, the patterns, and the worked charts that do not come out.

Run it after a change to them; tests/charts/test_liuren_docs.py compares.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import yaml

from yarrow.charts.ganzhi import BRANCHES
from yarrow.charts.liuren import cast
from yarrow.charts.liuren_patterns import OPEN, PATTERNS, holding
from yarrow.charts.liuren_spirits import spirits

ROOT = Path(__file__).parents[1]
WORKED = ROOT / "tests" / "charts" / "data" / "liuren_worked.yaml"
PAGE = ROOT / "docs" / "liuren-tables.md"

BASIS = {
    "month": "month, from 寅",
    "season": "season, from spring",
    "stem": "day stem, from 甲",
    "branch": "day branch, from 子",
    "year": "year branch, from 子",
    "decade": "decade, from 甲子",
    "fixed": "always",
}
WEIGHT = {
    "table": "yes",
    "part": "in part: the rest by the reference",
    "name": "**name only**: not attested in the corpus",
}


def row(*cells) -> str:
    return "| " + " | ".join(str(c).replace("|", "/").replace("\n", " ") for c in cells) + " |"


def head(*cells) -> list[str]:
    return [row(*cells), row(*("---" for _ in cells))]


def branches(mask) -> str:
    return "".join(b for i, b in enumerate(BRANCHES) if mask >> i & 1)


def place(table) -> str:
    gap = " " if any(int(m).bit_count() > 1 for m in table.masks) else ""
    return gap.join(branches(int(m)) for m in table.masks)


def quoted(passage, words) -> str:
    return f"{words} ({passage})"


def spirit_rows():
    for entry in spirits().values():
        words = "; ".join(quoted(p, q) for p, q in entry.passages.items())
        if entry.union:
            yield row(
                entry.name, entry.ko, entry.en, "", " and ".join(entry.union),
                WEIGHT[entry.attested], words, entry.reference,
            )  # fmt: skip
            continue
        yield row(
            entry.name, entry.ko, entry.en, BASIS[entry.table.basis], place(entry.table),
            WEIGHT[entry.attested], words, entry.reference,
        )  # fmt: skip
        for word, table in entry.variants.items():
            yield row(
                f"{entry.name}, `{word}`", "", "", BASIS[table.basis], place(table), "", "",
                table.reference,
            )  # fmt: skip


def pattern_rows():
    day, shift, night = np.unravel_index(np.arange(1440), (60, 12, 2))
    held = holding(cast(day, shift, night=night))
    for entry in PATTERNS.values():
        result = held[entry.name]
        lessons = (result.reshape(720, 2) == 1).any(1).sum()
        count = "" if (result == -1).any() else lessons
        words = (
            quoted(entry.passage, entry.quote)
            if entry.passage
            else f"not in the corpus; {entry.source}"
        )
        definition = entry.function.__doc__.split("\n\n")[0].replace("\n", " ")
        yield row(entry.name, entry.ko, entry.en, count, definition, words, entry.note)


def failures(records):
    for record in records:
        if "fails" in record:
            yield f"- **{record['passage']}**, 「{record['quote']}」: {record['fails']['note']}"


def page() -> str:
    """The whole of docs/liuren-tables.md."""
    records = yaml.safe_load(WORKED.read_text(encoding="utf-8"))
    wrong = sum("fails" in r for r in records)
    corpus = sum(bool(p.passage) for p in PATTERNS.values())
    lines = [
        "# Tables of 大六壬: spirits, patterns, worked charts",
        "",
        "Written by `scripts/make_liuren_tables.py` from the program itself; do not edit by hand.",
        "001 is `sanchuan`, 004 is `zhonggui`; `sanchuan-38` is the thirty-eighth passage of 001.",
        "",
        "## 神煞",
        "",
        f"{len(spirits())} names. *Attested* says how far the two texts themselves give the table. What they",
        "only name has its table from the reference beside it. 指南 is 六壬指南 (陳公獻, Ming), 大全 is 六壬大全",
        "(郭御青, Ming), 辨疑 is 六壬辨疑 (張官德, Qing). A row in code type is another table of the same name, to",
        "be asked for: `spirit(chart, \"大耗\", \"year\")`.",
        "",
        *head("名", "이름", "name", "goes by", "stands at", "attested", "words", "reference"),
        *spirit_rows(),
        "",
        "## 格",
        "",
        f"{len(PATTERNS)} patterns, {corpus} of them with the words of the corpus. *Lessons* counts those of the 720 in",
        "which the pattern can hold, by day or by night; it is empty where the month, the year or a person",
        "decides too.",
        "",
        *head("名", "이름", "name", "lessons", "holds when", "words", "how the words were read"),
        *pattern_rows(),
        "",
        "### Left open",
        "",
        "Named or described in the texts, and not computed, because the condition could not be settled.",
        "",
        *head("名", "passage", "words", "question"),
        *(row(q.name, q.passage, q.quote, q.question) for q in OPEN),
        "",
        "## Worked charts that do not come out",
        "",
        f"{len(records)} statements of the two texts on charts are recomputed; {len(records) - wrong} come out. The other",
        f"{wrong}, with what is computed and the argument:",
        "",
        *failures(records),
        "",
    ]  # fmt: skip
    return "\n".join(lines)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
