"""How near a set of beads comes to a reference, by the definitions of Thompson and Koehn (2019).

A bead is (zh_start, zh_end, ko_start, ko_end) in code points, None twice for an empty side. Strict:
the reference has the very bead. Lax: it has one that overlaps on both sides. Beads with an empty
side are counted apart, since nothing overlaps them. Where the reference is coarser, consecutive
beads inside one of its beads are joined first, so that a finer cut is no fault.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

Span = tuple[int | None, int | None, int | None, int | None]


@dataclass(frozen=True)
class Score:
    """Numbers of beads found, wanted and in common; add scores to add up passages."""

    found: int = 0
    wanted: int = 0
    strict_found: int = 0  # beads found that the reference has
    lax_found: int = 0  # beads found that overlap one of it
    lax_wanted: int = 0  # beads wanted that overlap one found
    empty_found: int = 0
    empty_wanted: int = 0
    empty_common: int = 0

    def __add__(self, other: Score) -> Score:
        return Score(*(a + b for a, b in zip(vars(self).values(), vars(other).values())))

    def row(self) -> dict[str, float]:
        """Precision, recall and F1, strict and lax, over beads with both sides; and strict F1 over
        all, empty ones included."""
        strict = _f1(self.strict_found, self.found, self.strict_found, self.wanted)
        lax = _f1(self.lax_found, self.found, self.lax_wanted, self.wanted)
        common = self.strict_found + self.empty_common
        everything = _f1(common, self.found + self.empty_found, common,
                         self.wanted + self.empty_wanted)
        return {
            "beads": self.wanted + self.empty_wanted,
            "strict_p": strict[0], "strict_r": strict[1], "strict_f1": strict[2],
            "lax_p": lax[0], "lax_r": lax[1], "lax_f1": lax[2],
            "all_f1": everything[2],
        }  # fmt: skip


def _f1(right_found, found, right_wanted, wanted):
    precision = right_found / found if found else 1.0
    recall = right_wanted / wanted if wanted else 1.0
    total = precision + recall
    return precision, recall, 2 * precision * recall / total if total else 0.0


def score(found: Sequence[Span], wanted: Sequence[Span]) -> Score:
    """The score of one passage's beads, in order, against the reference's."""
    found = join_within(found, wanted)
    full_found, full_wanted = _full(found), _full(wanted)
    empty_found, empty_wanted = set(found) - set(full_found), set(wanted) - set(full_wanted)
    return Score(
        len(full_found),
        len(full_wanted),
        len(set(full_found) & set(full_wanted)),
        sum(any(_overlap(a, b) for b in full_wanted) for a in full_found),
        sum(any(_overlap(a, b) for a in full_found) for b in full_wanted),
        len(empty_found),
        len(empty_wanted),
        len(empty_found & empty_wanted),
    )


def join_within(found: Sequence[Span], wanted: Sequence[Span]) -> list[Span]:
    """Consecutive beads that lie inside one and the same bead of the reference, as one."""
    out: list[Span] = []
    for bead in found:
        home = next((other for other in wanted if _inside(bead, other)), None)
        if out and home and _inside(out[-1], home):
            out[-1] = (*_hull(out[-1][:2], bead[:2]), *_hull(out[-1][2:], bead[2:]))
        else:
            out.append(bead)
    return out


def _full(beads: Iterable[Span]) -> list[Span]:
    return [bead for bead in beads if bead[0] is not None and bead[2] is not None]


def _overlap(a: Span, b: Span) -> bool:
    return a[0] < b[1] and b[0] < a[1] and a[2] < b[3] and b[2] < a[3]


def _inside(bead: Span, other: Span) -> bool:
    return all(
        bead[i] is None or (other[i] is not None and other[i] <= bead[i] and bead[i + 1] <= other[i + 1])
        for i in (0, 2)
    )


def _hull(a, b):
    runs = [run for run in (a, b) if run[0] is not None]
    return (runs[0][0], runs[-1][1]) if runs else (None, None)
