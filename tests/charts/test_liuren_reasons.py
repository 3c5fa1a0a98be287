"""The reasons of every lesson under every reading: complete, in three languages, and true."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from yarrow.charts.ganzhi import BRANCHES, pillar
from yarrow.charts.liuren_lessons import DEFAULT, KINDS, METHODS, READINGS, School, lessons
from yarrow.charts.liuren_reasons import reasons

SCHOOLS = [DEFAULT] + [
    replace(DEFAULT, **{field: readings[1]})
    for field, readings in READINGS.items()
    if field in ("shehai", "fuyin", "bieze", "bazhuan")
]


@pytest.mark.parametrize(
    "school", SCHOOLS, ids=lambda s: f"{s.shehai}-{s.fuyin}-{s.bieze}-{s.bazhuan}"
)
def test_reasons_end_in_the_transmissions(school):
    table = lessons(school)
    for place in range(720):
        steps = reasons(place // 12, place % 12, school)
        three = "".join(BRANCHES[b] for b in table.transmissions[place])
        method, kind = METHODS[table.method[place]][0], KINDS[table.kind[place]][0]
        assert steps[-1].zh == f"{method}（{kind}）：{three}。"
        assert three in steps[-1].ko
        assert three in steps[-1].en
        # some step before the last says where each transmission comes from
        said = "".join(step.zh for step in steps[:-1])
        assert all(b in said for b in three)
        for step in steps:
            assert not re.search(r"[{}]|\(를\)|\(가\)|\(는\)", "".join(step))
            assert all(step)
            assert not re.search("[가-힣]", step.zh + step.en)


def zh(day, shift, **readings):
    return [step.zh for step in reasons(pillar(day), shift, School(**readings))]


def test_sanchuan_12_by_class_and_by_depth():
    assert zh("甲辰", 5) == [
        "一課未臨甲，下賊上；二課子臨未，下賊上；四課寅臨酉，下賊上。",
        "下賊上者：未、子、寅。",
        "甲為陽干，子、寅俱比，故以涉害論。",
        "子臨未為季，寅臨酉為仲。",
        "先孟後仲，取寅為初傳。",
        "寅上未為中傳，未上子為末傳。",
        "涉害（察微）：寅未子。",
    ]
    assert "涉歸本家所歷之克：子 3、寅 2。" in zh("甲辰", 5, shehai="depth")


def test_zhonggui_1_wormwood_arrow_takes_the_one_alike():
    """蒿矢擇比為用: 壬辰日戌加未."""
    assert zh("壬辰", 3)[1:4] == [
        "遙克日干者：未、戌。",
        "壬為陽干，獨戌與之俱比，取為初傳。",
        "戌上丑為中傳，丑上辰為末傳。",
    ]


def test_monopoly_says_what_it_passes_over():
    assert zh("甲寅", 9)[1] == "雖有遙克，八專不取。"
    assert "遙克" not in "".join(zh("庚申", 9))


def test_lying_moan_blocked():
    assert zh("辛卯", 0) == [
        "四課上下無克。",
        "伏吟無克，陰日取支上卯為初傳。",
        "卯刑子為中傳。",
        "子還刑卯，取其沖午為末傳。",
        "伏吟（杜傳）：卯子午。",
    ]
    assert zh("辛卯", 0, fuyin="return")[-2:] == ["子刑卯為末傳。", "伏吟（杜傳）：卯子卯。"]


def test_korean_particles_follow_the_sound():
    steps = [step.ko for step in reasons(pillar("甲辰"), 5)]
    assert "맹을 먼저, 중을 다음으로 하여 인(寅)을 초전으로 취한다." in steps
    assert any("자(子)가 미(未)에 임하여" in step for step in steps)
