"""What the JSON Schemas have against a file of records, told for those who write them."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

import jsonschema

from yarrow import paths
from yarrow.errors import Fault
from yarrow.rules import marked


@functools.cache
def _validator(schema: str) -> jsonschema.protocols.Validator:
    path = paths.schema_dir() / f"{schema}.schema.json"
    return jsonschema.Draft202012Validator(json.loads(path.read_text(encoding="utf-8")))


def faults_of_form(path: Path, data: Any, lines: marked.Lines, schema: str) -> list[Fault]:
    """What the JSON Schema has against a file, each with its line and the record's id."""
    faults = []
    for error in _validator(schema).iter_errors(data):
        what, remedy, error = _told(error, schema)
        place = tuple(error.absolute_path)
        name = ""
        if place[:1] == ("records",) and len(place) > 1:
            name = f" ({name_of(data['records'][place[1]], place[1])})"
        inner = ".".join(str(part) for part in place[2:])
        faults.append(
            Fault(
                f"{path}:{marked.line_of(lines, place)}{name}",
                f"{inner}: {what}" if inner else what,
                remedy,
            )
        )
    return faults


def _told(error: jsonschema.ValidationError, schema: str):
    """What is wrong, the remedy, and the innermost error that it is about."""
    while error.context:
        if all(part.validator == "required" for part in error.context):
            remedy = error.schema.get("description") or "see docs/annotation.md for what it takes"
            return "something is missing", remedy, error
        error = max(
            error.context,
            key=lambda part: (len(part.absolute_path), part.validator not in ("type", "required")),
        )
    remedy = error.schema.get("description") or f"see docs/annotation.md for what {schema} take"
    if error.validator == "additionalProperties":
        extra = [key for key in error.instance if key not in error.schema["properties"]]
        if any(mark in "".join(extra) for mark in "()"):
            remedy = (
                "between braces a comma ends the entry: put the expression between quotation marks"
            )
        return f"{', '.join(extra)} has no place here", remedy, error
    if "propertyNames" in error.absolute_schema_path:
        return f"{error.instance} has no place here", remedy, error
    return error.message, remedy, error


def name_of(entry: Any, i: int) -> str:
    """The id of an entry, or which entry it is."""
    id_ = entry.get("id") if isinstance(entry, dict) else None
    return id_ if isinstance(id_, str) else f"entry {i + 1}"


def line_of(fault: Fault) -> int:
    """The line that a fault names."""
    line = fault.where.partition(".yaml:")[2].split(" ")[0].split(",")[0]
    return int(line) if line.isdigit() else 0
