"""The checker of worked charts, on records of real passages that come out and that do not."""

from __future__ import annotations

import json
import runpy
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from yarrow.base_text import load_base_text
from yarrow.commands.check import check as command
from yarrow.corpus import load_corpus
from yarrow.rules import check_examples, symbols
from yarrow.rules.judgments import load_judgments
from yarrow.rules.load import annotation, load_annotation, read_file
from yarrow.rules.trial import CONFIRMED, CONTRADICTED, UNDERDETERMINED, schools, statements, trial

records = runpy.run_path(str(Path(__file__).with_name("worked_examples.py")))["records"]
TEXTS = load_corpus()
JUDGMENTS = load_judgments()
ART = {"sanchuan": "liuren", "zhonggui": "liuren", "hunyin": "liuyao", "liuchu": "liuyao",
       "yushi": "liuyao"}


def read(folder, slug: str, entries: list[dict]):
    """Records of examples as the corpus reads them."""
    path = folder / "examples" / f"{slug}.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(yaml.safe_dump({"text": slug, "records": entries}, allow_unicode=True,
                                   sort_keys=False), encoding="utf-8")
    text = next(text for text in TEXTS if text.slug == slug)
    found, faults = read_file(path, text, JUDGMENTS)
    assert faults == []
    return found


@pytest.fixture()
def verdict(tmp_path):
    def judge(entry: dict):
        slug = entry["id"].split("-")[0]
        (example,) = read(tmp_path, slug, [entry])
        return check_examples.judge(example, ART[slug], TEXTS)
    return judge


# -- all worked charts of 001 and 004 -----------------------------------------------------------


@pytest.fixture(scope="module")
def worked(tmp_path_factory):
    """The worked charts that the engine's tests keep, as examples, with the verdict on each."""
    folder = tmp_path_factory.mktemp("worked")
    examples = [one for slug in ("sanchuan", "zhonggui") for one in read(folder, slug, records(slug))]
    whole = annotation([], examples)
    return whole, {one.id: one for one in check_examples.check(whole, TEXTS)}


def test_the_worked_charts_come_out_but_for_those_that_the_engine_tests_list(worked):
    whole, verdicts = worked
    assert len(verdicts) == len(whole.examples) >= 160
    count = Counter(one.status for one in verdicts.values())
    assert count[CONFIRMED] >= 150 and count[CONTRADICTED] == 8
    assert {one.passage for one in verdicts.values() if one.status == CONTRADICTED} == {
        "sanchuan-2", "sanchuan-5", "sanchuan-7", "sanchuan-9", "sanchuan-30", "zhonggui-12",
        "zhonggui-24", "zhonggui-25"}


@pytest.mark.parametrize("passage, emendation", [
    ("sanchuan-2", "亥卯 → 卯亥"), ("sanchuan-5", "午申 → 申午"), ("sanchuan-30", "與 → 戌"),
])
def test_what_docs_of_the_readings_argue_is_found(worked, passage, emendation):
    """docs/liuren-readings.md settled these by hand before the search was written."""
    (one,) = (one for one in worked[1].values()
              if one.passage == passage and one.status == CONTRADICTED)
    assert one.emendation == emendation
    assert one.schools == ()
    assert one.candidates[0].leaves == ()


def test_sanchuan_5_the_translator_takes_the_wrong_words_for_the_slip(worked):
    """He doubts 末傳午火; once 三傳戌申午 is read, 午 is the last."""
    notes = {one.note.words: one for one in check_examples.check_notes(
        worked[0], TEXTS, list(worked[1].values()))}
    assert notes["末傳午火"].verdict == "stands"
    assert notes["末傳午火"].explanation.endswith("once 午申 → 申午 is read.")
    assert notes["專無克定多淫"].verdict == "untested"


# -- single records ------------------------------------------------------------------------------

