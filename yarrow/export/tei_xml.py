"""Elements of TEI, made and written without a blank that the text does not have."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from lxml import etree

from yarrow.errors import Fault, YarrowError

TEI = "http://www.tei-c.org/ns/1.0"
XML = "http://www.w3.org/XML/1998/namespace"
ID, LANG, SPACE = f"{{{XML}}}id", f"{{{XML}}}lang", f"{{{XML}}}space"
LANGUAGES = {"zh": "lzh-Hant", "ko": "ko", "en": "en"}

Element = etree._Element
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_RANGE = re.compile(r"#string-range\(([^,()]+),(\d+),(\d+)\)")


def el(tag: str, attributes: Mapping[str, str | None] = {}, *content: str | Element) -> Element:
    """A TEI element; an attribute that is None is left out.

    id, lang and space stand for xml:id, xml:lang and xml:space.
    """
    element = etree.Element(f"{{{TEI}}}{tag}", nsmap={None: TEI})
    for name, value in attributes.items():
        if value is not None:
            element.set({"id": ID, "lang": LANG, "space": SPACE}.get(name, name), value)
    add(element, *content)
    return element


def add(element: Element, *content: str | Element) -> None:
    """Append text and elements to the content of an element, in order."""
    for item in content:
        if not isinstance(item, str):
            element.append(item)
        elif len(element):
            element[-1].tail = (element[-1].tail or "") + item
        else:
            element.text = (element.text or "") + item


def block(
    tag: str, attributes: Mapping[str, str | None] = {}, children: Iterable[Element] = ()
) -> Element:
    """An element that holds elements alone, each on a line of its own."""
    element = el(tag, attributes)
    for child in children:
        add(element, "\n", child)
    add(element, "\n")
    return element


def pointers(ids: Iterable[str], base: str = "") -> str | None:
    """The value of a pointing attribute; None for no ids. base: the file that holds them."""
    return " ".join(f"{base}#{id_}" for id_ in ids) or None


def string_range(id_: str, start: int, end: int) -> str:
    """A pointer to the characters start to end of the text of an element.

    TEI's scheme string-range(), counting code points from 0. What an editor would read instead
    (corr) is not of the text and is not counted.
    """
    return f"#string-range({id_},{start},{end - start})"


def parse_string_range(pointer: str) -> tuple[str, int, int] | None:
    """id, start, end of a pointer made by `string_range`; None if it is another pointer."""
    match = _RANGE.fullmatch(pointer)
    if not match:
        return None
    return match[1], int(match[2]), int(match[2]) + int(match[3])


def check_characters(words: str, where: str) -> None:
    """Raise YarrowError if a character of the words cannot stand in XML, such as U+FFFE."""
    found = _NOT_XML.search(words)
    if found:
        at = found.start()
        raise YarrowError(Fault(
            where, f"character {at + 1} is U+{ord(found[0]):04X}, which XML cannot hold, after "
            f"「{words[max(0, at - 8) : at]}」", "take it out of the source file"))


def serialise(root: Element) -> bytes:
    """The bytes of a document: the same for the same elements, whenever it is made."""
    etree.cleanup_namespaces(root)
    return etree.tostring(root, encoding="UTF-8", xml_declaration=True) + b"\n"
