"""`yarrow export`: the corpus in the formats of others."""

from __future__ import annotations

import functools
from pathlib import Path

import click

from yarrow.errors import Fault, YarrowError
from yarrow.export.bitext import LAYERS


@click.group()
def export():
    """Write the corpus in a format of others.

    \b
    Examples:
      yarrow export tei edition/
      yarrow export tmx yarrow.tmx --reviewed-only
      yarrow export tsv --document hunyin --layer main > hunyin.tsv
      yarrow export moses parallel/
    """


def _progress(message: str) -> None:
    click.echo(f"export: {message}", err=True)


@export.command()
@click.argument("directory", metavar="DIR", type=click.Path(path_type=Path))
def tei(directory: Path):
    """Write TEI P5: one file a text, glossary.xml, and yarrow.xml with all of them.

    DIR is made whole or not at all. It must be new or empty, or an earlier export that no one
    has changed, which is replaced. docs/tei.md explains the encoding; SHA256SUMS lists the files.

    \b
    yarrow export tei edition/
    """
    from yarrow.export import content, tei, writing

    writing.check_folder(directory)
    names = writing.write_folder(directory, tei.files(content.load(_progress), _progress))
    click.echo(f"{directory}: {len(names)} files", err=True)


def _selection(command):
    """The options that choose pairs; the command takes `chosen`, the pairs, and the version."""

    @click.option("--document", "documents", multiple=True, metavar="TEXT",
                  help="Only this text (may be given again).")
    @click.option("--layer", "layers", multiple=True, type=click.Choice(LAYERS),
                  help="Only pairs of this layer (may be given again); translation and note are "
                  "Korean that renders no Chinese.")
    @click.option("--reviewed-only", is_flag=True, help="Only what a reader settled.")
    @functools.wraps(command)
    def with_pairs(*args, documents, layers, reviewed_only, **kwargs):
        from yarrow.corpus import load_corpus
        from yarrow.export import bitext
        from yarrow.export.content import load_links

        texts = load_corpus()
        slugs = [text.slug for text in texts]
        unknown = [name for name in documents if name not in slugs]
        if unknown:
            raise YarrowError([Fault("--document", f"{name} is no text of the corpus",
                                     f"use {', '.join(slugs)}") for name in unknown])
        links, parallels = load_links(texts, _progress)
        chosen = list(bitext.pairs(texts, parallels, links, documents, layers, reviewed_only))
        if not chosen:
            raise YarrowError(Fault("export", "no pair is left by these options",
                                    "leave out --reviewed-only, --layer or --document"))
        return command(*args, chosen=chosen, **kwargs)

    return with_pairs


@export.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path, allow_dash=True))
@click.option("--zh-code", default="lzh", show_default=True,
              help="Language code of the Chinese, such as zh-TW if a program does not know lzh.")
@click.option("--ko-code", default="ko", show_default=True, help="Language code of the Korean.")
@_selection
def tmx(file: Path, zh_code: str, ko_code: str, chosen):
    """Write a translation memory, TMX 1.4b. Pairs with an empty side are left out.

    \b
    yarrow export tmx yarrow.tmx
    yarrow export tmx yarrow.tmx --document yushi --zh-code zh-TW
    """
    from yarrow import __version__
    from yarrow.export.tmx import tmx

    _put(file, tmx(chosen, __version__, zh_code, ko_code))
    _say_left_out(chosen)


@export.command()
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path, allow_dash=True),
              default="-", help="The file to write; without it, standard output.")
@_selection
def tsv(output: Path, chosen):
    """Write a bilingual table with tabs, one pair a line, the names of the columns first.

    \b
    yarrow export tsv > pairs.tsv
    yarrow export tsv -o verse.tsv --document hunyin --layer main
    """
    from yarrow.export.tables import tsv

    _put(output, tsv(chosen))


@export.command()
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path, allow_dash=True),
              default="-", help="The file to write; without it, standard output.")
@_selection
def jsonl(output: Path, chosen):
    """Write JSON lines, one pair a line, with offsets, segments, layers, status and score.

    \b
    yarrow export jsonl > pairs.jsonl
    yarrow export jsonl --layer commentary -o commentary.jsonl
    """
    from yarrow.export.tables import jsonl

    _put(output, jsonl(chosen))


@export.command()
@click.argument("directory", metavar="DIR", type=click.Path(path_type=Path))
@_selection
def moses(directory: Path, chosen):
    """Write plain parallel text: yarrow.lzh and yarrow.ko, line for line, and yarrow.ids.

    Pairs with an empty side are left out, so that no line is empty. The text is not tokenised.
    DIR must be new or empty, or an earlier export that no one has changed.

    \b
    yarrow export moses parallel/
    yarrow export moses verse/ --layer main --reviewed-only
    """
    from yarrow.export import writing
    from yarrow.export.tables import moses

    writing.write_folder(directory, moses(chosen).items())
    _say_left_out(chosen)


def _put(file: Path, data: bytes) -> None:
    from yarrow.export.writing import write_file

    if str(file) == "-":
        click.echo(data, nl=False)
    else:
        write_file(file, data)
        click.echo(f"{file}: written", err=True)


def _say_left_out(chosen) -> None:
    whole = sum(pair.whole for pair in chosen)
    click.echo(f"{whole} pairs; {len(chosen) - whole} with an empty side left out", err=True)
