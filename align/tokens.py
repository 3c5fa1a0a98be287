"""Words of a Chinese text by a dictionary of one's own.

jieba without its own dictionary and without its hidden Markov model: both are made for modern
prose, and on classical Chinese they find fewer words right than no segmentation at all.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Iterable

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # jieba 0.42.1: pkg_resources, unescaped patterns
    import jieba


class Tokenizer:
    """`tokens(text) -> [(start, end, word)]`, which covers the text without gap or overlap.

    words: the dictionary; whatever is not in it comes out one character a token. Where words
    overlap, the cut with the fewest tokens wins, and of two such the one whose first word is
    longer. key: a folding of equal length under which words are compared; the words returned
    are the text's own.
    """

    def __init__(self, words: Iterable[str], key: Callable[[str], str] | None = None):
        self._key = key or (lambda text: text)
        lines = "".join(f"{word} 1\n" for word in sorted({self._key(word) for word in words}))
        self._jieba = jieba.Tokenizer()
        # gen_pfdict is how jieba itself reads a dictionary; calling it here avoids the cache
        # file that jieba would leave in the system's temporary folder.
        frequencies, total = self._jieba.gen_pfdict(io.BytesIO(lines.encode()))
        self._jieba.FREQ, self._jieba.total = frequencies, total or 1
        self._jieba.initialized = True

    def __call__(self, text: str) -> list[tuple[int, int, str]]:
        cuts = []
        start = 0
        for word in self._jieba.cut(self._key(text), HMM=False):
            cuts.append((start, start + len(word), text[start : start + len(word)]))
            start += len(word)
        return cuts
