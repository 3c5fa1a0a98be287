"""Every word of 六壬 on charts that texts 001 and 004 work, and against a plain reading of one."""

import numpy as np
import pytest

from yarrow.charts import ganzhi
from yarrow.charts.liuren import cast, every_chart
from yarrow.charts.liuren_chart import Chart
from yarrow.charts.liuren_generals import GENERALS as GENERAL_NAMES
from yarrow.charts.liuren_lessons import LODGE
from yarrow.charts.liuren_patterns import PATTERNS, matches
from yarrow.charts.liuren_spirits import spirit
from yarrow.charts.liuren_spirits import spirits as spirit_table
from yarrow.errors import YarrowError
from yarrow.rules import liuren_named
from yarrow.rules.evaluate import evaluate, truth
from yarrow.rules.language import parse
from yarrow.rules.liuren_base import CONVENTIONS, MONTHS, environment
from yarrow.rules.liuren_words import vocabulary
from yarrow.rules.values import BRANCHES, ELEMENTS, GENERALS, NUMBER, PILLARS, STEMS, TRUTH

WORDS = vocabulary()
SHORT = "貴蛇朱合勾龍空虎常玄陰后"
MEMBERS = {BRANCHES: ganzhi.BRANCHES, STEMS: ganzhi.STEMS, ELEMENTS: ganzhi.ELEMENTS,
           GENERALS: SHORT, PILLARS: ganzhi.PILLARS}

def draw(text):
    """A chart from its day and the god over the stem; 晝 夜, a month, 命X 年X 歲X 時X 將X."""
    day, seat, *rest = text.split()
    pillar = ganzhi.pillar(day)
    given = {"shift": (ganzhi.BRANCHES.index(seat) - int(LODGE[pillar % 10])) % 12}
    fields = {"命": "birth", "年": "age", "歲": "year", "時": "hour", "將": "general"}
    for token in rest:
        if token in "晝夜":
            given["night"] = "晝夜".index(token)
        elif token in MONTHS:
            given["month"] = (MONTHS.index(token) + 2) % 12
        else:
            given[fields[token[0]]] = ganzhi.BRANCHES.index(token[1])
    return cast(pillar, **given)


def members(kind, mask):
    return "".join(name for i, name in enumerate(MEMBERS[kind]) if int(mask) >> i & 1)


def value(source, chart, **options):
    """What an expression is worth on one chart: members, a number, True, False or None.

    A set in doubt is written with what is sure, a stroke, and what may be.
    """
    env = environment(draw(chart) if isinstance(chart, str) else chart, **options)
    found = evaluate(parse(source, WORDS, want=None), env)
    if found.kind == TRUTH:
        return [False, None, True][int(np.broadcast_to(found.data, (1,))[0])]
    if found.kind == NUMBER:
        low, high = int(found.low.reshape(-1)[0]), int(found.high.reshape(-1)[0])
        return low if low == high else (low, high)
    sure, may = (int(np.broadcast_to(mask, (1,))[0]) for mask in (found.sure, found.may))
    told = members(found.kind, sure)
    return told if sure == may else f"{told}/{members(found.kind, may & ~sure)}"


