"""The questions, and their right answers: computed from what the documents state that meet every condition.

A condition is `[field, operator, values…]` or `["either", condition, condition]`. A field that is not stated
meets `missing` only. Operators: `has` and `lacks` (part of a text, without regard to capitals; `a|b`: one of
two fields has it, both lack it), `in`, `not in`, `=`, `<`, `<=`, `>`, `>=`, `between` (both ends belong to
it), `currency`, `stated`, `missing`. An amount without a currency compares whatever the currency.
"""

from __future__ import annotations

import json
import operator
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from typing import Any

from core.fields.schema import built_in_schemas
from core.fields.values import Value
from tests.benchmarks.library.documents import DATA, Truth, value_of

_COMPARED: dict[str, Callable[[float, float], bool]] = {
    "=": operator.eq,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_DIGITS = Decimal("0.000001")  # a mean has more
Amounts = frozenset[tuple[str, Decimal]]  # unit or currency, sum or mean


@dataclass(frozen=True, slots=True)
class Answer:
    """What is right: the documents that meet the conditions, and what is computed from their values.

    `extremes` are (unit, value as shown), `groups` (text without capitals, documents, sums).
    """

    filenames: frozenset[str]
    amounts: Amounts = frozenset()
    extremes: frozenset[tuple[str, str]] = frozenset()
    groups: frozenset[tuple[str, int, Amounts]] = frozenset()


@dataclass(frozen=True, slots=True)
class LibraryQuestion:
    """A question and its right answer.

    `kind` is list, count, sum, average, min, max, group, clarify (nothing meets its conditions, and the user
    is to be told) or text (no table answers it). `bucket` is empty where a question names none. `field` is
    what is computed, `group_by` a field or `field/year`.
    """

    question_id: str
    question: str
    language: str
    kind: str
    bucket: str
    answer: Answer
    field: str = ""
    group_by: str = ""


def read_questions(truths: Sequence[Truth]) -> list[LibraryQuestion]:
    """Those that tell something about these documents.

    Left out is a question whose answer would be empty, whose conditions leave every document, that has only
    one group; and one that is to be asked back although a document meets it.
    """
    questions = []
    for line in (DATA / "questions.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        conditions = row.pop("conditions", [])
        answer = _answer(row, conditions, truths)
        if _tells_something(row, conditions, answer, truths):
            questions.append(LibraryQuestion(**row, answer=answer))
    return questions


def _answer(row: dict[str, str], conditions: list[Any], truths: Sequence[Truth]) -> Answer:
    if row["kind"] == "text" and not conditions:
        return Answer(frozenset())
    meeting = [truth for truth in _shelf(row, truths) if all(_meets(truth, each) for each in conditions)]
    filenames = frozenset(truth.filename for truth in meeting)
    compute = _COMPUTED.get(row["kind"])
    return Answer(filenames, **compute(meeting, row)) if compute else Answer(filenames)


def _shelf(row: dict[str, str], truths: Sequence[Truth]) -> list[Truth]:
    return [truth for truth in truths if row["bucket"] in ("", truth.bucket)]


def _tells_something(
    row: dict[str, str], conditions: list[Any], answer: Answer, truths: Sequence[Truth]
) -> bool:
    found, shelf = len(answer.filenames), len(_shelf(row, truths))
    if row["kind"] == "text":
        return not conditions or bool(found)
    if row["kind"] == "clarify":
        return bool(shelf) and not found
    if not found or (conditions and found == shelf):
        return False
    if row["kind"] == "group":
        return len(answer.groups) > 1
    return row["kind"] not in _COMPUTED or bool(answer.amounts or answer.extremes)


def _meets(truth: Truth, condition: list[Any]) -> bool:
    fields, *rest = condition
    if fields == "either":
        return any(_meets(truth, each) for each in rest)
    comparison, *wanted = rest
    values = [truth.values.get(name) for name in fields.split("|")]
    stated = [value for value in values if value is not None]
    if comparison == "missing":
        return not stated
    if comparison in ("has", "lacks"):
        holding = [wanted[0].casefold() in value.shown.casefold() for value in stated]
        return any(holding) if comparison == "has" else len(stated) == len(values) and not any(holding)
    if comparison == "stated" or not stated:
        return bool(stated)
    return _compares(truth.bucket, fields, stated[0], comparison, wanted)


def _compares(bucket: str, field: str, value: Value, comparison: str, wanted: list[str | bool]) -> bool:
    if comparison == "currency":
        return value.unit == wanted[0]
    spec = built_in_schemas()[bucket].field(field)
    if spec is None:
        raise KeyError(f"{bucket} have no field {field}.")
    limits = [value_of(spec, each) for each in wanted]
    if comparison in ("in", "not in"):
        return (value.key in {limit.key for limit in limits}) is (comparison == "in")
    if any(limit.unit not in ("", value.unit) for limit in limits):
        return False
    numbers = [limit.number or 0.0 for limit in limits]
    number = value.number or 0.0
    if comparison == "between":
        return numbers[0] <= number <= numbers[1]
    return _COMPARED[comparison](number, numbers[0])


# What is computed.


def _by_unit(truths: Iterable[Truth], field: str) -> dict[str, list[Value]]:
    found: defaultdict[str, list[Value]] = defaultdict(list)
    for truth in truths:
        if (value := truth.values.get(field)) is not None:
            found[value.unit].append(value)
    return found


def _sums(truths: Iterable[Truth], row: dict[str, str], *, mean: bool = False) -> dict[str, Any]:
    amounts = set()
    for unit, values in _by_unit(truths, row.get("field", "")).items():
        total = sum((value.exact for value in values), Decimal())
        amounts.add((unit, rounded(total / len(values) if mean else total)))
    return {"amounts": frozenset(amounts)}


def _extremes(truths: Iterable[Truth], row: dict[str, str], *, highest: bool) -> dict[str, Any]:
    pick = max if highest else min
    found = _by_unit(truths, row["field"])
    best = {unit: pick(values, key=lambda value: value.number or 0.0) for unit, values in found.items()}
    return {"extremes": frozenset((unit, value.shown) for unit, value in best.items())}


def _groups(truths: Iterable[Truth], row: dict[str, str]) -> dict[str, Any]:
    name, _, period = row["group_by"].partition("/")
    members: defaultdict[str, list[Truth]] = defaultdict(list)
    for truth in truths:
        if (value := truth.values.get(name)) is not None:
            members[value.shown[:4] if period else _group_key(value)].append(truth)
    groups = {(key, len(found), _sums(found, row)["amounts"]) for key, found in members.items()}
    return {"groups": frozenset(groups)}


def _group_key(value: Value) -> str:
    """A figure without zeros that say nothing."""
    return value.shown.casefold() if value.number is None else f"{value.exact.normalize():f}"


_COMPUTED: dict[str, Callable[[Sequence[Truth], dict[str, str]], dict[str, Any]]] = {
    "sum": _sums,
    "average": partial(_sums, mean=True),
    "min": partial(_extremes, highest=False),
    "max": partial(_extremes, highest=True),
    "group": _groups,
}


def rounded(amount: Decimal) -> Decimal:
    """As sums and means are compared."""
    return amount.quantize(_DIGITS)
