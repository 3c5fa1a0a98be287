"""The single chart, its layout, the command, and cases reported of other engines."""

import csv
import json
import re
from itertools import product

import pytest
from click.testing import CliRunner

from yarrow.charts import casting, ganzhi, hexagrams, liuyao_text
from yarrow.charts.calendar import moment
from yarrow.charts.liuyao import line_branches, line_stems
from yarrow.charts.liuyao_chart import LiuyaoChart, as_dict, chart
from yarrow.charts.liuyao_conventions import Conventions
from yarrow.charts.liuyao_input import read_chart, read_pillar
from yarrow.charts.liuyao_layout import CHART_STATES, SEAT_STATES
from yarrow.commands.chart_liuyao import liuyao
from yarrow.errors import YarrowError


def of(names, month="寅", day="辛亥", **given) -> LiuyaoChart:
    return chart(
        *casting.from_names(names),
        month=ganzhi.BRANCHES.index(month),
        day=ganzhi.pillar(day),
        **given,
    )


def run(*words):
    result = CliRunner().invoke(liuyao, words)
    if result.exception and not isinstance(result.exception, SystemExit | YarrowError):
        raise result.exception
    return result


def faults(*words) -> list[str]:
    result = run(*words)
    assert isinstance(result.exception, YarrowError)
    return [str(fault) for fault in result.exception.faults]


# --- Reported cases --------------------------------------------------------------------------


def test_case_meng_to_jin_changed_relations_by_the_first_palace():
    """2026-06-13 13:46 戊午日, 蒙之晉: the changed lines are reckoned by 離."""
    when = moment("2026-06-13 13:46", "+08:00")
    assert ganzhi.PILLARS[when.day] == "戊午"
    lines = of("蒙之晉", day="戊午", month="午").lines
    changed = {line.place + 1: str(line.changed) for line in lines if line.moving}
    assert changed == {2: "兄弟乙巳火", 4: "妻財己酉金"}


def test_case_gu_to_bi_changed_relations_by_xun():
    lines = of("蠱之比").lines
    moving = [line for line in lines if line.moving]
    assert [line.place for line in moving] == [1, 2, 4, 5]
    # 財 孫 兄 官 財 父 from below, as reported.
    by_palace = [
        hexagrams.RELATIONS_SHORT[
            hexagrams.six_relation(
                hexagrams.LINE_ELEMENT[hexagrams.find_hexagram("比"), i],
                hexagrams.PALACE_ELEMENT[hexagrams.find_hexagram("蠱")],
            )
        ]
        for i in range(6)
    ]
    assert "".join(by_palace) == "財子兄官財父"
    for line in moving:
        assert hexagrams.RELATIONS_SHORT[line.changed.relation] == by_palace[line.place]


def test_case_878877_huan_has_two_hidden_lines():
    huan = chart(*casting.from_lines("878877"), month=2, day=0)
    assert hexagrams.NAMES[huan.hexagram] == "渙"
    supplied = {line.place + 1: str(line.hidden) for line in huan.lines if line.supplying}
    assert supplied == {3: "官鬼己亥水", 4: "妻財己酉金"}


def test_case_gou_wealth_is_hidden_under_the_second_line():
    """2026-09-09 17:28 (+08:00), [8,7,9,9,7,7]: 姤, and 妻財 is 甲寅 under line 2."""
    hexagram, moves = casting.from_values([8, 7, 9, 9, 7, 7])
    assert hexagrams.NAMES[hexagram] == "姤"
    gou = chart(hexagram, moves, month=9, day=22)
    assert [(line.place + 1, str(line.hidden)) for line in gou.lines if line.supplying] == [
        (2, "妻財甲寅木")
    ]


@pytest.mark.parametrize(
    "when, zone, month",
    [
        ("2005-05-05 16:30", "+08:00", "庚辰"),
        ("1997-07-07 09:49", "+08:00", "丙午"),
        ("2024-02-04 16:30", "+08:00", "丙寅"),
    ],
)
def test_case_the_month_turns_at_the_minute_of_the_term(when, zone, month):
    data = json.loads(run("姤", "--date", when, "--zone", zone, "--json").output)
    assert data["time"]["month"] == month


