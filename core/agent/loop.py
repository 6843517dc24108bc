"""The tool loop: what the plan's first step searches for, then one action of the model after the other.

Ends when the model wants to compose, when a simple question has what it needs, or when a limit is reached;
then the program itself makes the searches and openings that are still owed, as far as calls are left.
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
from core.agent.adaptive import may_finish_early
from core.agent.missing_results import next_need
from core.agent.model_calls import Asking
from core.agent.opening import Opening
from core.agent.planner import Plan
from core.agent.queries import query_key, question_query, says_something
from core.agent.searching import Searching
from core.agent.state import AgentState, AllowedActions
from core.agent.table_values import unopened_page
from core.agent.tools import AgentTools
from core.agent.transcript import Transcript
from core.cancel import CancelToken
from core.events import Event, EventStamper, NoticeGiven, Reprompted

INVALID_ACTION = "INVALID_ACTION"


class ToolLoop:
    """Owns the plan of a run and which of its steps are served."""

    def __init__(
        self,
        plan: Plan,
        state: AgentState,
        transcript: Transcript,
        asking: Asking,
        searching: Searching,
        opening: Opening,
        tools: AgentTools,
        stamp: EventStamper,
        cancel: CancelToken,
    ) -> None:
        self._plan = plan
        self._served: set[int] = set()
        self._state = state
        self._transcript = transcript
        self._asking = asking
        self._searching = searching
        self._opening = opening
        self._tools = tools
        self._stamp = stamp
        self._cancel = cancel
        self._refused = False  # the model did not write an action, and may not be told so again
        self.finished_early = False

    def run(self) -> Iterator[Event]:
        """Search and open until the answer can be composed, then the pages of the figures it asks for.

        Raises:
            core.errors.KnownError: from model, search or library.
            core.errors.Cancelled: after Stop.
        """
        yield from self._act_by_plan()
        state = self._state
        while state.calls_left > 0 and not state.timed_out:
            page, before = unopened_page(state, self._tools), len(state.opened)
            if page:
                yield from self._opening.open(OpenCitation(result=page), self._serve("open_citation"))
            if len(state.opened) == before:
                return

    def _act_by_plan(self) -> Iterator[Event]:
        state = self._state
        state.suggested_queries = (
            *filter(says_something, self._plan.queries),
            question_query(state.question),
            *self._plan.subjects,
        )
        if self._plan.batch and not state.timed_out:
            self._served.add(1)
            yield from self._searching.run_batch(self._plan)
        self._find_need()
        self._transcript.user(self._first_prompt())
        while not (self._refused or state.allowed().only_final):
            if may_finish_early(state):
                self.finished_early = True
                return
            wants_to_compose = yield from self._act(state.allowed())
            if wants_to_compose:
                return
        yield self._stamp(NoticeGiven, code="forced", message=self._why_it_ended())
        yield from self._make_up()

    def gather(self) -> Iterator[Event]:
        """One more tool call, which the gate demanded by setting `state.tool_call_forced`.

        Raises:
            core.errors.KnownError, core.errors.Cancelled: as `run`.
        """
        state = self._state
        used = state.tool_calls_used
        if not state.allowed().only_final:
            self._transcript.user(_next_prompt(state))
        while state.tool_calls_used == used and not (self._refused or state.allowed().only_final):
            yield from self._act(state.allowed())
        state.tool_call_forced = False

    def _act(self, allowed: AllowedActions) -> Generator[Event, None, bool]:
        """Ask for one action and carry it out; True when the model wants to compose."""
        state = self._state
        self._cancel.check()
        state.iterations += 1
        done = yield from self._asking.ask(
            "action", state.limits.action_tokens, partial(action_grammar, allowed)
        )
        if state.timed_out:
            return False
        try:
            action = parse_action(done.text)
            # What was searched before costs nothing and is answered at any time.
            if not (isinstance(action, SearchDocs) and state.is_repeated(action.query)):
                _require_allowed(action, allowed, state)
        except ActionError as error:
            self._refused = not state.may_reprompt
            if not self._refused:
                state.reprompts += 1
                yield self._stamp(Reprompted, attempt=state.reprompts, codes=(INVALID_ACTION,))
                self._transcript.user(f"{error} {_next_prompt(state)}")
            return False
        state.repeated_query = False
        if isinstance(action, Compose):
            state.final_text = done.text
            state.answered_at_once = done.text if action.has_answer else ""
            return True
        if isinstance(action, OpenCitation):
            yield from self._opening.open(action, self._serve("open_citation"))
        elif state.is_repeated(action.query):
            yield from self._searching.remember(action.query)
        else:
            yield from self._searching.search([action.query], self._serve("search_docs"))
        self._find_need()
        if not state.allowed().only_final:
            self._transcript.user(_next_prompt(state))
        return False

    def _make_up(self) -> Iterator[Event]:
        """Make the searches and openings that are owed without asking the model, in what calls are left."""
        state = self._state
        wanted = max(state.min_open_citations, state.usual_open_citations)
        if state.searches_owed and not self._searching.gave_up:
            room = max(state.calls_left - max(wanted - len(state.opened), 0), 1)
            queries = state.untried_queries[: min(state.searches_owed, room, state.calls_left)]
            if queries:
                yield from self._searching.search(queries, self._serve("search_docs"))
        while len(state.opened) < wanted and state.calls_left > 0 and state.next_to_open:
            self._find_need()
            before = len(state.opened)
            yield from self._opening.open_best(before + 1, self._serve("open_citation"))
            if len(state.opened) == before:
                return

    def _find_need(self) -> None:
        """Look for what a part of the question still needs, a table first, and list it if it lay too deep."""
        state = self._state
        state.needed = unopened_page(state, self._tools)
        if not state.needed and (need := next_need(state, self._tools)) is not None:
            state.needed = self._searching.number_of(need)

    def _serve(self, tool: str) -> int:
        """The step of the plan that the next call of `tool` serves."""
        step = self._plan.step_for(tool, self._served)
        self._served.add(step)
        return step

    def _why_it_ended(self) -> str:
        state = self._state
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
        state = self._state
        demands = prompts.demands_of(state.constraints)
        first = [prompts.REQUIREMENTS.format(demands=demands)] if demands else []
        if state.queries:
            return " ".join([*first, _next_prompt(state)])
        return " ".join([*first, prompts.FIRST_ACTION.format(calls=state.calls_left)])


def _require_allowed(action: Action, allowed: AllowedActions, state: AgentState) -> None:
    """Holds models without a grammar to the same kinds of actions, and to queries that are given.

    A listed result that was not offered may be opened: that does no harm. Who wants to finish may, once what
    the question demands is done: more openings are only our habit.
    """
    if isinstance(action, SearchDocs) and not allowed.search:
        raise ActionError("search_docs is not possible now.")
    if isinstance(action, SearchDocs) and allowed.queries:
        given = {query_key(query) for query in allowed.queries}
        if query_key(action.query) not in given:
            raise ActionError(prompts.MAY_SEARCH_FOR.format(queries=", ".join(allowed.queries)))
    if isinstance(action, OpenCitation) and not allowed.open_results:
        raise ActionError("open_citation is not possible now.")
    if isinstance(action, Compose) and not (allowed.final or state.demands_are_met):
        raise ActionError("Gather more before you finish.")


def _next_prompt(state: AgentState) -> str:
    """What the model may do now, in words for those that no grammar holds to it."""
    allowed = state.allowed()
    hints: list[str] = []
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
