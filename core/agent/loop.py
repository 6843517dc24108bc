"""The tool loop: what the plan's first step searches for, then one action of the model after the other.

Ends when every part is answered by what was found, when the model wants to compose, or at a limit; then the
program itself makes the searches that are still owed and opens what answers, as far as calls are left.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from functools import partial

from core.agent import prompts
from core.agent.actions import (
    Action,
    ActionError,
    Compose,
    OpenCitation,
    SearchDocs,
    action_grammar,
    parse_action,
)
from core.agent.found_evidence import FoundEvidence
from core.agent.model_calls import Asking
from core.agent.opening import Opening
from core.agent.planner import Plan
from core.agent.queries import query_key, question_query, says_something
from core.agent.run_parts import RunParts
from core.agent.searching import Searching
from core.agent.state import AllowedActions
from core.errors import ModelError
from core.events import Event, NoticeGiven, Reprompted, StepFailed

INVALID_ACTION = "INVALID_ACTION"


class ToolLoop:
    """Owns the plan of a run and which of its steps are served."""

    def __init__(
        self, plan: Plan, run: RunParts, asking: Asking, searching: Searching, opening: Opening
    ) -> None:
        self._plan = plan
        self._served: set[int] = set()
        self._run = run
        self._asking = asking
        self._searching = searching
        self._opening = opening
        self._evidence = FoundEvidence(run.state, run.tools)
        self._refused = False  # the model did not write an action, and may not be told so again
        self.finished_early = False

    def run(self) -> Iterator[Event]:
        """Search until the answer can be composed, and open what it rests on.

        A model that stops is a `StepFailed` once something was found: what was is opened all the same.
        """
        try:
            yield from self._act_by_plan()
        except ModelError as error:
            if not self._run.state.results:
                raise
            yield self._run.stamp(StepFailed, code=error.code, message=str(error))
        yield from self._make_up()

    def _act_by_plan(self) -> Iterator[Event]:
        state = self._run.state
        state.suggested_queries = (
            *filter(says_something, self._plan.queries),
            question_query(state.question),
            *self._plan.subjects,
        )
        if self._plan.batch and not state.timed_out:
            self._served.add(1)
            yield from self._searching.run_batch(self._plan)
        self._run.transcript.user(self._first_prompt())
        while not (self._refused or state.allowed().only_final):
            if state.limits.adaptive and self._is_enough():
                return
            wants_to_compose = yield from self._act(state.allowed())
            if wants_to_compose:
                return
        yield self._run.stamp(NoticeGiven, code="forced", message=self._why_it_ended())

    def _is_enough(self) -> bool:
        """Every part is answered, or the model can search for nothing more; demanded searches are made."""
        state = self._run.state
        self.finished_early = not (self._evidence.wanting() or state.searches_owed)
        return self.finished_early or (bool(state.queries) and not state.allowed().search)

    def _act(self, allowed: AllowedActions) -> Generator[Event, None, bool]:
        """Ask for one action and carry it out; True when the model wants to compose."""
        state = self._run.state
        self._run.cancel.check()
        state.iterations += 1
        written = yield from self._asking.ask(
            "action", state.limits.action_tokens, partial(action_grammar, allowed)
        )
        if state.timed_out:
            return False
        try:
            action = parse_action(written)
            # What was searched before costs nothing and is answered at any time.
            if not (isinstance(action, SearchDocs) and state.is_repeated(action.query)):
                _require_allowed(action, allowed)
        except ActionError as error:
            self._refused = not state.may_reprompt
            if not self._refused:
                state.reprompts += 1
                yield self._run.stamp(Reprompted, attempt=state.reprompts, codes=(INVALID_ACTION,))
                self._run.transcript.user(f"{error} {self._next_prompt()}")
            return False
        if isinstance(action, Compose):
            return True
        if isinstance(action, OpenCitation):
            yield from self._opening.open(action, self._serve("open_citation"))
        elif state.is_repeated(action.query):
            yield from self._searching.remember(action.query)
        else:
            yield from self._searching.search([action.query], self._serve("search_docs"))
        if not state.allowed().only_final:
            self._run.transcript.user(self._next_prompt())
        return False

    def _make_up(self) -> Iterator[Event]:
        """Make the searches that are owed without asking the model, open what answers, then what is owed."""
        state, opening = self._run.state, self._opening
        if state.searches_owed and not self._searching.gave_up:
            room = max(state.calls_left - state.kept_for_opening, 1)
            queries = state.untried_queries[: min(state.searches_owed, room, state.calls_left)]
            if queries:
                yield from self._searching.search(queries, self._serve("search_docs"))
        for hit in self._evidence.to_open():
            if state.calls_left <= 0:
                break
            number = self._searching.number_of(hit)
            yield from opening.open(OpenCitation(result=number), self._serve("open_citation"))
        wanted = max(state.constraints.min_open_citations, 1)
        yield from opening.open_best(wanted, self._serve("open_citation"))
        shown = [self._searching.number_of(hit) for hit in self._evidence.unread().values()]
        yield from opening.read_shown(shown)
        state.unread = tuple(self._evidence.unread())

    def _serve(self, tool: str) -> int:
        """The step of the plan that the next call of `tool` serves."""
        step = self._plan.step_for(tool, self._served)
        self._served.add(step)
        return step

    def _why_it_ended(self) -> str:
        state = self._run.state
        if state.timed_out:
            return prompts.FORCED.format(what="time")
        if self._refused:
            return prompts.FORCED.format(what="reprompts")
        if state.calls_left <= 0:
            return prompts.FORCED.format(what="tool calls")
        if state.iterations >= state.limits.max_iterations:
            return prompts.FORCED.format(what="steps")
        return prompts.NOTHING_LEFT

    def _first_prompt(self) -> str:
        state = self._run.state
        demands = prompts.demands_of(state.constraints)
        first = [prompts.REQUIREMENTS.format(demands=demands)] if demands else []
        if state.queries:
            return " ".join([*first, self._next_prompt()])
        return " ".join([*first, prompts.FIRST_ACTION.format(calls=state.calls_left)])

    def _next_prompt(self) -> str:
        """What is wanting, and what the model may do now, in words for those that no grammar holds to it."""
        state = self._run.state
        allowed = state.allowed()
        hints: list[str] = []
        if wanting := self._evidence.wanting():
            hints.append(prompts.WANTING.format(parts="; ".join(part.standing for part in wanting)))
        if allowed.queries:
            queries = ", ".join(f"“{query}”" for query in allowed.queries)
            hints.append(prompts.MAY_SEARCH_FOR.format(queries=queries))
        elif allowed.search:
            hints.append(prompts.MAY_SEARCH)
        if allowed.open_results:
            numbers = ", ".join(str(number) for number in allowed.open_results)
            hints.append(prompts.MAY_OPEN.format(numbers=numbers))
        if allowed.final:
            hints.append(prompts.MAY_FINISH.format())
        return prompts.NEXT_ACTION.format(calls=state.calls_left, allowed=" ".join(hints))


def _require_allowed(action: Action, allowed: AllowedActions) -> None:
    """Holds models without a grammar to the same kinds of actions, and to queries that are given.

    A listed result that was not offered may be opened: that does no harm.
    """
    if isinstance(action, SearchDocs) and not allowed.search:
        raise ActionError("search_docs is not possible now.")
    if isinstance(action, SearchDocs) and allowed.queries:
        given = {query_key(query) for query in allowed.queries}
        if query_key(action.query) not in given:
            raise ActionError(prompts.MAY_SEARCH_FOR.format(queries=", ".join(allowed.queries)))
    if isinstance(action, OpenCitation) and not allowed.open_results:
        raise ActionError("open_citation is not possible now.")
    if isinstance(action, Compose) and not (allowed.final):
        raise ActionError("Gather more before you finish.")
