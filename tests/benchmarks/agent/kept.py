"""`docuchat bench agent --judge-again`: kept runs judged by the rules of now, without asking any model.

A line of the details holds the answer and the trace of its run; the texts it opened and cites are in the
library it was asked of. The file is only read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from core.cancel import CancelToken
from core.engine import Engine
from core.errors import UsageError
from core.published.schemas import BenchOutput
from core.system.paths import AppPaths
from core.types import (
    Answer,
    Citation,
    Evidence,
    Insufficiency,
    InsufficiencyKind,
    NearestPassage,
    Statement,
    StatementStatus,
    Usage,
)
from tests.benchmarks.agent.facts import TOOLS, PromptSent, RunFacts
from tests.benchmarks.agent.judging import judged_again
from tests.benchmarks.agent.library import ChunkText, chunk_texts, opened_library, page_texts
from tests.benchmarks.agent.lines import HINT, Asked, by_commit, kept_runs
from tests.benchmarks.agent.report import findings, summed_up
from tests.benchmarks.agent.tasks import Task, load_tasks
from tests.benchmarks.machine import commit, machine
from tests.benchmarks.settings import settings_with


class _Kept(BaseModel):
    """As `core.published.schemas.AnswerOutput` has it, as far as a judgement needs it."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class _Place(_Kept):
    document_id: str
    page: int
    quote: str = ""


class _Citation(_Place):
    number: int
    document: str
    chunk_id: str
    from_snippet: bool = False


class _Statement(_Kept):
    text: str
    status: StatementStatus
    section: str = ""
    evidence: tuple[_Place, ...] = ()


class _Insufficiency(_Kept):
    section: str
    missing: str
    queries_tried: tuple[str, ...] = ()
    kind: InsufficiencyKind = InsufficiencyKind.GAP


class _Row(_Kept):
    """A row of the trace: a call of a tool or of the model, a reprompt, or another."""

    type: str
    tool: str = ""
    input: dict[str, str] = {}
    ok: bool = False
    purpose: str = ""
    prefix: str = ""
    prompt_tokens: int = 0
    evaluated_tokens: int = 0
    completion_tokens: int = 0


class _Run(_Kept):
    answer: str
    outcome: str
    seconds: float
    statements: tuple[_Statement, ...]
    citations: tuple[_Citation, ...]
    insufficiencies: tuple[_Insufficiency, ...]
    nearest: tuple[_Place, ...] = ()
    usage: Usage
    trace: tuple[_Row, ...]


def judge_again(
    *,
    paths: AppPaths,
    cancel: CancelToken,
    details: Path,
    library: Path,
    tasks: Sequence[Task] | None = None,
) -> BenchOutput:
    """Sum up the runs that `details` holds, judged anew by texts of the data home `library`.

    Raises:
        UsageError: the file cannot be read or is none of this benchmark; the library lacks a document that
            an answer cites.
        KnownError: the library cannot be used; `Cancelled` after Stop.
    """
    tasks = list(load_tasks() if tasks is None else tasks)
    lines = kept_runs(details, tasks)
    by_id = {task.task_id: task for task in tasks}
    asked: list[Asked] = []
    with opened_library(paths, settings_with(paths, ""), library) as engine:
        page_text, chunk_text = page_texts(engine), chunk_texts(engine)
        for line, runs in lines:
            for before in line.runs:
                cancel.check()
                facts = kept_facts(runs[before.mode.value], chunk_text, details)
                _must_hold(engine, facts, library)
                asked.append(judged_again(by_id[line.task_id], before, facts, page_text))
    models = ", ".join(dict.fromkeys(line.model for line, _ in lines))
    return BenchOutput(
        name="agent",
        commit=commit(),
        machine=machine(),
        results=summed_up(asked),
        left_out=[f"{len(tasks) - len(lines)} of {len(tasks)} tasks: not in {details}"]
        if len(lines) < len(tasks)
        else [],
        notes=[
            f"{len(lines)} of {len(tasks)} tasks, answered by {models} and judged again; what the searches "
            "found, limits and times are as they were",
            by_commit(line for line, _ in lines),
            *findings(asked),
        ],
    )


def kept_facts(run: Mapping[str, Any], chunk_text: ChunkText, file: Path) -> RunFacts:
    """A run as its line tells it. What its searches found is not kept.

    Raises:
        UsageError: it is no run.
    """
    try:
        kept = _Run.model_validate(run)
    except ValidationError as error:
        raise UsageError(
            f"{file} holds a run that cannot be read ({error.errors()[0]['msg']}).", HINT
        ) from error
    calls = [row for row in kept.trace if row.type == "tool_call" and row.tool in TOOLS]
    prompts = [row for row in kept.trace if row.type == "model_call"]
    return RunFacts(
        outcome=kept.outcome,
        seconds=kept.seconds,
        answer=_answer(kept),
        usage=kept.usage,
        queries=tuple(row.input.get("query", "") for row in calls if row.tool == "search_docs" and row.ok),
        tool_calls=len(calls),
        steps=sum(row.purpose == "action" for row in prompts),
        reprompts=sum(row.type == "reprompt" for row in kept.trace),
        hits=(),
        opened={
            row.input.get("chunkId", ""): chunk_text(row.input.get("docId", ""), row.input.get("chunkId", ""))
            for row in calls
            if row.tool == "open_citation" and row.ok
        },
        prompts=tuple(
            PromptSent(row.prefix, row.prompt_tokens, row.evaluated_tokens, row.completion_tokens)
            for row in prompts
        ),
    )


def _answer(kept: _Run) -> Answer:
    return Answer(
        kept.answer,
        statements=tuple(
            Statement(
                row.text,
                row.status,
                tuple(Evidence(0, place.document_id, place.page, (), place.quote) for place in row.evidence),
                section=row.section,
            )
            for row in kept.statements
        ),
        citations=tuple(
            Citation(
                number=row.number,
                document_id=row.document_id,
                content_hash="",
                filename=row.document,
                chunk_id=row.chunk_id,
                chunk_index=0,
                page=row.page,
                spans=(),
                quote=row.quote,
                snippet="",
                score=0.0,
                from_snippet=row.from_snippet,
            )
            for row in kept.citations
        ),
        insufficiencies=tuple(
            Insufficiency(row.section, row.missing, row.queries_tried, row.kind)
            for row in kept.insufficiencies
        ),
        nearest=tuple(
            NearestPassage(row.document_id, "", "", "", 0, row.page, (), row.quote, 0.0)
            for row in kept.nearest
        ),
    )


def _must_hold(engine: Engine, facts: RunFacts, library: Path) -> None:
    for citation in facts.answer.citations:
        if engine.document(citation.document_id) is None:
            raise UsageError(
                f"The library in {library} does not hold {citation.filename}, which an answer cites.",
                "Name the data home that the tasks were asked of with --library.",
            )
