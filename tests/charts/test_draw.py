"""The drawings: read back from the SVG and held against the chart, and looked at in Chromium."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner
from lxml import etree

from yarrow.charts import casting, draw, draw_liuren, draw_liuyao, ganzhi, hexagrams, liuyao
from yarrow.charts.ganzhi import BRANCHES, STEMS
from yarrow.charts.liuren_chart import chart as liuren_chart
from yarrow.charts.liuren_generals import GENERALS
from yarrow.charts.liuren_lessons import School
from yarrow.charts.liuyao_chart import chart as liuyao_chart
from yarrow.charts.liuyao_conventions import Conventions
from yarrow.charts.liuyao_layout import SEAT_STATES
from yarrow.commands.chart_liuren import liuren as liuren_command
from yarrow.commands.chart_liuyao import liuyao as liuyao_command
from yarrow.errors import YarrowError

IMAGES = Path(__file__).parents[2] / "docs" / "img"
SVG = "{http://www.w3.org/2000/svg}"
LANGUAGES = ("zh", "ko", "en")


def of(names, month="寅", day="辛亥", **given):
    month, day = BRANCHES.index(month), ganzhi.pillar(day)
    return liuyao_chart(*casting.from_names(names), month=month, day=day, **given)


def random_liuyao(n: int, seed: int = 3):
    """Charts with every kind of fact there or lacking, among them still ones and all six moving."""
    draws = random.Random(seed)
    return [
        liuyao_chart(
            draws.randrange(64),
            draws.choice([0, 63, draws.randrange(64), 1 << draws.randrange(6)]),
            day=draws.randrange(60),
            month=draws.randrange(12),
            year=draws.randrange(-1, 12),
            hour_pillar=draws.randrange(-1, 60),
            birth=draws.randrange(-1, 12),
            sex=draws.randrange(-1, 2),
            asks=draws.choice(
                ["", "求庚帖", "혼인이 이루어지겠는가", "Will the ox come home? " * 5]
            ),
            moment=draws.choice(["", "2026-09-09T17:28+09:00 Asia/Seoul (hours by sun)"]),
        )
        for _ in range(n)
    ]


def random_liuren(n: int, seed: int = 3):
    draws = random.Random(seed)

    def lesson():
        if draws.random() < 0.3:
            return {"shift": draws.choice([0, 6, draws.randrange(12)])}
        return {"general": draws.randrange(12), "hour": draws.randrange(12)}

    return [
        liuren_chart(
            draws.randrange(60),
            **lesson(),
            night=draws.randrange(-1, 2),
            **{name: draws.randrange(-1, 12) for name in ("month", "year", "birth", "age")},
            school=draws.choice([School(), School(shehai="depth", nobleman="tanyuan")]),
        )
        for _ in range(n)
    ]


# What is hard to draw: everything moves, everything is void or hidden, the plates lie still.
EXTREME_LIUYAO = [
    of("乾之坤", "午", "甲子", year=8, year_pillar=20, month_pillar=6, hour_pillar=55),
    of("坤", "子", "乙未"),
    of("節之渙", "申", "甲寅", asks="一" * 90),
    of("大畜之謙", "酉", "丁丑", asks="w" * 120, sex=1, birth=0, year=11),
    of("小畜之大過", "辰", "壬戌", conventions=Conventions(qian_stems="solstice", yin="reversed")),
    of("未濟之既濟", "巳", "己亥", sex=0, birth=5),
]
EXTREME_LIUREN = [
    liuren_chart(0, 0, night=-1),  # 伏吟, neither hour nor light nor month known
    liuren_chart(46, 6, night=0, month=0, year=1, birth=2, age=3),  # 返吟
    liuren_chart(26, 0, night=1),
    liuren_chart(40, general=6, hour=8, night=0, month=6, year=5, birth=1, age=3),
    liuren_chart(6, general=6, hour=8, night=1, school=School(shehai="depth")),
]
DRAWN = [
    (draw_liuyao, chart) for chart in EXTREME_LIUYAO + random_liuyao(12)
] + [(draw_liuren, chart) for chart in EXTREME_LIUREN + random_liuren(12)]  # fmt: skip


def read(drawing: str) -> etree._Element:
    return etree.fromstring(drawing.encode())


def kinds(element) -> list[str]:
    return element.get("class", "").split()


def words(element) -> str:
    return "".join(element.itertext())


def shown(root) -> list[str]:
    return [words(text) for text in root.iter(f"{SVG}text")]


def size(text) -> float:
    return max(float(span.get("font-size")) for span in text)


def middle(text) -> float:
    """The height of the middle of a line of text: its baseline stands 0.37 of its size lower."""
    return float(text.get("y")) - 0.37 * size(text)


def box(element) -> tuple[float, float, float, float]:
    x, y, w, h = (float(element.get(name)) for name in ("x", "y", "width", "height"))
    return x, y, x + w, y + h


# --- Any drawing -----------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_drawing_is_valid_self_contained_and_named(lang):
    for art, chart in DRAWN:
        drawing = art.svg(chart, lang)
        root = read(drawing)
        assert root.tag == f"{SVG}svg" and root.get("role") == "img"
        left, top, wide, high = map(float, root.get("viewBox").split())
        assert (left, top, wide) == (0, 0, 390) and high > wide
        assert [child.tag for child in root[:3]] == [
            f"{SVG}{t}" for t in ("title", "desc", "style")
        ]
        assert all(len(words(child)) > 5 for child in root[:2])
        # No script, no address, nothing fetched, and no id that two charts of a page could share.
        allowed = {"svg", "title", "desc", "style", "text", "tspan", "rect", "path", "circle"}
        assert {element.tag.removeprefix(SVG) for element in root.iter()} <= allowed
        names = {name for element in root.iter() for name in element.attrib}
        assert not [
            name for name in names if name.startswith("on") or "href" in name or name == "id"
        ]
        assert drawing.count("http") == 1 and "url(" not in drawing and "@import" not in drawing
        assert all(kind.startswith("yc") for element in root.iter() for kind in kinds(element))
        assert min(float(span.get("font-size")) for span in root.iter(f"{SVG}tspan")) >= 13


def test_every_rule_of_the_style_is_held_to_the_drawing_and_alike_in_all():
    styles = {read(art.svg(chart, lang)).findtext(f"{SVG}style")
              for art, chart in DRAWN for lang in LANGUAGES}  # fmt: skip
    assert styles == {draw.STYLE}
    rules = re.sub(r"@media[^{]*\{((?:[^{}]*\{[^{}]*\})*)\}", r"\1", draw.STYLE)
    selectors = re.findall(r"([^{}]+)\{[^{}]*\}", rules)
    assert len(selectors) > 20
    assert all(re.fullmatch(r"\s*\.yc( .*|:root)?", selector) for selector in selectors)


def luminance(colour: str) -> float:
    """Relative luminance of WCAG 2.2."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * c for c in colour[1:])
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("sheet", ["light", "dark", "print"])
def test_inks_stand_out_from_the_paper(sheet):
    """Text at 4.5 to 1 at least (WCAG 1.4.3), on a print without any colour."""
    paper, ink, soft, _, red = draw._SHEETS[sheet]
    for colour in (ink, soft, red):
        low, high = sorted((luminance(paper), luminance(colour)))
        assert (high + 0.05) / (low + 0.05) > 4.5
    if sheet == "print":
        assert all(len(set(colour[1:])) == 1 for colour in draw._SHEETS[sheet])


