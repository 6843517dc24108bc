"""What an agent run knows so far, and from it: what the model may do next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from core.agent.demands.constraints import PromptConstraints
from core.agent.limits import Limits
from core.agent.queries import distinct, only_leaves_out, query_key
from core.answer.asking.question_language import question_language
from core.answer.judged_sentences import MOST_SENTENCES, JudgedEvidence, judge_sentences
from core.answer.sources import Source
from core.answer.statements import DraftStatement
from core.judge.base import SupportJudge
from core.judge.run_judge import RunJudge
from core.judge.word_judge import WordJudge
from core.types import Coverage, SearchHit

# Results to open: small models choose among more of them as by lot. The best three have the pages that answer
# of 25 of 49 tasks, the best one those of 17.
_OFFERED = 3
_MIN_PREFIX = 6  # of a truncated id: as many hexadecimal digits as tell apart what a run lists


@dataclass(frozen=True, slots=True)
class ListedResult:
    """A search result under its number in this run; the model names results by number, never by UUID."""

    number: int
    query: str
    hit: SearchHit


@dataclass(frozen=True, slots=True)
class AllowedActions:
    """What the next step may be. All empty means: compose the answer now.

    `queries`: a search has to be one of these; empty leaves the words to the model.
    """

    search: bool
    open_results: tuple[int, ...]
    final: bool
    queries: tuple[str, ...] = ()

    @property
    def only_final(self) -> bool:
        return not self.search and not self.open_results


@dataclass(slots=True)
class AgentState:
    """Mutable record of one run; owned by the executor. `gbnf`: the model takes grammars in that form.
    `support` judges what the answer says in other words than its sources.

    `constraints` are the question's demands as far as they fit the limits, which the gate checks;
    `reductions` say in sentences what was taken off them. `usual_open_citations` is only our habit: small
    models would otherwise compose from the first result they see. `topics` are what the plan's first step
    searches for; of each something is opened before a second result of another. `suggested_queries` come
    from question and plan, for a model that has repeated one (`repeats`). `timed_out`: a time limit has ended
    the tool loop. `tool_call_forced`: the gate refused an answer, and the next step has to be a tool call.
    `figures`: for the question, or each of its parts as it stands by itself, the statement with the figure
    that it asks for, read from `tables`, whole pages of results that no model sees; with `figures_shown` they
    can be cited, too.
    `snippets` are what is cited when nothing was opened. `answered_at_once`: an answer that the model wrote
    in the place of an action; `final_text`: what it wrote to end the tool loop, whether an answer or not.
    `not_shown`: hits without a number, which lay too deep in their search. `needed`: the result that answers
    a part of the question that nothing open does, 0 if there is none. `judge` says what answers.
    """

    limits: Limits
    gbnf: bool = False
    support: SupportJudge | None = None
    judge: RunJudge = field(default_factory=lambda: RunJudge(WordJudge()))
    constraints: PromptConstraints = field(default_factory=PromptConstraints)
    reductions: tuple[str, ...] = ()
    question: str = ""
    topics: tuple[str, ...] = ()
    suggested_queries: tuple[str, ...] = ()
    usual_open_citations: int = 2
    tool_calls_used: int = 0
    iterations: int = 0
    reprompts: int = 0
    queries: list[str] = field(default_factory=list)
    results: list[ListedResult] = field(default_factory=list)
    found_by: dict[frozenset[str], tuple[int, ...]] = field(default_factory=dict)
    opened: list[Source] = field(default_factory=list)
    snippets: list[Source] = field(default_factory=list)
    repeated_query: bool = False
    repeats: int = 0
    tool_call_forced: bool = False
    timed_out: bool = False
    safety_flags: list[str] = field(default_factory=list)
    coverage: Coverage | None = None
    unchecked_told: bool = False
    answered_at_once: str = ""
    final_text: str = ""
    tables: tuple[Source, ...] = ()
    figures: dict[str, DraftStatement] = field(default_factory=dict)
    figures_shown: bool = False
    not_shown: list[ListedResult] = field(default_factory=list)
    needed: int = 0

    def judged(
        self, question: str, sources: Sequence[Source] | None = None, most: int = MOST_SENTENCES
    ) -> JudgedEvidence:
        """The sentences of what can be cited, or of other sources, that most likely answer a question."""
        read = self.citable if sources is None else sources
        return judge_sentences(question, question_language(question), read, self.judge, most)

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
        """What an answer may cite: opened citations, or snippets when none was opened; and the tables of
        figures that stand in it."""
        opened = [source for source in self.opened if source.sentences]
        return [*(opened or self.snippets), *(self.tables if self.figures_shown else ())]

    @property
    def next_number(self) -> int:
        """For the next source, whatever it is: no two of a run have the same, so no citation changes its
        meaning."""
        sources = (*self.opened, *self.snippets, *self.tables)
        return max((source.number for source in sources), default=0) + 1

    @property
    def can_gather(self) -> bool:
        """True if a tool call is left that could find or open something more."""
        return not self.allowed().only_final

    @property
    def may_reprompt(self) -> bool:
        """The model may be told what is wrong once more."""
        return self.reprompts < self.limits.max_reprompts and not self.timed_out

    @property
    def unsearched_topics(self) -> tuple[str, ...]:
        """Required topics whose words no query of the run holds."""
        keys = [query_key(query) for query in self.queries]
        return tuple(
            topic
            for topic in self.constraints.required_search_topics
            if not any(query_key(topic) <= key for key in keys)
        )

    @property
    def searches_owed(self) -> int:
        """How many more searches the question demands."""
        return max(self.min_searches - len(self.queries), len(self.unsearched_topics))

    @property
    def openings_owed(self) -> int:
        """How many more openings the question demands."""
        return max(self.min_open_citations - len(self.opened), 0)

    @property
    def demands_are_met(self) -> bool:
        """What the question demands of the tool calls is done, and the gate waits for no other call."""
        return not (self.searches_owed or self.openings_owed or self.tool_call_forced)

    @property
    def unopened(self) -> tuple[int, ...]:
        """Numbers of the listed results that are not open, in the order they were found."""
        open_chunks = {source.chunk.chunk_id for source in self.opened}
        return tuple(listed.number for listed in self.results if listed.hit.chunk.chunk_id not in open_chunks)

    @property
    def next_to_open(self) -> tuple[int, ...]:
        """`unopened`, the best of each search first; only what the topics of which nothing is open yet found,
        while there are such. Where documents may disagree, one of which nothing is open goes first; before
        all of them what is `needed`."""
        owed = self._topics_owed
        found_by = owed or list(self.found_by.values())
        wanted = {number for numbers in owed for number in numbers}
        unopened = [number for number in self.unopened if not owed or number in wanted]
        known = self._opened_documents if self.constraints.requires_conflict_resolution else frozenset()
        documents = {listed.number: listed.hit.chunk.document_id for listed in self.results}
        ordered = tuple(
            sorted(
                unopened,
                key=lambda number: (documents[number] in known, _best_place(number, found_by), number),
            )
        )
        return (self.needed, *(n for n in ordered if n != self.needed)) if self._is_needed else ordered

    @property
    def _is_needed(self) -> bool:
        """Not from a document that is open where documents may disagree, while there is another."""
        unopened = self.unopened
        if self.needed not in unopened:
            return False
        if not self.constraints.requires_conflict_resolution:
            return True
        known = self._opened_documents
        documents = {listed.number: listed.hit.chunk.document_id for listed in self.results}
        return documents[self.needed] not in known or all(documents[number] in known for number in unopened)

    @property
    def _opened_documents(self) -> frozenset[str]:
        return frozenset(source.document.document_id for source in self.opened)

    @property
    def offered(self) -> tuple[int, ...]:
        """Of `next_to_open` what the model may choose from: of a topic of which nothing is open yet the best
        one only, then of the best that are left; of nothing else while one is needed."""
        if self._is_needed:
            return (self.needed,)
        first = bool(self._topics_owed) or not self.opened
        return self.next_to_open[: 1 if first else _OFFERED]

    @property
    def _topics_owed(self) -> list[tuple[int, ...]]:
        """The results of each topic for which nothing is open yet; what is open serves one topic only.

        Two parts of a question often find the same passage first, which then answers one of them.
        """
        unopened = set(self.unopened)
        opened = {listed.number for listed in self.results} - unopened
        owed: list[tuple[int, ...]] = []
        for topic in self.topics:
            numbers = self.results_of(topic)
            serving = next((number for number in numbers if number in opened), None)
            if serving is not None:
                opened.discard(serving)
            elif not unopened.isdisjoint(numbers):
                owed.append(numbers)
        return owed

    @property
    def untried_queries(self) -> tuple[str, ...]:
        """What could be searched for without the model: topics that are owed first."""
        queries = distinct([*self.unsearched_topics, *self.suggested_queries], self.queries)
        return tuple(query for query in queries if not self.is_repeated(query))

    @property
    def found(self) -> list[SearchHit]:
        """All hits of the run, the listed ones first, each once."""
        hits = [one.hit for one in (*self.results, *self.not_shown)]
        return list({hit.chunk.chunk_id: hit for hit in hits}.values())

    @property
    def _words_are_given(self) -> bool:
        """The model has shown that it has no other words for a search."""
        return self.repeats > (0 if self.results else 1)

    @property
    def _last_found_nothing(self) -> bool:
        return bool(self.queries) and not self.found_by.get(query_key(self.queries[-1]))

    def result(self, number: int) -> ListedResult | None:
        return next((listed for listed in self.results if listed.number == number), None)

    def list_deeper(self, chunk_id: str) -> ListedResult | None:
        """Give a number to a hit of `not_shown`, as the last one of its search; None if it is none."""
        deeper = next((one for one in self.not_shown if one.hit.chunk.chunk_id == chunk_id), None)
        if deeper is None or any(one.hit.chunk.chunk_id == chunk_id for one in self.results):
            return None
        listed = replace(deeper, number=len(self.results) + 1)
        self.results.append(listed)
        key = query_key(deeper.query)
        self.found_by[key] = (*self.found_by.get(key, ()), listed.number)
        return listed

    def number_of(self, chunk_id: str) -> int:
        """Of the listed result with this chunk; 0 if there is none."""
        return next((one.number for one in self.results if one.hit.chunk.chunk_id == chunk_id), 0)

    def listed(self, document_id: str, chunk_id: str) -> ListedResult | None:
        """The listed result of these ids; truncated ones are completed if one result alone begins so."""
        wanted = _prefix(document_id), _prefix(chunk_id)
        found = [
            listed
            for listed in self.results
            if listed.hit.chunk.document_id.startswith(wanted[0])
            and listed.hit.chunk.chunk_id.startswith(wanted[1])
        ]
        return found[0] if len(found) == 1 and min(map(len, wanted)) >= _MIN_PREFIX else None

    def opened_as(self, chunk_id: str) -> Source | None:
        """The opened citation of this chunk."""
        return next((source for source in self.opened if source.chunk.chunk_id == chunk_id), None)

    def is_repeated(self, query: str) -> bool:
        """True if the same words were searched before, whatever their case, order and punctuation.

        So is a query that only leaves some of them out, where those found something, unless the question
        demands more searches. Figures and words such as "not" and "under" have to be
        the same (see `query_key`).
        """
        return self._earlier(query) is not None

    def is_part_of_earlier(self, query: str) -> bool:
        """True if it was not searched itself, but a query with all its words."""
        return self.is_repeated(query) and query_key(query) not in map(query_key, self.queries)

    def _earlier(self, query: str) -> frozenset[str] | None:
        """The key of the query that was searched before in the place of this one."""
        key = query_key(query)
        known = [query_key(earlier) for earlier in self.queries]
        if key in known or self.searches_owed:
            return key if key in known else None
        # Where all words found nothing, most of them still may.
        return next((one for one in known if self.found_by.get(one) and only_leaves_out(key, one)), None)

    def results_of(self, query: str) -> tuple[int, ...]:
        """Numbers of what this query, or the same in other words, has found before; best first."""
        return self.found_by.get(self._earlier(query) or query_key(query), ())

    def add_results(self, query: str, hits: Sequence[SearchHit]) -> list[ListedResult]:
        """Number the hits that this run has not listed yet; returns those."""
        numbers = {listed.hit.chunk.chunk_id: listed.number for listed in self.results}
        added: list[ListedResult] = []
        for hit in hits:
            if hit.chunk.chunk_id not in numbers:
                listed = ListedResult(len(self.results) + 1, query, hit)
                numbers[hit.chunk.chunk_id] = listed.number
                self.results.append(listed)
                added.append(listed)
        self.found_by[query_key(query)] = tuple(numbers[hit.chunk.chunk_id] for hit in hits)
        return added

    def allowed(self) -> AllowedActions:
        """The grammar's states: the forbidden is not representable.

        Before any search only searching. After a repeated query no searching for one step, unless only a
        search can meet a demand, and from then on only with words that are given; while nothing was found at
        all there is nothing else to do, so one repeated query takes nothing away. The last tool calls are
        kept for opening; after a search that found nothing only those that are demanded. Composing only once
        what the question demands has been done or cannot be, or at once when nothing was found anywhere.
        """
        if self.calls_left <= 0 or self.iterations >= self.limits.max_iterations or self.timed_out:
            return AllowedActions(False, (), True)
        if not self.queries:
            return AllowedActions(True, (), False)
        unopened = self.offered
        searches_owed = self.searches_owed
        # A demand of the question goes before our habit.
        habit = 0 if searches_owed else self.usual_open_citations - len(self.opened)
        to_open = max(self.openings_owed, habit)
        # Openings must not eat the calls that demanded searches still need.
        may_open = unopened if self.calls_left > searches_owed else ()
        # Nothing to open for a demanded opening: only another search can bring something.
        only_search = not may_open and bool(
            searches_owed or (self.openings_owed and self.results and self.calls_left >= 2)
        )
        if only_search:
            queries = self.unsearched_topics or (self.untried_queries if self._words_are_given else ())
            search = bool(queries) or not self._words_are_given
            final = not search or not self.results
            final = final and not (search and self.tool_call_forced)
            return AllowedActions(search, (), final, queries)
        queries = self.untried_queries if self._words_are_given else ()
        kept = self.openings_owed if self._last_found_nothing else to_open
        keep_for_opening = bool(unopened) and self.calls_left <= kept
        pause = self.repeated_query and bool(self.results)
        search = not (pause or keep_for_opening or (self._words_are_given and not queries))
        enough = not searches_owed and (to_open <= 0 or not unopened)
        if not search and not may_open:
            return AllowedActions(False, (), True)
        final = (enough or not self.results) and not self.tool_call_forced
        return AllowedActions(search, may_open, final, queries if search else ())


def _prefix(identifier: str) -> str:
    return identifier.strip().rstrip(".…").casefold()


def _best_place(number: int, found_by: Sequence[tuple[int, ...]]) -> int:
    """The best place of a result in what searches found, from 0."""
    return min(found.index(number) for found in found_by if number in found)
