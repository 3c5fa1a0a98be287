"""What text 003 (yushi) tells apart, on arrays of 六爻 charts.

Every function takes a `Liuyao` and gives int32 masks of seats, or an array of the chart's
shape; a tuple has one mask for each case that the text numbers, in its order, which is also
the order of the rows of the table named in the docstring. Each is as strong as its words,
which stand in the docstring; what the words leave open is said there. 死, 絕 and 絕處逢生 are in
`liuyao_rescue`; 避空, 提拔 and 貪合忘克 in `liuyao_moves`.
"""

from __future__ import annotations

import numpy as np

from yarrow.charts import ganzhi, hexagrams
from yarrow.charts.liuyao import (
    CAST, CHANGED, DAY, HIDDEN, OFFICER, Liuyao, body_lines, branch_seats, branch_set, count,
    element_seats, line_branches, line_stems, moving, relation_seats, seats_in, shi, shi_body,
    spread, static, ying,
)
from yarrow.charts.liuyao_moves import (
    clash_hexagram, combination_hexagram, sole_moving, sole_static, to_clash_hexagram,
    to_combination_hexagram, turns_to_clash, turns_to_combination, turns_to_peer, turns_to_tomb,
)
from yarrow.charts.liuyao_rescue import (
    TIME, acting, hollow_places, met, met_back, met_under, ruined,
)
from yarrow.charts.liuyao_time import (
    clashing, combining, controlled, entombed, fed, month_broken, peers, scattered, void,
)


# --- The time of the event (yushi-1) --------------------------------------------------


def in_command(chart: Liuyao, seats, branch):
    """得令 at the time of the event: seats of the element of that time's branch.

    故占於此月之得，此日之得，則用神當時為吉；若彼月之得，彼日之得，則用神當於彼時之令吉焉 (yushi-1). branch:
    the month or day at which the thing is to be had, 0..11. In all four instances of the text
    (水 in winter, 火 on a 巳 day, 巳午 in summer, 卯寅 in spring) the element is the time's own;
    whether 相 would do is not said.
    """
    return element_seats(chart, ganzhi.BRANCH_ELEMENT[np.asarray(branch)]) & seats


# --- One line alone (yushi-3, 6) ------------------------------------------------------


def sole(chart: Liuyao):
    """獨發 or 獨靜: the line that alone moves or alone stays, where there is one."""
    return sole_moving(chart) | sole_static(chart)


def sole_number(chart: Liuyao):
    """int8: 9 or 6 of a 獨發 line, 7 or 8 of a 獨靜 line, 0 where there is neither.

    是以一爻獨發，其占九六，一爻獨靜，其占七八 (yushi-3).
    """
    yang = (chart.hexagram & sole(chart)) != 0
    number = np.where(sole_moving(chart) != 0, np.where(yang, 9, 6), np.where(yang, 7, 8))
    return np.where(sole(chart) != 0, number, 0).astype(np.int8)


def response_branches(chart: Liuyao):
    """12-bit set: the branches of the days that answer to a sole line, empty without one.

    靜而獨發，以值以合，動而獨靜，以值以沖 (yushi-6): its own branch, and the one that combines with a
    sole moving line or clashes with a sole static one. It dates the event and does not decide
    it: 獨發獨靜可以定時日、察事應，若遂以定吉凶，則須審用爻 (yushi-7).
    """
    moves, stays = branch_set(chart, sole_moving(chart)), branch_set(chart, sole_static(chart))
    return moves | stays | _COMBINE[moves] | _CLASH[stays]


_COMBINE, _CLASH = spread(ganzhi.COMBINATION), spread(ganzhi.CLASH)


def response_pillar(chart: Liuyao):
    """int8: the pillar 0..59 of the sole line, the day that meets it whole; -1 without one.

    不得於癸卯而得於乙卯者，日值干支財也 (yushi-6). Stems by the convention `qian_stems`.
    """
    line = sole(chart)
    stems, branches = line_stems(chart)[..., 0, :], line_branches(chart)[..., 0, :]
    at = line[..., None] >> np.arange(6) & 1
    stem, branch = ((part * at).sum(-1) for part in (stems, branches))
    return np.where(line != 0, ganzhi.pillar_of(stem, branch), -1).astype(np.int8)


# --- Two of one relation (yushi-8 to 13) ----------------------------------------------


