"""The shared tables, against the words they come from and against each other."""

import numpy as np
import pytest

from yarrow.charts import ganzhi as gz
from yarrow.charts import ganzhi_names as names

B = {branch: index for index, branch in enumerate(gz.BRANCHES)}
S = {stem: index for index, stem in enumerate(gz.STEMS)}
E = {element: index for index, element in enumerate(gz.ELEMENTS)}
ALL = np.arange(12)


def members(mask):
    return {gz.BRANCHES[b] for b in range(12) if int(mask) >> b & 1}


def test_pillar_of_every_stem_and_branch():
    assert all(gz.pillar_of(i % 10, i % 12) == i for i in range(60))
    # Of 120 pairs half have unlike parity and are none.
    grid = gz.pillar_of(np.arange(10)[:, None], ALL)
    assert (grid == -1).sum() == 60 and sorted(grid[grid >= 0]) == list(range(60))


def test_pillar_refuses_what_is_none_of_the_sixty():
    assert gz.pillar("癸亥") == 59
    with pytest.raises(ValueError, match="甲丑"):
        gz.pillar("甲丑")


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("木", "火", gz.GENERATES),
        ("木", "土", gz.CONTROLS),
        ("木", "金", gz.CONTROLLED),
        ("木", "水", gz.GENERATED),
        ("水", "水", gz.SAME),
    ],
)
def test_relation(a, b, expected):
    assert gz.relation(E[a], E[b]) == expected


def test_relation_is_its_own_passive():
    table = gz.relation(np.arange(5)[:, None], np.arange(5))
    assert ((table + table.T) % 5 == 0).all()


def test_sanchuan_54_earth_in_spring_is_dead():
    # 乙酉日三傳未子巳，未為日墓，春占為死囚氣
    for month in "寅卯":
        assert gz.seasonal_state(gz.BRANCH_ELEMENT[B["未"]], B[month]) == gz.DEAD
    assert gz.seasonal_state(E["土"], B["辰"], earth_months=False) == gz.DEAD
    assert gz.seasonal_state(E["土"], B["辰"]) == gz.FLOURISHING


def test_zhonggui_12_and_13_wood_flourishes_in_spring_and_water_in_winter():
    assert (gz.seasonal_state(E["木"], [2, 3, 4], earth_months=False) == gz.FLOURISHING).all()
    assert (gz.seasonal_state(E["水"], [11, 0, 1], earth_months=False) == gz.FLOURISHING).all()
    # 秋冬水生旺之月: in autumn water is what the season generates.
    assert (gz.seasonal_state(E["水"], [8, 9], earth_months=False) == gz.GROWING).all()


@pytest.mark.parametrize("earth_months", [True, False])
def test_in_each_month_the_five_elements_have_the_five_states(earth_months):
    states = gz.seasonal_state(np.arange(5)[:, None], ALL, earth_months)
    assert all(sorted(column) == [0, 1, 2, 3, 4] for column in states.T)


def test_pairs_are_symmetric_and_never_self():
    for table in (gz.CLASH, gz.COMBINATION, gz.HARM, gz.BREAK, gz.PUNISHMENT, gz.TRINE):
        for b in range(12):
            assert not int(table[b]) >> b & 1
            for c in range(12):
                assert (int(table[b]) >> c & 1) == (int(table[c]) >> b & 1)


@pytest.mark.parametrize(
    ("table", "pairs"),
    [
        (gz.COMBINATION, "子丑 寅亥 卯戌 辰酉 巳申 午未"),
        (gz.HARM, "子未 丑午 寅巳 卯辰 申亥 酉戌"),
        (gz.BREAK, "子酉 丑辰 寅亥 卯午 巳申 未戌"),
        (gz.CLASH, "子午 丑未 寅申 卯酉 辰戌 巳亥"),
    ],
)
def test_tables_of_pairs(table, pairs):
    assert {frozenset(gz.BRANCHES[b] + "".join(members(table[b]))) for b in range(12)} == {
        frozenset(pair) for pair in pairs.split()
    }


@pytest.mark.parametrize(
    ("first", "second"),
    # sanchuan-28 戌未, 巳申, 子卯; sanchuan-23 卯子; sanchuan-37 壬寅日…未與戌, 壬申日…子卯;
    # sanchuan-27 丙寅伏吟: 巳寅.
    [("戌", "未"), ("申", "巳"), ("卯", "子"), ("巳", "寅")],
)
def test_sanchuan_punishments(first, second):
    assert second in members(gz.PUNISHMENT[B[first]])


