"""A concordance of words in both languages, written to a CSV file.

    python scripts/concordance.py 世應 應空 --out concordance.csv
    python scripts/concordance.py 관귀 --width 20 --sort left --out gwangwi.csv

Each line has one place with its context and, for the reader who checks the translation, the
other language's paragraph. The file opens in a spreadsheet: it is UTF-8 with a byte order mark.
"""

from __future__ import annotations

import argparse

import pandas as pd

import yarrow


def concordance(corpus, words: list[str], width: int, sort: str) -> pd.DataFrame:
    """One row a hit: query, passage, layer, left, word, right, and the paragraph beside it."""
    hits = pd.concat([corpus.search(word).assign(query=word) for word in words])
    other = {"zh": corpus.passages["ko"], "ko": corpus.passages["zh"]}
    hits["beside"] = [
        other[lang][passage] for lang, passage in zip(hits["lang"], hits["passage"], strict=True)
    ]
    if sort == "left":  # as it is read backwards from the word
        hits = hits.sort_values("left", key=lambda left: left.str[::-1], kind="stable")
    elif sort == "right":
        hits = hits.sort_values("right", kind="stable")
    hits["left"], hits["right"] = hits["left"].str[-width:], hits["right"].str[:width]
    return hits[["query", "passage", "segment", "layer", "left", "word", "right", "beside"]]


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("words", nargs="+")
    parser.add_argument("--out", required=True, metavar="FILE")
    parser.add_argument("--db", help="the database (default: where yarrow build puts it)")
    parser.add_argument("--width", type=int, default=15, help="characters of context")
    parser.add_argument("--sort", choices=["text", "left", "right"], default="text")
    options = parser.parse_args(arguments)
    with yarrow.open(options.db) as corpus:
        table = concordance(corpus, options.words, options.width, options.sort)
    table.to_csv(options.out, index=False, encoding="utf-8-sig")
    print(f"{len(table)} places in {table['passage'].nunique()} passages: {options.out}")


if __name__ == "__main__":
    main()