# 壬辰 with 寅 over 壬 (zhonggui-1), 乙丑 with 申 over 乙 (zhonggui-7, sanchuan-11), 丙午 with 辰
# over 丙 (zhonggui-25).
A, B, C = "壬辰 寅", "乙丑 申", "丙午 辰"
CASES = [
    ("日", A, "壬辰"), ("日", B, "乙丑"),
    ("干", A, "壬"), ("干", B, "乙"),
    ("寄宮", A, "亥"), ("寄宮", B, "辰"),
    ("支", A, "辰"), ("支", B, "丑"),
    ("占時", A + " 時子", "子"), ("占時", A, "/" + ganzhi.BRANCHES),
    ("月將", A + " 將午", "午"), ("月將", A + " 時子", "卯"),
    ("陽支 & 三傳", A, "辰戌"), ("陽支 & 三傳", B, ""),
    ("陰支 & 三傳", A, "丑"), ("陰支 & 三傳", B, "丑巳酉"),
    ("晝貴", A, "巳"), ("晝貴", B, "子"),
    ("夜貴", A, "卯"), ("夜貴", B, "申"),
    ("幕貴", A + " 晝", "卯"), ("幕貴", A + " 夜", "巳"), ("幕貴", A, "/卯巳"),
    ("將(初) & 吉將", A + " 晝", "龍"), ("將(初) & 吉將", A + " 夜", ""),
    ("將(初) & 凶將", A + " 夜", "虎"), ("將(初) & 凶將", A + " 晝", ""),
    ("沖(十二支, 胎)", A, "子"), ("沖(十二支, 胎)", B, "卯"),
    ("四課 & 坎宮", B, "子"), ("四課 & 坎宮", A, ""), ("四課 & 艮宮", A, "寅"), ("四課 & 艮宮", B, ""),
    ("四課 & 震宮", "丁卯 卯", "卯"), ("四課 & 震宮", A, ""), ("四課 & 巽宮", A, "巳"),
    ("四課 & 巽宮", "丁卯 卯", ""), ("課傳 & 離宮", "丙子 戌", ""), ("課傳 & 離宮", "壬午 巳", "午"),
    ("四課 & 坤宮", A, "未"), ("四課 & 坤宮", B, "申"), ("四課 & 兌宮", B, "酉"), ("四課 & 兌宮", A, ""),
    ("四課 & 乾宮", A, "戌"), ("四課 & 乾宮", B, ""),
    ("前位(干)", A, "子"), ("前位(干上)", A, "卯"), ("後位(干)", A, "戌"), ("後位(干上)", A, "丑"),
    # 六甲日占，辰臨卯，是在日前，辰加丑是在日後也 (sanchuan-18).
    ("在前(坐(天罡), 干)", "甲辰 卯", "卯"), ("在後(坐(天罡), 干)", "甲辰 卯", ""),
    ("在後(坐(天罡), 干)", "甲辰 巳", "丑"), ("在前(坐(天罡), 干)", "甲辰 巳", ""),
    # 子年正月占，寅為月建，子加卯，是已過月建 (sanchuan-17).
    ("在前(坐(太歲), 月)", "甲子 亥 正月 歲子", "卯"), ("在後(坐(太歲), 月)", "甲子 丑 正月 歲子", "丑"),
    ("後旬空", A, "辰巳"), ("後旬空", "甲子 戌", "申酉"),  # 申…乃後旬之空，午…外後旬之空亡 (zhonggui-26)
    ("外後旬空", A, "寅卯"), ("外後旬空", "甲子 戌", "午未"),
    ("干上", A, "寅"), ("干上", B, "申"),
    ("干陰", A, "巳"), ("干陰", B, "子"),
    ("支上", A, "未"), ("支上", B, "巳"),
    ("支陰", A, "戌"), ("支陰", B, "酉"),
    ("初", A, "戌"), ("初", B, "酉"),
    ("中", A, "丑"), ("中", B, "丑"), ("中", C, "寅"),
    ("末", A, "辰"), ("末", B, "巳"),
    ("三傳", A, "丑辰戌"), ("三傳", "己未 巳", "丑巳"),  # 己未日八專，三傳丑巳巳 (sanchuan-8)
    ("四課", A, "寅巳未戌"), ("四課", "丁卯 卯", "卯未亥"),
    ("課傳", A, "丑寅辰巳未戌"), ("課傳", B, "子丑巳申酉"),
    ("六處", A + " 命子 年酉", "子寅卯辰未戌"), ("六處", A + " 命子", "寅卯辰未戌/子丑巳午申酉亥"),
    # sanchuan-9 has 四課未寅上克下 of this lesson, but wood controls earth: 下賊上.
    ("下賊上", A, ""), ("下賊上", "辛酉 卯", "寅卯未"),
    ("上克下", "辛酉 卯", "申"), ("上克下", A, ""), ("上克下", "丁卯 卯", "未"),
    ("傳(戌, 丑, 辰)", A, True), ("傳(丑, 戌, 辰)", A, False),
    ("傳(土, 土, 土)", A, True), ("傳(金, 土, 火)", B, True),
    ("本命", A + " 命子", "子"), ("本命", A, "/" + ganzhi.BRANCHES),
    ("行年", A + " 年酉", "酉"), ("行年", A, "/" + ganzhi.BRANCHES),
    ("命上", A + " 命子", "卯"), ("命上", B + " 命子", "辰"),
    ("年上", A + " 年酉", "子"), ("年上", B + " 年酉", "丑"),
    ("年命", A + " 命子 年酉", "子酉"), ("年命", A + " 命子", "子/丑寅卯辰巳午未申酉戌亥"),
    ("年命上", A + " 命子 年酉", "子卯"), ("年命上", B + " 命子 年酉", "丑辰"),
    ("上(干)", A, "寅"), ("上(卯 | 戌)", A, "丑午"), ("上(貴人)", A + " 夜", "午"),
    ("坐(初)", A, "未"), ("坐(干上)", A, "亥"), ("坐(貴人)", A + " 夜", "子"),
    ("加(寅, 壬)", A, "寅"), ("加(寅, 子)", A, ""), ("加(三傳, 未 | 丑)", A, "辰戌"),
    ("加(干, 支)", "丙戌 申", ""), ("加(干, 支)", "丙戌 子", "巳"),  # 丙戌日巳加戌 (sanchuan-3)
    ("將(三傳)", A + " 夜", "蛇虎陰"), ("將(三傳)", A + " 晝", "龍常后"),
    ("將(干上)", B + " 夜", "貴"), ("將(干)", A + " 夜", "常"),
    ("乘(三傳, 白虎)", A + " 夜", "戌"), ("乘(三傳, 白虎)", A + " 晝", ""),
    ("乘神(白虎)", A + " 晝", "子"), ("乘神(白虎)", A, "/子戌"),
    ("陰神(白虎)", A + " 夜", "丑"), ("陰神(貴人)", A + " 夜", "巳"), ("陰神(貴人)", A + " 晝", "卯"),
    ("行(三傳)", A, "土"), ("行(干)", A, "水"), ("行(白虎)", A, "金"),
    ("遁(三傳)", A, "丙己壬"), ("遁(午)", A, ""), ("遁(支上)", "壬申 申", "己"),  # 巳遁己 (sanchuan-35)
    ("元遁(子)", A, "庚"), ("元遁(子 | 戌)", B, "丙"), ("元遁(子)", B, "丙"),
    ("遁見(干上, 庚)", "甲戌 辰", "辰"), ("遁見(初, 庚)", A, ""),  # 辰…乃遁庚 (sanchuan-13)
    ("暗鬼", "壬申 巳", "辰巳"), ("暗鬼", "甲戌 辰", "辰巳"), ("暗鬼", C, "子丑"),
    ("內戰 & 三傳", B + " 夜", ""), ("內戰 & 三傳", A + " 晝", "辰"),
    ("外戰 & 三傳", B + " 夜", "丑巳酉"), ("外戰 & 三傳", A + " 晝", "戌"),
    ("夾克 & 三傳", B + " 夜", "酉"), ("夾克 & 三傳", B + " 晝", ""),
    ("兄", A, "子亥"), ("兄", B, "寅卯"),
    ("脫", A, "寅卯"), ("脫", B, "巳午"),
    ("財", A, "巳午"), ("財", B, "丑辰未戌"),
    ("鬼", A, "丑辰未戌"), ("鬼", B, "申酉"),
    ("印", A, "申酉"), ("印", B, "子亥"),
    ("生(三傳, 干)", A, ""), ("生(初, 末)", "丙子 子", "子"), ("生(干, 干上)", A, "壬"),
    ("克(三傳, 干)", A, "丑辰戌"), ("克(干上, 三傳)", A, "寅"), ("克(將(三傳), 干)", A + " 夜", ""),
    ("克(將(三傳), 干)", "癸巳 酉 晝", "貴勾常"), ("克(白虎, 干)", B, "虎"), ("克(支, 干)", A, "辰"),
    ("受生(干, 局(三傳))", "癸巳 酉", "癸"), ("受生(干, 局(三傳))", A, ""), ("受生(三傳, 火)", A, "丑辰戌"),
    ("受克(三傳, 干上)", A, "丑辰戌"), ("受克(初, 末)", B, "酉"), ("受克(初, 中)", B, ""),
    ("比(初, 末)", A, "戌"), ("比(初, 末)", B, ""), ("比(寄宮, 干)", B, ""),
    ("合(干上, 支)", "癸酉 辰", "辰"), ("合(支上, 干)", "癸酉 辰", "子"), ("合(支上, 干)", A, ""),
    ("沖(初, 末)", A, "戌"), ("沖(初, 末)", B, ""),
    ("刑(支上, 干上)", "辛丑 未", "戌"), ("刑(支上, 干上)", A, ""), ("刑(初, 初)", "甲子 酉", ""),
    ("害(干上, 支)", "丁丑 午", "午"), ("害(支上, 干)", "丁丑 午", "子"), ("害(支上, 干)", A, ""),
    ("破(子, 酉)", A, "子"), ("破(子, 丑)", A, ""),
    ("三合(酉, 丑)", A, "酉"), ("三合(酉, 酉)", A, ""),
    ("自刑 & 三傳", A, "辰"), ("自刑 & 三傳", B, "酉"), ("自刑 & 三傳", C, ""),
    ("五合(甲, 己)", A, "甲"), ("五合(甲, 庚)", A, ""),
    ("局(三傳)", B, "金"), ("局(三傳)", A, ""), ("局(三傳)", "壬子 卯", "木"),
    ("方(三傳)", "戊子 午", "木"), ("方(三傳)", B, ""),
    ("鄉(木)", A, "寅卯辰"), ("鄉(土)", A, "丑辰未戌"), ("鄉(行(干))", A, "子丑亥"),
    ("鄉(火 | 金)", A, "巳午未申酉戌"), ("鄉(行(鬼))", "己丑 申", "寅卯辰"),
    ("長生", A, "申"), ("長生", B, "亥"), ("長生", "戊子 午", "寅"), ("長生(支)", B, "寅"),
    ("沐浴", A, "酉"), ("沐浴", B, "子"),
    ("冠帶", A, "戌"), ("冠帶", B, "丑"),
    ("臨官", A, "亥"), ("臨官", B, "寅"),
    ("帝旺", A, "子"), ("帝旺", B, "卯"),
    ("旺地", A, "子亥"), ("旺地", B, "寅卯"), ("旺地(午 | 酉)", A, "巳午申酉"),
    ("衰地", A, "丑"), ("衰地", B, "辰"),
    ("病地", A, "寅"), ("病地", B, "巳"),
    ("死地", A, "卯"), ("死地", B, "午"),
    ("墓", A, "辰"), ("墓", B, "未"), ("墓", "戊申 辰", "辰"), ("墓(初)", B, "丑"),
    ("絕", A, "巳"), ("絕", B, "申"), ("絕", "戊申 辰", "亥"),
    ("胎", A, "午"), ("胎", B, "酉"), ("胎", "戊申 辰", "子"), ("胎(支)", "戊寅 酉", "酉"),
    ("養", A, "未"), ("養", B, "戌"), ("養(丙 | 丁)", A, "丑"),
    ("落空", A, "酉戌"), ("落空", B, "寅卯"), ("落空", C, "丑寅"),
    ("空陷", A, "午未酉戌"), ("空陷", C, "丑寅卯"),
    ("旺", A + " 正月", "寅卯"), ("旺(三傳)", A + " 正月", ""), ("旺(干)", A + " 十一月", "壬"),
    ("相", A + " 正月", "巳午"), ("相", A + " 七月", "子亥"),
    ("休", A + " 正月", "子亥"), ("休", A + " 七月", "丑辰未戌"),
    ("囚", A + " 正月", "申酉"), ("囚", A + " 七月", "巳午"),
    ("死", A + " 正月", "丑辰未戌"), ("死", A + " 七月", "寅卯"),
    ("旺相", A + " 正月", "寅卯巳午"), ("旺相(干)", A, "/壬"),
    ("死囚 & 墓", "乙酉 未 三月", "未"), ("死囚 & 墓", "乙酉 未 五月", ""),  # 春占為死囚氣 (sanchuan-54)
    ("晝", A + " 晝", True), ("晝", A + " 夜", False), ("晝", A, None),
    ("夜", A + " 夜", True), ("夜", A + " 晝", False), ("夜", A, None),
    ("晝(將(初))", A + " 夜", "龍"), ("夜(將(初))", A + " 夜", "虎"), ("夜(將(初))", A, "虎"),
    ("春", A + " 三月", True), ("春", A + " 四月", False), ("春", A, None),
    ("夏", A + " 四月", True), ("夏", A + " 三月", False),
    ("秋", A + " 九月", True), ("秋", A + " 十月", False),
    ("冬", A + " 十二月", True), ("冬", A + " 正月", False),
    ("順", A + " 晝", True), ("順", B + " 晝", False), ("順", A, True), ("順", B, None),
    ("逆", B + " 晝", True), ("逆", B + " 夜", False),
    ("剛日", A, True), ("剛日", B, False),
    ("柔日", B, True), ("柔日", A, False),
    ("數(三傳)", A, 3), ("數(三傳)", "己未 巳", 2), ("數(年命上)", A, (0, 12)),
    ("先天數(寅)", A, 7), ("先天數(寅 | 辰)", A, 12), ("先天數(甲)", A, 9),
    ("相乘(5, 7)", A, 35), ("相乘(5 - 7, 7)", A, -14), ("折半(10)", A, 5), ("折半(9)", A, 4),
    ("男歲(17)", A, "午"), ("男歲(0)", A, ""), ("女歲(16)", A, "巳"), ("女歲(18)", A, "卯"),
]  # fmt: skip