SANCHUAN_2 = {
    "id": "sanchuan-2-e1",
    "quote": "如丁卯日，一課卯，二三課皆亥，四課未。三傳未亥卯，主吉則吉成，凶則凶就，",
    "given": ["丁卯日", {"words": "一課卯", "that": "干上 & 卯"},
              {"words": "二三課皆亥", "that": "干陰 & 亥 and 支上 & 亥"}],
    "asserts": [{"words": "四課未", "that": "支陰 & 未"},
                {"words": "三傳未亥卯", "that": "傳(未, 亥, 卯)"}],
}


def test_sanchuan_2_says_what_is_so_and_what_is_not(verdict):
    one = verdict(SANCHUAN_2)
    assert one.status == CONTRADICTED
    assert [one.tested[n].words for n in one.trial.failing] == ["三傳未亥卯"]
    assert one.computed.startswith("丁卯日 干上卯 · 三傳未卯亥")
    assert [candidate.text() for candidate in one.candidates if not candidate.leaves] == ["亥卯 → 卯亥"]
    (edit,) = one.candidates[0].edits
    paragraph = next(t for t in TEXTS if t.slug == "sanchuan").passages[1].zh
    assert paragraph[edit.start : edit.end] == "亥卯"
    assert one.candidates[0].attested == ("sanchuan-37", "zhonggui-9")
    assert "No other school makes it come out." in one.explanation


def test_sanchuan_7_what_no_change_of_alike_characters_mends(verdict):
    """虎 for 元 would do, but the two are not alike: it ranks as any exchange does."""
    one = verdict({
        "id": "sanchuan-7-e1",
        "quote": "己丑日，三傳卯巳未，初為日鬼，日占乘虎，中末俱不能救，幸干上酉克之，",
        "given": ["己丑日", {"words": "三傳卯巳未", "that": "傳(卯, 巳, 未)"},
                  {"words": "日占", "fact": "晝占"}],
        "asserts": [{"words": "初為日鬼", "that": "初 & 鬼"}, {"words": "日占乘虎", "that": "乘(初, 白虎)"},
                    {"words": "干上酉", "that": "干上 & 酉"}]})
    assert one.status == CONTRADICTED
    assert one.candidates[0].cost == 2 and one.emendation == "虎 → 元"
    assert one.candidates[0].edits[0].how == "exchanged"


def test_what_is_left_open_is_underdetermined(verdict):
    """己丑 with those transmissions, and nothing of day or night."""
    entry = {"id": "sanchuan-7-e2", "quote": "如乙酉日三傳未巳卯，初為日墓，夜占乘蛇，幸得末傳卯克之，",
             "given": ["乙酉日", {"words": "三傳未巳卯", "that": "傳(未, 巳, 卯)"}],
             "asserts": [{"words": "乘蛇", "that": "乘(初, 螣蛇)"}]}
    one = verdict(entry)
    assert one.status == UNDERDETERMINED and (one.trial.fits, one.trial.charts) == (1, 2)
    entry["given"].append("夜占")
    assert verdict(entry).status == CONFIRMED
    entry["given"][-1] = {"words": "夜占", "fact": "晝占"}
    assert verdict(entry).status == CONTRADICTED


def test_one_chart_is_enough_where_the_record_says_so(verdict):
    entry = {"id": "sanchuan-7-e2", "quote": "如乙酉日三傳未巳卯，初為日墓，夜占乘蛇，幸得末傳卯克之，",
             "given": ["乙酉日"], "holds": "one",
             "asserts": [{"words": "三傳未巳卯", "that": "傳(未, 巳, 卯)"}]}
    assert verdict(entry).status == CONFIRMED
    assert verdict(entry | {"holds": "every"}).status == UNDERDETERMINED


def test_each_of_several_days_must_have_its_chart(verdict):
    """zhonggui-2: 丙子、丙申、丙辰. With 丙午 for one of them there is no such chart."""
    entry = {"id": "zhonggui-2-e3", "quote": "又如壬戌日干上寅，丙子、丙申、丙辰干上丑皆是。",
             "given": [{"words": "丙子、丙申、丙辰", "fact": "丙子、丙申、丙辰日"}, "干上丑"],
             "asserts": [{"words": "皆是", "that": "克(局(三傳), 干) and 克(干上, 局(三傳))"}]}
    assert verdict(entry).status == CONFIRMED
    entry["given"][0]["fact"] = "丙子、丙申、丙午日"
    one = verdict(entry)
    assert one.status == CONTRADICTED and one.trial.days == ("丙午",)


