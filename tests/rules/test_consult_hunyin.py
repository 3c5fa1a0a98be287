"""Marriage charts consulted: what ties to a table do, and reasons that once missed what decides."""

from __future__ import annotations

import pytest

from yarrow.charts import casting, ganzhi, liuyao_chart
from yarrow.rules.consult import Verdict, consult
from yarrow.rules.explain import explain
from yarrow.rules.language import parse
from yarrow.rules.load import vocabulary
from yarrow.rules.telling import tell
from yarrow.rules.validate import environment
from yarrow.store.database import connect
from yarrow.store.library import library


@pytest.fixture(scope="module")
def rules(database):
    connection = connect(database)
    yield library(connection)
    connection.close()


def verdicts(rules, name: str, month: str, day: str, asks: str = "婚姻") -> dict[str, Verdict]:
    chart = liuyao_chart.chart(
        *casting.from_names(name),
        month=ganzhi.BRANCHES.index(month),
        day=ganzhi.pillar(day),
    )
    return {one.rule.id: one for one in consult(rules, chart, asks).verdicts}


# -- ties ----------------------------------------------------------------------------------------


def test_hunyin_17_what_cancels_a_table_cancels_its_rows(rules):
    """財 bears 勾陳, but nothing feeds or supports it: 若財無生助，不可亂言."""
    found = verdicts(rules, "乾之小畜", "辰", "丁酉")
    assert found["hunyin-17-r5"].status == "true"
    assert found["hunyin-17-r4-1"].status == "exception"
    assert [one[:2] for one in found["hunyin-17-r4-1"].blocks] == [("hunyin-17-r5", "cancel")]


def test_hunyin_1_what_adds_to_a_table_adds_to_its_rows(rules):
    """兄 moves and bears the day: 不唯不和，更有剋制."""
    found = verdicts(rules, "泰之臨", "申", "甲辰")
    assert found["hunyin-1-r16-4"].touching == (("hunyin-1-r17", "add"),)


def test_hunyin_9_a_warning_without_a_condition_is_shown(rules):
    """財空妻失 … 然不可執法推; what bears on a word, as 須論間爻, is not shown with each rule that has it."""
    found = verdicts(rules, "坤", "子", "甲子", "男占婚")
    assert found["hunyin-9-r10"].status == "true"
    assert found["hunyin-9-r10"].bearing == ("hunyin-9-r12",)
    assert found["hunyin-18-r2-2"].bearing == ("hunyin-18-r1", "hunyin-18-r11")
    assert found["hunyin-17-r13"].bearing == ()


def test_hunyin_18_otherwise_says_which_rule_fails(rules):
    one = verdicts(rules, "坤之復", "巳", "甲子")["hunyin-18-r9"]
    assert one.status == "true"
    assert "非「當以何爻為主？ … 動靜取之。」（hunyin-18-r4）：數(間 & 動)為0" in one.why("zh")
    assert "hunyin-18-r4 does not hold" in one.why("en")


# -- reasons -------------------------------------------------------------------------------------

