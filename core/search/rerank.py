"""The light re-ranker that is always there: how well the words of a question stand in the text of a hit.

Pure functions over the first few dozen candidates. It looks at how much of the question a passage takes up
(rare words count more), whether quoted phrases, numbers and identifiers stand exactly, how well the document
fits in time and kind, and what the page is. `spread` then lets more pages, and all documents that a question
compares, be seen; it comes last, behind a cross-encoder, too. How close the words stand together was
measured and told nothing more.
"""

from __future__ import annotations

import math
import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace

from core.search.keywords import word_tokens
from core.search.understanding import Understood
from core.search.word_coverage import has_codes, query_words
from core.types import SearchHit

DEPTH = 40  # candidates that are looked at
_SAME_PAGE = 0.9


@dataclass(frozen=True, slots=True)
class Candidate:
    """A chunk before its final place. `is_listing`: it stands on a table of contents.

    `language` (ISO 639-1, "" when unknown) is its document's; `leaning` (0 to 1) how well that fits in time
    and kind.
    """

    chunk_id: str
    text: str
    context: str
    fused: float
    is_listing: bool = False
    language: str = ""
    leaning: float = 0.0


@dataclass(frozen=True, slots=True)
class RerankWeights:
    """How much each sign adds to the fused score, as a share of it.

    `figure_coverage` stands for `coverage` where the question asks for a figure that pages with a role hold:
    the rows of a table have few words of any question.
    """

    coverage: float = 0.3
    figure_coverage: float = 0.0
    exact: float = 0.6
    listing: float = -0.5
    leaning: float = 0.2
    same_page: float = _SAME_PAGE  # what is left of the score of another chunk of a page


def rerank(
    understood: Understood, candidates: Sequence[Candidate], weights: RerankWeights | None = None
) -> list[tuple[str, float]]:
    """Chunk ids with their new scores, best first; all candidates are kept."""
    chosen = weights or RerankWeights()
    with_codes = has_codes(understood.keywords)
    tokens = [
        word_tokens(f"{found.context}\n{found.text}", found.language, with_codes=with_codes)
        for found in candidates
    ]
    shares = _shares(understood.keywords, candidates, tokens)
    subjects = _subject_shares(understood, candidates, tokens)
    least = min((found.leaning for found in candidates), default=0.0)
    coverage = chosen.figure_coverage if understood.roles else chosen.coverage
    scored = []
    for found, share, subject in zip(candidates, shares, subjects, strict=True):
        gain = 1.0 + coverage * share
        gain += chosen.exact * _exactness(understood, found)
        gain += chosen.leaning * (found.leaning - least) * subject
        if found.is_listing:
            gain += chosen.listing
        scored.append((found.chunk_id, found.fused * gain))
    return sorted(scored, key=lambda pair: -pair[1])


def spread(
    ranked: Sequence[tuple[str, float]],
    pages: Mapping[str, tuple[str, int]],
    groups: Sequence[Sequence[str]] = (),
    same_page: float = _SAME_PAGE,
) -> list[tuple[str, float]]:
    """Best first: each further chunk of a page counts less, and the best of each group comes first of all.

    Args:
        pages: chunk id → its document and page.
        groups: documents that are compared with each other.
        same_page: see `RerankWeights`.
    """
    seen: dict[tuple[str, int], int] = {}
    spaced = []
    for chunk_id, score in ranked:
        times = seen.get(pages[chunk_id], 0)
        seen[pages[chunk_id]] = times + 1
        spaced.append((chunk_id, score * same_page**times))
    spaced.sort(key=lambda pair: -pair[1])
    heads = []
    for group in groups:
        first = next((pair for pair in spaced if pages[pair[0]][0] in group), None)
        if first is not None:
            heads.append(first)
    heads.sort(key=lambda pair: -pair[1])
    top = spaced[0][1] if spaced else 0.0
    # Scores fall from place to place: what was moved up takes the score of the place it has now.
    return [*((name, top) for name, _ in heads), *(pair for pair in spaced if pair not in heads)]


def beside(hits: Sequence[SearchHit], known: Container[str], same_page: float) -> list[SearchHit]:
    """The hits of one search for somebody who knows those of another: these take no place of their page.

    A part of a question is often answered right behind another one. Found by a search of its own, that
    passage would stand behind other pages, only because the passage before it is found again.

    Args:
        hits: all hits of a search that `spread` has seen, best first, from the best on.
        known: ids of chunks.
        same_page: what `spread` left of the score of another chunk of a page; 1 if it was not used.
    """
    before: dict[tuple[str, int], int] = {}
    taken: dict[tuple[str, int], int] = {}
    spaced = []
    for hit in hits:
        page = (hit.chunk.document_id, hit.page)
        spared = before.get(page, 0) - taken.get(page, 0)
        spaced.append(replace(hit, fused_score=hit.fused_score / same_page**spared))
        before[page] = before.get(page, 0) + 1
        taken[page] = taken.get(page, 0) + (hit.chunk.chunk_id not in known)
    return sorted(spaced, key=lambda hit: -hit.fused_score)


def _shares(query: str, candidates: Sequence[Candidate], tokens: Sequence[frozenset[int]]) -> list[float]:
    """How much of a question each candidate has (0 to 1), by its tokens."""
    wanted = query_words(query, sorted({found.language for found in candidates}))
    presences = [
        [word.presence(own, found.language) for word in wanted]
        for found, own in zip(candidates, tokens, strict=True)
    ]
    rarity = _rarity(presences)
    return [_share(presence, rarity) for presence in presences]


def _subject_shares(
    understood: Understood, candidates: Sequence[Candidate], tokens: Sequence[frozenset[int]]
) -> list[float]:
    """How much each candidate has of the question besides its years, the best being 1.

    The right year is worth nothing in a passage about something else, and tells nothing between passages of
    documents that fit equally well.
    """
    if len({found.leaning for found in candidates}) < 2:
        return [0.0] * len(candidates)
    years = "|".join(map(str, understood.wanted.years))
    subject = re.sub(rf"\b(?:{years})\b", " ", understood.keywords) if years else understood.keywords
    shares = _shares(subject, candidates, tokens)
    most = max(shares) or 1.0
    return [share / most for share in shares]


def _rarity(presences: Sequence[Sequence[float]]) -> list[float]:
    """Like an inverse document frequency, among the candidates: what all of them have tells nothing."""
    count = len(presences)
    return [
        math.log(1 + (count + 0.5) / (sum(share > 0 for share in shares) + 0.5))
        for shares in zip(*presences, strict=True)
    ]


def _share(presence: Sequence[float], rarity: Sequence[float]) -> float:
    total = sum(rarity)
    return sum(value * share for value, share in zip(rarity, presence, strict=True)) / total if total else 0.0


def _exactness(understood: Understood, found: Candidate) -> float:
    own = f"{found.context}\n{found.text}"
    if understood.typed is not None and understood.typed.stands_in(own):
        return 1.0
    parts = understood.exact
    return sum(part.stands_in(own) for part in parts) / len(parts) if parts else 0.0
