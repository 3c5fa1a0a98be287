"""The pages of the annotation: consulting, rules, words, worked charts."""

from __future__ import annotations

from urllib.parse import unquote, urlencode

from datasette.utils.asgi import NotFound, Request, Response

from yarrow import findings
from yarrow.rules.reference import ARTS
from yarrow.site import consulting, rule_reads
from yarrow.site.pages import Pages
from yarrow.store.library import library


class RulePages:
    """The pages of one Datasette that `Pages` does not have."""

    def __init__(self, pages: Pages):
        self.pages = pages
        self.library = None  # read when first needed, and kept: a served database never changes

    async def consult(self, request: Request) -> Response:
        if request.args.get("toss"):  # to an address that can be shared
            given = {name: request.args.get(name) for name in request.args if name != "toss"}
            address = self.pages.datasette.urls.path("/consult")
            query = urlencode(given | {"name": "", "coins": consulting.toss()})
            return Response.redirect(f"{address}?{query}")

        async def context():
            if self.library is None:
                self.library = await self.pages.read(library)
            # what a rule says and why is worked out as the template asks for it
            asked = consulting.ask(request, self.library)
            given = {"art": asked.art} | {k: v for k, v in asked.values.items() if v}

            def link(**changes: str) -> str:
                return f"?{urlencode(given | {'lang': asked.lang} | changes)}"

            return {
                "asked": asked,
                "form": consulting.FORM[asked.art],
                "arts": ARTS,
                "questions": [
                    (name, len(self.library.lists.chain(name)) - 1, one.label)
                    for name, one in self.library.lists.questions.items()
                ],
                "hexagrams": consulting.hexagram_names(),
                "tries": consulting.EXAMPLES[asked.art],
                "link": link,
                "given": consulting.given,
            }

        # as many pages as there are charts: not kept
        return await self.pages.page(request, "consult.html", context, keep=False)

    async def rules(self, request: Request) -> Response:
        async def context():
            return {"overview": await self.pages.read(rule_reads.overview)}

        return await self.pages.page(request, "rules.html", context)

    async def rule(self, request: Request) -> Response:
        id_ = request.url_vars["id"]

        async def context():
            return {"rule": await self.pages.found(request, rule_reads.rule, id_)}

        return await self.pages.page(request, "rule.html", context)

    async def words(self, request: Request) -> Response:
        async def context():
            return {"words": await self.pages.read(rule_reads.words), "arts": ARTS}

        return await self.pages.page(request, "words.html", context)

    async def word(self, request: Request) -> Response:
        art, name = request.url_vars["art"], unquote(request.url_vars["word"])

        async def context():
            word = await self.pages.read(rule_reads.word, art, name)
            if word is None:
                raise NotFound(f"There is no word {name} in the language of {art}")
            return {"word": word, "arts": ARTS}

        return await self.pages.page(request, "word.html", context)

    async def examples(self, request: Request) -> Response:
        async def context():
            return {"examples": await self.pages.read(rule_reads.examples)}

        return await self.pages.page(request, "examples.html", context)

    async def findings(self, request: Request) -> Response:
        async def context():
            return {
                "kinds": findings.KINDS,
                "verdicts": findings.VERDICTS,
                "findings": await self.pages.read(findings.findings),
                "departures": len(await self.pages.read(findings.departures)),
            }

        return await self.pages.page(request, "findings.html", context)
