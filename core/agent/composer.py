"""The final turn: compose, ground, check at the gate, mend, and at the end tell what could not be mended."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, replace

from core.agent import prompts
from core.agent.bounded_names import listed
from core.agent.checks.base import gap, unmet
from core.agent.copied_answer import copied_sentences, rows_as_read
from core.agent.final.draft_stream import StatementStream
from core.agent.final.final_answer import FinalDraft, parse_final
from core.agent.final.final_grammar import answer_tokens, final_grammar, is_plain, plain_grammar
from core.agent.gate import GateResult, validate_agent_state
from core.agent.grounding import Attempt, ground_citations_from_state
from core.agent.repair_answer import left_out, once, settle
from core.agent.state import AgentState
from core.agent.transcript import Transcript
from core.answer.asking.question import asked_parts
from core.answer.asking.question_language import LANGUAGE_NAMES, question_language
from core.answer.assemble import EXTRACTIVE_ANSWER, Locate
from core.answer.confidence import VERIFIED
from core.answer.figures.given_values import tells_figure
from core.answer.judged_sentences import shown
from core.answer.replies import reply
from core.answer.sources import Source
from core.answer.statements import is_no_answer
from core.errors import BugError, KnownError
from core.events import (
    AnswerReady,
    Event,
    EventStamper,
    GateChecked,
    NoticeGiven,
    Reprompted,
    RunFinished,
    StepFailed,
)
from core.llm.base import GenerationDone, Grammar
from core.llm.calls import UsageMeter
from core.types import Confidence, InsufficiencyKind

AskModel = Callable[..., Generator[Event, None, GenerationDone]]
Gather = Callable[[], Iterator[Event]]

OTHER_FIGURE = "other_figure"
ANSWER_OVERLOOKED = "answer_overlooked"
_MOST_NEAR = 40  # sentences, among which the best of each source are shown where nothing answers
_MOST_SETTLINGS = 4  # quotations that a conflict brings in may touch another conflict


@dataclass(frozen=True, slots=True)
class _Tried:
    number: int
    attempt: Attempt
    gate: GateResult


def compose(
    state: AgentState,
    meter: UsageMeter,
    ask_model: AskModel,
    gather: Gather,
    transcript: Transcript,
    locate: Locate,
    stamp: EventStamper,
) -> Iterator[Event]:
    """Yield drafts, gate verdicts, the tool calls of `gather`, `AnswerReady` and `RunFinished`.

    After a refusal `gather` makes the one tool call that the gate demands. Without anything to cite no model
    is asked: there is nothing it could rest an answer on; what it named as missing before is told. No answer
    is ready before the gate has passed it, the last one neither.

    Raises:
        core.errors.KnownError: from the model, while there is no attempt yet and no sentence to copy.
        core.errors.Cancelled: after Stop.
    """
    tried: list[_Tried] = []
    order, must_call = _order(state), False
    at_once = state.answered_at_once  # in the place of an action, as the older protocol has it
    while state.citable:
        if not at_once:
            transcript.user(order)
        try:
            if must_call:
                state.tool_call_forced = True
                yield from gather()
                transcript.user(_order(state))
            if not (written := at_once):
                done = yield from _ask(state, ask_model, transcript, len(tried) + 1)
                written = done.text
        except KnownError as error:
            # Nothing written or opened is lost with a model that stops, or a library that cannot be read.
            nothing = _judged(1, FinalDraft(), state, locate)
            if not tried and not _extracted(nothing, state, locate).attempt.draft.statements:
                raise
            yield stamp(StepFailed, code=error.code, message=str(error))
            break
        draft = parse_final(written, _in_prompt(state, transcript), state.constraints.required_sections)
        draft = rows_as_read(draft, state)
        last = _judged(len(tried) + 1, draft, state, locate)
        if draft.unknown:
            removed = prompts.CITATIONS_REMOVED.format(markers=listed(list(dict.fromkeys(draft.unknown))))
            yield stamp(NoticeGiven, code="citations_removed", message=removed)
        yield _checked(last, stamp)
        unordered, at_once = bool(at_once), ""
        if unordered and last.gate.passed and not last.attempt.answer.statements:
            tried.append(last)  # a no before it was asked for the answer: it is asked once
            continue
        if last.gate.passed:
            codes = last.gate.codes
            if instead := _other_figure(last, state, locate):
                last, codes = instead, (*codes, OTHER_FIGURE, EXTRACTIVE_ANSWER)
                yield _copied_notice("draft_rejected", state, stamp)
                yield _checked(last, stamp)
            elif instead := _overlooked(last, state, locate):
                last, codes = instead, (*codes, ANSWER_OVERLOOKED, EXTRACTIVE_ANSWER)
                yield _copied_notice("answer_overlooked", state, stamp)
                yield _checked(last, stamp)
            yield from _finish(last.attempt, codes, state, meter, locate, stamp)
            return
        repeats = any(earlier.attempt.draft == last.attempt.draft for earlier in tried)
        tried.append(last)
        must_call = state.can_gather and any(finding.by_reading for finding in last.gate.findings)
        may_mend = must_call or any(finding.by_writing for finding in last.gate.findings)
        if repeats or not may_mend or not state.may_reprompt:
            if unordered:  # the turn that asks for the answer is still owed
                must_call = False
                continue
            break
        state.reprompts += 1
        yield stamp(Reprompted, attempt=state.reprompts, codes=last.gate.codes)
        order = prompts.REPROMPT.format(
            errors="\n".join(
                f"- {code}: {message}"
                for code, message in zip(last.gate.codes, last.gate.messages, strict=True)
            ),
            calls=state.calls_left,
            order=prompts.MUST_CALL if must_call else _order(state) if unordered else prompts.MUST_WRITE,
        )
    yield from _conclude(tried, state, meter, locate, stamp)


def _order(state: AgentState) -> str:
    """What the final turn is asked for; with demands, how to meet them."""
    demanded = state.constraints
    if is_plain(demanded, gbnf=state.gbnf):
        parts = [prompts.COMPOSE_PLAIN.format(question=state.question), _language(state)]
    else:
        parts = [prompts.COMPOSE.format(question=state.question)]
    if demanded.required_sections:
        headings = ", ".join(f"“{section}”" for section in demanded.required_sections)
        parts.append(prompts.COMPOSE_SECTIONS.format(headings=headings))
    if demanded.requires_exact_quote:
        wanted = ", ".join(demanded.exact_quote_indicators) or state.question
        parts.append(prompts.COMPOSE_QUOTES.format(wanted=wanted))
    if demanded.requires_conflict_resolution:
        rule = demanded.conflict_resolution_rule
        dates = ", ".join(
            f"[{source.number}] {source.document.date or prompts.UNKNOWN_DATE}" for source in state.citable
        )
        told = prompts.COMPOSE_RULE.format(rule=rule) if rule else prompts.COMPOSE_NO_RULE
        parts.append(prompts.COMPOSE_CONFLICT.format(rule=told, dates=dates))
    return " ".join(part for part in parts if part)


def _language(state: AgentState) -> str:
    """Which language to answer in, where it is not plain from question and sources."""
    language = question_language(state.question)
    if language == "en" and all(source.document.language in ("", "en") for source in state.citable):
        return ""
    return prompts.COMPOSE_LANGUAGE.format(language=LANGUAGE_NAMES[language])


def _ask(
    state: AgentState, ask_model: AskModel, transcript: Transcript, number: int
) -> Generator[Event, None, GenerationDone]:
    plain = is_plain(state.constraints, gbnf=state.gbnf)

    def grammar() -> Grammar:
        sources = _in_prompt(state, transcript)
        if plain:
            return plain_grammar(sources, state.question)
        return final_grammar(sources, state.constraints)

    return (
        yield from ask_model(
            "answer",
            answer_tokens(state.limits.answer_tokens, state.constraints),
            grammar,
            visible=StatementStream().feed,
            attempt=number,
        )
    )


def _in_prompt(state: AgentState, transcript: Transcript) -> list[Source]:
    """What left the prompt cannot be cited; if all of it did, nothing else can be."""
    kept = [source for source in state.citable if str(source.number) not in transcript.left_out]
    return kept or state.citable


def _conclude(
    tried: list[_Tried], state: AgentState, meter: UsageMeter, locate: Locate, stamp: EventStamper
) -> Iterator[Event]:
    """Of all attempts the one of which most is left when what failed is out; else what the sources say."""
    tried = tried or [_judged(1, FinalDraft() if state.citable else _nothing_found(state), state, locate)]
    best = max((_settled(each, state, locate) for each in tried), key=_worth)
    codes = tried[best.number - 1].gate.codes
    if instead := _other_figure(best, state, locate):
        yield _copied_notice("draft_rejected" if any(map(_wrote, tried)) else "nothing_written", state, stamp)
        yield _checked(instead, stamp)
        codes = (*codes, OTHER_FIGURE, EXTRACTIVE_ANSWER)
        yield from _finish(instead.attempt, codes, state, meter, locate, stamp)
        return
    if not (_is_left(best, tried, state) or _says_no(tried)):
        copied = _extracted(best, state, locate)
        if copied.attempt.draft.statements:
            best, codes = copied, (*codes, EXTRACTIVE_ANSWER)
            written = any(_wrote(each) for each in tried)
            yield _copied_notice("draft_rejected" if written else "nothing_written", state, stamp)
    if state.citable and not (best.attempt.draft.statements or any(map(_wrote, tried))):
        silent = FinalDraft(disclosed=unmet(state, "unwritten"))
        best = _settled(_judged(best.number, silent, state, locate), state, locate)
    yield _checked(best, stamp)
    yield from _finish(best.attempt, codes, state, meter, locate, stamp)


def _nothing_found(state: AgentState) -> FinalDraft:
    """The question as what is missing, and what the model called missing when it ended; nothing it claims."""
    written = parse_final(state.final_text, (), state.constraints.required_sections)
    return FinalDraft(
        statements=tuple(row for row in written.statements if is_no_answer(row.text)),
        insufficiencies=written.insufficiencies,
        admitted=gap(state, state.question),
    )


def _is_left(best: _Tried, tried: Sequence[_Tried], state: AgentState) -> bool:
    """Something that a model wrote is shown. Under headings the program may have quoted what was empty."""
    if not state.constraints.required_sections:
        return bool(best.attempt.draft.statements)
    written = {statement for each in tried for statement in each.attempt.draft.statements}
    return not written.isdisjoint(best.attempt.draft.statements)


def _says_no(tried: Sequence[_Tried]) -> bool:
    """All that the model wrote is that the documents do not say it."""
    return any(map(_wrote, tried)) and not any(each.attempt.draft.statements for each in tried)


def _wrote(tried: _Tried) -> bool:
    """Not only junk, or nothing."""
    draft = tried.attempt.draft
    return bool(draft.statements or draft.insufficiencies or draft.admitted)


def _other_figure(last: _Tried, state: AgentState, locate: Locate) -> _Tried | None:
    """What was read from tables and copied, in the place of an answer that lacks one of the figures."""
    figures = state.figures.values()
    if all(tells_figure(last.attempt.answer.text, figure.text) for figure in figures):
        return None
    copied = _extracted(last, state, locate)
    return copied if set(figures) <= set(copied.attempt.draft.statements) else None


def _overlooked(last: _Tried, state: AgentState, locate: Locate) -> _Tried | None:
    """A no to one question that an opened sentence most likely answers, with that sentence in its place.

    Only where a copy would look certain, and the model takes it for an answer when it sees nothing else.
    """
    draft = last.attempt.draft
    single = not (asked_parts(state.question) or state.constraints.required_sections)
    if draft.statements or not _says_no([last]) or not single:
        return None
    without = replace(
        last, attempt=replace(last.attempt, draft=replace(draft, insufficiencies=(), admitted=()))
    )
    copied = _extracted(without, state, locate)
    answer = copied.attempt.answer
    if not answer.statements or copied.gate.codes or answer.confidence is not Confidence.HIGH:
        return None
    if not state.judge.is_read_as_answer(state.question, " ".join(one.text for one in answer.statements)):
        return None
    lowered = replace(answer, confidence=Confidence.MEDIUM)  # the model read it and saw no answer
    return replace(copied, attempt=replace(copied.attempt, answer=lowered))


def _copied_notice(key: str, state: AgentState, stamp: EventStamper) -> Event:
    return stamp(NoticeGiven, code=key, message=reply(key, question_language(state.question)))


def _judged(number: int, draft: FinalDraft, state: AgentState, locate: Locate) -> _Tried:
    attempt = ground_citations_from_state(draft, state, locate)
    return _Tried(number, attempt, validate_agent_state(attempt.draft, attempt.answer, state))


def _settled(tried: _Tried, state: AgentState, locate: Locate) -> _Tried:
    """The attempt as it passes the gate; of one that cannot be made to, only what it left unanswered.

    Raises:
        BugError: not even an answer without statements passes.
    """
    for left in range(2 * _MOST_SETTLINGS, 0, -1):
        if tried.gate.passed:
            return tried
        draft = settle(tried.attempt.draft, tried.gate.findings, state)
        if left == _MOST_SETTLINGS:
            dropped = left_out(draft.statements, state)
            draft = FinalDraft(disclosed=once((*draft.disclosed, *dropped)))
        tried = _judged(tried.number, draft, state, locate)
    raise BugError(f"an answer without statements does not pass the gate: {tried.gate.codes}")


def _worth(tried: _Tried) -> tuple[int, int, int]:
    statements = tried.attempt.answer.statements
    return sum(statement.status in VERIFIED for statement in statements), len(statements), tried.number


def _extracted(refused: _Tried, state: AgentState, locate: Locate) -> _Tried:
    """The sentences of the sources that answer the question by themselves, if there are any."""
    # Gaps and demands may be met now; the gate names again those that are not.
    kept = tuple(row for row in refused.attempt.draft.disclosed if row.kind is InsufficiencyKind.LEFT_OUT)
    copied = copied_sentences(state)
    draft = replace(refused.attempt.draft, statements=copied.statements, disclosed=(*kept, *copied.missing))
    return _settled(_judged(refused.number, draft, state, locate), state, locate)


def _checked(tried: _Tried, stamp: EventStamper) -> Event:
    gate = tried.gate
    return stamp(
        GateChecked, attempt=tried.number, passed=gate.passed, codes=gate.codes, messages=gate.messages
    )


def _finish(
    attempt: Attempt,
    codes: tuple[str, ...],
    state: AgentState,
    meter: UsageMeter,
    locate: Locate,
    stamp: EventStamper,
) -> Iterator[Event]:
    answer = attempt.answer
    if not answer.statements:
        nearest = state.judged(state.question, most=_MOST_NEAR).nearest
        answer = replace(answer, nearest=tuple(shown(one, locate) for one in nearest))
    flags = dict.fromkeys((*answer.safety_flags, *state.safety_flags, *(code.lower() for code in codes)))
    answer = replace(answer, safety_flags=tuple(flags), coverage=state.coverage)
    yield stamp(AnswerReady, answer=answer, usage=meter.usage)
    yield stamp(RunFinished, outcome="answered" if answer.statements else "no_answer")
