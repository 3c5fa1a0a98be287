"""Explanations as short sentences in Chinese, Korean and English.

The words of the language carry the sense; how a sentence is joined in each language stands here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from yarrow.rules.evaluate import Env
from yarrow.rules.explain import (
    Explanation,
    Group,
    Member,
    Phrase,
    Statement,
    Trait,
    constants,
    nouns,
    spirits,
)
from yarrow.rules.lacking import Missing
from yarrow.rules.explain import members as branches
from yarrow.rules.naming import Names, hangul, into, josa
from yarrow.rules.values import SEATS, TRUE
from yarrow.rules.words import Word

# Relation -> English of one and of many, Korean stem and the particle before it.
_RELATIONS = {
    "生": ("feeds", "feed", "생하", "을를"), "克": ("controls", "control", "극하", "을를"),
    "沖": ("clashes with", "clash with", "충하", "을를"), "害": ("harms", "harm", "해치", "을를"),
    "合": ("combines with", "combine with", "합하", "과와"), "破": ("breaks", "break", "파하", "을를"),
    "刑": ("punishes", "punish", "형하", "을를"), "扶": ("supports", "support", "부조하", "을를"),
    "併": ("has the branch of", "have the branch of", "같은 지지로 겹치", "과와"),
    "比和": ("is a peer of", "be a peer of", "비화하", "과와"),
    "比": ("is a peer of", "be a peer of", "비화하", "과와"),
    "受生": ("is fed by", "be fed by", "생을 받", "에게"),
    "受克": ("is controlled by", "be controlled by", "극을 받", "에게"),
    "受沖": ("is clashed with by", "be clashed with by", "충을 받", "에게"),
    "受扶": ("is supported by", "be supported by", "부조를 받", "에게"),
    "三合": ("is in trine with", "be in trine with", "삼합하", "과와"),
    "五合": ("combines as a stem with", "combine as a stem with", "간합하", "과와"),
    "加": ("stands over", "stand over", "임하", "에"),
    "乘": ("is ridden by", "be ridden by", "태우", "을를"),
    "遁見": ("carries", "carry", "둔간으로 지니", "을를"),
}  # fmt: skip
_SPIRITS = ("青龍", "朱雀", "勾陳", "螣蛇", "白虎", "玄武")
# States that are verbs or adjectives in Korean; the others are nouns with 이다.
_VERBS = {"動": "동하", "暗動": "암동하", "獨發": "홀로 발동하", "獨靜": "홀로 안정하"}
_ADJECTIVES = {"靜": "안정하", "旺": "왕하", "旺相": "왕상하"}
# States that Chinese says with 為: kinds of line and place rather than how one fares.
_BEING = ("陽", "陰", "兩現", "卦身", "世身", "命爻", "貴人", "陽支", "陰支", "自刑")
# Whose the truth of a word is, where it is not the hexagram's or the lesson's.
_SUBJECTS = {
    **dict.fromkeys(("春", "夏", "秋", "冬", "孟月", "仲月", "季月"), ("月令", "월령", "the month")),
    **dict.fromkeys(("晝", "夜"), ("占時", "점시", "the time")),
}
# Circumstances under which an expression is read, where their names do not say it.
_UNDER = {"晝": ("以晝占論", "낮으로 볼 때", "by day"), "夜": ("以夜占論", "밤으로 볼 때", "by night"),
          "男": ("以男命論", "남자의 명으로 볼 때", "by the man's years"),
          "女": ("以女命論", "여자의 명으로 볼 때", "by the woman's years"),
          "母": ("以母命論", "어머니의 명으로 볼 때", "by the mother's years")}
# Whose years are meant.
_WHOSE = {"男": ("男之", "남자의 ", "the man's "), "女": ("女之", "여자의 ", "the woman's "),
          "母": ("母之", "어머니의 ", "the mother's ")}
# What some words are called of a thing, where it is not that thing's 之.
_OF = {"坐": ("{0}所坐", "{1} 앉은 자리(坐)", "the seat 坐 of {0}"),
       "上": ("{0}上神", "{0} 위에 놓인 신(上)", "what stands 上 over {0}"),
       "將": ("{0}所乘之將", "{1} 태운 천장(將)", "the general{2} 將 on {0}"),
       "行": ("{0}之行", "{0}의 오행(行)", "the element 行 of {0}")}
# Names of several branches; of one of them alone Chinese says 中.
_SEVERAL = ("三傳", "四課", "課傳", "六處")
# Chinese says 在 of these, and of a palace.
_WITHIN = ("內", "外")
_KIN = ("父", "兄", "福", "財", "鬼", "脫", "印", "用")  # of which a chart has some, or none
_MONTH, _DAY = ("月建", "월건", "the month"), ("日辰", "일진", "the day")
_CHARTS = {"liuyao": ("此卦", "이 괘", "the hexagram"), "liuren": ("此課", "이 과", "the lesson")}
_SEXES = {"男": ("男子", "남자", "a man"), "女": ("女子", "여자", "a woman")}
_TURNS = {"順": ("順行", "순행", "onward"), "逆": ("逆行", "역행", "backward")}
_THAN = {"atleast": ("至少", "이상", "at least"), "more": ("多於", "초과", "more than"),
         "atmost": ("至多", "이하", "at most"), "fewer": ("少於", "미만", "fewer than"),
         "same": ("等於", "일 것", "equal to"), "differ": ("異於", "아닐 것", "other than")}


def tell(explanation: Explanation, lang: str = "en", given: Callable[[str], str] = str) -> str:
    """The explanation as sentences. lang: zh, ko or en. given: how the reader gives a fact, from
    the option of the command that does (--birth)."""
    teller = TELLERS[lang](explanation.env)
    teller.given = given
    told = [teller.statement(one) for one in explanation.statements]
    told += [teller.missing(one) for one in explanation.missing]
    return ("" if lang == "zh" else " ").join(dict.fromkeys(told))


class Teller(Names):
    """What the three languages share. Each has a method for each form of statement."""

    language = ""
    given: Callable[[str], str] = str

    def __init__(self, env: Env):
        super().__init__(env, self.language)

    def statement(self, one: Statement) -> str:
        """A statement as one sentence or several."""
        return self.under(one.under) + getattr(self, one.form)(one)

    def subject(self, word: Word) -> str:
        """Whose a truth is."""
        if word.zh in _SUBJECTS:
            return _SUBJECTS[word.zh][self.column]
        outside = {"日": _DAY, "月": _MONTH}.get(word.zh[-1]) if self.art == "liuren" else None
        return (outside or _CHARTS[self.art])[self.column]

    def bears(self, word: Word) -> bool:
        """Whether it is one of the six spirits, which lines bear."""
        return self.art == "liuyao" and word.zh in _SPIRITS

    def called(self, members: Sequence[Member], label: Word | None) -> str:
        """世（三爻妻財丁巳火）."""
        names = self.listed([self.name(m) for m in self.ordered(members)])
        if label is None or all(m.kind == SEATS and m.bit >= 18 for m in members):
            return names  # 日辰甲子 says what it is
        if self.some_of(members, label):
            return self.among(self.term(label), names)
        return self.bracketed(self.term(label), names)

    def bracketed(self, what: str, names: str) -> str:
        """世（三爻妻財丁巳火）."""
        left, right = ("（", "）") if self.language == "zh" else (" (", ")")
        return f"{what}{left}{names}{right}"

    def some_of(self, members: Sequence[Member], label: Word) -> bool:
        """Whether these are some of the branches of the name alone."""
        return (self.art == "liuren" and label.zh in _SEVERAL
                and set(members) != set(branches(label.run(self.env))))

    def whole(self, one: Statement) -> str:
        """All members of what a statement is about, under its name or as it is written."""
        names = self.called(one.members, one.label)
        if one.label is not None or not one.source:
            return names
        if not one.phrase:
            return f"{one.source}: {names}"
        return self.bracketed(self.phrase(one.phrase, len(one.members) > 1), names)

    def ordered(self, members: Sequence[Member]) -> Sequence[Member]:
        """All three transmissions in their order, one twice if it stands twice; others as given."""
        if self.art == "liuren" and len(members) > 1:
            three = [Member("branches", int(b)) for b in self.env.charts.transmissions[0]]
            if set(three) == set(members):
                return three
        return members


class Chinese(Teller):
    """Chinese."""

    language = "zh"

    def under(self, words):
        return "".join(f"{_UNDER[w.zh][0] if w.zh in _UNDER else f'以{w.zh}論'}，" for w in words)

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
        form = _OF[one.word.zh][0] if one.word.zh in _OF else "{0}之" + one.word.zh
        return form.format(self.phrase(one.of))

    def fact(self, one):
        word, holds = one.word, one.value == TRUE
        if word.zh in _SEXES:
            return f"占者{'為' if holds else '非'}{_SEXES[word.zh][0]}。"
        if word.zh in _TURNS:
            return f"貴人{'' if holds else '不'}{_TURNS[word.zh][0]}。"
        return f"{self.subject(word)}{'為' if holds else '非'}{one.source or word.zh}。"

    def members(self, one):
        return "".join(self.group(group) for group in one.groups)

    def group(self, group: Group) -> str:
        if not group.traits:
            if group.label is None or group.label.zh in _KIN:
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
            return f"{is_}{_WHOSE[trait.whose.zh][0]}{word.zh}"
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
        if first in _RELATIONS:
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
        return f"{one.source}為{one.number}{found}，{fits}{_THAN[one.than][0]}{one.limit}之數。"

    def open(self, one):
        return f"「{one.source}」未定。"

    def missing(self, one: Missing) -> str:
        told = f"未給{one.fact.zh}（{self.given(one.fact.option)}）"
        if one.holds:
            told += f"；若為{'、'.join(one.fact.values[i][0] for i in one.holds)}則合"
        return told + ("；無論為何皆不合。" if one.holds == () else "。")


class Korean(Teller):
    """Korean."""

    language = "ko"

    def under(self, words):
        return "".join(f"{_UNDER[w.zh][1] if w.zh in _UNDER else into(self.term(w)) + ' 볼 때'}, "
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
        if one.word.zh in _OF:
            return _OF[one.word.zh][1].format(of, josa(of, "이가"))
        return f"{of}의 {self.term(one.word)}"

    def fact(self, one):
        word, holds = one.word, one.value == TRUE
        if word.zh in _SEXES:
            return f"점치는 이는 {_copula(_SEXES[word.zh][1], holds)[1]}."
        if word.zh in _TURNS:
            return f"귀인이 {_verb(_TURNS[word.zh][1] + '하', holds)[1]}."
        what = f"'{one.source}'" if one.source else self.term(word)
        return f"{josa(self.subject(word), '은는')} {_copula(what, holds)[1]}."

    def members(self, one):
        return " ".join(self.group(group) for group in one.groups)

    def group(self, group: Group) -> str:
        if not group.traits:
            if group.label is None or group.label.zh in _KIN:
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
            whose = _WHOSE[trait.whose.zh][1]
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
        if first not in _RELATIONS:
            return _copula(f"{others}에서 {self.term(trait.words[0])}", trait.holds)
        stems = [_RELATIONS[word.zh][2] for word in trait.words]
        particles = [_RELATIONS[word.zh][3] for word in trait.words]
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
        return f"{one.source}: {one.number}{found}. '{one.limit} {_THAN[one.than][1]}'에 {fits}."

    def open(self, one):
        return f"'{one.source}' 여부는 정해지지 않았다."

    def missing(self, one: Missing) -> str:
        told = f"{josa(one.fact.ko, '이가')} 주어지지 않았다({self.given(one.fact.option)})"
        if one.holds:
            told += f"; {', '.join(one.fact.values[i][1] for i in one.holds)}이면 성립한다"
        return told + ("; 무엇이든 성립하지 않는다." if one.holds == () else ".")


class English(Teller):
    """English; the Chinese term follows its gloss."""

    language = "en"
    last = " and "  # before the last of a list

    def statement(self, one):
        told = super().statement(one)
        return told[:1].upper() + told[1:]

    def under(self, words):
        return "".join(f"{_UNDER[w.zh][2] if w.zh in _UNDER else f'in {w.zh} ({w.en})'}, "
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
        if one.word.zh in _OF:
            return _OF[one.word.zh][2].format(of, of, "s" if many else "")
        name = one.word.en.removeprefix("the ").removesuffix(" of")
        return f"the {name} {one.word.zh} of {of}"

    def fact(self, one):
        word, no = one.word, "" if one.value == TRUE else "not "
        if word.zh in _SEXES:
            return f"the asker is {no}{_SEXES[word.zh][2]}."
        if word.zh in _TURNS:
            way = _TURNS[word.zh][2]
            return f"the nobleman does not go {way}." if no else f"the nobleman goes {way}."
        return f"{self.subject(word)} is {no}{one.source or f'{word.zh} ({word.en})'}."

    def members(self, one):
        told = [self.group(group) for group in one.groups]
        return " ".join([*told[:1], *(other[:1].upper() + other[1:] for other in told[1:])])

    def group(self, group: Group) -> str:
        subject = self.called(group.members, group.label)
        if not group.traits:
            if group.label is None or group.label.zh in _KIN:
                return f"{_CHARTS[self.art][2]} has {subject}."
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
            return f"{over}{_WHOSE[trait.whose.zh][2]}{name} {word.zh}"
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
        if first.zh not in _RELATIONS:
            at = first.en.removesuffix(" on")
            return f"{be}{'' if trait.holds else ' not'} {at} {first.zh} on {others}"
        one, several = zip(*(_RELATIONS[word.zh][:2] for word in trait.words), strict=True)
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
        return f"{one.source} is {one.number}{found}, {no}{_THAN[one.than][2]} {one.limit}."

    def open(self, one):
        return f"whether {one.source} is open."

    def missing(self, one: Missing) -> str:
        told = f"{one.fact.en} is not known (give {self.given(one.fact.option)})"
        if one.holds:
            told += f"; it holds with {_or([one.fact.values[i][2] for i in one.holds])}"
        told += "; it holds with none." if one.holds == () else "."
        return told[:1].upper() + told[1:]


TELLERS = {"zh": Chinese, "ko": Korean, "en": English}


def _and(names: Sequence[str], last: str = " and ") -> str:
    return ", ".join(names[:-1]) + (last if names[:-1] else "") + names[-1] if names else ""


def _or(names: Sequence[str]) -> str:
    return _and(names, " or ")


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
