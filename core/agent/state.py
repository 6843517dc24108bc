"""What an agent run knows so far, and from it: what the model may do next."""

from __future__ import annotations

from dataclasses import dataclass, field

from core.agent.constraints import PromptConstraints
from core.agent.limits import Limits
from core.answer.sources import Source
from core.types import Coverage, SearchHit


@dataclass(frozen=True, slots=True)
class ListedResult:
    """A search result under its number in this run; the model names results by number, never by UUID."""

    number: int
    query: str
    hit: SearchHit


@dataclass(frozen=True, slots=True)
class AllowedActions:
    """What the next step may be. All empty means: compose the answer now."""

    search: bool
    open_results: tuple[int, ...]
    final: bool

    @property
    def only_final(self) -> bool:
        return not self.search and not self.open_results


@dataclass(slots=True)
class AgentState:
    """Mutable record of one run; owned by the executor.

    `constraints` are the question's demands as far as they fit the limits, which the gate checks;
    `reductions` say in sentences what was taken off them. `usual_open_citations` is only our habit: small
    models would otherwise compose from the first result they see. `tool_call_forced`: the gate refused an
    answer, and the next step has to be a tool call. `snippets` are what is cited when nothing was opened.
    """

    limits: Limits
    constraints: PromptConstraints = field(default_factory=PromptConstraints)
    reductions: tuple[str, ...] = ()
    question: str = ""
    usual_open_citations: int = 2
    tool_calls_used: int = 0
    iterations: int = 0
    reprompts: int = 0
    queries: list[str] = field(default_factory=list)
    results: list[ListedResult] = field(default_factory=list)
    opened: list[Source] = field(default_factory=list)
    snippets: list[Source] = field(default_factory=list)
    repeated_query: bool = False
    tool_call_forced: bool = False
    safety_flags: list[str] = field(default_factory=list)
    coverage: Coverage | None = None
    unchecked_told: bool = False

    @property
    def min_searches(self) -> int:
        """Demanded searches, one for each required topic; at least one."""
        return max(1, self.constraints.min_searches, len(self.constraints.required_search_topics))

    @property
    def min_open_citations(self) -> int:
        """Demanded openings; at least one, because only what is open can be cited."""
        return max(1, self.constraints.min_open_citations)

    @property
    def calls_left(self) -> int:
        return self.limits.max_tool_calls - self.tool_calls_used

    @property
    def citable(self) -> list[Source]:
        """What an answer may cite: opened citations, or snippets when none was opened."""
        opened = [source for source in self.opened if source.sentences]
        return opened or list(self.snippets)

    @property
    def can_gather(self) -> bool:
        """True if a tool call is left that could find or open something more."""
        return not self.allowed().only_final

    def result(self, number: int) -> ListedResult | None:
        return next((listed for listed in self.results if listed.number == number), None)

    def listed(self, document_id: str, chunk_id: str) -> ListedResult | None:
        return next(
            (
                listed
                for listed in self.results
                if listed.hit.chunk.chunk_id == chunk_id and listed.hit.chunk.document_id == document_id
            ),
            None,
        )

    def is_repeated(self, query: str) -> bool:
        """True if the same words were searched before, whatever their case and spacing."""
        wanted = " ".join(query.casefold().split())
        return any(" ".join(earlier.casefold().split()) == wanted for earlier in self.queries)

    def add_results(self, query: str, hits: tuple[SearchHit, ...]) -> list[ListedResult]:
        """Number the hits that this run has not listed yet; returns those."""
        known = {listed.hit.chunk.chunk_id for listed in self.results}
        fresh = [hit for hit in hits if hit.chunk.chunk_id not in known]
        start = len(self.results) + 1
        added = [ListedResult(start + offset, query, hit) for offset, hit in enumerate(fresh)]
        self.results += added
        return added

    def allowed(self) -> AllowedActions:
        """The grammar's states: the forbidden is not representable.

        Before any search only searching; after a repeated query no searching for one step; the last tool call
        is kept for opening while nothing is open; composing only once the minimum has been met or cannot be.
        """
        open_chunks = {source.chunk.chunk_id for source in self.opened}
        unopened = tuple(
            listed.number for listed in self.results if listed.hit.chunk.chunk_id not in open_chunks
        )
        if self.calls_left <= 0 or self.iterations >= self.limits.max_iterations:
            return AllowedActions(False, (), True)
        if not self.queries:
            return AllowedActions(True, (), False)
        to_search = max(self.min_searches - len(self.queries), 0)
        # A demand of the question goes before our habit.
        habit = 0 if to_search else self.usual_open_citations
        to_open = max(max(self.min_open_citations, habit) - len(self.opened), 0)
        reserve_for_opening = bool(unopened) and self.calls_left <= to_open
        search = not self.repeated_query and not reserve_for_opening
        # Openings must not eat the calls that required searches still need.
        may_open = unopened if self.calls_left > to_search else ()
        enough = not to_search and (not to_open or not unopened)
        final = enough and (bool(self.opened) or len(self.queries) >= 2)
        if not search and not may_open:
            return AllowedActions(False, (), True)
        return AllowedActions(search, may_open, final and not self.tool_call_forced)
