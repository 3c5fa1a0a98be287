"""Explanations in Korean."""

from __future__ import annotations

from collections.abc import Sequence

from yarrow.rules.explain import Group, Phrase, Trait
from yarrow.rules.lacking import Missing
from yarrow.rules.naming import hangul, into, josa
from yarrow.rules.telling_base import KIN, OF, RELATIONS, SEXES, THAN, TURNS, UNDER, WHOSE, Teller
from yarrow.rules.values import TRUE

# States that are verbs or adjectives in Korean; the others are nouns with 이다.
_VERBS = {"動": "동하", "暗動": "암동하", "獨發": "홀로 발동하", "獨靜": "홀로 안정하"}
_ADJECTIVES = {"靜": "안정하", "旺": "왕하", "旺相": "왕상하"}


class Korean(Teller):
    """Korean."""

    language = "ko"

    def under(self, words):
        return "".join(f"{UNDER[w.zh][1] if w.zh in UNDER else into(self.term(w)) + ' 볼 때'}, "
                       for w in words)

    def listed(self, names):
        return ", ".join(names)

    def term(self, word):
        return word.ko if "(" in word.ko else f"{word.ko}({word.zh})"

    def bracketed(self, what, names):
        return f"{what} {names}"

    def among(self, what, names):
        return f"{what} 가운데 {names}"

    def phrase(self, one: Phrase, many: bool = False) -> str:
        """A word of something: 일간(干)의 태(胎)."""
        if one.of is None:
            return self.term(one.word)
        of = self.phrase(one.of)
        if one.word.zh in OF:
            return OF[one.word.zh][1].format(of, josa(of, "이가"))
        return f"{of}의 {self.term(one.word)}"

    def fact(self, one):
        word, holds = one.word, one.value == TRUE
        if word.zh in SEXES:
            return f"점치는 이는 {_copula(SEXES[word.zh][1], holds)[1]}."
        if word.zh in TURNS:
            return f"귀인이 {_verb(TURNS[word.zh][1] + '하', holds)[1]}."
        what = f"'{one.source}'" if one.source else self.term(word)
        return f"{josa(self.subject(word), '은는')} {_copula(what, holds)[1]}."

    def members(self, one):
        return " ".join(self.group(group) for group in one.groups)

    def group(self, group: Group) -> str:
        if not group.traits:
            if group.label is None or group.label.zh in KIN:
                return f"{josa(self.called(group.members, group.label), '이가')} 있다."
            is_ = _copula(self.called(group.members, None), True)[1]
            return f"{josa(self.term(group.label), '은는')} {is_}."
        every = " 모두" if len(group.members) > 1 else ""
        subject = josa(self.called(group.members, group.label), "은는")
        return f"{subject}{every} {self.predicates(group.traits)}."

    def predicates(self, traits: Sequence[Trait]) -> str:
        forms = [self.trait(trait) for trait in traits]
        return ", ".join([on for on, _ in forms[:-1]] + [end for _, end in forms[-1:]])

    def trait(self, trait: Trait) -> tuple[str, str]:
        """A predicate as it goes on and as it ends."""
        if not trait.words:
            read = hangul(trait.text)
            return _copula(read if read == trait.text else f"{read}({trait.text})", trait.holds)
        word = trait.words[0]
        if trait.others:
            return self.relation(trait)
        if trait.phrase:
            return _copula(self.phrase(trait.phrase), trait.holds)
        if trait.text:
            return _copula(f"'{trait.text}'", trait.holds)
        if trait.whose:
            whose = WHOSE[trait.whose.zh][1]
            return _copula(whose + self.term(word), trait.holds)
        of = "변한 효는 " if trait.of else ""
        if self.bears(word):
            return _verb(f"{of}{josa(self.term(word), '을를')} 띠", trait.holds)
        if word.zh in _VERBS:
            return _verb(of + _VERBS[word.zh], trait.holds)
        if word.zh in _ADJECTIVES:
            return _adjective(of + _ADJECTIVES[word.zh], trait.holds)
        return _copula(of + self.term(word), trait.holds)

    def relation(self, trait: Trait) -> tuple[str, str]:
        others = self.called(trait.others, trait.label)
        first = trait.words[0].zh
        if first == "化":
            return _verb(f"{into(self.name(trait.others[0]).partition('변한 ')[2])} 변하", True)
        if first == "伏":
            return _verb(f"{others} 아래에 숨", True)
        if first not in RELATIONS:
            return _copula(f"{others}에서 {self.term(trait.words[0])}", trait.holds)
        stems = [RELATIONS[word.zh][2] for word in trait.words]
        particles = [RELATIONS[word.zh][3] for word in trait.words]
        marked = []
        for i, particle in enumerate(particles):  # said once, and then 그
            who = "그" if i else others
            with_ = josa(who, particle) if particle in ("을를", "과와") else who + particle
            marked.append("" if i and particle == particles[i - 1] else f"{with_} ")
        phrases = [f"{before}{stem}" for before, stem in zip(marked, stems, strict=True)]
        return _verb(("고 " if trait.holds else "거나 ").join(phrases), trait.holds)

    def absent(self, one):
        what = self.term(one.word) if one.word else f"'{one.source}'에 드는 것"
        if one.phrase:
            what = self.phrase(one.phrase)
        where = "괘에 " if self.art == "liuyao" else ""
        return f"{where}{josa(what, '이가')} 없다."

    def all(self, one):
        whole, several = self.whole(one), len(one.members) > 1
        told = []
        for group in one.groups:
            every = several and len(group.members) == len(one.members)
            subject = whole if every or not several else (
                f"{whole} 가운데 {self.called(group.members, None)}")
            told.append(f"{josa(subject, '은는')}{' 모두' if every else ''} "
                        f"{self.predicates(group.traits)}.")
        return " ".join(told)

    def equal(self, one):
        left, right = (self.called(group.members, None) or "없음" for group in one.groups)
        same = "같다" if one.value == TRUE else "다르다"
        return f"{one.source}: {left}; {one.limit}: {right}. 둘은 서로 {same}."

    def number(self, one):
        found = f"({self.called(one.members, None)})" if one.members else ""
        fits = "든다" if one.value == TRUE else "들지 않는다"
        return f"{one.source}: {one.number}{found}. '{one.limit} {THAN[one.than][1]}'에 {fits}."

    def open(self, one):
        return f"'{one.source}' 여부는 정해지지 않았다."

    def missing(self, one: Missing) -> str:
        told = f"{josa(one.fact.ko, '이가')} 주어지지 않았다({self.given(one.fact.option)})"
        if one.holds:
            told += f"; {', '.join(one.fact.values[i][1] for i in one.holds)}이면 성립한다"
        return told + ("; 무엇이든 성립하지 않는다." if one.holds == () else ".")


def _copula(what: str, holds: bool) -> tuple[str, str]:
    """A Korean noun with 이다, as it goes on and as it ends."""
    if holds:
        return f"{what}이고", f"{what}이다"
    return f"{josa(what, '이가')} 아니고", f"{josa(what, '이가')} 아니다"


def _verb(stem: str, holds: bool) -> tuple[str, str]:
    """극하고, 극한다; 극하지 않고, 극하지 않는다."""
    if not holds:
        return f"{stem}지 않고", f"{stem}지 않는다"
    ends = f"{stem}는다" if (ord(stem[-1]) - 0xAC00) % 28 else f"{stem[:-1]}{chr(ord(stem[-1]) + 4)}다"
    return f"{stem}고", ends


def _adjective(stem: str, holds: bool) -> tuple[str, str]:
    """왕하고, 왕하다; 왕하지 않고, 왕하지 않다."""
    return (f"{stem}고", f"{stem}다") if holds else (f"{stem}지 않고", f"{stem}지 않다")
