"""Other forms that an answer can be had in with one click, and what such a click asks. No widgets."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from core.runs.trace import TraceState
from core.types import Mode
from core.types.requests import FollowUp, RequestKind


@dataclass(frozen=True, slots=True)
class AnswerForm:
    """`words` name it; `tip` says what a click does. Its request is asked again as `kind`, or the answer of
    `run_id` is changed as `how` says."""

    words: str
    tip: str
    run_id: str = ""
    kind: RequestKind | None = None
    how: FollowUp | None = None

    def asked(self, question: str) -> str:
        """What stands in the conversation as the new question."""
        return f"{question} ({self.words})" if self.kind is not None else self.words


def _tr(text: str) -> str:
    return QCoreApplication.translate("Conversation", text)


def forms_of(state: TraceState) -> list[AnswerForm]:
    """Those that an answer does not have yet; none where it rests on nothing."""
    answer, run_id = state.answer, state.run_id
    if answer is None or not run_id or not any(one.evidence for one in answer.statements):
        return []
    if state.mode not in (Mode.CHAT.value, Mode.AGENT.value):
        return []
    again, same = _tr("Ask the same question again, answered in this form"), _tr("The same statements, fewer")
    found = [
        AnswerForm(words, again, run_id, kind=kind)
        for words, kind in (
            (_tr("As a list"), RequestKind.LIST),
            (_tr("As a summary"), RequestKind.SUMMARY),
            (_tr("As steps"), RequestKind.STEPS),
            (_tr("As a table"), RequestKind.COMPARISON),
        )
        if kind.value != state.request_kind
    ]
    from core.search.keywords import language_of  # loads the index's library, not at start

    languages = (("en", _tr("In English")), ("de", _tr("In German")))
    if len(answer.statements) > 1:
        found.append(AnswerForm(_tr("Shorter"), same, run_id, how=FollowUp.SHORTER))
    said_in = language_of(" ".join(one.text for one in answer.statements), [code for code, _ in languages])
    translated = _tr("The same statements in this language, each with its source")
    for code, words in languages:
        if code != said_in:
            found.append(AnswerForm(words, translated, run_id, how=FollowUp.TRANSLATE))
    return found
