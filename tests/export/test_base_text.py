"""What the translator's notes say of the Chinese before him."""

from __future__ import annotations

import re

import pytest

from yarrow.base_text import load_base_text
from yarrow.errors import YarrowError

PAIR = re.compile(r"「[^」(]*\(([^)]+)\)」[을를] 「[^」(]*\(([^)]+)\)」으?로 잘못")


@pytest.fixture(scope="module")
def notes(content):
    """Every note of the translation: id -> words."""
    return {text.unit_id(unit): text.words(unit) for text in content.texts
            for unit in text.layers.units if unit.kind == "note"}


def test_every_note_has_a_record(content, notes):
    assert {place.note for place in content.base_text} == set(notes)


def test_what_a_note_writes_in_hanja_is_what_is_read(content, notes):
    """「조초(助初)」를 「차초(且初)」로 잘못 씀: read as the note writes it, and only then without
    `restored`."""
    named = {(note, wrong, right) for note, words in notes.items()
             for right, wrong in PAIR.findall(words)}
    records = {(p.note, p.words, p.read) for p in content.base_text if p.read and not p.restored}
    assert len(named) == 6
    # 「간상사(干上巳)」 석 자에 오류가 있다 names what should stand, and not what does
    assert records == named | {("sanchuan-51-v2", "干勁沖天巳", "干上巳")}


def test_what_is_restored_is_not_written_in_the_note(content, notes):
    restored = [place for place in content.base_text if place.restored]
    assert len(restored) == 9
    for place in restored:
        assert place.read not in notes[place.note]


@pytest.mark.parametrize("words, read, change", [
    ("且初", "助初", ("且", "助")), ("占孕點頭", "占孕占産", ("點頭", "占産")),
    ("專無克定多淫", "八專無克定多淫", ("專", "八專")), ("與加卯位", "戌加卯位", ("與", "戌"))])
def test_a_change_is_as_short_as_it_can_be(content, words, read, change):
    place = next(p for p in content.base_text if p.words == words)
    start, end, characters = place.change()
    zh = {text.passage_id(p.n): p.zh for text in content.texts for p in text.passages}
    assert place.read == read
    assert (zh[place.passage][start:end], characters) == change


def test_faults_are_told_all_at_once(content, tmp_path):
    path = tmp_path / "base_text.yaml"
    path.write_text(
        "notes:\n"
        "  - {note: sanchuan-6-v9, about: [{words: 且初}]}\n"
        "  - {note: sanchuan-6-v2, about: [{words: 初}, {words: 且初, read: 助初},\n"
        "                                  {words: 亦不能且初, read: 亦不能助初}]}\n"
        "  - {note: sanchuan-8-v2, about: [{words: 為入，作事, read: 不入；行事}]}\n",
        encoding="utf-8")
    with pytest.raises(YarrowError) as error:
        load_base_text(content.texts, path)
    found = [fault.what for fault in error.value.faults]
    assert found[0] == "there is no such note in the translation"
    assert found[1].startswith("「初」 stands ") and "not once" in found[1]
    assert found[2] == "「為入，作事」 would be corrected over the end of a clause"
    assert found[3] == "corrects a character that sanchuan-6-v2 corrects already"


def test_no_file_is_no_notes(content, tmp_path):
    assert load_base_text(content.texts, tmp_path / "none.yaml") == ()
