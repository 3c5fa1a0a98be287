import unicodedata

import pytest

from align.readings import initial_form, readings, spells


@pytest.mark.parametrize(
    "hanja, hangul",
    [
        ("世應", "세응"),
        ("妻財", "처재"),
        ("官鬼", "관귀"),
        ("六合", "육합"),
        ("六壬", "육임"),
        ("兩現", "양현"),
        ("不備", "불비"),
        ("不動", "부동"),
        ("絕處逢生", "절처봉생"),
        ("歸魂", "귀혼"),
        ("螣蛇", "등사"),
        ("離宮", "리궁"),
        ("離宮", "이궁"),
        ("蘿網", "라망"),
        ("祿馬", "녹마"),
        ("女命", "여명"),
    ],
)
def test_terms_are_spelt_as_the_translation_spells_them(hanja, hangul):
    assert spells(hangul, hanja)


def test_a_wrong_syllable_or_a_wrong_length_is_refused():
    assert not spells("세웅", "世應")
    assert not spells("세", "世應")
    assert not spells("세응효", "世應")


# 표준어 규정: 한글 맞춤법 제10항 - 제12항, their own examples.
@pytest.mark.parametrize(
    "syllable, initial",
    [
        ("녀", "여"), ("뇨", "요"), ("뉴", "유"), ("니", "이"),
        ("량", "양"), ("력", "역"), ("례", "예"), ("룡", "용"), ("류", "유"), ("리", "이"),
        ("락", "낙"), ("래", "내"), ("로", "노"), ("뢰", "뇌"), ("루", "누"), ("릉", "능"),
        ("나", "나"), ("노", "노"), ("가", "가"), ("힣", "힣"),
    ],
)  # fmt: skip
def test_initial_law(syllable, initial):
    assert initial_form(syllable) == initial


def test_several_readings_and_none():
    assert readings("不")[:2] == ("부", "불")
    assert set(readings("辰")) == {"진", "신"}
    assert readings("가") == () == readings("，")


def test_compatibility_ideographs_are_read():
    assert unicodedata.normalize("NFC", "\uf914") == "樂"
    assert readings("\uf914") == readings("樂")


def test_every_character_of_the_five_texts_has_a_reading():
    from yarrow.paths import corpus_dir

    missing = set()
    for path in sorted((corpus_dir() / "texts").glob("*.txt")):
        text = path.read_text(encoding="utf-8-sig")
        missing |= {char for char in text if "一" <= char <= "鿿" and not readings(char)}
    assert missing == set()
