"""The kept alignment of the corpus, and the files in which readers settle it."""

import shutil

import pytest
from yarrow import alignment, paths
from yarrow.alignment import Link
from yarrow.corpus import load_corpus
from yarrow.errors import YarrowError


@pytest.fixture(scope="module")
def texts():
    return load_corpus()


@pytest.fixture(scope="module")
def passages(texts):
    return alignment.parallels(texts)


@pytest.fixture
def corpus_copy(tmp_path, monkeypatch):
    copy = tmp_path / "corpus"
    shutil.copytree(paths.corpus_dir(), copy)
    monkeypatch.setenv("YARROW_CORPUS", str(copy))
    return copy


def test_the_kept_beads_are_what_the_aligner_finds_today(passages):
    kept = alignment.read_automatic(paths.corpus_dir() / "alignment" / "automatic.tsv", passages)
    assert kept is not None, "run: yarrow align --write"
    computed = alignment.compute_automatic(passages)
    assert [link.numbers for link in kept] == [link.numbers for link in computed]
    assert [link.score for link in kept] == pytest.approx(
        [link.score for link in computed], abs=2e-4)


def test_every_bead_of_the_corpus_has_its_words(passages, texts):
    for link in alignment.current(alignment.automatic(passages), alignment.reviewed(texts, passages)):
        zh_start, zh_end, ko_start, ko_end = alignment.span(passages[link.passage], link)
        zh, ko = passages[link.passage].texts(link)
        if zh:
            assert passages[link.passage].zh[zh_start:zh_end] == zh
        if ko:
            assert passages[link.passage].ko[ko_start:ko_end] == ko
        assert zh or ko


@pytest.mark.parametrize("text, run", [("3", (2, 3)), ("3-5", (2, 5)), ("", (0, 0))])
def test_runs(text, run):
    assert alignment.parse_run(text) == run
    assert alignment.format_run(*run) == text


@pytest.mark.parametrize("text", ["0", "5-3", "a", "3-", "-3", "1-2-3", "３"])
def test_runs_that_are_none(text):
    if text == "3-":
        assert alignment.parse_run(text) == (2, 3)
        return
    with pytest.raises(ValueError):
        alignment.parse_run(text)


def _settle(corpus, texts, passages, change):
    """Write hunyin-1's beads as settled, with one line changed, and read them back."""
    found = [link for link in alignment.automatic(passages) if link.passage == "hunyin-1"]
    path = alignment.write_reviewed(texts[0], passages, found)
    lines = path.read_text("utf-8").splitlines()
    path.write_text("\n".join(change(lines)) + "\n", "utf-8")
    return alignment.reviewed([texts[0]], passages), path


def test_settled_beads_come_back_and_take_the_place_of_the_automatic(corpus_copy, texts, passages):
    (corpus_copy / "alignment" / "hunyin.tsv").unlink(missing_ok=True)
    settled, _ = _settle(corpus_copy, texts, passages, lambda lines: lines)
    found = alignment.automatic(passages)
    now = alignment.current(found, settled)
    assert [link.numbers for link in now] == [link.numbers for link in found]
    assert {link.status for link in now if link.passage == "hunyin-1"} == {"reviewed"}
    assert all(link.score is not None for link in now)


@pytest.mark.parametrize("change, told", [
    (lambda lines: [lines[0], lines[1].replace("男女", "男男"), *lines[2:]], "is not what stands"),
    (lambda lines: [*lines[:2], *lines[3:]], "is left out"),
    (lambda lines: [*lines[:2], lines[1], *lines[2:]], "given twice or out of order"),
    (lambda lines: [lines[0], lines[1].replace("hunyin-1\t", "hunyin-99\t"), *lines[2:]],
     "no passage of hunyin"),
    (lambda lines: ["passage\tzh", *lines[1:]], "heading"),
    (lambda lines: [lines[0], lines[1] + "\tmore", *lines[2:]], "7 columns"),
])
def test_a_broken_file_says_where_and_what(corpus_copy, texts, passages, change, told):
    with pytest.raises(YarrowError) as caught:
        _settle(corpus_copy, texts, passages, change)
    assert any(told in str(fault) and "hunyin.tsv:" in fault.where for fault in caught.value.faults)


def test_a_score_is_given_only_to_the_bead_that_the_aligner_found():
    found = [Link("hunyin-1", 0, 2, 0, 1, "automatic", 0.9),
             Link("hunyin-1", 2, 3, 1, 2, "automatic", 0.8)]
    settled = [Link("hunyin-1", 0, 2, 0, 1, "reviewed", None),
               Link("hunyin-1", 2, 3, 1, 3, "reviewed", None, "the order is changed")]
    now = alignment.current(found, settled)
    assert [link.score for link in now] == [0.9, None]
    assert now[1].note == "the order is changed"


def test_an_empty_side_may_stand_anywhere():
    """zhonggui-7: the note without source that the aligner found too."""
    found = [Link("zhonggui-7", 13, 13, 4, 5, "automatic", 0.996)]
    settled = [Link("zhonggui-7", 0, 0, 4, 5, "reviewed", None)]
    assert alignment.current(found, settled)[0].score == 0.996
