"""格 of help and rescue, hidden stems, persons and marriage.

See `liuren_pattern_base` for what a pattern is.
"""

from __future__ import annotations

import numpy as np

from yarrow.charts.ganzhi import STEM_ELEMENT, decade_stem, relation
from yarrow.charts.liuren_generals import GENERAL_ELEMENT, nobleman
from yarrow.charts.liuren_lessons import BAZHUAN
from yarrow.charts.liuren_pattern_base import (
    CONSTANT,
    DRAGON,
    EMPRESS,
    FIERCE,
    GHOST,
    KINDLY,
    OFFSPRING,
    PARENT,
    SERPENT,
    SIBLING,
    TIGER,
    WARRIOR,
    WEALTH,
    among,
    birthplace,
    body_kin,
    both,
    controls,
    either,
    element,
    generates,
    is_sunk,
    is_void,
    kin,
    over_branch,
    over_stem,
    pattern,
    rides,
    self_element,
    six_places,
    unless,
)
from yarrow.charts.liuren_spirits import spirit

# --- The last helps the first; rescue ---------------------------------------------------


def _last_helps(chart):
    first, last = element(chart.transmissions[:, 0]), element(chart.transmissions[:, 2])
    return generates(last, first)


@pattern(
    "末助初生 말조초생 the last helps the first: parent",
    "sanchuan-4: 末助初生格。辛酉日三傳未子巳，末傳助初傳生干",
)
def last_helps_parent(chart):
    """The last transmission generates the first, which generates the day."""
    return _last_helps(chart) & (kin(chart, chart.transmissions[:, 0]) == PARENT)


@pattern(
    "末助初財 말조초재 the last helps the first: wealth",
    "sanchuan-5: 且初傳戌土作財，主暗地有人以財相助",
    note="且初 is read 助初, as sanchuan-6 shows.",
)
def last_helps_wealth(chart):
    """The last transmission generates the first, which is the day's wealth."""
    return _last_helps(chart) & (kin(chart, chart.transmissions[:, 0]) == WEALTH)


@pattern(
    "末助初鬼 말조초귀 the last helps the first: ghost",
    "sanchuan-6: 末助初鬼格。庚午三傳午辰寅，末雖日財，實則助鬼克干",
)
def last_helps_ghost(chart):
    """The last transmission generates the first, which is the day's ghost."""
    return _last_helps(chart) & (kin(chart, chart.transmissions[:, 0]) == GHOST)


@pattern(
    "干支上救 간지상구 rescue from over stem or branch",
    "sanchuan-7: 凶將發用，得干支上神為救，其力尚緩",
    note="Rescue is control of the first transmission, as in both examples.",
)
def rescue_over(chart):
    """The first rides a fierce general, and the god over stem or branch controls it."""
    first = chart.transmissions[:, 0]
    saved = controls(element(over_stem(chart)), element(first)) | controls(
        element(over_branch(chart)), element(first)
    )
    return saved & np.isin(rides(chart, first), FIERCE)


@pattern("傳中有救 전중유구 rescue in the transmissions", "sanchuan-7: 如傳中有救神，其功乃速也")
def rescue_within(chart):
    """The first rides a fierce general, and the middle or last transmission controls it."""
    elements = element(chart.transmissions)
    saved = controls(elements[:, 1], elements[:, 0]) | controls(elements[:, 2], elements[:, 0])
    return saved & np.isin(rides(chart, chart.transmissions[:, 0]), FIERCE)


@pattern(
    "吉將變凶 길장변흉 kindly general turned",
    "sanchuan-10: 吉將變凶，謂吉將克我也",
    note=(
        "It is the branch that the general rides that controls the day (夜占子乘合是吉神克我也). Of the "
        "first transmission, as in both examples."
    ),
)
def kindly_turned(chart):
    """The first transmission rides a kindly general and is the day's ghost."""
    first = chart.transmissions[:, 0]
    return np.isin(rides(chart, first), KINDLY) & (kin(chart, first) == GHOST)


@pattern("凶將化吉 흉장화길 fierce general turned", "sanchuan-10: 凶將化吉反是")
def fierce_turned(chart):
    """The first transmission rides a fierce general and generates the day."""
    first = chart.transmissions[:, 0]
    return np.isin(rides(chart, first), FIERCE) & (kin(chart, first) == PARENT)


