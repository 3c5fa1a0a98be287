"""格 of kin, ghosts, generals and voids: what the transmissions and the seats are to the day.

See `liuren_pattern_base` for what a pattern is.
"""

from __future__ import annotations

import numpy as np

from yarrow.charts.ganzhi import (
    FLOURISHING,
    GROWING,
    STEM_ELEMENT,
    decade_stem,
    relation,
    seasonal_state,
)
from yarrow.charts.liuren_generals import GENERAL_ELEMENT, nobleman
from yarrow.charts.liuren_lessons import BAZHUAN, LODGE, YAOKE
from yarrow.charts.liuren_pattern_base import (
    CONSTANT,
    DRAGON,
    EMPRESS,
    FIERCE,
    GHOST,
    HARMONY,
    KINDLY,
    OFFSPRING,
    PARENT,
    SERPENT,
    SIBLING,
    SKY,
    TIGER,
    WARRIOR,
    WEALTH,
    among,
    birthplace,
    body_element,
    body_kin,
    controls,
    dark,
    either,
    element,
    generates,
    is_sunk,
    is_void,
    kin,
    pattern,
    rides,
    self_element,
    six_places,
    trine_element,
    unless,
)
from yarrow.charts.liuren_spirits import spirit


def _over_stem(chart):
    return chart.upper[:, 0]


def _over_branch(chart):
    return chart.upper[:, 2]


def _all_sunk(chart):
    return is_sunk(chart, chart.transmissions).all(1)


# --- The last helps the first; rescue ----------------------------------------------------------


def _last_helps(chart):
    first, last = element(chart.transmissions[:, 0]), element(chart.transmissions[:, 2])
    return generates(last, first)


@pattern("末助初生", "말조초생", "the last helps the first: parent", "sanchuan-4", "末助初生格。辛酉日三傳未子巳，末傳助初傳生干")
def last_helps_parent(chart):
    """The last transmission generates the first, which generates the day."""
    return _last_helps(chart) & (kin(chart, chart.transmissions[:, 0]) == PARENT)


@pattern("末助初財", "말조초재", "the last helps the first: wealth", "sanchuan-5", "且初傳戌土作財，主暗地有人以財相助", note="且初 is read 助初, as sanchuan-6 shows.")
def last_helps_wealth(chart):
    """The last transmission generates the first, which is the day's wealth."""
    return _last_helps(chart) & (kin(chart, chart.transmissions[:, 0]) == WEALTH)


@pattern("末助初鬼", "말조초귀", "the last helps the first: ghost", "sanchuan-6", "末助初鬼格。庚午三傳午辰寅，末雖日財，實則助鬼克干")
def last_helps_ghost(chart):
    """The last transmission generates the first, which is the day's ghost."""
    return _last_helps(chart) & (kin(chart, chart.transmissions[:, 0]) == GHOST)


@pattern("干支上救", "간지상구", "rescue from over stem or branch", "sanchuan-7", "凶將發用，得干支上神為救，其力尚緩",
         note="Rescue is control of the first transmission, as in both examples.")  # fmt: skip
def rescue_over(chart):
    """The first rides a fierce general, and the god over stem or branch controls it."""
    first = chart.transmissions[:, 0]
    saved = controls(element(_over_stem(chart)), element(first)) | controls(
        element(_over_branch(chart)), element(first)
    )
    return unless(dark(chart), saved & np.isin(rides(chart, first), FIERCE))


@pattern("傳中有救", "전중유구", "rescue in the transmissions", "sanchuan-7", "如傳中有救神，其功乃速也")
def rescue_within(chart):
    """The first rides a fierce general, and the middle or last transmission controls it."""
    elements = element(chart.transmissions)
    saved = controls(elements[:, 1], elements[:, 0]) | controls(elements[:, 2], elements[:, 0])
    return unless(dark(chart), saved & np.isin(rides(chart, chart.transmissions[:, 0]), FIERCE))


@pattern("吉將變凶", "길장변흉", "kindly general turned", "sanchuan-10", "吉將變凶，謂吉將克我也",
         note="It is the branch that the general rides that controls the day (夜占子乘合是吉神克我也). Of the first transmission, as in both examples.")  # fmt: skip
