"""Research mode over the engine's parts: a new research, a reply to one that waits, one that was cut off.

Any thread; the answering runs on the one that iterates.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from pydantic import ValidationError

from core.agent.demands.analysis import analyze_constraints
from core.answer.asking.followup import Turn
from core.answer.asking.question_language import question_language
from core.cancel import CancelToken
from core.engine.modes import chosen_writer
from core.engine.origins import with_origins
from core.engine.question import Question
from core.engine.reference_library import StoredReferenceLibrary
from core.errors import KnownError, StorageError, UsageError
from core.events import Event, EventStamper
from core.judge.base import AnswerJudge
from core.judge.run_judge import RunJudge
from core.judge.support import ModelJudge, support_judge
from core.llm.base import ChatModel
from core.models.store import ModelStore
from core.plans.request_kinds import RequestKinds
from core.research.base import Parts
from core.research.limits import ResearchLimits
from core.research.model_requests import Asker
from core.research.passages import SourceBook
from core.research.reply_words import RESUME_WORDS, agrees
from core.research.state import ResearchState
from core.search.registry import DocumentRegistry
from core.search.retriever import HybridRetriever
from core.settings import Settings
from core.store.database import Database
from core.store.research import ResearchRepository
from core.store.runs import RunRepository, StoredRun
from core.types import Mode
from core.types.requests import FollowUp

_ENDED = ("answered", "no_answer", "refused")
log = logging.getLogger(__name__)


class ResearchDesk:
    """Which research a question belongs to, and the run that goes on with it."""

    def __init__(self, database: Database, runs: RunRepository, registry: DocumentRegistry) -> None:
        self._states = ResearchRepository(database)
        self._runs = runs
        self._references = StoredReferenceLibrary(database, registry)

    def mode_of(self, text: str, conversation_id: str) -> Mode | None:
        """Research, where a text without a mode of its own replies to one or goes on with it; else None."""
        last = self._last(conversation_id)
        if last is None:
            return None
        return Mode.RESEARCH if _goes_on(last, text, self._is_newest(last)) else None

    def parent_of(self, question: Question) -> str:
        """The run that a question of this mode goes on with; empty for a new research."""
        if question.parent_run_id:
            return question.parent_run_id
        last = self._last(question.conversation_id)
        if last is None or last.outcome in _ENDED:
            return ""
        return last.run_id if _goes_on(last, question.text, self._is_newest(last)) else ""

    def answer(
        self,
        question: Question,
        parent: str,
        earlier: tuple[Turn, ...],
        retriever: HybridRetriever,
        open_model: Callable[[], ChatModel],
        models: ModelStore,
        judge: AnswerJudge,
        settings: Settings,
        stamp: EventStamper,
        cancel: CancelToken,
        kinds: RequestKinds,
    ) -> Iterator[Event]:
        """The events of a run after `RunStarted`; `parent` is what `parent_of` said before it was stored.

        Raises:
            UsageError: there is no research to go on with.
            StorageError: its state cannot be read.
        """
        # A sixth of the time in which the program is imported: their patterns, which only a research needs.
        from core.research.library_references import LibraryFollower
        from core.research.machine import ResearchMachine

        if not parent and is_resuming(question.text):
            raise _nothing_to_go_on_with()
        state, unread = self._state(parent, question) if parent else (_fresh(question), "")
        if question.document_ids is not None:  # what its workspace holds now, and not when it began
            state = state.but(document_ids=state.within(question.document_ids))
        state = _as_chosen(state, question)
        answers = settings.answers
        model, without = chosen_writer(open_model, settings, models, extractive=state.extractive)
        asker = Asker(
            model,
            stamp,
            cancel,
            may_fail=answers.extractive != "never",
            without=(without.code, without.reason) if without else ("", ""),
        )
        parts = Parts(
            retriever=retriever,
            judge=RunJudge(judge, ModelJudge(model, cancel) if model is not None else None),
            follower=LibraryFollower(self._references, state.document_ids, state.language),
            sources=SourceBook(retriever, state.document_ids),
            asker=asker,
            kinds=kinds,
            limits=ResearchLimits.of(answers),
            stamp=stamp,
            cancel=cancel,
            support=support_judge(model, cancel),
            demands_of=partial(analyze_constraints, kinds=kinds),
        )
        if earlier and kinds.follow_up_of(state.question) is FollowUp.STANDALONE:
            earlier = ()
        machine = ResearchMachine(parts, self._states, ask_anyway=question.ask_anyway)
        if not parent:
            return with_origins(machine.start(state, earlier), retriever.origins)
        # "ok" after a run that was killed says to go on, and not that its unread reply is void.
        resumed = is_resuming(question.text) or (bool(unread) and agrees(question.text))
        text = unread if resumed else question.text
        return with_origins(machine.go_on(state, text, earlier), retriever.origins)

    def _state(self, run_id: str, question: Question) -> tuple[ResearchState, str]:
        """The state a run stored last; of one that was killed before it could, that of its parent, and its
        reply, which nobody has read yet. A first run of which nothing is stored begins with its question."""
        stored = self._states.load(run_id)
        if stored is not None:
            try:
                return ResearchState.model_validate_json(stored), ""
            except ValidationError as error:
                raise StorageError(
                    "The state of this research cannot be read; it may be from another version of DocuChat.",
                    "Ask the question again to begin anew.",
                ) from error
        run = self._runs.get(run_id)
        if run is None or run.mode is not Mode.RESEARCH:
            raise UsageError(f"The run {run_id} is no research that could be gone on with.")
        if not run.parent_run_id:
            if is_resuming(run.question):
                raise _nothing_to_go_on_with()
            return _fresh(replace(question, text=run.question)), ""
        state, unread = self._state(run.parent_run_id, question)
        return state, unread if is_resuming(run.question) else run.question

    def _is_newest(self, run: StoredRun) -> bool:
        """Nothing was asked in its conversation since."""
        try:
            runs = self._runs.of_conversation(run.conversation_id)
        except KnownError as error:
            log.warning("what was asked since cannot be read: %s", error)
            return False
        return bool(runs) and runs[-1].run_id == run.run_id

    def _last(self, conversation_id: str) -> StoredRun | None:
        """The last run of a conversation that is a research."""
        if not conversation_id:
            return None
        try:
            runs = self._runs.of_conversation(conversation_id)
        except KnownError as error:
            log.warning("whether a research of this conversation waits cannot be read: %s", error)
            return None
        return next((run for run in reversed(runs) if run.mode is Mode.RESEARCH), None)


def _goes_on(last: StoredRun, text: str, is_newest: bool) -> bool:
    """It waits for a reply; or the text takes up one that was given up or cut off: "/resume", or "ok" where
    nothing else was asked since."""
    if last.outcome == "needs_input" or is_resuming(text):
        return True
    return is_newest and last.outcome not in _ENDED and agrees(text)


def is_resuming(text: str) -> bool:
    return text.strip().casefold() in RESUME_WORDS


def _nothing_to_go_on_with() -> UsageError:
    return UsageError(
        "There is no research to go on with in this conversation.",
        "Ask a question to begin one; `docuchat runs list` shows past ones.",
    )


def _as_chosen(state: ResearchState, question: Question) -> ResearchState:
    """What was chosen at the beginning holds for the whole research, unless a reply chooses otherwise."""
    return state.but(
        extractive=state.extractive if question.extractive is None else question.extractive,
        skip_questions=state.skip_questions or question.skip_questions,
        approve_tasks=state.approve_tasks or question.approve_tasks,
    )


def _fresh(question: Question) -> ResearchState:
    return ResearchState(
        question=" ".join(question.text.split()),
        language=question_language(question.text),
        document_ids=question.document_ids,
        ask_anyway=question.ask_anyway,
    )
