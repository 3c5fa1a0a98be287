"""Yarrow: classical Chinese divination texts whose charts and rules run."""

from __future__ import annotations

from importlib import metadata

try:
    __version__ = metadata.version("yarrow-corpus")
except metadata.PackageNotFoundError:  # a bare checkout on sys.path
    __version__ = "0.0.0"

__all__ = ["__version__", "open"]


def open(path=None):  # noqa: A001 - the name that a script reads best
    """Open the built database: see `yarrow.store.frames.open_corpus`."""
    from yarrow.store.frames import open_corpus

    return open_corpus(path)
