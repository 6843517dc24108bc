"""Runs that are ready for the gate or for their final turn, and what becomes of what a model writes then."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from core.agent.composer import compose
from core.agent.demands.constraints import PromptConstraints
from core.agent.final.final_answer import parse_final
from core.agent.gate import GateResult, validate_agent_state
from core.agent.grounding import Attempt, ground_citations_from_state
from core.agent.limits import Limits
from core.agent.model_calls import Asking
from core.agent.repair_answer import settle
from core.agent.state import AgentState
from core.agent.transcript import Transcript
from core.answer.sources import Source
from core.cancel import CancelToken
from core.events import Event, EventStamper, ToolCalled, ToolReturned
from core.judge.run_judge import RunJudge
from core.types import Answer, SearchHit
from tests.answer.helpers import on_page_one, source_of
from tests.library_kit import answer_judge
from tests.scripted_model import ScriptedModel, Turn

WARRANTY = source_of(
    1, "The warranty of the B-120 pump is 36 months from delivery. Spare parts are excluded."
)
WEIGHT = source_of(2, "The B-120 weighs 42 kg.", "data sheet.pdf")
PRICE = source_of(3, "The B-120 costs 900 euros.", "prices.pdf")
QUESTION = "What does the B-120 weigh, how long is its warranty?"
SAID = '{"statements":[{"evidence":["2.1"],"text":"The B-120 weighs 42 kg."}],"insufficiencies":[]}'
HEAVY = ("2.1", "The B-120 weighs 42 kg.")
LONG = ("1.1", "The warranty of the B-120 is 36 months.")
PAGES = [source_of(number, f"Sentence {number} of a manual.", f"{number}.pdf") for number in range(1, 7)]
HITS = tuple(
    SearchHit(source.chunk, source.document.filename, 1, 0.5, 0.1, source.snippet) for source in PAGES
)


def state_of(
    constraints: PromptConstraints | None = None,
    sources: Sequence[Source] = (WARRANTY, WEIGHT),
    question: str = QUESTION,
    **fields: object,
) -> AgentState:
    """A run that has searched once and opened `sources`."""
    state = AgentState(
        Limits.standard(),
        constraints=constraints or PromptConstraints(),
        question=question,
        tool_calls_used=3,
        queries=["weight"],
        opened=list(sources),
        judge=RunJudge(answer_judge()),
    )
    for name, value in fields.items():
        setattr(state, name, value)
    return state


def attempt_of(text: str, state: AgentState) -> Attempt:
    draft = parse_final(text, state.citable, state.constraints.required_sections)
    return ground_citations_from_state(draft, state, on_page_one)


def gate_of(attempt: Attempt, state: AgentState) -> GateResult:
    return validate_agent_state(attempt.draft, attempt.answer, state)


def judge(text: str, state: AgentState) -> GateResult:
    return gate_of(attempt_of(text, state), state)


def settled(attempt: Attempt, state: AgentState) -> Attempt:
    """What is left of it when nobody is asked again."""
    findings = gate_of(attempt, state).findings
    return ground_citations_from_state(settle(attempt.draft, findings, state), state, on_page_one)


def stating(*texts: str) -> str:
    """A final answer whose statements all name the same two sentences."""
    rows = [{"evidence": ["1.1", "2.1"], "text": text} for text in texts]
    return json.dumps({"statements": rows, "insufficiencies": []})


def final(*rows: tuple[str, str]) -> dict[str, object]:
    statements = [{"evidence": [label], "text": text} for label, text in rows]
    return {"statements": statements, "insufficiencies": []}


def quoting(*labels: str) -> str:
    return json.dumps({"quotes": [{"evidence": [label]} for label in labels], "statements": []})


@dataclass
class Script:
    """A run at its final turn. `more` are the sources that further tool calls open, one each."""

    turns: Sequence[Turn]
    constraints: PromptConstraints = field(default_factory=PromptConstraints)
    opened: Sequence[Source] = (WARRANTY, WEIGHT)
    more: Sequence[Source] = ()
    question: str = QUESTION

    def __post_init__(self) -> None:
        calls = 5 - len(self.more)
        self.state = state_of(self.constraints, self.opened, self.question, tool_calls_used=calls)
        self.model = ScriptedModel(self.turns)
        self.stamp = EventStamper("run")

    def play(self) -> list[Event]:
        transcript = Transcript("You answer from documents.", 5)
        asking = Asking(self.model, self.state, transcript, self.stamp, CancelToken())
        return list(
            compose(self.state, asking.meter, asking.ask, self.gather, transcript, on_page_one, self.stamp)
        )

    def gather(self) -> Iterator[Event]:
        assert self.state.tool_call_forced
        query = f"search {len(self.state.queries)}"
        yield self.stamp(ToolCalled, call_id=query, tool="search_docs", tool_input={"query": query})
        self.state.tool_calls_used += 1
        self.state.queries.append(query)
        self.state.opened.append(self.more[len(self.state.opened) - len(self.opened)])
        yield self.stamp(ToolReturned, call_id=query, ok=True, summary="Found 1 chunk")
        self.state.tool_call_forced = False


def brief(events: Sequence[Event]) -> list[object]:
    """Without drafts and model calls."""
    rows: list[object] = []
    for event in events:
        match event.kind:
            case "gate_checked":
                rows.append(("checked", event.attempt, event.passed, event.codes))
            case "reprompted":
                rows.append(("asked again", event.codes))
            case "notice_given":
                rows.append(("notice", event.code))
            case "run_finished":
                rows.append(("finished", event.outcome))
            case "draft_delta" | "model_called":
                pass
            case _:
                rows.append(event.kind)
    return rows


def answer_of(events: Sequence[Event]) -> Answer:
    (ready,) = [event for event in events if event.kind == "answer_ready"]
    return ready.answer


def told_missing(answer: Answer) -> list[list[str]]:
    """The kind of each gap, its words, and its heading, if any."""
    return [
        [row.kind.value, row.missing, *([row.section] if row.section else [])]
        for row in answer.insufficiencies
    ]


# --- cases as data has them --------------------------------------------------------------------------


def demands_of(demands: Mapping[str, Any] | None) -> PromptConstraints:
    given = (demands or {}).items()
    return PromptConstraints(
        **{name: tuple(value) if isinstance(value, list) else value for name, value in given}
    )


def sources_in(rows: Sequence[Mapping[str, Any]] | None) -> tuple[Source, ...]:
    """Nothing are the two about the pump."""
    if rows is None:
        return WARRANTY, WEIGHT
    found = []
    for row in rows:
        source = source_of(**{name: value for name, value in row.items() if name != "language"})
        document = replace(source.document, language=row.get("language", ""))
        found.append(replace(source, document=document))
    return tuple(found)


def as_text(said: object) -> str:
    """What a model writes: as it stands, or an object as JSON."""
    return said if isinstance(said, str) else json.dumps(said)
