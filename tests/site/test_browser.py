"""The site in headless Chromium: by pointer, by keyboard and by touch, wide and narrow."""

from __future__ import annotations

import re

import pytest

pytestmark = pytest.mark.browser


def test_home_search_and_on_to_the_passage(open_page):
    page = open_page("/")
    assert page.get_by_role("heading", level=1).inner_text() == "蓍 Yarrow"
    page.get_by_label("Find a word of any length").fill("世應")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search?q=**")
    assert page.locator("ol.kwic mark").first.inner_text() == "世應"
    page.get_by_role("link", name="right context").click()
    page.wait_for_url("**sort=right**")
    place = page.locator("ol.kwic a.place").first
    passage = place.inner_text()
    place.click()
    page.wait_for_url(f"**/passage/{passage}#**")
    target = page.locator(":target")
    assert "世" in target.inner_text()
    assert target.is_visible()


def test_commentary_can_be_hidden_and_stays_hidden(open_page):
    page = open_page("/passage/hunyin-3")
    commentary = page.locator("article.zh .unit.commentary")
    switch = page.get_by_role("button", name="Commentary")
    assert commentary.count() == 2 and commentary.first.is_visible()
    switch.click()
    assert not commentary.first.is_visible() and switch.get_attribute("aria-pressed") == "false"
    assert (
        page.locator("article.zh").inner_text().strip()
        == "欲求庚帖，豈宜應動應空？若論聘儀，安可世蛇世弟？"
    )
    page.get_by_role("link", name="Next").click()
    page.wait_for_url("**/passage/hunyin-4")
    assert not page.locator("article.zh .unit.commentary").first.is_visible()
    page.get_by_role("button", name="Commentary").press("Enter")
    assert page.locator("article.zh .unit.commentary").first.is_visible()


def test_the_sense_of_a_term_under_the_pointer(open_page):
    page = open_page("/passage/hunyin-3")
    sense = page.get_by_role("tooltip")
    assert sense.count() == 0
    term = page.locator("article.zh a.term", has_text="世爻").first
    term.hover()
    sense.wait_for()
    assert "世爻" in sense.inner_text() and "self line" in sense.inner_text()
    box = sense.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 1280
    page.keyboard.press("Escape")
    assert sense.count() == 0
    page.locator("article.ko a.term", has_text="세효").first.hover()
    sense.wait_for()
    assert "self line" in sense.inner_text()


def test_the_sense_of_a_term_by_keyboard(open_page):
    page = open_page("/passage/hunyin-3")
    page.get_by_role("button", name="Terms").focus()
    page.keyboard.press("Tab")
    focused = page.locator("a.term:focus")
    assert focused.get_attribute("aria-describedby") == "sense"
    headword = focused.inner_text()
    assert headword in page.get_by_role("tooltip").inner_text()
    page.keyboard.press("Tab")
    assert page.locator("[aria-describedby=sense]").count() == 1
    page.keyboard.press("Enter")
    page.wait_for_url("**/term/t-*")


def test_terms_can_be_put_away(open_page):
    page = open_page("/passage/hunyin-3")
    page.get_by_role("button", name="Terms").click()
    page.locator("article.zh .unit.main").first.hover()
    page.keyboard.press("Tab")
    assert page.locator("a.term:focus").count() == 0
    assert page.get_by_role("tooltip").count() == 0


def test_a_touch_shows_the_sense_and_a_second_follows(open_page):
    page = open_page("/passage/hunyin-3", width=390, height=844, has_touch=True)
    term = page.locator("article.zh a.term", has_text="應爻").first
    term.tap()
    assert "response line" in page.get_by_role("tooltip").inner_text()
    assert page.url.endswith("/passage/hunyin-3")
    box = page.get_by_role("tooltip").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 390
    term.tap()
    page.wait_for_url("**/term/t-*")


def test_a_link_lights_up_on_both_sides(open_page):
    page = open_page("/passage/hunyin-3")
    page.evaluate(
        """for (const id of ['hunyin-3-z1', 'hunyin-3-z2', 'hunyin-3-k1'])
             Object.assign(document.getElementById(id).dataset,
                           {bead: 99, status: 'automatic', score: '93%'});
           for (const id of ['hunyin-3-z3', 'hunyin-3-k2'])
             delete document.getElementById(id).dataset.bead"""
    )

    def lit():
        return page.evaluate("[...document.querySelectorAll('.linked')].map(e => e.id)")

    page.locator("#hunyin-3-z1").hover()
    assert lit() == ["hunyin-3-z1", "hunyin-3-z2", "hunyin-3-k1"]
    assert page.locator("#confidence").inner_text() == "automatic link, confidence 93%"
    page.locator("h1").hover()
    assert lit() == []
    page.locator("#hunyin-3-k1 a.term").first.focus()
    assert lit() == ["hunyin-3-z1", "hunyin-3-z2", "hunyin-3-k1"]


