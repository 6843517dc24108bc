"""Which result answers a part of the question that nothing open does: small models pass over the right one.

The sentences of all that the searches found are judged; the result with the best one that answers is the only
one that the model may open next, and the first that the program opens by itself.
"""

from __future__ import annotations

from core.agent.state import AgentState
from core.agent.tools import AgentTools
from core.answer.asking.question import asking_sentences, without_directions
from core.answer.asking.question_parts import parts_of
from core.types import SearchHit

_MOST_LOOKED_AT = 24  # results


def next_need(state: AgentState, tools: AgentTools) -> SearchHit | None:
    """The hit to open next; None where everything is answered, or nothing found answers it.

    Raises:
        core.errors.KnownError: the library cannot be read.
    """
    asked = asking_sentences(without_directions(state.question))
    parts = [part.standing for part in parts_of(state.question)] or [asked]
    wanting = [part for part in parts if not state.judged(part).likely]
    if not wanting:
        return None
    opened = {source.chunk.chunk_id for source in state.opened}
    hits = [hit for hit in state.found if hit.chunk.chunk_id not in opened][:_MOST_LOOKED_AT]
    sources = tools.sources_of(hits)
    for part in wanting:
        if likely := state.judged(part, sources).likely:
            return hits[likely[0].source.number - 1]
    return None
