"""Every rule of the corpus on one chart and one question: which speak, are blocked, want a fact.

A `Library` holds the rules with their conditions parsed; `yarrow.store.library` reads it from the
database. The question is part of a condition: a rule on a wider question than the one asked
applies, one on a narrower question is unknown until it is asked, any other is not asked about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from yarrow.charts import liuyao
from yarrow.charts.liuren_chart import Chart as LiurenChart
from yarrow.charts.liuyao_chart import LiuyaoChart
from yarrow.charts.liuyao_conventions import BY_TEXT, DEFAULT
from yarrow.errors import Fault, YarrowError
from yarrow.rules import liuren_base, liuyao_base
from yarrow.rules.evaluate import Env, evaluate, truth
from yarrow.rules.explain import Explanation, explain
from yarrow.rules.facts import KIN
from yarrow.rules.judgments import Judgments, near
from yarrow.rules.lacking import Lacking
from yarrow.rules.naming import LANGUAGES, Names
from yarrow.rules.records import Expression, Judgment
from yarrow.rules.telling import tell
from yarrow.rules.values import FALSE, TRUE, UNKNOWN, Set

STATUSES = ("true", "exception", "unknown", "false")
ANY = "通占"  # the widest question, which is asked where none is told


@dataclass(frozen=True)
class Reading:
    """Another defensible reading of a rule's words."""

    ground: str
    when: Expression | None
    says: tuple[Judgment, ...] = ()
    omen: str = ""


@dataclass(frozen=True)
class Rule:
    """A rule, or a row of a table, as it is consulted. quote: its Chinese; ko: the Korean of it by
    the alignment, "" where there is none. otherwise: it holds where none of these rules does.
    bears: how to weigh what, as `勿論: 脫`."""

    id: str
    text: str
    passage: str
    layer: str
    quote: str
    ko: str
    ko_status: str
    asks: str
    omen: str
    when: Expression | None
    says: tuple[Judgment, ...]
    otherwise: tuple[str, ...] = ()
    bears: str = ""
    readings: tuple[Reading, ...] = ()

    @property
    def conditional(self) -> bool:
        """Whether a chart decides it."""
        return self.when is not None or bool(self.otherwise)

    @property
    def answers(self) -> bool:
        """Whether a chart answers what it says (產期 … 以破胎之日)."""
        return any(judgment.answer is not None for judgment in self.says)


@dataclass(frozen=True)
class Library:
    """All rules, by id in the order of the corpus. bonds: of a rule, the rules that cancel, limit,
    add to it or are required, with the effect; bearing: those on how to weigh it. arts: by text."""

    rules: Mapping[str, Rule]
    bonds: Mapping[str, tuple[tuple[str, str], ...]]
    bearing: Mapping[str, tuple[str, ...]]
    arts: Mapping[str, str]
    titles: Mapping[str, tuple[str, str]]
    lists: Judgments

    def citation(self, passage: str) -> str:
        """婚姻 (혼인) 3."""
        slug, _, n = passage.rpartition("-")
        zh, ko = self.titles[slug]
        return f"{zh} ({ko}) {n}"


