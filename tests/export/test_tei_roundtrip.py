"""What is written as TEI comes back identical: text, layers, offsets, terms, alignment."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from align.model import Declared
from yarrow.alignment import Link
from yarrow.base_text import BaseTextNote
from yarrow.errors import YarrowError
from yarrow.export import tei
from yarrow.export.tei_read import read_glossary, read_texts
from yarrow.export.tei_xml import TEI

SLUGS = ("hunyin", "sanchuan", "liuchu", "yushi", "zhonggui")
NS = {"t": TEI}
ID = "{http://www.w3.org/XML/1998/namespace}id"


@pytest.fixture(scope="module")
def texts(content):
    return {text.slug: text for text in content.texts}


@pytest.fixture(scope="module", params=["the text's file", "yarrow.xml"])
def read(request, exported):
    if request.param == "yarrow.xml":
        return {text.slug: text for text in read_texts(exported["yarrow.xml"])}
    return {slug: read_texts(exported[f"{slug}.xml"])[0] for slug in SLUGS}


def occurrences(text, glossary):
    return tuple(
        (passage.n, lang, *occurrence)
        for passage in text.passages for lang in ("zh", "ko")
        for occurrence in glossary.occurrences(passage.text(lang), lang)
    )


def bare(link: Link):
    """A link without what a side that is empty cannot say: where it stands."""
    zh = (link.zh_from, link.zh_to) if link.zh_from < link.zh_to else None
    ko = (link.ko_from, link.ko_to) if link.ko_from < link.ko_to else None
    score = None if link.score is None else round(link.score, 4)
    return link.passage, zh, ko, link.status, score, link.note


def test_every_text_is_there(read):
    assert list(read) == list(SLUGS)


@pytest.mark.parametrize("slug", SLUGS)
def test_text_comes_back(slug, read, texts):
    text, back = texts[slug], read[slug]
    assert back.passages == text.passages
    assert (back.title_zh, back.title_ko) == (text.title_zh, text.title_ko)
    assert back.heading == text.source.heading


@pytest.mark.parametrize("slug", SLUGS)
def test_layers_come_back(slug, read, texts):
    assert read[slug].layers.units == texts[slug].layers.units
    assert read[slug].layers.sentences == texts[slug].layers.sentences
    assert read[slug].layers.segments == texts[slug].layers.segments


@pytest.mark.parametrize("slug", SLUGS)
def test_terms_come_back(slug, read, texts, content):
    found = occurrences(texts[slug], content.glossary)
    assert len(found) > 1000
    assert read[slug].occurrences == found


@pytest.mark.parametrize("slug", SLUGS)
def test_records_come_back(slug, read, content):
    """Each with its words and its condition; the text's own order, and nothing more."""
    ours = [one for passage in content.parallels if passage.startswith(f"{slug}-")
            for one in content.annotation.of_passage(passage)]
    assert [(back.id, back.kind) for back in read[slug].records] == [(one.id, one.kind) for one in ours]
    for back, one in zip(read[slug].records, ours):
        own = [(one.passage, span.start, span.end) for span in one.spans]
        assert [span for span in back.spans if not span[0].endswith("-ko")][: len(own)] == own
        when = getattr(one, "when", None)
        assert back.features.get("when") == (when and when.source)
        assert [dict(said)["about"] for _, said in back.features.get("says", [])] == [
            judgment.about for judgment in one.says]
        for name in ("given", "asserts"):
            if one.kind == "example":
                assert [said.get("fact") or said.get("that") for _, said in back.features.get(name, [])] == [
                    said.fact or said.that.source for said in getattr(one, name)]


def test_hunyin_3_r2_comes_back_whole(read):
    one = next(one for one in read["hunyin"].records if one.id == "hunyin-3-r2")
    assert one.features["when"] == "應 & (動 | 空) or 沖剋(應, 世)"
    assert one.features["says"][2] == ("judgment", {"about": "會面", "value": "不遇", "force": "或"})
    assert [span[0] for span in one.spans] == ["hunyin-3", "hunyin-3-ko"]


def test_yushi_6_has_its_emendation(exported):
    root = etree.fromstring(exported["yushi.xml"])
    note, = root.iterfind(".//t:note[@ana='#yushi-6-e3']", NS)
    assert (note.get("type"), note.text) == ("emendation", "巳 → 酉: explains 己巳之靜")


@pytest.mark.parametrize("slug", SLUGS)
def test_alignment_comes_back(slug, read, content):
    links = [bare(link) for link in content.links if link.passage.startswith(f"{slug}-")]
    assert links
    assert [bare(link) for link in read[slug].links] == links


