"""From what a plan found to the answer that is shown, checked like any other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from core.answer.answer_table import gaps_of, table_text
from core.answer.assemble import EXTRACTIVE_ANSWER, build_answer, text_of
from core.answer.confidence import VERIFIED, confidence_of, no_surer_than
from core.answer.replies import reply
from core.answer.statements import DraftStatement
from core.plans.about_documents import tell_about
from core.plans.base import Plan, PlanRequest, PlanResult, PlanTools
from core.plans.calculating import calculate
from core.plans.comparing import compare
from core.plans.drafting import draft
from core.plans.explanation import explain
from core.plans.finding import find
from core.plans.listing import list_all
from core.plans.steps import in_steps
from core.plans.summary import summarise
from core.text.facts import facts_of
from core.text.stems import has_word
from core.types import Answer, Insufficiency, InsufficiencyKind, Statement, StatementStatus, VerdictCode
from core.types.requests import RequestKind

_GREETING = 5  # words
PLANS: dict[RequestKind, Plan] = {
    RequestKind.ABOUT: tell_about,
    RequestKind.SUMMARY: summarise,
    RequestKind.LIST: list_all,
    RequestKind.STEPS: in_steps,
    RequestKind.COMPARISON: compare,
    RequestKind.EXPLANATION: explain,
    RequestKind.DRAFT: draft,
    RequestKind.FIND: find,
    RequestKind.FIGURE: calculate,
}
# What a statement in another language than its sentences seems to lack: their words.
_BY_WORDS = frozenset(
    {
        VerdictCode.MISSING_WORDS,
        VerdictCode.MISSING_NAME,
        VerdictCode.ELSEWHERE,
        VerdictCode.DENIAL_DIFFERS,
    }
)


def planned_answer(request: PlanRequest, result: PlanResult, tools: PlanTools) -> Answer:
    """Every statement judged; what was written and nothing carries is left out, but for a draft's words and
    the cells of a table."""
    answer = build_answer(
        result.drafts,
        result.sources,
        request.text,
        locate=tools.retriever.locate,
        insufficiencies=[Insufficiency("", missing) for missing in result.missing],
        judge=tools.support,
    )
    judged = [
        (one, _as_said(one, statement, result, request))
        for one, statement in zip(result.drafts, answer.statements, strict=True)
    ]
    # A draft's words are not left out, nor is a cell: it would look as if it were not stated.
    keeps_all = request.kind is RequestKind.DRAFT or result.table is not None
    shown = [
        (one, statement)
        for one, statement in judged
        if statement.status is not StatementStatus.UNSUPPORTED or keeps_all
    ]
    count = len(judged) - len(shown)
    uncarried = [reply("uncarried", request.language, count=count)] if count else []
    left_out = [Insufficiency("", told, kind=InsufficiencyKind.LEFT_OUT) for told in uncarried]
    not_stated = gaps_of(result.table, [statement for _, statement in shown]) if result.table else ()
    cited = {evidence.citation for _, statement in shown for evidence in statement.evidence}
    flags = (EXTRACTIVE_ANSWER,) if all(one.quoted for one, _ in shown) else ()
    statements = [statement for _, statement in shown]
    return replace(
        answer,
        text=_text([one for one, _ in shown], statements)
        if result.table is None
        else table_text(result.table, statements, request.language),
        statements=tuple(statements),
        citations=tuple(citation for citation in answer.citations if citation.number in cited),
        insufficiencies=(*not_stated, *answer.insufficiencies, *left_out),
        confidence=no_surer_than(
            confidence_of([one for one in statements if not one.is_own_words]), result.surest
        ),
        safety_flags=flags,
        table=result.table,
    )


def _as_said(
    one: DraftStatement, statement: Statement, result: PlanResult, request: PlanRequest
) -> Statement:
    """A statement in another language than its sentences is *weak* where it seems to lack their words: no
    rule can tell, and its figures stand there. So is a line of a draft that states nothing."""
    states_nothing = one.line and _states_nothing(statement, result)
    if statement.status is not StatementStatus.UNSUPPORTED and not states_nothing:
        return statement
    if states_nothing or not one.labels:
        words = reply("states_nothing", request.language)
        return replace(
            statement, status=StatementStatus.WEAK, evidence=(), reason=words, code=VerdictCode.UNCHECKED
        )
    languages = {source.document.language for source in result.sources if source.number in one.citations}
    if statement.code in _BY_WORDS and not languages <= {"", request.language}:
        words = reply("in_other_language", request.language)
        return replace(statement, status=StatementStatus.WEAK, reason=words, code=VerdictCode.UNCHECKED)
    return statement


def _states_nothing(statement: Statement, result: PlanResult) -> bool:
    """ "Dear Sam,", "I hope you are well.": no figure, date or code, and no word of what was read."""
    said = facts_of(statement.text)
    if statement.status in VERIFIED or said.numbers or said.dates or said.identifiers:
        return False
    if len(statement.text.split()) <= _GREETING and statement.text[-1:] not in ".!?…":
        return True
    read = frozenset(word for source in result.sources for word in facts_of(source.chunk.text).words)
    return not any(has_word(read, word) for word in said.words)


def _text(drafts: Sequence[DraftStatement], statements: Sequence[Statement]) -> str:
    """As one paragraph or as bullets, under the headings of their sections."""
    parts: list[str] = []
    pairs = zip(drafts, statements, strict=True)
    for section, group in groupby(pairs, key=lambda pair: pair[0].section):
        own = list(group)
        text = text_of([one for one, _ in own], [statement for _, statement in own])
        parts.append(f"### {section}\n{text}" if section else text)
    return "\n\n".join(parts)