def test_a_question_can_hold_anything():
    hostile = "</text><script>alert(1)</script> & \x00\x0b\ud800 ]]> \"'"
    root = read(draw_liuyao.svg(of("節之中孚", asks=hostile), "en"))
    assert root.find(f".//{SVG}script") is None
    assert "</text><script>alert(1)</script>" in "".join(shown(root)) + words(root)
    assert "\ufffd" in words(root.find(f"{SVG}desc"))


def test_the_same_chart_gives_the_same_bytes_in_any_process(tmp_path):
    found = []
    for seed in ("1", "2"):
        out = tmp_path / f"{seed}.svg"
        line = ["-m", "yarrow.cli", "chart", "liuyao", "節之中孚", "--month", "寅", "--day", "辛亥"]
        env = os.environ | {"PYTHONHASHSEED": seed}
        subprocess.run(
            [sys.executable, *line, "--lang", "ko", "--svg", out], check=True, env=env, timeout=60
        )
        found.append(out.read_bytes())
    assert found[0] == found[1] == draw_liuyao.svg(of("節之中孚"), "ko").encode()


def test_wrap_keeps_every_character_and_the_width():
    for text in (
        "一二三四五六七八九十" * 9,
        "well, a question of many words " * 9,
        "x" * 200,
        "좋은 날 " * 40,
    ):
        lines = draw.wrap(draw.Run(text), 200)
        assert all(line.width <= 200 for line in lines)
        assert "".join(line.text for line in lines).replace(" ", "") == text.replace(" ", "")


