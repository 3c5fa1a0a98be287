"""Consulting: on rules made for the purpose, on the records of the corpus, by command and as a frame."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from click.testing import CliRunner

import yarrow
from yarrow.charts import casting, liuren, liuren_chart, liuyao_chart
from yarrow.cli import yarrow as command
from yarrow.errors import YarrowError
from yarrow.rules import facts
from yarrow.rules.consult import ANY, Library, Reading, Rule, consult
from yarrow.rules.judgments import load_judgments
from yarrow.rules.lacking import FACTS
from yarrow.rules.language import parse
from yarrow.rules.load import load_annotation, vocabulary
from yarrow.rules.records import ARTS, Expression, Judgment
from yarrow.rules.values import FALSE, TRUE, UNKNOWN
from yarrow.store.database import connect
from yarrow.store.library import library

LISTS = load_judgments()


def rule(id_: str, when: str | None, asks: str = ANY, **more) -> Rule:
    node = None if when is None else Expression(when, parse(when, vocabulary("liuyao", "yushi")))
    return Rule(
        id_,
        "yushi",
        "yushi-1",
        "main",
        f"（{id_}）",
        "",
        "",
        asks,
        more.pop("omen", ""),
        node,
        more.pop("says", ()),
        **more,
    )


def made(*rules: Rule, bonds=None, bearing=None) -> Library:
    return Library(
        {one.id: one for one in rules},
        bonds or {},
        bearing or {},
        {"yushi": "liuyao"},
        {"yushi": ("遇時", "우시")},
        LISTS,
    )


def chart(name: str = "節之中孚", month: int = 2, day: int = 47, **given):
    """節之中孚 on a 辛亥 day of the 寅 month, the first chart that text 003 works."""
    return liuyao_chart.chart(*casting.from_names(name), month=month, day=day, **given)


def statuses(rules: Library, asks: str | None = None, **given) -> dict[str, str]:
    return {one.rule.id: one.status for one in consult(rules, chart(**given), asks).verdicts}


# 上爻 moves in 節之中孚, 財 (line 1) does not.
def test_true_and_false():
    assert statuses(made(rule("a", "上爻 & 動"), rule("b", "財 & 動"))) == {
        "a": "true",
        "b": "false",
    }


def test_a_rule_that_is_cancelled_says_by_what():
    found = made(rule("a", "上爻 & 動"), rule("b", "兄 & 動"), bonds={"a": (("b", "cancel"),)})
    assert statuses(found) == {"a": "exception", "b": "true"}
    one = consult(found, chart()).verdicts[0]
    assert one.blocks == (("b", "cancel", TRUE),)
    assert one.why("en").endswith(
        "b cancels it, “（b）”: Siblings 兄 (line 6 兄弟戊子水) is moving 動."
    )
    assert "「（b）」（b）破之" in one.why("zh") and "b의 말이 이를 막는다" in one.why("ko")


def test_an_exception_that_does_not_hold_leaves_the_rule():
    found = made(rule("a", "上爻 & 動"), rule("b", "財 & 動"), bonds={"a": (("b", "cancel"),)})
    assert statuses(found) == {"a": "true", "b": "false"}


def test_an_exception_that_is_open_opens_the_rule():
    found = made(rule("a", "上爻 & 動"), rule("b", "男"), bonds={"a": (("b", "cancel"),)})
    assert statuses(found) == {"a": "unknown", "b": "unknown"}
    assert consult(found, chart()).verdicts[0].wants == ("--sex",)
    assert statuses(found, sex=1) == {"a": "exception", "b": "true"}
    assert statuses(found, sex=0) == {"a": "true", "b": "false"}


def test_an_exception_may_itself_be_cancelled():
    found = made(
        rule("a", "上爻 & 動"),
        rule("b", "兄 & 動"),
        rule("c", "六爻 & 動"),
        bonds={"a": (("b", "cancel"),), "b": (("c", "cancel"),)},
    )
    assert statuses(found) == {"a": "true", "b": "exception", "c": "true"}


def test_rules_that_cancel_each_other_come_to_an_end():
    found = made(
        rule("a", "上爻 & 動"),
        rule("b", "兄 & 動"),
        bonds={"a": (("b", "cancel"),), "b": (("a", "cancel"),)},
    )
    assert statuses(found) == {"a": "exception", "b": "exception"}


def test_a_proviso_that_fails_blocks():
    bonds = {"a": (("b", "require"),)}
    assert statuses(made(rule("a", "上爻 & 動"), rule("b", "財 & 動"), bonds=bonds)) == {
        "a": "exception",
        "b": "false",
    }
    assert statuses(made(rule("a", "上爻 & 動"), rule("b", "兄 & 動"), bonds=bonds))["a"] == "true"


def test_limits_and_weights_are_told_and_do_not_block():
    found = made(
        rule("a", "上爻 & 動"),
        rule("b", "兄 & 動"),
        rule("c", "兄 & 動", bears="輕: 動"),
        bonds={"a": (("b", "limit"),)},
        bearing={"a": ("c",)},
    )
    one, _, third = consult(found, chart()).verdicts
    assert (one.status, one.touching, one.bearing) == ("true", (("b", "limit"),), ("c",))
    assert "b limits it: “（b）”" in one.why("en") and "On its weight see c" in one.why("en")
    assert third.says("en") == ("動: weighs little",)


def test_otherwise_holds_where_the_others_do_not():
    found = made(rule("a", "財 & 動"), rule("b", None, otherwise=("a",)))
    assert statuses(found) == {"a": "false", "b": "true"}
    found = made(rule("a", "兄 & 動"), rule("b", None, otherwise=("a",)))
    assert statuses(found) == {"a": "true", "b": "false"}


def test_a_rule_without_a_condition_is_not_consulted():
    assert statuses(made(rule("a", None))) == {}


def test_the_question_is_part_of_the_condition():
    found = made(
        rule("any", "上爻 & 動"),
        rule("wide", "上爻 & 動", "婚姻"),
        rule("narrow", "上爻 & 動", "求庚帖"),
        rule("other", "上爻 & 動", "六畜"),
        rule("no", "財 & 動", "求庚帖"),
    )
    assert statuses(found, "婚姻") == {
        "any": "true",
        "wide": "true",
        "narrow": "unknown",
        "no": "false",
    }
    assert statuses(found, "求庚帖") == {
        "any": "true",
        "wide": "true",
        "narrow": "true",
        "no": "false",
    }
    assert set(statuses(found, "求庚帖")) == {"any", "wide", "narrow", "no"}
    narrow = consult(found, chart(), "婚姻").verdicts[2]
    assert narrow.question == "求庚帖" and narrow.wants == ("--asks 求庚帖",)
    assert narrow.value_on_chart == TRUE and "--asks 求庚帖" in narrow.why("ko")
    assert narrow.why("en", lambda option: "HERE").endswith("(HERE).")


def test_the_question_gives_the_line_of_use():
    found = made(rule("a", "用 & 動"))
    assert statuses(found) == {"a": "unknown"}
    assert statuses(found, "女占婚") == {"a": "false"}  # 鬼, of which none moves


def test_an_unknown_question_is_refused_with_those_like_it():
    with pytest.raises(YarrowError, match="婚姻"):
        consult(made(), chart(), "婚姻事")


def test_opposed_judgments_stand_side_by_side():
    def says(value):
        return (Judgment("成否", (value,)),)

    found = consult(
        made(
            rule("a", "上爻 & 動", says=says("易成"), omen="吉"),
            rule("b", "兄 & 動", says=says("難成"), omen="凶"),
            rule("c", "兄 & 動", says=says("難成")),
            rule("d", "財 & 動", says=says("不成")),
        ),
        chart(),
    )
    assert found.beside == {
        "omen": {"吉": ("a",), "凶": ("b",)},
        "成否": {"易成": ("a",), "難成": ("b", "c")},
    }
    assert found.side_by_side("en")[1] == (
        "whether it comes about",
        [("it comes about easily", ("a",)), ("it hardly comes about", ("b", "c"))],
    )


def test_an_answer_is_computed():
    answer = Expression("支(財)", parse("支(財)", vocabulary("liuyao", "yushi"), want=None))
    one = consult(made(rule("a", "上爻 & 動", says=(Judgment("應期", (), answer, "必"),))), chart())
    assert one.verdicts[0].says("zh") == ("應期：巳火（必）",)
    assert one.verdicts[0].says("ko") == ("응기: 사화(巳火) (반드시)",)


def test_another_reading_that_differs_is_told():
    other = Expression("財 & 動", parse("財 & 動", vocabulary("liuyao", "yushi")))
    one = consult(
        made(rule("a", "上爻 & 動", readings=(Reading("the translation", other),))), chart()
    )
    assert [value for _, value in one.verdicts[0].other_readings] == [FALSE]
    assert one.verdicts[0].why("en").endswith("By another reading it does not hold.")


# -- the corpus --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def rules(database) -> Library:
    connection = connect(database)
    yield library(connection)
    connection.close()


def test_zhonggui_1_the_ghosts_are_controlled(rules):
    """壬辰 with 寅 over the stem: 誠為凶也 is cancelled, 不能為害 stands."""
    found = consult(rules, liuren_chart.chart(28, general=2, hour=11))
    by_id = {one.rule.id: one for one in found.verdicts}
    assert by_id["zhonggui-1-r2"].status == "exception"
    assert ("zhonggui-1-r3", "cancel", TRUE) in by_id["zhonggui-1-r2"].blocks
    assert by_id["zhonggui-1-r3"].status == "true"
    assert "殊不知干上先有寅木" in by_id["zhonggui-1-r2"].why("zh")
    night = {
        one.rule.id: one.status
        for one in consult(rules, liuren_chart.chart(28, general=2, hour=11, night=1)).verdicts
    }
    day = {
        one.rule.id: one.status
        for one in consult(rules, liuren_chart.chart(28, general=2, hour=11, night=0)).verdicts
    }
    assert (night["zhonggui-2-r1"], day["zhonggui-2-r1"]) == ("true", "false")
    assert (night["zhonggui-2-r2"], day["zhonggui-2-r2"]) == ("false", "true")


def test_zhonggui_2_without_day_or_night(rules):
    found = consult(rules, liuren_chart.Chart.of(liuren.cast(28, 3)))
    one = next(one for one in found.verdicts if one.rule.id == "zhonggui-2-r1")
    assert one.status == "unknown" and one.wants == (FACTS["night"].option,)


def test_every_kept_chart_is_judged_as_its_record_says(rules):
    """The conditions as the database has them, on the charts that the records keep."""
    annotation, arts = load_annotation(), {text: art for text, art in rules.arts.items()}
    judged = 0
    for firing in annotation.firings():
        one = (
            firing.record
            if firing.id == firing.record.id
            else next(row for row in firing.record.rows if row.id == firing.id)
        )
        for kept, value in ((one.true, TRUE), (one.false, FALSE)):
            for words in kept:
                read = facts.read(arts[firing.record.text], words)
                batch = facts.charts(read)
                if (len(batch.day) if read.art == "liuren" else batch.shape[0]) != 1:
                    continue
                asks = firing.record.asks
                if read.art == "liuren":
                    found = consult(
                        rules,
                        liuren_chart.Chart.of(batch),
                        asks,
                        sex=read.get("sex"),
                        persons=read.persons,
                    )
                else:
                    given = {name: read.get(name) for name in ("year", "birth", "sex")}
                    found = consult(
                        rules,
                        liuyao_chart.chart(
                            read.hexagram,
                            read.moves or 0,
                            day=read.days[0],
                            month=read.get("month"),
                            **given,
                        ),
                        asks,
                    )
                    if read.use is not None:
                        continue  # the question gives another
                assert found.own(firing.id) == value, (firing.id, words)
                judged += 1
    assert judged > 50


def test_every_rule_that_speaks_tells_why_in_three_languages(rules):
    charts = [(chart("大壯之豫", 0, 5), "婚姻"), (liuren_chart.chart(28, general=2, hour=11), None)]
    for one, asks in charts:
        found = consult(rules, one, asks)
        assert found.of("true")
        for verdict in found.verdicts:
            for lang in ("zh", "ko", "en"):
                told = verdict.why(lang).replace("None of", "")
                assert told and "None" not in told
                assert all(verdict.says(lang))


def test_a_text_is_read_by_its_own_conventions(rules):
    found = consult(rules, chart("乾", 7, 0))
    assert found.envs["yushi"].charts.conventions.qian_stems == "solstice"
    assert found.envs["hunyin"].charts.conventions.qian_stems == "fixed"
    school = replace(chart("乾", 7, 0).conventions, earth="fire")
    found = consult(rules, chart("乾", 7, 0, conventions=school))
    assert {env.charts.conventions for env in found.envs.values()} == {school}


def test_the_library_has_every_rule_of_the_corpus(rules):
    firings = {firing.id: firing.when.source for firing in load_annotation().firings()}
    assert {id_: one.when.source for id_, one in rules.rules.items() if one.when} == firings
    assert set(rules.arts.values()) == set(ARTS.values())


# -- the command and the frame -----------------------------------------------------------------


def run(*words, code=0):
    done = CliRunner().invoke(command, ["consult", *map(str, words)])
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == code, done.output
    return done.output


def test_the_command_takes_what_the_chart_command_takes():
    from yarrow.commands import chart_liuren, chart_liuyao, consult

    for own, theirs in (
        (consult.liuyao, chart_liuyao.liuyao),
        (consult.liuren, chart_liuren.liuren),
    ):
        shared = {id(one) for one in own.params} & {id(one) for one in theirs.params}
        left_out = {one.name for one in theirs.params if id(one) not in shared}
        assert left_out <= {
            "as_json",
            "svg",
            "hexagrams",
            "schools",
            "table",
            "attestations",
            "lang",
            "asks",
        }


def test_the_command_in_three_languages(database):
    words = ("liuren", "--day", "壬辰", "--general", "寅", "--hour", "亥", "--db", database)
    assert "Blocked by an exception" in run(*words) and "三傳戌丑辰皆是日鬼" in run(*words)
    assert "예외로 막힌 규칙" in run(*words, "--lang", "ko")
    assert "因例外而不論者" in run(*words, "--lang", "zh")
    assert "These do not hold" in run(*words, "--all")
    assert "  求庚帖" in run("liuyao", "--questions", "--db", database)


def test_the_command_as_json(database):
    told = json.loads(
        run(
            "liuyao",
            "大壯之豫",
            "--month",
            "子",
            "--day",
            "己巳",
            "--asks",
            "婚姻",
            "--json",
            "--lang",
            "ko",
            "--db",
            database,
        )
    )
    assert told["chart"]["hexagram"]["name"] == "大壯" and told["asks"] == "婚姻"
    by_id = {one["id"]: one for one in told["rules"]}
    assert by_id["hunyin-2-r4"]["status"] == "true" and by_id["hunyin-2-r4"]["omen"] == "凶"
    assert by_id["hunyin-3-r1"]["wants"] == ["--asks 求庚帖"]
    assert by_id["hunyin-2-r4"]["why"] == "이 괘는 육충괘(六沖卦)이다."


def test_the_command_tells_all_faults_at_once(database):
    with pytest.raises(YarrowError) as raised:
        run(
            "liuyao",
            "大壯之豫",
            "--month",
            "子x月",
            "--day",
            "己丑丑",
            "--asks",
            "婚姻事",
            "--db",
            database,
        )
    assert [fault.where for fault in raised.value.faults] == ["--month", "--day", "--asks"]


def test_the_years_of_another(database):
    words = (
        "liuren",
        "--day",
        "壬辰",
        "--general",
        "寅",
        "--hour",
        "亥",
        "--db",
        database,
        "--person",
    )
    assert run(*words, "母命子", "--person", "母行年午")
    with pytest.raises(YarrowError, match="母子"):
        run(*words, "母子")


def test_the_frame(database):
    with yarrow.open(database) as corpus:
        frame = corpus.consult(chart("大壯之豫", 0, 5), "婚姻", lang="zh")
        assert frame.index.name == "id" and frame.loc["hunyin-2-r4", "why"] == "此卦為六沖卦。"
        assert set(frame.status) <= {"true", "exception", "unknown"}
        assert frame.loc["hunyin-3-r1", "wants"] == ("--asks 求庚帖",)
        every = corpus.consult(chart("大壯之豫", 0, 5), "婚姻", every=True)
        assert len(every) > len(frame) and "false" in set(every.status)
        assert list(frame.index) == list(every.index[every.status != "false"])
        assert (
            len(corpus.rules) > 50 and len(corpus.judgments) > 50 and len(corpus.vocabulary) > 300
        )


def test_a_fact_that_no_value_decides_is_not_said_to_decide(rules):
    one = consult(made(rule("a", "命 & 寅 and 財 & 靜 and 命 & 卯")), chart()).verdicts[0]
    assert one.value == UNKNOWN and "it holds with none" in one.why("en")
