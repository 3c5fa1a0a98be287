"""What Datasette calls: routes, SQL functions, the name of the database."""

from __future__ import annotations

import functools
import re

from datasette import hookimpl
from markupsafe import Markup

from yarrow.site.pages import DATABASE, Pages
from yarrow.site.rule_pages import RulePages
from yarrow.store.search import folding, phrase, query_key

ID = r"(?P<id>[a-z0-9-]+)"
# columns of tables, views and questions whose values are ids of things that have a page
ID_COLUMNS = {
    *("document", "passage", "unit", "sentence", "segment", "term"),
    *("id", "lemma_unit", "lemma_passage", "glosses", "continues", "example"),
    *("rule", "target", "other", "part_of"),
}


@hookimpl
def startup(datasette):
    """Serve the one database under its name, whatever its file is called."""
    names = [name for name in datasette.databases if not name.startswith("_")]
    if names and DATABASE not in names:
        database = datasette.get_database(names[0])
        datasette.remove_database(names[0])
        datasette.add_database(database, name=DATABASE)


@hookimpl
def register_routes(datasette):
    pages = Pages(datasette)
    rules = RulePages(pages)
    return [
        (r"^/$", pages.home),
        (rf"^/text/{ID}$", pages.text),
        (rf"^/passage/{ID}$", pages.passage),
        (r"^/glossary$", pages.glossary),
        (rf"^/term/{ID}$", pages.term),
        (r"^/search$", pages.search),
        (r"^/consult$", rules.consult),
        (r"^/rules$", rules.rules),
        (rf"^/rule/{ID}$", rules.rule),
        (r"^/words$", rules.words),
        (r"^/word/(?P<art>[a-z]+)/(?P<word>[^/]+)$", rules.word),
        (r"^/examples$", rules.examples),
        (r"^/findings$", rules.findings),
        (r"^/translation$", pages.translation),
        (r"^/downloads$", pages.downloads),
        (r"^/downloads/(?P<name>[a-z_]+)\.jsonl$", pages.table),
        (rf"^/id/{ID}$", pages.any_id),
    ]


@hookimpl(trylast=True)  # after Datasette's own escape_fts, which makes one token of the query
def prepare_connection(conn):
    # read when first needed: this is called for Datasette's internal databases too
    fold = functools.cache(lambda: folding(conn))

    def fold_text(text):
        return None if text is None else fold()(str(text))

    def escape_fts(query):
        return phrase(query_key(fold(), str(query or "")))

    conn.create_function("fold", 1, fold_text, deterministic=True)
    conn.create_function("escape_fts", 1, escape_fts, deterministic=True)


@hookimpl
def render_cell(value, column, database, datasette):
    """An id links to the page where it is read."""
    if database == DATABASE and column in ID_COLUMNS and re.fullmatch(ID, str(value)):
        address = datasette.urls.path(f"/id/{value}")
        return Markup('<a href="{}">{}</a>').format(address, value)
    return None