def wounded(chart: Liuyao):
    """有傷: cast lines and hidden seats that are void, broken, scattered or controlled.

    傷謂旬空月破沖散克傷之類 (yushi-8). Scattered: a moving line clashed by the day or another moving
    line. Controlled: by 日, 月, a moving line that can act, what the line turns into, or the
    line over a hidden one; not at 長生, nor by a hollow place. 之類 leaves the list open: nothing
    is added to it.
    """
    seats = CAST | HIDDEN
    hurt = void(chart) | ruined(chart)
    hurt |= met(chart, "controlled", seats, TIME) | controlled(chart, seats, acting(chart))
    in_place = met_back(chart, "controlled") | met_under(chart, "controlled")
    return (hurt | in_place & ~hollow_places(chart)) & seats


def doubled(chart: Liuyao, relation: int):
    """兩現: the cast lines of a relation 0..4 where there are two or more.

    Lines that appear only by change or in the 互卦 do not count (兩現於變互者，則勿取較也, yushi-13).
    """
    lines = relation_seats(chart, relation, CAST)
    return np.where(count(lines) >= 2, lines, 0)


def hidden_followed(chart: Liuyao, seats):
    """Hidden seats of a mask that may be used: fed by 日, 月 or a moving line, and not controlled.

    舍飛從伏，必以日月動爻之扶挈用之。（…日月動與配，相生而從，相剋而舍。） (yushi-9). Where one feeds and
    another controls the text does not decide; such a seat is not given.
    """
    hidden, agents = seats & HIDDEN, acting(chart)
    followed = met(chart, "quickened", hidden, TIME) | fed(chart, hidden, agents)
    left = met(chart, "controlled", hidden, TIME) | controlled(chart, hidden, agents)
    return followed & ~left


def chosen(chart: Liuyao, relation: int):
    """The line to use for a relation 0..4: cast lines, or else a hidden one.

    必以其有傷無傷而定取舍也，舍其有傷，取其無傷 (yushi-8); then 一動一靜…舍靜取動; and where the visible ones
    are hurt (飛用被傷，當索伏用) or absent, `hidden_followed` (yushi-9). Nothing where no seat is fit
    (不得其用則凶). More than one seat stays where the text has no more to say.
    """
    of_relation = relation_seats(chart, relation)
    sound = of_relation & CAST & ~wounded(chart)
    moved = sound & moving(chart)
    visible = np.where(moved != 0, moved, sound)
    return np.where(sound != 0, visible, hidden_followed(chart, of_relation))


def later_breaks(chart: Liuyao, relation: int):
    """12-bit set: the branches of later months or days that clash the line chosen for a relation.

    後時生旺死絕，亦以不傷之神為論，是故未丑為用，而丑空未實，而敗於丑月者，謂未實而丑破之也 (yushi-10).
    """
    return _CLASH[branch_set(chart, chosen(chart, relation))].astype(np.int32)


def at_later_time(chart: Liuyao, seats, branch, stage: int):
    """Seats that are at a stage 0..11 (from 長生) on the branch 0..11 of a later month or day.

    後時生旺死絕，亦以不傷之神為論 (yushi-10): give it the seats of `chosen`.
    """
    own = np.arange(12)
    at, school = np.asarray(branch)[..., None], chart.conventions
    stages = ganzhi.branch_stage(own, at, school.earth, school.yin)
    return seats & seats_in(chart, ((stages == stage) << own).sum(axis=-1))


def over_its_own(chart: Liuyao, relation: int):
    """The cast lines of a relation 0..4 over a hidden seat of the same (鬼伏鬼, yushi-12)."""
    seats = relation_seats(chart, relation, CAST | HIDDEN)
    return seats & seats >> 12


def into_its_own(chart: Liuyao, relation: int):
    """The moving lines of a relation 0..4 that turn into the same (官化官, yushi-12)."""
    seats = relation_seats(chart, relation, CAST | CHANGED)
    return seats & seats >> 6 & moving(chart)


def two_halves(chart: Liuyao):
    """升觀二分之卦: bool, the two hexagrams whose upper branches repeat the lower (yushi-13)."""
    return _TWO_HALVES[chart.hexagram]


def pure(chart: Liuyao):
    """八純: bool, the eight hexagrams of one trigram doubled (八純二土之象, yushi-13)."""
    return (chart.hexagram & 7) == chart.hexagram >> 3


