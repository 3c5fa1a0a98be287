"""Explanations in English."""

from __future__ import annotations

from collections.abc import Sequence

from yarrow.rules.explain import Group, Phrase, Trait
from yarrow.rules.lacking import Missing
from yarrow.rules.telling_base import (
    CHARTS,
    KIN,
    OF,
    RELATIONS,
    SEXES,
    THAN,
    TURNS,
    UNDER,
    WHOSE,
    Teller,
)
from yarrow.rules.values import TRUE

class English(Teller):
    """English; the Chinese term follows its gloss."""

    language = "en"
    last = " and "  # before the last of a list

    def statement(self, one):
        told = super().statement(one)
        return told[:1].upper() + told[1:]

    def under(self, words):
        return "".join(f"{UNDER[w.zh][2] if w.zh in UNDER else f'in {w.zh} ({w.en})'}, "
                       for w in words)

    def listed(self, names):
        return _and(names, self.last)

    def term(self, word):
        what = "what is " if word.en.startswith("over ") else ""
        return f"{what}{word.en} {word.zh}"

    def among(self, what, names):
        return f"{names} of {what}"

    def phrase(self, one: Phrase, many: bool = False) -> str:
        """A word of something: the embryo 胎 of the day's stem 干."""
        if one.of is None:
            return self.term(one.word)
        of = self.phrase(one.of)
        if one.word.zh in OF:
            return OF[one.word.zh][2].format(of, of, "s" if many else "")
        name = one.word.en.removeprefix("the ").removesuffix(" of")
        return f"the {name} {one.word.zh} of {of}"

    def fact(self, one):
        word, no = one.word, "" if one.value == TRUE else "not "
        if word.zh in SEXES:
            return f"the asker is {no}{SEXES[word.zh][2]}."
        if word.zh in TURNS:
            way = TURNS[word.zh][2]
            return f"the nobleman does not go {way}." if no else f"the nobleman goes {way}."
        return f"{self.subject(word)} is {no}{one.source or f'{word.zh} ({word.en})'}."

    def members(self, one):
        told = [self.group(group) for group in one.groups]
        return " ".join([*told[:1], *(other[:1].upper() + other[1:] for other in told[1:])])

    def group(self, group: Group) -> str:
        subject = self.called(group.members, group.label)
        if not group.traits:
            if group.label is None or group.label.zh in KIN:
                return f"{CHARTS[self.art][2]} has {subject}."
            return f"{self.term(group.label)} is {self.called(group.members, None)}."
        return f"{subject} {self.predicates(group.traits, len(group.members) > 1)}."

    def predicates(self, traits: Sequence[Trait], many: bool, every: str = "") -> str:
        """is A and B, and controls C."""
        be = "are" if many else "is"
        plain = [trait for trait in traits if not trait.others and not trait.of]
        ridden = [t for t in plain if t.words and self.bears(t.words[0]) and t.holds]
        yes = [self.noun(trait) for trait in plain if trait.holds and trait not in ridden]
        no = [self.noun(trait) for trait in plain if not trait.holds]
        bear = "bear" if many else "bears"
        parts = [f"{bear} {_and([self.noun(t) for t in ridden])}"] if ridden else []
        parts += [f"{be} {every}{_and(yes)}"] if yes else []
        if len(no) == 1:
            bears = no[0].startswith("bearing ")
            parts.append(f"do{'' if many else 'es'} not bear {no[0].removeprefix('bearing ')}"
                         if bears else f"{be} not {no[0]}")
        elif no:
            parts.append(f"{be} neither {' nor '.join(no)}")
        parts += [self.relation(trait, many) for trait in traits if trait.others]
        if changed := [self.noun(trait) for trait in traits if trait.of]:
            parts[-1] += f", which is {_and(changed)}"
        return ", and ".join(parts)

    def noun(self, trait: Trait) -> str:
        if trait.phrase:
            return self.phrase(trait.phrase)
        if trait.text:
            return trait.text
        word = trait.words[0]
        if trait.whose:
            name = word.en.removeprefix("over ")
            over = "" if name == word.en else "over "
            return f"{over}{WHOSE[trait.whose.zh][2]}{name} {word.zh}"
        bearing = "bearing " if self.bears(word) and not trait.holds else ""
        return f"{bearing}{word.en} {word.zh}"

    def relation(self, trait: Trait, many: bool) -> str:
        first = trait.words[0]
        self.last = " and " if trait.holds else " or "
        others = self.called(trait.others, trait.label)
        self.last = " and "
        be, s, es = ("are", "", "") if many else ("is", "s", "es")
        if first.zh == "化":
            return f"turn{s} into {self.name(trait.others[0]).partition('changed into ')[2]}"
        if first.zh == "伏":
            return f"lie{s} hidden under {others}"
        if first.zh not in RELATIONS:
            at = first.en.removesuffix(" on")
            return f"{be}{'' if trait.holds else ' not'} {at} {first.zh} on {others}"
        one, several = zip(*(RELATIONS[word.zh][:2] for word in trait.words), strict=True)
        if not trait.holds:
            if all(verb.startswith("be ") for verb in several):
                return f"{be} not {' or '.join(verb[3:] for verb in several)} {others}"
            return f"do{es} not {' or '.join(several)} {others}"
        verbs = [verb.replace("be ", "are ") for verb in several] if many else one
        return f"{' and '.join(verbs)} {others}"

    def absent(self, one):
        where = " among the lines" if self.art == "liuyao" else ""
        what = self.phrase(one.phrase) if one.phrase else one.source
        what = f"no {self.term(one.word)}" if one.word else f"no {what.removeprefix('the ')}"
        return f"there is {what}{where}."

    def all(self, one):
        whole, several = self.whole(one), len(one.members) > 1
        told = []
        for group in one.groups:
            many = len(group.members) > 1
            if not several or (one.value == TRUE and len(group.members) == len(one.members)):
                every = "all " if many else ""
                told.append(f"{whole} {self.predicates(group.traits, many, every)}.")
            elif len(group.members) == len(one.members):
                told.append(f"none of {whole} is {' or '.join(map(self.noun, group.traits))}."
                            if all(not t.others and not t.holds for t in group.traits)
                            else f"{whole} {self.predicates(group.traits, many)}.")
            else:
                names = self.called(group.members, None)
                told.append(f"of {whole}, {names} {self.predicates(group.traits, many)}.")
        return " ".join([*told[:1], *(other[:1].upper() + other[1:] for other in told[1:])])

    def equal(self, one):
        left, right = (self.called(group.members, None) or "none" for group in one.groups)
        same = "the same" if one.value == TRUE else "not the same"
        return f"{one.source} ({left}) and {one.limit} ({right}) are {same}."

    def number(self, one):
        found = f" ({self.called(one.members, None)})" if one.members else ""
        no = "" if one.value == TRUE else "not "
        return f"{one.source} is {one.number}{found}, {no}{THAN[one.than][2]} {one.limit}."

    def open(self, one):
        return f"whether {one.source} is open."

    def missing(self, one: Missing) -> str:
        told = f"{one.fact.en} is not known (give {self.given(one.fact.option)})"
        if one.holds:
            told += f"; it holds with {_or([one.fact.values[i][2] for i in one.holds])}"
        told += "; it holds with none." if one.holds == () else "."
        return told[:1].upper() + told[1:]


def _and(names: Sequence[str], last: str = " and ") -> str:
    return ", ".join(names[:-1]) + (last if names[:-1] else "") + names[-1] if names else ""


def _or(names: Sequence[str]) -> str:
    return _and(names, " or ")
