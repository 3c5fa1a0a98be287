"""格 of 大六壬: the words they rest on, claims of 001 and 004, and a plain model beside the arrays."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
import yaml

from yarrow.charts import ganzhi as gz
from yarrow.charts.ganzhi import BRANCHES, ELEMENTS, STEMS
from yarrow.charts.liuren import cast
from yarrow.charts.liuren_lessons import KINDS, METHODS, School
from yarrow.charts.liuren_patterns import OPEN, PATTERNS, find, holding, matches
from yarrow.errors import YarrowError

ROOT = Path(__file__).parents[2]
RECORDS = yaml.safe_load(
    (Path(__file__).parent / "data" / "liuren_worked.yaml").read_text(encoding="utf-8")
)


def passages():
    found = {}
    for prefix, slug in (("001", "sanchuan"), ("004", "zhonggui")):
        (path,) = (ROOT / "corpus" / "texts").glob(f"{prefix}_*.txt")
        parts = [p for p in path.read_text(encoding="utf-8").split("\n\n") if p.strip()]
        found |= {f"{slug}-{i}": p for i, p in enumerate(parts[1::2], 1)}
    return found


PASSAGES = passages()
LODGE = dict(zip(STEMS, "寅辰巳未巳未申戌亥丑", strict=True))
ELEMENT = dict(zip(BRANCHES, "水土木木土火火土金金土水", strict=True)) | dict(
    zip(STEMS, "木木火火土土金金水水", strict=True)
)
GENERAL = "貴蛇雀合勾龍空虎常元陰后"
OF_GENERAL = dict(zip(GENERAL, "土火火木土木土金土水金水", strict=True))


def lessons():
    """All 720 lessons by day and by night."""
    day, shift, night = np.unravel_index(np.arange(1440), (60, 12, 2))
    return cast(day, shift, night=night)


ALL = lessons()
HELD = holding(ALL)


def names(chart, where):
    """干支 of the day and 干上, of charts."""
    return {
        gz.PILLARS[chart.day[i]] + "干上" + BRANCHES[chart.upper[i, 0]]
        for i in np.flatnonzero(where)
    }


# --- The registry -------------------------------------------------------------------------------


def test_every_quote_stands_in_its_passage():
    for entry in PATTERNS.values():
        if entry.passage:
            assert entry.quote and entry.quote in PASSAGES[entry.passage], entry.name
        else:
            assert entry.source and not entry.quote, entry.name
    for question in OPEN:
        assert question.quote in PASSAGES[question.passage], question.name
        assert question.name not in PATTERNS


def test_names_and_docstrings():
    for entry in PATTERNS.values():
        assert all("가" <= c <= "힣" for c in entry.ko), entry.name
        assert entry.en.isascii() and entry.en
        assert entry.function.__doc__
        assert not entry.quote or entry.quote in entry.function.__doc__


def test_results_are_three_valued_and_one_a_chart():
    for name, result in HELD.items():
        assert result.dtype == np.int8 and result.shape == (1440,), name
        assert set(np.unique(result)) <= {-1, 0, 1}, name


def test_day_or_night_is_unknown_only_where_it_matters():
    day, shift = np.divmod(np.arange(720), 12)
    dark = cast(day, shift)
    for name, result in holding(dark).items():
        by_day, by_night = HELD[name][::2], HELD[name][1::2]
        assert np.array_equal(result, np.where(by_day == by_night, by_day, -1)), name
        assert np.array_equal(result, matches(dark, name)), name
    half = cast([0, 0, 0], 8, night=[0, 1, -1])
    assert matches(half, "脫盜").shape == (3,)


FACTS_OF = {
    "month": ("孤寡", "空孤空寡", "天獄", "胎財生氣", "胎鬼死氣", "胎鬼生氣", "支胎生氣", "妾孕", "鬼胎",
              "養神二血", "二血臨胎", "重逢建將", "鬼賊當時", "傳財太旺", "憂母", "憂子", "死氣克后",
              "死氣克合", "蛇夾月厭", "成神天喜入課"),
    "year": ("歲日重迭", "太歲發用", "舊太歲發用", "新太歲發用"),
    "birth": ("貴人臨命",),
    "age": ("行年解禍",),
}  # fmt: skip


@pytest.mark.parametrize(
    ("fact", "name"), [(fact, name) for fact, names in FACTS_OF.items() for name in names]
)
def test_a_fact_that_is_wanting_is_neither_yes_nor_no(fact, name):
    """Without it the answer is what all twelve values agree on, or unknown; and it is sometimes so."""
    unknown = matches(ALL, name)
    each = np.stack(
        [matches(cast(ALL.day, ALL.shift, night=ALL.night, **{fact: b}), name) for b in range(12)]
    )
    assert set(np.unique(each)) <= {0, 1} and each.any()
    agree = (each == each[0]).all(0)
    assert (unknown[~agree] == -1).all()
    told = unknown >= 0
    assert (each[0][told] == unknown[told]).all() and (unknown == -1).any()


def test_unknown_name():
    with pytest.raises(YarrowError, match="'天網' is not among them"):
        find("天網")


# --- A plain model: one chart, characters, no arrays --------------------------------------------


class Plain:
    """One chart in characters."""

    def __init__(self, i):
        c = ALL
        self.stem, self.branch = gz.PILLARS[c.day[i]]
        self.shift = int(c.shift[i])
        self.lodge = LODGE[self.stem]
        self.up = [BRANCHES[b] for b in c.upper[i]]
        self.low = [self.stem] + [BRANCHES[b] for b in c.lower[i][1:]]
        self.three = [BRANCHES[b] for b in c.transmissions[i]]
        self.on = {b: GENERAL[c.general_on[i, k]] for k, b in enumerate(BRANCHES)}
        self.method = METHODS[c.method[i]][0]
        self.kind = KINDS[c.kind[i]][0]
        first = int(c.day[i]) // 10
        self.void = ("戌亥", "申酉", "午未", "辰巳", "寅卯", "子丑")[first]

    def seat(self, b):
        return BRANCHES[(BRANCHES.index(b) - self.shift) % 12]

    def sunk(self, b):
        return b in self.void or self.seat(b) in self.void


def step(a, b):
    return (ELEMENTS.index(ELEMENT[b]) - ELEMENTS.index(ELEMENT[a])) % 5


def feeds(a, b):
    return step(a, b) == 1


def beats(a, b):
    return step(a, b) == 2


def run(p, text):
    return "".join(p.three) in text


FORWARD, BACKWARD = BRANCHES + "子丑", BRANCHES[::-1] + "亥戌"
TRINES = {"申子辰": "潤下", "巳酉丑": "從革", "亥卯未": "曲直", "寅午戌": "炎上"}
SIX = {a: b for pair in "子丑 寅亥 卯戌 辰酉 巳申 午未".split() for a, b in (pair, pair[::-1])}
HURT = {a: b for pair in "子未 丑午 寅巳 卯辰 申亥 酉戌".split() for a, b in (pair, pair[::-1])}
RINGS = ("子卯", "寅巳申", "丑戌未")
EMBRYO = dict(zip(ELEMENTS, "酉子子卯午", strict=True))
BIRTH = dict(zip(ELEMENTS, "亥寅寅巳申", strict=True))
TOMB = dict(zip(ELEMENTS, "未戌辰丑辰", strict=True))


def opposite(a, b):
    return abs(BRANCHES.index(a) - BRANCHES.index(b)) == 6


def punish(a, b):
    return a != b and any(a in ring and b in ring for ring in RINGS)


def is_trine(p):
    return any(set(p.three) == set(t) for t in TRINES)


def lacking(p):
    if p.lodge == p.branch or p.shift == 0:
        return ""
    return "陽" * (p.up[1] == p.up[2]) + "陰" * (p.up[0] == p.up[3])


def fights(p):
    gods = {}
    for god, under in zip(p.up, p.low, strict=True):
        gods[god] = gods.get(god, False) or beats(god, under) or beats(under, god)
    return sum(gods.values())


def ghosts(p):
    body = [t for t in ("寅卯辰", "巳午未", "申酉戌", "亥子丑") if set(t) == set(p.three)]
    heart = {"寅卯辰": "卯", "巳午未": "午", "申酉戌": "酉", "亥子丑": "子"}
    one = [heart[t] for t in body] + [t[1] for t in TRINES if set(t) == set(p.three)]
    return all(beats(b, p.stem) for b in p.three) or any(beats(b, p.stem) for b in one)


def enemy(p):
    return next(b for b in BRANCHES if beats(b, p.stem))


MODEL = {
    "回環": lambda p: set(p.three) <= set(p.up),
    "不備": lambda p: len(lacking(p)) == 1,
    "陽不備": lambda p: lacking(p) == "陽",
    "陰不備": lambda p: lacking(p) == "陰",
    "干支相會": lambda p: len(lacking(p)) == 1 and any(set(p.up) == set(t) for t in TRINES),
    "干神歸支": lambda p: len(lacking(p)) == 1 and p.up[2] == p.lodge,
    "狐疑": lambda p: fights(p) >= 2,
    "蕪淫": lambda p: beats(p.up[0], p.branch) and beats(p.up[2], p.stem),
    "解離": lambda p: beats(p.branch, p.up[0]) and beats(p.stem, p.up[2]),
    "交合": lambda p: SIX[p.up[0]] == p.branch and SIX[p.up[2]] == p.lodge,
    "交害": lambda p: HURT[p.up[0]] == p.branch and HURT[p.up[2]] == p.lodge,
    "交沖": lambda p: opposite(p.up[0], p.branch) and opposite(p.up[2], p.lodge),
    "交刑": lambda p: punish(p.up[0], p.branch) and punish(p.up[2], p.lodge),
    "進連茹": lambda p: run(p, FORWARD),
    "退連茹": lambda p: run(p, BACKWARD),
    "間傳": lambda p: any(run(p, BRANCHES[k::d] * 2) for k, d in ((0, 2), (1, 2), (-1, -2), (-2, -2))),
    "三合": is_trine,
    "稼穡": lambda p: set(p.three) <= set("辰戌丑未"),
    "六陽": lambda p: set(p.three + p.up) <= set("子寅辰午申戌"),
    "六陰": lambda p: set(p.three + p.up) <= set("丑卯巳未酉亥"),
    "元胎": lambda p: set(p.three) <= set("寅申巳亥"),
    "生元胎": lambda p: set(p.three) <= set("寅申巳亥") and p.seat("寅") == "亥",
    "病元胎": lambda p: set(p.three) <= set("寅申巳亥") and p.seat("寅") == "巳",
    "魁度天門": lambda p: p.three[0] == "戌" and p.seat("戌") == "亥",
    "罡塞鬼戶": lambda p: p.three[0] == "辰" and p.seat("辰") == "寅",
    "合中犯煞": lambda p: is_trine(p) and any(
        punish(a, b) or opposite(a, b) or HURT[a] == b for a in (p.up[0], p.up[2]) for b in p.three
    ),
    "三六相呼": lambda p: is_trine(p) and bool({SIX[p.up[0]], SIX[p.up[2]]} & set(p.three)),
    "羅網": lambda p: p.shift == 1,
    "河魁度亥": lambda p: p.seat("戌") == "亥",
    "初末空陷": lambda p: [p.sunk(b) for b in p.three] == [True, False, True],
    "末助初生": lambda p: feeds(p.three[2], p.three[0]) and feeds(p.three[0], p.stem),
    "末助初財": lambda p: feeds(p.three[2], p.three[0]) and beats(p.stem, p.three[0]),
    "末助初鬼": lambda p: feeds(p.three[2], p.three[0]) and beats(p.three[0], p.stem),
    "遞生日干": lambda p: any(
        feeds(t[0], t[1]) and feeds(t[1], t[2]) and feeds(t[2], p.stem)
        for t in (p.three, p.three[::-1])
    ),
    "眾鬼有制": lambda p: ghosts(p) and beats(p.up[0], enemy(p)),
    "眾鬼宅救": lambda p: ghosts(p) and beats(p.up[2], enemy(p)),
    "家鬼取家人": lambda p: p.three[0] in p.up[2:] and beats(p.three[0], p.stem),
    "引鬼為生": lambda p: beats(p.three[0], p.stem) and feeds(p.three[0], p.three[2])
    and feeds(p.three[2], p.stem),
    "狐假虎威": lambda p: beats(p.up[0], p.stem) and beats(p.branch, p.up[0]),
    "脫空": lambda p: feeds(p.stem, p.up[0]) and p.on[p.up[0]] == "空",
    "脫盜": lambda p: feeds(p.stem, p.up[0]) and p.on[p.up[0]] == "元",
    "脫上脫": lambda p: feeds(p.stem, p.up[0])
    and (ELEMENTS.index(OF_GENERAL[p.on[p.up[0]]]) - ELEMENTS.index(ELEMENT[p.up[0]])) % 5 == 1,
    "空上乘空": lambda p: p.up[0] in p.void and p.on[p.up[0]] == "空",
    "進茹空亡": lambda p: run(p, FORWARD) and all(p.sunk(b) for b in p.three),
    "踏腳空亡": lambda p: run(p, BACKWARD) and all(p.sunk(b) for b in p.three),
    "遙克落空": lambda p: p.method == "遙克" and p.sunk(p.three[0]),
    "遙克乘空": lambda p: p.method == "遙克" and p.on[p.three[0]] == "空",
    "后克干": lambda p: p.on[p.up[0]] == "后" and beats(p.up[0], p.stem),
    "龍傷支": lambda p: p.on[p.up[2]] == "龍" and beats(p.up[2], p.branch),
    "用起天后傳見元武": lambda p: p.on[p.three[0]] == "后" and "元" in [p.on[b] for b in p.three[1:]],
    "常財日本": lambda p: any(
        p.on[b] == "常" and (beats(p.stem, b) or b == BIRTH[ELEMENT[p.stem]])
        for b in (p.up[0], p.up[2])
    ),
    "支臨干位": lambda p: p.up[0] == p.branch,
    "支加干克干": lambda p: p.up[0] == p.branch and beats(p.branch, p.stem),
    "子戀母腹": lambda p: (p.up[0] == p.branch or p.up[2] == p.lodge)
    and (feeds(p.stem, p.branch) or feeds(p.branch, p.stem)),
    "全傷": lambda p: beats(p.up[0], p.stem) and beats(p.up[2], p.branch),
    "獨支受傷": lambda p: not beats(p.up[0], p.stem) and beats(p.up[2], p.branch),
    "獨干受傷": lambda p: beats(p.up[0], p.stem) and not beats(p.up[2], p.branch),
    "胎臨本日": lambda p: p.up[0] == EMBRYO[ELEMENT[p.stem]],
    "腹空": lambda p: p.sunk("丑"),
    "損孕": lambda p: EMBRYO[ELEMENT[p.stem]] in p.void
    and (
        beats(p.seat(EMBRYO[ELEMENT[p.stem]]), EMBRYO[ELEMENT[p.stem]])
        or (p.seat(EMBRYO[ELEMENT[p.stem]]) == p.lodge and beats(p.stem, EMBRYO[ELEMENT[p.stem]]))
    ),
    "私孕": lambda p: p.stem in "辛癸" and p.on[EMBRYO[ELEMENT[p.stem]]] == "元",
    "胎逢元鬼": lambda p: beats(EMBRYO[ELEMENT[p.stem]], p.stem)
    and p.on[EMBRYO[ELEMENT[p.stem]]] == "元",
    "干神二陰一陽": lambda p: [
        STEMS.index(p.stem) % 2, BRANCHES.index(p.up[0]) % 2, BRANCHES.index(p.up[1]) % 2
    ].count(0) == 1,
} | {name: lambda p, t=t: set(p.three) == set(t) for t, name in TRINES.items()}  # fmt: skip

PLAIN = [Plain(i) for i in range(len(ALL))]


@pytest.mark.parametrize("name", MODEL)
def test_against_the_plain_model(name):
    expected = np.array([bool(MODEL[name](p)) for p in PLAIN])
    assert np.array_equal(HELD[name] == 1, expected)
    assert 0 < expected.sum() < len(ALL)


def test_every_pattern_of_the_corpus_is_worked_or_modelled():
    """A pattern that neither a worked chart nor the model, nor a test by name here, would show wrong."""
    worked = set()
    for record in RECORDS:
        for facts in (record["asserts"], record.get("fails", {}).get("computed", {})):
            worked |= set(facts.get("patterns", ()))
    here = {m[0] for m in METHODS} | {k[0] for k in KINDS} | {
        "連茹", "夾定三傳", "四課無遙", "八專無克", "交克", "胎鬼生氣", "支胎生氣", "鬼胎", "歲日重迭",
        "小產", "產煞臨年", "破羅破網", "太歲發用", "舊太歲發用", "新太歲發用", "成神天喜入課",
    }  # fmt: skip
    missing = {n for n, p in PATTERNS.items() if p.passage} - worked - MODEL.keys() - here
    assert missing == set()


def test_patterns_that_are_others_by_another_name():
    for name, same in (("四課無遙", "昴星"), ("八專無克", "八專"), ("交克", "蕪淫")):
        assert np.array_equal(HELD[name], HELD[same])
    either = (HELD["進連茹"] | HELD["退連茹"]) == 1
    assert np.array_equal(HELD["連茹"] == 1, either)


def test_zhonggui_42_held_by_the_ends_too():
    """或初末六合."""
    ends = np.array([SIX[p.three[0]] == p.three[2] for p in PLAIN])
    assert np.array_equal(HELD["夾定三傳"] == 1, ends | (HELD["兩儀夾傳"] == 1))
    assert ends.any()


def test_alternate_transmissions_have_twenty_four_names_and_each_has_one():
    """大全 卷七: twelve 順 and twelve 逆, of which some never occur."""
    kinds = [n for n, p in PATTERNS.items() if "間傳課" in p.source and n != "間傳"]
    assert len(kinds) == 24
    total = sum((HELD[n] == 1).astype(int) for n in kinds)
    assert np.array_equal(total == 1, HELD["間傳"] == 1) and total.max() == 1


# --- Claims of the two texts ------------------------------------------------------------------------


def test_sanchuan_8_counts():
    """昴星十六課，別責九課，八專十六課。無依六課."""
    counts = {n: int((HELD[n] == 1).sum()) // 2 for n in ("昴星", "別責", "八專", "無依")}
    assert counts == {"昴星": 16, "別責": 9, "八專": 16, "無依": 6}
    assert (HELD["不入"] == 1).sum() // 2 == 47
    later = cast(ALL.day, ALL.shift, school=School(bazhuan="after"))
    assert (
        matches(later, "八專") == 1
    ).sum() // 2 == 9  # only 八專 before 遙克 gives the text's 16


def test_sanchuan_8_not_all_begin_outside_the_lessons():
    """皆在四課之外發用 is not so to the letter: eight of the 47 begin on a branch of the lessons."""
    within = (ALL.upper == ALL.transmissions[:, :1]).any(1) & (HELD["不入"] == 1)
    found = Counter(METHODS[m][0] for m in ALL.method[within])
    assert found == {"昴星": 14, "八專": 2}  # by day and by night


def test_sanchuan_45_seven_palaces():
    """謂在子丑寅卯辰巳午未七宮也: seven, but eight are named. 未 to 亥 hem in, over 申 to 子."""
    for first, outside in ((7, "子丑寅卯辰巳午"), (8, "丑寅卯辰巳午未")):
        inside = {(first + k) % 12 for k in range(5)}
        assert "".join(b for i, b in enumerate(BRANCHES) if i not in inside) == outside
        assert len(outside) == 7
    assert "謂在子丑寅卯辰巳午未七宮也" in PASSAGES["sanchuan-45"]


def test_sanchuan_49_only_these_five_days():
    """只此五日，餘無例: every day whose branch is the embryo of its stem."""
    day, month = np.divmod(np.arange(720), 12)
    held = matches(cast(day, 0, month=month), "重逢建將") == 1
    found = {(gz.PILLARS[d], (m - 2) % 12 + 1) for d, m in zip(day[held], month[held], strict=True)}
    assert found == {("辛卯", 2), ("壬午", 5), ("乙酉", 8), ("丙子", 11), ("戊子", 11)}


def test_sanchuan_51_only_these_five_lessons():
    """惟乙丑日干上子支上酉 … 五課."""
    assert names(ALL, HELD["干支胎位"] == 1) == {
        "乙丑干上子", "癸未干上子", "甲申干上卯", "庚寅干上酉", "辛丑干上子",
    }  # fmt: skip


def test_zhonggui_32_list_needs_both_schools_of_earth():
    listed = {
        "戊寅干上酉", "乙丑干上子", "己未干上子", "癸未干上子", "己未干上午", "癸丑干上午", "己丑干上午",
        "辛未干上午", "丁丑干上午", "甲申干上卯", "庚寅干上酉",
    }  # fmt: skip
    held = names(ALL, HELD["互胎"] == 1)
    assert listed < held
    assert held - listed == {
        "己丑干上子", "乙未干上午", "辛丑干上子", "丁未干上子", "戊申干上卯", "甲寅干上酉", "庚申干上卯",
    }  # fmt: skip


def test_zhonggui_37_the_one_lesson_of_decline():
    """惟乙未日亥加丑昴星一課是也."""
    held = HELD["衰元胎"] == 1
    assert {gz.PILLARS[d] for d in ALL.day[held]} == {"乙未"}
    assert (ALL.shift[held] == 10).all() and (HELD["昴星"][held] == 1).all()


def test_zhonggui_5_only_two_days_have_the_rescuer():
    """丙子 has 未, 丙午日亦有丑土為救也，餘不為救."""
    on_bing = (ALL.day % 10 == 2) & (ALL.upper[:, 0] == 0)
    earth = on_bing & (gz.BRANCH_ELEMENT[ALL.upper[:, 2]] == ELEMENTS.index("土"))
    assert {gz.PILLARS[d] for d in ALL.day[earth]} == {"丙子", "丙午"}


# --- Months and persons --------------------------------------------------------------------------


def test_sanchuan_46_a_ghost_with_living_breath_and_zhonggui_31_a_ghost_embryo():
    """甲乙日酉為胎鬼: 生氣 stands on 酉 in the tenth month, 死氣 in the fourth."""
    day, month = np.divmod(np.arange(720), 12)
    chart = cast(day, 0, month=month)
    held = matches(chart, "胎鬼生氣") == 1
    assert {(STEMS[d % 10], (m - 2) % 12 + 1) for d, m in zip(day[held], month[held], strict=True)} == {
        ("甲", 10), ("乙", 10), ("丙", 1), ("丁", 1),
    }  # fmt: skip
    ghost = matches(chart, "鬼胎") == 1
    assert {gz.PILLARS[d] for d in day[ghost]} == {
        "甲戌", "乙亥", "丙辰", "丁巳", "戊午", "己未", "庚戌", "辛亥", "壬辰", "癸巳",
    }  # fmt: skip


def test_zhonggui_29_the_branch_has_an_embryo_too():
    """支之胎神作月內生氣: of 寅 and 卯 酉, in the tenth month."""
    chart = cast(np.arange(60), 0, month=11)
    held = matches(chart, "支胎生氣") == 1
    assert {BRANCHES[d % 12] for d in np.flatnonzero(held)} == set("寅卯")


def test_sanchuan_49_year_and_day():
    chart = cast([gz.pillar("辛卯"), gz.pillar("辛卯"), gz.pillar("辛卯")], 0, year=[3, 4, -1])
    assert matches(chart, "歲日重迭").tolist() == [1, 0, -1]


def test_zhonggui_39_miscarriage():
    """母之年命上神沖剋胎神: 甲's embryo 酉 is met by 卯, controlled by 午; one of two years is enough."""
    chart = cast(0, [3, 6, 1, 1, 1], age=[0, 0, 0, 0, -1], birth=[-1, -1, -1, 1, 1])
    assert matches(chart, "小產").tolist() == [1, 1, -1, 0, -1]


