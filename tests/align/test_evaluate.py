"""Scores against a reference, on hunyin-3 (欲求庚帖…) with hand-made mistakes."""

from align.evaluate import join_within, score

WANTED = [(0, 12, 0, 51), (13, 45, 52, 126), (45, 77, 127, 227), (78, 90, None, None)]


def test_hunyin_3_itself():
    row = score(WANTED, WANTED).row()
    assert row["strict_f1"] == row["lax_f1"] == row["all_f1"] == 1.0 and row["beads"] == 4


def test_hunyin_3_a_finer_cut_is_no_fault():
    finer = [(0, 5, 0, 20), (5, 12, 21, 51), *WANTED[1:]]
    assert join_within(finer, WANTED) == WANTED
    assert score(finer, WANTED).row()["strict_f1"] == 1.0


def test_hunyin_3_a_shifted_cut_costs_two_strict_and_none_lax():
    shifted = [(0, 12, 0, 51), (13, 40, 52, 126), (40, 77, 127, 227), WANTED[3]]
    row = score(shifted, WANTED).row()
    assert row["strict_p"] == row["strict_r"] == 1 / 3
    assert row["lax_f1"] == 1.0


def test_hunyin_3_an_empty_bead_given_a_side_is_counted_apart():
    found = [*WANTED[:2], (45, 90, 127, 227)]
    got = score(found, WANTED)
    assert (got.empty_wanted, got.empty_found, got.empty_common) == (1, 0, 0)
    assert got.row()["strict_p"] == 2 / 3 and got.row()["all_f1"] < got.row()["strict_f1"]
