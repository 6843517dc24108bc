"""The phase machine of a research: step after step, the state stored after each, until it waits or ends.

A run that is killed has lost at most the step it was in; whoever goes on loads the stored state and runs the
machine on it. Waiting for the user ends a run, and the reply starts the next one on its state.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from functools import partial

from core.answer.asking.eligibility import (
    ASKED_ANYWAY,
    PROMPT_INJECTION,
    check_question,
    contains_injection,
    refuse,
)
from core.answer.asking.followup import Turn, standalone_question
from core.answer.asking.question_language import question_language
from core.answer.replies import reply
from core.events import (
    ClarificationAssessed,
    Event,
    InputRequired,
    NoticeGiven,
    QuestionRewritten,
    RunFinished,
    StepStarted,
    TodoListed,
)
from core.research.attribution import attribute
from core.research.base import Parts, StateStore
from core.research.clarification import assessed, clarify
from core.research.model_requests import added
from core.research.quality import check_quality
from core.research.research_texts import duration, say
from core.research.state import Phase, ResearchState
from core.research.synthesis import write_section
from core.research.tasks import work_on_task
from core.research.todo import list_tasks, time_left, todo_listed
from core.research.user_replies import MAX_REPLY_CHARACTERS, after_reply
from core.types.research import ClarificationType

# Each raises `KnownError` from search, library or a model that nothing may stand in for, and `Cancelled`.
PhaseFunction = Callable[[ResearchState, Parts], Generator[Event, None, ResearchState]]

PHASES: Mapping[Phase, PhaseFunction] = {
    Phase.CLARIFICATION: clarify,
    Phase.TODO: list_tasks,
    Phase.TASKS: work_on_task,
    Phase.SYNTHESIS: write_section,
    Phase.QUALITY: check_quality,
    Phase.ATTRIBUTION: attribute,
}
_LONGEST_LIST = 20_000  # characters of a to-do list that a front end sends back


class ResearchMachine:
    """Carries one run of a research; make a new one for the next."""

    def __init__(self, parts: Parts, store: StateStore, *, ask_anyway: bool = False) -> None:
        self._parts = parts
        self._store = store
        self._stamp = parts.stamp
        self._ask_anyway = ask_anyway

    def start(self, state: ResearchState, earlier: Sequence[Turn] = ()) -> Iterator[Event]:
        """A new research: the guard first, then its phases. Ends with one `RunFinished`.

        `earlier`: the turns of the conversation, in the light of which the question is understood.

        Raises:
            core.errors.KnownError: from search, library, or a model that nothing may stand in for.
            core.errors.Cancelled: after Stop; what was stored stays, and can be gone on with.
        """
        parts, stamp = self._parts, self._stamp
        self._save(state)
        coverage = parts.retriever.coverage(state.document_ids)
        talk_of = partial(parts.kinds.talk_of, goes_on=bool(earlier))
        if earlier and not (contains_injection(state.question) or talk_of(state.question)[0]):
            asker = parts.asker
            question = yield from standalone_question(
                state.question, earlier, asker.model, asker.meter, stamp, parts.cancel
            )
            state = state.but(question=question, language=question_language(question, state.language))
        yield stamp(StepStarted, step="guard")
        verdict = check_question(
            state.question,
            coverage,
            talk_of,
            selection=state.document_ids is not None,
            ask_anyway=self._ask_anyway or state.ask_anyway,
        )
        if not verdict.needs_retrieval:
            yield from refuse(verdict, coverage, stamp)
            return
        if verdict.safety_flags:
            yield stamp(NoticeGiven, code=ASKED_ANYWAY, message=reply(ASKED_ANYWAY, state.language))
            state = state.but(safety_flags=verdict.safety_flags)
        yield from self._run(state.but(guarded=True))

    def go_on(self, state: ResearchState, text: str = "", earlier: Sequence[Turn] = ()) -> Iterator[Event]:
        """A research that is known: with a reply to what it waits for, or (without) where it was.

        One that was cut off before its guard had passed starts again with it, in the light of `earlier`.

        Raises:
            as `start` does.
        """
        stamp, language = self._stamp, state.language
        if state.phase is Phase.DONE:  # cut off between its last save and its end: the report is told again
            state = state.but(phase=Phase.ATTRIBUTION)
        yield stamp(QuestionRewritten, standalone=state.question, source="rule")
        if not state.has_begun:
            yield from self.start(state, earlier)
            return
        state = state.but(ended=False)  # one given up at its list is taken up again there
        if state.waiting and text:
            problem = self._problem(state, text)
            if problem is None:
                state = yield from after_reply(state, text, self._parts)
            else:
                yield problem
                state = state.but(problems=(problem.message,))
        elif not state.waiting:
            phase = state.phase.value
            yield stamp(NoticeGiven, code="goes_on", message=say("goes_on", language, phase=phase))
        if state.ended:
            self._save(state)
            yield stamp(RunFinished, outcome="cancelled", message=say("cancelled", language))
            return
        if state.waiting:
            self._save(state)
            yield self._shown_again(state)
            yield from self._ask_user(state)
            return
        yield from self._run(state)

    def _problem(self, state: ResearchState, text: str) -> NoticeGiven | None:
        """Why a reply cannot be taken: it is held to the same rules as a question."""
        longest = _LONGEST_LIST if state.waiting == "approval" else MAX_REPLY_CHARACTERS
        if len(text) > longest:
            told = reply("question_too_long", state.language, length=len(text), limit=longest)
            return self._stamp(NoticeGiven, code="question_too_long", message=told)
        if contains_injection(text) and not self._ask_anyway:
            told = reply(PROMPT_INJECTION, state.language)
            return self._stamp(NoticeGiven, code=PROMPT_INJECTION, message=told)
        return None

    def _run(self, state: ResearchState) -> Iterator[Event]:
        parts = self._parts
        pace, usage = state.pace, state.usage
        self._save(state)
        yield from parts.asker.tell_why_not(state.language)
        while state.phase is not Phase.DONE:
            parts.cancel.check()
            yield self._stamp(StepStarted, step=state.phase.value, note=_note(state))
            state = yield from PHASES[state.phase](state, parts)
            spent = parts.asker.spent()
            state = state.but(
                pace=pace.plus(spent.read, spent.written, spent.seconds),
                usage=added(usage, parts.asker.meter.usage),
            )
            self._save(state)
            if state.waiting:
                yield from self._ask_user(state)
                return
        yield self._stamp(RunFinished, outcome="answered" if state.answered else "no_answer")

    def _save(self, state: ResearchState) -> None:
        self._store.save(self._stamp.run_id, state.phase.value, state.model_dump_json())

    # --- waiting -------------------------------------------------------------------------------

    def _ask_user(self, state: ResearchState) -> Iterator[Event]:
        if state.waiting == "questions":
            prompt, options = _questions(state, self._parts.limits.rounds), ("/end",)
            kind: ClarificationType = "ambiguous"
        else:
            seconds = time_left(state, self._parts)
            prompt, options, kind = _todo(state, seconds), ("ok",), ""
        missing = " ".join(state.rounds[-1].questions) if kind else ""
        yield self._stamp(InputRequired, prompt=prompt, options=options, type=kind, missing_info=missing)
        yield self._stamp(RunFinished, outcome="needs_input")

    def _shown_again(self, state: ResearchState) -> ClarificationAssessed | TodoListed:
        if state.waiting == "questions":
            return assessed(state, state.rounds[-1], self._parts)
        return todo_listed(state, self._parts, approved=False)


def _note(state: ResearchState) -> str:
    """What the step is about, beside its phase."""
    if state.phase is Phase.TASKS and state.next_task is not None:
        return state.next_task.title
    if state.phase is Phase.SYNTHESIS:
        written = {section.task_id for section in state.sections}
        return next((task.title for task in state.tasks if task.task_id not in written), "")
    return ""


def _questions(state: ResearchState, rounds: int) -> str:
    last = state.rounds[-1]
    head = say(
        "questions",
        state.language,
        round=len(state.rounds),
        rounds=rounds,
        coverage=round(100 * last.coverage),
    )
    asked = [f"{number}. {text}" for number, text in enumerate(last.questions, start=1)]
    return "\n".join([*state.problems, head, *asked, say("how_to_reply", state.language)])


def _todo(state: ResearchState, seconds: float) -> str:
    language = state.language
    head = say("todo", language, time=duration(seconds, language))
    rows = [f"{number}. {task.title}" for number, task in enumerate(state.tasks, start=1)]
    # First what was not understood: it must not be missed where the steps are not shown.
    return "\n".join([*state.problems, head, *rows, say("how_to_approve", language)])
