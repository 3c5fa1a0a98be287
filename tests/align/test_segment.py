"""Cutting into units, sentences and segments: what holds for any text, and single rules."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from align.model import Declared, Layers, Passage, Source, TextError
from align.segment import BASE, KINDS, layers
from align.source import read

TEXTS = sorted((Path(__file__).parents[2] / "corpus" / "texts").glob("*.txt"))


def text_of(*pairs: tuple[str, str]) -> Source:
    passages = tuple(Passage(n, zh, ko, 0, 0) for n, (zh, ko) in enumerate(pairs, 1))
    return Source("x.txt", "", "", "", passages)


def words(source: Source, items, lang: str) -> list[str]:
    return [source.passages[item.passage - 1].text(lang)[item.start : item.end]
            for item in items if item.lang == lang]


def zh_segments(zh: str) -> list[str]:
    source = text_of((zh, ""))
    return words(source, layers(source).segments, "zh")


def ko_segments(ko: str) -> list[str]:
    source = text_of(("", ko))
    return words(source, layers(source).segments, "ko")


def check(source: Source, found: Layers) -> None:
    """What holds for every text."""
    units, segments, sentences = defaultdict(list), defaultdict(list), defaultdict(list)
    for groups, items in ((units, found.units), (segments, found.segments),
                          (sentences, found.sentences)):
        for item in items:
            groups[item.passage, item.lang].append(item)
    for passage in source.passages:
        for lang in ("zh", "ko"):
            text, place = passage.text(lang), (passage.n, lang)
            # units tile the paragraph
            edges = [edge for unit in units[place] for edge in (unit.start, unit.end)]
            assert edges == sorted(edges) and edges[1:-1:2] == edges[2::2]
            assert (edges[0], edges[-1]) == (0, len(text)) if text else not edges
            assert [unit.n for unit in units[place]] == [*range(1, len(units[place]) + 1)]
            # segments lie in their units, in order, without overlap, and miss no letter
            covered = set()
            for n, segment in enumerate(segments[place], 1):
                unit = found.units[segment.unit]
                assert (segment.n, unit.passage, unit.lang) == (n, *place)
                assert unit.start <= segment.start < segment.end <= unit.end
                assert segment.layer == unit.kind in KINDS[lang]
                assert segment.start >= max(covered, default=0)
                covered.update(range(segment.start, segment.end))
                # and in their sentence, which is of their layer
                sentence = sentences[place][segment.sentence - 1]
                assert sentence.n == segment.sentence and sentence.layer == segment.layer
                assert sentence.start <= segment.start < segment.end <= sentence.end
            assert covered.issuperset(i for i, c in enumerate(text) if c.isalnum())
            # no sentence without a segment at its start and its end
            for sentence in sentences[place]:
                own = [s for s in segments[place] if s.sentence == sentence.n]
                assert (own[0].start, own[-1].end) == (sentence.start, sentence.end)
    bases = {lang for (_, lang), group in units.items()
             for unit in group if unit.kind == BASE[lang]}
    for at, unit in enumerate(found.units):
        if unit.kind in BASE.values():
            assert unit.glosses is None and unit.continues is None
        elif unit.lang in bases:
            target = found.units[unit.glosses]
            assert target.lang == unit.lang
            assert target.kind == BASE[unit.lang] or unit.kind == "note"
        if unit.continues is not None:
            before = found.units[unit.continues]
            assert unit.continues < at and (before.lang, before.kind) == (unit.lang, unit.kind)
            assert before.glosses == unit.glosses


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem[:3])
def test_properties_of_the_sources_by_brackets_alone(path):
    source = read(path)
    check(source, layers(source))


ZH = st.text(alphabet="甲乙丙，。；！？,;.：、（）()“”」 \n1a", max_size=40)
KO = st.text(alphabet="가나다.?!;,()「」'\"주:원문 저본 \n1a甲", max_size=40)


@given(st.lists(st.tuples(ZH, KO), min_size=1, max_size=3))
def test_properties_of_any_text(pairs):
    source = text_of(*pairs)
    check(source, layers(source))


def test_clauses_end_at_full_width_and_ascii_marks():
    assert zh_segments("凡婚以官為夫,財為婦。男求女;應生世！是？也；") == [
        "凡婚以官為夫,", "財為婦。", "男求女;", "應生世！", "是？", "也；"]


def test_colon_and_enumeration_comma_do_not_end_a_clause():
    assert zh_segments("昴星格：剛日生女，貴、常、勾土神。") == ["昴星格：剛日生女，", "貴、常、勾土神。"]


def test_closing_marks_go_with_the_full_stop():
    assert zh_segments("歌云“甲，乙。”云云。") == ["歌云“甲，", "乙。”", "云云。"]
    assert zh_segments("曰：“甲。”。此說得之。") == ["曰：“甲。”", "此說得之。"]


def test_dot_in_numbers_and_abbreviations():
    assert ko_segments("값은 3.5 이다. cf. 갑을 본다. 그치다.") == [
        "값은 3.5 이다.", "cf. 갑을 본다.", "그치다."]
    assert ko_segments("1. 갑이다. 2. 을이다.") == ["1. 갑이다.", "2. 을이다."]


def test_korean_sentences_end_at_semicolons_and_keep_closing_marks():
    assert ko_segments("갑이다; 「을이다.」 병인가? (정이다.) 무") == [
        "갑이다;", "「을이다.」", "병인가?", "(정이다.)", "무"]


def test_commentary_segments_lie_within_the_brackets():
    source = text_of(("甲，（乙。丙。）丁。", "갑. (주: 을. 병.) 정."))
    found = layers(source)
    assert words(source, found.units, "zh") == ["甲，", "（乙。丙。）", "丁。"]
    assert words(source, found.segments, "zh") == ["甲，", "乙。", "丙。", "丁。"]
    assert words(source, found.segments, "ko") == ["갑.", "(주: 을.", "병.)", "정."]
    # the main sentence runs on past the commentary
    assert [s.sentence for s in found.segments if s.lang == "zh"] == [1, 2, 3, 1]
    assert [(s.start, s.end) for s in found.sentences if s.lang == "zh"] == [(0, 10), (3, 5), (5, 7)]


def test_the_mark_after_a_bracket_goes_with_it_and_ends_the_sentence_around():
    source = text_of(("甲（乙。丙）。丁。", "갑이다(저본은 을이다). 병이다."))
    found = layers(source)
    assert words(source, found.units, "zh") == ["甲", "（乙。丙）。", "丁。"]
    assert [s.sentence for s in found.segments if s.lang == "zh"] == [1, 2, 3, 4]
    assert words(source, found.segments, "ko") == ["갑이다", "(저본은 을이다).", "병이다."]
    assert [s.sentence for s in found.segments if s.lang == "ko"] == [1, 2, 3]


def test_commentary_over_paragraphs():
    source = text_of(("甲。（乙。", "가. (주: 나."), ("丙。", "다(원문은 라) 마."), ("丁。）戊。", "바.) 사."))
    found = layers(source)
    zh = [unit for unit in found.units if unit.lang == "zh"]
    assert [unit.kind for unit in zh] == ["main", *["commentary"] * 3, "main"]
    assert [found.units[unit.glosses].passage for unit in zh[1:4]] == [1, 1, 1]
    assert [unit.continues is not None for unit in zh] == [False, False, True, True, False]
    ko = [(unit.kind, unit.passage) for unit in found.units if unit.lang == "ko"]
    assert ko == [("translation", 1), ("commentary", 1), ("commentary", 2), ("note", 2),
                  ("commentary", 2), ("commentary", 3), ("translation", 3)]


def test_a_bracket_inside_commentary_is_part_of_it():
    source = text_of(("甲。（乙（丙）丁。）戊。", ""))
    assert words(source, layers(source).units, "zh") == ["甲。", "（乙（丙）丁。）", "戊。"]


def test_a_note_glosses_the_unit_that_it_stands_in():
    found = layers(text_of(("", "가. (주: 나(저본은 라) 다.) 마(원문은 바).")))
    kinds = [(unit.kind, found.units[unit.glosses].kind if unit.glosses is not None else None)
             for unit in found.units]
    assert kinds == [("translation", None), ("commentary", "translation"), ("note", "commentary"),
                     ("commentary", "translation"), ("translation", None), ("note", "translation")]


def test_commentary_before_any_main_text_glosses_what_follows():
    found = layers(text_of(("（甲。）乙。", "")))
    assert found.units[found.units[0].glosses].kind == "main"


def test_korean_brackets_with_hanja_or_a_gloss_are_no_layer():
    found = layers(text_of(("", "임진일(壬辰日)은 「행년」(해마다 옮기는 자리)이다.")))
    assert [unit.kind for unit in found.units] == ["translation"]


def test_declared_runs():
    source = text_of(("甲乙下稍按：丙丁無畏，戊。", "가. 원문은 나다."))
    found = layers(source, [
        Declared(1, "zh", "remark", quote="按：丙丁", voice="北海閒人"),
        Declared(1, "ko", "note", first="원문은"),
    ])
    assert words(source, found.units, "zh") == ["甲乙下稍", "按：丙丁", "無畏，戊。"]
    assert [s.sentence for s in found.segments if s.lang == "zh"] == [1, 2, 1, 1]
    assert found.units[1].voice == "北海閒人"
    assert words(source, found.units, "ko") == ["가. ", "원문은 나다."]


def test_declared_runs_that_are_not_there_are_all_reported():
    source = text_of(("甲乙甲。", "가."))
    with pytest.raises(TextError) as caught:
        layers(source, [
            Declared(1, "zh", "remark", quote="丙", where="a"),
            Declared(1, "zh", "remark", quote="甲", where="b"),
            Declared(2, "zh", "remark", quote="甲", where="c"),
            Declared(1, "zh", "note", quote="乙", where="d"),
            Declared(1, "zh", "remark", first="乙", last="丙", where="e"),
        ])
    assert [(fault.where, fault.what) for fault in caught.value.faults] == [
        ("a", "「丙」 stands 0 times in the paragraph, not once"),
        ("b", "「甲」 stands 2 times in the paragraph, not once"),
        ("c", "passage 2 is not there"),
        ("d", "lang zh, kind note"),
        ("e", "「丙」 does not follow 「乙」"),
    ]
