"""The pages of the site: from an address to HTML. Reading is in `reads`, looks in templates/."""

from __future__ import annotations

import json
import sqlite3
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode

from datasette.app import Datasette
from datasette.utils.asgi import NotFound, Request, Response

from yarrow.errors import YarrowError
from yarrow.site import reads, rule_reads
from yarrow.site.reading import paragraph
from yarrow.store.digest import digest, tables
from yarrow.store.search import LANGUAGES, SORTS
from yarrow.translation import CLASSES

DATABASE = "yarrow"
KEPT_PAGES = 1000  # rendered pages kept in memory, some 30 kB each


class Pages:
    """The pages of one Datasette. A served database never changes, so a page made is kept."""

    def __init__(self, datasette: Datasette):
        self.datasette = datasette
        self.kept: OrderedDict[str, str] = OrderedDict()
        self.frame: dict | None = None  # what every page shows, read once

    async def home(self, request: Request) -> Response:
        async def context():
            return {
                "documents": await self.read(reads.documents),
                "figures": await self.read(reads.figures),
            }

        return await self.page(request, "home.html", context)

    async def text(self, request: Request) -> Response:
        id_ = request.url_vars["id"]

        async def context():
            return {"text": await self.found(request, reads.text, id_)}

        return await self.page(request, "text.html", context)

    async def passage(self, request: Request) -> Response:
        id_ = request.url_vars["id"]

        async def context():
            passage = await self.found(request, reads.passage, id_)
            for lang in LANGUAGES:
                passage[f"{lang}_html"] = paragraph(
                    passage[lang],
                    passage["unit"][lang],
                    passage["segment"][lang],
                    passage["term_occurrence"][lang],
                    lambda term: self.datasette.urls.path(f"/term/{term}"),
                    passage["bead"],
                )
            return {
                "passage": passage,
                "senses": {term["id"]: term for term in passage["terms"]},
                "stated": await self.read(rule_reads.records_of, id_),
            }

        return await self.page(request, "passage.html", context)

    async def glossary(self, request: Request) -> Response:
        async def context():
            return {"glossary": await self.read(reads.glossary)}

        return await self.page(request, "glossary.html", context)

    async def term(self, request: Request) -> Response:
        id_ = request.url_vars["id"]
        lang = _one_of(request.args.get("lang"), LANGUAGES)
        sort, number = _sorting(request)

        async def context():
            term = await self.found(request, reads.term, id_)
            hits = await self.read(reads.occurrences, id_, lang)
            return {
                "term": term,
                "lang": lang,
                "concordance": reads.concordance(hits, sort, number),
                "link": _linker(request, lang=lang, sort=sort),
            }

        return await self.page(request, "term.html", context)

    async def search(self, request: Request) -> Response:
        query = (request.args.get("q") or "").strip()
        limits = {name: request.args.get(name) or None for name in ("lang", "layer", "document")}
        sort, number = _sorting(request)

        async def context():
            found = {"query": query, "limits": limits, "faults": (), "concordance": None}
            if query:
                try:
                    result = await self.read(reads.search, query, **limits)
                except YarrowError as error:
                    return found | {"faults": error.faults}
                found["concordance"] = reads.concordance(result["hits"], sort, number)
                found["apart"] = result["apart"]
            given = {name: value for name, value in limits.items() if value}
            return found | {"link": _linker(request, q=query, **given, sort=sort)}

        return await self.page(request, "search.html", context)

    async def translation(self, request: Request) -> Response:
        async def context():
            return {"findings": await self.read(reads.findings), "classes": CLASSES}

        return await self.page(request, "translation.html", context)

    async def downloads(self, request: Request) -> Response:
        async def context():
            folder = dict(self.datasette.static_mounts).get("tei")
            files = sorted(Path(folder).glob("*.xml")) if folder else []
            return {"tables": await self.read(_sizes),
                    "tei": [(file.name, file.stat().st_size) for file in files]}

        return await self.page(request, "downloads.html", context)

    async def table(self, request: Request) -> Response:
        """/downloads/TABLE.jsonl: a whole table, one JSON object a line, in the order written."""
        name = request.url_vars["name"]
        if name not in await self.read(tables):
            raise NotFound(f"There is no table {name}")
        body = await self.read(_json_lines, name)
        return Response(body, content_type="application/jsonl; charset=utf-8")

    async def any_id(self, request: Request) -> Response:
        """/id/ID: to the page of a text, passage, unit, sentence, segment or term."""
        address = await self.found(request, reads.page_of, request.url_vars["id"])
        return Response.redirect(self.datasette.urls.path(address))

    async def read(self, function: Callable, *args, **kwargs):
        """Run a function of `reads` on a connection to the database, off the event loop."""

        def run(connection: sqlite3.Connection):
            return function(connection, *args, **kwargs)

        return await self.datasette.get_database(DATABASE).execute_fn(run)

    async def found(self, request: Request, function: Callable, id_: str):
        """What `read` gives; where there is nothing, the page of the id that took its place."""
        result = await self.read(function, id_)
        if result is not None:
            return result
        address = await self.read(reads.page_of, id_)
        if address:
            raise Elsewhere(self.datasette.urls.path(address))
        raise NotFound(f"There is no {id_} in the corpus")

    async def page(
        self, request: Request, template: str, context: Callable, keep: bool = True
    ) -> Response:
        """The page of a request, made or kept."""
        key = f"{request.path}?{request.query_string}"
        html = self.kept.get(key)
        if html is None:
            try:
                values = await context()
            except Elsewhere as elsewhere:
                return Response.redirect(elsewhere.address, status=301)
            if self.frame is None:
                self.frame = {
                    "about": await self.read(reads.about),
                    "digest": (await self.read(digest))[:12],
                    "texts": await self.read(reads.documents),
                    "database": DATABASE,
                }
            html = await self.datasette.render_template(
                template, self.frame | {"path": request.path} | values, request=request
            )
            if keep:
                self.kept[key] = html
            if len(self.kept) > KEPT_PAGES:
                self.kept.popitem(last=False)
        return Response.html(html, headers={"cache-control": "max-age=60"})


class Elsewhere(Exception):
    """The thing asked for is now at another address."""

    def __init__(self, address: str):
        super().__init__(address)
        self.address = address


def _sizes(connection: sqlite3.Connection) -> list[dict]:
    return [
        {"name": name, "rows": connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0]}
        for name in tables(connection)
    ]


def _json_lines(connection: sqlite3.Connection, table: str) -> str:
    found = reads.rows(connection, f'SELECT * FROM "{table}" ORDER BY rowid')
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in found)


def _one_of(value: str | None, known: tuple[str, ...]) -> str:
    return value if value in known else known[0]


def _sorting(request: Request) -> tuple[str, int]:
    """The order and the page number asked for; the first of each where they make no sense."""
    number = request.args.get("page") or "1"
    return _one_of(request.args.get("sort"), SORTS), int(number) if number.isdecimal() else 1


def _linker(request: Request, **current: str) -> Callable[..., str]:
    """link(name=value, …): this page with some of its arguments changed."""
    return lambda **changes: f"?{urlencode(current | changes)}"
