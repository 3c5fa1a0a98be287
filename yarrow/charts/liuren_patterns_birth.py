"""格 of childbirth: the embryo (胎神) of the day, its seat, and the months' breaths and bloods.

The embryo is that of the element of the day's stem; of earth 子 (戊己當絕在亥懷，明知子上有胞胎,
sanchuan-46), unless a docstring says otherwise. See `liuren_pattern_base` for what a pattern is.
"""

from __future__ import annotations

import numpy as np

from yarrow.charts.ganzhi import (
    CLASH,
    DEAD,
    EMBRYO,
    EXTINCTION,
    NURTURE,
    TRAPPED,
    element_at,
    element_stage,
    seasonal_state,
)
from yarrow.charts.liuren_generals import GENERAL_ELEMENT
from yarrow.charts.liuren_lessons import LODGE
from yarrow.charts.liuren_pattern_base import (
    EMPRESS,
    GHOST,
    HARMONY,
    SERPENT,
    WARRIOR,
    WEALTH,
    among,
    birthplace,
    both,
    controls,
    element,
    embryo,
    is_sunk,
    is_void,
    kin,
    pattern,
    person,
    rides,
    self_element,
    tomb,
    unless,
)
from yarrow.charts.liuren_spirits import spirit

BELLY = 1  # 腹謂丑也 (sanchuan-48)


def day_embryo(chart) -> np.ndarray:
    """(n,) 胎神 of the day's stem, earth's at 子."""
    return element_at(self_element(chart), EMBRYO, "fire")


def _seat(chart):
    """The earth branch under the embryo."""
    return chart.below(day_embryo(chart))


def _is(chart, branch, name):
    """Whether branches stand with a spirit, and whether that is unknown."""
    places = spirit(chart, name)
    return among(branch, places) & (places >= 0), places < 0


def _held(chart):
    """Whether the earth branch under the embryo controls it, or the day's stem that lodges there."""
    of = element(day_embryo(chart))
    lodged = (_seat(chart) == LODGE[chart.stem]) & controls(self_element(chart), of)
    return controls(element(_seat(chart)), of) | lodged


# --- Breath and month -------------------------------------------------------------------


@pattern(
    "胎財生氣 태재생기 embryo, wealth and living breath",
    "zhonggui-27: 謂日干之胎神，作日之妻財，又逢月內之生氣者，如占妻必孕也",
)
def embryo_alive(chart):
    """The embryo is the day's wealth and the month's 生氣. It needs no place in the chart."""
    alive, unknown = _is(chart, day_embryo(chart), "生氣")
    return both(kin(chart, day_embryo(chart)) == WEALTH, unless(unknown, alive))


@pattern(
    "胎鬼死氣 태귀사기 embryo, ghost and dead breath",
    "sanchuan-46: 胎神作日鬼乘月內死氣，主孕產不育",
)
def embryo_dead(chart):
    """The embryo is the day's ghost and the month's 死氣."""
    dead, unknown = _is(chart, day_embryo(chart), "死氣")
    return both(kin(chart, day_embryo(chart)) == GHOST, unless(unknown, dead))


@pattern(
    "胎鬼生氣 태귀생기 embryo, ghost and living breath", "sanchuan-46: 如胎鬼作生氣，所生之子必不良"
)
def embryo_bad(chart):
    """The embryo is the day's ghost and the month's 生氣."""
    alive, unknown = _is(chart, day_embryo(chart), "生氣")
    return both(kin(chart, day_embryo(chart)) == GHOST, unless(unknown, alive))


@pattern(
    "支胎生氣 지태생기 the branch's embryo alive",
    "zhonggui-29: 支之胎神作月內生氣，占妻有胎孕亦確，不必作干之財",
)
def branch_embryo_alive(chart):
    """The embryo of the branch's element is the month's 生氣."""
    alive, unknown = _is(chart, element_at(element(chart.branch), EMBRYO, "fire"), "生氣")
    return unless(unknown, alive)


