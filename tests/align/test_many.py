"""A folder of texts aligned in a stream: pairs and interlinear files, cut off and taken up."""

import json
import shutil

import pytest
from align import many
from align.lexicon import Lexicon, Meeting, Tokens
from align.many import align_folder, find_texts
from align.model import TextError
from yarrow import paths

YUSHI = "003_611f20e21d588b1f"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """003 as it is, and the first four passages of 000 as a pair of files."""
    folder = tmp_path_factory.mktemp("texts")
    texts = paths.corpus_dir() / "texts"
    shutil.copy(texts / f"{YUSHI}.txt", folder)
    paragraphs = (texts / "000_74eb018aa5344790.txt").read_text("utf-8").split("\n\n")[1:9]
    (folder / "sub").mkdir()
    (folder / "sub" / "hunyin.zh.txt").write_text("\n\n".join(paragraphs[::2]), "utf-8")
    (folder / "sub" / "hunyin.ko.txt").write_text("\n\n".join(paragraphs[1::2]), "utf-8")
    return folder


@pytest.fixture(scope="module")
def alone(folder, tmp_path_factory):
    out = tmp_path_factory.mktemp("alone")
    assert align_folder(folder, out) == 48
    return out


def _beads(out):
    return {path.relative_to(out).as_posix(): path.read_text("utf-8")
            for path in sorted(out.rglob("*.jsonl"))}


def test_both_shapes_are_found_and_every_bead_has_its_words(folder, alone):
    assert set(_beads(alone)) == {f"{YUSHI}.jsonl", "sub/hunyin.jsonl"}
    for text in find_texts(folder):
        passages = text.read().passages
        rows = [json.loads(line) for line in _beads(alone)[f"{text.name}.jsonl"].splitlines()]
        assert {row["passage"] for row in rows} == {p.n for p in passages}
        for row in rows:
            passage = passages[row["passage"] - 1]
            for lang in ("zh", "ko"):
                if row[f"{lang}_start"] is not None:
                    span = slice(row[f"{lang}_start"], row[f"{lang}_end"])
                    assert passage.text(lang)[span] == row[lang]


def test_processes_give_the_same(folder, alone, tmp_path):
    shutil.copy(alone / "lexicon.npz", tmp_path)
    align_folder(folder, tmp_path, workers=2)
    assert _beads(tmp_path) == _beads(alone)


def test_a_dask_cluster_of_two_workers_gives_the_same(folder, alone, tmp_path):
    distributed = pytest.importorskip("distributed", reason="pip install '.[distributed]'")
    shutil.copy(alone / "lexicon.npz", tmp_path)
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None,
                                  processes=True) as cluster:
        align_folder(folder, tmp_path, scheduler=cluster.scheduler_address)
    assert _beads(tmp_path) == _beads(alone)


@pytest.mark.parametrize("cut", [0, 1, 777, 5000, 40000])
def test_a_run_that_was_cut_off_goes_on_where_it_stopped(folder, alone, tmp_path, cut, monkeypatch):
    shutil.copy(alone / "lexicon.npz", tmp_path)
    whole = _beads(alone)
    part = tmp_path / f"{YUSHI}.jsonl.part"
    part.write_bytes(whole[f"{YUSHI}.jsonl"].encode()[:cut])
    seen = []
    monkeypatch.setattr(many, "_beads", lambda lexicon, chunk, real=many._beads: (
        seen.append(len(chunk)), real(lexicon, chunk))[1])
    align_folder(folder, tmp_path)
    assert _beads(tmp_path) == whole
    assert not part.exists()
    if cut == 40000:
        assert sum(seen) < 48 - 10  # what was whole is not done again


def test_what_is_done_is_not_done_again(folder, alone):
    assert align_folder(folder, alone) == 0


def test_a_lexicon_is_kept_whole(alone, tmp_path):
    lexicon = Lexicon.load(alone / "lexicon.npz")
    lexicon.save(tmp_path / "again.npz")
    again = Lexicon.load(tmp_path / "again.npz")
    zh, ko = Tokens.of(["財", "財動"]), Tokens.of(["재", "재동", "동"])
    meeting = Meeting.of(zh, ko)
    for one, other in zip(lexicon.matrices(zh, ko, meeting), again.matrices(zh, ko, meeting),
                          strict=True):
        assert (one == other).all()
    assert (lexicon.ko.shares(ko) == again.ko.shares(ko)).all()


def test_faults_are_told_all_at_once(tmp_path):
    with pytest.raises(TextError, match="no .txt file"):
        find_texts(tmp_path)
    (tmp_path / "a.zh.txt").write_text("財動。", "utf-8")
    (tmp_path / "b.ko.txt").write_text("재가 움직인다.", "utf-8")
    with pytest.raises(TextError) as caught:
        find_texts(tmp_path)
    assert [fault.remedy for fault in caught.value.faults] == ["add a.ko.txt", "add b.zh.txt"]
    (tmp_path / "a.ko.txt").write_text("재가 움직인다.\n\n끝.", "utf-8")
    (tmp_path / "b.ko.txt").unlink()
    with pytest.raises(TextError, match="1 paragraphs, and 2"):
        find_texts(tmp_path)[0].read()
