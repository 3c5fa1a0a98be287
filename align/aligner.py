"""From segmented passages to their beads: learn the corpus' own lexicon, then align.

No dictionary, model or corpus from elsewhere is needed: the lexicon starts from the readings of
characters, aligns, learns from what it aligned, and aligns again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from align.beads import Bead, Sides, align_passage
from align.lexicon import Lexicon
from align.model import Segment

ROUNDS = 1  # of learning; more change little in our texts
INNER = 3  # of expectation and maximisation within a round


@dataclass(frozen=True)
class Parallel:
    """A Chinese paragraph and its translation, with their segments in order."""

    zh: str
    ko: str
    clauses: tuple[Segment, ...]
    sentences: tuple[Segment, ...]

    def sides(self) -> Sides:
        """What the aligner reads of it."""
        return Sides.of(self.zh, self.ko, self.clauses, self.sentences)

    def texts(self, bead: Bead) -> tuple[str, str]:
        """The words of a bead on both sides; an empty side gives an empty string."""
        return (
            _span(self.zh, self.clauses[bead.zh_from : bead.zh_to]),
            _span(self.ko, self.sentences[bead.ko_from : bead.ko_to]),
        )


def _span(text: str, segments: Sequence[Segment]) -> str:
    return text[segments[0].start : segments[-1].end] if segments else ""


def learn_lexicon(
    passages: Sequence[Parallel],
    rounds: int = ROUNDS,
    progress: Callable[[str], None] = lambda message: None,
) -> Lexicon:
    """The lexicon of these passages, by alternating alignment and learning."""
    lexicon = Lexicon()
    for passage in passages:
        lexicon.add_text(passage.zh, passage.ko)
    sides = [passage.sides() for passage in passages]
    for number in range(1, rounds + 1):
        progress(f"learning from {len(passages)} passages, round {number} of {rounds}")
        lessons = [side.lesson(align_passage(side, lexicon)) for side in sides]
        for _ in range(INNER):
            lexicon.learn(lessons)
    return lexicon


def align(
    passages: Iterable[Parallel], lexicon: Lexicon
) -> Iterator[tuple[Parallel, list[Bead]]]:
    """Each passage with its beads, one at a time, in order."""
    for passage in passages:
        yield passage, align_passage(passage.sides(), lexicon)
