"""Records: their form, what they join, and whether their charts bear them out."""

from __future__ import annotations

import textwrap
from pathlib import Path

import numpy as np
import pytest

from yarrow import alignment
from yarrow.charts import ganzhi, hexagrams, liuren, liuyao
from yarrow.charts.liuren_lessons import LODGE
from yarrow.corpus import load_corpus
from yarrow.errors import YarrowError
from yarrow.rules import agreement, facts, link, marked, validate
from yarrow.rules.conventions import load_conventions
from yarrow.rules.evaluate import truth
from yarrow.rules.judgments import load_judgments
from yarrow.rules.load import annotation, load_annotation, read_file
from yarrow.rules.records import ARTS, Example, Record
from yarrow.rules.values import FALSE, TRUE, UNKNOWN


@pytest.fixture(scope="module")
def texts():
    return {text.slug: text for text in load_corpus()}


@pytest.fixture(scope="module")
def corpus(texts):
    return load_annotation(list(texts.values()))


@pytest.fixture(scope="module")
def judgments():
    return load_judgments()


@pytest.fixture
def read(tmp_path, texts, judgments):
    """The records and faults of a file with these records, and the check of what joins them."""

    def read(slug: str, records: str, folder: str = "rules"):
        path = tmp_path / folder / f"{slug}.yaml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"text: {slug}\nrecords:\n" + textwrap.dedent(records), encoding="utf-8")
        found, faults = read_file(path, texts[slug], judgments)
        return found, faults

    return read


def checked(found, texts) -> list[str]:
    records = annotation(
        [one for one in found if isinstance(one, Record)],
        [one for one in found if isinstance(one, Example)],
    )
    return [f"{fault.what}" for fault in validate.check(records, list(texts.values()))]


# -- the corpus itself --------------------------------------------------------------------------


def test_every_record_of_the_corpus_is_borne_out_by_its_charts(corpus, texts):
    assert validate.check(corpus, list(texts.values())) == []


@pytest.mark.parametrize("passage", ["hunyin-2", "hunyin-3", "zhonggui-1", "zhonggui-2"])
def test_every_clause_is_accounted_for(passage, corpus, texts):
    slug, _, n = passage.rpartition("-")
    items = [item for item in link.account(corpus, [texts[slug]]) if item.segment.passage == int(n)]
    assert items and {item.state for item in items} == {"whole"}


