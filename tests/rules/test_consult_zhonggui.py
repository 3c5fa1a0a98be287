"""Consulting zhonggui as a reader does: what becomes of its rules on a lesson, and why."""

from __future__ import annotations

import pytest

from yarrow.charts import liuren_chart
from yarrow.rules import facts
from yarrow.rules.consult import consult
from yarrow.rules.explain import explain
from yarrow.rules.language import parse
from yarrow.rules.load import vocabulary
from yarrow.rules.telling import tell
from yarrow.rules.validate import environment
from yarrow.rules.values import TRUE
from yarrow.store.database import connect
from yarrow.store.library import library


@pytest.fixture(scope="module")
def rules(database):
    connection = connect(database)
    yield library(connection)
    connection.close()


def consulted(rules, words: str, asks: str | None = None):
    told = facts.read("liuren", words)
    (chart,) = facts.charts(told)
    return consult(rules, liuren_chart.Chart.of(chart), asks, sex=told.get("sex"),
                   persons=told.persons)


def verdicts(rules, words: str, asks: str | None = None):
    return {one.rule.id: one for one in consulted(rules, words, asks).verdicts}


# -- exceptions ----------------------------------------------------------------------------------


@pytest.mark.parametrize("day", ["壬辰", "壬戌"])
def test_zhonggui_2_what_rescues_is_no_drain(rules, day):
    """寅木切不可作脫氣言之, though by day the Warrior rides it (六壬日干上寅, zhonggui-19)."""
    found = verdicts(rules, f"{day}日 干上寅 晝")
    assert found["zhonggui-19-r1"].status == "exception"
    assert ("zhonggui-2-r3", "cancel", TRUE) in found["zhonggui-19-r1"].blocks
    assert verdicts(rules, "壬午日 干上寅 晝")["zhonggui-19-r1"].status == "true"


@pytest.mark.parametrize("lesson", ["甲子日 酉加寅", "戊辰日 子加巳"])
def test_zhonggui_38_what_is_to_be_feared_is_not_well(rules, lesson):
    """六戊日子加巳，同六甲日: the embryo is over the stem, but 如前說 is 俱畏."""
    found = verdicts(rules, lesson, "產育")
    assert found["zhonggui-38-r6"].status == "exception"
    assert found["zhonggui-38-r10"].status == found["zhonggui-38-r11"].status == "true"
    assert "另一讀法：生產：當日生（可）；生產：安好（可）；吉。" in found["zhonggui-38-r10"].why("zh")


def test_zhonggui_38_the_lessons_that_it_names_are_well(rules):
    for lesson in ("壬申日 午加亥", "庚午日 卯加申"):
        assert verdicts(rules, lesson, "產育")["zhonggui-38-r6"].status == "true"


def test_zhonggui_3_another_reading_of_the_same_condition_is_told(rules):
    """家鬼取家人: whom the harm takes, or where the rescue is."""
    one = verdicts(rules, "丙申日 干上丑")["zhonggui-3-r1"]
    assert one.status == "true" and one.says("zh") == ("受禍之人：家人",)
    assert one.why("zh").endswith("另一讀法：解救：家人。")
    assert one.why("en").endswith(
        "By another reading: who comes to the rescue: one of the household.")


# -- the question --------------------------------------------------------------------------------


def test_zhonggui_41_the_day_of_birth_is_answered_where_it_is_asked(rules):
    found = verdicts(rules, "壬午日 午加亥 四月", "產期")
    answers = {id_: one.says("zh")[0] for id_, one in found.items()
               if one.rule.passage == "zhonggui-41" and one.rule.asks == "產期"}
    assert answers == {
        "zhonggui-41-r5": "應期：卯木（本月之內）",
        "zhonggui-41-r6": "應期：丑土（或，本月之內）",
        "zhonggui-41-r7": "應期：午火（或，本月之內）",
        "zhonggui-41-r8": "應期：卯木（或）",
        "zhonggui-41-r9": "應期：亥水（或）",
        "zhonggui-41-r10": "應期：未土（或）",
        "zhonggui-41-r11": "應期：午火（或）",
    }
    assert {found[id_].status for id_ in answers} == {"true"}
    assert found["zhonggui-41-r5"].why("zh") == "凡此問皆論。"
    assert found["zhonggui-41-r11"].why("zh") == "凡此問皆論。另一讀法：應期：丑土（或）。"
    assert "zhonggui-41-r5" not in verdicts(rules, "壬午日 午加亥 四月", "產育")


def test_zhonggui_25_an_exception_on_a_narrower_question_says_so(rules):
    """如占病，乃尋死格也 … 如占子息病無畏: open until it is told whether it is a child."""
    one = verdicts(rules, "丙午日 干上辰", "疾病")["zhonggui-25-r2"]
    assert one.status == "unknown" and not one.elsewhere
    assert one.wants == ("--asks 子息病",)
    assert one.why("zh").endswith("若問子息病則論（--asks 子息病）。")
    assert verdicts(rules, "丙午日 干上辰")["zhonggui-25-r3"].elsewhere
    assert verdicts(rules, "丙午日 干上辰", "父母病")["zhonggui-25-r2"].status == "true"
    assert verdicts(rules, "丙午日 干上辰", "子息病")["zhonggui-25-r2"].status == "exception"


