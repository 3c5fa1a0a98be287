"""Force and rescue: where the twelve stages count in 六爻, who can act, and 絕處逢生 (yushi-15 to 35).

By text 003 the stages count against 日, 月, the line that a moving line turns into and the line
over a hidden one; between the lines of the hexagram only 生 and 克 count (本卦動爻，難言生絕, yushi-20).
長生 and 絕 prevail over 生克 (金遇巳而不克，土遇巳而不生, yushi-15). Functions take a `Liuyao` and give int32
masks of seats, a tuple where the text numbers its cases, in its order.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from yarrow.charts import ganzhi, hexagrams
from yarrow.charts.liuyao import (
    CAST, CHANGED, DAY, HIDDEN, MONTH, Liuyao, moving, related, spread,
)
from yarrow.charts.liuyao_moves import turns_to_stage
from yarrow.charts.liuyao_time import (
    at_stage, controlled, extinct, fed, month_broken, scattered, void,
)

TIME = DAY | MONTH
_ELEMENT = ganzhi.BRANCH_ELEMENT
_OF, _ON = np.ogrid[:12, :12]  # a branch, and the one it stands on


# --- 生 and 克 where the stages count ---------------------------------------------------------


@lru_cache
def _pairs(kind: str, earth: str, yin: str) -> np.ndarray:
    """bool (12, 12): whether the first branch is quickened, controlled or struck by the second.

    quickened: 生, but not where it is 絕, and also where it is at 長生; controlled: 克, but not
    at 長生; struck: that, or 絕.
    """
    stage = ganzhi.branch_stage(_OF, _ON, earth, yin)
    step = (_ELEMENT[_OF] - _ELEMENT[_ON]) % 5
    if kind == "quickened":
        return (step == 1) & (stage != ganzhi.EXTINCTION) | (stage == ganzhi.BIRTH)
    hurt = (step == 2) & (stage != ganzhi.BIRTH)
    return hurt | (stage == ganzhi.EXTINCTION) if kind == "struck" else hurt


@lru_cache
def _tables(kind: str, earth: str, yin: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A kind as a table over sets of branches, over hexagram and moves, and over hexagram."""
    pairs = _pairs(kind, earth, yin)
    sets = spread((pairs << np.arange(12)[:, None]).sum(axis=0))
    codes, bits = np.arange(64), np.arange(6)
    own = hexagrams.LINE_BRANCH
    changed = own[codes[:, None] ^ codes]
    turned = pairs[own[:, None, :], changed] & (codes[:, None] >> bits & 1).astype(bool)
    back = (turned << bits).sum(axis=2).astype(np.int32).ravel()
    under = (pairs[hexagrams.HIDDEN_BRANCH, own] << bits + 12).sum(axis=1).astype(np.int32)
    return sets, back, under


def met(chart: Liuyao, kind: str, seats, agents):
    """The members of seats to which some agent (日, 月) does a kind of `_pairs`:
    "quickened" (生, 長生 counted and 絕 not), "controlled" (克, but not 長生), "struck" (that or 絕)."""
    sets, _, _ = _tables(kind, chart.conventions.earth, chart.conventions.yin)
    return related(chart, sets, seats, agents)


def met_back(chart: Liuyao, kind: str):
    """The moving lines to which what they turn into does a kind, as in `met`."""
    _, back, _ = _tables(kind, chart.conventions.earth, chart.conventions.yin)
    return back[chart.hexagram.astype(np.int32) << 6 | chart.moves]


def met_under(chart: Liuyao, kind: str):
    """The hidden seats to which the line over them does a kind, as in `met`."""
    _, _, under = _tables(kind, chart.conventions.earth, chart.conventions.yin)
    return under[chart.hexagram] & chart.hidden_lines.astype(np.int32) << 12


def hollow_places(chart: Liuyao):
    """Moving lines and hidden seats that are neither 生 nor 絕, whatever their stage.

    動爻化出之變爻，伏神本位之飛爻，如空如破，則非生非絕矣 (yushi-20): what the line turns into, or the
    line over the hidden one, is void or broken by the month.
    """
    hollow = void(chart) | month_broken(chart)
    hidden = chart.hidden_lines.astype(np.int32) << 12
    return hollow >> 6 & CAST | (hollow & CAST) << 12 & hidden


def ruined(chart: Liuyao):
    """受破散: seats broken by the month, and moving lines scattered by a clash.

    They cannot act: 飛爻動爻生我者受破散，不能生, and 忌神亦以此參之 (yushi-33); so 兄破不克妻爻 (yushi-6), of
    a moving line.
    """
    return month_broken(chart) | scattered(chart)


