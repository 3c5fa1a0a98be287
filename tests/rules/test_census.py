"""The census: what it counts, against counting one chart at a time; cut off, spread, and stored."""

from __future__ import annotations

import json
import os
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from yarrow.charts import hexagrams
from yarrow.commands.census import census as command
from yarrow.corpus import load_corpus
from yarrow.errors import YarrowError
from yarrow.rules import census, census_run, facts, space
from yarrow.rules.census import Condition, Plan
from yarrow.rules.evaluate import truth
from yarrow.rules.judgments import load_judgments
from yarrow.rules.load import annotation, load_annotation
from yarrow.rules.spread import spread
from yarrow.rules.trial import node_of
from yarrow.rules.validate import environment
from yarrow.rules.values import TRUE, UNKNOWN

TEXTS = load_corpus()
WHOLE = load_annotation(TEXTS)
# All of 六壬 is one unit; the 六爻 plans here are cut to a few.
SOURCES = ("六合卦", "六沖卦", "世 & 應", "八純", "合(世, 應) & 動", "世 | 應", "世", "歲 & 子", "財 & 空")


def plan_of(*sources: str, art="liuyao", slug="hunyin", opposed=()) -> Plan:
    return Plan(art, tuple((slug, Condition(source)) for source in sources),
                tuple((f"r{n}", 0, n) for n in range(len(sources))), tuple(opposed))


def whole(plan: Plan, candidates):
    parts = [census.count_unit(plan, candidates, unit) for unit in range(plan.units)]
    total = parts[0]
    for part in parts[1:]:
        total = total + part
    return total


