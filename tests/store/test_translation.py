"""The links of terms and the check of the translation, on the five texts."""

from __future__ import annotations

import csv
import json
import sqlite3
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from yarrow import alignment, translation, words
from yarrow.cli import yarrow
from yarrow.corpus import load_corpus
from yarrow.errors import YarrowError
from yarrow.paths import corpus_dir
from yarrow.terms import glossary
from yarrow.translation_checks import exchanged


@pytest.fixture(scope="module")
def checked():
    texts = load_corpus()
    passages = alignment.parallels(texts)
    links = alignment.current(alignment.automatic(passages), alignment.reviewed(texts, passages))
    material = translation.prepare(links, passages, glossary())
    return SimpleNamespace(passages=passages, material=material,
                           links=list(words.term_links(material.beads)),
                           findings=translation.check(material, texts))


def found(checked, passage, kind):
    return [(f.zh_words, f.ko_words) for f in checked.findings if (f.passage, f.kind) == (passage, kind)]


# -- links against the pairs checked by hand ------------------------------------------------------


def test_links_agree_with_the_pairs_checked_by_hand(checked):
    pairs = words.read_pairs(checked.passages)
    result = words.agreement(checked.links, pairs, checked.passages)
    assert result.pairs == 300 and result.sure > 300
    assert result.aer < 0.06 and result.precision > 0.96 and result.recall > 0.9


def test_agreement_counts_a_wrong_a_missed_and_an_allowed_word():
    passages = {"p-1": SimpleNamespace(zh="甲乙丙", ko="가나 다라 마바")}
    pairs = [words.Pair("p-1", (0, 1), ((0, 2),), ()), words.Pair("p-1", (1, 2), ((3, 4),), ((6, 8),)),
             words.Pair("p-1", (2, 3), (), ())]
    link = lambda zh, *ko: words.TermLink("p-1", "t", zh, "", ko, "", 1.0, "")  # noqa: E731
    result = words.agreement([link((0, 1), (1, 2)), link((1, 2), (6, 7)), link((2, 3), (3, 5))],
                             pairs, passages)
    assert (result.links, result.sure) == (3, 2)
    assert (result.precision, result.recall) == (2 / 3, 1 / 2)
    assert result.aer == pytest.approx(1 - (1 + 2) / 5)


def test_a_reference_whose_words_do_not_stand_there_is_refused(checked, tmp_path):
    source = (corpus_dir() / "alignment" / "words.tsv").read_text(encoding="utf-8")
    (tmp_path / "alignment").mkdir()
    (tmp_path / "alignment" / "words.tsv").write_text(source.replace("\t夫婦\t", "\t婦夫\t"), "utf-8")
    with pytest.raises(YarrowError, match="婦夫"):
        words.read_pairs(checked.passages, tmp_path)


def test_renderings_of_the_day_stem_and_their_shares(checked):
    own = [r for r in words.renderings(checked.links, glossary()) if r.term == "t-xiongdi"]
    assert own[0].ko == "형제" and own[0].usual
    assert sum(r.share for r in own) == pytest.approx(1)


# -- the check -----------------------------------------------------------------------------------


@pytest.mark.parametrize("passage, kind, quote", [
    ("hunyin-38", "slip of a character", ("問", "간효")),  # 問 for 間
    ("hunyin-32", "slip of a character", ("己", "이미")),  # 己 for 已
    ("zhonggui-27", "slip of a character", ("用", "월")),  # 用 for 月
    ("sanchuan-27", "slip of a character", ("之之", "")),
    ("zhonggui-37", "other syllable", ("昴星", "앙성")),  # 昴 read as 昂
    ("zhonggui-5", "other syllable", ("", "육육(養育)")),
    ("liuchu-14", "other syllable", ("漁獵", "어록")),
    ("sanchuan-11", "reversed polarity", ("干", "일지 위")),
    ("sanchuan-27", "reversed polarity", ("不", "")),
    ("liuchu-39", "reversed polarity", ("", "얻지 않으면, 비로소")),  # 除非 turned round
    ("sanchuan-24", "omission", ("六合", "")),
    ("sanchuan-45", "omission", ("七宮", "")),
    ("liuchu-5", "addition", ("", "육신은 색을 나누어 베푼다.")),
    ("sanchuan-42", "base text", None),
], ids=lambda value: value if isinstance(value, str) else "")
def test_known_faults_are_found(checked, passage, kind, quote):
    own = found(checked, passage, kind)
    assert own if quote is None else quote in own


def test_findings_quote_their_paragraphs(checked):
    for f in checked.findings:
        passage = checked.passages[f.passage]
        assert f.zh or f.ko
        assert not f.zh or passage.zh[slice(*f.zh)] == f.zh_words
        assert not f.ko or passage.ko[slice(*f.ko)] == f.ko_words


