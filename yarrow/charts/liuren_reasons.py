"""Why a 大六壬 chart has the transmissions that it has, in words made from what was weighed."""

from __future__ import annotations

import re
from typing import NamedTuple

from yarrow.charts import ganzhi_names as names
from yarrow.charts.ganzhi import punished, stem_combination
from yarrow.charts.liuren_lessons import (
    BAZHUAN, BIEZE, DEFAULT, FUYIN, KINDS, LODGE, MAOXING, METHODS, WUYI, YAOKE, ZHUIXIA, School,
    derive,
)  # fmt: skip


class Step(NamedTuple):
    """One step of the reasoning in Chinese, Korean and English."""

    zh: str
    ko: str
    en: str


_ORDINAL = (
    ("一", "일", "first"),
    ("二", "이", "second"),
    ("三", "삼", "third"),
    ("四", "사", "fourth"),
)
_CLASS = (("仲", "중", "middle"), ("季", "계", "last"), ("孟", "맹", "first"))  # by branch % 3


def reasons(day: int, shift: int, school: School = DEFAULT) -> tuple[Step, ...]:
    """The steps from four lessons to three transmissions for one lesson of the 720, in order."""
    d = _One(derive([day], [shift], school), school)
    if d.method == FUYIN:
        middle = d.lying()
    elif d.kind == WUYI:
        middle = [d.well()]
    elif d.method == MAOXING:
        middle = [d.pleiades()]
    elif d.method == BIEZE:
        middle = [d.elsewhere()]
    elif d.method == BAZHUAN:
        middle = [d.monopoly()]
    else:
        middle = [*d.choice(), d.onward()]
    return (d.controls(), *middle, d.result())


def _b(branch):
    """The names of one branch or several in three languages, the Chinese beside the other two."""
    members = [names.BRANCHES[b] for b in (branch if hasattr(branch, "__iter__") else [branch])]
    return (
        "、".join(name.zh for name in members),
        "·".join(f"{name.ko}({name.zh})" for name in members),
        ", ".join(f"{name.en} {name.zh}" for name in members),
    )


def _s(stem):
    name = names.STEMS[stem]
    return name.zh, f"{name.ko}({name.zh})", f"{name.en} {name.zh}"


_PARTICLES = {"은(는)": "은는", "이(가)": "이가", "을(를)": "을를"}


def _particle(match: re.Match) -> str:
    """The Korean particle that fits the syllable before it: the first form after a final consonant."""
    syllable, hanja, particle = match.groups()
    open_end = (ord(syllable) - ord("가")) % 28 == 0
    return syllable + (hanja or "") + _PARTICLES[particle][open_end]


def _say(zh: str, ko: str, en: str, **words) -> Step:
    """Fill three templates, each with its own language's part of every word."""
    filled = [
        template.format(**{word: parts[k] for word, parts in words.items()})
        for k, template in enumerate((zh, ko, en))
    ]
    filled[1] = re.sub(r"([가-힣])(\([^)]*\))?(은\(는\)|이\(가\)|을\(를\))", _particle, filled[1])
    return Step(*filled)


