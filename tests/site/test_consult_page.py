"""The consulting page and the pages of rules, words and worked charts, asked in this process."""

from __future__ import annotations

import re
from urllib.parse import quote, urldefrag, urlencode, urljoin

import pytest
from lxml import html

from yarrow.store.database import connect

ZHUANG = {"art": "liuyao", "name": "大壯之豫", "month": "子", "day": "己巳", "asks": "婚姻"}
RENCHEN = {"art": "liuren", "day": "壬辰", "general": "寅", "hour": "亥", "night": "night"}


@pytest.fixture(scope="module")
def db(database):
    return connect(database)


def tree_of(site, path, code=200):
    response = site.get(path)
    assert response.status_code == code, response.text
    return html.fromstring(response.text)


def consulted(site, given):
    return tree_of(site, f"/consult?{urlencode(given)}")


def words(node) -> str:
    return re.sub(r"\s+", " ", node.text_content()).strip()


def test_the_empty_form_names_every_field(site):
    for art in ("liuyao", "liuren"):
        tree = tree_of(site, f"/consult?art={art}")
        named = tree.xpath("//form[@class='consult-form']//*[self::input or self::select][@id]")
        assert len(named) > 8
        for field in named:
            assert tree.xpath("//label[@for=$id]", id=field.get("id")), field.get("name")
        assert not tree.xpath("//figure") and not tree.xpath("//*[@role='alert']")
        questions = tree.xpath("//select[@name='asks']/option/@value")
        assert questions[0] == "通占" and "求庚帖" in questions


def test_hunyin_a_clash_hexagram(site):
    tree = consulted(site, ZHUANG)
    assert tree.xpath("//figure/*[local-name()='svg']")
    (rule,) = tree.xpath("//article[@id='hunyin-2-r4']")
    assert words(rule.xpath("blockquote[@lang='zh-Hant']")[0]) == "六沖則難而又凶。"
    assert rule.xpath("blockquote[@lang='ko']")[0].text_content()
    assert words(rule.xpath("p[@class='why']")[0]) == "The hexagram is 六沖卦 (clash hexagram)."
    assert rule.xpath(".//a/@href") == ["/rule/hunyin-2-r4"]
    assert rule.xpath("preceding-sibling::h4[1]/a/@href") == ["/id/hunyin-2"]
    (narrow,) = tree.xpath("//article[@id='hunyin-3-r1']")
    assert "(What is asked: 求庚帖)" in words(narrow)
    (ask,) = narrow.xpath(".//a[text()='Ask that']/@href")
    asked = tree_of(site, urljoin("/consult", ask))
    assert asked.xpath("//article[@id='hunyin-3-r1' and contains(@class, 'true')]")


def test_zhonggui_1_blocked_by_an_exception_with_its_words(site):
    tree = consulted(site, RENCHEN)
    (rule,) = tree.xpath("//article[@id='zhonggui-1-r2']")
    assert "exception" in rule.get("class")
    assert "zhonggui-1-r3 cancels it" in words(rule) and "殊不知干上先有寅木" in words(rule)
    beside = words(tree.xpath("//table[contains(@class, 'beside')]")[0])
    assert "nothing to fear" in beside and "to be feared" in beside


@pytest.mark.parametrize(("lang", "said"), [("ko", "모두 관귀(鬼)이다."), ("zh", "皆為鬼。")])
def test_it_is_told_in_the_language_asked_for(site, lang, said):
    tree = consulted(site, RENCHEN | {"lang": lang})
    assert said in words(tree.xpath("//article[@id='zhonggui-1-r3']/p[@class='why']")[0])


def test_what_is_missing_is_named_by_its_field(site):
    given = {"art": "liuren", "day": "壬辰", "general": "寅", "hour": "亥", "all": "1"}
    assert tree_of(site, f"/consult?{urlencode(given)}").xpath(
        "//article[contains(@class, 'false')]"
    )
    told = words(
        consulted(
            site, {"art": "liuyao", "name": "坤", "month": "子", "day": "甲子", "asks": "婚姻"}
        )
    )
    assert "--" not in told


