"""`yarrow build` from nothing: seconds and peak memory, aim 10 s and 400 MB."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

AIM_SECONDS, AIM_MEGABYTES = 10, 400


def run(path: Path) -> tuple[float, float]:
    """Build into `path` in a process of its own; (seconds, peak resident megabytes)."""
    start = time.perf_counter()
    process = subprocess.Popen([sys.executable, "-m", "yarrow.cli", "build", "--db", str(path)])
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    if status:
        raise SystemExit("the build failed")
    return seconds, usage.ru_maxrss / 1024


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="bench build", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        rounds = [run(Path(folder) / f"{n}" / "yarrow.db") for n in range(options.rounds)]
    seconds = sorted(seconds for seconds, _ in rounds)[len(rounds) // 2]
    memory = max(memory for _, memory in rounds)
    print(f"yarrow build, median of {len(rounds)}: {seconds:.2f} s (aim {AIM_SECONDS} s)")
    print(f"peak memory: {memory:.0f} MB (aim {AIM_MEGABYTES} MB)")


if __name__ == "__main__":
    main()