@pattern(
    "妾孕 첩잉 a concubine with child",
    "zhonggui-31: 妾孕格：如辛癸巳日，胎神為生氣，乃妻妾之妹有孕尤驗。如丙丁日胎神在子，如正月占非妻有孕，即是偏房也",
    note=(
        "On 辛癸 days, and on 甲乙丙丁 days, where the embryo is a ghost and no wealth; 巳 in 辛癸巳日 is "
        "left out, as in the Korean."
    ),
)
def concubine(chart):
    """The embryo is the month's 生氣, on a day 辛 or 癸, or on one of 甲乙丙丁."""
    alive, unknown = _is(chart, day_embryo(chart), "生氣")
    return both(np.isin(chart.stem, (7, 9, 0, 1, 2, 3)), unless(unknown, alive))


@pattern(
    "私孕 사잉 a secret child",
    "zhonggui-31: 私孕格：如辛癸日乘元有私",
    note="What 元武 rides is taken to be the embryo, as the Korean says and as sanchuan-48 has it.",
)
def secret_child(chart):
    """On a day 辛 or 癸, 元武 rides the embryo."""
    ridden = rides(chart, day_embryo(chart)) == WARRIOR
    return np.isin(chart.stem, (7, 9)) & ridden


@pattern(
    "胎逢元鬼 태봉원귀 the embryo meets Warrior and ghost",
    "sanchuan-48: 胎乘元鬼，如六乙日，酉為胎鬼晝占乘元是也",
)
def embryo_warrior(chart):
    """The embryo is the day's ghost, and 元武 rides it."""
    ridden = rides(chart, day_embryo(chart)) == WARRIOR
    return ridden & (kin(chart, day_embryo(chart)) == GHOST)


@pattern("鬼胎 귀태 a ghost embryo", "zhonggui-31: 如作空乘死氣，必是鬼胎也")
def ghost_embryo(chart):
    """The embryo is void and the month's 死氣."""
    dead, unknown = _is(chart, day_embryo(chart), "死氣")
    return both(is_void(chart, day_embryo(chart)), unless(unknown, dead))


@pattern(
    "養神二血 양신이혈 nurture and the two bloods",
    "zhonggui-36: 言血支血忌皆在丑，並養神而克胎神，如占產生速，如或占孕有損無疑",
)
def nurture_bloods(chart):
    """血支 and 血忌 both stand on the day's 養神, which controls the embryo."""
    nurture = element_at(self_element(chart), NURTURE, "fire")
    one, unknown = _is(chart, nurture, "血支")
    two, _ = _is(chart, nurture, "血忌")
    hostile = controls(element(nurture), element(day_embryo(chart)))
    return both(hostile, unless(unknown, one & two))


@pattern(
    "二血臨胎 이혈림태 the two bloods on the embryo",
    "zhonggui-36: 如在十二月占，言血支血忌皆在子作胎神，如占產亦生速，如占孕亦防損",
    note="The text gives no name.",
)
def embryo_bloods(chart):
    """血支 and 血忌 both stand on the embryo."""
    one, unknown = _is(chart, day_embryo(chart), "血支")
    two, _ = _is(chart, day_embryo(chart), "血忌")
    return unless(unknown, one & two)


@pattern(
    "重逢建將 중봉건장 the same builder twice", "sanchuan-49: 重逢建將，謂月建日建重迭作胎神也"
)
def builder_twice(chart):
    """The branch of the month and that of the day are both the day's embryo."""
    return both(
        chart.branch == day_embryo(chart), unless(chart.month < 0, chart.month == chart.branch)
    )


@pattern(
    "歲日重迭 세일중첩 year and day the same",
    "sanchuan-49: 又歲建日建重迭作胎神亦可用",
    note="The text gives no name.",
)
def year_and_day(chart):
    """The branch of the year and that of the day are both the day's embryo."""
    return both(
        chart.branch == day_embryo(chart), unless(chart.year < 0, chart.year == chart.branch)
    )


