"""The words that a 六爻 chart is described with, and all of them laid out for arrays of charts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np

from yarrow.charts import liuyao
from yarrow.charts import liuyao_moves as moves
from yarrow.charts import liuyao_time as time
from yarrow.charts.hexagrams import RELATIONS

# key, Chinese, Korean, English, and the function that gives the seats.
SEAT_STATES = (
    ("void", "空", "공", "void", time.void),
    ("month_broken", "月破", "월파", "broken by the month", time.month_broken),
    ("on_month", "月建", "월건", "on the month", time.on_month),
    ("on_day", "日辰", "일진", "on the day", time.on_day),
    ("on_year", "太歲", "태세", "on the year", time.on_year),
    ("dark_moving", "暗動", "암동", "moved in the dark", time.dark_moving),
    ("day_broken", "日破", "일파", "broken by the day", time.day_broken),
    ("scattered", "沖散", "충산", "scattered", time.scattered),
    (
        "entombed_day",
        "日墓",
        "일묘",
        "entombed by the day",
        lambda c: time.entombed(c, liuyao.CAST | liuyao.HIDDEN, liuyao.DAY),
    ),
    (
        "extinct_day",
        "日絕",
        "일절",
        "extinct on the day",
        lambda c: time.extinct(c, liuyao.CAST | liuyao.HIDDEN, liuyao.DAY),
    ),
    ("fed_back", "回頭生", "회두생", "fed by its change", moves.fed_back),
    ("controlled_back", "回頭克", "회두극", "controlled by its change", moves.controlled_back),
    ("advancing", "化進", "화진", "advances", moves.advancing),
    ("retreating", "化退", "화퇴", "retreats", moves.retreating),
    ("repeated", "伏吟", "복음", "repeats itself", moves.repeated),
    ("turns_to_void", "化空", "화공", "turns to void", moves.turns_to_void),
    ("turns_to_broken", "化破", "화파", "turns to broken", moves.turns_to_broken),
    ("turns_to_tomb", "化墓", "화묘", "turns to its tomb", moves.turns_to_tomb),
    ("turns_to_extinction", "化絕", "화절", "turns to extinction", moves.turns_to_extinction),
    ("turns_to_combination", "化合", "화합", "turns to combination", moves.turns_to_combination),
    ("turns_to_clash", "化沖", "화충", "turns to clash", moves.turns_to_clash),
    ("bound", "合住", "합주", "bound", moves.bound),
    ("useful_hidden", "伏有用", "복유용", "hidden, of use", moves.useful_hidden),
    ("body_lines", "卦身", "괘신", "body of the hexagram", liuyao.body_lines),
    ("shi_body", "世身", "세신", "body of 世", liuyao.shi_body),
    ("between", "間爻", "간효", "between", liuyao.between),
)
CHART_STATES = (
    ("clash_hexagram", "六沖卦", "육충괘", "six clashes", moves.clash_hexagram),
    ("combination_hexagram", "六合卦", "육합괘", "six combinations", moves.combination_hexagram),
    ("to_clash_hexagram", "變六沖", "변육충", "turns to six clashes", moves.to_clash_hexagram),
    (
        "to_combination_hexagram",
        "變六合",
        "변육합",
        "turns to six combinations",
        moves.to_combination_hexagram,
    ),
    (
        "combination_meets_clash",
        "合處逢沖",
        "합처봉충",
        "combination meets clash",
        moves.combination_meets_clash,
    ),
    (
        "clash_meets_combination",
        "沖中逢合",
        "충중봉합",
        "clash meets combination",
        moves.clash_meets_combination,
    ),
    ("fuyin", "卦伏吟", "괘복음", "a trigram repeats", moves.fuyin),
    ("fanyin", "卦反吟", "괘반음", "a trigram is reversed", moves.fanyin),
    ("sole_moving", "獨發", "독발", "one line moves alone", moves.sole_moving),
    ("sole_static", "獨靜", "독정", "one line alone is still", moves.sole_static),
    ("chaotic", "亂動", "난동", "many lines move", moves.chaotic),
)

# What `lay_out` lays out: Chinese word -> function of charts. Relations and spirits come first.
WORDS: Mapping[str, Callable[[liuyao.Liuyao], np.ndarray]] = {
    "座": liuyao.present,
    **{name: partial(liuyao.relation_seats, relation=i) for i, name in enumerate(RELATIONS)},
    **{name: partial(liuyao.spirit_seats, spirit=i) for i, name in enumerate(liuyao.SPIRITS)},
    "世": liuyao.shi,
    "應": liuyao.ying,
    "動": liuyao.moving,
    **{word: of for _, word, _, _, of in SEAT_STATES + CHART_STATES},
}
_CHUNK = 1 << 15  # charts at a time, so that what is in work stays in the processor's cache


def lay_out(chart: liuyao.Liuyao, words: Mapping[str, Callable] = WORDS) -> dict[str, np.ndarray]:
    """Every word on every chart of a one-dimensional array: word -> array of the chart's length.

    Masks are int32, truths bool. All 2,949,120 charts of `every_chart` take about half a gigabyte.
    """
    laid: dict[str, np.ndarray] = {}
    for start in range(0, chart.hexagram.size, _CHUNK):
        part = chart[start : start + _CHUNK]
        for word, of in words.items():
            values = of(part)
            if word not in laid:
                laid[word] = np.empty(chart.shape, values.dtype)
            laid[word][start : start + _CHUNK] = values
    return laid
