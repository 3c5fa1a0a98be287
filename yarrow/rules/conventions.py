"""The points on which the books differ, as they are told to a reader.

The options themselves are the engines' and the words'; corpus/conventions.yaml says what they mean.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from yarrow import paths
from yarrow.charts import liuren_generals, liuren_lessons, liuyao_conventions
from yarrow.charts.liuren_spirits import spirits
from yarrow.corpus import load_yaml
from yarrow.errors import Fault, YarrowError
from yarrow.rules import liuren_base
from yarrow.rules.liuren_named import STAGES


@dataclass(frozen=True)
class Convention:
    """One point. level: chart or language. readings: what each means, by name, the default first.
    texts: the reading of a text that teaches another than the default."""

    name: str
    art: str
    level: str
    zh: str
    ko: str
    en: str
    definition: str
    source: str
    readings: dict[str, str]
    texts: dict[str, str]

    @property
    def default(self) -> str:
        return next(iter(self.readings))


def options() -> dict[tuple[str, str, str], tuple[str, ...]]:
    """Every option of the code by art, level and name: its readings, the default first. Spirits of
    which there are several tables are left out."""
    found = {
        ("liuyao", "chart", name): values for name, values in liuyao_conventions.OPTIONS.items()
    }
    found |= {("liuren", "chart", name): values for name, values in liuren_lessons.READINGS.items()}
    found["liuren", "chart", "nobleman"] = tuple(liuren_generals.NOBLEMEN)
    found |= {
        ("liuren", "language", name): values
        for name, values in liuren_base.CONVENTIONS.items()
        if name not in spirits()
    }
    return {key: tuple(str(value).lower() for value in values) for key, values in found.items()}


def load_conventions(directory: Path | None = None) -> tuple[Convention, ...]:
    """All conventions, those of the spirits with several tables last.

    YarrowError names every option or reading that the file lacks or that is none of the code.
    """
    path = (Path(directory) if directory else paths.corpus_dir()) / "conventions.yaml"
    found = [
        Convention(**{"texts": {}, **entry})
        for entry in load_yaml(path, "conventions")["conventions"]
    ]
    known = options()
    faults = []
    for one in found:
        readings = known.pop((one.art, one.level, one.name), None)
        where = f"{path}: {one.art} {one.name}"
        if readings is None:
            faults.append(Fault(where, "is no option, or stands twice", "drop it"))
        elif set(readings) != set(one.readings) or readings[0] != one.default:
            faults.append(
                Fault(
                    where,
                    f"the readings are {', '.join(one.readings)}",
                    f"give {', '.join(readings)}, the default first",
                )
            )
        for text, reading in one.texts.items():
            if reading not in one.readings:
                faults.append(
                    Fault(
                        where,
                        f"{text}: {reading} is none of its readings",
                        f"use {', '.join(one.readings)}",
                    )
                )
        if readings is not None and _taught(one) != one.texts:
            faults.append(Fault(where, "texts are not those of BY_TEXT in the code", "let them agree"))
    faults += [
        Fault(str(path), f"{art} {name} is missing", "describe it") for art, _, name in known
    ]
    if faults:
        raise YarrowError(faults)
    return (*found, *_spirits())


def _taught(one: Convention) -> dict[str, str]:
    """Text -> what it teaches otherwise than the default, as the code has it."""
    if one.art == "liuren":
        return {text: taught[one.name] for text, taught in liuren_base.BY_TEXT.items()
                if one.name in taught}
    return {
        text: str(getattr(taught, one.name)).lower()
        for text, taught in liuyao_conventions.BY_TEXT.items()
        if getattr(taught, one.name) != getattr(liuyao_conventions.DEFAULT, one.name)
    }


def _spirits() -> Iterator[Convention]:
    for entry in spirits().values():
        if entry.variants and entry.name not in STAGES:  # those are words of the stages
            first = "; ".join(filter(None, (", ".join(entry.passages), entry.reference)))
            yield Convention(
                entry.name,
                "liuren",
                "language",
                entry.name,
                entry.ko,
                entry.en,
                f"Which table of {entry.en} is meant.",
                first,
                {"default": entry.reference or "the table of the texts"}
                | {name: table.reference or name for name, table in entry.variants.items()},
                {},
            )
