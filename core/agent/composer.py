"""The separate final turn: compose, check at the gate, mend, or admit that nothing carries an answer."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import replace

from core.agent import prompts
from core.agent.final import FinalDraft, StatementStream, final_grammar, parse_final
from core.agent.gate import validate_agent_state
from core.agent.state import AgentState
from core.agent.transcript import Transcript
from core.answer.assemble import Locate, build_answer
from core.answer.confidence import VERIFIED, question_share
from core.answer.facts import facts_of
from core.answer.sources import Source
from core.answer.statements import is_no_answer
from core.answer.verify import verify
from core.events import AnswerReady, Event, EventStamper, GateChecked, Reprompted, RunFinished
from core.llm.base import GenerationDone
from core.llm.calls import UsageMeter
from core.types import Answer, Insufficiency

AskModel = Callable[..., Generator[Event, None, GenerationDone]]


def compose(
    question: str,
    state: AgentState,
    meter: UsageMeter,
    ask_model: AskModel,
    transcript: Transcript,
    locate: Locate,
    stamp: EventStamper,
) -> Iterator[Event]:
    """Yield drafts, gate verdicts, `AnswerReady` and `RunFinished`.

    Without anything opened no model is asked: there is nothing it could rest an answer on.
    """
    sources = [source for source in state.opened if source.sentences]
    if not sources:
        yield stamp(GateChecked, attempt=1, passed=True)
        yield from _finish(dont_know(question, state), "no_answer", state, meter, stamp)
        return
    transcript.user(prompts.COMPOSE.format(question=question))

    def in_prompt() -> list[Source]:
        return [source for source in sources if str(source.number) not in transcript.left_out]

    unsupported_before = False
    attempt = 0
    while True:
        attempt += 1
        stream = StatementStream()
        done = yield from ask_model(
            "answer",
            state.limits.answer_tokens,
            lambda: final_grammar(in_prompt() or sources),
            visible=stream.feed,
            attempt=attempt,
        )
        draft = parse_final(done.text, in_prompt() or sources)
        answer = _answer(question, draft, state, locate)
        gate = validate_agent_state(draft, answer, state)
        # One more try is worth it; after that the answer is shown with its statements marked.
        passed = gate.passed or (gate.only_warnings and unsupported_before)
        unsupported_before = unsupported_before or gate.only_warnings
        yield stamp(GateChecked, attempt=attempt, passed=passed, codes=gate.codes, messages=gate.messages)
        if passed and gate.errors and question_share(question, answer.statements) < 0.25:
            # Carried by nothing and not even about the question: there is nothing worth marking.
            yield from _finish(dont_know(question, state), "no_answer", state, meter, stamp)
            return
        if passed:
            flags = (*answer.safety_flags, *state.safety_flags, *(code.lower() for code in gate.codes))
            says_no = is_no_answer(draft.statements[0].text)
            outcome = "no_answer" if says_no else "answered"
            yield from _finish(replace(answer, safety_flags=flags), outcome, state, meter, stamp)
            return
        if state.reprompts >= state.limits.max_reprompts:
            yield stamp(GateChecked, attempt=attempt + 1, passed=True)
            yield from _finish(dont_know(question, state), "no_answer", state, meter, stamp)
            return
        state.reprompts += 1
        yield stamp(Reprompted, attempt=state.reprompts, codes=gate.codes)
        errors = "\n".join(f"- {message}" for message in gate.messages)
        transcript.user(prompts.REPROMPT.format(errors=errors, calls=state.calls_left))


def dont_know(question: str, state: AgentState) -> Answer:
    """The answer that needs no evidence, with what was looked for."""
    missing = Insufficiency(section="", missing=question, queries_tried=tuple(state.queries))
    return Answer(
        f"{prompts.DONT_KNOW} {prompts.INSUFFICIENT}",
        insufficiencies=(missing,),
        safety_flags=tuple(state.safety_flags),
        reasoning=f"Read {len(state.opened)} citations",
    )


def _answer(question: str, draft: FinalDraft, state: AgentState, locate: Locate) -> Answer:
    queries = tuple(state.queries)
    insufficiencies = [
        Insufficiency("", missing, queries)
        for missing in draft.insufficiencies
        if _is_about(question, missing) and not _stands_in_a_source(missing, state)
    ]
    if draft.statements and is_no_answer(draft.statements[0].text):
        missing = insufficiencies or [Insufficiency("", question, queries)]
        return Answer(prompts.DONT_KNOW, insufficiencies=tuple(missing))
    return build_answer(
        draft.statements,
        state.opened,
        question,
        locate=locate,
        insufficiencies=insufficiencies,
    )


def _is_about(question: str, missing: str) -> bool:
    """Models also write remarks about their own sentences there."""
    asked = facts_of(question)
    return bool((asked.words | asked.identifiers) & (facts_of(missing).words | facts_of(missing).identifiers))


def _stands_in_a_source(text: str, state: AgentState) -> bool:
    """A model may call missing what it has just read."""
    return any(
        verify(text, [sentence.text], "", source.surroundings).status in VERIFIED
        for source in state.opened
        for sentence in source.sentences
    )


def _finish(
    answer: Answer, outcome: str, state: AgentState, meter: UsageMeter, stamp: EventStamper
) -> Iterator[Event]:
    yield stamp(AnswerReady, answer=replace(answer, coverage=state.coverage), usage=meter.usage)
    yield stamp(RunFinished, outcome=outcome)
