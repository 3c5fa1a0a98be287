"""All that an export is made from, loaded once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import yarrow
from align.aligner import Parallel
from yarrow import alignment
from yarrow.alignment import Link
from yarrow.base_text import BaseTextNote, load_base_text
from yarrow.corpus import Text, load_corpus
from yarrow.terms import Glossary, load_categories, load_fold, load_terms


@dataclass(frozen=True)
class Content:
    """The texts with their layers, the glossary, the alignment, and the notes on the base text.

    categories: those of the glossary, id -> label by language (en, ko, zh). links: all texts,
    passages in order. parallels: every passage with its segments, by passage id.
    """

    texts: tuple[Text, ...]
    glossary: Glossary
    categories: Mapping[str, Mapping[str, str]]
    links: tuple[Link, ...]
    parallels: Mapping[str, Parallel]
    base_text: tuple[BaseTextNote, ...]
    version: str = yarrow.__version__


def load(progress: Callable[[str], None] = lambda message: None) -> Content:
    """The content of the corpus folder. Raises YarrowError with all that is wrong with it."""
    progress("reading the texts")
    texts = load_corpus()
    progress("reading the glossary")
    glossary = Glossary(load_terms(), load_fold())
    return Content(
        texts,
        glossary,
        load_categories(),
        *load_links(texts, progress),
        load_base_text(texts),
    )


def load_links(
    texts: tuple[Text, ...], progress: Callable[[str], None] = lambda message: None
) -> tuple[tuple[Link, ...], dict[str, Parallel]]:
    """The alignment as it stands, reviewed where a passage was read through, and the passages."""
    progress("reading the alignment")
    parallels = alignment.parallels(texts)
    found = alignment.automatic(parallels, progress)
    return tuple(alignment.current(found, alignment.reviewed(texts, parallels))), parallels
