"""The worked charts of tests/charts/data/liuren_worked.yaml as records of corpus/examples.

What is given and asserted there, fact by fact, is written in the rule language here, each tied to the
clause of the quote that has its characters. Facts for which the language has no line are left out,
and a record with nothing asserted then is too.
"""

from __future__ import annotations

import re
from pathlib import Path

import yaml

DATA = Path(__file__).parents[1] / "charts" / "data" / "liuren_worked.yaml"
GENERAL = {"貴": "貴人", "蛇": "螣蛇", "雀": "朱雀", "合": "六合", "勾": "勾陳", "龍": "青龍", "空": "天空",
           "虎": "白虎", "常": "太常", "元": "玄武", "陰": "太陰", "后": "天后"}
SPOTS = {"first": "初", "middle": "中", "last": "末", "stem_second": "干陰", "branch_second": "支陰"}
LESSONS = ("干上", "干陰", "支上", "支陰")


def records(slug: str) -> list[dict]:
    """The records of one text in the form of schema/examples.schema.json."""
    out, numbers = [], {}
    for entry in yaml.safe_load(DATA.read_text("utf-8")):
        if entry["passage"].startswith(slug) and (made := _record(entry)):
            n = numbers[entry["passage"]] = numbers.get(entry["passage"], 0) + 1
            out.append({"id": f"{entry['passage']}-e{n}", **made})
    return out


def _record(entry: dict) -> dict | None:
    quote = entry["quote"]
    given, asserts = [], []
    for role, target in (("given", given), ("asserts", asserts)):
        for name, words in entry[role].items():
            for fact, that, characters in _lines(name, words):
                if fact and role == "asserts":
                    fact, that = None, {"over_stem": f"干上 & {words}", "over_branch": f"支上 & {words}"}.get(
                        name, that or f"{fact}")
                target.append({"words": _clause(quote, characters),
                               **({"fact": fact} if fact else {"that": that})})
    if not asserts or any("?" in one.get("that", "") for one in (*given, *asserts)):
        return None
    day = entry["day"]
    if isinstance(day, list):
        days = "、".join(day)
    else:
        days = "、".join(re.findall("六(.)", day)) or day
    given.insert(0, {"words": _clause(quote, days if len(days) == 2 else days[:1]), "fact": f"{days}日"})
    return {"quote": quote, "given": given, "asserts": asserts,
            "holds": "one" if entry.get("holds") == "some" else "every"}


def _clause(quote: str, characters: str) -> str:
    """The shortest run of clauses that has all the characters; the whole quote if none has."""
    clauses = re.findall("[^，。；]+", quote)
    for clause in sorted(clauses, key=len):
        if set(characters) <= set(clause) and quote.count(clause) == 1:
            return clause
    return quote


def _lines(name: str, words):
    """Facts and expressions: (fact, expression, characters of the text)."""
    listed = [words] if isinstance(words, str) else words
    if name == "over_stem":
        yield f"干上{words}", None, words
    elif name == "over_branch":
        yield f"支上{words}", None, words
    elif name == "seats":
        for one in listed:
            yield one, None, one[0] + one[2]
    elif name == "time":
        yield words, words, words
    elif name == "transmissions":
        yield None, f"逐傳({', '.join(words)})", words
    elif name == "lessons":
        yield None, " and ".join(f"{a} & {b}" for a, b in zip(LESSONS, words)), "四課的全文"
    elif name in SPOTS:
        yield None, f"{SPOTS[name]} & {words}", words
    elif name == "kin":
        for one in listed:
            at, kin = one.split()
            yield None, f"{at} & {kin}", at
    elif name == "generals":
        for one in listed:
            yield None, f"乘({one[0]}, {GENERAL[one[1]]})", one
    elif name == "hidden":
        for one in listed:
            yield None, f"遁見({one[0]}, {one[1]})", one
    elif name == "void":
        yield None, f"{' | '.join(words)} <= 空", words
    elif name == "relations":
        for one in listed:
            a, verb, b = one.split()
            if verb in "生克合沖刑害" and not (a + b).count("將"):
                yield None, f"{verb}({a}, {b})", a + b
    elif name == "spirits":
        for one in listed:
            at, spirit = one.split()
            yield None, f"{at} & {spirit}", at
    elif name == "month":
        yield None, "?", ""
    elif name in ("birth", "age"):
        yield {"birth": "命", "age": "行年"}[name] + words, None, words