# --- 六爻 ------------------------------------------------------------------------------------


def bars(root) -> list[list[list]]:
    """Rows of bars from the top, each a list of figures (the cast line, then the changed one), each
    a list of rectangles."""
    found: dict[float, list] = {}
    for rect in root.iter(f"{SVG}rect"):
        x, y, right, bottom = box(rect)
        if 8 < bottom - y < 12 and not rect.get("rx"):
            found.setdefault(round((y + bottom) / 2, 1), []).append((x, right, rect))
    rows = []
    for height in sorted(found):
        row = sorted(found[height], key=lambda bar: bar[0])
        cut = next((i for i in range(1, len(row)) if row[i][0] - row[i - 1][1] > 24), len(row))
        rows.append([height, row[:cut], row[cut:]])
    return rows


def hollow(figure) -> bool:
    return {"yc-edge" in kinds(rect) for *_, rect in figure} == {True}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_lines_read_back_are_those_of_the_chart(lang):
    for chart in EXTREME_LIUYAO + random_liuyao(20, seed=8):
        root = read(draw_liuyao.svg(chart, lang))
        rows = bars(root)
        assert len(rows) == 6
        steps = {round(b[0] - a[0], 1) for a, b in pairwise(rows)}
        assert max(steps) - min(steps) < 0.2  # the six stand evenly
        texts = list(root.iter(f"{SVG}text"))
        for line, (height, cast, changed) in zip(reversed(chart.lines), rows):
            assert len(cast) == (1 if line.cast.yang else 2)
            assert hollow(cast) == line.void
            if chart.moves:
                assert len(changed) == (1 if chart.changed >> line.place & 1 else 2)
                assert hollow(changed) == line.changed_void
            else:
                assert changed == []
            circles = [c for c in root.iter(f"{SVG}circle") if abs(float(c.get("cy")) - height) < 1]
            crosses = [
                p for p in root.iter(f"{SVG}path")
                if "yc-mark" in kinds(p)
                and abs(float(p.get("d").split()[1].split("l")[0]) + 4.5 - height) < 1
            ]  # fmt: skip
            assert len(circles) == (line.value == 9) and len(crosses) == (line.value == 6)
            beside = [words(t) for t in texts if abs(middle(t) - height) < 1]
            expected = [liuyao.SPIRITS[line.spirit], str(line.cast)]
            expected += ["世"] * line.shi + ["應"] * line.ying
            expected += [str(line.changed)] if line.changed else []
            assert sorted(beside) == sorted(expected)
            step = rows[1][0] - rows[0][0]
            below = [words(t) for t in texts if 5 < middle(t) - height < step - 10]
            # The states of a hidden line stand after it or, behind a space, below it.
            hidden = "".join(text for text in below if text[0] in "伏 ")
            assert hidden.count("伏") == bool(line.hidden)
            if line.hidden:
                assert str(line.hidden) in hidden
                assert hidden.startswith("伏*") == line.supplying
                assert ("空" in hidden) == line.hidden_void
            seats = [line.place] + [line.place + 6] * bool(line.changed)
            seats += [line.place + 12] * bool(line.hidden)
            for state, term in (("month_broken", "月破"), ("on_month", "月建"), ("void", "空")):
                standing = sum(chart.states[state] >> seat & 1 for seat in seats)
                assert sum(text.count(term) for text in below) == standing


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_head_gives_names_palaces_and_time(lang):
    for chart in EXTREME_LIUYAO + random_liuyao(20, seed=9):
        text = shown(read(draw_liuyao.svg(chart, lang)))
        joined = " ".join(text)
        for code in {chart.hexagram, chart.changed}:
            palace = hexagrams.TRIGRAMS[hexagrams.PALACE[code]]
            assert hexagrams.FULL_NAMES[code] in text and hexagrams.FULL_NAMES_KO[code] in text
            assert hexagrams.NAMES_EN[code] in joined
            generation = hexagrams.GENERATIONS[hexagrams.GENERATION[code]]
            element = ganzhi.ELEMENTS[hexagrams.PALACE_ELEMENT[code]]
            assert f"{palace}宮{element} {generation}" in text
        assert ganzhi.PILLARS[chart.day] in text
        assert "".join(BRANCHES[b] for b in chart.void) in text
        assert BRANCHES[(chart.month + 6) % 12] in text
        assert chart.asks.replace(" ", "") in "".join(text).replace(" ", "")
        assert all(any(remark in line for line in text) for remark in chart.remarks())