def test_the_arrow_keys_turn_the_page(open_page):
    page = open_page("/passage/hunyin-3")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/passage/hunyin-4")
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**/passage/hunyin-3")
    page.get_by_label("Search both languages").focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(200)
    assert page.url.endswith("/passage/hunyin-3")


def test_the_citation_is_copied_with_its_address(open_page, address):
    page = open_page("/passage/hunyin-3", permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy citation").click()
    page.get_by_text("Copied").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.endswith(f"passage 3, {address}passage/hunyin-3")
    assert copied == page.locator("#citation").inner_text()


def test_columns_stand_side_by_side_and_stack_on_a_phone(open_page):
    def boxes(page):
        return [page.locator(f"article.{lang}").bounding_box() for lang in ("zh", "ko")]

    zh, ko = boxes(open_page("/passage/hunyin-3"))
    assert zh["x"] + zh["width"] < ko["x"] and abs(zh["y"] - ko["y"]) < 2
    zh, ko = boxes(open_page("/passage/hunyin-3", width=390, height=844))
    assert zh["x"] == ko["x"] and zh["y"] + zh["height"] <= ko["y"] + 1


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/text/sanchuan",
        "/passage/yushi-22",
        "/passage/sanchuan-33",
        "/glossary",
        "/term/t-qicai",
        "/search?q=관귀",
        "/downloads",
        "/yarrow",
        "/yarrow/passage",
        "/yarrow/term_concordance?headword=世應",
    ],
)
def test_nothing_is_wider_than_a_phone(open_page, path):
    page = open_page(path, width=390, height=844)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_han_and_hangul_are_drawn_with_their_own_glyphs(open_page):
    page = open_page("/passage/hunyin-3")
    families = page.evaluate(
        "['zh', 'ko'].map(l => getComputedStyle(document.querySelector('article.' + l)).fontFamily)"
    )
    assert "CJK TC" in families[0] and "CJK KR" in families[1]


def _contrast(one: str, other: str) -> float:
    """WCAG 2 contrast of two colours as the browser computes them."""

    def luminance(colour):
        parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_contrast(open_page, scheme):
    page = open_page("/passage/sanchuan-33", color_scheme=scheme)
    colours = page.evaluate(
        """() => ['body', '.unit.commentary', '.unit.note', '.kicker', '.masthead a', '.citation']
           .map(selector => {
             const element = document.querySelector(selector);
             let behind = element;
             while (getComputedStyle(behind).backgroundColor === 'rgba(0, 0, 0, 0)')
               behind = behind.parentElement;
             return [getComputedStyle(element).color, getComputedStyle(behind).backgroundColor];
           })"""
    )
    for front, back in colours:
        assert _contrast(front, back) >= 4.5, (front, back)


def test_every_control_has_a_name_and_every_page_its_landmarks(open_page):
    for path in ("/", "/passage/hunyin-3", "/search?q=財", "/glossary"):
        page = open_page(path)
        for role in ("banner", "main", "contentinfo"):
            assert page.get_by_role(role).count() == 1, (path, role)
        assert page.get_by_role("heading", level=1).count() == 1
        unnamed = page.evaluate(
            """[...document.querySelectorAll('input, select, button, a[href]')].filter(element =>
                 !(element.labels?.length || element.getAttribute('aria-label')
                   || element.textContent.trim())).length"""
        )
        assert unnamed == 0, path


def test_the_glossary_is_narrowed_as_one_types(open_page):
    page = open_page("/glossary")
    everything = page.locator(".entries li:visible").count()
    page.get_by_label("Show only entries with").fill("ghost")
    shown = page.locator(".entries li:visible")
    assert 0 < shown.count() < everything
    assert all("ghost" in text.lower() for text in shown.all_inner_texts())


def test_the_page_can_be_read_without_scripts(open_page):
    page = open_page("/passage/hunyin-3", java_script_enabled=False)
    assert "欲求庚帖" in page.locator("article.zh").inner_text()
    page.locator("article.zh a.term").first.click()
    page.wait_for_url("**/term/t-*")
