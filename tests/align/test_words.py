"""Words of a text linked to the words of its translation: small cases, each for one rule."""

from __future__ import annotations

import pytest

from align.words import link, link_all


def words(zh: str, ko: str, *terms: str, renderings=None):
    """The Korean of each term, which stand in `zh` in this order."""
    spans, at = [], 0
    for term in terms:
        at = zh.index(term, at)
        spans.append((at, at + len(term)))
        at += len(term)
    found = link(zh, ko, spans, renderings=renderings)
    return [" ".join(ko[a:b] for a, b in made.ko) for made in found]


def test_readings_link_without_any_training():
    assert words("仁者愛人", "인자는 사람을 사랑한다", "仁者") == ["인자"]


def test_the_initial_law_is_known():
    assert words("梁惠王見孟子", "양혜왕이 맹자를 보다", "梁惠王", "孟子") == ["양혜왕", "맹자"]


def test_equal_words_keep_their_order_and_each_korean_word_serves_once():
    zh, ko = "子加卯，丑加卯", "자가 묘 위에 더하고, 축이 묘 위에 더한다"
    found = link(zh, ko, [(2, 3), (6, 7)])
    first, second = ko.index("묘"), ko.rindex("묘")
    assert [made.ko for made in found] == [((first, first + 1),), ((second, second + 1),)]


def test_object_before_verb_is_a_crossing():
    assert words("世克應", "세가 응을 극하면", "世", "克", "應",
                 renderings=[("세",), ("극하",), ("응",)]) == ["세", "극하", "응"]


def test_a_known_rendering_wins_over_nothing():
    assert words("父動", "부모가 움직이면", "父", "動", renderings=[("부모",), ("움직",)]) == ["부모", "움직"]


def test_a_word_may_be_left_without_rendering():
    made, = link("三傳", "아무 말도 없다", [(0, 2)])
    assert (made.ko, made.score, made.how) == ((), 0.0, "")


def test_an_empty_translation_links_nothing():
    assert link("三傳", "", [(0, 2)])[0].ko == ()


def test_a_particle_at_the_end_of_a_word_is_no_reading():
    assert words("子加巳", "자가 사에 있다", "加") == [""]  # 가 is the particle of 자가


def test_the_neighbour_of_a_word_does_not_lose_its_rendering_to_it():
    made = link_all("辰卯", "진묘", [(0, 1)])
    assert [link.ko for link in made] == [((0, 1),), ((1, 2),)]


@pytest.mark.parametrize("zh, ko, term", [
    ("昴星格", "묘성격", "昴星格"), ("卜筮之要", "복서의 요결", "卜筮"), ("聘禮", "빙례", "聘禮"),
])
def test_a_true_reading_scores_higher_than_a_mistaken_one(zh, ko, term):
    at = zh.index(term)
    right, = link(zh, ko, [(at, at + len(term))])
    wrong, = link(zh, chr(ord(ko[0]) + 28) + ko[1:], [(at, at + len(term))])
    assert right.score > wrong.score
