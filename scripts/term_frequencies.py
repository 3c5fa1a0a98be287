"""How often each term occurs in each text and layer, per thousand characters of the layer.

    python scripts/term_frequencies.py                 the forty most frequent, to the screen
    python scripts/term_frequencies.py --lang ko --top 0 --csv frequencies.csv

Texts differ in length, and main text and commentary differ within a text: only a rate compares.
"""

from __future__ import annotations

import argparse

import pandas as pd

import yarrow


def frequencies(corpus, lang: str) -> pd.DataFrame:
    """Terms x text and layer, occurrences per thousand characters; the most frequent first."""
    # Occurrences and units know their passage, the passage its text.
    text_of = corpus.passages["document"]
    found = corpus.occurrences.query("lang == @lang")
    units = corpus.units.query("lang == @lang")
    counts = (
        found.assign(document=found["passage"].map(text_of))
        .groupby(["term", "document", "layer"], observed=True)
        .size()
    )
    sizes = (
        units.assign(document=units["passage"].map(text_of), size=units["text"].str.len())
        .groupby(["document", "layer"], observed=True)["size"]
        .sum()
    )
    table = counts.unstack(["document", "layer"], fill_value=0).reindex(
        columns=sizes.index, fill_value=0
    )
    order = table.sum(axis=1).sort_values(ascending=False, kind="stable").index
    rates = (table / sizes * 1000).astype(float).round(2).loc[order]
    rates.columns = [" ".join(names) for names in rates.columns]
    rates.insert(0, "headword", corpus.terms.loc[rates.index, "headword"].to_numpy())
    return rates


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--db", help="the database (default: where yarrow build puts it)")
    parser.add_argument("--lang", choices=["zh", "ko"], default="zh")
    parser.add_argument("--top", type=int, default=40, help="so many terms; 0 for all")
    parser.add_argument("--csv", metavar="FILE", help="write there instead of the screen")
    options = parser.parse_args(arguments)
    with yarrow.open(options.db) as corpus:
        table = frequencies(corpus, options.lang)
    table = table.head(options.top) if options.top else table
    if options.csv:
        table.to_csv(options.csv)
    else:
        print(table.to_string())


if __name__ == "__main__":
    main()
