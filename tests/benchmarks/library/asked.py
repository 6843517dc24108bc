"""Questions of the benchmark, asked of the real library mode, and whether its answers are exactly right."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from core.cancel import CancelToken
from core.corpus.base import FieldLibrary
from core.corpus.condition_filters import filter_of
from core.corpus.decomposition import Decomposition, Intent
from core.corpus.executor import LibraryExecutor
from core.corpus.library_routing import is_german, library_question
from core.events import AnswerReady, Event, EventStamper, InputRequired
from core.fields.results import Amount, Amounts
from core.fields.schema import FieldType
from tests.benchmarks.library.asking import LibraryQuestion

TODAY = datetime.date(2026, 11, 1)  # questions name their dates in full
_DIGITS = Decimal("0.000001")


class _Answered:
    """What came of one question: documents read for it, an answer, or a question back."""

    def __init__(self, events: Sequence[Event], read: list[Sequence[str]]) -> None:
        self.read = read
        self.has_answer = any(isinstance(event, AnswerReady) for event in events)
        self.request = next((event for event in events if isinstance(event, InputRequired)), None)


def is_right(question: LibraryQuestion, library: FieldLibrary, files: Mapping[str, str]) -> tuple[bool, str]:
    """Ask, and compare with the right answer.

    Args:
        files: document_id → file name.

    Returns:
        Whether it is exactly right, and what was understood.
    """
    return is_right_asked(question, library_question(question.question, library, TODAY), library, files)


def is_right_asked(
    question: LibraryQuestion,
    asked: Decomposition | None,
    library: FieldLibrary,
    files: Mapping[str, str],
) -> tuple[bool, str]:
    """The same of a question that was taken apart already; None: it was left to the texts."""
    if question.kind == "text":
        read = _run(question, asked, library).read if asked else []
        return asked is None or bool(read), "read" if asked is None else _told(asked)
    if asked is None:
        return False, "left to the texts"
    told = _told(asked)
    if question.kind == "clarify":
        request = _run(question, asked, library).request
        return request is not None, told
    if asked.everything and question.kind == "count" and not question.bucket:
        counted = sum(library.questions(bucket).count().count for bucket in asked.primary_buckets)
        return counted == question.count, told
    if len(asked.primary_buckets) > 1:
        return False, told
    schema = library.schemas()[asked.primary_buckets[0]]
    if schema.bucket != question.bucket:
        return False, told
    where = filter_of(asked.constraints, schema, german=is_german(question.question))
    ask = library.questions(schema.bucket)
    wanted = asked.computation
    if question.kind == "list":
        page = ask.documents(where, limit=1_000_000)
        listed = {files[document_id] for document_id in page.document_ids}
        return asked.intent is Intent.LIST and listed == set(question.filenames), told
    if wanted is None:
        return False, told
    if question.kind == "count":
        right = wanted.kind == "count" and not wanted.group_by and ask.count(where).count == question.count
        return right, told
    if question.kind == "group":
        return _groups_right(question, asked, library), told
    spec = schema.field(wanted.field)
    if spec is None or wanted.field != question.field or wanted.kind != question.kind:
        return False, told
    if question.kind in ("sum", "average"):
        found = ask.total(spec.name, where) if question.kind == "sum" else ask.average(spec.name, where)
        return _amounts(found) == {
            (entry.unit, entry.value.quantize(_DIGITS)) for entry in question.amounts
        }, told
    extremes = ask.extremes(spec.name, where).per_unit
    highest = question.kind == "max"
    found_extremes = {
        (
            "" if spec.type is FieldType.DATE else entry.unit,
            (entry.greatest if highest else entry.least).shown,
        )
        for entry in extremes
    }
    return found_extremes == {(entry.unit, _shown(entry.value)) for entry in question.extremes}, told


def _groups_right(question: LibraryQuestion, asked: Decomposition, library: FieldLibrary) -> bool:
    computation = asked.computation
    if computation is None or not computation.group_by:
        return False
    name, _, period = computation.group_by.partition("/")
    if name != question.group_by or (period == "year") != question.by_year:
        return False
    schema = library.schemas()[asked.primary_buckets[0]]
    where = filter_of(asked.constraints, schema)
    of = computation.field if computation.kind == "sum" and computation.field else None
    found = library.questions(schema.bucket).groups(name, where, of=of, limit=100_000)
    mine = {
        (group.shown.casefold(), group.documents, frozenset(_pairs(group.amounts))) for group in found.groups
    }
    right = {
        (
            group.key.casefold(),
            group.count,
            frozenset((entry.unit, entry.value.quantize(_DIGITS)) for entry in group.amounts),
        )
        for group in question.groups
    }
    return mine == right


def _run(question: LibraryQuestion, asked: Decomposition, library: FieldLibrary) -> _Answered:
    read: list[Sequence[str]] = []

    def read_texts(document_ids: Sequence[str]) -> Iterator[Event]:
        read.append(document_ids)
        return iter(())

    text = question.question
    executor = LibraryExecutor(
        library, asked, EventStamper(), read_texts, CancelToken(), question=text, german=is_german(text)
    )
    return _Answered(list(executor.run()), read)


def _amounts(found: Amounts) -> set[tuple[str, Decimal]]:
    return set(_pairs(found.per_unit))


def _pairs(amounts: Sequence[Amount]) -> list[tuple[str, Decimal]]:
    return [(entry.unit, entry.figure.quantize(_DIGITS)) for entry in amounts]


def _shown(value: Decimal | datetime.date) -> str:
    return value.isoformat() if isinstance(value, datetime.date) else f"{value:f}"


def _told(asked: Decomposition) -> str:
    parts = [asked.intent.value, *asked.primary_buckets]
    parts += [f"{entry.field} {entry.operator} {entry.value}" for entry in asked.constraints]
    if asked.computation is not None:
        parts.append(
            f"{asked.computation.kind} {asked.computation.field} {asked.computation.group_by}".strip()
        )
    if asked.left_over:
        parts.append("left: " + " ".join(asked.left_over))
    return "; ".join(parts)
