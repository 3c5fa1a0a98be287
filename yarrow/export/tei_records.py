"""The annotation in TEI: each record a feature structure, its words as spans, emendations as notes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from yarrow.corpus import Text
from yarrow.export.content import Content
from yarrow.export.tei_xml import TEI, Element, block, el, pointers, string_range
from yarrow.rules.link import korean, runs
from yarrow.rules.records import Example, Expression, Judgment, Outcome, Record, Statement

_PLAIN = ("defines", "stands", "means", "case", "cites", "never", "always", "open", "supplies", "note")
Span = tuple[str, int, int, str]  # paragraph id, start, end, the id of what is said there


def records(text: Text, content: Content, together: bool) -> Iterator[Element]:
    """What stands beside a text of its annotation: nothing where it has none. together: the texts
    are in one document, so that a pointer to a record of another names no file.

    A span of type `record` for each run of words, Chinese and Korean, with the record as `ana`; an
    `fs` for each record; a note of type `emendation` for each change that would mend an example.
    """
    annotation = content.annotation
    mine = [one for passage in text.passages
            for one in annotation.of_passage(text.passage_id(passage.n))]
    if not mine:
        return
    yield block("spanGrp", {"type": "record"}, (
        el("span", {"target": string_range(at, start, end), "ana": f"#{id_}"})
        for one in mine for at, start, end, id_ in _spans(one, content)))
    for one in mine:
        yield _pointing(_example(one) if isinstance(one, Example) else _record(one), text.slug, together)
    ids = {one.id for one in mine}
    for verdict in content.verdicts:
        if verdict.id in ids:
            yield from _emendations(verdict)


def _pointing(record: Element, slug: str, together: bool) -> Element:
    """Lead pointers to the records of other texts into their files."""
    for element in record.iter(f"{{{TEI}}}f"):
        pointer = element.get("fVal")
        if pointer and not together and (other := pointer[1:].partition("-")[0]) != slug:
            element.set("fVal", f"{other}.xml{pointer}")
    return record


# -- words -----------------------------------------------------------------------------------------


def _spans(one: Record | Example, content: Content) -> Iterator[Span]:
    for span in one.spans:
        yield one.passage, span.start, span.end, one.id
    passage = content.parallels[one.passage]
    found = korean(passage.zh, passage.ko, runs(passage, content.links_of(one.passage)), one.spans)
    if found:
        yield f"{one.passage}-ko", found.start, found.end, one.id
    if isinstance(one, Example):
        for id_, said in _statements(one):
            yield said.passage, said.span.start, said.span.end, id_
    else:
        for row in one.rows:
            for span in row.spans:
                yield one.passage, span.start, span.end, row.id


def _statements(one: Example) -> Iterator[tuple[str, Statement]]:
    for letter, statements in (("g", one.given), ("a", one.asserts)):
        for n, said in enumerate(statements, 1):
            yield f"{one.id}-{letter}{n}", said


# -- records ---------------------------------------------------------------------------------------


def _record(one: Record) -> Element:
    claim = one.claim
    return block("fs", {"type": one.kind, "id": one.id}, [
        *_symbol("asks", one.asks), *_string("when", one.when),
        *_judgments(one.says), *_symbol("omen", one.omen),
        *_string("despite", one.despite), *_string("as", one.meaning), *_string("equals", one.equals),
        *(feature for name in _PLAIN for feature in _string(name, getattr(one, name))),
        *_symbol("more", "yes" if one.more else ""),
        *_list("readings", [_fs("reading", None, [
            *_string("ground", reading.ground), *_string("when", reading.when),
            *_judgments(reading.says), *_symbol("omen", reading.omen)]) for reading in one.readings]),
        *_list("rows", [_fs("row", row.id, [
            *_string("when", row.when), *_string("gives", row.gives), *_judgments(row.says),
            *_symbol("omen", row.omen)]) for row in one.rows]),
        *([] if claim is None else [
            *_symbol("over", claim.over), *_symbol("holds", claim.holds),
            *_list("asserts", [el("string", {}, part.source) for part in claim.asserts]),
            *_ids("examples", claim.examples),
            *(() if claim.count is None else _feature(
                claim.count.of, el("numeric", {"value": str(claim.count.number)}))),
        ]),
        *_list("ties", list(_ties(one))),
        *_list("charts", [_fs(truth, None, _string("facts", facts))
                          for truth in ("true", "false") for facts in getattr(one, truth)]),
    ])


def _example(one: Example) -> Element:
    said = {id_: _fs("statement", id_, [*_string("fact", statement.fact), *_string("that", statement.that)])
            for id_, statement in _statements(one)}
    return block("fs", {"type": "example", "id": one.id}, [
        *_symbol("asks", one.asks), *_symbol("holds", one.holds),
        *_list("given", [fs for id_, fs in said.items() if id_.startswith(f"{one.id}-g")]),
        *_list("asserts", [fs for id_, fs in said.items() if id_.startswith(f"{one.id}-a")]),
        *_list("generalises", [_fs("carry", None, [
            *_list("to", [el("string", {}, facts) for facts in carry.to]),
            *_list("that", [el("string", {}, part.source) for part in carry.that]),
        ]) for carry in one.carries]),
        *_judgments(one.says), *_symbol("omen", one.omen),
        *_outcomes("expected", one.expected), *_outcomes("came", one.came),
        *_ids("illustrates", one.illustrates),
        *(feature for name in ("open", "supplies", "note") for feature in _string(name, getattr(one, name))),
    ])


def _ties(one: Record) -> Iterator[Element]:
    for bond in one.bonds:
        yield _fs(bond.effect, None, [*_ids("of", bond.ids), *_symbol("about", bond.about)])
    if one.otherwise:
        yield _fs("else", None, _ids("of", one.otherwise))
    for gloss in one.glosses:
        yield _fs(gloss.how, None, _ids("of", (gloss.id,)))
    if one.rests_on:
        yield _fs("rests-on", None, _ids("of", one.rests_on))
    if one.bears:
        yield _fs("bears", None, [
            *_symbol("how", one.bears.how), *_ids("of", one.bears.ids),
            *_list("on", [el("string", {}, word) for word in one.bears.words])])


def _judgments(says: Sequence[Judgment], name: str = "says") -> list[Element]:
    return _list(name, [_fs("judgment", None, [
        *_symbol("about", one.about),
        *(_feature("value", _values(one.values)) if one.values else ()),
        *_string("answer", one.answer),
        *_symbol("force", one.force), *_symbol("at", one.occasion),
        *_list("of", [_fs("party", None, [*_symbol("who", party), *_string("when", when)])
                      for party, when in one.of]),
        *_list("if", [_fs("event", None, [*_symbol("about", about), *_symbol("value", value)])
                      for about, value in one.on_condition]),
    ]) for one in says])


def _values(values: Sequence[str]) -> Element:
    symbols = [el("symbol", {"value": value}) for value in values]
    return symbols[0] if len(symbols) == 1 else el("vAlt", {}, *symbols)


def _outcomes(name: str, outcomes: Sequence[Outcome]) -> list[Element]:
    return _list(name, [_fs("outcome", None, [
        *_string("words", one.words), *_judgments(one.says)]) for one in outcomes])


def _emendations(verdict) -> Iterator[Element]:
    """The best changes of an example: those that cost as little as the first and leave as little."""
    best = [one for one in verdict.candidates if (one.cost, len(one.leaves)) == (
        verdict.candidates[0].cost, len(verdict.candidates[0].leaves))]
    for candidate in best:
        explains = "、".join(verdict.tested[n].words for n in candidate.explains)
        leaves = "、".join(verdict.tested[n].words for n in candidate.leaves)
        yield el("note", {
            "type": "emendation", "lang": "en", "ana": f"#{verdict.id}",
            "target": " ".join(string_range(edit.passage, edit.start, edit.end) for edit in candidate.edits),
        }, f"{candidate.text()}: explains {explains}" + (f"; leaves {leaves}" if leaves else ""))


# -- feature structures ----------------------------------------------------------------------------


def _fs(type_: str, id_: str | None, features: Iterable[Element]) -> Element:
    return el("fs", {"type": type_, "id": id_}, *features)


def _feature(name: str, value: Element) -> list[Element]:
    return [el("f", {"name": name}, value)]


def _string(name: str, value: str | Expression | None) -> list[Element]:
    words = value.source if isinstance(value, Expression) else value
    return _feature(name, el("string", {}, words)) if words else []


def _symbol(name: str, value: str) -> list[Element]:
    return _feature(name, el("symbol", {"value": value})) if value else []


def _list(name: str, values: Sequence[Element]) -> list[Element]:
    return _feature(name, el("vColl", {"org": "list"}, *values)) if values else []


def _ids(name: str, ids: Sequence[str]) -> list[Element]:
    """Features that are other records: as pointers to them."""
    return [el("f", {"name": name, "fVal": pointers((id_,))}) for id_ in ids]