def test_all_faults_stand_beside_the_form(site):
    tree = consulted(
        site,
        {
            "art": "liuyao",
            "name": "大壯之豆",
            "month": "子x月",
            "day": "己丑丑",
            "longitude": "east",
            "asks": "婚姻事",
        },
    )
    (alert,) = tree.xpath("//*[@role='alert']")
    for part in ("5 things are wrong", "豆", "子x月", "己丑丑", "east", "婚姻事"):
        assert part in words(alert)
    for name, typed in (
        ("name", "大壯之豆"),
        ("month", "子x月"),
        ("day", "己丑丑"),
        ("longitude", "east"),
    ):
        (field,) = tree.xpath("//input[@name=$name]", name=name)
        assert field.get("value") == typed and field.get("aria-invalid") == "true"
        assert tree.xpath("//*[@id=$id]", id=field.get("aria-describedby"))
        assert f"#f-{name}" in alert.xpath(".//a/@href")
        assert all(fold.get("open") is not None for fold in field.iterancestors("details"))
    assert not tree.xpath("//figure")


def test_faults_of_the_other_art(site):
    tree = consulted(
        site,
        {
            "art": "liuren",
            "day": "壬辰辰",
            "general": "寅",
            "person": "母子",
            "age": "17",
            "school": "shehai=no",
        },
    )
    alert = words(tree.xpath("//*[@role='alert']")[0])
    for part in ("壬辰辰", "hour", "母子", "sex", "shehai=no"):
        assert part in alert, part


def test_a_hostile_word_is_only_shown(site):
    text = site.get(
        f"/consult?{urlencode({'name': '<script>alert(1)</script>', 'month': '子'})}"
    ).text
    assert "<script>alert" not in text and "&lt;script&gt;" in text


def test_a_chart_by_date(site):
    tree = consulted(site, {"art": "liuren", "date": "2025-02-19 23:00", "zone": "Asia/Shanghai"})
    assert tree.xpath("//figure") and "2025" not in words(tree.xpath("//p[@role='status']")[0])
    assert consulted(
        site, {"art": "liuyao", "coins": "878877", "date": "2026-09-09T17:28", "zone": "+08:00"}
    ).xpath("//figure")


def test_a_toss_leads_to_an_address_that_can_be_shared(site):
    response = site.get(f"/consult?{urlencode(ZHUANG | {'toss': '1'})}")
    assert response.status_code == 302
    address = response.headers["location"]
    assert re.search(r"coins=[6-9]{6}", address) and "toss" not in address
    assert tree_of(site, address).xpath("//figure")


def test_every_rule_has_its_page(site, db):
    for id_, quote_, kind in db.execute("SELECT id, quote, kind FROM rule"):
        response = site.get(f"/id/{id_}")
        assert response.status_code == 302
        address, fragment = urldefrag(response.headers["location"])
        tree = tree_of(site, address)
        assert quote_ in tree.text_content(), id_
        assert kind != "row" or tree.xpath("//*[@id=$id]", id=fragment)


def test_the_page_of_a_rule(site):
    tree = tree_of(site, "/rule/zhonggui-2-r1")
    text = words(tree)
    assert "如用夜貴，初乘白虎，尚可畏焉。" in text and "Limits" in text and "zhonggui-1-r3" in text
    line = tree.xpath("//code[@class='line']")[0]
    assert words(line) == "三傳 <= 鬼 and 克(干上, 三傳) and 乘(初, 白虎)"
    assert line.xpath("a/text()") == ["三傳", "鬼", "克", "干上", "三傳", "乘", "初", "白虎"]
    assert words(tree.xpath("//ul[@class='says']")[0]).endswith("to be feared (still)")
    assert "壬辰日 干上寅 夜" in text and "zhonggui-2-e1" in text


def test_every_link_of_the_pages_of_the_annotation_leads_somewhere(site):
    starts = [
        "/rule/hunyin-2-r3",
        "/rule/hunyin-1-r7",
        "/word/liuyao/應",
        "/words",
        "/rules",
        "/examples",
        "/findings",
        f"/consult?{urlencode(RENCHEN)}",
    ]
    seen = {}
    for start in starts:
        for href in tree_of(site, start).xpath("//main//a/@href"):
            address, fragment = urldefrag(urljoin(start, href))
            if address.endswith(".json?_shape=objects") or "/consult?" in address:
                continue
            if address not in seen:
                response = site.get(address)
                while response.status_code in (301, 302):
                    response = site.get(response.headers["location"])
                assert response.status_code == 200, address
                seen[address] = html.fromstring(response.text)
            if fragment:
                assert seen[address].xpath("//*[@id=$id]", id=fragment), href
    assert len(seen) > 60


