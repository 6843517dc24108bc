"""What an agent run knows so far, and from it: what the model may do next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from core.agent.demands.constraints import PromptConstraints
from core.agent.limits import Limits
from core.agent.parts import Part, undivided
from core.agent.queries import distinct, query_key
from core.answer.asking.question_language import question_language
from core.answer.judged_sentences import MOST_SENTENCES, JudgedEvidence, judge_sentences, judge_texts
from core.answer.relevance.named_document import of_the_named
from core.answer.sources import Source
from core.judge.calibration import BESIDE
from core.judge.run_judge import RunJudge
from core.judge.word_judge import WordJudge
from core.types import Coverage, SearchHit

_OFFERED = 3  # results to open: small models choose among more of them as by lot
_MOST_KEPT = 3  # calls that the model's searches leave for opening what answers
_MOST_UNDER_HEADING = 24  # sentences about its subject, of which some are about the heading
_MOST_REPEATS = 3  # of what was searched before, then the program searches by itself
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
    """Mutable record of one run; owned by the executor.

    `constraints` are the question's demands as far as they fit the limits, which the gate checks;
    `reductions` say in sentences what was taken off them. `suggested_queries` come from question and plan,
    for a model that has repeated one (`repeats`). `timed_out`: a time limit has ended the tool loop.
    `snippets` are what searches have shown of passages that no call was left to open. `not_shown`: hits
    without a number, which lay too deep in their search. `unread`: parts for which something was found that
    no call was left to open.
    `divided`: the question as the model parts it. `judge` says what answers.
    """

    limits: Limits
    judge: RunJudge = field(default_factory=lambda: RunJudge(WordJudge()))
    constraints: PromptConstraints = field(default_factory=PromptConstraints)
    reductions: tuple[str, ...] = ()
    question: str = ""
    divided: tuple[Part, ...] = ()
    suggested_queries: tuple[str, ...] = ()
    tool_calls_used: int = 0
    iterations: int = 0
    reprompts: int = 0
    queries: list[str] = field(default_factory=list)
    results: list[ListedResult] = field(default_factory=list)
    found_by: dict[frozenset[str], tuple[int, ...]] = field(default_factory=dict)
    opened: list[Source] = field(default_factory=list)
    snippets: list[Source] = field(default_factory=list)
    repeats: int = 0
    timed_out: bool = False
    safety_flags: list[str] = field(default_factory=list)
    coverage: Coverage | None = None
    unchecked_told: bool = False
    not_shown: list[ListedResult] = field(default_factory=list)
    unread: tuple[str, ...] = ()

    def judged(
        self, question: str, sources: Sequence[Source] | None = None, most: int = MOST_SENTENCES
    ) -> JudgedEvidence:
        """The sentences of what can be cited, or of other sources, that most likely answer a question."""
        read, language = self.citable if sources is None else sources, question_language(question)
        found = judge_sentences(question, language, of_the_named(question, read), self.judge, most)
        if not self.constraints.requires_exact_quote or self.constraints.required_sections:
            return found
        # "Quote the sentence that says" asks of no sentence what it answers.
        return replace(found, least=min(found.least, BESIDE))

    def evidence(
        self, part: Part, sources: Sequence[Source] | None = None, most: int = MOST_SENTENCES
    ) -> JudgedEvidence:
        """The sentences that most likely answer a part; below a heading only those that come near to it,
        or to what no other heading asks, too: what they are all about every sentence may be about."""
        if not part.section:
            return self.judged(part.standing, sources, most)
        found = self.judged(part.standing, sources, _MOST_UNDER_HEADING)
        language = question_language(self.question)
        texts = {one.sentence.text: one.source for one in found.sentences}
        about: set[str] = set()
        for asked in (part.section, part.own):
            alone = judge_texts(asked, language, texts, self.judge)
            about |= {one.text for one in alone.texts if one.certainty >= BESIDE}
        under = tuple(one for one in found.sentences if one.sentence.text in about)
        return replace(found, sentences=under[:most])

    @property
    def parts(self) -> tuple[Part, ...]:
        """What has to be answered."""
        return self.divided or undivided(self.question, self.constraints)

    @property
    def min_searches(self) -> int:
        """Demanded searches, one for each required topic; at least one."""
        return max(1, self.constraints.min_searches, len(self.constraints.required_search_topics))

    @property
    def calls_left(self) -> int:
        return self.limits.max_tool_calls - self.tool_calls_used

    @property
    def kept_for_opening(self) -> int:
        """Tool calls that no search of the model may take; those for the parts leave one, or as many as are
        demanded."""
        wanted = max(self.constraints.min_open_citations, min(len(self.parts) + 1, _MOST_KEPT))
        return max(wanted - len(self.opened), 0)

    @property
    def citable(self) -> list[Source]:
        """What an answer may cite: opened citations, and sentences that searches have shown."""
        return [*(source for source in self.opened if source.sentences), *self.snippets]

    @property
    def next_number(self) -> int:
        """For the next source: no two of a run have the same, so no citation changes its meaning."""
        return max((source.number for source in (*self.opened, *self.snippets)), default=0) + 1

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
    def next_to_open(self) -> tuple[int, ...]:
        """Numbers of the listed results that are not open, the best of each search first."""
        open_chunks = {source.chunk.chunk_id for source in self.opened}
        unopened = [one.number for one in self.results if one.hit.chunk.chunk_id not in open_chunks]
        found_by = list(self.found_by.values())
        return tuple(sorted(unopened, key=lambda number: (_best_place(number, found_by), number)))

    @property
    def untried_queries(self) -> tuple[str, ...]:
        """What could be searched for without the model: topics that are owed first."""
        return distinct([*self.unsearched_topics, *self.suggested_queries], self.queries)

    @property
    def found(self) -> list[SearchHit]:
        """All hits of the run, the listed ones first, each once."""
        hits = [one.hit for one in (*self.results, *self.not_shown)]
        return list({hit.chunk.chunk_id: hit for hit in hits}.values())

    @property
    def _words_are_given(self) -> bool:
        """The model has shown that it has no other words for a search."""
        return self.repeats > (0 if self.results else 1)

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
        """True if the same words were searched before, whatever their case, order and punctuation. Figures
        and words such as "not" and "under" have to be the same (see `query_key`)."""
        return query_key(query) in map(query_key, self.queries)

    def results_of(self, query: str) -> tuple[int, ...]:
        """Numbers of what these words have found before; best first."""
        return self.found_by.get(query_key(query), ())

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

        Before any search only searching; after a repeated query only with words that are given. The last tool
        calls are kept for opening. Composing only once the demanded searches have been made or cannot be.
        """
        if self.calls_left <= 0 or self.iterations >= self.limits.max_iterations or self.timed_out:
            return AllowedActions(False, (), True)
        if not self.queries:
            return AllowedActions(True, (), False)
        owed = self.searches_owed
        queries = self.unsearched_topics or (self.untried_queries if self._words_are_given else ())
        room = self.calls_left > (self.kept_for_opening if self.next_to_open else 0)
        search = room and self.repeats < _MOST_REPEATS and bool(queries or not self._words_are_given)
        # Openings must not eat the calls that demanded searches still need.
        offered = self.next_to_open[:_OFFERED] if self.calls_left > owed else ()
        return AllowedActions(search, offered, not (owed and search), queries if search else ())


def _prefix(identifier: str) -> str:
    return identifier.strip().rstrip(".…").casefold()


def _best_place(number: int, found_by: Sequence[tuple[int, ...]]) -> int:
    """The best place of a result in what searches found, from 0."""
    return min(found.index(number) for found in found_by if number in found)
