"""Read a source file: a heading, then a Chinese paragraph and its Korean paragraph in turn.

The file is UTF-8, with or without BOM. A line ends with LF, CRLF or CR. Paragraphs stand apart
by blank lines, as many as one likes; a line of blanks is blank. A paragraph may run over several
lines: its text is its lines joined with one LF, each without its line end and the blanks before
it. Nothing else is touched, so an offset counts the code points that stand in the file.

The first line is the heading: the title in both scripts, one of them in brackets, 혼인(婚姻). Of
the rest, a paragraph in which a fifth of the letters or more are Hangul is Korean (Korean full
of hanja still writes its particles and endings in Hangul); any other with Han is Chinese.
"""

from __future__ import annotations

import os
import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from align.model import Fault, Passage, Source, TextError

_BOM = b"\xef\xbb\xbf"
_LINES = re.compile(rb"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+")
_HANGUL = re.compile(r"[\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff]")
_HAN = re.compile(r"[\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af]")
_HEADING = re.compile(r"([^()（）]+)[(（]([^()（）]+)[)）]")
_HANGUL_SHARE = 0.2
_NAMES = {"zh": "Chinese", "ko": "Korean"}
_OPEN, _CLOSE = "（(", "）)"


@dataclass(frozen=True)
class _Paragraph:
    line: int
    text: str


def read(path: str | os.PathLike[str]) -> Source:
    """Read the source file at `path`. Raises TextError with all that is wrong with it."""
    return parse(load(path), str(path))


def load(path: str | os.PathLike[str]) -> bytes:
    """The bytes of the file at `path`; TextError if it is no file or cannot be read."""
    name = str(path)
    try:
        return Path(path).read_bytes()
    except IsADirectoryError:
        raise TextError([Fault(name, "is a folder", "name a text file")]) from None
    except FileNotFoundError:
        raise TextError([Fault(name, "is not there", "check the name of the file")]) from None
    except OSError as error:
        raise TextError(
            [Fault(name, error.strerror or str(error), "make the file readable")]
        ) from None


def parse(data: bytes, name: str) -> Source:
    """Parse the bytes of a source file; `name` is used in messages. Raises TextError."""
    faults: list[tuple[int, Fault]] = []

    def fault(line: int, what: str, remedy: str) -> None:
        faults.append((line, Fault(f"{name}:{line}", what, remedy)))

    lines = _decode(data, fault)
    blocks = _blocks(lines)
    if not blocks and not faults:
        fault(1, "the file is empty",
              "begin with a heading such as 혼인(婚姻), then the paragraphs")
    heading, heading_zh, heading_ko = _take_heading(blocks, fault) if blocks else ("", "", "")
    paragraphs = [part for start, block in blocks for part in _split(start, block, fault)]
    passages = _pair(paragraphs, fault)
    _check_brackets(paragraphs, fault)
    if heading and not paragraphs:
        fault(blocks[0][0] - 1, "a heading and no text",
              "add a Chinese paragraph and its translation")
    if faults:
        raise TextError([item for _, item in sorted(faults, key=lambda item: item[0])])
    return Source(name, heading, heading_zh, heading_ko, passages)


def read_lines(path: str | os.PathLike[str]) -> list[str]:
    """The lines of any file of text, without line ends and the blanks before them.

    TextError with every byte that is no UTF-8 and every line with characters that one does not see.
    """
    faults: list[Fault] = []
    lines = _decode(load(path), lambda line, what, remedy: faults.append(
        Fault(f"{path}:{line}", what, remedy)))
    if faults:
        raise TextError(faults)
    return lines


def language(text: str) -> str | None:
    """zh, ko, or None for a text without Han and Hangul."""
    hangul, han = len(_HANGUL.findall(text)), len(_HAN.findall(text))
    if not hangul + han:
        return None
    return "ko" if hangul / (hangul + han) >= _HANGUL_SHARE else "zh"


