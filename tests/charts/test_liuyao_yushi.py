"""The distinctions of text 003, against its own instances and against a plain reckoning.

The reckoning below works on one chart at a time with the names of branches, and shares nothing
with the arrays but the laying out of the lines.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from yarrow.charts import ganzhi, hexagrams
from yarrow.charts import liuyao as ly
from yarrow.charts import liuyao_rescue as rescue
from yarrow.charts import liuyao_yushi as yushi
from yarrow.charts.liuyao_moves import combination_meets_clash
from yarrow.charts.liuyao_tables import tables

TEXT = next((Path(__file__).parents[2] / "corpus" / "texts").glob("003_*.txt"))
BRANCH = ganzhi.BRANCHES.index
RNG = np.random.default_rng(3)
CODES = np.arange(64)


def chinese(n: int) -> str:
    return [line for line in TEXT.read_text("utf-8").split("\n") if line.strip()][2 * n - 1]


def cast(name: str, *moving: int, day: str = "甲子", month: str = "子", **more):
    """One chart by name, its moving lines (from 1), its day pillar and its month."""
    return ly.lay(hexagrams.find_hexagram(name), sum(1 << at - 1 for at in moving),
                  day=ganzhi.pillar(day), month=BRANCH(month), **more)


def lines(mask, shift: int = 0) -> list[int]:
    """The lines 1..6 of the first chart of a mask."""
    return [i + 1 for i in range(6) if int(mask[0]) >> shift + i & 1]


# --- A plain reckoning -----------------------------------------------------------------------

WOOD, FIRE, EARTH, METAL, WATER = "寅卯", "巳午", "辰戌丑未", "申酉", "亥子"
ORDER = (WOOD, FIRE, EARTH, METAL, WATER)
BORN = {WOOD: "亥", FIRE: "寅", EARTH: "申", METAL: "巳", WATER: "申"}
GONE = {WOOD: "申", FIRE: "亥", EARTH: "巳", METAL: "寅", WATER: "巳"}
BURIED = {WOOD: "未", FIRE: "戌", EARTH: "辰", METAL: "丑", WATER: "辰"}
OPPOSITE = dict(zip("子丑寅卯辰巳午未申酉戌亥", "午未申酉戌亥子丑寅卯辰巳"))
PARTNER = dict(zip("子丑寅亥卯戌辰酉巳申午未", "丑子亥寅戌卯酉辰申巳未午"))


def element(branch):
    return next(e for e in ORDER if branch in e)


def feeds(a, b):
    return ORDER[(ORDER.index(element(a)) + 1) % 5] == element(b)


def controls(a, b):
    return ORDER[(ORDER.index(element(a)) + 2) % 5] == element(b)


def quickens(a, b):
    """a quickens b where stages count."""
    return feeds(a, b) and GONE[element(b)] != a or BORN[element(b)] == a


def hurts(a, b):
    return controls(a, b) and BORN[element(b)] != a


def strikes(a, b):
    return hurts(a, b) or GONE[element(b)] == a


class Plain:
    """One chart as lists of branch names; hidden and changed None where there is none."""

    def __init__(self, chart, n):
        own, changed, hidden = ly.line_branches(chart[n])[0].tolist()
        self.own = [ganzhi.BRANCHES[b] for b in own]
        self.to = [ganzhi.BRANCHES[b] if b >= 0 else None for b in changed]
        self.under = [ganzhi.BRANCHES[b] if b >= 0 else None for b in hidden]
        self.moving = [i for i in range(6) if self.to[i]]
        day = int(chart.day[n])
        self.day, self.month = ganzhi.BRANCHES[day % 12], ganzhi.BRANCHES[int(chart.month[n])]
        first = 10 - 2 * (day // 10)  # 甲子旬 lacks 戌亥, 甲戌旬 申酉, …
        self.void = ganzhi.BRANCHES[first] + ganzhi.BRANCHES[first + 1]
        self.time = (self.day, self.month)

    def scattered(self, i):
        others = [self.own[j] for j in self.moving if j != i] + [self.day]
        return i in self.moving and OPPOSITE[self.own[i]] in others

    def ruined(self, i):
        return OPPOSITE[self.own[i]] == self.month or self.scattered(i)

    def hollow(self, branch):
        return branch in self.void or OPPOSITE[branch] == self.month

    def attackers(self, i=None):
        return [self.own[j] for j in self.moving if j != i and not self.ruined(j)]

    def feeders(self, i=None, sound=False):
        return [self.own[j] for j in self.moving if j != i and not (sound and self.ruined(j))]


def sample(size: int):
    chart = ly.lay(RNG.integers(0, 64, size), RNG.integers(0, 64, size),
                   day=RNG.integers(0, 60, size), month=RNG.integers(0, 12, size),
                   birth=RNG.integers(0, 12, size))
    return chart, [Plain(chart, n) for n in range(size)]


def mask_of(found, shift=0) -> int:
    return sum(1 << i + shift for i in found)


def saved_plainly(p: Plain, sound=False):
    one = [i for i in range(6) if any(strikes(t, p.own[i]) for t in p.time)
           and any(feeds(f, p.own[i]) for f in p.feeders(i, sound))]
    two = [i for i in p.moving if any(controls(a, p.own[i]) for a in p.attackers(i))
           and quickens(p.to[i], p.own[i])]
    three = [i for i in p.moving if strikes(p.to[i], p.own[i]) and not p.hollow(p.to[i])
             and any(feeds(f, p.own[i]) for f in p.feeders(i, sound))]
    four, five = [], []
    for i, under in enumerate(p.under):
        if under is None:
            continue
        over, over_sound = p.own[i], not (sound and p.ruined(i))
        fed = over_sound and quickens(over, under) or any(
            feeds(f, under) for f in p.feeders(None, sound))
        if any(strikes(t, under) for t in p.time) and fed:
            four.append(i)
        hurt = (strikes(over, under) and not p.hollow(over)
                or any(controls(a, under) for a in p.attackers()))
        if hurt and any(quickens(t, under) for t in p.time):
            five.append(i)
    return [mask_of(one), mask_of(two), mask_of(three), mask_of(four, 12), mask_of(five, 12)]


def test_yushi_32_five_kinds_on_random_charts():
    chart, plain = sample(1500)
    masks = rescue.saved_from_extinction(chart)
    assert len(masks) == len(tables()["yushi-32-t1"].rows)
    for n, p in enumerate(plain):
        assert [int(m[n]) for m in masks] == saved_plainly(p), n
    assert all((m != 0).any() for m in masks)


def test_yushi_33_three_exceptions_on_random_charts():
    chart, plain = sample(1500)
    masks, saved = rescue.beyond_saving(chart), rescue.saved(chart)
    for n, p in enumerate(plain):
        ways, sound = saved_plainly(p), saved_plainly(p, sound=True)
        every = ways[0] | ways[1] | ways[2] | ways[3] | ways[4]
        broken = {i for i in range(6) if p.ruined(i)}
        under = [i for i, b in enumerate(p.under) if b and OPPOSITE[b] == p.month]
        own = every & (mask_of(broken) | mask_of(under, 12))
        dead = [i for i in p.moving if OPPOSITE[p.to[i]] == p.month
                or any(GONE[element(p.to[i])] == t for t in p.time)]
        expected = [own, ways[0] & ~sound[0] | ways[2] & ~sound[2] | ways[3] & ~sound[3],
                    ways[1] & mask_of(dead)]
        assert [int(m[n]) for m in masks] == expected, n
        # What is saved after all: way by way, none of the three, and nothing hollow feeds.
        hollow = {i for i in p.moving if p.hollow(p.to[i])}
        two = ways[1] & ~mask_of(dead) & ~mask_of(hollow)
        by_line = [i for i, b in enumerate(p.under) if b and (
            any(feeds(f, b) for f in p.feeders(None, True))
            or quickens(p.own[i], b) and not p.ruined(i) and not p.hollow(p.own[i]))]
        rescued = sound[0] | two | sound[2] | sound[3] & mask_of(by_line, 12) | sound[4]
        ruined = mask_of(broken) | mask_of(under, 12)
        assert int(saved[n]) == rescued & ~ruined, n
    assert (saved != 0).any()


def test_yushi_32_instance_wood_on_a_shen_day_fed_by_moving_water():
    """用爻屬木，申日占而絕，水爻動而生: in every chart with a wood line, a 申 day and a moving water line."""
    assert "用爻屬木，申日占而絕，水爻動而生，因名絕生" in chinese(32)
    chart = ly.every_chart()
    chart = chart[(chart.day_branch == BRANCH("申")) & (chart.month == BRANCH("辰"))]
    wood, water = (ly.element_seats(chart, e) & ly.CAST for e in (0, 4))
    saved, *_ = rescue.saved_from_extinction(chart)
    fed = (water & chart.moves) != 0
    assert fed.any() and ((saved & wood)[fed] == wood[fed]).all()
    assert ((saved & wood)[~fed] == 0).all()
    assert (rescue.truly_extinct(chart, wood) == wood).all()


def test_yushi_15_metal_at_si_and_earth_at_si():
    """金遇巳而不克，土遇巳而不生: 復 (子寅辰丑亥酉) on a 巳 day."""
    assert "金遇巳而不克，土遇巳而不生" in chinese(15)
    chart = cast("復", day="己巳", month="辰")
    assert 6 not in lines(rescue.met(chart, "controlled", ly.CAST, ly.DAY))
    assert 6 in lines(rescue.met(chart, "quickened", ly.CAST, ly.DAY))
    assert not {3, 4} & set(lines(rescue.met(chart, "quickened", ly.CAST, ly.DAY)))
    assert {3, 4} <= set(lines(rescue.met(chart, "struck", ly.CAST, ly.DAY)))


def test_yushi_20_between_lines_only_generation_and_control():
    """巳動傷金而生土: a moving 巳 hurts metal and feeds earth, though on a 巳 day it is otherwise.

    觀 has 巳 in line 2 and earth in lines 1 and 4; its month here controls the earth.
    """
    assert "故巳動傷金而生土，亥發火熄而木榮，有同體之觀焉" in chinese(20)
    first, *_ = rescue.saved_from_extinction(cast("觀", 2, day="甲午", month="卯"))
    assert {1, 4} <= set(lines(first))


def test_yushi_20_hollow_places():
    """大畜之小畜 (yushi-5-e2): 子 turns into 巳, which a 亥 month breaks and 己亥 (甲午旬) leaves void."""
    for day, month, hollow in (("己巳", "午", False), ("己巳", "亥", True), ("己亥", "午", True)):
        chart = cast("大畜", 5, day=day, month=month)
        assert (5 in lines(rescue.hollow_places(chart))) == hollow


def test_yushi_18_the_three_degrees_part_the_fallen():
    chart, plain = sample(1200)
    masks = rescue.fallen(chart)
    dead = {WOOD: "午", FIRE: "酉", EARTH: "卯", METAL: "子", WATER: "卯"}
    for n, p in enumerate(plain):
        found = [[], [], []]
        for i, b in enumerate(p.own):
            places = [*p.time] + ([p.to[i]] if p.to[i] and not p.hollow(p.to[i]) else [])
            if not any(at in (dead[element(b)], GONE[element(b)]) for at in places):
                continue
            if any(quickens(at, b) for at in places):
                found[0].append(i)
            else:
                found[1 if any(hurts(at, b) for at in places) else 2].append(i)
        assert [int(m[n]) for m in masks] == [mask_of(f) for f in found], n


def test_yushi_8_wounds_on_random_charts():
    chart, plain = sample(1200)
    wounded = yushi.wounded(chart)
    for n, p in enumerate(plain):
        own, under = [], []
        for i, b in enumerate(p.own):
            back = p.to[i] and hurts(p.to[i], b) and not p.hollow(p.to[i])
            if (b in p.void or p.ruined(i) or back or any(hurts(t, b) for t in p.time)
                    or any(controls(a, b) for a in p.attackers(i))):
                own.append(i)
            h = p.under[i]
            if h and (h in p.void or OPPOSITE[h] == p.month or any(hurts(t, h) for t in p.time)
                      or any(controls(a, h) for a in p.attackers())
                      or hurts(b, h) and not p.hollow(b)):
                under.append(i)
        assert int(wounded[n]) == mask_of(own) | mask_of(under, 12), n


def test_yushi_8_and_9_choice_on_da_guo():
    """大過, 妻財 丑 and 未 (yushi-10-e1): the void is dropped; both sound, the moving one is taken."""
    both = dict(month="亥")
    assert lines(yushi.chosen(cast("大過", day="戊午", **both), ly.WEALTH)) == [6]
    assert lines(yushi.chosen(cast("大過", day="己巳", **both), ly.WEALTH)) == [1, 6]
    # The same with line 6 moving: 丁未 turns into 壬戌.
    assert lines(yushi.chosen(cast("大過", 6, day="己巳", **both), ly.WEALTH)) == [6]
    # Moving does not save it when it is hurt: 未 is void on a day of 甲申旬 (午未).
    assert lines(yushi.chosen(cast("大過", 6, day="壬辰", **both), ly.WEALTH)) == [1]


def test_yushi_9_the_hidden_when_the_visible_is_hurt_or_absent():
    """姤 lacks 妻財: 甲寅 lies under line 2. A water day or month feeds it; 申 controls it."""
    seat = dict(month="丑")
    assert lines(yushi.chosen(cast("姤", day="甲子", **seat), ly.WEALTH), 12) == [2]
    assert lines(yushi.chosen(cast("姤", day="壬申", **seat), ly.WEALTH), 12) == []
    # 相生而從，相剋而舍: with a 申 month the 子 day feeds it and the month controls it.
    for month, followed in (("丑", [2]), ("申", [])):
        chart = cast("姤", day="甲子", month=month)
        assert lines(yushi.hidden_followed(chart, 1 << 13), 12) == followed


def test_yushi_10_stages_of_the_chosen_line_at_later_times():
    """大過 (yushi-10-e1): 未, earth, is born at 申 and extinct at 巳 (水土生申)."""
    chart = cast("大過", day="戊午", month="亥")
    line = yushi.chosen(chart, ly.WEALTH)
    found = [
        [b for n, b in enumerate(ganzhi.BRANCHES) if yushi.at_later_time(chart, line, n, stage)[0]]
        for stage in (ganzhi.BIRTH, ganzhi.PRIME, ganzhi.DEATH, ganzhi.EXTINCTION)
    ]
    assert found == [["申"], ["子"], ["卯"], ["巳"]]


def test_yushi_10_and_13_no_choice_leaves_the_fit_or_the_cast():
    chart, _ = sample(1500)
    for relation in range(5):
        seats, chosen = ly.relation_seats(chart, relation), yushi.chosen(chart, relation)
        assert ((chosen & ~seats) == 0).all()
        assert ((chosen & yushi.wounded(chart) & ly.CAST) == 0).all()
        sound = (seats & ly.CAST & ~yushi.wounded(chart)) != 0
        assert ((chosen & ly.CAST) != 0)[sound].all() and ((chosen & ly.CAST) == 0)[~sound].all()
        assert ((chosen & ly.CHANGED) == 0).all()  # 兩現於變互者，則勿取較也


def test_yushi_11_and_12_doubled_lines():
    assert lines(yushi.doubled(cast("大過"), ly.WEALTH)) == [1, 6]
    assert lines(yushi.doubled(cast("大過"), ly.OFFSPRING)) == []
    codes = ly.lay(CODES, day=0, month=0)
    for relation in range(5):
        over = yushi.over_its_own(codes, relation)
        for code in range(64):
            expected = [
                i for i in range(6) if hexagrams.HIDDEN_LINES[code] >> i & 1
                and hexagrams.LINE_RELATION[code, i] == relation
                and hexagrams.HIDDEN_RELATION[code, i] == relation
            ]
            assert lines(over[code:code + 1]) == [i + 1 for i in expected]
    # 大過之恆: 官鬼 丁酉 turns into 庚申, again 官鬼; 大過之姤: line 6 alone moves.
    assert lines(yushi.into_its_own(cast("大過", 5), ly.OFFICER)) == [5]
    assert lines(yushi.into_its_own(cast("大過", 6), ly.OFFICER)) == []


def test_yushi_13_sheng_and_guan_alone_are_two_halves():
    """其升觀二分之卦，八純二土之象，皆有成格."""
    assert "其升觀二分之卦，八純二土之象，皆有成格" in chinese(13)
    chart = ly.lay(CODES, day=0, month=0)
    assert {hexagrams.NAMES[c] for c in CODES[yushi.two_halves(chart)]} == {"升", "觀"}
    pure = CODES[yushi.pure(chart)]
    assert {hexagrams.NAMES[c] for c in pure} == set(hexagrams.TRIGRAMS)
    # 二土: two earth lines in each, at the same place of either trigram, and in clash.
    for code in pure:
        earth = [i for i in range(6) if hexagrams.LINE_ELEMENT[code, i] == 2]
        assert len(earth) == 2 and earth[1] - earth[0] == 3
        one, other = hexagrams.LINE_BRANCH[code, earth]
        assert int(ganzhi.clash(one)) == other


def test_yushi_3_sole_lines_and_their_numbers():
    """獨發 9 or 6, 獨靜 7 or 8, by the line as cast."""
    code = hexagrams.find_hexagram("既濟")  # lines from below: yang yin yang yin yang yin
    alone = ly.lay(code, 1 << np.arange(6), day=0, month=0)
    assert yushi.sole_number(alone).tolist() == [9, 6, 9, 6, 9, 6]
    still = ly.lay(code, 63 ^ 1 << np.arange(6), day=0, month=0)
    assert yushi.sole_number(still).tolist() == [7, 8, 7, 8, 7, 8]
    assert lines(yushi.sole(alone[2])) == lines(yushi.sole(still[2])) == [3]
    none = ly.lay(code, [0, 3, 63], day=0, month=0)
    assert yushi.sole_number(none).tolist() == [0, 0, 0]
    assert yushi.response_branches(none).tolist() == [0, 0, 0]
    assert yushi.response_pillar(none).tolist() == [-1, -1, -1]


def test_yushi_6_days_that_answer():
    """靜而獨發，以值以合，動而獨靜，以值以沖."""
    for name, moving, answers in (("夬", (1,), "子丑"), ("睽", (1, 2, 3, 5, 6), "卯酉")):
        branches = int(yushi.response_branches(cast(name, *moving))[0])
        assert {b for n, b in enumerate(ganzhi.BRANCHES) if branches >> n & 1} == set(answers)


def test_yushi_1_in_command_at_the_time_of_the_event():
    """亥日問而巳日求，火用為善; 夏月出而冬月入，水用為嘉; 冬藏夏貨，宜巳午; 秋放春收，喜卯寅."""
    assert lines(yushi.in_command(cast("既濟"), ly.CAST, BRANCH("子"))) == [3, 6]  # 卯丑亥申戌子
    assert lines(yushi.in_command(cast("觀"), ly.CAST, BRANCH("巳"))) == [2, 5]  # 未巳卯未巳卯
    every = ly.lay(CODES, day=0, month=0)
    for row in tables()["yushi-1-t1"].rows:
        for month in {"冬藏夏貨": "巳午", "秋放春收": "寅卯"}[row.key]:
            seats = yushi.in_command(every, ly.CAST, BRANCH(month))
            held = np.bitwise_or.reduce(ly.branch_set(every, seats))
            assert {b for n, b in enumerate(ganzhi.BRANCHES) if held >> n & 1} == set(row.zh)


# --- 官鬼 ---------------------------------------------------------------------------------------


def test_yushi_28_half_void_and_wholly_ill():
    """否之臨 (yushi-6-e1): the moving 申 is broken by 寅; on 己亥 the moving 巳 is void."""
    chart = cast("否", 1, 2, 4, 5, 6, day="己亥", month="寅")
    assert lines(yushi.wholly_ill(chart)) == [5]
    assert lines(yushi.half_void(chart)) == [2]


def test_yushi_28_absent_though_there():
    """有而空 · 沖而散 · 化而沖, of 官鬼 alone."""
    void, scattered, clashed = yushi.absent_officer(cast("否", 1, 2, 4, 5, 6, day="己亥", month="寅"))
    assert (lines(void), lines(scattered), lines(clashed)) == ([2], [2], [])
    chart, plain = sample(800)
    masks = yushi.absent_officer(chart)
    for n, p in enumerate(plain):
        officers = set(lines(ly.relation_seats(chart, ly.OFFICER)[n:n + 1]))
        found = ([i for i in range(6) if p.own[i] in p.void],
                 [i for i in range(6) if p.scattered(i)],
                 [i for i in p.moving if OPPOSITE[p.own[i]] == p.to[i]])
        assert [set(lines(m[n:n + 1])) for m in masks] == [
            {i + 1 for i in f} & officers for f in found]


def test_yushi_28_idle_though_moving():
    chart, plain = sample(800)
    masks = yushi.idle_officer(chart)
    for n, p in enumerate(plain):
        officers = set(lines(ly.relation_seats(chart, ly.OFFICER)[n:n + 1]))
        found = [set(), set(), set()]
        for i in p.moving:
            b = p.own[i]
            others = [p.own[j] for j in p.moving if j != i]
            everyone = [*others, *p.time, p.to[i]]
            if OPPOSITE[b] in everyone:
                found[0].add(i + 1)
            if any(controls(a, b) for a in others) or any(hurts(a, b) for a in (*p.time, p.to[i])):
                found[1].add(i + 1)
            helped = (any(feeds(a, b) for a in (*others, *p.time)) or quickens(p.to[i], b)
                      or any(element(a) == element(b) for a in everyone))
            if not helped:
                found[2].add(i + 1)
        assert [set(lines(m[n:n + 1])) for m in masks] == [f & officers for f in found], n


def test_yushi_28_present_though_unseen():
    """卦中雖無而伏於世爻動爻之下，變而臨於日建月建之上: only where no cast line is 官鬼."""
    chart = ly.every_chart()[::211]
    seats = yushi.present_officer(chart)
    officers = ly.relation_seats(chart, ly.OFFICER)
    seen = (officers & ly.CAST) != 0
    assert (seats[seen] == 0).all()
    hidden = seats >> 12 & ly.CAST
    assert ((hidden & ~(ly.shi(chart) | chart.moves)) == 0).all() and (hidden != 0).any()
    # 訟 (離宮) lacks 官鬼: 亥 lies under its third line.
    assert lines(yushi.present_officer(cast("訟", 3)), 12) == [3]
    assert lines(yushi.present_officer(cast("訟", 1)), 12) == []
    # 訟 with 午 (line 4) and 戌 (line 6) moving: 坎 above, its 子 comes on a 子 day.
    assert lines(yushi.present_officer(cast("訟", 4, 6, day="甲子", month="辰")), 6) == [6]
    assert lines(yushi.present_officer(cast("訟", 4, 6, day="乙丑", month="辰")), 6) == []


# --- 沖 and 合 -----------------------------------------------------------------------------------


def test_yushi_37_five_clashes_and_four_unions_on_random_charts():
    chart, plain = sample(1500)
    clashes, unions = yushi.line_clashes(chart), yushi.line_unions(chart)
    assert len(clashes) == len(tables()["yushi-37-t2"].rows)
    assert len(unions) == len(tables()["yushi-37-t3"].rows)
    for n, p in enumerate(plain):
        by_day = [i for i in range(6) if OPPOSITE[p.own[i]] == p.day]
        others = {i: [p.own[j] for j in p.moving if j != i] for i in p.moving}
        expected = [
            [i for i in by_day if i not in p.moving and p.own[i] not in p.void],
            [i for i in by_day if p.own[i] in p.void],
            [i for i in by_day if i in p.moving],
            [i for i in p.moving if OPPOSITE[p.own[i]] == p.to[i]],
            [i for i in p.moving if OPPOSITE[p.own[i]] in others[i]],
        ]
        assert [int(m[n]) for m in clashes] == [mask_of(e) for e in expected], n
        by_time = [i for i in range(6) if PARTNER[p.own[i]] in p.time]
        expected = [
            [i for i in by_time if i not in p.moving], [i for i in by_time if i in p.moving],
            [i for i in p.moving if PARTNER[p.own[i]] == p.to[i]],
            [i for i in p.moving if PARTNER[p.own[i]] in others[i]],
        ]
        assert [int(m[n]) for m in unions] == [mask_of(e) for e in expected], n


def test_yushi_37_instances():
    """化沖，巳動化亥也；自沖，卦中子午兩動也: every 巳 that turns into 亥, every 子 and 午 both moving."""
    assert "化沖，巳動化亥也；自沖，卦中子午兩動也" in chinese(37)
    chart = ly.lay(*np.divmod(np.arange(4096), 64), day=0, month=0)
    own, changed, _ = np.moveaxis(ly.line_branches(chart), -2, 0)
    si_to_hai = (((own == BRANCH("巳")) & (changed == BRANCH("亥"))) << np.arange(6)).sum(axis=1)
    assert (si_to_hai != 0).any()
    _, _, _, turned, among = yushi.line_clashes(chart)
    assert ((turned & si_to_hai) == si_to_hai).all()
    zi, wu = (((own == BRANCH(b)) << np.arange(6)).sum(axis=1) & chart.moves for b in "子午")
    both = (zi != 0) & (wu != 0)
    assert both.any() and ((among & (zi | wu))[both] == (zi | wu)[both]).all()


def test_yushi_37_before_and_after():
    rows = tables()["yushi-37-t1"].rows
    for name, moving, key in (("否", (1, 2, 3), "前合後沖"), ("兌", (4,), "前沖後合"),
                              ("泰", (1, 2, 3, 4, 5, 6), "前合後合"), ("乾", (1, 2, 3, 4, 5, 6), "前沖後沖")):
        assert rows[int(yushi.before_and_after(cast(name, *moving))[0])].key == key
    assert yushi.before_and_after(cast("兌")).tolist() == [-1]


def test_yushi_38_in_a_six_union_the_day_that_clashes_shi_harms_ying():
    """六合遇日辰沖害於世應之上: clash of one and harm of the other are one and the same, in all eight."""
    assert "六合遇日辰沖害於世應之上者，其名合沖" in chinese(38)
    codes = CODES[hexagrams.SIX_COMBINATION]
    assert len(codes) == 8
    for code in codes:
        one = int(hexagrams.LINE_BRANCH[code, hexagrams.SHI[code]])
        other = int(hexagrams.LINE_BRANCH[code, hexagrams.YING[code]])
        assert ganzhi.harm(other) == ganzhi.clash(one) and ganzhi.harm(one) == ganzhi.clash(other)
    chart = ly.lay(CODES[:, None], day=np.arange(12), month=0)
    _, _, struck = yushi.hexagram_clashes(chart)
    ends = ly.shi(chart) | ly.ying(chart)
    assert np.array_equal(struck, combination_meets_clash(chart) == ends)
    assert np.array_equal(struck.sum(axis=1), np.where(hexagrams.SIX_COMBINATION, 2, 0))


def test_yushi_38_pairs_of_lines():
    """泰: 妻財 甲子 (1) and 兄弟 癸丑 (4), 官鬼 甲寅 (2) and 妻財 癸亥 (5) combine; a 巳 day clashes 亥."""
    for day, expected in (("己巳", [2, 5]), ("壬申", [2, 5]), ("庚午", [])):
        assert lines(yushi.broken_pair(cast("泰", day=day), ly.WEALTH, ly.OFFICER)) == expected
    assert lines(yushi.broken_pair(cast("泰", day="庚午"), ly.WEALTH, ly.SIBLINGS)) == [1, 4]


# --- 隨鬼入墓 --------------------------------------------------------------------------------------


def test_yushi_39_five_tombs_on_random_charts():
    chart, plain = sample(3000)
    masks = yushi.followed_into_tomb(chart)
    assert len(masks) == len(tables()["yushi-39-t1"].rows)
    for n, p in enumerate(plain):
        code = int(chart.hexagram[n])
        officer = {i for i in range(6) if hexagrams.LINE_RELATION[code, i] == ly.OFFICER}
        birth = ganzhi.BRANCHES[int(chart.birth[n])]
        body = ganzhi.BRANCHES[hexagrams.BODY_BRANCH[code]]
        own = int(hexagrams.SHI[code])
        life = {i for i in officer if p.own[i] == birth}
        shi = {own} & officer
        bodies = {i for i in officer if p.own[i] == body}
        shi_body = {int(hexagrams.SHI_BODY_LINE[code])} & officer
        if p.own[own] in p.void:
            shi_body = set()
        by_day = {i for i in range(6) if BURIED[element(p.own[i])] == p.day}
        by_change = {i for i in p.moving if BURIED[element(p.own[i])] == p.to[i]}
        expected = [life & by_day, shi & by_day, (life | shi | bodies | shi_body) & by_change,
                    bodies & by_day, shi_body & by_day]
        assert [int(m[n]) for m in masks] == [mask_of(e) for e in expected], n
    assert all((m != 0).any() for m in masks)


def test_yushi_40_the_birth_branch_must_be_on_the_officer_line_itself():
    """命墓必命乘鬼同現一爻始真，若臨日月變伏，皆非也: 大畜 (寅 in lines 2 and 6) on a 未 day in a 巳 month.

    A person of 未 has the birth branch only on the day, one of 巳 only on the month, one of 午 on
    what line 3 turns into.
    """
    for birth, followed in (("寅", [2, 6]), ("未", []), ("巳", []), ("午", [])):
        chart = cast("大畜", 1, 3, day="癸未", month="巳", birth=BRANCH(birth))
        assert lines(yushi.followed_into_tomb(chart)[0]) == followed
    unknown = cast("大畜", 1, 3, day="癸未", month="巳")
    assert lines(yushi.followed_into_tomb(unknown)[0]) == []
    assert lines(yushi.followed_into_tomb(unknown, birth=BRANCH("寅"))[0]) == [2, 6]


@pytest.mark.parametrize(("day", "month", "truth"), [
    ("甲辰", "子", "偽"), ("甲子", "戌", "偽真"), ("丁卯", "戌", "偽真"), ("丙子", "戌", "真"),
    ("丙子", "辰", "偽"), ("丁丑", "子", ""),
])
def test_yushi_41_fire_officer_with_the_tomb_xu(day, month, truth):
    """火官戌墓，辰日沖而成偽，戌月實而作真，戌空自偽，戌破非真.

    A fire 官鬼 that turns into 戌 is the 巳 of 大有 (line 6, into 戌 of 大壯); 大有 is of 乾.
    """
    chart = cast("大有", 6, day=day, month=month)
    true, false = yushi.change_tomb_truth(chart)
    assert ("偽" if 6 in lines(false) else "") + ("真" if 6 in lines(true) else "") == truth


def test_yushi_42_a_void_or_broken_officer():
    """大畜 on 癸未: 寅 is 世 and 官鬼 and follows into the tomb; a 申 month breaks it."""
    assert lines(yushi.hollow_tomb(cast("大畜", day="癸未", month="申"))) == [2]
    assert lines(yushi.hollow_tomb(cast("大畜", day="癸未", month="巳"))) == []
    # 辛未 is in 甲子旬 (void 戌亥), 丁未 in 甲辰旬 (void 寅卯).
    assert lines(yushi.hollow_tomb(cast("大畜", day="丁未", month="巳"))) == [2]


def test_yushi_43_life_in_the_tomb_whatever_its_relation():
    """乾: 妻財 甲寅 is no 官鬼, but a 未 day buries it."""
    assert lines(yushi.life_in_tomb(cast("乾", day="癸未", month="巳", birth=BRANCH("寅")))) == [2]
    assert lines(yushi.life_in_tomb(cast("乾", day="壬午", month="巳", birth=BRANCH("寅")))) == []
    # 既濟之屯: the 兄弟 己亥 of line 3 turns into 庚辰, its tomb.
    assert lines(yushi.life_in_tomb(cast("既濟", 3, day="壬午", month="巳", birth=BRANCH("亥")))) == [3]


def test_every_function_keeps_the_shape_and_invents_no_seat():
    chart = ly.every_chart()[::3701]
    there = ly.present(chart)
    results = [
        rescue.hollow_places(chart), rescue.ruined(chart), rescue.acting(chart),
        *rescue.fallen(chart),
        *rescue.saved_from_extinction(chart), *rescue.beyond_saving(chart), rescue.saved(chart),
        yushi.wounded(chart), yushi.sole(chart), *yushi.idle_officer(chart),
        *yushi.absent_officer(chart), yushi.present_officer(chart), yushi.half_void(chart),
        yushi.wholly_ill(chart), *yushi.line_clashes(chart), *yushi.line_unions(chart),
        *yushi.followed_into_tomb(chart), *yushi.change_tomb_truth(chart), yushi.hollow_tomb(chart),
        yushi.broken_pair(chart, 1, 2), *(yushi.chosen(chart, r) for r in range(5)),
    ]
    for seats in results:
        assert seats.shape == chart.shape and seats.dtype == np.int32
        assert ((seats & ~there) == 0).all()
