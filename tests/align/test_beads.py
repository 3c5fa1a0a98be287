"""Beads of real passages, and properties of the sequence that hold for any weights."""

import itertools

import numpy as np
import pytest
from align import beads as beads_module
from align.aligner import align, learn_lexicon
from align.beads import MAX_KO, MAX_ZH, best_sequence, forward_backward
from align.lexicon import Lexicon, expected, ko_tokens, zh_tokens
from yarrow import alignment
from yarrow.corpus import load_corpus


@pytest.fixture(scope="module")
def passages():
    return alignment.parallels(load_corpus())


def test_tokens_of_hunyin_3():
    assert zh_tokens("欲求庚帖，豈") == (list("欲求庚帖豈"), ["欲求", "求庚", "庚帖", "帖豈"])
    assert ko_tokens("세 응효(應爻)가.") == (
        ["세", "응", "효", "應", "爻", "가"], ["세_", "응효", "應爻", "가_"])


def test_readings_are_expected_with_both_initials():
    assert "이" in expected("離") and "리" in expected("離")
    assert "관귀" in expected("官鬼")


def test_one_syllable_pairs_do_not_meet_across_punctuation_in_korean():
    assert "응효" not in ko_tokens("응. 효")[1]


def _cells(n, m, seed):
    gains = np.full((n + 1, m + 1, MAX_ZH + 1, MAX_KO + 1), -1e30)
    rng = np.random.default_rng(seed)
    for i, j in itertools.product(range(n + 1), range(m + 1)):
        for d, e in itertools.product(range(min(MAX_ZH, n - i) + 1), range(min(MAX_KO, m - j) + 1)):
            if (d and e) or d + e == 1:
                gains[i, j, d, e] = rng.normal(0, 2)
    return gains


def _every_sequence(gains, i, j):
    """All sequences from (i, j) with their gains, by brute force."""
    n, m = gains.shape[0] - 1, gains.shape[1] - 1
    if (i, j) == (n, m):
        yield 0.0, []
        return
    for d, e in np.argwhere(gains[i, j] > -1e29):
        for gain, rest in _every_sequence(gains, i + int(d), j + int(e)):
            yield gains[i, j, d, e] + gain, [(i, i + int(d), j, j + int(e)), *rest]


@pytest.mark.parametrize("seed", range(5))
def test_best_sequence_and_shares_agree_with_brute_force(seed):
    gains = _cells(3, 3, seed)
    every = list(_every_sequence(gains, 0, 0))
    assert best_sequence(gains) == max(every)[1]
    total, shares = forward_backward(gains)
    weights = np.array([gain for gain, _ in every])
    assert total == pytest.approx(np.logaddexp.reduce(weights))
    for (i, j), d, e in itertools.product([(0, 0), (1, 1), (2, 1)], range(3), range(3)):
        if gains[i, j, d, e] < -1e29:
            assert shares[i, j, d, e] == 0
            continue
        having = [g for g, seq in every if (i, i + d, j, j + e) in seq]
        assert shares[i, j, d, e] == pytest.approx(
            np.exp(np.logaddexp.reduce(having) - total) if having else 0.0)


def test_every_segment_is_in_one_bead_in_order(passages):
    lexicon = Lexicon()
    for passage, found in align([passages[id_] for id_ in ("hunyin-3", "sanchuan-13", "yushi-5",
                                                           "zhonggui-1")], lexicon):
        for low, high, total in (("zh_from", "zh_to", len(passage.clauses)),
                                 ("ko_from", "ko_to", len(passage.sentences))):
            edges = [0, *(getattr(bead, high) for bead in found)]
            assert [getattr(bead, low) for bead in found] == edges[:-1] and edges[-1] == total
        assert all(0 <= bead.score <= 1 for bead in found)


def test_hunyin_3_is_aligned_clause_by_clause(passages):
    found = [link.numbers for link in alignment.automatic(passages) if link.passage == "hunyin-3"]
    passage = passages["hunyin-3"]
    words = [passage.texts(beads_module.Bead(*numbers, 1.0)) for numbers in found]
    assert ("螣蛇兄弟，", "등사와 형제는 모두 인색함을 주한다.") in words
    assert len(found) == 8


def test_learning_is_worth_more_than_readings_alone(passages):
    """On 002: the lexicon learned from the text itself finds more of the settled beads."""
    ids = [id_ for id_ in passages if id_.startswith("liuchu-")]
    some = [passages[id_] for id_ in ids]
    settled = {(link.passage, *link.numbers) for link in alignment.current(
        alignment.automatic(passages), alignment.reviewed(load_corpus(), passages))}

    def found(lexicon):
        return sum((id_, b.zh_from, b.zh_to, b.ko_from, b.ko_to) in settled
                   for id_, (_, beads) in zip(ids, align(some, lexicon)) for b in beads)

    bare = Lexicon()
    for passage in some:
        bare.add_text(passage.zh, passage.ko)
    assert found(learn_lexicon(some, rounds=1)) > found(bare)


def test_a_passage_without_translation_is_empty_beads(passages):
    passage = passages["hunyin-3"]
    sides = beads_module.Sides.of(passage.zh, "", passage.clauses, ())
    found = beads_module.align_passage(sides, Lexicon())
    assert [(b.zh_from, b.zh_to, b.ko_from, b.ko_to) for b in found] == [
        (i, i + 1, 0, 0) for i in range(len(passage.clauses))]
