"""Pairs, and the TMX, tables and parallel text made of them."""

from __future__ import annotations

import csv
import io
import json

import pandas
import pytest
from lxml import etree

from yarrow.alignment import Link
from yarrow.errors import YarrowError
from yarrow.export import tables
from yarrow.export.bitext import LAYERS, pairs
from yarrow.export.tmx import tmx

# The structure of TMX 1.4b for what we write: every element, its content, its attributes, those
# that the specification requires (https://www.gala-global.org/tmx-14b) marked so.
STRUCTURE = """
<!ELEMENT tmx (header, body)>
<!ATTLIST tmx version CDATA #FIXED "1.4">
<!ELEMENT header EMPTY>
<!ATTLIST header creationtool CDATA #REQUIRED creationtoolversion CDATA #REQUIRED
  segtype (block|paragraph|sentence|phrase) #REQUIRED o-tmf CDATA #REQUIRED
  adminlang CDATA #REQUIRED srclang CDATA #REQUIRED datatype CDATA #REQUIRED>
<!ELEMENT body (tu*)>
<!ELEMENT tu ((note|prop)*, tuv+)>
<!ATTLIST tu tuid CDATA #IMPLIED>
<!ELEMENT note (#PCDATA)>
<!ELEMENT prop (#PCDATA)>
<!ATTLIST prop type CDATA #REQUIRED>
<!ELEMENT tuv (seg)>
<!ATTLIST tuv xml:lang CDATA #REQUIRED>
<!ELEMENT seg (#PCDATA)>
"""


@pytest.fixture(scope="module")
def all_pairs(content):
    return list(pairs(content.texts, content.parallels, content.links))


@pytest.fixture
def made(make_text, make_content):
    """A passage with every hard case: markup, quotation marks, tabs, lines, empty sides."""
    text = make_text("혼인(婚姻)\n\n財<b>&\"動\"，\n旺\t。（空。）鬼。\n\n재가 <움직인다> & \"왕\".\n 덧붙임. 귀다.\n")
    links = [Link("made-1", 0, 2, 0, 1, "reviewed", 0.5, "a & b"),
             Link("made-1", 2, 3, 1, 1, "reviewed", None),
             Link("made-1", 3, 3, 1, 2, "automatic", 0.25),
             Link("made-1", 3, 4, 2, 3, "automatic", 1.0)]
    content = make_content(text, links=links)
    return lambda **chosen: list(pairs(content.texts, content.parallels, content.links, **chosen))


def test_words_are_those_of_the_offsets(all_pairs, content):
    texts = {text.slug: text for text in content.texts}
    assert len(all_pairs) == len(content.links)
    for pair in all_pairs:
        passage = texts[pair.document].passages[pair.passage - 1]
        assert pair.zh == (passage.zh[pair.zh_start : pair.zh_end] if pair.zh else "")
        assert pair.ko == (passage.ko[pair.ko_start : pair.ko_end] if pair.ko else "")
        assert bool(pair.zh_segments) == bool(pair.zh) and bool(pair.ko_segments) == bool(pair.ko)


def test_every_segment_stands_in_one_pair(all_pairs, content):
    used = [id_ for pair in all_pairs for id_ in (*pair.zh_segments, *pair.ko_segments)]
    assert len(used) == len(set(used))
    assert set(used) == {text.segment_id(segment) for text in content.texts
                         for segment in text.layers.segments}


def test_selections_add_up(content, all_pairs):
    def chosen(**options):
        return list(pairs(content.texts, content.parallels, content.links, **options))

    slugs = [text.slug for text in content.texts]
    assert [p for slug in slugs for p in chosen(documents=[slug])] == all_pairs
    assert chosen(layers=LAYERS) == all_pairs
    single = [p for layer in LAYERS for p in chosen(layers=[layer])]
    mixed = [p for p in all_pairs if len(p.layers) > 1]
    assert len(single) + len(mixed) == len(all_pairs)
    assert {p.layers for p in chosen(layers=["commentary"])} == {("commentary",)}
    assert chosen(reviewed_only=True) == [p for p in all_pairs if p.status == "reviewed"]


def test_reviewed_only_and_layer(made):
    assert [p.zh_segments for p in made(reviewed_only=True)] == [
        ("made-1-z1", "made-1-z2"), ("made-1-z3",)]
    assert [p.layers for p in made()] == [("main",), ("commentary",), ("translation",), ("main",)]
    assert [p.ko for p in made(layers=["translation"])] == ["덧붙임."]


