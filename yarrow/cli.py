"""The command `yarrow`. Each subcommand is loaded only when it is called, so that help is quick."""

from __future__ import annotations

import sqlite3
import sys

import click

from yarrow import __version__
from yarrow.commands import LazyGroup
from yarrow.errors import Fault, YarrowError

# name -> (where the click command is, one line of help).
COMMANDS = {
    "add": ("yarrow.commands.add:add", "Take a further text into the corpus."),
    "annotate": ("yarrow.commands.annotate:annotate", "Show and check the records of a passage."),
    "align": ("yarrow.commands.align:align", "How clauses and sentences render each other."),
    "align-folder": ("yarrow.commands.align_folder:align_folder", "Align a folder of other texts."),
    "build": ("yarrow.commands.build:build", "Build the database from the corpus."),
    "calendar": ("yarrow.commands.calendar:calendar", "Pillars, solar terms and 月將 of a moment."),
    "chart": ("yarrow.commands.chart:chart", "Compute a chart of either art."),
    "check": ("yarrow.commands.check:check", "Hold text and computation against each other."),
    "census": ("yarrow.commands.census:census", "Try every rule on every chart."),
    "consult": ("yarrow.commands.consult:consult", "Which rules speak of a chart, and why."),
    "coverage": ("yarrow.commands.coverage:coverage", "How much of the texts the records account for."),
    "digest": ("yarrow.commands.build:digest", "Print the digest of the database's content."),
    "export": ("yarrow.commands.export:export", "Write the corpus as TEI, TMX, tables or plain parallel text."),
    "findings": ("yarrow.commands.findings:findings", "Where text and computation part, and why."),
    "layers": ("yarrow.commands.layers:layers", "Count units, sentences and clauses per text and kind."),
    "search": ("yarrow.commands.search:search", "Search both languages, with keyword in context."),
    "serve": ("yarrow.commands.serve:serve", "Build if needed and serve the corpus with Datasette."),
    "vocabulary": ("yarrow.commands.vocabulary:vocabulary", "The words of the rule language."),
}


@click.command(
    cls=LazyGroup, table=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(__version__, prog_name="yarrow")
def yarrow():
    """Classical Chinese divination texts whose charts and rules run."""


def main() -> None:
    """Run `yarrow`; a YarrowError becomes its faults on standard error and exit status 1.

    So does what the system refuses (a full disk, a folder that may not be written to), and a
    database that lacks a table, unless a command has already said it better.
    """
    try:
        yarrow()
    except YarrowError as error:
        click.echo(str(error), err=True)
        sys.exit(1)
    except sqlite3.OperationalError as error:
        fault = Fault("database", f"is of another version, or in use ({error})", "run `yarrow build`")
        click.echo(str(fault), err=True)
        sys.exit(1)
    except OSError as error:
        what = error.strerror or str(error)
        fault = Fault(error.filename or "output", what, "give a file or folder that may be used so")
        click.echo(str(fault), err=True)
        sys.exit(1)


if __name__ == "__main__":
    main()
