"""`yarrow annotate`: a passage with its records, for those who write them."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path

import click
import numpy as np

from yarrow import alignment, paths
from yarrow.corpus import Text, load_corpus
from yarrow.errors import Fault, YarrowError
from yarrow.rules import load, validate
from yarrow.rules.evaluate import Env
from yarrow.rules.judgments import Judgments, load_judgments
from yarrow.rules.link import Korean, account_of, by_passage, korean, runs
from yarrow.rules.records import ARTS, Annotation, Example, Judgment, Record
from yarrow.rules.values import FALSE, TRUE

MARKS = {"whole": "+", "part": "~", "none": "-"}
PAUSE = 0.5  # seconds between two looks at the files


@click.command()
@click.argument("names", metavar="[PASSAGE]...", nargs=-1)
@click.option("--suggest", is_flag=True, help="Find charts for conditions that have none yet.")
@click.option("--second", is_flag=True, help="The second reading, in corpus/readings.")
@click.option(
    "--watch", is_flag=True, help="Look again each time that the files are saved (Ctrl-C ends it)."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON for scripts.")
def annotate(names: tuple[str, ...], suggest: bool, second: bool, watch: bool, as_json: bool):
    """Show passages with their clauses, translation and records, and what is not accounted for.

    Before each clause stands + where records quote all of it, ~ where a part, - where none. Every
    fault of the records is listed, with its line and the remedy; without a passage, all records
    are checked. The exit status is 1 if there are faults.

    \b
    Examples:
      yarrow annotate hunyin-3
      yarrow annotate hunyin-3 --suggest
      yarrow annotate zhonggui-1 zhonggui-2 --watch
      yarrow annotate zhonggui-1 --second
      yarrow annotate
    """
    desk = Desk(second)
    passages = desk.passages(names)
    if watch:
        _watch(desk, passages, suggest)
        return
    records, faults = desk.read()
    surveys = [desk.survey(text, n, records, suggest) for text, n in passages]
    if as_json:
        told = [{"where": f.where, "what": f.what, "remedy": f.remedy} for f in faults]
        click.echo(json.dumps({"passages": surveys, "faults": told}, ensure_ascii=False, indent=1))
    else:
        _print(surveys, records, faults)
    if faults:
        raise SystemExit(1)


def _print(surveys: list[dict], records: Annotation, faults: Sequence[Fault]) -> None:
    for survey in surveys:
        click.echo(show(survey))
        click.echo()
    for fault in faults:
        click.echo(str(fault))
    click.echo(
        f"{len(records.records)} records and {len(records.examples)} examples without fault, "
        f"{len(faults)} fault{'' if len(faults) == 1 else 's'}"
    )


def _watch(desk: Desk, passages, suggest: bool) -> None:
    seen = None
    try:
        while True:
            now = desk.stamp()
            if now != seen:
                seen = now
                try:
                    records, faults = desk.read()
                    click.clear()
                    _print(
                        [desk.survey(text, n, records, suggest) for text, n in passages],
                        records,
                        faults,
                    )
                except YarrowError as error:  # the closed lists themselves
                    click.echo(str(error))
            time.sleep(PAUSE)
    except KeyboardInterrupt:
        click.echo()


class Desk:
    """Texts, alignment and files of records; a file is read again only when it changed."""

    def __init__(self, second: bool = False) -> None:
        self.second = second
        self.files = load.reading_files if second else load.files
        self.directory = paths.corpus_dir()
        self.texts = load_corpus(self.directory)
        self.parallels = alignment.parallels(self.texts)
        self._read: dict[Path, tuple[tuple, list, list[Fault]]] = {}

    def links(self, passage: str) -> list[alignment.Link]:
        """The links of a passage: those that readers settled, else the aligner's."""
        return self._settled.get(passage) or self._aligned.get(passage, [])

    @cached_property
    def _settled(self) -> dict[str, list[alignment.Link]]:
        return _by_passage(alignment.reviewed(self.texts, self.parallels))

    @cached_property
    def _aligned(self) -> dict[str, list[alignment.Link]]:
        return _by_passage(
            alignment.automatic(self.parallels, lambda message: click.echo(message, err=True))
        )

    def passages(self, names: Sequence[str]) -> list[tuple[Text, int]]:
        """Text and number of each passage named. YarrowError names those that are none."""
        found, faults = [], []
        for name in names:
            slug, _, n = name.rpartition("-")
            text = next((text for text in self.texts if text.slug == slug), None)
            if text is None or not n.isdecimal() or not 1 <= int(n) <= len(text.passages):
                known = ", ".join(f"{text.slug}-1 to -{len(text.passages)}" for text in self.texts)
                faults.append(Fault(name, "is no passage", f"use {known}"))
            else:
                found.append((text, int(n)))
        if faults:
            raise YarrowError(faults)
        return found

    def stamp(self) -> tuple:
        """What changes when a file of records, or a closed list, is saved."""
        lists = [self.directory / name for name in ("judgments.yaml", "questions.yaml")]
        files = lists + [path for text in self.texts for path in self.files(text, self.directory)]
        return tuple((path, _saved(path)) for path in files)

    def read(self) -> tuple[Annotation, list[Fault]]:
        """The records that are right, and every fault of all of them."""
        lists = self.stamp()[:2]
        judgments: Judgments = load_judgments(self.directory)
        found, faults = [], []
        for text in self.texts:
            for path in self.files(text, self.directory):
                stamp = (_saved(path), lists)
                if path not in self._read or self._read[path][0] != stamp:
                    self._read[path] = (stamp, *load.read_file(path, text, judgments))
                found += self._read[path][1]
                faults += self._read[path][2]
        records = load.annotation(
            [one for one in found if isinstance(one, Record)],
            [one for one in found if isinstance(one, Example)],
        )
        broken = {fault.where for fault in faults}
        checked = validate.check(records, self.texts, self.directory, self.second)
        if (
            broken
        ):  # a record that is not right cannot be found, so that is no fault of who names it
            checked = [fault for fault in checked if ": there is no" not in fault.what]
        return records, faults + checked

    def survey(self, text: Text, n: int, records: Annotation, suggest: bool = False) -> dict:
        """What is to be shown of a passage, ready for JSON."""
        passage = text.passage_id(n)
        mine = sorted(by_passage(records).get(passage, ()), key=_place)
        links, parallel = self.links(passage), self.parallels[passage]
        clauses = [
            account_of(text, segment, mine)
            for segment in text.layers.segments
            if segment.lang == "zh" and segment.passage == n
        ]
        section = load_judgments(self.directory).asked(text.slug, n)
        beads = [
            {
                "clauses": [
                    {
                        "id": item.id,
                        "layer": item.segment.layer,
                        "state": item.state,
                        "words": text.words(item.segment),
                        "records": list(item.records),
                    }
                    for item in clauses[link.zh_from : link.zh_to]
                ],
                "korean": [text.words(s) for s in parallel.sentences[link.ko_from : link.ko_to]],
                "status": link.status,
            }
            for link in links
        ]
        return {
            "passage": passage,
            "asks": section,
            "beads": beads,
            "left": [item.id for item in clauses if item.state != "whole"],
            "records": [
                self.told(
                    one,
                    text,
                    records,
                    korean(parallel.zh, parallel.ko, runs(parallel, links), one.spans),
                    suggest,
                )
                for one in mine
            ],
        }

    def told(
        self,
        one: Record | Example,
        text: Text,
        records: Annotation,
        translated: Korean | None,
        suggest: bool,
    ) -> dict:
        """A record in plain values."""
        out = {
            "id": one.id,
            "kind": one.kind,
            "line": one.line,
            "asks": one.asks,
            "quote": [span.words for span in one.spans],
            "korean": translated.words if translated else None,
        }
        if isinstance(one, Example):
            out["given"] = [f"{s.words}: {s.fact or s.that.source}" for s in one.given]
            out["asserts"] = [f"{s.words}: {s.that.source}" for s in one.asserts]
        else:
            out["when"] = one.when.source if one.when else None
            for key, found in (("as", one.meaning), ("equals", one.equals)):
                if found:
                    out[key] = found.source
            if one.claim:
                out["asserts"] = [part.source for part in one.claim.asserts]
            out["rows"] = [
                f"{row.id.rpartition('-')[2]} {row.when.source if row.when else ''} "
                f"{' '.join(map(said, row.says))}"
                for row in one.rows
            ]
            if suggest:
                out["suggest"] = dict(suggestions(one, ARTS[text.tradition], records))
        out["says"] = [said(judgment) for judgment in one.says]
        out["omen"], out["open"] = one.omen, one.open
        return {key: value for key, value in out.items() if value not in ("", None, [])}