def kindly_turned(chart):
    """The first transmission rides a kindly general and is the day's ghost."""
    first = chart.transmissions[:, 0]
    return unless(
        dark(chart), np.isin(rides(chart, first), KINDLY) & (kin(chart, first) == GHOST)
    )


@pattern("凶將化吉", "흉장화길", "fierce general turned", "sanchuan-10", "凶將化吉反是")
def fierce_turned(chart):
    """The first transmission rides a fierce general and generates the day."""
    first = chart.transmissions[:, 0]
    return unless(
        dark(chart), np.isin(rides(chart, first), FIERCE) & (kin(chart, first) == PARENT)
    )


def _sibling_turned(chart, into):
    first = chart.transmissions[:, 0]
    became = relation(self_element(chart), GENERAL_ELEMENT[rides(chart, first)]) == into
    return unless(dark(chart), (kin(chart, first) == SIBLING) & became)


@pattern("比肩化鬼", "비견화귀", "a peer turned ghost", "sanchuan-12", "如課得比肩發用，須觀所乘之將。如化日鬼，則克我")
def peer_turned_ghost(chart):
    """The first is the day's peer, and the general on it is of an element that controls the day."""
    return _sibling_turned(chart, GHOST)


@pattern("比肩化父母", "비견화부모", "a peer turned parent", "sanchuan-12", "化父母則生我")
def peer_turned_parent(chart):
    """The first is the day's peer, and the general on it is of an element that generates the day."""
    return _sibling_turned(chart, PARENT)


# --- Hidden stems -------------------------------------------------------------------------------


def _hidden_kin(chart, branches):
    """六親 of the stems that branches (n, k) carry by the decade; -1 where void or unknown."""
    stems = decade_stem(chart.day[:, None], branches)
    codes = relation(self_element(chart)[:, None], STEM_ELEMENT[np.maximum(stems, 0)])
    return np.where((stems < 0) | (branches < 0), -1, codes)


def _in_six(places, test):
    """Whether one of six places passes; -1 if none of the known does and some are unknown."""
    return either(*(unless(places[:, k] < 0, test[:, k]) for k in range(places.shape[1])))


@pattern("財乘暗鬼", "재승암귀", "wealth with a hidden ghost", "sanchuan-35", "暗鬼者，遁干之鬼也。壬申日支上巳，為日之妻財，巳遁己鬼",
         note="By 旬遁, in the 六處 of sanchuan-25; sanchuan-13 has the same (甲戌日，干上辰為財，乃遁庚作暗鬼).")  # fmt: skip
def hidden_ghost(chart):
    """At one of the six places stands wealth whose hidden stem controls the day."""
    places = six_places(chart)
    test = (kin(chart, places) == WEALTH) & (_hidden_kin(chart, places) == GHOST)
    return _in_six(places, test)


@pattern("遁干補空亡", "둔간보공망", "a hidden stem makes good a void", "sanchuan-14", "長生、妻財、官鬼、子孫等神，值空，如課傳年命六處有見遁干者，亦可以為用也",
         note="For 妻財, 官鬼 and 子孫: every branch of that kin is void (財何能有), and a hidden stem of it stands at one of the six places. For 長生 the words do not say which stem would serve.")  # fmt: skip
def hidden_makes_good(chart):
    """All branches of one of three kin are void, and its hidden stem stands at one of six places."""
    places, hidden = six_places(chart), None
    found = []
    every = np.broadcast_to(np.arange(12), (len(chart), 12))
    kinds, void = kin(chart, every), is_void(chart, every)
    hidden = _hidden_kin(chart, places)
    for of in (OFFSPRING, WEALTH, GHOST):
        gone = ((kinds != of) | void).all(1)
        found.append(_in_six(places, (hidden == of) & gone[:, None]))
    return either(*found)


@pattern("水逢丁馬", "수봉정마", "water meets ding and the horse", "sanchuan-30", "水逢丁馬，謂壬癸二干，六處見丁神驛馬也",
         note="Either of the two: 壬戌 has the one alone in the same passage.")  # fmt: skip
def water_meets_ding(chart):
    """On a day 壬 or 癸 丁神 or 驛馬 stands at one of the six places."""
    places = six_places(chart)
    wanted = spirit(chart, "丁神") | spirit(chart, "驛馬")
    water = self_element(chart) == 4
    return _in_six(places, among(places, wanted) & water[:, None]) * water


