"""The separate final turn: compose, check at the gate, mend, or admit that nothing carries an answer."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator

from core.agent import prompts
from core.agent.final import FinalDraft, StatementStream, final_grammar, parse_final
from core.agent.gate import SOFT_CODES, validate_agent_state
from core.agent.state import AgentState
from core.agent.transcript import Transcript
from core.answer.assemble import build_answer
from core.answer.statements import is_no_answer
from core.events import AnswerReady, Event, EventStamper, GateChecked, NoticeGiven, Reprompted, RunFinished
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
    stamp: EventStamper,
) -> Iterator[Event]:
    """Yield drafts, gate verdicts, `AnswerReady` and `RunFinished`.

    Without anything opened no model is asked: there is nothing it could rest an answer on.
    """
    sources = [source for source in state.opened if source.sentences]
    if not sources:
        yield from _finish(dont_know(question, state), "no_answer", 1, meter, stamp)
        return
    transcript.user(prompts.COMPOSE.format(question=question))
    soft_failures = 0
    attempt = 0
    while True:
        attempt += 1
        in_prompt = [source for source in sources if str(source.number) not in transcript.left_out]
        stream = StatementStream()
        done = yield from ask_model(
            "answer",
            state.limits.answer_tokens,
            final_grammar(in_prompt or sources),
            visible=stream.feed,
            attempt=attempt,
        )
        draft = parse_final(done.text, sources)
        answer = _answer(question, draft, state)
        gate = validate_agent_state(draft, answer, state)
        codes = frozenset(gate.codes)
        if codes and codes <= SOFT_CODES and soft_failures:
            yield stamp(NoticeGiven, code="unsupported_answer", message=" ".join(gate.messages))
            codes = frozenset()
        if not codes:
            says_no = is_no_answer(draft.statements[0].text)
            yield from _finish(answer, "no_answer" if says_no else "answered", attempt, meter, stamp)
            return
        soft_failures += bool(codes & SOFT_CODES)
        yield stamp(GateChecked, attempt=attempt, passed=False, codes=gate.codes, messages=gate.messages)
        if state.reprompts >= state.limits.max_reprompts:
            yield from _finish(dont_know(question, state), "no_answer", attempt + 1, meter, stamp)
            return
        state.reprompts += 1
        yield stamp(Reprompted, attempt=state.reprompts, codes=gate.codes)
        errors = "\n".join(f"- {message}" for message in gate.messages)
        transcript.user(prompts.REPROMPT.format(errors=errors, calls=state.calls_left))


def dont_know(question: str, state: AgentState) -> Answer:
    """The answer that needs no evidence, with what was looked for."""
    missing = Insufficiency(section="", missing=question, queries_tried=tuple(state.queries))
    text = f"{prompts.DONT_KNOW} {prompts.INSUFFICIENT}"
    return Answer(text, insufficiencies=(missing,), reasoning=f"Read {len(state.opened)} citations")


def _answer(question: str, draft: FinalDraft, state: AgentState) -> Answer:
    queries = tuple(state.queries)
    insufficiencies = [Insufficiency("", missing, queries) for missing in draft.insufficiencies]
    if draft.statements and is_no_answer(draft.statements[0].text):
        missing = insufficiencies or [Insufficiency("", question, queries)]
        return Answer(draft.statements[0].text, insufficiencies=tuple(missing))
    return build_answer(draft.statements, state.opened, question, insufficiencies=insufficiencies)


def _finish(
    answer: Answer, outcome: str, attempt: int, meter: UsageMeter, stamp: EventStamper
) -> Iterator[Event]:
    yield stamp(GateChecked, attempt=attempt, passed=True)
    yield stamp(AnswerReady, answer=answer, usage=meter.usage)
    yield stamp(RunFinished, outcome=outcome)
