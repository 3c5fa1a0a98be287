"""Align a folder of texts: in a stream, over processes or a cluster, and to be taken up again.

A text is a file in which Chinese and Korean paragraphs alternate (`align.source`), or a pair
NAME.zh.txt and NAME.ko.txt with as many paragraphs, blank lines between. The lexicon is learned
from a sample of bounded size, so that the cost of a passage does not grow with the collection,
and kept beside the results. Each text gives NAME.jsonl, one bead a line, written as it comes to
NAME.jsonl.part and renamed when whole: a run that is cut off is taken up where it stopped.
"""

from __future__ import annotations

import json
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from align import segment, source
from align.aligner import Parallel, align, learn_lexicon
from align.lexicon import Lexicon
from align.model import Fault, Passage, Source, TextError

CHUNK = 50  # passages handed to a worker at a time
SAMPLE = 1000  # passages from which the lexicon is learned, at most


@dataclass(frozen=True)
class Text:
    """One text of the folder: its name, and the file or the two files that it stands in."""

    name: str
    files: tuple[Path, ...]

    def read(self) -> Source:
        """Its passages. TextError with every fault of the file, or of the pair."""
        if len(self.files) == 1:
            return source.read(self.files[0])
        zh, ko = (_paragraphs(path) for path in self.files)
        if len(zh) != len(ko):
            raise TextError([Fault(str(self.files[0]), f"{len(zh)} paragraphs, and {len(ko)} in "
                                   f"{self.files[1].name}", "give each its translation")])
        passages = tuple(Passage(n, a, b, line_a, line_b) for n, ((a, line_a), (b, line_b))
                         in enumerate(zip(zh, ko, strict=True), 1))
        return Source(self.name, self.name, self.name, self.name, passages)


def find_texts(folder: Path) -> list[Text]:
    """The texts of a folder and those below it, by name.

    TextError if there are none, or a half of a pair without the other.
    """
    texts, faults = [], []
    for path in sorted(folder.rglob("*.txt")):
        name = path.relative_to(folder).as_posix().removesuffix(".txt")
        if name.endswith(".zh"):
            other = path.with_name(path.name.removesuffix(".zh.txt") + ".ko.txt")
            if other.exists():
                texts.append(Text(name.removesuffix(".zh"), (path, other)))
            else:
                faults.append(Fault(str(path), "no translation beside it", f"add {other.name}"))
        elif name.endswith(".ko"):
            other = path.with_name(path.name.removesuffix(".ko.txt") + ".zh.txt")
            if not other.exists():
                faults.append(Fault(str(path), "no source beside it", f"add {other.name}"))
        else:
            texts.append(Text(name, (path,)))
    if not texts and not faults:
        faults.append(Fault(str(folder), "no .txt file in it", "name a folder with texts"))
    if faults:
        raise TextError(faults)
    return texts


def _paragraphs(path: Path) -> list[tuple[str, int]]:
    """The paragraphs of a file with the lines on which they begin."""
    out: list[tuple[list[str], int]] = []
    fresh = True
    for number, line in enumerate(source.read_lines(path), 1):
        if not line.strip():
            fresh = True
        elif fresh:
            out.append(([line], number))
            fresh = False
        else:
            out[-1][0].append(line)
    return [("\n".join(lines), number) for lines, number in out]


def parallels(text: Source) -> Iterator[Parallel]:
    """The passages of a text with their segments."""
    layers = segment.layers(text)
    by_place: dict[tuple[int, str], list] = {}
    for piece in layers.segments:
        by_place.setdefault((piece.passage, piece.lang), []).append(piece)
    for passage in text.passages:
        yield Parallel(passage.zh, passage.ko, tuple(by_place.get((passage.n, "zh"), ())),
                       tuple(by_place.get((passage.n, "ko"), ())))


def learn_from(texts: Iterable[Text], progress: Callable[[str], None]) -> Lexicon:
    """A lexicon from at most SAMPLE passages, spread over the texts in turn."""
    streams = deque(iter(parallels(text.read())) for text in texts)
    sample: list[Parallel] = []
    while streams and len(sample) < SAMPLE:
        stream = streams.popleft()
        piece = list(islice(stream, 10))
        sample += piece
        if len(piece) == 10:
            streams.append(stream)
    return learn_lexicon(sample[:SAMPLE], progress=progress)


