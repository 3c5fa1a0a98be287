"""A paragraph as HTML: units, segments and terms as nested elements over the untouched text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from markupsafe import Markup

Row = Mapping[str, object]


def paragraph(
    text: str,
    units: Sequence[Row],
    segments: Sequence[Row],
    occurrences: Iterable[Row],
    href: Callable[[str], str],
    beads: Mapping[str, Row] | None = None,
) -> Markup:
    """The paragraph with a span per unit and segment and a link per term.

    units: id, layer, start, end; segments: id, start, end; occurrences: term, start, end; all
    offsets into `text`; href: the address of a term; beads: segment id to n, status, score and
    Chinese layer of the bead that links it with the other language.

    The words of the result are `text`, character by character. Of terms that overlap the first
    is linked, and of those that start together the longest; a term that crosses the edge of a
    segment is not linked.
    """
    terms = _apart(occurrences)

    def plain(start: int, end: int) -> Markup:
        return Markup.escape(text[start:end])

    def term(row: Row) -> Markup:
        return Markup('<a class="term" href="{}" data-term="{}">{}</a>').format(
            href(row["term"]), row["term"], plain(row["start"], row["end"])
        )

    def with_terms(start: int, end: int) -> Markup:
        return _nest(_inside(terms, start, end), start, end, term, plain)

    def segment(row: Row) -> Markup:
        bead = (beads or {}).get(row["id"])
        return Markup('<span class="segment" id="{}"{}>{}</span>').format(
            row["id"], _link(bead) if bead else "", with_terms(row["start"], row["end"])
        )

    def unit(row: Row) -> Markup:
        start, end = row["start"], row["end"]
        return Markup('<span class="unit {}" id="{}">{}</span>').format(
            row["layer"],
            row["id"],
            _nest(_inside(segments, start, end), start, end, segment, with_terms),
        )

    return _nest(units, 0, len(text), unit, plain)


def _nest(
    rows: Sequence[Row],
    start: int,
    end: int,
    element: Callable[[Row], Markup],
    between: Callable[[int, int], Markup],
) -> Markup:
    """The rows' elements in order, and from start to end what stands between them."""
    pieces, at = [], start
    for row in rows:
        if row["start"] > at:
            pieces.append(between(at, row["start"]))
        pieces.append(element(row))
        at = row["end"]
    if at < end:
        pieces.append(between(at, end))
    return Markup("").join(pieces)


def _link(bead: Row) -> Markup:
    """The attributes by which the page finds and describes a link; `data-of` is the layer that
    a sentence renders, where it renders one."""
    score = "" if bead["score"] is None else f"{bead['score']:.0%}"
    return Markup(' data-bead="{}" data-status="{}" data-score="{}" data-of="{}"').format(
        bead["n"], bead["status"], score, bead["layer"] or ""
    )


def _inside(rows: Iterable[Row], start: int, end: int) -> list[Row]:
    return [row for row in rows if start <= row["start"] and row["end"] <= end]


def _apart(occurrences: Iterable[Row]) -> list[Row]:
    chosen: list[Row] = []
    for row in sorted(occurrences, key=lambda row: (row["start"], -row["end"])):
        if not chosen or chosen[-1]["end"] <= row["start"]:
            chosen.append(row)
    return chosen
