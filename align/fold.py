"""Search and comparison keys for text in Chinese characters.

A key has as many code points as its text, so that offsets into the one are offsets into the
other, and the key of a text is the keys of its characters in a row, so that a key is found in a
key wherever the word is found in the text. Keys are for comparing; never store one as text.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from opencc import OpenCC


class Fold:
    """`fold(text) -> key`, by Unicode, a table of variants, and OpenCC's t2s, in that order.

    same: strings of characters that share one key, that of the first of them.
    apart: strings of characters that keep a key each, whatever t2s says.
    ValueError if a character stands in two strings of `same`, or twice in one.
    """

    def __init__(self, same: Iterable[str] = (), apart: Iterable[str] = ()):
        self._table = _Keys()
        for chars in apart:
            for char in chars:
                self._table[ord(char)] = char
        seen: set[str] = set()
        for chars in same:
            key = self._table[ord(chars[0])]
            for char in chars:
                if char in seen:
                    raise ValueError(f"{char} stands in `same` twice")
                seen.add(char)
                self._table[ord(char)] = key

    def __call__(self, text: str) -> str:
        return text.translate(self._table)


class _Keys(dict[int, str]):
    """Keys by code point, worked out when first asked for."""

    _t2s = OpenCC("t2s")

    def __missing__(self, code: int) -> str:
        char = chr(code)
        # One character at a time: NFC of a whole text may change its length. A compatibility
        # ideograph becomes one character; the few others that would become two stay.
        plain = unicodedata.normalize("NFC", char)
        if len(plain) == 1 and plain != char:
            key = self[ord(plain)]
        else:
            key = self._t2s.convert(char)
            if len(key) != 1:
                key = char
        self[code] = key
        return key
