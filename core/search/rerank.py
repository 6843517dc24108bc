"""The light re-ranker that is always there: how well the words of a question stand in the text of a hit.

Pure functions over the first few dozen candidates. It looks at how much of the question a passage takes up
(rare words count more), whether quoted phrases, numbers and identifiers stand exactly, and what the page is;
and it spreads the results over pages. How close the words stand together was measured and told nothing more.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from core.concepts import joined
from core.search.keywords import word_tokens
from core.search.understanding import Understood
from core.search.wording import QueryWord, query_words

DEPTH = 40  # candidates that are looked at


@dataclass(frozen=True, slots=True)
class Candidate:
    """A chunk before its final place. `page`: document and page number; `is_listing`: a table of contents.

    `language` (ISO 639-1, "" when unknown) is its document's.
    """

    chunk_id: str
    page: tuple[str, int]
    text: str
    context: str
    fused: float
    is_listing: bool = False
    language: str = ""


@dataclass(frozen=True, slots=True)
class RerankWeights:
    """How much each sign adds to the fused score, as a share of it."""

    coverage: float = 0.3
    exact: float = 0.6
    listing: float = -0.5
    same_page: float = 0.6  # what is left of the score of another chunk of a page that is there already


def rerank(
    understood: Understood, candidates: Sequence[Candidate], weights: RerankWeights | None = None
) -> list[tuple[str, float]]:
    """Chunk ids with their new scores, best first; all candidates are kept."""
    chosen = weights or RerankWeights()
    wanted = query_words(understood.keywords, sorted({found.language for found in candidates}))
    presences = [_presences(wanted, found) for found in candidates]
    rarity = _rarity(presences)
    scored = []
    for found, presence in zip(candidates, presences, strict=True):
        gain = 1.0 + chosen.coverage * _share(presence, rarity)
        gain += chosen.exact * _exactness(understood.exact, found)
        if found.is_listing:
            gain += chosen.listing
        scored.append((found, found.fused * gain))
    return _spread(scored, chosen.same_page)


def _presences(wanted: Sequence[QueryWord], found: Candidate) -> list[float]:
    """How much of each word of the question the candidate has."""
    tokens = word_tokens(f"{found.context}\n{found.text}", found.language)
    return [word.presence(tokens, found.language) for word in wanted]


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


def _exactness(exact: Sequence[str], found: Candidate) -> float:
    if not exact:
        return 0.0
    own = found.text.casefold()
    squeezed = joined(found.text)
    there = sum(part.casefold() in own or (len(part) > 3 and joined(part) in squeezed) for part in exact)
    return there / len(exact)


def _spread(scored: Sequence[tuple[Candidate, float]], same_page: float) -> list[tuple[str, float]]:
    """Best first; each further chunk of a page counts less, so that more pages are seen."""
    ordered = sorted(scored, key=lambda pair: -pair[1])
    seen: dict[tuple[str, int], int] = {}
    spread = []
    for found, score in ordered:
        times = seen.get(found.page, 0)
        seen[found.page] = times + 1
        spread.append((found.chunk_id, score * same_page**times))
    return sorted(spread, key=lambda pair: -pair[1])
