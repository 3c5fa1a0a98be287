"""Fit the aligner's weights to the reviewed beads, and tell how well they do on texts not fitted to.

    python benchmarks/fit_aligner.py [--quick]

The weights of either pass are those of a conditional random field: they make the reviewed beads of
each passage as probable as they can, with a little weight decay (needs scipy, extra `bench`). Each
text is also scored by weights fitted to the four others, and its beads' probabilities are held
against how often they were right: that is the table of reliability in docs/alignment.md. Nothing is
written; the last lines are to be copied into align/beads.py by hand.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

from align.aligner import learn_lexicon
from align.beads import (
    _NEVER, FEATURES, FIRST, MAX_KO, MAX_ZH, SECOND, Bead, best_sequence, features,
    forward_backward, in_order, likely_cells,
)
from align.evaluate import Score, score
from yarrow import alignment
from yarrow.corpus import load_corpus

NAMES = tuple(FEATURES)
ORDER = NAMES.index("zh_order")
DECAY = 0.05
HELPFUL = ("ko_single", "ko_pair", "zh_single", "zh_pair", "zh_order", "length", "note")
BOUNDS = [(0, None) if name in HELPFUL else (None, None) for name in NAMES]


def stacked(sides, lexicon) -> tuple[np.ndarray, np.ndarray]:
    """[from clause, from sentence, clauses, sentences, feature] and which beads are possible."""
    n, m = len(sides.chars) - 1, len(sides.syllables) - 1
    values = np.zeros((n + 1, m + 1, MAX_ZH + 1, MAX_KO + 1, len(NAMES)), np.float32)
    possible = np.zeros(values.shape[:-1], bool)
    for d, e, found in features(sides, lexicon):
        possible[: n - d + 1, : m - e + 1, d, e] = True
        for name, value in found.items():
            values[: n - d + 1, : m - e + 1, d, e, NAMES.index(name)] = value
    return values, possible


def cells_of(links) -> list[tuple[int, int, int, int]] | None:
    """The reviewed beads as cells; None where one is larger than the aligner can make. An empty
    side takes its place from the bead before."""
    out, i, j = [], 0, 0
    for link in links:
        d, e = link.zh_to - link.zh_from, link.ko_to - link.ko_from
        sizes = [(1, 0)] * d if not e else [(0, 1)] * e if not d else [(d, e)]
        for d, e in sizes:
            if d > MAX_ZH or e > MAX_KO:
                return None
            out.append((i, j, d, e))
            i, j = i + d, j + e
    return out


class Case:
    """A passage with its features, its reviewed beads as cells, and those the first pass leaves."""

    def __init__(self, passage, links, lexicon):
        self.passage, self.links, self.lexicon = passage, links, lexicon
        self.sides = passage.sides()
        self.wanted = cells_of(links)
        self.values, self.possible = stacked(self.sides, lexicon)

    def every(self):
        """What the first pass is fitted on: where, features, and the numbers of the wanted."""
        cells = [tuple(map(int, cell)) for cell in np.argwhere(self.possible)]
        return self._rows(cells)

    def likely(self, first: np.ndarray, with_wanted: bool):
        """The same for the second pass, with the order of the words."""
        gains = np.where(self.possible, self.values @ first, _NEVER)
        cells = likely_cells(gains)
        if with_wanted:
            cells = list(dict.fromkeys([*cells, *self.wanted]))
        where, rows, wanted = self._rows(cells)
        rows[:, ORDER] = in_order(self.sides, self.lexicon, cells)
        return where, rows, wanted

    def _rows(self, cells):
        number = {cell: i for i, cell in enumerate(cells)}
        wanted = [number[cell] for cell in self.wanted if cell in number]
        where = tuple(np.array(cells).T)
        return where, self.values[where].astype(float), wanted

    def gains(self, where, rows, weights):
        out = np.full(self.possible.shape, _NEVER)
        out[where] = rows @ weights
        return out


def fit(cases, rows, start: np.ndarray) -> np.ndarray:
    """Weights that make the wanted rows of all cases as probable as they can."""
    def loss(weights):
        total, slope = 0.0, np.zeros(len(weights))
        for case, (where, values, wanted) in zip(cases, rows, strict=True):
            partition, shares = forward_backward(case.gains(where, values, weights))
            total += partition - values[wanted].sum(0) @ weights
            slope += shares[where] @ values - values[wanted].sum(0)
        away = weights - start
        return total + DECAY * away @ away, slope + 2 * DECAY * away
    return minimize(loss, start, jac=True, method="L-BFGS-B", bounds=BOUNDS,
                    options={"maxiter": 40}).x


def fit_both(cases) -> tuple[np.ndarray, np.ndarray]:
    """The weights of the first and of the second pass."""
    first = fit(cases, [case.every() for case in cases], np.array(list(FIRST.values())))
    return first, fit(cases, [case.likely(first, True) for case in cases],
                      np.array(list(SECOND.values())))


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="fit to all, without the five others")
    parser.add_argument("--plot", type=Path, help="write the plot of reliability to this SVG file")
    options = parser.parse_args(argv)
    texts = load_corpus()
    passages = alignment.parallels(texts)
    settled: dict[str, list] = {}
    for link in alignment.reviewed(texts, passages):
        settled.setdefault(link.passage, []).append(link)
    lexicon = learn_lexicon([*passages.values()])
    cases = {id_: Case(passages[id_], links, lexicon) for id_, links in settled.items()
             if cells_of(links) is not None}
    print(f"{len(cases)} passages; {len(settled) - len(cases)} have a bead larger than "
          f"{MAX_ZH} x {MAX_KO}", flush=True)
    if not options.quick:
        total, bins = Score(), {}
        for text in texts:
            mine = {id_ for id_ in cases if id_.rsplit("-", 1)[0] == text.slug}
            weights = fit_both([cases[id_] for id_ in cases if id_ not in mine])
            part = Score()
            for id_ in mine:
                part += tried(cases[id_], *weights, bins)
            print(text.slug, {k: round(v, 3) for k, v in part.row().items()}, flush=True)
            total += part
        print("all, each by the four others", {k: round(v, 3) for k, v in total.row().items()})
        for low, (right, count, shares) in sorted(bins.items()):
            print(f"probability {low:.1f} to {low + 0.1:.1f}: {count:5d} beads, mean "
                  f"{shares / count:.3f}, right {right / count:.3f}")
        if options.plot:
            options.plot.write_text(plot(bins), encoding="utf-8")
    for name, first, second in zip(NAMES, *fit_both(list(cases.values())), strict=True):
        print(f'    "{name}": ({first:.2f}, {second:.2f}),')


def tried(case: Case, first, second, bins) -> Score:
    """The score of a passage by some weights; its probabilities go into the bins."""
    where, rows, _ = case.likely(first, False)
    gains = case.gains(where, rows, second)
    shares = forward_backward(gains)[1]
    found = [Bead(a, b, c, d, float(shares[a, c, b - a, d - c]))
             for a, b, c, d in best_sequence(gains)]
    wanted = [alignment.span(case.passage, link) for link in case.links]
    for bead in found:
        low = min(int(bead.score * 10), 9) / 10
        right, count, total = bins.get(low, (0, 0, 0.0))
        bins[low] = (right + (alignment.span(case.passage, bead) in wanted), count + 1,
                     total + bead.score)
    return score([alignment.span(case.passage, bead) for bead in found], wanted)


def plot(bins: dict) -> str:
    """Probability given against share that was right, a dot a bin, as large as its beads are many."""
    size, edge = 300, 50

    def at(value):
        return edge + value * size

    marks = "".join(
        f'<circle cx="{at(shares / count):.1f}" cy="{edge + size - size * right / count:.1f}" '
        f'r="{3 + count ** 0.5 / 4:.1f}"><title>{count} beads, mean probability '
        f'{shares / count:.3f}, right {right / count:.3f}</title></circle>'
        for right, count, shares in bins.values())
    ticks = "".join(
        f'<text x="{at(v):.0f}" y="{edge + size + 18}" text-anchor="middle">{v:.1f}</text>'
        f'<text x="{edge - 8}" y="{edge + size - v * size + 4:.0f}" text-anchor="end">{v:.1f}</text>'
        for v in (0, 0.2, 0.4, 0.6, 0.8, 1))
    whole = size + 2 * edge
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} {whole}" width="{whole}" '
        'role="img" font-family="serif" font-size="12"><title>Reliability of the beads</title>'
        f'<rect width="{whole}" height="{whole}" fill="#fffdf8"/>'
        f'<path d="M{edge} {edge + size}L{edge + size} {edge}" stroke="#999" stroke-dasharray="4"/>'
        f'<path d="M{edge} {edge}V{edge + size}H{edge + size}" fill="none" stroke="#222"/>'
        f'<g fill="#9b2a20" fill-opacity=".75">{marks}</g><g fill="#222">{ticks}'
        f'<text x="{edge + size / 2}" y="{whole - 10}" text-anchor="middle">probability given</text>'
        f'<text x="14" y="{edge + size / 2}" text-anchor="middle" transform="rotate(-90 14 '
        f'{edge + size / 2})">share that was right</text></g></svg>\n')


if __name__ == "__main__":
    main()