@pytest.mark.parametrize("lang", ["ko", "en"])
def test_the_legend_explains_the_marks_that_are_drawn_and_no_others(lang):
    column = LANGUAGES.index(lang)
    for chart in EXTREME_LIUYAO + random_liuyao(20, seed=10):
        root = read(draw_liuyao.svg(chart, lang))
        end = max(
            float(path.get("d").split()[1].split("H")[0])
            for path in root.iter(f"{SVG}path")
            if "yc-edge" in kinds(path)
        )
        texts = list(root.iter(f"{SVG}text"))
        legend = {words(text) for text in texts if middle(text) > end}
        drawn = " ".join(words(text) for text in texts if middle(text) < end)
        drawn = drawn[drawn.index("變卦" if chart.moves else "本卦") :].split()
        void = any(line.void or line.changed_void for line in chart.lines)
        for key, *names, _ in SEAT_STATES:
            there = names[0] in drawn and not (key == "void" and void)
            assert (f"{names[0]}{names[column]}" in legend) == there, (key, legend)
        assert any(item.startswith("□ 空") for item in legend) == void
        values = {line.value for line in chart.lines}
        assert any(item.startswith("○ ") for item in legend) == (9 in values)
        assert any(item.startswith("× ") for item in legend) == (6 in values)
        hidden = {line.supplying for line in chart.lines if line.hidden}
        assert any(item.startswith("伏 ") for item in legend) == (False in hidden)
        assert any(item.startswith("伏* ") for item in legend) == (True in hidden)


def test_yushi_1_jie_zhi_zhongfu():
    """寅建辛亥日占丁巳搖會，得節之中孚，巳財絕於亥日，兄動奪之: the picture of the README."""
    chart = of("節之中孚", asks="搖會")
    drawing = draw_liuyao.svg(chart, "en")
    assert (IMAGES / "yushi-1.svg").read_text("utf-8") == drawing
    text = shown(read(drawing))
    assert {"妻財丁巳火", "兄弟戊子水", "子孫辛卯木", "世", "應", "水澤節", "風澤中孚"} <= {*text}
    description = words(read(drawing).find(f"{SVG}desc"))
    assert "Line 1: wealth ding-si fire yang" in description
    assert "Line 6: siblings wu-zi water yin" in description and "xin-mao wood" in description


