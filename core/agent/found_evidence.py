"""Which of what the searches found answers which part: the program opens that, no model has to choose it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from core.agent.parts import Part
from core.agent.state import AgentState
from core.agent.table_values import figures_of
from core.agent.tools import AgentTools
from core.answer.judged_sentences import JudgedEvidence
from core.judge.calibration import LEAST_READ
from core.types import SearchHit

_MOST_LOOKED_AT = 24  # results
_MOST_OF_A_PART = 3  # passages that are opened for it
_MOST_NEAREST = 2  # of those that only come near


class FoundEvidence:
    """Looks through all that a run has found, again whenever there is more of it."""

    def __init__(self, state: AgentState, tools: AgentTools) -> None:
        self._state = state
        self._tools = tools
        self._seen = (-1, -1)
        self._of_part: dict[Part, list[SearchHit]] = {}
        self._nearest: dict[Part, list[SearchHit]] = {}
        self._answering: dict[Part, set[str]] = {}  # sentences

    def wanting(self) -> tuple[Part, ...]:
        """The parts that nothing found answers."""
        self._look()
        return tuple(part for part in self._state.parts if not self._of_part[part])

    def unread(self) -> dict[str, SearchHit]:
        """Which parts, as they are asked by themselves, something unread answers, and the best of it."""
        self._look()
        opened = {source.chunk.chunk_id for source in self._state.opened}
        shown = {one.text for source in self._state.snippets for one in source.sentences}
        return {
            part.standing: hits[0]
            for part, hits in self._of_part.items()
            if hits
            and opened.isdisjoint(hit.chunk.chunk_id for hit in hits)
            and shown.isdisjoint(self._answering[part])
        }

    def to_open(self) -> list[SearchHit]:
        """What answers and is not open: the best of each part, then the second best, and so on; then what
        comes nearest to the parts that nothing surely answers."""
        self._look()
        opened = {source.chunk.chunk_id for source in self._state.opened}
        rows = (*zip_longest(*self._of_part.values()), *zip_longest(*self._nearest.values()))
        in_turn = [hit for row in rows for hit in row if hit]
        hits = {hit.chunk.chunk_id: hit for hit in in_turn}
        return [hit for chunk_id, hit in hits.items() if chunk_id not in opened]

    def _look(self) -> None:
        seen = (len(self._state.results), len(self._state.found))
        if seen == self._seen:
            return
        hits = self._state.found[:_MOST_LOOKED_AT]
        figures, pages = figures_of(self._state, self._tools)
        chunks = {page.number: page.chunk.chunk_id for page in pages}
        by_chunk = {hit.chunk.chunk_id: hit for hit in self._state.found}
        sources = self._tools.sources_of(hits)
        of_part: dict[Part, list[SearchHit]] = {}
        nearest: dict[Part, list[SearchHit]] = {}
        answering: dict[Part, set[str]] = {part: set() for part in self._state.parts}
        for part in self._state.parts:
            if (figure := figures.get(part.standing)) is not None:
                cited = dict.fromkeys(number for one in figure.statements for number in one.citations)
                of_part[part] = [by_chunk[chunks[number]] for number in cited]
            else:
                found = self._state.evidence(part, sources, most=_MOST_LOOKED_AT)
                of_part[part] = [hits[number - 1] for number in self._chosen(found)]
                answering[part] = {one.sentence.text for one in found.likely}
                if not found.likely:
                    near = (one for one in found.sentences if one.certainty >= LEAST_READ)
                    numbers = dict.fromkeys(one.source.number for one in near)
                    nearest[part] = [hits[number - 1] for number in numbers][:_MOST_NEAREST]
        self._of_part, self._nearest, self._answering = of_part, nearest, answering
        self._seen = seen

    def _chosen(self, found: JudgedEvidence) -> Sequence[int]:
        """Passages of the likeliest sentences; where documents may disagree, the best of each first."""
        numbers = dict.fromkeys(one.source.number for one in found.likely)
        if self._state.constraints.requires_conflict_resolution:
            best: dict[str, int] = {}
            for one in found.likely:
                best.setdefault(one.source.document.document_id, one.source.number)
            numbers = dict.fromkeys((*best.values(), *numbers))
        return list(numbers)[:_MOST_OF_A_PART]