def _sibling_turned(chart, into):
    first = chart.transmissions[:, 0]
    became = relation(self_element(chart), GENERAL_ELEMENT[rides(chart, first)]) == into
    return (kin(chart, first) == SIBLING) & became


@pattern(
    "比肩化鬼 비견화귀 a peer turned ghost",
    "sanchuan-12: 如課得比肩發用，須觀所乘之將。如化日鬼，則克我",
)
def peer_turned_ghost(chart):
    """The first is the day's peer, and the general on it is of an element that controls the day."""
    return _sibling_turned(chart, GHOST)


@pattern("比肩化父母 비견화부모 a peer turned parent", "sanchuan-12: 化父母則生我")
def peer_turned_parent(chart):
    """The first is the day's peer; the general on it is of an element that generates the day."""
    return _sibling_turned(chart, PARENT)


# --- Hidden stems -----------------------------------------------------------------------


def _hidden_kin(chart, branches):
    """六親 of the stems that branches (n, k) carry by the decade; -1 where void or unknown."""
    stems = decade_stem(chart.day[:, None], branches)
    codes = relation(self_element(chart)[:, None], STEM_ELEMENT[np.maximum(stems, 0)])
    return np.where((stems < 0) | (branches < 0), -1, codes)


def _in_six(places, test):
    """Whether one of six places passes; -1 if none of the known does and some are unknown."""
    return either(*(unless(places[:, k] < 0, test[:, k]) for k in range(places.shape[1])))


@pattern(
    "財乘暗鬼 재승암귀 wealth with a hidden ghost",
    "sanchuan-35: 暗鬼者，遁干之鬼也。壬申日支上巳，為日之妻財，巳遁己鬼",
    note="By 旬遁, in the 六處 of sanchuan-25; sanchuan-13 has the same (甲戌日，干上辰為財，乃遁庚作暗鬼).",
)
def hidden_ghost(chart):
    """At one of the six places stands wealth whose hidden stem controls the day."""
    places = six_places(chart)
    test = (kin(chart, places) == WEALTH) & (_hidden_kin(chart, places) == GHOST)
    return _in_six(places, test)


@pattern(
    "遁干補空亡 둔간보공망 a hidden stem makes good a void",
    "sanchuan-14: 長生、妻財、官鬼、子孫等神，值空，如課傳年命六處有見遁干者，亦可以為用也",
    note=(
        "For 妻財, 官鬼 and 子孫: every branch of that kin is void (財何能有), and a hidden stem of it "
        "stands at one of the six places. For 長生 the words do not say which stem would serve."
    ),
)
def hidden_makes_good(chart):
    """All branches of a kin (one of three) are void; its hidden stem stands at one of six places."""
    places, found = six_places(chart), []
    every = np.broadcast_to(np.arange(12), (len(chart), 12))
    kinds, void = kin(chart, every), is_void(chart, every)
    hidden = _hidden_kin(chart, places)
    for of in (OFFSPRING, WEALTH, GHOST):
        gone = ((kinds != of) | void).all(1)
        found.append(both(gone, _in_six(places, hidden == of)))
    return either(*found)


@pattern(
    "水逢丁馬 수봉정마 water meets ding and the horse",
    "sanchuan-30: 水逢丁馬，謂壬癸二干，六處見丁神驛馬也",
    note=(
        "Both, at one place or at two: 癸巳 with 亥 over the stem has them in one (又為驛馬), 壬戌 with "
        "巳 over the branch has 丁 there and the horse, 申, last."
    ),
)
def water_meets_ding(chart):
    """On a day 壬 or 癸 丁神 and 驛馬 stand at the six places."""
    places = six_places(chart)
    found = (_in_six(places, among(places, spirit(chart, name))) for name in ("丁神", "驛馬"))
    return both(self_element(chart) == 4, *found)


# --- Persons ----------------------------------------------------------------------------


@pattern(
    "貴人臨命 귀인임명 the nobleman on the birth",
    "sanchuan-23: 貴人臨命格。晝夜貴人臨占人本命上，凡事皆吉",
    note="Either nobleman of the day, by day or night (晝夜貴人).",
)
def nobleman_on_birth(chart):
    """Over the branch of birth stands the day's or the night's nobleman."""
    over = chart.above(chart.birth)
    day, night = (nobleman(chart.stem, half, chart.school.nobleman) for half in (0, 1))
    return unless(over < 0, (over == day) | (over == night))


