#!/usr/bin/env python3
"""Yarrow's 六爻 charts beside other programs: what they compute, and how long they take.

    pip install "yarrow-corpus[bench]"
    python benchmarks/bench_liuyao.py            # all
    python benchmarks/bench_liuyao.py --charts 200 --no-speed

The work is the same for all: the 64 hexagrams at rest, and charts drawn at random (three coins,
times from 1950 to 2049 on a clock at UTC+8) with palace, 世 應, 納甲, relations of the cast and of
the changed lines, spirits, hidden lines, voids and pillars. Each kind of disagreement is counted,
shown once, and decided from a source. Times are medians of processor time in one run.
"""

from __future__ import annotations

import argparse
import json
import logging
import subprocess
import sys
import time
import timeit
from datetime import datetime, timedelta, timezone

import numpy as np

from yarrow.charts import casting, ganzhi, hexagrams, liuyao
from yarrow.charts.calendar import moment
from yarrow.charts.liuyao_chart import chart
from yarrow.charts.liuyao_text import text

ZONE = timezone(timedelta(hours=8))
_SIMPLIFIED = str.maketrans("离兑孙财腾螣", "離兌孫財蛇蛇")


def _codes(values) -> tuple[int, int]:
    hexagram, moves = casting.from_values(values)
    return hexagram, hexagram ^ moves


def _passes_a_term(when: datetime, other: datetime) -> bool:
    """Whether the month of another time is another month."""
    return moment(when).month != moment(other).month


def _end_of_day(when: datetime) -> datetime:
    """The last minute of the civil day on which the day that began at 23:00 lies."""
    return (when + timedelta(hours=1)).replace(hour=23, minute=59)


# (program, field) -> why Yarrow stands by its answer, and a test that must hold of every case.
VERDICTS = {
    ("najia", "month"): (
        "the month turns at the minute of the 節 (GB/T 33661-2017); there the minutes are dropped",
        lambda values, when: _passes_a_term(when, when.replace(minute=0)),
    ),
    ("ichingshifa", "month"): (
        "the month turns at the minute of the 節 (GB/T 33661-2017); there with the whole day",
        lambda values, when: _passes_a_term(when, _end_of_day(when)),
    ),
    ("ichingshifa", "year"): (
        "the year turns at the minute of 立春; there with the whole day",
        lambda values, when: _passes_a_term(when, _end_of_day(when)),
    ),
    ("ichingshifa", "ying"): (
        "應 stands three lines from 世 (in 遯 it is 壬申, yushi-6); of 四世 hexagrams it is wrong there",
        lambda values, when: hexagrams.GENERATION[_codes(values)[0]] == 4,
    ),
    ("ichingshifa", "changed"): (
        "changed lines are reckoned there by their own palace; but 子孫化父 is 回頭來克 (liuchu-11), "
        "which is so only by one palace for both",
        lambda values, when: len(set(hexagrams.PALACE_ELEMENT[list(_codes(values))])) == 2,
    ),
    ("ichingshifa", "hidden"): (
        "where two relations are lacking both lie hidden in the head of the palace "
        "(用神…求於伏象, yushi-9); there none is given",
        lambda values, when: hexagrams.LACKING[_codes(values)[0]].bit_count() == 2,
    ),
}
# When the day turns is no error but a choice: each is compared by its own.
DAYS = {
    "najia": {"day_starts": "00:00"},
    "bazaar-of-fates": {"day_starts": "00:00", "late_zi": "same"},
    "ichingshifa": {},
}


def ours(values, when: datetime | None, **days: str) -> dict:
    """What is compared, of Yarrow's chart. when None: a fixed day, only the hexagram counts.

    days: when the day turns, as `moment` takes it.
    """
    hexagram, moves = casting.from_values(values)
    calendar = moment(when, **days) if when else None
    made = chart(
        hexagram,
        moves,
        day=calendar.day if calendar else 0,
        month=calendar.month % 12 if calendar else 2,
    )
    found = {
        "palace": hexagrams.TRIGRAMS[hexagrams.PALACE[hexagram]],
        "shi": int(hexagrams.SHI[hexagram]) + 1,
        "ying": int(hexagrams.YING[hexagram]) + 1,
        "najia": [line.cast.pillar for line in made.lines],
        "relations": [hexagrams.RELATIONS[line.cast.relation] for line in made.lines],
        "changed": {
            line.place + 1: hexagrams.RELATIONS[line.changed.relation] + line.changed.pillar
            for line in made.lines
            if line.changed
        },
        "hidden": {
            line.place + 1: hexagrams.RELATIONS[line.hidden.relation] + line.hidden.pillar
            for line in made.lines
            if line.supplying
        },
    }
    if calendar:
        found |= {
            name: ganzhi.PILLARS[getattr(calendar, name)]
            for name in ("year", "month", "day", "hour")
        }
        found |= {
            "states": states(made),
            "void": "".join(ganzhi.BRANCHES[b] for b in made.void),
            "spirits": [liuyao.SPIRITS[line.spirit].replace("螣", "蛇") for line in made.lines],
        }
    return found


