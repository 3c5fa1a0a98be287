"""Explanations against ones written by hand, in three languages, each on a chart of the texts."""

from __future__ import annotations

import numpy as np
import pytest

from yarrow.charts import liuyao
from yarrow.rules import facts, liuyao_base
from yarrow.rules.evaluate import truth
from yarrow.rules.explain import explain
from yarrow.rules.language import parse
from yarrow.rules.load import vocabulary
from yarrow.rules.telling import tell
from yarrow.rules.validate import environment
from yarrow.rules.values import FALSE, TRUE, UNKNOWN

# condition, chart, value, and why in Chinese, Korean and English
CASES = {
    "hunyin-2-r1: a word of the whole chart": (
        "hunyin", "六合卦", "否 寅月 甲子日", TRUE,
        "此卦為六合卦。",
        "이 괘는 육합괘(六合卦)이다.",
        "The hexagram is 六合卦 (combination hexagram).",
    ),
    "hunyin-2-r4: that it is not": (
        "hunyin", "六沖卦", "否 寅月 甲子日", FALSE,
        "此卦非六沖卦。",
        "이 괘는 육충괘(六沖卦)가 아니다.",
        "The hexagram is not 六沖卦 (clash hexagram).",
    ),
    "hunyin-2-r3: every part of and": (
        "hunyin", "六合卦 and (生(世, 應) or 生(應, 世)) and 合(財, 鬼)", "泰 寅月 甲子日", TRUE,
        "此卦為六合卦。世（三爻兄弟甲辰土）生應（上爻子孫癸酉金）。財（五爻妻財癸亥水）合鬼（二爻官鬼甲寅木）。",
        "이 괘는 육합괘(六合卦)이다. 세(世) 삼효 형제 갑진토(甲辰土)는 응(應) 상효 자손 계유금(癸酉金)을 생한다."
        " 처재(財) 오효 처재 계해수(癸亥水)는 관귀(鬼) 이효 관귀 갑인목(甲寅木)과 합한다.",
        "The hexagram is 六合卦 (combination hexagram). The asker's line 世 (line 3 兄弟甲辰土) feeds the"
        " other's line 應 (line 6 子孫癸酉金). Wealth 財 (line 5 妻財癸亥水) combines with officers 鬼"
        " (line 2 官鬼甲寅木).",
    ),
    "hunyin-2-r3: the parts that fail alone": (
        "hunyin", "六合卦 and (生(世, 應) or 生(應, 世))", "否 寅月 甲子日", FALSE,
        "世（三爻妻財乙卯木）不生應（上爻父母壬戌土）。應（上爻父母壬戌土）不生世（三爻妻財乙卯木）。",
        "세(世) 삼효 처재 을묘목(乙卯木)은 응(應) 상효 부모 임술토(壬戌土)를 생하지 않는다."
        " 응(應) 상효 부모 임술토(壬戌土)는 세(世) 삼효 처재 을묘목(乙卯木)을 생하지 않는다.",
        "The asker's line 世 (line 3 妻財乙卯木) does not feed the other's line 應 (line 6 父母壬戌土)."
        " The other's line 應 (line 6 父母壬戌土) does not feed the asker's line 世 (line 3 妻財乙卯木).",
    ),
    "hunyin-2-r8: of or the part that holds": (
        "hunyin", "世 & 陰 and 應 & 陽 or 鬼 <= 陰 and 財 <= 陽", "明夷 寅月 甲子日", TRUE,
        "世（四爻官鬼癸丑土）為陰。應（初爻子孫己卯木）為陽。",
        "세(世) 사효 관귀 계축토(癸丑土)는 음(陰)이다. 응(應) 초효 자손 기묘목(己卯木)은 양(陽)이다.",
        "The asker's line 世 (line 4 官鬼癸丑土) is yin 陰. The other's line 應 (line 1 子孫己卯木) is yang 陽.",
    ),
    "hunyin-2-r8: all of several": (
        "hunyin", "鬼 <= 陰", "豐 寅月 甲子日", TRUE,
        "鬼（二爻官鬼己丑土、上爻官鬼庚戌土）皆為陰。",
        "관귀(鬼) 이효 관귀 기축토(己丑土), 상효 관귀 경술토(庚戌土)는 모두 음(陰)이다.",
        "Officers 鬼 (line 2 官鬼己丑土 and line 6 官鬼庚戌土) are all yin 陰.",
    ),
    "hunyin-2-r8: one of several is not": (
        "hunyin", "財 <= 陽", "井 寅月 甲子日", FALSE,
        "財（初爻妻財辛丑土、五爻妻財戊戌土），其中初爻妻財辛丑土非陽。",
        "처재(財) 초효 처재 신축토(辛丑土), 오효 처재 무술토(戊戌土) 가운데 초효 처재 신축토(辛丑土)는 양(陽)이 아니다.",
        "Of wealth 財 (line 1 妻財辛丑土 and line 5 妻財戊戌土), line 1 妻財辛丑土 is not yang 陽.",
    ),
    "hunyin-2-r11: a relation": (
        "hunyin", "合(世, 應)", "復 寅月 甲子日", TRUE,
        "世（初爻妻財庚子水）合應（四爻兄弟癸丑土）。",
        "세(世) 초효 처재 경자수(庚子水)는 응(應) 사효 형제 계축토(癸丑土)와 합한다.",
        "The asker's line 世 (line 1 妻財庚子水) combines with the other's line 應 (line 4 兄弟癸丑土).",
    ),
    "hunyin-3-r1: of 動 | 空 the one that it is": (
        "hunyin", "應 & (動 | 空)", "坤 子月 甲辰日", TRUE,
        "應（三爻官鬼乙卯木）空。",
        "응(應) 삼효 관귀 을묘목(乙卯木)은 공망(空)이다.",
        "The other's line 應 (line 3 官鬼乙卯木) is void 空.",
    ),
    "hunyin-3-r1: neither": (
        "hunyin", "應 & (動 | 空)", "坤 子月 甲子日", FALSE,
        "應（三爻官鬼乙卯木）不動，不空。",
        "응(應) 삼효 관귀 을묘목(乙卯木)은 동하지 않고, 공망(空)이 아니다.",
        "The other's line 應 (line 3 官鬼乙卯木) is neither moving 動 nor void 空.",
    ),
    "hunyin-3-r2: of 沖剋 the one that holds": (
        "hunyin", "應 & (動 | 空) or 沖剋(應, 世)", "坤 子月 甲子日", TRUE,
        "應（三爻官鬼乙卯木）沖世（上爻子孫癸酉金）。",
        "응(應) 삼효 관귀 을묘목(乙卯木)은 세(世) 상효 자손 계유금(癸酉金)을 충한다.",
        "The other's line 應 (line 3 官鬼乙卯木) clashes with the asker's line 世 (line 6 子孫癸酉金).",
    ),
    "hunyin-3-r2: none of all": (
        "hunyin", "應 & (動 | 空) or 沖剋(應, 世)", "師 子月 甲子日", FALSE,
        "應（上爻父母癸酉金）不動，不空。應（上爻父母癸酉金）不沖克世（三爻妻財戊午火）。",
        "응(應) 상효 부모 계유금(癸酉金)은 동하지 않고, 공망(空)이 아니다."
        " 응(應) 상효 부모 계유금(癸酉金)은 세(世) 삼효 처재 무오화(戊午火)를 충하거나 극하지 않는다.",
        "The other's line 應 (line 6 父母癸酉金) is neither moving 動 nor void 空. The other's line 應"
        " (line 6 父母癸酉金) does not clash with or control the asker's line 世 (line 3 妻財戊午火).",
    ),
    "hunyin-3-r3: what is taken away": (
        "hunyin", "(應 & 靜) - 空 and 生合(應, 世)", "復 子月 甲寅日", FALSE,
        "應（四爻兄弟癸丑土）空。",
        "응(應) 사효 형제 계축토(癸丑土)는 공망(空)이다.",
        "The other's line 應 (line 4 兄弟癸丑土) is void 空.",
    ),
    "hunyin-3-r7: four words of one line": (
        "hunyin", "(世 | 應) & (蛇 | 兄) & 旺 & 動", "大壯之豫 子月 己巳日", TRUE,
        "應（初爻妻財甲子水）臨螣蛇，旺，動。",
        "응(應) 초효 처재 갑자수(甲子水)는 등사(螣蛇)를 띠고, 왕하고, 동한다.",
        "The other's line 應 (line 1 妻財甲子水) bears soaring snake 螣蛇, and is flourishing 旺 and moving 動.",
    ),
    "hunyin-3-r7: what each of two lines lacks": (
        "hunyin", "(世 | 應) & (蛇 | 兄) & 旺 & 動", "大壯 子月 己巳日", FALSE,
        "應（初爻妻財甲子水）不動。世（四爻父母庚午火）不臨螣蛇，非兄，不旺，不動。",
        "응(應) 초효 처재 갑자수(甲子水)는 동하지 않는다. 세(世) 사효 부모 경오화(庚午火)는 등사(螣蛇)를 띠지 않고,"
        " 형제(兄)가 아니고, 왕하지 않고, 동하지 않는다.",
        "The other's line 應 (line 1 妻財甲子水) is not moving 動. The asker's line 世 (line 4 父母庚午火) is"
        " neither bearing soaring snake 螣蛇 nor siblings 兄 nor flourishing 旺 nor moving 動.",
    ),
    "a stage, on which of day and month": (
        "hunyin", "墓(福, 日 | 月) or 絕(福, 日 | 月)", "坤之師 寅月 甲子日", TRUE,
        "福（上爻子孫癸酉金）於月建寅為絕。",
        "자손(福) 상효 자손 계유금(癸酉金)은 월건 인(寅)에서 절(絕)이다.",
        "Offspring 福 (line 6 子孫癸酉金) is at extinction 絕 on the month 寅.",
    ),
    "a stage that is on neither": (
        "hunyin", "墓(福, 日 | 月)", "坤之師 子月 甲子日", FALSE,
        "福（上爻子孫癸酉金）不於日辰甲子、月建子為墓。",
        "자손(福) 상효 자손 계유금(癸酉金)은 일진 갑자(甲子), 월건 자(子)에서 묘(墓)가 아니다.",
        "Offspring 福 (line 6 子孫癸酉金) is not at tomb 墓 on the day 甲子 or the month 子.",
    ),
    "yushi-1: a number, with what is counted": (
        "yushi", "數(財) >= 2", "節之中孚 寅月 辛亥日", FALSE,
        "數(財)為1（初爻妻財丁巳火），不合至少2之數。",
        "數(財): 1(초효 처재 정사화(丁巳火)). '2 이상'에 들지 않는다.",
        "數(財) is 1 (line 1 妻財丁巳火), not at least 2.",
    ),
    "a passive, by whom": (
        "yushi", "受克(世, 動) and 卦 & 節卦", "節之中孚 寅月 辛亥日", TRUE,
        "世（初爻妻財丁巳火）受上爻兄弟戊子水之克。卦為水澤節。",
        "세(世) 초효 처재 정사화(丁巳火)는 상효 형제 무자수(戊子水)에게 극을 받는다. 괘(卦)는 절괘이다.",
        "The asker's line 世 (line 1 妻財丁巳火) is controlled by line 6 兄弟戊子水. The hexagram 卦 is 節"
        " (Limitation).",
    ),
    "姤: hidden lines": (
        "yushi", "不上卦(財) and 伏(財) and 飛生伏", "姤 寅月 辛亥日", TRUE,
        "卦上無財。有財（二爻下所伏妻財甲寅木）。二爻下所伏妻財甲寅木飛生伏。",
        "괘에 처재(財)가 없다. 처재(財) 이효 아래 숨은 처재 갑인목(甲寅木)이 있다."
        " 이효 아래 숨은 처재 갑인목(甲寅木)은 비생복(飛生伏)이다.",
        "There is no wealth 財 among the lines. The hexagram has wealth 財 (line 2 hiding 妻財甲寅木)."
        " Line 2 hiding 妻財甲寅木 is fed from above 飛生伏.",
    ),
    "what a line turns into": (
        "yushi", "化(兄, 福)", "節之中孚 寅月 辛亥日", TRUE,
        "兄（上爻兄弟戊子水）化出子孫辛卯木，化出者為福。",
        "형제(兄) 상효 형제 무자수(戊子水)는 자손 신묘목(辛卯木)으로 변하고, 변한 효는 자손(福)이다.",
        "Siblings 兄 (line 6 兄弟戊子水) turns into 子孫辛卯木, which is offspring 福.",
    ),
    "a missing birth year, and what would decide": (
        "yushi", "克(命, 世)", "節之中孚 寅月 辛亥日", UNKNOWN,
        "「克(命, 世)」未定。未給本命（--birth）；若為子、亥則合。",
        "'克(命, 世)' 여부는 정해지지 않았다. 본명이 주어지지 않았다(--birth); 자, 해이면 성립한다.",
        "Whether 克(命, 世) is open. The birth year is not known (give --birth); it holds with 子 or 亥.",
    ),
    "two missing facts": (
        "yushi", "男 and 克(歲, 世)", "節之中孚 寅月 辛亥日", UNKNOWN,
        "「男」未定。「克(歲, 世)」未定。未給太歲（--year）。未給占者男女（--sex）。",
        "'男' 여부는 정해지지 않았다. '克(歲, 世)' 여부는 정해지지 않았다. 태세가 주어지지 않았다(--year)."
        " 점치는 이의 성별이 주어지지 않았다(--sex).",
        "Whether 男 is open. Whether 克(歲, 世) is open. The year is not known (give --year). The asker's sex"
        " is not known (give --sex).",
    ),
    "the line of use, unknown without a question": (
        "yushi", "用 & 動", "節之中孚 寅月 辛亥日", UNKNOWN,
        "「用 & 動」未定。未給用神（--asks）；若為兄弟則合。",
        "'用 & 動' 여부는 정해지지 않았다. 용신이 주어지지 않았다(--asks); 형제이면 성립한다.",
        "Whether 用 & 動 is open. The line of use is not known (give --asks); it holds with siblings.",
    ),
    "zhonggui-1-r3: three transmissions in their order": (
        "zhonggui", "三傳 <= 鬼 and 克(干上, 三傳)", "壬辰日 干上寅", TRUE,
        "三傳（戌土、丑土、辰土）皆為鬼。干上（寅木）克三傳（戌土、丑土、辰土）。",
        "삼전(三傳) 술토(戌土), 축토(丑土), 진토(辰土)는 모두 관귀(鬼)이다."
        " 간상(干上) 인목(寅木)은 삼전(三傳) 술토(戌土), 축토(丑土), 진토(辰土)를 극한다.",
        "The three transmissions 三傳 (戌土, 丑土 and 辰土) are all ghosts 鬼. What is over the stem 干上"
        " (寅木) controls the three transmissions 三傳 (戌土, 丑土 and 辰土).",
    ),
    "zhonggui-1-r2: two of three are not": (
        "zhonggui", "三傳 <= 鬼", "丙子日 干上子", FALSE,
        "三傳（子水、未土、寅木），其中寅木、未土非鬼。",
        "삼전(三傳) 자수(子水), 미토(未土), 인목(寅木) 가운데 인목(寅木), 미토(未土)는 관귀(鬼)가 아니다.",
        "Of the three transmissions 三傳 (子水, 未土 and 寅木), 寅木 and 未土 are not ghosts 鬼.",
    ),
    "zhonggui-1-r4: a pattern and a god on the void": (
        "zhonggui", "蒿矢 and 初 & 鬼 & 落空", "壬辰日 干上寅", TRUE,
        "此課為蒿矢。初（戌土）為鬼，落空。",
        "이 과는 호시(蒿矢)이다. 초전(初) 술토(戌土)는 관귀(鬼)이고, 낙공(落空)이다.",
        "The lesson is 蒿矢 (wormwood arrow). First transmission 初 (戌土) is ghosts 鬼 and on the void 落空.",
    ),
    "zhonggui-2-r1: by night and by day": (
        "zhonggui", "夜(乘(初, 白虎)) and not 晝(乘(初, 白虎))", "壬辰日 干上寅", TRUE,
        "以夜占論，初（戌土）乘白虎。以晝占論，初（戌土）不乘白虎。",
        "밤으로 볼 때, 초전(初) 술토(戌土)는 백호(白虎)를 태운다. 낮으로 볼 때, 초전(初) 술토(戌土)는 백호(白虎)를 태우지 않는다.",
        "By night, first transmission 初 (戌土) is ridden by White Tiger 白虎. By day, first transmission 初"
        " (戌土) is not ridden by White Tiger 白虎.",
    ),
    "zhonggui-2-r1: day or night is not told": (
        "zhonggui", "乘(初, 白虎)", "壬辰日 干上寅", UNKNOWN,
        "「乘(初, 白虎)」未定。未給晝夜（--night or --day-time）；若為夜則合。",
        "'乘(初, 白虎)' 여부는 정해지지 않았다. 낮과 밤이 주어지지 않았다(--night or --day-time); 밤이면 성립한다.",
        "Whether 乘(初, 白虎) is open. Day or night is not known (give --night or --day-time); it holds with"
        " night.",
    ),
    "zhonggui-2-r7: a trine that is not there": (
        "zhonggui", "克(局(三傳), 干)", "壬辰日 干上寅", FALSE,
        "無三傳之局。",
        "삼전(三傳)의 국(局)이 없다.",
        "There is no trine 局 of the three transmissions 三傳.",
    ),
    "zhonggui-2-r8: the nobleman rides it": (
        "zhonggui", "克(干上, 鬼 & 三傳) and 乘(干上, 貴人)", "己亥日 干上申 夜", TRUE,
        "干上（申金）克鬼（寅木、卯木）。干上（申金）乘貴人。",
        "간상(干上) 신금(申金)은 관귀(鬼) 인목(寅木), 묘목(卯木)을 극한다. 간상(干上) 신금(申金)은 귀인(貴人)을 태운다.",
        "What is over the stem 干上 (申金) controls ghosts 鬼 (寅木 and 卯木). What is over the stem 干上"
        " (申金) is ridden by Nobleman 貴人.",
    ),
    "zhonggui-12: a month that is not told": (
        "zhonggui", "旺(干上)", "壬辰日 干上寅", UNKNOWN,
        "「旺(干上)」未定。未給月建（--month）；若為寅、卯、辰則合。",
        "'旺(干上)' 여부는 정해지지 않았다. 월건이 주어지지 않았다(--month); 인, 묘, 진이면 성립한다.",
        "Whether 旺(干上) is open. The month is not known (give --month); it holds with 寅, 卯 or 辰.",
    ),
    "zhonggui-12: a month that is told": (
        "zhonggui", "旺(干上) and 春", "壬辰日 干上寅 寅月", TRUE,
        "干上（寅木）旺。月令為春。",
        "간상(干上) 인목(寅木)은 왕하다. 월령은 춘(春)이다.",
        "What is over the stem 干上 (寅木) is flourishing 旺. The month is 春 (spring).",
    ),
    "zhonggui-39: another's years": (
        "zhonggui", "母(命上 & 鬼)", "壬辰日 干上寅", UNKNOWN,
        "以母命論，「命上 & 鬼」未定。未給母之本命（--person 母命…）；若為丑、辰、未、戌則合。",
        "어머니의 명으로 볼 때, '命上 & 鬼' 여부는 정해지지 않았다. 어머니의 본명이 주어지지 않았다(--person 母命…);"
        " 축, 진, 미, 술이면 성립한다.",
        "By the mother's years, whether 命上 & 鬼 is open. The mother's birth year is not known (give --person"
        " 母命…); it holds with 丑, 辰, 未 or 戌.",
    ),
    "zhonggui-1: the day": (
        "zhonggui", "壬辰日 and 剛日 and 初 & 戌", "壬辰日 干上寅", TRUE,
        "日辰為壬辰日。日辰為剛日。初為戌土。",
        "일진은 임진일(壬辰日)이다. 일진은 강일(剛日)이다. 초전(初)은 술토(戌土)이다.",
        "The day is 壬辰日 (a day of 壬辰). The day is 剛日 (hard day). First transmission 初 is 戌土.",
    ),
}  # fmt: skip