@pytest.mark.parametrize("source, chart, want", CASES)
def test_word(source, chart, want):
    assert value(source, chart) == want


# What the texts say of the charts that they work: passage, chart, and what must hold.
WORKED = [
    ("zhonggui-1", A, "三傳 <= 鬼 and 蒿矢 and 初 & 落空 and 克(干上, 三傳) and not 脫 & 三傳"),
    ("zhonggui-2", A, "夜(初 & 白虎) and not 晝(初 & 白虎)"),
    ("zhonggui-3", "己丑 申", "支上 & 寅 & 用 and 傳(寅, 卯, 辰) and 方(三傳) & 木 and 夜(干上 & 貴人)"),
    ("zhonggui-3", "己丑 申", "(中 | 末) <= 鄉(木) and not 末 & 鬼"),
    ("zhonggui-3", "丙申 丑", "用 & 支陰 & 鬼"),
    ("zhonggui-3", "丙寅 辰", "用 & 支陰 & 鬼"),
    ("zhonggui-4", "癸亥 辰", "辰加癸 & 用 and 傳(辰, 未, 戌) and 三傳 <= 土"),
    ("zhonggui-4", "癸亥 辰", "夜(將(三傳) <= (螣蛇 | 勾陳 | 白虎)) and 克(支上 & 寅, 鬼)"),
    ("zhonggui-5", "丙子 子", "初 & 干上 & 鬼 and 生(初, 末) and 末 & 長生 and 克(支上 & 未, 初)"),
    ("zhonggui-6", "庚午 辰", "傳(戌, 午, 寅) and 克(局(三傳), 干) and 生(局(三傳), 干上) and 生(干上, 干)"),
    ("zhonggui-6", "癸巳 酉", "巳加酉 and 晝(將(三傳) <= 克(將(三傳), 干)) and 生(局(三傳), 干)"),
    ("zhonggui-7", B, "酉加巳 & 初 and 夜(初 & 螣蛇 & 夾克) and 中 & 墓(初) and 克(末, 初)"),
    ("zhonggui-7", B, "夜(干上 & 申 & 貴人 & 日德)"),
    ("zhonggui-7", "乙巳 申", "酉加巳 & 初 and 夜(初 & 夾克)"),
    ("zhonggui-8", "辛巳 午", "午加辛 & 用 and 克(局(三傳), 干) and 晝(行(將(三傳)) <= 土)"),
    ("zhonggui-8", "辛巳 午", "夜(將(三傳) <= (貴人 | 太常 | 勾陳)) and 生(將(三傳), 干)"),
    ("zhonggui-9", "壬子 卯", "未加卯 & 用 and 夜(將(三傳) == (勾陳 | 太常 | 貴人)) and 受生(局(三傳), 干)"),
    ("zhonggui-11", "丁未 子", "干上 & 鬼 and 克(支, 干上)"),
    ("zhonggui-11", "辛亥 亥", "晝(干上 & 虎 & 脫) and 夜(干上 & 元) and 坐(干上) & 戌"),
    ("zhonggui-12", "戊子 午", "傳(寅, 卯, 辰) and 克(方(三傳), 干) and 正月(三傳 & 旺)"),
    ("zhonggui-13", "戊申 丑", "傳(子, 申, 辰) and 局(三傳) & 水 and 晝(將(三傳) <= (蛇 | 龍 | 元))"),
    ("zhonggui-15", "辛亥 寅", "(干上 | 支上) <= 財 & 空"),
    ("zhonggui-16", "庚辰 子", "干上 & 脫 and 夜(干上 & 龍) and 夜(生(干上, 將(干上)))"),
    ("zhonggui-17", "庚子 子", "坐(寄宮) & 辰 and 坐(干上) & 申 & 長生(干上)"),
    ("zhonggui-21", "辛卯 子", "晝(干上 & 脫 & 天空) and 遙克 and (中 | 末) <= 空陷"),
    ("zhonggui-22", "壬子 子", "三傳 <= 空陷 and 合(干上, 支上)"),
    ("zhonggui-25", C, "傳(卯, 寅, 丑) and 三傳 <= 空陷"),
    ("zhonggui-27", "壬寅 午 七月", "午加亥 & 發用 & 胎 & 財 & 生氣"),
    ("zhonggui-32", "戊寅 酉", "干上 & 胎(支) and 支上 & 午"),
    ("zhonggui-33", "甲子 子 三月", "死氣 & 申"),
    ("sanchuan-3", "丙戌 子", "加(干, 支)"),
    ("sanchuan-11", B, "晝(末 & 虎) and 夜(三傳 <= 外戰)"),
    ("sanchuan-13", "甲戌 辰", "克(遁(干上 & 財), 干) and 干上 & 暗鬼"),
    ("sanchuan-27", "丙寅 巳", "刑(干上, 支) and 刑(支上, 干)"),
    ("sanchuan-28", "辛丑 亥", "合(支上, 干上) and 支上 & 寅"),
    ("sanchuan-30", "丙子 午", "夜(支上 & 丑 & 太常)"),
    ("sanchuan-30", "甲戌 卯", "夜(支上 & 日本 & 太常)"),
    ("sanchuan-30", "癸巳 亥", "遁(干上) & 丁 and 干上 & 丁神 & 驛馬"),
    ("sanchuan-34", "丙子 丑", "晝(陰神(天后) & 午 & 白虎)"),
    ("sanchuan-44", "庚午 午", "加(支, 干) and 克(支, 干)"),
    ("sanchuan-54", "壬辰 子", "午加巳 and 晝(午 & 螣蛇) and 五月(午 & 月厭)"),
]