_TWO_HALVES = (hexagrams.LINE_BRANCH[:, :3] == hexagrams.LINE_BRANCH[:, 3:]).all(axis=1)


# --- 官鬼: when it is not there though it is (yushi-28) ---------------------------------


def idle_officer(chart: Liuyao):
    """動而逢沖，動而有制，動而無助，猶不動也 (yushi-28): three masks of moving 官鬼 lines.

    逢沖: clashed by 日, 月 or another moving line, or by what it turns into; 有制: controlled by one
    of these; 無助: none of these feeds it or is of its element.
    """
    lines = relation_seats(chart, OFFICER, CAST) & moving(chart)
    agents = moving(chart) | TIME
    helped = fed(chart, lines, agents) | peers(chart, lines, agents) | met_back(chart, "quickened")
    return (
        clashing(chart, lines, agents) | lines & turns_to_clash(chart),
        controlled(chart, lines, moving(chart)) | met(chart, "controlled", lines, TIME)
        | lines & met_back(chart, "controlled"),
        lines & ~helped & ~turns_to_peer(chart),
    )


def absent_officer(chart: Liuyao):
    """有而空，沖而散，化而沖，猶不有也 (yushi-28): three masks of 官鬼 lines among the cast."""
    lines = relation_seats(chart, OFFICER, CAST)
    return lines & void(chart, CAST), lines & scattered(chart), lines & turns_to_clash(chart)


def present_officer(chart: Liuyao):
    """卦中雖無而伏於世爻動爻之下，變而臨於日建月建之上，則無猶不無也 (yushi-28): the 官鬼 seats, hidden under 世
    or a moving line, or changed with the branch of 日 or 月, where no cast line is 官鬼."""
    seats = relation_seats(chart, OFFICER)
    under = (shi(chart) | moving(chart)) << 12
    of_time = branch_seats(chart, chart.day_branch) | branch_seats(chart, chart.month)
    found = seats & (under | of_time & CHANGED)
    return np.where(seats & CAST, 0, found)


def half_void(chart: Liuyao):
    """半空: 空而動者，謂之半空 (yushi-28): void lines that move."""
    return void(chart, CAST) & moving(chart)


def wholly_ill(chart: Liuyao):
    """全凶: 動而破者，謂之全凶 (yushi-28): moving lines that the month breaks."""
    return month_broken(chart) & moving(chart)


# --- 沖 and 合 (yushi-36 to 38) ---------------------------------------------------------


def line_clashes(chart: Liuyao):
    """爻沖有五: five masks of cast lines, table yushi-37-t2.

    日沖則動，空沖則實，動沖則散，化沖則失，自沖則敗也 (yushi-37). The day clashes in the first three: a
    static line, a void one, a moving one; a clash between two moving lines is the fifth (自沖，卦中
    子午兩動也). A void line that moves is both of the second and the third. Strength (亦論強弱) is not
    weighed here.
    """
    by_day = clashing(chart, CAST, DAY)
    empty, active = void(chart, CAST), moving(chart)
    return (
        by_day & static(chart) & ~empty, by_day & empty, by_day & active,
        turns_to_clash(chart), clashing(chart, active, active),
    )


def line_unions(chart: Liuyao):
    """爻合有四: four masks of cast lines, table yushi-37-t3.

    靜合為起，動合為絆，化合為援，自合為好也 (yushi-37): 日 or 月 combines with a static line, with a moving
    one; a line combines with what it turns into; two moving lines combine (化合自合，反是而推).
    """
    by_time = combining(chart, CAST, TIME)
    active = moving(chart)
    return (
        by_time & static(chart), by_time & active,
        turns_to_combination(chart), combining(chart, active, active),
    )


def before_and_after(chart: Liuyao):
    """int8: the row of table yushi-37-t1 (前合後沖 0, 前沖後合 1, 前合後合 2, 前沖後沖 3), -1 for none."""
    union, clash = combination_hexagram(chart), clash_hexagram(chart)
    to_union, to_clash = to_combination_hexagram(chart), to_clash_hexagram(chart)
    cases = [union & to_clash, clash & to_union, union & to_union, clash & to_clash]
    return np.select(cases, range(4), -1).astype(np.int8)


