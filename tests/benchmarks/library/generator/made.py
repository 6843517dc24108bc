"""A drawn document on its way to a file."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.benchmarks.library.generator.drawing import Sheet


@dataclass(slots=True)
class Made:
    """`names` are file names, without ending, that somebody who files such a paper might give it."""

    sheet: Sheet
    names: list[str] = field(default_factory=list)
