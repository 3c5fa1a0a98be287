"""The array functions against a plain model that looks things up in words, chart by chart."""

import random
from functools import partial

import numpy as np
import pytest

from yarrow.charts import ganzhi, hexagrams, liuyao as L, liuyao_moves as M, liuyao_time as T
from yarrow.charts.liuyao_conventions import Conventions
from yarrow.charts.liuyao_layout import WORDS, lay_out
from yarrow.errors import YarrowError

# --- A plain model: strings and dictionaries, nothing of the engine but hexagram codes -------

BRANCHES = "子丑寅卯辰巳午未申酉戌亥"
STEMS = "甲乙丙丁戊己庚辛壬癸"
NAJIA = {  # lines from below: inner three, outer three
    "乾": "子寅辰午申戌",
    "坎": "寅辰午申戌子",
    "艮": "辰午申戌子寅",
    "震": "子寅辰午申戌",
    "巽": "丑亥酉未巳卯",
    "離": "卯丑亥酉未巳",
    "坤": "未巳卯丑亥酉",
    "兌": "巳卯丑亥酉未",
}
BITS = {
    "乾": "111",
    "兌": "110",
    "離": "101",
    "震": "100",
    "巽": "011",
    "坎": "010",
    "艮": "001",
    "坤": "000",
}  # from below
TRIGRAM = {int(bits[::-1], 2): name for name, bits in BITS.items()}
ELEMENT = dict(zip(BRANCHES, "水土木木土火火土金金土水"))
PALACE_ELEMENT = dict(zip("乾兌離震巽坎艮坤", "金金火木木水土土"))
FEEDS = dict(zip("木火土金水", "火土金水木"))
CONTROLS = dict(zip("木火土金水", "土金水木火"))
CLASH = dict(zip(BRANCHES, "午未申酉戌亥子丑寅卯辰巳"))
COMBINE = dict(zip(BRANCHES, "丑子亥戌酉申未午巳辰卯寅"))
HARM = dict(zip(BRANCHES, "未午巳辰卯寅丑子亥戌酉申"))
PUNISH = [
    set("子卯"),
    *map(set, ("寅巳", "巳申", "寅申", "丑戌", "戌未", "丑未")),
    *map(set, "辰午酉亥"),
]
# 長生 沐浴 冠帶 臨官 帝旺 衰 病 死 墓 絕 胎 養, 水土生申.
STAGES = {
    "木": "亥子丑寅卯辰巳午未申酉戌",
    "火": "寅卯辰巳午未申酉戌亥子丑",
    "金": "巳午未申酉戌亥子丑寅卯辰",
    "水": "申酉戌亥子丑寅卯辰巳午未",
    "土": "申酉戌亥子丑寅卯辰巳午未",
}
SEASON = {
    "木": "木火水金土",
    "火": "火土木水金",
    "土": "土金火木水",
    "金": "金水土火木",
    "水": "水木金土火",
}  # 旺相休囚死 in a month of the element
ADVANCE = {"亥子", "寅卯", "巳午", "申酉", "丑辰", "辰未", "未戌", "戌丑"}


