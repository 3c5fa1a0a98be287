"""Read the TEI files of `yarrow.export.tei` back: text, layers, offsets, terms, alignment, records."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from lxml import etree

from align.model import Layers, Passage, Segment, Sentence, Unit
from yarrow.alignment import Link
from yarrow.errors import Fault, YarrowError
from yarrow.export.tei_text import DIVISIONS, TYPES
from yarrow.export.tei_xml import ID, LANG, LANGUAGES, TEI, Element, parse_string_range
from yarrow.terms import Term

_KINDS = {type_: kind for kind, type_ in TYPES.items()}
_SEGMENT = re.compile(r"(.+)-([zk])(\d+)")
_NUMBER = re.compile(r"\d+$")


@dataclass(frozen=True)
class Correction:
    """A place where a note of the translator would read something else."""

    passage: int
    start: int
    end: int
    read: str
    note: str
    restored: bool  # the characters are this project's, the note gives Hangul alone


@dataclass(frozen=True)
class ReadRecord:
    """A record, as its feature structure has it. spans: paragraph id, start, end of its words, those
    of its rows and statements too. features: name -> value: a string, an id, a list of such, or of
    pairs (type, features) for structures within; of several features of one name a list."""

    id: str
    kind: str
    spans: tuple[tuple[str, int, int], ...]
    features: dict[str, object]


@dataclass(frozen=True)
class ReadText:
    """What the TEI file of a text holds.

    occurrences: passage, language, start, end, term, in order. about: note, passage, start, end
    of the Chinese words that a note on the base text is about. links: a side that is empty
    stands where the links before it end.
    """

    slug: str
    heading: str
    title_zh: str
    title_ko: str
    passages: tuple[Passage, ...]
    layers: Layers
    occurrences: tuple[tuple[int, str, int, int, str], ...]
    links: tuple[Link, ...]
    corrections: tuple[Correction, ...]
    about: tuple[tuple[str, str, int, int], ...]
    records: tuple[ReadRecord, ...]


def read_texts(data: bytes) -> list[ReadText]:
    """The texts of a file: one, or all those of yarrow.xml. YarrowError if it is no TEI of ours."""
    return [_Reader(root).read() for root in _documents(data) if root.get(ID) != "glossary"]


def read_glossary(data: bytes) -> tuple[tuple[Term, ...], dict[str, dict[str, str]]]:
    """The entries and the categories of glossary.xml, or of the glossary in yarrow.xml."""
    for root in _documents(data):
        if root.get(ID) == "glossary":
            terms = tuple(_term(entry) for entry in _all(root, "entry"))
            categories = {
                category.get(ID).removeprefix("category-"):
                    {_lang(label): label.text for label in _all(category, "catDesc")}
                for category in _all(root, "category")
            }
            return terms, categories
    raise YarrowError(Fault("TEI", "the file holds no glossary", "name glossary.xml or yarrow.xml"))


def _documents(data: bytes) -> list[Element]:
    try:
        root = etree.fromstring(data, etree.XMLParser(resolve_entities=False, huge_tree=True))
    except etree.XMLSyntaxError as error:
        raise YarrowError(Fault("TEI", str(error), "give a well-formed file")) from None
    if root.tag == f"{{{TEI}}}TEI":
        return [root]
    if root.tag == f"{{{TEI}}}teiCorpus":
        return root.findall(f"{{{TEI}}}TEI")
    raise YarrowError(Fault("TEI", f"the root is {root.tag}", "give a file of yarrow export tei"))


def _all(element: Element, path: str) -> Iterator[Element]:
    return element.iter(f"{{{TEI}}}{path}")


def _first(element: Element, path: str) -> Element:
    return element.find("/".join(f"{{{TEI}}}{step}" for step in path.split("/")))


def _lang(element: Element) -> str:
    return {code: lang for lang, code in LANGUAGES.items()}[element.get(LANG)]


def _bare(pointer: str | None) -> str | None:
    """The id that a pointer names, whatever file it leads into."""
    return pointer and pointer.rpartition("#")[2]


@dataclass
class _Paragraph:
    """One paragraph while it is read."""

    passage: int
    lang: str
    line: int = 0
    pieces: list[str] = field(default_factory=list)
    at: int = 0
    units: list[tuple[Element, int, int]] = field(default_factory=list)
    sentences: dict[int, list] = field(default_factory=dict)  # n -> layer, start, end
    segments: list[tuple[Element, int, int, int, int]] = field(default_factory=list)
    terms: list[tuple[int, int, str]] = field(default_factory=list)

    def text(self, words: str | None) -> None:
        self.pieces.append(words or "")
        self.at += len(words or "")


class _Reader:
    def __init__(self, root: Element):
        self.root = root
        self.slug = root.get(ID)
        self.voices = {
            statement.get(ID): _first(statement, "name").text
            for statement in _all(root, "respStmt")
            if statement.get(ID).startswith(f"{self.slug}-voice-")
        }
        self.sentence_numbers: dict[str, int] = {}  # of each piece, by its id
        self.corrections: list[Correction] = []

    def read(self) -> ReadText:
        paragraphs = {}
        titles = {}
        for division in _all(self.root, "div"):
            lang = {kind: lang for lang, kind in DIVISIONS.items()}[division.get("type")]
            titles[lang] = _first(division, "head").text
            for element in division.findall(f"{{{TEI}}}p"):
                paragraph = self._paragraph(element, lang)
                paragraphs[paragraph.passage, lang] = paragraph
        ordered = [paragraphs[n, lang] for n in sorted({n for n, _ in paragraphs})
                   for lang in ("zh", "ko")]
        passages = tuple(
            Passage(zh.passage, "".join(zh.pieces), "".join(ko.pieces), zh.line, ko.line)
            for zh, ko in zip(ordered[::2], ordered[1::2], strict=True)
        )
        layers, about = self._layers(ordered)
        return ReadText(
            self.slug,
            _first(self.root, "teiHeader/fileDesc/sourceDesc/bibl/title").text,
            titles["zh"],
            titles["ko"],
            passages,
            layers,
            self._occurrences(ordered),
            tuple(self._links()),
            tuple(self.corrections),
            about,
            tuple(self._records()),
        )

    def _paragraph(self, element: Element, lang: str) -> _Paragraph:
        paragraph = _Paragraph(int(element.get("n")), lang)
        self._walk(element, paragraph, 0)
        return paragraph

    def _walk(self, element: Element, paragraph: _Paragraph, sentence: int) -> None:
        paragraph.text(element.text)
        for child in element:
            self._element(child, paragraph, sentence)
            paragraph.text(child.tail)

    def _element(self, element: Element, paragraph: _Paragraph, sentence: int) -> None:
        tag = element.tag.rpartition("}")[2]
        start = paragraph.at
        if tag == "lb":
            paragraph.line = int(element.get("n"))
        elif tag == "choice":
            sic, corr = element
            self._walk(sic, paragraph, sentence)
            self.corrections.append(Correction(
                paragraph.passage, start, paragraph.at, corr.text, _bare(corr.get("source")),
                corr.get("resp").endswith("-yarrow")))
        elif tag == "term":
            self._walk(element, paragraph, sentence)
            paragraph.terms.append((start, paragraph.at, _bare(element.get("ref"))))
        elif tag == "s":
            before = _bare(element.get("prev"))
            number = (self.sentence_numbers[before] if before
                      else int(_NUMBER.search(element.get(ID))[0]))
            self.sentence_numbers[element.get(ID)] = number
            self._walk(element, paragraph, number)
            layer = _KINDS[element.getparent().get("type")]
            paragraph.sentences.setdefault(number, [layer, start, paragraph.at])[2] = paragraph.at
        elif sentence:
            self._walk(element, paragraph, sentence)
            paragraph.segments.append(
                (element, start, paragraph.at, len(paragraph.units), sentence))
        else:
            self._walk(element, paragraph, sentence)
            paragraph.units.append((element, start, paragraph.at))

    def _layers(self, paragraphs: list[_Paragraph]) -> tuple[Layers, tuple]:
        elements = [(p, unit) for p in paragraphs for unit in p.units]
        index = {element.get(ID): at for at, (_, (element, _, _)) in enumerate(elements)}
        units, sentences, segments, about = [], [], [], []
        for paragraph, (element, start, end) in elements:
            units.append(Unit(
                paragraph.passage,
                paragraph.lang,
                int(_NUMBER.search(element.get(ID))[0]),
                _KINDS[element.get("type")],
                start,
                end,
                index.get(_bare(element.get("target"))),
                index.get(_bare(element.get("prev"))),
                self.voices.get(_bare(element.get("resp"))),
            ))
            if element.tag == f"{{{TEI}}}note":
                about += [(element.get(ID), *parse_string_range(pointer))
                          for pointer in (element.get("corresp") or "").split()]
        first = 0
        for paragraph in paragraphs:
            place = paragraph.passage, paragraph.lang
            sentences += [Sentence(*place, n, layer, start, end)
                          for n, (layer, start, end) in sorted(paragraph.sentences.items())]
            segments += [
                Segment(*place, int(_NUMBER.search(element.get(ID))[0]), units[first + unit].kind,
                        start, end, first + unit, sentence)
                for element, start, end, unit, sentence in paragraph.segments
            ]
            first += len(paragraph.units)
        return Layers(tuple(units), tuple(sentences), tuple(segments)), tuple(about)

    def _occurrences(self, paragraphs: list[_Paragraph]) -> tuple:
        found = {(p.passage, p.lang): list(p.terms) for p in paragraphs}
        for group in _all(self.root, "spanGrp"):
            for span in group if group.get("type") == "term" else ():
                id_, start, end = parse_string_range(span.get("target"))
                lang = "ko" if id_.endswith("-ko") else "zh"
                passage = int(_NUMBER.search(id_.removesuffix("-ko"))[0])
                found[passage, lang].append((start, end, _bare(span.get("ana"))))
        return tuple((*place, *term) for place, terms in found.items() for term in sorted(terms))

    def _links(self) -> Iterator[Link]:
        notes = {note.get("target"): note.text for note in _first(self.root, "standOff")
                 if note.get("type") == "alignment" and note.tag == f"{{{TEI}}}note"}
        at: dict[str, list[int]] = {}
        for group in _all(self.root, "linkGrp"):
            passage = _bare(group.get("corresp"))
            ends = at.setdefault(passage, [0, 0])
            for link in group:
                runs: dict[str, list[int]] = {"z": [], "k": []}
                for pointer in link.get("target").split():
                    match = _SEGMENT.fullmatch(_bare(pointer))
                    runs[match[2]].append(int(match[3]))
                numbers = []
                for side, letter in enumerate("zk"):
                    run = runs[letter]
                    start = run[0] - 1 if run else ends[side]
                    ends[side] = run[-1] if run else ends[side]
                    numbers += [start, ends[side]]
                score = link.get("cert")
                yield Link(passage, *numbers, group.get("subtype"),
                           None if score is None else float(score),
                           notes.get(link.get("target"), ""))


    def _records(self) -> Iterator[ReadRecord]:
        spans: dict[str, list] = {}
        for group in _all(self.root, "spanGrp"):
            for span in group if group.get("type") == "record" else ():
                spans.setdefault(_bare(span.get("ana")), []).append(
                    parse_string_range(span.get("target")))
        for fs in _first(self.root, "standOff").findall(f"{{{TEI}}}fs"):
            own = (inner.get(ID) for inner in _all(fs, "fs"))
            yield ReadRecord(fs.get(ID), fs.get("type"),
                             tuple(span for id_ in own for span in spans.get(id_, ())), _features(fs))


def _features(fs: Element) -> dict[str, object]:
    found: dict[str, object] = {}
    for f in fs:
        value = _bare(f.get("fVal")) or _value(f[0])
        before = found.get(f.get("name"))
        found[f.get("name")] = value if before is None else [
            *(before if isinstance(before, list) else [before]), value]
    return found


def _value(element: Element) -> object:
    tag = element.tag.rpartition("}")[2]
    if tag in ("vColl", "vAlt"):
        return [_value(child) for child in element]
    if tag == "fs":
        return element.get("type"), _features(element)
    return element.text if tag == "string" else element.get("value")


def _term(entry: Element) -> Term:
    forms = list(_all(entry, "form"))
    quotes = list(_all(entry, "cit"))
    where = {}
    for holder in (*forms, *quotes):
        note = _first(holder, "note")
        if note is not None:
            where[holder[0].text] = note.text
    return Term(
        id=entry.get(ID),
        headword=_first(forms[0], "orth").text,
        reading=_first(forms[0], "pron").text,
        korean=tuple(_first(cit, "quote").text for cit in quotes if _lang(cit) == "ko"),
        english=next(_first(cit, "quote").text for cit in quotes if _lang(cit) == "en"),
        sense={_lang(sense): sense.text for sense in _all(entry, "def")},
        category=_bare(entry.get("ana")).removeprefix("category-"),
        art=next(_all(entry, "usg")).text,
        variants=tuple(_first(form, "orth").text for form in forms[1:]),
        where=where,
        not_in=tuple(note.text for note in entry.findall(f"{{{TEI}}}note")),
    )
