"""Keys keep length, keep a word findable, and keep the terms of the arts apart."""

import unicodedata

import pytest
import yaml

from align.fold import Fold
from yarrow.paths import corpus_dir

TABLE = yaml.safe_load((corpus_dir() / "variants.yaml").read_text(encoding="utf-8"))
SAME = [entry["chars"] for entry in TABLE["same"]]
APART = [entry["chars"] for entry in TABLE["apart"]]
fold = Fold(SAME, APART)
PARAGRAPHS = [
    line
    for path in sorted((corpus_dir() / "texts").glob("*.txt"))
    for line in path.read_text(encoding="utf-8-sig").splitlines()
    if line.strip()
]


def test_the_five_texts_keep_their_length():
    assert len(PARAGRAPHS) == 5 + 2 * 228
    assert [len(fold(text)) for text in PARAGRAPHS] == [len(text) for text in PARAGRAPHS]


def test_every_character_keeps_its_length():
    """Not only those of the five texts: all of the Basic Multilingual Plane and the next two."""
    chars = [chr(code) for code in range(0x20, 0x30000) if not 0xD800 <= code < 0xE000]
    assert [char for char in chars if len(fold(char)) != 1] == []


def test_the_key_of_a_text_is_the_keys_of_its_characters():
    """乾坤 and 反覆 are phrases that t2s treats otherwise than their characters."""
    for text in PARAGRAPHS:
        assert fold(text) == "".join(map(fold, text))


@pytest.mark.parametrize("chars", APART)
def test_apart(chars):
    assert len({fold(char) for char in chars}) == len(chars)
    for char in chars:
        assert fold(char) == char


@pytest.mark.parametrize("chars", SAME)
def test_same(chars):
    assert len({fold(char) for char in chars}) == 1


@pytest.mark.parametrize(
    "one, other",
    [
        ("剋", "克"), ("沖", "冲"), ("沖", "衝"), ("占", "佔"), ("於", "于"), ("遊", "游"),
        ("並", "併"), ("眾", "衆"), ("斷絃", "斷弦"), ("元武", "玄武"), ("塍蛇", "騰蛇"),
        ("凶殺", "凶煞"), ("螣蛇發動", "螣蛇发动"), ("財動", "财动"),
        ("謀干", "謀幹"), ("間爻", "閒爻"), ("遁", "遯"), ("答", "荅"), ("每", "毎"),
    ],
)  # fmt: skip
def test_one_word_two_spellings(one, other):
    assert fold(one) == fold(other)


@pytest.mark.parametrize(
    "one, other", [("天后", "天後"), ("丑", "醜"), ("干上", "乾上"), ("己", "已")]
)
def test_two_words(one, other):
    assert fold(one) != fold(other)


def test_compatibility_ideographs_are_their_characters():
    for compatibility in ("\uf914", "\uf967", "\ufa0a", "\U0002f800"):
        plain = unicodedata.normalize("NFC", compatibility)
        assert plain != compatibility
        assert fold(compatibility) == fold(plain)


def test_hangul_is_left_alone():
    assert fold("처재가 발동하면") == "처재가 발동하면"


def test_without_a_table_opencc_decides():
    assert Fold()("后後") == "后后"
    assert Fold(apart=["后後"])("后後") == "后後"


def test_a_character_in_two_classes_is_refused():
    with pytest.raises(ValueError, match="克"):
        Fold(same=["剋克", "克尅"])


def test_every_entry_of_the_table_says_why():
    for entry in TABLE["same"] + TABLE["apart"]:
        assert set(entry) == {"chars", "why"}
        assert len(entry["chars"]) > 1 and entry["why"].strip()


def test_no_entry_is_idle():
    """A class that OpenCC already merges has no place in the table."""
    opencc_alone = Fold()
    for chars in SAME:
        assert len({opencc_alone(char) for char in chars}) > 1
