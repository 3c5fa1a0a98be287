"""The charts that the line texts work, recomputed fact by fact. Records named by passage."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import yaml

from yarrow.charts import ganzhi, hexagrams
from yarrow.charts import liuyao as ly
from yarrow.charts import liuyao_affairs as affairs
from yarrow.charts import liuyao_moves as lm
from yarrow.charts import liuyao_rescue as rescue
from yarrow.charts import liuyao_time as lt
from yarrow.charts import liuyao_yushi as yushi
from yarrow.charts.calendar import moment
from yarrow.charts.ganzhi_names import STAGES
from yarrow.charts.liuyao_conventions import Conventions
from yarrow.charts.liuyao_tables import tables

TEXTS = Path(__file__).parents[2] / "corpus" / "texts"
FILES = {"hunyin": "000_", "liuchu": "002_", "yushi": "003_"}
RECORDS = yaml.safe_load((Path(__file__).parent / "data" / "liuyao_worked.yaml").read_text("utf-8"))
def kind_of(fact: dict) -> str:
    (kind,) = fact.keys() - {"words", "in", "conventions", "computed", "note"}
    return kind


FACTS = [
    pytest.param(record, fact, id=f"{record['id']}-{n}-{kind_of(fact)}")
    for record in RECORDS for n, fact in enumerate(record["asserts"], 1)
]
FAILURES = [
    pytest.param(record, fact, id=f"{record['id']}-{n}")
    for record in RECORDS for n, fact in enumerate(record.get("fails", ()), 1)
]
STAGE = {stage.zh: n for n, stage in enumerate(STAGES)}
BRANCH = ganzhi.BRANCHES.index
RELATION = hexagrams.RELATIONS.index


def chinese(passage: str) -> str:
    """The Chinese paragraph of a passage."""
    text, number = passage.split("-")
    path = next(TEXTS.glob(FILES[text] + "*.txt"))
    paragraphs = [line for line in path.read_text("utf-8").split("\n") if line.strip()]
    return paragraphs[2 * int(number) - 1]


def lay(record, conventions=None) -> ly.Liuyao:
    given = record["given"]
    hexagram = hexagrams.find_hexagram(given["from"])
    target = hexagrams.find_hexagram(given["to"]) if "to" in given else hexagram
    month = BRANCH(given["month"]) if "month" in given else (given["month_number"] + 1) % 12
    return ly.lay(
        hexagram, hexagram ^ target, day=ganzhi.pillar(given["day"]), month=month,
        year=BRANCH(given["year"][1]) if "year" in given else -1,
        birth=BRANCH(given["birth"]) if "birth" in given else -1,
        conventions=Conventions(**(conventions or {})),
    )


def numbers(mask) -> list[int]:
    """The lines 1..6 of a mask of cast lines."""
    return [i + 1 for i in range(6) if int(mask[0]) >> i & 1]


def line_facts(chart, at: int) -> dict:
    """All that an assertion on a line may name."""
    i = at - 1
    stem, branch = int(ly.line_stems(chart)[0, 0, i]), int(ly.line_branches(chart)[0, 0, i])

    def has(mask) -> bool:
        return at in numbers(mask & ly.CAST)

    spirits = [n for n in range(6) if has(ly.spirit_seats(chart, n))]
    relations = [hexagrams.RELATIONS[n] for n in range(5) if has(ly.relation_seats(chart, n))]
    return {
        "at": at,
        "branch": ganzhi.BRANCHES[branch],
        "pillar": ganzhi.STEMS[stem] + ganzhi.BRANCHES[branch],
        "relation": "".join(relations),
        "spirit": "".join(ly.SPIRITS[n] for n in spirits),
        "moves": has(ly.moving(chart)),
        "void": has(lt.void(chart)),
        "month_broken": has(lt.month_broken(chart)),
        "on_month": has(lt.on_month(chart)),
        "on_day": has(lt.on_day(chart)),
    }


def seat(chart, name):
    if name == "month":
        return ly.MONTH
    if name == "day":
        return ly.DAY
    return ly.shi(chart) if name["at"] == "世" else ly.ying(chart)


def check(chart, kind: str, value) -> bool:
    """Whether one fact holds of the chart."""
    match kind:
        case "line":
            facts = line_facts(chart, value["at"])
            return {name: facts[name] for name in value} == value
        case "moves":
            return numbers(ly.moving(chart)) == value
        case "shi":
            return numbers(ly.shi(chart)) == [value]
        case "ying":
            return numbers(ly.ying(chart)) == [value]
        case "stage":
            stage = STAGE[value["is"]]
            mask = (lm.turns_to_stage(chart, stage) if value["against"] == "change"
                    else lt.at_stage(chart, stage, ly.CAST, ly.DAY))
            return value["line"] in numbers(mask)
        case "void_on":
            other = ly.lay(chart.hexagram, chart.moves, day=ganzhi.pillar(value["day"]),
                           month=chart.month)
            return value["line"] in numbers(lt.void(other) & ly.CAST)
        case "in_command":
            day = ganzhi.pillar(value["day"]) % 12
            return value["line"] in numbers(yushi.in_command(chart, ly.CAST, day))
        case "clash":
            return int(ganzhi.clash(BRANCH(value[0]))) == BRANCH(value[1])
        case "combine":
            one, other = (seat(chart, name) for name in value)
            return bool(lt.combining(chart, one, other)[0])
        case "hexagram":
            code = int((chart.hexagram if value["of"] == "from" else chart.changed)[0])
            table = {"六沖": hexagrams.SIX_CLASH, "六合": hexagrams.SIX_COMBINATION}[value["is"]]
            return bool(table[code])
        case "sole":
            of = yushi.sole_moving if value["kind"] == "獨發" else yushi.sole_static
            return (numbers(of(chart)) == [value["line"]]
                    and int(yushi.sole_number(chart)[0]) == value["number"])
        case "response":
            pillar = ganzhi.pillar(value["pillar"])
            whole = int(yushi.response_pillar(chart)[0]) == pillar
            own = int(ly.branch_set(chart, yushi.sole(chart))[0])
            meets = {"值": own, "合": 1 << int(ganzhi.combination(own.bit_length() - 1)),
                     "沖": 1 << int(ganzhi.clash(own.bit_length() - 1))}[value.get("by", "值")]
            answers = int(yushi.response_branches(chart)[0]) & meets
            return whole == value.get("whole", True) and bool(answers >> pillar % 12 & 1)
        case "acting":
            return (value["line"] in numbers(rescue.acting(chart))) == value["is"]
        case "wounded":
            return (value["line"] in numbers(yushi.wounded(chart) & ly.CAST)) == value["is"]
        case "doubled":
            return numbers(yushi.doubled(chart, RELATION(value["relation"]))) == value["lines"]
        case "chosen":
            seats = yushi.chosen(chart, RELATION(value["relation"]))
            return int(seats[0]) == 1 << value["line"] - 1
        case "later_break":
            branches = int(yushi.later_breaks(chart, RELATION(value["relation"]))[0])
            return branches == 1 << BRANCH(value["branch"])
        case "before_and_after":
            row = int(yushi.before_and_after(chart)[0])
            return tables()["yushi-37-t1"].rows[row].key == value
        case "followed":
            kinds = [row.key for row in tables()["yushi-39-t1"].rows]
            masks = yushi.followed_into_tomb(chart)
            return value["line"] in numbers(masks[kinds.index(value["kind"])])
        case "strange":
            return numbers(affairs.strange_line(chart)) == [value]
        case "lacks":
            return not int(ly.relation_seats(chart, RELATION(value))[0]) & ly.CAST
    raise AssertionError(f"no such fact: {kind}")


@pytest.mark.parametrize("record", RECORDS, ids=[record["id"] for record in RECORDS])
def test_quote_is_in_its_passage(record):
    text = chinese(record["passage"])
    assert text.count(record["quote"]) == 1
    for fact in [*record["asserts"], *record.get("fails", ())]:
        where = chinese(fact["in"]) if "in" in fact else record["quote"]
        assert fact["words"] in where, fact["words"]
    given = record["given"]
    number = "七八"[given["month_number"] - 7] + "月" if "month_number" in given else ""
    stated = [given["month"] + "建" if "month" in given else number, given["day"] + "日"]
    stated += [given[name] for name in ("from", "to", "birth", "year") if name in given]
    assert [word for word in stated if word not in record["quote"]] == []


@pytest.mark.parametrize(("record", "fact"), FACTS)
def test_what_the_text_says_of_its_chart(record, fact):
    chart = lay(record, fact.get("conventions"))
    kind = kind_of(fact)
    assert check(chart, kind, fact[kind]), line_facts(chart, 1)


@pytest.mark.parametrize(("record", "fact"), FAILURES)
def test_what_does_not_come_out_still_does_not(record, fact):
    """A statement that the computation refutes, and what it gives instead, with the argument."""
    chart = lay(record)
    kind = kind_of(fact)
    assert kind == "line" and fact["note"]
    assert not check(chart, kind, fact[kind])
    facts = line_facts(chart, fact["line"]["at"])
    assert {name: facts[name] for name in fact["computed"]} == fact["computed"]
    stated = {name: v for name, v in fact["line"].items() if name not in fact["computed"]}
    assert {name: facts[name] for name in stated} == stated  # the rest of the statement holds


def test_every_worked_chart_has_a_record():
    """Wherever a passage names a hexagram and what it turns into, some record quotes the words."""
    names = sorted(set(hexagrams.NAMES) | {"遁"}, key=len, reverse=True)
    missing = []
    for text, last in (("hunyin", 42), ("liuchu", 45), ("yushi", 44)):
        for n in range(1, last + 1):
            passage = chinese(f"{text}-{n}")
            for one in names:
                for other in names:
                    words = f"{one}之{other}"
                    if words in passage and not any(
                        words in r["quote"] or any(words in f["words"] for f in r["asserts"])
                        for r in RECORDS
                    ):
                        missing.append((text, n, words))
    assert missing == []


def test_yushi_5_and_6_only_the_hexagram_qian_changes_its_stems():
    """夬 (酉) keeps 甲子 and 遁 (未) keeps 壬申 after the solstice, where 乾 (未) has 甲午."""
    by_id = {record["id"]: record for record in RECORDS}
    for name, at, pillar in (("yushi-5-e1", 1, "甲子"), ("yushi-6-e2", 5, "壬申")):
        assert line_facts(lay(by_id[name]), at)["pillar"] == pillar
        assert pillar in chinese(by_id[name]["passage"])


def test_yushi_5_all_four_answer_on_the_pillar_of_the_sole_line():
    """以上皆驗於獨發: each event fell on the very pillar of the one moving line (table yushi-4-t1)."""
    assert "以上皆驗於獨發" in chinese("yushi-5")
    four = [record for record in RECORDS if record["passage"] == "yushi-5"]
    pillars = []
    for record in four:
        chart = lay(record, {"qian_stems": "solstice"} if record["given"]["from"] == "乾" else None)
        assert np.all(yushi.sole_moving(chart) != 0)
        pillars.append(ganzhi.PILLARS[int(yushi.response_pillar(chart)[0])])
    assert pillars == [row.zh for row in tables()["yushi-4-t1"].rows]


def test_yushi_5_the_dated_chart_is_in_the_calendar():
    """壬午年巳建甲戌日: 2 June 1642; the pass of 丙戌 came in 1646, the dynasty fell in 1644."""
    (record,) = (record for record in RECORDS if "dated" in record)
    given, when = record["given"], moment(f"{record['dated']} 12:00+08:00")
    assert ganzhi.PILLARS[when.year] == given["year"]
    assert ganzhi.BRANCHES[when.month_branch] == given["month"]
    assert ganzhi.PILLARS[when.day] == given["day"]
    assert ganzhi.PILLARS[moment("1646-07-01 12:00+08:00").year] == "丙戌"
