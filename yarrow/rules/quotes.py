"""Where quoted words stand: to the character, in one layer, or not at all."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from yarrow.corpus import Text
from yarrow.errors import Fault

REMEDY = "copy the words from the text, marks and all; `yarrow annotate PASSAGE` shows them"


@dataclass(frozen=True)
class Quote:
    """Words as a record quotes them. nth: which of several places, from 1; None where there is
    but one."""

    words: str
    nth: int | None = None


@dataclass(frozen=True)
class Span:
    """Quoted words in the Chinese paragraph: code points, half-open. layer: main, commentary or
    remark."""

    start: int
    end: int
    words: str
    layer: str = ""


def places(paragraph: str, words: str) -> list[int]:
    """Every place where the words stand, overlapping ones too."""
    found, at = [], paragraph.find(words)
    while at >= 0:
        found.append(at)
        at = paragraph.find(words, at + 1)
    return found


def anchor(
    text: Text, n: int, quotes: Sequence[Quote], where: str
) -> tuple[tuple[Span, ...], list[Fault]]:
    """The spans of quotes in passage n of a text, in the order of the text, and what is wrong.

    A quote must stand in the paragraph, once or with its nth; lie in one unit; share its layer
    with the other quotes of its record; and not overlap them. Spans are given for those that are
    found.
    """
    paragraph = text.passages[n - 1].zh
    name = text.passage_id(n)
    faults: list[Fault] = []
    spans: list[Span] = []
    for quote in quotes:
        start = locate(paragraph, quote, name, where, faults)
        if start is None:
            continue
        end = start + len(quote.words)
        layer = _layer(text, n, start, end)
        if layer is None:
            faults.append(
                Fault(
                    where,
                    f"「{quote.words}」 runs over the edge of a layer in {name}",
                    "quote each layer by itself, as a list of several spans",
                )
            )
            continue
        spans.append(Span(start, end, quote.words, layer))
    layers = {span.layer for span in spans}
    if len(layers) > 1:
        faults.append(
            Fault(
                where,
                f"the quotes are of several layers: {', '.join(sorted(layers))}",
                "make a record for each layer, and tie them with `glosses`",
            )
        )
    spans.sort(key=lambda span: span.start)
    for before, after in zip(spans, spans[1:]):
        if after.start < before.end:
            faults.append(
                Fault(
                    where,
                    f"「{before.words}」 and 「{after.words}」 overlap",
                    "quote the words once",
                )
            )
    return tuple(spans), faults


def locate(
    paragraph: str,
    quote: Quote,
    name: str,
    where: str,
    faults: list[Fault],
    within: Sequence[Span] | None = None,
) -> int | None:
    """The place of one quote in a paragraph (or in given spans of it); None with a fault told."""
    if not quote.words:
        faults.append(Fault(where, "an empty quote", REMEDY))
        return None
    found = places(paragraph, quote.words)
    around = name
    if within is not None:
        found = [
            at
            for at in found
            if any(span.start <= at and at + len(quote.words) <= span.end for span in within)
        ]
        around = f"the quote of {name}"
    if not found:
        near, caret = nearest(paragraph, quote.words)
        faults.append(
            Fault(
                where,
                f"「{quote.words}」 does not stand in {around}; nearest is\n"
                f"    {near}\n    {caret}",
                REMEDY,
            )
        )
        return None
    if quote.nth is not None:
        if not 1 <= quote.nth <= len(found):
            faults.append(
                Fault(
                    where,
                    f"「{quote.words}」 stands {len(found)} times in {around}, "
                    f"nth: {quote.nth} is not there",
                    f"give nth from 1 to {len(found)}",
                )
            )
            return None
        return found[quote.nth - 1]
    if len(found) > 1:
        shown = "; ".join(
            f"{i} {_around(paragraph, at, len(quote.words))}" for i, at in enumerate(found, 1)
        )
        faults.append(
            Fault(
                where,
                f"「{quote.words}」 stands {len(found)} times in {around}: {shown}",
                "quote more of it, or say which with `nth`",
            )
        )
        return None
    return found[0]


def nearest(paragraph: str, words: str) -> tuple[str, str]:
    """The run of the paragraph most like the words, and a line of carets under what differs.

    A caret stands under a character of the run that is not as quoted, or before which something
    quoted is missing.
    """
    size = min(len(words), len(paragraph))
    best, best_score = 0, -1.0
    matcher = difflib.SequenceMatcher(autojunk=False)
    matcher.set_seq2(words)
    for start in range(len(paragraph) - size + 1):
        matcher.set_seq1(paragraph[start : start + size])
        if matcher.quick_ratio() > best_score and (score := matcher.ratio()) > best_score:
            best, best_score = start, score
    low = max(0, best - _SLACK)
    matcher.set_seq1(paragraph[low : best + size + _SLACK])
    blocks = [block for block in matcher.get_matching_blocks() if block.size]
    if blocks:  # begin and end where the quoted words would
        first, last = blocks[0], blocks[-1]
        best = max(0, low + first.a - first.b)
        end = min(len(paragraph), low + last.a + len(words) - last.b)
    else:
        end = best + size
    run = paragraph[best:end]
    marks = [False] * (len(run) + 1)
    for op, a, b, _, _ in difflib.SequenceMatcher(None, run, words, autojunk=False).get_opcodes():
        if op != "equal":
            for i in range(a, max(b, a + 1)):
                marks[i] = True
    line = "".join(("^" if mark else " ") * width(char) for mark, char in zip(marks, run + " "))
    return run, line.rstrip()


_SLACK = 4  # characters that a quote may have left out or added


def width(words: str) -> int:
    """Columns of a terminal: two for a wide character."""
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in words)


def _around(paragraph: str, at: int, length: int) -> str:
    left, right = paragraph[max(0, at - 4) : at], paragraph[at + length : at + length + 4]
    return f"…{left}[{paragraph[at : at + length]}]{right}…"


def _layer(text: Text, n: int, start: int, end: int) -> str | None:
    for unit in text.layers.units:
        if unit.passage == n and unit.lang == "zh" and unit.start <= start < unit.end:
            return unit.kind if end <= unit.end else None
    return None
