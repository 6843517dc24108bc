"""Questions asked of the real library mode, and whether its answers are exactly right."""

from __future__ import annotations

import datetime
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.cancel import CancelToken
from core.corpus.base import FieldLibrary
from core.corpus.condition_filters import filter_of
from core.corpus.decomposition import Decomposition, Intent
from core.corpus.executor import LibraryExecutor
from core.corpus.library_routing import is_german, library_question
from core.events import Event, EventStamper, InputRequired
from core.fields.filters import Filter
from core.fields.results import Amount
from tests.benchmarks.library.questions import Amounts, LibraryQuestion, rounded

TODAY = datetime.date(2026, 11, 1)  # questions name their dates in full
TO_THE_TEXTS = "left to the texts"


@dataclass(frozen=True, slots=True)
class Asked:
    """What became of one question."""

    question: LibraryQuestion
    right: bool
    understood: str
    seconds: float

    @property
    def answered_wrongly(self) -> bool:
        return not self.right and self.understood != TO_THE_TEXTS

    @property
    def line(self) -> str:
        return f"[{self.question.kind}] {self.question.question} → {self.understood}"


def ask_all(
    questions: Sequence[LibraryQuestion], library: FieldLibrary, files: Mapping[str, str], cancel: CancelToken
) -> list[Asked]:
    """Ask one after the other; `files` is document_id → file name."""
    asked = []
    for question in questions:
        cancel.check()
        began = time.monotonic()
        right, understood = is_right(question, library, files)
        asked.append(Asked(question, right, understood, time.monotonic() - began))
    return asked


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
    if asked is None:
        return question.kind == "text", TO_THE_TEXTS
    return _answered_rightly(question, asked, library, files), _told(asked)


def _answered_rightly(
    question: LibraryQuestion, asked: Decomposition, library: FieldLibrary, files: Mapping[str, str]
) -> bool:
    if question.kind in ("text", "clarify"):
        events, read = _run(question, asked, library)
        if question.kind == "text":
            return bool(read)
        return any(isinstance(event, InputRequired) for event in events)
    if asked.everything and question.kind == "count" and not question.bucket:
        counted = sum(library.questions(bucket).count().count for bucket in asked.primary_buckets)
        return counted == len(question.answer.filenames)
    if list(asked.primary_buckets) != [question.bucket]:
        return False
    schema = library.schemas()[question.bucket]
    where = filter_of(asked.constraints, schema, german=is_german(question.question))
    if question.kind == "list":
        page = library.questions(schema.bucket).documents(where, limit=1_000_000)
        listed = {files[document_id] for document_id in page.document_ids}
        return asked.intent is Intent.LIST and listed == question.answer.filenames
    return _computed_rightly(question, asked, library, where)


def _computed_rightly(
    question: LibraryQuestion, asked: Decomposition, library: FieldLibrary, where: Filter
) -> bool:
    ask, wanted, right = library.questions(question.bucket), asked.computation, question.answer
    if wanted is None:
        return False
    if question.kind == "group":
        if not wanted.group_by or wanted.group_by != question.group_by:
            return False
        of = wanted.field if wanted.kind == "sum" and wanted.field else None
        name = question.group_by.partition("/")[0]
        found = ask.groups(name, where, of=of, limit=100_000)
        groups = {(group.shown.casefold(), group.documents, _pairs(group.amounts)) for group in found.groups}
        return groups == right.groups
    if wanted.kind != question.kind:
        return False
    if question.kind == "count":
        return not wanted.group_by and ask.count(where).count == len(right.filenames)
    if wanted.field != question.field:
        return False
    if question.kind in ("sum", "average"):
        totals = (
            ask.total(wanted.field, where) if question.kind == "sum" else ask.average(wanted.field, where)
        )
        return _pairs(totals.per_unit) == right.amounts
    per_unit = ask.extremes(wanted.field, where).per_unit
    highest = question.kind == "max"
    return {
        (each.unit, (each.greatest if highest else each.least).shown) for each in per_unit
    } == right.extremes


def _run(
    question: LibraryQuestion, asked: Decomposition, library: FieldLibrary
) -> tuple[list[Event], list[Sequence[str]]]:
    """The events, and the documents that were read for the answer."""
    read: list[Sequence[str]] = []

    def read_texts(document_ids: Sequence[str]) -> Iterator[Event]:
        read.append(document_ids)
        return iter(())

    text = question.question
    executor = LibraryExecutor(
        library, asked, EventStamper(), read_texts, CancelToken(), question=text, german=is_german(text)
    )
    return list(executor.run()), read


def _pairs(amounts: Sequence[Amount]) -> Amounts:
    return frozenset((each.unit, rounded(each.figure)) for each in amounts)


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
