"""A 六爻 chart in plain text, in the traditional layout, and the table of 64 hexagrams as CSV."""

from __future__ import annotations

import csv
import io
import unicodedata

from yarrow.charts import ganzhi, ganzhi_names, hexagrams, liuyao
from yarrow.charts.ganzhi_names import SEASONAL_STATES
from yarrow.charts.liuyao_chart import Face, LiuyaoChart

_BAR = {True: "▬▬▬▬▬", False: "▬▬ ▬▬"}
_MOVE = {6: "×", 7: "", 8: "", 9: "○"}
_LANGUAGES = ("zh", "ko", "en")
_WORDS = {
    "palace": ("宮", "궁", "palace"),
    "year": ("年", "년", "year"),
    "month": ("月", "월", "month"),
    "day": ("日", "일", "day"),
    "hour": ("時", "시", "hour"),
    "void": ("旬空", "순공", "void"),
    "body": ("卦身", "괘신", "body"),
    "asks": ("占", "점", "asks"),
    "birth": ("本命", "본명", "birth"),
    "male": ("男", "남", "male"),
    "female": ("女", "여", "female"),
    "shi": ("世", "세", "self"),
    "ying": ("應", "응", "other"),
    "spirit": ("六神", "육신", "spirit"),
    "hidden": ("伏神", "복신", "hidden"),
    "cast": ("本卦", "본괘", "cast"),
    "changed": ("變卦", "변괘", "changed"),
    "states": ("", "", ""),
}


def width(text: str) -> int:
    """Columns that a text takes in a terminal: two for each wide (Han, Hangul) character."""
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def pad(text: str, columns: int) -> str:
    """The text with spaces after it up to a number of columns."""
    return text + " " * (columns - width(text))


def text(chart: LiuyaoChart, language: str = "zh") -> str:
    """The chart as lines of text without a final newline; language: zh, ko or en."""
    column = _LANGUAGES.index(language)
    rows = [[_WORDS[key][column] for key in ("spirit", "hidden", "cast", "changed", "states")]]
    rows += [_row(chart, line, language) for line in reversed(chart.lines)]
    if not chart.moves:
        rows = [[cell for i, cell in enumerate(row) if i != 3] for row in rows]
    if not any(line.hidden for line in chart.lines):
        rows = [row[:1] + row[2:] for row in rows]
    columns = [max(width(row[i]) for row in rows) for i in range(len(rows[0]))]
    table = ["  ".join(map(pad, row, columns)).rstrip() for row in rows]
    return "\n".join(_head(chart, language) + [""] + table)


def _row(chart: LiuyaoChart, line, language: str) -> list[str]:
    column = _LANGUAGES.index(language)
    spirits = (liuyao.SPIRITS, liuyao.SPIRITS_KO, liuyao.SPIRITS_EN)[column]
    role = _WORDS["shi"][column] if line.shi else _WORDS["ying"][column] if line.ying else ""
    faces = [face for each in chart.lines for face in (each.cast, each.changed) if face]
    across = max(width(_face(face, language)) for face in faces)
    cast = f"{pad(_face(line.cast, language), across)} {_BAR[line.cast.yang]}"
    if chart.moves:
        cast += " " + (_MOVE[line.value] or " ")
    cast += f" {role}" if role else ""
    changed = ""
    if line.changed:
        changed = f"{pad(_face(line.changed, language), across)} {_BAR[line.changed.yang]}"
    hidden = _face(line.hidden, language) if line.hidden else ""
    if line.hidden and line.supplying:
        hidden += "*"
    separator = ", " if language == "en" else " "
    season = SEASONAL_STATES[chart.seasons[line.cast.element]][column]
    marks = [season, *chart.marks(line.place, language)]
    for label, face, seat in (("hidden", line.hidden, 12), ("changed", line.changed, 6)):
        if face and (of := chart.marks(line.place + seat, language)):
            marks.append(f"{_WORDS[label][column]}({separator.join(of)})")
    return [spirits[line.spirit], hidden, cast, changed, separator.join(marks)]


def _face(face: Face, language: str) -> str:
    if language == "zh":
        return str(face)
    column = _LANGUAGES.index(language)
    relations = (hexagrams.RELATIONS_KO, hexagrams.RELATIONS_EN)[column - 1]
    stem, branch = ganzhi_names.STEMS[face.stem], ganzhi_names.BRANCHES[face.branch]
    element = ganzhi_names.ELEMENTS[face.element][column]
    if language == "ko":
        return f"{relations[face.relation]}{stem.ko}{branch.ko}{element}"
    return f"{relations[face.relation]} {stem.en}-{branch.en} {element}"