# --- Persons ---------------------------------------------------------------------------------------


@pattern("貴人臨命", "귀인임명", "the nobleman on the birth", "sanchuan-23", "貴人臨命格。晝夜貴人臨占人本命上，凡事皆吉",
         note="Either nobleman of the day, by day or night (晝夜貴人).")  # fmt: skip
def nobleman_on_birth(chart):
    """Over the branch of birth stands the day's or the night's nobleman."""
    over = chart.above(chart.birth)
    day, night = (nobleman(chart.stem, half, chart.school.nobleman) for half in (0, 1))
    return unless(over < 0, (over == day) | (over == night))


@pattern("行年解禍", "행년해화", "the year of age undoes harm", "sanchuan-24", "占得凶課，天將又乘蛇虎凶將，俱不為救，得行年上神救之，即可化凶為吉",
         note="凶課 as in the example: all three transmissions ghosts. Rescue is control of them; the example's other rescue, by a nobleman who is 日德, is not counted.")  # fmt: skip
def age_undoes(chart):
    """Three ghosts, 蛇 or 虎 on one, nothing over stem or branch controls them, the god over 行年 does."""
    t = chart.transmissions
    ghosts = (kin(chart, t) == GHOST).all(1)
    fierce = np.isin(rides(chart, t), (SERPENT, TIGER)).any(1)
    enemy = element(t[:, 0])
    helped = controls(element(_over_stem(chart)), enemy) | controls(
        element(_over_branch(chart)), enemy
    )
    over = chart.above(chart.age)
    saved = ghosts & fierce & ~helped & controls(element(over), enemy)
    return unless(dark(chart) | (over < 0), saved)


# --- Marriage: wealth, ghost, generals ---------------------------------------------------------------


@pattern("初末空陷", "초말공함", "void at both ends", "sanchuan-29", "中不虛兮初末虛，水火脫騙兩相欺",
         note="虛 is 空 or 坐空, as 初末空陷 in sanchuan-35.")  # fmt: skip
def ends_sunk(chart):
    """The first and last transmissions are void or on void, the middle is neither."""
    sunk = is_sunk(chart, chart.transmissions)
    return sunk[:, 0] & ~sunk[:, 1] & sunk[:, 2]


@pattern("遞生日干", "체생일간", "passed on to the day", "sanchuan-29", "遞生干兮傍人贊，末傳合處驗成期。遞生干神，主隔三隔四",
         note="From the last to the first and the day, or from the first to the last and the day: the words give no direction.")  # fmt: skip
def passed_on(chart):
    """Each transmission generates the next, and the one at the end generates the day."""
    e, self = element(chart.transmissions), self_element(chart)
    forth = generates(e[:, 0], e[:, 1]) & generates(e[:, 1], e[:, 2]) & generates(e[:, 2], self)
    back = generates(e[:, 2], e[:, 1]) & generates(e[:, 1], e[:, 0]) & generates(e[:, 0], self)
    return forth | back


@pattern("常財日本", "상재일본", "the Constant on wealth or root", "sanchuan-30", "常財日本，即常或乘長生，或乘日財，加臨干支也")
def constant_on_root(chart):
    """太常 rides the day's 長生 or wealth, and that branch stands over the stem or the branch."""
    at = chart.branch_of[:, CONSTANT]
    worth = (kin(chart, at) == WEALTH) | (at == birthplace(self_element(chart)))
    return unless(dark(chart), worth & ((at == _over_stem(chart)) | (at == _over_branch(chart))))


@pattern("牛女乘常", "우녀승상", "Ox and Maid with the Constant", "sanchuan-30", "牛女乘常，丑中有牛宿，子中有女宿，子丑相加，上乘太常加臨支上者")
def ox_and_maid(chart):
    """子 over the branch 丑, or 丑 over the branch 子, and 太常 rides it."""
    over = _over_branch(chart)
    met = (over + chart.branch == 1) & (over <= 1)
    return unless(dark(chart), met & (rides(chart, over) == CONSTANT))


def _general_strikes(chart, general, over, victim):
    """A general rides the god over a seat, and that god controls the seat's element."""
    struck = (rides(chart, over) == general) & controls(element(over), victim)
    return unless(dark(chart), struck)


