"""Words of 六壬 that come from the registries of spirits and patterns, and words made of others."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from yarrow.charts import ganzhi
from yarrow.charts.liuren_patterns import PATTERNS
from yarrow.charts.liuren_spirits import Spirit
from yarrow.charts.liuren_spirits import find as find_spirit
from yarrow.charts.liuren_spirits import spirit as spirit_masks
from yarrow.charts.liuren_spirits import spirits as spirit_table
from yarrow.rules import liuren_base as base
from yarrow.rules.liuren_base import fact
from yarrow.rules.values import BRANCHES, Set
from yarrow.rules.words import Vocabulary, Word

_SPIRIT_VARIANTS = {
    "驛馬": ("馬",), "祿": ("日祿", "祿神"), "太歲": ("歲", "歲建"), "月建": ("月",),
    "旬空": ("空", "空亡"), "日德": ("德",), "丁神": ("旬丁",),
}


# Spirits that are a stage of the day's stem: the words of the stages have them as variants, and
# more schools (`liuren_base.CONVENTIONS`).
STAGES = ("日本", "墓神", "絕神", "胎神", "養神")


def spirits() -> Iterator[Word]:
    """A word for each spirit: the branches where it stands."""
    for entry in spirit_table().values():
        if entry.name in STAGES:
            continue
        passages = ", ".join(entry.passages)
        tables = f" (convention {entry.name})" if entry.variants else ""
        yield Word(entry.name, entry.ko, entry.en, BRANCHES,
                   lambda env, entry=entry: _spirit(env, entry),
                   f"where {entry.en} stands{_going_by(entry)}{tables}",
                   "; ".join(filter(None, (passages, entry.reference))), None,
                   _SPIRIT_VARIANTS.get(entry.name, ()))


def _going_by(entry: Spirit) -> str:
    if entry.union:
        return f": {', '.join(entry.union)}"
    return "" if entry.table.basis == "fixed" else f", by the {entry.table.basis}"


def _spirit(env, entry: Spirit) -> Set:
    """Where the fact that it goes by is unknown: what all its values share, and any of them."""
    if entry.union:
        whole = _spirit(env, find_spirit(entry.union[0]))
        for member in entry.union[1:]:
            whole = whole | _spirit(env, find_spirit(member))
        return whole
    variant = env.options[entry.name] if entry.variants else None
    mask = spirit_masks(env.charts, entry.name, variant).astype(np.int32)
    unknown = mask < 0
    if not unknown.any():
        return Set.known(BRANCHES, mask)
    masks = (entry.table if variant is None else entry.variants[variant]).masks.astype(np.int32)
    return Set(BRANCHES, np.where(unknown, np.bitwise_and.reduce(masks), mask),
               np.where(unknown, np.bitwise_or.reduce(masks), mask))


# Patterns whose name is that of a relation or a spirit go by another.
_PATTERN_NAMES = {"三合": "三合課", "羅網": "羅網格"}
_PATTERN_VARIANTS = {"回環": ("迴環",), "返吟": ("反吟",), "不備": ("課不備",)}


def patterns() -> Iterator[Word]:
    """A word for each pattern: the truth that it holds."""
    for entry in PATTERNS.values():
        definition = entry.quote or " ".join((entry.function.__doc__ or "").split())
        source = entry.passage or entry.source
        yield fact(_PATTERN_NAMES.get(entry.name, entry.name), entry.ko, entry.en, entry.function,
                   definition + (f" ({entry.note})" if entry.note else ""), source,
                   _PATTERN_VARIANTS.get(entry.name, ()), dark=True)


# --- Words made of words -----------------------------------------------------------------------

_FOLD = str.maketrans("剋冲衝", "克沖沖")


def compose(vocabulary: Vocabulary, name: str) -> Word | None:
    """沖剋, 受刑克: a union of relations. 壬辰日, 六庚日, 甲乙日: the day. 午加亥: a god on its seat.
    脫上脫格: a pattern."""
    for make in (_relations, _day, _standing, _pattern):
        word = make(vocabulary, name)
        if word is not None:
            return word
    return None


def _relations(vocabulary: Vocabulary, name: str) -> Word | None:
    plain = name.translate(_FOLD)
    passive, characters = plain.startswith("受"), plain.removeprefix("受")
    if len(characters) < 2 - passive or not set(characters) <= set("生克比合沖刑害破"):
        return None
    names = ["受" + c if passive and c in "生克" else c for c in characters]
    lodgers = set(characters) & set(base.BRANCH_RELATIONS)
    takes = "branches|stems" if lodgers else "branches|stems|generals|elements"

    def run(env, x, y):
        whole = base.related(names[0], x, y)
        for other in names[1:]:
            whole = whole | base.related(other, x, y)
        return whole
    parts = [vocabulary.get(one) for one in names]
    return Word(name, "".join(part.ko for part in parts), " or ".join(part.en for part in parts),
                "same", run, "members of the first in any of these relations with the second",
                parts[0].source, (takes, takes))


_KOREAN = str.maketrans(f"{ganzhi.STEMS}{ganzhi.BRANCHES}五六日",
                        f"{ganzhi.STEMS_KO}{ganzhi.BRANCHES_KO}오육일")


def _day(vocabulary: Vocabulary, name: str) -> Word | None:
    """A name in 日: a pillar, one or more stems (六庚日, 五壬日, 甲乙日), or a branch."""
    day = name.removesuffix("日")
    if day == name or not day:
        return None
    stems = day.translate({ord(c): None for c in "六五"})
    if day in ganzhi.PILLARS:
        what, value = "pillar", lambda c: c.day == ganzhi.PILLARS.index(day)
    elif stems and set(stems) <= set(ganzhi.STEMS):
        numbers = [ganzhi.STEMS.index(stem) for stem in stems]
        what, value = "stem", lambda c: np.isin(c.stem, numbers)
    elif day in ganzhi.BRANCHES:
        what, value = "branch", lambda c: c.branch == ganzhi.BRANCHES.index(day)
    else:
        return None
    return fact(name, name.translate(_KOREAN), f"a day of {day}", value,
                f"the day's {what} is {day}", "zhonggui-1")


def _standing(vocabulary: Vocabulary, name: str) -> Word | None:
    """午加亥, 辰加癸: a branch, or the lodging of a stem, over another."""
    if len(name) != 3 or name[1] != "加":
        return None
    parts = [vocabulary.words.get(name[0]), vocabulary.words.get(name[2])]
    known = {*ganzhi.BRANCHES, *ganzhi.STEMS, "干", "支"}
    if name[0] not in known or name[2] not in known:
        return None
    over, (god, place) = vocabulary.words["加"], parts
    return Word(name, "".join(part.ko for part in (god, over, place)),
                f"{god.en} over {place.en}", BRANCHES,
                lambda env: over.run(env, god.run(env), place.run(env)),
                f"{name[0]} of the heaven plate, where it stands over {name[2]}", over.source)


def _pattern(vocabulary: Vocabulary, name: str) -> Word | None:
    """The name of a pattern with 格 or 課 after it."""
    if name[-1] not in "格課" or name[:-1] not in PATTERNS:
        return None
    return vocabulary.words.get(_PATTERN_NAMES.get(name[:-1], name[:-1]))