@pytest.mark.parametrize(
    "passage, chart, source", WORKED, ids=[f"{case[0]}-{i}" for i, case in enumerate(WORKED)]
)
def test_worked_chart(passage, chart, source):
    assert truth(parse(source, WORDS), environment(draw(chart))).data.tolist() == [2]


REGISTRIES = ("spirits", "patterns")


def test_every_word_has_cases_that_differ():
    from_registries = {word for name in REGISTRIES for word in WORDS.groups[name]}
    constants = set(WORDS.groups["stems, branches, elements"]) | set(WORDS.groups["generals"][:12])
    shown = {}

    def visit(node, want):
        if node.word is not None:
            shown.setdefault(node.word, set()).add(want)
        for part in node.parts:
            visit(part, want)

    for source, _, want in CASES:
        visit(parse(source, WORDS, want=None), want)
    # 男 女 母 stand in a test of their own, and the months.
    apart = {WORDS.get(name) for name in ("男", "女", "母", *MONTHS)}
    missing = [
        word.zh for group in WORDS.groups.values() for word in group
        if len(shown.get(word, ())) < 2 and word not in from_registries | constants | apart
    ]
    assert missing == []


@pytest.mark.parametrize("number", range(12))
def test_generals_stand_for_the_branch_that_they_ride(number):
    # Those of 壬辰 with 寅 over 壬 by night, from 卯 onward (zhonggui-1: 初乘白虎, 夜貴).
    name, branch = GENERAL_NAMES[number].zh, ganzhi.BRANCHES[(3 + number) % 12]
    word = WORDS.get(name)
    for spelling in (name, *word.variants):
        assert value(f"乘神({spelling})", A + " 夜") == branch
        assert value(f"{branch} & {spelling}", A + " 夜") == branch
        assert value(f"{branch} & {spelling}", A + " 晝") == ""


