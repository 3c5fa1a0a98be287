"""The stages of a build that store the glossary, its occurrences and the variants."""

from __future__ import annotations

from collections.abc import Iterator

from sqlite_utils import Database

from yarrow.corpus import Text, load_yaml
from yarrow.store.texts import Corpus
from yarrow.terms import Glossary


def store_terms(db: Database, corpus: Corpus) -> None:
    """term_category, term and term_form."""
    db["term_category"].insert_all(
        {"id": id_, **labels} for id_, labels in corpus.categories.items()
    )
    db["term"].insert_all(
        {
            "id": term.id,
            "headword": term.headword,
            "reading": term.reading,
            "ko": term.korean[0],
            "en": term.english,
            "sense": term.sense["en"],
            "sense_ko": term.sense["ko"],
            "sense_zh": term.sense["zh"],
            "category": term.category,
            "art": term.art,
        }
        for term in corpus.terms
    )
    db["term_form"].insert_all(
        {"term": term.id, "lang": lang, "form": form}
        for term in corpus.terms
        for lang, forms in (("zh", term.chinese), ("ko", term.korean))
        for form in dict.fromkeys(forms)
    )


def store_occurrences(db: Database, corpus: Corpus) -> None:
    """term_occurrence."""
    glossary = Glossary(corpus.terms, corpus.fold)
    for text in corpus.texts:
        db["term_occurrence"].insert_all(_occurrences(text, glossary))


def _occurrences(text: Text, glossary: Glossary) -> Iterator[dict]:
    units: dict[tuple[int, str], list] = {}
    for unit in text.layers.units:
        units.setdefault((unit.passage, unit.lang), []).append(unit)
    segments: dict[tuple[int, str], list] = {}
    for segment in text.layers.segments:
        segments.setdefault((segment.passage, segment.lang), []).append(segment)
    for passage in text.passages:
        for lang in ("zh", "ko"):
            words, place = passage.text(lang), (passage.n, lang)
            for start, end, term in glossary.occurrences(words, lang):
                unit = next(unit for unit in units[place] if unit.start <= start < unit.end)
                inside = [s for s in segments.get(place, ()) if s.start <= start < s.end]
                yield {
                    "passage": text.passage_id(passage.n),
                    "lang": lang,
                    "start": start,
                    "end": end,
                    "term": term,
                    "text": words[start:end],
                    "layer": unit.kind,
                    "segment": text.segment_id(inside[0]) if inside else None,
                }


def store_variants(db: Database, corpus: Corpus) -> None:
    """variant."""
    table = load_yaml(corpus.directory / "variants.yaml", "variants")
    db["variant"].insert_all(
        {"chars": entry["chars"], "rule": rule, "why": entry["why"]}
        for rule in ("same", "apart")
        for entry in table[rule]
    )
