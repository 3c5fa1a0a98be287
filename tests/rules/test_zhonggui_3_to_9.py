"""What the notes to the records of zhonggui-3 to 9 say of all charts, by enumeration."""

from __future__ import annotations

import numpy as np
import pytest

from yarrow.charts.liuren import cast
from yarrow.rules import facts
from yarrow.rules.evaluate import truth
from yarrow.rules.language import parse
from yarrow.rules.liuren_base import environment
from yarrow.rules.load import load_annotation, vocabulary
from yarrow.rules.values import TRUE

RECORDS = load_annotation().by_id
DAY, SHIFT, NIGHT = (axis.reshape(-1) for axis in np.meshgrid(
    np.arange(60), np.arange(12), np.arange(2), indexing="ij"))
CHARTS = cast(DAY, SHIFT, night=NIGHT)
ENV = environment(CHARTS)


def charts_of(condition):
    """The charts on which a condition (a record's, or a line of the language) is true, as facts."""
    node = condition.node if hasattr(condition, "node") else parse(
        condition, vocabulary("liuren", "zhonggui"))
    return {facts.write("liuren", CHARTS, i)
            for i in np.flatnonzero(truth(node, ENV).data == TRUE)}


def both(lessons):
    """Lessons as charts by day and by night."""
    return {f"{lesson} {time}" for lesson in lessons for time in "晝夜"}


def test_zhonggui_9_names_every_chart_of_its_law():
    named = {f"{day}日 干上卯 夜" for day in ("壬子", "壬申", "壬午", "壬辰", "壬寅", "壬戌")}
    named |= {"壬戌日 干上未 夜", "壬子日 干上未 夜", "癸卯日 干上酉 夜", "癸亥日 干上酉 夜"}
    assert charts_of(RECORDS["zhonggui-9-r3"].when) == named


def test_zhonggui_9_has_a_ghost_of_the_day_all_the_same():
    law = RECORDS["zhonggui-9-r3"].when
    assert charts_of(f"{law.source} and 未 & 鬼 & 三傳") == charts_of(law)


def test_zhonggui_4_leaves_two_others():
    lessons = {"癸亥日 干上辰", "癸巳日 干上戌", "癸卯日 干上丑"}
    assert charts_of(RECORDS["zhonggui-4-r2"].when) == both(lessons)
    trines = {"乙丑日 干上申", "乙酉日 干上子", "丙申日 干上丑"}
    assert charts_of("克(局(三傳), 干) and 克(支上, 局(三傳))") == both(trines)


def test_zhonggui_5_a_ghost_that_feeds_the_last_feeds_the_day_by_it():
    assert charts_of("初 & 鬼 and 生(初, 末)") == charts_of(RECORDS["zhonggui-5-r1"].meaning)


def test_zhonggui_6_is_of_trines_alone():
    assert charts_of("三傳 <= 鬼 and 干上 & 印") == set()
    assert charts_of(RECORDS["zhonggui-6-r2"].when) == charts_of(RECORDS["zhonggui-6-r1"].meaning)


def test_zhonggui_7_has_two_lessons():
    assert charts_of(RECORDS["zhonggui-7-r2"].when) == {"乙丑日 干上申 夜", "乙巳日 干上申 夜"}


EXAMPLES = [one for one in RECORDS if one.startswith("zhonggui-") and "-e" in one
            and 3 <= int(one.split("-")[1]) <= 9]


@pytest.mark.parametrize("id_", EXAMPLES)
def test_example_is_as_the_text_says(id_):
    example = RECORDS[id_]
    told = facts.read("liuren", example.facts)
    env = facts.environment(told, facts.charts(told))
    given = np.full(env.n, True)
    for statement in example.given:
        if statement.that is not None:
            given &= truth(statement.that.node, env).data == TRUE
    assert given.any()
    for statement in example.asserts:
        assert (truth(statement.that.node, env).data[given] == TRUE).all(), statement.words
    for carry in example.carries:
        for chart in carry.to:
            read = facts.read("liuren", chart)
            env = facts.environment(read, facts.charts(read))
            for that in carry.that:
                assert (truth(that.node, env).data == TRUE).all(), (chart, that.source)
