"""The alignment of the corpus: what the aligner finds by itself, and what readers settled.

`corpus/alignment/automatic.tsv` keeps the aligner's own beads, so that a build need not align
again; its first line is a digest of all that they depend on, and a build whose digest differs
aligns anew. `corpus/alignment/SLUG.tsv` holds the passages that were read through: every bead of
such a passage, with its words, and the reason where the reading is not plain.
"""

from __future__ import annotations

import csv
import difflib
import hashlib
import io
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from align import aligner
from align.aligner import Parallel
from align.beads import Bead
from yarrow import paths
from yarrow.corpus import Text
from yarrow.errors import Fault, YarrowError

HEADER = ("passage", "zh", "ko", "zh_words", "ko_words", "note")


@dataclass(frozen=True)
class Link:
    """A bead of a passage of the corpus: clauses and sentences counted from 0, half-open.

    status: automatic | reviewed. score: the aligner's probability of this very bead, None where
    it found another. note: why it reads so, where that is not plain.
    """

    passage: str
    zh_from: int
    zh_to: int
    ko_from: int
    ko_to: int
    status: str
    score: float | None
    note: str = ""

    @property
    def numbers(self) -> tuple[int, int, int, int]:
        return self.zh_from, self.zh_to, self.ko_from, self.ko_to

    @property
    def covered(self) -> tuple[range, range]:
        """The clauses and sentences: the same for two beads that leave a side empty anywhere."""
        return range(self.zh_from, self.zh_to), range(self.ko_from, self.ko_to)


def parallels(texts: Iterable[Text]) -> dict[str, Parallel]:
    """Every passage of the texts with its segments, by passage id, in order."""
    out = {}
    for text in texts:
        segments: dict[tuple[int, str], list] = {}
        for segment in text.layers.segments:
            segments.setdefault((segment.passage, segment.lang), []).append(segment)
        for passage in text.passages:
            out[text.passage_id(passage.n)] = Parallel(
                passage.zh,
                passage.ko,
                tuple(segments.get((passage.n, "zh"), ())),
                tuple(segments.get((passage.n, "ko"), ())),
            )
    return out


def span(passage: Parallel, link: Link | Bead) -> tuple[int | None, int | None, int | None, int | None]:
    """zh_start, zh_end, ko_start, ko_end in code points; None twice where a side is empty."""
    clauses = passage.clauses[link.zh_from : link.zh_to]
    sentences = passage.sentences[link.ko_from : link.ko_to]
    return (
        *((clauses[0].start, clauses[-1].end) if clauses else (None, None)),
        *((sentences[0].start, sentences[-1].end) if sentences else (None, None)),
    )


def _folder(directory: Path | None) -> Path:
    return (directory or paths.corpus_dir()) / "alignment"


# -- what the aligner finds ---------------------------------------------------------------------


def automatic(
    passages: Mapping[str, Parallel],
    progress: Callable[[str], None] = lambda message: None,
    directory: Path | None = None,
) -> list[Link]:
    """The aligner's own beads of all passages, from the kept file if it is still theirs.

    directory: the corpus folder (default `yarrow.paths.corpus_dir()`).
    """
    kept = read_automatic(_folder(directory) / "automatic.tsv", passages)
    return compute_automatic(passages, progress) if kept is None else kept


def compute_automatic(
    passages: Mapping[str, Parallel], progress: Callable[[str], None] = lambda message: None
) -> list[Link]:
    """The aligner's own beads, computed; nothing of the reviewed beads is used."""
    lexicon_ = aligner.learn_lexicon(list(passages.values()), progress=progress)
    progress("aligning")
    found = aligner.align(passages.values(), lexicon_)
    return [
        Link(id_, bead.zh_from, bead.zh_to, bead.ko_from, bead.ko_to, "automatic", bead.score)
        for id_, (_, beads_) in zip(passages, found, strict=True)
        for bead in beads_
    ]


