"""Symbols of quoted words, how an exchange carries over to a line, and what is tried first."""

from __future__ import annotations

import pytest

from yarrow.rules import emend
from yarrow.rules import symbols as sy
from yarrow.rules.emend import Edit
from yarrow.rules.trial import Said

JUST = [
    ("liuren", "三傳戌丑辰皆是日鬼", "傳(戌, 丑, 辰)", "三傳戌辰丑皆是日鬼", "傳(戌, 辰, 丑)"),
    ("liuren", "壬辰日", "壬辰日", "壬戌日", "壬戌日"),
    ("liuren", "日占乘虎", "乘(初, 白虎)", "日占乘元", "乘(初, 玄武)"),
    ("liuren", "七月占", "七月 and 午 & 生氣", "十月占", "十月 and 午 & 生氣"),
    ("liuren", "壬與日", "壬日", "壬戌日", "壬戌日"),
    ("liuyao", "得節之中孚", "節之中孚", "得旅之中孚", "旅之中孚"),
    ("liuyao", "得乾之小畜", "卦 & 乾卦 and 之卦 & 小畜卦", "得乾之大畜", "卦 & 乾卦 and 之卦 & 大畜卦"),
    ("liuyao", "財有二位", "數(財) == 2", "財有三位", "數(財) == 3"),
]


@pytest.mark.parametrize("art, words, line, changed, expected", JUST, ids=[case[3] for case in JUST])
def test_an_exchange_in_the_words_is_one_in_the_line(art, words, line, changed, expected):
    assert sy.carried(words, line, changed, art) == expected


@pytest.mark.parametrize("art, words, line, changed", [
    ("liuren", "三傳戌丑辰皆是日鬼", "三傳 <= 鬼", "三傳戌辰丑皆是日鬼"),  # the line names no branch
    ("liuren", "三傳戌丑辰", "傳(戌, 丑, 辰)", "三傳戌丑"),  # something is lost
    ("liuren", "戌加未", "戌加未", "與加未"),  # 與 names nothing
])
def test_what_has_no_fellow_in_the_line_changes_nothing(art, words, line, changed):
    assert sy.carried(words, line, changed, art) is None


def test_of_two_that_are_alike_the_second_goes_with_the_second():
    assert sy.carried("丙辰日辰加丑", "丙辰日 辰加丑", "丙辰日戌加丑", "liuren") == "丙辰日 戌加丑"
    assert sy.carried("傳亥午午", "傳(亥, 午, 午)", "傳亥未午", "liuren") == "傳(亥, 未, 午)"


def test_words_that_hold_a_branch_by_chance_are_not_read_as_one():
    kinds = [(one.kind, one.value) for one in sy.symbols("liuren", "子孫未濟日辰")]
    assert (sy.BRANCH, "子") not in kinds and (sy.BRANCH, "辰") not in kinds


def test_alike_and_transposed_come_before_any_other():
    tested = [Said("戌加未", "zhonggui-1", 4, True, fact="戌加未")]
    found = emend.edits("liuren", tested, {})
    costs = [one.cost for one in found]
    assert costs == sorted(costs)
    cheap = {(one.old, one.new) for one in found if one.cost == 1}
    assert {("戌", "戊"), ("未", "末"), ("未", "木"), ("戌", "與")} <= cheap
    assert {one.how for one in found if one.cost == 1.5} == {"transposed"}
    assert len({one.new for one in found if one.how == "exchanged" and one.old == "未"}) == 11


def test_an_edit_reaches_every_statement_that_quotes_it_or_only_the_nearest():
    tested = [Said("三傳戌丑辰皆是日鬼", "x-1", 10, False, that="戌 | 丑 | 辰 <= 鬼"),
              Said("三傳戌丑辰", "x-1", 10, False, that="傳(戌, 丑, 辰)"),
              Said("戌丑辰", "x-2", 12, False, that="傳(戌, 丑, 辰)")]
    edit = Edit("x-1", 12, 13, "戌", "申", "exchanged", "", 2)
    assert [one.that for one in emend.apply("liuren", tested, [edit])] == [
        "申 | 丑 | 辰 <= 鬼", "傳(申, 丑, 辰)", "傳(戌, 丑, 辰)"]
    assert [one.that for one in emend.apply("liuren", tested, [edit], narrow=True)] == [
        "戌 | 丑 | 辰 <= 鬼", "傳(申, 丑, 辰)", "傳(戌, 丑, 辰)"]


def test_every_pair_of_the_table_has_a_reason_and_is_mutual():
    table = sy.similar()
    for one, others in table.items():
        for other, why in others.items():
            assert why and one in table[other]
    for pair in ("己巳", "戊戌", "未末", "午牛", "子予", "丑五", "寅宙", "卯夘", "申甲", "酉西", "戌與", "元玄"):
        assert pair[1] in table[pair[0]]