@pytest.mark.parametrize("kind", [STEMS, BRANCHES, ELEMENTS, PILLARS])
def test_constants_are_themselves(kind):
    for name in MEMBERS[kind]:
        assert value(name, A) == name


EVERY = every_chart()[::7]
# A third of them without the month, a third without day or night.
PARTLY = cast(
    EVERY.day, EVERY.shift,
    night=np.where(np.arange(len(EVERY)) % 3 == 1, -1, EVERY.night),
    month=np.where(np.arange(len(EVERY)) % 3 == 2, -1, EVERY.month),
    year=np.arange(len(EVERY)) % 12,
)  # fmt: skip


@pytest.mark.parametrize("name", [n for n in spirit_table() if n not in liuren_named.STAGES])
def test_spirit_words_are_those_of_the_engine(name):
    found = evaluate(parse(name, WORDS, want=None), environment(PARTLY))
    masks = spirit(PARTLY, name)
    known = masks >= 0
    assert (found.sure[known] == masks[known]).all() and (found.may[known] == masks[known]).all()
    assert (found.sure & ~found.may == 0).all()
    for month in range(12):  # whatever the month turns out to be, it lies between the bounds
        masks = spirit(cast(PARTLY.day, PARTLY.shift, month=month, year=PARTLY.year), name)
        unknown = ~known & (masks >= 0)
        assert (found.sure[unknown] & ~masks[unknown] == 0).all()
        assert (masks[unknown] & ~found.may[unknown] == 0).all()


