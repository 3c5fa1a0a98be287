"""Words on whole charts, and every convention of the 六爻 engine, by single charts."""

import pytest

from yarrow.charts import ganzhi, liuyao as L, liuyao_moves as M, liuyao_time as T
from yarrow.charts.casting import from_names
from yarrow.charts.liuyao_conventions import OPTIONS, Conventions, read_conventions
from yarrow.errors import YarrowError

STEMS = "甲乙丙丁戊己庚辛壬癸"


def one(names, day="甲子", month="寅", **given):
    hexagram, moves = from_names(names)
    return L.lay(
        hexagram, moves, day=ganzhi.pillar(day), month=ganzhi.BRANCHES.index(month), **given
    )


@pytest.mark.parametrize(
    "names, inner, outer",
    [
        ("乾之震", True, True),
        ("震之乾", True, True),
        ("无妄之乾", True, False),
        ("豫之否", False, True),
        ("乾之姤", False, False),
        ("乾之坤", False, False),
    ],
)
def test_fuyin_is_qian_to_zhen(names, inner, outer):
    want = (L.INNER if inner else 0) | (L.OUTER if outer else 0)
    assert int(M.fuyin(one(names))[0]) == want


@pytest.mark.parametrize(
    "names, branches, positions",
    [
        ("坤之巽", 63, 0),
        ("觀之坤", 56, 0),
        ("升之坤", 7, 0),
        ("乾之巽", 0, 63),
        ("坎之離", 0, 63),
        ("震之兌", 0, 63),
        ("艮之坤", 0, 63),
        ("乾之坤", 0, 0),
    ],
)
def test_fanyin_by_branches_and_by_positions(names, branches, positions):
    assert int(M.fanyin(one(names))[0]) == branches
    school = Conventions(fanyin="positions")
    assert int(M.fanyin(one(names, conventions=school))[0]) == positions


def test_six_clash_and_combination_before_and_after():
    assert M.combination_to_clash(one("泰之乾"))[0] and not M.clash_to_combination(one("泰之乾"))[0]
    assert M.clash_to_combination(one("兌之節"))[0]
    assert not M.to_clash_hexagram(one("乾"))[0] and M.clash_hexagram(one("乾"))[0]


def test_yushi_38_dui_to_jie_day_and_month_combine_with_shi_and_ying():
    """午建丙子日，占婚得兌之節，卦雖六沖，其日月合世應，變成六合."""
    chart = one("兌之節", "丙子", "午")
    assert int(M.clash_meets_combination(chart)[0]) == int((L.shi(chart) | L.ying(chart))[0])
    assert not M.clash_meets_combination(one("兌之節", "丙子", "寅"))[0]


def test_combination_meets_clash_hurts_both_ends():
    chart = one("節", "辛亥")
    assert int(M.combination_meets_clash(chart)[0]) == int((L.shi(chart) | L.ying(chart))[0])
    assert not M.combination_meets_clash(one("節", "甲子"))[0]


def test_inner_and_outer_home_lines():
    assert int(L.home(one("姤"))[0]) == L.OUTER and int(L.home(one("乾"))[0]) == 63
    assert int(L.home(one("觀"))[0]) == 0


# --- Stems and the solstice ------------------------------------------------------------------


