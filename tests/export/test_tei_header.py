"""The headers: source, licences, encoding; and that nothing in a file depends on the day."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest
from lxml import etree

from yarrow.errors import YarrowError
from yarrow.export import tei
from yarrow.export.tei_xml import LANG, TEI

NS = {"t": TEI}


@pytest.fixture(scope="module")
def yushi(exported):
    return etree.fromstring(exported["yushi.xml"])


def test_yushi_title_in_both_scripts(yushi):
    titles = {t.get(LANG): t.text for t in yushi.iterfind(".//t:titleStmt/t:title", NS)}
    assert titles == {"lzh-Hant": "遇時章第二十八", "ko": "우시장제이십팔"}


def test_yushi_attribution_tells_what_is_certain_from_what_is_not(yushi):
    notes = {n.get("type"): n for n in yushi.iterfind(".//t:bibl/t:note", NS)}
    assert notes["certain"].get("cert") == "high" and notes["lead"].get("cert") == "low"
    assert "易冒" in notes["lead"].text and "易冒" not in notes["certain"].text


def test_yushi_each_part_has_its_licence(yushi):
    licences = {x.get("corresp"): x for x in yushi.iterfind(".//t:licence", NS)}
    assert set(licences) == {"#yushi-edition", "#yushi-translation", "#yushi-standoff"}
    assert licences["#yushi-standoff"].get("target") == (
        "https://creativecommons.org/licenses/by/4.0/")
    assert licences["#yushi-translation"].get("target") is None
    assert "no statement of rights" in "".join(licences["#yushi-translation"].itertext())
    for pointer in licences:
        assert yushi.xpath(f"//*[@xml:id='{pointer[1:]}']")


def test_the_encoding_is_stated(yushi):
    statement = " ".join(yushi.find(".//t:editorialDecl", NS).itertext())
    for words in ("code points", "clauses", "hunyin-3-u2", "untranslated", "sic"):
        assert words in statement


def test_the_version_is_that_of_the_package(yushi):
    import yarrow

    assert yushi.find(".//t:edition", NS).get("n") == yarrow.__version__
    assert yushi.find(".//t:revisionDesc/t:change", NS).get("n") == yarrow.__version__


def test_no_date_and_the_same_bytes_again(content, exported):
    assert dict(tei.files(content)) == exported
    for data in exported.values():
        assert not re.search(rb"\b20\d\d-\d\d-\d\d\b", data)
        assert b" when=" not in data


def test_the_same_bytes_whatever_the_order_of_sets(make_text, make_content, tmp_path):
    """Sets of strings come out in another order in each process."""
    script = tmp_path / "digest.py"
    script.write_text(
        "import hashlib, dataclasses\n"
        "from yarrow.corpus import load_corpus\n"
        "from yarrow.export import tei\n"
        "from yarrow.export.content import Content\n"
        "from yarrow import alignment, base_text, terms\n"
        "texts = load_corpus()[3:4]\n"
        "content = Content(texts, terms.Glossary(terms.load_terms(), terms.load_fold()),\n"
        "    terms.load_categories(), (), alignment.parallels(texts), ())\n"
        "print(hashlib.sha256(b''.join(d for _, d in tei.files(content))).hexdigest())\n")
    digests = {
        subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True,
                       env=os.environ | {"PYTHONHASHSEED": seed}).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1 and len(digests.pop()) == 65


@pytest.mark.parametrize("slug", ["glossary", "yarrow"])
def test_a_slug_that_is_the_name_of_a_file(slug, make_text, make_content):
    text = make_text("혼인(婚姻)\n\n財動。\n\n재가 움직인다.\n", slug=slug)
    with pytest.raises(YarrowError, match="another slug"):
        next(tei.files(make_content(text)))


def test_a_character_that_xml_cannot_hold(make_text, make_content):
    text = make_text("혼인(婚姻)\n\n財\ufffe動。\n\n재가 움직인다.\n")
    with pytest.raises(YarrowError, match=r"made-1 \(line 3 of made.txt\): character 2 is U\+FFFE"):
        next(tei.files(make_content(text)))


def test_licence_of_any_kind(make_text, make_content):
    files = dict(tei.files(make_content(make_text("혼인(婚姻)\n\n財動。\n\n재가 움직인다.\n"))))
    root = etree.fromstring(files["made.xml"])
    targets = [licence.get("target") for licence in root.iter(f"{{{TEI}}}licence")]
    assert targets == [None, "https://spdx.org/licenses/CC0-1.0.html",
                       "https://creativecommons.org/licenses/by/4.0/"]
