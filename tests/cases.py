"""Cases that are data: one a line in `tests/data/FILE.jsonl`, and what scores them.

A line: `{"of": the rule, "id": a name, inputs…, "expected": what the rule makes of them}`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, is_dataclass
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data"


@dataclass(frozen=True)
class Case:
    of: str
    id: str
    given: Mapping[str, Any]
    expected: Any


def cases(file: str, of: str = "") -> list[Case]:
    """The cases of one rule, or of every rule in the file."""
    lines = [json.loads(line) for line in (DATA / f"{file}.jsonl").read_text("utf-8").strip().split("\n")]
    read = [Case(line.pop("of"), line.pop("id"), line, line.pop("expected")) for line in lines]
    found = [case for case in read if of in ("", case.of)]
    assert found, f"no cases of {of!r} in {file}.jsonl"
    return found


def score(cases: Sequence[Case], holds: Callable[[Case], object], share: float = 1.0) -> None:
    """The share of the cases that hold: `holds` returns True, or what there is to say of a miss."""
    results = [(case, holds(case)) for case in cases]
    missed = [f"{case.of} [{case.id}] {dict(case.given)}: {got}" for case, got in results if got is not True]
    reached = 1 - len(missed) / len(cases)
    assert reached >= share, "\n".join(
        [f"{reached:.2%} of {len(cases)} cases hold, not {share:.2%}", *missed]
    )


def score_rules(file: str, rules: Mapping[str, Callable[..., object]], share: float = 1.0) -> None:
    """Every case of the file: its rule, called with the inputs, returns what is expected.

    `rules`: by their names, such as a module holds them.
    """
    of_file = cases(file)
    assert {case.of for case in of_file} <= set(rules), "every case has a rule"

    def holds(case: Case) -> object:
        got = plain(rules[case.of](**case.given))
        return got == case.expected or f"expected {case.expected!r}, got {got!r}"

    score(of_file, holds, share)


def plain(value: object) -> Any:
    """As JSON would hold it: tuples and sets are lists, enums their values, dates their ISO form."""
    return json.loads(json.dumps(value, default=_plain))


def _plain(value: Any) -> object:
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    return sorted(value) if isinstance(value, set | frozenset) else str(value)
