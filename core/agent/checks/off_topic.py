"""Does each statement have to do with the question, where another one answers it?"""

from __future__ import annotations

from collections.abc import Sequence

from core.agent.checks.base import Finding, Findings
from core.agent.checks.conflicts import touched_conflicts
from core.agent.checks.quotation import wants_code
from core.agent.final.final_answer import FinalDraft
from core.agent.state import AgentState
from core.answer.asking.question import asked_about, matter_of
from core.answer.asking.question_parts import parts_of
from core.answer.confidence import VERIFIED
from core.answer.facts.checkable import facts_of
from core.answer.facts.stems import is_compound_of
from core.answer.verification.nearness import is_said
from core.types import Answer, Statement

BESIDE_THE_QUESTION = "BESIDE_THE_QUESTION"

# Of the question's words. Of 86 kept runs of two small models over reports this takes 17 statements (passages
# told apart by their pages), most of them behind the one sentence that was to be quoted; two were near to it.
_LEAST_OF_BEST = 0.4
_SHARE_OF_BEST = 0.34
_MOST_OF_PART = 0.6  # of its words: as many as make an opened sentence its answer
_LEAST_NAME = 4  # letters of a word that may be a part of a file's name


def validate_what_is_beside(draft: FinalDraft, answer: Answer, state: AgentState) -> Findings:
    """Beside a statement with many of the question's words none with hardly any, however true it is.

    A small model that found its sentence may go on copying. Of several questions a statement may answer the
    shortest. Under demanded headings, for code, for sides of a
    conflict and for figures that were read for the question other words count.
    """
    if (
        len(answer.statements) < 2
        or state.constraints.required_sections
        or wants_code(state)
        or (state.constraints.requires_conflict_resolution and touched_conflicts(answer, state))
    ):
        return ()
    files = [citation.filename for citation in answer.citations]
    wanted = _wanted(state.question, files)
    parts = [_wanted(part.standing, files) for part in parts_of(state.question)]
    shares = [_share(wanted, statement) for statement in answer.statements]
    best = max(
        (
            share
            for share, statement in zip(shares, answer.statements, strict=True)
            if statement.status in VERIFIED
        ),
        default=0.0,
    )
    if best < _LEAST_OF_BEST:
        return ()
    # A passage that answers may go on without words of the question: "The limit then becomes 12,000 hours."
    answering = {
        row.citation
        for share, statement in zip(shares, answer.statements, strict=True)
        if share >= _LEAST_OF_BEST
        for row in statement.evidence
    }
    beside = tuple(
        place
        for place, (share, statement) in enumerate(zip(shares, answer.statements, strict=True))
        if share < _SHARE_OF_BEST * best
        and draft.statements[place] not in state.figures.values()
        and all(_share(part, statement) < _MOST_OF_PART for part in parts)
        and answering.isdisjoint(row.citation for row in statement.evidence)
    )
    if not beside:
        return ()
    message = "Some statements have nothing to do with the question; leave them out."
    return (Finding(BESIDE_THE_QUESTION, message, statements=beside),)


def _wanted(question: str, filenames: Sequence[str]) -> frozenset[str]:
    """What is asked about, without what only names a file ("Amazon" of AMAZON_2019_10K.pdf)."""
    asked = facts_of(asked_about(matter_of(question) or question))
    names = " ".join(filenames).casefold()
    wanted = asked.words | asked.identifiers
    return frozenset(word for word in wanted if len(word) < _LEAST_NAME or word not in names) or wanted


def _share(wanted: frozenset[str], statement: Statement) -> float:
    """Of the wanted words, in any form or meaning, what the statement or its evidence has, 0 to 1."""
    given = facts_of(" \n".join([statement.text, *(row.quote for row in statement.evidence)]))
    words = given.words | given.identifiers
    said = sum(is_said(words, word) or is_compound_of(word, words, frozenset({word})) for word in wanted)
    return said / len(wanted) if wanted else 1.0
