"""The gate no answer is shown before. Its codes are stable; its messages go to the model."""

from __future__ import annotations

from dataclasses import dataclass

from core.agent.final import FinalDraft
from core.agent.state import AgentState
from core.answer.statements import is_no_answer
from core.types import Answer, StatementStatus

MIN_SEARCHES_UNMET = "MIN_SEARCHES_UNMET"
MIN_OPEN_CITATIONS_UNMET = "MIN_OPEN_CITATIONS_UNMET"
HALLUCINATED_CITATION = "HALLUCINATED_CITATION"
EMPTY_ANSWER = "EMPTY_ANSWER"
UNSUPPORTED_ANSWER = "UNSUPPORTED_ANSWER"

# Worth one more try, but no reason to withhold: its statements are marked as unsupported.
SOFT_CODES = frozenset({UNSUPPORTED_ANSWER})


@dataclass(frozen=True, slots=True)
class GateResult:
    """`errors` are (code, message) pairs; empty when the answer may be shown."""

    errors: tuple[tuple[str, str], ...]

    @property
    def passed(self) -> bool:
        return not self.errors

    @property
    def only_warnings(self) -> bool:
        """Nothing but what may be shown with a mark."""
        return bool(self.errors) and SOFT_CODES.issuperset(self.codes)

    @property
    def codes(self) -> tuple[str, ...]:
        return tuple(code for code, _ in self.errors)

    @property
    def messages(self) -> tuple[str, ...]:
        return tuple(message for _, message in self.errors)


def validate_agent_state(draft: FinalDraft, answer: Answer, state: AgentState) -> GateResult:
    """Check one attempt against what the run has really done and opened."""
    errors: list[tuple[str, str]] = []
    searches, opened = len(state.queries), len(state.opened)
    if searches < state.min_searches:
        text = (
            f"Required at least {state.min_searches} separate searches, but only {searches} were performed."
        )
        errors.append((MIN_SEARCHES_UNMET, text))
    if opened < min(state.min_open_citations, len(state.results)):
        needed = state.min_open_citations
        text = f"Required to open at least {needed} citation(s), but only {opened} were opened."
        errors.append((MIN_OPEN_CITATIONS_UNMET, text))
    if draft.unknown:
        names = ", ".join(dict.fromkeys(draft.unknown))
        errors.append((HALLUCINATED_CITATION, f"{names} is not among the opened citations."))
    if not draft.statements:
        errors.append((EMPTY_ANSWER, "The answer has no statement."))
    elif not is_no_answer(draft.statements[0].text) and all(
        statement.status is StatementStatus.UNSUPPORTED for statement in answer.statements
    ):
        reasons = " ".join(dict.fromkeys(statement.reason for statement in answer.statements))
        text = f"No statement is carried by the sentences it names. {reasons}"
        errors.append((UNSUPPORTED_ANSWER, text))
    return GateResult(tuple(errors))
