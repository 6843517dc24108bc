"""From drafted statements and numbered sources to the answer that is shown.

Quotes are copied from the source by the program; each statement keeps the sentences that carry it best.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from core.answer.confidence import VERIFIED, confidence_of
from core.answer.sources import Source
from core.answer.statements import DraftStatement
from core.answer.verification.statement import judge_statement
from core.judge.base import SupportJudge
from core.text.textspan import CELL_SEPARATOR
from core.types import (
    Answer,
    Citation,
    CitedPlace,
    Evidence,
    Insufficiency,
    Span,
    Statement,
    StatementStatus,
    VerdictCode,
)

EXTRACTIVE_ANSWER = "extractive_answer"  # safety flag of an answer that no model had a word in
Locate = Callable[[str, Sequence[Span]], CitedPlace]


def build_answer(
    drafts: Sequence[DraftStatement],
    sources: Sequence[Source],
    question: str,
    *,
    locate: Locate,
    insufficiencies: Sequence[Insufficiency] = (),
    safety_flags: Sequence[str] = (),
    judge: SupportJudge | None = None,
) -> Answer:
    """Judge every statement, cite what carries them, and say how confident that alone makes us.

    `locate(document_id, spans)` says where cited spans stand. `judge`: see `judge_statement`.
    """
    statements = tuple(
        replace(
            _doubted(judge_statement(draft, sources, question, judge), draft.doubt),
            section=draft.section,
            row=draft.row,
            column=draft.column,
        )
        for draft in drafts
    )
    citations = _citations(statements, sources, locate)
    used = len(citations)
    return Answer(
        text=text_of(drafts, statements),
        statements=statements,
        citations=citations,
        insufficiencies=tuple(insufficiencies),
        confidence=confidence_of(statements),
        safety_flags=tuple(safety_flags),
        reasoning=f"Used {used} source chunk{'' if used == 1 else 's'}",
    )


def _doubted(statement: Statement, doubt: str) -> Statement:
    """✓ and ● say that it stands there, and that it answers."""
    if not doubt or statement.status not in VERIFIED:
        return statement
    return replace(statement, status=StatementStatus.WEAK, reason=doubt, code=VerdictCode.UNCHECKED)


def text_of(drafts: Sequence[DraftStatement], statements: Sequence[Statement]) -> str:
    """The statements with their `[n]`, as one paragraph or as the bullets or lines of their drafts; a short
    answer in bold (Markdown) in a line of its own."""
    lines: list[str] = []
    for draft, statement in zip(drafts, statements, strict=True):
        numbers = sorted({evidence.citation for evidence in statement.evidence})
        text = statement.text + "".join(
            f" [{number}]" if i == 0 else f"[{number}]" for i, number in enumerate(numbers)
        )
        if draft.part is not None:
            lines.append(("\n" if lines else "") + f"**{text}**\n")
        elif draft.bullet:
            lines.append(f"- {text}")
        elif draft.line:
            lines.append(("\n" if lines else "") + text)
        elif lines and not lines[-1].lstrip().startswith(("- ", "**")):
            lines[-1] += f" {text}"
        else:
            lines.append(text)
    return "\n".join(lines)


def _citations(
    statements: Sequence[Statement], sources: Sequence[Source], locate: Locate
) -> tuple[Citation, ...]:
    citations: list[Citation] = []
    for source in sources:
        groups = [[e for e in statement.evidence if e.citation == source.number] for statement in statements]
        evidence = [e for group in groups for e in group]
        if not evidence:
            continue
        # Of a heading and a sentence, the sentence is what a reader wants to see; of rows the last, below
        # those that name its columns.
        telling = [e for group in groups for e in (group[-1:] if _ends_in_row(group) else group)]
        main = max(telling, key=lambda e: len(e.quote))
        # A citation points at one place; evidence that begins on the next page stays with its statement.
        spans = _spans_of(evidence, main.page)
        place = locate(source.document.document_id, _spans_of(telling, main.page))
        citations.append(
            Citation(
                number=source.number,
                document_id=source.document.document_id,
                content_hash=source.document.content_hash,
                filename=source.document.filename,
                chunk_id=source.chunk.chunk_id,
                chunk_index=source.chunk.index,
                page=main.page,
                spans=tuple(spans),
                quote=main.quote,
                snippet=source.snippet,
                score=round(source.score, 3),
                page_kind=place.page_kind,
                page_label=place.page_label,
                place=place.place,
                gives_orders=source.gives_orders,
                last_page=place.last_page,
            )
        )
    return tuple(citations)


def _ends_in_row(evidence: Sequence[Evidence]) -> bool:
    return bool(evidence) and CELL_SEPARATOR in evidence[-1].quote


def _spans_of(evidence: Sequence[Evidence], page: int) -> list[Span]:
    return sorted({span for e in evidence if e.page == page for span in e.spans})