def test_notes_on_the_base_text_come_back(read, content):
    about = {place for text in read.values() for place in text.about}
    assert about == {(n.note, n.passage, n.start, n.end) for n in content.base_text}
    corrections = {
        (f"{slug}-{c.passage}", c.start, c.end, c.read, c.note, c.restored)
        for slug, text in read.items() for c in text.corrections
    }
    assert corrections == {(n.passage, *n.change(), n.note, bool(n.restored))
                           for n in content.base_text if n.read}


@pytest.mark.parametrize("name", ["glossary.xml", "yarrow.xml"])
def test_glossary_comes_back(name, exported, content):
    terms, categories = read_glossary(exported[name])
    assert terms == tuple(content.glossary.terms.values())
    assert categories == content.categories


@pytest.mark.parametrize("slug", SLUGS)
def test_any_xml_tool_finds_the_source_file_in_it(slug, exported, texts):
    """Without our reader: the text of each p, less corr, is a paragraph of the file's bytes."""
    root = etree.fromstring(exported[f"{slug}.xml"])
    etree.strip_elements(root, f"{{{TEI}}}corr", with_tail=False)
    written = ["".join(p.itertext()) for p in root.iterfind(".//t:div[@type='edition']/t:p", NS)]
    korean = ["".join(p.itertext())
              for p in root.iterfind(".//t:div[@type='translation']/t:p", NS)]
    lines = texts[slug].file.read_bytes().decode("utf-8-sig").split("\n")
    paragraphs = [line.rstrip() for line in lines[1:] if line.strip()]
    assert written == paragraphs[::2] and korean == paragraphs[1::2]
    for p in root.iterfind(".//t:p[@n]", NS):
        line = int(p.find("t:lb", NS).get("n"))
        assert "".join(p.itertext()) == lines[line - 1].rstrip()


def element(root, id_):
    found = root.xpath(f"//*[@xml:id='{id_}']")
    assert len(found) == 1, id_
    return found[0]


def words(node):
    return "".join(node.itertext())


def test_yushi_23_commentary_goes_on_for_two_paragraphs(exported):
    root = etree.fromstring(exported["yushi.xml"])
    first, second, third = (element(root, f"yushi-{n}-u1") for n in (23, 24, 25))
    assert [note.get("type") for note in (first, second, third)] == ["commentary"] * 3
    assert first.get("prev") is None and first.get("next") == "#yushi-24-u1"
    assert second.get("prev") == "#yushi-23-u1" and second.get("next") == "#yushi-25-u1"
    assert third.get("prev") == "#yushi-24-u1" and third.get("next") is None
    assert {note.get("target") for note in (first, second, third)} == {"#yushi-22-u3"}


def test_hunyin_sentence_encloses_its_commentary(exported):
    """A sentence of the main text runs on past the commentary in it."""
    root = etree.fromstring(exported["hunyin.xml"])
    pieces = [s for s in root.iter(f"{{{TEI}}}s") if s.get("part") == "I"]
    assert len(pieces) == 23  # as tests/store counts them
    for first in pieces:
        last = element(root, first.get("next")[1:])
        assert last.get("part") == "F" and last.get("prev") == f"#{first.get(ID)}"
        unit = first.getparent()
        assert unit.getnext().get("type") == "commentary" and unit.getnext().getnext() is not None


def test_zhonggui_1_remark_stands_inside_a_sentence(exported):
    root = etree.fromstring(exported["zhonggui.xml"])
    remark = element(root, "zhonggui-1-u2")
    assert (remark.get("type"), words(remark)) == ("remark", "北海閒人按：下稍指事情的結局")
    voice = element(root, remark.get("resp")[1:])
    assert voice.find("t:name", NS).text == "北海閒人"
    before, after = remark.getprevious()[-1], remark.getnext()[0]
    assert words(before).endswith("下稍") and words(after).startswith("無畏")
    assert before.get("next") == f"#{after.get(ID)}"


def test_sanchuan_6_a_named_slip_is_a_choice(exported):
    """저본은 「조초(助初)」를 「차초(且初)」로 잘못 씀."""
    root = etree.fromstring(exported["sanchuan.xml"])
    choice = element(root, "sanchuan-6").find(".//t:choice", NS)
    assert [(c.tag.split("}")[1], c.text) for c in choice] == [("sic", "且"), ("corr", "助")]
    corr = choice[1]
    assert corr.get("source") == "#sanchuan-6-v2" and corr.get("resp") == "#sanchuan-translator"
    note = element(root, "sanchuan-6-v2")
    assert note.get("type") == "base-text" and "「차초(且初)」" in words(note)
    assert note.get("corresp") == "#string-range(sanchuan-6,74,2)"
    etree.strip_elements(root, f"{{{TEI}}}corr", with_tail=False)
    assert words(element(root, "sanchuan-6"))[74:76] == "且初"


