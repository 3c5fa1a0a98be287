"""Translation memory: TMX 1.4b, https://www.gala-global.org/tmx-14b."""

from __future__ import annotations

from collections.abc import Iterable

from lxml import etree

from yarrow.export.bitext import Pair
from yarrow.export.tei_xml import LANG, check_characters


def tmx(pairs: Iterable[Pair], version: str, zh: str = "lzh", ko: str = "ko") -> bytes:
    """A TMX file of the pairs that have both sides, the same bytes for the same pairs.

    zh, ko: the language codes to write; a reader takes only the languages of its project.
    """
    root = etree.Element("tmx", version="1.4")
    etree.SubElement(root, "header", {
        "creationtool": "yarrow", "creationtoolversion": version, "segtype": "sentence",
        "o-tmf": "yarrow", "adminlang": "en", "srclang": zh, "datatype": "plaintext",
    })
    body = etree.SubElement(root, "body")
    for pair in pairs:
        if pair.whole:
            body.append(_unit(pair, zh, ko))
    etree.indent(root, "")
    return etree.tostring(root, encoding="UTF-8", xml_declaration=True) + b"\n"


def _unit(pair: Pair, zh: str, ko: str) -> etree._Element:
    unit = etree.Element("tu", tuid=pair.zh_segments[0])
    if pair.note:
        etree.SubElement(unit, "note").text = pair.note
    for name, value in (
        ("passage", pair.passage_id), ("layer", "+".join(pair.layers)), ("status", pair.status),
        ("score", None if pair.score is None else f"{pair.score:.4f}"),
    ):
        if value is not None:
            etree.SubElement(unit, "prop", type=f"x-{name}").text = value
    for lang, words in ((zh, pair.zh), (ko, pair.ko)):
        check_characters(words, pair.passage_id)
        variant = etree.SubElement(unit, "tuv", {LANG: lang})
        etree.SubElement(variant, "seg").text = words
    return unit