def digest(passages: Mapping[str, Parallel]) -> str:
    """A digest of the segmented texts and of the aligner: its code, weights and readings."""
    hasher = hashlib.sha256()
    code = Path(aligner.__file__).parent
    for name in ("aligner.py", "beads.py", "lexicon.py", "readings.py", "data/hanja_readings.tsv"):
        hasher.update((code / name).read_bytes())
    for id_, passage in passages.items():
        hasher.update(repr((id_, passage)).encode())
    return hasher.hexdigest()


def write_automatic(links: Sequence[Link], passages: Mapping[str, Parallel]) -> Path:
    """Keep the aligner's beads in corpus/alignment/automatic.tsv."""
    path = _folder(None) / "automatic.tsv"
    lines = [f"# {digest(passages)}"]
    lines += [
        "\t".join((link.passage, *map(str, link.numbers), f"{link.score:.4f}")) for link in links
    ]
    _replace(path, "\n".join(lines) + "\n")
    return path


def read_automatic(path: Path, passages: Mapping[str, Parallel]) -> list[Link] | None:
    """The kept beads; None where there are none, or they are not of these passages."""
    if not path.exists():
        return None
    lines = path.read_text(encoding="utf-8").splitlines()
    if not lines or lines[0] != f"# {digest(passages)}":
        return None
    rows = (line.split("\t") for line in lines[1:])
    return [
        Link(id_, *(int(value) for value in numbers), "automatic", float(score))
        for id_, *numbers, score in rows
    ]


# -- what readers settled -----------------------------------------------------------------------


def reviewed(
    texts: Iterable[Text], passages: Mapping[str, Parallel], directory: Path | None = None
) -> list[Link]:
    """The reviewed beads of all texts, in the order of the passages.

    Raises YarrowError with every fault of the files: a number or word that is not the
    passage's, a clause or sentence left out, given twice or out of order.
    """
    faults: list[Fault] = []
    links: list[Link] = []
    for text in texts:
        path = _folder(directory) / f"{text.slug}.tsv"
        if path.exists():
            links += _read_reviewed(path, text, passages, faults)
    if faults:
        raise YarrowError(faults)
    return links


def current(automatic_: Sequence[Link], reviewed_: Sequence[Link]) -> list[Link]:
    """The reviewed beads where a passage was read through, the aligner's elsewhere.

    A reviewed bead that the aligner found too carries its score.
    """
    scores = {(link.passage, *link.covered): link.score for link in automatic_}
    done: dict[str, list[Link]] = {}
    for link in reviewed_:
        score = scores.get((link.passage, *link.covered))
        done.setdefault(link.passage, []).append(
            Link(link.passage, *link.numbers, "reviewed", score, link.note)
        )
    out: list[Link] = []
    for id_ in dict.fromkeys(link.passage for link in automatic_):
        out += done.get(id_) or [link for link in automatic_ if link.passage == id_]
    return out


def _read_reviewed(path, text, passages, faults) -> list[Link]:
    try:
        content = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        faults.append(Fault(str(path), f"byte {error.start + 1} is no UTF-8", "save it as UTF-8"))
        return []
    rows = list(csv.reader(io.StringIO(content), delimiter="\t", quoting=csv.QUOTE_NONE))
    if not rows or tuple(rows[0]) != HEADER:
        faults.append(Fault(f"{path}:1", "the heading is not that of a reviewed alignment",
                            "begin with: " + " ".join(HEADER) + ", with tabs between"))
        return []
    links = []
    for number, row in enumerate(rows[1:], 2):
        where = f"{path}:{number}"
        if len(row) != len(HEADER):
            faults.append(Fault(where, f"{len(row)} columns", f"give {len(HEADER)}, tabs between"))
            continue
        link = _read_row(where, text, passages, row, faults)
        if link:
            links.append(link)
    broken = {fault.where for fault in faults}
    if not any(where.startswith(f"{path}:") for where in broken):
        for id_ in dict.fromkeys(link.passage for link in links):
            chosen = [link.numbers for link in links if link.passage == id_]
            faults.extend(check_cover(f"{path}: {id_}", passages[id_], chosen))
    return links


