"""Write an export whole or not at all, and never over what is not an export."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path

from yarrow.errors import Fault, YarrowError

SUMS = "SHA256SUMS"  # the files of a folder with their digests, as sha256sum -c reads it


def write_file(path: Path, data: bytes) -> None:
    """Put a file in place when it is whole; an older file of that name stands until then."""
    path = Path(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise _cannot(path, error) from None
    try:
        with os.fdopen(handle, "wb") as part:
            part.write(data)
        os.chmod(name, 0o644)
        os.replace(name, path)
    except OSError as error:
        raise _cannot(path, error) from None
    finally:
        Path(name).unlink(missing_ok=True)


def check_folder(directory: Path) -> None:
    """Raise YarrowError unless the folder is absent, empty, or an export that no one changed."""
    directory = Path(directory)
    if not directory.exists():
        return
    if not directory.is_dir():
        raise _foreign(directory, "is a file")
    names = sorted(os.listdir(directory))
    if not names:
        return
    if SUMS not in names:
        raise _foreign(directory, f"holds {names[0]} and is no export (it has no {SUMS})")
    lines = (directory / SUMS).read_text(encoding="utf-8", errors="replace").splitlines()
    sums = {name: digest for digest, _, name in (line.partition("  ") for line in lines)}
    for name in names:
        if name == SUMS:
            continue
        if name not in sums:
            raise _foreign(directory, f"holds {name}, which no export wrote")
        if _digest((directory / name).read_bytes()) != sums[name]:
            raise _foreign(directory, f"{name} was changed after it was exported")


def write_folder(directory: Path, files: Iterable[tuple[str, bytes]]) -> list[str]:
    """Put a folder with these files and their digests in place when it is whole.

    An earlier export in its place goes; anything else there is a YarrowError, and stays.
    Returns the names written.
    """
    check_folder(directory)
    directory = Path(directory).resolve()
    try:
        directory.parent.mkdir(parents=True, exist_ok=True)
        part = Path(tempfile.mkdtemp(prefix=f".{directory.name}.", dir=directory.parent))
    except OSError as error:
        raise _cannot(directory, error) from None
    try:
        sums = []
        for name, data in files:
            (part / name).write_bytes(data)
            sums.append((name, _digest(data)))
        (part / SUMS).write_text("".join(f"{digest}  {name}\n" for name, digest in sums))
        os.chmod(part, 0o755)
        _put(part, directory)
    except OSError as error:
        raise _cannot(directory, error) from None
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return [name for name, _ in sums]


def _put(part: Path, directory: Path) -> None:
    if not directory.exists():
        os.rename(part, directory)
        return
    old = part.with_name(part.name + ".old")
    os.rename(directory, old)
    try:
        os.rename(part, directory)
    except BaseException:
        os.rename(old, directory)
        raise
    shutil.rmtree(old, ignore_errors=True)


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _foreign(directory: Path, what: str) -> YarrowError:
    return YarrowError(Fault(str(directory), what, "name a folder that is new or empty"))


def _cannot(path: Path, error: OSError) -> YarrowError:
    return YarrowError(Fault(str(path), error.strerror or str(error), "name a place to write to"))