@dataclass(frozen=True, eq=False)
class Verdict:
    """What became of one rule. value: of its own condition, with the question. blocks: the rules
    that cancel it, or are required and fail, each with its value there; touching: those that hold
    and limit or add to it; bearing: those that hold and say how to weigh it; question: the
    narrower question on which it would speak."""

    rule: Rule
    status: str
    value: int
    consultation: Consultation = field(repr=False)
    blocks: tuple[tuple[str, str, int], ...] = ()
    touching: tuple[tuple[str, str], ...] = ()
    bearing: tuple[str, ...] = ()
    question: str = ""

    @property
    def explanation(self) -> Explanation | None:
        """Why its own condition is as it is; None where it is only that other rules fail."""
        return self.consultation.explained(self.rule)

    @property
    def value_on_chart(self) -> int:
        """The value of its condition on the chart, whatever is asked."""
        return self.consultation.valued(self.rule.text, self.rule.when)

    @property
    def wants(self) -> tuple[str, ...]:
        """How the facts are given for want of which it is unknown, by their options."""
        if self.status != "unknown":
            return ()
        rules = [self.rule, *(self.consultation.library.rules[id_] for id_ in self.rule.otherwise),
                 *(self.consultation.library.rules[id_] for id_, _, _ in self.blocks)]
        found = [self.consultation.explained(rule) for rule in rules]
        options = [one.fact.option for explanation in found if explanation
                   for one in explanation.missing]
        if self.question:
            options.append(f"--asks {self.question}")
        options += [f"--asks {self.consultation.library.rules[id_].asks}"
                    for id_, _, _ in self.blocks if self.consultation.narrower(id_, self.rule)]
        return tuple(dict.fromkeys(options))

    @property
    def elsewhere(self) -> bool:
        """Whether it would hold if another thing were asked, for all that the chart tells."""
        return bool(self.status == "unknown" and self.question and self.value_on_chart == TRUE)

    @property
    def other_readings(self) -> tuple[tuple[Reading, int], ...]:
        """Readings by which the condition is otherwise, with its value."""
        text, valued = self.rule.text, self.consultation.valued
        values = ((one, valued(text, one.when)) for one in self.rule.readings)
        own = valued(text, self.rule.when)
        return tuple((one, value) for one, value in values if value != own)

    def why(self, lang: str, given: Callable[[str], str] = str) -> str:
        """The explanation in a language, with what blocks it. given: as `telling.tell` has it."""
        return Saying(self.consultation, lang, given).why(self)

    def says(self, lang: str) -> tuple[str, ...]:
        """Its judgments in a language, the omen last."""
        return Saying(self.consultation, lang).says(self.rule)