# --- Where the embryo sits --------------------------------------------------------------


@pattern(
    "胎臨本日 태림본일 the embryo on its own day",
    "sanchuan-47: 胎臨本日者，六壬日午加亥，六庚日卯加申，胎神雖居克絕之鄉，乃是、胎臨本日",
)
def embryo_at_home(chart):
    """The embryo stands over the stem."""
    return chart.upper[:, 0] == day_embryo(chart)


@pattern(
    "胎受克絕 태수극절 the embryo held and spent",
    "sanchuan-47: 胎受克絕者，六癸日午加亥，六辛日卯加申，乃胎神臨受克，占孕點頭俱不吉",
    note="Both 克 and 絕; what is so over the stem is 胎臨本日 instead; 臨絕而不受克，可以無忌.",
)
def embryo_spent(chart):
    """The embryo's seat controls it and is its place of 絕, and is not under the stem."""
    of, seat = element(day_embryo(chart)), _seat(chart)
    spent = element_stage(of, seat, "water") == EXTINCTION
    return spent & controls(element(seat), of) & (embryo_at_home(chart) == 0)


@pattern(
    "胎神坐長生 태신좌장생 the embryo at its birthplace",
    "zhonggui-39: 胎神坐長生格：如丙丁、戊己日子加申，庚辛日卯加亥，壬癸日午加寅，甲乙日酉加巳，大宜占孕",
)
def embryo_born(chart):
    """The embryo sits where its own element is born."""
    return _seat(chart) == birthplace_of_embryo(chart)


def birthplace_of_embryo(chart) -> np.ndarray:
    """(n,) 長生 of the embryo's own element (water, fire, wood or metal: no school of earth)."""
    return birthplace(element(day_embryo(chart)))


@pattern("胎臨旺地 태림왕지 the embryo strong", "sanchuan-39: 子加亥，是臨旺地也")
def embryo_strong(chart):
    """The embryo sits where its own element is in office or at its prime: on a branch of it."""
    return element(_seat(chart)) == element(day_embryo(chart))


@pattern("胎臨絕地 태림절지 the embryo spent", "sanchuan-39: 子加巳，是臨絕地也")
def embryo_extinct(chart):
    """The embryo sits where its own element is at 絕."""
    return element_stage(element(day_embryo(chart)), _seat(chart), "water") == EXTINCTION


@pattern("胎受剋制 태수극제 the embryo held", "sanchuan-39: 子加四季，是受剋制之地")
def embryo_held(chart):
    """The branch under the embryo controls it."""
    return controls(element(_seat(chart)), element(day_embryo(chart)))


@pattern(
    "腹胎 복태 belly on embryo",
    "zhonggui-40: 腹加胎神，丑為腹也。如甲乙日丑加酉，丙丁、戊己日丑加子，庚辛日丑加卯，戊己壬癸日丑加午",
    note="Of earth both 子 and 午, as the list has it; sanchuan-48 has 子 alone.",
)
def belly_on_embryo(chart):
    """丑 sits on the embryo's branch."""
    return among(chart.below(np.full(len(chart), BELLY)), embryo(self_element(chart), "either"))


@pattern("腹空 복공 the belly empty", "zhonggui-40: 腹空格：如天盤之丑作空或落空，如占產則生速")
def belly_empty(chart):
    """丑 is void or sits on a void branch."""
    return is_sunk(chart, np.full(len(chart), BELLY))


@pattern(
    "損孕 손잉 the child lost",
    "zhonggui-35: 已上例緣胎神作空受克，占產當日便生，占孕必損",
    note="受克 by the seat, or by the day's stem lodged there: so 癸巳日午加丑, 戊午日子加巳.",
)
def child_lost(chart):
    """The embryo is void and held down by its seat."""
    return is_void(chart, day_embryo(chart)) & _held(chart)


