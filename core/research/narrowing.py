"""What the user's replies narrow: the documents that are searched, and the parts that are left out."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from core.answer.facts.checkable import facts_of
from core.events import Event, NoticeGiven
from core.research.base import Parts
from core.research.document_wishes import Wishes, documents_named, wishes_of
from core.research.findings import reopened
from core.research.reply_words import END_WORDS
from core.research.research_texts import in_quotes, say
from core.research.state import ResearchState

_HITS_FOR_A_NAME = 10


def narrowed(state: ResearchState, parts: Parts) -> Generator[Event, None, ResearchState]:
    """The state after the last reply; what it narrows, and what of it is searched for, is told. The same
    again changes nothing.

    Raises:
        core.errors.KnownError: from the search for a document that is named.
    """
    wishes = [wishes_of(text) for text in state.replied]
    left_out = _parts_left_out(state, [thing for wish in wishes for thing in wish.left_out])
    if left_out:
        told = "; ".join(in_quotes(part, state.language) for part in left_out)
        yield parts.stamp(
            NoticeGiven, code="parts_left_out", message=say("parts_left_out", state.language, parts=told)
        )
        kept = tuple(aspect for aspect in state.aspects if aspect not in left_out)
        state = state.but(aspects=kept, removed=tuple(dict.fromkeys((*state.removed, *left_out))))
    wish = next((wish for wish in reversed(wishes) if wish.only), None)
    if wish is not None:
        state = yield from _limited(state, wish, parts)
    if state.rounds and state.rounds[-1].reply not in END_WORDS and (said := state.said_by_reply[-1]):
        quoted = in_quotes(said, state.language)
        yield parts.stamp(
            NoticeGiven, code="reply_searched", message=say("reply_searched", state.language, words=quoted)
        )
    return state


def _parts_left_out(state: ResearchState, things: Sequence[str]) -> tuple[str, ...]:
    """The parts of the question that speak of these things; none where nothing else would be left."""
    rows = [_words(thing) for thing in things]
    gone = tuple(part for part in state.aspects if any(row and row <= _words(part) for row in rows))
    return gone if len(gone) < len(state.aspects) else ()


def _words(text: str) -> frozenset[str]:
    facts = facts_of(text)
    return facts.words | facts.identifiers


def _limited(state: ResearchState, wish: Wishes, parts: Parts) -> Generator[Event, None, ResearchState]:
    """The state that is about the documents of these names alone, if there are such."""
    documents = _names_of_found(state, parts)
    meant = documents_named(wish, documents)
    if not meant:
        documents |= _names_of_searched(wish.only, state, parts)
        meant = documents_named(wish, documents)
    language = state.language
    if not meant:
        if wish.names_place:
            named = ", ".join(in_quotes(name, language) for name in wish.only)
            told = say("not_limited", language, names=named)
            yield parts.stamp(NoticeGiven, code="documents_not_limited", message=told)
        return state
    if meant == state.only:
        return state
    names = ", ".join(documents[document_id][0] for document_id in meant)
    yield parts.stamp(NoticeGiven, code="documents_limited", message=say("limited", language, names=names))
    findings = tuple(found for found in state.findings if found.document_id in meant)
    return state.but(only=meant, document_ids=meant, findings=findings)


def _names_of_found(state: ResearchState, parts: Parts) -> dict[str, tuple[str, ...]]:
    """The documents of what was found, each with its file's name and its title."""
    return {
        source.document.document_id: _names(source.document.filename, source.document.title)
        for source in reopened(state, parts)
    }


def _names_of_searched(
    names: Sequence[str], state: ResearchState, parts: Parts
) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for name in names:
        result = parts.retriever.search(
            name,
            limit=_HITS_FOR_A_NAME,
            document_ids=state.document_ids,
            cancel=parts.cancel,
            for_prompt=True,
        )
        for hit in result.hits:
            source = parts.sources.open(1, hit.chunk.document_id, hit.chunk.chunk_id, hit.score)
            if source is not None:
                own = source.document
                found[own.document_id] = _names(own.filename, own.title)
    return found


def _names(filename: str, title: str) -> tuple[str, ...]:
    return (filename, filename.rpartition(".")[0] or filename, *([title] if title else []))
