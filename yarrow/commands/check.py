"""`yarrow check`: text and computation held against each other."""

from __future__ import annotations

import click

from yarrow.commands import LazyGroup

CHECKS = {
    "claims": ("yarrow.commands.check_claims:claims", "Prove or refute the claims on all charts."),
    "examples": ("yarrow.commands.check_examples:examples", "Compute the worked charts again."),
    "translation": ("yarrow.commands.check_translation:check_translation",
                    "Where the Korean does not correspond to the Chinese."),
    "words": ("yarrow.commands.check_words:check_words",
              "Measure the links of terms against pairs checked by hand."),
    "rules": ("yarrow.commands.check_rules:rules", "Try every rule on the charts that it keeps."),
}


@click.command(cls=LazyGroup, table=CHECKS)
def check():
    """Hold text and computation against each other.

    What does not come out is a finding about the text, not a failure of the command.
    """