def align_folder(
    folder: Path,
    out: Path,
    *,
    workers: int = 1,
    scheduler: str | None = None,
    progress: Callable[[str], None] = lambda message: None,
) -> int:
    """Align every text of a folder into `out`; how many passages were aligned in this run.

    workers: processes on this machine; scheduler: address of a Dask scheduler whose workers are
    used instead (they need this package). The results are the same, whoever computes them.
    """
    texts = find_texts(folder)
    out.mkdir(parents=True, exist_ok=True)
    kept = out / "lexicon.npz"
    if not kept.exists():
        lexicon = learn_from(texts, progress)
        temporary = out / f"lexicon.{os.getpid()}.npz"
        lexicon.save(temporary)
        os.replace(temporary, kept)
    done = 0
    with _pool(kept, workers, scheduler) as run:
        for number, text in enumerate(texts, 1):
            progress(f"{number} of {len(texts)}: {text.name}")
            done += _align_text(text, out / f"{text.name}.jsonl", run, progress)
    return done


def _align_text(text: Text, target: Path, run, progress) -> int:
    if target.exists():
        return 0
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(target.name + ".part")
    at = _taken_up(part)
    content = text.read()
    passages = islice(parallels(content), at, None)
    chunks = iter(lambda: list(islice(passages, CHUNK)), [])
    done = 0
    with part.open("a", encoding="utf-8") as file:
        for beads in run(chunks):
            lines = [line for n, found in enumerate(beads, at + done + 1) for line in _lines(n, found)]
            file.write("".join(lines))
            file.flush()
            done += len(beads)
            progress(f"  {text.name}: {at + done} of {len(content.passages)} passages")
    os.replace(part, target)
    return done


def _taken_up(part: Path) -> int:
    """How many passages a cut-off run finished; the passage that it was writing is struck out."""
    if not part.exists():
        return 0
    lines = part.read_text("utf-8", errors="ignore").splitlines(keepends=True)
    whole = [line for line in lines if line.endswith("}\n")]
    last = json.loads(whole[-1])["passage"] if whole else 0
    kept = [line for line in whole if json.loads(line)["passage"] < last]
    part.write_text("".join(kept), encoding="utf-8")
    return max(last - 1, 0)


def _lines(n: int, found) -> Iterator[str]:
    for bead in found:
        yield json.dumps({"passage": n, **bead}, ensure_ascii=False) + "\n"


def _beads(lexicon: Lexicon, chunk: list[Parallel]) -> list[list[dict]]:
    """The beads of some passages as plain values: offsets, words and score."""
    out = []
    for passage, beads in align(chunk, lexicon):
        rows = []
        for bead in beads:
            clauses = passage.clauses[bead.zh_from : bead.zh_to]
            sentences = passage.sentences[bead.ko_from : bead.ko_to]
            zh, ko = passage.texts(bead)
            rows.append({
                "zh_start": clauses[0].start if clauses else None,
                "zh_end": clauses[-1].end if clauses else None,
                "ko_start": sentences[0].start if sentences else None,
                "ko_end": sentences[-1].end if sentences else None,
                "score": bead.score, "zh": zh, "ko": ko,
            })  # fmt: skip
        out.append(rows)
    return out


# -- who computes -------------------------------------------------------------------------------

_LEXICON: Lexicon | None = None  # of a worker process


def _start_worker(path: Path) -> None:
    global _LEXICON
    _LEXICON = Lexicon.load(path)


def _in_worker(chunk):
    return _beads(_LEXICON, chunk)


class _pool:
    """`with _pool(lexicon, workers, scheduler) as run`: run(chunks) yields their beads in order,
    with no more than a few chunks under way, so that memory stays bounded."""

    def __init__(self, lexicon: Path, workers: int, scheduler: str | None):
        self.lexicon, self.workers, self.scheduler = lexicon, workers, scheduler

    def __enter__(self):
        if self.scheduler:
            try:
                from dask.distributed import Client
            except ImportError:
                raise TextError([Fault("--scheduler", "Dask is not installed",
                                       "pip install 'yarrow-corpus[distributed]'")]) from None
            self._client = Client(self.scheduler)
            lexicon = self._client.scatter(Lexicon.load(self.lexicon), broadcast=True)
            window = 2 * max(1, sum(self._client.nthreads().values()))
            return lambda chunks: _windowed(
                chunks, window, lambda chunk: self._client.submit(_beads, lexicon, chunk, pure=False))
        if self.workers > 1:
            self._executor = ProcessPoolExecutor(
                self.workers, initializer=_start_worker, initargs=(self.lexicon,))
            return lambda chunks: _windowed(
                chunks, 2 * self.workers, lambda chunk: self._executor.submit(_in_worker, chunk))
        lexicon = Lexicon.load(self.lexicon)
        return lambda chunks: (_beads(lexicon, chunk) for chunk in chunks)

    def __exit__(self, *error):
        if self.scheduler:
            self._client.close()
        elif self.workers > 1:
            self._executor.shutdown(cancel_futures=True)


def _windowed(chunks, window: int, submit) -> Iterator[list]:
    waiting: deque = deque()
    for chunk in chunks:
        waiting.append(submit(chunk))
        if len(waiting) >= window:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()
