"""Read a source file: a heading, then a Chinese paragraph and its Korean paragraph in turn.

The file is UTF-8, with or without BOM. A line ends with LF, CRLF or CR. Blank lines stand
between paragraphs, as many as one likes; a line of blanks is blank. A paragraph may run over
several lines: its text is its lines joined with one LF, each without its line end and the blanks
before it. Nothing else is touched, so that an offset counts the code points of the file.

The first paragraph is the heading, one line with the title in both scripts, one of them in
brackets: 혼인(婚姻). Of the rest, a paragraph in which a fifth of the letters or more are Hangul
is Korean (Korean full of hanja still writes its particles and endings in Hangul), otherwise it
is Chinese.
"""

from __future__ import annotations

import os
import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from align.model import Fault, Passage, Source, TextError

_BOM = b"\xef\xbb\xbf"
_LINE_END = re.compile(r"\r\n|\n|\r")
_HANGUL = re.compile(r"[\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff]")
_HAN = re.compile(r"[\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af]")
_HEADING = re.compile(r"(?P<one>[^()（）]+?)\s*[(（](?P<two>[^()（）]+)[)）]")
_HANGUL_SHARE = 0.2
_NAMES = {"zh": "Chinese", "ko": "Korean"}
_OPEN, _CLOSE = "（(", "）)"


@dataclass(frozen=True)
class _Paragraph:
    line: int
    text: str
    broken: bool  # holds bytes that are no UTF-8, so that its language cannot be told


def read(path: str | os.PathLike[str]) -> Source:
    """Read the source file at `path`. Raises TextError with all that is wrong with it."""
    path = Path(path)
    name = str(path)
    try:
        data = path.read_bytes()
    except IsADirectoryError:
        raise TextError([Fault(name, "is a folder", "name a text file")]) from None
    except FileNotFoundError:
        raise TextError([Fault(name, "is not there", "check the name of the file")]) from None
    except OSError as error:
        raise TextError([Fault(name, error.strerror or str(error),
                               "make the file readable")]) from None
    return parse(data, name)


def parse(data: bytes, name: str) -> Source:
    """Parse the bytes of a source file; `name` is used in messages. Raises TextError."""
    faults: list[tuple[int, Fault]] = []

    def fault(line: int, what: str, remedy: str) -> None:
        faults.append((line, Fault(f"{name}:{line}", what, remedy)))

    lines = _decode(data, fault)
    _check_characters(lines, fault)
    paragraphs = _paragraphs(lines, fault)
    if not paragraphs:
        if not faults:
            fault(1, "the file is empty",
                  "begin with a heading such as 혼인(婚姻), then the paragraphs")
        raise TextError([item for _, item in faults])
    heading_zh, heading_ko = _heading(paragraphs[0], fault)
    body = paragraphs[1:] if heading_zh else paragraphs
    passages = _pair(body, fault)
    _check_brackets(body, fault)
    if faults:
        raise TextError([item for _, item in sorted(faults, key=lambda item: item[0])])
    return Source(name, paragraphs[0].text, heading_zh, heading_ko, passages)


def language(text: str) -> str | None:
    """zh, ko, or None for a text without Han and Hangul."""
    hangul, han = len(_HANGUL.findall(text)), len(_HAN.findall(text))
    if not hangul + han:
        return None
    return "ko" if hangul / (hangul + han) >= _HANGUL_SHARE else "zh"


