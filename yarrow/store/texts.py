"""The stages of a build that store the texts and their layers."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from pathlib import Path

from sqlite_utils import Database

import yarrow
from align.fold import Fold
from yarrow.corpus import Text, load_corpus, load_yaml
from yarrow.errors import Fault, YarrowError
from yarrow.rules import validate
from yarrow.rules.records import Annotation
from yarrow.terms import Term, load_categories, load_fold, load_terms


@dataclass(frozen=True)
class Corpus:
    """What a build is made from: the corpus folder, its texts and its glossary as read."""

    directory: Path
    texts: tuple[Text, ...]
    terms: tuple[Term, ...]
    categories: dict[str, dict[str, str]]  # id -> labels by language
    fold: Fold

    @cached_property
    def annotation(self) -> Annotation:
        """The records, checked; none where the corpus has no closed lists to write them with.
        YarrowError with every fault of the records."""
        if not (self.directory / "judgments.yaml").exists():
            return Annotation()
        return validate.load(self.texts, self.directory)


def read_corpus(directory: Path) -> Corpus:
    """Read a corpus folder. YarrowError with all that is wrong with the texts or the glossary."""
    terms = directory / "terms.yaml"
    return Corpus(
        directory,
        load_corpus(directory),
        load_terms(terms),
        load_categories(terms),
        load_fold(directory / "variants.yaml"),
    )


def store_texts(db: Database, corpus: Corpus) -> None:
    """document and passage."""
    db["document"].insert_all(
        {
            "id": text.slug,
            "n": n,
            "zh": text.title_zh,
            "ko": text.title_ko,
            "tradition": text.tradition,
            "certain": text.attribution.certain,
            "lead": text.attribution.lead,
            "licence_zh": text.licence.zh,
            "licence_ko": text.licence.ko,
            "licence_annotation": text.licence.annotation,
            "file": text.file.name,
            "sha256": hashlib.sha256(text.file.read_bytes()).hexdigest(),
        }
        for n, text in enumerate(corpus.texts)
    )
    place = count(1)
    db["passage"].insert_all(
        {
            "id": text.passage_id(passage.n),
            "document": text.slug,
            "n": passage.n,
            "zh": passage.zh,
            "ko": passage.ko,
            "zh_line": passage.zh_line,
            "ko_line": passage.ko_line,
            "place": next(place),
        }
        for text in corpus.texts
        for passage in text.passages
    )


def store_layers(db: Database, corpus: Corpus) -> None:
    """unit, sentence and segment."""
    unit_place, sentence_place, segment_place = count(1), count(1), count(1)
    for text in corpus.texts:
        units = text.layers.units

        def reference(index: int | None, text: Text = text) -> str | None:
            return None if index is None else text.unit_id(text.layers.units[index])

        db["unit"].insert_all(
            {
                "id": text.unit_id(unit),
                "passage": text.passage_id(unit.passage),
                "lang": unit.lang,
                "n": unit.n,
                "layer": unit.kind,
                **_span(text, unit),
                "glosses": reference(unit.glosses),
                "continues": reference(unit.continues),
                "voice": unit.voice,
                "place": next(unit_place),
            }
            for unit in units
        )
        db["sentence"].insert_all(
            {
                "id": text.sentence_id(sentence),
                "passage": text.passage_id(sentence.passage),
                "lang": sentence.lang,
                "n": sentence.n,
                "layer": sentence.layer,
                **_span(text, sentence),
                "place": next(sentence_place),
            }
            for sentence in text.layers.sentences
        )
        db["segment"].insert_all(
            {
                "id": text.segment_id(segment),
                "passage": text.passage_id(segment.passage),
                "lang": segment.lang,
                "layer": segment.layer,
                **_span(text, segment),
                "n": segment.n,
                "unit": text.unit_id(units[segment.unit]),
                "sentence": text.sentence_id(segment),
                "place": next(segment_place),
            }
            for segment in text.layers.segments
        )


def _span(text: Text, item) -> dict:
    return {"start": item.start, "end": item.end, "text": text.words(item)}


def store_retired(db: Database, corpus: Corpus) -> None:
    """retired, from retired.yaml; YarrowError for an id in use and for a successor not there."""
    path = corpus.directory / "retired.yaml"
    entries = load_yaml(path, "retired")["retired"] if path.exists() else []
    known = set(_ids(db))
    faults = []
    for i, entry in enumerate(entries, 1):
        where = f"{path}: entry {i}"
        if entry["id"] in known:
            faults.append(Fault(where, f"{entry['id']} is in use", "an id never returns: drop it"))
        if entry["now"] not in known:
            faults.append(Fault(where, f"there is no {entry['now']}", "name an id of the corpus"))
    if faults:
        raise YarrowError(faults)
    db["retired"].insert_all(entries)


def _ids(db: Database) -> Iterable[str]:
    for table in ("document", "passage", "unit", "sentence", "segment", "term", "rule", "example"):
        for (id_,) in db.conn.execute(f"SELECT id FROM {table}"):
            yield id_


def corpus_digest(directory: Path) -> str:
    """SHA-256 (hex) over the names and bytes of all that a corpus folder holds."""
    sha = hashlib.sha256()
    for path in sorted(path for path in directory.rglob("*") if path.is_file()):
        name = path.relative_to(directory).as_posix()
        sha.update(f"{name} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return sha.hexdigest()


def store_about(db: Database, corpus: Corpus) -> None:
    """about: no time and no machine, so that two builds are alike."""
    values = {
        "title": "Yarrow",
        "version": yarrow.__version__,
        "corpus_sha256": corpus_digest(corpus.directory),
    }
    db["about"].insert_all({"name": name, "value": value} for name, value in values.items())
