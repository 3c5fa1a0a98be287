"""格 of ghosts, drains and voids, and of stem and branch themselves.

Most are laws 11 to 18 of the 畢法賦 as text 004 has them. See `liuren_pattern_base` for what a
pattern is.
"""

from __future__ import annotations

import numpy as np

from yarrow.charts.ganzhi import FLOURISHING, GROWING, seasonal_state
from yarrow.charts.liuren_generals import GENERAL_ELEMENT
from yarrow.charts.liuren_lessons import LODGE, YAOKE
from yarrow.charts.liuren_pattern_base import (
    GHOST,
    OFFSPRING,
    PARENT,
    SKY,
    WARRIOR,
    WEALTH,
    body_element,
    body_kin,
    both,
    controls,
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
    steps,
    unless,
)


def _all_sunk(chart):
    return is_sunk(chart, chart.transmissions).all(1)


# --- Ghosts (004, law 11 and after) -----------------------------------------------------


def _three_ghosts(chart):
    """All three transmissions are ghosts, or together make the element that controls the day."""
    return (kin(chart, chart.transmissions) == GHOST).all(1) | (body_kin(chart) == GHOST)


def _enemy(chart):
    return (self_element(chart) - 2) % 5


@pattern(
    "眾鬼有制 중귀유제 many ghosts, held in check",
    "zhonggui-1: 三傳戌丑辰皆是日鬼，誠為凶也，殊不知干上先有寅木可以敵其三傳之土",
    note="The name is of the heading, 衆鬼雖彰全不畏; trines count (丙子 … 干上丑, zhonggui-2).",
)
def ghosts_checked(chart):
    """Three ghosts, and the god over the stem controls their element."""
    return _three_ghosts(chart) & controls(element(over_stem(chart)), _enemy(chart))


@pattern(
    "眾鬼宅救 중귀택구 many ghosts, held in check at home",
    "zhonggui-4: 殊不知支上有寅木可以敵鬼，不為凶咎，此例必得宅中之人解禍",
    note="The text gives no name.",
)
def ghosts_checked_home(chart):
    """Three ghosts, and the god over the branch controls their element."""
    return _three_ghosts(chart) & controls(element(over_branch(chart)), _enemy(chart))


@pattern("家鬼取家人 가귀취가인 a ghost of the house", "zhonggui-3: 從支陰發用為鬼，亦以家鬼斷")
def house_ghost(chart):
    """The first transmission is a ghost and is the god over the branch or that one's 陰神."""
    first = chart.transmissions[:, 0]
    own = (first == chart.upper[:, 2]) | (first == chart.upper[:, 3])
    return own & (kin(chart, first) == GHOST)


@pattern(
    "引鬼為生 인귀위생 the ghost brings a nourisher",
    "zhonggui-5: 謂初傳日鬼，而生其末傳來育干者是也",
    note="The heading is lost in the base text; the Korean has it.",
)
def ghost_brings_parent(chart):
    """The first transmission is a ghost and generates the last, which generates the day."""
    first, last = chart.transmissions[:, 0], chart.transmissions[:, 2]
    return (
        (kin(chart, first) == GHOST)
        & generates(element(first), element(last))
        & (kin(chart, last) == PARENT)
    )


@pattern(
    "傳鬼為生 전귀위생 ghosts feed the nourisher",
    "zhonggui-6: 三傳皆作日鬼，反生起干上之神而育干者是也",
    note="The heading is lost in the base text; the Korean has it.",
)
def ghosts_feed_parent(chart):
    """Three ghosts, whose element generates the god over the stem, which generates the day."""
    return _three_ghosts(chart) & (kin(chart, over_stem(chart)) == PARENT)


@pattern(
    "狐假虎威 호가호위 the fox in the tiger's might",
    "zhonggui-11: 其丁火實畏子水所克，反倚賴支屬土卻能制其子水，不敢來傷丁干也",
)
def fox_and_tiger(chart):
    """The god over the stem is a ghost, and the day's branch controls it."""
    over = over_stem(chart)
    return (kin(chart, over) == GHOST) & controls(element(chart.branch), element(over))