@pattern(
    "干支胎位 간지태위 each on the other's embryo",
    "sanchuan-51: 干支胎位，謂干得支之胎神，支得干之胎神也。惟乙丑日干上子支上酉",
    note=(
        "Earth's embryo at 子. The five lessons that 惟 counts are all, but for 甲寅 丁未 己未 庚申, whose "
        "stem lodges in the branch; those are left out."
    ),
)
def crossed_embryos(chart):
    """Over the stem the branch's embryo and the other way about, on days whose seats are apart."""
    apart = LODGE[chart.stem] != chart.branch
    return apart & _crossed(chart, "fire")


@pattern(
    "互胎 호태 one another's embryo",
    "zhonggui-32: 已上並是干上得支之胎神，支上得干之胎神也",
    note=(
        "Of earth both 子 and 午 serve: the list needs both (己丑 with 午 over the stem needs each "
        "once)."
    ),
)
def mutual_embryos(chart):
    """Over the stem the branch's embryo, over the branch the stem's; earth's at 子 or 午."""
    return _crossed(chart, "either")


def _crossed(chart, earth):
    return among(chart.upper[:, 0], embryo(element(chart.branch), earth)) & among(
        chart.upper[:, 2], embryo(self_element(chart), earth)
    )


@pattern(
    "小產 소산 miscarriage",
    "zhonggui-39: 小產法：如母之年命上神沖剋胎神者，縱作生氣，必是小產",
    note="沖剋: clashes with it or controls it.",
)
def miscarriage(chart):
    """The god over the mother's 行年 or 本命 clashes with the embryo or controls it."""
    child = day_embryo(chart)
    return person(
        chart, lambda over: among(over, CLASH[child]) | controls(element(over), element(child))
    )


# --- Mother and child -------------------------------------------------------------------


def _general_held(chart, general):
    """A general's branch sits on the month's 死氣, which controls that branch."""
    at = chart.branch_of[:, general]
    seat = chart.below(at)
    dead, unknown = _is(chart, seat, "死氣")
    return both(controls(element(seat), element(at)), unless(unknown, dead))


@pattern(
    "死氣克后 사기극후 dead breath under the Empress",
    "sanchuan-43: 如六月六甲日夜占，午為天后加亥，六月死氣在亥是月之死氣克天后也",
    note=(
        "Here it is the branch that the general rides which its seat controls; 憂母 measures by the "
        "general's own element."
    ),
)
def empress_held(chart):
    """The branch that 天后 rides sits on the month's 死氣, which controls it."""
    return _general_held(chart, EMPRESS)


@pattern(
    "死氣克合 사기극합 dead breath under the Harmony",
    "sanchuan-43: 正月六辛日晝占，酉為六合加午，午為正月死氣，是月之死氣克六合也",
)
def harmony_held(chart):
    """The branch that 六合 rides sits on the month's 死氣, which controls it."""
    return _general_held(chart, HARMONY)


@pattern(
    "憂母 우모 fear for the mother",
    "zhonggui-33: 憂母格：如十一月占天后乘辰，五月占天后乘戌，八月占天后乘丑，二月占天后乘未，已上者乃月內死氣克天后也",
)
def fear_for_mother(chart):
    """天后 rides the month's 死氣, whose element controls hers (water)."""
    at = chart.branch_of[:, EMPRESS]
    dead, unknown = _is(chart, at, "死氣")
    return both(controls(element(at), GENERAL_ELEMENT[EMPRESS]), unless(unknown, dead))


@pattern(
    "憂子 우자 fear for the child",
    "zhonggui-33: 憂子格：論孕產，乃六合三月占加申、四月占加酉，乃月之死氣克六合，至產則憂子凶",
    note="加 of a general is read 乘, as its fellow 憂母 has it: 六合 rides 申 or 酉.",
)
def fear_for_child(chart):
    """六合 rides the month's 死氣, whose element controls his (wood)."""
    at = chart.branch_of[:, HARMONY]
    dead, unknown = _is(chart, at, "死氣")
    return both(controls(element(at), GENERAL_ELEMENT[HARMONY]), unless(unknown, dead))


