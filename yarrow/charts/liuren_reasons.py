"""Why a 大六壬 lesson has its transmissions, in words made from what `derive` weighed.

The sentences stand in `data/liuren_reasons.yaml`; which of them are said, and with which gods,
comes from the arrays of the `Derivation` and from nothing else.
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

import yaml

from yarrow.charts import ganzhi_names as names
from yarrow.charts.ganzhi import punished, stem_combination
from yarrow.charts.liuren_lessons import (
    BAZHUAN,
    BIEZE,
    DEFAULT,
    FUYIN,
    KINDS,
    LODGE,
    MAOXING,
    METHODS,
    WUYI,
    ZHUIXIA,
    School,
    derive,
)


class Step(NamedTuple):
    """One step of the reasoning in Chinese, Korean and English."""

    zh: str
    ko: str
    en: str


def reasons(day: int, shift: int, school: School = DEFAULT) -> tuple[Step, ...]:
    """The steps from four lessons to three transmissions for one lesson of the 720, in order."""
    d = _One(derive([day], [shift], school), school)
    if d.method == FUYIN:
        middle = d.lying()
    elif d.kind == WUYI:
        middle = [d.horse()]
    elif d.method == MAOXING:
        middle = [d.pleiades()]
    elif d.method == BIEZE:
        middle = [d.elsewhere()]
    elif d.method == BAZHUAN:
        middle = d.monopoly()
    else:
        middle = [*d.choice(), d.onward()]
    return (d.controls(), *middle, d.result())


@lru_cache(maxsize=1)
def _sentences() -> dict[str, tuple[str, str, str]]:
    path = files("yarrow.charts").joinpath("data/liuren_reasons.yaml")
    return {key: tuple(parts) for key, parts in yaml.safe_load(path.read_text("utf-8")).items()}


# The Korean particle after a closed and after an open syllable.
_PARTICLES = {"은(는)": "은는", "이(가)": "이가", "을(를)": "을를"}
_PARTICLE = re.compile(r"([가-힣])(\([^)]*\))?(은\(는\)|이\(가\)|을\(를\))")


def _particle(match: re.Match) -> str:
    syllable, hanja, particle = match.groups()
    is_open = (ord(syllable) - ord("가")) % 28 == 0
    return syllable + (hanja or "") + _PARTICLES[particle][is_open]


def _say(key: str, **words: tuple[str, str, str]) -> Step:
    """A sentence with its words, each in its own language."""
    filled = [
        template.format(**{word: parts[k] for word, parts in words.items()})
        for k, template in enumerate(_sentences()[key])
    ]
    filled[1] = _PARTICLE.sub(_particle, filled[1])
    return Step(*filled)


def _join(parts: list[Step], separators: tuple[str, str, str], stop: bool = False) -> Step:
    joined = (
        separator.join(part[k] for part in parts) + (("。", ".", ".")[k] if stop else "")
        for k, separator in enumerate(separators)
    )
    return Step(*joined)


def _name(name: names.Name) -> Step:
    """A stem or branch, with the Chinese beside the other languages."""
    return Step(name.zh, f"{name.ko}({name.zh})", f"{name.en} {name.zh}")


def _branch(branch: int) -> Step:
    return _name(names.BRANCHES[branch])


def _branches(branches) -> Step:
    return _join([_branch(b) for b in branches], ("、", "·", ", "))


class _One:
    """A Derivation of length one, with its entries as plain values, and what can be said of it."""

    def __init__(self, derivation, school: School):
        self.school = school
        for name, array in vars(derivation).items():
            setattr(self, name, array[0].tolist())
        self.stem, self.branch = self.day % 10, self.day % 12
        self.yang = self.stem % 2 == 0
        self.polarity = _say("yang" if self.yang else "yin")
        self.three = {k: _branch(b) for k, b in zip("abc", self.transmissions, strict=True)}
        self.over_stem, self.over_branch = _branch(self.upper[0]), _branch(self.upper[2])

    def controls(self) -> Step:
        """Which lessons show control, each told once."""
        parts = [
            _say(
                "robs" if self.robs[k] else "subdues",
                n=_say(f"ordinal_{k}"),
                up=_branch(self.upper[k]),
                low=_name(names.STEMS[self.stem]) if k == 0 else _branch(self.lower[k]),
            )
            for k in range(4)
            if self.first[k] and (self.robs[k] or self.subdues[k])
        ]
        return _join(parts, ("；", "; ", "; "), stop=True) if parts else _say("no_control")

    def choice(self) -> list[Step]:
        """賊克, 比用, 涉害 and 遙克: from candidates to the first transmission."""
        steps = []
        if any(self.robs):
            what = _say("is_robbed")
            if any(self.subdues):
                steps.append(_say("robbing_first"))
        elif any(self.subdues):
            what = _say("is_subduing")
        elif any(self.afar):
            what = _say("is_afar")
        else:
            what = _say("is_shot")
            steps.append(_say("none_afar"))
        pool = [k for k in range(4) if self.pool[k]]
        alike = [k for k in pool if self.alike[k]]
        begin, stem = self.three["a"], _name(names.STEMS[self.stem])
        if len(pool) == 1:
            return [*steps, _say("alone", god=begin, what=what)]
        steps.append(_say("several", what=what, gods=_branches(self.upper[k] for k in pool)))
        if len(alike) == 1:
            return [*steps, _say("one_alike", stem=stem, pol=self.polarity, god=begin)]
        kept = [k for k in range(4) if self.kept[k]]
        gods = _branches(self.upper[k] for k in kept)
        which = "all_alike" if alike else "none_alike"
        steps.append(_say(which, stem=stem, pol=self.polarity, gods=gods))
        return steps + self.crossing(kept)

    def crossing(self, kept: list[int]) -> list[Step]:
        """涉害: depths where the school counts them, then 孟仲季, then the day's own side."""
        steps, begin = [], self.three["a"]
        if self.school.shehai == "depth":
            counts = [
                _say("depth", god=_branch(self.upper[k]), count=(str(self.depth[k]),) * 3)
                for k in kept
            ]
            steps.append(_say("depths", list=_join(counts, ("、", ", ", ", "))))
            most = max(self.depth[k] for k in kept)
            kept = [k for k in kept if self.depth[k] == most]
            if len(kept) == 1:
                return [*steps, _say("deepest", god=begin)]
        seats = [
            _say(
                "seat",
                god=_branch(self.upper[k]),
                low=_branch(self.lower[k]),
                **{"class": _say(("class_middle", "class_last", "class_first")[self.lower[k] % 3])},
            )
            for k in kept
        ]
        steps.append(_join(seats, ("，", ", ", "; "), stop=True))
        if self.kind == ZHUIXIA:
            side = _say("over_stem" if self.yang else "over_branch")
            return [*steps, _say("by_side", pol=self.polarity, side=side, god=begin)]
        return [*steps, _say("by_class", god=begin)]

    def onward(self) -> Step:
        """The second and third: what stands over the one before."""
        return _say("onward", **self.three)

    def pleiades(self) -> Step:
        """昴星: over 酉 on a yang day, under it on a yin day."""
        which = "over_you" if self.yang else "under_you"
        return _say(which, a=self.three["a"], b=self.over_stem, c=self.over_branch)

    def elsewhere(self) -> Step:
        """別責: the partner of the stem, or the next of the branch's trine."""
        begin = {"a": self.three["a"], "b": self.over_stem}
        if self.yang:
            partner = int(stem_combination(self.stem))
            home = _branch(LODGE[partner])
            return _say("partner", partner=_name(names.STEMS[partner]), home=home, **begin)
        if self.school.bieze == "above":
            return _say("over_trine", next=_branch((self.branch + 4) % 12), **begin)
        return _say("trine", **begin)

    def monopoly(self) -> list[Step]:
        """八專: three on from 干上, or three back from the fourth lesson, both ends counted."""
        start = {"from": self.over_stem if self.yang else _branch(self.upper[3])}
        which = "count_on" if self.yang else "count_back"
        said = _say(which, a=self.three["a"], b=self.over_stem, **start)
        passed = any(self.afar) or any(self.shot)
        return [_say("afar_passed"), said] if passed else [said]

    def horse(self) -> Step:
        """井欄射: the post horse, then the branch's side, then the stem's."""
        return _say(
            "horse",
            branch=_branch(self.branch),
            a=self.three["a"],
            b=self.over_stem,
            c=self.over_branch,
        )

    def lying(self) -> list[Step]:
        """伏吟: where it starts, and how punishment leads on."""
        first, second, third = self.transmissions
        sides = _say("over_stem"), _say("over_branch")
        side, other = sides if self.start == 0 else sides[::-1]
        direct = any(self.robs) or any(self.subdues)
        start = {"pol": self.polarity, "side": side, "a": self.three["a"]}
        steps = [_say("still_control" if direct else "still_none", **start)]
        alone = int(punished(first)) == first
        steps.append(_say("second_other" if alone else "second_punished", side=other, **self.three))
        if int(punished(second)) == third:
            which = "third_punished"
        else:
            itself = int(punished(second)) == second
            which = "third_clash_self" if itself else "third_clash_back"
        return [*steps, _say(which, **self.three)]

    def result(self) -> Step:
        """The method and what it comes to."""
        three = "".join(names.BRANCHES[b].zh for b in self.transmissions)
        return _say(
            "result", method=METHODS[self.method], kind=KINDS[self.kind], three=(three,) * 3
        )