def art_of(slug: str) -> str:
    return "liuren" if slug in ("sanchuan", "zhonggui") else "liuyao"


def explained(slug: str, condition: str, chart: str):
    node = parse(condition, vocabulary(art_of(slug), slug))
    return explain(condition, node, environment(slug, art_of(slug), chart))


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_told_as_by_hand(case):
    slug, condition, chart, value, *told = case
    found = explained(slug, condition, chart)
    assert found.value == value
    assert [tell(found, lang) for lang in ("zh", "ko", "en")] == told


def test_there_are_thirty_in_each_language():
    assert len(CASES) >= 30


@pytest.mark.parametrize(
    ("slug", "condition", "chart"),
    [
        (slug, condition, chart)
        for slug, condition, chart, value, *_ in CASES.values()
        if value == UNKNOWN
    ],
)
def test_giving_the_missing_facts_decides(slug, condition, chart):
    """What is said to be missing is enough: with any value of it the condition is known."""
    found = explained(slug, condition, chart)
    more = {
        "birth": "命子",
        "year": "子年",
        "sex": "男",
        "use": "用財",
        "night": "夜",
        "month": "寅月",
        "age": "行年午",
        "母本命": "母命子",
    }
    words = " ".join([chart, *(more[one.fact.name] for one in found.missing)])
    assert explained(slug, condition, words).value != UNKNOWN