def test_another_school_is_named_before_the_scribe(verdict):
    """yushi-5: 甲午 in 乾 of a 未 month asks for the exchange after the solstice; liuchu has not that
    school, so that the same record there would fail."""
    entry = {"id": "yushi-5-e3",
             "quote": "未建戊午日占家宅，得乾之小畜，本應火災，庚午壬午不應，至甲午日而回祿，以夏至後先壬而後甲也明。",
             "given": [{"words": "未建", "fact": "未月"}, "戊午日", "乾之小畜"],
             "asserts": [{"words": "甲午", "that": "動 & 甲午"}]}
    one = verdict(entry)
    assert one.status == CONFIRMED
    (example,) = [one]
    fixed = next(school for school in schools("liuyao", "yushi") if school.name == "qian_stems=fixed")
    found = trial("liuyao", "yushi", example.tested, "every", fixed)
    assert found.status == CONTRADICTED
    by_default = trial("liuyao", "liuchu", example.tested, "every")
    assert by_default.status == CONTRADICTED
    taught = {school.name for school in schools("liuyao", "liuchu")
              if trial("liuyao", "liuchu", example.tested, "every", school).status == CONFIRMED}
    assert taught == {"qian_stems=solstice", "qian_stems=solstice-halves"}


def test_what_an_example_is_extended_to_is_tried_too(verdict):
    entry = {"id": "zhonggui-2-e3", "quote": "又如壬戌日干上寅，丙子、丙申、丙辰干上丑皆是。",
             "given": ["壬戌日", "干上寅"], "asserts": [{"words": "皆是", "that": "三傳 <= 鬼"}],
             "generalises": [{"words": "皆是", "to": ["丙子日 干上丑"], "that": ["克(干上, 局(三傳))"]}]}
    assert verdict(entry).status == CONFIRMED
    entry["generalises"][0]["to"].append("甲子日 干上丑")
    one = verdict(entry)
    assert one.status == CONTRADICTED and one.carried == ("甲子日 干上丑: not 克(干上, 局(三傳))",)


# -- the translator's notes ------------------------------------------------------------------------


def notes_on(tmp_path, entries):
    slug = entries[0]["id"].split("-")[0]
    whole = annotation([], read(tmp_path, slug, entries))
    verdicts = list(check_examples.check(whole, TEXTS))
    return {one.note.words: one for one in check_examples.check_notes(whole, TEXTS, verdicts)
            if one.examples}


def test_sanchuan_42_與_is_戌_as_the_note_says(tmp_path):
    """與 names nothing on a chart; the record follows the note, and comes out."""
    entry = {"id": "sanchuan-42-e1", "quote": "如丙申日三傳戌巳子，戌加卯發用是也。",
             "given": ["丙申日", {"words": "三傳戌巳子", "that": "傳(戌, 巳, 子)"}],
             "asserts": [{"words": "與加卯位", "in": "sanchuan-42", "that": "戌加卯 & 初"}]}
    assert notes_on(tmp_path, [entry])["與加卯位"].verdict == "borne out"
    entry["asserts"][0]["that"] = "戌加卯 & 末"
    assert notes_on(tmp_path, [entry])["與加卯位"].verdict == "neither"


def test_sanchuan_32_子_is_干_as_the_note_says(tmp_path):
    """子 is 天后 over the stem 丁: it controls the stem, and cannot control itself."""
    entry = {"id": "sanchuan-32-e1", "quote": "六丁日晝占，子為天后加干。",
             "given": [{"words": "六丁日", "fact": "丁日"}, "晝占",
                       {"words": "加干", "that": "加(子, 干)"}],
             "asserts": [{"words": "子為天后", "that": "乘(子, 天后)"},
                         {"words": "后克子", "in": "sanchuan-32", "that": "克(乘神(天后), 子)"}]}
    (note,) = notes_on(tmp_path, [entry]).values()
    assert (note.note.words, note.verdict) == ("后克子", "borne out")


