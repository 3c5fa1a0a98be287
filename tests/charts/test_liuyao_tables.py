"""The tables of the line texts: every word in its passage, and the computation behind them."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from yarrow.charts import ganzhi, hexagrams
from yarrow.charts import liuyao as ly
from yarrow.charts import liuyao_affairs as affairs
from yarrow.charts.ganzhi_names import STAGES
from yarrow.charts.liuyao_tables import KEYS, line_index, line_rows, tables
from yarrow.errors import YarrowError

TEXTS = Path(__file__).parents[2] / "corpus" / "texts"
FILES = {"hunyin": "000_", "liuchu": "002_", "yushi": "003_"}
STAGE = {stage.zh: n for n, stage in enumerate(STAGES)}
EVERY = list(tables().values())
OF_A_CHART = ("palace", "rank", "generation", "time")


def chinese(passage: str) -> str:
    text, number = passage.split("-")
    path = next(TEXTS.glob(FILES[text] + "*.txt"))
    paragraphs = [line for line in path.read_text("utf-8").split("\n") if line.strip()]
    return paragraphs[2 * int(number) - 1]


def values(table: str) -> dict[str, str]:
    return {row.key: row.zh for row in tables()[table].rows}


def cast(name: str, target: str | None = None, day: str = "甲子", month: str = "子", **more):
    code = hexagrams.find_hexagram(name)
    moves = code ^ hexagrams.find_hexagram(target) if target else 0
    return ly.lay(code, moves, day=ganzhi.pillar(day), month=ganzhi.BRANCHES.index(month), **more)


@pytest.mark.parametrize("table", EVERY, ids=[table.id for table in EVERY])
def test_words_keys_and_names(table):
    assert re.fullmatch(r"(hunyin|liuchu|yushi)-\d+-t\d+", table.id)
    assert table.quote in chinese(table.passage)
    for row in table.rows:
        assert row.quote in chinese(row.passage), row
        assert row.zh in row.quote, row
        assert re.search("[가-힣]", row.ko) and not re.search("[가-힣]", row.en), row
    keys = [row.key for row in table.rows]
    assert len(set(keys)) == len(keys)
    assert table.by == "words" or set(keys) <= set(KEYS[table.by])


def test_the_tables_follow_the_texts():
    texts = list(FILES)
    order = [(texts.index(t.split("-")[0]), *map(int, re.findall(r"\d+", t))) for t in tables()]
    assert order == sorted(order)


def test_lookup_by_index_and_what_cannot_be_looked_up():
    colours = tables()["liuchu-5-t2"]
    names = [colours.rows[n].zh for n in colours.rows_of(np.arange(6))]
    assert names == ["青", "赤", "黃", "黃", "白", "黑"]
    months = tables()["liuchu-10-t2"]
    assert months.rows_of([0, 1, 2]).tolist() == [0, 1, -1]
    with pytest.raises(YarrowError, match="keyed by words"):
        tables()["yushi-29-t1"].rows_of([0])
    for by in OF_A_CHART:
        with pytest.raises(ValueError, match="not a property of a line"):
            line_index(cast("乾"), by)


@pytest.mark.parametrize("by", [by for by in KEYS if by not in OF_A_CHART])
def test_line_index_agrees_with_the_seats_of_the_engine(by):
    """On every hexagram and movement: the index of a line is the one whose mask holds the line."""
    codes = np.arange(4096)
    chart = ly.lay(codes >> 6, codes & 63, day=codes % 60, month=codes % 12)
    index = line_index(chart, by)
    assert index.shape == (4096, 6) and index.min() >= 0 and index.max() < len(KEYS[by])
    lines = {
        "relation": ly.relation_seats, "spirit": ly.spirit_seats, "element": ly.element_seats,
        "branch": ly.branch_seats,
        "polarity": lambda c, n: ly.yang(c) if n else ~ly.yang(c),
        "toss": lambda c, n: ((ly.yang(c) if n & 1 else ~ly.yang(c))
                              & (ly.moving(c) if n & 2 else ly.static(c))),
    }.get(by)
    if lines is not None:
        for n in range(len(KEYS[by])):
            wanted = ((index == n) << np.arange(6)).sum(axis=1)
            assert np.array_equal(wanted, lines(chart, n) & ly.CAST), n
    elif by == "stage":
        from yarrow.charts.liuyao_time import at_stage
        for n in range(12):
            wanted = ((index == n) << np.arange(6)).sum(axis=1)
            assert np.array_equal(wanted, at_stage(chart, n, ly.CAST, ly.DAY)), n
    elif by == "stem":
        assert np.array_equal(index, ly.line_stems(chart)[:, 0])
    elif by == "trigram":
        for half in range(2):
            kept = chart.hexagram >> 3 * half & 7
            assert np.array_equal(index[:, 3 * half], kept)
    else:
        assert np.array_equal(index[0], np.arange(6))


def test_line_rows_on_a_chart():
    """liuchu-10-e1: the moving 官鬼 of 噬嗑之頤 under 螣蛇 brings 怪異驚駭."""
    table = tables()["liuchu-10-t1"]
    row = line_rows(table, cast("噬嗑", "頤", "乙巳", "申"))[0, 3]
    assert table.rows[row].zh == "怪異驚駭"


# --- Tables that the engine must bear out --------------------------------------------------------


def test_yushi_14_births_and_the_count_from_the_embryo():
    for element, branch in values("yushi-14-t1").items():
        at = ganzhi.element_at(ganzhi.ELEMENTS.index(element), ganzhi.BIRTH)
        assert ganzhi.BRANCHES[int(at)] == branch
    count = {"三位": 3, "七位": 7, "十位": 10, "十二位": 12}
    for stage, place in values("yushi-14-t2").items():
        assert (STAGE[stage] - STAGE["胎"]) % 12 + 1 == count[place]


def test_yushi_16_salaries_and_generals():
    for stem, branch in values("yushi-16-t1").items():
        assert ganzhi.BRANCHES[int(ganzhi.SALARY[ganzhi.STEMS.index(stem)])] == branch
        # 四位臨官: the salary is the stem's own 臨官, 陽順陰逆.
        own = ganzhi.stem_stage(ganzhi.STEMS.index(stem), ganzhi.BRANCHES.index(branch),
                                earth="split", yin="reversed")
        assert int(own) == ganzhi.OFFICE
    for branch, general in values("yushi-16-t2").items():
        middle = ganzhi.TRINE_MIDDLE[ganzhi.BRANCHES.index(branch)]
        assert ganzhi.BRANCHES[int(middle)] == general


@pytest.mark.parametrize("case", ["水酉沐浴", "火子胎", "木酉胎", "金戌衰", "金巳長生", "土巳絕"])
def test_yushi_15_and_17_stages_that_the_text_names(case):
    """水敗於酉, 火胎於子, 木胎在酉, 金衰在戌 (yushi-17); 金遇巳 is 長生 and 土遇巳 is 絕 (yushi-15)."""
    element, branch, stage = case[0], case[1], case[2:]
    at = ganzhi.element_stage(ganzhi.ELEMENTS.index(element), ganzhi.BRANCHES.index(branch))
    assert int(at) == STAGE[stage]


def test_yushi_22_births_of_the_ten_stems():
    births = values("yushi-22-t1")
    assert set(births) == set(ganzhi.STEMS)
    for stem, branch in births.items():
        at = ganzhi.stem_stage(ganzhi.STEMS.index(stem), ganzhi.BRANCHES.index(branch),
                               earth="split", yin="reversed")
        assert int(at) == ganzhi.BIRTH, stem


def test_yushi_23_and_24_each_wife_combines_and_is_hidden_where_the_text_says():
    for stem, branch in values("yushi-23-t1").items():
        wife = int(ganzhi.stem_combination(ganzhi.STEMS.index(stem)))
        assert wife in ganzhi.HIDDEN_STEMS[ganzhi.BRANCHES.index(branch)], stem
        assert ganzhi.STEMS[wife] in " ".join(
            row.quote for row in tables()["yushi-23-t1"].rows if row.key == stem)


def test_yushi_25_verse_is_the_hidden_stems():
    for branch, words in values("yushi-25-t1").items():
        stems = [ganzhi.STEMS.index(c) for c in words.replace("陰金", "辛") if c in ganzhi.STEMS]
        assert tuple(stems) == ganzhi.HIDDEN_STEMS[ganzhi.BRANCHES.index(branch)], branch


def test_yushi_25_hidden_stems_are_births_and_salaries():
    """The eight branches that are not earth hide just the stems born there or at 臨官 there.

    One stem more stands in the verse: 己 in 子, which yushi-24 wants as the wife of 甲 (合子己為妻).
    """
    extra, own = {}, (ganzhi.BIRTH, ganzhi.OFFICE)
    for b, branch in enumerate(ganzhi.BRANCHES):
        if branch in "辰戌丑未":
            continue
        derived = {
            s for s in range(10)
            if int(ganzhi.stem_stage(s, b, earth="split", yin="reversed")) in own
        }
        assert derived <= set(ganzhi.HIDDEN_STEMS[b]), branch
        more = set(ganzhi.HIDDEN_STEMS[b]) - derived
        if more:
            extra[branch] = "".join(ganzhi.STEMS[s] for s in more)
    assert extra == {"子": "己"}


def test_yushi_25_three_tombs_of_four_hide_the_buried_stem():
    """辰 hides 癸 of water, 戌 丁 of fire, 丑 辛 of metal; 未 alone lacks the 乙 of wood."""
    hidden = {}
    for branch in "辰戌丑未":
        b = ganzhi.BRANCHES.index(branch)
        (buried,) = (s for s in (1, 3, 7, 9) if int(ganzhi.stem_stage(s, b)) == ganzhi.TOMB)
        hidden[branch] = buried in ganzhi.HIDDEN_STEMS[b]
    assert hidden == {"辰": True, "戌": True, "丑": True, "未": False}


def test_hunyin_25_embryo_of_every_palace():
    """乾兌 have 午 by the text; the other six by the same rule, earth with water."""
    codes = np.arange(64)
    embryo = affairs.embryo_branch(ly.lay(codes, day=0, month=0))
    by_palace = {hexagrams.TRIGRAMS[p]: ganzhi.BRANCHES[int(b)]
                 for p, b in zip(hexagrams.PALACE, embryo)}
    assert {p: by_palace[p] for p in values("hunyin-25-t1")} == values("hunyin-25-t1")
    assert by_palace == dict(乾="午", 兌="午", 坎="酉", 艮="卯", 坤="卯", 震="子", 巽="子", 離="午")


def test_hunyin_25_where_there_is_no_child_and_no_womb_the_second_line():
    codes = np.arange(64)
    chart = ly.lay(codes, day=0, month=0)
    child = affairs.child_line(chart)
    assert (child != 0).all()
    lacking = (ly.relation_seats(chart, ly.OFFSPRING) & ly.CAST) == 0
    womb = affairs.embryo_seats(chart) & ly.CAST
    assert np.array_equal(child[lacking & (womb != 0)], womb[lacking & (womb != 0)])
    assert (child[lacking & (womb == 0)] == 2).all() and (lacking & (womb == 0)).any()


def test_hunyin_35_the_womb_may_be_the_day_or_the_month():
    chart = cast("乾", day="甲午", month="午", year=6)
    assert int(affairs.embryo_seats(chart)[0]) & ~ly.CAST == ly.DAY | ly.MONTH | ly.YEAR


def test_hunyin_30_a_moving_child_gives_the_day_and_the_womb_the_hour():
    """姤 (乾宮): 子孫 亥 is line 2, the womb 午 line 4."""
    code = hexagrams.find_hexagram("姤")
    moves = [0b000010, 0b001000, 0, 0b001010]
    days, hours = affairs.birth_time(ly.lay(code, moves, day=0, month=0))
    names = [["".join(ganzhi.BRANCHES[b] for b in range(12) if int(m) >> b & 1) for m in part]
             for part in (days, hours)]
    # child moves; womb moves; neither: the days that clash them; both: not said.
    assert names == [["亥", "午", "子巳", ""], ["子", "巳", "", ""]]


def test_hunyin_31_without_child_and_womb_the_moving_line():
    """若無胎福二爻，其產亦遲，宜以卦中臨動之爻斷之: the top line moves in every hexagram without either."""
    codes = np.arange(64)
    chart = ly.lay(codes, 0b100000, day=0, month=0)
    either = ly.relation_seats(chart, ly.OFFSPRING) | affairs.embryo_seats(chart)
    neither = (either & ly.CAST) == 0
    days, hours = affairs.birth_time(chart)
    assert neither.any() and (hours[neither] == 0).all()
    assert np.array_equal(days[neither], 1 << hexagrams.LINE_BRANCH[neither, 5].astype(int))


def test_liuchu_10_line_of_prodigies():
    lines = affairs.strange_line(ly.lay(0, day=0, month=np.arange(12)))
    places = {ganzhi.BRANCHES[b]: int(lines[b]).bit_length() for b in range(12)}
    assert all(places[b] == 4 for b in "寅巳申亥")
    assert all(places[b] == 5 for b in "子午卯酉")
    assert all(places[b] == 0 for b in "辰戌丑未")


def test_liuchu_5_example_does_not_follow_its_own_tables():
    """如子孫臨玄武在乾宮，而被坤宮動克之，乃是黑身黃足；若被艮宮白虎動克，可言黃身白足.

    By the two lists just before it the example should read 黑身 and 腹 for 坤, and 黑身白足 for 艮 with
    白虎. 白足 and 黑身 of the first agree; 足 of 坤 (腹) and 黃身 of 玄武 (黑) do not. The colour of the
    first patch cannot be judged: its spirit is not named.
    """
    example = "如子孫臨玄武在乾宮，而被坤宮動克之，乃是黑身黃足；若被艮宮白虎動克，可言黃身白足"
    assert example in chinese("liuchu-5")
    colour, part = values("liuchu-5-t2"), values("liuchu-5-t1")
    assert colour["玄武"] == "黑" and colour["白虎"] == "白" and part["艮"] == "後足"
    assert part["坤"] == "腹"  # stated: 足
    assert colour["玄武"] != "黃"  # stated of the same body: 黃身


def test_liuchu_5_example_fits_one_hexagram():
    """With 乾宮 the palace, a 子孫 line attacked from a 坤 and from a 艮 trigram: 剝 alone.

    Under 丙 and 丁 days its 子孫 (line 5) has 玄武 and the 戌 of 艮 (line 4) 白虎, as the example has; the
    attacker in 坤 (line 1) has 朱雀. With 乾宮 the trigram of the 子孫 line there is no such hexagram.
    """
    codes = np.arange(4096)
    chart = ly.lay(codes >> 6, codes & 63, day=2, month=0)  # 丙寅
    hurting, _ = affairs.patches(chart)
    child = ly.relation_seats(chart, ly.OFFSPRING) & ly.CAST
    trigram = line_index(chart, "trigram")
    qian, kun, gen = (hexagrams.TRIGRAMS.index(name) for name in "乾坤艮")

    def lines_in(which):
        return ((trigram == which) << np.arange(6)).sum(axis=1)

    attacked = [(child != 0) & ((hurting & lines_in(which)) != 0) for which in (kun, gen)]
    of_qian = hexagrams.PALACE[chart.hexagram] == qian
    by_palace = [set(chart.hexagram[a & of_qian]) for a in attacked]
    assert {hexagrams.NAMES[c] for c in by_palace[0] & by_palace[1]} == {"剝"}
    for a in attacked:
        assert not (a & ((child & lines_in(qian)) != 0)).any()
    row = line_index(cast("剝", day="丙寅"), "spirit")[0]
    assert [ly.SPIRITS[s] for s in row] == ["朱雀", "勾陳", "螣蛇", "白虎", "玄武", "青龍"]


def test_liuchu_5_patches_of_bo():
    """剝 with lines 1 and 4 moving: both 未 and 戌 control the 子 of 子孫; 卯 feeds nothing of it."""
    chart = ly.lay(hexagrams.find_hexagram("剝"), 0b001001, day=2, month=0)
    hurting, feeding = affairs.patches(chart)
    assert int(hurting[0]) == 0b001001 and int(feeding[0]) == 0


def test_hunyin_1_polarity_of_a_marriage():
    """泰: 世 line 3 yang, 應 line 6 yin, yang trigram within; 否 has all of it reversed."""
    peace, standstill = (affairs.polarity_in_place(cast(name))[:, 0].tolist() for name in "泰否")
    assert (peace[0], peace[2]) == (1, 1)
    assert (standstill[0], standstill[2]) == (-1, -1)
    # 否: 官鬼 乙巳 (yin) and 壬午 (yang) disagree; 泰 has 官鬼 甲寅 (yang) and 妻財 甲子, 癸亥.
    assert standstill[1] == 0 and peace[1] == 0


def test_hunyin_1_polarity_of_all_hexagrams_turns_with_the_lines():
    codes = np.arange(64)
    here = affairs.polarity_in_place(ly.lay(codes, day=0, month=0))
    assert set(np.unique(here)) == {-1, 0, 1}
    assert np.array_equal(here[2], -affairs.polarity_in_place(
        ly.lay(codes >> 3 | (codes & 7) << 3, day=0, month=0))[2])


def test_liuchu_22_lines_without_feeling():
    """否 (世 乙卯 in line 3, 卦身 申): its 官鬼 are 巳 and 午, which feed nothing of 世 but combine with 申."""
    chart = cast("否", day="甲子", month="亥")
    officers = ly.relation_seats(chart, ly.OFFICER)
    masks = affairs.without_feeling(chart, officers)
    found = [[i + 1 for i in range(6) if int(m[0]) >> i & 1] for m in masks]
    # 巳 combines with the 卦身 申; 亥 breaks 巳 and 子 clashes 午; both are fire, extinct at 亥.
    assert found == [[2, 4], [4], [], [2, 4], [2, 4]]
    # 妻財 乙卯 is 世 itself; 世 neither clashes nor controls it; a 子 day and 亥 month do not hurt it.
    own = affairs.without_feeling(chart, ly.shi(chart))
    assert [int(m[0]) for m in own] == [0, 4, 0, 0, 0]


def test_the_page_lists_every_table_and_names_functions_that_exist():
    from yarrow.charts import liuyao_moves, liuyao_rescue, liuyao_yushi

    page = (Path(__file__).parents[2] / "docs" / "liuyao-tables.md").read_text("utf-8")
    for table in EVERY:
        row = (f"| `{table.id}` | {table.zh} | {table.ko} | {table.en} | {table.by} | "
               f"{len(table.rows)} |")
        assert row in page
    assert f"{len(EVERY)} tables with {sum(len(t.rows) for t in EVERY)} rows" in page
    modules = {"Y": liuyao_yushi, "R": liuyao_rescue, "A": affairs, "M": liuyao_moves}
    cells = re.findall(r"\| ([YRAM] `[^|]*) \|\n", page)
    assert len(cells) == 31
    for cell in cells:
        for letter, names in re.findall(r"([YRAM]) ((?:`\w+`(?:, )?)+)", cell):
            for name in re.findall(r"\w+", names):
                assert callable(getattr(modules[letter], name)), name
