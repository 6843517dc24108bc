"""Phase 5: five scores of 0 to 100, and whether the report is written once more, and with which focus.

Four scores are computed. Whether the sentences make sense together is computed as far as that goes, and
judged by the model besides, where there is one; the score is the mean of both.
"""

from __future__ import annotations

from collections.abc import Generator

from core.answer.answering import only_near
from core.answer.confidence import VERIFIED, answered_parts, open_parts, question_share
from core.answer.injection import unfenced
from core.answer.question import question_parts
from core.answer.told import tells_nothing
from core.events import Event, QualityChecked
from core.research import prompts
from core.research.base import Parts
from core.research.clarification import system_prompt
from core.research.report import Assembled, assembled
from core.research.state import Phase, Quality, ResearchState
from core.research.synthesis import verified_share
from core.research.wording import say
from core.types import StatementStatus
from core.types.research import QualityScore

_MOST_REPORT_CHARACTERS = 3000
_VALIDITY_TOKENS = 24
_VALIDITY = {
    "type": "object",
    "properties": {"score": {"type": "integer", "minimum": 0, "maximum": 10}},
    "required": ["score"],
    "additionalProperties": False,
}


def check_quality(state: ResearchState, parts: Parts) -> Generator[Event, None, ResearchState]:
    """The state with its scores: on to the attribution, or back to the sections that have to be mended.

    Raises:
        core.errors.ModelError: from a model that nothing may stand in for.
        Cancelled: after Stop.
    """
    report = assembled(state, parts)
    validity = yield from _validity(state, report, parts)
    quality = _judged(state, report, validity)
    limits = parts.limits
    state = state.but(quality=(*state.quality, quality))
    accepted = quality.total >= limits.accepted
    # Copied sentences would be copied again.
    mendable = parts.asker.model is not None and bool(quality.rewrite)
    retry = not accepted and mendable and len(state.quality) <= limits.retries
    focus = " ".join(quality.issues) if retry else ""
    yield parts.stamp(
        QualityChecked,
        scores=quality.scores,
        total=quality.total,
        decision="accept" if accepted else "retry" if retry else "keep",
        issues=quality.issues,
        focus=focus,
    )
    if retry:
        left = tuple(one for one in state.sections if one.task_id not in quality.rewrite)
        return state.but(sections=left, earlier_sections=state.sections, focus=focus, phase=Phase.SYNTHESIS)
    if state.earlier_sections and quality.total < state.quality[0].total:
        state = state.but(sections=state.earlier_sections, quality=(state.quality[0],))
    return state.but(phase=Phase.ATTRIBUTION)


def _judged(state: ResearchState, report: Assembled, validity: QualityScore) -> Quality:
    answer, language = report.answer, state.language
    statements = answer.statements
    issues: list[str] = []
    unverified = sum(one.status not in VERIFIED for one in statements)
    if unverified:
        issues.append(say("issue_unsupported", language, count=unverified, all=len(statements)))
    filled = {draft.section for draft in report.drafts}
    empty = [section for section in state.sections if section.title not in filled]
    if empty:
        issues.append(say("issue_empty", language, count=len(empty), all=len(state.sections)))
    texts = [statement.text for section in state.sections for statement in section.statements]
    repeated = len(texts) - len({text.casefold() for text in texts})
    if repeated:
        issues.append(say("issue_repeated", language, count=repeated))
    unquoted = len(statements) - sum(_is_cited(report, place) for place in range(len(statements)))
    if unquoted:
        issues.append(say("issue_citations", language, count=unquoted))
    open_ = open_parts(question_parts(state.question), state.question, statements)
    if open_:
        issues.append(say("issue_question", language, parts="; ".join(open_)))
    full = 1 - len(empty) / max(len(state.sections), 1)
    single = 1 - repeated / max(len(texts), 1)
    cited = 1 - unquoted / len(statements) if statements else 0.0
    asked = (question_share(state.question, statements) + answered_parts(state.question, statements)) / 2
    scores = (
        _score("factual_accuracy", verified_share(statements)),
        validity,
        _score("structural_integrity", 0.7 * full + 0.3 * single if statements else 0.0),
        _score("citation_correctness", cited),
        _score("query_relevance", asked if statements else 0.0),
    )
    return Quality(scores=scores, issues=tuple(issues), rewrite=_to_mend(state, report))


def _score(name: str, share: float) -> QualityScore:
    return QualityScore(name, round(100 * share))  # type: ignore[arg-type]


def _is_cited(report: Assembled, place: int) -> bool:
    """It rests on sentences that stand in its sources word for word, under citations the answer has."""
    statement = report.answer.statements[place]
    numbers = {citation.number for citation in report.answer.citations}
    sentences = {
        (sentence.citation, sentence.text) for source in report.sources for sentence in source.sentences
    }
    return bool(statement.evidence) and all(
        row.citation in numbers and (row.citation, row.quote) in sentences for row in statement.evidence
    )


def _to_mend(state: ResearchState, report: Assembled) -> tuple[int, ...]:
    """Tasks whose sections have nothing although something was found, or something that is not carried."""
    pairs = list(zip(report.drafts, report.answer.statements, strict=True))
    found = {found.task_id for found in state.findings}
    rows = []
    for section in state.sections:
        own = [judged for draft, judged in pairs if draft.section == section.title]
        carried = bool(own) and all(one.status in VERIFIED for one in own) and not section.left_out
        if section.task_id in found and not carried:
            rows.append(section.task_id)
    return tuple(rows)


def _validity(state: ResearchState, report: Assembled, parts: Parts) -> Generator[Event, None, QualityScore]:
    """Do the sections speak of their tasks, and (the model's view) do their sentences fit together?"""
    pairs = list(zip(report.drafts, report.answer.statements, strict=True))
    good = []
    for section in state.sections:
        own = [judged for draft, judged in pairs if draft.section == section.title]
        if own:
            near = only_near(section.title, own, report.answer.citations, report.sources)
            told = not all(
                tells_nothing(one.text, section.title)
                for one in own
                if one.status is not StatementStatus.QUOTED
            ) or any(one.status is StatementStatus.QUOTED for one in own)
            good.append(told and not near)
    share = sum(good) / len(good) if good else 0.0
    if not pairs:
        return QualityScore("semantic_validity", 0)
    content = yield from parts.asker.ask(
        "quality",
        system_prompt(state),
        prompts.VALIDITY.format(
            question=state.question, report=unfenced(report.answer.text)[:_MOST_REPORT_CHARACTERS]
        ),
        _VALIDITY,
        _VALIDITY_TOKENS,
        state.language,
    )
    given = content.get("score") if content else None
    if not isinstance(given, int) or not 0 <= given <= 10:
        return QualityScore("semantic_validity", round(100 * share))
    return QualityScore("semantic_validity", round(50 * share + 5 * given), "model")