@pattern(
    "行年解禍 행년해화 the year of age undoes harm",
    "sanchuan-24: 占得凶課，天將又乘蛇虎凶將，俱不為救，得行年上神救之，即可化凶為吉",
    note=(
        "凶課 as in the example: all three transmissions ghosts. Rescue is control of them; the "
        "example's other rescue, by a nobleman who is 日德, is not counted."
    ),
)
def age_undoes(chart):
    """Three ghosts, 蛇 or 虎 on one; no god over stem or branch controls them, that over 行年 does."""
    t = chart.transmissions
    ghosts = (kin(chart, t) == GHOST).all(1)
    fierce = np.isin(rides(chart, t), (SERPENT, TIGER)).any(1)
    enemy = element(t[:, 0])
    helped = controls(element(over_stem(chart)), enemy) | controls(
        element(over_branch(chart)), enemy
    )
    over = chart.above(chart.age)
    return both(ghosts & fierce & ~helped, unless(over < 0, controls(element(over), enemy)))


# --- Marriage: wealth, ghost, generals --------------------------------------------------


@pattern(
    "初末空陷 초말공함 void at both ends",
    "sanchuan-29: 中不虛兮初末虛，水火脫騙兩相欺",
    note="虛 is 空 or 坐空, as 初末空陷 in sanchuan-35.",
)
def ends_sunk(chart):
    """The first and last transmissions are void or on void, the middle is neither."""
    sunk = is_sunk(chart, chart.transmissions)
    return sunk[:, 0] & ~sunk[:, 1] & sunk[:, 2]


@pattern(
    "遞生日干 체생일간 passed on to the day",
    "sanchuan-29: 遞生干兮傍人贊，末傳合處驗成期。遞生干神，主隔三隔四",
    note=(
        "From the last to the first and the day, or from the first to the last and the day: the "
        "words give no direction."
    ),
)
def passed_on(chart):
    """Each transmission generates the next, and the one at the end generates the day."""
    e, self = element(chart.transmissions), self_element(chart)
    forth = generates(e[:, 0], e[:, 1]) & generates(e[:, 1], e[:, 2]) & generates(e[:, 2], self)
    back = generates(e[:, 2], e[:, 1]) & generates(e[:, 1], e[:, 0]) & generates(e[:, 0], self)
    return forth | back


@pattern(
    "常財日本 상재일본 the Constant on wealth or root",
    "sanchuan-30: 常財日本，即常或乘長生，或乘日財，加臨干支也",
)
def constant_on_root(chart):
    """太常 rides the day's 長生 or wealth, and that branch stands over the stem or the branch."""
    at = chart.branch_of[:, CONSTANT]
    worth = (kin(chart, at) == WEALTH) | (at == birthplace(self_element(chart)))
    return worth & ((at == over_stem(chart)) | (at == over_branch(chart)))


@pattern(
    "牛女乘常 우녀승상 Ox and Maid with the Constant",
    "sanchuan-30: 牛女乘常，丑中有牛宿，子中有女宿，子丑相加，上乘太常加臨支上者",
)
def ox_and_maid(chart):
    """子 over the branch 丑, or 丑 over the branch 子, and 太常 rides it."""
    over = over_branch(chart)
    met = (over + chart.branch == 1) & (over <= 1)
    return met & (rides(chart, over) == CONSTANT)


def _general_strikes(chart, general, over, victim):
    """A general rides the god over a seat, and that god controls the seat's element."""
    struck = (rides(chart, over) == general) & controls(element(over), victim)
    return struck


@pattern(
    "龍傷支 용상지 the Dragon wounds the branch",
    "sanchuan-31: 龍傷支兮婦先損",
    note="加支: over the branch, as 寅為青龍加支 (sanchuan-32).",
)
def dragon_wounds(chart):
    """青龍 rides the god over the branch, which controls the branch."""
    return _general_strikes(chart, DRAGON, over_branch(chart), element(chart.branch))


@pattern(
    "后克干 후극간 the Empress controls the stem",
    "sanchuan-31: 后克干命夫早亡",
    note="加干: over the stem, as 子為天后加干 (sanchuan-32). The 命 is not counted.",
)
def empress_controls(chart):
    """天后 rides the god over the stem, which controls the stem."""
    return _general_strikes(chart, EMPRESS, over_stem(chart), self_element(chart))


