"""`yarrow add`: take a further text into the corpus."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path

import click
import yaml

from align import segment, source
from align.model import Layers, Source, TextError
from yarrow import paths
from yarrow.corpus import load_manifest, manifest_faults
from yarrow.errors import Fault, YarrowError


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--slug", required=True, help="The name of the text in every id: a to z and digits.")
@click.option("--tradition", required=True, help="六爻 or 大六壬.")
@click.option("--certain", default="The file came without a statement of its origin.",
              show_default=True, help="What is certain of the text's origin.")
@click.option("--lead", default="None.", show_default=True,
              help="What is believed of its origin, and on what ground.")
@click.option("--licence-zh", default="not stated", show_default=True,
              help="Licence of the Chinese text.")
@click.option("--licence-ko", default="not stated", show_default=True,
              help="Licence of the translation.")
@click.option("--corpus", "corpus", type=click.Path(path_type=Path),
              help="The corpus folder to add to (default: YARROW_CORPUS, or the checkout's).")
@click.option("--dry-run", is_flag=True, help="Check everything, write nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print what was added as JSON.")
def add(file, slug, tradition, certain, lead, licence_zh, licence_ko, corpus, dry_run, as_json):
    """Take FILE into the corpus: check it, copy it to texts/, and enter it in the manifest.

    FILE has a heading with the title in both scripts, such as 혼인(婚姻), then a Chinese
    paragraph and its Korean translation in turn, with blank lines between. All that is wrong is
    reported at once, and then nothing is written.

    \b
    Examples:
      yarrow add wealth.txt --slug qiucai --tradition 六爻 --dry-run
      yarrow add wealth.txt --slug qiucai --tradition 六爻 \\
        --lead "Reads as a chapter of the 黃金策." --licence-zh "public domain"
    """
    directory = corpus or (paths.corpus_dir() if dry_run else paths.writable_corpus())
    entries = load_manifest(directory)
    faults: list[Fault] = []
    read = found = None
    data = b""
    try:
        data = source.load(file)
        read = source.parse(data, str(file))
        found = segment.layers(read)
    except TextError as error:
        faults += [Fault(fault.where, fault.what, fault.remedy) for fault in error.faults]
    entry = {
        "slug": slug,
        "file": f"{slug}.txt",
        # a stand-in where the heading is missing, so that the rest is checked all the same
        "title": {"zh": read.heading_zh, "ko": read.heading_ko} if read else {"zh": "?", "ko": "?"},
        "tradition": tradition,
        "attribution": {"certain": certain, "lead": lead},
        "licence": {"zh": licence_zh, "ko": licence_ko, "annotation": "CC-BY-4.0"},
    }
    faults += [Fault(f"--{fault.where}", fault.what, fault.remedy)
               for fault in manifest_faults(entry)]
    faults += _clashes(entry, entries, data, directory)
    if faults:
        raise YarrowError(faults)
    if not dry_run:
        _write(entry, entries, data, directory)
    _report(entry, read, found, directory, dry_run, as_json)


def _clashes(entry: dict, entries: list[dict], data: bytes, directory: Path) -> list[Fault]:
    """What the corpus has already: the slug, the heading, the very bytes."""
    faults = []
    for other in entries:
        if other["slug"] == entry["slug"]:
            faults.append(Fault("--slug", f"{entry['slug']} is taken by {other['title']['zh']}",
                                "choose another; slugs are never reused"))
        elif other["title"]["zh"] == entry["title"]["zh"]:
            faults.append(Fault("heading", f"{entry['title']['zh']} is that of {other['slug']}",
                                "change the heading of one, or leave the text out"))
        path = directory / "texts" / other["file"]
        if data and path.is_file() and path.read_bytes() == data:
            faults.append(Fault("FILE", f"is {other['slug']} ({path.name}), byte for byte",
                                "it is in the corpus already"))
    return faults


def _write(entry: dict, entries: list[dict], data: bytes, directory: Path) -> None:
    """Copy the text, then replace the manifest: each whole or not at all."""
    manifest = directory / "texts" / "manifest.yaml"
    target = directory / "texts" / entry["file"]
    lines = yaml.safe_dump(entry, allow_unicode=True, sort_keys=False, width=95).splitlines()
    item = "".join(f"{'  - ' if i == 0 else '    '}{line}\n" for i, line in enumerate(lines))
    text = manifest.read_text(encoding="utf-8").rstrip("\n") + "\n\n" + item
    try:
        whole = yaml.safe_load(text)
    except yaml.YAMLError:
        whole = None
    if whole != {"texts": [*entries, entry]}:
        raise YarrowError(Fault(str(manifest), "the list of texts does not stand at its end, so "
                                "that an entry cannot be appended", f"enter by hand:\n{item}"))
    if target.exists() and target.read_bytes() != data:
        raise YarrowError(Fault(str(target), "exists, and no text of the manifest uses it",
                                "remove it, or choose another slug"))
    had = target.exists()
    try:
        _replace(target, data)
        _replace(manifest, text.encode("utf-8"))
    except BaseException as error:
        if not had:
            target.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise YarrowError(Fault(str(directory), f"cannot be written: {error.strerror}",
                                    "make it writable, or give another with --corpus")) from None
        raise


def _replace(path: Path, data: bytes) -> None:
    """Write `data` beside `path` and move it there in one step."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(name, path.stat().st_mode & 0o777 if path.exists() else 0o644)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def _report(entry: dict, read: Source, found: Layers, directory: Path, dry_run: bool,
            as_json: bool) -> None:
    figures = {
        "passages": len(read.passages),
        "units": len(found.units),
        "segments": len(found.segments),
    }
    if as_json:
        click.echo(json.dumps({"added": not dry_run, "corpus": str(directory), "entry": entry,
                               **figures}, ensure_ascii=False, indent=1))
        return
    what = "Would add" if dry_run else "Added"
    click.echo(f"{what} {entry['slug']}: {entry['title']['zh']} ({entry['title']['ko']}), "
               + ", ".join(f"{count} {name}" for name, count in figures.items()) + ".")
    if not dry_run:
        click.echo(f"Entered in {directory / 'texts' / 'manifest.yaml'}; next: yarrow build")