def test_yushi_5_qian_to_xiaoxu_after_the_summer_solstice_bears_jiawu():
    """未建戊午日…得乾之小畜…庚午壬午不應，至甲午日而回祿，以夏至後先壬而後甲也."""
    late = Conventions(qian_stems="solstice")
    fixed, traded = (
        L.line_stems(one("乾之小畜", "戊午", "未", conventions=c))[0, 0]
        for c in (Conventions(), late)
    )
    assert "".join(STEMS[s] for s in fixed) == "甲甲甲壬壬壬"
    assert "".join(STEMS[s] for s in traded) == "壬壬壬甲甲甲"
    for names in ("夬之大過", "遯之節"):  # 甲子 within in a 酉 month, 壬申 without in a 未 month
        assert (
            L.line_stems(one(names, month="酉", conventions=late))[0, 0]
            == L.line_stems(one(names))[0, 0]
        ).all()
    halves = Conventions(qian_stems="solstice-halves")
    gou = L.line_stems(one("姤", month="酉", conventions=halves))[0]
    assert "".join(STEMS[s] for s in gou[0]) == "辛辛辛甲甲甲" and STEMS[gou[2, 1]] == "壬"
    gou = L.line_stems(one("姤之乾", month="酉", conventions=late))[0]
    assert STEMS[gou[1, 0]] == "壬" and STEMS[gou[2, 1]] == "甲"
    chart = one("乾之小畜", "戊午", "午", conventions=late)
    assert STEMS[L.line_stems(chart)[0, 0, 3]] == "壬"
    assert STEMS[L.line_stems(chart, second_half=True)[0, 0, 3]] == "甲"


# --- Conventions -----------------------------------------------------------------------------


def test_defaults_are_the_first_of_the_choices():
    assert Conventions() == Conventions(**{name: choices[0] for name, choices in OPTIONS.items()})


def test_conventions_refuse_all_that_they_do_not_know():
    with pytest.raises(YarrowError) as caught:
        Conventions(earth="air", advance="nine")
    assert [fault.where for fault in caught.value.faults] == ["earth", "advance"]
    assert "water, fire, split" in caught.value.faults[0].remedy
    with pytest.raises(YarrowError) as caught:
        read_conventions(["eart=fire", "yin=odd"])
    assert len(caught.value.faults) == 2 and "earth" in caught.value.faults[0].remedy
    assert read_conventions(["chaotic_from=4", "trine_outside=false"]) == Conventions(
        chaotic_from=4, trine_outside=False
    )


@pytest.mark.parametrize(
    "earth, yin, day, entombed",
    [
        # 泰: 子寅辰 below, 丑亥酉 above. The tomb of water is 辰, of fire and wood 戌 未, of metal 丑.
        ("water", "same", "甲辰", {0, 2, 3, 4}),
        ("fire", "same", "甲辰", {0, 4}),
        ("fire", "same", "甲戌", {2, 3}),
        ("split", "same", "甲戌", {2}),
        ("split", "same", "乙丑", {3, 5}),
        ("water", "reversed", "甲辰", {2, 4, 5}),
    ],
)
def test_tombs_by_the_schools_of_earth_and_yin(earth, yin, day, entombed):
    chart = one("泰", day, conventions=Conventions(earth=earth, yin=yin))
    mask = int(T.entombed(chart, L.CAST, L.DAY)[0])
    assert {i for i in range(6) if mask >> i & 1} == entombed


def test_hidden_only_where_lacking():
    school = Conventions(hidden="lacking")
    assert int(L.present(one("渙", conventions=school))[0]) & L.HIDDEN == 0b001100 << 12
    assert int(L.present(one("渙"))[0]) & L.HIDDEN == 0b111111 << 12


def test_advance_without_the_earths():
    chart = one("乾之履")  # 辰 turns to 丑
    assert int(M.retreating(chart)[0]) == 0b100
    assert int(M.retreating(one("乾之履", conventions=Conventions(advance="four")))[0]) == 0
    metal = one("恆之大過", conventions=Conventions(advance="four"))  # 申 turns to 酉
    assert int(M.advancing(metal)[0]) == 0b10000


def test_self_punishment_can_be_left_out():
    chart = one("泰", "乙酉")
    assert int(T.punishing(chart, L.CAST, L.DAY)[0]) == 1 << 5
    without = one("泰", "乙酉", conventions=Conventions(self_punishment=False))
    assert int(T.punishing(without, L.CAST, L.DAY)[0]) == 0


def test_months_of_earth_or_of_the_season():
    # 辰 month: earth in season, or wood.
    assert int(T.seasonal(one("乾", month="辰"), 0)[0]) & L.CAST == 0b100100
    school = Conventions(earth_months=False)
    assert int(T.seasonal(one("乾", month="辰", conventions=school), 0)[0]) & L.CAST == 0b000010
