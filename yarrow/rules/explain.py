"""Why a condition is true, false or unknown on one chart, from the tree that was evaluated.

`explain` picks the parts that decide and says of each which lines or branches are in it and what
they are; `telling` makes sentences of that in three languages. Nothing here computes a word: it
asks `evaluate` again, part by part and member by member.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from yarrow.rules.evaluate import Env, evaluate, truth
from yarrow.rules.lacking import Lacking, Missing, art_of
from yarrow.rules.language import Node
from yarrow.rules.reference import vocabulary
from yarrow.rules.values import FALSE, GENERALS, HEXAGRAMS, PILLARS, SETS, TRUE, UNKNOWN, Set
from yarrow.rules.words import Vocabulary, Word


@dataclass(frozen=True)
class Member:
    """One member of a set: a seat, branch, stem, general …, by its bit."""

    kind: str
    bit: int


@dataclass(frozen=True)
class Phrase:
    """A word of something: 坐(干上), 墓(行(財)); `of` is None for a word alone."""

    word: Word
    of: Phrase | None = None


@dataclass(frozen=True)
class Trait:
    """What a member is, or does to others. words: one, or those of a composed relation that hold;
    text: what it bears, or the expression that it is in, in place of a word; phrase: that
    expression, where it is a word of something. others: members at the other end of a relation,
    label: what they all are. of: it is not the member's own, but that of the line that it turns
    into. whose: the person (男, 女, 母) by whose years it is so."""

    words: tuple[Word, ...] = ()
    holds: bool = True
    others: tuple[Member, ...] = ()
    label: Word | None = None
    text: str = ""
    of: bool = False
    phrase: Phrase | None = None
    whose: Word | None = None


@dataclass(frozen=True)
class Group:
    """Members that share their traits, and what they are called together (世, 三傳)."""

    members: tuple[Member, ...]
    label: Word | None
    traits: tuple[Trait, ...]


@dataclass(frozen=True)
class Statement:
    """One thing that decides. value: TRUE or FALSE of what is said, UNKNOWN where it is open.

    under: circumstances in which it is read (晝, 夜, 母 …), outermost first. What else it has goes
    by `form`: fact (word, source: with its arguments); members (groups, and what they are or are
    not); absent (source: a set that has none); all (members, label: a set; groups: what all are, or
    those that are not); equal (two groups, limit: the second as written); number (members counted,
    number, than, limit); open (source). phrase: what source is, where it is a word of something.
    """

    form: str
    value: int
    under: tuple[Word, ...] = ()
    word: Word | None = None
    source: str = ""
    members: tuple[Member, ...] = ()
    label: Word | None = None
    phrase: Phrase | None = None
    groups: tuple[Group, ...] = ()
    number: int = 0
    than: str = ""
    limit: str = ""


@dataclass(frozen=True)
class Explanation:
    """The value of a condition on one chart, what decides it, and what it wants."""

    value: int
    statements: tuple[Statement, ...]
    missing: tuple[Missing, ...]
    env: Env


def explain(source: str, node: Node, env: Env, lacking: Lacking | None = None) -> Explanation:
    """The explanation of a condition on an environment of one chart.

    source: the expression as written. lacking: that of `env`, where there are many to explain.
    """
    if env.n != 1:
        raise ValueError("one chart is explained at a time")
    value = int(truth(node, env).data[0])
    missing = (lacking or Lacking(env)).wanted(node) if value == UNKNOWN else ()
    found = tuple(dict.fromkeys(_Explainer(source, env).decide(node, env, ())))
    return Explanation(value, found, missing, env)


@functools.cache
def words_of_art(art: str) -> Vocabulary:
    """The vocabulary of an art, made once."""
    return vocabulary(art)


# Headings of words that say what a member is; those of other headings say how it fares.
_NOUNS = {
    "liuyao": ("seats that are no lines", "relations", "lines"),
    "liuren": ("day and time", "lessons and transmissions", "persons", "six kin"),
}
_PERSONS = ("男", "女", "母")
_STATES = ("陽", "陰", "內", "外", "本宮", "他宮")  # under those headings, but no names


@functools.cache
def nouns(art: str) -> frozenset[str]:
    """Names of the words that say what a member is."""
    groups = words_of_art(art).groups
    return frozenset(word.zh for heading in _NOUNS[art] for word in groups[heading]
                     if word.zh not in _STATES) | {"卦", "之卦"}


@functools.cache
def spirits(art: str) -> frozenset[str]:
    """Names of the spirits of 大六壬 that a branch is (生氣, 祿), and does not only fare by."""
    heading = words_of_art(art).groups["spirits"] if art == "liuren" else ()
    return frozenset(word.zh for word in heading) - {"旬空"}


@functools.cache
def constants(art: str) -> frozenset[str]:
    """Names of the words that always mean the same members: 子, 甲子, 木, 白虎, 乾卦."""
    groups = words_of_art(art).groups
    headings = ("stems, branches, elements", "hexagrams" if art == "liuyao" else "generals")
    return frozenset(word.zh for heading in headings for word in groups[heading]) - {"卦", "之卦"}


def members(found: Set, doubtful: bool = False) -> tuple[Member, ...]:
    """The members that are surely in a set of one chart, or may be."""
    mask = int(np.asarray(found.may if doubtful else found.sure).reshape(-1)[0])
    if found.kind in (PILLARS, HEXAGRAMS):
        mask &= (1 << 64) - 1
    return tuple(Member(found.kind, bit) for bit in range(64) if mask >> bit & 1)


class _Explainer:
    def __init__(self, source: str, env: Env):
        self.source, self.art = source.strip(), art_of(env)

    # -- truths ---------------------------------------------------------------------------------

    def decide(self, node: Node, env: Env, under: tuple[Word, ...]) -> Iterator[Statement]:
        """What decides a node, in its order."""
        value = int(truth(node, env).data[0])
        if node.op in ("and", "or"):
            yields = {"and": (FALSE, UNKNOWN), "or": (TRUE, UNKNOWN)}[node.op]
            for part in node.parts:
                own = int(truth(part, env).data[0])
                if value not in yields or own == value:
                    yield from self.decide(part, env, under)
        elif node.op in ("not", "holds"):
            yield from self.decide(node.parts[0], env, under)
        elif circumstance := self.circumstance(node):
            yield from self.decide(node.parts[0], env.under(circumstance), (*under, node.word))
        elif value == UNKNOWN:
            yield Statement("open", value, under, source=self.text(node))
        else:
            for one in self.known(node, env, value):
                yield replace(one, under=under)

    def circumstance(self, node: Node) -> str | None:
        """The circumstance under which the one argument of 晝(…), 母(…), 正月(…) is read."""
        if node.op == "call" and len(node.parts) == 1 and node.word.under[0] and (
                node.word.gives.startswith("same")):
            return node.word.under[0]
        return None

    def known(self, node: Node, env: Env, value: int) -> Iterable[Statement]:
        """The statements of what is no `and`, `or` or `not`."""
        if node.op in ("atleast", "more", "atmost", "fewer"):
            return self.numbers(node, env, value)
        if node.op in ("same", "differ"):
            if node.parts[0].kind in SETS:
                return self.equal(node, env, value)
            return self.numbers(node, env, value)
        if node.op == "within":
            return self.within(node, env, value)
        if node.kind in SETS:
            return self.some(node, env, value)
        if node.word.zh == "傳":
            return self.in_turn(node, env, value)
        if node.word.zh == "不上卦":
            return self.some(node.parts[0], env, TRUE - value)
        source = self.text(node) if node.parts else ""
        return (Statement("fact", value, word=node.word, source=source),)

    def text(self, node: Node) -> str:
        """The piece of the source that a node was read from."""
        return self.source[node.start : node.end]

    def phrase(self, node: Node) -> Phrase | None:
        """A node of 大六壬 as a word, or a word of one thing; None where it is anything else."""
        if self.art != "liuren" or node.op not in ("word", "call") or self.circumstance(node):
            return None
        if not node.parts:
            return Phrase(node.word)
        of = self.phrase(node.parts[0]) if len(node.parts) == 1 else None
        return of and Phrase(node.word, of)

    def in_turn(self, node: Node, env: Env, value: int) -> Iterator[Statement]:
        """What the first, middle and last transmission are, or those that are not as 傳(…) asks."""
        for zh, part in zip("初中末", node.parts, strict=True):
            place = words_of_art(self.art).get(zh)
            (m,) = members(place.run(env))
            own = _has(evaluate(part, env), m)
            if own == (value == TRUE):
                yield self.said(value, [(m, [Trait((place,)), *self.traits(m, part, env, own)])])

    def numbers(self, node, env, value) -> Iterator[Statement]:
        left, right = node.parts
        counted = evaluate(left, env)
        found = members(evaluate(left.parts[0], env)) if left.op == "call" and left.parts else ()
        limit = self.text(right)
        if right.op != "number":
            limit += f" = {int(np.asarray(evaluate(right, env).low).reshape(-1)[0])}"
        yield Statement("number", value, source=self.text(left), members=found,
                        number=int(np.asarray(counted.low).reshape(-1)[0]), than=node.op,
                        limit=limit)

    def equal(self, node, env, value) -> Iterator[Statement]:
        left, right = node.parts
        same = value if node.op == "same" else TRUE - value
        groups = tuple(Group(members(evaluate(part, env)), None, ()) for part in (left, right))
        yield Statement("equal", same, source=self.text(left), limit=self.text(right),
                        groups=groups)

    def within(self, node, env, value) -> Iterator[Statement]:
        left, right = node.parts
        whole = members(evaluate(left, env))
        if not whole:
            yield from self.fail(left, env)
            return
        right_set = evaluate(right, env)
        outside = tuple(m for m in whole if not _has(right_set, m))
        constant = None
        listed = right.parts[1] if right.op == "bearing" else right  # its first is the left again
        if all(word in constants(self.art) for word in _names(listed)):
            constant = (Trait((), not outside, text=self.text(listed).replace(" | ", "、")),)
        traits: dict[tuple[Trait, ...], list[Member]] = {}
        for m in outside or whole:
            found = constant or tuple(self.traits(m, right, env, not outside))
            traits.setdefault(found, []).append(m)
        groups = tuple(Group(tuple(ms), None, found) for found, ms in traits.items())
        source = "" if self.is_noun(left) else self.text(left)
        yield Statement("all", value, source=source, members=whole, groups=groups,
                        label=self.called(whole, left, env), phrase=self.phrase(left))

    # -- sets -----------------------------------------------------------------------------------

    def some(self, node: Node, env: Env, value: int) -> Iterator[Statement]:
        """That a set has members, and what they are; or why it has none."""
        if value == FALSE:
            yield from self.fail(node, env)
            return
        found = members(evaluate(node, env))
        yield self.said(TRUE, ((m, self.traits(m, node, env)) for m in found))
        yield from self.beyond(node, env, found)

    def beyond(self, node: Node, env: Env, found: Iterable[Member]) -> Iterator[Statement]:
        """What the members at the other end of relations are, where more is asked of them than
        the name by which they are called: 動 of 鬼 in 合(財 & 動, 鬼 & 動)."""
        if node.op in ("meet", "join"):
            for part in node.parts:
                inside = evaluate(part, env)
                yield from self.beyond(part, env, [m for m in found if _has(inside, m)])
        elif node.op in ("less", "bearing"):
            yield from self.beyond(node.parts[0], env, found)
        elif node.op == "call" and len(node.parts) == 2 and self.qualified(node.parts[1]):
            second = node.parts[1]
            ends = [o for o in members(evaluate(second, env))
                    if any(self.joined(m, o, node, env) for m in found)]
            if ends:
                yield self.said(TRUE, ((o, self.traits(o, second, env)) for o in ends))
                yield from self.beyond(second, env, ends)

    def qualified(self, node: Node) -> bool:
        """Whether a set is more than names put together."""
        if node.op == "join":
            return any(map(self.qualified, node.parts))
        if node.op == "meet":
            return not all(map(self.is_noun, node.parts))
        return node.op in ("less", "bearing", "call")

    def joined(self, m: Member, other: Member, node: Node, env: Env) -> bool:
        """Whether two members are at the two ends of a relation, or one lies under the other."""
        if self.is_relation(node):
            return any(self.meets(word, env, m, other) for word in self.components(node.word))
        return node.word.zh == "伏" and other.bit == m.bit - 12

    def said(self, value: int, pairs: Iterable[tuple[Member, list[Trait]]]) -> Statement:
        """Members and their traits, those alike together; what a member is called comes first."""
        found: dict[tuple, list[Member]] = {}
        for member, traits in pairs:
            label = self.name(traits)
            rest = [t for t in traits if t.others or t.of or not t.holds or not t.words or not (
                t.words[0] is label or t.words[0].zh in constants(self.art))]
            found.setdefault((label, tuple(dict.fromkeys(rest))), []).append(member)
        return Statement("members", value, groups=tuple(
            self.trigram(Group(tuple(ms), label, traits))
            for (label, traits), ms in found.items()))

    def trigram(self, group: Group) -> Group:
        """A group that is all of 內 or of 外, under that name."""
        whole = {(0, 1, 2): "內", (3, 4, 5): "外"}.get(tuple(m.bit for m in group.members))
        own = [t for t in group.traits if t.holds and not t.others and t.words
               and t.words[0].zh == whole]
        if self.art != "liuyao" or not own or len(group.traits) == 1:
            return group
        return Group(group.members, own[0].words[0], tuple(t for t in group.traits if t not in own))

    def name(self, traits: Iterable[Trait]) -> Word | None:
        """The word that says what a member is, of its traits."""
        return next((t.words[0] for t in traits if t.words and t.holds and not t.others and not
                     t.of and not t.whose and t.words[0].zh in nouns(self.art)), None)

    def called(self, found: Iterable[Member], node: Node, env: Env) -> Word | None:
        """What members of a set are called together; None where they share no name."""
        names = {self.name(self.traits(m, node, env)) for m in found}
        return names.pop() if len(names) == 1 else None

    def fail(self, node: Node, env: Env) -> Iterator[Statement]:
        """Why a set is empty: the members of its subject, and what they lack."""
        parts = _flat(node, "meet")
        if len(parts) > 1:
            subject = next((part for part in parts if self.is_noun(part)), parts[0])
            yield from self.lacks(subject, env, [part for part in parts if part is not subject])
        elif node.op == "join":
            for part in node.parts:
                yield from self.fail(part, env)
        elif node.op == "less":
            left, right = node.parts
            found = members(evaluate(left, env))
            if found:
                yield self.said(FALSE, (
                    (m, self.traits(m, left, env)[:1] + self.traits(m, right, env)) for m in found))
            else:
                yield from self.fail(left, env)
        elif node.op == "bearing":
            yield from self.lacks(node.parts[0], env, [node])
        elif node.op == "call" and node.word.zh == "兩現":
            yield from self.lacks(node.parts[0], env, [node])
        elif self.is_relation(node):
            empty = [part for part in node.parts if not members(evaluate(part, env))]
            if empty:
                yield from self.fail(empty[0], env)
            else:
                yield from self.lacks(node.parts[0], env, [node])
        else:
            yield Statement("absent", FALSE, word=None if node.parts else node.word,
                            source=self.text(node), phrase=self.phrase(node))

    def lacks(self, subject: Node, env: Env, conditions: list[Node]) -> Iterator[Statement]:
        found = members(evaluate(subject, env))
        if not found:
            yield from self.fail(subject, env)
            return
        yield self.said(FALSE, (
            (m, self.traits(m, subject, env)[:1] + [
                trait for part in conditions if not _has(evaluate(part, env), m)
                for trait in self.traits(m, part, env, False)]) for m in found))

    def is_noun(self, node: Node) -> bool:
        if node.op in ("join", "less", "bearing"):
            return self.is_noun(node.parts[0])
        return node.op == "word" and node.word.zh in nouns(self.art)

    def is_relation(self, node: Node) -> bool:
        return (node.op == "call" and len(node.parts) == 2 and node.word.zh not in ("伏", "化")
                and node.parts[0].kind in SETS)

    def traits(self, m: Member, node: Node, env: Env, holds: bool = True) -> list[Trait]:
        """What makes a member be in a set, or keeps it out."""
        if node.op == "meet":
            return [trait for part in node.parts if _has(evaluate(part, env), m) == holds
                    for trait in self.traits(m, part, env, holds)]
        if node.op == "join":
            return [trait for part in node.parts if _has(evaluate(part, env), m) == holds
                    for trait in self.traits(m, part, env, holds)]
        if node.op == "less":
            left, right = node.parts
            if holds:
                return self.traits(m, left, env) + self.traits(m, right, env, False)
            if not _has(evaluate(left, env), m):
                return self.traits(m, left, env, False)
            return self.traits(m, right, env)
        if node.op == "bearing":
            left, borne = node.parts
            inside = _has(evaluate(left, env), m)
            own = [] if inside and not holds else self.traits(m, left, env, holds)
            if holds or inside:
                own += (self.ridden(m, evaluate(borne, env), env, holds)
                        if borne.kind == GENERALS
                        else [Trait((), holds, text=self.text(borne))])
            return own
        if node.op == "seats":
            if node.parts[0].kind == GENERALS:
                return self.ridden(m, evaluate(node.parts[0], env), env, holds)
            return [Trait((), holds, text=self.text(node.parts[0]))]
        if node.op == "word" or not node.parts:
            return self.standing(node.word, env, holds) or [Trait((node.word,), holds)]
        return self.call(m, node, env, holds)

    def ridden(self, m: Member, generals: Set, env: Env, holds: bool) -> list[Trait]:
        """By which of some generals a branch is ridden, or that it is by none: 干上 & 元武."""
        word = words_of_art(self.art).get("乘")
        others = tuple(one for one in members(generals)
                       if not holds or self.meets(word, env, m, one))
        return [Trait((word,), holds, others)]

    def standing(self, word: Word, env: Env, holds: bool) -> list[Trait]:
        """What 午加亥 and 支加干 say of the god: over what it stands."""
        if self.art != "liuren" or not re.fullmatch(".加.", word.zh):
            return []
        known = words_of_art(self.art)
        below = known.get(word.zh[2])
        label = below if below.zh in nouns(self.art) else None
        return [Trait((known.get("加"),), holds, members(below.run(env)), label)]

    def call(self, m: Member, node: Node, env: Env, holds: bool) -> list[Trait]:
        """Traits of a member by a word with arguments."""
        word, first = node.word, node.parts[0]
        if circumstance := self.circumstance(node):
            found = self.traits(m, first, env.under(circumstance), holds)
            return [replace(t, whose=word) for t in found] if word.zh in _PERSONS else found
        if word.zh in ("變", "本") and self.art == "liuyao":
            return self.traits(m, first, env.under(word.under[0]), holds)
        if word.zh == "伏" and self.art == "liuyao" and holds:
            over = members(evaluate(node.parts[1], env)) if len(node.parts) > 1 else ()
            return [*self.traits(m, first, env.under("伏")),
                    *(Trait((word,), True, (one,), self.called((one,), node.parts[1], env))
                      for one in over if one.bit == m.bit - 12)]
        if self.is_relation(node):
            return self.relation(m, node, env, holds)
        if word.zh == "兩現":
            return [*(self.traits(m, first, env) if holds else ()), Trait((word,), holds)]
        if word.gives.startswith("same") and holds:  # 旺(干上): those of the argument that are so
            return [*self.traits(m, first, env), Trait((word,), True)]
        if word.zh == "化" and self.art == "liuyao" and holds:
            last = env.under("化")
            into = Member(m.kind, m.bit + 6)
            named = self.traits(into, node.parts[-1], last)
            own = self.traits(m, first, last) if len(node.parts) > 1 else []
            changed = [replace(trait, of=True) for trait in named]
            return [*own, Trait((word,), True, (into,)), *changed]
        return [Trait((word,), holds, text=self.text(node), phrase=self.phrase(node))]

    def relation(self, m: Member, node: Node, env: Env, holds: bool) -> list[Trait]:
        first, second = node.parts
        others = members(evaluate(second, env))
        if not holds:
            if not _has(evaluate(first, env), m):
                return self.traits(m, first, env, False)
            apart = tuple(other for other in others if other != m)  # none is related to itself
            others = apart or others
            label = self.called(others, second, env)
            return [Trait(self.components(node.word), False, others, label)]
        own = self.traits(m, first, env)
        found: dict[tuple[Member, ...], list[Word]] = {}
        fed: tuple[Member, ...] = ()
        for word in self.components(node.word):
            met = tuple(other for other in others if self.meets(word, env, m, other))
            if word.zh.endswith("生"):
                fed = met
            elif word.zh.endswith("扶"):  # which is 生 too: that is said once
                met = tuple(other for other in met if other not in fed)
            if met:
                found.setdefault(met, []).append(word)
        return own + [Trait(tuple(words), True, met, self.called(met, second, env))
                      for met, words in found.items()]

    def components(self, word: Word) -> tuple[Word, ...]:
        """The relations that a composed word is the union of; itself where it is none."""
        known = words_of_art(self.art)
        if any(word.zh == one.zh for group in known.groups.values() for one in group):
            return (word,)
        passive, names = word.zh.startswith("受"), word.zh.removeprefix("受")
        back = ("生", "克", "剋", "沖", "扶")
        return tuple(known.get("受" + c if passive and c in back else c) for c in names)

    def meets(self, word: Word, env: Env, m: Member, other: Member) -> bool:
        one, two = (Set.known(x.kind, np.array([1 << x.bit], _dtype(x.kind))) for x in (m, other))
        return bool(word.run(env, one, two).sure.any())


def _dtype(kind: str):
    return np.int64 if kind in (PILLARS, HEXAGRAMS) else np.int32


def _has(found: Set, m: Member) -> bool:
    """Whether a member is surely in a set of its own kind."""
    return found.kind == m.kind and bool(int(np.asarray(found.sure).reshape(-1)[0]) >> m.bit & 1)


def _names(node: Node) -> set[str]:
    """The names of the words of a node."""
    return ({node.word.zh} if node.word else set()).union(*map(_names, node.parts))


def _flat(node: Node, op: str) -> list[Node]:
    if node.op != op:
        return [node]
    return [part for piece in node.parts for part in _flat(piece, op)]