# --- The record ------------------------------------------------------------------------------


def test_yushi_1_jie_to_zhongfu_as_a_record():
    jie = of("節之中孚", "寅", "辛亥")
    wealth = jie.lines[0]
    assert (str(wealth.cast), wealth.shi) == ("妻財丁巳火", True)
    assert "日絕" in jie.marks(0)  # 巳財絕於亥日
    sibling = jie.lines[5]
    assert (
        str(sibling.cast) == "兄弟戊子水"
        and sibling.moving
        and str(sibling.changed) == "子孫辛卯木"
    )
    assert [ganzhi.BRANCHES[b] for b in jie.void] == ["寅", "卯"]
    assert "獨發" in jie.remarks()


@pytest.mark.parametrize("school", ["fixed", "solstice", "solstice-halves"])
def test_every_line_of_every_hexagram_agrees_with_the_arrays(school):
    for code, moves in product(range(64), (0b000001, 0b101101)):
        one = chart(code, moves, month=8, day=33, conventions=Conventions(qian_stems=school))
        stems, branches = line_stems(one.array)[0], line_branches(one.array)[0]
        for line in one.lines:
            for row, face in enumerate((line.cast, line.changed, line.hidden)):
                got = (stems[row, line.place], branches[row, line.place])
                assert got == ((face.stem, face.branch) if face else (-1, -1))
            for seat, flag in ((0, line.void), (6, line.changed_void), (12, line.hidden_void)):
                assert bool(one.states["void"] >> line.place + seat & 1) == flag


def test_solstice_exchange_reaches_the_record():
    school = Conventions(qian_stems="solstice")
    assert of("乾之小畜", "未", "戊午", conventions=school).lines[3].cast.pillar == "甲午"
    assert of("乾之小畜", "未", "戊午").lines[3].cast.pillar == "壬午"
    exact = of("乾之小畜", "午", "戊午", conventions=school, after_solstice=True)
    assert exact.lines[3].cast.pillar == "甲午"


def test_lacking_school_shows_only_what_supplies():
    lines = of("渙", conventions=Conventions(hidden="lacking")).lines
    assert [line.place for line in lines if line.hidden] == [2, 3]


def test_state_keys_are_unique_and_named_in_three_languages():
    keys = [state[0] for state in SEAT_STATES + CHART_STATES]
    assert len(keys) == len(set(keys))
    for _, chinese, korean, english, _ in SEAT_STATES + CHART_STATES:
        assert re.search("[一-鿿]", chinese) and re.search("[가-힣]", korean)
        assert re.search("[a-z]", english)


def test_dictionary_is_json_and_tells_the_whole():
    data = json.loads(json.dumps(as_dict(of("節之中孚", sex=1, birth=3, asks="搖會"))))
    assert data["hexagram"]["name"] == "節" and data["changed"]["name"] == "中孚"
    assert data["nuclear"]["name"] == "頤" and data["cast"] == [7, 7, 8, 8, 7, 6]
    assert data["seeker"] == {"sex": "male", "birth": "卯", "asks": "搖會"}
    assert [line["line"] for line in data["lines"]] == [1, 2, 3, 4, 5, 6]
    assert data["lines"][5]["changed"]["states"] == ["空"]
    assert data["conventions"]["earth"] == "water"


def test_values_out_of_range_are_refused():
    with pytest.raises(YarrowError):
        chart(64, 0, day=0, month=0)


# --- Layout ----------------------------------------------------------------------------------


