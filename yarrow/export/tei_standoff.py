"""What stands beside the text: the alignment, terms that cross a segment, reasons, records."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from align.model import Unit
from yarrow.alignment import Link
from yarrow.corpus import Text
from yarrow.export.content import Content
from yarrow.export.tei_records import records
from yarrow.export.tei_xml import Element, block, el, pointers, string_range


def standoff(
    text: Text, content: Content, crossing: list[tuple[str, int, int, str]], glossary: str
) -> Element:
    """The standOff element of a text. crossing: paragraph id, start, end, term of occurrences
    that stand in no one segment. glossary: the file of the entries, "" for the same document."""
    children = [*_alignment(text, content)]
    if crossing:
        children.append(block("spanGrp", {"type": "term"}, (
            el("span", {"target": string_range(at, start, end), "ana": f"{glossary}#{term}"})
            for at, start, end, term in crossing)))
    children += _reasons(text)
    children += records(text, content, together=not glossary)
    return block("standOff", {"id": f"{text.slug}-standoff"}, children)


def _alignment(text: Text, content: Content) -> Iterator[Element]:
    """One linkGrp for the links of a passage, and notes on those that need a word."""
    links = [link for link in content.links if link.passage.rpartition("-")[0] == text.slug]
    for (passage, status), group in groupby(links, lambda link: (link.passage, link.status)):
        group = list(group)
        yield block(
            "linkGrp",
            {"type": "alignment", "subtype": status, "corresp": f"#{passage}"},
            (_link(link, text, content) for link in group),
        )
        for link in group:
            if link.note:
                yield el("note", {"type": "alignment", "target": _segments(link, text, content)},
                         link.note)


def _link(link: Link, text: Text, content: Content) -> Element:
    both = link.zh_from < link.zh_to and link.ko_from < link.ko_to
    missing = "untranslated" if link.zh_from < link.zh_to else "without-source"
    return el("link" if both else "ptr", {
        "type": None if both else missing,
        "target": _segments(link, text, content),
        "cert": None if link.score is None else f"{link.score:.4f}",
    })


def _segments(link: Link, text: Text, content: Content) -> str:
    passage = content.parallels[link.passage]
    return pointers(text.segment_id(segment) for segment in (
        *passage.clauses[link.zh_from : link.zh_to],
        *passage.sentences[link.ko_from : link.ko_to],
    ))


def _reasons(text: Text) -> Iterator[Element]:
    """Why units that nothing marks are held to be what they are: one note a reason."""
    reasons: dict[str, list[str]] = {}
    for declared in text.declared:
        opening = declared.quote if declared.quote is not None else declared.first
        start = text.passages[declared.passage - 1].text(declared.lang).index(opening)
        for unit in text.layers.units:
            if _begins_at(unit, start) and (unit.passage, unit.lang, unit.kind) == (
                declared.passage, declared.lang, declared.kind
            ):
                reasons.setdefault(declared.reason, []).append(text.unit_id(unit))
    for reason, ids in reasons.items():
        if reason:
            yield el("note", {"type": "layer", "target": pointers(ids), "lang": "en"}, reason)


def _begins_at(unit: Unit, start: int) -> bool:
    return unit.start <= start < unit.end
