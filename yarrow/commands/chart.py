"""`yarrow chart`: charts of either art."""

from __future__ import annotations

import click

from yarrow.commands import LazyGroup

CHARTS = {
    "liuren": ("yarrow.commands.chart_liuren:liuren", "A 大六壬 chart, or the table of 720 lessons."),
    "liuyao": ("yarrow.commands.chart_liuyao:liuyao", "A 六爻 chart, or the table of 64 hexagrams."),
}


@click.command(cls=LazyGroup, table=CHARTS)
def chart():
    """Compute a chart of either art."""
