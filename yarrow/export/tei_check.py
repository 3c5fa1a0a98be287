"""What no schema finds: pointers that lead nowhere, links of one end, ids used twice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from yarrow.errors import Fault, YarrowError
from yarrow.export.tei_xml import ID, TEI, Element, parse_string_range

POINTING = ("target", "corresp", "prev", "next", "resp", "ref", "ana", "source", "fVal")
_EXTERNAL = ("http://", "https://")

Ids = Mapping[str, Mapping[str, Element]]  # file -> id -> element


def check_documents(documents: Mapping[str, Element]) -> None:
    """Raise YarrowError with every fault of a set of documents that point to one another.

    documents: name of the file -> its root. A pointer may lead into its own file (`#id`,
    `#string-range(id,offset,length)`), into another of the set (`glossary.xml#id`), or out
    (http, https).
    """
    ids = {name: _ids(root) for name, root in documents.items()}
    faults = [fault for name, root in documents.items() for fault in _faults(name, root, ids)]
    if faults:
        raise YarrowError(faults)


def _faults(name: str, root: Element, ids: Ids) -> Iterator[Fault]:
    seen: set[str] = set()
    for element in root.iter(f"{{{TEI}}}*"):
        id_ = element.get(ID)
        where = f"{name}: {_place(element)}"
        if id_ is not None:
            if id_ in seen:
                yield Fault(where, f"the id {id_} is used twice", "give each element its own")
            seen.add(id_)
        for attribute in POINTING:
            for pointer in (element.get(attribute) or "").split():
                what = _wrong(pointer, name, ids)
                if what:
                    yield Fault(where, f"{attribute}=\"{pointer}\" {what}",
                                "point to an element that is there")
        yield from _children(element, where)


def _children(element: Element, where: str) -> Iterator[Fault]:
    tag = element.tag.rpartition("}")[2]
    targets = (element.get("target") or "").split()
    if tag == "link" and len(set(targets)) < 2:
        yield Fault(where, "a link needs two ends", "use ptr for one that has no other end")
    if tag == "ptr" and not targets:
        yield Fault(where, "a ptr that points to nothing", "give it a target")
    if tag == "choice":
        names = [child.tag.rpartition("}")[2] for child in element]
        if sorted(names) != ["corr", "sic"]:
            yield Fault(where, f"a choice between {' and '.join(names) or 'nothing'}",
                        "give it one sic and one corr")
    if tag == "s" and next(element.iterancestors(f"{{{TEI}}}s"), None) is not None:
        yield Fault(where, "a sentence inside a sentence", "cut the outer one into pieces")


def _wrong(pointer: str, name: str, ids: Ids) -> str | None:
    """What is wrong with a pointer in the file `name`, None if it leads somewhere."""
    if pointer.startswith(_EXTERNAL):
        return None
    file, hash_, fragment = pointer.partition("#")
    if not hash_:
        return "is no pointer to an element"
    file = file or name
    if file not in ids:
        return f"leads to {file}, which is not there"
    span = parse_string_range(f"#{fragment}")
    if span is None:
        return None if fragment in ids[file] else "leads nowhere"
    id_, start, end = span
    if id_ not in ids[file]:
        return "leads nowhere"
    if not start < end <= len(plain_text(ids[file][id_])):
        return "leads past the end of the text"
    return None


def plain_text(element: Element) -> str:
    """The characters of the source in an element: its text without corr."""
    return "".join(_pieces(element))


def _pieces(element: Element) -> Iterator[str]:
    if element.tag != f"{{{TEI}}}corr":
        yield element.text or ""
        for child in element:
            yield from _pieces(child)
            yield child.tail or ""


def _ids(root: Element) -> dict[str, Element]:
    return {element.get(ID): element for element in root.iter(f"{{{TEI}}}*") if element.get(ID)}


def _place(element: Element) -> str:
    """How a reader finds an element: its tag and id, or those of the nearest that has one."""
    tag = element.tag.rpartition("}")[2]
    if element.get(ID):
        return f"{tag} {element.get(ID)}"
    holder = next((up for up in element.iterancestors() if up.get(ID)), None)
    return tag if holder is None else f"{tag} in {_place(holder)}"
