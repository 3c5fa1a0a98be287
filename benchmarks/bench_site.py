"""Passage pages under concurrent readers, on loopback: aim a median below 60 ms, no error.

The server is `yarrow serve` in a process of its own; each reader is a thread with one
connection that asks for one random passage after the other. Nothing is asked beforehand, so the
first visit of each page is in the figures.
"""

from __future__ import annotations

import argparse
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

AIM_MILLISECONDS = 60


@contextmanager
def server(database: Path) -> Iterator[str]:
    """A running site; gives its address."""
    command = [sys.executable, "-m", "yarrow.cli", "serve", "--port", "0", "--db", str(database)]
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        try:
            address = re.search(r"http://\S+/", process.stdout.readline()).group()
            drain = threading.Thread(target=process.stdout.read, daemon=True)
            drain.start()
            for _ in range(300):
                try:
                    httpx.get(address, timeout=10)
                    break
                except httpx.TransportError:
                    time.sleep(0.1)
            yield address
        finally:
            process.terminate()
            process.wait()


def read(
    address: str, paths: list[str], until: float, seed: int, times: list, errors: list
) -> None:
    """One reader: the seconds of each answer go to times, all that went wrong to errors."""
    choose = random.Random(seed)
    with httpx.Client(base_url=address, timeout=30, trust_env=False) as client:
        while time.perf_counter() < until:
            path = choose.choice(paths)
            start = time.perf_counter()
            try:
                response = client.get(path)
            except httpx.HTTPError as error:
                errors.append(f"{path}: {error!r}")
                continue
            times.append(time.perf_counter() - start)
            if response.status_code != 200 or b"</html>" not in response.content:
                errors.append(f"{path}: {response.status_code}")


def measure(address: str, paths: list[str], readers: int, seconds: float) -> tuple[list, list]:
    """(seconds of each answer, sorted; errors) of so many readers for so long."""
    times: list[float] = []
    errors: list[str] = []
    until = time.perf_counter() + seconds
    threads = [
        threading.Thread(target=read, args=(address, paths, until, seed, times, errors))
        for seed in range(readers)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(times), errors


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="bench site", description=__doc__.splitlines()[0])
    parser.add_argument("--readers", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=60)
    options = parser.parse_args(arguments)

    from yarrow.store.build import build_database
    from yarrow.store.database import connect

    with tempfile.TemporaryDirectory() as folder:
        database = build_database(Path(folder) / "yarrow.db")
        passages = [
            f"passage/{id_}" for (id_,) in connect(database).execute("SELECT id FROM passage")
        ]
        with server(database) as address:
            print(f"{options.readers} readers for {options.seconds:.0f} s …", file=sys.stderr)
            times, errors = measure(address, passages, options.readers, options.seconds)

    def at(share: float) -> str:
        return f"{times[min(len(times) - 1, int(share * len(times)))] * 1000:.1f} ms"

    print(f"passage pages, {options.readers} readers, {options.seconds:.0f} s on loopback")
    print(f"{len(times)} answers, {len(times) / options.seconds:.0f} a second")
    print(f"median {at(0.5)} (aim {AIM_MILLISECONDS} ms)")
    print(f"95% within {at(0.95)}, 99% within {at(0.99)}, longest {at(1)}")
    print(f"errors: {len(errors)}")
    for error in errors[:5]:
        print(f"  {error}")
    if errors:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