def states(made) -> list[set]:
    """For each line what day, month and change do to it, in the words of bazaar-of-fates."""
    month, day, void = made.month, made.day % 12, made.void
    elements = ganzhi.BRANCH_ELEMENT
    found = []
    for line in made.lines:
        branch, element = line.cast.branch, line.cast.element
        notes = {"月" + "旺相休囚死"[made.seasons[element]]}
        to_day = ganzhi.relation(elements[day], element)
        if branch == day:
            notes.add("日臨")
        elif branch == ganzhi.clash(day):
            notes.add("日沖" if line.moving else "日沖（暗動）")
        elif branch == ganzhi.combination(day):
            notes.add("日合")
        elif to_day == ganzhi.GENERATES:
            notes.add("日生")
        elif to_day == ganzhi.CONTROLS:
            notes.add("日剋")
        if branch == ganzhi.clash(month):
            notes.add("月破")
        if branch in void:
            notes.add("旬空")
        notes |= {
            {"回頭克": "化回頭剋", "化進": "化進神", "化退": "化退神", "回頭生": "化回頭生"}[mark]
            for mark in made.marks(line.place)
            if mark in ("回頭生", "回頭克", "化進", "化退")
        }
        found.append(notes)
    return found


# --- The others: each gives the same fields, or fewer ----------------------------------------


def of_najia():
    from najia.najia import Najia

    logging.disable(logging.INFO)

    def compute(values, when):
        # Its own numbers: odd is yang, and 3 and 4 move.
        params = [{6: 4, 7: 1, 8: 2, 9: 3}[v] for v in values]
        return Najia(0).compile(params=params, date=when or "2024-05-05 10:00").data

    def run(values, when):
        data = compute(values, when)
        moving = [i for i, v in enumerate(values) if v in (6, 9)]

        def named(table, i):
            return table["qin6"][i].translate(_SIMPLIFIED) + table["qinx"][i][:2]

        found = {
            "palace": data["gong"].translate(_SIMPLIFIED),
            "shi": data["shiy"][0],
            "ying": data["shiy"][1],
            "najia": [x[:2] for x in data["qinx"]],
            "relations": [x.translate(_SIMPLIFIED) for x in data["qin6"]],
            "changed": {i + 1: named(data["bian"], i) for i in moving} if data["bian"] else {},
            "hidden": {i + 1: named(data["hide"], i) for i in data["hide"]["seat"]}
            if data["hide"]
            else {},
        }
        if when:
            found |= data["lunar"]["gz"] | {
                "void": data["lunar"]["xkong"],
                "spirits": [x.translate(_TRADITIONAL_SPIRITS) for x in data["god6"]],
            }
        return found

    return "najia", run, compute


_TRADITIONAL_SPIRITS = str.maketrans("龙陈腾螣", "龍陳蛇蛇")


def of_bazaar():
    from fortune import bazi_ext, liuyao_ext

    def lines_of(values):
        moving = next((i + 1 for i, v in enumerate(values) if v in (6, 9)), 0)
        return [v % 2 for v in values], moving

    def core(values, when=None):
        lines, moving = lines_of(values)
        return liuyao_ext.cast(lines, moving, 0, 0, 2)

    def compute(values, when):
        lines, moving = lines_of(values)
        pillars = bazi_ext.exact_pillars(when.replace(tzinfo=None), 8.0)
        return liuyao_ext.cast(
            lines,
            moving,
            pillars["day"]["stem_idx"],
            pillars["day"]["branch_idx"],
            pillars["month"]["branch_idx"],
        ), pillars

    def run(values, when):
        data, pillars = compute(values, when) if when else (core(values), None)
        rows = data["lines"]
        changed = data["changed"]
        found = {
            "palace": data["palace"],
            "shi": data["shi"],
            "ying": data["ying"],
            "najia": [row["stem"] + row["branch"] for row in rows],
            "relations": [row["relative"] for row in rows],
            "hidden": {h["pos"]: h["relative"] + h["stem"] + h["branch"] for h in data["hidden"]},
            "changed": {
                data["moving"]: changed["line"]["relative"]
                + changed["line"]["stem"]
                + changed["line"]["branch"]
            }
            if changed
            else {},
        }
        if when:
            if changed and changed["relation"] not in ("化洩", "化剋出"):
                rows[data["moving"] - 1]["notes"].append(changed["relation"])
            found |= {
                name: ganzhi.STEMS[p["stem_idx"]] + ganzhi.BRANCHES[p["branch_idx"]]
                for name, p in pillars.items()
            }
            found |= {
                "states": [set(row["notes"]) for row in rows],
                "void": data["kong_wang"],
                "spirits": [row["god"].replace("螣", "蛇") for row in rows],
            }
        return found

    return "bazaar-of-fates", run, compute, core


