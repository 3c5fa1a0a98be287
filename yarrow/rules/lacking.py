"""Which fact a condition wants that a chart does not have, how to give it, what it would decide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from yarrow.charts import ganzhi, liuren, liuyao
from yarrow.charts.hexagrams import RELATIONS, RELATIONS_EN, RELATIONS_KO
from yarrow.rules import liuren_base, liuyao_base
from yarrow.rules.evaluate import Env, truth
from yarrow.rules.language import Node
from yarrow.rules.values import TRUE, UNKNOWN


@dataclass(frozen=True)
class Fact:
    """A fact that a chart may lack. option: how it is given; values: what it may be, in three
    languages."""

    name: str
    zh: str
    ko: str
    en: str
    option: str
    values: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True)
class Missing:
    """A fact that is wanted. holds: the values of it with which the condition is true, where it is
    the one fact that is wanted and not every value does; else None."""

    fact: Fact
    holds: tuple[int, ...] | None = None


_BRANCHES = tuple((zh, ko, zh) for zh, ko in zip(ganzhi.BRANCHES, ganzhi.BRANCHES_KO, strict=True))
_SEXES = (("女", "여자", "a woman"), ("男", "남자", "a man"))
_HALVES = (("晝", "낮", "day"), ("夜", "밤", "night"))
FACTS = {
    fact.name: fact for fact in (
        Fact("year", "太歲", "태세", "the year", "--year", _BRANCHES),
        Fact("month", "月建", "월건", "the month", "--month", _BRANCHES),
        Fact("birth", "本命", "본명", "the birth year", "--birth", _BRANCHES),
        Fact("sex", "占者男女", "점치는 이의 성별", "the asker's sex", "--sex", _SEXES),
        Fact("use", "用神", "용신", "the line of use", "--asks",
             tuple(zip(RELATIONS, RELATIONS_KO, RELATIONS_EN, strict=True))),
        Fact("night", "晝夜", "낮과 밤", "day or night", "--night or --day-time", _HALVES),
        Fact("age", "行年", "행년", "the year of age", "--age", _BRANCHES),
        Fact("hour", "占時", "점시", "the hour", "--hour", _BRANCHES),
        *(Fact(name + zh, f"{name}{'之' + zh}", f"{ko} {of_ko}", f"{en} {of_en}",
               f"--person {name}{mark}…", _BRANCHES)
          for name, ko, en in (("男", "남자의", "the man's"), ("女", "여자의", "the woman's"),
                               ("母", "어머니의", "the mother's"))
          for zh, mark, of_ko, of_en in (("本命", "命", "본명", "birth year"),
                                         ("行年", "行年", "행년", "year of age"))),
        Fact("question", "所占", "묻는 일", "the question", "--asks", ()),
    )
}  # fmt: skip
_TOLD = {
    "liuyao": ("year", "birth", "sex"),
    "liuren": ("night", "month", "year", "birth", "age", "hour"),
}
YEARS = ("本命", "行年")  # of each person, in the order of `liuren_base.environment`
TRIES = 24  # charts on which it is tried whether a fact matters


class Lacking:
    """The facts that one chart lacks, and charts on which they are filled in."""

    def __init__(self, env: Env):
        self.env, self.art = env, art_of(env)
        self.absent = [name for name in _TOLD[self.art] if getattr(env.charts, name)[0] < 0]
        if self.art == "liuren" and env.options["sex"][0] < 0:
            self.absent.append("sex")
        if self.art == "liuyao" and env.options.get("use") is None:
            self.absent.append("use")
        if self.art == "liuren":
            told = env.options["persons"]
            self.absent += [name + years for name in liuren_base.PERSONS
                            for years, branch in zip(YEARS, told.get(name, (-1, -1)), strict=True)
                            if np.max(branch) < 0]
        # not random: each fact runs through its values at its own pace and from its own start
        tries = np.arange(TRIES)
        self.tried = {
            name: (tries * (1, 5, 7, 11)[i % 4] + i // 4 * 5) % len(FACTS[name].values)
            for i, name in enumerate(self.absent)
        }
        self.tried |= {name: tries // 2 % 2 for name in ("sex", "night") if name in self.tried}
        self._without = {
            name: self._filled({k: v for k, v in self.tried.items() if k != name})
            for name in self.absent
        }

    def wanted(self, node: Node) -> tuple[Missing, ...]:
        """What an unknown condition wants."""
        names = [
            name for name in self.absent if (truth(node, self._without[name]).data == UNKNOWN).any()
        ]
        if len(names) != 1 or not FACTS[names[0]].values:
            return tuple(Missing(FACTS[name]) for name in names)
        return (Missing(FACTS[names[0]], self._deciding(node, names[0])),)

    def _deciding(self, node: Node, name: str) -> tuple[int, ...] | None:
        count = len(FACTS[name].values)
        if name == "use":
            found = [
                truth(node, self._filled({"use": np.array([k])})).data[0] for k in range(count)
            ]
        else:
            found = truth(node, self._filled({name: np.arange(count)})).data
        holds = tuple(i for i, value in enumerate(found) if value == TRUE)
        return holds if len(holds) < count else None

    def _filled(self, facts: dict[str, Sequence[int]]) -> Env:
        charts = self.env.charts
        given = {name: facts.get(name, getattr(charts, name)) for name in _TOLD[self.art]}
        n = max([len(values) for values in facts.values()], default=1)
        options = dict(self.env.options)
        if self.art == "liuyao":
            if "use" in facts:
                options["use"] = int(facts["use"][0])
            batch = liuyao.lay(
                np.repeat(charts.hexagram, n),
                charts.moves,
                day=charts.day,
                month=charts.month,
                conventions=charts.conventions,
                **given,
            )
            return liuyao_base.environment(batch, **options)
        batch = liuren.cast(np.repeat(charts.day, n), charts.shift, school=charts.school, **given)
        told = options["persons"]
        options["persons"] = {
            name: tuple(facts.get(name + years, branch)
                        for years, branch in zip(YEARS, told.get(name, (-1, -1)), strict=True))
            for name in liuren_base.PERSONS
        }
        options["sex"] = facts.get("sex", options["sex"])
        return liuren_base.environment(batch, **options)


def art_of(env: Env) -> str:
    """liuyao or liuren."""
    return "liuyao" if env.art is liuyao_base else "liuren"