def test_sanchuan_54_childbirth_killer():
    """產煞寅巳申亥三輪，如臨年命將產."""
    chart = cast(0, [2, 3, 2], month=[2, 2, -1], age=0, birth=0)
    assert matches(chart, "產煞臨年").tolist() == [1, 0, -1]


def test_sanchuan_16_the_year_begins():
    """太歲發用 … 舊太歲發用 … 新太歲發用: 壬辰 with 寅 over the stem begins with 戌 (zhonggui-1)."""
    chart = cast(gz.pillar("壬辰"), 3, year=[10, 11, 9, -1])
    assert matches(chart, "太歲發用").tolist() == [1, 0, 0, -1]
    assert matches(chart, "舊太歲發用").tolist() == [0, 1, 0, -1]
    assert matches(chart, "新太歲發用").tolist() == [0, 0, 1, -1]


def test_sanchuan_44_broken_nets():
    """如值空亡，或年命上有神沖破者: 甲子's nets are 卯 and 丑; over 申 stands 酉, which clashes with 卯."""
    chart = cast(0, 1, age=[1, 2, 8, -1, 1], birth=[1, 2, 1, 1, -1])
    assert matches(chart, "破羅破網").tolist() == [0, 0, 1, -1, -1]
    # 癸丑: 寅 over the stem is void (zhonggui-23).
    assert matches(cast(gz.pillar("癸丑"), 1), "破羅破網") == 1
    assert matches(cast(0, 2), "破羅破網") == 0