def test_the_values_that_are_said_to_hold_do():
    found = explained("yushi", "克(命, 世)", "節之中孚 寅月 辛亥日")
    (missing,) = found.missing
    for branch, name in enumerate("子丑寅卯辰巳午未申酉戌亥"):
        known = explained("yushi", "克(命, 世)", f"節之中孚 寅月 辛亥日 命{name}")
        assert (known.value == TRUE) == (branch in missing.holds)


def test_an_explanation_is_of_one_chart():
    node = parse("動", vocabulary("liuyao", "yushi"))
    two = facts.charts(facts.read("liuyao", "節 寅月 亥日"))
    with pytest.raises(ValueError, match="one chart"):
        explain("動", node, facts.environment(facts.read("liuyao", "節 寅月 亥日"), two))


WORDS = [
    (art, word.zh)
    for art, slug in (("liuyao", "yushi"), ("liuren", "zhonggui"))
    for group in vocabulary(art, slug).groups.values()
    for word in group
    if word.takes is None
]


def test_every_word_is_told_in_every_language():
    """No word of either art breaks a sentence, whether it holds or not."""
    charts = {
        "liuyao": ("yushi", ("節之中孚 寅月 辛亥日", "姤 午月 甲子日 命子 男 子年")),
        "liuren": ("zhonggui", ("壬辰日 干上寅", "己亥日 干上申 夜 午月 命子 行年丑")),
    }
    for art, word in WORDS:
        slug, several = charts[art]
        for chart in several:
            node = parse(word, vocabulary(art, slug), want=None)
            env = environment(slug, art, chart)
            found = explain(word, node, env)
            assert found.value == int(truth(node, env).data[0])
            for lang, stop in (("zh", "。"), ("ko", "."), ("en", ".")):
                told = tell(found, lang)
                assert told.endswith(stop) and "None" not in told, (word, lang, told)


def test_what_is_told_agrees_with_the_truth():
    """A true condition names members that are in its set; on 200 charts of 六爻."""
    random = np.random.default_rng(6)
    node = parse("世 & 動", vocabulary("liuyao", "yushi"))
    for code, moves, day in random.integers(0, (64, 64, 60), (200, 3)):
        env = liuyao_base.environment(liuyao.lay(int(code), int(moves), day=int(day), month=2))
        told = tell(explain("世 & 動", node, env), "zh")
        assert told.endswith("不動。") == (not truth(node, env).data[0])