REASONS = {
    "hunyin-14-r4-2: 子 supports 亥 as its peer, and feeds 卯": (
        "受扶(財 | 鬼, 日)", "坤之復 巳月 甲子日",
        "鬼（三爻官鬼乙卯木）受日辰甲子之扶。財（五爻妻財癸亥水）受日辰甲子之扶。",
        "관귀(鬼) 삼효 관귀 을묘목(乙卯木)은 일진 갑자(甲子)에게 부조를 받는다."
        " 처재(財) 오효 처재 계해수(癸亥水)는 일진 갑자(甲子)에게 부조를 받는다.",
        "Officers 鬼 (line 3 官鬼乙卯木) is supported by the day 甲子."
        " Wealth 財 (line 5 妻財癸亥水) is supported by the day 甲子.",
    ),
    "hunyin-19-r17: 酉 feeds 亥; 亥 feeds 卯, which is not asked": (
        "受沖生扶合(間 & 靜, 應 | 世)", "坤之復 巳月 甲子日",
        "間（五爻妻財癸亥水）靜，受世（上爻子孫癸酉金）之生。",
        "간효(間) 오효 처재 계해수(癸亥水)는 안정하고, 세(世) 상효 자손 계유금(癸酉金)에게 생을 받는다.",
        "Lines between 間 (line 5 妻財癸亥水) is static 靜, and is fed by the asker's line 世"
        " (line 6 子孫癸酉金).",
    ),
    "hunyin-21-r1: it is clashed with": (
        "受沖剋(間, 財 | 官)", "乾之小畜 辰月 丁酉日",
        "間（五爻兄弟壬申金）受財（二爻妻財甲寅木）之沖，受鬼（四爻官鬼壬午火）之克。",
        "간효(間) 오효 형제 임신금(壬申金)은 처재(財) 이효 처재 갑인목(甲寅木)에게 충을 받고,"
        " 관귀(鬼) 사효 관귀 임오화(壬午火)에게 극을 받는다.",
        "Lines between 間 (line 5 兄弟壬申金) is clashed with by wealth 財 (line 2 妻財甲寅木), and is"
        " controlled by officers 鬼 (line 4 官鬼壬午火).",
    ),
    "hunyin-17-r1: the one line is both, and does not feed itself": (
        "生(財, 世)", "節之中孚 寅月 辛亥日",
        "財（初爻妻財丁巳火）不生世（初爻妻財丁巳火）。",
        "처재(財) 초효 처재 정사화(丁巳火)는 세(世) 초효 처재 정사화(丁巳火)를 생하지 않는다.",
        "Wealth 財 (line 1 妻財丁巳火) does not feed the asker's line 世 (line 1 妻財丁巳火).",
    ),
    "hunyin-6-r1: what is asked of the other end": (
        "合(財 & 動, 鬼 & 動)", "復之節 子月 己巳日",
        "財（五爻妻財癸亥水）動，合鬼（二爻官鬼庚寅木）。鬼（二爻官鬼庚寅木）動。",
        "처재(財) 오효 처재 계해수(癸亥水)는 동하고, 관귀(鬼) 이효 관귀 경인목(庚寅木)과 합한다."
        " 관귀(鬼) 이효 관귀 경인목(庚寅木)은 동한다.",
        "Wealth 財 (line 5 妻財癸亥水) is moving 動, and combines with officers 鬼 (line 2 官鬼庚寅木)."
        " Officers 鬼 (line 2 官鬼庚寅木) is moving 動.",
    ),
    "hunyin-17-r3: what is done by the other end": (
        "扶(日 | 月 | 動, 生合(財, 世))", "臨之節 未月 甲申日",
        "日辰甲申扶財（五爻妻財癸亥水）。財（五爻妻財癸亥水）生世（二爻官鬼丁卯木）。",
        "일진 갑신(甲申)은 처재(財) 오효 처재 계해수(癸亥水)를 부조한다."
        " 처재(財) 오효 처재 계해수(癸亥水)는 세(世) 이효 관귀 정묘목(丁卯木)을 생한다.",
        "The day 甲申 supports wealth 財 (line 5 妻財癸亥水). Wealth 財 (line 5 妻財癸亥水) feeds the"
        " asker's line 世 (line 2 官鬼丁卯木).",
    ),
    "hunyin-12-r1: the void under which it lies": (
        "伏(財, 鬼 & 空)", "小過之咸 子月 甲申日",
        "財（二爻下所伏妻財丁卯木）伏於鬼（二爻官鬼丙午火）之下。鬼（二爻官鬼丙午火）空。",
        "처재(財) 이효 아래 숨은 처재 정묘목(丁卯木)은 관귀(鬼) 이효 관귀 병오화(丙午火) 아래에 숨는다."
        " 관귀(鬼) 이효 관귀 병오화(丙午火)는 공망(空)이다.",
        "Wealth 財 (line 2 hiding 妻財丁卯木) lies hidden under officers 鬼 (line 2 官鬼丙午火)."
        " Officers 鬼 (line 2 官鬼丙午火) is void 空.",
    ),
    "hunyin-1-r7-5: a trigram under its name": (
        "內 & 陽宮", "泰之臨 申月 甲辰日",
        "內（初爻妻財甲子水、二爻官鬼甲寅木、三爻兄弟甲辰土）皆在陽宮。",
        "내괘(內) 초효 처재 갑자수(甲子水), 이효 관귀 갑인목(甲寅木), 삼효 형제 갑진토(甲辰土)는 모두"
        " 양궁(陽宮)이다.",
        "Inner 內 (line 1 妻財甲子水, line 2 官鬼甲寅木 and line 3 兄弟甲辰土) are in a yang trigram 陽宮.",
    ),
    "hunyin-13-r5: two of a kind": (
        "兩現(財)", "泰之臨 申月 甲辰日",
        "財（初爻妻財甲子水、五爻妻財癸亥水）皆為兩現。",
        "처재(財) 초효 처재 갑자수(甲子水), 오효 처재 계해수(癸亥水)는 모두 양현(兩現)이다.",
        "Wealth 財 (line 1 妻財甲子水 and line 5 妻財癸亥水) are doubled 兩現.",
    ),
    "hunyin-13-r5: but one": (
        "兩現(財)", "節之中孚 寅月 辛亥日",
        "財（初爻妻財丁巳火）非兩現。",
        "처재(財) 초효 처재 정사화(丁巳火)는 양현(兩現)이 아니다.",
        "Wealth 財 (line 1 妻財丁巳火) is not doubled 兩現.",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", REASONS.values(), ids=REASONS)
def test_reason(case):
    condition, chart, *told = case
    found = explain(
        condition,
        parse(condition, vocabulary("liuyao", "hunyin")),
        environment("hunyin", "liuyao", chart),
    )
    assert [tell(found, lang) for lang in ("zh", "ko", "en")] == told


# -- what the text says of these charts ------------------------------------------------------------


def test_hunyin_12_a_widow_has_no_husband(rules):
    """財 lies under a void 鬼, and 白虎 moves and controls it: 有夫在身 of hunyin-13 is undone."""
    found = verdicts(rules, "小過之咸", "子", "甲申", "女占婚")
    assert found["hunyin-12-r5"].status == "true"
    assert found["hunyin-13-r12"].status == "exception"
    assert verdicts(rules, "謙", "子", "甲子")["hunyin-13-r12"].status == "true"


def test_hunyin_9_sheltering_in_the_void_takes_back_the_decree(rules):
    found = verdicts(rules, "泰之臨", "申", "甲辰", "男占婚")
    taken_back = ("r6", "r7", "r8", "r11", "r18", "r19")
    assert found["hunyin-9-r21"].status == "true"
    assert {found[f"hunyin-9-{one}"].status for one in taken_back} == {"exception"}


def test_hunyin_9_the_line_of_use_goes_by_who_asks(rules):
    """鬼空不妨, said of a man who asks, needs 財 without hurt; 兄 moves and controls both."""
    found = verdicts(rules, "泰之臨", "申", "甲辰", "男占婚")
    assert [one[:2] for one in found["hunyin-9-r14"].blocks] == [("hunyin-9-r17", "require")]
    assert "財（初爻妻財甲子水、五爻妻財癸亥水）皆傷" in found["hunyin-9-r14"].why("zh")
    assert "hunyin-9-r23" not in found


def test_hunyin_7_whose_family_a_line_is_where_a_woman_asks(rules):
    """蓋女占男，以世為女家，應為男家故也 is told with 女家貪男家 and the like, and with nothing if a man asks."""
    assert verdicts(rules, "臨", "子", "甲子", "女占婚")["hunyin-4-r3"].bearing == ("hunyin-7-r21",)
    assert verdicts(rules, "臨", "子", "甲子", "男占婚")["hunyin-4-r3"].bearing == ()


def test_hunyin_20_to_feed_the_attacker_rescues_nothing(rules):
    """離: 應 controls 世, and 酉 between them feeds 應; 同人: 申 feeds 世, which 應 controls."""
    assert verdicts(rules, "離", "子", "甲子")["hunyin-20-r10"].status == "false"
    assert verdicts(rules, "同人", "子", "甲子")["hunyin-20-r10"].status == "true"


def test_hunyin_14_the_body_of_each_goes_by_the_line_of_each(rules):
    """泰 in 寅: 鬼 寅 is in season and 財 亥, 子 are not, so that he is stout and she lean: no contradiction."""
    found = verdicts(rules, "泰之臨", "寅", "甲子", "男占婚")
    assert found["hunyin-14-r4-1"].says("en") == ("the build of the body (of the husband): stout (certainly)",)
    assert found["hunyin-14-r4-3"].says("zh") == ("身形（婦）：瘦（必）",)
    consultation = found["hunyin-14-r4-1"].consultation
    assert set(consultation.beside["身形（夫）"]) == {"肥"} and set(consultation.beside["身形（婦）"]) == {"瘦"}
    assert not any(about.startswith("the build") for about, _ in consultation.side_by_side("en"))


def test_hunyin_14_what_is_of_both_is_told_of_both(rules):
    """剝 in 寅: 鬼 巳 is fed and 財 卯, 寅 are in season."""
    found = verdicts(rules, "剝", "寅", "甲子", "婚姻")
    assert found["hunyin-14-r4-1"].says("en")[0].startswith("the build of the body (of the husband and the wife)")
    assert "(남편, 아내): " in found["hunyin-14-r4-1"].says("ko")[0]