def _state(chart, of):
    """The state of elements, each season being one element (春占木旺); 0 for an unknown month."""
    return seasonal_state(of, np.maximum(chart.month, 0), earth_months=False)


@pattern(
    "鬼賊當時 귀적당시 ghosts in their season",
    "zhonggui-12: 三傳寅卯辰皆是日鬼，如春占木旺，誠所畏也，殊不知木至春令而榮旺，既貪榮盛而無意克土",
    note="The name is of the law as 畢法賦 has it (鬼賊當時無畏忌); the base text has lost the heading.",
)
def ghosts_in_season(chart):
    """Three ghosts, and their element flourishes in the season."""
    flourishing = _state(chart, _enemy(chart)) == FLOURISHING
    return both(_three_ghosts(chart), unless(chart.month < 0, flourishing))


@pattern(
    "傳財太旺 전재태왕 wealth too strong",
    "zhonggui-13: 三傳子申辰皆作日之財，兼晝夜天將皆是水中之獸，又於秋冬水生旺之月，占求財事即無財也",
    note="The name is of the law in 畢法賦 (傳財太旺返財虧). The generals (兼) are not required.",
)
def wealth_too_strong(chart):
    """The transmissions together are wealth, of an element that is 旺 or 相 in the season."""
    state = _state(chart, np.maximum(body_element(chart), 0))
    strong = np.isin(state, (FLOURISHING, GROWING))
    return both(body_kin(chart) == WEALTH, unless(chart.month < 0, strong))


@pattern(
    "見財皆空 견재개공 the wealth in view is void",
    "zhonggui-15: 緣見在之財已空，求外來之財豈有得也。如辛亥日干上寅、支上卯，二財皆空",
    note="The text gives no name. In view: over the stem and over the branch, as in the example.",
)
def wealth_in_view_void(chart):
    """Over the stem and over the branch stands wealth, and both are void."""
    seats = chart.upper[:, [0, 2]]
    return ((kin(chart, seats) == WEALTH) & is_void(chart, seats)).all(1)


# --- Drains and voids (004, laws 15 to 18) ----------------------------------------------


@pattern(
    "脫上脫 탈상탈 drain upon drain", "zhonggui-16: 謂日干生其上神，上神又生天將者，故名脫上脫"
)
def drain_on_drain(chart):
    """The stem generates the god over it, and that god the general on it."""
    over = over_stem(chart)
    on = generates(element(over), GENERAL_ELEMENT[rides(chart, over)])
    return (kin(chart, over) == OFFSPRING) & on


@pattern(
    "脫盜 탈도 drained by a thief",
    "zhonggui-19: 乃干上逢脫氣，天將作元武者例，亦如前說",
    note="The heading is lost; the name is that of 畢法賦, law 15.",
)
def drained_by_thief(chart):
    """The stem generates the god over it, which 元武 rides."""
    over = over_stem(chart)
    return (kin(chart, over) == OFFSPRING) & (rides(chart, over) == WARRIOR)


@pattern(
    "空上乘空 공상승공 void upon void", "zhonggui-20: 謂上見旬空乘天空者，凡占指空話空，全無實象"
)
def void_on_void(chart):
    """The god over the stem is void, and 天空 rides it."""
    over = over_stem(chart)
    return is_void(chart, over) & (rides(chart, over) == SKY)


@pattern("脫空 탈공 drained into the void", "zhonggui-21: 謂干上有脫乘天空，亦名脫空神")
def drained_to_void(chart):
    """The stem generates the god over it, which 天空 rides."""
    over = over_stem(chart)
    return (kin(chart, over) == OFFSPRING) & (rides(chart, over) == SKY)


@pattern(
    "遙克乘空 요극승공 a far control with the Void",
    "zhonggui-21: 但凡遙克為用作空亡，或坐空鄉，或乘天空者，凡占皆虛無不實也",
)
def far_with_sky(chart):
    """遙克, and 天空 rides the first transmission."""
    first = chart.transmissions[:, 0]
    return (chart.method == YAOKE) & (rides(chart, first) == SKY)


