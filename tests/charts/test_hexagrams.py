"""The sixty-four hexagrams: their tables, their names, and a published program's table of them."""

import csv
import re
import unicodedata
from pathlib import Path

import numpy as np
import pytest

from yarrow.charts import ganzhi, hexagrams as h
from yarrow.charts.liuyao_text import hexagrams_csv
from yarrow.errors import YarrowError

AUTHORITY = Path(__file__).parent.parent / "authorities" / "liuyao_hexagrams.csv"
ALL = range(64)


def bits(mask):
    return {i for i in range(6) if mask >> i & 1}


def test_every_hexagram_has_a_number_a_name_and_a_character():
    assert sorted(h.KING_WEN.tolist()) == list(range(1, 65))
    assert len(set(h.NAMES)) == len(set(h.FULL_NAMES)) == len(set(h.FULL_NAMES_KO)) == 64
    assert [h.KING_WEN[h.CODE_OF_KING_WEN[n]] for n in ALL] == list(range(1, 65))


@pytest.mark.parametrize("code", ALL)
def test_unicode_character_is_the_hexagram(code):
    # Unicode names each by its English name, e.g. HEXAGRAM FOR COMING TO MEET.
    name = unicodedata.name(h.UNICODE[code]).removeprefix("HEXAGRAM FOR ")

    def words(text):
        return set(re.sub(r"[^A-Z ]", "", text.upper()).split())

    assert words(name) & words(h.NAMES_EN[code]) - {"THE", "OF", "AND"}, name


def test_pairs_of_king_wen_are_turned_over_or_turned_through():
    for n in range(0, 64, 2):
        first, second = (int(h.CODE_OF_KING_WEN[n + i]) for i in (0, 1))
        over = int(f"{first:06b}"[::-1], 2)
        assert second == (over if over != first else first ^ 63)


def test_palaces_are_eight_of_eight_with_one_generation_each():
    for palace in range(8):
        mine = [c for c in ALL if h.PALACE[c] == palace]
        assert sorted(h.GENERATION[mine]) == list(range(8))


@pytest.mark.parametrize("code", ALL)
def test_shi_and_ying_stand_three_apart(code):
    assert abs(int(h.SHI[code]) - int(h.YING[code])) == 3
    assert len(bits(h.BETWEEN_LINES[code])) == 2


def test_shi_by_searching_heaven_earth_and_man():
    """尋世訣, another rule than the palaces: 天同二世天變五，地同四世地變初，本宮六世三世異，人同遊魂人變歸."""
    for code in ALL:
        earth, man, heaven = ((code >> i ^ code >> i + 3) & 1 == 0 for i in (0, 1, 2))
        shi = {
            (True, True, True): 6,
            (False, False, False): 3,
            (False, False, True): 2,
            (True, True, False): 5,
            (True, False, False): 4,
            (False, True, True): 1,
            (False, True, False): 4,
            (True, False, True): 3,
        }[earth, man, heaven]
        assert h.SHI[code] + 1 == shi, h.NAMES[code]


@pytest.mark.parametrize("code", ALL)
def test_hidden_lines_supply_exactly_what_the_visible_lack(code):
    visible = {int(r) for r in h.LINE_RELATION[code]}
    lacking = set(range(5)) - visible
    supplied = [int(h.HIDDEN_RELATION[code, i]) for i in bits(h.SUPPLYING_LINES[code])]
    assert sorted(supplied) == sorted(lacking)
    assert bits(h.SUPPLYING_LINES[code]) <= bits(h.HIDDEN_LINES[code])


def test_forty_four_lack_a_relation_and_twelve_lack_two():
    counts = [bin(mask).count("1") for mask in h.LACKING]
    assert sum(n > 0 for n in counts) == 44
    assert sum(n == 2 for n in counts) == 12
    assert max(counts) == 2


def test_stems_and_branches_of_lines_make_pillars():
    assert (ganzhi.pillar_of(h.LINE_STEM, h.LINE_BRANCH) >= 0).all()


def test_six_clashes_and_six_combinations_by_name():
    assert {h.NAMES[c] for c in ALL if h.SIX_CLASH[c]} == set("乾坤坎離震艮巽兌") | {"大壯", "无妄"}
    assert {h.NAMES[c] for c in ALL if h.SIX_COMBINATION[c]} == set("泰否節困賁旅豫復")


@pytest.mark.parametrize(
    "name, month",
    [
        ("姤", "午"),
        ("遯", "未"),
        ("復", "子"),
        ("泰", "寅"),
        ("乾", "巳"),
        ("坤", "亥"),
        ("節", "子"),
    ],
)
def test_body_of_the_twelve_sovereign_hexagrams_is_their_month(name, month):
    # 十二消息卦: the month that each rules. (節 counts from 子 at its bottom line.)
    assert ganzhi.BRANCHES[h.BODY_BRANCH[h.find_hexagram(name)]] == month


def test_nuclear_hexagrams_end_in_four():
    twice = h.NUCLEAR[h.NUCLEAR]
    assert {h.NAMES[c] for c in np.unique(twice)} == {"乾", "坤", "既濟", "未濟"}


@pytest.mark.parametrize(
    "given, name",
    [
        ("遁", "遯"),
        ("無妄", "无妄"),
        ("剥", "剝"),
        ("临", "臨"),
        ("旣濟", "既濟"),
        ("既济", "既濟"),
        ("恒", "恆"),
        ("乾爲天", "乾"),
        ("乾为天", "乾"),
        ("干為天", "乾"),
        ("習坎", "坎"),
        ("천풍구", "姤"),
        ("뇌풍항", "恆"),
        ("䷫", "姤"),
        ("44", "姤"),
        ("《中孚》", "中孚"),
        ("节卦", "節"),
        ("復卦", "復"),
        ("大过", "大過"),
        ("小畜", "小畜"),
        ("風天小蓄", "小畜"),
        ("游", None),
        ("", None),
        ("65", None),
    ],
)
def test_names_in_their_variant_forms(given, name):
    if name is None:
        with pytest.raises(YarrowError):
            h.find_hexagram(given)
    else:
        assert h.NAMES[h.find_hexagram(given)] == name


@pytest.mark.parametrize("code", ALL)
def test_every_name_finds_its_hexagram(code):
    for name in (
        h.NAMES[code],
        h.FULL_NAMES[code],
        h.FULL_NAMES_KO[code],
        h.UNICODE[code],
        str(h.KING_WEN[code]),
    ):
        assert h.find_hexagram(name) == code


def test_unknown_name_offers_the_nearest():
    with pytest.raises(YarrowError) as caught:
        h.find_hexagram("中浮")
    assert "中孚 (風澤中孚)" in caught.value.faults[0].remedy


def test_table_agrees_with_a_published_program():
    """All columns of the CSV against another program's; see the note beside the file."""
    with AUTHORITY.open(encoding="utf-8") as file:
        theirs = {row["name"]: row for row in csv.DictReader(file)}
    ours = {row["name"]: row for row in csv.DictReader(hexagrams_csv().splitlines())}
    assert len(theirs) == len(ours) == 64
    for name, row in theirs.items():
        mine = ours[h.FULL_NAMES[h.find_hexagram(name)]]
        for key in row.keys() - {"name"}:
            assert mine[key] == row[key], (name, key)
