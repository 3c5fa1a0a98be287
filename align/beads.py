"""The beads of a passage: the smallest runs of clauses and sentences that render each other.

A bead joins up to MAX_ZH consecutive Chinese clauses to up to MAX_KO consecutive Korean
sentences, or stands for one clause that was not translated, or one sentence that has no source.
Beads follow one another on both sides; where the translation changes the order, a larger bead
covers the crossing. The best sequence is the one whose beads' weighted features add up to the
most, and a bead's score is its share of the weight of all sequences (a semi-Markov conditional
random field: Sarawagi and Cohen 2004), so that it reads as a probability.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from align.lexicon import Lexicon, ko_tokens, zh_tokens
from align.model import Segment

MAX_ZH, MAX_KO = 14, 3
MIX = 0.6  # share of a token that its bead explains; the rest is chance
SYLLABLES_PER_CHAR = 2.57  # over all five texts of the corpus on which the weights were fitted
SPREAD = 0.35  # of the logarithm of that ratio, bead by bead

# A feature's name, and its weight as fitted by benchmarks/fit_aligner.py.
WEIGHTS = {
    "ko_single": 0.81,  # how well the Chinese explains each Korean syllable …
    "ko_pair": 0.0,  # … and pair of syllables
    "zh_single": 2.38,  # how well the Korean explains each Chinese character …
    "zh_pair": 2.68,  # … and pair of characters
    "length": 0.85,
    "more_sentences": -2.38,  # each Korean sentence beyond the first
    "more_clauses": -0.83,  # each Chinese clause beyond the first
    "many_to_many": -0.29,
    "ends_inside": -1.66,  # the bead ends inside a Chinese sentence
    "runs_over": -4.07,  # each end of a Chinese sentence inside the bead
    "crosses_layers": -2.32,  # main text and commentary in one bead
    "note_rendered": -1.0,  # a translator's note taken to render something
    "other_layer": -1.0,  # commentary rendered outside marked commentary, or the reverse
    "untranslated": -9.07,
    "without_source": -9.53,
    "note": 2.0,  # … and it is marked as the translator's note
}
_FEATURES = tuple(WEIGHTS)
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


def weights_vector() -> np.ndarray:
    """WEIGHTS as an array in the order of the features."""
    return np.array(list(WEIGHTS.values()))


def _ratios(matrix, bounds, token_bounds, shares, is_pair, longest):
    """Log-likelihood ratios of the tokens of one side against chance, for every run of segments
    of the other: [2 (single, pair), run start, run length, segments of the tokens, added up].

    matrix: [tokens of the explaining side, tokens]; bounds, token_bounds: where the segments of
    the two sides begin among their tokens, and the end; shares: how common each token is.
    """
    sums = _added_up(matrix, 0)[bounds]
    out = np.zeros((2, len(bounds) - 1, longest + 1, len(token_bounds)))
    for length in range(1, min(longest, len(bounds) - 1) + 1):
        size = np.maximum(bounds[length:] - bounds[:-length], 1)[:, None]
        mean = (sums[length:] - sums[:-length]) / size
        ratio = np.log(1 - MIX + MIX * mean / shares)
        for kind, mask in enumerate((~is_pair, is_pair)):
            out[kind, : len(size), length] = _added_up(ratio * mask, 1)[:, token_bounds]
    return out


def _added_up(values, axis=0):
    """Running sums with a zero before them, so that the sum of a run is a difference of two."""
    return np.insert(values.cumsum(axis), 0, 0, axis)


def features(
    zh: str, ko: str, clauses: Sequence[Segment], sentences: Sequence[Segment], lexicon: Lexicon
) -> tuple[np.ndarray, np.ndarray]:
    """The features of every possible bead: [from clause, from sentence, clauses, sentences,
    feature], and which of them are possible."""
    n, m = len(clauses), len(sentences)
    zh_lists = [zh_tokens(zh[c.start : c.end]) for c in clauses]
    ko_lists = [ko_tokens(ko[s.start : s.end]) for s in sentences]
    zh_all = [token for single, pairs in zh_lists for token in (*single, *pairs)]
    ko_all = [token for single, pairs in ko_lists for token in (*single, *pairs)]
    zh_bounds = _added_up(np.array([len(a) + len(b) for a, b in zh_lists], int))
    ko_bounds = _added_up(np.array([len(a) + len(b) for a, b in ko_lists], int))
    to_ko, to_zh = lexicon.matrices(zh_all, ko_all)
    zh_pair = np.array([len(token) > 1 for token in zh_all], bool)
    ko_pair = np.array([len(token) > 1 for token in ko_all], bool)
    by_zh = _ratios(to_ko, zh_bounds, ko_bounds, lexicon.ko.shares(ko_all), ko_pair, MAX_ZH)
    by_ko = _ratios(to_zh.T, ko_bounds, zh_bounds, lexicon.zh.shares(zh_all), zh_pair, MAX_KO)

    def runs(flags):
        return _added_up(np.array(flags, float))

    chars, syllables = runs([len(a) for a, _ in zh_lists]), runs([len(a) for a, _ in ko_lists])
    ends = np.array(
        [a.sentence != b.sentence or a.unit != b.unit for a, b in pairwise(clauses)] + [True]
    )
    sentence_ends = runs([a.sentence != b.sentence for a, b in pairwise(clauses)] + [True])
    layer_changes = runs([a.layer != b.layer for a, b in pairwise(clauses)] + [False])
    zh_glosses = runs([c.layer == "commentary" for c in clauses])
    ko_glosses = runs([s.layer == "commentary" for s in sentences])
    notes = runs([s.layer == "note" for s in sentences])
    marked = bool(ko_glosses[-1])

    out = np.zeros((n + 1, m + 1, MAX_ZH + 1, MAX_KO + 1, len(_FEATURES)))
    possible = np.zeros(out.shape[:-1], bool)
    place = {name: i for i, name in enumerate(_FEATURES)}
    for d in range(min(MAX_ZH, n) + 1):
        for e in range(min(MAX_KO, m) + 1):
            if (d == 0 or e == 0) and d + e != 1:
                continue
            i, j = np.arange(n - d + 1), np.arange(m - e + 1)
            cells = out[: n - d + 1, : m - e + 1, d, e]
            possible[: n - d + 1, : m - e + 1, d, e] = True

            def put(name, values, cells=cells):
                cells[..., place[name]] = values

            if e == 0:
                put("untranslated", 1)
                continue
            if d == 0:
                put("without_source", 1)
                put("note", (notes[j + 1] - notes[j])[None])
                continue
            for kind, name in enumerate(("single", "pair")):
                explained = by_zh[kind][i, d]
                put(f"ko_{name}", (explained[:, j + e] - explained[:, j]) / 4)
                explained = by_ko[kind][j, e]
                put(f"zh_{name}", (explained[:, i + d] - explained[:, i]).T / 4)
            ratio = (syllables[j + e] - syllables[j] + 2)[None] / (
                SYLLABLES_PER_CHAR * (chars[i + d] - chars[i]) + 2
            )[:, None]
            put("length", -np.minimum((np.log(ratio) / SPREAD) ** 2 / 2, 12))
            put("more_sentences", e - 1)
            put("more_clauses", d - 1)
            put("many_to_many", d > 1 and e > 1)
            put("ends_inside", ~ends[i + d - 1][:, None])
            put("runs_over", (sentence_ends[i + d - 1] - sentence_ends[i])[:, None])
            put("crosses_layers", (layer_changes[i + d - 1] > layer_changes[i])[:, None])
            put("note_rendered", (notes[j + e] - notes[j])[None])
            if marked:
                share = (zh_glosses[i + d] - zh_glosses[i]) / d
                other = (ko_glosses[j + e] - ko_glosses[j]) / e
                put("other_layer", np.abs(share[:, None] - other[None]))
    return out, possible


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


def align_passage(
    zh: str,
    ko: str,
    clauses: Sequence[Segment],
    sentences: Sequence[Segment],
    lexicon: Lexicon,
    weights: np.ndarray | None = None,
) -> list[Bead]:
    """The beads of one passage, in order, covering every clause and every sentence.

    zh, ko: the two paragraphs; clauses, sentences: their segments, in order.
    """
    values, possible = features(zh, ko, clauses, sentences, lexicon)
    gains = np.where(possible, values @ (weights_vector() if weights is None else weights), _NEVER)
    shares = forward_backward(gains)[1]
    return [
        Bead(a, b, c, d, round(float(shares[a, c, b - a, d - c]), 4))
        for a, b, c, d in best_sequence(gains)
    ]
