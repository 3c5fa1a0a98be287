"""Bilingual tables and plain parallel text."""

from __future__ import annotations

import csv
import dataclasses
import io
import json
from collections.abc import Iterable

from yarrow.export.bitext import Pair

COLUMNS = ("document", "passage", "zh_start", "zh_end", "ko_start", "ko_end", "layer", "status",
           "score", "zh", "ko")


def tsv(pairs: Iterable[Pair]) -> bytes:
    """A table with a line of names, COLUMNS, and a line a pair, tabs between, UTF-8.

    A line break or tab in the words becomes a blank, so that a line is a pair; a value with a
    quotation mark " stands in such marks, as csv readers and pandas expect.
    """
    out = io.StringIO()
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    writer.writerow(COLUMNS)
    for pair in pairs:
        writer.writerow((
            pair.document, pair.passage, pair.zh_start, pair.zh_end, pair.ko_start, pair.ko_end,
            "+".join(pair.layers), pair.status,
            None if pair.score is None else f"{pair.score:.4f}",
            _one_line(pair.zh), _one_line(pair.ko),
        ))
    return out.getvalue().encode()


def jsonl(pairs: Iterable[Pair]) -> bytes:
    """A JSON object a line, with the fields of `Pair`; the words to the character."""
    lines = []
    for pair in pairs:
        fields = dataclasses.asdict(pair)
        if pair.score is not None:
            fields["score"] = round(pair.score, 4)
        lines.append(json.dumps(fields, ensure_ascii=False) + "\n")
    return "".join(lines).encode()


def moses(pairs: Iterable[Pair]) -> dict[str, bytes]:
    """Plain text as Moses and its successors read it: line n of one file renders line n of the
    other. A third file has the passage of each line. Pairs with an empty side are left out."""
    whole = [pair for pair in pairs if pair.whole]
    return {
        "yarrow.lzh": _lines(pair.zh for pair in whole),
        "yarrow.ko": _lines(pair.ko for pair in whole),
        "yarrow.ids": _lines(pair.passage_id for pair in whole),
    }


def _lines(items: Iterable[str]) -> bytes:
    return "".join(_one_line(item) + "\n" for item in items).encode()


def _one_line(words: str) -> str:
    return " ".join(words.split("\n")).replace("\t", " ")
