"""The light re-ranker that is always there: how well the words of a question stand in the text of a hit.

Pure functions over the first few dozen candidates. It looks at how much of the question a passage takes up
(rare words count more), whether quoted phrases, numbers and identifiers stand exactly, and what the page is;
and it spreads the results over pages. How close the words stand together was measured and told nothing more.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.concepts import joined, words
from core.search.understanding import Understood

DEPTH = 40  # candidates that are looked at


@dataclass(frozen=True, slots=True)
class Candidate:
    """A chunk before its final place. `page`: document and page number; `is_listing`: a table of contents."""

    chunk_id: str
    page: tuple[str, int]
    text: str
    context: str
    fused: float
    is_listing: bool = False


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
    wanted = _content_words(understood.keywords)
    texts = [set(words(f"{found.context}\n{found.text}")) for found in candidates]
    rarity = _rarity(wanted, texts)
    scored = []
    for found, own in zip(candidates, texts, strict=True):
        gain = 1.0 + chosen.coverage * _share(wanted, own, rarity)
        gain += chosen.exact * _exactness(understood.exact, found)
        if found.is_listing:
            gain += chosen.listing
        scored.append((found, found.fused * gain))
    return _spread(scored, chosen.same_page)


def _content_words(text: str) -> list[str]:
    return [word for word in dict.fromkeys(words(text)) if len(word) > 2 and word not in _COMMON]


def _rarity(wanted: Sequence[str], texts: Sequence[set[str]]) -> dict[str, float]:
    """Like an inverse document frequency, among the candidates: what all of them have tells nothing."""
    count = len(texts)
    return {
        word: math.log(1 + (count + 0.5) / (sum(word in text for text in texts) + 0.5)) for word in wanted
    }


def _share(wanted: Sequence[str], own: set[str], rarity: Mapping[str, float]) -> float:
    total = sum(rarity[word] for word in wanted)
    return sum(rarity[word] for word in wanted if word in own) / total if total else 0.0


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


_COMMON = frozenset(
    words(
        """the and for from with that this what which who whom whose when where why how does did was were
        are is has have had been being into than then there their they its our your you his her can
        could will would shall should may might must not any all each most more less much many some such
        only also about between during after before over under out off per was wie wer wann warum welche
        welcher welches wird wurde werden sind ist hat haben der die das den dem des ein eine einen
        einem eines und oder von vom zum zur mit für auf aus bei nach über unter nicht auch als"""
    )
)
