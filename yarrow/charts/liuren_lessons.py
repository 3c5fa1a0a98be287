"""大六壬: the four lessons and the three transmissions, by the nine methods, on arrays.

A chart is a day (pillar 0..59) and a shift 0..11, by how far the heaven plate is turned:
over earth branch e stands heaven branch (e + shift) % 12, and shift = (月將 - 占時) % 12. The
720 pairs are the lessons; lesson day * 12 + shift. What the schools dispute is a field of
`School`, whose defaults are what texts 001 and 004 attest (see `liuren_attest`).

`derive` works the nine methods out, with everything it weighed on the way; `lessons` keeps the
720 of a school as one such table. Charts are cast from it in `yarrow.charts.liuren`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from yarrow.charts.ganzhi import BRANCH_ELEMENT, STEM_ELEMENT, punished, stem_combination

# 寄宮, where each stem lodges: 甲寅 乙辰 丙戊巳 丁己未 庚申 辛戌 壬亥 癸丑 (大全 卷一, 十干寄宮).
LODGE = np.array([2, 4, 5, 7, 5, 7, 8, 10, 11, 1], np.int8)

# 驛馬 of a branch: 寅 for 申子辰, 亥 for 巳酉丑, 申 for 寅午戌, 巳 for 亥卯未.
POST_HORSE = np.array([2, 11, 8, 5] * 3, np.int8)

# The nine methods, Chinese, Korean, English.
METHODS = (
    ("賊克", "적극", "direct control"),
    ("比用", "비용", "likeness"),
    ("涉害", "섭해", "crossing harm"),
    ("遙克", "요극", "control from afar"),
    ("昴星", "묘성", "the Pleiades"),
    ("別責", "별책", "a charge elsewhere"),
    ("八專", "팔전", "eight monopolies"),
    ("伏吟", "복음", "lying moan"),
    ("返吟", "반음", "turning moan"),
)
ZEIKE, BIYONG, SHEHAI, YAOKE, MAOXING, BIEZE, BAZHUAN, FUYIN, FANYIN = range(9)

# What each method comes to in the end: the names of the lessons in the books (尋原, 粹言). 001
# calls the six 返吟 without control 無依 (sanchuan-8); others keep that name for 返吟 as a whole
# and call the six 無親. 虎視 is of yin days too in zhonggui-38; here the two kinds are kept apart.
KINDS = (
    ("重審", "중심", "second hearing"),  # one below robs the one above
    ("元首", "원수", "the head"),  # one above controls the one below
    ("知一", "지일", "knowing the one"),  # the one candidate alike to the day
    ("涉害", "섭해", "crossing harm"),  # the deepest
    ("見機", "견기", "seeing the trigger"),  # seated on 寅申巳亥
    ("察微", "찰미", "watching the minute"),  # seated on 子午卯酉
    ("綴瑕", "철하", "mending the flaw"),  # 復等: the day or its branch decides
    ("蒿矢", "호시", "wormwood arrow"),  # a god controls the day from afar
    ("彈射", "탄사", "pellet shot"),  # the day controls a god from afar
    ("虎視", "호시", "tiger's gaze"),  # over 酉
    ("冬蛇掩目", "동사엄목", "winter snake with covered eyes"),  # under 酉
    ("別責", "별책", "a charge elsewhere"),
    ("帷簿", "유박", "the bed curtain"),  # 八專 without control
    ("獨足", "독족", "one foot"),  # 八專 with one branch three times
    ("自任", "자임", "self-reliance"),  # 伏吟 of a yang day
    ("自信", "자신", "self-trust"),  # 伏吟 of a yin day
    ("不虞", "불우", "the unforeseen"),  # 伏吟 with control
    ("杜傳", "두전", "blocked passing"),  # 伏吟 whose first punishes itself or is punished back
    ("無依", "무의", "nothing to lean on"),  # 返吟 without control; also 無親, 井欄射
)
(
    CHONGSHEN, YUANSHOU, ZHIYI, DEEPEST, JIANJI, CHAWEI, ZHUIXIA, HAOSHI, TANSHE, HUSHI, DONGSHE,
    BIEZE_KIND, WEIBO, DUZU, ZIREN, ZIXIN, BUYU, DUCHUAN, WUYI,
) = range(19)  # fmt: skip


@dataclass(frozen=True)
class School:
    """What the schools dispute, a reading in each field.

    The default is what 001 and 004 attest (`yarrow chart liuren --attestations`); where they are
    silent, fuyin and bieze are those of 大全.

    shehai: how 涉害 chooses: "class" goes by 孟 仲 季 alone, as 經緯, 指南, 尋原, 類聚 and 粹言 do
        (001 reads as a chapter of the last); "depth" (課經, 大全) counts first the controls met on
        the way home.
    depth_seat: whether the count takes in the seat itself. With it come the totals that a
        commentary on 課經 states (涉害 63, 見機 9, 綴瑕 1); without it the numbers worked in
        大全 卷七 and 觀月經 (丑加卯 one, 亥加丑 five, 子加辰 four).
    depth_stems: whether stems lodged on the way count. Both of those count them.
    fuyin: the last of 伏吟 when 子 and 卯 punish each other: "clash" (卯子午, 大全 卷五) or
        "return" (卯子卯, 存驗).
    bieze: 別責 of a yin day starts with the next of the trine "itself" or what stands "above" it.
    bazhuan: 八專 goes "before" 遙克 or "after" it.
    nobleman: a table of `liuren_generals.NOBLEMEN`.
    daytime: how day and night part: "mao-shen" (the double hours 卯 to 申 are day), "clock"
        (06:00 to 18:00) or "sun" (sunrise to sunset at the place). The last two need more than
        the double hour; where it does not settle the matter, night is unknown.
    """

    shehai: str = "class"
    depth_seat: bool = True
    depth_stems: bool = True
    fuyin: str = "clash"
    bieze: str = "itself"
    bazhuan: str = "before"
    nobleman: str = "jia-wu-geng"
    daytime: str = "mao-shen"


DEFAULT = School()
# Every reading that each field of `School` may take; the first is the default.
READINGS = {
    "shehai": ("class", "depth"),
    "depth_seat": (True, False),
    "depth_stems": (True, False),
    "fuyin": ("clash", "return"),
    "bieze": ("itself", "above"),
    "bazhuan": ("before", "after"),
    "daytime": ("mao-shen", "clock", "sun"),
}


def _controls(a, b):
    """Whether element a controls element b."""
    return (b - a) % 5 == 2


def _path_weights(stems: bool):
    """(2, 12, 12): how often branch x is attacked at earth p [0], and attacks there [1]."""
    x, p = np.arange(12)[:, None], np.arange(12)[None, :]
    e = BRANCH_ELEMENT
    weights = np.stack([_controls(e[p], e[x]), _controls(e[x], e[p])]).astype(np.int8)
    if stems:
        for stem, home in enumerate(LODGE):
            weights[0, :, home] += _controls(STEM_ELEMENT[stem], e)
            weights[1, :, home] += _controls(e, STEM_ELEMENT[stem])
    return weights


@lru_cache(maxsize=4)
def _depths(seat: bool, stems: bool):
    """(2, 12, 12): 涉害 depth of branch x at a shift, attacked from below [0] or attacking [1].

    The branch walks forward on the earth plate from its seat, x - shift, to its home x, which is
    no longer counted.
    """
    weights = _path_weights(stems)
    x = np.arange(12)
    depths = np.zeros((2, 12, 12), np.int8)
    for shift in range(12):
        for step in range(0 if seat else 1, shift):
            depths[:, x, shift] += weights[:, x, (x - shift + step) % 12]
    return depths


@dataclass(frozen=True)
class Derivation:
    """The transmissions of n lessons, and all that was weighed to reach them.

    upper, lower: (n, 4) branches of the four lessons; lower[:, 0] is the day's lodging.
    first: (n, 4) whether a lesson repeats no earlier one. robs: (n, 4) 下賊上; subdues: (n, 4)
    上克下; afar: (n, 4) 遙克 of the god on the day; shot: (n, 4) 遙克 of the day on the god.
    pool: (n, 4) the candidates; alike: (n, 4) those of them of the day's yin or yang; kept:
    (n, 4) those that 涉害 weighs; depth: (n, 4) their depths. start: (n,) the lesson chosen
    for the first transmission, -1 if it is none of the four. method, kind: (n,) indices into
    METHODS and KINDS. transmissions: (n, 3).
    """

    day: np.ndarray
    shift: np.ndarray
    upper: np.ndarray
    lower: np.ndarray
    first: np.ndarray
    robs: np.ndarray
    subdues: np.ndarray
    afar: np.ndarray
    shot: np.ndarray
    pool: np.ndarray
    alike: np.ndarray
    kept: np.ndarray
    depth: np.ndarray
    start: np.ndarray
    method: np.ndarray
    kind: np.ndarray
    transmissions: np.ndarray


def derive(day, shift, school: School = DEFAULT) -> Derivation:
    """四課 and 三傳 of n lessons: day (n,) pillars 0..59, shift (n,) 0..11."""
    day, shift = np.asarray(day, np.int16), np.asarray(shift, np.int8)
    stem, branch = day % 10, day % 12
    yang, lodge = stem % 2 == 0, LODGE[stem]
    one, three = (lodge + shift) % 12, (branch + shift) % 12
    upper = np.stack([one, (one + shift) % 12, three, (three + shift) % 12], 1).astype(np.int8)
    lower = np.stack([lodge, one, branch, three], 1).astype(np.int8)
    # A god stands over one place only, so lessons with the same god are the same lesson.
    first = _once(np.ones_like(upper, bool), upper)

    # Who controls whom. The lower of the first lesson is the stem, not its lodging.
    above, below = BRANCH_ELEMENT[upper], BRANCH_ELEMENT[lower]
    self_element = STEM_ELEMENT[stem][:, None]
    below[:, :1] = self_element
    robs, subdues = _controls(below, above), _controls(above, below)
    afar, shot = _controls(above, self_element), _controls(self_element, above)
    robbed, direct, hit = robs.any(1), (robs | subdues).any(1), afar.any(1)

    # The candidates: robbers before subduers before the two kinds of 遙克; each god once.
    kinds_of_control = [robbed[:, None], direct[:, None], hit[:, None]]
    pool = _once(np.select(kinds_of_control, [robs, subdues, afar], shot), upper)
    alike = pool & ((upper % 2 == 0) == yang[:, None])
    kept = np.where(alike.any(1)[:, None], alike, pool)
    attacking = np.where(direct, ~robbed, ~hit).astype(np.int8)
    depths = _depths(school.depth_seat, school.depth_stems)
    depth = depths[attacking[:, None], upper, shift[:, None]]
    chosen, crossed = _cross(kept, depth, lower, yang, school)

    begin = np.take_along_axis(upper, chosen[:, None], 1)[:, 0]
    onward = begin, begin + shift, begin + 2 * shift
    single, likeness = pool.sum(1) == 1, alike.sum(1) == 1
    by_control = np.select([single, likeness], [ZEIKE, BIYONG], SHEHAI)
    kind = np.select([single & robbed, single, likeness], [CHONGSHEN, YUANSHOU, ZHIYI], crossed)
    far = hit | shot.any(1)
    monopoly = (lodge == branch) & (~far if school.bazhuan == "after" else True)
    eighth = np.where(yang, one + 2, upper[:, 3] - 2) % 12
    partner = LODGE[stem_combination(stem)] + shift
    trine = branch + 4 + (shift if school.bieze == "above" else 0)
    gaze = np.where(yang, 9 + shift, 9 - shift)
    still, still_kind, still_start = _still(one, three, direct, yang, school)

    # In the order in which the books ask: condition, method, kind, transmissions, lesson chosen.
    cases = (
        (shift == 0, FUYIN, still_kind, still, still_start),
        ((shift == 6) & ~direct, FANYIN, WUYI, (POST_HORSE[branch], three, one), -1),
        (shift == 6, FANYIN, kind, onward, chosen),
        (direct, by_control, kind, onward, chosen),
        (monopoly, BAZHUAN, np.where(eighth == one, DUZU, WEIBO), (eighth, one, one), -1),
        (far, YAOKE, np.where(hit, HAOSHI, TANSHE), onward, chosen),
        (first.sum(1) == 3, BIEZE, BIEZE_KIND, (np.where(yang, partner, trine), one, one), -1),
        (yang, MAOXING, HUSHI, (gaze, three, one), -1),
        (~yang, MAOXING, DONGSHE, (gaze, one, three), -1),
    )
    conditions = [case[0] for case in cases]
    method, kind, start = (np.select(conditions, [c[k] for c in cases]) for k in (1, 2, 4))
    sent = np.stack([np.select(conditions, [c[3][k] for c in cases]) for k in range(3)], 1) % 12
    return Derivation(
        day, shift, upper, lower, first, robs, subdues, afar, shot, pool, alike, kept, depth,
        *(array.astype(np.int8) for array in (start, method, kind, sent)),
    )  # fmt: skip


def _once(mask, upper):
    """(n, 4): the members of mask whose god is in no earlier member of it."""
    earlier = [(mask[:, :k] & (upper[:, :k] == upper[:, [k]])).any(1) for k in range(4)]
    return mask & ~np.stack(earlier, 1)


def _cross(kept, depth, lower, yang, school):
    """涉害: the lesson chosen among `kept` (n,), and the kind of choice (n,)."""
    if school.shehai == "depth":
        most = np.where(kept, depth, -1)
        kept = kept & (most == most.max(1, keepdims=True))
    seat = np.array([1, 0, 2])[lower % 3]  # 孟 寅申巳亥 before 仲 子午卯酉 before 季
    rank = np.where(kept, seat, -1)
    best = kept & (rank == rank.max(1, keepdims=True))
    # 綴瑕: a yang day looks at its own two lessons first, a yin day at its branch's.
    order = np.where(yang[:, None], np.array([0, 1, 2, 3]), np.array([2, 3, 0, 1]))
    picked = np.take_along_axis(best, order, 1).argmax(1)
    chosen = np.take_along_axis(order, picked[:, None], 1)[:, 0]
    conditions = [kept.sum(1) == 1, best.sum(1) > 1, rank.max(1) == 2]
    return chosen, np.select(conditions, [DEEPEST, ZHUIXIA, JIANJI], CHAWEI)


def _still(one, three, direct, yang, school):
    """伏吟: transmissions, kind and lesson chosen.

    Punishment leads on. A self-punisher hands over to the other side; a second that punishes
    itself, or punishes the first back, goes to its clash.
    """
    from_day = direct | yang
    begin = np.where(from_day, one, three)
    alone = punished(begin) == begin
    middle = np.where(alone, np.where(from_day, three, one), punished(begin))
    back = ~alone & (punished(middle) == begin)
    stuck = (punished(middle) == middle) | (back & (school.fuyin == "clash"))
    last = np.where(stuck, middle + 6, punished(middle))
    kind = np.select([alone | back, direct, yang], [DUCHUAN, BUYU, ZIREN], ZIXIN)
    return (begin, middle, last), kind, np.where(from_day, 0, 2)


@lru_cache(maxsize=16)
def lessons(school: School = DEFAULT) -> Derivation:
    """The 720 lessons of a school, in the order day * 12 + shift. The arrays are read-only."""
    day, shift = np.divmod(np.arange(720, dtype=np.int16), 12)
    table = derive(day, shift, school)
    for array in vars(table).values():
        array.flags.writeable = False
    return table