def of_ichingshifa():
    from ichingshifa.ichingshifa import Iching

    engine = Iching()
    relations = {"父": "父母", "兄": "兄弟", "子": "子孫", "妻": "妻財", "官": "官鬼"}

    def compute(values, when):
        pillars = (
            engine.gangzhi(when.year, when.month, when.day, when.hour, when.minute)
            if when
            else None
        )
        cast = "".join(map(str, values))
        turned = cast.replace("6", "7").replace("9", "8")
        return engine.decode_two_gua(cast, turned, pillars[2] if pillars else "甲子"), pillars

    def run(values, when):
        data, pillars = compute(values, when)
        first, second = data["本卦"], data["之卦"]

        def named(table, i):
            return relations[table["六親用神"][i]] + table["天干"][i] + table["地支"][i]

        found = {
            "shi": first["世應爻"].index("世") + 1,
            "ying": first["世應爻"].index("應") + 1,
            "najia": first["納甲"],
            "relations": [relations[x] for x in first["六親用神"]],
            "changed": {i + 1: named(second, i) for i, v in enumerate(values) if v in (6, 9)},
            "hidden": {
                first["伏神"]["伏神排爻數字"] + 1: relations[first["伏神"]["伏神六親"]]
                + first["伏神"]["伏神爻"][1:3]
            }
            if first["伏神"]
            else {},
        }
        if when:
            found |= dict(zip(("year", "month", "day", "hour"), pillars))
        return found

    return "ichingshifa", run, compute


# --- Agreement -------------------------------------------------------------------------------


def compare(peer: str, run, cases) -> dict[str, list]:
    """By field, every case that differs: (values, when, Yarrow's answer, the other's)."""
    differs = {}
    for values, when in cases:
        if peer == "bazaar-of-fates":  # it moves one line only
            first = next((i for i, v in enumerate(values) if v in (6, 9)), 6)
            values = [{6: 8, 9: 7}.get(v, v) if i != first else v for i, v in enumerate(values)]
        mine = ours(values, when, **DAYS[peer])
        try:
            theirs = run(values, when)
        except Exception as error:  # another program's failure is a result here
            theirs = {"fails": f"{type(error).__name__}: {error}"}
        for field, value in theirs.items():
            if mine.get(field) != value:
                differs.setdefault(field, []).append((values, when, mine.get(field), value))
    return differs


def random_cases(count: int):
    values = casting.cast_coins(4, count).tolist()
    minutes = np.random.default_rng(4).integers(0, 100 * 365 * 24 * 60, count).tolist()
    start = datetime(1950, 1, 1, tzinfo=ZONE)
    return [(v, start + timedelta(minutes=m)) for v, m in zip(values, minutes)]


def report_agreement(peers, count: int) -> None:
    at_rest = [(list(casting.to_values(code, 0)), None) for code in range(64)]
    for cases, title in (
        (at_rest, "64 hexagrams at rest"),
        (random_cases(count), f"{count} random charts"),
    ):
        print(f"\n## {title}\n")
        for name, run, *_ in peers:
            differs = compare(name, run, cases)
            counts = ", ".join(f"{field} {len(found)}" for field, found in differs.items())
            print(f"{name}: {counts or 'no difference'}")
            for field, found in differs.items():
                values, when, mine, theirs = found[0]
                reason, holds = VERDICTS.get((name, field), ("", lambda values, when: False))
                decided = sum(bool(holds(*case[:2])) for case in found)
                print(
                    f"  {field}, first at {''.join(map(str, values))} {when or ''}: "
                    f"Yarrow {mine}, {name} {theirs}\n"
                    f"    {decided} of {len(found)} decided: {reason}"
                )


