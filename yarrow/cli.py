"""The command `yarrow`. Each subcommand is loaded only when it is called, so that help is quick."""

from __future__ import annotations

import importlib
import sys

import click

from yarrow import __version__
from yarrow.errors import YarrowError

# name -> (where the click command is, one line of help).
COMMANDS = {
    "build": ("yarrow.store.commands:build", "Build the database from the corpus."),
    "digest": ("yarrow.store.commands:digest", "Print the digest of the database's content."),
    "serve": ("yarrow.site.commands:serve", "Serve the corpus with Datasette."),
    "search": ("yarrow.store.commands:search", "Search both languages, with keyword in context."),
    "layers": ("yarrow.store.commands:layers", "Count units, sentences and clauses per text and kind."),
    "add": ("yarrow.store.commands:add", "Take a further text into the corpus."),
    "export": ("yarrow.export.commands:export", "Export the corpus (TEI-XML)."),
    "chart": ("yarrow.charts.commands:chart", "Compute a chart of either art."),
}


class LazyGroup(click.Group):
    """A click group over a table of `module:attribute`, importing a module only when it is used."""

    def __init__(self, *args, table: dict[str, tuple[str, str]], **kwargs):
        super().__init__(*args, **kwargs)
        self.table = table

    def list_commands(self, ctx):
        return sorted(self.table)

    def get_command(self, ctx, name):
        if name not in self.table:
            return None
        module, attribute = self.table[name][0].split(":")
        return getattr(importlib.import_module(module), attribute)

    def format_commands(self, ctx, formatter):
        with formatter.section("Commands"):
            formatter.write_dl([(name, self.table[name][1]) for name in self.list_commands(ctx)])


@click.command(
    cls=LazyGroup, table=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(__version__, prog_name="yarrow")
def yarrow():
    """Classical Chinese divination texts whose charts and rules run."""


def main() -> None:
    """Run `yarrow`; a YarrowError becomes its faults on standard error and exit status 1."""
    try:
        yarrow()
    except YarrowError as error:
        click.echo(str(error), err=True)
        sys.exit(1)


if __name__ == "__main__":
    main()