def test_a_unit_is_what_one_chart_at_a_time_gives():
    plan = plan_of(*SOURCES, opposed=((0, 8), (1, 4)))
    unit = 5
    counted = census.count_unit(plan, np.array([[3, 1], [0, 1]]), unit)
    places = space.unit("liuyao", unit)
    random = np.random.default_rng(1).choice(len(places), 400, replace=False)
    sure, may = census.evaluated(plan, unit)
    for k in random.tolist():
        env = space.environment("liuyao", "hunyin", [places[k]])
        for number, source in enumerate(SOURCES):
            value = int(truth(node_of(source, "liuyao", "hunyin"), env).data[0])
            assert (sure[number, k // 8] >> (7 - k % 8) & 1) == (value == TRUE)
            assert (may[number, k // 8] >> (7 - k % 8) & 1) == (value >= UNKNOWN)
    bits = np.unpackbits(sure, axis=1)
    assert counted.true.tolist() == bits.sum(1).tolist()
    assert counted.first.tolist() == [
        places[np.flatnonzero(row)].min() if row.any() else -1 for row in bits]
    assert counted.refuted.tolist() == [bool((bits[3] & ~bits[1] & 1).any()), True]
    for (a, b), both, first in zip(plan.opposed, counted.both, counted.both_first):
        met = bits[a] & bits[b]
        assert (both, first) == (met.sum(), places[np.flatnonzero(met)].min() if met.any() else -1)


def test_counts_that_are_known_otherwise():
    """64 hexagrams, of which 8 are of six combinations, 10 of six clashes and 8 pure."""
    plan = plan_of("六合卦", "六沖卦", "八純", "世 & 應", "世", "歲 & 子")
    counted = whole(plan, census.prelude(plan))
    a_hexagram = 64 * 60 * 12
    assert counted.n == 64 * a_hexagram
    assert counted.true.tolist() == [8 * a_hexagram, 10 * a_hexagram, 8 * a_hexagram, 0, counted.n, 0]
    assert counted.unknown.tolist() == [0, 0, 0, 0, 0, counted.n]


def test_implications_are_all_there_is_and_no_more():
    """Among conditions on 六壬, all of whose charts are one unit, against every pair."""
    sources = ("昴星", "別責", "八專", "伏吟", "返吟", "三傳 <= 鬼", "初 & 鬼", "中 & 鬼", "蒿矢", "賊克",
               "剛日", "柔日", "晝", "三傳 <= 鬼 and 初 & 鬼", "日 & 甲子", "日 & 甲子 and 晝", "干上 | 支上")
    plan = plan_of(*sources, art="liuren", slug="zhonggui")
    candidates = census.prelude(plan)
    counted = whole(plan, candidates)
    classes, edges = census.implications(plan, counted, candidates)
    bits = np.unpackbits(census.evaluated(plan, 0)[0], axis=1).astype(bool)
    assert {frozenset(same) for same in classes if len(same) > 1} == {
        frozenset((a, b)) for a in range(len(sources)) for b in range(a + 1, len(sources))
        if (bits[a] == bits[b]).all() and bits[a].any()} == {frozenset((5, 13))}
    reached = {i: {j for k, j in edges if k == i} for i in range(len(classes))}
    for _ in classes:  # close under following
        for i in reached:
            reached[i] |= {k for j in reached[i] for k in reached[j]}
    for i, (a, *_) in enumerate(classes):
        for j, (b, *_) in enumerate(classes):
            if i != j and not bits[b].all():
                assert (j in reached[i]) == bool((bits[a] <= bits[b]).all()), (sources[a], sources[b])
    for i, j in edges:  # none follows from two others
        assert not any(j in reached[k] for k in reached[i] if k != j)


def test_a_rare_condition_keeps_its_implications():
    """True on 12 charts, none of them among those of the prelude: the units must see it."""
    plan = plan_of("卦 & 泰卦 and 盡發 and 日 & 甲子", "卦 & 泰卦 and 盡發", "卦 & 泰卦", "卦 & 否卦")
    candidates = census.prelude(plan)
    assert {(0, 1), (0, 2), (0, 3)} <= set(map(tuple, candidates.tolist()))
    counted = whole(plan, candidates)
    classes, edges = census.implications(plan, counted, candidates)
    assert counted.true.tolist() == [12, 720, 46080, 46080]
    rare = [space.unit("liuyao", 0).reshape(12, 64, 64)[:, hexagrams.NAMES.index("泰"), 63].min()]
    assert counted.first[:1].tolist() == rare
    assert [(classes[i][0], classes[j][0]) for i, j in edges] == [(0, 1), (1, 2)]


def test_opposite_sayings_and_what_is_left_out():
    judgments = load_judgments()
    pairs = {(one, other): about for one, other, about in census.opposites(WHOLE, judgments)}
    assert pairs["hunyin-3-r2", "hunyin-3-r3"]
    assert ("hunyin-2-r1", "hunyin-2-r7") in pairs  # 易成 and 難成
    tied = {(bond_id, record.id) for record in WHOLE.records for bond in record.bonds for bond_id in bond.ids}
    assert tied and not tied & {*pairs, *(pair[::-1] for pair in pairs)}


# -- running -----------------------------------------------------------------------------------


@pytest.fixture()
def small():
    """The rules of text 004: one unit, a fraction of a second."""
    records = [one for one in WHOLE.records if one.text == "zhonggui"]
    return annotation(records, [one for one in WHOLE.examples if one.text == "zhonggui"])


def test_witnesses_are_true_charts(tmp_path, small):
    result = census_run.run(tmp_path / "census.json", texts=TEXTS, annotation=small)
    plans = {plan.art: plan for plan in census.plans(small, TEXTS, load_judgments())}
    conditions = {(id_, reading): plans["liuren"].conditions[n]
                  for id_, reading, n in plans["liuren"].rules}
    for row in result["liuren"]["rules"]:
        slug, condition = conditions[row["rule"], row["reading"]]
        if row["witness"]:
            env = environment(slug, "liuren", row["witness"])
            assert (truth(census.tree(condition, "liuren", slug), env).data == TRUE).all()
        assert bool(row["witness"]) == (row["true"] > 0)
    for row in result["liuren"]["relations"]:
        env = environment("zhonggui", "liuren", row["witness"])
        for id_ in (row["first"], row["second"]):
            slug, condition = conditions[id_, 0]
            assert (truth(census.tree(condition, "liuren", slug), env).data == TRUE).all(), row
    assert census_run.read(tmp_path / "census.json") == result
    assert sorted(os.listdir(tmp_path)) == ["census.json"]
    assert facts.read("liuren", result["liuren"]["rules"][0]["witness"])


def liuyao_plan(monkeypatch, units: int):
    """Let the 六爻 space be its first few units."""
    monkeypatch.setattr(Plan, "units", units)
    return plan_of("六合卦", "世 & 動", "歲 & 子", opposed=((0, 1),))


def same(one, other) -> bool:
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in vars(one))


def test_a_run_that_is_cut_off_goes_on_where_it_stopped(tmp_path, monkeypatch):
    plan = liuyao_plan(monkeypatch, 4)
    expected, _ = census_run._count(plan, tmp_path / "a", 1, None, lambda *_: None)
    real, counted = census.count_unit, []

    def failing(plan_, candidates, unit):
        if len(counted) == 2:
            raise KeyboardInterrupt
        counted.append(unit)
        return real(plan_, candidates, unit)
    monkeypatch.setattr(census, "count_unit", failing)
    with pytest.raises(KeyboardInterrupt):
        census_run._count(plan, tmp_path / "b", 1, None, lambda *_: None)
    assert {path.name for path in tmp_path.glob("b-*")} == {
        "b-pairs.npz", "b-0000.npz", "b-0001.npz"}
    again = []
    monkeypatch.setattr(census, "count_unit",
                        lambda p, c, unit: (again.append(unit), real(p, c, unit))[1])
    found, _ = census_run._count(plan, tmp_path / "b", 1, None, lambda *_: None)
    assert again == [2, 3] and same(found, expected)


def test_two_processes_count_the_same(tmp_path, small):
    alone = census_run.run(tmp_path / "one.json", texts=TEXTS, annotation=small)
    both = census_run.run(tmp_path / "two.json", texts=TEXTS, annotation=small, workers=2)
    assert alone == both
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()


def test_a_cluster_of_two_workers_counts_the_same(tmp_path, monkeypatch):
    distributed = pytest.importorskip("distributed")
    plan = plan_of("六合卦", "世 & 動", "歲 & 子", "財 & 空", opposed=((0, 1), (1, 3)))
    candidates = census.prelude(plan)
    units = (0, 1, 2, 40, 59)
    expected = {unit: census.count_unit(plan, candidates, unit) for unit in units}
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True,
                                  dashboard_address=None) as cluster:
        found = dict(spread(partial(census.count_unit, plan, candidates), units,
                            scheduler=cluster.scheduler_address))
    assert found.keys() == expected.keys()
    assert all(same(found[unit], expected[unit]) for unit in units)


def test_a_scheduler_that_is_not_there_is_told(monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr("yarrow.rules.spread.ANSWER", "1s")
    with pytest.raises(YarrowError, match="does not answer"):
        list(spread(str, [1], scheduler="tcp://127.0.0.1:9"))


def test_the_stored_result_is_of_these_records_only(tmp_path, small):
    census_run.run(census_run.result_file(tmp_path), texts=TEXTS, annotation=small)
    for name in ("judgments.yaml", "questions.yaml"):
        (tmp_path / name).write_bytes((Path(census_run.paths.corpus_dir()) / name).read_bytes())
    assert census_run.current(small, TEXTS, tmp_path).keys() == {"liuren"}
    assert census_run.current(WHOLE, TEXTS, tmp_path).keys() == {"liuren"}  # 六爻 was not counted
    last = [one for one in small.records if one.kind == "rule" and one.when][-1]
    fewer = annotation([one for one in small.records if one is not last], small.examples)
    assert census_run.current(fewer, TEXTS, tmp_path) == {}
    census_run.result_file(tmp_path).write_text("{", encoding="utf-8")
    with pytest.raises(YarrowError, match="is no census"):
        census_run.current(small, TEXTS, tmp_path)


def test_the_command(tmp_path, monkeypatch, small):
    monkeypatch.setattr("yarrow.rules.census_run.load_annotation", lambda texts: small)
    result = CliRunner().invoke(command, ["--out", str(tmp_path / "c.json")])
    assert result.exit_code == 0 and "liuren:" in result.stdout and "never true:" in result.stdout
    assert "liuren: 1 of 1 parts" in result.stderr
    result = CliRunner().invoke(command, ["--out", str(tmp_path / "c.json"), "--json"])
    assert json.loads(result.stdout)["liuren"]["charts"] == 17280


def test_one_chart_and_many_give_the_same_for_every_rule():
    """A slice of what benchmarks/bench_census.py --equal does on 100,000 charts."""
    random = np.random.default_rng(11)
    for plan in census.plans(WHOLE, TEXTS, load_judgments()):
        by_text, _ = census.trees(plan)
        places = random.integers(0, space.SIZE[plan.art], 150)
        for slug, conditions in by_text.items():
            env = space.environment(plan.art, slug, places)
            many = np.stack([truth(node, env).data for _, node in conditions])
            for n, place in enumerate(places):
                one = space.environment(plan.art, slug, [place])
                values = [int(truth(node, one).data[0]) for _, node in conditions]
                assert values == many[:, n].tolist()
