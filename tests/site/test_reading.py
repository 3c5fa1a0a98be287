"""A paragraph as HTML keeps its words, whatever layers and terms lie over it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from yarrow.site.reading import paragraph


def href(term: str) -> str:
    return f"/term/{term}"


def words_of(markup) -> str:
    return html.fromstring(f"<div>{markup}</div>").text_content()


@st.composite
def layered(draw):
    """A text cut into units, segments inside units, and terms anywhere, overlapping or not."""
    text = draw(st.text(st.sampled_from("財世應動空，。（）<&\"'>가 나"), min_size=1, max_size=40))
    cuts = sorted(draw(st.sets(st.integers(0, len(text)))) | {0, len(text)})
    units = [
        {"id": f"u{n}", "layer": "main", "start": start, "end": end}
        for n, (start, end) in enumerate(zip(cuts, cuts[1:], strict=False), 1)
    ]
    segments = [
        {
            "id": f"z{n}",
            "start": unit["start"] + (unit["end"] - unit["start"]) // 3,
            "end": unit["end"],
        }
        for n, unit in enumerate(units, 1)
    ]
    starts = draw(st.lists(st.integers(0, len(text) - 1), max_size=8))
    terms = [
        {"term": "t", "start": start, "end": min(len(text), start + draw(st.integers(1, 3)))}
        for start in starts
    ]
    return text, units, segments, terms


@given(layered())
def test_the_words_are_kept(case):
    text, units, segments, terms = case
    tree = html.fromstring(f"<div>{paragraph(text, units, segments, terms, href)}</div>")
    assert tree.text_content() == text
    for rows, path in ((units, "span"), (segments, "span")):
        for row in rows:
            (element,) = tree.xpath(f"//{path}[@id='{row['id']}']")
            assert element.text_content() == text[row["start"] : row["end"]]


def test_of_overlapping_terms_the_first_and_longest_is_linked():
    units = [{"id": "u1", "layer": "main", "start": 0, "end": 4}]
    terms = [
        {"term": "t-c", "start": 1, "end": 3},
        {"term": "t-a", "start": 0, "end": 1},
        {"term": "t-b", "start": 0, "end": 2},
        {"term": "t-d", "start": 3, "end": 4},
    ]
    tree = html.fromstring(f"<div>{paragraph('世應財鬼', units, [], terms, href)}</div>")
    assert [(a.text, a.get("href")) for a in tree.iter("a")] == [
        ("世應", "/term/t-b"),
        ("鬼", "/term/t-d"),
    ]


def test_a_segment_carries_its_link():
    segments = [{"id": "z1", "start": 0, "end": 2}, {"id": "z2", "start": 2, "end": 4}]
    units = [{"id": "u1", "layer": "main", "start": 0, "end": 4}]
    beads = {"z1": {"n": 3, "status": "automatic", "score": 0.974, "layer": "main"}}
    tree = html.fromstring(f"<div>{paragraph('世應財鬼', units, segments, [], href, beads)}</div>")
    one, two = tree.xpath("//span[@class='segment']")
    assert (one.get("data-bead"), one.get("data-status"), one.get("data-score")) == (
        "3",
        "automatic",
        "97%",
    )
    assert two.get("data-bead") is None


def test_words_are_escaped():
    assert words_of(paragraph("<b>&", [], [], [], href)) == "<b>&"
