"""Quotes are found to the character, in one layer, or it is shown where they differ."""

from __future__ import annotations

import pytest

from yarrow.corpus import load_corpus
from yarrow.rules.quotes import Quote, anchor, nearest, width


@pytest.fixture(scope="module")
def texts():
    return {text.slug: text for text in load_corpus()}


def anchored(texts, passage: str, *quotes: Quote | str):
    slug, _, n = passage.rpartition("-")
    found = [Quote(quote) if isinstance(quote, str) else quote for quote in quotes]
    return anchor(texts[slug], int(n), found, "here")


def test_hunyin_3_a_quote_gives_offsets_and_layer(texts):
    words = "若應爻發動，或空亡，或沖剋世爻，皆主不允，事亦難成，或去亦不遇。"
    (span,), faults = anchored(texts, "hunyin-3", words)
    assert not faults
    paragraph = texts["hunyin"].passages[2].zh
    assert (span.start, span.end, span.layer) == (45, 77, "commentary")
    assert paragraph[span.start : span.end] == words == span.words


def test_hunyin_3_words_that_stand_twice_need_nth(texts):
    _, (fault,) = anchored(texts, "hunyin-3", "欲求庚帖，")
    assert "stands 2 times in hunyin-3" in fault.what
    assert (
        "1 …[欲求庚帖，]豈宜應動…" in fault.what
        and "2 …應空？（[欲求庚帖，]須得應爻…" in fault.what
    )
    for nth, layer in ((1, "main"), (2, "commentary")):
        (span,), faults = anchored(texts, "hunyin-3", Quote("欲求庚帖，", nth))
        assert not faults and span.layer == layer
    _, (fault,) = anchored(texts, "hunyin-3", Quote("欲求庚帖，", 3))
    assert fault.remedy == "give nth from 1 to 2"


def test_hunyin_2_a_wrong_character_stops_with_a_caret(texts):
    spans, (fault,) = anchored(texts, "hunyin-2", "六合則易面且吉；")
    assert not spans
    what, shown, caret = fault.what.split("\n")
    assert what == "「六合則易面且吉；」 does not stand in hunyin-2; nearest is"
    assert shown.strip() == "六合則易而且吉；"
    column = len(caret) - len(caret.lstrip()) - 4  # four blanks before the words
    assert column == width("六合則易") and caret.strip() == "^^"


@pytest.mark.parametrize(
    "words, under",
    [
        ("六合則易且吉；", "而"),  # a character left out
        ("六合則易而而且吉；", "而且"),  # one too many: before 而, or after it
        ("六合則易而且吉;", "；"),  # a half-width mark
        ("六沖則易而且吉；", "合"),  # another character
    ],
)
def test_hunyin_2_the_caret_stands_under_what_differs(texts, words, under):
    run, line = nearest(texts["hunyin"].passages[1].zh, words)
    assert run == "六合則易而且吉；"
    column = len(line) - len(line.lstrip())
    assert line.strip() == "^^" and run[column // 2] in under


def test_a_quote_of_nothing_like_the_text_still_ends():
    assert nearest("財", "六合則易而且吉；" * 40) == ("財", "^^")
    assert nearest("", "財") == ("", "^")


def test_hunyin_2_a_quote_may_not_run_over_the_edge_of_a_layer(texts):
    spans, (fault,) = anchored(texts, "hunyin-2", "六合則易而且吉；（六合卦")
    assert not spans and "runs over the edge of a layer in hunyin-2" in fault.what


def test_hunyin_2_quotes_of_one_record_are_of_one_layer(texts):
    _, (fault,) = anchored(texts, "hunyin-2", "六合則易而且吉；", "世應相生，")
    assert fault.what == "the quotes are of several layers: commentary, main"


def test_hunyin_2_quotes_of_one_record_do_not_overlap(texts):
    _, (fault,) = anchored(texts, "hunyin-2", "占者得之，必主難成，", "必主難成，縱成")
    assert "overlap" in fault.what


def test_zhonggui_1_a_sentence_goes_on_after_the_remark_inside_it(texts):
    spans, faults = anchored(texts, "zhonggui-1", "無畏，", "凡占未免先值驚危，下稍")
    assert not faults
    assert [span.words for span in spans] == [
        "凡占未免先值驚危，下稍",
        "無畏，",
    ]  # in the text's order
    between = texts["zhonggui"].passages[0].zh[spans[0].end : spans[1].start]
    assert between == "北海閒人按：下稍指事情的結局"
    _, (fault,) = anchored(texts, "zhonggui-1", "下稍北海閒人按")
    assert "edge of a layer" in fault.what


def test_no_variant_is_taken_for_the_character(texts):
    assert anchored(texts, "hunyin-3", "或沖剋世爻")[0]
    assert not anchored(texts, "hunyin-3", "或冲克世爻")[0]