@pattern("龍傷支", "용상지", "the Dragon wounds the branch", "sanchuan-31", "龍傷支兮婦先損", note="加支: over the branch, as 寅為青龍加支 (sanchuan-32).")
def dragon_wounds(chart):
    """青龍 rides the god over the branch, which controls the branch."""
    return _general_strikes(chart, DRAGON, _over_branch(chart), element(chart.branch))


@pattern("后克干", "후극간", "the Empress controls the stem", "sanchuan-31", "后克干命夫早亡", note="加干: over the stem, as 子為天后加干 (sanchuan-32). The 命 is not counted.")
def empress_controls(chart):
    """天后 rides the god over the stem, which controls the stem."""
    return _general_strikes(chart, EMPRESS, _over_stem(chart), self_element(chart))


@pattern("用起天后傳見元武", "용기천후전견원무", "from Empress to Warrior", "sanchuan-31", "用起天后，傳見元武，主婦女逃亡")
def empress_to_warrior(chart):
    """The first transmission rides 天后, the middle or last 元武."""
    on = rides(chart, chart.transmissions)
    return unless(dark(chart), (on[:, 0] == EMPRESS) & (on[:, 1:] == WARRIOR).any(1))


@pattern("傳財生鬼", "전재생귀", "wealth in transmission feeds the ghost", "sanchuan-35", "辛未日干上午，三傳卯亥未為財生其干鬼是也", note="Heads 傳南生鬼 in the base text; 財 by the verse (傳財生鬼必貪淫).")
def wealth_feeds_ghost(chart):
    """The transmissions together are wealth, and the god over the stem is a ghost."""
    return (body_kin(chart) == WEALTH) & (kin(chart, _over_stem(chart)) == GHOST)


@pattern("傳鬼為財", "전귀위재", "wealth out of ghosts", "sanchuan-35", "傳鬼為財，如丙申日三傳子申辰為鬼，初末空陷，獨存中傳申金之財")
def wealth_from_ghosts(chart):
    """The transmissions together are ghost, the ends void, and what is left in the middle is wealth."""
    middle = kin(chart, chart.transmissions[:, 1])
    return (body_kin(chart) == GHOST) & (ends_sunk(chart) == 1) & (middle == WEALTH)


@pattern("財克生爻", "재극생효", "wealth controls the nourisher", "sanchuan-35", "財克生爻，謂財乘惡將，克干上之生爻也")
def wealth_controls_parent(chart):
    """A transmission is wealth, rides a fierce general, and controls the god over the stem, which generates the day."""
    t, over = chart.transmissions, _over_stem(chart)
    strikes = (kin(chart, t) == WEALTH) & np.isin(rides(chart, t), FIERCE)
    strikes &= controls(element(t), element(over)[:, None])
    return unless(dark(chart), strikes.any(1) & (kin(chart, over) == PARENT))


@pattern("斷絃無續", "단현무속", "the string not mended", "sanchuan-36", "辛亥日三傳丑寅卯，寅卯為干之妻財，皆屬旬空，主斷絃無續")
def string_broken(chart):
    """Wealth is in the transmissions, and all of it is void or on void."""
    wealth = kin(chart, chart.transmissions) == WEALTH
    return wealth.any(1) & (~wealth | is_sunk(chart, chart.transmissions)).all(1)


@pattern("空妻又見妻", "공처우견처", "another wife", "sanchuan-36", "空於其妻又見妻，妻雖有傷後再娶")
def another_wife(chart):
    """Some wealth in the transmissions is void or on void, and some is not."""
    wealth = kin(chart, chart.transmissions) == WEALTH
    sunk = is_sunk(chart, chart.transmissions)
    return (wealth & sunk).any(1) & (wealth & ~sunk).any(1)


@pattern("八專無克", "팔전무극", "eight monopolies without control", "sanchuan-38", "八專無克，取干支上神順逆三神為用。故行多淫")
def monopolies(chart):
    """The transmissions come by 八專."""
    return chart.method == BAZHUAN


def _lonely(chart):
    """Where 孤辰 and 寡宿 stand in the transmissions, (n, 3) each, and whether the season is unknown."""
    orphan, widow = spirit(chart, "孤辰"), spirit(chart, "寡宿")
    t = chart.transmissions
    return among(t, orphan), among(t, widow), orphan < 0


