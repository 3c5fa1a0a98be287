"""All that an export is made from, loaded once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

import yarrow
from align.aligner import Parallel
from yarrow import alignment
from yarrow.alignment import Link
from yarrow.base_text import BaseTextNote, load_base_text
from yarrow.corpus import Text, load_corpus
from yarrow.paths import corpus_dir
from yarrow.rules import check_examples
from yarrow.rules.check_examples import Verdict
from yarrow.rules.load import load_annotation
from yarrow.rules.records import Annotation
from yarrow.terms import Glossary, load_categories, load_fold, load_terms


@dataclass(frozen=True)
class Content:
    """The texts with their layers, the glossary, the alignment, and the notes on the base text.

    categories: those of the glossary, id -> label by language (en, ko, zh). links: all texts,
    passages in order. parallels: every passage with its segments, by passage id. annotation: the
    records of all texts; verdicts: what the check makes of their examples.
    """

    texts: tuple[Text, ...]
    glossary: Glossary
    categories: Mapping[str, Mapping[str, str]]
    links: tuple[Link, ...]
    parallels: Mapping[str, Parallel]
    base_text: tuple[BaseTextNote, ...]
    version: str = yarrow.__version__
    annotation: Annotation = Annotation()
    verdicts: tuple[Verdict, ...] = ()

    def links_of(self, passage: str) -> tuple[Link, ...]:
        """The links of a passage."""
        return self._by_passage.get(passage, ())

    @cached_property
    def _by_passage(self) -> dict[str, tuple[Link, ...]]:
        found: dict[str, list[Link]] = {}
        for link in self.links:
            found.setdefault(link.passage, []).append(link)
        return {passage: tuple(links) for passage, links in found.items()}


def load(progress: Callable[[str], None] = lambda message: None) -> Content:
    """The content of the corpus folder. Raises YarrowError with all that is wrong with it."""
    progress("reading the texts")
    texts = load_corpus()
    progress("reading the glossary")
    glossary = Glossary(load_terms(), load_fold())
    links = load_links(texts, progress)
    progress("reading the records")
    annotated = (corpus_dir() / "judgments.yaml").exists()
    annotation = load_annotation(texts) if annotated else Annotation()
    return Content(
        texts,
        glossary,
        load_categories(),
        *links,
        load_base_text(texts),
        annotation=annotation,
        verdicts=tuple(check_examples.check(annotation, texts)),
    )


def load_links(
    texts: tuple[Text, ...], progress: Callable[[str], None] = lambda message: None
) -> tuple[tuple[Link, ...], dict[str, Parallel]]:
    """The alignment as it stands, reviewed where a passage was read through, and the passages."""
    progress("reading the alignment")
    parallels = alignment.parallels(texts)
    found = alignment.automatic(parallels, progress)
    return tuple(alignment.current(found, alignment.reviewed(texts, parallels))), parallels
