"""Cut a text into its layers: units, sentences, and the segments that links join.

What marks a layer:

- Chinese commentary stands in round brackets （…）, which may open in one paragraph and close
  in a later one.
- Korean commentary stands in brackets that open with 주: (note), 원주: (original note) or
  또 한 설: (another view). Notes on the base text stand in brackets that speak of it (저본, 원문,
  원서, 구본). Other Korean brackets hold hanja or a gloss of the translator, and are no layer.
- What nothing marks, a person has to say: `Declared` runs.

A Chinese segment is a clause: it ends with ，。；！？ or their ASCII forms. ： and 、 do not end
one, since what they introduce belongs to what they close. A Chinese sentence ends with 。！？; a
sentence of the main text may run on past the commentary that stands inside it. A Korean segment
is a sentence: it ends with . ? ! or a semicolon, which the translators set between sentences.
Closing quotation marks and brackets after the mark go with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from align.model import (
    Declared,
    Fault,
    Layers,
    Passage,
    Segment,
    Sentence,
    Source,
    TextError,
    Unit,
)

BASE = {"zh": "main", "ko": "translation"}
KINDS = {"zh": ("main", "commentary", "remark"), "ko": ("translation", "commentary", "note")}

_OPEN, _CLOSE = "（(", "）)"
_KO_COMMENTARY = re.compile(r"[（(]\s*(?:주|원주|또 한 설)\s*[:：]")
_KO_NOTE = re.compile("저본|원문|원서|구본")
_AFTER_BRACKET = re.compile(r"[，。；！？,;!?.]*")
_CLOSERS = r"[”’」』》〉】〕）)\]\"']*"
_END = {
    "zh": re.compile(r"[，。；！？,;!?.．｡]+" + _CLOSERS),
    "ko": re.compile(r"[.?!;。？！；]+" + _CLOSERS),
}
_SENTENCE_MARK = {"zh": re.compile(r"[。！？.!?．｡]"), "ko": re.compile(r"[.?!;。？！；]")}
_EDGE = re.compile(r"[\s，。；！？,;!?.、：:”’」』》】〕）)\]]*")


@dataclass(frozen=True)
class _Span:
    """A run of a layer in one paragraph: start, end with brackets and the mark after them,
    inner the part that is cut into segments."""

    start: int
    end: int
    kind: str
    inner: tuple[int, int]
    continues: bool = False
    voice: str | None = None
    closes_host: bool = False  # a full stop of the text around it stands after its bracket


def layers(source: Source, declared: Iterable[Declared] = ()) -> Layers:
    """The layers of `source`. Raises TextError with every declared run that is not there."""
    by_place: dict[tuple[int, str], list[_Span]] = {}
    faults: list[Fault] = []
    passages = {passage.n: passage for passage in source.passages}
    for item in declared:
        found = _find(item, passages)
        if isinstance(found, Fault):
            faults.append(found)
        else:
            by_place.setdefault((item.passage, item.lang), []).append(found)
    if faults:
        raise TextError(faults)

    build = _Builder()
    open_brackets: dict[str, list[str | None]] = {"zh": [], "ko": []}
    for passage in source.passages:
        for lang in ("zh", "ko"):
            text = passage.text(lang)
            spans, open_brackets[lang] = _brackets(text, lang, open_brackets[lang])
            build.paragraph(passage.n, lang, text, spans + by_place.get((passage.n, lang), []))
    return build.finish()


def _find(item: Declared, passages: dict[int, Passage]) -> _Span | Fault:
    """The place of a declared run in its paragraph, or what is wrong with it."""
    if item.lang not in KINDS or item.kind not in KINDS[item.lang] or item.kind in BASE.values():
        known = "; ".join(f"{lang}: {', '.join(kinds[1:])}" for lang, kinds in KINDS.items())
        return Fault(item.where, f"lang {item.lang}, kind {item.kind}", f"use one of {known}")
    if item.passage not in passages:
        return Fault(item.where, f"passage {item.passage} is not there",
                     f"the text has passages 1 to {len(passages)}")
    if (item.quote is None) == (item.first is None):
        return Fault(item.where, "needs either quote or from", "give the words of the run")
    text = passages[item.passage].text(item.lang)
    opening = item.quote if item.quote is not None else item.first
    count = text.count(opening)
    if count != 1:
        return Fault(
            item.where,
            f"「{opening}」 stands {count} times in the paragraph, not once",
            "copy the words from the text to the character, as many as make them unique",
        )
    start = text.index(opening)
    end = start + len(opening)
    if item.first is not None:
        if item.last is None:
            end = len(text)
        else:
            at = text.find(item.last, start)
            if at < 0:
                return Fault(item.where, f"「{item.last}」 does not follow 「{item.first}」",
                             "copy the closing words from the text to the character")
            end = at + len(item.last)
    bracketed = item.lang == "zh" and text[start] in _OPEN and text[end - 1] in _CLOSE
    inner = (start + 1, end - 1) if bracketed else (start, end)
    return _Span(start, end, item.kind, inner, item.continues, item.voice)


def _brackets(
    text: str, lang: str, still_open: list[str | None]
) -> tuple[list[_Span], list[str | None]]:
    """The runs that brackets mark in a paragraph, and the brackets that it leaves open.

    still_open: the kind of each bracket that earlier paragraphs left open, None for one that
    marks no layer.
    """
    spans = []
    stack = [(0, kind, True) for kind in still_open]

    def span(start: int, close: int, kind: str, continued: bool, closed: bool) -> _Span:
        after = _AFTER_BRACKET.match(text, close + closed)
        end = after.end()
        if lang == "ko":
            inner = (start, end)
        else:
            inner = (start if continued else start + 1, close)
        closes = bool(_SENTENCE_MARK[lang].search(after.group()))
        return _Span(start, end, kind, inner, continued, None, closes)

    for i, character in enumerate(text):
        if character in _OPEN:
            stack.append((i, _bracket_kind(text, i, lang, bool(stack)), False))
        elif character in _CLOSE and stack:
            start, kind, continued = stack.pop()
            if kind:
                spans.append(span(start, i, kind, continued, True))
    for start, kind, continued in stack:
        if kind:
            spans.append(span(start, len(text), kind, continued, False))
    return spans, [kind for _, kind, _ in stack]


def _bracket_kind(text: str, i: int, lang: str, inside: bool) -> str | None:
    """The layer that the bracket opened at text[i] marks, or None."""
    if lang == "zh":
        return None if inside else "commentary"
    if _KO_COMMENTARY.match(text, i):
        return "commentary"
    depth = 0
    for j in range(i, len(text)):
        depth += (text[j] in _OPEN) - (text[j] in _CLOSE)
        if depth == 0:
            return "note" if _KO_NOTE.search(text, i, j) else None
    return None


class _Builder:
    """Gathers the layers paragraph by paragraph."""

    def __init__(self):
        self.units: list[Unit] = []
        self.sentences: list[Sentence] = []
        self.segments: list[Segment] = []
        self.last_base: dict[str, int] = {}  # lang -> last main or translation unit
        self.last_kind: dict[tuple[str, str], int] = {}  # lang, kind -> last unit
        self.waiting: dict[str, list[int]] = {"zh": [], "ko": []}  # glosses before any base unit

    def paragraph(self, passage: int, lang: str, text: str, spans: list[_Span]) -> None:
        # the inner of two nested runs is painted over the outer; declared ones come last, so
        # that they decide about a bracket that they quote whole
        spans = sorted(spans, key=lambda s: (s.start, -s.inner[1]))
        owner = [-1] * len(text)
        for index, span in enumerate(spans):
            owner[span.start : span.end] = [index] * (span.end - span.start)

        last_piece: dict[int, int] = {}  # span -> its last unit so far
        open_sentence: dict[int, int] = {}  # span (-1: the base text) -> sentence going on
        counts = {"unit": 0, "segment": 0}
        sentences: list[list] = []  # layer, start, end
        for start, end, index in _runs(text, owner):
            span = spans[index] if index >= 0 else None
            counts["unit"] += 1
            at = self._unit(passage, lang, counts["unit"], start, end, span, last_piece.get(index))
            last_piece[index] = at
            layer = self.units[at].kind
            inner = (max(start, span.inner[0]), min(end, span.inner[1])) if span else (start, end)
            for first, last, ends in _cut(text, *inner, lang):
                if last > first:
                    number = open_sentence.get(index)
                    if number is None:
                        sentences.append([layer, first, last])
                        number = open_sentence[index] = len(sentences)
                    sentences[number - 1][2] = last
                    counts["segment"] += 1
                    self.segments.append(
                        Segment(passage, lang, counts["segment"], layer, first, last, at, number)
                    )
                if ends:
                    open_sentence.pop(index, None)
            if span and span.closes_host and end >= span.end and span.start:
                open_sentence.pop(owner[span.start - 1], None)
        for n, (layer, first, last) in enumerate(sentences, 1):
            self.sentences.append(Sentence(passage, lang, n, layer, first, last))

    def _unit(self, passage, lang, n, start, end, span, before) -> int:
        """Append a unit; returns its index."""
        at = len(self.units)
        kind = span.kind if span else BASE[lang]
        glosses = continues = None
        if span is None:
            self.last_base[lang] = at
            for waiting in self.waiting[lang]:
                self._gloss(waiting, at)
            self.waiting[lang].clear()
        else:
            if before is not None:
                continues = before
            elif span.continues:
                continues = self.last_kind.get((lang, kind))
            if continues is not None:
                glosses = self.units[continues].glosses
            elif kind == "note" and at and self.units[at - 1].lang == lang:
                glosses = at - 1
            else:
                glosses = self.last_base.get(lang)
            if glosses is None:
                self.waiting[lang].append(at)
        self.last_kind[lang, kind] = at
        voice = span.voice if span else None
        self.units.append(Unit(passage, lang, n, kind, start, end, glosses, continues, voice))
        return at

    def _gloss(self, at: int, target: int) -> None:
        unit = self.units[at]
        self.units[at] = Unit(unit.passage, unit.lang, unit.n, unit.kind, unit.start, unit.end,
                              target, unit.continues, unit.voice)

    def finish(self) -> Layers:
        return Layers(tuple(self.units), tuple(self.sentences), tuple(self.segments))


def _runs(text: str, owner: list[int]) -> list[tuple[int, int, int]]:
    """The runs of one owner: (start, end, owner). A run of blanks goes with the one before it."""
    runs: list[tuple[int, int, int]] = []
    start = 0
    for end in range(1, len(text) + 1):
        if end < len(text) and owner[end] == owner[start]:
            continue
        if runs and text[start:end].isspace():
            before = runs.pop()
            runs.append((before[0], end, before[2]))
        else:
            runs.append((start, end, owner[start]))
        start = end
    return runs


def _cut(text: str, start: int, end: int, lang: str) -> Iterator[tuple[int, int, bool]]:
    """Cut text[start:end] into segments: (start, end, does it end its sentence).

    A run without a letter is yielded empty, for the end of the sentence that it may bring.
    """
    mark = _SENTENCE_MARK[lang]
    at = start
    for match in _END[lang].finditer(text, start, end):
        if _is_end(text, at, match.start()):
            yield _trim(text, at, match.end()) + (bool(mark.search(match.group())),)
            at = match.end()
    if at < end:
        yield _trim(text, at, end) + (False,)


def _is_end(text: str, start: int, at: int) -> bool:
    """Whether the mark at text[at] ends a run: a dot in a number, after a Latin abbreviation or
    after the number that opens the run does not."""
    if text[at] != ".":
        return True
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    if before.isascii() and before.isalpha():
        return False
    if before.isdigit():
        return not after.isdigit() and not text[start:at].strip().isdigit()
    return True


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    """Leave out blanks at both ends, and marks at the start that close what stands before."""
    start = min(_EDGE.match(text, start, end).end(), end)
    while end > start and text[end - 1].isspace():
        end -= 1
    if not any(character.isalnum() for character in text[start:end]):
        return start, start
    return start, end
