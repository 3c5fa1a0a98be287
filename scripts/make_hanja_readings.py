#!/usr/bin/env python3
"""Make align/data/hanja_readings.tsv from the hanja.txt of libhangul (Debian: libhangul-data).

    scripts/make_hanja_readings.py /usr/share/libhangul/hanja/hanja.txt

Only the lines of one syllable and one character are kept: `가:家:집 가`. The copyright notice at
the head of hanja.txt is copied into the table, as its licence (BSD, three clauses) asks.
"""

from __future__ import annotations

import sys
import unicodedata
from pathlib import Path

# Readings that hanja.txt lacks: Unihan 15.1, kHangul.
EXTRA = {"否": "비"}
OUT = Path(__file__).resolve().parent.parent / "align" / "data" / "hanja_readings.tsv"


def main(source: str) -> None:
    readings: dict[str, dict[str, None]] = {}
    notice: list[str] = []
    in_notice = True
    for line in Path(source).read_text(encoding="utf-8").splitlines():
        in_notice = in_notice and line.startswith("#")
        if in_notice:
            notice.append(line)
        elif line and not line.startswith("#"):
            hangul, hanja = (unicodedata.normalize("NFC", part) for part in line.split(":")[:2])
            if len(hangul) == len(hanja) == 1 and "가" <= hangul <= "힣":
                readings.setdefault(hanja, {})[hangul] = None
    for hanja, hangul in EXTRA.items():
        readings.setdefault(hanja, {})[hangul] = None
    head = [
        "# Sino-Korean readings of single characters. Derived by scripts/make_hanja_readings.py",
        "# from hanja.txt of libhangul 0.1.0+git20191003 (Debian package libhangul-data),",
        "# https://github.com/libhangul/libhangul; 否 비 from Unihan (kHangul). Its notice follows.",
        "#",
        *notice,
    ]
    rows = (f"{hanja}\t{' '.join(readings[hanja])}" for hanja in sorted(readings))
    OUT.write_text("\n".join([*head, *rows]) + "\n", encoding="utf-8")
    print(f"{OUT}: {len(readings)} characters", file=sys.stderr)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
