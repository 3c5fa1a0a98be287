"""YAML with the line of every entry, so that a fault can name it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from yarrow.errors import Fault, YarrowError

MAX_DEPTH = 30  # an anchor may not hold itself
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
Lines = dict[tuple, int]


def read(path: Path) -> tuple[Any, Lines]:
    """The content of a YAML file, and the line (from 1) of each of its places.

    Keys are kept as they are written (`true` and `on` are words here, not truths). Lines are by
    path: ("records", 0, "when"). YarrowError if the file is no UTF-8, no YAML or has a key twice.
    """
    try:
        source = path.read_text(encoding="utf-8")
    except OSError as error:
        raise YarrowError(
            Fault(str(path), error.strerror or str(error), "name a file that is there")
        ) from None
    except UnicodeDecodeError as error:
        raise YarrowError(
            Fault(str(path), f"byte {error.start + 1} is no UTF-8", "save the file as UTF-8")
        ) from None
    return read_text(source, str(path))


def read_text(source: str, where: str) -> tuple[Any, Lines]:
    """`read` for text at hand; where names it in messages."""
    try:
        root = yaml.compose(source, Loader=_Loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f"{where}:{mark.line + 1}" if mark else where
        raise YarrowError(
            Fault(
                place,
                f"no YAML: {getattr(error, 'problem', None) or error}",
                "mend the line; put words with : or # between quotation marks",
            )
        ) from None
    lines: Lines = {(): 1}
    faults: list[Fault] = []
    data = None if root is None else _value(root, (), lines, faults, where)
    if faults:
        raise YarrowError(faults)
    return data, lines


def _value(node: yaml.Node, path: tuple, lines: Lines, faults: list[Fault], where: str) -> Any:
    lines[path] = node.start_mark.line + 1
    if len(path) > MAX_DEPTH:
        faults.append(Fault(f"{where}:{lines[path]}", "nested too deep", "make it flat"))
        return None
    if isinstance(node, yaml.MappingNode):
        out: dict[str, Any] = {}
        for key_node, value_node in node.value:
            key = str(key_node.value)
            if key in out:
                faults.append(
                    Fault(
                        f"{where}:{key_node.start_mark.line + 1}",
                        f"{key} stands twice in one entry",
                        "keep one of the two",
                    )
                )
            out[key] = _value(value_node, (*path, key), lines, faults, where)
            lines[(*path, key)] = key_node.start_mark.line + 1
        return out
    if isinstance(node, yaml.SequenceNode):
        return [_value(item, (*path, i), lines, faults, where) for i, item in enumerate(node.value)]
    if node.tag == "tag:yaml.org,2002:int" and node.value.isdecimal():
        return int(node.value)
    if node.tag == "tag:yaml.org,2002:bool" and node.value in ("true", "false"):
        return node.value == "true"
    if node.tag == "tag:yaml.org,2002:null":
        return None
    return node.value


def line_of(lines: Lines, path: tuple) -> int:
    """The line of a place, or of the nearest place around it."""
    while path not in lines:
        path = path[:-1]
    return lines[path]
