"""Commentary beside the verse that it glosses: how long it is, and which words are its own.

    python scripts/commentary_and_verse.py
    python scripts/commentary_and_verse.py --tradition 大六壬 --top 30

Words are compared within one art, since the arts differ more in words than the layers do. They
are pairs of characters, weighed by log-likelihood (Dunning 1993): how much more often a pair
stands in one layer than chance would have it, given how often it stands in both.
"""

from __future__ import annotations

import argparse
from collections import Counter

import numpy as np
import pandas as pd

import yarrow


def lengths(corpus) -> pd.DataFrame:
    """Per text: commentaries, and the characters of one against those of its lemma."""
    pairs = corpus.frame("commentary_lemma").query("layer == 'commentary'").dropna(subset="lemma")
    pairs = pairs.assign(
        document=pairs["passage"].map(corpus.passages["document"]),
        ratio=pairs["commentary"].str.len() / pairs["lemma"].str.len(),
    )
    ratio = pairs.groupby("document", observed=True)["ratio"]
    return pd.DataFrame(
        {
            "commentaries": ratio.size(),
            "median ratio": ratio.median(),
            "lower quarter": ratio.quantile(0.25),
            "upper quarter": ratio.quantile(0.75),
        }
    ).astype({"commentaries": int})


def pairs_of(segments: pd.Series) -> Counter:
    """How often each pair of neighbouring Chinese characters stands within a clause."""
    counts: Counter = Counter()
    for text in segments:
        for pair in zip(text, text[1:], strict=False):
            if all(char.isalpha() for char in pair):
                counts["".join(pair)] += 1
    return counts


def vocabulary(corpus, tradition: str) -> pd.DataFrame:
    """Pairs of characters by log-likelihood, with their counts in main text and commentary."""
    texts = corpus.documents.index[corpus.documents["tradition"] == tradition]
    passages = corpus.passages.index[corpus.passages["document"].isin(texts)]
    zh = corpus.segments.query("lang == 'zh'")
    zh = zh[zh["passage"].isin(passages)]
    main = pairs_of(zh.loc[zh["layer"] == "main", "text"])
    commentary = pairs_of(zh.loc[zh["layer"] == "commentary", "text"])
    table = pd.DataFrame({"main": main, "commentary": commentary}).fillna(0)
    observed = table.to_numpy(dtype=float)
    expected = observed.sum(axis=1, keepdims=True) * observed.sum(axis=0) / observed.sum()
    with np.errstate(divide="ignore", invalid="ignore"):
        parts = np.where(observed > 0, observed * np.log(observed / expected), 0)
    table["likelihood"] = 2 * parts.sum(axis=1)
    more = observed > expected
    table["of"] = np.where(more[:, 1], "commentary", "main")
    table = table.astype({"main": int, "commentary": int})
    return table.sort_values("likelihood", ascending=False, kind="stable")


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--db", help="the database (default: where yarrow build puts it)")
    parser.add_argument("--tradition", choices=["六爻", "大六壬"], default="六爻")
    parser.add_argument("--top", type=int, default=20, help="so many words of each layer")
    options = parser.parse_args(arguments)
    with yarrow.open(options.db) as corpus:
        print("Characters of a commentary for one of its lemma\n")
        print(lengths(corpus).round(2).to_string())
        words = vocabulary(corpus, options.tradition)
    for layer in ("commentary", "main"):
        print(f"\nWords of the {layer}, {options.tradition}\n")
        own = words[words["of"] == layer].head(options.top)
        print(own[["main", "commentary", "likelihood"]].round(1).to_string())


if __name__ == "__main__":
    main()
