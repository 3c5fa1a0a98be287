"""Where the corpus, the schema and the database lie, in a checkout and installed."""

from __future__ import annotations

import os
from pathlib import Path

from yarrow.errors import Fault, YarrowError

PACKAGE = Path(__file__).resolve().parent
CHECKOUT = PACKAGE.parent if (PACKAGE.parent / "corpus" / "texts").is_dir() else None
_DATA = CHECKOUT or PACKAGE / "_data"


def corpus_dir() -> Path:
    """The folder with texts/, terms.yaml and the annotations; YARROW_CORPUS overrides it."""
    return Path(os.environ.get("YARROW_CORPUS") or _DATA / "corpus")


def writable_corpus() -> Path:
    """The corpus folder to write to; YarrowError where it is that of an installed package."""
    directory = corpus_dir()
    if CHECKOUT is None and not os.environ.get("YARROW_CORPUS"):
        raise YarrowError(Fault(
            str(directory), "is the corpus of the installed package, which an upgrade replaces",
            f"copy it to a folder of yours (cp -r '{directory}' my-corpus) and set "
            "YARROW_CORPUS=my-corpus"))
    return directory


def schema_dir() -> Path:
    """The folder with tables.sql and the schemas."""
    return _DATA / "schema"


def datasette_yaml() -> Path:
    """Datasette's metadata and configuration file."""
    return _DATA / "datasette.yaml"


def database_path() -> Path:
    """The built database: YARROW_DB, else build/ of a checkout, else the user's data folder."""
    if os.environ.get("YARROW_DB"):
        return Path(os.environ["YARROW_DB"])
    if CHECKOUT:
        return CHECKOUT / "build" / "yarrow.db"
    from platformdirs import user_data_path

    return user_data_path("yarrow") / "yarrow.db"
