"""What a passage costs to align as the collection grows, and the memory that it takes.

    python benchmarks/bench_align_scale.py [--times 1 10 100] [--workers 2] [--text zhonggui]

The corpus is copied so many times into a temporary folder and aligned by `align.many`, lexicon and
all, in a process of its own. With --times 1000 it is 228,000 passages, some half an hour; --text
takes one text of it alone.
"""

from __future__ import annotations

import argparse
import json
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from align.many import align_folder
from yarrow.corpus import load_corpus


def one(folder: Path, out: Path, workers: int) -> dict:
    """Align a folder: passages, seconds, and the peak memory of this process and of the largest
    worker, in MB."""
    start = time.perf_counter()
    last = start

    def progress(message: str) -> None:
        nonlocal last
        if time.perf_counter() - last > 10:
            last = time.perf_counter()
            print(message, file=sys.stderr)

    passages = align_folder(folder, out, workers=workers, progress=progress)
    return {
        "passages": passages,
        "seconds": time.perf_counter() - start,
        "mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        "worker_mb": resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024,
    }


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=int, nargs="+", default=[1, 10, 30])
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--text", default="", help="only the text of this slug")
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--out", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args(argv)
    if options.folder:
        print(json.dumps(one(options.folder, options.out, options.workers)))
        return
    files = [text.file for text in load_corpus() if options.text in ("", text.slug)]
    if not files:
        parser.error(f"--text {options.text} is no text of the corpus")
    print(f"{'copies':>7} {'passages':>9} {'seconds':>8} {'ms a passage':>13} {'peak MB':>8} "
          f"{'worker MB':>9}")
    for times in options.times:
        with tempfile.TemporaryDirectory() as folder:
            source, out = Path(folder) / "in", Path(folder) / "out"
            source.mkdir()
            for text in files:
                for n in range(times):
                    shutil.copy(text, source / f"{text.stem}-{n:04}.txt")
            run = subprocess.run(
                [sys.executable, __file__, "--folder", source, "--out", out,
                 "--workers", str(options.workers)],
                stdout=subprocess.PIPE, text=True, check=True)
        row = json.loads(run.stdout)
        print(f"{times:7} {row['passages']:9} {row['seconds']:8.1f} "
              f"{1000 * row['seconds'] / row['passages']:13.2f} {row['mb']:8.0f} "
              f"{row['worker_mb']:9.0f}", flush=True)


if __name__ == "__main__":
    main()
