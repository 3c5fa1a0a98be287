"""The page of the translation check, and the renderings on the page of a term."""

from __future__ import annotations

from lxml import html


def test_the_page_lists_each_class_with_both_quotes(site, database):
    import sqlite3

    response = site.get("/translation")
    assert response.status_code == 200
    tree = html.fromstring(response.text)
    rows = tree.xpath("//main//tbody/tr")
    count = sqlite3.connect(database).execute("SELECT count(*) FROM translation_finding").fetchone()[0]
    assert len(rows) == count
    slip = next(row for row in rows if "hunyin-38" in row.text_content() and "間" in row.text_content())
    zh, ko = slip.xpath("td/a")[:2]
    assert (zh.text, ko.text) == ("問", "간효")
    assert zh.get("href").startswith("/passage/hunyin-38#hunyin-38-z")
    assert ko.get("href").startswith("/passage/hunyin-38#hunyin-38-k")


def test_the_real_findings_come_first(site):
    tree = html.fromstring(site.get("/translation").text)
    table = tree.xpath("//section[h2='Other syllable']//tbody")[0]
    verdicts = [row.xpath("string(td[last()])").split(":")[0] for row in table.xpath("tr")]
    order = ["real", "not judged", "choice", "false alarm"]
    assert verdicts == sorted(verdicts, key=order.index) and verdicts[0] == "real"


def test_a_term_shows_its_renderings_with_counts(site):
    tree = html.fromstring(site.get("/term/t-xiongdi").text)
    said = tree.xpath("string(//dt[.='Rendered as']/following-sibling::dd)")
    assert said.startswith("형제 ")