@pytest.mark.parametrize("name", liuren_named.STAGES)
def test_spirits_that_are_stages_agree_with_the_stages(name):
    found = evaluate(parse(name, WORDS, want=None), environment(EVERY))
    assert (found.sure == spirit(EVERY, name)).all()


@pytest.mark.parametrize("name", PATTERNS)
def test_pattern_words_are_those_of_the_engine(name):
    word = {"三合": "三合課", "羅網": "羅網格"}.get(name, name)
    found = truth(parse(word, WORDS), environment(PARTLY)).data
    known = PARTLY.night >= 0
    assert (found[known] == np.array([0, 2, 1])[matches(PARTLY, name)][known]).all()
    day, shift, month, year = PARTLY.day, PARTLY.shift, PARTLY.month, PARTLY.year
    halves = [matches(cast(day, shift, night=night, month=month, year=year), name)
              for night in (0, 1)]
    both = np.where(halves[0] == halves[1], np.array([0, 2, 1])[halves[0]], 1)
    assert (found[~known] == both[~known]).all()


# --- Against a plain reading, one chart and one branch at a time ---------------------------------


def plain(source_word, chart, xs, ys):
    """What a word of sets gives, from the plain values of one chart."""
    over = dict(enumerate(chart.plate))
    under = {god: place for place, god in over.items()}
    stem, element = chart.day % 10, ganzhi.BRANCH_ELEMENT
    decade = {(chart.day // 10 * 10 + k) % 12: k for k in range(10)}
    pairs = {
        "生": lambda a, b: (element[b] - element[a]) % 5 == 1,
        "克": lambda a, b: (element[b] - element[a]) % 5 == 2,
        "受生": lambda a, b: (element[a] - element[b]) % 5 == 1,
        "受克": lambda a, b: (element[a] - element[b]) % 5 == 2,
        "比": lambda a, b: element[a] == element[b],
        "合": lambda a, b: (a + b) % 12 == 1,
        "沖": lambda a, b: (a - b) % 12 == 6,
        "害": lambda a, b: (a + b) % 12 == 7,
        "三合": lambda a, b: a != b and (a - b) % 4 == 0,
        "刑": lambda a, b: a != b and any(
            {a, b} <= set(map(ganzhi.BRANCHES.index, group)) for group in ("子卯", "寅巳申", "丑戌未")
        ),
        "沖剋": lambda a, b: pairs["沖"](a, b) or pairs["克"](a, b),
    }  # fmt: skip
    if source_word in pairs:
        return {a for a in xs if any(pairs[source_word](a, b) for b in ys)}
    return {
        "上": lambda: {over[x] for x in xs},
        "坐": lambda: {under[x] for x in xs},
        "加": lambda: {x for x in xs if under[x] in ys},
        "將": lambda: {chart.general_on[x] for x in xs},
        "遁": lambda: {decade[x] for x in xs if x in decade},
        "元遁": lambda: {(stem % 5 * 2 + x) % 10 for x in xs},
        "行": lambda: {int(element[x]) for x in xs},
    }[source_word]()


@pytest.mark.parametrize(
    "word", "生 克 受生 受克 比 合 沖 害 三合 刑 沖剋 上 坐 加 將 遁 元遁 行".split()
)
def test_sets_against_a_plain_reading(word):
    rng = np.random.default_rng(6)
    for place in rng.integers(0, len(EVERY), 25):
        chart = EVERY[int(place)]
        xs, ys = ({int(b) for b in rng.integers(0, 12, rng.integers(1, 5))} for _ in range(2))
        x, y = (" | ".join(ganzhi.BRANCHES[b] for b in sorted(one)) for one in (xs, ys))
        two = len(WORDS.get(word).takes) == 2
        node = parse(f"{word}({x}, {y})" if two else f"{word}({x})", WORDS, want=None)
        want = plain(word, Chart.of(chart), xs, ys)
        found = int(np.broadcast_to(evaluate(node, environment(chart)).sure, (1,))[0])
        assert {b for b in range(12) if found >> b & 1} == want


# --- What is not known ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "source", ["初 & 白虎", "將(三傳) <= 凶將", "克(將(初), 干)", "陰神(朱雀) & 空", "夾克 & 三傳",
               "內戰 & 四課", "順", "幕貴 & 課傳", "數(將(三傳)) >= 3", "not 三傳 & 貴人",
               "上(貴人) & 財", "脫上脫"],
)  # fmt: skip
def test_without_day_or_night_both_are_tried(source):
    """What is told as sure holds by day and by night; what differs is unknown."""
    dark = cast(EVERY.day, EVERY.shift, night=-1, month=EVERY.month)
    node = parse(source, WORDS)
    told = truth(node, environment(dark)).data
    by_day, by_night = (
        truth(parse(f"{half}({source})", WORDS), environment(dark)).data for half in "晝夜"
    )
    assert (told[by_day != by_night] == 1).all()
    sure = told != 1
    assert (told[sure] == by_day[sure]).all() and (told[sure] == by_night[sure]).all()
    assert sure.any() and (~sure).any()