def _place(code: int, language: str) -> str:
    """坎宮一世, the palace and the generation of a hexagram."""
    column = _LANGUAGES.index(language)
    trigram = hexagrams.PALACE[code]
    names = (hexagrams.TRIGRAMS, hexagrams.TRIGRAMS_KO, hexagrams.TRIGRAMS)[column]
    generations = (hexagrams.GENERATIONS, hexagrams.GENERATIONS_KO, hexagrams.GENERATIONS_EN)
    space = " " if language == "en" else ""
    return (
        f"{names[trigram]}{space}{_WORDS['palace'][column]}"
        f"{', ' if space else ''}{generations[column][hexagrams.GENERATION[code]]}"
    )


def _title(code: int, language: str) -> str:
    full = f"{hexagrams.UNICODE[code]} {hexagrams.FULL_NAMES[code]}"
    if language == "ko":
        full += f" {hexagrams.FULL_NAMES_KO[code]}"
    if language == "en":
        full += f" {hexagrams.NAMES_EN[code]}"
    return f"{full} ({_place(code, language)})"


def _head(chart: LiuyaoChart, language: str) -> list[str]:
    column = _LANGUAGES.index(language)
    space = " " if language == "en" else ""

    def word(key: str) -> str:
        return _WORDS[key][column]

    title = _title(chart.hexagram, language)
    if chart.moves:
        title += " → " + _title(chart.changed, language)
    time = []
    for key, pillar, branch in (
        ("year", chart.year_pillar, chart.year),
        ("month", chart.month_pillar, chart.month),
        ("day", chart.day, -1),
        ("hour", chart.hour_pillar, -1),
    ):
        if pillar >= 0:
            time.append(ganzhi_names.PILLARS[pillar][column] + space + word(key))
        elif branch >= 0:
            time.append(ganzhi_names.BRANCHES[branch][column] + space + word(key))
    branches = [ganzhi_names.BRANCHES[b][column] for b in chart.void]
    time.append(f" {word('void')} " + (" " if space else "").join(branches))
    body = ganzhi_names.BRANCHES[hexagrams.BODY_BRANCH[chart.hexagram]][column]
    time.append(f" {word('body')} {body}")
    seeker = []
    if chart.sex >= 0:
        seeker.append(word("male" if chart.sex else "female"))
    if chart.birth >= 0:
        seeker.append(f"{word('birth')} {ganzhi_names.BRANCHES[chart.birth][column]}")
    if chart.asks:
        seeker.append(f"{word('asks')} {chart.asks}")
    lines = [title, " ".join(time)]
    if chart.moment:
        lines.insert(0, chart.moment)
    remarks = chart.remarks(language)
    return (
        lines
        + (["  ".join(seeker)] if seeker else [])
        + ([", ".join(remarks) if space else " ".join(remarks)] if remarks else [])
    )


def hexagrams_csv() -> str:
    """The 64 hexagrams by palace: name, palace, generation, 世, 應, and for each line, bottom first,
    its stem and branch with its relation, then the hidden lines that supply what is lacking."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        ["name", "palace", "generation", "shi", "ying"]
        + [f"line{n}" for n in range(1, 7)]
        + [f"relation{n}" for n in range(1, 7)]
        + [f"hidden{n}" for n in range(1, 7)]
    )
    order = sorted(
        range(64),
        key=lambda c: (hexagrams.PALACE_ORDER.index(hexagrams.PALACE[c]), hexagrams.GENERATION[c]),
    )
    for code in order:
        stems, branches = hexagrams.LINE_STEM[code], hexagrams.LINE_BRANCH[code]
        head = hexagrams.HEAD[code]
        hidden = [
            hexagrams.RELATIONS[hexagrams.LINE_RELATION[head, i]]
            + ganzhi.STEMS[hexagrams.LINE_STEM[head, i]]
            + ganzhi.BRANCHES[hexagrams.LINE_BRANCH[head, i]]
            if hexagrams.SUPPLYING_LINES[code] >> i & 1
            else ""
            for i in range(6)
        ]
        writer.writerow(
            [
                hexagrams.FULL_NAMES[code],
                hexagrams.TRIGRAMS[hexagrams.PALACE[code]],
                hexagrams.GENERATIONS[hexagrams.GENERATION[code]],
                int(hexagrams.SHI[code]) + 1,
                int(hexagrams.YING[code]) + 1,
            ]
            + [ganzhi.STEMS[s] + ganzhi.BRANCHES[b] for s, b in zip(stems, branches)]
            + [hexagrams.RELATIONS[r] for r in hexagrams.LINE_RELATION[code]]
            + hidden
        )
    return out.getvalue()
