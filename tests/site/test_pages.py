"""Every page of the site, asked in this process and read with lxml."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
from urllib.parse import quote, urldefrag, urljoin

import pytest
from lxml import html

from yarrow.export.writing import write_folder
from yarrow.paths import corpus_dir
from yarrow.store.build import build_database
from yarrow.store.database import connect
from yarrow.store.digest import digest, tables
from yarrow.store.search import find, folding


@pytest.fixture(scope="module")
def db(database):
    return connect(database)


def tree_of(site, path):
    response = site.get(path)
    assert response.status_code == 200, path
    return html.fromstring(response.text)


def test_every_passage_page_has_the_words_of_the_source(site, db):
    for id_, zh, ko in db.execute("SELECT id, zh, ko FROM passage"):
        tree = tree_of(site, f"/passage/{id_}")
        for lang, text in (("zh", zh), ("ko", ko)):
            (article,) = tree.xpath(f"//article[@class='{lang}']/p[last()]")
            assert article.text_content() == text, id_


def test_hunyin_3_tells_commentary_from_text(site):
    tree = tree_of(site, "/passage/hunyin-3")
    (zh,) = tree.xpath("//article[@class='zh']")
    assert zh.get("lang") == "zh-Hant"
    units = [
        (unit.get("class"), unit.text_content()[:8])
        for unit in zh.xpath(".//span[@id and contains(@class, 'unit')]")
    ]
    assert units == [
        ("unit main", "欲求庚帖，豈宜應"),
        ("unit commentary", "（欲求庚帖，須得"),
        ("unit main", "若論聘儀，安可世"),
        ("unit commentary", "（螣蛇兄弟，世爻"),
    ]
    assert tree.xpath("//span[@id='hunyin-3-z1']")[0].text_content() == "欲求庚帖，"
    assert tree.xpath("//link[@rel='prev']/@href") == ["/passage/hunyin-2"]
    assert tree.xpath("//link[@rel='next']/@href") == ["/passage/hunyin-4"]


def test_the_first_and_the_last_passage_have_one_neighbour(site):
    assert tree_of(site, "/passage/hunyin-1").xpath("//link[@rel='prev']") == []
    assert tree_of(site, "/passage/zhonggui-42").xpath("//link[@rel='next']") == []


def test_yushi_25_says_what_its_commentary_is_on(site):
    (note,) = tree_of(site, "/passage/yushi-25").xpath("//p[@class='from-before']")
    assert note.xpath(".//a/@href")[0].startswith("/passage/yushi-22#yushi-22-u")


def test_links_lead_to_pages_and_places(site):
    """Every link of one page of each kind, but those into the tables beyond their first page."""
    seen: dict[str, object] = {}
    starts = [
        "/",
        "/text/hunyin",
        "/passage/yushi-25",
        "/term/t-qicai",
        "/search?q=世應",
        "/downloads",
    ]
    for start in starts:
        for href in tree_of(site, start).xpath("//a/@href"):
            address, fragment = urldefrag(urljoin(start, href))
            if address.startswith("http"):
                assert address == "https://datasette.io/"
                continue
            if re.search(r"\.(db|csv|jsonl?)\b", address):
                continue
            if address not in seen:
                seen[address] = tree_of(site, address)
            if fragment:
                assert seen[address].xpath("//*[@id=$id]", id=fragment), href
    assert len(seen) > 60


def test_pages_ask_nothing_of_other_hosts(site):
    for path in (
        "/",
        "/passage/hunyin-3",
        "/glossary",
        "/search?q=財",
        "/yarrow",
        "/yarrow/passage",
    ):
        tree = tree_of(site, path)
        loaded = tree.xpath(
            "//script/@src | //link[@rel='stylesheet' or @rel='icon']/@href | //img/@src"
        )
        assert loaded and not [address for address in loaded if "//" in address]
        for address in loaded:
            assert site.get(address).status_code == 200
    css = site.get("/assets/yarrow.css").text + site.get("/assets/data.css").text
    assert "url(" not in css and "@import" not in css


@pytest.mark.parametrize(
    ("id_", "address"),
    [
        ("hunyin", "/text/hunyin"),
        ("hunyin-3", "/passage/hunyin-3"),
        ("hunyin-3-z4", "/passage/hunyin-3#hunyin-3-z4"),
        ("hunyin-3-k2", "/passage/hunyin-3#hunyin-3-k2"),
        ("hunyin-3-u2", "/passage/hunyin-3#hunyin-3-u2"),
        ("hunyin-3-s1", "/passage/hunyin-3#hunyin-3-z1"),
        ("t-qicai", "/term/t-qicai"),
    ],
)
def test_every_id_leads_to_its_page(site, id_, address):
    response = site.get(f"/id/{id_}")
    assert (response.status_code, response.headers["location"]) == (302, address)


@pytest.mark.parametrize(
    "path", ["/id/nothing-1", "/passage/hunyin-999", "/text/nowhere", "/term/t-none"]
)
def test_an_unknown_id_is_not_found(site, path):
    response = site.get(path)
    assert response.status_code == 404
    assert path.rsplit("/", 1)[1] in html.fromstring(response.text).text_content()


def test_a_retired_id_leads_to_its_successor(make_site, tmp_path):
    corpus = shutil.copytree(corpus_dir(), tmp_path / "corpus")
    (corpus / "retired.yaml").write_text(
        "retired:\n"
        "  - {id: hunyin-900, now: hunyin-3, since: '1', reason: joined}\n"
        "  - {id: t-gone, now: t-qicai, since: '1', reason: renamed}\n"
        "  - {id: hunyin-3-z900, now: hunyin-3-z2, since: '1', reason: cut anew}\n",
        encoding="utf-8",
    )
    # under another name than the site's, as `yarrow serve --db` may give it
    site = make_site(build_database(tmp_path / "other.db", corpus))
    for path, status, address in [
        ("/passage/hunyin-900", 301, "/passage/hunyin-3"),
        ("/term/t-gone", 301, "/term/t-qicai"),
        ("/id/hunyin-3-z900", 302, "/passage/hunyin-3#hunyin-3-z2"),
        ("/passage/hunyin-3-z900", 301, "/passage/hunyin-3#hunyin-3-z2"),
    ]:
        response = site.get(path)
        assert (response.status_code, response.headers["location"]) == (status, address)
    assert site.get("/yarrow/retired").status_code == 200


def test_search_page(site, db):
    tree = tree_of(site, "/search?q=世應&sort=right")
    lines = tree.xpath("//ol[@class='kwic']/li")
    assert len(lines) == len(find(db, "世應"))
    assert {line.xpath(".//mark")[0].text for line in lines} == {"世應"}
    rights = [line.xpath(".//span[@class='right']")[0].text_content() for line in lines]
    keys = [folding(db)(right) for right in rights]
    assert keys == sorted(keys)


def test_search_page_in_parts(site, db):
    total = len(find(db, "財", lang="zh"))
    pages = -(-total // 100)
    places = []
    for page in range(1, pages + 1):
        tree = tree_of(site, f"/search?q=財&lang=zh&page={page}")
        places += tree.xpath("//ol[@class='kwic']/li//a[@class='place']/@href")
    assert len(places) == total
    assert len(tree_of(site, f"/search?q=財&lang=zh&page={pages + 9}").xpath("//ol/li")) <= 100


def test_search_page_limits_variants_and_gaps(site):
    assert "관귀" in tree_of(site, "/search?q=관귀를").xpath("//mark")[0].text
    marks = tree_of(site, "/search?q=剋妻").xpath("//mark/text()")
    assert set(marks) == {"剋妻", "克妻"}
    layers = tree_of(site, "/search?q=世應&layer=commentary").xpath("//span[@class='layer']/text()")
    assert set(layers) == {"commentary"}
    apart = tree_of(site, "/search?q=財 空亡")
    assert "Nowhere" in apart.text_content() and set(apart.xpath("//mark/text()")) == {"財", "空亡"}
    assert "does not have" in tree_of(site, "/search?q=電腦").text_content()
    fault = tree_of(site, "/search?q=財&layer=verse").xpath("//p[@role='alert']")
    assert "'verse' is not known" in fault[0].text_content()
    script = site.get("/search?q=" + quote("<script>alert(1)</script>")).text
    assert "<script>alert" not in script


@pytest.mark.parametrize("table", ["passage", "unit", "sentence", "segment"])
@pytest.mark.parametrize("word", ["財", "動空", "관귀", "尅"])
def test_the_search_box_of_a_table_is_exact(site, db, table, word):
    fold = folding(db)
    columns = "zh || char(10) || ko" if table == "passage" else "text"
    expected = [
        id_
        for id_, text in db.execute(f"SELECT id, {columns} FROM {table} ORDER BY place")
        if fold(word) in fold(text)
    ]
    found = site.get(f"/yarrow/{table}.json?_search={quote(word)}&_shape=array&_size=max&_col=id")
    assert [row["id"] for row in found.json()] == expected


@pytest.mark.parametrize(
    ("table", "word"), [("document", "婚姻"), ("term", "ghost"), ("term", "관귀")]
)
def test_the_search_box_of_glossary_and_texts(site, table, word):
    assert site.get(f"/yarrow/{table}.json?_search={quote(word)}&_shape=array").json()


def test_glossary_lists_every_term(site, db):
    links = tree_of(site, "/glossary").xpath("//ul[@class='entries']/li/a/@href")
    assert sorted(links) == sorted(f"/term/{id_}" for (id_,) in db.execute("SELECT id FROM term"))


def test_term_page_lists_its_occurrences(site, db):
    for lang in ("zh", "ko"):
        (count,) = db.execute(
            "SELECT count(*) FROM term_occurrence WHERE term = 't-shiying' AND lang = ?", (lang,)
        ).fetchone()
        tree = tree_of(site, f"/term/t-shiying?lang={lang}")
        assert tree.xpath("//p[@role='status']")[0].text.startswith(f"{count} place")


def test_the_database_is_downloaded_as_it_is(site, database):
    assert site.get("/yarrow.db").content == database.read_bytes()


def test_every_table_is_downloaded_whole(site, db):
    tree = tree_of(site, "/downloads")
    names = tree.xpath("//table[1]//th[@scope='row']/a/text()")
    assert set(names) == set(tables(db))
    for name in names:
        (csv_address,) = tree.xpath(f"//a[starts-with(@href, '/yarrow/{name}.csv')]/@href")
        (json_address,) = tree.xpath(f"//a[@href='/downloads/{name}.jsonl']/@href")
        columns = [row[1] for row in db.execute(f"PRAGMA table_info({name})")]
        stored = [tuple(row) for row in db.execute(f"SELECT * FROM {name} ORDER BY rowid")]
        lines = [json.loads(line) for line in site.get(json_address).text.splitlines()]
        assert [tuple(line[column] for column in columns) for line in lines] == stored
        rows = list(csv.DictReader(io.StringIO(site.get(csv_address).text)))
        as_text = [tuple("" if value is None else str(value) for value in row) for row in stored]
        assert sorted(tuple(row[c] for c in columns) for row in rows) == sorted(as_text), name


def test_ids_in_answers_lead_to_the_reading_page(site):
    tree = tree_of(site, "/yarrow/commentary_on?words=庚帖")
    assert "/id/hunyin-3" in tree.xpath("//table//a/@href")


def test_citation_names_version_content_and_place(site, db):
    (citation,) = tree_of(site, "/passage/hunyin-3").xpath("//p[@id='citation']")
    (version,) = db.execute("SELECT value FROM about WHERE name = 'version'").fetchone()
    words = citation.text_content()
    for part in (version, digest(db)[:12], "婚姻", "혼인", "passage 3", "/passage/hunyin-3"):
        assert part in words


def test_tei_beside_the_database_is_offered_for_download(make_site, database, tmp_path):
    shutil.copy(database, tmp_path / "yarrow.db")
    assert "yarrow export tei build/tei" in make_site(tmp_path / "yarrow.db").get("/downloads").text
    write_folder(tmp_path / "tei", [("yushi.xml", b"<TEI/>"), ("yarrow.xml", b"<teiCorpus/>")])
    site = make_site(tmp_path / "yarrow.db")
    tree = html.fromstring(site.get("/downloads").text)
    links = [a.get("href") for a in tree.xpath("//h2[.='TEI-XML']/following-sibling::ul[1]//a")]
    assert links == ["/tei/yarrow.xml", "/tei/yushi.xml"]
    assert site.get(links[1]).content == b"<TEI/>"
