"""Consulting in headless Chromium: by keyboard, on a phone, without script, light and dark."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest

pytestmark = pytest.mark.browser
ZHUANG = f"/consult?art=liuyao&name={quote('大壯之豫')}&month={quote('子')}&day={quote('己巳')}&asks={quote('婚姻')}"
RENCHEN = (
    f"/consult?art=liuren&day={quote('壬辰')}&general={quote('寅')}&hour={quote('亥')}&lang=ko"
)
WRONG = f"/consult?art=liuyao&name={quote('大壯之豆')}&month=x&day={quote('己丑丑')}&longitude=east"
PAGES = [
    ZHUANG,
    RENCHEN,
    WRONG,
    "/consult",
    "/consult?art=liuren",
    "/rules",
    "/rule/zhonggui-2-r1",
    "/rule/hunyin-1-r7",
    "/words",
    f"/word/liuyao/{quote('應')}",
    "/examples",
    "/findings",
    "/passage/zhonggui-1",
]


def test_a_consultation_by_keyboard_alone(open_page):
    page = open_page("/consult")
    page.get_by_label("What is asked").focus()
    page.keyboard.type("婚姻")
    page.get_by_label("What is asked").select_option("婚姻")
    page.keyboard.press("Tab")
    page.keyboard.type("大壯之豫")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.type("子")
    page.keyboard.press("Tab")
    page.keyboard.type("己巳")
    page.keyboard.press("Enter")
    page.wait_for_url("**/consult?*name=**")
    assert page.locator("figure.chart svg").is_visible()
    assert "難" in page.locator("#hunyin-2-r4 blockquote[lang=zh-Hant]").inner_text()
    assert page.get_by_role("status").inner_text().split()[0].isdecimal()
    page.locator("#hunyin-2-r4 a").first.press("Enter")
    page.wait_for_url("**/rule/hunyin-2-r4")
    page.locator("code.line a").first.click()
    page.wait_for_url("**/word/liuyao/**")


def test_the_address_is_that_of_the_consultation(open_page, address):
    page = open_page(ZHUANG)
    told = page.locator(".speaking").inner_text()
    page.get_by_text("Change the chart or the question").click()
    assert page.get_by_label("Hexagram, or two").input_value() == "大壯之豫"
    page.get_by_role("button", name="Consult").click()
    page.wait_for_url("**/consult?**")
    again = open_page(page.url.removeprefix(address))
    assert again.locator(".speaking").inner_text() == told


def test_without_script(open_page):
    page = open_page("/consult", java_script_enabled=False)
    page.get_by_label("Hexagram, or two").fill("復")
    page.get_by_label("Month", exact=True).fill("子")
    page.get_by_label("Day", exact=True).fill("甲子")
    page.get_by_role("button", name="Consult").click()
    page.wait_for_url("**name=**")
    assert page.locator("figure.chart svg").count() == 1
    assert page.locator("article.verdict").count() > 0
    page.get_by_role("link", name="heaven plate").click()
    assert page.get_by_label("Month's general 月將").is_visible()


def test_faults_lead_to_their_fields(open_page):
    page = open_page(WRONG)
    alert = page.get_by_role("alert")
    assert "4 things are wrong" in alert.inner_text()
    alert.get_by_role("link", name="longitude").click()
    assert page.get_by_label("Longitude").is_visible()
    assert page.evaluate("document.activeElement.id || location.hash.slice(1)") == "f-longitude"
    described = page.get_by_label("Longitude").get_attribute("aria-describedby")
    assert "no number" in page.locator(f"#{described}").inner_text()


def test_a_toss_gives_an_address_to_share(open_page):
    page = open_page(ZHUANG)
    page.get_by_text("Change the chart or the question").click()
    page.get_by_role("button", name="Toss three coins").click()
    page.wait_for_url(re.compile(r"coins=[6-9]{6}"))
    assert "toss" not in page.url and page.locator("figure.chart svg").is_visible()


@pytest.mark.parametrize("path", PAGES)
def test_nothing_of_the_annotation_is_wider_than_a_phone(open_page, path):
    page = open_page(path, width=390, height=844)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_chart_beside_the_rules_and_above_them_on_a_phone(open_page):
    def boxes(page):
        return [page.locator(what).bounding_box() for what in ("figure.chart", ".speaking")]

    chart, rules = boxes(open_page(ZHUANG))
    assert chart["x"] + chart["width"] < rules["x"] and rules["y"] < chart["y"] + 100
    chart, rules = boxes(open_page(ZHUANG, width=390, height=844))
    assert chart["y"] + chart["height"] <= rules["y"]


def _luminance(colour: str) -> float:
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", [ZHUANG, WRONG, "/rule/zhonggui-2-r1", "/rules"])
def test_every_word_stands_out_from_its_ground(open_page, path, scheme):
    """WCAG 2 AA for all text of the page but the drawing, whose own tests see to it."""
    page = open_page(path, color_scheme=scheme)
    found = page.evaluate(
        """() => [...document.querySelectorAll('main *')].filter(element =>
             !element.closest('svg') && [...element.childNodes].some(node =>
               node.nodeType === 3 && node.data.trim()) && element.offsetParent)
           .map(element => {
             let behind = element;
             while (getComputedStyle(behind).backgroundColor === 'rgba(0, 0, 0, 0)')
               behind = behind.parentElement;
             return [getComputedStyle(element).color, getComputedStyle(behind).backgroundColor,
                     element.textContent.slice(0, 40)];
           })"""
    )
    assert len(found) > 10
    for front, back, text in found:
        dark, light = sorted((_luminance(front), _luminance(back)))
        assert (light + 0.05) / (dark + 0.05) >= 4.5, (text, front, back)


def test_every_control_of_the_annotation_has_a_name(open_page):
    for path in PAGES:
        page = open_page(path)
        for role in ("banner", "main", "contentinfo"):
            assert page.get_by_role(role).count() == 1, (path, role)
        assert page.get_by_role("heading", level=1).count() == 1, path
        assert (
            page.evaluate(
                """[...document.querySelectorAll('input:not([type=hidden]), select, button, a[href]')]
               .filter(element => !(element.labels?.length || element.getAttribute('aria-label')
                 || element.textContent.trim())).length"""
            )
            == 0
        ), path
        assert (
            page.evaluate(
                "(ids => ids.length - new Set(ids).size)"
                "([...document.querySelectorAll('[id]')].map(e => e.id))"
            )
            == 0
        ), path
