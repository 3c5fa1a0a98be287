"""docs/liuren-tables.md is what the program says today."""

from __future__ import annotations

import importlib.util
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_page_is_up_to_date():
    spec = importlib.util.spec_from_file_location(
        "made", ROOT / "scripts" / "make_liuren_tables.py"
    )
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    written = (ROOT / "docs" / "liuren-tables.md").read_text(encoding="utf-8")
    assert written == made.page(), "run scripts/make_liuren_tables.py"
