"""What several folders of tests share."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def database(tmp_path_factory) -> Path:
    """The database of the corpus, built once for all tests. Do not write to it."""
    from yarrow.store.build import build_database

    return build_database(tmp_path_factory.mktemp("built") / "yarrow.db")