def test_zhonggui_13_the_water_is_no_wealth_to_who_seeks_it(rules):
    """不能與我作財 weighs on what is said of seeking wealth, and not of a wife with child."""
    found = verdicts(rules, "戊辰日 干上酉 丑月", "求財")
    assert "zhonggui-13-r5" in found
    assert verdicts(rules, "戊辰日 干上酉 丑月", "妻孕")["zhonggui-29-r4"].bearing == ()


# -- side by side ---------------------------------------------------------------------------------


def test_zhonggui_12_an_event_stands_beside_what_hangs_on_it(rules):
    found = consulted(rules, "戊子日 干上午 寅月")
    assert found.side_by_side("en") == [
        ("harm", [("it comes", ("zhonggui-12-r3",)),
                  ("one is spared it (if one cuts the thing off)", ("zhonggui-12-r4",))]),
    ]
    assert found.beside["禍"] == {"有": ("zhonggui-12-r3",), "免（若斷絕）": ("zhonggui-12-r4",)}


def test_zhonggui_16_what_one_rule_says_is_not_set_against_itself(rules):
    found = consulted(rules, "丁卯日 干上辰 夜 寅月")
    assert found.beside["虛實"] == {"虛詐": ("zhonggui-16-r3",), "無實": ("zhonggui-16-r3",)}
    assert found.side_by_side("zh") == []


# -- whose years ----------------------------------------------------------------------------------


def test_zhonggui_39_the_year_that_is_wanted_is_named(rules):
    """辛 has 卯 for embryo, over 丑; 酉 and 申 over her year of age would strike it."""
    one = verdicts(rules, "辛丑日 干上子 四月 男命子 女命卯 母命卯", "妻孕")["zhonggui-39-r1"]
    assert one.wants == ("--person 母行年…",)
    assert "；若為午、未則合。" in one.why("zh")
    for branch in "午未":
        words = f"辛丑日 干上子 四月 母命卯 母行年{branch}"
        assert verdicts(rules, words, "妻孕")["zhonggui-39-r1"].status == "true"
    both = verdicts(rules, "辛丑日 干上子 四月", "妻孕")["zhonggui-39-r1"]
    assert both.wants == ("--person 母命…", "--person 母行年…")


# -- reasons --------------------------------------------------------------------------------------

