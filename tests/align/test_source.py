"""The reader of source files: what it accepts, and what it refuses and how it says so."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from align.model import TextError
from align.source import language, parse, read

TEXTS = Path(__file__).parents[2] / "corpus" / "texts"
FILES = {
    "000_74eb018aa5344790.txt": (42, "婚姻", "혼인"),
    "001_0442e6800e544c6a.txt": (55, "三傳回環守舊宜", "삼전회환수구의"),
    "002_bdf9a42f7ef93fc8.txt": (45, "六畜", "육축"),
    "003_611f20e21d588b1f.txt": (44, "遇時章第二十八", "우시장제이십팔"),
    "004_1945054d95e01dc2.txt": (42, "衆鬼雖彰全不畏第十一", "중귀수창전불외 제십일"),
}
SHA256 = {
    "000_74eb018aa5344790.txt": "ab7e9cebb539905aca920e56de67de831b2f0bd765fa159177adab933ade509e",
    "001_0442e6800e544c6a.txt": "a48d0665110b236f2d75f4dd26c9b32794b0c15265bdc6ed64bbded631cf9484",
    "002_bdf9a42f7ef93fc8.txt": "2253c3c394ab4d2bfd9311639815b014daeeae6c2430fa064eebbd3aa483b00c",
    "003_611f20e21d588b1f.txt": "8230a565575d168dfce496c31e2a993e3bac1fb4dbb381cff38f57d6cb9e093c",
    "004_1945054d95e01dc2.txt": "8e69bd538673d01a8905367cd0a8beb072a31bb13129544f5341617a776b9479",
}
YUSHI = (TEXTS / "003_611f20e21d588b1f.txt").read_bytes()
SMALL = "혼인(婚姻)\n\n男女合婚，契於前定。\n\n남혼여가는 앞에서 정해진 것이다.\n"


def faults(text: str | bytes) -> list[str]:
    data = text.encode("utf-8") if isinstance(text, str) else text
    with pytest.raises(TextError) as caught:
        parse(data, "x.txt")
    for fault in caught.value.faults:
        assert fault.where and fault.what and fault.remedy
    return [f"{fault.where} {fault.what}" for fault in caught.value.faults]


@pytest.mark.parametrize("name", FILES)
def test_the_sources_stand_byte_for_byte(name):
    assert hashlib.sha256((TEXTS / name).read_bytes()).hexdigest() == SHA256[name]


@pytest.mark.parametrize("name", FILES)
def test_read_the_sources(name):
    count, zh, ko = FILES[name]
    source = read(TEXTS / name)
    assert (source.heading_zh, source.heading_ko, len(source.passages)) == (zh, ko, count)
    lines = (TEXTS / name).read_text(encoding="utf-8").split("\n")
    for passage in source.passages:
        assert passage.n == (passage.zh_line - 3) // 4 + 1
        assert passage.zh == lines[passage.zh_line - 1].rstrip()
        assert passage.ko == lines[passage.ko_line - 1].rstrip()
        assert (language(passage.zh), language(passage.ko)) == ("zh", "ko")


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda data: b"\xef\xbb\xbf" + data, id="BOM"),
        pytest.param(lambda data: data.replace(b"\n", b"\r\n"), id="CRLF"),
        pytest.param(lambda data: data.replace(b"\n", b"\r"), id="CR"),
        pytest.param(lambda data: data.replace(b"\n", " \t\u3000\u00a0\n".encode()),
                     id="trailing blanks"),
        pytest.param(lambda data: b"\n\n" + data.rstrip(b"\n"), id="no last line end"),
        pytest.param(lambda data: data + b"\n \n\n", id="blank lines at the end"),
    ],
)
def test_accept_what_a_person_hands_in(change):
    def bare(source):
        return source.heading_zh, [(passage.zh, passage.ko) for passage in source.passages]

    assert bare(parse(change(YUSHI), "x.txt")) == bare(parse(YUSHI, "x.txt"))


def test_several_blank_lines_count_as_one():
    source = parse(YUSHI.replace(b"\n\n", b"\n\n \n\n\n"), "x.txt")
    assert len(source.passages) == 44
    assert (source.passages[0].zh_line, source.passages[0].ko_line) == (6, 11)


def test_a_paragraph_over_several_lines_keeps_its_line_ends():
    source = parse("혼인(婚姻)\n男女合婚，  \r\n契於前定。\r\n\r\n남혼여가는\n정해진 것이다.".encode(), "x")
    (passage,) = source.passages
    assert passage.zh == "男女合婚，\n契於前定。"
    assert passage.ko == "남혼여가는\n정해진 것이다."
    assert (passage.zh_line, passage.ko_line) == (2, 5)


def test_heading_with_the_chinese_title_first():
    source = parse(SMALL.replace("혼인(婚姻)", "婚姻（혼인）").encode(), "x.txt")
    assert (source.heading_zh, source.heading_ko) == ("婚姻", "혼인")


def test_language_by_share():
    assert language("坎初六：習坎，入于坎窞，凶。") == "zh"
    assert language("此卦는 男女合婚의 象이라 婚姻을 占하면 必成하나니라") == "ko"
    assert language("\u1112\u1169\u11ab\u110b\u1175\u11ab") == "ko"  # Hangul in single letters
    assert language("1942-03-21 p. 7") is None


def test_refuse_a_missing_translation():
    assert faults(SMALL + "\n六合則易而且吉。\n") == [
        "x.txt:7 the last Chinese paragraph has no translation: 「六合則易而且吉。」"
    ]


def test_refuse_two_chinese_paragraphs_in_a_row():
    text = SMALL.replace("契於前定。\n", "契於前定。\n\n六合則易。\n")
    assert faults(text) == [
        "x.txt:5 two Chinese paragraphs in a row (the first in line 3): 「六合則易。」"
    ]


def test_refuse_two_korean_paragraphs_in_a_row():
    assert faults(SMALL + "\n육합의 괘를 얻는다.\n") == [
        "x.txt:7 two Korean paragraphs in a row (the first in line 5): 「육합의 괘를 얻는다.」"
    ]


def test_refuse_korean_without_chinese_before_it():
    assert faults("혼인(婚姻)\n\n남혼여가는.\n") == [
        "x.txt:3 a Korean paragraph without its Chinese before it: 「남혼여가는.」"
    ]


def test_refuse_a_change_of_language_without_a_blank_line():
    assert faults(SMALL.replace("。\n\n", "。\n")) == [
        "x.txt:4 a line of Korean straight after one of Chinese: 「남혼여가는 앞에서 정해」"
    ]


def test_refuse_unbalanced_brackets():
    assert faults(SMALL.replace("契於", "（契於")) == [
        "x.txt:3 the bracket is closed neither here nor in a later Chinese paragraph: "
        "「男女合婚，（契於前定。」"
    ]
    assert faults(SMALL.replace("定。", "定）。")) == [
        "x.txt:3 the bracket ） was never opened: 「婚，契於前定）。」"
    ]
    assert faults(SMALL.replace("앞에서", "(주: 앞에서")) == [
        "x.txt:5 the bracket is closed neither here nor in a later Korean paragraph: "
        "「남혼여가는 (주: 앞에서」"
    ]


def test_a_later_paragraph_may_close_the_bracket():
    text = SMALL.replace("契於", "（契於") + "\n甲乙。）丙丁。\n\n가나다.\n"
    assert len(parse(text.encode(), "x.txt").passages) == 2


def test_refuse_undecodable_bytes_by_position():
    data = SMALL.encode()
    at = data.index("契".encode())
    assert faults(data[:at] + b"\xb0\xa1" + data[at:]) == [
        f"x.txt:3 byte {at + 1} of the file, after 「男女合婚，」, is no UTF-8: b0"
    ]
    bom = b"\xef\xbb\xbf" + data[:at] + b"\xff" + data[at:]
    assert faults(bom)[0].startswith(f"x.txt:3 byte {at + 4} of the file")
    assert faults(SMALL.encode("utf-16")) == ["x.txt:1 the file is UTF-16"]
    # a file in another encoding gives one fault a line, and no others in their wake
    assert [fault.split()[0] for fault in faults(SMALL.encode("cp949"))] == [
        "x.txt:1", "x.txt:3", "x.txt:5"]


def test_refuse_control_and_invisible_characters():
    assert faults(SMALL.replace("契於", "契\x07\x00於")) == [
        "x.txt:3 character 7 is U+0007 (control character), after 「男女合婚，契」, and 1 more in "
        "the line"
    ]
    assert "U+200B (zero width space)" in faults(SMALL.replace("契", "契\u200b"))[0]
    assert "U+FFFD (replacement character)" in faults(SMALL.replace("契", "\ufffd"))[0]
    assert "U+001C" in faults(SMALL.replace("定。\n", "定。\x1c\n"))[0]  # even as a trailing blank


@pytest.mark.parametrize("data", [b"", b"\xef\xbb\xbf", b"\n \r\n\t\n"])
def test_refuse_an_empty_file(data):
    assert faults(data) == ["x.txt:1 the file is empty"]


def test_refuse_a_missing_heading():
    assert faults(SMALL.split("\n\n", 1)[1]) == [
        "x.txt:1 the heading is missing; the file begins 「男女合婚，契於前定。」"
    ]
    assert faults("혼인(婚姻)\n") == ["x.txt:1 a heading and no text"]


def test_refuse_what_is_neither_language():
    assert faults(SMALL + "\n* * *\n") == ["x.txt:7 neither Chinese nor Korean: 「* * *」"]


def test_all_faults_at_once_in_the_order_of_the_file():
    text = "男女合婚（契於前定。\n\n남혼여가는\x01.\n\n육합의 괘.\n\n六合則易）而且吉）。\n"
    assert [fault.split(" ", 1)[0] for fault in faults(text)] == [
        "x.txt:1", "x.txt:3", "x.txt:5", "x.txt:7", "x.txt:7"
    ]


def test_refuse_what_is_no_file(tmp_path):
    for path, what in ((tmp_path, "is a folder"), (tmp_path / "none.txt", "is not there")):
        with pytest.raises(TextError, match=what):
            read(path)
