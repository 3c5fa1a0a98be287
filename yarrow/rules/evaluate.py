"""Evaluate a checked tree on an array of charts, once, with three values."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from yarrow.charts.liuyao import KeptBack
from yarrow.rules.language import Node
from yarrow.rules.values import SETS, TRUTH, Number, Set, Truth, Value


@dataclass(eq=False)
class Env:
    """Charts and the circumstances under which they are looked at.

    charts: a `Liuyao` or `Liuren` batch; shape: that of its arrays; art: the module of the art's
    words, which has `to_seats(env, set)`, `bearing(env, set, constants)` and `circumstance(env,
    name)`, a dict of changed fields; place: the seats that property words read (六爻); options:
    named conventions on which the books differ. Values are remembered by spelling, so that rules
    which share words share their computation: `memo` may be cleared at any time. keep: the
    spellings that are worth remembering, None for all.

    less: the same charts with facts kept back, each once, so that their arrays are smaller and
    spread over these (numpy's broadcasting). What such an environment can tell is asked of it; what
    asks for a fact that it keeps back stands in its `beyond`.
    """

    charts: Any
    shape: tuple[int, ...]
    art: Any = None
    place: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    memo: dict[str, Value] = field(default_factory=dict)
    keep: frozenset[str] | None = None
    less: tuple[Env, ...] = ()
    beyond: set[str] = field(default_factory=set)
    _others: dict[str, Env] = field(default_factory=dict)

    @property
    def n(self) -> int:
        """How many charts there are."""
        return math.prod(self.shape)

    def under(self, name: str | None) -> Env:
        """The same charts under another circumstance (變, 伏, 晝, 夜 …), with a memory of its own."""
        if name is None:
            return self
        if name not in self._others:
            changes = self.art.circumstance(self, name)
            less = tuple(one.under(name) for one in self.less)
            self._others[name] = replace(self, **changes, memo={}, less=less, beyond=set(), _others={})
        return self._others[name]


def evaluate(node: Node, env: Env) -> Value:
    """The value of a node on all charts of the environment: arrays that spread over its shape."""
    key = node.text()
    if key in env.memo:
        return env.memo[key]
    value = _of_less(node, key, env)
    if value is None:
        value = _OPS[node.op](node, env)
    if env.keep is None or key in env.keep:
        env.memo[key] = value
    return value


def _of_less(node: Node, key: str, env: Env) -> Value | None:
    """The value as one tells it who knows less; None if nobody can."""
    for one in env.less:
        if key not in one.beyond:
            try:
                one.memo[key] = evaluate(node, one)  # kept, for it will be asked again
                return one.memo[key]
            except KeptBack:
                one.beyond.add(key)
    return None


def truth(node: Node, env: Env) -> Truth:
    """The truth of a node: that it is true, or that its set is not empty. Of the env's shape."""
    value = evaluate(node, env)
    if isinstance(value, Set):
        value = value.holds()
    return Truth(np.broadcast_to(value.data, env.shape))


def _word(node: Node, env: Env) -> Value:
    return node.word.run(env)


def _call(node: Node, env: Env) -> Value:
    under = node.word.under
    arguments = (
        evaluate(part, env.under(under[min(i, len(under) - 1)]))
        for i, part in enumerate(node.parts)
    )
    return node.word.run(env, *arguments)


def _fold(join):
    def run(node: Node, env: Env) -> Value:
        value = _as(node.parts[0], env, node.kind)
        for part in node.parts[1:]:
            value = join(value, _as(part, env, node.kind))
        return value
    return run


def _as(part: Node, env: Env, kind: str) -> Value:
    value = evaluate(part, env)
    return value.holds() if kind == TRUTH and part.kind in SETS else value


def _not(node: Node, env: Env) -> Truth:
    return ~_as(node.parts[0], env, TRUTH)


def _pair(join):
    def run(node: Node, env: Env) -> Value:
        left, right = (evaluate(part, env) for part in node.parts)
        return join(left, right)
    return run


_OPS = {
    "word": _word,
    "call": _call,
    "number": lambda node, env: Number.known(np.int16(node.number)),
    "holds": lambda node, env: evaluate(node.parts[0], env).holds(),
    "seats": lambda node, env: env.art.to_seats(env, evaluate(node.parts[0], env)),
    "bearing": lambda node, env: env.art.bearing(
        env, *(evaluate(part, env) for part in node.parts)),
    "and": _fold(lambda a, b: a & b),
    "or": _fold(lambda a, b: a | b),
    "not": _not,
    "meet": _fold(lambda a, b: a & b),
    "join": _fold(lambda a, b: a | b),
    "less": _fold(lambda a, b: a - b),
    "within": _pair(lambda a, b: a.within(b)),
    "same": _pair(lambda a, b: a.same(b)),
    "differ": _pair(lambda a, b: ~a.same(b)),
    "atleast": _pair(lambda a, b: a.at_least(b)),
    "more": _pair(lambda a, b: ~b.at_least(a)),
    "atmost": _pair(lambda a, b: b.at_least(a)),
    "fewer": _pair(lambda a, b: ~a.at_least(b)),
    "plus": _pair(lambda a, b: a.plus(b)),
    "minus": _pair(lambda a, b: a.minus(b)),
}