def _saved(path: Path) -> int:
    """When a file was saved; 0 while an editor is just putting it in place."""
    try:
        return path.stat().st_mtime_ns
    except FileNotFoundError:
        return 0


def _by_passage(links: Sequence[alignment.Link]) -> dict[str, list[alignment.Link]]:
    found: dict[str, list[alignment.Link]] = {}
    for link in links:
        found.setdefault(link.passage, []).append(link)
    return found


def _place(one: Record | Example) -> tuple:
    return one.spans[0].start, one.spans[-1].end, one.id


def said(judgment: Judgment) -> str:
    """A judgment on one line: `成否 難成 (必)`."""
    value = f"={judgment.answer.source}" if judgment.answer else " / ".join(judgment.values)
    extra = [
        judgment.force,
        judgment.occasion,
        *(f"if {about} {given}" for about, given in judgment.on_condition),
        *(f"of {party}" + (f" where {when.source}" if when else "") for party, when in judgment.of),
    ]
    extra = [part for part in extra if part]
    return f"{judgment.about} {value}" + (f" ({', '.join(extra)})" if extra else "")


def suggestions(record: Record, art: str, records: Annotation) -> Iterator[tuple[str, str]]:
    """For a condition without a true, or a false, chart: one that makes it so, or what was tried."""
    if record.kind not in ("rule", "definition"):
        return
    for key, value, instead in (("true", TRUE, "never"), ("false", FALSE, "always")):
        if getattr(record, key) or getattr(record, instead):
            continue
        for env in _simple_first(record.text, art):
            found = validate.condition(record, env, records)
            if found is None:
                return
            where = np.flatnonzero(found.data == value)
            if where.size:
                words = validate.describe(env, art, int(where[0]))
                yield key, _shortest(record, words, art, records, value)
                break
        else:
            yield key, f"none of {env.n} charts"