def _decode(data: bytes, fault) -> list[str]:
    """The lines of the file; one fault for each line with bytes that are no UTF-8."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        fault(1, "the file is UTF-16", "save it as UTF-8")
        return []
    skipped = len(_BOM) if data.startswith(_BOM) else 0
    data = data[skipped:]
    offset = skipped
    lines = []
    for number, raw in enumerate(re.split(rb"(?<=\n)|(?<=\r)(?!\n)", data), 1):
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError as error:
            bad = " ".join(f"{byte:02x}" for byte in raw[error.start : error.end])
            before = raw[: error.start].decode("utf-8")
            fault(number, f"byte {offset + error.start + 1} of the file (after "
                  f"「{before[-12:]}」) is no UTF-8: {bad}",
                  "save the file as UTF-8; a file from an old program may be EUC-KR or Big5")
            text = raw.decode("utf-8", errors="replace")
        lines.append(_LINE_END.sub("", text).rstrip())
        offset += len(raw)
    return lines


def _check_characters(lines: list[str], fault) -> None:
    for number, line in enumerate(lines, 1):
        for column, character in enumerate(line, 1):
            # printable but for tab and the blanks; Cf are marks that one does not see, such as
            # a zero-width space, and would shift offsets unseen
            if character != "\t" and unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp"):
                called = unicodedata.name(character, "control character")
                fault(number, f"character {column} is U+{ord(character):04X} ({called}), "
                      f"after 「{line[max(0, column - 9) : column - 1]}」", "delete it")


def _paragraphs(lines: list[str], fault) -> list[_Paragraph]:
    paragraphs = []
    block: list[str] = []
    for number, line in enumerate([*lines, ""], 1):
        if line:
            block.append(line)
            continue
        if block:
            start = number - len(block)
            text = "\n".join(block)
            broken = "\ufffd" in text
            tongues = [(i, language(part)) for i, part in enumerate(block)]
            tongues = [(i, tongue) for i, tongue in tongues if tongue]
            mixed = [i for (_, one), (i, two) in zip(tongues, tongues[1:]) if one != two]
            # a wrapped Korean paragraph may have a line of nothing but hanja; one change of
            # language in a block is a blank line forgotten
            if len(mixed) == 1 and not broken:
                fault(start + mixed[0], f"a {_NAMES[language(block[mixed[0]])]} line straight "
                      f"after another language: 「{block[mixed[0]][:12]}」",
                      "put a blank line between the Chinese paragraph and the Korean one")
            paragraphs.append(_Paragraph(start, text, broken))
            block = []
    return paragraphs


def _heading(first: _Paragraph, fault) -> tuple[str | None, str | None]:
    match = _HEADING.fullmatch(first.text)
    if match:
        one, two = match["one"].strip(), match["two"].strip()
        if (language(one), language(two)) == ("ko", "zh"):
            return two, one
        if (language(one), language(two)) == ("zh", "ko"):
            return one, two
    fault(first.line, f"the heading is missing; the file begins 「{first.text[:20]}」",
          "begin with one line that has the title in both scripts, such as 혼인(婚姻)")
    return None, None


def _pair(body: list[_Paragraph], fault) -> tuple[Passage, ...]:
    """Pair each Chinese paragraph with the Korean one after it."""
    passages = []
    zh: _Paragraph | None = None
    last_line = None
    for paragraph in body:
        expected = "ko" if zh else "zh"
        tongue = expected if paragraph.broken else language(paragraph.text)
        if tongue is None:
            fault(paragraph.line, f"neither Chinese nor Korean: 「{paragraph.text[:20]}」",
                  "leave out what is neither text nor translation")
        elif tongue == expected == "zh":
            zh = paragraph
        elif tongue == expected:
            passages.append(Passage(len(passages) + 1, zh.text, paragraph.text, zh.line,
                                    paragraph.line))
            zh = None
        elif tongue == "zh":
            fault(paragraph.line, f"two Chinese paragraphs in a row (the first in line {zh.line}): "
                  f"「{paragraph.text[:12]}」",
                  "put the Korean translation between them, or join them into one paragraph")
            zh = paragraph
        else:
            what = (f"two Korean paragraphs in a row (the first in line {last_line})"
                    if last_line else "a Korean paragraph without its Chinese before it")
            fault(paragraph.line, f"{what}: 「{paragraph.text[:12]}」",
                  "put the Chinese text before it, or join it to the paragraph before")
        last_line = paragraph.line
    if zh:
        fault(zh.line, f"the last Chinese paragraph has no translation: 「{zh.text[:12]}」",
              "add its Korean paragraph after it")
    elif not body:
        fault(1, "a heading and no text", "add a Chinese paragraph and its translation")
    return tuple(passages)


def _check_brackets(body: list[_Paragraph], fault) -> None:
    """Round brackets must balance in each language over the whole file, since a commentary may
    open in one paragraph and close in a later one."""
    for tongue in ("zh", "ko"):
        opened: list[tuple[int, str]] = []
        for paragraph in body:
            if language(paragraph.text) != tongue:
                continue
            for i, character in enumerate(paragraph.text):
                line = paragraph.line + paragraph.text.count("\n", 0, i)
                around = paragraph.text[max(0, i - 6) : i + 7]
                if character in _OPEN:
                    opened.append((line, around))
                elif character in _CLOSE:
                    if opened:
                        opened.pop()
                    else:
                        fault(line, f"the bracket {character} was never opened: 「{around}」",
                              "add the opening bracket, or take this one out")
        for line, around in opened:
            fault(line, "the bracket is closed neither here nor in a later "
                  f"{_NAMES[tongue]} paragraph: 「{around}」",
                  "close it where the commentary ends, or take it out")