@pattern("孤寡", "고과", "orphan and widow", "sanchuan-38", "孤辰春巳順四孟。寡宿春丑順四季", note="Both in the transmissions, as in 丙子日，三傳申辰子，夏占.")
def orphan_widow(chart):
    """孤辰 and 寡宿 of the season are both in the transmissions."""
    orphan, widow, unknown = _lonely(chart)
    return unless(unknown, orphan.any(1) & widow.any(1))


@pattern("空孤空寡", "공고공과", "void orphan and void widow", "sanchuan-38", "再值旬空，為空孤空寡更凶", note="旬空 by the example takes in what sits on a void branch (又初中空陷).")
def void_orphan_widow(chart):
    """孤辰 and 寡宿 are in the transmissions, and both are void or on void."""
    orphan, widow, unknown = _lonely(chart)
    sunk = is_sunk(chart, chart.transmissions)
    return unless(unknown, (orphan & sunk).any(1) & (widow & sunk).any(1))


# --- Ghosts (004, law 11 and after) ----------------------------------------------------------------


def _three_ghosts(chart):
    """All three transmissions are ghosts, or together make the element that controls the day."""
    return (kin(chart, chart.transmissions) == GHOST).all(1) | (body_kin(chart) == GHOST)


def _enemy(chart):
    return (self_element(chart) - 2) % 5


@pattern("眾鬼有制", "중귀유제", "many ghosts, held in check", "zhonggui-1", "三傳戌丑辰皆是日鬼，誠為凶也，殊不知干上先有寅木可以敵其三傳之土",
         note="The name is of the heading, 衆鬼雖彰全不畏; trines count (丙子 … 干上丑, zhonggui-2).")  # fmt: skip
def ghosts_checked(chart):
    """Three ghosts, and the god over the stem controls their element."""
    return _three_ghosts(chart) & controls(element(_over_stem(chart)), _enemy(chart))


@pattern("眾鬼宅救", "중귀택구", "many ghosts, held in check at home", "zhonggui-4", "殊不知支上有寅木可以敵鬼，不為凶咎，此例必得宅中之人解禍", note="The text gives no name.")
def ghosts_checked_home(chart):
    """Three ghosts, and the god over the branch controls their element."""
    return _three_ghosts(chart) & controls(element(_over_branch(chart)), _enemy(chart))


@pattern("家鬼取家人", "가귀취가인", "a ghost of the house", "zhonggui-3", "從支陰發用為鬼，亦以家鬼斷")
def house_ghost(chart):
    """The first transmission is a ghost and is the god over the branch or that one's 陰神."""
    first = chart.transmissions[:, 0]
    own = (first == chart.upper[:, 2]) | (first == chart.upper[:, 3])
    return own & (kin(chart, first) == GHOST)


@pattern("引鬼為生", "인귀위생", "the ghost brings a nourisher", "zhonggui-5", "謂初傳日鬼，而生其末傳來育干者是也", note="The heading is lost in the base text; the Korean has it.")
def ghost_brings_parent(chart):
    """The first transmission is a ghost and generates the last, which generates the day."""
    first, last = chart.transmissions[:, 0], chart.transmissions[:, 2]
    return (
        (kin(chart, first) == GHOST)
        & generates(element(first), element(last))
        & (kin(chart, last) == PARENT)
    )


@pattern("傳鬼為生", "전귀위생", "ghosts feed the nourisher", "zhonggui-6", "三傳皆作日鬼，反生起干上之神而育干者是也", note="The heading is lost in the base text; the Korean has it.")
def ghosts_feed_parent(chart):
    """Three ghosts, whose element generates the god over the stem, which generates the day."""
    return _three_ghosts(chart) & (kin(chart, _over_stem(chart)) == PARENT)


@pattern("狐假虎威", "호가호위", "the fox in the tiger's might", "zhonggui-11", "其丁火實畏子水所克，反倚賴支屬土卻能制其子水，不敢來傷丁干也")
def fox_and_tiger(chart):
    """The god over the stem is a ghost, and the day's branch controls it."""
    over = _over_stem(chart)
    return (kin(chart, over) == GHOST) & controls(element(chart.branch), element(over))