def test_yushi_24_a_reading_restored_from_hangul_is_this_projects(exported):
    """원문은 '림'이라 하였으니 마땅히 '목' 자의 오이다: the note writes no characters."""
    root = etree.fromstring(exported["yushi.xml"])
    corr = element(root, "yushi-24").find(".//t:corr", NS)
    assert (corr.text, corr.get("resp")) == ("木", "#yushi-yarrow")


def test_sanchuan_5_a_doubt_corrects_nothing(exported):
    """지금 그대로 싣고 고치지 않는다: the note points to 末傳午火 and leaves it."""
    root = etree.fromstring(exported["sanchuan.xml"])
    assert element(root, "sanchuan-5").find(".//t:choice", NS) is None
    assert element(root, "sanchuan-5-v2").get("corresp") == "#string-range(sanchuan-5,15,4)"


def test_korean_segments_point_to_what_they_render(exported, content):
    """corresp and the links say the same."""
    for slug in SLUGS:
        root = etree.fromstring(exported[f"{slug}.xml"])
        by_corresp = {seg.get(ID): (seg.get("corresp") or "").split()
                      for seg in root.iterfind(".//t:seg[@type='sentence']", NS)}
        by_link = {id_: [] for id_ in by_corresp}
        for link in root.iterfind(".//t:link", NS):
            targets = link.get("target").split()
            for target in targets:
                if target[1:] in by_link:
                    by_link[target[1:]] = [t for t in targets if t[1:] not in by_link]
        assert by_corresp == by_link


def test_sanchuan_26_the_ground_of_a_declared_layer_is_told(exported):
    root = etree.fromstring(exported["sanchuan.xml"])
    grounds = {target: note.text for note in root.iterfind(".//t:standOff/t:note", NS)
               for target in note.get("target").split()}
    assert "seven-syllable" in grounds["#sanchuan-26-u2"]
    assert "桃花" in grounds["#sanchuan-34-v4"]


def round_trip(content):
    text, = content.texts
    files = dict(tei.files(content))
    back, = read_texts(files["made.xml"])
    assert back.passages == text.passages
    assert back.layers == text.layers
    assert back.occurrences == occurrences(text, content.glossary)
    assert [bare(link) for link in back.links] == [bare(link) for link in content.links]
    return files


def test_lines_tabs_and_markup_in_a_paragraph(make_text, make_content):
    text = make_text("혼인(婚姻)\n\n財<b>&amp;\"動\" '空'。\n  鬼\t旺，\n\n재는 <b>&\t\"동\"한다.\n 귀가  왕하다]]>\n")
    assert text.passages[0].zh.count("\n") == 1
    files = round_trip(make_content(text))
    root = etree.fromstring(files["made.xml"])
    assert words(element(root, "made-1")) == text.passages[0].zh


def test_blanks_between_clauses_of_a_sentence(make_text, make_content):
    text = make_text("혼인(婚姻)\n\n財動， 旺，\t空。\n\n재가 움직인다.\n")
    root = etree.fromstring(round_trip(make_content(text))["made.xml"])
    assert words(element(root, "made-1-s1")) == "財動， 旺，\t空。"
    assert [words(clause) for clause in element(root, "made-1-s1")] == ["財動，", "旺，", "空。"]


def test_a_term_over_the_end_of_a_clause_stands_beside_the_text(make_text, make_term, make_content):
    text = make_text("혼인(婚姻)\n\n財動，空。\n\n재가 움직인다. 공이다.\n")
    content = make_content(text, [make_term("t-a", "財", ["움직인다. 공"])])
    files = round_trip(content)
    root = etree.fromstring(files["made.xml"])
    span, = root.iter(f"{{{TEI}}}span")
    assert (span.get("target"), span.get("ana")) == (
        "#string-range(made-1-ko,3,7)", "glossary.xml#t-a")