def test_the_page_of_a_word_lists_the_rules_with_it(site, db):
    uses = [
        id_
        for (id_,) in db.execute(
            "SELECT rule FROM rule_word JOIN rule ON rule.id = rule WHERE art = 'liuyao' AND word = '應'"
            " ORDER BY place"
        )
    ]
    tree = tree_of(site, f"/word/liuyao/{quote('應')}")
    assert [one.text for one in tree.xpath("//article//a/code")] == uses
    assert "應爻" in words(tree)
    assert words(tree_of(site, f"/word/liuyao/{quote('應爻')}").xpath("//h1")[0]) == "應 응"


def test_a_word_that_other_words_make_up_has_its_page(site, db):
    art, word = db.execute("SELECT art, word FROM vocabulary WHERE composed LIMIT 1").fetchone()
    assert tree_of(site, f"/word/{art}/{quote(word)}") is not None
    for path in ("/word/liuyao/nothing", "/word/else/x", "/rule/hunyin-3-r999"):
        assert site.get(path).status_code == 404


def test_a_passage_has_its_rules_beside_its_text(site, db):
    tree = tree_of(site, "/passage/hunyin-3")
    ids = [
        id_
        for (id_,) in db.execute(
            "SELECT id FROM rule WHERE passage = 'hunyin-3' AND part_of IS NULL ORDER BY zh_start, place"
        )
    ]
    assert tree.xpath("//section[@id='stated']//article/@id") == ids
    assert site.get("/id/zhonggui-1-e1").headers["location"] == "/passage/zhonggui-1#zhonggui-1-e1"
    assert tree_of(site, "/passage/zhonggui-1").xpath("//article[@id='zhonggui-1-e1']")


def test_what_is_not_yet_annotated_is_told(site, db):
    tree = tree_of(site, "/rules")
    for id_, n, clauses, whole in db.execute(
        "SELECT passage.id, passage.n, count(*), sum(state = 'whole') FROM passage"
        " JOIN segment ON segment.passage = passage.id"
        " JOIN account_state ON account_state.segment = segment.id GROUP BY passage.id"
    ):
        (link,) = tree.xpath("//a[@href=$href]", href=f"/passage/{id_}#stated")
        assert link.get("aria-label") == f"passage {n}: {whole} of {clauses} clauses"
    for (id_,) in db.execute(
        "SELECT DISTINCT passage FROM account_state JOIN segment ON segment.id = segment"
        " WHERE state = 'none' LIMIT 5"
    ):
        assert "ot yet annotated" in words(tree_of(site, f"/passage/{id_}"))


def test_worked_charts_that_fail_come_first(site, db):
    tree = tree_of(site, "/examples")
    shown = [words(one) for one in tree.xpath("//article/h2/span")]
    assert len(shown) == db.execute("SELECT count(*) FROM example_check").fetchone()[0]
    order = ["contradicted", "underdetermined", "confirmed"]
    assert shown == sorted(shown, key=order.index)


def test_the_findings_page_has_what_the_view_has(site, database):
    tree = tree_of(site, "/findings")
    shown = [one.get("id") for one in tree.iterfind(".//article")]
    assert shown == [id_ for (id_,) in connect(database).execute("SELECT id FROM finding")]
    one = tree.get_element_by_id("yushi-6-e3")
    assert "巳 → 酉" in one.text_content() and "contradicted" in one.text_content()
    assert tree.xpath("//nav//a[@href='/findings']")


def test_a_passage_tells_what_was_concluded_of_its_charts(site):
    one = tree_of(site, "/passage/yushi-6").get_element_by_id("yushi-6-e3")
    assert "Copying. Read 己酉之靜." in words(one)


def test_rules_of_a_passage_stand_together_and_their_shared_korean_once(site):
    query = urlencode({"art": "liuyao", "name": "泰之臨", "month": "寅", "day": "甲子", "asks": "男占婚"})
    tree = tree_of(site, f"/consult?{query}")
    heads = [words(one) for one in tree.xpath("//h3[.='These hold']/following-sibling::h4")]
    shown = tree.xpath("//h3[.='These hold']/following-sibling::article/@id")
    passages = [id_.split("-r")[0] for id_ in shown[:20]]
    assert passages == sorted(passages, key=lambda id_: int(id_.split("-")[1])) and "婚姻" in heads[0]
    first, second = (tree.get_element_by_id(f"hunyin-1-r7-{n}") for n in (1, 2))
    assert first.xpath("blockquote[@lang='ko']") and not second.xpath("blockquote[@lang='ko']")
