"""The charts that texts 001 and 004 work, recomputed. See data/liuren_worked.yaml."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
import yaml

from yarrow.charts import ganzhi as gz
from yarrow.charts import liuren_patterns, liuren_spirits
from yarrow.charts.ganzhi import BRANCHES, ELEMENTS, STEMS
from yarrow.charts.liuren import cast
from yarrow.charts.liuren_generals import GENERAL_BRANCH
from yarrow.charts.liuren_lessons import KINDS, METHODS
from yarrow.charts.liuren_pattern_base import body_kin, is_sunk
from yarrow.charts.liuren_persons import TRIGRAM, year_fate

HERE = Path(__file__).parent
TEXTS = HERE.parents[1] / "corpus" / "texts"
RECORDS = yaml.safe_load((HERE / "data" / "liuren_worked.yaml").read_text(encoding="utf-8"))

GENERAL = "貴蛇雀合勾龍空虎常元陰后"  # as the two texts write them
KIN = ("兄弟", "子孫", "妻財", "官鬼", "父母")
STAGES = "長生 沐浴 冠帶 臨官 帝旺 衰 病 死 墓 絕 胎 養".split()
STATES = "旺相休囚死"
SEASONS = "春夏秋冬"
TRIGRAMS = "坎艮震巽離坤兌乾"
SPOTS = ("first", "middle", "last")


def passages(prefix: str, slug: str) -> dict[str, str]:
    """The Chinese paragraphs of a text by passage id."""
    (path,) = TEXTS.glob(f"{prefix}_*.txt")
    paragraphs = [p for p in path.read_text(encoding="utf-8").split("\n\n") if p.strip()]
    return {f"{slug}-{i}": p for i, p in enumerate(paragraphs[1::2], 1)}


PASSAGES = passages("001", "sanchuan") | passages("004", "zhonggui")


def days_of(word) -> list[int]:
    """Pillars of 甲子, of a list of such, of 六甲 or of 六庚六辛."""
    if isinstance(word, list):
        return [gz.pillar(w) for w in word]
    if word.startswith("六"):
        stems = [STEMS.index(s) for s in re.findall("六(.)", word)]
        return [d for d in range(60) if d % 10 in stems]
    return [gz.pillar(word)]


def element_of(token: str) -> int:
    """The element of a stem, a branch, or a general written 將合."""
    if token.startswith("將"):
        return int(gz.BRANCH_ELEMENT[GENERAL_BRANCH[GENERAL.index(token[1])]])
    if token in STEMS:
        return int(gz.STEM_ELEMENT[STEMS.index(token)])
    return int(gz.BRANCH_ELEMENT[BRANCHES.index(token)])


def related(word: str) -> bool:
    """Whether 酉 克 卯 and the like are so; a fact of no chart, but the text rests on it."""
    a, verb, b = word.split()
    kind = int(gz.relation(element_of(a), element_of(b)))
    if verb in "生克比" or verb == "不克":
        return {
            "生": kind == gz.GENERATES, "克": kind == gz.CONTROLS, "比": kind == gz.SAME,
            "不克": kind != gz.CONTROLS,
        }[verb]  # fmt: skip
    table = {
        "合": gz.COMBINATION,
        "沖": gz.CLASH,
        "害": gz.HARM,
        "刑": gz.PUNISHMENT,
        "三合": gz.TRINE,
    }
    return bool(table[verb][BRANCHES.index(a)] >> BRANCHES.index(b) & 1)


def branch(name: str) -> int:
    return BRANCHES.index(name)


def in_mask(mask, b):
    return (mask >> np.asarray(b)) & 1 == 1


def all_of(chart, words, test):
    """test(word) for each word, joined; a bare string is one word."""
    result = np.ones(len(chart), bool)
    for word in [words] if isinstance(words, str) else words:
        result &= test(word)
    return result


def method_is(chart, name):
    index = [m[0] for m in METHODS].index(name) if name in [m[0] for m in METHODS] else None
    if index is not None:
        return chart.method == index
    return chart.kind == [k[0] for k in KINDS].index(name)


def stage_fact(chart, word):
    """未 墓 乙, of a stem, or of the element of a branch.

    Of earth the texts take the tomb by water (戊 at 辰, zhonggui-24) and the embryo by fire
    (sanchuan-46, zhonggui-28); a fourth word, 水, says that the passage takes it by water.
    """
    at, stage, of, *school = word.split()
    stage = STAGES.index(stage)
    school = "water" if school == ["水"] or stage == gz.TOMB else "fire"
    return np.full(len(chart), gz.element_stage(element_of(of), branch(at), school) == stage)


def spirit_fact(chart, word):
    at, name = word.split()
    return in_mask(liuren_spirits.spirit(chart, name), branch(at))


def year_fate_fact(chart, word):
    sex, age, at = word.split()
    male = {"男": 1, "女": 0}[sex]
    return np.full(len(chart), year_fate(male, int(age)) == branch(at))


def kin_fact(chart, word):
    at, kin = word.split()
    code = gz.relation(gz.STEM_ELEMENT[chart.stem], gz.BRANCH_ELEMENT[branch(at)])
    return code == KIN.index(kin)


def vigour_fact(chart, word):
    at, state = word.split()
    return gz.seasonal_state(
        gz.BRANCH_ELEMENT[branch(at)], chart.month, earth_months=False
    ) == STATES.index(state)


FACTS = {
    "lessons": lambda c, w: (c.upper == [branch(b) for b in w]).all(1),
    "lower": lambda c, w: (c.lower == [branch(b) for b in w]).all(1),
    "transmissions": lambda c, w: (c.transmissions == [branch(b) for b in w]).all(1),
    "first": lambda c, w: c.transmissions[:, 0] == branch(w),
    "middle": lambda c, w: c.transmissions[:, 1] == branch(w),
    "last": lambda c, w: c.transmissions[:, 2] == branch(w),
    "over_stem": lambda c, w: c.upper[:, 0] == branch(w),
    "stem_second": lambda c, w: c.upper[:, 1] == branch(w),
    "over_branch": lambda c, w: c.upper[:, 2] == branch(w),
    "branch_second": lambda c, w: c.upper[:, 3] == branch(w),
    "seats": lambda c, w: all_of(c, w, lambda x: c.above(branch(x[2])) == branch(x[0])),
    "time": lambda c, w: c.night == "晝夜".index(w),
    "generals": lambda c, w: all_of(
        c, w, lambda x: c.general_on[:, branch(x[0])] == GENERAL.index(x[1])
    ),
    "yin_gods": lambda c, w: all_of(
        c, w, lambda x: c.yin_gods[:, GENERAL.index(x[0])] == branch(x[1])
    ),
    "earth_generals": lambda c, w: (
        gz.BRANCH_ELEMENT[GENERAL_BRANCH[np.take_along_axis(c.general_on, c.transmissions, 1)]]
        == ELEMENTS.index("土")
    ).all(1),
    "generals_are": lambda c, w: (
        np.sort(np.take_along_axis(c.general_on, c.transmissions, 1))
        == sorted(GENERAL.index(x) for x in w)
    ).all(1),
    "hidden": lambda c, w: all_of(
        c, w, lambda x: gz.decade_stem(c.day, branch(x[0])) == STEMS.index(x[1])
    ),
    "void_or_hidden": lambda c, w: gz.decade_stem(c.day, branch(w)) != STEMS.index("丁"),
    "void": lambda c, w: all_of(c, list(w), lambda x: in_mask(c.void, branch(x))),
    "on_void": lambda c, w: all_of(c, list(w), lambda x: in_mask(c.void, c.below(branch(x)))),
    "not_void": lambda c, w: all_of(c, list(w), lambda x: ~is_sunk(c, np.full(len(c), branch(x)))),
    "void_or_on_void": lambda c, w: all_of(
        c, w, lambda x: is_sunk(c, c.transmissions)[:, SPOTS.index(x)]
    ),
    "method": method_is,
    "month": lambda c, w: (c.month - 1) % 12 == w % 12,
    "birth": lambda c, w: c.birth == branch(w),
    "age": lambda c, w: c.age == branch(w),
    "season": lambda c, w: (c.month - 2) % 12 // 3 == SEASONS.index(w),
    "body_kin": lambda c, w: body_kin(c) == KIN.index(w),
    "kin": lambda c, w: all_of(c, w, lambda x: kin_fact(c, x)),
    "stage": lambda c, w: all_of(c, w, lambda x: stage_fact(c, x)),
    "vigour": lambda c, w: all_of(c, w, lambda x: vigour_fact(c, x)),
    "relations": lambda c, w: all_of(c, w, lambda x: np.full(len(c), related(x))),
    "spirits": lambda c, w: all_of(c, w, lambda x: spirit_fact(c, x)),
    "trigrams": lambda c, w: all_of(
        c,
        w,
        lambda x: np.full(len(c), TRIGRAM[branch(x[0])] == TRIGRAMS.index(x[2])),
    ),
    "year_fate": lambda c, w: all_of(c, w, lambda x: year_fate_fact(c, x)),
    "patterns": lambda c, w: all_of(c, w, lambda x: liuren_patterns.matches(c, x) == 1),
}


def charts(record, day):
    """Every chart of a day that a record could mean: shifts, day and night, months if it asks."""
    told = record["given"].keys() | record["asserts"].keys()
    months = np.arange(12) if told & {"month", "season"} else np.array([-1])
    shift, night, month = np.unravel_index(np.arange(24 * len(months)), (12, 2, len(months)))
    person = {name: branch(record["given"].get(name, "子")) for name in ("birth", "age")}
    person = {name: b if name in record["given"] else -1 for name, b in person.items()}
    return cast(np.full(len(shift), day), shift, night=night, month=months[month], **person)


def holds(chart, facts):
    result = np.ones(len(chart), bool)
    for name, words in facts.items():
        result &= FACTS[name](chart, words)
    return result


def comes_out(record, day):
    """Whether the asserted facts hold of every chart of the day that has the given ones."""
    chart = charts(record, day)
    given = holds(chart, record["given"])
    good = given & holds(chart, record["asserts"])
    return bool(
        good.any() if record.get("holds") == "some" else given.any() and (good == given).all()
    )


def named(records):
    """Test ids: the passage, and a count where it has several."""
    seen = Counter()
    for record in records:
        seen[record["passage"]] += 1
        yield pytest.param(record, id=f"{record['passage']}-{seen[record['passage']]}")


@pytest.mark.parametrize("record", list(named(RECORDS)))
def test_worked_chart(record):
    assert record["quote"] in PASSAGES[record["passage"]], "the words are not in the passage"
    days = days_of(record["day"])
    wrong = [day for day in days if not comes_out(record, day)]
    if "fails" not in record:
        assert wrong == [], [gz.PILLARS[d] for d in wrong]
        return
    fails = record["fails"]
    assert wrong == (days_of(fails["days"]) if "days" in fails else days)
    instead = record | {"given": fails.get("given", record["given"]), "asserts": fails["computed"]}
    assert all(comes_out(instead, day) for day in wrong), "what is computed instead has changed"


def test_sanchuan_22_by_hour_and_general():
    """丁未日未時辰將: the hour gives the shift of the two records above, and day."""
    chart = cast(gz.pillar("丁未"), general=branch("辰"), hour=branch("未"))
    assert holds(
        chart, {"transmissions": "亥辰辰", "time": "晝", "generals": ["辰龍", "亥貴"]}
    ).all()


def test_sanchuan_40_what_the_lost_characters_were():
    """陽神導顧及神酉: on 丙寅 only 未 and 丑 over the stem have 酉 for their 陰神."""
    chart = cast(gz.pillar("丙寅"), np.arange(12))
    over = chart.upper[chart.upper[:, 1] == branch("酉"), 0]
    assert {BRANCHES[b] for b in over} == {"未", "丑"}


def test_sanchuan_28_the_first_person_is_a_man():
    """男女乙丑十七歲行年在午: a woman of seventeen would be at 辰."""
    assert (year_fate(1, 17), year_fate(0, 17)) == (branch("午"), branch("辰"))


def test_sanchuan_42_the_lost_character():
    """與加卯位: of all that may stand over 卯, only 戌 begins 戌巳子 on 丙申."""
    chart = cast(gz.pillar("丙申"), np.arange(12))
    found = holds(chart, {"transmissions": "戌巳子"})
    assert [BRANCHES[b] for b in chart.above(branch("卯"))[found]] == ["戌"]


def test_every_fact_is_used_and_known():
    """A fact that no record states would be dead, one that is unknown would be dropped."""
    used = set()
    for record in RECORDS:
        used |= record["given"].keys() | record["asserts"].keys()
        used |= record.get("fails", {}).get("computed", {}).keys()
    assert used == FACTS.keys()


def test_a_record_can_fail():
    """Each record that comes out stops doing so on another day, or under another fact."""
    record = next(r for r in RECORDS if r["passage"] == "sanchuan-1")
    assert not comes_out(record, gz.pillar("辛酉"))
    assert not comes_out(record | {"asserts": {"transmissions": "酉戌申"}}, gz.pillar("辛亥"))
