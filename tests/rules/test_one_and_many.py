"""Each word on a batch of charts, against the same word on each chart alone."""

import numpy as np
import pytest

from yarrow.charts import liuyao
from yarrow.charts.liuren import cast
from yarrow.rules import liuren_base, liuren_words, liuyao_base, liuyao_words
from yarrow.rules.evaluate import evaluate
from yarrow.rules.language import parse
from yarrow.rules.values import NUMBER, TRUTH

RNG = np.random.default_rng(66)
SIZE = 24


def pick(high):
    """Values below `high`, and now and then -1, not known."""
    return np.where(RNG.random(SIZE) < 0.2, -1, RNG.integers(0, high, SIZE))


# A batch of each art, how a part of it is taken, its environment, and arguments of each kind.
YAO = liuyao.lay(RNG.integers(0, 64, SIZE), RNG.integers(0, 64, SIZE), day=RNG.integers(0, 60, SIZE),
                 month=RNG.integers(0, 12, SIZE), year=pick(12), birth=pick(12), sex=pick(2))
REN = cast(RNG.integers(0, 60, SIZE), RNG.integers(0, 12, SIZE), night=pick(2), month=pick(12),
           year=pick(12), birth=pick(12), age=pick(12))
ARTS = {
    "liuyao": (YAO, liuyao_base.environment, liuyao_words.vocabulary(), {
        "seats": ("動 | 日 | 歲", "世 | 應 | 財")}),
    "liuren": (REN, liuren_base.environment, liuren_words.vocabulary(), {
        "branches": ("三傳 | 命", "干上 | 支上 | 貴人"), "stems": ("干", "遁(四課)"),
        "generals": ("將(三傳)", "白虎 | 貴人"), "elements": ("行(三傳)", "木"), "any": ("初 & 白虎",) * 2,
        "number": ("數(三傳)", "先天數(三傳 | 命)"),
    }),
}  # fmt: skip


def sources(vocabulary, arguments):
    """Every word with arguments of each kind that it takes."""
    for group in vocabulary.groups.values():
        for word in group:
            takes = [kind.rstrip("*?") for kind in word.takes or ()]
            if not takes or len(takes) == 1 and word.takes[0][-1] in "*?":
                yield word.zh
            if takes:
                for choice in range(max(len(kind.split("|")) for kind in takes)):
                    kinds = [kind.split("|")[min(choice, kind.count("|"))] for kind in takes]
                    picked = (arguments[kind][i % 2] for i, kind in enumerate(kinds))
                    yield f"{word.zh}({', '.join(picked)})"


def parts(value):
    """The arrays that a value consists of, spread over all charts."""
    if value.kind == TRUTH:
        arrays = (value.data,)
    elif value.kind == NUMBER:
        arrays = (value.low, value.high)
    else:
        arrays = (value.sure, value.may)
    return arrays


@pytest.mark.parametrize("art", ARTS)
def test_one_chart_and_many_agree(art):
    charts, environment, vocabulary, arguments = ARTS[art]
    nodes = [parse(source, vocabulary, want=None) for source in sources(vocabulary, arguments)]
    together = environment(charts)
    values = [parts(evaluate(node, together)) for node in nodes]
    for place in range(0, SIZE, 3):
        alone = environment(charts[place : place + 1])
        for node, whole in zip(nodes, values, strict=True):
            for array, one in zip(whole, parts(evaluate(node, alone)), strict=True):
                want = np.broadcast_to(array, (SIZE,))[place]
                assert np.broadcast_to(one, (1,))[0] == want, node.text()
    assert len(nodes) > 250
    assert all(
        (sure & ~may == 0).all() for node, (sure, *rest) in zip(nodes, values, strict=True)
        for may in rest if node.kind not in (TRUTH, NUMBER)
    )  # fmt: skip
