"""The symbols of a chart in quoted words and in the language, and how an exchange carries over.

`壬辰日戌加未` holds the symbols 壬 辰 戌 未, and so does the line `壬辰日 戌加未` that is made of it. When
a symbol of the words is exchanged, its fellow in the line is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from yarrow import paths
from yarrow.charts import hexagrams
from yarrow.charts.ganzhi import BRANCHES, PILLARS, STEMS
from yarrow.charts.liuren_generals import GENERALS
from yarrow.charts.liuyao import SPIRITS
from yarrow.corpus import load_yaml
from yarrow.rules.load import whole_vocabulary

STEM, BRANCH, GENERAL, HEXAGRAM, NUMBER, MONTH, WORD = (
    "stem", "branch", "general", "hexagram", "number", "month", "word")
DIGITS = "零一二三四五六七八九十"
_MONTHS = ("正月", "二月", "三月", "四月", "五月", "六月", "七月", "八月", "九月", "十月", "十一月", "十二月")
_NUMBER = re.compile(r"[0-9]+|[一二三四五六七八九十]+")


@dataclass(frozen=True)
class Symbol:
    """A symbol at start:end of some words. value: the same for all spellings."""

    kind: str
    value: str
    start: int
    end: int


@lru_cache(maxsize=4)
def _lexicon(art: str) -> tuple[dict[str, tuple[str, str]], int]:
    """Spelling to kind and value, and the length of the longest.

    Names that are made of others, three characters or more (后克干), are read as those.
    """
    named = {word.zh: word for group in whole_vocabulary(art).groups.values() for word in group}
    known = {name: (WORD, word.zh) for word in named.values() for name in (word.zh, *word.variants)
             if word.zh not in PILLARS}
    known |= {name + end: (MONTH, name) for name in _MONTHS for end in ("", "占")}
    for name in [general.zh for general in GENERALS] if art == "liuren" else SPIRITS:
        known |= {other: (GENERAL, name) for other in (name, *named[name].variants)}
    if art == "liuyao":
        known |= {name: (HEXAGRAM, name) for name in hexagrams.NAMES}
        known |= {f"{name}卦": (HEXAGRAM, name) for name in hexagrams.NAMES}
        known |= {full: (HEXAGRAM, name) for name, full in zip(hexagrams.NAMES, hexagrams.FULL_NAMES)}
    known |= {stem: (STEM, stem) for stem in STEMS} | {branch: (BRANCH, branch) for branch in BRANCHES}
    known = {name: value for name, value in known.items()
             if value[0] != WORD or len(name) < 3 or not _made_of(name, known)}
    return known, max(map(len, known))


def _made_of(name: str, known: dict) -> bool:
    """Whether a name is a run of shorter known names."""
    ends = {0}
    for at in range(len(name)):
        if at in ends:
            ends |= {end for end in range(at + 1, len(name) + 1)
                     if name[at:end] in known and end - at < len(name)}
    return len(name) in ends


@lru_cache(maxsize=20_000)
def symbols(art: str, words: str) -> tuple[Symbol, ...]:
    """The symbols of some words, the longest names first, from left to right."""
    known, longest = _lexicon(art)
    found, at = [], 0
    while at < len(words):
        if words[at] in STEMS and words[at + 1 : at + 2] and words[at + 1] in BRANCHES:
            found += [Symbol(STEM, words[at], at, at + 1), Symbol(BRANCH, words[at + 1], at + 1, at + 2)]
            at += 2
            if words[at : at + 1] == "日":  # 丙辰日辰加丑: no 日辰
                found.append(Symbol(WORD, "日", at, at + 1))
                at += 1
            continue
        number = _NUMBER.match(words, at)
        for length in range(min(longest, len(words) - at), 0, -1):
            name = words[at : at + length]
            if name in known and not (number and number.end() > at + length):
                found.append(Symbol(*known[name], at, at + length))
                at += length
                break
        else:
            if number:
                found.append(Symbol(NUMBER, str(_number(number[0])), at, number.end()))
                at = number.end()
            else:
                at += 1
    return tuple(found)


def _number(text: str) -> int:
    if text.isdigit():
        return int(text)
    tens, ten, ones = text.partition("十")
    if not ten:
        return int("".join(str(DIGITS.index(char)) for char in text))
    return (DIGITS.index(tens) if tens else 1) * 10 + (DIGITS.index(ones) if len(ones) == 1 else 0)


def fellows(words: str, line: str, art: str) -> dict[int, tuple[int, ...]]:
    """For each symbol of the words, by number, the symbols of the line that stand for it.

    The k-th of several that are alike goes with the k-th; where there are more on one side, with all.
    """
    ours, theirs = symbols(art, words), symbols(art, line)
    out = {}
    for n, symbol in enumerate(ours):
        key = symbol.kind, symbol.value
        alike = [k for k, one in enumerate(ours) if (one.kind, one.value) == key]
        others = [k for k, one in enumerate(theirs) if (one.kind, one.value) == key]
        if len(alike) == len(others):
            out[n] = (others[alike.index(n)],)
        elif others:
            out[n] = tuple(others)
    return out


def carried(words: str, line: str, changed: str, art: str) -> str | None:
    """The line as it would be if the words were `changed`; None if the change has no fellow in it.

    The changed words must have the same symbols but for some that are exchanged one for one; or one
    more, the branch that makes a day of a stem (壬與日, 壬戌日).
    """
    old, new = symbols(art, words), symbols(art, changed)
    if len(new) == len(old) + 1:
        return _completed(words, line, old, new, art)
    if len(old) != len(new):
        return None
    differing = [n for n, (a, b) in enumerate(zip(old, new)) if (a.kind, a.value) != (b.kind, b.value)]
    pairs = fellows(words, line, art)
    swaps: dict[int, Symbol] = {}
    for n in differing:
        for k in pairs.get(n, ()):
            if swaps.setdefault(k, new[n]).value != new[n].value:
                return None
    if not swaps:
        return None
    theirs = symbols(art, line)
    for k in sorted(swaps, reverse=True):
        line = line[: theirs[k].start] + _spelled(swaps[k], line, theirs[k]) + line[theirs[k].end :]
    return line


def _completed(words: str, line: str, old, new, art: str) -> str | None:
    """The line with a branch after the stem of its day, where the words have one more of them."""
    n = next((k for k, (a, b) in enumerate(zip(old, new)) if (a.kind, a.value) != (b.kind, b.value)),
             len(old))
    if n == 0 or new[n].kind != BRANCH or old[n - 1].kind != STEM or new[n].start != new[n - 1].end:
        return None
    theirs = symbols(art, line)
    for k in fellows(words, line, art).get(n - 1, ()):
        if line[theirs[k].end : theirs[k].end + 1] == "日":
            return line[: theirs[k].end] + new[n].value + line[theirs[k].end :]
    return None


def _spelled(new: Symbol, line: str, place: Symbol) -> str:
    """A symbol as the line writes such: numbers in figures where they were, hexagrams with 卦."""
    old = line[place.start : place.end]
    if new.kind == NUMBER and not old.isdigit():
        return DIGITS[int(new.value)] if int(new.value) <= 10 else new.value
    if new.kind == HEXAGRAM and old.endswith("卦"):
        return f"{new.value}卦"
    return new.value


# -- what may stand for what ----------------------------------------------------------------------


@lru_cache(maxsize=4)
def similar(directory: Path | None = None) -> dict[str, dict[str, str]]:
    """For each character those like it, each with the reason: corpus/similar.yaml."""
    out: dict[str, dict[str, str]] = {}
    for entry in load_yaml((directory or paths.corpus_dir()) / "similar.yaml", "similar")["similar"]:
        for one in entry["chars"]:
            others = {other: entry["why"] for other in entry["chars"] if other != one}
            out[one] = {**others, **out.get(one, {})}
    return out


def others(art: str, symbol: Symbol) -> Iterator[str]:
    """Spellings of every other symbol of the kind that a scribe could have had before him."""
    if symbol.kind == STEM:
        table = STEMS
    elif symbol.kind == BRANCH:
        table = BRANCHES
    elif symbol.kind == GENERAL:
        # 001 and 004 write 元 for 玄
        table = [g.short.replace("玄", "元") for g in GENERALS] if art == "liuren" else SPIRITS
    elif symbol.kind == HEXAGRAM:
        table = hexagrams.NAMES
    elif symbol.kind == NUMBER:
        table = DIGITS[1:]
    elif symbol.kind == MONTH:
        table = _MONTHS
    else:
        table = ()
    known, _ = _lexicon(art)
    for name in table:
        if known.get(name, (NUMBER, str(DIGITS.find(name))))[1] != symbol.value:
            yield name