def test_layout_of_jie_to_zhongfu():
    assert (
        liuyao_text.text(of("節之中孚"))
        == """\
䷻ 水澤節 (坎宮一世) → ䷼ 風澤中孚 (艮宮遊魂)
寅月 辛亥日  旬空 寅卯  卦身 子
六合卦 合處逢沖 獨發

六神  伏神        本卦                   變卦
螣蛇              兄弟戊子水 ▬▬ ▬▬ ×     子孫辛卯木 ▬▬▬▬▬  休 化空 卦身 世身 變卦(空)
勾陳              官鬼戊戌土 ▬▬▬▬▬                         死
朱雀              父母戊申金 ▬▬ ▬▬   應                    囚 月破
青龍  妻財戊午火  官鬼丁丑土 ▬▬ ▬▬                         死 間爻 伏神(日絕 伏有用)
玄武  官鬼戊辰土  子孫丁卯木 ▬▬▬▬▬                         旺 空 間爻
白虎  子孫戊寅木  妻財丁巳火 ▬▬▬▬▬   世                    相 暗動 日絕 伏神(空 月建 伏有用)"""
    )


@pytest.mark.parametrize("language", ["zh", "ko", "en"])
@pytest.mark.parametrize("names", ["節之中孚", "乾", "渙", "乾之坤", "姤之乾"])
def test_bars_stand_in_one_column(names, language):
    rows = liuyao_text.text(of(names), language).split("\n")[-6:]
    starts = {liuyao_text.width(row[: row.index("▬")]) for row in rows}
    assert len(starts) == 1
    changed = {
        liuyao_text.width(row[: row.index("▬", row.index("▬") + 6)])
        for row in rows
        if row.count("▬") > 5
    }
    assert len(changed) == (0 if "之" not in names else 1)
    assert not any(row != row.rstrip() for row in rows)


def test_csv_has_the_columns_asked_for():
    result = run("--hexagrams")
    rows = list(csv.DictReader(result.output.splitlines()))
    assert len(rows) == 64
    assert list(rows[0])[:6] == ["name", "palace", "generation", "shi", "ying", "line1"]
    gou = next(row for row in rows if row["name"] == "天風姤")
    assert (gou["palace"], gou["generation"], gou["shi"], gou["ying"]) == ("乾", "一世", "1", "4")
    assert gou["line1"] + gou["relation1"] == "辛丑父母" and gou["hidden2"] == "妻財甲寅"


# --- The command -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        ("節之中孚",),
        ("《節》之《中孚》",),
        ("水澤節之風澤中孚",),
        ("60→61",),
        ("--coins", "778876"),
        ("--lines", "單單拆拆單交"),
        ("--heads", "112210"),
        ("--heads", "221123", "--heads-are", "2"),
    ],
)
def test_every_way_to_the_same_cast(words):
    data = json.loads(run(*words, "--month", "寅", "--day", "辛亥", "--json").output)
    assert data["cast"] == [7, 7, 8, 8, 7, 6]


def test_stalks_with_a_seed_twice_the_same():
    words = ("--stalks", "--seed", "7", "--month", "寅", "--day", "辛亥")
    first, second = run(*words), run(*words)
    assert first.output == second.output and first.exit_code == 0
    assert json.loads(run(*words, "--json").output)["cast"] == casting.cast_stalks(7).tolist()


def test_numbers_and_time():
    data = json.loads(run("--numbers", "5,3", "--month", "寅", "--day", "辛亥", "--json").output)
    assert data["cast"] == list(casting.to_values(*casting.from_numbers(5, 3, 8)))
    words = ("--by-time", "--date", "2026-09-09 17:28", "--zone", "+08:00", "--json")
    when = moment("2026-09-09 17:28", "+08:00")
    want = casting.from_time(when.year % 12, when.lunar.month, when.lunar.day, when.hour % 12)
    assert json.loads(run(*words).output)["cast"] == list(casting.to_values(*want))


def test_date_gives_the_four_pillars():
    words = ("姤", "--date", "2026-09-09T17:28", "--zone", "+08:00", "--json")
    time = json.loads(run(*words).output)["time"]
    assert (time["year"], time["month"], time["day"], time["hour"]) == (
        "丙午",
        "丁酉",
        "丙戌",
        "丁酉",
    )
    assert time["void"] == ["午", "未"]