def acting(chart: Liuyao):
    """Moving lines that can feed and control: those not `ruined`."""
    return moving(chart) & ~ruined(chart)


# --- 死, 絕 and the rescue from them (yushi-18, 32 to 35) -------------------------------------


def fallen(chart: Liuyao):
    """Cast lines at 死 or 絕: three masks, saved, finished, and half.

    爻神投死日月變爻之上，或日月變爻內有一生之，則死而未死，絕而未絕也；既死又克，則為己死；無生無克，準克之半 (yushi-18):
    on 日, 月 or what the line turns into; saved where one of these feeds it; else finished where
    one controls it; else it weighs half of a 克. What a line turns into does none of this if
    it is a hollow place.
    """
    solid = ~hollow_places(chart)
    down = np.zeros(chart.shape, np.int32)
    for stage in (ganzhi.DEATH, ganzhi.EXTINCTION):
        down |= at_stage(chart, stage, CAST, TIME) | turns_to_stage(chart, stage) & solid
    saved = down & (met(chart, "quickened", CAST, TIME) | met_back(chart, "quickened") & solid)
    hurt = met(chart, "controlled", CAST, TIME) | met_back(chart, "controlled") & solid
    return saved, down & hurt & ~saved, down & ~hurt & ~saved


def saved_from_extinction(chart: Liuyao, feeders=None):
    """絕處逢生: five masks, table yushi-32-t1.

    蓋絕生之法有五 (yushi-32): 用神受日月之克，遇動爻之生; 受動爻之克，遇變爻之生; 受變爻之克，遇動爻之生;
    伏用受日月之克，遇飛爻動爻之生; 伏用受飛爻動爻之克，遇日月之生. The five speak of 克, their head of 絕
    (用爻屬木，申日占而絕): where stages count, either is meant. What attacks must be able to act;
    whether what feeds is, `beyond_saving` asks. feeders: the cast lines that may feed, all by
    default.
    """
    feeders = CAST if feeders is None else feeders
    solid = ~hollow_places(chart)
    fed_by_moving = fed(chart, CAST | HIDDEN, moving(chart) & feeders)
    hurt_by_moving = controlled(chart, CAST | HIDDEN, acting(chart))
    hurt_by_time = met(chart, "struck", CAST | HIDDEN, TIME)
    fed_from_over = met_under(chart, "quickened") & feeders << 12
    return (
        hurt_by_time & fed_by_moving & CAST,
        hurt_by_moving & met_back(chart, "quickened"),
        met_back(chart, "struck") & solid & fed_by_moving,
        hurt_by_time & (fed_from_over | fed_by_moving) & HIDDEN,
        (met_under(chart, "struck") & solid | hurt_by_moving & HIDDEN)
        & met(chart, "quickened", HIDDEN, TIME),
    )


def beyond_saving(chart: Liuyao):
    """不能生: three masks of the seats of `saved_from_extinction`, table yushi-33-t1.

    用神自受破散; 飛爻動爻生我者受破散 (all that feed it in that way); 變爻生我者受破絕 (yushi-33). 絕 is on 日
    or 月, the true one (yushi-35).
    """
    ways = saved_from_extinction(chart)
    sound = saved_from_extinction(chart, CAST & ~ruined(chart))
    seats = np.bitwise_or.reduce(ways)
    changed = (month_broken(chart) | extinct(chart, CHANGED, TIME)) >> 6 & CAST
    return (
        seats & ruined(chart),
        ways[0] & ~sound[0] | ways[2] & ~sound[2] | ways[3] & ~sound[3],
        ways[1] & changed,
    )


def saved(chart: Liuyao):
    """The seats that some way of 絕處逢生 does save: three exceptions and `hollow_places` apart."""
    first, second, third, fourth, fifth = saved_from_extinction(chart, CAST & ~ruined(chart))
    _, _, by_dead_change = beyond_saving(chart)
    second = second & ~by_dead_change & ~hollow_places(chart)
    over = met_under(chart, "quickened") & hollow_places(chart)
    only_over = over & ~fed(chart, HIDDEN, acting(chart))
    return (first | second | third | fourth & ~only_over | fifth) & ~ruined(chart)


def truly_extinct(chart: Liuyao, seats):
    """真絕: 唯日月之絕為真絕，日月之生為真生 (yushi-35): seats that are 絕 on 日 or 月."""
    return extinct(chart, seats, TIME)


def truly_fed(chart: Liuyao, seats):
    """真生: seats that 日 or 月 feeds, or where they are at 長生 (yushi-35)."""
    return met(chart, "quickened", seats, TIME)
