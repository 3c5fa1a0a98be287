"""Explanations in Chinese."""

from __future__ import annotations

from yarrow.rules.explain import Group, Phrase, Trait, constants, nouns, spirits
from yarrow.rules.lacking import Missing
from yarrow.rules.telling_base import KIN, OF, RELATIONS, SEXES, THAN, TURNS, UNDER, WHOSE, Teller
from yarrow.rules.values import TRUE

# States that Chinese says with 為: kinds of line and place rather than how one fares.
_BEING = ("陽", "陰", "兩現", "卦身", "世身", "命爻", "貴人", "陽支", "陰支", "自刑")
# Chinese says 在 of these, and of a palace.
_WITHIN = ("內", "外")


class Chinese(Teller):
    """Chinese."""

    language = "zh"

    def under(self, words):
        return "".join(f"{UNDER[w.zh][0] if w.zh in UNDER else f'以{w.zh}論'}，" for w in words)

    def listed(self, names):
        return "、".join(names)

    def term(self, word):
        return word.zh

    def among(self, what, names):
        return f"{what}中{names}"

    def phrase(self, one: Phrase, many: bool = False) -> str:
        """A word of something: 鬼之行, 干上所坐."""
        if one.of is None:
            return one.word.zh
        form = OF[one.word.zh][0] if one.word.zh in OF else "{0}之" + one.word.zh
        return form.format(self.phrase(one.of))

    def fact(self, one):
        word, holds = one.word, one.value == TRUE
        if word.zh in SEXES:
            return f"占者{'為' if holds else '非'}{SEXES[word.zh][0]}。"
        if word.zh in TURNS:
            return f"貴人{'' if holds else '不'}{TURNS[word.zh][0]}。"
        return f"{self.subject(word)}{'為' if holds else '非'}{one.source or word.zh}。"

    def members(self, one):
        return "".join(self.group(group) for group in one.groups)

    def group(self, group: Group) -> str:
        if not group.traits:
            if group.label is None or group.label.zh in KIN:
                return f"有{self.called(group.members, group.label)}。"
            return f"{group.label.zh}為{self.called(group.members, None)}。"
        every = "皆" if len(group.members) > 1 else ""
        told = "，".join(self.trait(trait) for trait in group.traits)
        return f"{self.called(group.members, group.label)}{every}{told}。"

    def trait(self, trait: Trait) -> str:
        no, is_ = ("", "為") if trait.holds else ("不", "非")
        if not trait.words:
            return f"{is_}{trait.text}"
        word = trait.words[0]
        of = "，化出者" if trait.of else ""
        if trait.others:
            return self.relation(trait, no)
        if self.bears(word):
            return f"{no}臨{word.zh}"
        if word.zh in _WITHIN or word.zh.endswith("宮"):
            return f"{no}在{word.zh}"
        if trait.phrase:
            return f"{is_}{self.phrase(trait.phrase)}"
        if trait.whose:
            return f"{is_}{WHOSE[trait.whose.zh][0]}{word.zh}"
        named = nouns(self.art) | constants(self.art) | spirits(self.art) | set(_BEING)
        if trait.text or word.zh in named or (
                word.takes is not None and word.gives != "same|branches"):
            return f"{of}{is_}{trait.text or word.zh}".lstrip("，")
        no = "非" if no and word.zh.endswith("旬空") else no
        return f"{of}{no}{word.zh}".lstrip("，")

    def relation(self, trait: Trait, no: str) -> str:
        others = self.called(trait.others, trait.label)
        verbs, first = "".join(word.zh for word in trait.words), trait.words[0].zh
        if first == "化":
            return f"化出{self.name(trait.others[0]).partition('所變')[2]}"
        if first == "伏":
            return f"伏於{others}之下"
        if any(word.zh.startswith("受") for word in trait.words):
            return f"{no}受{others}之{verbs.replace('受', '')}"
        if first in RELATIONS:
            return f"{no}{verbs}{others}"
        return f"{no}於{others}為{verbs}"

    def absent(self, one):
        where = "卦上" if self.art == "liuyao" else ""
        what = self.phrase(one.phrase) if one.phrase else one.source
        return f"{where}無{one.word.zh if one.word else what}。"

    def all(self, one):
        whole, several = self.whole(one), len(one.members) > 1
        told = []
        for group in one.groups:
            every = "皆" if several and len(group.members) == len(one.members) else ""
            who = "" if every or not several else f"{self.called(group.members, None)}"
            told.append(f"{who}{every}{'，'.join(self.trait(trait) for trait in group.traits)}")
        comma = "，其中" if several and not told[0].startswith("皆") else ""
        return f"{whole}{comma}{'；'.join(told)}。"

    def equal(self, one):
        left, right = (self.called(group.members, None) or "無" for group in one.groups)
        return f"{one.source}為{left}，{one.limit}為{right}，兩者{'相同' if one.value == TRUE else '不同'}。"

    def number(self, one):
        found = f"（{self.called(one.members, None)}）" if one.members else ""
        fits = "合" if one.value == TRUE else "不合"
        return f"{one.source}為{one.number}{found}，{fits}{THAN[one.than][0]}{one.limit}之數。"

    def open(self, one):
        return f"「{one.source}」未定。"

    def missing(self, one: Missing) -> str:
        told = f"未給{one.fact.zh}（{self.given(one.fact.option)}）"
        if one.holds:
            told += f"；若為{'、'.join(one.fact.values[i][0] for i in one.holds)}則合"
        return told + ("；無論為何皆不合。" if one.holds == () else "。")
