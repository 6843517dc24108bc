"""The answer of a run exactly as the specifications print it, and the shapes of that (docs/schema/seed-*).

Agent runs give the object of specification 000, chat runs that of 002; names as they stand there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from core.answer.replies import reply
from core.events import Event, ToolName
from core.published.seed_trace import seed_trace
from core.runs.trace import fold_all
from core.types import Answer, Citation, PageKind
from core.types.research import ClarificationType


class _SeedShape(BaseModel):
    model_config = ConfigDict(extra="forbid")


class SeedCitation(_SeedShape):
    docId: str
    chunkId: str
    snippet: str
    filename: str


class SeedInsufficiency(_SeedShape):
    section: str
    missing: str
    queriesTried: list[str]


class SeedPlanRow(_SeedShape):
    type: Literal["plan"]
    steps: list[str]


class SeedToolCallRow(_SeedShape):
    type: Literal["tool_call"]
    tool: ToolName
    input: dict[str, str]
    outputSummary: str


class SeedValidationRow(_SeedShape):
    type: Literal["validation"]
    validationErrors: list[str]
    notes: str


class SeedNotesRow(_SeedShape):
    type: Literal["reprompt", "final", "error"]
    notes: str


SeedTraceRow = Annotated[
    SeedPlanRow | SeedToolCallRow | SeedValidationRow | SeedNotesRow, Field(discriminator="type")
]


class SeedAgentAnswer(_SeedShape):
    """The response of an agent run."""

    answer: str
    citations: list[SeedCitation]
    insufficiencies: list[SeedInsufficiency]
    trace: list[SeedTraceRow]


class SeedChatCitation(_SeedShape):
    doc_id: str
    filename: str
    page: int
    sheet: str | None
    chunk_id: str
    score: float


class SeedChatAnswer(_SeedShape):
    """The response of a chat run."""

    answer: str
    citations: list[SeedChatCitation]
    confidence: Literal["high", "medium", "low"]
    safety_flags: list[str]
    reasoning: str


class SeedClarificationDetails(_SeedShape):
    type: ClarificationType
    missing_info: str


class SeedClarification(_SeedShape):
    """The review of specification 003 that ends a run with a question back."""

    status: Literal["clarify"]
    reason: str
    clarification_details: SeedClarificationDetails


# Sentences of the specification that the program itself says otherwise: nothing is ever uploaded.
_LITERAL = {
    reply(
        "empty_knowledge_base"
    ): "No documents have been uploaded yet. Please upload documents before asking questions.",
    reply("nothing_sure", "en"): reply("not_in_documents", "en"),
    reply("nothing_sure", "de"): reply("not_in_documents", "de"),
}
_ROWS: TypeAdapter[list[SeedTraceRow]] = TypeAdapter(list[SeedTraceRow])


def seed_answer(events: Sequence[Event]) -> SeedAgentAnswer | SeedChatAnswer | SeedClarification:
    """The response of the specification (docs/specification.md) of a run that has ended, however it did."""
    state = fold_all(events)
    answer = state.answer or Answer("")
    text = _LITERAL.get(answer.text, answer.text)
    if state.outcome == "needs_input":
        details = SeedClarificationDetails(
            type=state.input_type, missing_info=state.input_missing or state.input_prompt
        )
        return SeedClarification(status="clarify", reason=state.input_prompt, clarification_details=details)
    if state.mode == "agent":
        return SeedAgentAnswer(
            answer=text,
            citations=[
                SeedCitation(
                    docId=citation.document_id,
                    chunkId=citation.chunk_id,
                    snippet=citation.snippet,
                    filename=citation.filename,
                )
                for citation in answer.citations
            ],
            insufficiencies=[
                SeedInsufficiency(
                    section=row.section, missing=row.missing, queriesTried=list(row.queries_tried)
                )
                for row in answer.insufficiencies
            ],
            trace=_ROWS.validate_python(seed_trace(events)),
        )
    return SeedChatAnswer(
        answer=text,
        citations=[
            SeedChatCitation(
                doc_id=citation.document_id,
                filename=citation.filename,
                page=citation.page,
                sheet=sheet_of(citation),
                chunk_id=citation.chunk_id,
                score=round(citation.score, 3),
            )
            for citation in answer.citations
        ],
        confidence=answer.confidence.value,
        safety_flags=list(answer.safety_flags),
        reasoning=answer.reasoning,
    )


def sheet_of(citation: Citation) -> str | None:
    """The name of the sheet it stands on; None in other formats."""
    return citation.page_label if citation.page_kind is PageKind.SHEET else None
