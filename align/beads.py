"""The beads of a passage: the smallest runs of clauses and sentences that render each other.

A bead joins up to MAX_ZH consecutive Chinese clauses to up to MAX_KO consecutive Korean
sentences, or stands for one clause that was not translated, or one sentence that has no source.
Beads follow one another on both sides; where the translation changes the order, a larger bead
covers the crossing. The best sequence is the one whose beads' weighted features add up to the
most, and a bead's score is its share of the weight of all sequences (a semi-Markov conditional
random field: Sarawagi and Cohen 2004), so that it reads as a probability.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from align.lexicon import Lesson, Lexicon, Meeting, Tokens, ko_tokens, zh_tokens
from align.model import Segment

MAX_ZH, MAX_KO = 14, 3
MIX = 0.6  # share of a token that its bead explains; the rest is chance
SYLLABLES_PER_CHAR = 2.57  # over all five texts of the corpus on which the weights were fitted
SPREAD = 0.35  # of the logarithm of that ratio, bead by bead

# A feature's name, and its weight as fitted by benchmarks/fit_aligner.py: in the first pass, which
# looks at every bead, and in the second, which weighs again what the first left likely.
FEATURES = {
    "ko_single": (0.30, 0.00),  # how well the Chinese explains each Korean syllable …
    "ko_pair": (0.00, 0.00),  # … and pair of syllables
    "zh_single": (2.10, 0.69),  # how well the Korean explains each Chinese character …
    "zh_pair": (0.91, 0.00),  # … and pair of characters
    "zh_order": (0.00, 1.53),  # … where it is looked for at its own place: second pass only
    "length": (1.48, 1.45),
    "more_sentences": (-2.37, -3.09),  # each Korean sentence beyond the first
    "more_clauses": (2.71, 3.50),  # each Chinese clause beyond the first
    "many_to_many": (-0.60, -0.27),
    "ends_inside": (2.57, 3.28),  # the bead ends inside a Chinese sentence
    "runs_over": (-6.36, -5.79),  # each end of a Chinese sentence inside the bead
    "crosses_layers": (-3.23, -3.68),  # main text and commentary in one bead
    "note_rendered": (-0.54, 1.34),  # a translator's note taken to render something
    "other_layer": (-3.85, -4.56),  # commentary rendered outside marked commentary, or the reverse
    "untranslated": (-9.15, -9.85),
    "head_untranslated": (6.31, 6.68),  # … and it opens the passage: a line of verse as a heading
    "without_source": (-6.09, -5.28),
    "note": (1.54, 0.03),  # … and it is marked as the translator's note
}
FIRST, SECOND = ({name: pair[k] for name, pair in FEATURES.items()} for k in (0, 1))
UNLIKELY = 1e-4  # share in the first pass below which a bead is not weighed again
REACH = 0.2  # of a bead, within which a word is looked for on the other side
_NEVER = -1e30


@dataclass(frozen=True)
class Bead:
    """Clauses zh_from..zh_to and sentences ko_from..ko_to of a passage (counted from 0, half
    open) that render each other; `score` is the probability, 0 to 1, that they do, and only they.
    An empty side has from == to."""

    zh_from: int
    zh_to: int
    ko_from: int
    ko_to: int
    score: float


def _ratios(matrix, bounds, token_bounds, shares, longest):
    """Log-likelihood ratios of the tokens of one side against chance, for every run of segments
    of the other: [2 (single, pair), run start, run length, segments of the tokens, added up].

    matrix: [tokens of the explaining side, tokens]; bounds, token_bounds: where the singles and
    the pairs of every segment of the two sides begin among their tokens, and the end; shares: how
    common each token is.
    """
    bounds = bounds[::2]
    sums = _added_up(_sums(matrix, bounds, 0), 0)
    out = np.zeros((2, len(bounds) - 1, longest + 1, (len(token_bounds) + 1) // 2))
    for length in range(1, min(longest, len(bounds) - 1) + 1):
        size = np.maximum(bounds[length:] - bounds[:-length], 1)[:, None]
        mean = (sums[length:] - sums[:-length]) / size
        ratio = _sums(np.log(1 - MIX + MIX * mean / shares), token_bounds, 1)
        for kind in (0, 1):
            out[kind, : len(size), length] = _added_up(ratio[:, kind::2], 1)
    return out


def _sums(values, bounds, axis):
    """The sums of the runs between bounds, along an axis; 0 for a run that is empty."""
    full = np.flatnonzero(np.diff(bounds))
    shape = list(values.shape)
    shape[axis] = len(bounds) - 1
    out = np.zeros(shape)
    if len(full):
        np.moveaxis(out, axis, 0)[full] = np.moveaxis(
            np.add.reduceat(values, bounds[full], axis), axis, 0)
    return out


def _added_up(values, axis=0):
    """Running sums with a zero before them, so that the sum of a run is a difference of two."""
    return np.insert(values.cumsum(axis), 0, 0, axis)


@dataclass(frozen=True)
class Sides:
    """What every round of alignment needs of a passage and what does not change between rounds."""

    zh: Tokens
    ko: Tokens
    meeting: Meeting
    zh_bounds: np.ndarray  # where each clause's characters and pairs begin, and the end
    ko_bounds: np.ndarray
    chars: np.ndarray  # running sums of characters by clause, and likewise below
    syllables: np.ndarray
    ends: np.ndarray  # whether a clause ends a sentence or a unit
    sentence_ends: np.ndarray
    layer_changes: np.ndarray
    zh_glosses: np.ndarray
    ko_glosses: np.ndarray
    notes: np.ndarray

    @classmethod
    def of(cls, zh: str, ko: str, clauses: Sequence[Segment], sentences: Sequence[Segment]):
        """From the two paragraphs and their segments, in order."""
        zh_lists = [zh_tokens(zh[c.start : c.end]) for c in clauses]
        ko_lists = [ko_tokens(ko[s.start : s.end]) for s in sentences]
        zh_all = Tokens.of([token for single, pairs in zh_lists for token in (*single, *pairs)])
        ko_all = Tokens.of([token for single, pairs in ko_lists for token in (*single, *pairs)])
        pairs = list(pairwise(clauses))
        return cls(
            zh_all,
            ko_all,
            Meeting.of(zh_all, ko_all),
            _added_up(np.array([len(part) for parts in zh_lists for part in parts], int)),
            _added_up(np.array([len(part) for parts in ko_lists for part in parts], int)),
            _runs([len(a) for a, _ in zh_lists]),
            _runs([len(a) for a, _ in ko_lists]),
            np.array([a.sentence != b.sentence or a.unit != b.unit for a, b in pairs] + [True]),
            _runs([a.sentence != b.sentence for a, b in pairs] + [True]),
            _runs([a.layer != b.layer for a, b in pairs] + [False]),
            _runs([c.layer == "commentary" for c in clauses]),
            _runs([s.layer == "commentary" for s in sentences]),
            _runs([s.layer == "note" for s in sentences]),
        )


    def lesson(self, found: Sequence[Bead]) -> Lesson:
        """The beads as what a lexicon learns from."""
        zh_at, ko_at = self.zh_bounds[::2], self.ko_bounds[::2]
        return Lesson(self.zh, self.ko, self.meeting, [
            (slice(zh_at[b.zh_from], zh_at[b.zh_to]), slice(ko_at[b.ko_from], ko_at[b.ko_to]),
             b.score) for b in found])


def _runs(flags) -> np.ndarray:
    """Running sums, so that the run i..i+d holds [i + d] - [i]."""
    return _added_up(np.array(flags, float))


def features(sides: Sides, lexicon: Lexicon) -> Iterator[tuple[int, int, dict]]:
    """For every size of bead (clauses, sentences) the features of all beads of that size: arrays
    that broadcast to [from clause, from sentence], by name. A feature not named is 0."""
    n, m = len(sides.chars) - 1, len(sides.syllables) - 1
    to_ko, to_zh = lexicon.matrices(sides.zh, sides.ko, sides.meeting)
    by_zh = _ratios(to_ko, sides.zh_bounds, sides.ko_bounds, lexicon.ko.shares(sides.ko),
                    MAX_ZH)
    by_ko = _ratios(to_zh.T, sides.ko_bounds, sides.zh_bounds, lexicon.zh.shares(sides.zh),
                    MAX_KO)
    marked = bool(sides.ko_glosses[-1])
    for d in range(min(MAX_ZH, n) + 1):
        for e in range(min(MAX_KO, m) + 1):
            if (d == 0 or e == 0) and d + e != 1:
                continue
            if e == 0:
                first = np.arange(n)[:, None] == 0
                yield d, e, {"untranslated": np.ones((1, 1)), "head_untranslated": first}
                continue

            def run(sums, size):  # the sum of every run of `size` segments
                return sums[size:] - sums[: len(sums) - size]

            notes = run(sides.notes, e)[None]
            if d == 0:
                yield d, e, {"without_source": np.ones((1, 1)), "note": notes}
                continue
            i, j = np.arange(n - d + 1), np.arange(m - e + 1)
            found = {"more_sentences": e - 1, "more_clauses": d - 1, "note_rendered": notes,
                     "many_to_many": int(d > 1 and e > 1)}
            for kind, name in enumerate(("single", "pair")):
                explained = by_zh[kind][i, d]
                found[f"ko_{name}"] = (explained[:, j + e] - explained[:, j]) / 4
                explained = by_ko[kind][j, e]
                found[f"zh_{name}"] = (explained[:, i + d] - explained[:, i]).T / 4
            ratio = (run(sides.syllables, e) + 2)[None] / (
                SYLLABLES_PER_CHAR * run(sides.chars, d) + 2)[:, None]
            found["length"] = -np.minimum((np.log(ratio) / SPREAD) ** 2 / 2, 12)
            last = i + d - 1
            found["ends_inside"] = ~sides.ends[last][:, None]
            found["runs_over"] = (sides.sentence_ends[last] - sides.sentence_ends[i])[:, None]
            found["crosses_layers"] = (sides.layer_changes[last] > sides.layer_changes[i])[:, None]
            if marked:
                share, other = run(sides.zh_glosses, d) / d, run(sides.ko_glosses, e) / e
                found["other_layer"] = np.abs(share[:, None] - other[None])
            yield d, e, found


def weigh(sides: Sides, lexicon: Lexicon, *weights: Mapping[str, float]) -> list[np.ndarray]:
    """The weighted features of every possible bead, added up, for each set of weights: [from
    clause, from sentence, clauses, sentences], -1e30 where there is none."""
    n, m = len(sides.chars) - 1, len(sides.syllables) - 1
    gains = [np.full((n + 1, m + 1, MAX_ZH + 1, MAX_KO + 1), _NEVER) for _ in weights]
    for d, e, found in features(sides, lexicon):
        for one, gain in zip(weights, gains):
            gain[: n - d + 1, : m - e + 1, d, e] = sum(
                one[name] * values for name, values in found.items() if one[name])
    return gains


def forward_backward(gains: np.ndarray) -> tuple[float, np.ndarray]:
    """The logarithm of the weight of all sequences, and each bead's share of it.

    gains: [from clause, from sentence, clauses, sentences], -1e30 where impossible.
    """
    n, m = gains.shape[:2]
    shape = (n + MAX_ZH, m + MAX_KO)
    ahead, behind = np.full(shape, _NEVER), np.full(shape, _NEVER)
    behind[0, 0] = ahead[n - 1, m - 1] = 0.0
    for i in range(n):
        for j in range(m):
            if behind[i, j] > _NEVER / 2:
                window = behind[i : i + MAX_ZH + 1, j : j + MAX_KO + 1]
                np.logaddexp(window, behind[i, j] + gains[i, j], out=window)
    for i in range(n - 1, -1, -1):
        for j in range(m - 1, -1, -1):
            sums = ahead[i : i + MAX_ZH + 1, j : j + MAX_KO + 1] + gains[i, j]
            top = sums.max()
            if top > _NEVER / 2:
                ahead[i, j] = np.logaddexp(ahead[i, j], top + np.log(np.exp(sums - top).sum()))
    total = behind[n - 1, m - 1]
    after = np.lib.stride_tricks.sliding_window_view(ahead, (MAX_ZH + 1, MAX_KO + 1))[:n, :m]
    shares = np.exp(np.minimum(behind[:n, :m, None, None] + gains + after - total, 0.0))
    return float(total), np.where(gains > _NEVER / 2, shares, 0.0)


def best_sequence(gains: np.ndarray) -> list[tuple[int, int, int, int]]:
    """The sequence of beads (zh_from, zh_to, ko_from, ko_to) whose gains add up to the most."""
    n, m = gains.shape[:2]
    best = np.full((n + MAX_ZH, m + MAX_KO), _NEVER)
    back = np.zeros((*best.shape, 2), int)
    best[0, 0] = 0.0
    for i in range(n):
        for j in range(m):
            if best[i, j] > _NEVER / 2:
                window = best[i : i + MAX_ZH + 1, j : j + MAX_KO + 1]
                sums = best[i, j] + gains[i, j]
                better = sums > window
                window[better] = sums[better]
                back[i : i + MAX_ZH + 1, j : j + MAX_KO + 1][better] = (i, j)
    beads = []
    i, j = n - 1, m - 1
    while (i, j) != (0, 0):
        a, b = back[i, j]
        beads.append((int(a), i, int(b), j))
        i, j = int(a), int(b)
    return beads[::-1]


def align_passage(sides: Sides, lexicon: Lexicon) -> list[Bead]:
    """The beads of one passage, in order, covering every clause and every sentence.

    A first pass weighs every bead by its words alone; what it leaves likely is weighed again with
    the order of the words.
    """
    first, second = weigh(sides, lexicon, FIRST, SECOND)
    cells = likely_cells(first)
    where = tuple(np.array(cells).T)
    gains = np.full(second.shape, _NEVER)
    gains[where] = second[where] + SECOND["zh_order"] * in_order(sides, lexicon, cells)
    shares = forward_backward(gains)[1]
    return [
        Bead(a, b, c, d, round(float(shares[a, c, b - a, d - c]), 4))
        for a, b, c, d in best_sequence(gains)
    ]


def likely_cells(gains: np.ndarray) -> list[tuple[int, int, int, int]]:
    """The beads (from clause, from sentence, clauses, sentences) that a first pass leaves likely,
    those of its best sequence among them."""
    shares = forward_backward(gains)[1]
    for a, b, c, d in best_sequence(gains):
        shares[a, c, b - a, d - c] = 1.0
    return [tuple(map(int, cell)) for cell in np.argwhere(shares > UNLIKELY)]


def in_order(
    sides: Sides, lexicon: Lexicon, cells: Sequence[tuple[int, int, int, int]]
) -> np.ndarray:
    """The feature zh_order, one element a cell: how well the Korean explains the Chinese of a bead
    where it is looked for at its own place in it; 0 where a side is empty.

    Within a bead the translation keeps the order of the clauses, so that what stands far from the
    diagonal counts little.
    """
    chances = lexicon.matrices(sides.zh, sides.ko, sides.meeting)[1]
    shares = lexicon.zh.shares(sides.zh)
    zh_place, ko_place = _places(sides.zh_bounds), _places(sides.ko_bounds)
    zh_at, ko_at = sides.zh_bounds[::2], sides.ko_bounds[::2]
    out = np.zeros(len(cells))
    for number, (i, j, d, e) in enumerate(cells):
        z, k = slice(zh_at[i], zh_at[i + d]), slice(ko_at[j], ko_at[j + e])
        if z.start == z.stop or k.start == k.stop:
            continue
        near = np.exp(-np.abs(_within(zh_place[z])[:, None] - _within(ko_place[k])) / REACH)
        mean = (chances[z, k] * near).sum(1) / near.sum(1)
        out[number] = np.log(1 - MIX + MIX * mean / shares[z]).sum() / 4
    return out


def _places(bounds: np.ndarray) -> np.ndarray:
    """Where each token stands in its paragraph, counted in single tokens: its own number for a
    character, between the two for a pair."""
    out, before = np.zeros(bounds[-1]), 0
    for single, pairs, end in zip(bounds[:-2:2], bounds[1::2], bounds[2::2]):
        out[single:pairs] = before + np.arange(pairs - single)
        # pairs of a Korean segment are not one fewer than its syllables: spread them over it
        out[pairs:end] = before + np.linspace(0.5, max(pairs - single - 0.5, 0.5), end - pairs)
        before += pairs - single
    return out


def _within(places: np.ndarray) -> np.ndarray:
    """Places as shares of the run that they lie in, 0 to 1."""
    low, high = places.min(), places.max()
    return (places - low) / max(high - low, 1.0)