def hexagram_clashes(chart: Liuyao):
    """卦沖有三：正卦沖，之卦沖，合處逢沖也 (yushi-36): three bool arrays, table yushi-36-t1.

    合處逢沖 is of 世 and 應: the day that clashes the one harms the other (六合遇日辰沖害於世應之上者,
    yushi-38).
    """
    ends = shi(chart) | ying(chart)
    struck = combination_hexagram(chart) & (clashing(chart, ends, DAY) != 0)
    return clash_hexagram(chart), to_clash_hexagram(chart), struck


def broken_pair(chart: Liuyao, one: int, other: int):
    """爻之合處逢沖: cast lines of two relations that combine and that the day clashes and harms.

    財鬼沖害忌婚姻，父官沖害忌功名，子妻沖害忌謀生 (yushi-38); table yushi-38-t1 has the questions. Both
    lines of each such pair are given. Movement is not asked for.
    """
    first = relation_seats(chart, one, CAST)
    second = relation_seats(chart, other, CAST)
    found = np.zeros(chart.shape, np.int32)
    for a, b in ((first, second), (second, first)):
        hit = clashing(chart, a, DAY) & combining(chart, a, b)
        found |= hit | np.where(hit != 0, combining(chart, b, hit), 0)
    return found


# --- 隨鬼入墓 (yushi-39 to 44) ------------------------------------------------------------


def life_lines(chart: Liuyao, birth=None):
    """命爻: cast lines with the branch of the birth year, none where it is not known.

    birth: the branch of the person asked about, by default that of the chart.
    """
    return branch_seats(chart, chart.birth if birth is None else birth, CAST) & CAST


def followed_into_tomb(chart: Liuyao, birth=None):
    """隨鬼入墓: five masks of cast lines, table yushi-39-t1.

    命墓 本命臨鬼而墓於日; 世墓 世爻臨鬼而墓於日; 化爻墓 命世、及卦身世身臨鬼而化入墓爻; 卦身墓; 世身墓. 命
    must be on the 官鬼 line itself (命墓必命乘鬼同現一爻始真, yushi-40), 卦身 among the cast lines
    (現於卦者是) and 世身 counts only if 世 is not void (空於世者非, yushi-41). Only the day and the
    changed line bury (此皆以日辰化爻之墓為法, yushi-44).
    """
    officer = relation_seats(chart, OFFICER, CAST)
    life, own = life_lines(chart, birth) & officer, shi(chart) & officer
    body = body_lines(chart) & officer
    own_body = np.where(void(chart, CAST) & shi(chart), 0, shi_body(chart)) & officer
    by_change = (life | own | body | own_body) & turns_to_tomb(chart)
    return (
        entombed(chart, life, DAY), entombed(chart, own, DAY), by_change,
        entombed(chart, body, DAY), entombed(chart, own_body, DAY),
    )


def change_tomb_truth(chart: Liuyao):
    """化墓真偽: moving lines that turn into their tomb, in two masks, true and false.

    火官戌墓，辰日沖而成偽，戌月實而作真，戌空自偽，戌破非真 (yushi-41). True where the tomb is the month;
    false where the day clashes it, or it is void or broken by the month. A line may be in both
    or in neither: the text does not rank them.
    """
    lines = turns_to_tomb(chart)
    tombs = lines << 6
    true = branch_seats(chart, chart.month, CHANGED) & tombs
    false = (clashing(chart, tombs, DAY) | void(chart, CHANGED) | month_broken(chart, CHANGED)) & tombs
    return true >> 6, false >> 6


def hollow_tomb(chart: Liuyao, birth=None):
    """月破旬空之鬼: the lines of `followed_into_tomb` that are void or broken by the month.

    Worse when the trouble is already there, no harm when it is only feared (yushi-42; table
    yushi-42-t1).
    """
    lines = np.bitwise_or.reduce(followed_into_tomb(chart, birth))
    return lines & (void(chart, CAST) | month_broken(chart))


def life_in_tomb(chart: Liuyao, birth=None):
    """命墓 in a marriage, 不論世鬼，不拘空破，女命墓戒娶，男命墓戒嫁 (yushi-43): cast lines with the birth
    branch that the day or what they turn into buries, whatever their relation."""
    lines = life_lines(chart, birth)
    return entombed(chart, lines, DAY) | lines & turns_to_tomb(chart)