@pattern(
    "用起天后傳見元武 용기천후전견원무 from Empress to Warrior",
    "sanchuan-31: 用起天后，傳見元武，主婦女逃亡",
)
def empress_to_warrior(chart):
    """The first transmission rides 天后, the middle or last 元武."""
    on = rides(chart, chart.transmissions)
    return (on[:, 0] == EMPRESS) & (on[:, 1:] == WARRIOR).any(1)


@pattern(
    "傳財生鬼 전재생귀 wealth in transmission feeds the ghost",
    "sanchuan-35: 辛未日干上午，三傳卯亥未為財生其干鬼是也",
    note="Heads 傳南生鬼 in the base text; 財 by the verse (傳財生鬼必貪淫).",
)
def wealth_feeds_ghost(chart):
    """The transmissions together are wealth, and the god over the stem is a ghost."""
    return (body_kin(chart) == WEALTH) & (kin(chart, over_stem(chart)) == GHOST)


@pattern(
    "傳鬼為財 전귀위재 wealth out of ghosts",
    "sanchuan-35: 傳鬼為財，如丙申日三傳子申辰為鬼，初末空陷，獨存中傳申金之財",
)
def wealth_from_ghosts(chart):
    """The transmissions together are ghost, the ends void, and the middle one left is wealth."""
    middle = kin(chart, chart.transmissions[:, 1])
    return (body_kin(chart) == GHOST) & (ends_sunk(chart) == 1) & (middle == WEALTH)


@pattern(
    "財克生爻 재극생효 wealth controls the nourisher",
    "sanchuan-35: 財克生爻，謂財乘惡將，克干上之生爻也",
)
def wealth_controls_parent(chart):
    """A transmission is wealth under a fierce general and controls a parent over the stem."""
    t, over = chart.transmissions, over_stem(chart)
    strikes = (kin(chart, t) == WEALTH) & np.isin(rides(chart, t), FIERCE)
    strikes &= controls(element(t), element(over)[:, None])
    return strikes.any(1) & (kin(chart, over) == PARENT)


@pattern(
    "斷絃無續 단현무속 the string not mended",
    "sanchuan-36: 辛亥日三傳丑寅卯，寅卯為干之妻財，皆屬旬空，主斷絃無續",
)
def string_broken(chart):
    """Wealth is in the transmissions, and all of it is void or on void."""
    wealth = kin(chart, chart.transmissions) == WEALTH
    return wealth.any(1) & (~wealth | is_sunk(chart, chart.transmissions)).all(1)


@pattern("空妻又見妻 공처우견처 another wife", "sanchuan-36: 空於其妻又見妻，妻雖有傷後再娶")
def another_wife(chart):
    """Some wealth in the transmissions is void or on void, and some is not."""
    wealth = kin(chart, chart.transmissions) == WEALTH
    sunk = is_sunk(chart, chart.transmissions)
    return (wealth & sunk).any(1) & (wealth & ~sunk).any(1)


@pattern(
    "八專無克 팔전무극 eight monopolies without control",
    "sanchuan-38: 八專無克，取干支上神順逆三神為用。故行多淫",
)
def monopolies(chart):
    """The transmissions come by 八專."""
    return chart.method == BAZHUAN


def _lonely(chart):
    """(n, 3) which transmissions are 孤辰, which 寡宿, and (n,) whether the season is unknown."""
    orphan, widow = spirit(chart, "孤辰"), spirit(chart, "寡宿")
    t = chart.transmissions
    return among(t, orphan), among(t, widow), orphan < 0


@pattern(
    "孤寡 고과 orphan and widow",
    "sanchuan-38: 孤辰春巳順四孟。寡宿春丑順四季",
    note="Both in the transmissions, as in 丙子日，三傳申辰子，夏占.",
)
def orphan_widow(chart):
    """孤辰 and 寡宿 of the season are both in the transmissions."""
    orphan, widow, unknown = _lonely(chart)
    return unless(unknown, orphan.any(1) & widow.any(1))


@pattern(
    "空孤空寡 공고공과 void orphan and void widow",
    "sanchuan-38: 再值旬空，為空孤空寡更凶",
    note="旬空 by the example takes in what sits on a void branch (又初中空陷).",
)
def void_orphan_widow(chart):
    """孤辰 and 寡宿 are in the transmissions, and both are void or on void."""
    orphan, widow, unknown = _lonely(chart)
    sunk = is_sunk(chart, chart.transmissions)
    return unless(unknown, (orphan & sunk).any(1) & (widow & sunk).any(1))
