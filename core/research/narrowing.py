"""What the user's replies narrow: the documents that are searched, and the parts that are left out."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from itertools import islice

from core.answer.facts.checkable import facts_of
from core.events import Event, NoticeGiven
from core.research.base import Parts
from core.research.findings import reopened
from core.research.research_texts import in_quotes, say
from core.research.round_reply import read_round
from core.research.state import ResearchState, Round

_HITS_FOR_A_NAME = 10
_MOST_DOCUMENTS = 12  # that the model chooses from


def narrowed(state: ResearchState, parts: Parts) -> Generator[Event, None, ResearchState]:
    """The state with what was replied since read into it; what it narrows, and what of it is searched for,
    is told.
    """
    for number, round_ in enumerate(state.rounds):
        if round_.said is None and round_.reply:
            state = yield from _with_reply(state, number, parts)
    return state


def _with_reply(state: ResearchState, number: int, parts: Parts) -> Generator[Event, None, ResearchState]:
    """The state with the reply of one of its rounds read."""
    round_, language = state.rounds[number], state.language
    reply = _without_questions(round_)
    documents = _documents(state, reply, parts)
    read = yield from read_round(list(documents.values()), reply, parts.asker, language)
    state = _with_round(
        state,
        number,
        round_.but(
            said=read.said,
            left_out=read.left_out,
            limits=bool(read.only),
            ended=round_.ended or read.enough,
        ),
    )
    left_out = _parts_left_out(state, read.left_out)
    if left_out:
        told = "; ".join(in_quotes(part, language) for part in left_out)
        yield parts.stamp(
            NoticeGiven, code="parts_left_out", message=say("parts_left_out", language, parts=told)
        )
        kept = tuple(aspect for aspect in state.aspects if aspect not in left_out)
        state = state.but(aspects=kept, removed=tuple(dict.fromkeys((*state.removed, *left_out))))
    if read.only:
        only = tuple(list(documents)[place - 1] for place in read.only)
        names = ", ".join(documents[one] for one in only)
        message = say("limited", language, names=names)
        yield parts.stamp(NoticeGiven, code="documents_limited", message=message)
        findings = tuple(found for found in state.findings if found.document_id in only)
        state = state.but(only=only, document_ids=only, findings=findings)
    if read.said:
        quoted = in_quotes(read.said, language)
        message = say("reply_searched", language, words=quoted)
        yield parts.stamp(NoticeGiven, code="reply_searched", message=message)
    return state


def _with_round(state: ResearchState, number: int, changed: Round) -> ResearchState:
    rounds = (*state.rounds[:number], changed, *state.rounds[number + 1 :])
    return state.but(rounds=rounds)


def _without_questions(round_: Round) -> str:
    """The reply without the program's questions, which a form sends along with its answers."""
    text = round_.reply
    for question in round_.questions:
        text = text.replace(f"{question} –", ";").replace(question, ";")
    return text.strip(" ;")


def _parts_left_out(state: ResearchState, things: Sequence[str]) -> tuple[str, ...]:
    """The parts of the question that speak of these things; none where nothing else would be left."""
    rows = [facts_of(thing).terms for thing in things]
    gone = tuple(part for part in state.aspects if any(row and row <= facts_of(part).terms for row in rows))
    return gone if len(gone) < len(state.aspects) else ()


def _documents(state: ResearchState, reply: str, parts: Parts) -> dict[str, str]:
    """The file names, by id, of what was found, then of what the search finds by the words of the reply."""
    found = {one.document.document_id: one.document.filename for one in reopened(state, parts)}
    if parts.asker.model is not None and reply:
        result = parts.retriever.search(
            reply,
            limit=_HITS_FOR_A_NAME,
            document_ids=state.document_ids,
            cancel=parts.cancel,
            for_prompt=True,
        )
        found |= {hit.chunk.document_id: hit.filename for hit in result.hits}
    return dict(islice(found.items(), _MOST_DOCUMENTS))
