"""What explanations in Chinese, Korean and English share.

The words of the language carry the sense; how a sentence is joined in each language stands in
`telling_zh`, `telling_ko` and `telling_en`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from yarrow.rules.evaluate import Env
from yarrow.rules.explain import Member, Statement
from yarrow.rules.explain import members as branches
from yarrow.rules.naming import Names
from yarrow.rules.values import SEATS
from yarrow.rules.words import Word

# Relation -> English of one and of many, Korean stem and the particle before it.
RELATIONS = {
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
SPIRITS = ("青龍", "朱雀", "勾陳", "螣蛇", "白虎", "玄武")
# Whose the truth of a word is, where it is not the hexagram's or the lesson's.
SUBJECTS = {
    **dict.fromkeys(("春", "夏", "秋", "冬", "孟月", "仲月", "季月"), ("月令", "월령", "the month")),
    **dict.fromkeys(("晝", "夜"), ("占時", "점시", "the time")),
}
# Circumstances under which an expression is read, where their names do not say it.
UNDER = {"晝": ("以晝占論", "낮으로 볼 때", "by day"), "夜": ("以夜占論", "밤으로 볼 때", "by night"),
          "男": ("以男命論", "남자의 명으로 볼 때", "by the man's years"),
          "女": ("以女命論", "여자의 명으로 볼 때", "by the woman's years"),
          "母": ("以母命論", "어머니의 명으로 볼 때", "by the mother's years")}
# Whose years are meant.
WHOSE = {"男": ("男之", "남자의 ", "the man's "), "女": ("女之", "여자의 ", "the woman's "),
          "母": ("母之", "어머니의 ", "the mother's ")}
# What some words are called of a thing, where it is not that thing's 之.
OF = {"坐": ("{0}所坐", "{1} 앉은 자리(坐)", "the seat 坐 of {0}"),
       "上": ("{0}上神", "{0} 위에 놓인 신(上)", "what stands 上 over {0}"),
       "將": ("{0}所乘之將", "{1} 태운 천장(將)", "the general{2} 將 on {0}"),
       "行": ("{0}之行", "{0}의 오행(行)", "the element 行 of {0}")}
# Names of several branches; of one of them alone Chinese says 中.
SEVERAL = ("三傳", "四課", "課傳", "六處")
KIN = ("父", "兄", "福", "財", "鬼", "脫", "印", "用")  # of which a chart has some, or none
MONTH, DAY = ("月建", "월건", "the month"), ("日辰", "일진", "the day")
CHARTS = {"liuyao": ("此卦", "이 괘", "the hexagram"), "liuren": ("此課", "이 과", "the lesson")}
SEXES = {"男": ("男子", "남자", "a man"), "女": ("女子", "여자", "a woman")}
TURNS = {"順": ("順行", "순행", "onward"), "逆": ("逆行", "역행", "backward")}
THAN = {"atleast": ("至少", "이상", "at least"), "more": ("多於", "초과", "more than"),
         "atmost": ("至多", "이하", "at most"), "fewer": ("少於", "미만", "fewer than"),
         "same": ("等於", "일 것", "equal to"), "differ": ("異於", "아닐 것", "other than")}


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
        if word.zh in SUBJECTS:
            return SUBJECTS[word.zh][self.column]
        outside = {"日": DAY, "月": MONTH}.get(word.zh[-1]) if self.art == "liuren" else None
        return (outside or CHARTS[self.art])[self.column]

    def bears(self, word: Word) -> bool:
        """Whether it is one of the six spirits, which lines bear."""
        return self.art == "liuyao" and word.zh in SPIRITS

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
        return (self.art == "liuren" and label.zh in SEVERAL
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
