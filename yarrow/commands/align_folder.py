"""`yarrow align-folder`: align a folder of other texts."""

from __future__ import annotations

from pathlib import Path

import click

from align.many import align_folder as run
from align.model import TextError
from yarrow.errors import Fault, YarrowError


@click.command("align-folder")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("out", type=click.Path(file_okay=False, path_type=Path))
@click.option("--workers", type=click.IntRange(1), default=1, show_default=True,
              help="Processes on this machine.")
@click.option("--scheduler", metavar="ADDRESS",
              help="A Dask scheduler, such as tcp://host:8786; needs yarrow-corpus[distributed].")
@click.option("--quiet", is_flag=True, help="Say nothing on the way.")
def align_folder(folder, out, workers, scheduler, quiet):
    """Align the texts of FOLDER (with the folders in it) into OUT, one NAME.jsonl a text.

    A text is a file of alternating Chinese and Korean paragraphs after a heading, or a pair
    NAME.zh.txt and NAME.ko.txt with as many paragraphs. A bead a line: passage (from 1),
    zh_start, zh_end, ko_start, ko_end (code points, null where a side is empty), score, zh, ko.
    A run that was cut off goes on where it stopped; OUT/lexicon.npz keeps what was learned.

    \b
    yarrow align-folder my-texts my-beads --workers 2
    """
    try:
        done = run(folder, out, workers=workers, scheduler=scheduler,
                   progress=(lambda message: None) if quiet else _progress)
    except TextError as error:
        raise YarrowError([Fault(f.where, f.what, f.remedy) for f in error.faults]) from None
    except OSError as error:
        what = f"cannot be read or written: {error.strerror or error}"
        raise YarrowError(Fault(str(error.filename or out), what,
                                "make room or give another OUT; the same command goes on")) from None
    click.echo(f"{done} passages aligned into {out}", err=True)


def _progress(message: str) -> None:
    click.echo(message, err=True)
