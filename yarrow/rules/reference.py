"""The vocabularies of both arts as entries for people, for JSON and for the reference page."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

from yarrow.errors import Fault, YarrowError
from yarrow.rules.words import Vocabulary, Word

CONSTANTS = "stems, branches, elements"  # the heading of these, in both arts
ARTS = {"liuyao": "六爻", "liuren": "大六壬"}


def vocabulary(art: str) -> Vocabulary:
    """The words of one art, a key of `ARTS`."""
    return import_module(f"yarrow.rules.{art}_words").vocabulary()


def entries(art: str | None = None, text: str | None = None) -> list[dict]:
    """Every word as a dictionary, by art and heading.

    art: one only. text: the slug of a text whose words are wanted; words of other texts are left
    out. Keys: art, heading, word, variants, ko, en, takes, gives, definition, source, texts.
    """
    found = []
    for name in (art,) if art else ARTS:
        words = vocabulary(name)
        for heading, group in (words.for_text(text) if text else words).groups.items():
            found += [entry(name, heading, word) for word in group]
    return found


def entry(art: str, heading: str, word: Word) -> dict:
    """One word as a dictionary; see `entries`."""
    return {
        "art": art, "heading": heading, "word": word.zh, "variants": list(word.variants),
        "ko": word.ko, "en": word.en, "takes": None if word.takes is None else list(word.takes),
        "gives": word.gives, "definition": word.definition, "source": word.source,
        "texts": list(word.texts),
    }  # fmt: skip


def find(name: str, art: str | None = None, text: str | None = None) -> list[dict]:
    """The entries of a name or a variant; else those made of other words; else those whose Korean,
    English or definition has it. YarrowError with the nearest words if there are none."""
    every = entries(art, text)
    found = [one for one in every if name == one["word"] or name in one["variants"]]
    if not found:
        for other in (art,) if art else ARTS:
            words = vocabulary(other)
            made = words.compose(words, name)
            if made is not None:
                found.append(entry(other, "made of other words", made))
    if not found:
        low = name.lower()
        found = [one for one in every if name in one["ko"]
                 or low in one["en"].lower() or low in one["definition"].lower()]
    if not found:
        arts = (art,) if art else ARTS
        near = [word for other in arts for word in vocabulary(other).near(name)]
        remedy = f"perhaps {', '.join(near)}" if near else "see `yarrow vocabulary`"
        raise YarrowError(Fault("WORD", f"{name} is no word of the language", remedy))
    return found


def signature(one: dict) -> str:
    """How a word is written and what it is worth: 加(branches|stems, branches|stems): branches."""
    takes = one["takes"]
    arguments = "" if takes is None else f"({', '.join(takes)})"
    return f"{one['word']}{arguments}: {one['gives']}"


def markdown() -> Iterator[str]:
    """The lines of the reference: a table for each heading of each art."""
    for art, name in ARTS.items():
        yield f"## The words of {name}"
        heading = None
        for one in entries(art):
            if one["heading"] == CONSTANTS:
                continue  # 甲 … 癸, 子 … 亥, 甲子 … 癸亥: the table of kinds has them
            if one["heading"] != heading:
                heading = one["heading"]
                yield from ("", f"### {name}: {heading}", "",
                            "| word | takes and gives | Korean, English | means | rests on |",
                            "|---|---|---|---|---|")
            names = "、".join([one["word"], *one["variants"]])
            takes = "" if one["takes"] is None else f"({', '.join(one['takes'])}) "
            cells = (names, f"{takes}{one['gives']}", f"{one['ko']}, {one['en']}",
                     one["definition"], one["source"])
            yield "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
        yield ""
