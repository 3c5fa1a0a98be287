"""神煞, persons and numbers of 大六壬: the words of 001 and 004, and two programs by other hands."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from yarrow.charts import ganzhi as gz
from yarrow.charts import liuren_persons as persons
from yarrow.charts.ganzhi import BRANCHES, STEMS
from yarrow.charts.liuren import cast, every_chart
from yarrow.charts.liuren_spirits import SIZES, screened_nobleman, spirit, spirits
from yarrow.errors import YarrowError

ROOT = Path(__file__).parents[2]


def passages():
    found = {}
    for prefix, slug in (("001", "sanchuan"), ("004", "zhonggui")):
        (path,) = (ROOT / "corpus" / "texts").glob(f"{prefix}_*.txt")
        parts = [p for p in path.read_text(encoding="utf-8").split("\n\n") if p.strip()]
        found |= {f"{slug}-{i}": p for i, p in enumerate(parts[1::2], 1)}
    return found


PASSAGES = passages()


def places(name, **facts):
    """The branches of one spirit in a chart of the given day, month, year, in order."""
    given = {"day": gz.pillar(facts.get("day", "甲子"))}
    if "month" in facts:
        given["month"] = (facts["month"] + 1) % 12
    if "year" in facts:
        given["year"] = BRANCHES.index(facts["year"])
    (mask,) = spirit(cast(shift=0, **given), name)
    return "".join(b for i, b in enumerate(BRANCHES) if mask >> i & 1) if mask >= 0 else None


def test_every_spirit_rests_on_words_of_the_corpus():
    for entry in spirits().values():
        assert entry.passages, entry.name
        for passage, quote in entry.passages.items():
            assert quote in PASSAGES[passage], (entry.name, passage)
        assert entry.attested in ("table", "part", "name")
        if entry.attested != "table":
            assert entry.reference, f"{entry.name} is not tabled in the corpus and cites nothing"


def test_names_are_in_three_languages_and_unions_know_their_members():
    for entry in spirits().values():
        assert all("가" <= c <= "힣" for c in entry.ko), entry.name
        assert entry.en.isascii()
        assert all(member in spirits() for member in entry.union)
        assert (entry.table is None) == bool(entry.union)
        assert entry.table is None or len(entry.table.masks) == SIZES[entry.table.basis]


# What the passages say of one month, season or day: passage, spirit, facts, branch.
STATED = [
    ("sanchuan-30", "天喜", {"month": 1}, "戌"),
    ("sanchuan-30", "天喜", {"month": 4}, "丑"),
    ("sanchuan-30", "天喜", {"month": 7}, "辰"),
    ("sanchuan-30", "天喜", {"month": 10}, "未"),
    ("sanchuan-34", "桃花", {"month": 1}, "卯"),
    ("sanchuan-34", "桃花", {"month": 6}, "子"),
    ("sanchuan-34", "奸門", {"month": 11}, "寅"),
    ("sanchuan-34", "奸門", {"month": 4}, "巳"),
    ("sanchuan-30", "成神", {"month": 2}, "申"),
    ("sanchuan-30", "成神", {"month": 12}, "寅"),
    ("sanchuan-54", "產煞", {"month": 9}, "寅"),
    ("sanchuan-54", "產煞", {"month": 8}, "亥"),
    ("sanchuan-38", "孤辰", {"month": 5}, "申"),
    ("sanchuan-38", "孤辰", {"month": 12}, "寅"),
    ("sanchuan-38", "寡宿", {"month": 5}, "辰"),
    ("sanchuan-38", "寡宿", {"month": 8}, "未"),
    ("sanchuan-44", "天羅", {"day": "甲子"}, "卯"),
    ("sanchuan-44", "天羅", {"day": "戊子"}, "午"),
    ("sanchuan-44", "地網", {"day": "甲子"}, "丑"),
    ("sanchuan-14", "旬空", {"day": "丙子"}, "申酉"),
    ("sanchuan-22", "三奇", {"day": "丁未"}, "亥"),
    ("sanchuan-30", "丁神", {"day": "癸巳"}, "亥"),
    ("sanchuan-30", "丁神", {"day": "壬戌"}, "巳"),
    ("sanchuan-17", "月建", {"month": 1}, "寅"),
    ("sanchuan-17", "太歲", {"year": "子"}, "子"),
    ("sanchuan-16", "舊太歲", {"year": "子"}, "亥"),
    ("sanchuan-16", "新太歲", {"year": "子"}, "丑"),
    ("sanchuan-55", "天罡", {}, "辰"),
    ("sanchuan-55", "河魁", {}, "戌"),
    ("sanchuan-31", "門戶", {}, "卯酉"),
    ("zhonggui-22", "祿", {"day": "甲午"}, "寅"),
    ("zhonggui-24", "祿", {"day": "戊申"}, "巳"),
]


@pytest.mark.parametrize(
    ("passage", "name", "facts", "branch"),
    [pytest.param(*case, id=f"{case[0]}-{case[1]}-{i}") for i, case in enumerate(STATED)],
)
def test_stated_place(passage, name, facts, branch):
    assert places(name, **facts) == branch


def test_sanchuan_53_heavens_joy_is_the_nurture_of_the_season():
    """蓋天喜者，乃四季之養神也."""
    for month in range(12):
        ruling = gz.ruling_element((month + 2) % 12, earth_months=False)
        nurture = gz.element_at(ruling, gz.NURTURE)
        assert places("天喜", month=month + 1) == BRANCHES[int(nurture)]


def test_tables_agree_with_the_rest_of_the_engine():
    chart = every_chart()
    assert (spirit(chart, "旬空") == chart.void).all()
    assert (spirit(chart, "祿") == 1 << gz.SALARY[chart.stem].astype(int)).all()
    day = np.arange(60)
    ding = spirit(cast(day, 0), "丁神")
    carried = gz.decade_stem(day[:, None], np.arange(12)) == STEMS.index("丁")
    assert (ding == (carried << np.arange(12)).sum(1)).all()


def test_the_stages_among_them_agree_with_the_rest_of_the_engine():
    day = np.arange(60)
    chart, stem, branch = cast(day, 0), gz.STEM_ELEMENT[day % 10], gz.BRANCH_ELEMENT[day % 12]
    for name, of, stage, schools in (
        ("胎神", stem, gz.EMBRYO, ("fire", "water")),
        ("支胎", branch, gz.EMBRYO, ("fire", "water")),
        ("養神", stem, gz.NURTURE, ("fire",)),
        ("日本", stem, gz.BIRTH, ("fire", "water")),
        ("墓神", stem, gz.TOMB, ("water",)),
        ("絕神", stem, gz.EXTINCTION, ("fire", "water")),
    ):
        for variant, school in zip((None, "water"), schools, strict=False):
            places = 1 << gz.element_at(of, stage, school).astype(int)
            assert (spirit(chart, name, variant) == places).all(), (name, school)


HORSE = dict(zip("申子辰巳酉丑寅午戌亥卯未", "寅寅寅亥亥亥申申申巳巳巳", strict=True))


def by_rule(basis, rule):
    """The places that a line of the authority gives, in the order of the basis."""
    words = rule.split()
    months = [BRANCHES[(m + 2) % 12] for m in range(12)]
    own = months if basis == "month" else list(BRANCHES)

    def opposite(b):
        return BRANCHES[(BRANCHES.index(b) + 6) % 12]

    if words[0] == "start":
        sign = {"forward": 1, "backward": -1}[words[2]] * int(words[4] if "by" in words else 1)
        return [BRANCHES[(BRANCHES.index(words[1]) + sign * i) % 12] for i in range(12)]
    if words[0] in ("seasons", "months", "wonders"):
        return list(words[1])
    if words[0] == "offset":
        return [BRANCHES[(i + int(words[1])) % 12] for i in range(12)]
    if rule == "horse":
        return [HORSE[b] for b in own]
    if rule == "horse partner":
        return [BRANCHES[(13 - BRANCHES.index(HORSE[b])) % 12] for b in own]
    if rule == "horse+1 opposite":
        return [opposite(BRANCHES[(BRANCHES.index(HORSE[b]) + 1) % 12]) for b in own]
    if rule == "horse, yin opposite":
        return [HORSE[b] if BRANCHES.index(b) % 2 == 0 else opposite(HORSE[b]) for b in own]
    if rule == "virtue":
        salary = dict(zip("甲丙戊庚壬", "寅巳巳申亥", strict=True))
        return [
            salary[s] if s in salary else salary[STEMS[(i + 5) % 10]] for i, s in enumerate(STEMS)
        ]
    heads = "子戌申午辰寅"
    step = {"stem": 3, "heads": 0}[words[0]]
    return [BRANCHES[(BRANCHES.index(h) + step) % 12] for h in heads]


def authority():
    lines = (ROOT / "tests" / "authorities" / "liuren_spirits.tsv").read_text(encoding="utf-8")
    return [line.split("\t") for line in lines.splitlines() if not line.startswith("#")]


@pytest.mark.parametrize(("name", "basis", "rule"), authority())
def test_tables_against_a_program_by_other_hands(name, basis, rule):
    name, _, variant = name.partition(" ")
    entry = spirits()[name]
    table = entry.variants[variant] if variant else entry.table
    assert table.basis == basis
    assert table.masks.tolist() == [1 << BRANCHES.index(b) for b in by_rule(basis, rule)]


def test_a_published_chart():
    """The chart that kinliuren's own page prints for 己未 in the second month (驚蟄).

    Its 支德, 午, is left out: that is the 六合 of 未, and both 指南 and 辨疑 give 子.
    """
    printed = {
        "天喜": "戌", "戲神": "巳", "遊神": "丑", "驛馬": "巳", "丁神": "巳", "日德": "寅",
        "祿": "午", "天馬": "申", "成神": "申", "生氣": "丑",
    }  # fmt: skip
    assert {name: places(name, day="己未", month=2) for name in printed} == printed
    assert places("支德", day="己未", month=2) == "子"


def test_unknown_facts_give_minus_one_and_unions_wait_for_all_parts():
    chart = cast(0, 0)
    for name, entry in spirits().items():
        members = [spirits()[m] for m in entry.union] or [entry]
        wants = {m.table.basis for m in members} & {"month", "season", "year"}
        assert (spirit(chart, name) == -1).all() == bool(wants), name


def test_variants_and_bad_names():
    chart = cast(0, 0, month=2, year=0)
    assert spirit(chart, "大耗") == 1 << BRANCHES.index("申")
    assert spirit(chart, "大耗", "year") == 1 << BRANCHES.index("午")
    with pytest.raises(YarrowError, match="no 'century'.*\n.*year、bianyi"):
        spirit(chart, "大耗", "century")
    with pytest.raises(YarrowError, match="'太陽' is not among them"):
        spirit(chart, "太陽")


def test_screened_nobleman_is_the_other_one():
    chart = cast(np.full(3, gz.pillar("甲子")), 0, night=[0, 1, -1])
    assert screened_nobleman(chart).tolist() == [7, 1, -1]


# --- Persons, time, numbers -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("male", "age", "pillar"), [(1, 1, "丙寅"), (0, 1, "壬申"), (1, 61, "丙寅"), (0, 2, "辛未")]
)
def test_sanchuan_22_year_fate_begins(male, age, pillar):
    """男一歲起丙寅順行，女一歲起壬申逆行."""
    assert gz.PILLARS[int(persons.year_fate_pillar(male, age))] == pillar
    assert persons.year_fate(male, age) == gz.pillar(pillar) % 12


@pytest.mark.parametrize(
    ("male", "birth", "age", "branch"),
    [(1, "乙丑", 17, "午"), (0, "丙寅", 16, "巳"), (1, "丙寅", 19, "申"), (0, "丁卯", 18, "卯")],
)
def test_sanchuan_28_ages(male, birth, age, branch):
    assert BRANCHES[int(persons.year_fate(male, age))] == branch


def test_sanchuan_28_each_couple_is_of_one_year():
    """乙丑十七歲 with 丙寅十六歲, 丙寅十九歲 with 丁卯十八歲: the year of asking agrees."""
    assert (gz.pillar("乙丑") + 17) % 60 == (gz.pillar("丙寅") + 16) % 60
    assert (gz.pillar("丙寅") + 19) % 60 == (gz.pillar("丁卯") + 18) % 60


def test_year_fate_unknown():
    assert persons.year_fate([-1, 1, 1], [5, -1, 0]).tolist() == [-1, -1, -1]


@pytest.mark.parametrize(
    ("seat", "standing"),
    [("卯", persons.AHEAD), ("丑", persons.BEHIND), ("寅", persons.ON), ("申", persons.OPPOSITE)],
)
def test_sanchuan_17_the_year_over_the_month(seat, standing):
    """子年正月占，寅為月建，子加卯，是已過月建也。子加丑，是未過月建也。子加寅，是正值月建也."""
    shift = (0 - BRANCHES.index(seat)) % 12
    assert persons.year_past_month(cast(0, shift, year=0, month=2)) == standing
    assert persons.year_past_month(cast(0, shift, month=2)) == -1


@pytest.mark.parametrize(
    ("seat", "standing"),
    [("卯", persons.AHEAD), ("丑", persons.BEHIND), ("寅", persons.ON)],
)
def test_sanchuan_18_the_ladle_over_the_day(seat, standing):
    """六甲日占，辰臨卯，是在日前，辰加丑是在日後也。辰加寅是在本日也."""
    day = np.arange(0, 60, 10)
    chart = cast(day, np.full(6, (4 - BRANCHES.index(seat)) % 12))
    assert (persons.ladle_past_day(chart) == standing).all()


@pytest.mark.parametrize(
    ("god", "seat", "state", "number"),
    [
        ("寅", "辰", gz.FLOURISHING, 350),
        ("巳", "申", gz.GROWING, 56),
        ("午", "戌", gz.RESTING, 14),
        ("酉", "巳", gz.TRAPPED, 5),
        ("酉", "巳", gz.DEAD, 5),
    ],
)
def test_sanchuan_19_amounts(god, seat, state, number):
    assert persons.amount(BRANCHES.index(god), BRANCHES.index(seat), state) == number


def test_sanchuan_19_small_amounts_and_errors():
    """水一火二者，河圖數也."""
    assert persons.amount(0, 6, gz.RESTING, numbers="small") == 3
    with pytest.raises(ValueError, match="large or small"):
        persons.amount(0, 0, 0, numbers="河圖")
    with pytest.raises(ValueError, match="0 to 4"):
        persons.amount(0, 0, 5)


def test_sanchuan_20_and_30_fields():
    """子宮女虛危之宿屬齊分青州之類; 丑中有牛宿，子中有女宿. The 28 lodges each once."""
    assert persons.FIELDS[0] == ("女虛危", "齊", "青州")
    assert "牛" in persons.FIELDS[1][0]
    assert sorted("".join(f[0] for f in persons.FIELDS)) == sorted(
        "角亢氐房心尾箕斗牛女虛危室壁奎婁胃昴畢觜參井鬼柳星張翼軫"
    )


def test_sanchuan_21_what_is_looked_at():
    """Every word is a general, a kin, a stage, a spirit, or the screened nobleman."""
    known = set(
        "貴人 朱雀 六合 勾陳 青龍 白虎 太常 玄武 天后 妻財 官鬼 子孫 胎 養 墓 絕 幕貴".split()
    )
    known |= spirits().keys()
    assert {w for words in persons.LOOKED_AT.values() for w in words} <= known


def test_sanchuan_50_trigrams_and_sexes():
    """建陰謂酉午 … 建陽謂子卯; 乘戌亥 … 丑寅 … 則男，乘辰巳巽未申坤則生婦."""
    assert [b for b, male in zip(BRANCHES, persons.MALE, strict=True) if male] == list(
        "子丑寅卯戌亥"
    )
