"""The questions and their right answers: `documents` are those, of all 300, that meet its conditions.

A question without them asks about every document of its kind. What is computed comes from their values.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from core.fields.values import Value
from tests.benchmarks.evaluation_data import json_lines
from tests.benchmarks.library.documents import DATA, Truth

# Per unit or currency a sum, a mean or a value as shown; of groups (text without capitals, documents, sums).
Computed = frozenset[tuple[object, ...]]


@dataclass(frozen=True, slots=True)
class LibraryQuestion:
    """A question and its right answer: the file names of the documents it is about, and what is computed.

    `kind` is list, count, sum, average, min, max, group, clarify (nothing meets its conditions, and the user
    is to be told) or text (no table answers it). `bucket` is empty where a question names none. `field` is
    what is computed, `group_by` a field or `field/year`.
    """

    question_id: str
    question: str
    language: str
    kind: str
    bucket: str
    filenames: frozenset[str]
    computed: Computed
    field: str = ""
    group_by: str = ""


def read_questions(truths: Sequence[Truth]) -> list[LibraryQuestion]:
    """Those that tell something about these documents.

    Left out is a question whose answer would be empty, whose conditions leave every document, that has only
    one group; and one that is to be asked back although a document meets it.
    """
    questions = []
    for row in json_lines(DATA / "questions.jsonl"):
        shelf = [truth for truth in truths if row["bucket"] in ("", truth.bucket)]
        named = row.pop("documents", None)
        meeting = [truth for truth in shelf if named is None or truth.filename in named]
        computed = _computed(row["kind"], meeting, row.get("field", ""), row.get("group_by", ""))
        if row["kind"] == "text":
            telling = bool(meeting) or named is None
        elif row["kind"] == "clarify":
            telling = bool(shelf) and not meeting
        elif not meeting or (named is not None and len(meeting) == len(shelf)):
            telling = False
        else:
            telling = row["kind"] in ("list", "count") or len(computed) > (row["kind"] == "group")
        if telling:
            filenames = frozenset(truth.filename for truth in meeting)
            questions.append(LibraryQuestion(**row, filenames=filenames, computed=computed))
    return questions


def paraphrased(questions: Sequence[LibraryQuestion], half: str) -> list[LibraryQuestion]:
    """Some of the questions in other words; `half`: `tuned` or `held out`, whose mistakes nobody looks at."""
    known = {question.question_id: question for question in questions}
    return [
        replace(known[row["question_id"]], question=row["question"])
        for row in json_lines(DATA / "paraphrases.jsonl")
        if row["half"] == half and row["question_id"] in known
    ]


def _computed(kind: str, truths: Sequence[Truth], field: str, group_by: str) -> Computed:
    if kind in ("sum", "average"):
        return _sums(truths, field, mean=kind == "average")
    if kind in ("min", "max"):
        pick = min if kind == "min" else max
        ends = _by_unit(truths, field).items()
        return frozenset(
            (unit, pick(each, key=lambda value: value.number or 0.0).shown) for unit, each in ends
        )
    members: defaultdict[str, list[Truth]] = defaultdict(list)
    name, _, period = group_by.partition("/")
    for truth in truths:
        if (value := truth.values.get(name)) is not None:
            members[value.shown[:4] if period else _group_key(value)].append(truth)
    return frozenset((key, len(found), _sums(found, field)) for key, found in members.items())


def _by_unit(truths: Iterable[Truth], field: str) -> dict[str, list[Value]]:
    found: defaultdict[str, list[Value]] = defaultdict(list)
    for truth in truths:
        if (value := truth.values.get(field)) is not None:
            found[value.unit].append(value)
    return found


def _sums(truths: Iterable[Truth], field: str, *, mean: bool = False) -> Computed:
    amounts = set()
    for unit, values in _by_unit(truths, field).items():
        total = sum((value.exact for value in values), Decimal())
        amounts.add((unit, rounded(total / len(values) if mean else total)))
    return frozenset(amounts)


def _group_key(value: Value) -> str:
    """A figure without zeros that say nothing."""
    return value.shown.casefold() if value.number is None else f"{value.exact.normalize():f}"


def rounded(amount: Decimal) -> Decimal:
    """As sums and means are compared: a mean has more digits."""
    return amount.quantize(Decimal("0.000001"))
