"""In which results the facts lie that a task asks for: as they were found, and as an agent run lists them.

No model is asked: only a search for each part of the question, as a run begins with.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.agent.limits import Limits
from core.agent.tools import AgentTools
from core.answer.asking.question import without_directions
from core.answer.asking.question_parts import parts_of
from core.cancel import CancelToken
from core.search.retriever import HybridRetriever
from core.types import SearchHit
from tests.benchmarks.agent.tasks import Gold, Task
from tests.benchmarks.figures import Results, counted


def facts_found(
    retriever: HybridRetriever, tasks: Sequence[tuple[Task, Sequence[str] | None]], cancel: CancelToken
) -> Results:
    """How many facts of these tasks lie in the first result of their search, the first two and three.

    Each task comes with the documents it is asked of.
    """
    places: dict[str, list[int]] = {"as found": [], "as listed": []}
    limits = Limits.standard()
    for task, document_ids in tasks:
        cancel.check()
        if task.kind == "sections":  # are searched for otherwise
            continue
        tools = AgentTools(retriever, document_ids, limits)
        plain: list[Sequence[SearchHit]] = []
        shown: list[Sequence[SearchHit]] = []
        parts = [part.standing for part in parts_of(task.question)]
        for query in parts or [without_directions(task.question)]:
            result = tools.search_docs(query, cancel)
            plain.append(retriever.beside(result.hits, ())[: limits.top_k])
            shown.append(tools.shown(query, result, ()).hits)
        for fact in task.evidence:
            places["as found"].append(_place(fact, plain))
            places["as listed"].append(_place(fact, shown))
    return {
        f"facts in the first {first} results, {name}": counted(
            sum(0 < place <= first for place in of), len(of), better="higher"
        )
        for name, of in places.items()
        for first in (1, 2, 3)
    }


def _place(fact: Gold, searches: Sequence[Sequence[SearchHit]]) -> int:
    """The best place among the results of a search, from 1; 0 if it lies in none."""
    places = [
        place
        for hits in searches
        for place, hit in enumerate(hits, start=1)
        if hit.filename == fact.document and _folded(fact.text) in _folded(hit.chunk.text)
    ]
    return min(places, default=0)


def _folded(text: str) -> str:
    return "".join(sign for sign in text.casefold() if sign.isalnum())