def test_punishment_in_the_ring_and_of_itself():
    assert [gz.BRANCHES[p] for p in gz.punished(ALL)] == list("卯戌巳子辰申午丑寅酉未亥")
    assert {b for b in range(12) if gz.SELF_PUNISHMENT[b]} == {B[b] for b in "辰午酉亥"}
    assert members(gz.PUNISHMENT[B["辰"]]) == set()
    assert members(gz.PUNISHES[B["寅"]]) == {"巳"}
    assert members(gz.PUNISHMENT[B["寅"]]) == {"巳", "申"}


def test_trines():
    assert members(gz.TRINE_SET[B["子"]]) == set("申子辰")
    assert members(gz.TRINE[B["卯"]]) == set("亥未")
    for trine, element, middle in (
        ("申子辰", "水", "子"), ("亥卯未", "木", "卯"), ("寅午戌", "火", "午"), ("巳酉丑", "金", "酉"),
    ):  # fmt: skip
        for branch in trine:
            assert gz.ELEMENTS[gz.TRINE_ELEMENT[B[branch]]] == element
            assert gz.BRANCHES[gz.TRINE_MIDDLE[B[branch]]] == middle


def test_yushi_16_salaries():
    # 甲祿在寅, 乙祿在卯, 丙戊祿巳, and 丁臨官在午 (yushi-22); it is the 臨官 of the stem.
    for stem, branch in zip("甲乙丙丁戊", "寅卯巳午巳", strict=True):
        assert gz.BRANCHES[gz.SALARY[S[stem]]] == branch
    stages = gz.stem_stage(np.arange(10), gz.SALARY, earth="fire", yin="reversed")
    assert (stages == gz.OFFICE).all()


def test_yushi_14_births():
    # 金生巳，木生亥，火生寅，水土生申
    births = {e: gz.BRANCHES[gz.element_at(E[e], gz.BIRTH)] for e in gz.ELEMENTS}
    assert births == {"金": "巳", "木": "亥", "火": "寅", "水": "申", "土": "申"}
    # 三位而生，七位而旺，十位而死，十二位而終始焉, counted from 胎.
    from_embryo = [(stage - gz.EMBRYO) % 12 + 1 for stage in (gz.BIRTH, gz.PRIME, gz.DEATH)]
    assert from_embryo == [3, 7, 10]


def test_yushi_15_and_17_stages():
    # 金遇巳而不克，土遇巳而不生; 水敗於酉, 火胎於子, 木胎在酉, 金衰在戌
    assert gz.element_stage(E["金"], B["巳"]) == gz.BIRTH
    assert gz.element_stage(E["土"], B["巳"]) == gz.EXTINCTION
    assert gz.element_stage(E["水"], B["酉"]) == gz.BATHING
    assert gz.element_stage(E["火"], B["子"]) == gz.EMBRYO
    assert gz.element_stage(E["木"], B["酉"]) == gz.EMBRYO
    assert gz.element_stage(E["金"], B["戌"]) == gz.DECLINE


def test_yushi_22_to_26_yin_stems_reversed_and_earth_split():
    births = {
        stem: gz.BRANCHES[int(np.argmax(gz.stem_stage(S[stem], ALL, "split", "reversed") == 0))]
        for stem in gz.STEMS
    }
    assert births == dict(zip(gz.STEMS, "亥午寅酉寅酉巳子申卯", strict=True))
    # 己 keeps 酉 in the split school though other yin stems go with the yang.
    assert gz.stem_stage(S["己"], B["酉"], "split", "same") == gz.BIRTH
    assert gz.stem_stage(S["乙"], B["亥"], "split", "same") == gz.BIRTH


def test_yang_dies_where_yin_is_born():
    for stem in range(0, 10, 2):
        born = int(np.argmax(gz.stem_stage(stem + 1, ALL, "water", "reversed") == gz.BIRTH))
        assert gz.stem_stage(stem, born) == gz.DEATH


