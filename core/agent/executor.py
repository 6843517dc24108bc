"""One agent run: demands, plan, tool loop, answer. One generator of events per question.

Runs on whatever thread iterates it. Sees protocols only. Every way through ends within `Limits`. The parts:
`constraints` reads the question, `planner` makes the plan, `loop` acts, `searching` and `opening` carry out
its tool calls, `composer` writes the answer and brings it through the gate.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from functools import partial

from core.agent import prompts
from core.agent.bounded_names import bounded
from core.agent.composer import compose
from core.agent.demands.constraints import NO_DEMANDS, PromptConstraints, fit_to_budget, merge
from core.agent.limits import Limits
from core.agent.loop import ToolLoop
from core.agent.model_calls import Asking
from core.agent.opening import Opening
from core.agent.parts import Part, parts_to_answer
from core.agent.planner import Plan, first_searches, make_plan, plan_grammar, with_planned
from core.agent.run_parts import RunParts
from core.agent.searching import Searching
from core.agent.state import AgentState
from core.agent.tools import AgentTools
from core.agent.transcript import Transcript
from core.answer.asking.eligibility import ASKED_ANYWAY, check_question, contains_injection, refuse
from core.answer.asking.followup import Turn, standalone_question
from core.answer.asking.question_language import question_language
from core.answer.asking.small_talk import TalkOf, no_talk, without_greeting
from core.answer.figures.figure_answers import FigureReader
from core.answer.replies import reply
from core.cancel import CancelToken
from core.errors import KnownError
from core.events import (
    AnswerReady,
    Event,
    EventStamper,
    NoticeGiven,
    PlanMade,
    StepFailed,
    StepStarted,
)
from core.judge.base import AnswerJudge
from core.judge.run_judge import RunJudge
from core.judge.support import ModelJudge
from core.llm.base import ChatModel
from core.search.base import Retriever
from core.types.requests import FollowUp


class AgentExecutor:
    """Answers one question; make a new one for the next.

    Args:
        document_ids: the selection; None is all that can be searched.
        pool: runs the searches, several at once; its owner closes it.
        read_demands: tells what a question demands; by default nothing.
        may_be_several: whether a question may ask several at once; by default none does.
        ask_anyway: a question that reads like an order to the program is answered all the same.
        talk_of: tells small talk; by default nothing is.
    """

    def __init__(
        self,
        model: ChatModel,
        retriever: Retriever,
        judge: AnswerJudge,
        limits: Limits,
        document_ids: Sequence[str] | None,
        stamp: EventStamper,
        cancel: CancelToken,
        pool: Executor,
        read_demands: Callable[[str], PromptConstraints] = lambda _text: NO_DEMANDS,
        may_be_several: Callable[[str], bool] = lambda _text: False,
        ask_anyway: bool = False,
        talk_of: TalkOf = no_talk,
    ) -> None:
        self._limits = limits
        self._read_demands = read_demands
        self._may_be_several = may_be_several
        self._ask_anyway = ask_anyway
        self._talk_of = talk_of
        run_judge = RunJudge(judge, ModelJudge(model, cancel))
        figures = FigureReader(run_judge, model, cancel)
        tools = AgentTools(retriever, run_judge, document_ids, limits, figures)
        state = AgentState(limits, run_judge)
        system = prompts.SYSTEM if model.supports_gbnf else prompts.SYSTEM + prompts.FORMAT
        self._run = RunParts(state, tools, Transcript(system, limits.max_context_citations), stamp, cancel)
        self._asking = Asking(model, self._run)
        self._searching = Searching(self._run, pool)
        self._opening = Opening(self._run)

    def run(
        self, question: str, earlier: Sequence[Turn] = (), how: FollowUp = FollowUp.ABOUT
    ) -> Iterator[Event]:
        """Yield the run's events after `RunStarted`, ending with one `RunFinished`.

        `earlier`: the turns of the conversation, in the light of which the question is understood; `how` it
        goes on from the last.

        Raises:
            core.errors.KnownError: from model or search before anything is opened; the caller turns it into
                `RunFinished(failed)`.
            core.errors.Cancelled: after Stop; likewise.
        """
        state = self._run.state
        state.question = question = without_greeting(question, self._talk_of)
        short = len(question) <= self._limits.max_question_characters
        coverage = state.coverage = self._run.tools.coverage()
        if earlier and short and not (contains_injection(question) or self._talk_of(question)[0]):
            state.question = yield from self._standing_alone(question, earlier, how)
        yield self._run.stamp(StepStarted, step="guard")
        verdict = check_question(
            state.question,
            coverage,
            self._talk_of,
            self._limits.max_question_characters,
            selection=self._run.tools.has_selection,
            ask_anyway=self._ask_anyway,
        )
        if not verdict.needs_retrieval:
            usage = {"usage": self._asking.meter.usage}  # of a follow-up's rewriting
            for event in refuse(verdict, coverage, self._run.stamp):
                yield event.model_copy(update=usage) if isinstance(event, AnswerReady) else event
            return
        if verdict.safety_flags:
            state.safety_flags += verdict.safety_flags
            message = reply(ASKED_ANYWAY, question_language(question))
            yield self._run.stamp(NoticeGiven, code=ASKED_ANYWAY, message=message)
        yield from self._find_demands(question)
        yield self._run.stamp(StepStarted, step="planner")
        yield from self._divide()
        plan = yield from self._make_plan()
        yield self._run.stamp(StepStarted, step="tool loop")
        loop = ToolLoop(plan, self._run, self._asking, self._searching, self._opening)
        try:
            yield from loop.run()
        except KnownError as error:
            if not state.citable:
                raise
            # What was opened is not lost with a model that stops, or a library that cannot be read.
            yield self._run.stamp(StepFailed, code=error.code, message=str(error))
        if not state.citable and state.results:
            yield from self._opening.read_snippets()
        yield self._run.stamp(StepStarted, step="compose", note=prompts.EARLY if loop.finished_early else "")
        yield from compose(self._run, self._asking)

    def _standing_alone(
        self, question: str, earlier: Sequence[Turn], how: FollowUp
    ) -> Generator[Event, None, str]:
        """A follow-up made to stand by itself; by rule when the model takes too long."""
        asking, stamp = self._asking, self._run.stamp
        by_model = partial(standalone_question, question, earlier, asking.model, asking.meter, stamp, how=how)
        rewritten = yield from asking.aside("follow-up", by_model, "")
        if rewritten:
            return rewritten
        by_rule = standalone_question(question, earlier, None, asking.meter, stamp, self._run.cancel, how)
        return (yield from by_rule)

    def _find_demands(self, asked: str) -> Iterator[Event]:
        """What the question demands, as far as it fits the limits; what does not is told at once.

        A follow-up is read twice: rewriting keeps what is asked about, not always what is demanded of it.
        """
        state = self._run.state
        found = self._read_demands(state.question)
        if asked != state.question:
            found = merge(self._read_demands(asked), found)
        found, left_out = bounded(found, state.question)
        fitted = fit_to_budget(found, self._limits, state.question)
        state.constraints, state.reductions = fitted.constraints, (*left_out, *fitted.reductions)
        demands = prompts.demands_of(state.constraints)
        if demands:
            yield self._run.stamp(StepStarted, step="demands", note=demands)
        if state.reductions:
            yield self._run.stamp(NoticeGiven, code="demands_reduced", message=" ".join(state.reductions))

    def _divide(self) -> Iterator[Event]:
        """The questions of the question, or of its headings; undivided when the model takes too long."""
        state, asking = self._run.state, self._asking
        divide = partial(
            parts_to_answer,
            state.question,
            state.constraints,
            asking.model,
            self._may_be_several,
            asking.meter,
            self._run.stamp,
        )
        nothing: tuple[Part, ...] = ()
        state.divided = yield from asking.aside("split", divide, nothing)

    def _make_plan(self) -> Generator[Event, None, Plan]:
        limits = self._limits
        state = self._run.state
        first = first_searches(state.question, state.constraints, state.parts, limits)
        if len(state.parts) > 1:  # the parts are the plan
            plan = make_plan("", limits, first)
            yield self._run.stamp(PlanMade, steps=plan.steps, source=plan.source)
            return plan
        self._run.transcript.user(
            prompts.PLAN.format(
                question=state.question, low=limits.min_plan_steps, high=limits.max_plan_steps
            )
        )
        grammar = plan_grammar(limits, gbnf=self._asking.model.supports_gbnf)
        written = yield from self._asking.ask("plan", limits.plan_tokens, lambda: grammar)
        plan = make_plan(written, limits, first)
        most = state.calls_left - state.kept_for_opening
        plan = replace(plan, batch=with_planned(first, plan, state.question, most))
        yield self._run.stamp(PlanMade, steps=plan.steps, source=plan.source)
        return plan