@pattern("天獄 천옥 heaven's prison", "sanchuan-54: 天獄無沖，謂日墓乘死囚氣發用，又值斗罡繫日本者")
def heavens_prison(chart):
    """The day's tomb, dead or trapped, is the first transmission, and 辰 sits on the day's 長生.

    Whether a god over the mother's year breaks it (無沖) is left to the reader.
    """
    first = chart.transmissions[:, 0]
    state = seasonal_state(element(first), np.maximum(chart.month, 0), earth_months=False)
    ladle = chart.above(birthplace(self_element(chart))) == 4
    return both(
        (first == tomb(self_element(chart))) & ladle,
        unless(chart.month < 0, np.isin(state, (TRAPPED, DEAD))),
    )


@pattern(
    "月厭死氣臨年命 월염사기림년명 loathing and dead breath on the mother",
    "sanchuan-54: 月厭乘死氣加母之年命上主難產。如三月申加母年命上，九月占寅加母年命上是也",
)
def loathing_on_mother(chart):
    """The god over the mother's 行年 or 本命 is both the month's 月厭 and its 死氣."""
    return _month_on_mother(chart, "死氣")


@pattern(
    "月厭生氣臨年命 월염생기림년명 loathing and living breath on the mother",
    "zhonggui-36: 六月占，巳加母年命，十二月占，亥加母年命上，緣生氣作月厭，占產必速生",
)
def living_on_mother(chart):
    """The god over the mother's 行年 or 本命 is both the month's 月厭 and its 生氣."""
    return _month_on_mother(chart, "生氣")


def _month_on_mother(chart, breath):
    both = spirit(chart, "月厭") & spirit(chart, breath)
    return unless(chart.month < 0, person(chart, lambda over: among(over, np.maximum(both, 0))))


@pattern(
    "蛇夾月厭 사협월염 the Serpent on the loathing",
    "sanchuan-54: 又蛇夾月厭，加母之年命上亦同。如六壬日午加巳晝占乘蛇五月占，又為月厭是也",
    note="The mother's year is left to the reader: the example does not give it.",
)
def serpent_loathing(chart):
    """螣蛇 rides the month's 月厭."""
    met, unknown = _is(chart, chart.branch_of[:, SERPENT], "月厭")
    return unless(unknown, met)


@pattern(
    "產煞臨年 산살림년 the childbirth killer on the year",
    "sanchuan-54: 產煞寅巳申亥三輪，如臨年命將產",
    note="Over 行年 or 本命.",
)
def killer_on_year(chart):
    """The god over the mother's 行年 or 本命 is the month's 產煞."""
    places = spirit(chart, "產煞")
    on = person(chart, lambda over: among(over, np.maximum(places, 0)))
    return unless(chart.month < 0, on)


@pattern(
    "干神二陰一陽 간신이음일양 stem's gods: two yin, one yang",
    "sanchuan-40: 謂干神二陰一陽，以一陽為主",
    note="The stem, the god over it and that one's 陰神.",
)
def two_yin(chart):
    """Of the stem, the god over it and its 陰神, one is yang."""
    return _yang_count(chart) == 1


@pattern(
    "干神二陽一陰 간신이양일음 stem's gods: two yang, one yin",
    "sanchuan-40: 如丙寅日，陽神子，陰神未，是二陽一陰也，主女",
)
def two_yang(chart):
    """Of the stem, the god over it and its 陰神, one is yin."""
    return _yang_count(chart) == 2


def _yang_count(chart):
    three = np.stack([chart.stem, chart.upper[:, 0], chart.upper[:, 1]], 1)
    return (three % 2 == 0).sum(1)
