"""Read the records of corpus/rules and corpus/examples, with every fault at once.

What is checked here is what one record says for itself: its form, its quotes, its expressions, the
words of the closed lists. How records stand to each other, and whether their charts bear them
out, is `validate`'s.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from yarrow import paths
from yarrow.corpus import Text, load_corpus
from yarrow.errors import Fault, YarrowError
from yarrow.rules import marked
from yarrow.rules.form import faults_of_form, line_of
from yarrow.rules.judgments import Judgments, load_judgments
from yarrow.rules.reader import Reader
from yarrow.rules.records import ARTS, Annotation, Example, Record
from yarrow.rules.words import Vocabulary


def whole_vocabulary(art: str) -> Vocabulary:
    """The words of an art (liuyao, liuren), with those that only some texts have."""
    return import_module(f"yarrow.rules.{art}_words").vocabulary()


@functools.cache
def vocabulary(art: str, slug: str) -> Vocabulary:
    """The words of an art as one text has them."""
    return whole_vocabulary(art).for_text(slug)


def load_named(texts: Sequence[Text], ids: Sequence[str]) -> Annotation:
    """The records of the texts that some ids are of (records, passages or texts); of all if there
    are none. Faults in the records of other texts then do not stand in the way."""
    slugs = {id_.partition("-")[0] for id_ in ids}
    named = [text for text in texts if text.slug in slugs]
    return load_annotation(named or texts)


def load_annotation(
    texts: Sequence[Text] | None = None, directory: Path | None = None
) -> Annotation:
    """All records of a corpus folder (default: the corpus), each checked by itself.

    YarrowError with every fault of every file. `validate.check` looks at what joins the records.
    """
    directory = Path(directory) if directory else paths.corpus_dir()
    texts = load_corpus(directory) if texts is None else texts
    judgments = load_judgments(directory)
    faults: list[Fault] = []
    records: list[Record] = []
    examples: list[Example] = []
    for text in texts:
        for path in files(text, directory):
            found, wrong = read_file(path, text, judgments)
            faults += wrong
            records += [one for one in found if isinstance(one, Record)]
            examples += [one for one in found if isinstance(one, Example)]
    if faults:
        raise YarrowError(faults)
    return annotation(records, examples)


def files(text: Text, directory: Path) -> list[Path]:
    """The files of a text's records that are there."""
    paths_ = [directory / folder / f"{text.slug}.yaml" for folder in ("rules", "examples")]
    return [path for path in paths_ if path.exists()]


def reading_files(text: Text, directory: Path) -> list[Path]:
    """The files of a text's second reading that are there."""
    paths_ = [directory / "readings" / f"{text.slug}{end}.yaml" for end in ("", "-examples")]
    return [path for path in paths_ if path.exists()]


def annotation(records: Sequence[Record], examples: Sequence[Example]) -> Annotation:
    """Records and examples as one, with their index."""
    return Annotation(
        tuple(records), tuple(examples), {one.id: one for one in (*records, *examples)}
    )


def read_file(
    path: Path, text: Text, judgments: Judgments
) -> tuple[list[Record | Example], list[Fault]]:
    """The records of one file, those without faults, and every fault of the others.

    A file in a folder `examples`, or whose name ends in -examples, holds examples.
    """
    try:
        data, lines = marked.read(path)
    except YarrowError as error:
        return [], list(error.faults)
    examples = path.parent.name == "examples" or path.stem.endswith("-examples")
    schema = "examples" if examples else "rules"
    faults = faults_of_form(path, data, lines, schema)
    broken = {fault.where.partition("(")[2].rstrip(")") for fault in faults}
    if not isinstance(data, dict) or not isinstance(data.get("records"), list):
        return [], faults
    if data.get("text") != text.slug:
        faults.append(
            Fault(
                f"{path}:1",
                f"text: {data.get('text')} in the file of {text.slug}",
                f"write text: {text.slug}",
            )
        )
    out: list[Record | Example] = []
    words = vocabulary(ARTS[text.tradition], text.slug)
    for i, entry in enumerate(data["records"]):
        reader = Reader(path, text, judgments, words, lines, entry, ("records", i))
        if reader.name in broken:
            continue  # what is not in form cannot be read further
        record = reader.example() if examples else reader.record()
        faults += reader.faults
        if record is not None and not reader.faults:
            out.append(record)
    return out, sorted(faults, key=line_of)