def test_a_corrected_source_has_no_finding_where_the_slip_was(checked):
    """問 in hunyin-38 put right to 間: the same check is silent there."""
    bead, = [b for b in checked.material.beads if b.passage == "hunyin-38" and "問爻是也" in b.zh]
    right = bead.zh.replace("問爻是也", "間爻是也")
    passages = {"hunyin-38": checked.passages["hunyin-38"]}
    terms = {(a, b): t for a, b, t in glossary().occurrences(right, "zh")}
    made = words.words.link_all(right, bead.ko, list(terms), checked.material.lexicon,
                                [words.forms(glossary(), t) for t in terms.values()])
    mended = words.BeadWords(bead.passage, right, bead.ko, bead.zh_start, bead.ko_start,
                             tuple(made), terms)
    of = lambda one: [f.zh_words for f in exchanged(  # noqa: E731
        translation.Material(**vars(checked.material) | {"beads": (one,), "passages": passages}))]
    assert "問" in of(bead) and of(mended) == []


def test_every_finding_but_the_translators_own_is_judged(checked):
    assert [f.key for f in checked.findings if f.kind != "base text" and not f.verdict] == []
    assert set(translation.read_review()) == {
        f.key for f in checked.findings if f.kind != "base text" and f.found_by != "reader"}


def test_what_readers_found_is_listed_once_with_what_the_check_found(checked):
    slip = [f for f in checked.findings if (f.passage, f.zh_words) == ("zhonggui-27", "用")]
    assert [f.found_by for f in slip] == ["both"]  # the reader quotes 七用占, the check 用
    homonyms = [f for f in checked.findings if f.kind == "homonym"]
    assert {f.found_by for f in homonyms} == {"reader"} and len(homonyms) > 20
    readings = translation.read_readings(checked.passages)
    assert len(readings) == 273
    order = list(checked.passages)
    assert [f.passage for f in readings] == sorted((f.passage for f in readings), key=order.index)
    kept = [f for f in checked.findings if f.found_by == "reader"]
    assert {f.key for f in kept} < {f.key for f in readings}


@pytest.mark.parametrize("line, message", [
    ("hunyin-99\tomission\t財\t\treal\t", "no passage"),
    ("hunyin-1\tomission\t財財\t\treal\t", "stands 0 times"),
    ("hunyin-1\tomission\t陰陽\t\treal\t", "stands . times"),
    ("hunyin-1\tomission\t\t\treal\t", "no words are quoted"),
])
def test_readings_with_a_fault_are_refused(checked, tmp_path, line, message):
    heading = "\t".join(translation.REVIEW_HEADER)
    (tmp_path / "translation-readings.tsv").write_text(f"{heading}\n{line}\n", encoding="utf-8")
    with pytest.raises(YarrowError, match=message):
        translation.read_readings(checked.passages, tmp_path)


def test_most_findings_are_real_or_a_choice(checked):
    judged = [f.verdict for f in checked.findings if f.verdict]
    assert judged.count("false alarm") < 0.15 * len(judged)
    assert judged.count("real") > 0.5 * len(judged)


@pytest.mark.parametrize("line, message", [
    ("hunyin-1\tslip\ta\tb\treal\t", "no class"),
    ("hunyin-1\tomission\ta\tb\tmaybe\t", "no verdict"),
    ("hunyin-1\tomission\ta\tb\treal", "5 columns"),
    ("hunyin-1\tomission\ta\tb\treal\t\nhunyin-1\tomission\ta\tb\tchoice\t", "judged twice"),
])
def test_a_review_with_a_fault_is_refused(tmp_path, line, message):
    heading = "\t".join(translation.REVIEW_HEADER)
    (tmp_path / "translation-review.tsv").write_text(f"{heading}\n{line}\n", encoding="utf-8")
    with pytest.raises(YarrowError, match=message):
        translation.read_review(tmp_path)


# -- the command, the database and the site ---------------------------------------------------------


def test_the_command_prints_json_and_chooses():
    result = CliRunner().invoke(yarrow, ["check", "translation", "zhonggui-5", "--json"])
    rows = json.loads(result.stdout)
    assert [(row["class"], row["ko_words"], row["found_by"]) for row in rows] == [
        ("other syllable", "육육(養育)", "both")]


def test_the_command_names_a_near_passage():
    result = CliRunner().invoke(yarrow, ["check", "translation", "hunyin-99"])
    assert isinstance(result.exception, YarrowError) and "no passage" in str(result.exception)


def test_the_database_has_links_renderings_and_findings(database, checked):
    db = sqlite3.connect(database)
    assert db.execute("SELECT count(*) FROM translation_finding").fetchone()[0] == len(checked.findings)
    rows = db.execute(
        "SELECT rendering.ko, rendering.count, (SELECT count(*) FROM term_link WHERE term = rendering.term"
        " AND term_link.rendering = rendering.ko AND n = 1) FROM rendering").fetchall()
    assert len(rows) > 1000 and all(count == linked for _, count, linked in rows)


def test_the_database_refuses_a_finding_with_other_words(database):
    db = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    copy = sqlite3.connect(":memory:")
    db.backup(copy)
    with pytest.raises(sqlite3.IntegrityError, match="words differ"):
        copy.execute("UPDATE translation_finding SET zh = zh || '財' WHERE zh IS NOT NULL")


def test_the_review_file_is_tab_separated_and_sorted_by_passage():
    with (corpus_dir() / "translation-review.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    assert {len(row) for row in rows} == {6}
