"""The subcommands of `yarrow`, one module each, and what they share."""

from __future__ import annotations

import importlib

import click


class LazyGroup(click.Group):
    """A click group over a table name -> (`module:attribute`, one line of help).

    A module is imported only when its command is used, so that help is quick.
    """

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
