"""Passages of a research: found, judged for relevance, numbered, and opened again from their ids.

Relevance is how certainly the best sentence of a passage answers (`core.answer.judged_sentences`), 0 to 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.answer.judged_sentences import JudgedSentence, judge_sentences
from core.answer.sources import Source, make_source
from core.judge.base import AnswerJudge
from core.judge.ranking_order import ALIKE_CERTAINTIES, best_first
from core.search.base import Retriever
from core.text.hyphenation import one_line

_LEAST_SHARE = 0.5  # of the best sentence's certainty; with less a sentence of the passage does not matter
MOST_SENTENCES = 4  # of a passage


@dataclass(frozen=True, slots=True)
class Judged:
    """A passage, its relevance (0 to 1), and the places (from 0) of the sentences that matter, best first."""

    source: Source
    relevance: float
    sentences: tuple[int, ...]


class SourceBook:
    """Opens passages. One a run; what was opened is kept."""

    def __init__(self, retriever: Retriever, document_ids: Sequence[str] | None) -> None:
        self._retriever = retriever
        self._document_ids = document_ids
        self._opened: dict[tuple[int, str, float], Source | None] = {}

    def open(self, number: int, document_id: str, chunk_id: str, score: float = 0.0) -> Source | None:
        """The passage under this number; None when it is gone, held back or outside the selection."""
        key = (number, chunk_id, score)
        if key not in self._opened:
            found = self._retriever.open_chunk(
                document_id, chunk_id, self._document_ids, for_prompt=True, beside=()
            )
            source = None
            if found is not None:
                snippet = one_line(found[1].text)[:240]
                source = make_source(number, *found, score, snippet, page_of=self._retriever.page_of)
            self._opened[key] = source if source is not None and source.sentences else None
        return self._opened[key]


def judged(query: str, language: str, sources: Sequence[Source], judge: AnswerJudge) -> list[Judged]:
    """The passages with their relevance to the query, the most relevant first."""
    everything = sum(len(source.sentences) for source in sources)
    found = judge_sentences(query, language, sources, judge, everything)
    by_source: dict[int, list[JudgedSentence]] = {}
    for one in found.sentences:
        by_source.setdefault(one.source.number, []).append(one)
    rows = [_judged(source, by_source.get(source.number, [])) for source in sources]
    return _ordered(rows)


def judged_by_any(
    queries: Sequence[str], language: str, sources: Sequence[Source], judge: AnswerJudge
) -> list[Judged]:
    """The passages as the query judges them that they are most relevant to; the first of equals."""
    best: dict[int, Judged] = {}
    for query in dict.fromkeys(filter(None, queries)):
        for row in judged(query, language, sources, judge):
            known = best.get(row.source.number)
            if known is None or row.relevance > known.relevance:
                best[row.source.number] = row
    return _ordered(best.values())


def _ordered(rows: Iterable[Judged]) -> list[Judged]:
    by_number = sorted(rows, key=lambda row: row.source.number)
    return best_first(by_number, lambda row: row.relevance, ALIKE_CERTAINTIES)


def _judged(source: Source, found: Sequence[JudgedSentence]) -> Judged:
    best = max((one.certainty for one in found), default=0.0)
    places = {sentence.label: place for place, sentence in enumerate(source.sentences)}
    matter = [one for one in found if one.certainty >= _LEAST_SHARE * best]
    return Judged(
        source, round(best, 3), tuple(places[one.sentence.label] for one in matter[:MOST_SENTENCES])
    )


def filtered(rows: Sequence[Judged], threshold: float, least: int) -> list[tuple[Judged, bool]]:
    """Those above the threshold, and the best others until there are `least`; True where it was refilled."""
    kept = [(row, False) for row in rows if row.relevance >= threshold]
    rest = [row for row in rows if row.relevance < threshold]
    return kept + [(row, True) for row in rest[: max(least - len(kept), 0)]]


def are_covered(
    aspects: Sequence[str], language: str, sources: Sequence[Source], judge: AnswerJudge
) -> dict[str, bool]:
    """Of each aspect whether a sentence most likely answers it."""
    return {
        aspect: bool(judge_sentences(aspect, language, sources, judge, most=1).likely) for aspect in aspects
    }
