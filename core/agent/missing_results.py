"""Which result answers a part of the question that nothing open does: small models pass over the right one.

The sentences of all that the searches found are looked through; the result with the best one that answers is
the only one that the model may open next, and the first that the program opens by itself.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.agent.state import AgentState
from core.agent.tools import AgentTools
from core.answer.asking.question import asking_sentences, holds, wanted_by, without_directions
from core.answer.asking.question_parts import parts_of
from core.answer.extractive import Extract, extract
from core.answer.relevance.aboutness import tells_only_earlier
from core.answer.relevance.content_given import figure_wanted_by, gives_figure
from core.answer.relevance.counted_things import counts
from core.answer.sources import Source
from core.types import SearchHit

_MOST_LOOKED_AT = 24  # results


def next_need(state: AgentState, tools: AgentTools) -> SearchHit | None:
    """The hit to open next; None where everything is answered, or nothing found answers it.

    Only of questions for a figure, an amount, a date or a length of time: of others no sentence shows whether
    it answers.

    Raises:
        core.errors.KnownError: the library cannot be read.
    """
    asked = asking_sentences(without_directions(state.question))
    parts = [part.standing for part in parts_of(state.question)] or [asked]
    wanting = [part for part in parts if _asks_figure(part) and not _best(part, state.citable)]
    if not wanting:
        return None
    opened = {source.chunk.chunk_id for source in state.opened}
    hits = [hit for hit in state.found if hit.chunk.chunk_id not in opened][:_MOST_LOOKED_AT]
    sources = tools.sources_of(hits)
    for part in wanting:
        if best := _best(part, sources):
            return hits[best.sentence.citation - 1]
    return None


def _asks_figure(part: str) -> bool:
    return bool(figure_wanted_by(part)) or wanted_by(part) in ("money", "number", "date", "duration")


def _best(part: str, sources: Sequence[Source]) -> Extract | None:
    """The best sentence that answers, if any does; one with the number right before what is counted first."""
    wanted = wanted_by(part)
    everything = sum(len(source.sentences) for source in sources)
    answering = [
        found
        for found in extract(part, sources, most=everything)
        if found.matches
        and gives_figure(found.sentence.text, part)
        and holds(wanted, found.sentence.text, part)
        and not tells_only_earlier(found.sentence.text, part)
    ]
    counting = (found for found in answering if counts(found.sentence.text, part))
    return next(counting, answering[0] if answering else None)
