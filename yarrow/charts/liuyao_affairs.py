"""What the texts on marriage, birth, beasts and office (hunyin, liuchu) compute from a chart.

Functions take a `Liuyao` and give int32 masks of seats unless said otherwise. What these texts
merely list is in `liuyao_tables`; the void that shelters, the hidden line that is raised and
the like are in `liuyao_moves`.
"""

from __future__ import annotations

import numpy as np

from yarrow.charts import ganzhi, hexagrams
from yarrow.charts.liuyao import (
    CAST, DAY, MONTH, OFFICER, OFFSPRING, WEALTH, Liuyao, body_lines, branch_seats, branch_set,
    moving, relation_seats, shi, spread, yang, ying,
)
from yarrow.charts.liuyao_time import (
    at_stage, clashing, combining, controlled, controlling, day_clashed, feeding, month_broken, void,
)

_YANG_TRIGRAM = np.array([name in "乾震坎艮" for name in hexagrams.TRIGRAMS])
_CLASH = spread(ganzhi.CLASH)


# --- Marriage ---------------------------------------------------------------------------------


def polarity_in_place(chart: Liuyao):
    """陰陽得位 and 交錯: int8, shape (3,) + chart.shape: 1 in place, -1 reversed, 0 neither.

    世陽應陰, 鬼陽財陰, 內陽外陰 (table hunyin-1-t1), and 陰陽交錯者，世陰應陽，鬼陰財陽，內陰外陽，皆為反象
    (hunyin-1). The second pair is told only where there are both 官鬼 and 妻財 among the cast lines
    and all lines of a kind agree; the third is of the trigrams (乾震坎艮 are yang).
    """
    lines = yang(chart) & CAST
    first, second = (lines & shi(chart)) != 0, (lines & ying(chart)) != 0
    officer, wealth = (relation_seats(chart, r, CAST) for r in (OFFICER, WEALTH))
    both = (officer != 0) & (wealth != 0)
    right = both & ((officer & ~lines) == 0) & ((wealth & lines) == 0)
    wrong = both & ((officer & lines) == 0) & ((wealth & ~lines) == 0)
    inner, outer = _YANG_TRIGRAM[chart.hexagram & 7], _YANG_TRIGRAM[chart.hexagram >> 3]
    yes = np.stack([first & ~second, right, inner & ~outer])
    no = np.stack([~first & second, wrong, ~inner & outer])
    return yes.astype(np.int8) - no.astype(np.int8)


# --- Birth --------------------------------------------------------------------------------------


def embryo_branch(chart: Liuyao):
    """胎爻: the branch 0..11 where the element of the palace's 子孫 is at 胎.

    如乾兌宮卦，子孫屬水，胎在午，則午為胎爻 (hunyin-25). Earth by the convention `earth` (as fire where it
    is "split", since an element has no yin and yang).
    """
    offspring = (hexagrams.PALACE_ELEMENT[chart.hexagram] + 1) % 5
    earth = "fire" if chart.conventions.earth == "split" else chart.conventions.earth
    return ganzhi.element_at(offspring, ganzhi.EMBRYO, earth)


def embryo_seats(chart: Liuyao, within: int = -1):
    """Every seat with the branch of the womb, 日 月 歲 among them.

    如卦中六爻上下及年月日時皆無胎爻者…亦為無孕 (hunyin-35): 上下 are the cast and the hidden lines.
    """
    return branch_seats(chart, embryo_branch(chart), within)


def child_line(chart: Liuyao):
    """The cast lines that stand for the child: 子孫, else the womb, else line 2.

    若卦無子孫當尋胎爻定子…或無子孫又無胎爻，則以第二爻斷之 (hunyin-25).
    """
    child = relation_seats(chart, OFFSPRING, CAST)
    womb = embryo_seats(chart, CAST)
    return np.where(child, child, np.where(womb, womb, 0b000010))


def birth_time(chart: Liuyao):
    """Two 12-bit sets: branches of the day and of the hour of birth, empty where nothing is said.

    子孫動，胎爻靜，以動者定其日，沖胎定其時。若胎動而子孫靜，胎爻定其日，沖福定其時 (hunyin-30); neither moves:
    直待沖動日月; neither is there: 以卦中臨動之爻斷之 (hunyin-31). Both moving, a line bound by a
    combination, and a chart in which nothing moves and neither is there are left to the reader
    (胎養長生之日 does not say of what).
    """
    child = relation_seats(chart, OFFSPRING, CAST)
    womb = embryo_seats(chart, CAST)
    child_moves, womb_moves = (child & moving(chart)) != 0, (womb & moving(chart)) != 0
    cases = [child_moves & ~womb_moves, womb_moves & ~child_moves,
             ~child_moves & ~womb_moves & ((child | womb) != 0), (child | womb) == 0]
    opposite_child, opposite_womb = (_CLASH[branch_set(chart, seats)] for seats in (child, womb))
    nothing = np.zeros(chart.shape, np.int32)
    days = np.select(cases, [
        branch_set(chart, child & moving(chart)), branch_set(chart, womb & moving(chart)),
        opposite_child | opposite_womb, branch_set(chart, moving(chart)),
    ], 0)
    hours = np.select(cases, [opposite_womb, opposite_child, nothing, nothing], 0)
    return days.astype(np.int32), hours.astype(np.int32)


# --- Beasts -------------------------------------------------------------------------------------


def strange_line(chart: Liuyao):
    """怪爻: 孟月四爻，仲月五爻 (liuchu-10); none in the third months, of which the text is silent."""
    rank = (chart.month + 1) % 3  # 寅 is the first of its season
    return np.select([rank == 0, rank == 1], [1 << 3, 1 << 4], 0).astype(np.int32)


def patches(chart: Liuyao):
    """異色: the moving lines that control, and that feed, a 子孫 line: two masks.

    凡占以子孫所臨為本身顏色，以他動來生克者，斷別處有異色 (liuchu-5): the patch has the colour of the line's
    spirit (table liuchu-5-t2) on the part of its trigram (liuchu-5-t1); 凡克處多於生處.
    """
    child = relation_seats(chart, OFFSPRING, CAST)
    return controlling(chart, moving(chart), child), feeding(chart, moving(chart), child)


# --- Office -------------------------------------------------------------------------------------


def without_feeling(chart: Liuyao, seats):
    """無情: five masks of members of seats, one for each way in which a visible line is of no use.

    若不臨持身世，或不生合世身，或被世爻沖剋，或被日月破壞，或臨死墓空絕，皆謂無情 (liuchu-22): not on 世 or 卦身;
    not feeding or combining with 世 or 卦身; clashed or controlled by 世; broken by the month or
    clashed by the day; void, or at 死, 墓 or 絕 on 日 or 月. The words join them by 或; whether the
    first counts of a line that feeds 世 is for the reader.
    """
    lines = seats & CAST
    own = shi(chart) | body_lines(chart) & CAST
    friend = feeding(chart, lines, own) | combining(chart, lines, own)
    hurt = clashing(chart, lines, shi(chart)) | controlled(chart, lines, shi(chart))
    ruined = month_broken(chart) | day_clashed(chart)
    spent = void(chart)
    for stage in (ganzhi.DEATH, ganzhi.TOMB, ganzhi.EXTINCTION):
        spent = spent | at_stage(chart, stage, lines, DAY | MONTH)
    return lines & ~own, lines & ~friend, hurt, lines & ruined, lines & spent