def _shortest(record: Record, words: str, art: str, records: Annotation, value: int) -> str:
    """A chart without the facts on which the condition does not hang: persons, year, hour."""
    for word in reversed(words.split()[2:]):
        fewer = " ".join(one for one in words.split() if one != word)
        env = validate.environment(record.text, art, fewer)
        if env.n == 1 and (validate.condition(record, env, records).data == value).all():
            words = fewer
    return words


def _simple_first(slug: str, art: str) -> Iterator[Env]:
    """Charts in which nothing moves and no person is known, then any."""
    if art == "liuyao":
        yield validate.still_charts(slug)
    else:
        yield from validate.every_chart(slug, art)
    yield validate.sample(slug, art)


def show(survey: dict) -> str:
    """A survey as text."""
    out = [f"{survey['passage']}  ({survey['asks']})", ""]
    for bead in survey["beads"]:
        for clause in bead["clauses"]:
            ids = " ".join(id_.rpartition("-")[2] for id_ in clause["records"])
            out.append(
                f"{MARKS[clause['state']]} {clause['id'].rpartition('-')[2]:4}"
                f"{clause['words']}" + (f"  [{ids}]" if ids else "")
            )
        out += [f"      {words}" for words in bead["korean"]]
    out.append("")
    for record in survey["records"]:
        out.append(f"{record['id']}  {record['kind']}, line {record['line']}")
        out.append(f"    {' … '.join(record['quote'])}")
        for key in ("when", "as", "equals", "omen", "open"):
            if key in record:
                out.append(f"    {key}: {record[key]}")
        for key in ("given", "asserts", "rows", "says"):
            out += [f"    {key}: {one}" for one in record.get(key, ())]
        out += [
            f"    suggested under {key}: {one}" for key, one in record.get("suggest", {}).items()
        ]
    left = survey["left"]
    out.append(
        "All clauses are accounted for."
        if not left
        else "Not accounted for, or in part: " + " ".join(id_.rpartition("-")[2] for id_ in left)
    )
    return "\n".join(out)