@pytest.mark.parametrize(
    ("stem", "branch", "stage", "earth"),
    [
        ("乙", "未", gz.TOMB, "fire"),  # sanchuan-7, sanchuan-54: 乙酉日…未為日墓
        ("丁", "戌", gz.TOMB, "fire"),  # sanchuan-22: 丁未日…乘戌為日墓
        ("戊", "辰", gz.TOMB, "water"),  # zhonggui-24: 戊申日干上辰…干上乘墓
        ("戊", "子", gz.EMBRYO, "fire"),  # sanchuan-39, zhonggui-28
        ("己", "亥", gz.EXTINCTION, "fire"),  # sanchuan-46: 戊己當絕在亥懷
        ("戊", "午", gz.EMBRYO, "water"),  # zhonggui-32: 戊寅日…支上午乃干之胎神
        ("庚", "卯", gz.EMBRYO, "fire"),  # zhonggui-27
        ("壬", "午", gz.EMBRYO, "fire"),  # zhonggui-27
        ("甲", "戌", gz.NURTURE, "fire"),  # zhonggui-41: 甲乙日以戌為養神
        ("乙", "戌", gz.NURTURE, "fire"),
    ],
)
def test_stages_that_the_lesson_texts_name(stem, branch, stage, earth):
    assert gz.stem_stage(S[stem], B[branch], earth) == stage


def test_sanchuan_51_embryos_of_branches():
    # 惟乙丑日干上子支上酉，癸未日干上子支上午，甲申日干上卯支上酉，庚寅日干上酉支上卯，辛丑日干上子支上卯
    for day, over_stem, over_branch in (
        ("乙丑", "子", "酉"), ("癸未", "子", "午"), ("甲申", "卯", "酉"), ("庚寅", "酉", "卯"),
        ("辛丑", "子", "卯"),
    ):  # fmt: skip
        assert gz.branch_stage(B[day[1]], B[over_stem], "fire") == gz.EMBRYO
        assert gz.stem_stage(S[day[0]], B[over_branch], "fire") == gz.EMBRYO


def test_zhonggui_32_embryos_of_earth_branches_by_the_water_school():
    # 己未、癸丑、己丑、辛未、丁丑，干上午 …干上得支之胎神
    assert gz.branch_stage([B["未"], B["丑"]], B["午"], "water").tolist() == [gz.EMBRYO] * 2


def test_schools_are_checked():
    with pytest.raises(ValueError, match="earth must be one of water, fire, split"):
        gz.stem_stage(4, 2, "metal")
    with pytest.raises(ValueError, match="earth must be one of water, fire, not 'split'"):
        gz.element_stage(2, 2, "split")
    with pytest.raises(ValueError, match="yin must be one of same, reversed"):
        gz.stem_stage(4, 2, "fire", "forward")


def test_element_at_inverts_element_stage():
    for earth in ("water", "fire"):
        for stage in range(12):
            where = gz.element_at(np.arange(5), stage, earth)
            assert (gz.element_stage(np.arange(5), where, earth) == stage).all()


@pytest.mark.parametrize(
    ("day", "branch", "stem"),
    # sanchuan-13: 甲戌日，干上辰…遁庚; 甲子日，干上申…遁壬. sanchuan-14: 丙子日…支上乘巳遁辛.
    [("甲戌", "辰", "庚"), ("甲子", "申", "壬"), ("丙子", "巳", "辛"), ("癸巳", "亥", "丁")],
)
def test_sanchuan_decade_stems(day, branch, stem):
    assert gz.STEMS[gz.decade_stem(gz.pillar(day), B[branch])] == stem


def test_void_branches_have_no_decade_stem():
    days = np.arange(60)
    first = gz.void_first(days)
    assert (gz.decade_stem(days, first) == -1).all()
    assert (gz.decade_stem(days, (first + 1) % 12) == -1).all()
    assert (gz.decade_stem(days[:, None], ALL) >= 0).sum() == 600
    # A day carries its own stem on its own branch. 丙子日: 申酉空 (sanchuan-14).
    assert (gz.decade_stem(days, days % 12) == days % 10).all()
    assert gz.BRANCHES[gz.void_first(gz.pillar("丙子"))] == "申"


def test_month_pillars_by_the_five_tigers():
    first = [gz.PILLARS[gz.month_pillar(stem, B["寅"])] for stem in range(10)]
    assert first == ["丙寅", "戊寅", "庚寅", "壬寅", "甲寅"] * 2
    # The 丑 month closes the same year: 甲 year, 丁丑.
    assert gz.PILLARS[gz.month_pillar(0, B["丑"])] == "丁丑"


