"""The links of the alignment as pairs of words: what TMX, tables and parallel text are made of."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from align.aligner import Parallel
from yarrow.alignment import Link, span
from yarrow.corpus import Text

# the layers of the Chinese, and those of a Korean sentence that renders no Chinese
LAYERS = ("main", "commentary", "remark", "translation", "note")


@dataclass(frozen=True)
class Pair:
    """Words of a passage that render each other; an empty side is "", its offsets None.

    zh_start … ko_end: code points in the two paragraphs, half-open. zh_segments, ko_segments:
    ids. layers: those of the Chinese, of the Korean where there is no Chinese. score: the
    aligner's probability, None where it found another link.
    """

    document: str
    passage: int
    zh_start: int | None
    zh_end: int | None
    ko_start: int | None
    ko_end: int | None
    layers: tuple[str, ...]
    status: str
    score: float | None
    zh_segments: tuple[str, ...]
    ko_segments: tuple[str, ...]
    zh: str
    ko: str
    note: str

    @property
    def passage_id(self) -> str:
        return f"{self.document}-{self.passage}"

    @property
    def whole(self) -> bool:
        """Whether both sides have words."""
        return bool(self.zh and self.ko)


def pairs(
    texts: Iterable[Text],
    parallels: Mapping[str, Parallel],
    links: Iterable[Link],
    documents: Collection[str] = (),
    layers: Collection[str] = (),
    reviewed_only: bool = False,
) -> Iterator[Pair]:
    """The links as pairs, in order.

    documents: only these texts. layers: only pairs all of whose layers are among these.
    """
    by_slug = {text.slug: text for text in texts}
    for link in links:
        slug, _, number = link.passage.rpartition("-")
        if (documents and slug not in documents) or (reviewed_only and link.status != "reviewed"):
            continue
        pair = _pair(link, by_slug[slug], int(number), parallels[link.passage])
        if not layers or set(pair.layers) <= set(layers):
            yield pair


def _pair(link: Link, text: Text, number: int, passage: Parallel) -> Pair:
    clauses = passage.clauses[link.zh_from : link.zh_to]
    sentences = passage.sentences[link.ko_from : link.ko_to]
    return Pair(
        text.slug,
        number,
        *span(passage, link),
        tuple(dict.fromkeys(segment.layer for segment in clauses or sentences)),
        link.status,
        link.score,
        tuple(map(text.segment_id, clauses)),
        tuple(map(text.segment_id, sentences)),
        *passage.texts(link),
        link.note,
    )