def test_hunyin_3_a_condition_against_a_plain_reckoning(corpus):
    """應 moves or is void, or clashes with or controls 世: from the hexagram's tables alone."""
    env = validate.sample("hunyin", "liuyao", 4000, 7)
    charts = env.charts
    found = validate.condition(corpus.by_id["hunyin-3-r2"], env, corpus).data == TRUE
    for i in range(4000):
        code, moves, day = int(charts.hexagram[i]), int(charts.moves[i]), int(charts.day[i])
        at, of = hexagrams.YING[code], hexagrams.SHI[code]
        branch, other = hexagrams.LINE_BRANCH[code][at], hexagrams.LINE_BRANCH[code][of]
        first = (day // 10 * 10 + 10) % 12  # the two branches that the decade lacks
        void = branch in (first, (first + 1) % 12)
        element = ganzhi.BRANCH_ELEMENT
        controls = (element[other] - element[branch]) % 5 == 2
        want = moves >> at & 1 or void or (branch - other) % 12 == 6 or controls
        assert found[i] == bool(want), validate.describe(env, "liuyao", i)


def test_hunyin_2_all_four_out_of_place_stand_in_no_hexagram(corpus, texts):
    """The ground of the first reading of hunyin-2-r9: read as one list, the rule never speaks."""
    record = corpus.by_id["hunyin-2-r9"]
    pairs, listed, by_branch = (reading.when for reading in record.readings)
    assert record.when == pairs
    env = validate.still_charts("hunyin")
    assert not (truth(listed.node, env).data == TRUE).any()
    names = {hexagrams.NAMES[c] for c in env.charts.hexagram[truth(pairs.node, env).data == TRUE]}
    assert "明夷" in names and "豐" in names and "坤" not in names
    found = env.charts.hexagram[truth(by_branch.node, env).data == TRUE]
    assert {hexagrams.NAMES[c] for c in found} == {"比", "同人"}  # 比: 世卯 鬼卯, 應子 財子; 同人: 世亥 鬼亥, 應戌 財申


@pytest.mark.parametrize("id_", ["hunyin-2-r2", "hunyin-2-r5", "zhonggui-2-r6"])
def test_claims_hold_on_every_chart(id_, corpus):
    record = corpus.by_id[id_]
    art = "liuren" if record.text == "zhonggui" else "liuyao"
    envs = (
        [validate.still_charts(record.text)]
        if art == "liuyao"
        else (validate.every_chart(record.text, art))
    )
    total = 0
    for env in envs:
        among = truth(record.when.node, env).data == TRUE
        total += int(among.sum())
        for one in record.claim.asserts:
            assert (truth(one.node, env).data[among] == TRUE).all()
    assert total > 0


def test_zhonggui_1_the_worked_chart_has_all_that_is_asserted(corpus):
    example = corpus.by_id["zhonggui-1-e1"]
    charts = facts.read("liuren", example.facts)
    env = facts.environment(charts, facts.charts(charts))
    assert env.n == 1
    assert len(example.asserts) == 10
    for statement in example.asserts:
        assert (truth(statement.that.node, env).data == TRUE).all(), statement.words


# -- ties ---------------------------------------------------------------------------------------


def test_zhonggui_and_hunyin_ties(corpus, texts):
    ties = link.ties(corpus, list(texts.values()))
    assert "zhonggui-2-r1" in ties["zhonggui-1-r3"].exceptions
    assert "zhonggui-1-r3" in ties["zhonggui-1-r2"].exceptions
    assert "zhonggui-1-r2" not in ties["zhonggui-1-r3"].exceptions
    assert "zhonggui-1-e1" in ties["zhonggui-1-r4"].examples
    assert {"hunyin-2-r12", "hunyin-2-r13"} <= set(ties["hunyin-3-r2"].definitions)
    assert "hunyin-3-r2" in ties["hunyin-3-r1"].glosses


def test_a_rule_on_a_word_bears_on_the_rules_that_use_it(read, texts):
    found, faults = read(
        "hunyin",
        """
      - {id: hunyin-2-r1, quote: 六合則易而且吉；, bears: {on: [世爻, hunyin-2-r3], how: 重}}
      - {id: hunyin-2-r2, quote: 世合應應合世，, when: "合(應, 世)"}
      - {id: hunyin-2-r3, quote: 六沖則難而又凶。, when: 六沖卦}
      - {id: hunyin-2-r4, quote: 陰而陽陽而陰，, when: 財 & 陰}
      """,
    )
    assert not faults
    ties = link.ties(annotation(found, []), list(texts.values()))
    assert [id_ for id_, tie in ties.items() if tie.bearing == ("hunyin-2-r1",)] == [
        "hunyin-2-r2",
        "hunyin-2-r3",
    ]


def test_an_exception_may_name_an_aspect_of_its_passage(read, texts):
    found, faults = read(
        "hunyin",
        """
      - {id: hunyin-2-r1, quote: 六合則易而且吉；, when: 六合卦, says: [{about: 成否, value: 易成}]}
      - {id: hunyin-2-r2, quote: 六沖則難而又凶。, when: 六沖卦, says: [{about: 利否, value: 不利}]}
      - {id: hunyin-2-r3, quote: 世合應應合世，, when: "合(應, 世)", except: {about: 成否, effect: add}}
      """,
    )
    assert not faults
    ties = link.ties(annotation(found, []), list(texts.values()))
    assert ties["hunyin-2-r1"].exceptions == ("hunyin-2-r3",) and not ties["hunyin-2-r2"].exceptions


def test_hunyin_3_the_korean_of_a_rule_comes_from_the_alignment(corpus, texts):
    parallels = alignment.parallels(texts.values())
    passage = parallels["hunyin-3"]
    links = [
        one for one in alignment.reviewed(texts.values(), parallels) if one.passage == "hunyin-3"
    ]
    found = link.korean(
        passage.zh, passage.ko, link.runs(passage, links), corpus.by_id["hunyin-3-r2"].spans
    )
    assert found.words.startswith("만약 응효가 발동하거나") and found.words.endswith(
        "만나지 못한다."
    )
    assert found.status == "reviewed" and passage.ko[found.start : found.end] == found.words
    assert link.korean(passage.zh, passage.ko, [], corpus.by_id["hunyin-3-r2"].spans) is None


# -- faults, all at once ------------------------------------------------------------------------


def test_all_faults_of_a_file_come_at_once_with_line_id_and_remedy(read, tmp_path):
    found, faults = read(
        "hunyin",
        """\
      - id: hunyin-2-r1
        quote: 六合則易面且吉；
        when: 六合卦 & 財
        says: [{about: 成不, value: 易成}]
        omen: 大吉
        true: [否 寅 甲子日]
      - id: hunyin-99-r1
        kind: prose
        quote: 六
      - id: hunyin-2-r2
        quote: 六沖則難而又凶。
        asks: 求名
        when: 財（
        says: [{about: 成否, value: "=財"}, {about: 應期, value: "=支(財)"}, {about: 成否, value: 允}]
      - id: hunyin-2-r3
        quote: 六沖則難而又凶。
        when: 六沖卦
        true: [乾 甲丑日]
      """,
    )
    lines = [fault.where.removeprefix(str(tmp_path / "rules")) for fault in faults]
    assert found == []
    assert [line.split()[0].rstrip(":") for line in lines] == [
        f"/hunyin.yaml:{n}" for n in (4, 5, 6, 7, 8, 9, 14, 15, 16, 16, 20)
    ]
    told = "\n".join(str(fault) for fault in faults)
    for piece in (
        "(hunyin-2-r1): 「六合則易面且吉；」 does not stand in hunyin-2",
        "truth and seats do not meet",
        "成不 is none of the aspects\n    remedy: use one, perhaps ",
        "大吉 is none of the omens",
        "no hexagram is called '寅'",
        "hunyin-99 is no passage of hunyin\n    remedy: use hunyin-1 to hunyin-42",
        "求名 does not lie within 婚姻",
        "'（' is a mark of the text, not of the language",
        "this is worth seats, 成否 is named, not computed",
        "允 is no value of 成否",
        "甲丑日' tells nothing of a chart",
    ):
        assert piece in told, piece


@pytest.mark.parametrize(
    "record, what",
    [
        ("- id: hunyin-2-e1\n  quote: 六合則易而且吉；\n  when: 六合卦", "does not match"),
        ("- id: hunyin-2-r1\n  quote: 六合則易而且吉；", "something is missing"),
        (
            "- id: hunyin-2-r1\n  quote: 六合則易而且吉；\n  kind: claim\n  over: charts\n  omen: 吉",
            "omen has no place here",
        ),
        (
            "- id: hunyin-2-r1\n  quote: 六合則易而且吉；\n  when: 六合卦\n  says: [{about: 成否}]",
            "something is missing",
        ),
        (
            "- id: hunyin-2-r1\n  quote: 六合則易而且吉；\n  when: 六合卦\n"
            "  says: [{about: 應期, value: =合(財, 鬼)}]",
            "put the expression between quotation marks",
        ),
        (
            "- id: hunyin-2-r1\n  quote: 六合則易而且吉；\n  when: 六合卦\n  when: 六沖卦",
            "when stands twice",
        ),
        ("- id: hunyin-2-r1\n  quote: [六合則易而且吉；\n  when: 六合卦", "no YAML"),
        ("- 7", "7 is not of type 'object'"),
        (
            "- id: hunyin-2-r1\n  quote: 六合則易而且吉；\n  kind: definition\n  defines: 世\n  stands: 男子",
            "男子 is none of the parties",
        ),
        (
            "- id: hunyin-2-r1\n  quote: 六合則易而且吉；\n  says: [{about: 容貌, value: 美, of: 女人}]",
            "女人 is none of the parties",
        ),
        (
            "- id: hunyin-2-r1\n  quote: 六合則易而且吉；\n"
            "  says: [{about: 容貌, value: 美, of: {夫: 財星, 婦: 財}}]",
            "財星: no word of the language",
        ),
        (
            "- id: hunyin-2-r1\n  quote: 六合則易而且吉；\n  kind: definition\n  defines: 合\n  means: 相投",
            "「相投」 does not stand in the passage",
        ),
        (
            "- id: hunyin-2-r1\n  quote: 六合則易而且吉；\n  bears: {on: [財星], how: 重}",
            "財星 is no word of the language",
        ),
    ],
)
def test_a_record_out_of_form_is_refused(record, what, read, texts):
    found, faults = read("hunyin", textwrap.indent(record, "  "))
    assert not found
    assert what in "\n".join(str(fault) for fault in faults)


def test_an_anchor_that_holds_itself_is_refused():
    with pytest.raises(YarrowError, match="nested too deep"):
        marked.read_text("a: &a [*a]", "here")


def test_keys_of_yaml_are_words():
    data, lines = marked.read_text("true: [a]\non: b\nyes: 3\nn: false\n", "here")
    assert data == {"true": ["a"], "on": "b", "yes": 3, "n": False}
    assert lines["n",] == 4


@pytest.mark.parametrize(
    "records, what",
    [
        (
            """
  - {id: hunyin-2-r1, quote: 六合則易而且吉；, kind: prose}
  - {id: hunyin-2-r1, quote: 六沖則難而又凶。, kind: prose}""",
            "the id stands in line 4 already",
        ),
        (
            """
  - {id: hunyin-2-r1, quote: 六合則易而且吉；, kind: prose, glosses: {id: hunyin-2-r9, how: same}}""",
            "glosses: there is no hunyin-2-r9",
        ),
        (
            """
  - {id: hunyin-2-r1, quote: 六合則易而且吉；, kind: prose, rests_on: [hunyin-2-r1]}""",
            "rests_on: hunyin-2-r1 is this record itself",
        ),
        (
            """
  - {id: hunyin-2-r1, quote: 六合則易而且吉；, when: 六合卦}""",
            "no chart under true and false",
        ),
        (
            """
  - {id: hunyin-2-r1, quote: 六合則易而且吉；, when: 六合卦, true: [乾 子月 甲子日], false: [否 子月 甲子日]}""",
            "it is false on 乾 子月 甲子日, kept as true",
        ),
        (
            """
  - {id: hunyin-2-r1, quote: 六合則易而且吉；, when: 六合卦, false: [乾 子月 甲子日], never: it cannot be}""",
            "never: yet it is true on",
        ),
        (
            """
  - {id: hunyin-2-r1, quote: 六合則易而且吉；, when: 男, true: [乾 子月 甲子日], false: [乾 子月 甲子日 女]}""",
            "it is unknown on 乾 子月 甲子日, kept as true",
        ),
        (
            """
  - {id: hunyin-2-r1, quote: 六合則易而且吉；, when: 六合卦, true: [否 子月 甲子日], false: [乾 子月 甲子日],
     except: {about: 成否, effect: cancel}}""",
            "no rule of hunyin-2 is about 成否",
        ),
        (
            """
  - {id: hunyin-2-r1, quote: 六合則易而且吉；, kind: prose}
  - {id: hunyin-2-r2, quote: 六沖則難而又凶。, else: [hunyin-2-r1], always: it must be,
     true: [乾 子月 甲子日]}""",
            "else: hunyin-2-r1 has no condition on the chart",
        ),
        (
            """
  - {id: hunyin-2-r1, quote: 六合則易而且吉；, else: [hunyin-2-r2]}
  - {id: hunyin-2-r2, quote: 六沖則難而又凶。, else: [hunyin-2-r1]}
  - {id: hunyin-2-r3, quote: 世合應應合世，, else: [hunyin-2-r2]}""",
            "else: leads back to this record",
        ),
        (
            """
  - {id: hunyin-2-r1, quote: 六合則易而且吉；, kind: claim, over: examples, asserts: [六合卦],
     examples: [hunyin-2-r2]}
  - {id: hunyin-2-r2, quote: 六沖則難而又凶。, kind: prose}""",
            "examples: there is no hunyin-2-r2 that could stand here",
        ),
    ],
)
def test_what_joins_records_is_checked(records, what, read, texts):
    found, faults = read("hunyin", records)
    assert not faults
    assert any(what in told for told in checked(found, texts)), checked(found, texts)


def test_an_impossible_condition_may_say_never(read, texts):
    found, _ = read(
        "hunyin",
        """
      - {id: hunyin-2-r1, quote: 六合則易而且吉；, when: 六合卦 and 六沖卦, false: [乾 子月 甲子日],
         never: no hexagram is both}
      """,
    )
    assert checked(found, texts) == []


def test_zhonggui_2_else_holds_where_the_other_does_not(corpus):
    record = corpus.by_id["zhonggui-2-r2"]
    for words, value in (
        ("壬辰日 干上寅 晝", TRUE),
        ("壬辰日 干上寅 夜", FALSE),
        ("壬辰日 干上寅", UNKNOWN),
    ):
        env = validate.environment("zhonggui", "liuren", words)
        assert validate.condition(record, env, corpus).data.tolist() == [value]


# -- tables -------------------------------------------------------------------------------------

BELLY = """
      - id: zhonggui-40-r1
        kind: table
        quote: 腹加胎神，
        says: [{{about: 利否, value: 利}}]
        equals: 丑 & 上(胎)
        rows:
          - {{id: zhonggui-40-r1-1, quote: 甲乙日丑加酉，, when: 甲乙日 and 丑加酉}}
          - {{id: zhonggui-40-r1-2, quote: "丙丁、戊己日丑加子，", when: 丙丁日 and 丑加子 or 戊己日 and 丑加子}}
          - {{id: zhonggui-40-r1-3, quote: 庚辛日丑加卯，, when: 庚辛日 and 丑加卯}}
          - {{id: zhonggui-40-r1-4, quote: 戊己壬癸日丑加午，, when: "{last}", true: [壬子日 丑加午],
             false: [壬子日 丑加子], says: [{{about: 成否, value: 易成}}]}}
      """


def test_zhonggui_40_a_table_is_proved_equal_to_its_form(read, texts):
    """丑 over the embryo of the day. 戊己 stand twice in the text, at 子 and at 午 (或有用午為胎神者,
    zhonggui-28), so that by the embryo at 子 alone the last row goes too far."""
    found, faults = read("zhonggui", BELLY.format(last="壬癸日 and 丑加午"))
    assert not faults and checked(found, texts) == []
    rows = found[0].rows
    assert [len(row.says) for row in rows] == [1, 1, 1, 2]  # the head's, and its own
    found, faults = read("zhonggui", BELLY.format(last="戊己壬癸日 and 丑加午"))
    assert not faults
    (told,) = checked(found, texts)
    assert told.startswith("the table differs from its form on 戊")
    witness = told.split(" on ")[1].split(" (")[0]
    charts = facts.charts(facts.read("liuren", witness))
    assert charts.day[0] % 10 in (4, 5) and charts.above(6)[0] == 1  # a 戊 or 己 day, 丑 over 午


def test_rows_with_answers_are_compared_where_they_hold(read, texts):
    rows = """
      - id: zhonggui-40-r1
        kind: table
        quote: 腹加胎神，
        equals: 胎
        rows:
          - {{id: zhonggui-40-r1-1, quote: 甲乙日丑加酉，, when: 甲乙日, gives: {first}}}
          - {{id: zhonggui-40-r1-2, quote: 庚辛日丑加卯，, when: 庚辛日, gives: 卯}}
      """
    found, _ = read("zhonggui", rows.format(first="酉"))
    assert checked(found, texts) == []
    found, _ = read("zhonggui", rows.format(first="戌"))
    (told,) = checked(found, texts)
    assert told.startswith("zhonggui-40-r1-1 differs from its form on 甲")


def test_a_row_that_no_chart_makes_true_is_told(read, texts):
    found, _ = read(
        "zhonggui",
        """
      - id: zhonggui-40-r1
        kind: table
        quote: 腹加胎神，
        rows: [{id: zhonggui-40-r1-1, quote: 甲乙日丑加酉，, when: 甲乙日 and 庚辛日}]
      """,
    )
    (told,) = checked(found, texts)
    assert "of 17280 charts none makes it true" in told


# -- readings, expressions in judgments, examples -----------------------------------------------


def test_a_reading_has_from_the_record_what_it_does_not_say(corpus):
    record = corpus.by_id["hunyin-2-r9"]
    assert [reading.says for reading in record.readings] == [record.says] * 3
    assert record.omen == "凶" and {reading.omen for reading in record.readings} == {"凶"}


def test_an_answer_may_be_computed(read):
    (record,), faults = read(
        "hunyin",
        """
      - id: hunyin-5-r1
        quote: 其事要知何人贊成，以日辰合爻定之，
        when: 合(本(動 | 靜), 日)
        says: [{about: 人, value: "=合(本(動 | 靜), 日)"}]
      """,
    )
    assert not faults and record.says[0].answer.node.kind == "seats" and record.says[0].values == ()


def test_words_of_an_example_stand_in_its_quote(read):
    found, faults = read(
        "yushi",
        """
      - id: yushi-5-e1
        quote: 酉建甲子日卜子歸期，得夬之大過，月建子孫，是月應至，卯沖酉子，宜在丁卯日到，而當日甲子即歸。
        given: [甲子日, {words: 酉建, fact: 酉月}, 夬之大過]
        asserts:
          - {words: 月建子孫, that: 福 & 臨月}
          - {words: 甲子爻動, in: yushi-4, that: 甲子 & 動}
        expected: [{words: 宜在丁卯日到, says: [{about: 應期, value: "=丁卯"}]}]
        came: [{words: 當日甲子即歸, says: [{about: 應期, value: "=甲子"}]}]
        generalises: [{words: 卯沖酉子, to: [夬之大過 卯月 乙丑日], that: ["沖(卯, 福)"]}]
      """,
        "examples",
    )
    assert not faults, faults
    (example,) = found
    assert example.facts == "甲子日 酉月 夬之大過"
    assert example.asserts[1].passage == "yushi-4"
    env = validate.environment("yushi", "liuyao", example.facts)
    assert all((truth(one.that.node, env).data == TRUE).all() for one in example.asserts)
    _, faults = read(
        "yushi",
        """
      - id: yushi-5-e1
        quote: 酉建甲子日卜子歸期，得夬之大過，
        given: [甲子日, 酉月, {words: 午建, fact: 午月}, {words: 夬之大過, fact: 乙丑日}]
      """,
        "examples",
    )
    told = "\n".join(str(fault) for fault in faults)
    assert "「酉月」 does not stand in the quote of yushi-5" in told
    assert "「午建」 does not stand in the quote" in told


# -- facts --------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", ["hunyin", "yushi", "zhonggui"])
def test_facts_are_read_back(slug, texts):
    art = ARTS[texts[slug].tradition]
    env = validate.sample(slug, art, 300, 3)
    for i in range(0, min(env.n, 300), 3):
        again = facts.charts(
            facts.read(art, facts.write(art, env.charts, i)),
            env.charts.conventions if art == "liuyao" else None,
        )
        names = (
            ("hexagram", "moves", "day", "month", "year", "birth", "sex")
            if art == "liuyao"
            else ("day", "shift", "night", "month", "year", "birth", "age")
        )
        for name in names:
            assert getattr(again, name).tolist() == [getattr(env.charts, name)[i]], name


def test_facts_of_zhonggui_1_and_yushi_1():
    chart = facts.charts(facts.read("liuren", "壬辰日 戌加未"))
    by_lesson = facts.charts(facts.read("liuren", "壬辰日 干上寅"))
    by_hour = facts.charts(facts.read("liuren", "壬辰日 亥將 申時"))
    cast = liuren.cast(ganzhi.pillar("壬辰"), general=11, hour=8)
    for one in (chart, by_lesson, by_hour):
        assert one.transmissions.tolist() == cast.transmissions.tolist() == [[10, 1, 4]]
    chart = facts.charts(facts.read("liuyao", "節之中孚 寅月 辛亥日"))
    laid = liuyao.lay(hexagrams.find_hexagram("節"), 0b100000, day=ganzhi.pillar("辛亥"), month=2)
    assert chart.pair.tolist() == laid.pair.tolist()


@pytest.mark.parametrize(
    "art, words, count",
    [
        ("liuyao", "節", 720),
        ("liuyao", "節 寅月", 60),
        ("liuyao", "節 動未詳 寅月 甲子日", 64),
        ("liuyao", "節動16 寅月 辛日", 6),
        ("liuren", "六壬日 干上寅", 6),
        ("liuren", "壬辰日", 12),
        ("liuren", "丙子、丙申、丙辰日 干上丑", 3),
        ("liuren", "干上寅", 60),
    ],
)
def test_facts_leave_open_what_they_do_not_tell(art, words, count):
    charts = facts.charts(facts.read(art, words))
    assert (charts.shape[0] if art == "liuyao" else len(charts)) == count


def test_a_stem_in_facts_stands_for_its_lodging():
    for stem, lodge in zip(ganzhi.STEMS, LODGE):
        day = next(name for name in ganzhi.PILLARS if name[0] == stem)
        charts = facts.charts(facts.read("liuren", f"{day}日 辰加{stem}"))
        assert charts.above(int(lodge)).tolist() == [4]


@pytest.mark.parametrize(
    "art, words, what",
    [
        ("liuyao", "節之中 寅月", "no hexagram is called '中'"),
        ("liuyao", "節 寅月 卯月", "the month is told 2 times"),
        ("liuyao", "節 干上寅", "no hexagram is called '干上寅'"),
        ("liuren", "節 壬辰日", "'節' tells nothing"),
        ("liuren", "", "no facts"),
    ],
)
def test_facts_that_are_none(art, words, what):
    with pytest.raises(YarrowError, match=what):
        facts.read(art, words)


def test_a_heaven_plate_that_cannot_be():
    with pytest.raises(YarrowError, match="no heaven plate"):
        facts.charts(facts.read("liuren", "壬辰日 干上寅 干上卯"))


# -- two readings -------------------------------------------------------------------------------

SECOND = """
      - id: hunyin-3-r1
        quote: 若應爻發動，或空亡，或沖剋世爻，皆主不允，事亦難成，
        asks: 求庚帖
        when: 應 & 動
        says: [{about: 庚帖, value: 不允}]
      - id: hunyin-3-r2
        quote: 若論聘儀，安可世蛇世弟？
        asks: 聘儀
        when: 世 & (螣蛇 | 兄弟)
        says: [{about: 宜忌, value: 不宜}]
        omen: 凶
      - id: hunyin-3-r3
        kind: prose
        quote: 臨旺發動亦克妻之兆也。
"""


def test_hunyin_3_two_readings_are_compared_by_words_truth_and_judgment(corpus, read, texts):
    second, faults = read("hunyin", SECOND)
    assert not faults
    found = agreement.compare(corpus, second, texts["hunyin"], [])
    # 28 of 32 characters; the same words; 11 of 16 characters, a rule and prose
    mine = len(corpus.of_passage("hunyin-3"))
    assert (found.passages, found.first, found.second, found.pairs) == (1, mine, 3, 3)
    assert (found.same_quote, found.same_kind) == (1, 2)
    assert (found.conditions, found.same_condition, found.one_condition) == (2, 1, 1)
    assert (found.judgments, found.same_judgments) == (3 + 1 + 1, 2)
    env = validate.sample("hunyin", "liuyao", agreement.CHARTS, 2)
    one = truth(corpus.by_id["hunyin-3-r2"].when.node, env).data
    other = truth(second[0].when.node, env).data
    assert found.charts == pytest.approx(((one == other).mean() + 1) / 2)
    both = ((one == TRUE) & (other == TRUE)).sum() / ((one == TRUE) | (other == TRUE)).sum()
    assert found.overlap == pytest.approx((both + 1) / 2)
    assert found.overlap < found.charts < 1 and found.quotes == pytest.approx(2 * 3 / (mine + 3))


def two_readings(folder, settled):
    """A corpus folder with SECOND as its second reading."""
    for source in Path(alignment.paths.corpus_dir()).glob("*.yaml"):
        (folder / source.name).write_bytes(source.read_bytes())
    (folder / "readings").mkdir()
    (folder / "readings" / "hunyin.yaml").write_text(
        "text: hunyin\nsettled:\n" + "".join(f"  - {entry}\n" for entry in settled)
        + "records:\n" + textwrap.dedent(SECOND), encoding="utf-8"
    )


def test_settled_differences_are_counted_and_the_others_told(corpus, texts, tmp_path):
    two_readings(tmp_path, [
        "{first: hunyin-3-r2, second: hunyin-3-r1, about: quote, for: first, reason: 或去亦不遇 is of it}",
        "{first: hunyin-3-r3, about: missing, for: first, reason: Its words are a rule}",
    ])
    (found,) = agreement.agreement(corpus, list(texts.values()), tmp_path)
    assert found.settled == {"quote": {"first": 1}, "missing": {"first": 1}} and found.pairs == 3
    pairs = {(first, second): [about for one, other, about in found.left if (one, other) == (first, second)]
             for first, second, _ in found.left}
    assert pairs["hunyin-3-r2", "hunyin-3-r1"] == ["condition", "judgment", "omen"]
    assert pairs["hunyin-3-r7", "hunyin-3-r3"] == ["quote", "kind", "condition", "judgment", "omen"]
    assert pairs["hunyin-3-r1", ""] == ["missing"]
    assert ("hunyin-3-r3", "") not in pairs and ("hunyin-3-r4", "hunyin-3-r2") not in pairs


def test_a_settlement_of_a_record_that_is_not_there_is_a_fault(corpus, texts, tmp_path):
    two_readings(tmp_path, [
        "{first: hunyin-3-r2, second: hunyin-3-r9, about: quote, for: first, reason: none}"])
    with pytest.raises(YarrowError) as error:
        agreement.agreement(corpus, list(texts.values()), tmp_path)
    assert "entry 1: second: hunyin-3-r9 is no record" in str(error.value)


def test_what_is_settled_of_examples_stands_in_their_file(corpus, texts, tmp_path):
    two_readings(tmp_path, ["{first: hunyin-3-r3, about: missing, for: first, reason: none}"])
    path = tmp_path / "readings" / "hunyin-examples.yaml"
    path.write_text("text: hunyin\nrecords: []\nsettled:\n  - {first: hunyin-25-e1, about: missing, "
                    "for: first, reason: none}\n", encoding="utf-8")
    (found,) = agreement.agreement(corpus, list(texts.values()), tmp_path)
    assert found.settled == {"missing": {"first": 2}}
    path.write_text(path.read_text(encoding="utf-8").replace("25-e1", "25-e99"), encoding="utf-8")
    with pytest.raises(YarrowError) as error:
        agreement.agreement(corpus, list(texts.values()), tmp_path)
    assert "hunyin-examples.yaml: settled, entry 1: first: hunyin-25-e99 is no" in str(error.value)


# -- conventions --------------------------------------------------------------------------------


def test_conventions_are_those_of_the_code():
    found = {(one.art, one.name): one for one in load_conventions()}
    assert found["liuyao", "qian_stems"].texts == {"yushi": "solstice"}
    assert found["liuren", "earth"].default == "attested"
    assert "驛馬" in {name for _, name in found}


def test_a_condition_that_lacks_a_fact_is_unknown(corpus):
    env = validate.environment("zhonggui", "liuren", "壬辰日 干上寅")
    found = truth(corpus.by_id["zhonggui-2-r1"].when.node, env)
    assert found.data.tolist() == [UNKNOWN]
    assert np.all(env.charts.night == -1)