REASONS = {
    "zhonggui-21-r2: a general that rides": (
        "干上 & 脫 & 天空", "辛卯日 干上子 晝",
        "干上（子水）為脫，乘天空。",
        "간상(干上) 자수(子水)는 탈기(脫)이고, 천공(天空)을 태운다.",
        "What is over the stem 干上 (子水) is drain 脫, and is ridden by Sky Void 天空.",
    ),
    "zhonggui-21-r2: that does not ride": (
        "干上 & 脫 & 天空", "辛卯日 干上子 夜",
        "干上（子水）不乘天空。",
        "간상(干上) 자수(子水)는 천공(天空)을 태우지 않는다.",
        "What is over the stem 干上 (子水) is not ridden by Sky Void 天空.",
    ),
    "zhonggui-19-r4: one of two generals": (
        "干上 & (白虎 | 元武)", "辛亥日 干上亥 夜",
        "干上（亥水）乘玄武。",
        "간상(干上) 해수(亥水)는 현무(玄武)를 태운다.",
        "What is over the stem 干上 (亥水) is ridden by Dark Warrior 玄武.",
    ),
    "zhonggui-26-r1: the transmissions in their order": (
        "傳(空, 後旬空, 外後旬空)", "甲子日 戌加子",
        "初（戌土）旬空。中（申金）後旬空。末（午火）外後旬空。",
        "초전(初) 술토(戌土)는 순공(旬空)이다. 중전(中) 신금(申金)은 후순공(後旬空)이다."
        " 말전(末) 오화(午火)는 외후순공(外後旬空)이다.",
        "First transmission 初 (戌土) is void of the decade 旬空. Middle transmission 中 (申金) is void of the"
        " next decade 後旬空. Last transmission 末 (午火) is void of the decade after the next 外後旬空.",
    ),
    "zhonggui-26-r1: those that are not so": (
        "傳(空, 後旬空, 外後旬空)", "甲戌日 申加戌",
        "初（午火）非旬空。中（辰土）非後旬空。末（寅木）非外後旬空。",
        "초전(初) 오화(午火)는 순공(旬空)이 아니다. 중전(中) 진토(辰土)는 후순공(後旬空)이 아니다."
        " 말전(末) 인목(寅木)은 외후순공(外後旬空)이 아니다.",
        "First transmission 初 (午火) is not void of the decade 旬空. Middle transmission 中 (辰土) is not void"
        " of the next decade 後旬空. Last transmission 末 (寅木) is not void of the decade after the next 外後旬空.",
    ),
    "zhonggui-27-r2: the embryo of the stem": (
        "胎(干) & 財 & 生氣", "壬寅日 干上午 七月",
        "財（午火）為干之胎，為生氣。",
        "처재(財) 오화(午火)는 일간(干)의 태(胎)이고, 생기(生氣)이다.",
        "Wealth 財 (午火) is the embryo 胎 of the day's stem 干 and breath of life 生氣.",
    ),
    "zhonggui-11-r6: the seat": (
        "克(坐(干上), 干上)", "辛亥日 干上亥",
        "戌土為干上所坐，克干上（亥水）。",
        "술토(戌土)는 간상(干上)이 앉은 자리(坐)이고, 간상(干上) 해수(亥水)를 극한다.",
        "戌土 is the seat 坐 of what is over the stem 干上, and controls what is over the stem 干上 (亥水).",
    ),
    "zhonggui-12-r2: the direction, and the element of the ghosts": (
        "克(方(三傳), 干) and 旺(行(鬼))", "戊子日 干上午 寅月",
        "木為三傳之方，克干（戊土）。木為鬼之行，旺。",
        "목(木)은 삼전(三傳)의 방(方)이고, 일간(干) 무토(戊土)를 극한다. 목(木)은 관귀(鬼)의 오행(行)이고, 왕하다.",
        "木 is the direction 方 of the three transmissions 三傳, and controls the day's stem 干 (戊土). 木 is"
        " the element 行 of ghosts 鬼 and flourishing 旺.",
    ),
    "zhonggui-24-r7: some of the transmissions": (
        "三傳 & 官 <= 空", "戊申日 干上辰",
        "三傳中寅木、卯木皆旬空。",
        "삼전(三傳) 가운데 인목(寅木), 묘목(卯木)은 모두 순공(旬空)이다.",
        "寅木 and 卯木 of the three transmissions 三傳 are all void of the decade 旬空.",
    ),
    "zhonggui-13-r3: the generals on them": (
        "將(三傳) <= 蛇 | 龍 | 元", "戊申日 干上丑 晝",
        "三傳所乘之將（螣蛇、青龍、玄武）皆為蛇、龍、元。",
        "삼전(三傳)이 태운 천장(將) 등사(螣蛇), 청룡(青龍), 현무(玄武)는 모두 蛇、龍、元이다.",
        "The generals 將 on the three transmissions 三傳 (Flying Serpent 螣蛇, Azure Dragon 青龍 and Dark"
        " Warrior 玄武) are all 蛇、龍、元.",
    ),
    "zhonggui-35-r2: a god over a place": (
        "壬辰日 and 午加亥", "壬辰日 干上午",
        "日辰為壬辰日。午火加亥水。",
        "일진은 임진일(壬辰日)이다. 오화(午火)는 해수(亥水)에 임한다.",
        "The day is 壬辰日 (a day of 壬辰). 午火 stands over 亥水.",
    ),
    "zhonggui-34-r5: the branch over the stem": (
        "支加干 and 克(支, 干)", "庚午日 干上午",
        "午火加干（庚金）。支（午火）克干（庚金）。",
        "오화(午火)는 일간(干) 경금(庚金)에 임한다. 일지(支) 오화(午火)는 일간(干) 경금(庚金)을 극한다.",
        "午火 stands over the day's stem 干 (庚金). The day's branch 支 (午火) controls the day's stem 干 (庚金).",
    ),
    "zhonggui-41-r4: a branch over itself": (
        "not 克(支上, 支)", "癸卯日 干上丑",
        "支上（卯木）不克支（卯木）。",
        "지상(支上) 묘목(卯木)은 일지(支) 묘목(卯木)을 극하지 않는다.",
        "What is over the branch 支上 (卯木) does not control the day's branch 支 (卯木).",
    ),
    "zhonggui-39-r1: whose years": (
        "沖剋(母(年命上), 胎)", "甲子日 干上寅 母命卯",
        "卯木為母之年命上，沖酉金。酉金為胎。",
        "묘목(卯木)은 어머니의 연명상(年命上)이고, 유금(酉金)을 충한다. 유금(酉金)은 태(胎)이다.",
        "卯木 is over the mother's year and birth 年命上, and clashes with 酉金. 酉金 is embryo 胎.",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", REASONS.values(), ids=REASONS)
def test_reason_as_by_hand(case):
    condition, chart, *told = case
    node = parse(condition, vocabulary("liuren", "zhonggui"))
    found = explain(condition, node, environment("zhonggui", "liuren", chart))
    assert [tell(found, lang) for lang in ("zh", "ko", "en")] == told
