"""The layers of the five texts: the hard places, read by hand, and the counts."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from yarrow import paths
from yarrow.cli import yarrow
from yarrow.corpus import load_corpus, load_manifest
from yarrow.errors import YarrowError

COUNTS = Path(__file__).with_name("layer_counts.txt")


@pytest.fixture(scope="module")
def corpus():
    return {text.slug: text for text in load_corpus()}


def units(corpus, passage, lang):
    """(kind, first words, last words) of each unit of a passage."""
    slug, n = passage.split("-")
    text = corpus[slug]
    return [(unit.kind, text.words(unit).strip()) for unit in text.layers.units
            if (unit.passage, unit.lang) == (int(n), lang)]


def target(corpus, slug, unit_id):
    text = corpus[slug]
    (unit,) = [unit for unit in text.layers.units if text.unit_id(unit) == unit_id]
    glossed = text.layers.units[unit.glosses]
    return text.unit_id(glossed), text.words(glossed)


def segments(corpus, passage, lang):
    slug, n = passage.split("-")
    text = corpus[slug]
    return [text.words(segment) for segment in text.layers.segments
            if (segment.passage, segment.lang) == (int(n), lang)]


# the figures


def test_yarrow_layers_prints_the_kept_counts():
    result = CliRunner().invoke(yarrow, ["layers"])
    assert result.exit_code == 0
    assert result.output == COUNTS.read_text(encoding="utf-8")


def test_yarrow_layers_json_has_the_same_counts():
    result = CliRunner().invoke(yarrow, ["layers", "--json"])
    rows = [[str(value) for value in row.values()] for row in json.loads(result.output)]
    assert rows == [line.split() for line in COUNTS.read_text(encoding="utf-8").split("\n")[1:-1]]


@pytest.mark.parametrize("slug, commentaries", [("hunyin", 94), ("liuchu", 86)])
def test_each_mark_of_the_couplet_texts_ends_one_clause(corpus, slug, commentaries):
    """An independent count: these two texts mark every clause, and bracket every commentary."""
    zh = [passage.zh for passage in corpus[slug].passages]
    marks = sum(len(re.findall("[，。；！？,;]+", text)) for text in zh)
    found = corpus[slug].layers
    assert sum(segment.lang == "zh" for segment in found.segments) == marks
    assert sum("".join(zh).count(bracket) for bracket in "（）") == 2 * commentaries
    assert sum(unit.kind == "commentary" for unit in found.units) == commentaries
    ko = "".join(passage.ko for passage in corpus[slug].passages)
    assert sum(segment.lang == "ko" for segment in found.segments) == len(re.findall("[.?!]", ko))


def test_yushi_brackets_and_their_translation_answer_each_other(corpus):
    found = corpus["yushi"].layers.units
    opened = {lang: [u.passage for u in found if u.lang == lang and u.kind == "commentary"
                     and u.continues is None] for lang in ("zh", "ko")}
    assert opened["zh"] == opened["ko"]
    zh = "".join(passage.zh for passage in corpus["yushi"].passages)
    assert len(opened["zh"]) == zh.count("（") - 1  # all but （擊？）
    ko = "".join(passage.ko for passage in corpus["yushi"].passages)
    assert len(opened["ko"]) == ko.count("(주:")


def test_sanchuan_notes_open_where_the_translation_says_so(corpus):
    """From passage 26 on the same passages have a verse and a note in both languages, and what
    stands before the note are lines of seven syllables (but two that have one too many, and one
    of which the translator's note says that it lacks a 八)."""
    irregular = {38: [8, 6, 7, 7], 43: [8, 7, 7, 7]}
    for n in range(26, 56):
        zh, ko = (units(corpus, f"sanchuan-{n}", lang) for lang in ("zh", "ko"))
        verse = [words for kind, words in zh if kind == "main"]
        assert bool(verse) == any(kind == "translation" for kind, _ in ko)
        assert {kind for kind, _ in zh} - {"main"} == {"commentary"}
        assert {kind for kind, _ in ko} - {"translation", "note"} == {"commentary"}
        lines = [len(line) for words in verse for line in re.split("[，。？]", words) if line]
        assert lines == (irregular.get(n, [7, 7, 7, 7]) if verse else [])
    assert all(kind == "main" for n in range(1, 26)
               for kind, _ in units(corpus, f"sanchuan-{n}", "zh"))


def test_sanchuan_notes_on_the_base_text_are_all_found(corpus):
    text = corpus["sanchuan"]
    notes = [text.words(unit) for unit in text.layers.units if unit.kind == "note"]
    assert len(notes) == sum(passage.ko.count("저본") for passage in text.passages) == 15
    assert all(re.fullmatch(r"\(.*저본.*\)[.;]?", note) for note in notes)


# commentary over several paragraphs


def test_yushi_5_is_all_commentary_on_the_passage_before(corpus):
    for lang, letter in (("zh", "u"), ("ko", "v")):
        ((kind, _),) = units(corpus, "yushi-5", lang)
        assert kind == "commentary"
        glossed, words = target(corpus, "yushi", f"yushi-5-{letter}1")
        assert glossed == f"yushi-4-{letter}1"
    assert target(corpus, "yushi", "yushi-5-u1")[1].endswith("遇丙戌父動而是歲反登科。")


def test_yushi_23_commentary_opens_and_closes_two_paragraphs_later(corpus):
    assert units(corpus, "yushi-23", "zh")[0][1].startswith("（丙既生寅而長大")
    assert units(corpus, "yushi-25", "zh")[0][1].endswith("天地人元仔細分。）")
    assert units(corpus, "yushi-23", "ko")[0][1].startswith("(주: 병화가")
    assert units(corpus, "yushi-25", "ko")[0][1].endswith("변별해야 한다.)")
    found = corpus["yushi"].layers.units
    for lang, letter, count in (("zh", "u", 3), ("ko", "v", 4)):  # the Korean has a note inside
        run = [unit for unit in found if unit.lang == lang and unit.passage in (23, 24, 25)
               and unit.kind == "commentary"]
        assert len(run) == count
        assert [unit.continues is None for unit in run] == [True] + [False] * (count - 1)
        assert [found[unit.continues] for unit in run[1:]] == run[:-1]
        assert {found[unit.glosses] for unit in run} == {
            unit for unit in found if (unit.lang, unit.passage, unit.n) == (lang, 22, 3)}
    assert target(corpus, "yushi", "yushi-25-u1")[1].startswith("男既長大，應合婚姻，")
    assert units(corpus, "yushi-26", "zh")[0][0] == "main"


def test_yushi_24_note_on_the_base_text_inside_commentary(corpus):
    assert [kind for kind, _ in units(corpus, "yushi-24", "ko")] == [
        "commentary", "note", "commentary"]
    assert units(corpus, "yushi-24", "ko")[1][1] == (
        "(원문은 '림'이라 하였으니 마땅히 '목' 자의 오이다)")
    text = corpus["yushi"]
    around = [segment.sentence for segment in text.layers.segments
              if segment.passage == 24 and segment.lang == "ko"
              and text.words(segment).strip() in (
                  "수는 목을 생하고", "목은 유에 태하고 술에 기르니 그러므로 갑목은 해에서 장생하고 "
                  "을목은 오에서 기생한다.")]
    assert len(around) == 2 and len(set(around)) == 1  # one sentence around the note


def test_yushi_1_supplement_stands_inside_one_commentary(corpus):
    kind, words = units(corpus, "yushi-1", "zh")[3]
    assert kind == "commentary"
    assert words.startswith("（補遺曰：冬藏夏貨，") and words.endswith("為卜筮之要。）")
    assert target(corpus, "yushi", "yushi-1-u4")[1].endswith("火用為善。")


def test_yushi_27_query_of_an_editor(corpus):
    assert [(kind, words) for kind, words in units(corpus, "yushi-27", "zh")][1] == (
        "remark", "（擊？）")
    assert units(corpus, "yushi-27", "ko")[1] == (
        "note", "(구본의 방주에 마땅히 '격효(擊爻)'로 해야 할 것을 의심한다)")
    sentence = {text.sentence for text in corpus["yushi"].layers.segments
                if text.passage == 27 and text.lang == "zh" and text.layer == "main"}
    assert sentence == {1}  # the query does not cut the sentence in two


# remarks and notes that nothing marks


def test_zhonggui_1_remark_of_an_editor_inside_a_sentence(corpus):
    zh = units(corpus, "zhonggui-1", "zh")
    assert [kind for kind, _ in zh] == ["main", "remark", "main"]
    assert zh[0][1].endswith("凡占未免先值驚危，下稍")
    assert zh[1][1] == "北海閒人按：下稍指事情的結局"
    assert zh[2][1] == "無畏，但言必有人相謀害，終不能為禍也。"
    text = corpus["zhonggui"]
    of_sentence = {}
    for segment in text.layers.segments:
        if segment.passage == 1 and segment.lang == "zh":
            of_sentence.setdefault(segment.sentence, []).append(text.words(segment))
    assert "下稍" in of_sentence[2] and of_sentence[2][-3:] == [
        "無畏，", "但言必有人相謀害，", "終不能為禍也。"]
    assert of_sentence[3] == ["北海閒人按：下稍指事情的結局"]
    (remark,) = [unit for unit in text.layers.units if unit.kind == "remark"]
    assert remark.voice == "北海閒人"
    note = units(corpus, "zhonggui-1", "ko")[1]
    assert note[0] == "note" and note[1].startswith("(원서 여기에 북해한인(北海閑人)의 안어")


def test_zhonggui_7_note_on_the_base_text_without_brackets(corpus):
    ko = units(corpus, "zhonggui-7", "ko")
    assert [kind for kind, _ in ko] == ["translation", "note"]
    assert ko[0][1].endswith("진복(鎭伏)하기에 충분하다.")
    assert ko[1][1].startswith("원문 처음 「여여(如如)」") and ko[1][1].endswith("싣는다.")


def test_zhonggui_has_no_other_layer(corpus):
    kinds = [unit.kind for unit in corpus["zhonggui"].layers.units]
    assert sorted(set(kinds)) == ["main", "note", "remark", "translation"]
    assert kinds.count("note") == 2 and kinds.count("remark") == 1


def test_sanchuan_30_bracket_inside_a_verse_line(corpus):
    zh = units(corpus, "sanchuan-30", "zh")
    assert [kind for kind, _ in zh] == ["main", "commentary", "main", "commentary"]
    assert zh[:2] == [("main", "財常日本必占姻"), ("commentary", "（財乘太常或常加日本，來意占婚），")]
    assert zh[3][1].startswith("常財日本，即常或乘長生")
    assert target(corpus, "sanchuan", "sanchuan-30-u2")[1] == "財常日本必占姻"


@pytest.mark.parametrize(("passage", "words"), [
    ("sanchuan-31", "（一云，用起天后，傳見元武，主婦女逃亡）。"),
    ("sanchuan-32", "（一雲凡占婚姻，如天后乘神與日生合必成。如后克子，主男不願。干克后，主女不願。"
                    "如課傳吉，主先阻後成也。）"),
    ("sanchuan-34", "（桃花卯子酉午三輪，奸門申亥寅巳三輪。）"),
    ("sanchuan-45", "（謂在子丑寅卯辰巳午未七宮也。）"),
])
def test_sanchuan_brackets_inside_a_note(corpus, passage, words):
    zh = units(corpus, passage, "zh")
    assert zh[-1] == ("commentary", words) and zh[-2][0] == "commentary"
    ko = units(corpus, passage, "ko")
    bracket = [text for kind, text in ko if kind == "commentary" and text.startswith("(")]
    assert len(bracket) == 1


def test_sanchuan_32_goes_on_with_the_note_of_31(corpus):
    glossed, words = target(corpus, "sanchuan", "sanchuan-32-u1")
    assert glossed == "sanchuan-31-u1" and words.startswith("日辰逢引兩不良")
    assert [kind for kind, _ in units(corpus, "sanchuan-32", "ko")] == [
        "commentary", "commentary", "note"]


# marks


def test_hunyin_5_and_6_ascii_marks_end_clauses(corpus):
    assert "是男求女;" in segments(corpus, "hunyin-5", "zh")
    assert "凡婚以官為夫," in segments(corpus, "hunyin-6", "zh")
    assert "得子孫在空避之地," in segments(corpus, "liuchu-8", "zh")


def test_hunyin_25_main_sentence_runs_past_its_commentary(corpus):
    text = corpus["hunyin"]
    main = [(segment.sentence, text.words(segment)) for segment in text.layers.segments
            if segment.passage == 25 and segment.lang == "zh" and segment.layer == "main"]
    assert [words for n, words in main if n == main[2][0]] == ["雙胎雙福必雙生，", "一克一刑終一夢。"]


def test_closing_quotation_marks_stay_with_their_sentence(corpus):
    assert segments(corpus, "zhonggui-28", "zh")[-2:] == ["明知子上是胞胎。”", "云云。"]
    assert segments(corpus, "zhonggui-22", "zh")[:3] == [
        "坎初六：“習坎，", "入于坎窞，", "凶。”"]
    assert "胎必近下”。" in segments(corpus, "hunyin-38", "zh")


def test_korean_brackets_with_hanja_are_no_layer(corpus):
    assert [kind for kind, _ in units(corpus, "zhonggui-32", "ko")] == ["translation"]
    assert segments(corpus, "sanchuan-3", "ko")[1] == (
        "예컨대 병술(丙戌)일은 사가 술 위에 가하고(병은 사에 기함);")


def test_korean_notes_take_the_full_stop_along(corpus):
    assert segments(corpus, "sanchuan-33", "ko")[9] == "(저본은 「후음」을 「후섬(后閃)」으로 잘못 씀)."


# the whole


def test_every_commentary_has_its_lemma_and_ids_are_unique(corpus):
    for text in corpus.values():
        ids = [text.unit_id(unit) for unit in text.layers.units]
        ids += [text.segment_id(segment) for segment in text.layers.segments]
        ids += [text.sentence_id(sentence) for sentence in text.layers.sentences]
        assert len(ids) == len(set(ids))
        for unit in text.layers.units:
            if unit.kind in ("commentary", "remark"):
                assert text.layers.units[unit.glosses].kind in ("main", "translation")


def test_units_hold_words(corpus):
    for text in corpus.values():
        assert all(any(map(str.isalnum, text.words(unit))) for unit in text.layers.units)


def test_yarrow_layers_lists_a_passage():
    result = CliRunner().invoke(yarrow, ["layers", "zhonggui-1", "--json"])
    rows = json.loads(result.output)
    (remark,) = [row for row in rows if row["what"] == "unit" and row["layer"] == "remark"]
    assert (remark["id"], remark["start"], remark["end"], remark["glosses"], remark["voice"]) == (
        "zhonggui-1-u2", 114, 128, "zhonggui-1-u1", "北海閒人")
    assert rows[15]["words"] == "北海閒人按：下稍指事情的結局" == rows[16]["words"]


def test_yarrow_layers_reports_unknown_names_together():
    result = CliRunner().invoke(yarrow, ["layers", "nosuch", "hunyin-43", "hunyin-x"])
    assert [fault.where for fault in result.exception.faults] == ["nosuch", "hunyin-43", "hunyin-x"]


# the manifest and the declared runs


@pytest.fixture
def copy(tmp_path):
    for folder in ("texts", "layers"):
        shutil.copytree(paths.corpus_dir() / folder, tmp_path / folder)
    return tmp_path


def broken(directory, name, old, new):
    path = directory / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(YarrowError) as caught:
        load_corpus(directory)
    return [str(fault) for fault in caught.value.faults]


def test_manifest_names_the_five_texts_in_order():
    entries = load_manifest(paths.corpus_dir())
    assert [entry["slug"] for entry in entries][:5] == [
        "hunyin", "sanchuan", "liuchu", "yushi", "zhonggui"]
    for entry in entries:
        assert entry["attribution"]["certain"] and entry["attribution"]["lead"]


def test_manifest_faults(copy):
    (fault,) = broken(copy, "texts/manifest.yaml", "tradition: 六爻", "tradition: 六爻術")
    assert "entry 1, tradition: '六爻術'" in fault and "remedy: one of 六爻, 大六壬" in fault


def test_manifest_duplicate_slug(copy):
    (fault,) = broken(copy, "texts/manifest.yaml", "slug: liuchu", "slug: hunyin")
    assert "slug hunyin is that of entry 1 already" in fault


def test_manifest_title_must_be_the_heading(copy):
    (fault,) = broken(copy, "texts/manifest.yaml", "zh: 婚姻,", "zh: 婚嫁,")
    assert "the title 婚嫁, 혼인 is not the heading" in fault


def test_manifest_that_is_no_yaml(copy):
    (fault,) = broken(copy, "texts/manifest.yaml", "texts:", "texts: [")
    assert "no YAML" in fault


def test_declared_run_must_stand_in_the_text(copy):
    (fault,) = broken(copy, "layers/zhonggui.yaml", "按：下稍指", "按：下梢指")
    assert "zhonggui.yaml: run 1 (passage 1)" in fault
    assert "「北海閒人按：下梢指事情的結局」 stands 0 times" in fault


def test_declared_runs_follow_their_schema(copy):
    (fault,) = broken(copy, "layers/yushi.yaml", "kind: remark", "kind: main")
    assert "yushi.yaml, runs, entry 1, kind: 'main' is not one of" in fault
    (fault,) = broken(copy, "layers/yushi.yaml", "kind: main", "kind: remark\n    from: 擊")
    assert "yushi.yaml, runs, entry 1" in fault and "is valid under each of" in fault


def test_faults_of_several_texts_come_together(copy):
    name = "texts/002_bdf9a42f7ef93fc8.txt"
    (copy / name).write_text("육축(六畜)\n\n甲。\n", encoding="utf-8")
    found = broken(copy, "layers/yushi.yaml", "（擊？）", "（擊！）")
    assert [Path(fault.split(":")[0]).name for fault in found] == [
        "002_bdf9a42f7ef93fc8.txt", "yushi.yaml"]