def test_korean_and_english_layouts():
    words = ("節之中孚", "--month", "인", "--day", "신해", "--lang")
    assert "처재정사화" in run(*words, "ko").output
    assert "wealth ding-si fire" in run(*words, "en").output


def test_schools_are_listed_and_obeyed():
    assert "earth: water, fire, split (default water)" in run("--schools").output
    assert "yushi: qian_stems=solstice" in run("--schools").output
    words = ("乾之小畜", "--month", "未", "--day", "戊午", "--school", "yushi")
    assert "官鬼甲午火" in run(*words).output
    assert "官鬼壬午火" in run(*words, "--school", "qian_stems=fixed").output
    words = ("渙", "--month", "寅", "--day", "辛亥", "--json", "--school", "hidden=lacking")
    assert json.loads(run(*words).output)["lines"][0]["hidden"] is None


def test_all_faults_at_once():
    got = faults(
        "節之中浮",
        "--month",
        "甲丑",
        "--day",
        "甲丑",
        "--sex",
        "x",
        "--birth",
        "貓",
        "--school",
        "eart=fire",
    )
    assert [fault.split(":")[0] for fault in got] == [
        "hexagram",
        "--school",
        "--month",
        "--day",
        "--birth",
        "--sex",
    ]
    assert "中孚 (風澤中孚)" in got[0] and "甲子, 甲寅" in got[3]


@pytest.mark.parametrize(
    "words, told",
    [
        (("--lines", "7788776"), ["7 lines"]),
        (("--coins", "77881a"), ["'1' at line 5", "'a' at line 6"]),
        (("--heads", "012340"), ["4 heads at toss 5"]),
        ((), ["no hexagram"]),
        (("姤", "--toss"), ["NAME and --toss both cast"]),
        (("--numbers", "5"), ["'5'"]),
        (("--numbers", "5,x"), ["not all numbers"]),
        (("--by-time",), ["no date"]),
    ],
)
def test_casts_that_cannot_be(words, told):
    got = faults(*words, "--month", "寅", "--day", "辛亥")
    assert len(got) == len(told) and all(word in fault for word, fault in zip(told, got))
    assert all("remedy: " in fault for fault in got)


@pytest.mark.parametrize(
    "words, told",
    [
        ((), ["--month: no month", "--day: no day"]),
        (("--month", "寅", "--day", "亥"), ["'亥' is no pillar"]),
        (("--year", "甲子", "--month", "甲寅", "--day", "辛亥"), ["does not occur in a 甲子 year"]),
        (("--month", "寅", "--day", "辛亥", "--hour", "甲子"), ["does not occur in a 辛亥 day"]),
        (("--date", "2026-09-09 17:28"), ["zone"]),
        (
            ("--date", "2026-09-09 17:28", "--zone", "+08:00", "--day", "辛亥"),
            ["--date already gives it"],
        ),
    ],
)
def test_times_that_cannot_be(words, told):
    got = faults("姤", *words)
    assert len(got) == len(told) and all(word in fault for word, fault in zip(told, got))


def test_hours_of_the_late_zi_are_allowed_by_either_day():
    for hour in ("戊子", "庚子"):
        data = json.loads(
            run("姤", "--month", "寅", "--day", "辛亥", "--hour", hour, "--json").output
        )
        assert data["time"]["hour"] == hour


@pytest.mark.parametrize(
    "text, index",
    [("辛亥", 47), ("辛亥日", 47), ("신해", 47), ("신해일", 47), (" 甲子 ", 0), ("癸亥", 59)],
)
def test_pillars_in_either_script(text, index):
    assert read_pillar(text, "--day") == index


def test_read_chart_from_a_program():
    made = read_chart(
        lambda: casting.from_names("節之中孚"), month="寅建", day="辛亥日", sex="男", birth="丁卯"
    )
    assert (made.month, made.day, made.sex, made.birth) == (2, 47, 1, 3)
