"""Movement and change in 六爻 charts: what a moving line turns into, and what moves what.

Functions take a `Liuyao` and give int32 masks of seats (of cast lines unless said otherwise)
or bool arrays of whole charts. What a line turns into answers to that line alone (回頭), so
these relations go place by place: they are tables over hexagram and moves.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from yarrow.charts import ganzhi, hexagrams
from yarrow.charts.liuyao import (
    CAST,
    CHANGED,
    DAY,
    HIDDEN,
    INNER,
    MONTH,
    OUTER,
    Liuyao,
    count,
    moving,
    related,
    relation_seats,
    shi,
    ying,
)
from yarrow.charts.liuyao_time import (
    CHILDREN,
    CLASHING,
    COMBINING,
    EQUAL,
    HARMING,
    VICTIMS,
    combining,
    controlling,
    feeding,
    month_broken,
    void,
)

_CODES = np.arange(64)
_FROM = hexagrams.LINE_BRANCH[:, None, :]
_TO = hexagrams.LINE_BRANCH[_CODES[:, None] ^ _CODES]  # at hexagram, moves, line
_MOVES_BIT = _CODES[:, None] >> np.arange(6) & 1
_STEP = (ganzhi.BRANCH_ELEMENT[_TO] - ganzhi.BRANCH_ELEMENT[_FROM]) % 5


def _pack(condition) -> np.ndarray:
    """Of a truth at (hexagram, moves, line) the flat table of masks of moving lines."""
    return ((condition & (_MOVES_BIT == 1)) << np.arange(6)).sum(axis=2).astype(np.int32).ravel()


_FED_BACK, _CONTROLLED_BACK, _SAME_BACK = _pack(_STEP == 4), _pack(_STEP == 3), _pack(_STEP == 0)
_DRAINED, _SPENT = _pack(_STEP == 1), _pack(_STEP == 2)
_COMBINED_BACK = _pack(_TO == ganzhi.combination(_FROM))
_CLASHED_BACK = _pack(_TO == ganzhi.clash(_FROM))
_REPEATED = _pack(_TO == _FROM)


def _next_of_element(earths: bool) -> np.ndarray:
    """At branch: the branch to which it advances. 亥子 寅卯 巳午 申酉; 丑辰 辰未 未戌 戌丑."""
    to = np.full(12, -1)
    to[[11, 2, 5, 8]] = [0, 3, 6, 9]
    if earths:
        to[[1, 4, 7, 10]] = [4, 7, 10, 1]
    return to


_ADVANCE = {
    name: _pack(_TO == _next_of_element(name == "eight")[_FROM]) for name in ("eight", "four")
}
_RETREAT = {
    name: _pack(_FROM == _next_of_element(name == "eight")[_TO]) for name in ("eight", "four")
}


def _of_move(chart: Liuyao, table: np.ndarray) -> np.ndarray:
    return table.take(chart.pair)


# --- A line and what it turns into -----------------------------------------------------------


def fed_back(chart: Liuyao):
    """回頭生: moving lines fed by what they turn into."""
    return _of_move(chart, _FED_BACK)


def controlled_back(chart: Liuyao):
    """回頭克: moving lines controlled by what they turn into (化父回頭來克, liuchu-11)."""
    return _of_move(chart, _CONTROLLED_BACK)


def turns_to_peer(chart: Liuyao):
    """化比和: moving lines that turn into their own element."""
    return _of_move(chart, _SAME_BACK)


def drained(chart: Liuyao):
    """化泄: moving lines that feed what they turn into."""
    return _of_move(chart, _DRAINED)


def spent(chart: Liuyao):
    """Moving lines that control what they turn into."""
    return _of_move(chart, _SPENT)


def advancing(chart: Liuyao):
    """化進; convention `advance`."""
    return _of_move(chart, _ADVANCE[chart.conventions.advance])


def retreating(chart: Liuyao):
    """化退; convention `advance`."""
    return _of_move(chart, _RETREAT[chart.conventions.advance])


def turns_to_combination(chart: Liuyao):
    """化合 (化合為援, yushi-37)."""
    return _of_move(chart, _COMBINED_BACK)


def turns_to_clash(chart: Liuyao):
    """化沖 (巳動化亥也, yushi-37); also 爻反吟."""
    return _of_move(chart, _CLASHED_BACK)


def turns_to_void(chart: Liuyao):
    """化空: moving lines whose changed line is void."""
    return void(chart, CHANGED) >> 6


def turns_to_broken(chart: Liuyao):
    """化破: moving lines whose changed line is 月破."""
    return month_broken(chart, CHANGED) >> 6


def turns_to_stage(chart: Liuyao, stage: int):
    """Moving lines that are at a stage 0..11 (from 長生) on what they turn into."""
    return _of_move(chart, _stage_back(stage, chart.conventions.earth, chart.conventions.yin))


@lru_cache
def _stage_back(stage: int, earth: str, yin: str) -> np.ndarray:
    return _pack(ganzhi.branch_stage(_FROM, _TO, earth, yin) == stage)


def turns_to_tomb(chart: Liuyao):
    """化墓."""
    return turns_to_stage(chart, ganzhi.TOMB)


def turns_to_extinction(chart: Liuyao):
    """化絕: 大畜之小畜, 子化巳 (yushi-5)."""
    return turns_to_stage(chart, ganzhi.EXTINCTION)


def turns_to_relation(chart: Liuyao, relation: int):
    """Moving lines that turn into a relation 0..4, as 財化鬼."""
    return relation_seats(chart, relation, CHANGED) >> 6


# --- 伏吟 and 反吟 -------------------------------------------------------------------------------


def repeated(chart: Liuyao):
    """爻伏吟: moving lines that turn into the very branch they had."""
    return _of_move(chart, _REPEATED)


# Opposite on the compass of 後天, in the order of TRIGRAMS (坤震坎兌艮離巽乾).
_OPPOSITE = np.array([hexagrams.TRIGRAMS.index(t) for t in "艮兌離震坤坎乾巽"])


def _whole_trigrams(lines) -> np.ndarray:
    """Of a mask of lines: INNER and OUTER where all three lines of the trigram are in it."""
    return np.where(lines & INNER == INNER, INNER, 0) | np.where(lines & OUTER == OUTER, OUTER, 0)


def _repeats() -> np.ndarray:
    """Trigrams that move and keep all their branches: 乾 to 震 and back, inner or outer."""
    same = ((_TO == _FROM) << np.arange(6)).sum(axis=2)
    moved = np.where(_CODES & 7, INNER, 0) | np.where(_CODES >> 3, OUTER, 0)
    return (_whole_trigrams(same) & moved).astype(np.int32).ravel()


def _returns(by: str) -> np.ndarray:
    if by == "branches":
        opposed = _whole_trigrams(((_TO == ganzhi.clash(_FROM)) << np.arange(6)).sum(axis=2))
    else:
        to = _CODES[:, None] ^ _CODES
        opposed = np.where(to & 7 == _OPPOSITE[_CODES & 7][:, None], INNER, 0) | np.where(
            to >> 3 == _OPPOSITE[_CODES >> 3][:, None], OUTER, 0
        )
    return opposed.astype(np.int32).ravel()


_REPEATS = _repeats()
_RETURNS = {by: _returns(by) for by in ("branches", "positions")}


def fuyin(chart: Liuyao):
    """卦伏吟: the three lines of the inner, the outer or both trigrams, where a trigram moves and its
    branches stay as they were (乾 震)."""
    return _of_move(chart, _REPEATS)


def fanyin(chart: Liuyao):
    """卦反吟: the same for a trigram that turns into its opposite; convention `fanyin`."""
    return _of_move(chart, _RETURNS[chart.conventions.fanyin])


# --- How many move ---------------------------------------------------------------------------


def sole_moving(chart: Liuyao):
    """獨發: the one moving line, where one alone moves (一爻動而五爻之不動, yushi-3)."""
    return np.where(count(chart.moves) == 1, moving(chart), 0)


def sole_static(chart: Liuyao):
    """獨靜: the one static line, where five move (五爻動而一爻之不動, yushi-3)."""
    return np.where(count(chart.moves) == 5, moving(chart) ^ CAST, 0)


def chaotic(chart: Liuyao):
    """亂動: bool; convention `chaotic_from`."""
    return count(chart.moves) >= chart.conventions.chaotic_from


# --- Binding, forgetting, sheltering ---------------------------------------------------------


def bound(chart: Liuyao):
    """合住: moving lines combined by 日, 月 or another moving line (動合為絆, yushi-37)."""
    return combining(chart, moving(chart), moving(chart) | DAY | MONTH)


def forgets_by_combination(chart: Liuyao, target):
    """貪合忘克: moving lines that would control a seat of target, but are 合住.

    父兄雖動而得動爻日辰合住，謂之貪合忘克 (hunyin-30): 日 and moving lines bind, not 月.
    """
    held = combining(chart, moving(chart), moving(chart) | DAY)
    return controlling(chart, held, target)


def forgets_by_feeding(chart: Liuyao, target):
    """貪生忘克: moving lines that would control a seat of target, but feed another moving line.

    The line they feed is by its element the mother of the target, so the attack ends as help.
    """
    return feeding(chart, controlling(chart, moving(chart), target), moving(chart))


def sheltered(chart: Liuyao, seats):
    """避空: seats that are void while a moving line, 日 or 月 attacks (克) or clashes them.

    財福二爻在避空之地，謂空不受克 (hunyin-30); 逢沖遇克謂避空 (hunyin-9).
    """
    empty = void(chart) & seats
    agents = moving(chart) | DAY | MONTH
    return related(chart, _ATTACKED, empty, agents)


_ATTACKED = VICTIMS | CLASHING
_CLASHING_OR_HARMING = CLASHING | HARMING


def void_without_cause(chart: Liuyao, seats):
    """無故自空: seats that are void while no moving line nor 日 attacks or clashes them.

    動爻日辰不傷世爻，而世爻自落空亡者，謂無故自空 (liuchu-26), where 月 is not named.
    """
    empty = void(chart) & seats
    return empty & ~related(chart, _ATTACKED, empty, moving(chart) | DAY)


# --- 飛 and 伏 ---------------------------------------------------------------------------------

_TO_HIDDEN = hexagrams.HIDDEN_BRANCH
_FLY_STEP = (ganzhi.BRANCH_ELEMENT[hexagrams.LINE_BRANCH] - ganzhi.BRANCH_ELEMENT[_TO_HIDDEN]) % 5
_FLY = tuple(
    (((_FLY_STEP == step) << np.arange(6)).sum(axis=1) << 12).astype(np.int32) for step in range(5)
)


def _hidden(chart: Liuyao, step: int):
    return _FLY[step][chart.hexagram] & chart.hidden_lines.astype(np.int32) << 12


def hidden_fed(chart: Liuyao):
    """飛生伏: hidden seats fed by the line over them."""
    return _hidden(chart, 4)


def hidden_controlled(chart: Liuyao):
    """飛克伏: hidden seats controlled by the line over them."""
    return _hidden(chart, 3)


def hidden_controlling(chart: Liuyao):
    """伏克飛: hidden seats that control the line over them."""
    return _hidden(chart, 2)


def hidden_draining(chart: Liuyao):
    """伏生飛 (泄氣): hidden seats that feed the line over them and so are drained."""
    return _hidden(chart, 1)


def raised(chart: Liuyao, by=None):
    """提拔, 提起: hidden seats that the agents feed, combine with or double.

    by: seats that act, 日 月 and the moving lines by default. 若得月建提起最吉，日辰次之，動爻又次之
    (liuchu-22).
    """
    agents = moving(chart) | DAY | MONTH if by is None else by
    hidden = chart.line_seats & HIDDEN
    return related(chart, _RAISED, hidden, agents)


_RAISED = CHILDREN | COMBINING | EQUAL


def opened(chart: Liuyao):
    """飛神開: hidden seats whose flying line is clashed or controlled by 日, 月 or a moving line, or
    is void (飛神沖剋得開…更得伏上飛爻在空，尤妙, liuchu-22)."""
    agents = moving(chart) | DAY | MONTH
    lines = related(chart, _ATTACKED, CAST, agents) | void(chart, CAST)
    return chart.line_seats & lines << 12


def useful_hidden(chart: Liuyao):
    """伏藏有用: hidden seats both raised and opened; otherwise 無用 (liuchu-22)."""
    return raised(chart) & opened(chart)


# --- Six clashes, six combinations, before and after -----------------------------------------


def clash_hexagram(chart: Liuyao):
    """正卦沖: bool, the cast hexagram is of the six clashes."""
    return hexagrams.SIX_CLASH[chart.hexagram]


def combination_hexagram(chart: Liuyao):
    """Bool, the cast hexagram is of the six combinations."""
    return hexagrams.SIX_COMBINATION[chart.hexagram]


def to_clash_hexagram(chart: Liuyao):
    """之卦沖 (後沖): bool, lines move and the changed hexagram is of the six clashes."""
    return hexagrams.SIX_CLASH[chart.changed] & (chart.moves != 0)


def to_combination_hexagram(chart: Liuyao):
    """後合: bool, lines move and the changed hexagram is of the six combinations."""
    return hexagrams.SIX_COMBINATION[chart.changed] & (chart.moves != 0)


def combination_to_clash(chart: Liuyao):
    """前合後沖: bool (始繁華而終憔悴, yushi-37)."""
    return combination_hexagram(chart) & to_clash_hexagram(chart)


def clash_to_combination(chart: Liuyao):
    """前沖後合: bool (初更張而卒和調, yushi-37)."""
    return clash_hexagram(chart) & to_combination_hexagram(chart)


def combination_meets_clash(chart: Liuyao):
    """合處逢沖: the 世 and 應 of a hexagram of six combinations that the day clashes or harms.

    六合遇日辰沖害於世應之上者，其名合沖 (yushi-38).
    """
    ends = shi(chart) | ying(chart)
    return np.where(combination_hexagram(chart), related(chart, _CLASHING_OR_HARMING, ends, DAY), 0)


def clash_meets_combination(chart: Liuyao):
    """沖中逢合: 世 and 應 of a hexagram of six clashes, where 日 and 月 together combine with both.

    卦雖六沖，其日月合世應，變成六合 (yushi-38). The two ends clash, so one branch cannot do it.
    """
    ends = shi(chart) | ying(chart)
    whole = clash_hexagram(chart) & (combining(chart, ends, DAY | MONTH) == ends)
    return np.where(whole, ends, 0)
