"""Questions asked of the real library mode, and whether its answers are exactly right."""

from __future__ import annotations

import datetime
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.cancel import CancelToken
from core.corpus.base import FieldLibrary
from core.corpus.condition_filters import filter_of
from core.corpus.decomposition import Computation, Decomposition, Intent
from core.corpus.executor import LibraryExecutor
from core.corpus.library_routing import is_german, library_question
from core.events import Event, EventStamper, InputRequired
from core.fields.filters import Filter
from core.fields.results import Amount
from tests.benchmarks.library.questions import Computed, LibraryQuestion, rounded

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
        understood = library_question(question.question, library, TODAY)
        right, told = is_right(question, understood, library, files)
        asked.append(Asked(question, right, told, time.monotonic() - began))
    return asked


def is_right(
    question: LibraryQuestion, asked: Decomposition | None, library: FieldLibrary, files: Mapping[str, str]
) -> tuple[bool, str]:
    """Is a question that was taken apart so answered exactly right, and what was understood?"""
    if asked is None:
        return question.kind == "text", TO_THE_TEXTS
    return _answered_rightly(question, asked, library, files), _told(asked)


def _answered_rightly(
    question: LibraryQuestion, asked: Decomposition, library: FieldLibrary, files: Mapping[str, str]
) -> bool:
    if question.kind in ("text", "clarify"):
        events, read = _run(question.question, asked, library)
        return read if question.kind == "text" else any(isinstance(event, InputRequired) for event in events)
    if asked.everything and question.kind == "count" and not question.bucket:
        counted = sum(library.questions(bucket).count().count for bucket in asked.primary_buckets)
        return counted == len(question.filenames)
    if list(asked.primary_buckets) != [question.bucket]:
        return False
    schema = library.schemas()[question.bucket]
    where = filter_of(asked.constraints, schema, german=is_german(question.question))
    ask, wanted = library.questions(question.bucket), asked.computation
    if question.kind == "list":
        found = ask.documents(where, limit=1_000_000).document_ids
        return asked.intent is Intent.LIST and {files[name] for name in found} == question.filenames
    if wanted is None:
        return False
    if question.kind == "count":
        counts = wanted.kind == "count" and not wanted.group_by
        return counts and ask.count(where).count == len(question.filenames)
    if question.kind == "group":
        same = bool(wanted.group_by) and wanted.group_by == question.group_by
    else:
        same = (wanted.kind, wanted.field) == (question.kind, question.field)
    return same and _computed(question.kind, library, question.bucket, wanted, where) == question.computed


def _computed(kind: str, library: FieldLibrary, bucket: str, wanted: Computation, where: Filter) -> Computed:
    ask = library.questions(bucket)
    if kind == "group":
        of = wanted.field if wanted.kind == "sum" and wanted.field else None
        groups = ask.groups(wanted.group_by.partition("/")[0], where, of=of, limit=100_000).groups
        return frozenset((one.shown.casefold(), one.documents, _pairs(one.amounts)) for one in groups)
    if kind in ("min", "max"):
        ends = ask.extremes(wanted.field, where).per_unit
        return frozenset((one.unit, (one.greatest if kind == "max" else one.least).shown) for one in ends)
    totals = ask.total(wanted.field, where) if kind == "sum" else ask.average(wanted.field, where)
    return _pairs(totals.per_unit)


def _run(question: str, asked: Decomposition, library: FieldLibrary) -> tuple[list[Event], bool]:
    """The events, and whether texts were read for the answer."""
    read: list[Sequence[str]] = []

    def read_texts(document_ids: Sequence[str]) -> Iterator[Event]:
        read.append(document_ids)
        return iter(())

    german, stamp = is_german(question), EventStamper()
    executor = LibraryExecutor(
        library, asked, stamp, read_texts, CancelToken(), question=question, german=german
    )
    return list(executor.run()), bool(read)


def _pairs(amounts: Sequence[Amount]) -> Computed:
    return frozenset((each.unit, rounded(each.figure)) for each in amounts)


def _told(asked: Decomposition) -> str:
    parts = [asked.intent.value, *asked.primary_buckets]
    parts += [f"{entry.field} {entry.operator} {entry.value}" for entry in asked.constraints]
    if (computed := asked.computation) is not None:
        parts.append(f"{computed.kind} {computed.field} {computed.group_by}".strip())
    if asked.left_over:
        parts.append("left: " + " ".join(asked.left_over))
    return "; ".join(parts)