def test_sanchuan_30_accomplishment_and_joy():
    """成神巳申亥寅三輪，天喜春戌順四季: in the first month 巳 and 戌; 己未 with 子 has both (巳戌卯)."""
    chart = cast(gz.pillar("己未"), 5, month=[2, 3, -1])
    assert matches(chart, "成神天喜入課").tolist() == [1, 0, -1]


def test_sanchuan_30_water_meets_ding_waits_for_the_person():
    """丁 and the horse, both; without the two places of the person the chart cannot say no.

    On 壬戌 巳 carries 丁 and 申 is the horse: with 巳 over the branch 申 is last (午丑申).
    """
    day, shifts = gz.pillar("壬戌"), np.arange(12)
    result = matches(cast(day, shifts), "水逢丁馬")
    assert np.flatnonzero(result == 1).tolist() == [7, 9] and set(result) == {-1, 1}
    known = matches(cast(day, shifts, age=0, birth=0), "水逢丁馬")
    assert set(known) == {0, 1} and (known[result == 1] == 1).all()
    assert known[6] == 0  # 巳 over the stem, and 申 at none of the six
    assert matches(cast(day, 6, age=2, birth=0), "水逢丁馬") == 1  # 申 over 行年 in 寅
    assert (matches(cast(gz.pillar("甲子"), shifts), "水逢丁馬") == 0).all()