def _state(chart, of):
    """The seasonal state of elements, each season one element (春占木旺); 0 where the month is unknown."""
    return seasonal_state(of, np.maximum(chart.month, 0), earth_months=False)


@pattern("鬼賊當時", "귀적당시", "ghosts in their season", "zhonggui-12", "三傳寅卯辰皆是日鬼，如春占木旺，誠所畏也，殊不知木至春令而榮旺，既貪榮盛而無意克土", note="The name is of the law as 畢法賦 has it (鬼賊當時無畏忌); the base text has lost the heading.")
def ghosts_in_season(chart):
    """Three ghosts, and their element flourishes in the season."""
    flourishing = _state(chart, _enemy(chart)) == FLOURISHING
    return unless(chart.month < 0, _three_ghosts(chart) & flourishing)


@pattern("傳財太旺", "전재태왕", "wealth too strong", "zhonggui-13", "三傳子申辰皆作日之財，兼晝夜天將皆是水中之獸，又於秋冬水生旺之月，占求財事即無財也", note="The name is of the law in 畢法賦 (傳財太旺返財虧). The generals (兼) are not required.")
def wealth_too_strong(chart):
    """The transmissions together are wealth, of an element that is 旺 or 相 in the season."""
    state = _state(chart, np.maximum(body_element(chart), 0))
    strong = (body_kin(chart) == WEALTH) & np.isin(state, (FLOURISHING, GROWING))
    return unless(chart.month < 0, strong)


@pattern("見財皆空", "견재개공", "the wealth in view is void", "zhonggui-15", "緣見在之財已空，求外來之財豈有得也。如辛亥日干上寅、支上卯，二財皆空", note="The text gives no name. In view: over the stem and over the branch, as in the example.")
def wealth_in_view_void(chart):
    """Over the stem and over the branch stands wealth, and both are void."""
    both = chart.upper[:, [0, 2]]
    return ((kin(chart, both) == WEALTH) & is_void(chart, both)).all(1)


# --- Drains and voids (004, laws 15 to 18) ------------------------------------------------------------


@pattern("脫上脫", "탈상탈", "drain upon drain", "zhonggui-16", "謂日干生其上神，上神又生天將者，故名脫上脫")
def drain_on_drain(chart):
    """The stem generates the god over it, and that god the general on it."""
    over = _over_stem(chart)
    on = generates(element(over), GENERAL_ELEMENT[rides(chart, over)])
    return unless(dark(chart), (kin(chart, over) == OFFSPRING) & on)


@pattern("脫盜", "탈도", "drained by a thief", "zhonggui-19", "乃干上逢脫氣，天將作元武者例，亦如前說", note="The heading is lost; the name is that of 畢法賦, law 15.")
def drained_by_thief(chart):
    """The stem generates the god over it, which 元武 rides."""
    over = _over_stem(chart)
    return unless(dark(chart), (kin(chart, over) == OFFSPRING) & (rides(chart, over) == WARRIOR))


@pattern("空上乘空", "공상승공", "void upon void", "zhonggui-20", "謂上見旬空乘天空者，凡占指空話空，全無實象")
def void_on_void(chart):
    """The god over the stem is void, and 天空 rides it."""
    over = _over_stem(chart)
    return unless(dark(chart), is_void(chart, over) & (rides(chart, over) == SKY))


@pattern("脫空", "탈공", "drained into the void", "zhonggui-21", "謂干上有脫乘天空，亦名脫空神")
def drained_to_void(chart):
    """The stem generates the god over it, which 天空 rides."""
    over = _over_stem(chart)
    return unless(dark(chart), (kin(chart, over) == OFFSPRING) & (rides(chart, over) == SKY))


@pattern("遙克乘空", "요극승공", "a far control with the Void", "zhonggui-21", "但凡遙克為用作空亡，或坐空鄉，或乘天空者，凡占皆虛無不實也")
def far_with_sky(chart):
    """遙克, and 天空 rides the first transmission."""
    first = chart.transmissions[:, 0]
    return unless(dark(chart), (chart.method == YAOKE) & (rides(chart, first) == SKY))


def _run(chart, step):
    t = chart.transmissions
    return ((t[:, 1] - t[:, 0]) % 12 == step % 12) & ((t[:, 2] - t[:, 1]) % 12 == step % 12)


