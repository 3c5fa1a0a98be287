"""Errors that a person can act on: what is wrong, where, and the remedy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    """One thing wrong with what was given.

    where: the place as its reader names it (`file:12`, `hunyin-3`, `--hour`);
    what: the words concerned and what is wrong with them; remedy: what to do.
    """

    where: str
    what: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}\n    remedy: {self.remedy}"


class YarrowError(Exception):
    """One or more faults, all reported at once. `faults` holds them."""

    def __init__(self, faults: Fault | Sequence[Fault]):
        self.faults = (faults,) if isinstance(faults, Fault) else tuple(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))
