"""What 001 and 004 attest of charts: quotes in place, the default borne out, 貴人 derived anew."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from yarrow.charts import liuren_attest, liuren_generals
from yarrow.charts.ganzhi import BRANCHES, STEMS
from yarrow.charts.liuren_attest import agrees, attestations, counts, report, report_text, survey
from yarrow.charts.liuren_generals import NOBLEMEN, Nobleman
from yarrow.charts.liuren_lessons import DEFAULT

TEXTS = Path(__file__).parents[2] / "corpus" / "texts"
ATTESTED = attestations()

# No reading meets these: slips of the base text or of the copy, argued in docs/liuren.md.
UNMET = {
    ("sanchuan-2", "丁卯日，一課卯，二三課皆亥，四課未。三傳未亥卯"),
    ("sanchuan-5", "甲辰日三傳戌午申"),
    ("sanchuan-7", "己丑日，三傳卯巳未，初為日鬼，日占乘虎，中末俱不能救，幸干上酉克之"),
}


def passages():
    found = {}
    for slug, number in (("sanchuan", "001"), ("zhonggui", "004")):
        (path,) = TEXTS.glob(f"{number}_*.txt")
        paragraphs = [p for p in path.read_text("utf-8").split("\n\n") if p.strip()]
        found |= {f"{slug}-{i}": p for i, p in enumerate(paragraphs[1::2], 1)}
    return found


PASSAGES = passages()


@pytest.mark.parametrize("place", range(len(ATTESTED)), ids=lambda i: f"{ATTESTED[i].passage}-{i}")
def test_attestation(place):
    statement = ATTESTED[place]
    assert statement.quote in PASSAGES[statement.passage]
    assert statement.facts
    unmet = (statement.passage, statement.quote) in UNMET
    assert agrees(statement) != unmet


def test_every_statement_on_day_and_night_is_attested():
    """No 晝 or 夜 of the two texts is left out but in general remarks."""
    left = []
    for name, text in PASSAGES.items():
        covered = set()
        for statement in ATTESTED:
            if statement.passage == name:
                start = text.index(statement.quote)
                covered |= set(range(start, start + len(statement.quote)))
        left += [
            text[max(0, m.start() - 4) : m.start() + 6]
            for m in re.finditer("[晝夜]", text)
            if m.start() not in covered
        ]
    assert left == [
        "臨命格。晝夜貴人臨占",
        "命格。晝夜貴人臨占人",
        "干，如用晝貴，凶不可",
        "遏，設用夜貴反為吉，",
    ]


def test_the_default_is_what_the_texts_attest():
    """No other reading meets a statement that the default does not."""
    results = survey()
    base = results["default"]
    assert len(base) - sum(base) == len(UNMET)
    for name, found in results.items():
        assert not any(ok and not default for ok, default in zip(found, base, strict=True)), name
    # and these readings are decided against by statements of their own
    for name in ("shehai=depth", "bazhuan=after", *(f"nobleman={t}" for t in NOBLEMEN)):
        if name in results:
            assert sum(results[name]) < sum(base), name


@pytest.mark.parametrize(
    "quote",
    ["末傳午火，且初傳戌土作財", "庚午三傳午辰寅", "甲辰日三專寅未子", "庚午日干上辰，三傳戌午寅"],
)
def test_shehai_by_class_alone(quote):
    (statement,) = (a for a in ATTESTED if a.quote.startswith(quote))
    assert agrees(statement)
    for name, school in liuren_attest.schools().items():
        if "shehai=depth" in name and not (
            quote[:2] == "甲辰" and name.endswith("depth_seat=False")
        ):
            assert not agrees(statement, school), name


def trial(monkeypatch, stem, night):
    """The branches that could be the nobleman of a stem, by what the texts say of its days."""
    kept = []
    for statement in ATTESTED:
        days = tuple(day for day in statement.days if day % 10 == stem)
        facts = tuple(f for f in statement.facts if f[0] not in "晝夜" or f[0] == "晝夜"[night])
        told = any(fact[0] in "晝夜" for fact in facts)
        if days and told and (statement.passage, statement.quote) not in UNMET:
            kept.append(replace(statement, days=days, facts=facts))
    possible = []
    for branch in BRANCHES:
        everywhere = Nobleman("", branch * 10, branch * 10)
        monkeypatch.setitem(liuren_generals.NOBLEMEN, f"all-{branch}", everywhere)
        school = replace(DEFAULT, nobleman=f"all-{branch}")
        if all(agrees(statement, school) for statement in kept):
            possible.append(branch)
    return len(kept), possible


def test_nobleman_derived_from_the_texts(monkeypatch):
    """Stem by stem, day and night: the branches that meet every statement on the stem's days.

    Eighteen of the twenty are fixed by the texts alone. 癸 by night is 卯 or 亥, and no table of
    any school has 亥 there; of 丁 by night they say nothing.
    """
    table = NOBLEMEN["jia-wu-geng"]
    open_ones, silent = {}, []
    for night, row in enumerate((table.day, table.night)):
        for stem in range(10):
            statements, possible = trial(monkeypatch, stem, night)
            assert row[stem] in possible
            if not statements:
                silent.append(STEMS[stem] + "晝夜"[night])
            elif len(possible) > 1:
                open_ones[STEMS[stem] + "晝夜"[night]] = possible
    assert open_ones == {"癸夜": ["卯", "亥"]}
    assert silent == ["丁夜"]


def test_stated_counts():
    for name, number in liuren_attest.STATED_COUNTS.items():
        assert counts()[name] == number
        assert f"{name}" in PASSAGES["sanchuan-8"]


def test_report():
    found = report()
    assert len(found["statements"]) == len(ATTESTED)
    every = len(found["schools"])
    unmet = {(s["passage"], s["quote"]) for s in found["statements"] if len(s["unmet_by"]) == every}
    assert unmet == UNMET
    assert found["schools"]["bazhuan=after"]["counts"]["八專"] == 9
    assert all(school["gains"] == 0 for school in found["schools"].values())
    assert (
        found["schools"]["fuyin=return"]["losses"] == found["schools"]["bieze=above"]["losses"] == 0
    )
    lines = report_text().splitlines()
    place = lines.index("zhonggui-6  庚午日干上辰，三傳戌午寅")
    assert lines[place + 1].startswith("    干上辰 傳戌午寅: not shehai=depth, ")
    assert sum(line.endswith("no reading meets it") for line in lines) == len(UNMET)
    assert sum(line.endswith("all agree") for line in lines) > 40