# --- Speed -----------------------------------------------------------------------------------


def seconds(work, number: int) -> float:
    """The median processor time of one call over five rounds."""
    work()
    return sorted(timeit.repeat(work, number=number, repeat=5, timer=time.process_time))[2] / number


# What bazaar-of-fates, the fastest of the others, also says of a chart.
SHARED_WORDS = (
    "父母 兄弟 子孫 妻財 官鬼 青龍 朱雀 勾陳 螣蛇 白虎 玄武 世 應 動 空 月破 日辰 暗動 回頭生 回頭克 化進 化退"
).split()

# In a process of its own, so that the peak of memory is that of this work.
_BATCH = """
import json, resource, sys, time
from yarrow.charts.liuyao import every_chart
from yarrow.charts.liuyao_layout import WORDS, lay_out
words = {word: WORDS[word] for word in json.loads(sys.argv[1])} or WORDS
times = []
for _ in range(5):
    start, ticks = time.perf_counter(), time.process_time()
    laid = lay_out(every_chart(), words)
    times.append((time.process_time() - ticks, time.perf_counter() - start))
    size = next(iter(laid.values())).size
    del laid
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
print(*sorted(times)[2], peak, size, len(words))
"""


def batch(words=()) -> list[float]:
    """Of all charts laid out: processor seconds, seconds, peak GiB (Linux), charts, words."""
    run = subprocess.run(
        [sys.executable, "-c", _BATCH, json.dumps(words)],
        capture_output=True,
        text=True,
        check=True,
    )
    return list(map(float, run.stdout.split()))


def report_speed(peers) -> None:
    values, when = [9, 7, 8, 7, 8, 6], datetime(2024, 5, 5, 10, 30, tzinfo=ZONE)
    one_line = [9, 7, 8, 7, 8, 8]
    cast = casting.from_values(values)

    def with_calendar():
        calendar = moment(when)
        return chart(
            *casting.from_values(values),
            day=calendar.day,
            month=calendar.month % 12,
            month_pillar=calendar.month,
            year=calendar.year % 12,
            year_pillar=calendar.year,
            hour_pillar=calendar.hour,
        )

    rows = [
        ("Yarrow, chart alone", seconds(lambda: chart(*cast, day=41, month=5), 2000)),
        ("Yarrow, chart with calendar", seconds(with_calendar, 1000)),
        ("Yarrow, with calendar and all states", seconds(lambda: with_calendar().states, 50)),
        ("Yarrow, with calendar, as text", seconds(lambda: text(with_calendar()), 50)),
    ]
    times = dict(rows)
    cores = []
    for name, _, compute, *core in peers:
        rows.append((f"{name}, with calendar", seconds(lambda c=compute: c(values, when), 100)))
        times[name] = rows[-1][1]
        if core:
            rows.append(
                (
                    f"{name}, chart alone, one moving line",
                    seconds(lambda c=core[0]: c(one_line), 500),
                )
            )
            cores.append(rows[-1][1])
    print("\n## One chart\n")
    for name, taken in rows:
        print(f"{name}: {taken * 1e6:.1f} µs")
    if "najia" in times:
        print(
            f"ratio, najia with calendar to Yarrow with calendar: "
            f"{times['najia'] / times['Yarrow, chart with calendar']:.0f} (with all states: "
            f"{times['najia'] / times['Yarrow, with calendar and all states']:.2f})"
        )
    fastest = min(cores + [times[name] for name, *_ in peers], default=None)
    print("\n## All charts at once\n")
    for words in ((), SHARED_WORDS):
        ticks, wall, peak, size, count = batch(words)
        each = ticks / size
        print(
            f"{size:,.0f} charts, {count:.0f} words each: {wall:.2f} s ({ticks:.2f} s processor), "
            f"peak {peak:.2f} GiB, {each * 1e9:.0f} ns a chart"
            + (f"; fastest other program {fastest / each:.0f} times that" if fastest else "")
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--charts", type=int, default=2000, help="random charts to compare")
    parser.add_argument("--no-speed", action="store_true", help="compare only")
    arguments = parser.parse_args()
    peers = []
    for load in (of_najia, of_bazaar, of_ichingshifa):
        try:
            peers.append(load())
        except ImportError as error:
            print(f"{load.__name__.removeprefix('of_')} is not installed ({error}): left out")
    report_agreement(peers, arguments.charts)
    if not arguments.no_speed:
        report_speed(peers)


if __name__ == "__main__":
    main()
