"""The headers of the TEI files: what a file is, where it comes from, how it is encoded."""

from __future__ import annotations

import re
from collections.abc import Iterable

from yarrow.corpus import Text
from yarrow.export.content import Content
from yarrow.export.tei_text import voice_id
from yarrow.export.tei_xml import LANGUAGES, Element, block, el

PUBLISHER = "The Yarrow developers"

SEGMENTATION = (
    "Each passage is one paragraph of the Chinese and the paragraph of the Korean after it. Its "
    "units stand one after the other without gap: seg of type main or translation for the text, "
    "note of type commentary for interlinear commentary, of type remark for the word of a later "
    "editor, of type base-text for a note of the translator on the Chinese before him. The "
    "attribute target of a note names the unit that it glosses; prev and next tie a unit to the "
    "one that it goes on from or in, over a paragraph break or past a unit inside it.",
    "A unit holds sentences (s), a sentence holds segments: clauses (seg of type clause) in the "
    "Chinese, sentences (seg of type sentence) in the Korean. A sentence that another unit "
    "interrupts is cut into pieces with part, prev and next. Brackets and blanks that belong to "
    "no segment stand outside s.",
    "Where no mark of the source shows a unit, the ground of it is a note of type layer in the "
    "standOff.",
)
OFFSETS = (
    "The characters of a paragraph are those of the source file, and no others: the text of p, "
    "without corr. Offsets, as in string-range(id, offset, length), count Unicode code points of "
    "it from 0. White space in p is that of the source. lb gives the line of the source file.",
    "Identifiers are those of the database: hunyin-3 for a passage (its Chinese paragraph; "
    "hunyin-3-ko the Korean), hunyin-3-u2 and -v2 for units of the Chinese and the Korean, -s2 and "
    "-t2 for sentences, -z2 and -k2 for segments. They are never used again for anything else.",
)
CORRECTION = (
    "The text is given as it stands. Where a note of the translator names the characters that "
    "the base text has wrong, the Chinese has choice with sic, the source, and corr, what the note "
    "would read; source points to the note. resp names the translator where the note writes the "
    "characters, this project where the note gives the reading in Hangul alone. The attribute "
    "corresp of a note of type base-text gives the Chinese words that it is about."
)
NORMALIZATION = "None: variant characters, spacing and punctuation are those of the source."
ALIGNMENT = (
    "The translation is tied to the Chinese in two ways that say the same. The attribute corresp "
    "of a Korean segment names the clauses that it renders. In the standOff there is a linkGrp of "
    "type alignment for each passage, of subtype automatic as the program found it or reviewed as "
    "a reader settled it: each link names the clauses and the sentences that render each other, "
    "Chinese first; a ptr of type untranslated names a clause that has no translation, one of "
    "type without-source a sentence that has no source. The attribute cert is the probability "
    "that the program gave to the link, from 0 to 1, whoever settled it; without it, the program "
    "had found another."
)
TERMS = (
    "Terms of the glossary are marked in both languages with ref to their entry. An occurrence "
    "that stands in no one segment is a span of type term in the standOff, with ana for ref. A "
    "longer term takes the place of a shorter one inside it."
)


def text_header(text: Text, content: Content) -> Element:
    """The header of one text."""
    slug = text.slug
    voices = dict.fromkeys(unit.voice for unit in text.layers.units if unit.voice)
    statements = [
        el("title", {"type": "main", "lang": LANGUAGES["zh"]}, text.title_zh),
        el("title", {"type": "main", "lang": LANGUAGES["ko"]}, text.title_ko),
        _responsible(f"{slug}-yarrow", "Annotation and encoding", PUBLISHER),
        _responsible(f"{slug}-translator",
                     "Translation into Korean, with notes on the base text", "not named"),
        *(_responsible(voice_id(text, voice), "Remark set into the text", voice, "zh")
          for voice in voices),
    ]
    source = block("bibl", {}, [
        el("title", {"type": "heading"}, text.source.heading),
        el("idno", {"type": "file"}, text.file.name),
        el("note", {"type": "certain", "cert": "high"}, text.attribution.certain),
        el("note", {"type": "lead", "cert": "low"}, text.attribution.lead),
    ])
    licences = (
        ("zh", "The Chinese text with its commentary", f"#{slug}-edition"),
        ("ko", "The Korean translation", f"#{slug}-translation"),
        ("annotation", "Layers, alignment, terms and all else that this project adds",
         f"#{slug}-standoff"),
    )
    return _header(
        statements,
        [_licence(getattr(text.licence, part), what, at) for part, what, at in licences],
        [source],
        _encoding(content, (*SEGMENTATION, *OFFSETS, ALIGNMENT, TERMS), corrected=True),
        block("profileDesc", {}, [
            _languages("zh", "ko", "en"),
            block("textClass", {}, [block("keywords", {}, [
                el("term", {"lang": LANGUAGES["zh"]}, text.tradition)])]),
        ]),
        content,
    )