# --- 大六壬 ----------------------------------------------------------------------------------


def plates(root):
    """The outer square, the square of the heaven plate, and that in the middle."""
    squares = [box(r) for r in root.iter(f"{SVG}rect") if "yc-edge" in kinds(r)]
    return sorted((s for s in squares if s[0] > 10), key=lambda s: s[0])


def ringed(root, text, x) -> bool:
    return any(
        abs(float(c.get("cx")) - x) < 2 and abs(float(c.get("cy")) - middle(text)) < 2
        for c in root.iter(f"{SVG}circle")
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_plates_read_back_are_those_of_the_chart(lang):
    for chart in EXTREME_LIUREN + random_liuren(20, seed=8):
        root = read(draw_liuren.svg(chart, lang))
        outer, inner, centre = plates(root)
        wide, tall = (inner[2] - inner[0]) / 4, (inner[3] - inner[1]) / 4
        cells: dict[tuple[int, int], list] = {}
        band: dict[tuple[int, int], list] = {}
        for text in root.iter(f"{SVG}text"):
            x, y = float(text.get("x")), middle(text)
            if not (outer[0] < x < outer[2] and outer[1] < y < outer[3]):
                continue
            within = inner[0] < x < inner[2] and inner[1] < y < inner[3]
            column = min(max(int((x - inner[0]) // wide), 0), 3)
            row = min(max(int((y - inner[1]) // tall), 0), 3)
            (cells if within else band).setdefault((column, row), []).append(text)
        # 巳午未申 on top, and round with the sun.
        ring = [
            (0, 0),
            (1, 0),
            (2, 0),
            (3, 0),
            (3, 1),
            (3, 2),
            (3, 3),
            (2, 3),
            (1, 3),
            (0, 3),
            (0, 2),
            (0, 1),
        ]
        assert set(ring) == set(band)
        for step, place in enumerate(ring):
            earth = (5 + step) % 12
            low = [t for t in band[place] if words(t) == BRANCHES[earth]]
            assert len(low) == 1
            assert ringed(root, low[0], float(low[0].get("x"))) == (earth in chart.void)
            over = (earth + chart.shift) % 12
            high = [t for t in cells[place] if size(t) > 20]
            assert [words(t) for t in high] == [BRANCHES[over]]
            assert ringed(root, high[0], float(high[0].get("x"))) == (over in chart.void)
            general = [words(t) for t in cells[place] if size(t) == 16]
            assert general == ([GENERALS[chart.general_on[over]].zh] if chart.night >= 0 else [])
        middle_words = "".join(
            words(t) for t in root.iter(f"{SVG}text")
            if centre[0] < float(t.get("x")) < centre[2] and centre[1] < middle(t) < centre[3]
        )  # fmt: skip
        if chart.night >= 0:
            assert ("順行" in middle_words) == (chart.forward == 1)
            assert f"{'晝夜'[chart.night]}貴{BRANCHES[chart.branch_of[0]]}" in middle_words
        else:
            assert "晝夜未定" in middle_words
        if chart.hour >= 0:
            assert f"{BRANCHES[chart.general]}將加{BRANCHES[chart.hour]}時" in middle_words


@pytest.mark.parametrize("lang", LANGUAGES)
def test_lessons_and_transmissions_read_back(lang):
    for chart in EXTREME_LIUREN + random_liuren(20, seed=9):
        root = read(draw_liuren.svg(chart, lang))
        top = plates(root)[0][1]
        texts = [t for t in root.iter(f"{SVG}text") if middle(t) < top]
        rows = {}
        for text in texts:
            rows.setdefault(round(middle(text), 1), []).append(text)
        record = chart.as_dict()
        for k, (label, three) in enumerate(zip(("初傳", "中傳", "末傳"), record["transmissions"])):
            row = next(r for r in rows.values() if any(words(t) == label for t in r))
            expected = [label, three["kin"], three["branch"]]
            expected += [three["decade_stem"]] if three["decade_stem"] else []
            expected += [three["general"]] if three["general"] else []
            b = chart.transmissions[k]
            seat = (b - chart.shift) % 12
            expected += ["空"] if b in chart.void else ["坐空"] if seat in chart.void else []
            assert sorted(map(words, row)) == sorted(expected)
        heights = sorted(rows)
        label = next(h for h in heights if any("一課" in words(t) for t in rows[h]))
        large = [rows[h] for h in heights if h > label and size(rows[h][0]) == 26]
        upper, lower = (
            sorted((t for t in r if size(t) == 26), key=lambda t: -float(t.get("x"))) for r in large
        )
        assert [words(t) for t in upper] == [
            lesson["upper"]["branch"] for lesson in record["lessons"]
        ]
        assert [words(t) for t in lower] == [lesson["lower"] for lesson in record["lessons"]]
        for text, b in zip(upper, chart.upper):
            assert ringed(root, text, float(text.get("x"))) == (b in chart.void)
        for k, (text, b) in enumerate(zip(lower, chart.lower)):
            assert ringed(root, text, float(text.get("x"))) == (k > 0 and b in chart.void)
        joined = " ".join(shown(root))
        assert record["method"] in joined and record["kind"] in joined
        for field, readings in record["disputed"].items():
            assert f"{field}={getattr(chart.school, field)}".lower() in joined
            for reading, three in readings.items():
                assert f"{field}={reading}{three}".lower() in joined.replace(" ", "")


def test_zhonggui_1_ren_chen():
    """壬辰日戌加未為初傳 … 又坐空鄉; 夜貴, 初乘白虎 (zhonggui-2): the picture of the README."""
    chart = liuren_chart(ganzhi.pillar("壬辰"), 3, night=1)
    drawing = draw_liuren.svg(chart, "en")
    assert (IMAGES / "zhonggui-1.svg").read_text("utf-8") == drawing
    text = shown(read(drawing))
    assert {"坐空", "白虎", "官鬼", "遙克control from afar", "蒿矢wormwood arrow"} <= {*text}
    description = words(read(drawing).find(f"{SVG}desc"))
    assert "first xu White Tiger sits on void officials" in description
    assert STEMS[8] in text


# --- The commands ----------------------------------------------------------------------------


def run(command, *line):
    result = CliRunner().invoke(command, line)
    if result.exception and not isinstance(result.exception, SystemExit | YarrowError):
        raise result.exception
    return result


@pytest.mark.parametrize("lang", LANGUAGES)
def test_both_commands_draw_to_a_file(tmp_path, lang):
    line = ("節之中孚", "--month", "寅", "--day", "辛亥", "--lang", lang)
    result = run(liuyao_command, *line, "--svg", str(tmp_path / "a.svg"))
    assert result.exit_code == 0 and result.output == ""
    assert (tmp_path / "a.svg").read_text("utf-8") == draw_liuyao.svg(of("節之中孚"), lang)
    line = ("--day", "甲辰", "--general", "午", "--hour", "申", "--night", "--lang", lang)
    result = run(liuren_command, *line, "--svg", str(tmp_path / "b.svg"))
    assert result.exit_code == 0 and result.output == ""
    chart = liuren_chart(40, general=6, hour=8, night=1)
    assert (tmp_path / "b.svg").read_text("utf-8") == draw_liuren.svg(chart, lang)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.svg", "b.svg"]


def test_a_file_that_cannot_be_written_is_a_fault_and_leaves_nothing(tmp_path):
    (tmp_path / "taken").mkdir()
    for target in (tmp_path / "no" / "a.svg", tmp_path / "taken"):
        with pytest.raises(YarrowError) as caught:
            draw.save("<svg/>", target)
        assert str(target) in str(caught.value) and "another file" in str(caught.value)
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]


# --- In a browser ----------------------------------------------------------------------------

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
in_browser = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium: apt-get install chromium"),
]

# Text by its em box (getBBox adds the leading of the font, which stays empty), shapes by getBBox.
# A seal holds its character, and a ring what it marks; nothing else may meet.
COLLISIONS = """svg => {
  const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
  const found = [];
  const boxes = [];
  for (const text of svg.querySelectorAll("text")) {
    const {x, width: w} = text.getBBox();
    const size = Math.max(...[...text.children].map(run => +run.getAttribute("font-size")));
    const y = +text.getAttribute("y");
    const box = {what: text.textContent, l: x, r: x + w, t: y - 0.86 * size, b: y + 0.12 * size};
    boxes.push(box);
    if (!(w > 0 && box.l > 8 && box.r < width - 8 && box.t > 8 && box.b < height - 8))
      found.push(`outside: ${box.what}`);
  }
  const texts = boxes.length;
  const bars = "rect.yc-ink, rect.yc-soft, rect.yc-red, rect.yc-mark, circle, path.yc-mark";
  for (const shape of svg.querySelectorAll(bars)) {
    const {x, y, width: w, height: h} = shape.getBBox();
    boxes.push({what: shape.tagName, l: x, r: x + w, t: y, b: y + h});
  }
  for (let i = 0; i < boxes.length; i++) for (let j = 0; j < Math.min(i, texts); j++) {
    const a = boxes[i], b = boxes[j];
    const holds = i >= texts && Math.abs(a.l + a.r - b.l - b.r) < 3
      && Math.abs(a.t + a.b - b.t - b.b) < 4;
    if (!holds && Math.min(a.r, b.r) - Math.max(a.l, b.l) > 0.4
        && Math.min(a.b, b.b) - Math.max(a.t, b.t) > 0.4)
      found.push(`${a.what} meets ${b.what}`);
  }
  return found;
}"""


@pytest.fixture(scope="module")
def browser():
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with sync_api.sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def page(browser):
    context = browser.new_context(viewport={"width": 390, "height": 844})
    yield context.new_page()
    context.close()


class TestInBrowser:
    pytestmark = in_browser

    @pytest.mark.parametrize("art", [draw_liuyao, draw_liuren], ids=["liuyao", "liuren"])
    def test_no_words_meet_and_none_leave_the_sheet(self, page, art):
        charts = {
            draw_liuyao: EXTREME_LIUYAO + random_liuyao(50, seed=21),
            draw_liuren: EXTREME_LIUREN + random_liuren(50, seed=21),
        }[art]
        for lang in LANGUAGES:
            page.set_content("".join(art.svg(chart, lang) for chart in charts))
            drawn = page.query_selector_all("svg")
            assert len(drawn) == len(charts)
            for chart, svg in zip(charts, drawn):
                assert svg.evaluate(COLLISIONS) == [], (lang, chart)

    def test_the_measure_finds_words_that_meet(self, page):
        """The measure itself can fail: the same drawing with a line of text moved onto another."""
        root = read(draw_liuyao.svg(of("節之中孚")))
        first, second, *_ = root.iter(f"{SVG}text")
        second.set("y", first.get("y"))
        second.set("x", str(float(first.get("x")) + 20))
        page.set_content(etree.tostring(root, encoding="unicode"))
        found = page.query_selector("svg").evaluate(COLLISIONS)
        assert any(" meets " in words for words in found)
        second.set("x", "385")
        page.set_content(etree.tostring(root, encoding="unicode"))
        assert any("outside" in words for words in page.query_selector("svg").evaluate(COLLISIONS))

    @pytest.mark.parametrize("width", [360, 390, 1000])
    def test_a_file_fits_the_window(self, page, width, tmp_path):
        path = tmp_path / "a.svg"
        path.write_text(draw_liuren.svg(EXTREME_LIUREN[3], "ko"), "utf-8")
        page.set_viewport_size({"width": width, "height": 700})
        page.goto(path.as_uri())
        box = page.evaluate("document.documentElement.getBoundingClientRect().toJSON()")
        assert box["width"] == min(width, 390)
        assert abs(box["x"] - (width - box["width"]) / 2) < 1
        high = float(read(path.read_text("utf-8")).get("height"))
        assert abs(box["height"] - high * box["width"] / 390) < 1
        least = 13 * box["width"] / 390
        assert least >= 12

    def test_it_prints_on_one_page_in_black(self, page, tmp_path):
        path = tmp_path / "a.svg"
        path.write_text(draw_liuren.svg(EXTREME_LIUREN[3], "en"), "utf-8")
        page.goto(path.as_uri())
        printed = page.pdf(format="A5")
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1
        page.emulate_media(media="print", color_scheme="dark")
        colours = page.evaluate(
            "[...document.querySelectorAll('.yc-red,.yc-ink,.yc-soft,.yc-paper')]"
            ".map(e => getComputedStyle(e).fill)"
        )
        assert {*colours} == {"rgb(0, 0, 0)", "rgb(51, 51, 51)", "rgb(255, 255, 255)"}

    def test_within_a_page_it_follows_the_scheme_and_keeps_to_itself(self, page):
        """Two charts in a page that has its own style, light and dark."""
        drawn = draw_liuyao.svg(of("節之中孚"), "ko") + draw_liuren.svg(EXTREME_LIUREN[3], "ko")
        page.set_content(
            "<style>:lang(ko) {font-family: monospace} body {font: 400 2rem/2 fantasy; color: lime;"
            "font-variant-numeric: oldstyle-nums}</style><p class='ink'>before</p>" + drawn
        )

        def style(selector, name):
            return page.evaluate(
                f"[...new Set([...document.querySelectorAll('{selector}')]"
                f".map(e => getComputedStyle(e).{name}))]"
            )

        for scheme, paper, ink in (("light", "#fffdf8", "#221e19"), ("dark", "#1e1b17", "#e9e2d4")):
            page.emulate_media(color_scheme=scheme)
            rgb = [
                f"rgb({', '.join(str(int(c[i : i + 2], 16)) for i in (1, 3, 5))})"
                for c in (paper, ink)
            ]
            assert style("rect.yc-paper", "fill") == rgb[:1]
            assert style("tspan.yc-ink", "fill") == rgb[1:]
        families = style("tspan.yc-ko", "fontFamily")
        assert len(families) == 1 and families[0].startswith('"Noto Serif CJK KR"')
        assert style("tspan", "fontVariantNumeric") == ["normal"]
        assert style("p", "color") == ["rgb(0, 255, 0)"]

    def test_a_screen_reader_is_told_the_chart_in_words(self, page):
        for art, chart in ((draw_liuyao, of("節之中孚")), (draw_liuren, EXTREME_LIUREN[3])):
            drawing = art.svg(chart, "ko")
            page.set_content(drawing)
            client = page.context.new_cdp_session(page)
            nodes = client.send("Accessibility.getFullAXTree")["nodes"]
            image = [n for n in nodes if n.get("role", {}).get("value") in ("image", "img")]
            assert len(image) == 1
            root = read(drawing)
            assert image[0]["name"]["value"] == root.findtext(f"{SVG}title")
            assert image[0]["description"]["value"] == root.findtext(f"{SVG}desc")

    def test_as_an_image_it_has_its_size(self, page, tmp_path):
        (tmp_path / "a.svg").write_text(draw_liuyao.svg(of("節之中孚")), "utf-8")
        (tmp_path / "a.html").write_text("<p><img src='a.svg' alt='chart'></p>", "utf-8")
        page.goto((tmp_path / "a.html").as_uri())
        width, height = page.evaluate(
            "[document.images[0].naturalWidth, document.images[0].naturalHeight]"
        )
        assert (width, height) == (
            390,
            int(read((tmp_path / "a.svg").read_text("utf-8")).get("height")),
        )