def _decode(data: bytes, fault) -> list[str]:
    """The lines of the file without line ends and the blanks before them. Reports bytes that are
    no UTF-8 and characters that one does not see, once a line."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        fault(1, "the file is UTF-16", "save it as UTF-8")
        return []
    offset = len(_BOM) if data.startswith(_BOM) else 0
    lines = []
    for number, raw in enumerate(_LINES.findall(data[offset:]), 1):
        try:
            line = raw.decode("utf-8").rstrip("\r\n")
            _check_characters(number, line, fault)
        except UnicodeDecodeError as error:
            bad = " ".join(f"{byte:02x}" for byte in raw[error.start : error.end])
            before = raw[: error.start].decode("utf-8")[-12:]
            fault(number, f"byte {offset + error.start + 1} of the file, after 「{before}」, "
                  f"is no UTF-8: {bad}",
                  "save the file as UTF-8; one from an old program may be in EUC-KR or Big5")
            line = raw.decode("utf-8", errors="replace")
        lines.append(line.rstrip())
        offset += len(raw)
    return lines


def _check_characters(number: int, line: str, fault) -> None:
    """Control characters, and marks such as a zero-width space that would shift offsets unseen."""
    unseen = [i for i, character in enumerate(line)
              if character == "\ufffd" or character != "\t"
              and unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp")]
    if unseen:
        i = unseen[0]
        called = unicodedata.name(line[i], "control character").lower()
        more = f", and {len(unseen) - 1} more in the line" if len(unseen) > 1 else ""
        fault(number, f"character {i + 1} is U+{ord(line[i]):04X} ({called}), after "
              f"「{line[max(0, i - 8) : i]}」{more}", "delete it")


def _blocks(lines: list[str]) -> list[tuple[int, list[str]]]:
    """The runs of lines between blank lines, each with the number of its first line."""
    blocks: list[tuple[int, list[str]]] = []
    for number, line in enumerate(lines, 1):
        if line:
            if not blocks or blocks[-1][0] + len(blocks[-1][1]) != number:
                blocks.append((number, []))
            blocks[-1][1].append(line)
    return blocks


def _take_heading(blocks: list[tuple[int, list[str]]], fault) -> tuple[str, str, str]:
    """Take the heading line off the blocks: (the line, Chinese, Korean)."""
    start, block = blocks[0]
    match = _HEADING.fullmatch(block[0].lstrip())
    titles = {language(part): part.strip() for part in match.groups()} if match else {}
    if titles.keys() == {"zh", "ko"} or "\ufffd" in block[0]:
        blocks[0] = (start + 1, block[1:])
        return block[0], titles.get("zh", ""), titles.get("ko", "")
    fault(start, f"the heading is missing; the file begins 「{block[0][:20]}」",
          "begin with one line that has the title in both scripts, such as 혼인(婚姻)")
    return "", "", ""


def _split(start: int, block: list[str], fault) -> list[_Paragraph]:
    """A block of lines as one paragraph, or as several where the language changes, a fault."""
    parts: list[_Paragraph] = []
    last = None
    for number, line in enumerate(block, start):
        tongue = language(line) if "\ufffd" not in line else None
        if last and tongue and tongue != last:
            if len(parts) == 1:
                fault(number, f"a line of {_NAMES[tongue]} straight after one of {_NAMES[last]}: "
                      f"「{line[:12]}」", "put a blank line between the paragraphs")
            parts.append(_Paragraph(number, line))
        elif parts:
            parts[-1] = _Paragraph(parts[-1].line, f"{parts[-1].text}\n{line}")
        else:
            parts.append(_Paragraph(number, line))
        last = tongue or last
    return parts


def _pair(body: list[_Paragraph], fault) -> tuple[Passage, ...]:
    """Pair each Chinese paragraph with the Korean one after it."""
    passages = []
    zh: _Paragraph | None = None
    last_line = None
    for paragraph in body:
        expected = "ko" if zh else "zh"
        # bytes that are no UTF-8 are a fault already: do not make another of a paragraph whose
        # language they hide
        tongue = expected if "\ufffd" in paragraph.text else language(paragraph.text)
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
