"""Sino-Korean readings of characters.

The table is align/data/hanja_readings.tsv, derived from libhangul's hanja.txt (its notice, BSD
with three clauses, stands at the head of the file).
"""

from __future__ import annotations

import unicodedata
from functools import cache
from importlib import resources

_FIRST, _NIEUN, _RIEUL, _IEUNG = ord("가"), 2, 5, 11
_VOWELS, _FINALS = 21, 28
_Y_VOWELS = frozenset({2, 3, 6, 7, 12, 17, 20})  # ㅑ ㅒ ㅕ ㅖ ㅛ ㅠ ㅣ


@cache
def _table() -> dict[str, tuple[str, ...]]:
    text = resources.files("align").joinpath("data/hanja_readings.tsv").read_text("utf-8")
    rows = (line.split("\t") for line in text.splitlines() if not line.startswith("#"))
    return {char: tuple(syllables.split()) for char, syllables in rows}


def initial_form(syllable: str) -> str:
    """The syllable as Southern spelling has it at the head of a word (두음법칙): 리 이, 록 녹, 녀 여.

    One precomposed Hangul syllable; it comes back as it is where the law does not touch it.
    """
    initial, rest = divmod(ord(syllable) - _FIRST, _VOWELS * _FINALS)
    y_vowel = rest // _FINALS in _Y_VOWELS
    if initial == _RIEUL:
        initial = _IEUNG if y_vowel else _NIEUN
    elif initial == _NIEUN and y_vowel:
        initial = _IEUNG
    return chr(_FIRST + initial * _VOWELS * _FINALS + rest)


@cache
def readings(char: str) -> tuple[str, ...]:
    """Every reading of one character, the table's own first, then the initial forms of these.

    Empty for a character that the table does not have. A compatibility ideograph is read as
    the character that it stands for.
    """
    own = _table().get(unicodedata.normalize("NFC", char), ())
    return tuple(dict.fromkeys([*own, *map(initial_form, own)]))


def spells(hangul: str, hanja: str) -> bool:
    """True if the syllables of `hangul` are readings of the characters of `hanja`, one for one."""
    return len(hangul) == len(hanja) and all(
        syllable in readings(char) for syllable, char in zip(hangul, hanja, strict=True)
    )
