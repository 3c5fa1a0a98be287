"""`yarrow vocabulary`: the words of the rule language."""

from __future__ import annotations

import json

import click


@click.command(
    epilog="""\b
Examples:
  yarrow vocabulary
  yarrow vocabulary 財                 (in both arts)
  yarrow vocabulary 沖剋 --art liuyao   (made of two words)
  yarrow vocabulary wealth
  yarrow vocabulary --text zhonggui --json

The language itself: docs/rule-language.md"""
)
@click.argument("word", required=False)
@click.option("--art", type=click.Choice(["liuyao", "liuren"]), help="One art only.")
@click.option("--text", help="The words as one text has them, by its slug.")
@click.option("--json", "as_json", is_flag=True, help="As JSON, a list of objects.")
def vocabulary(word, art, text, as_json):
    """List the words of the rule language, or tell what WORD means.

    WORD may be any spelling, a word made of others (沖剋, 壬辰日), or part of a Korean or English
    name or of a definition.
    """
    from yarrow.rules.reference import entries, find

    if word is not None and not word.strip():
        raise click.BadParameter("it is empty: leave it out to list all", param_hint="WORD")
    art = _art(text, art)
    found = find(word, art, text) if word else entries(art, text)
    if as_json:
        click.echo(json.dumps(found, ensure_ascii=False, indent=1))
    elif word:
        click.echo("\n\n".join(_full(one) for one in found))
    else:
        click.echo("\n".join(_lines(found)))


def _art(text: str | None, art: str | None) -> str | None:
    """The art of a text, which must not be another than that asked for."""
    from yarrow import paths
    from yarrow.corpus import load_manifest
    from yarrow.rules.reference import ARTS

    if text is None:
        return art
    arts = {entry["slug"]: entry["tradition"] for entry in load_manifest(paths.corpus_dir())}
    if text not in arts:
        raise click.BadParameter(f"{text} is none of {', '.join(arts)}", param_hint="--text")
    own = next(name for name, zh in ARTS.items() if zh == arts[text])
    if art not in (None, own):
        raise click.UsageError(f"{text} is of {arts[text]}: leave --art out, or give --art {own}")
    return own


def _full(one: dict) -> str:
    from yarrow.rules.reference import ARTS, signature

    place = f"({ARTS[one['art']]}: {one['heading']})"
    lines = [f"{signature(one)}    {one['ko']}, {one['en']}    {place}",
             f"  {one['definition']}", f"  rests on: {one['source']}"]
    if one["variants"]:
        lines.append(f"  also: {'、'.join(one['variants'])}")
    if one["texts"]:
        lines.append(f"  in: {', '.join(one['texts'])}")
    return "\n".join(lines)


def _lines(found: list[dict]):
    from yarrow.rules.reference import ARTS, signature

    heading = None
    for one in found:
        if (one["art"], one["heading"]) != heading:
            heading = one["art"], one["heading"]
            yield f"\n{ARTS[one['art']]}: {one['heading']}"
        yield f"  {signature(one)}  {one['en']}"
