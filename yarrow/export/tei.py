"""The corpus as TEI P5: a file for each text, one for the glossary, and one that holds them all.

Each file can be read and validated by itself: the file of the corpus holds the documents rather
than including them, since a reader that knows nothing of XInclude would find it empty and a
validator would find it wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from yarrow.errors import Fault, YarrowError
from yarrow.export.content import Content
from yarrow.export.tei_header import corpus_header, glossary_header, text_header
from yarrow.export.tei_check import check_documents
from yarrow.export.tei_standoff import standoff
from yarrow.export.tei_text import TextBuilder
from yarrow.export.tei_xml import LANGUAGES, Element, block, el, serialise
from yarrow.terms import Term

GLOSSARY, CORPUS = "glossary.xml", "yarrow.xml"


def files(
    content: Content, progress: Callable[[str], None] = lambda message: None
) -> Iterator[tuple[str, bytes]]:
    """Each file's name and bytes: the texts in order, glossary.xml, yarrow.xml.

    The same content gives the same bytes. Raises YarrowError before the first file is given if
    a text cannot be written as TEI, and with every pointer that leads nowhere.
    """
    taken = {GLOSSARY, CORPUS}
    faults = [
        Fault(f"texts/manifest.yaml: {text.slug}", f"{text.slug}.xml is a file of every export",
              "give the text another slug")
        for text in content.texts if f"{text.slug}.xml" in taken
    ]
    if faults:
        raise YarrowError(faults)
    documents = {}
    for text in content.texts:
        progress(f"{text.slug}.xml")
        documents[f"{text.slug}.xml"] = _text(TextBuilder(text, content, GLOSSARY))
    progress(GLOSSARY)
    documents[GLOSSARY] = _glossary(content)
    progress(CORPUS)
    documents[CORPUS] = block("teiCorpus", {"id": "yarrow"}, [
        corpus_header(content),
        *(_text(TextBuilder(text, content, "")) for text in content.texts),
        _glossary(content),
    ])
    progress("checking pointers")
    check_documents(documents)
    for name, document in documents.items():
        yield name, serialise(document)


def _text(builder: TextBuilder) -> Element:
    body = block("body", {}, [builder.division("zh"), builder.division("ko")])
    text = builder.text
    return block("TEI", {"id": text.slug}, [
        text_header(text, builder.content),
        block("text", {}, [body]),
        standoff(text, builder.content, builder.crossing, builder.glossary),
    ])


def _glossary(content: Content) -> Element:
    return block("TEI", {"id": "glossary"}, [
        glossary_header(content),
        block("text", {}, [block("body", {}, [block(
            "div", {"type": "glossary", "id": "glossary-entries"},
            (_entry(term) for term in content.glossary.terms.values()),
        )])]),
    ])


def _entry(term: Term) -> Element:
    return block("entry", {"id": term.id, "ana": f"#category-{term.category}"}, [
        el("form", {"type": "lemma"},
           el("orth", {"lang": LANGUAGES["zh"]}, term.headword),
           el("pron", {"lang": LANGUAGES["ko"], "notation": "hangul"}, term.reading),
           *_where(term, term.headword)),
        *(el("form", {"type": "variant"}, el("orth", {"lang": LANGUAGES["zh"]}, variant),
             *_where(term, variant)) for variant in term.variants),
        block("sense", {}, [
            el("usg", {"type": "domain"}, term.art),
            *(el("cit", {"type": "translation", "lang": LANGUAGES["ko"]}, el("quote", {}, korean),
                 *_where(term, korean)) for korean in term.korean),
            el("cit", {"type": "translation", "lang": LANGUAGES["en"]},
               el("quote", {}, term.english)),
            *(el("def", {"lang": LANGUAGES[lang]}, words) for lang, words in term.sense.items()),
        ]),
        *(el("note", {"type": "not-in"}, word) for word in term.not_in),
    ])


def _where(term: Term, form: str) -> Iterator[Element]:
    if form in term.where:
        yield el("note", {"type": "where"}, term.where[form])
