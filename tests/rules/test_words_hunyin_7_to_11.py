"""The words that hunyin-9 needs, and what the notes to hunyin-8 and 9 say of all charts."""

from __future__ import annotations

import numpy as np
import pytest

from yarrow.charts import hexagrams, liuyao
from yarrow.rules import facts
from yarrow.rules.evaluate import truth
from yarrow.rules.language import parse
from yarrow.rules.liuyao_base import environment
from yarrow.rules.load import load_annotation, vocabulary
from yarrow.rules.values import TRUE

WORDS = vocabulary("liuyao", "hunyin")
HEXAGRAM, DAY = (axis.reshape(-1) for axis in np.meshgrid(
    np.arange(64), np.arange(60), indexing="ij"))
STATIC = liuyao.lay(HEXAGRAM, 0, day=DAY, month=0)


def hexagrams_of(condition):
    """The hexagrams on which, with nothing moving, a condition is true on some day."""
    node = condition.node if hasattr(condition, "node") else parse(condition, WORDS)
    held = truth(node, environment(STATIC)).data == TRUE
    return {hexagrams.NAMES[code] for code in HEXAGRAM[held]}


def on(chart, condition):
    told = facts.read("liuyao", chart)
    batch = facts.charts(told)
    return (truth(parse(condition, WORDS), facts.environment(told, batch)).data == TRUE).all()


# 泰 has 寅 鬼 and 子 財 below and 亥 財 above; in 坤 both trigrams are one, with 亥 財 above.
@pytest.mark.parametrize(("chart", "wealth"), [("泰", "子"), ("復", "子"), ("坤", "亥")])
def test_hunyin_9_one_trigram(chart, wealth):
    assert on(chart, f"同宮(財, 鬼) == 財 & {wealth}")
    assert on(chart, "同宮(鬼, 財) == 鬼")


def test_hunyin_9_one_trigram_is_inner_or_outer_or_a_pure_hexagram():
    by_place = hexagrams_of("財 & 內 and 鬼 & 內 or 財 & 外 and 鬼 & 外 or 八純卦")
    assert hexagrams_of("同宮(財, 鬼)") == by_place
    assert "臨" not in by_place and "坤" in by_place


def test_hunyin_9_a_trine_is_whole_and_of_other_branches():
    # 升之臨: 酉 turns into 巳 and 丑 moves: 巳酉丑, of which 丑 is 財 and 酉 is 鬼.
    assert on("升之臨 子月 甲子日", "三合(財, 鬼) == 財 & 丑 & 動")
    assert on("升之臨 子月 甲子日", "三合(鬼, 財) == 鬼 & 酉 & 動")
    assert on("升之臨 子月 甲子日", "not 三合(財 & 丑, 丑)")
    # With 巳 gone there is no trine, and without movement none either.
    assert on("升之明夷 子月 甲子日", "not 三合(財, 鬼)")
    assert on("升 子月 甲子日", "not 三合(財, 鬼)")
    # Day and month may supply the others, but 財 stands still and has no part in it.
    assert on("升之師 丑月 己巳日", "三合(鬼, 日) == 鬼 & 酉 & 動 and not 三合(財, 鬼)")


def test_hunyin_8_of_clash_and_control_between_wealth_and_officer_there_is_none():
    assert hexagrams_of("刑沖剋(財, 鬼)") == hexagrams_of("刑(財, 鬼)") == set("比剝損賁") | {"大有"}


def test_hunyin_9_both_are_never_void_at_once():
    assert hexagrams_of("財 & 空 and 鬼 & 空") == set()


def test_hunyin_9_the_signs_of_the_decree_agree_on_tai():
    void = "(財 <= 空 or 鬼 <= 空)"
    assert hexagrams_of(f"{void} and 合(財, 鬼) and (生(世, 應) or 生(應, 世))") == {"泰"}
    records = load_annotation().by_id
    assert hexagrams_of(records["hunyin-9-r7"].readings[0].when) == {"泰"}


def test_hunyin_9_stems_and_branches_of_world_and_answer_combine_in_yu_alone():
    found = set()
    for code in range(64):
        chart = liuyao.lay(np.array([code]), 0, day=0, month=0)
        branches = liuyao.line_branches(chart)[0, 0]
        seats = {name: [i for i in range(6) if int(mask[0]) >> i & 1] for name, mask in (
            ("世", liuyao.shi(chart)), ("應", liuyao.ying(chart)),
            ("財", liuyao.relation_seats(chart, 3)), ("鬼", liuyao.relation_seats(chart, 4)))}
        for late in (False, True):
            stems = liuyao.line_stems(chart, second_half=late)[0, 0]
            for one, other in (("世", "應"), ("財", "鬼")):
                found |= {(hexagrams.NAMES[code], one) for i in seats[one] for j in seats[other]
                          if (stems[i] - stems[j]) % 10 == 5
                          and (int(branches[i]) + int(branches[j])) % 12 == 1}
    assert found == {("豫", "世")}