class Plain:
    """One chart: `at` maps a seat's bit to its branch; only seats that exist are there."""

    def __init__(self, hexagram, moves, day, month, year, birth):
        def branches(code):
            inner, outer = NAJIA[TRIGRAM[code & 7]], NAJIA[TRIGRAM[code >> 3]]
            return inner[:3] + outer[3:]

        self.palace = self._palace(hexagram)
        head = 9 * next(code for code, name in TRIGRAM.items() if name == self.palace)
        self.day_stem, self.day = STEMS[day % 10], BRANCHES[day % 12]
        self.month = BRANCHES[month]
        self.moving = {i for i in range(6) if moves >> i & 1}
        self.at = dict(enumerate(branches(hexagram)))
        self.at |= {i + 6: branches(hexagram ^ moves)[i] for i in self.moving}
        for i in range(6):
            own = hexagram & 7 if i < 3 else hexagram >> 3
            if TRIGRAM[own] != self.palace:
                self.at[i + 12] = branches(head)[i]
        self.at |= {18: self.day, 19: self.month, 21: self._body(hexagram)}
        if year >= 0:
            self.at[20] = BRANCHES[year]
        if birth >= 0:
            self.at[22] = BRANCHES[birth]
        decade = [BRANCHES[(day // 10 * 10 + i) % 12] for i in range(10)]
        self.void = set(BRANCHES) - set(decade)

    def _palace(self, code):
        """By turning lines from the pure hexagrams until the code appears."""
        for trigram, name in TRIGRAM.items():
            now = trigram * 9
            for turn in (0, 1, 2, 4, 8, 16, 8, 7):
                now ^= turn
                if now == code:
                    generation = now ^ trigram * 9
                    self.shi = {0: 5, 1: 0, 3: 1, 7: 2, 15: 3, 31: 4, 23: 3, 16: 2}[generation]
                    return name
        raise AssertionError(code)

    def _body(self, code):
        start = "子" if code >> self.shi & 1 else "午"
        return BRANCHES[(BRANCHES.index(start) + self.shi) % 12]

    def where(self, condition, among=range(23)):
        return sum(1 << s for s, b in self.at.items() if s in among and condition(b))

    def pairs(self, condition, x, y):
        """Seats of the mask x that have another seat of y for which the condition holds."""
        return sum(
            1 << s
            for s, b in self.at.items()
            if x >> s & 1
            and any(condition(b, c) for t, c in self.at.items() if y >> t & 1 and t != s)
        )

    def change(self, condition):
        return sum(1 << i for i in self.moving if condition(self.at[i], self.at[i + 6]))


def feeds(a, b):
    return FEEDS[ELEMENT[a]] == ELEMENT[b]


def controls(a, b):
    return CONTROLS[ELEMENT[a]] == ELEMENT[b]


def stage(number, a, b):
    return STAGES[ELEMENT[a]][number] == b


LINES = range(18)
chance = random.Random(28)
SAMPLE = [
    (
        chance.randrange(64),
        chance.randrange(64),
        chance.randrange(60),
        chance.randrange(12),
        chance.randrange(-1, 12),
        chance.randrange(-1, 12),
    )
    for _ in range(400)
]
PLAIN = [Plain(*values) for values in SAMPLE]
_columns = np.array(SAMPLE).T
BATCH = L.lay(
    _columns[0],
    _columns[1],
    day=_columns[2],
    month=_columns[3],
    year=_columns[4],
    birth=_columns[5],
)
X, Y = (np.array([chance.randrange(1 << 23) for _ in SAMPLE], np.int32) for _ in range(2))


def check(got, want):
    """got: masks of the batch; want: of each plain chart (and its place) the mask."""
    expected = [want(plain, i) for i, plain in enumerate(PLAIN)]
    assert np.asarray(got).astype(int).tolist() == expected


def moving_mask(plain):
    return sum(1 << i for i in plain.moving)


def agents(plain, _=None):
    return moving_mask(plain) | L.DAY | L.MONTH


@pytest.mark.parametrize("r, name", list(enumerate(("父母", "兄弟", "子孫", "妻財", "官鬼"))))
def test_relations_of_cast_changed_hidden_and_outside_by_the_first_palace(r, name):
    def is_relation(plain, branch):
        mine, its = PALACE_ELEMENT[plain.palace], ELEMENT[branch]
        return {
            "父母": FEEDS[its] == mine,
            "兄弟": its == mine,
            "子孫": FEEDS[mine] == its,
            "妻財": CONTROLS[mine] == its,
            "官鬼": CONTROLS[its] == mine,
        }[name]

    check(L.relation_seats(BATCH, r), lambda p, i: p.where(partial(is_relation, p)))


@pytest.mark.parametrize("branch", range(12))
def test_branch_seats(branch):
    check(L.branch_seats(BATCH, branch), lambda p, i: p.where(lambda b: b == BRANCHES[branch]))


def test_present_and_elements():
    check(L.present(BATCH), lambda p, i: sum(1 << s for s in p.at))
    for e, name in enumerate("木火土金水"):
        check(L.element_seats(BATCH, e), lambda p, i: p.where(lambda b: ELEMENT[b] == name))


def test_branch_sets_of_arbitrary_seats():
    check(
        L.branch_set(BATCH, X),
        lambda p, i: sum({1 << BRANCHES.index(b) for s, b in p.at.items() if X[i] >> s & 1}),
    )


def test_spirits_begin_by_the_stem_of_the_day():
    first = {
        "甲": "青龍",
        "乙": "青龍",
        "丙": "朱雀",
        "丁": "朱雀",
        "戊": "勾陳",
        "己": "螣蛇",
        "庚": "白虎",
        "辛": "白虎",
        "壬": "玄武",
        "癸": "玄武",
    }
    order = ["青龍", "朱雀", "勾陳", "螣蛇", "白虎", "玄武"]
    for k, spirit in enumerate(order):

        def line(p, i):
            places = [order[(order.index(first[p.day_stem]) + place) % 6] for place in range(6)]
            at = places.index(spirit)
            return sum(1 << s for s in (at, at + 6, at + 12) if s in p.at)

        check(L.spirit_seats(BATCH, k), line)


def test_shi_ying_body_and_between():
    check(L.shi(BATCH), lambda p, i: 1 << p.shi)
    check(L.ying(BATCH), lambda p, i: 1 << (p.shi + 3) % 6)
    check(
        L.between(BATCH),
        lambda p, i: sum(
            1 << k
            for k in range(6)
            if min(p.shi, (p.shi + 3) % 6) < k < max(p.shi, (p.shi + 3) % 6)
        ),
    )
    check(L.body_lines(BATCH), lambda p, i: p.where(lambda b: b == p.at[21], LINES))
    place = dict(zip("子午丑未寅申卯酉辰戌巳亥", (0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5)))
    check(L.shi_body(BATCH), lambda p, i: 1 << place[p.at[p.shi]])


def test_day_month_year_on_lines():
    check(T.void(BATCH), lambda p, i: p.where(lambda b: b in p.void))
    check(T.on_month(BATCH), lambda p, i: p.where(lambda b: b == p.month, LINES))
    check(T.on_day(BATCH), lambda p, i: p.where(lambda b: b == p.day, LINES))
    check(T.on_year(BATCH), lambda p, i: p.where(lambda b: b == p.at.get(20), LINES))
    check(T.month_broken(BATCH), lambda p, i: p.where(lambda b: CLASH[b] == p.month, LINES))
    check(T.day_clashed(BATCH), lambda p, i: p.where(lambda b: CLASH[b] == p.day, LINES))
    check(
        T.dark_moving(BATCH),
        lambda p, i: p.where(lambda b: CLASH[b] == p.day, set(range(6)) - p.moving),
    )
    assert not T.day_broken(BATCH).any()


def test_dark_moving_only_in_season_leaves_the_rest_broken():
    strict = L.lay(
        _columns[0],
        _columns[1],
        day=_columns[2],
        month=_columns[3],
        conventions=Conventions(dark_moving="strong"),
    )

    def lines(strong):
        return lambda p, i: p.where(
            lambda b: CLASH[b] == p.day and (ELEMENT[b] in SEASON[ELEMENT[p.month]][:2]) == strong,
            set(range(6)) - p.moving,
        )

    check(T.dark_moving(strict), lines(True))
    check(T.day_broken(strict), lines(False))


@pytest.mark.parametrize("state", range(5))
def test_seasons(state):
    check(
        T.seasonal(BATCH, state),
        lambda p, i: p.where(lambda b: SEASON[ELEMENT[p.month]][state] == ELEMENT[b]),
    )


@pytest.mark.parametrize(
    "function, condition",
    [
        (T.clashing, lambda a, b: CLASH[a] == b),
        (T.combining, lambda a, b: COMBINE[a] == b),
        (T.harming, lambda a, b: HARM[a] == b),
        (T.punishing, lambda a, b: {a, b} in PUNISH),
        (T.doubling, lambda a, b: a == b),
        (T.peers, lambda a, b: ELEMENT[a] == ELEMENT[b]),
        (T.feeding, feeds),
        (T.fed, lambda a, b: feeds(b, a)),
        (T.controlling, controls),
        (T.controlled, lambda a, b: controls(b, a)),
        (T.entombed, partial(stage, 8)),
        (T.extinct, partial(stage, 9)),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_relations_between_arbitrary_seats(function, condition):
    check(function(BATCH, X, Y), lambda p, i: p.pairs(condition, int(X[i]), int(Y[i])))


def test_every_stage_on_arbitrary_seats():
    for number in range(12):
        check(
            T.at_stage(BATCH, number, X, Y),
            lambda p, i: p.pairs(partial(stage, number), int(X[i]), int(Y[i])),
        )


@pytest.mark.parametrize(
    "function, condition",
    [
        (M.fed_back, lambda a, b: feeds(b, a)),
        (M.controlled_back, lambda a, b: controls(b, a)),
        (M.drained, feeds),
        (M.spent, controls),
        (M.turns_to_peer, lambda a, b: ELEMENT[a] == ELEMENT[b]),
        (M.advancing, lambda a, b: a + b in ADVANCE),
        (M.retreating, lambda a, b: b + a in ADVANCE),
        (M.turns_to_combination, lambda a, b: COMBINE[a] == b),
        (M.turns_to_clash, lambda a, b: CLASH[a] == b),
        (M.repeated, lambda a, b: a == b),
        (M.turns_to_tomb, partial(stage, 8)),
        (M.turns_to_extinction, partial(stage, 9)),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_line_and_what_it_turns_into(function, condition):
    check(function(BATCH), lambda p, i: p.change(condition))


def test_turning_to_void_and_broken_and_relation():
    check(M.turns_to_void(BATCH), lambda p, i: p.change(lambda a, b: b in p.void))
    check(M.turns_to_broken(BATCH), lambda p, i: p.change(lambda a, b: CLASH[b] == p.month))
    wealth = [
        p.change(lambda a, b: CONTROLS[PALACE_ELEMENT[p.palace]] == ELEMENT[b]) for p in PLAIN
    ]
    check(M.turns_to_relation(BATCH, L.WEALTH), lambda p, i: wealth[i])


def test_how_many_move():
    check(M.sole_moving(BATCH), lambda p, i: moving_mask(p) if len(p.moving) == 1 else 0)
    check(M.sole_static(BATCH), lambda p, i: 63 ^ moving_mask(p) if len(p.moving) == 5 else 0)
    check(M.chaotic(BATCH), lambda p, i: int(len(p.moving) >= 3))
    assert M.sole_moving(BATCH).any() and M.sole_static(BATCH).any()


def test_bound_scattered_sheltered():
    check(
        M.bound(BATCH),
        lambda p, i: p.pairs(lambda a, b: COMBINE[a] == b, moving_mask(p), agents(p)),
    )
    check(
        T.scattered(BATCH),
        lambda p, i: p.pairs(lambda a, b: CLASH[a] == b, moving_mask(p), moving_mask(p) | L.DAY),
    )

    def attacked(p, i, by):
        empty = p.where(lambda b: b in p.void) & int(X[i])
        return p.pairs(lambda a, b: controls(b, a) or CLASH[a] == b, empty, by)

    check(M.sheltered(BATCH, X), lambda p, i: attacked(p, i, agents(p)))
    check(  # liuchu-26 names 動爻 and 日辰, not 月
        M.void_without_cause(BATCH, X),
        lambda p, i: p.where(lambda b: b in p.void) & int(X[i])
        & ~attacked(p, i, moving_mask(p) | L.DAY),
    )


def test_forgetting_the_attack():
    check(
        M.forgets_by_combination(BATCH, X),
        lambda p, i: p.pairs(
            controls,
            p.pairs(lambda a, b: COMBINE[a] == b, moving_mask(p), moving_mask(p) | L.DAY),
            int(X[i]),
        ),
    )
    check(
        M.forgets_by_feeding(BATCH, X),
        lambda p, i: p.pairs(feeds, p.pairs(controls, moving_mask(p), int(X[i])), moving_mask(p)),
    )


def test_flying_and_hidden():
    for function, condition in (
        (M.hidden_fed, lambda h, f: feeds(f, h)),
        (M.hidden_draining, feeds),
        (M.hidden_controlled, lambda h, f: controls(f, h)),
        (M.hidden_controlling, controls),
    ):
        check(
            function(BATCH),
            lambda p, i: sum(
                1 << s for s, b in p.at.items() if 12 <= s < 18 and condition(b, p.at[s - 12])
            ),
        )
    hidden = [sum(1 << s for s in p.at if 12 <= s < 18) for p in PLAIN]

    def raised(p, i):
        return p.pairs(lambda a, b: feeds(b, a) or COMBINE[a] == b or a == b, hidden[i], agents(p))

    def opened(p, i):
        over = p.pairs(lambda a, b: controls(b, a) or CLASH[a] == b, 63, agents(p))
        over |= p.where(lambda b: b in p.void, range(6))
        return over << 12 & hidden[i]

    check(M.raised(BATCH), raised)
    check(M.opened(BATCH), opened)
    check(M.useful_hidden(BATCH), lambda p, i: raised(p, i) & opened(p, i))


@pytest.mark.parametrize("outside", [True, False])
@pytest.mark.parametrize("static", [0, 1, 3])
def test_trines(outside, static):
    batch = L.lay(
        _columns[0],
        _columns[1],
        day=_columns[2],
        month=_columns[3],
        conventions=Conventions(trine_outside=outside, trine_static=static),
    )
    found = 0
    for element, three in ((4, "申子辰"), (3, "巳酉丑"), (1, "寅午戌"), (0, "亥卯未")):

        def seats(p, i):
            acting = {s for s in p.at if s in p.moving or 6 <= s < 12 or outside and s in (18, 19)}
            missing = {b for b in three if b not in {p.at[s] for s in acting}}
            fillers = {s for s in range(6) if s not in p.moving and p.at[s] in missing}
            whole = missing <= {p.at[s] for s in fillers} and len(missing) <= static
            members = {s for s in acting | fillers if p.at[s] in three}
            return sum(1 << s for s in members) if whole and any(s < 18 for s in members) else 0

        masks = T.trine_seats(batch, element)
        check(masks, seats)
        assert (((T.trines(batch) >> element) & 1).astype(bool) == (masks != 0)).all()
        found += int((masks != 0).sum())
    assert found


def test_three_punishments_whole():
    def seats(p, i):
        acting = {s for s in p.at if s in p.moving or 6 <= s < 12 or s in (18, 19)}
        return sum(
            1 << s
            for three in ("寅巳申", "丑戌未")
            if set(three) <= {p.at[s] for s in acting}
            for s in acting
            if p.at[s] in three
        )

    check(T.three_punishments(BATCH), seats)


def test_lines_as_arrays_agree_with_the_tables():
    branches, stems = L.line_branches(BATCH), L.line_stems(BATCH)
    assert branches.shape == stems.shape == (len(SAMPLE), 3, 6)
    for i, p in enumerate(PLAIN):
        for seat in range(18):
            got = branches[i, seat // 6, seat % 6]
            assert (BRANCHES[got] if got >= 0 else None) == p.at.get(seat)
    there = branches >= 0
    assert (ganzhi.pillar_of(stems[there], branches[there]) >= 0).all()
    assert (stems[~there] == -1).all()


def test_hexagram_tables_and_plain_model_agree_on_palaces():
    for code in range(64):
        plain = Plain(code, 0, 0, 0, -1, -1)
        assert hexagrams.TRIGRAMS[hexagrams.PALACE[code]] == plain.palace


# --- Every chart -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def every():
    return L.every_chart()


def test_every_chart_is_there_once(every):
    assert every.shape == (64 * 64 * 60 * 12,)
    key = ((every.hexagram.astype(np.int64) * 64 + every.moves) * 60 + every.day) * 12 + every.month
    assert (key == np.arange(key.size)).all()


def test_void_branches_of_a_day_are_the_two_not_in_its_decade():
    for day in range(60):
        decade = {(day // 10 * 10 + i) % 12 for i in range(10)}
        void = {b for b in range(12) if L.VOID_BRANCHES[day] >> b & 1}
        assert void == set(range(12)) - decade and day % 12 not in void


def test_relations_divide_the_seats_of_every_chart(every):
    masks = L.relations(every)
    union = np.bitwise_or.reduce(masks)
    assert (union == L.present(every)).all()
    assert (
        sum(L.count(mask).astype(np.int64).sum() for mask in masks)
        == L.count(union).astype(np.int64).sum()
    )


def test_cast_and_hidden_lines_of_every_chart_have_all_five_relations(every):
    for mask in L.relations(every):
        assert ((mask & (L.CAST | L.supplying(every))) != 0).all()


def test_one_shi_in_every_chart_three_from_ying(every):
    assert (L.count(L.shi(every)) == 1).all()
    shi = L.shi(every).astype(np.int64)
    assert ((shi << 3 | shi >> 3) & 63 == L.ying(every)).all()


# --- Making charts ---------------------------------------------------------------------------


def test_a_single_chart_is_an_array_of_length_one():
    chart = L.lay(1, 2, day=3, month=4)
    assert chart.shape == (1,) and L.present(chart).shape == (1,)


def test_an_element_of_a_batch_is_the_chart_laid_alone():
    for i in (0, 17, 399):
        alone = BATCH[i]
        assert L.present(alone)[0] == L.present(BATCH)[i]
        assert T.void(alone)[0] == T.void(BATCH)[i]


def test_arguments_broadcast():
    chart = L.lay(np.arange(64)[:, None], 0, day=np.arange(60), month=2)
    assert L.relations(chart)[0].shape == (64, 60)


def test_every_value_out_of_range_is_named_at_once():
    with pytest.raises(YarrowError) as caught:
        L.lay([1, 64], 99, day=60, month=-1)
    assert [fault.where for fault in caught.value.faults] == ["hexagram", "moves", "day", "month"]


def test_laying_out_in_pieces_is_laying_out_at_once():
    some = L.every_chart()[np.arange(0, 2_949_120, 97)]
    laid = lay_out(some)
    assert set(laid) == set(WORDS) and some.hexagram.size > 30_000
    for word, of in WORDS.items():
        assert (laid[word] == of(some)).all(), word
    assert not laid["卦伏吟"].all() and laid["卦伏吟"].any()