def glossary_header(content: Content) -> Element:
    """The header of the glossary, with its categories."""
    categories = block("taxonomy", {"id": "category"}, [
        el("desc", {}, "What a term is a term of"),
        *(block("category", {"id": f"category-{id_}"}, [
            el("catDesc", {"lang": LANGUAGES[lang]}, label) for lang, label in labels.items()
        ]) for id_, labels in content.categories.items()),
    ])
    encoding = _encoding(content, (
        "Each entry gives the Chinese headword with its Sino-Korean reading, its variants, what "
        "the translation has for it, an English term, and the sense in three languages. A note of "
        "type where holds the regular expression that must match where a form begins for it to be "
        "this term; a note of type not-in, a longer word in which a form is not this term.",
    ))
    encoding.append(block("classDecl", {}, [categories]))
    encoding[-1].tail = "\n"
    return _header(
        [el("title", {"type": "main"}, "Yarrow: glossary of the terms of 六爻 and 大六壬"),
         _responsible("glossary-yarrow", "Glossary", PUBLISHER)],
        [_licence(_annotation_licence(content), "The glossary", "#glossary-entries")],
        [el("p", {}, "Made for this corpus from the texts themselves.")],
        encoding,
        block("profileDesc", {}, [_languages("zh", "ko", "en")]),
        content,
    )


def corpus_header(content: Content) -> Element:
    """The header of the whole corpus."""
    names = ", ".join(f"{text.title_zh} ({text.slug})" for text in content.texts)
    return _header(
        [el("title", {"type": "main"},
            "Yarrow: classical Chinese divination texts with Korean translation"),
         _responsible("corpus-yarrow", "Annotation and encoding", PUBLISHER)],
        [_licence(_annotation_licence(content), "All that this project adds", None),
         el("licence", {}, el("p", {}, "Texts and translations: see the header of each text."))],
        [el("p", {}, f"The texts {names}, and the glossary: each has a header of its own.")],
        _encoding(content, (
            "The documents are those of the single files, with pointers into this one.",)),
        block("profileDesc", {}, [_languages("zh", "ko", "en")]),
        content,
    )


def _annotation_licence(content: Content) -> str:
    return "; ".join(dict.fromkeys(text.licence.annotation for text in content.texts))


def _header(
    statements: list[Element], licences: list[Element], source: list[Element],
    encoding: Element, profile: Element, content: Content,
) -> Element:
    return block("teiHeader", {"lang": LANGUAGES["en"]}, [
        block("fileDesc", {}, [
            block("titleStmt", {}, statements),
            block("editionStmt", {}, [el("edition", {"n": content.version},
                                         f"Yarrow {content.version}")]),
            block("publicationStmt", {}, [el("publisher", {}, PUBLISHER),
                                          block("availability", {}, licences)]),
            block("sourceDesc", {}, source),
        ]),
        encoding,
        profile,
        block("revisionDesc", {}, [el("change", {"n": content.version},
                                      f"As in version {content.version} of Yarrow.")]),
    ])


def _responsible(id_: str, what: str, name: str, lang: str | None = None) -> Element:
    return block("respStmt", {"id": id_}, [
        el("resp", {}, what), el("name", {"lang": lang and LANGUAGES[lang]}, name)])


def _licence(statement: str, what: str, at: str | None) -> Element:
    """A licence of one part. statement: an SPDX identifier, or plain words."""
    target = None
    creative_commons = re.fullmatch(r"CC-(BY(?:-NC)?(?:-ND|-SA)?)-(\d\.\d)", statement)
    if creative_commons:
        kind, version = creative_commons.groups()
        target = f"https://creativecommons.org/licenses/{kind.lower()}/{version}/"
    elif not re.search(r"\s", statement):
        target = f"https://spdx.org/licenses/{statement}.html"
    return el("licence", {"target": target, "corresp": at}, el("p", {}, f"{what}: {statement}"))


def _encoding(content: Content, statements: Iterable[str], corrected: bool = False) -> Element:
    decisions = [el("p", {}, words) for words in statements]
    editorial = []
    if corrected:
        editorial = [el("correction", {"method": "markup"}, el("p", {}, CORRECTION)),
                     el("normalization", {}, el("p", {}, NORMALIZATION))]
    return block("encodingDesc", {}, [
        block("editorialDecl", {}, [*editorial, *decisions]),
        block("appInfo", {}, [
            el("application", {"ident": "yarrow", "version": content.version},
               el("label", {}, "yarrow export tei"))]),
    ])


def _languages(*langs: str) -> Element:
    names = {"zh": "Literary Chinese in traditional characters", "ko": "Korean", "en": "English"}
    return block("langUsage", {}, [
        el("language", {"ident": LANGUAGES[lang]}, names[lang]) for lang in langs])
