"""The census: every rule on every chart, against what numpy needs to touch the same masks once.

    python benchmarks/bench_census.py                the records of the corpus
    python benchmarks/bench_census.py --times 10     and ten times as many rules, made of them
    python benchmarks/bench_census.py --equal        one chart at a time against batches, 100,000 charts
    python benchmarks/bench_census.py --dask         one and two workers of a cluster, compared

A rule's condition is worked out in steps, each of which reads masks and writes one. The floor is
the time that numpy takes to read and to write, once, as many masks of the same sizes as those steps
write, on every chart, in pieces that stay in the cache. Beside it stands the floor of the
conditions alone, one mask read and its eighth of bits written for each.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import tempfile
import time
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np

from yarrow.corpus import load_corpus
from yarrow.errors import YarrowError
from yarrow.rules import census, census_run, evaluate, space
from yarrow.rules.judgments import load_judgments
from yarrow.rules.load import load_annotation
from yarrow.rules.values import FALSE, TRUE, Number, Set


def plans(times: int) -> list[census.Plan]:
    """The plans of the corpus; with times > 1 as many further conditions, each two of them joined."""
    texts = load_corpus()
    found = list(census.plans(load_annotation(texts), texts, load_judgments()))
    return [enlarged(plan, times) for plan in found] if times > 1 else found


def enlarged(plan: census.Plan, times: int) -> census.Plan:
    """A plan of `times` as many conditions: those that are new are `a and b`, `a or b`, `a and not b`
    of two that are there, as a rule and its exception, or two rules of one verse, would make them."""
    wanted = times * len(plan.conditions)
    conditions, rules = list(plan.conditions), list(plan.rules)
    known = set(conditions)
    joins = ("({a}) and ({b})", "({a}) or ({b})", "({a}) and not ({b})")
    for join, ((slug, a), (other, b)) in product(joins, product(plan.conditions, repeat=2)):
        if len(conditions) >= wanted:
            break
        if slug != other or a == b or not a.source or not b.source:
            continue
        new = slug, census.Condition(join.format(a=a.source, b=b.source), (*a.unless, *b.unless))
        try:
            census.tree(new[1], plan.art, slug)
        except YarrowError:  # longer than the language allows
            continue
        if new not in known:
            known.add(new)
            rules.append((f"made-{len(conditions)}", 0, len(conditions)))
            conditions.append(new)
    return replace(plan, conditions=tuple(conditions), rules=tuple(rules))


def measure(plan: census.Plan) -> dict:
    """Seconds for the whole space, and the floor of the same masks."""
    began = time.perf_counter()
    candidates = census.prelude(plan)
    whole = None
    for unit in range(plan.units):
        part = census.count_unit(plan, candidates, unit)
        whole = part if whole is None else whole + part
    seconds = time.perf_counter() - began
    charts = space.SIZE[plan.art]
    evaluating = 0.0
    for unit in range(plan.units):
        evaluating += shortest(lambda: anew(plan, unit))
    written = steps(plan)
    floor = touch(written) * charts / space.PIECE
    alone = pack(len(plan.conditions)) * charts / space.PIECE
    per = 1e9 / charts / len(plan.rules)
    return {
        "art": plan.art, "rules": len(plan.rules), "conditions": len(plan.conditions),
        "charts": charts, "masks": len(written), "seconds": seconds, "evaluating": evaluating,
        "floor": floor, "conditions_floor": alone, "ns_per_rule_and_chart": seconds * per,
        "evaluating_ns": evaluating * per, "floor_ns": floor * per,
        "conditions_floor_ns": alone * per, "times_floor": evaluating / floor,
        "fired": int((whole.true > 0).sum()),
    }


def anew(plan: census.Plan, unit: int) -> None:
    """Evaluate a unit; the first with what all units share."""
    if unit == 0:
        space.without_day.cache_clear()
    census.evaluated(plan, unit)


def shortest(run, times: int = 3) -> float:
    """The least of some times that it takes: others may be using the machine."""
    best = np.inf
    for _ in range(times):
        began = time.perf_counter()
        run()
        best = min(best, time.perf_counter() - began)
    return best


def steps(plan: census.Plan) -> list[int]:
    """Bytes a chart of every mask that one piece writes."""
    by_text, keep = census.trees(plan)
    sizes: list[int] = []
    real = dict(evaluate._OPS)

    def watched(run):
        def watch(node, env):
            value = run(node, env)
            for array in arrays(value):
                if array.size == env.n:
                    sizes.append(array.itemsize)
            return value
        return watch
    evaluate._OPS.update({op: watched(run) for op, run in real.items()})
    try:
        for slug, conditions in by_text.items():
            env = space.environment(plan.art, slug, np.arange(space.PIECE), keep)
            for _, node in conditions:
                census.bits(node, env)
    finally:
        evaluate._OPS.update(real)
    return sizes


def arrays(value) -> list[np.ndarray]:
    if isinstance(value, Set):
        return [value.sure] if value.may is value.sure else [value.sure, value.may]
    if isinstance(value, Number):
        return [value.low] if value.high is value.low else [value.low, value.high]
    return [value.data]


def touch(sizes: list[int]) -> float:
    """Seconds to read and write a mask of each size once, for one piece. Each has its own place."""
    source = [np.ones(space.PIECE, f"i{size}") for size in sizes]
    target = [np.empty_like(array) for array in source]
    best = np.inf
    for _ in range(20):
        began = time.perf_counter()
        for one, other in zip(source, target):
            np.copyto(other, one)
        best = min(best, time.perf_counter() - began)
    return best


def pack(count: int) -> float:
    """Seconds to read a mask and write its bits, for each condition of one piece."""
    mask = np.ones(space.PIECE, np.int32)
    best = np.inf
    for _ in range(20):
        began = time.perf_counter()
        for _ in range(count):
            np.packbits(mask != 0)
        best = min(best, time.perf_counter() - began)
    return best


def equal(count: int, plans_: list[census.Plan]) -> int:
    """Every rule on about `count` random charts of each art, as the census counts them, unit by unit,
    and chart by chart; how many values differ."""
    random = np.random.default_rng(7)
    wrong = 0
    for plan in plans_:
        by_text, _ = census.trees(plan)
        began, met = time.perf_counter(), set()
        for unit in range(plan.units):
            places = space.unit(plan.art, unit)
            chosen = random.integers(0, len(places), -(-count // plan.units))
            sure, may = (np.unpackbits(bits, axis=1)[:, chosen] for bits in census.evaluated(plan, unit))
            batch = sure + may  # as in `values`: false 0, unknown 1, true 2
            met |= set(np.unique(batch))
            for slug, conditions in by_text.items():
                numbers = [number for number, _ in conditions]
                for n, place in enumerate(places[chosen].tolist()):
                    one = values(conditions, space.environment(plan.art, slug, [place]))
                    wrong += int((one[:, 0] != batch[numbers, n]).sum())
            print(f"\r{plan.art}: {unit + 1} of {plan.units} units", end="", file=sys.stderr, flush=True)
        print(f", {1e3 * (time.perf_counter() - began) / count:.2f} ms a chart", file=sys.stderr)
        assert {FALSE, TRUE} <= met, plan.art
    return wrong


def values(conditions, env) -> np.ndarray:
    return np.stack([evaluate.truth(node, env).data for _, node in conditions])


def dask(times: int) -> None:
    """The census on one and on two single-threaded workers, each a process of its own."""
    from dask.distributed import Client, LocalCluster

    found = {}
    for workers in (1, 2):
        with LocalCluster(n_workers=workers, threads_per_worker=1, processes=True,
                          dashboard_address=None) as cluster, Client(cluster) as client:
            client.run(warm)
            with tempfile.TemporaryDirectory() as folder:
                began = time.perf_counter()
                parts = []
                for plan in plans(times):
                    counted, _ = census_run._count(plan, Path(folder) / plan.art, 1,
                                                   cluster.scheduler_address, lambda *_: None)
                    parts.append({name: np.asarray(value).tolist() for name, value in vars(counted).items()})
                seconds = time.perf_counter() - began
        found[workers] = seconds, json.dumps(parts)
        print(f"{workers} worker{'s' * (workers > 1)}: {seconds:.1f} s")
    print(f"speed-up {found[1][0] / found[2][0]:.2f}, results "
          f"{'the same' if found[1][1] == found[2][1] else 'DIFFER'}")


def warm() -> None:
    load_annotation(load_corpus())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--equal", action="store_true")
    parser.add_argument("--charts", type=int, default=100_000)
    parser.add_argument("--dask", action="store_true")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if options.dask:
        return dask(options.times)
    if options.equal:
        wrong = equal(options.charts, plans(options.times))
        print(f"{wrong} values differ")
        sys.exit(bool(wrong))
    rows = [measure(plan) for plan in plans(options.times)]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    if options.json:
        print(json.dumps({"rows": rows, "peak_gb": peak}))
        return
    for row in rows:
        print("{art}: {rules} rules, {conditions} conditions, {charts:,} charts\n"
              "  whole        {seconds:8.2f} s   {ns_per_rule_and_chart:.2f} ns per rule and chart\n"
              "  evaluating   {evaluating:8.2f} s   {evaluating_ns:.2f} ns\n"
              "  floor        {floor:8.2f} s   {floor_ns:.2f} ns, {masks} masks read and written once\n"
              "  conditions   {conditions_floor:8.2f} s   {conditions_floor_ns:.2f} ns, one mask read, its bits written\n"
              "  evaluating is {times_floor:.1f} times the floor".format(**row))
    print(f"peak memory {peak:.2f} GB")


if __name__ == "__main__":
    main()