def test_a_month_around_an_expression():
    assert value("七月 and 午 & 生氣", A) is None
    assert value("七月(午 & 生氣)", A) == "午"  # 七月生氣在午 (zhonggui-27)
    for number, month in enumerate(MONTHS):
        assert value(month, f"{A} {month}") is True
        assert value(month, f"{A} {MONTHS[number - 1]}") is False
        assert value(f"{month}(生氣)", A) == ganzhi.BRANCHES[number]


def test_persons():
    # 辛丑日…男命丙寅行年在申上乘巳，女命丁卯行年在卯上乘子 (sanchuan-28).
    persons = {"男": (2, 8), "女": (3, 3)}
    assert value("男(年上)", "辛丑 未", persons=persons) == "巳"
    assert value("女(年上)", "辛丑 未", persons=persons) == "子"
    assert value("克(女(年上), 男(年上))", "辛丑 未", persons=persons) == "子"
    assert value("女(命上)", "辛丑 未", persons=persons) == "子"
    assert value("母(命上)", "辛丑 未", persons=persons) == "/" + ganzhi.BRANCHES
    assert value("母(沖剋(年命上, 胎)) & 子", "丙寅 子", persons={"母": (11, 11)}) == ""
    assert [value("男", A, sex=sex) for sex in (1, 0, None)] == [True, False, None]
    assert [value("女", A, sex=sex) for sex in (1, 0, None)] == [False, True, None]
    with pytest.raises(YarrowError, match="persons: 舅 is none"):
        environment(EVERY, persons={"舅": (0, 0)})