def test_a_note_that_is_wrong_is_refuted(tmp_path):
    """The same place, if the text said what comes out and the note another thing."""
    note = next(n for n in load_base_text(TEXTS) if n.words == "后克子")
    entry = {"id": "sanchuan-32-e1", "quote": "六丁日晝占，子為天后加干。",
             "given": [{"words": "六丁日", "fact": "丁日"}, "晝占"],
             "asserts": [{"words": "子為天后加干", "that": "乘(子, 天后)"}]}
    whole = annotation([], read(tmp_path, "sanchuan", [entry]))
    verdicts = list(check_examples.check(whole, TEXTS))
    paragraph = next(t for t in TEXTS if t.slug == "sanchuan").passages[31].zh
    start = paragraph.index("子為天后加干")
    wrong = replace(note, start=start, end=start + 4, words="子為天后", read="丑為天后")
    (found,) = check_examples.check_notes(whole, TEXTS, verdicts, [wrong])
    assert found.verdict == "refuted"


# -- the command -----------------------------------------------------------------------------------


def test_the_command_tells_of_every_example_of_the_corpus():
    result = CliRunner().invoke(command, ["examples", "--json"])
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert {one["id"] for one in found["examples"]} == {
        one.id for one in load_annotation(TEXTS).examples}
    for one in found["examples"]:
        assert one["status"] in (CONFIRMED, CONTRADICTED, UNDERDETERMINED)
        assert bool(one["explanation"]) == (one["status"] != CONFIRMED)
    assert len(found["notes"]) == 23


def test_the_command_names_what_it_does_not_know():
    result = CliRunner().invoke(command, ["examples", "zhonggui-99"])
    assert result.exit_code and "zhonggui-99" in str(result.exception)


def test_statements_know_where_they_stand(tmp_path):
    (example,) = read(tmp_path, "sanchuan", [SANCHUAN_2])
    paragraph = next(t for t in TEXTS if t.slug == "sanchuan").passages[1].zh
    for one in statements(example):
        assert paragraph[one.start : one.start + len(one.words)] == one.words
        assert symbols.symbols("liuren", one.words)


# -- charts that are told by lines of the language alone ------------------------------------------


def test_yushi_37_holds_on_every_chart_where_si_turns_into_hai(verdict):
    found = verdict({
        "id": "yushi-37-e1", "quote": "化沖，巳動化亥也；",
        "given": [{"words": "巳動化亥", "that": "化(巳, 亥)"}],
        "asserts": [{"words": "化沖", "that": "化(巳, 亥) <= 化沖"}],
    })
    assert found.status == CONFIRMED and found.trial.fits == found.trial.charts > 0


def test_yushi_37_does_not_hold_the_other_way_about(verdict):
    found = verdict({
        "id": "yushi-37-e1", "quote": "化沖，巳動化亥也；",
        "given": [{"words": "化沖", "that": "化沖"}],
        "asserts": [{"words": "巳動化亥", "that": "化(巳, 亥)"}],
    })
    assert found.status == UNDERDETERMINED and 0 < found.trial.fits < found.trial.charts


def test_liuchu_5_no_chart_has_the_trigrams_that_the_example_names(verdict):
    found = verdict({
        "id": "liuchu-5-e1", "quote": "如子孫臨玄武在乾宮，而被坤宮動克之，乃是黑身黃足；",
        "given": [{"words": "子孫臨玄武在乾宮", "that": "子孫 & 玄武 & 乾宮"},
                  {"words": "被坤宮動克之", "that": "克(坤宮 & 動, 子孫 & 玄武 & 乾宮)"}],
    })
    assert found.status == CONTRADICTED and found.trial.charts == 64 * 64 * 60 * 12
    assert not found.schools and not found.candidates and "too many" in found.explanation


def test_sanchuan_9_is_shown_with_what_stands_there_and_without_constants():
    (one,) = check_examples.check(load_annotation(TEXTS), TEXTS, ["sanchuan-9-e1"])
    assert one.computed.split(" · ")[3:] == ["第四課 = 未", "克(未, 寅) = 無"]