def test_hour_pillars_by_the_five_rats():
    first = [gz.PILLARS[gz.hour_pillar(stem, 0)] for stem in range(10)]
    assert first == ["甲子", "丙子", "戊子", "庚子", "壬子"] * 2
    days, hours = np.arange(60)[:, None], ALL
    assert (gz.hour_pillar(days % 10, hours) % 10 == gz.five_rats_stem(days, hours)).all()


def test_sanchuan_19_numbers():
    # 寅七辰五; 巳四, 申七; 午九戌五; 酉六巳四
    assert [int(gz.BRANCH_NUMBER[B[b]]) for b in "寅辰巳申午戌酉"] == [7, 5, 4, 7, 9, 5, 6]
    assert [int(gz.STEM_NUMBER[S[s]]) for s in "甲己"] == [9, 9]
    assert gz.BRANCH_NUMBER[B["子"]] == 9
    # 水一火二者，河圖數也
    assert gz.RIVER_NUMBER[E["水"]] == 1 and gz.RIVER_NUMBER[E["火"]] == 2
    assert sorted(gz.RIVER_NUMBER) == [1, 2, 3, 4, 5]


def test_yushi_23_and_24_stem_combinations():
    for pair in ("丙辛", "戊癸", "庚乙", "壬丁", "甲己"):
        assert gz.STEMS[gz.stem_combination(S[pair[0]])] == pair[1]
        assert gz.STEMS[gz.stem_combination(S[pair[1]])] == pair[0]
    elements = [gz.ELEMENTS[gz.combined_element(S[s])] for s in "甲乙丙丁戊"]
    assert elements == ["土", "金", "水", "木", "火"]


def test_yushi_25_hidden_stems():
    verse = (
        "子中癸己更加辛，丑中己癸復陰金，寅品甲木兼丙戊，卯中乙木癸水臨，辰中戊土藏乙癸，"
        "巳中丙火戊加庚，午中丁火連乙己，未中己土亦逢丁，申內庚金坤壬水，酉內辛金丁己尋，"
        "戌中戊土辛丁位，亥中壬水甲木生"
    )
    for clause in verse.replace("陰金", "辛").split("，"):
        branch = B[clause[0]]
        assert [gz.STEMS[s] for s in gz.HIDDEN_STEMS[branch]] == [
            character for character in clause[1:] if character in gz.STEMS
        ]


def test_sounds_go_by_pairs_and_agree_with_their_names():
    assert (gz.SOUND_ELEMENT[::2] == gz.SOUND_ELEMENT[1::2]).all()
    for index in range(60):
        assert names.SOUNDS[index // 2].zh[-1] == gz.ELEMENTS[gz.SOUND_ELEMENT[index]]
    # 隔八生子 (夢溪筆談 5): from 甲子 eight on is 壬申 and eight more 庚辰, three of one element, and
    # the next three are of another; 甲午 begins the same round again.
    order = [gz.SOUND_ELEMENT[8 * step % 60] for step in range(15)]
    assert [gz.ELEMENTS[e] for e in order] == list("金金金火火火木木木水水水土土土")
    for index in range(60):
        assert gz.SOUND_ELEMENT[index] == gz.SOUND_ELEMENT[(index + 30) % 60]


def test_names_fit_their_tables():
    sizes = {
        "STEMS": 10, "BRANCHES": 12, "ELEMENTS": 5, "PILLARS": 60, "RELATIONS": 5, "KIN": 5,
        "SEASONAL_STATES": 5, "STAGES": 12, "SOUNDS": 30, "SOLAR_TERMS": 24, "GENERALS": 12,
    }  # fmt: skip
    for table, size in sizes.items():
        rows = getattr(names, table)
        assert len(rows) == size
        for row in rows:
            assert len(row) == 3 and all(part == part.strip() and part for part in row)
        assert len({row.zh for row in rows}) == size
    assert names.PILLARS[0] == ("甲子", "갑자", "jia-zi")
    assert names.STAGES[gz.TOMB].zh == "墓" and names.SEASONAL_STATES[gz.DEAD].zh == "死"
    # 戌為河魁, 辰天罡 (sanchuan-55).
    assert names.GENERALS[B["戌"]].zh == "河魁" and names.GENERALS[B["辰"]].zh == "天罡"