@pytest.mark.parametrize("start, end, read, place", [
    pytest.param(1, 3, "妻才", "inline", id="the same words"),
    pytest.param(2, 3, "才", "inline", id="the term holds the correction"),
    pytest.param(0, 4, "甲乙丙丁", "inline", id="the term stands in the correction"),
    pytest.param(0, 2, "甲乙", "beside", id="the term crosses its end"),
    pytest.param(2, 4, "甲乙", "beside", id="the term crosses its start"),
])
def test_a_term_that_meets_a_correction(
    make_text, make_term, make_content, start, end, read, place
):
    text = make_text("혼인(婚姻)\n\n空財鬼動旺。\n\n재가 움직인다(저본은 이와 같다).\n")
    note = BaseTextNote("made-1-v2", "made-1", start, end, text.passages[0].zh[start:end], read)
    content = make_content(text, [make_term("t-a", "財鬼", ["없음"])], base_text=[note])
    root = etree.fromstring(round_trip(content)["made.xml"])
    terms = [words(term) for term in root.iterfind(".//t:p//t:term", NS)]
    spans = [span.get("target") for span in root.iter(f"{{{TEI}}}span")]
    if place == "inline":
        assert len(terms) == 1 and not spans
    else:
        assert not terms and spans == ["#string-range(made-1,1,2)"]
    sic, = root.iter(f"{{{TEI}}}sic")
    assert words(sic) == note.words
    assert bool(list(sic.iterancestors(f"{{{TEI}}}term"))) == (place == "inline" and end == 3)


def test_empty_sides_notes_and_status_of_links(make_text, make_content):
    text = make_text("혼인(婚姻)\n\n財動，空。鬼旺。\n\n재가 움직인다. 덧붙인 말. 귀가 왕하다.\n")
    links = [
        Link("made-1", 0, 1, 0, 1, "reviewed", 0.25, "the order is changed & <kept>"),
        Link("made-1", 1, 2, 0, 0, "reviewed", None),
        Link("made-1", 0, 0, 1, 2, "reviewed", 1.0),
        Link("made-1", 2, 3, 2, 3, "reviewed", 0.0),
    ]
    files = round_trip(make_content(text, links=links))
    group, = etree.fromstring(files["made.xml"]).iter(f"{{{TEI}}}linkGrp")
    assert group.get("subtype") == "reviewed"
    assert [(link.tag.split("}")[1], link.get("type"), link.get("cert")) for link in group] == [
        ("link", None, "0.2500"), ("ptr", "untranslated", None),
        ("ptr", "without-source", "1.0000"), ("link", None, "0.0000")]


def test_a_declared_run_with_a_voice(make_text, make_content):
    words_ = "혼인(婚姻)\n\n財動某按：空也，旺。\n\n재가 움직인다.\n"
    run = Declared(1, "zh", "remark", quote="某按：空也，", voice="某", reason="Sense.")
    text = make_text(words_, [run])
    round_trip(make_content(text))


zh_letters = st.text("財鬼動空旺甲𠮷", min_size=1, max_size=6)
zh_marks = st.sampled_from(["，", "， ", "。", "；", "！", "？", ",", "; ", "\t", "、", "："])
zh_run = st.lists(st.tuples(zh_letters, zh_marks), min_size=1, max_size=4)
ko_letters = st.text("재귀동공왕 <&>\"'", min_size=1, max_size=6)


@st.composite
def paragraphs(draw):
    zh = ["財"]
    for _ in range(draw(st.integers(1, 4))):
        run = "".join(a + b for a, b in draw(zh_run))
        zh.append(f"（{run}）" if draw(st.booleans()) else run)
    ko = ["재가"]
    for _ in range(draw(st.integers(1, 4))):
        kind = draw(st.sampled_from(["{}. ", "{}; ", " (주: {}.) ", "(저본은 {}.)", "({})"]))
        ko.append(kind.format(draw(ko_letters)))
    return "".join(zh).strip(), "".join(ko).strip()


@settings(max_examples=60, deadline=None)
@given(made=st.lists(paragraphs(), min_size=1, max_size=3))
def test_made_up_texts_come_back(make_text, make_term, make_content, made):
    text = make_text("혼인(婚姻)\n\n" + "\n\n".join(f"{zh}\n\n{ko}" for zh, ko in made) + "\n")
    terms = [make_term("t-cai", "財", ["재"]), make_term("t-dongkong", "動空", ["동", "귀 공"])]
    round_trip(make_content(text, terms))


@pytest.mark.parametrize("data, what", [
    (b"<TEI", "well-formed"), (b"<html/>", "the root is html"), (b"", "well-formed")])
def test_what_is_no_tei_of_ours_is_refused(data, what):
    with pytest.raises(YarrowError, match=what):
        read_texts(data)


def test_a_text_is_no_glossary(exported):
    with pytest.raises(YarrowError, match="holds no glossary"):
        read_glossary(exported["yushi.xml"])