def _read_row(where, text, passages, row, faults) -> Link | None:
    id_, zh, ko, zh_words, ko_words, note = row
    passage = passages.get(id_)
    if passage is None or not id_.startswith(text.slug + "-"):
        near = difflib.get_close_matches(id_, passages, 1)
        hint = f", perhaps {near[0]}" if near else ""
        faults.append(Fault(where, f"{id_} is no passage of {text.slug}", f"name one of it{hint}"))
        return None
    try:
        link = Link(id_, *parse_run(zh), *parse_run(ko), "reviewed", None, note)
    except ValueError as error:
        faults.append(Fault(where, str(error), "write 3 or 3-5, or nothing for an empty side"))
        return None
    if link.zh_to > len(passage.clauses) or link.ko_to > len(passage.sentences):
        faults.append(Fault(where, f"{id_} has {len(passage.clauses)} clauses and "
                            f"{len(passage.sentences)} sentences", "number within them"))
        return None
    for given, words in zip((zh_words, ko_words), passage.texts(link), strict=True):
        if given != words:
            faults.append(Fault(where, f"「{given}」 is not what stands there: 「{words}」",
                                "mend the numbers, or copy the words from the text"))
            return None
    return link


def parse_run(text: str) -> tuple[int, int]:
    """`3-5` -> (2, 5), `3` -> (2, 3), `` -> (0, 0): numbers from 1 to a half-open run from 0.

    ValueError if it is none of these.
    """
    text = text.strip()
    if not text:
        return 0, 0
    first, _, last = text.partition("-")
    if not first.isascii() or not first.isdigit() or (last and not last.isdigit()):
        raise ValueError(f"{text!r} is no run of numbers")
    run = int(first) - 1, int(last or first)
    if run[0] < 0 or run[1] <= run[0]:
        raise ValueError(f"{text!r} is no run of numbers")
    return run


def format_run(start: int, end: int) -> str:
    """The reverse of `parse_run`."""
    if end == start:
        return ""
    return str(end) if end == start + 1 else f"{start + 1}-{end}"


def check_cover(
    where: str, passage: Parallel, numbers: Sequence[tuple[int, int, int, int]]
) -> list[Fault]:
    """Faults of a sequence of beads that does not take every segment once and in order."""
    faults = []
    for name, label, total, first in (
        ("clause", "z", len(passage.clauses), 0),
        ("sentence", "k", len(passage.sentences), 2),
    ):
        at = 0
        for bead in numbers:
            start, end = bead[first : first + 2]
            if start == end:
                continue
            if start != at:
                what = "left out" if start > at else "given twice or out of order"
                faults.append(Fault(where, f"{name} {label}{min(at, start) + 1} is {what}",
                                    "give each clause and sentence once, in order"))
            at = end
        if at < total:
            faults.append(Fault(where, f"{name} {label}{at + 1} is left out",
                                "give each clause and sentence once, in order"))
    return faults


def write_reviewed(text: Text, passages: Mapping[str, Parallel], links: Iterable[Link]) -> Path:
    """Write the reviewed beads of one text, passages in order, into corpus/alignment/SLUG.tsv."""
    order = {id_: i for i, id_ in enumerate(passages)}
    lines = ["\t".join(HEADER)]
    for link in sorted(links, key=lambda link: order[link.passage]):  # stable within a passage
        zh_words, ko_words = passages[link.passage].texts(link)
        lines.append("\t".join((
            link.passage,
            format_run(link.zh_from, link.zh_to),
            format_run(link.ko_from, link.ko_to),
            zh_words,
            ko_words,
            link.note,
        )))
    path = _folder(None) / f"{text.slug}.tsv"
    _replace(path, "\n".join(lines) + "\n")
    return path


def _replace(path: Path, content: str) -> None:
    """Write a file whole or not at all."""
    temporary = path.with_suffix(f".{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            temporary.write_text(content, encoding="utf-8", newline="\n")
            os.replace(temporary, path)
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        raise YarrowError(Fault(str(path), f"cannot be written: {error.strerror}",
                                "make it writable, or set YARROW_CORPUS to a copy that is")) from None