@pattern("進茹空亡", "진여공망", "forward into the void", "zhonggui-22", "三傳寅卯辰，皆是空亡，既向前值三空亡，即宜退步", note="The name is of the law in 畢法賦 (進茹空亡宜退步). 空亡 by the examples takes in what sits on a void branch.")
def forward_void(chart):
    """Three in succession going forward, each void or on void."""
    return _run(chart, 1) & _all_sunk(chart)


@pattern("踏腳空亡", "답각공망", "treading on the void", "zhonggui-24", "謂退步傳全值空亡者，故名踏腳空亡")
def treading_void(chart):
    """Three in succession going back, each void or on void."""
    return _run(chart, -1) & _all_sunk(chart)


@pattern("連旬空亡", "연순공망", "void decade after decade", "zhonggui-26", "乃本旬之空，申加戌為中傳，乃後旬之空，午加申為末傳，乃外後旬之空亡", note="The text gives no name; this one is ours.")
def void_decades(chart):
    """The first is void in this decade, the middle in the next, the last in the one after."""
    t = chart.transmissions
    later = [(chart.day.astype(np.int16) + 10 * k) % 60 // 10 for k in range(3)]
    voids = [(10 - 2 * decade) % 12 for decade in later]
    return np.logical_and.reduce(
        [(t[:, k] == voids[k]) | (t[:, k] == (voids[k] + 1) % 12) for k in range(3)]
    )


# --- The body of stem and branch ------------------------------------------------------------------------


@pattern("干加支相生", "간가지상생", "the child clings to its mother", "sanchuan-44", "干加支上，謂干加支而相生者。如丙寅日支上巳，受寅木之生是也，主子戀母")
def stem_clings(chart):
    """The stem's lodging stands over the branch, and stem and branch generate one another, either way."""
    one, two = self_element(chart), element(chart.branch)
    return (_over_branch(chart) == LODGE[chart.stem]) & (generates(one, two) | generates(two, one))


@pattern("支加干克干", "지가간극간", "the branch over the stem controls it", "sanchuan-44", "支臨干位，謂支加干而克干者。如庚午日，干上午，克其日干是也，主兒生速")
def branch_controls_stem(chart):
    """The day's branch stands over the stem and controls it."""
    return (_over_stem(chart) == chart.branch) & controls(
        element(chart.branch), self_element(chart)
    )


@pattern("支臨干位", "지림간위", "the branch over the stem", "sanchuan-44", "又支加干上，即不克干亦速")
def branch_over_stem(chart):
    """The day's branch stands over the stem."""
    return _over_stem(chart) == chart.branch


@pattern("子戀母腹", "자련모복", "the child clings to the womb", "zhonggui-34", "子戀母腹格：如干加支、支加干而互相生者，乃名子戀母腹", note="Either 加 serves.")
def clings_to_womb(chart):
    """The lodging over the branch, or the branch over the lodging, and one generates the other."""
    one, two = self_element(chart), element(chart.branch)
    met = (_over_branch(chart) == LODGE[chart.stem]) | (_over_stem(chart) == chart.branch)
    return met & (generates(one, two) | generates(two, one))


def _struck(chart):
    """Whether the god over it controls the stem, and the branch."""
    stem = controls(element(_over_stem(chart)), self_element(chart))
    branch = controls(element(_over_branch(chart)), element(chart.branch))
    return stem, branch


@pattern("全傷", "전상", "both hurt", "zhonggui-41", "全傷格：支干全傷，子母俱凶，獨支受傷害母，獨干受傷害子")
def both_hurt(chart):
    """Stem and branch are each controlled by the god over them."""
    stem, branch = _struck(chart)
    return stem & branch


@pattern("獨支受傷", "독지수상", "the branch alone hurt", "zhonggui-41", "獨支受傷害母")
def branch_hurt(chart):
    """The branch is controlled by the god over it, the stem is not."""
    stem, branch = _struck(chart)
    return ~stem & branch


@pattern("獨干受傷", "독간수상", "the stem alone hurt", "zhonggui-41", "獨干受傷害子")
def stem_hurt(chart):
    """The stem is controlled by the god over it, the branch is not."""
    stem, branch = _struck(chart)
    return stem & ~branch