# --- Conventions and words made of words ---------------------------------------------------------


@pytest.mark.parametrize(
    "source, chart, options, want",
    [
        ("胎", "戊寅 酉", {"earth": "water"}, "午"),
        ("胎", "戊寅 酉", {"earth": "either"}, "子午"),  # 或有用午為胎神者 (zhonggui-28)
        ("墓", "戊申 辰", {"earth": "fire"}, "戌"),
        ("墓", B, {"yin": "reversed"}, "戌"),
        ("長生", B, {"yin": "reversed"}, "午"),
        ("旺", A + " 三月", {}, "寅卯"),
        ("旺", A + " 三月", {"months": "branch"}, "丑辰未戌"),
        ("驛馬", A, {}, "寅"),
        ("驛馬", A + " 歲巳", {"驛馬": "year"}, "亥"),
        ("二馬", A + " 七月", {"驛馬": "month"}, "寅午"),
    ],
)
def test_conventions(source, chart, options, want):
    assert value(source, chart, **options) == want


def test_conventions_are_checked():
    with pytest.raises(YarrowError) as caught:
        environment(EVERY, earth="wood", water="fire")
    assert [fault.where for fault in caught.value.faults] == ["earth", "water"]
    assert all(len(readings) > 1 for readings in CONVENTIONS.values())


@pytest.mark.parametrize(
    "source, chart, want",
    [
        ("壬辰日", A, True), ("壬戌日", A, False), ("六壬日", A, True), ("五壬日", A, True),
        ("甲乙日", A, False), ("甲乙日", B, True), ("丙丁戊己日", B, False), ("辰日", A, True),
        ("寅加壬", A, "寅"), ("寅加亥", A, "寅"), ("寅加丑", A, ""), ("干加支", "丙戌 子", "巳"),
        ("沖剋(辰, 戌)", A, "辰"), ("沖剋(寅, 戌)", A, "寅"), ("受生克(寅, 子)", A, "寅"),
        ("刑沖害破(子, 未)", A, "子"), ("刑沖害破(子, 丑)", A, ""),
        ("脫上脫格", "庚辰 子 夜", True), ("三合課", B, True), ("三合課", A, False),
    ],
)  # fmt: skip
def test_words_made_of_words(source, chart, want):
    assert value(source, chart) == want


@pytest.mark.parametrize("name", ["壬丑日", "日", "六日", "甲加", "加加加", "回格", "克破日", "受", "格"])
def test_what_is_not_made_of_words(name):
    assert liuren_named.compose(WORDS, name) is None


@pytest.mark.parametrize(
    "source, message",
    [
        ("三傳 & 干", "branches and stems do not meet"),
        ("將(初) & 干", "generals and stems do not meet"),
        ("遁(初) & 子", "stems and branches do not meet"),
        ("五合(初, 干)", "this is worth branches, stems is wanted"),
        ("乘(初, 子)", "this is worth branches, generals is wanted"),
        ("晝(初, 中)", "2 given, takes any or nothing"),
        ("克(初)", "1 given"),
        ("行(白虎 | 干)", "generals and stems do not meet"),
    ],
)
def test_kinds_that_do_not_meet(source, message):
    with pytest.raises(YarrowError, match=message):
        parse(source, WORDS)


def test_kinds_that_stand_for_branches():
    assert value("將(初) & 戌", A + " 夜") == "戌"
    assert value("三傳 & 土", A) == "丑辰戌"
    assert value("合(金, 支)", A) == "酉"
