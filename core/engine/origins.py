"""What quoted passages were read from is told where a user is to see it: answers that are ready, and hits.

One place for both modes, so that each file is looked at once an answer. What is stored with an answer is how
the files stood when it was given.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from core.errors import KnownError
from core.events import AnswerReady, Event, EvidenceFound
from core.types import Answer, NearestPassage, Origin, SearchResult

log = logging.getLogger(__name__)

OriginsOf = Callable[[Sequence[str]], Mapping[str, Origin]]


def with_origins(events: Iterator[Event], origins_of: OriginsOf) -> Iterator[Event]:
    """The events, the answer's citations and nearest passages with their origins."""
    for event in events:
        if isinstance(event, AnswerReady):
            yield event.model_copy(update={"answer": _told(event.answer, origins_of)})
        elif isinstance(event, EvidenceFound):
            known = _looked_up([one.document_id for one in event.passages], origins_of)
            yield event.model_copy(update={"passages": _with_known(event.passages, known)})
        else:
            yield event


def hits_with_origins(result: SearchResult, origins_of: OriginsOf) -> SearchResult:
    known = _looked_up([hit.chunk.document_id for hit in result.hits], origins_of)
    hits = (replace(hit, origin=known.get(hit.chunk.document_id, hit.origin)) for hit in result.hits)
    return replace(result, hits=tuple(hits))


def _told(answer: Answer, origins_of: OriginsOf) -> Answer:
    cited = [citation.document_id for citation in answer.citations]
    known = _looked_up([*cited, *(passage.document_id for passage in answer.nearest)], origins_of)
    if not known:
        return answer
    return replace(
        answer,
        citations=tuple(
            replace(one, origin=known.get(one.document_id, one.origin)) for one in answer.citations
        ),
        nearest=_with_known(answer.nearest, known),
    )


def _with_known(
    passages: Sequence[NearestPassage], known: Mapping[str, Origin]
) -> tuple[NearestPassage, ...]:
    return tuple(replace(one, origin=known.get(one.document_id, one.origin)) for one in passages)


def _looked_up(document_ids: Sequence[str], origins_of: OriginsOf) -> Mapping[str, Origin]:
    """An answer is not lost because nobody can say where its quotes come from."""
    try:
        return origins_of(document_ids) if document_ids else {}
    except KnownError as error:
        log.warning("the files of an answer were not looked at: %s", error)
        return {}
