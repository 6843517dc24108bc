"""Phase 5: five scores of 0 to 100, and whether the report is written once more, and with which focus.

Four scores are computed, that of the citations by reading the cited passages once more. Whether the sentences
make sense together is computed as far as that goes, and judged by the model besides, where there is one; the
score is the mean of both.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace

from core.agent.queries import query_key
from core.answer.asking.injection import unfenced
from core.answer.confidence import VERIFIED
from core.answer.relevance.answering import answers
from core.answer.verification.statement import QUOTES_JOINED, judge_statement
from core.events import Event, QualityChecked
from core.judge.run_judge import RunJudge
from core.llm.grammars import object_schema
from core.research import prompts
from core.research.base import Parts
from core.research.report import Assembled, assembled, bare
from core.research.research_texts import say
from core.research.state import Phase, Quality, ResearchState
from core.types import StatementStatus
from core.types.research import QualityScore

_MOST_REPORT_CHARACTERS = 3000
_VALIDITY_TOKENS = 24
_HARDLY_FITS = 5  # of 10, by the model
_VALIDITY = object_schema({"score": {"type": "integer", "minimum": 0, "maximum": 10}})


def check_quality(state: ResearchState, parts: Parts) -> Generator[Event, None, ResearchState]:
    """The state with its scores: on to the attribution, or back to the sections that have to be mended."""
    report = assembled(state, parts)
    validity = yield from _validity(state, report, parts)
    retry_left = parts.asker.model is not None and len(state.quality) < parts.limits.retries
    quality = _judged(state, report, validity, parts, retry_left=retry_left)
    # Copied sentences would be copied again.
    retry = not quality.accepted and retry_left and bool(quality.rewrite)
    state = state.but(quality=(*state.quality, quality))
    focus = " ".join(quality.issues) if retry else ""
    yield parts.stamp(
        QualityChecked,
        scores=quality.scores,
        total=quality.total,
        decision="accept" if quality.accepted else "retry" if retry else "keep",
        issues=quality.issues,
        focus=focus,
    )
    if retry:
        left = tuple(one for one in state.sections if one.task_id not in quality.rewrite)
        return state.but(sections=left, earlier_sections=state.sections, focus=focus, phase=Phase.SYNTHESIS)
    if state.earlier_sections and quality.total < state.quality[0].total:
        state = state.but(sections=state.earlier_sections, quality=(state.quality[0],))
    return state.but(phase=Phase.ATTRIBUTION)


def _judged(
    state: ResearchState,
    report: Assembled,
    validity: tuple[QualityScore, tuple[str, ...]],
    parts: Parts,
    *,
    retry_left: bool,
) -> Quality:
    """The scores and what is wrong.

    Accepted is what has the points of the limits, a verified statement, and no part of the question open that
    another try could take up.
    """
    language = state.language
    statements = report.answer.statements
    left_out = sum(section.left_out for section in state.sections)
    issues: list[str] = []
    if left_out:
        everything = left_out + len(statements)
        issues.append(say("issue_unsupported", language, count=left_out, all=everything))
    empty = [section for section in state.sections if not report.statements_of(section.title)]
    if empty:
        issues.append(say("issue_empty", language, count=len(empty), all=len(state.sections)))
    texts = [statement.text for section in state.sections for statement in section.statements]
    repeated = len(texts) - len({text.casefold() for text in texts})
    if repeated:
        issues.append(say("issue_repeated", language, count=repeated))
    carried = [_is_carried_by_cited(state, report, place, parts) for place in range(len(statements))]
    miscited = carried.count(False)
    if miscited:
        issues.append(say("issue_citations", language, count=miscited))
    score, beside = validity
    issues += beside
    unanswered = [
        part for part in state.asked if not answers([part], statements, report.sources, parts.judge)
    ]
    removed = set(map(query_key, state.removed))
    open_ = [part for part in unanswered if query_key(part) not in removed]
    if open_:
        issues.append(say("issue_question", language, parts="; ".join(one.rstrip(" ?.") for one in open_)))
    issues += [
        say("issue_partly", language, title=one.title.rstrip(" ?."), count=one.told, all=one.passages)
        for one in report.breadth
        if one.told < one.passages
    ]
    full = 1 - len(empty) / max(len(state.sections), 1)
    single = 1 - repeated / max(len(texts), 1)
    asked = 1 - len(unanswered) / len(state.asked)
    if report.breadth:  # a sentence that answers is not all there is to say
        told = sum(one.share for one in report.breadth) / len(report.breadth)
        asked = min(asked, (asked + told) / 2)
    scores = (
        _score("factual_accuracy", _accuracy(len(statements), left_out)),
        score,
        _score("structural_integrity", 0.7 * full + 0.3 * single if statements else 0.0),
        _score("citation_correctness", sum(carried) / len(statements) if statements else 0.0),
        _score("query_relevance", asked if statements else 0.0),
    )
    rewrite = _to_mend(state, report, open_)
    mendable = bool(open_) and retry_left and bool(rewrite)
    enough = sum(one.score for one in scores) >= parts.limits.accepted
    accepted = enough and bool(statements) and not mendable
    return Quality(scores=scores, issues=tuple(issues), rewrite=rewrite, accepted=accepted)


def _accuracy(shown: int, left_out: int) -> float:
    """What is shown is verified; of what was written and is not, half is held against the report."""
    return (shown + left_out / 2) / (shown + left_out) if shown else 0.0


def _score(name: str, share: float) -> QualityScore:
    return QualityScore(name, round(100 * share))  # type: ignore[arg-type]


def _is_carried_by_cited(state: ResearchState, report: Assembled, place: int, parts: Parts) -> bool:
    """The passages that the statement cites carry it, read by themselves as if it cited no sentence of them;
    a copy stands there word for word."""
    statement, draft = report.answer.statements[place], report.drafts[place]
    numbers = {row.citation for row in statement.evidence}
    cited = [source for source in report.sources if source.number in numbers]
    if draft.quoted and statement.status is StatementStatus.QUOTED:
        read = [bare(source.chunk.text) for source in cited]
        copied = [*statement.text.split(QUOTES_JOINED), *(row.quote for row in statement.evidence)]
        return all(any(bare(text) in passage for passage in read) for text in copied)
    alone = replace(draft, citations=tuple(sorted(numbers)), labels=(), quoted=False)
    return judge_statement(alone, cited, state.question, parts.support).status in VERIFIED


def _to_mend(state: ResearchState, report: Assembled, open_: Sequence[str]) -> tuple[int, ...]:
    """Tasks whose sections have nothing although something was found, or of which something was left out, or
    that are for a part of the question that is still open."""
    found = {found.task_id for found in state.findings}
    still = {query_key(part) for part in open_}
    rows = []
    for section in state.sections:
        own = report.statements_of(section.title)
        if section.task_id in found and (not own or section.left_out or query_key(section.title) in still):
            rows.append(section.task_id)
    return tuple(rows)


def _beside(state: ResearchState, report: Assembled, judge: RunJudge) -> tuple[list[str], int]:
    """The sections that do not answer their task, and how many are not empty."""
    filled = {
        section.title: own for section in state.sections if (own := report.statements_of(section.title))
    }
    beside = [title for title, own in filled.items() if not answers([title], own, report.sources, judge)]
    return beside, len(filled)


def _validity(
    state: ResearchState, report: Assembled, parts: Parts
) -> Generator[Event, None, tuple[QualityScore, tuple[str, ...]]]:
    """Do the sections speak of their tasks, and (the model's view) do their sentences fit together? The score
    and what is wrong."""
    if not report.drafts:
        return QualityScore("semantic_validity", 0), ()
    language = state.language
    beside, filled = _beside(state, report, parts.judge)
    share = 1 - len(beside) / filled if filled else 0.0
    titles = "; ".join(one.rstrip(" ?.") for one in beside)
    issues = [say("issue_beside", language, titles=titles)] if beside else []
    content = yield from parts.asker.ask(
        "quality",
        prompts.VALIDITY.format(
            question=state.question, report=unfenced(report.answer.text)[:_MOST_REPORT_CHARACTERS]
        ),
        _VALIDITY,
        _VALIDITY_TOKENS,
        language,
    )
    given = content.get("score") if content else None
    if not isinstance(given, int) or not 0 <= given <= 10:
        return QualityScore("semantic_validity", round(100 * share)), tuple(issues)
    if given <= _HARDLY_FITS:
        issues.append(say("issue_validity", language, given=given))
    return QualityScore("semantic_validity", round(50 * share + 5 * given), "model"), tuple(issues)
