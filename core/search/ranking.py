"""Rankings of chunk ids for one question, and their fusion. Any thread; reads the index and the registry.

Rankings of all allowed documents come first. What the question seems to mean (its documents, the pages that
hold such figures) adds rankings, it never takes one away, so that a wrong guess cannot hide an answer.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from core.cancel import CancelToken
from core.search.base import ChunkIndex, ScoredPoint, Vectors
from core.search.exact_parts import ExactFinder
from core.search.fusion import RRF_K, reciprocal_rank_fusion
from core.search.keywords import is_in_another, language_of
from core.search.registry import DocumentRegistry, Registry
from core.search.rerank import RerankWeights
from core.search.routing import Route
from core.search.section_segments import SectionFinder, asks_to_explain
from core.search.understanding import Understood

_CANDIDATES = 50  # of each ranking; fusion needs a tail longer than what is shown
_TELLING_HITS = 10  # by keyword, whose documents tell the language of a question that does not itself
_COMMON_FROM = 3  # other documents that have a word: it is no name any more
_ROLE_HITS = 20  # whose documents are looked at for pages with a role, when no document is named
_ROLE_DOCUMENTS = 8
_ROLE_CHUNKS = 240
_ROLE_RANKED = 20


@dataclass(frozen=True, slots=True)
class RetrievalOptions:
    """Which stages a search goes through, and how much each ranking weighs. Benchmarks switch stages off.

    Weights were chosen on one half of the questions (docs/evaluation.md).
    """

    dense: bool = True
    keywords: bool = True
    instructions: bool = True  # what is said of the answer's form is left out
    exact: bool = True
    expansion: bool = True
    routing: bool = True
    roles: bool = True
    sections: bool = True
    rerank: bool = True
    dense_weight: float = 1.0
    keyword_weight: float = 1.0
    whole_weight: float = 0.5  # of the question with what is said of its answer, when that was left out
    exact_weight: float = 2.0
    expansion_weight: float = 1.0
    route_weight: float = 1.0
    role_weight: float = 2.0
    section_weight: float = 1.0  # of sections whose summaries are near, where something is to be explained
    phrasing_weight: float = 0.5  # of all other phrasings together
    # What is left of the dense weights when the question is in a language the embedder does not know.
    foreign_dense_weight: float = 0.1
    # What is left of the keyword weights when it is in another language than all documents.
    foreign_keyword_weight: float = 0.02
    # What the place by meaning of a passage in another language counts, of what its words could have given.
    foreign_place_weight: float = 1.15
    reranking: RerankWeights = field(default_factory=RerankWeights)
    embedder_languages: tuple[str, ...] = ("en",)


@dataclass(frozen=True, slots=True)
class Ranking:
    """Chunk ids, best first. `fused` with the fused score; `scores` are the dense cosines known so far.

    `plain_ids`: as they stand without any guess about what is meant.
    """

    fused: Sequence[tuple[str, float]]
    dense_ids: Sequence[str]
    keyword_ids: Sequence[str]
    scores: dict[str, float]
    document_of: dict[str, str]
    plain_ids: Sequence[str] = ()
    guessed: bool = False

    def followed_by(self, other: Ranking) -> Ranking:
        """What only `other` has comes behind all of this one, never with a higher score."""
        lowest = self.fused[-1][1] if self.fused else 1.0
        more = [(chunk_id, min(score, lowest)) for chunk_id, score in other.fused]
        return Ranking(
            fused=[*self.fused, *(pair for pair in more if pair[0] not in self.document_of)],
            dense_ids=list(dict.fromkeys([*self.dense_ids, *other.dense_ids])),
            keyword_ids=list(dict.fromkeys([*self.keyword_ids, *other.keyword_ids])),
            scores=other.scores | self.scores,
            document_of=other.document_of | self.document_of,
            plain_ids=list(dict.fromkeys([*self.plain_ids, *other.plain_ids])),
            guessed=self.guessed,
        )


@dataclass(slots=True)
class _Lists:
    """Rankings with their weights, and what became known while they were made.

    `lifted`: what is added to the fused score of a chunk.
    """

    rankings: list[list[str]] = field(default_factory=list)
    weights: list[float] = field(default_factory=list)
    lifted: dict[str, float] = field(default_factory=dict)
    scores: dict[str, float] = field(default_factory=dict)
    document_of: dict[str, str] = field(default_factory=dict)

    def add(self, points: Sequence[ScoredPoint], weight: float, *, cosines: bool = False) -> list[str]:
        ids = [point.chunk_id for point in points]
        if ids and weight > 0:
            self.rankings.append(ids)
            self.weights.append(weight)
        self.document_of.update((point.chunk_id, point.document_id) for point in points)
        if cosines:
            self.scores.update((point.chunk_id, point.score) for point in points)
        return ids

    def fused(self) -> list[tuple[str, float]]:
        fused = dict(reciprocal_rank_fusion(self.rankings, weights=self.weights))
        for chunk_id, more in self.lifted.items():
            fused[chunk_id] = fused.get(chunk_id, 0.0) + more
        return sorted(fused.items(), key=lambda entry: -entry[1])


@dataclass(frozen=True, slots=True)
class Asked:
    """One search: the question as it was understood, its vector, and where to look.

    `allowed`: documents that may be shown; `chosen`: those the user selected, None for all. `phrasings`:
    other texts to search with, and their vectors.
    """

    understood: Understood
    vector: Vectors | None
    limit: int
    allowed: frozenset[str]
    chosen: frozenset[str] | None
    languages: Sequence[str]
    phrasings: Sequence[tuple[str, Vectors | None]] = ()


class Ranker:
    """Ranks chunks with the index, the registry, and what finds parts of questions as they stand."""

    def __init__(
        self,
        index: ChunkIndex,
        registry: DocumentRegistry,
        exact: ExactFinder,
        sections: SectionFinder,
        options: RetrievalOptions,
    ) -> None:
        self._sections = sections
        self._index = index
        self._registry = registry
        self._exact = exact
        self.options = options

    def rank(
        self, asked: Asked, registry: Registry, times: dict[str, float], cancel: CancelToken | None
    ) -> Ranking:
        """All rankings, fused. Points of documents outside `allowed` are rare when nothing is `chosen`.

        Raises:
            core.errors.StorageError: the index cannot be read.
            core.cancel.Cancelled: Stop was asked for between two stages.
        """
        options, understood = self.options, asked.understood
        candidates = max(_CANDIDATES, 3 * asked.limit)
        wanted = None if asked.chosen is None else list(asked.chosen)
        lists = _Lists()
        _check(cancel)
        with timed(times, "keywords"):
            share = self._keyword_share(asked)
            keyword_ids = self._keywords(
                asked, lists, understood.keywords, candidates, wanted, share * options.keyword_weight
            )
            if options.keywords and understood.keywords != understood.text:
                weight = share * options.whole_weight
                self._by_words(asked, lists, understood.text, candidates, wanted, weight)
            trust = self._trust(asked, registry, lists, keyword_ids)
        _check(cancel)
        with timed(times, "dense"):
            weight = options.dense_weight * trust
            most, by_words = sum(lists.weights), dict(lists.fused())
            dense_ids = self._dense(asked, lists, candidates, wanted, weight)
            if weight > 0:
                self._without_words(asked, registry, lists, dense_ids, most, by_words)
        _check(cancel)
        plain = [chunk_id for chunk_id, _ in lists.fused()]
        if options.exact and (understood.exact or understood.typed):
            with timed(times, "exact"):
                points = self._exact.find(
                    understood,
                    plain,
                    allowed=asked.allowed,
                    wanted=wanted,
                    languages=asked.languages,
                )
                lists.add(points, options.exact_weight)
            _check(cancel)
        if asked.phrasings:
            with timed(times, "phrasings"):
                self._phrasings(asked, lists, candidates, wanted, trust)
            _check(cancel)
        meant = self._meant(asked)
        if meant:
            with timed(times, "route"):
                weight = options.route_weight * (understood.route.certainty if understood.route else 0.0)
                dense_ids += self._dense(
                    asked, lists, candidates, meant, weight * trust * options.dense_weight
                )
                keyword_ids += self._keywords(
                    asked,
                    lists,
                    understood.unnamed,
                    candidates,
                    meant,
                    weight * share * options.keyword_weight,
                )
            _check(cancel)
        if options.roles and understood.roles and asked.vector is not None:
            with timed(times, "roles"):
                self._roles(asked, registry, lists, meant, plain, foreign=trust < 1)
        explained: list[ScoredPoint] = []
        explains = options.sections and options.dense and asks_to_explain(understood.text)
        if explains and asked.vector is not None:
            with timed(times, "sections"):
                explained = self._sections.find(asked.vector, asked.allowed)
                dense_ids += lists.add(explained, options.section_weight * trust, cosines=True)
        with timed(times, "fuse"):
            return Ranking(
                fused=lists.fused(),
                dense_ids=list(dict.fromkeys(dense_ids)),
                keyword_ids=list(dict.fromkeys(keyword_ids)),
                scores=lists.scores,
                document_of=lists.document_of,
                plain_ids=plain,
                guessed=bool(meant or asked.phrasings or understood.roles or explained),
            )

    def _dense(
        self,
        asked: Asked,
        lists: _Lists,
        limit: int,
        wanted: Sequence[str] | None,
        weight: float,
        *,
        cosines: bool = True,
    ) -> list[str]:
        if asked.vector is None or not self.options.dense:
            return []
        points = self._index.search_dense(asked.vector, limit, wanted)
        return lists.add(_within(points, asked.allowed), weight, cosines=cosines)

    def _without_words(
        self,
        asked: Asked,
        registry: Registry,
        lists: _Lists,
        dense_ids: Sequence[str],
        most: float,
        by_words: Mapping[str, float],
    ) -> None:
        """Passages in another language than the question have few of its words: the place that meaning gives
        them counts for what those would have given, too (`most`: for the first of all)."""
        language = language_of(asked.understood.text, asked.languages)
        spoken = self.options.embedder_languages
        others = set(spoken) - {language} if language in spoken else set()
        most *= self.options.foreign_place_weight
        for place, chunk_id in enumerate(dense_ids if others else (), 1):
            known = registry.documents.get(lists.document_of[chunk_id])
            if known is not None and known.language in others:
                lists.lifted[chunk_id] = max(0.0, most / (RRF_K + place) - by_words.get(chunk_id, 0.0))

    def _phrasings(
        self, asked: Asked, lists: _Lists, limit: int, wanted: Sequence[str] | None, trust: float
    ) -> None:
        weight = self.options.phrasing_weight / len(asked.phrasings)
        for text, vector in asked.phrasings:
            self._dense(replace(asked, vector=vector), lists, limit, wanted, weight * trust, cosines=False)
            self._by_words(asked, lists, text, limit, wanted, weight)

    def _trust(self, asked: Asked, registry: Registry, lists: _Lists, keyword_ids: Sequence[str]) -> float:
        """How much dense rankings count: little in a language that the embedder does not know.

        A question that is too short to tell is in the language of what its words are found in.
        """
        language = language_of(asked.understood.text, asked.languages)
        if not language:
            found = [registry.documents.get(lists.document_of[name]) for name in keyword_ids[:_TELLING_HITS]]
            languages = Counter(one.language for one in found if one is not None)
            (language, count), *_ = [*languages.most_common(1), ("", 0)]
            language = language if 2 * count > len(found) else ""
        known = language in ("", *self.options.embedder_languages)
        return 1.0 if known else self.options.foreign_dense_weight

    def _keyword_share(self, asked: Asked) -> float:
        """What is left of keyword weights: little where all documents are in another language."""
        foreign = asked.vector is not None and is_in_another(asked.understood.text, asked.languages)
        return self.options.foreign_keyword_weight if foreign else 1.0

    def _keywords(
        self,
        asked: Asked,
        lists: _Lists,
        query: str,
        limit: int,
        wanted: Sequence[str] | None,
        weight: float,
    ) -> list[str]:
        if not self.options.keywords:
            return []
        ids = self._by_words(asked, lists, query, limit, wanted, weight)
        if self.options.expansion and asked.understood.expansions:
            expanded = " ".join((query, *asked.understood.expansions))
            weight *= self.options.expansion_weight
            ids += self._by_words(asked, lists, expanded, limit, wanted, weight)
        return ids

    def _by_words(
        self,
        asked: Asked,
        lists: _Lists,
        query: str,
        limit: int,
        wanted: Sequence[str] | None,
        weight: float,
    ) -> list[str]:
        points = self._index.search_keywords(query, limit, wanted, asked.languages)
        return lists.add(_within(points, asked.allowed), weight)

    def _meant(self, asked: Asked) -> list[str]:
        """The documents that the question names, when there are others besides."""
        route = asked.understood.route
        if not self.options.routing or route is None:
            return []
        meant = [name for name in route.document_ids if name in asked.allowed]
        if len(meant) >= len(asked.allowed) or not self._is_name(asked, route):
            return []
        return meant

    def _is_name(self, asked: Asked, route: Route) -> bool:
        """Whether the word that leads to documents is theirs: of a common word others have as much.

        `pump.pdf` is not meant by every question about a pump, as long as other documents speak of pumps.
        """
        if not route.doubtful or not self.options.keywords:
            return True
        wanted = None if asked.chosen is None else list(asked.chosen)
        points = self._index.search_keywords(route.doubtful, _CANDIDATES, wanted, asked.languages)
        owners = Counter(point.document_id for point in _within(points, asked.allowed))
        own = sum(owners[name] for name in route.document_ids)
        others = len(owners.keys() - set(route.document_ids))
        return 2 * own >= owners.total() or others < _COMMON_FROM

    def _roles(
        self,
        asked: Asked,
        registry: Registry,
        lists: _Lists,
        meant: Sequence[str],
        plain: Sequence[str],
        *,
        foreign: bool,
    ) -> None:
        """A ranking for each role that the question speaks of: the chunks of such pages by their cosine.

        Of the documents that are meant, or were found without any guess. A cosine that says little
        (`foreign`) gives its place to the question's words.
        """
        found = meant or list(dict.fromkeys(lists.document_of[chunk_id] for chunk_id in plain[:_ROLE_HITS]))
        by_role: dict[str, list[str]] = {}
        owner: dict[str, str] = {}
        for document_id in found[:_ROLE_DOCUMENTS]:
            for role, ids in self._registry.role_chunks(registry, document_id).items():
                if role in asked.understood.roles and len(owner) < _ROLE_CHUNKS:
                    by_role.setdefault(role, []).extend(ids)
                    owner.update(dict.fromkeys(ids, document_id))
        if not owner or asked.vector is None:
            return
        if foreign:
            query = " ".join((asked.understood.keywords, *asked.understood.expansions))
            within = list(dict.fromkeys(owner.values()))
            points = self._index.search_keywords(query, _ROLE_CHUNKS, within, asked.languages)
            by_chunk = {point.chunk_id: point.score for point in points}
        else:
            by_chunk = self._index.cosines(asked.vector, list(owner))
        certainty = asked.understood.route.certainty if meant and asked.understood.route else 0.0
        weight = self.options.role_weight * (1.0 + self.options.route_weight * certainty)
        for role_ids in by_role.values():
            points = [
                ScoredPoint(chunk_id, owner[chunk_id], by_chunk[chunk_id])
                for chunk_id in role_ids
                if chunk_id in by_chunk
            ]
            points.sort(key=lambda point: -point.score)
            lists.add(points[:_ROLE_RANKED], weight, cosines=not foreign)


def _within(points: Sequence[ScoredPoint], allowed: Collection[str]) -> list[ScoredPoint]:
    return [point for point in points if point.document_id in allowed]


def _check(cancel: CancelToken | None) -> None:
    if cancel is not None:
        cancel.check()


@contextmanager
def timed(times: dict[str, float], stage: str) -> Iterator[None]:
    """Adds the milliseconds spent inside to `times[stage]`."""
    start = time.perf_counter()
    try:
        yield
    finally:
        times[stage] = round(times.get(stage, 0.0) + (time.perf_counter() - start) * 1000, 3)