class _One:
    """A Derivation of length one, with its entries as plain values."""

    def __init__(self, derivation, school):
        self.school = school
        for name, array in vars(derivation).items():
            value = array[0]
            setattr(self, name, value.tolist())
        self.stem, self.branch = self.day % 10, self.day % 12
        self.yang = self.stem % 2 == 0
        self.polarity = ("陽", "양", "yang") if self.yang else ("陰", "음", "yin")

    def below(self, k):
        """What stands below in lesson k: the day's stem in the first, a branch in the others."""
        return _s(self.stem) if k == 0 else _b(self.lower[k])

    def controls(self) -> Step:
        """Which lessons show control, each said once."""
        parts = []
        for k in range(4):
            if not self.first[k] or not (self.robs[k] or self.subdues[k]):
                continue
            robs = self.robs[k]
            parts.append(
                _say(
                    "{n}課{up}臨{low}，" + ("下賊上" if robs else "上克下"),
                    "{n}과 {up}이(가) {low}에 임하여 " + ("하적상" if robs else "상극하"),
                    "{n} lesson, {up} over {low}: " + ("below robs above" if robs else "above controls below"),
                    n=_ORDINAL[k], up=_b(self.upper[k]), low=self.below(k),
                )
            )  # fmt: skip
        if not parts:
            return Step(
                "四課上下無克。", "사과의 상하에 극이 없다.", "No control in the four lessons."
            )
        return Step(
            "；".join(p.zh for p in parts) + "。",
            "; ".join(p.ko for p in parts) + ".",
            "; ".join(p.en for p in parts) + ".",
        )

    def choice(self) -> list[Step]:
        """賊克, 比用, 涉害 and 遙克: from candidates to the first transmission."""
        pool = [k for k in range(4) if self.pool[k]]
        gods = _b([self.upper[k] for k in pool])
        begin = _b(self.transmissions[0])
        steps = []
        if any(self.robs):
            what = ("下賊上", "하적상", "robbed from below")
        elif any(self.subdues):
            what = ("上克下", "상극하", "in control of what is below")
        elif any(self.afar):
            what = ("遙克日干", "일간을 멀리서 극하는 것", "in control of the day from afar")
        else:
            what = ("日干所遙克", "일간이 멀리서 극하는 것", "controlled by the day from afar")
        if self.method == YAOKE and any(self.afar) is False:
            steps.append(
                Step(
                    "無神遙克日干。",
                    "일간을 멀리서 극하는 신이 없다.",
                    "No god controls the day from afar.",
                )
            )
        if any(self.robs) and any(self.subdues):
            steps.append(
                Step(
                    "下賊上先於上克下。", "하적상을 상극하보다 먼저 취한다.",
                    "Robbing from below goes before control from above.",
                )
            )  # fmt: skip
        if len(pool) == 1:
            return steps + [
                _say(
                    "獨{god}為{what}，取為初傳。", "{god}만이 {what}이므로 초전으로 취한다.",
                    "{god} alone is {what}: it is the first transmission.", god=gods, what=what,
                )
            ]  # fmt: skip
        steps.append(
            _say("{what}者：{gods}。", "{what}: {gods}.", "{what}: {gods}.", what=what, gods=gods)
        )
        alike = [k for k in pool if self.alike[k]]
        stem = _s(self.stem)
        if len(alike) == 1:
            return steps + [
                _say(
                    "{stem}為{pol}干，獨{god}與之俱比，取為初傳。",
                    "{stem}은(는) {pol}간이고 {god}만이 이와 비(比)하므로 초전으로 취한다.",
                    "{stem} is {pol} and {god} alone is alike to it: it is the first transmission.",
                    stem=stem, pol=self.polarity, god=begin,
                )
            ]  # fmt: skip
        kept = [k for k in range(4) if self.kept[k]]
        steps.append(
            _say(
                "{stem}為{pol}干，" + ("{gods}俱比" if alike else "諸神俱不比") + "，故以涉害論。",
                "{stem}은(는) {pol}간인데 " + ("{gods} 모두 비(比)하므로" if alike else "모두 비(比)하지 않으므로")
                + " 섭해로 논한다.",
                "{stem} is {pol}; " + ("{gods} are all alike to it" if alike else "none is alike to it")
                + ", so crossing harm decides.",
                stem=stem, pol=self.polarity, gods=_b([self.upper[k] for k in kept]),
            )
        )  # fmt: skip
        return steps + self.crossing(kept, begin)

    def crossing(self, kept, begin) -> list[Step]:
        """涉害: depths where the school counts them, then 孟仲季, then the day's own side."""
        steps = []
        if self.school.shehai == "depth":
            counts = [f"{{b{k}}} {self.depth[k]}" for k in kept]
            steps.append(
                _say(
                    "涉歸本家所歷之克：" + "、".join(counts) + "。",
                    "본가로 돌아가며 겪는 극의 수: " + ", ".join(counts) + ".",
                    "Controls met on the way home: " + ", ".join(counts) + ".",
                    **{f"b{k}": _b(self.upper[k]) for k in kept},
                )
            )
            most = max(self.depth[k] for k in kept)
            kept = [k for k in kept if self.depth[k] == most]
            if len(kept) == 1:
                return steps + [
                    _say(
                        "{god}涉害最深，取為初傳。", "{god}의 섭해가 가장 깊으므로 초전으로 취한다.",
                        "{god} is deepest: it is the first transmission.", god=begin,
                    )
                ]  # fmt: skip
        seats = [f"{{b{k}}}{{s{k}}}{{c{k}}}" for k in kept]
        words = {}
        for k in kept:
            words |= {f"b{k}": _b(self.upper[k]), f"c{k}": _CLASS[self.lower[k] % 3]}
            low = _b(self.lower[k])
            words[f"s{k}"] = (f"臨{low[0]}為", f"→{low[1]} ", f" on {low[2]}, ")
        steps.append(
            _say(
                "，".join(seats) + "。",
                ", ".join(seats) + ".",
                "; ".join(seats) + " of its season.",
                **words,
            )
        )
        if self.kind == ZHUIXIA:
            steps.append(
                _say(
                    "復等，{pol}日先取{side}，{god}為初傳。",
                    "다시 같으므로 {pol}일은 {side}을(를) 먼저 취하여 {god}이(가) 초전이 된다.",
                    "Equal again: a {pol} day takes from the side of {side}, so {god} is the first.",
                    pol=self.polarity,
                    side=("干上", "간상", "the stem")
                    if self.yang
                    else ("支上", "지상", "the branch"),
                    god=begin,
                )
            )
        else:
            steps.append(
                _say(
                    "先孟後仲，取{god}為初傳。", "맹을 먼저, 중을 다음으로 하여 {god}을(를) 초전으로 취한다.",
                    "First before middle before last: {god} is the first transmission.", god=begin,
                )
            )  # fmt: skip
        return steps

    def onward(self) -> Step:
        """The second and third: what stands over the one before."""
        first, second, third = (_b(b) for b in self.transmissions)
        return _say(
            "{a}上{b}為中傳，{b}上{c}為末傳。", "{a} 위의 {b}이(가) 중전, {b} 위의 {c}이(가) 말전이다.",
            "Over {a} stands {b}, the second; over {b} stands {c}, the third.",
            a=first, b=second, c=third,
        )  # fmt: skip

    def _sides(self):
        return _b(self.upper[0]), _b(self.upper[2])

    def pleiades(self) -> Step:
        """昴星: over 酉 on a yang day, under it on a yin day."""
        day, branch = self._sides()
        if self.yang:
            return _say(
                "無遙克，四課俱全，陽日取地盤酉上之{a}為初傳，支上{c}為中傳，干上{b}為末傳。",
                "요극이 없고 사과가 모두 갖추어졌으니 양일은 지반 유(酉) 위의 {a}을(를) 초전, 지상 {c}을(를) 중전, "
                "간상 {b}을(를) 말전으로 취한다.",
                "No control from afar and four different lessons: a yang day takes {a} over you 酉, then {c} "
                "over the branch, then {b} over the stem.",
                a=_b(self.transmissions[0]), b=day, c=branch,
            )  # fmt: skip
        return _say(
            "無遙克，四課俱全，陰日取天盤酉下之{a}為初傳，干上{b}為中傳，支上{c}為末傳。",
            "요극이 없고 사과가 모두 갖추어졌으니 음일은 천반 유(酉) 아래의 {a}을(를) 초전, 간상 {b}을(를) 중전, "
            "지상 {c}을(를) 말전으로 취한다.",
            "No control from afar and four different lessons: a yin day takes {a} under you 酉, then {b} over "
            "the stem, then {c} over the branch.",
            a=_b(self.transmissions[0]), b=day, c=branch,
        )  # fmt: skip

    def elsewhere(self) -> Step:
        """別責: the partner of the stem, or the next of the branch's trine."""
        begin, (day, _) = _b(self.transmissions[0]), self._sides()
        if self.yang:
            partner = int(stem_combination(self.stem))
            return _say(
                "無遙克，四課缺一，陽日取干合{p}所寄{h}上之{a}為初傳，中末俱用干上{b}。",
                "요극이 없고 사과 중 하나가 빠졌으니 양일은 간합 {p}이(가) 기거하는 {h} 위의 {a}을(를) 초전으로, "
                "중전과 말전은 모두 간상 {b}을(를) 쓴다.",
                "No control from afar and one lesson doubled: a yang day takes {a} over {h}, lodging of its "
                "partner {p}; then {b} over the stem twice.",
                p=_s(partner), h=_b(LODGE[partner]), a=begin, b=day,
            )  # fmt: skip
        next_one = _b((self.branch + 4) % 12)
        above = self.school.bieze == "above"
        return _say(
            "無遙克，四課缺一，陰日取支三合前一位{n}" + ("上之{a}" if above else "") + "為初傳，中末俱用干上{b}。",
            "요극이 없고 사과 중 하나가 빠졌으니 음일은 지의 삼합 앞 한 자리 {n}"
            + (" 위의 {a}" if above else "") + "을(를) 초전으로, 중전과 말전은 모두 간상 {b}을(를) 쓴다.",
            "No control from afar and one lesson doubled: a yin day takes "
            + ("{a} over {n}" if above else "{n}")
            + ", the next of its branch's trine; then {b} over the stem twice.",
            n=next_one, a=begin, b=day,
        )  # fmt: skip

    def monopoly(self) -> Step:
        """八專: three on from 干上, or three back from the fourth lesson, both ends counted."""
        begin, (day, _) = _b(self.transmissions[0]), self._sides()
        if any(self.afar) or any(self.shot):
            passed = ("雖有遙克，八專不取。", "요극이 있으나 팔전에서는 취하지 않는다. ",
                      "Control from afar is passed over. ")  # fmt: skip
        else:
            passed = ("", "", "")
        return _say(
            "{passed}干支同位，" + ("陽日從干上{s}順數" if self.yang else "陰日從第四課上{s}逆數")
            + "三位得{a}為初傳，中末俱用干上{b}。",
            "{passed}간과 지가 같은 자리이니 " + ("양일은 간상 {s}에서 순으로" if self.yang else "음일은 넷째 과 위의 {s}에서 역으로")
            + " 세 자리를 세어 {a}을(를) 초전으로, 중전과 말전은 모두 간상 {b}을(를) 쓴다.",
            "{passed}Stem and branch share a place: "
            + ("a yang day counts three on from {s}" if self.yang else "a yin day counts three back from {s}")
            + " to {a}; then {b} over the stem twice.",
            passed=passed, s=day if self.yang else _b(self.upper[3]), a=begin, b=day,
        )  # fmt: skip

    def well(self) -> Step:
        """井欄射: the post horse, then the branch's side, then the stem's."""
        day, branch = self._sides()
        return _say(
            "返吟無克，取{z}支驛馬{a}為初傳，支上{c}為中傳，干上{b}為末傳。",
            "반음에 극이 없으니 {z}지의 역마 {a}을(를) 초전, 지상 {c}을(를) 중전, 간상 {b}을(를) 말전으로 취한다.",
            "Turning moan without control: {a}, post horse of {z}, then {c} over the branch, then {b} over "
            "the stem.",
            z=_b(self.branch), a=_b(self.transmissions[0]), b=day, c=branch,
        )  # fmt: skip

    def lying(self) -> list[Step]:
        """伏吟: where it starts, and how punishment leads on."""
        one, two, three = self.transmissions
        a, b, c = _b(one), _b(two), _b(three)
        from_day = self.start == 0
        direct = any(self.robs) or any(self.subdues)
        why = (
            ("伏吟有克，", "복음에 극이 있으니", "Lying moan with control")
            if direct
            else ("伏吟無克，" + self.polarity[0] + "日", f"복음에 극이 없는 {self.polarity[1]}일이니",
                  f"Lying moan without control on a {self.polarity[2]} day")
        )  # fmt: skip
        side = (
            ("干上", "간상", "over the stem") if from_day else ("支上", "지상", "over the branch")
        )
        other = (
            ("支上", "지상", "over the branch") if from_day else ("干上", "간상", "over the stem")
        )
        steps = [
            _say(
                "{why}取{side}{a}為初傳。", "{why} {side} {a}을(를) 초전으로 취한다.",
                "{why}: it starts with {a} {side}.", why=why, side=side, a=a,
            )
        ]  # fmt: skip
        if int(punished(one)) == one:
            steps.append(
                _say(
                    "{a}自刑，取{other}{b}為中傳。", "{a}은(는) 자형이므로 {other} {b}을(를) 중전으로 취한다.",
                    "{a} punishes itself, so {b} {other} is the second.", a=a, b=b, other=other,
                )
            )  # fmt: skip
        else:
            steps.append(
                _say(
                    "{a}刑{b}為中傳。", "{a}이(가) 형하는 {b}이(가) 중전이다.",
                    "{a} punishes {b}, the second.", a=a, b=b,
                )
            )  # fmt: skip
        if int(punished(two)) == three:
            steps.append(
                _say(
                    "{b}刑{c}為末傳。", "{b}이(가) 형하는 {c}이(가) 말전이다.",
                    "{b} punishes {c}, the third.", b=b, c=c,
                )
            )  # fmt: skip
        else:
            itself = int(punished(two)) == two
            steps.append(
                _say(
                    ("{b}自刑" if itself else "{b}還刑{a}") + "，取其沖{c}為末傳。",
                    ("{b}은(는) 자형이므로" if itself else "{b}이(가) 도로 {a}을(를) 형하므로")
                    + " 그 충 {c}을(를) 말전으로 취한다.",
                    ("{b} punishes itself" if itself else "{b} punishes {a} back")
                    + ", so its clash {c} is the third.",
                    a=a, b=b, c=c,
                )
            )  # fmt: skip
        return steps

    def result(self) -> Step:
        """The method and what it comes to."""
        method, kind = METHODS[self.method], KINDS[self.kind]
        three = "".join(names.BRANCHES[b].zh for b in self.transmissions)
        return Step(
            f"{method[0]}（{kind[0]}）：{three}。", f"{method[1]}({kind[1]}): {three}.",
            f"{method[2]} ({kind[2]}): {three}.",
        )  # fmt: skip
