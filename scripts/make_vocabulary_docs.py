"""Write the tables of words in docs/rule-language.md anew, after the line that marks them.

    python scripts/make_vocabulary_docs.py          write
    python scripts/make_vocabulary_docs.py --check  exit 1 if the page is not current
"""

from __future__ import annotations

import sys
from pathlib import Path

from yarrow.rules.reference import markdown

PAGE = Path(__file__).parents[1] / "docs" / "rule-language.md"
MARK = "<!-- From here on written by scripts/make_vocabulary_docs.py -->\n"


def current() -> str:
    """The page as it should be: what is written by hand, the mark, and the tables."""
    by_hand, mark, _ = PAGE.read_text(encoding="utf-8").partition(MARK)
    if not mark:
        raise SystemExit(f"{PAGE} has no line {MARK.strip()}: put it where the tables are to begin")
    return by_hand + mark + "\n" + "\n".join(markdown())


def main() -> None:
    """Write the page, or with --check compare it."""
    page = current()
    if sys.argv[1:] == ["--check"]:
        if PAGE.read_text(encoding="utf-8") != page:
            raise SystemExit(f"{PAGE.name} is not current: run {Path(__file__).name}")
    elif sys.argv[1:]:
        raise SystemExit(__doc__)
    else:
        PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
