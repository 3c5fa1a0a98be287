"""The corpus as values: the manifest, the texts that it names, and their layers."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import jsonschema
import yaml

from align import segment, source
from align.model import Declared, Layers, Passage, Segment, Sentence, Source, TextError, Unit
from yarrow import paths
from yarrow.errors import Fault, YarrowError

_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

# one letter for each kind of thing within a passage, and for each language
UNIT_LETTER = {"zh": "u", "ko": "v"}
SENTENCE_LETTER = {"zh": "s", "ko": "t"}
SEGMENT_LETTER = {"zh": "z", "ko": "k"}


@dataclass(frozen=True)
class Attribution:
    """Where a text comes from: what the file itself shows, and what is believed but unproved."""

    certain: str
    lead: str


@dataclass(frozen=True)
class Licence:
    """The licence of each part of a text: an SPDX identifier or a plain statement."""

    zh: str
    ko: str
    annotation: str


@dataclass(frozen=True)
class Text:
    """One text of the corpus, with its passages (`source`) and its layers."""

    slug: str
    file: Path
    title_zh: str
    title_ko: str
    tradition: str  # 六爻 | 大六壬
    attribution: Attribution
    licence: Licence
    source: Source
    layers: Layers
    declared: tuple[Declared, ...]

    @property
    def passages(self) -> tuple[Passage, ...]:
        return self.source.passages

    def passage_id(self, n: int) -> str:
        """`hunyin-3`."""
        return f"{self.slug}-{n}"

    def unit_id(self, unit: Unit) -> str:
        """`hunyin-3-u2` for Chinese, `hunyin-3-v2` for Korean."""
        return f"{self.slug}-{unit.passage}-{UNIT_LETTER[unit.lang]}{unit.n}"

    def sentence_id(self, item: Sentence | Segment) -> str:
        """`hunyin-3-s2` for Chinese, `hunyin-3-t2` for Korean: a sentence, or that of a segment."""
        n = item.sentence if isinstance(item, Segment) else item.n
        return f"{self.slug}-{item.passage}-{SENTENCE_LETTER[item.lang]}{n}"

    def segment_id(self, segment: Segment) -> str:
        """`hunyin-3-z2` for Chinese, `hunyin-3-k2` for Korean."""
        return f"{self.slug}-{segment.passage}-{SEGMENT_LETTER[segment.lang]}{segment.n}"

    def words(self, item: Unit | Sentence | Segment) -> str:
        """The characters of a unit, sentence or segment, as they stand in the file."""
        return self.passages[item.passage - 1].text(item.lang)[item.start : item.end]


def load_corpus(directory: Path | None = None) -> tuple[Text, ...]:
    """All texts of the corpus folder (default: `yarrow.paths.corpus_dir()`), in manifest order.

    Raises YarrowError with every fault of the manifest, the texts and the declared layers.
    """
    directory = Path(directory) if directory else paths.corpus_dir()
    faults: list[Fault] = []
    texts = []
    for entry in load_manifest(directory):
        try:
            texts.append(_load_text(entry, directory))
        except YarrowError as error:
            faults += error.faults
    if faults:
        raise YarrowError(faults)
    return tuple(texts)


def load_manifest(directory: Path) -> list[dict]:
    """The entries of texts/manifest.yaml, checked against schema/manifest.schema.json."""
    path = directory / "texts" / "manifest.yaml"
    entries = load_yaml(path, "manifest")["texts"]
    faults = []
    for key in ("slug", "file"):
        seen: dict[str, int] = {}
        for i, entry in enumerate(entries, 1):
            first = seen.setdefault(entry[key], i)
            if first != i:
                faults.append(Fault(f"{path}: texts, entry {i}",
                                    f"{key} {entry[key]} is that of entry {first} already",
                                    f"give each text its own {key}"))
    if faults:
        raise YarrowError(faults)
    return entries


def load_yaml(path: Path, schema: str) -> dict:
    """Read a YAML file of the corpus and check it against schema/`schema`.schema.json."""
    try:
        data = yaml.load(path.read_text(encoding="utf-8"), Loader=_Loader)
    except OSError as error:
        raise YarrowError(Fault(str(path), error.strerror or str(error),
                                "name a corpus folder that has it (YARROW_CORPUS)")) from None
    except UnicodeDecodeError as error:
        raise YarrowError(Fault(str(path), f"byte {error.start + 1} is no UTF-8",
                                "save the file as UTF-8")) from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f"{path}:{mark.line + 1}" if mark else str(path)
        raise YarrowError(Fault(where, f"no YAML: {getattr(error, 'problem', error)}",
                                "mend the line")) from None
    faults = []
    for error in _validator(schema).iter_errors(data):
        place = "".join(f", entry {part + 1}" if isinstance(part, int) else f", {part}"
                        for part in error.absolute_path)
        faults.append(Fault(f"{path}{place}", error.message, _remedy(error, schema)))
    if faults:
        raise YarrowError(faults)
    return data


def manifest_faults(entry: dict) -> list[Fault]:
    """What the schema has against a single entry of the manifest; `where` is the key."""
    text = _validator("manifest").evolve(schema=_validator("manifest").schema["$defs"]["text"])
    return [Fault("-".join(str(part) for part in error.absolute_path), error.message,
                  _remedy(error, "manifest")) for error in text.iter_errors(entry)]


def _remedy(error: jsonschema.ValidationError, schema: str) -> str:
    """What the schema says that the value is for, or where to look."""
    return error.schema.get("description") or f"see schema/{schema}.schema.json for what it takes"


@functools.cache
def _validator(schema: str) -> jsonschema.protocols.Validator:
    path = paths.schema_dir() / f"{schema}.schema.json"
    return jsonschema.Draft202012Validator(json.loads(path.read_text(encoding="utf-8")))


def _load_text(entry: dict, directory: Path) -> Text:
    path = directory / "texts" / entry["file"]
    try:
        read = source.read(path)
    except TextError as error:
        raise YarrowError([Fault(f.where, f.what, f.remedy) for f in error.faults]) from None
    title = entry["title"]
    if (title["zh"], title["ko"]) != (read.heading_zh, read.heading_ko):
        raise YarrowError(Fault(
            f"{directory / 'texts' / 'manifest.yaml'}: {entry['slug']}",
            f"the title {title['zh']}, {title['ko']} is not the heading of {path.name}: "
            f"{read.heading}", "give the title as the file has it"))
    declared = tuple(_declared(directory / "layers" / f"{entry['slug']}.yaml"))
    try:
        layers = segment.layers(read, declared)
    except TextError as error:
        raise YarrowError([Fault(f.where, f.what, f.remedy) for f in error.faults]) from None
    return Text(entry["slug"], path, title["zh"], title["ko"], entry["tradition"],
                Attribution(**entry["attribution"]), Licence(**entry["licence"]), read, layers,
                declared)


def _declared(path: Path) -> Iterator[Declared]:
    """The runs that layers/SLUG.yaml declares; none if the text needs no such file."""
    if not path.exists():
        return
    data = load_yaml(path, "layers")
    for i, run in enumerate(data["runs"], 1):
        yield Declared(
            passage=run["passage"],
            lang=run["lang"],
            kind=run["kind"],
            quote=run.get("quote"),
            first=run.get("from"),
            last=run.get("to"),
            continues=run.get("continues", False),
            voice=run.get("voice"),
            reason=run.get("reason", data.get("reason", "")),
            where=f"{path}: run {i} (passage {run['passage']})",
        )


