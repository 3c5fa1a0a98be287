"""The reading page over a database with the view alignment_bead, as the alignment gives it."""

from __future__ import annotations

import shutil
import sqlite3

import pytest
from lxml import html

BEADS = [
    # hunyin-3: two clauses to a sentence, two untranslated, a sentence without source, commentary
    ("欲求庚帖，豈宜應動應空？", "가서 여자 집의 경첩을 청하려는데", "automatic", 0.93),
    ("欲求庚帖，須得應爻安靜不空，", None, "reviewed", None),
    (None, "경첩을 구함에", "automatic", 0.41),
    ("若應爻發動，或空亡，", "만약 응효가 발동하거나", "automatic", 0.88),
]


@pytest.fixture(scope="module")
def linked(database, make_site, tmp_path_factory):
    path = shutil.copy(database, tmp_path_factory.mktemp("linked") / "yarrow.db")
    connection = sqlite3.connect(path)
    zh, ko = connection.execute("SELECT zh, ko FROM passage WHERE id = 'hunyin-3'").fetchone()
    ends = dict(
        connection.execute("SELECT start, \"end\" FROM segment WHERE id LIKE 'hunyin-3-k%'")
    )
    connection.execute("DROP VIEW IF EXISTS alignment_bead")
    connection.execute("CREATE TABLE trial (a, b, c, d, e, f, g, h)")
    for zh_words, ko_words, status, score in BEADS:
        zh_start = zh.index(zh_words) if zh_words else None
        ko_start = ko.index(ko_words) if ko_words else None
        spans = [
            *(zh_start, zh_words and zh_start + len(zh_words)),
            *(ko_start, ko_words and ends[ko_start]),
        ]
        connection.execute(
            "INSERT INTO trial VALUES ('hunyin', 3, ?, ?, ?, ?, ?, ?)", (*spans, status, score)
        )
    connection.execute(
        "CREATE VIEW alignment_bead (document, passage, zh_start, zh_end, ko_start, ko_end,"
        " status, score) AS SELECT * FROM trial"
    )
    connection.commit()
    return make_site(path)


def test_hunyin_3_segments_carry_the_bead_that_they_are_in(linked):
    tree = html.fromstring(linked.get("/passage/hunyin-3").text)
    found = {
        segment.get("id"): (
            segment.get("data-bead"),
            segment.get("data-status"),
            segment.get("data-score"),
            segment.get("data-of"),
        )
        for segment in tree.xpath("//span[@data-bead]")
    }
    assert found == {
        "hunyin-3-z1": ("1", "automatic", "93%", "main"),
        "hunyin-3-z2": ("1", "automatic", "93%", "main"),
        "hunyin-3-k1": ("1", "automatic", "93%", "main"),
        "hunyin-3-z3": ("2", "reviewed", "", "commentary"),
        "hunyin-3-z4": ("2", "reviewed", "", "commentary"),
        "hunyin-3-k2": ("3", "automatic", "41%", ""),
        "hunyin-3-z8": ("4", "automatic", "88%", "commentary"),
        "hunyin-3-z9": ("4", "automatic", "88%", "commentary"),
        "hunyin-3-k3": ("4", "automatic", "88%", "commentary"),
    }


def test_other_passages_are_read_as_before(linked):
    tree = html.fromstring(linked.get("/passage/hunyin-4").text)
    assert tree.xpath("//span[@class='segment']") and not tree.xpath("//span[@data-bead]")
