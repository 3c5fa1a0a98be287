"""Values worked out on charts whose day or month is kept back, against the same on charts told whole."""

from __future__ import annotations

import numpy as np
import pytest

from yarrow.charts import liuyao
from yarrow.charts.liuyao import KeptBack
from yarrow.corpus import load_corpus
from yarrow.rules import census, space
from yarrow.rules.evaluate import evaluate
from yarrow.rules.judgments import load_judgments
from yarrow.rules.language import parse
from yarrow.rules.liuyao_base import retold
from yarrow.rules.load import load_annotation, vocabulary
from yarrow.rules.values import NUMBER, TRUTH

SLUGS = ("hunyin", "liuchu", "yushi")
DAYS = (0, 34)


def sources(slug: str):
    """Every word: alone, on the changed lines, on some lines, at another time, with arguments."""
    for group in vocabulary("liuyao", slug).groups.values():
        for word in group:
            takes = word.takes or ()
            if not takes:
                yield word.zh
                if word.gives == "truth":
                    yield f"丑月({word.zh} and 空)"
                elif word.gives not in ("hexagrams", "number"):
                    yield from (f"變({word.zh}) | 世", f"伏({word.zh})", f"丁巳日((動 | 日) & {word.zh})")
                    yield f"數((動 | 應) & {word.zh}) >= 2"
            for arguments in (("世", "財"), ("財 | 動 | 日", "世 | 月"), ("旺 | 月", "空 | 日 | 歲")):
                if takes:
                    given = arguments[: len(takes)]
                    yield f"{word.zh}({', '.join(given)})"


def arrays(value) -> tuple[np.ndarray, ...]:
    if value.kind == TRUTH:
        return (value.data,)
    return (value.low, value.high) if value.kind == NUMBER else (value.sure, value.may)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_word_is_the_same_with_less_told(slug):
    tried = [parse(source, vocabulary("liuyao", slug), want=None) for source in sources(slug)]
    assert len(tried) > 1000
    for day in DAYS:
        env = space.unit_environment("liuyao", slug, day, frozenset())
        whole = space.environment("liuyao", slug, space.unit("liuyao", day), frozenset())
        for node in tried:
            for array, other in zip(arrays(evaluate(node, env)), arrays(evaluate(node, whole)), strict=True):
                assert (np.broadcast_to(array, env.shape).ravel() == other).all(), (node.text(), day)


def test_every_rule_is_the_same_with_less_told():
    texts = load_corpus()
    plan = next(plan for plan in census.plans(load_annotation(texts), texts, load_judgments())
                if plan.art == "liuyao")
    by_text, keep = census.trees(plan)
    for day in DAYS:
        sure, may = census.evaluated(plan, day)
        for slug, conditions in by_text.items():
            whole = space.environment("liuyao", slug, space.unit("liuyao", day), keep)
            for number, node in conditions:
                for bits, other in zip((sure, may), census.bits(node, whole), strict=True):
                    assert (bits[number] == other).all(), node.text()


@pytest.mark.parametrize("source, wanted", [
    ("六合卦", ()), ("財 & 動", ()), ("克(財, 世)", ()), ("鬼 & 子", ()), ("變(父)", ()), ("月", ()),
    ("丑月(旺 & 財)", ()), ("龍 & 世", ("day",)), ("空", ("day",)), ("沖散", ("day",)), ("克(日, 世)", ("day",)),
    ("旺", ("month",)), ("月破 & 世", ("month",)), ("春", ("month",)), ("合(月, 世)", ("month",)),
    ("合住", ("day", "month")), ("旺 & 空", ("day", "month")), ("旺 or 空", ("day", "month")),
])
def test_what_is_asked_of_the_charts(source, wanted):
    """A word that asks for more than it needs would be right, but slow."""
    node = parse(source, vocabulary("liuyao", "yushi"), want=None)
    monthless, dayless = space.unit_environment("liuyao", "yushi", 7, frozenset()).less
    timeless, = dayless.less
    told = {(): timeless, ("day",): monthless, ("month",): dayless}
    for facts, env in told.items():
        if set(wanted) <= set(facts):
            evaluate(node, env)
        else:
            with pytest.raises(KeptBack):
                evaluate(node, env)


def test_units_are_all_charts_once():
    places = np.concatenate([space.unit("liuyao", day) for day in range(60)])
    assert (np.sort(places) == np.arange(space.SIZE["liuyao"])).all()
    told = space.axes("liuyao", space.unit("liuyao", 34))
    env = space.unit_environment("liuyao", "hunyin", 34, frozenset())
    for name, value in told.items():
        assert (np.broadcast_to(getattr(env.charts, name), env.shape).ravel() == value).all()


def test_a_fact_that_is_kept_back_is_not_told():
    charts = retold(liuyao.lay([1, 2], day=3, month=4), month=None)
    assert charts.day_branch.tolist() == [3, 3] and charts.shape == (2,)
    for ask in (lambda: charts.month, lambda: liuyao.seats_in(charts, 1), lambda: liuyao.present(charts),
                lambda: charts[0]):
        with pytest.raises(KeptBack):
            ask()
    assert liuyao.seats_in(charts, 1, liuyao.CAST | liuyao.DAY).shape == (2,)
    with pytest.raises(AttributeError):
        _ = charts.hour