def test_tmx_is_of_the_structure_of_1_4(all_pairs):
    root = etree.fromstring(tmx(all_pairs, "9.9"))
    structure = etree.DTD(io.StringIO(STRUCTURE))
    assert structure.validate(root), structure.error_log
    del root.find("header").attrib["srclang"]
    assert not structure.validate(root)


def test_tmx_as_another_program_reads_it(all_pairs, tmp_path):
    """translate-toolkit, which converts translation memories."""
    storage = pytest.importorskip("translate.storage.tmx", reason="translate-toolkit is missing")
    path = tmp_path / "yarrow.tmx"
    path.write_bytes(tmx(all_pairs, "9.9"))
    memory = storage.tmxfile.parsefile(str(path))
    memory.setsourcelanguage("lzh")
    memory.settargetlanguage("ko")
    whole = [pair for pair in all_pairs if pair.whole]
    assert len(whole) > 1500
    assert [(unit.source, unit.target) for unit in memory.units] == [(p.zh, p.ko) for p in whole]
    assert memory.units[0].getid() == "hunyin-1-z1"


def test_tmx_keeps_every_character(made):
    root = etree.fromstring(tmx(made(), "9.9", "zh-TW"))
    assert etree.DTD(io.StringIO(STRUCTURE)).validate(root)
    assert [seg.text for seg in root.iter("seg")] == [
        "財<b>&\"動\"，\n旺\t。", "재가 <움직인다> & \"왕\".", "鬼。", "귀다."]
    assert root.find(".//tu/note").text == "a & b"
    assert root.find("header").get("srclang") == root.find(".//tuv").values()[0] == "zh-TW"
    assert [unit.get("tuid") for unit in root.iter("tu")] == ["made-1-z1", "made-1-z4"]


def test_tmx_refuses_what_xml_cannot_hold(make_text, make_content):
    text = make_text("혼인(婚姻)\n\n財\ufffe動。\n\n재가 움직인다.\n")
    content = make_content(text)
    with pytest.raises(YarrowError, match="made-1"):
        tmx(pairs(content.texts, content.parallels, content.links), "9.9")


def test_tsv_as_pandas_reads_it(all_pairs):
    frame = pandas.read_csv(io.BytesIO(tables.tsv(all_pairs)), sep="\t", keep_default_na=False)
    assert tuple(frame.columns) == tables.COLUMNS
    assert list(frame.zh) == [pair.zh for pair in all_pairs]
    assert list(frame.ko) == [pair.ko for pair in all_pairs]
    assert list(frame.passage) == [pair.passage for pair in all_pairs]


def test_tsv_has_a_pair_a_line(made):
    data = tables.tsv(made()).decode()
    assert data.count("\n") == 5
    rows = list(csv.DictReader(io.StringIO(data), delimiter="\t"))
    assert rows[0]["zh"] == "財<b>&\"動\"， 旺 。"
    assert rows[1] | {"zh": "空。", "ko": "", "ko_start": "", "score": ""} == rows[1]
    assert rows[2]["zh"] == rows[2]["zh_start"] == "" and rows[2]["layer"] == "translation"


def test_jsonl_gives_every_field_to_the_character(all_pairs, made):
    for chosen in (all_pairs, made()):
        lines = tables.jsonl(chosen).decode().splitlines()
        assert len(lines) == len(chosen)
        for line, pair in zip(lines, chosen):
            fields = json.loads(line)
            assert (fields["zh"], fields["ko"], fields["note"]) == (pair.zh, pair.ko, pair.note)
            assert fields["zh_start"] == pair.zh_start and fields["ko_end"] == pair.ko_end
            assert tuple(fields["ko_segments"]) == pair.ko_segments


def test_moses_files_are_line_by_line_and_have_no_empty_line(all_pairs, made):
    for chosen in (all_pairs, made()):
        files = {name: data.decode() for name, data in tables.moses(chosen).items()}
        zh, ko, ids = (files[f"yarrow.{end}"].split("\n") for end in ("lzh", "ko", "ids"))
        whole = [pair for pair in chosen if pair.whole]
        assert len(zh) == len(ko) == len(ids) == len(whole) + 1  # after the last line end
        assert all(line.strip() for lines in (zh, ko, ids) for line in lines[:-1])
        assert [line.split() for line in zh[:-1]] == [pair.zh.split() for pair in whole]
        assert ids[:-1] == [pair.passage_id for pair in whole]