@dataclass(eq=False)
class Consultation:
    """The rules of one art on one chart and question; iterate it for those that speak."""

    library: Library
    art: str
    asks: str
    envs: Mapping[str, Env]  # by text
    _values: dict[str, int] = field(default_factory=dict)
    _conditions: dict[tuple[str, str], int] = field(default_factory=dict)
    _asked: dict[str, int] = field(default_factory=dict)
    _lacking: dict[int, Lacking] = field(default_factory=dict)
    _known: dict[str, Explanation] = field(default_factory=dict)

    @cached_property
    def verdicts(self) -> tuple[Verdict, ...]:
        """Every rule on the question that the chart decides, in the order of the corpus, and those
        without a condition that it answers, where just that is asked."""
        return tuple(filter(None, (
            self._verdict(rule) for rule in self.library.rules.values()
            if rule.text in self.envs and (
                rule.conditional or rule.answers and self.asked(rule) == TRUE))))

    def of(self, *statuses: str) -> tuple[Verdict, ...]:
        """The verdicts of some statuses, in their order."""
        return tuple(one for status in statuses for one in self.verdicts if one.status == status)

    def __iter__(self) -> Iterator[Verdict]:
        return iter(self.of("true", "exception", "unknown"))

    @cached_property
    def beside(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """What the true rules say, by aspect: each value with the ids of the rules that say it.
        The omens are under "omen". Opposed values stand side by side."""
        condition = Saying(self, "zh").condition
        found: dict[str, dict[str, tuple[str, ...]]] = {}
        for (about, party), values in self._said.items():
            about += f"（{party}）" if party else ""
            for (value, on), ids in values.items():
                note = f"（{'，'.join(condition(*one) for one in on)}）" if on else ""
                found.setdefault(about, {})[value + note] = ids
        return found

    @cached_property
    def _said(self) -> dict[tuple[str, str], dict[tuple[str, tuple], tuple[str, ...]]]:
        """`beside`, by aspect and party, with each value apart from the events on which it is said."""
        found: dict[tuple[str, str], dict[tuple[str, tuple], list[str]]] = {}
        for verdict in self.of("true"):
            rule = verdict.rule
            if rule.omen:
                found.setdefault(("omen", ""), {}).setdefault((rule.omen, ()), []).append(rule.id)
            for judgment in rule.says:
                value = " / ".join(judgment.values) or self.answer(rule, judgment.answer, "zh")
                key = value, tuple(judgment.on_condition)
                for party in self.parties(rule, judgment) or ("",):
                    about = judgment.about, party
                    found.setdefault(about, {}).setdefault(key, []).append(rule.id)
        return {about: {key: tuple(dict.fromkeys(ids)) for key, ids in values.items()}
                for about, values in found.items()}

    def side_by_side(self, lang: str) -> list[tuple[str, list[tuple[str, tuple[str, ...]]]]]:
        """The aspects on which rules say several things, in a language: each with its values and
        the ids of the rules that say them. What one and the same rules say stands there already."""
        lists, found, condition = self.library.lists, [], Saying(self, lang).condition
        for (about, party), values in self._said.items():
            if len({value for value, _ in values}) > 1 and len(set(values.values())) > 1:
                labels = lists.omens if about == "omen" else lists.aspects[about].values
                name = (("吉凶", "길흉", "omen")[LANGUAGES.index(lang)] if about == "omen"
                        else Saying(self, lang).about(about, (party,) if party else ()))
                found.append((name, [
                    (" / ".join(getattr(labels[v], lang) if v in labels else v
                                for v in value.split(" / "))
                     + (f" ({', '.join(condition(*one) for one in on)})" if on else ""), ids)
                    for (value, on), ids in values.items()]))
        return found

    def explained(self, rule: Rule) -> Explanation | None:
        """The explanation of a rule's own condition, made once."""
        if rule.when is None:
            return None
        if rule.id not in self._known:
            env = self.envs[rule.text]
            lacking = self._lacking.get(id(env)) or self._lacking.setdefault(id(env), Lacking(env))
            self._known[rule.id] = explain(rule.when.source, rule.when.node, env, lacking)
        return self._known[rule.id]

    def valued(self, text: str, when: Expression | None) -> int:
        """The value of a condition by itself; TRUE where there is none."""
        if when is None:
            return TRUE
        key = text, when.source
        if key not in self._conditions:
            self._conditions[key] = int(truth(when.node, self.envs[text]).data[0])
        return self._conditions[key]

    def parties(self, rule: Rule, judgment: Judgment) -> tuple[str, ...]:
        """Of whom a judgment is on the chart; all that it can be of where none is certain."""
        sure = tuple(one for one, when in judgment.of if self.valued(rule.text, when) == TRUE)
        return sure or tuple(one for one, _ in judgment.of)

    def answer(self, rule: Rule, expression: Expression, lang: str) -> str:
        """What an expression that answers a question gives on the chart."""
        env = self.envs[rule.text]
        found = evaluate(expression.node, env)
        if isinstance(found, Set):
            return Names(env, lang).answer(found) or "–"
        return expression.source

    def asked(self, rule: Rule) -> int:
        """Whether a rule's question is asked: TRUE, UNKNOWN for a narrower one, else FALSE."""
        if rule.asks not in self._asked:
            lists = self.library.lists
            narrower = UNKNOWN if self.asks in lists.chain(rule.asks) else FALSE
            self._asked[rule.asks] = TRUE if rule.asks in lists.chain(self.asks) else narrower
        return self._asked[rule.asks]

    def narrower(self, id_: str, than: Rule) -> bool:
        """Whether a rule is on a narrower question than the one asked and than that of another."""
        rule = self.library.rules[id_]
        return self.asked(rule) == UNKNOWN and rule.asks not in self.library.lists.chain(than.asks)

    def own(self, id_: str, seen: tuple[str, ...] = ()) -> int:
        """The value of a rule's condition with its question, and of `otherwise`."""
        rule = self.library.rules[id_]
        value = min(self.asked(rule), self.valued(rule.text, rule.when))
        for other in rule.otherwise:
            if value != FALSE and other not in seen:
                value = min(value, TRUE - self.own(other, (*seen, id_)))
        return value

    def value(self, id_: str, seen: tuple[str, ...] = ()) -> int:
        """The value of a rule with its exceptions and provisos. seen: the rules that it is asked
        for, which do not bear on it: of two that cancel each other neither holds."""
        if not seen and id_ in self._values:
            return self._values[id_]
        value = self.own(id_)
        for other, effect in self.library.bonds.get(id_, ()):
            if value != FALSE and other not in seen and effect in ("cancel", "require"):
                touched = self.touch(other, (*seen, id_))
                value = min(value, touched if effect == "require" else TRUE - touched)
        if not seen:
            self._values[id_] = value
        return value

    def touch(self, id_: str, seen: tuple[str, ...]) -> int:
        """The value of a rule as an exception; FALSE where no chart decides it."""
        return self.value(id_, seen) if self.library.rules[id_].conditional else FALSE

    def _verdict(self, rule: Rule) -> Verdict | None:
        asked = self.asked(rule)
        if asked == FALSE:
            return None
        own = self.own(rule.id)
        blocks, touching = [], []
        for other, effect in self.library.bonds.get(rule.id, ()) if own != FALSE else ():
            value = self.touch(other, (rule.id,))
            if effect == "cancel" and value != FALSE or effect == "require" and value != TRUE:
                blocks.append((other, effect, value))
            elif effect in ("limit", "add") and value == TRUE:
                touching.append((other, effect))
        value = self.value(rule.id)
        if own == TRUE and value == FALSE:
            status = "exception"
        else:
            status = {TRUE: "true", UNKNOWN: "unknown", FALSE: "false"}[value]
        bearing = () if own == FALSE else tuple(
            other for other in self.library.bearing.get(rule.id, ()) if self._bears(other, rule.id))
        return Verdict(rule, status, own, self, tuple(blocks), tuple(touching), bearing,
                       rule.asks if asked == UNKNOWN else "")

    def _bears(self, id_: str, on: str) -> bool:
        """Whether a rule on weight is shown with another: where the chart bears it out; of one that
        asks nothing of the chart, where it names the other or its table, and not a word alone."""
        rule = self.library.rules.get(id_)
        if rule is None or self.value(id_) != TRUE:
            return False
        named = rule.bears.partition(": ")[2].split()
        return rule.conditional or on in named or on.rpartition("-")[0] in named


class Saying:
    """Verdicts in one language."""

    _BLOCKS = {
        "cancel": {
            TRUE: ("{q}（{i}）破之：", "{i}의 말이 이를 막는다. {q}: ", "{i} cancels it, {q}: "),
            UNKNOWN: ("{q}（{i}）或破之：", "{i}의 말이 이를 막을 수 있다. {q}: ",
                      "{i} may cancel it, {q}: "),
        },
        "require": {
            FALSE: ("須{q}（{i}），今不然：", "{i}의 말대로여야 하는데 그렇지 않다. {q}: ",
                    "It needs {i}, {q}, which fails: "),
            UNKNOWN: ("須{q}（{i}），未定：", "{i}의 말대로여야 하는데 알 수 없다. {q}: ",
                      "It needs {i}, {q}, which is open: "),
        },
        "else": {FALSE: ("非{q}（{i}）：", "{i}의 말은 성립하지 않는다. {q}: ",
                         "{i} does not hold, {q}: ")},
        "limit": {TRUE: ("{q}（{i}）限之。", "{i}의 말이 이를 제한한다. {q}", "{i} limits it: {q}")},
        "add": {TRUE: ("{q}（{i}）益之。", "{i}의 말이 여기에 더한다. {q}", "{i} adds to it: {q}")},
        "bears": {TRUE: ("論輕重見{q}（{i}）。", "경중은 {i}의 말을 볼 것. {q}",
                         "On its weight see {i}: {q}")},
    }  # fmt: skip

    def __init__(self, consultation: Consultation, lang: str, given: Callable[[str], str] = str):
        self.given = given
        self.consultation, self.lang, self.column = consultation, lang, LANGUAGES.index(lang)
        self.library = consultation.library

    def why(self, verdict: Verdict) -> str:
        """Why it is true, blocked, unknown or false, in sentences."""
        parts = [self.own(verdict.rule)]
        if verdict.question and verdict.status == "unknown":
            parts.append(self.question(verdict.question))
        for other in verdict.rule.otherwise:
            if verdict.value == TRUE:
                false = self.consultation.valued(verdict.rule.text, self.library.rules[other].when)
                parts.append(self.block(other, "else", FALSE) + (
                    self.own(self.library.rules[other]) if false == FALSE else ""))
        for other, effect, value in verdict.blocks:
            parts.append(self.block(other, effect, value) + self.own(self.library.rules[other]))
            if self.consultation.narrower(other, verdict.rule):
                parts.append(self.question(self.library.rules[other].asks))
        parts += [self.block(other, effect, TRUE) for other, effect in verdict.touching]
        parts += [self.block(other, "bears", TRUE) for other in verdict.bearing]
        if not verdict.rule.conditional:
            parts.append(("凡此問皆論。", "이 물음에는 언제나 하는 말이다.",
                          "It is said of every chart on this question.")[self.column])
        for reading in verdict.rule.readings:
            same = self.consultation.valued(verdict.rule.text, reading.when) == TRUE
            if verdict.value == TRUE and same and (reading.says, reading.omen) != (
                    verdict.rule.says, verdict.rule.omen):
                told = self.told(verdict.rule, reading.says, reading.omen)
                parts.append((f"另一讀法：{'；'.join(told)}。", f"달리 읽으면: {'; '.join(told)}.",
                              f"By another reading: {'; '.join(told)}.")[self.column])
        for _, value in verdict.other_readings:
            parts.append({
                TRUE: ("另一讀法則合。", "달리 읽으면 성립한다.", "By another reading it holds."),
                FALSE: ("另一讀法則不合。", "달리 읽으면 성립하지 않는다.",
                        "By another reading it does not hold."),
                UNKNOWN: ("另一讀法未定。", "달리 읽으면 정해지지 않는다.",
                          "By another reading it is open."),
            }[value][self.column])
        return ("" if self.lang == "zh" else " ").join(dict.fromkeys(filter(None, parts)))

    def question(self, asks: str) -> str:
        """That something is said on a question alone."""
        label = getattr(self.library.lists.questions[asks].label, self.lang)
        how = self.given(f"--asks {asks}")
        return (f"若問{asks}則論（{how}）。", f"'{label}'에 관한 물음일 때의 말이다({how}).",
                f"It is said where the question is {label} ({how}).")[self.column]

    def own(self, rule: Rule) -> str:
        explanation = self.consultation.explained(rule)
        return tell(explanation, self.lang, self.given) if explanation else ""

    def block(self, id_: str, effect: str, value: int) -> str:
        """That another rule touches this one, with its words."""
        rule = self.library.rules[id_]
        quote = f"「{rule.quote}」" if self.lang == "zh" else f"“{rule.ko or rule.quote}”" if (
            self.lang == "ko") else f"“{rule.quote}”"
        return self._BLOCKS[effect][value][self.column].format(q=quote, i=id_)

    def says(self, rule: Rule) -> tuple[str, ...]:
        """The judgments of a rule, and its omen."""
        return self.told(rule, rule.says, rule.omen, rule.bears)

    def told(self, rule: Rule, says: Iterable[Judgment], omen: str,
             bears: str = "") -> tuple[str, ...]:
        """Judgments of a rule or of another reading of it, how it bears on others, and the omen."""
        told = [self.judgment(rule, one) for one in says]
        if bears:
            how, _, of = bears.partition(": ")
            comma, colon = ("、", "：") if self.lang == "zh" else (", ", ": ")
            told.append(f"{of.replace(' ', comma)}{colon}"
                        f"{getattr(self.library.lists.bearings[how], self.lang)}")
        if omen:
            told.append(getattr(self.library.lists.omens[omen], self.lang))
        return tuple(told)

    def judgment(self, rule: Rule, one: Judgment) -> str:
        """成否：必易成; whether it comes about: it comes about easily (certainly)."""
        lists = self.library.lists
        aspect = lists.aspects[one.about]
        value = " / ".join(getattr(aspect.values[v], self.lang) for v in one.values)
        if one.answer is not None:
            value = self.consultation.answer(rule, one.answer, self.lang)
        notes = [getattr(labels[name], self.lang) for labels, name in
                 ((lists.forces, one.force), (lists.occasions, one.occasion)) if name]
        notes += [self.condition(about, v) for about, v in one.on_condition]
        colon = "：" if self.lang == "zh" else ": "
        note = f"（{'，'.join(notes)}）" if self.lang == "zh" else f" ({', '.join(notes)})"
        about = self.about(one.about, self.consultation.parties(rule, one))
        return f"{about}{colon}{value}{note if notes else ''}"

    def about(self, aspect: str, parties: Sequence[str]) -> str:
        """容貌（婦）; the looks (of the wife)."""
        label = getattr(self.library.lists.aspects[aspect].label, self.lang)
        whose = [getattr(self.library.lists.parties[one], self.lang) for one in parties]
        if not whose:
            return label
        return (f"{label}（{'、'.join(whose)}）", f"{label}({', '.join(whose)})",
                f"{label} (of {' and '.join(whose)})")[self.column]

    def condition(self, about: str, value: str) -> str:
        label = getattr(self.library.lists.aspects[about].values[value], self.lang)
        return (f"若{label}", f"{label}일 경우", f"if {label}")[self.column]


def consult(library: Library, chart: LiuyaoChart | LiurenChart, asks: str | None = None, *,
            sex: int = -1, persons: Mapping[str, tuple[int, int]] | None = None) -> Consultation:
    """All rules on a chart of either art.

    asks: a question of corpus/questions.yaml; without one only what is said of any question is
    decided. sex: 六壬, 1 a man, 0 a woman; persons: as `liuren_base.environment` takes them.
    六爻 is read by the chart's own conventions, or, where they are the default, by those of each
    text. YarrowError if there is no such question.
    """
    if faults := check_question(library, asks):
        raise YarrowError(faults)
    asks, questions = asks or ANY, library.lists.questions
    if isinstance(chart, LiuyaoChart):
        use = next((questions[q].use for q in reversed(library.lists.chain(asks))
                    if questions[q].use), None)
        envs = _liuyao_envs(library, chart, None if use is None else KIN.index(use))
        return Consultation(library, "liuyao", asks, envs)
    arrays, told = chart.arrays(), {"sex": np.array([sex], np.int8), "persons": persons}
    usual = liuren_base.environment(arrays, **told)
    return Consultation(library, "liuren", asks, {
        text: liuren_base.environment(arrays, text=text, **told) if text in liuren_base.BY_TEXT else usual
        for text, art in library.arts.items() if art == "liuren"})


def check_question(library: Library, asks: str | None) -> list[Fault]:
    """That a question is one of the corpus, if there is one."""
    questions = library.lists.questions
    if not asks or asks in questions:
        return []
    remedy = f"perhaps {near(asks, questions)}"
    return [Fault("--asks", f"{asks!r} is no question of the corpus", remedy)]


def _liuyao_envs(library: Library, chart: LiuyaoChart, use: int | None) -> dict[str, Env]:
    envs: dict[str, Env] = {}
    for text, art in library.arts.items():
        if art == "liuyao":
            own = chart.conventions != DEFAULT
            conventions = chart.conventions if own else BY_TEXT.get(text, DEFAULT)
            same = next((env for env in envs.values()
                         if env.charts.conventions == conventions), None)
            batch: liuyao.Liuyao = replace(chart.array, conventions=conventions)
            envs[text] = same or liuyao_base.environment(batch, use=use)
    return envs
