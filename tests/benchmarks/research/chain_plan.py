"""Questions that only a chain of references answers, and their documents (`references/chains.txt`, `.jsonl`).

The values that answer are drawn by a seed, so that none can be known beforehand. Pure functions.
"""

from __future__ import annotations

import json
import random
import re
from dataclasses import dataclass

from core.errors import BugError
from tests.benchmarks.evaluation_data import own_data
from tests.benchmarks.research.library_plan import KnownReference, PlannedDocument, read_plan

_SLOT = re.compile(r"\{\{(?P<name>\w+)(?::(?P<of>[^{}]+))?\}\}")
_RANGE = re.compile(r"(\d+)-(\d+)")


@dataclass(frozen=True, slots=True)
class ChainQuestion:
    """`says` has to stand in verified statements of the answer; `wrong` are values of the neighbouring parts.

    `depth`: so many references lie between what the question speaks of and the answer.
    """

    question: str
    depth: int
    says: tuple[str, ...]
    wrong: tuple[str, ...]


def planned_chains(seed: int) -> tuple[list[PlannedDocument], list[KnownReference], list[ChainQuestion]]:
    """The documents, all references in them and the questions, with the values of this seed."""
    folder = own_data() / "references"
    slots = _Slots(seed)
    documents, known = read_plan(slots.fill((folder / "chains.txt").read_text(encoding="utf-8")))
    rows = [
        json.loads(slots.fill(line))
        for line in (folder / "chains.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    questions = [
        ChainQuestion(row["question"], row["depth"], tuple(row["says"]), tuple(row["not"])) for row in rows
    ]
    return documents, known, questions


class _Slots:
    """Values by the names of their slots; no number twice."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._values: dict[str, str] = {}

    def fill(self, text: str) -> str:
        """The text with a value in each slot.

        Raises:
            BugError: a slot is used before it says what may stand in it.
        """
        return _SLOT.sub(lambda match: self._value(match["name"], match["of"]), text)

    def _value(self, name: str, of: str | None) -> str:
        if name not in self._values:
            if of is None:
                raise BugError(f"no values are given for {{{{{name}}}}}")
            self._values[name] = self._drawn(of)
        return self._values[name]

    def _drawn(self, of: str) -> str:
        between = _RANGE.fullmatch(of)
        if between is None:
            return self._random.choice(of.split("/"))
        taken = set(self._values.values())
        numbers = range(int(between[1]), int(between[2]) + 1)
        return self._random.choice([str(one) for one in numbers if str(one) not in taken])