@pattern(
    "進茹空亡 진여공망 forward into the void",
    "zhonggui-22: 三傳寅卯辰，皆是空亡，既向前值三空亡，即宜退步",
    note=(
        "The name is of the law in 畢法賦 (進茹空亡宜退步). 空亡 by the examples takes in what sits on a void "
        "branch."
    ),
)
def forward_void(chart):
    """Three in succession going forward, each void or on void."""
    return steps(chart, 1) & _all_sunk(chart)


@pattern("踏腳空亡 답각공망 treading on the void", "zhonggui-24: 謂退步傳全值空亡者，故名踏腳空亡")
def treading_void(chart):
    """Three in succession going back, each void or on void."""
    return steps(chart, -1) & _all_sunk(chart)


@pattern(
    "連旬空亡 연순공망 void decade after decade",
    "zhonggui-26: 乃是本旬之空，申加戌為中傳，乃後旬之空，午加申為末傳，乃外後旬之空亡",
    note="The text gives no name; this one is ours.",
)
def void_decades(chart):
    """The first is void in this decade, the middle in the next, the last in the one after."""
    t = chart.transmissions
    later = [(chart.day.astype(np.int16) + 10 * k) % 60 // 10 for k in range(3)]
    voids = [(10 - 2 * decade) % 12 for decade in later]
    return np.logical_and.reduce(
        [(t[:, k] == voids[k]) | (t[:, k] == (voids[k] + 1) % 12) for k in range(3)]
    )


# --- The body of stem and branch --------------------------------------------------------


@pattern(
    "干加支相生 간가지상생 the child clings to its mother",
    "sanchuan-44: 干加支上，謂干加支而相生者。如丙寅日支上巳，受寅木之生是也，主子戀母",
)
def stem_clings(chart):
    """The stem's lodging stands over the branch, and one of stem and branch generates the other."""
    one, two = self_element(chart), element(chart.branch)
    return (over_branch(chart) == LODGE[chart.stem]) & (generates(one, two) | generates(two, one))


@pattern(
    "支加干克干 지가간극간 the branch over the stem controls it",
    "sanchuan-44: 支臨干位，謂支加干而克干者。如庚午日，干上午，克其日干是也，主兒生速",
)
def branch_controls_stem(chart):
    """The day's branch stands over the stem and controls it."""
    return (over_stem(chart) == chart.branch) & controls(element(chart.branch), self_element(chart))


@pattern("支臨干位 지림간위 the branch over the stem", "sanchuan-44: 又支加干上，即不克干亦速")
def branchover_stem(chart):
    """The day's branch stands over the stem."""
    return over_stem(chart) == chart.branch


@pattern(
    "子戀母腹 자련모복 the child clings to the womb",
    "zhonggui-34: 子戀母腹格：如干加支、支加干而互相生者，乃名子戀母腹",
    note="Either 加 serves.",
)
def clings_to_womb(chart):
    """The lodging over the branch, or the branch over the lodging, and one generates the other."""
    one, two = self_element(chart), element(chart.branch)
    met = (over_branch(chart) == LODGE[chart.stem]) | (over_stem(chart) == chart.branch)
    return met & (generates(one, two) | generates(two, one))


def _struck(chart):
    """Whether the god over it controls the stem, and the branch."""
    stem = controls(element(over_stem(chart)), self_element(chart))
    branch = controls(element(over_branch(chart)), element(chart.branch))
    return stem, branch


@pattern(
    "全傷 전상 both hurt", "zhonggui-41: 全傷格：支干全傷，子母俱凶，獨支受傷害母，獨干受傷害子"
)
def both_hurt(chart):
    """Stem and branch are each controlled by the god over them."""
    stem, branch = _struck(chart)
    return stem & branch


@pattern("獨支受傷 독지수상 the branch alone hurt", "zhonggui-41: 獨支受傷害母")
def branch_hurt(chart):
    """The branch is controlled by the god over it, the stem is not."""
    stem, branch = _struck(chart)
    return ~stem & branch


@pattern("獨干受傷 독간수상 the stem alone hurt", "zhonggui-41: 獨干受傷害子")
def stem_hurt(chart):
    """The stem is controlled by the god over it, the branch is not."""
    stem, branch = _struck(chart)
    return stem & ~branch
