"""Where nothing answers: what comes nearest to the question, to be looked at."""

from __future__ import annotations

from collections.abc import Sequence

from core.answer.assemble import Locate
from core.answer.extractive import MOST_EXTRACTS, Extract, extract
from core.answer.judged_sentences import passage_at
from core.answer.sources import Source
from core.types import NearestPassage


def nearest_passages(question: str, sources: Sequence[Source], locate: Locate) -> tuple[NearestPassage, ...]:
    """The sentence of each source that comes nearest to the question, the nearest ones first."""
    taken: dict[int, Extract] = {}
    for found in extract(question, sources, most=sum(len(source.sentences) for source in sources)):
        taken.setdefault(found.sentence.citation, found)
    by_number = {source.number: source for source in sources}
    return tuple(
        passage_at(found.sentence, by_number[number], by_number[number].score, locate)
        for number, found in list(taken.items())[:MOST_EXTRACTS]
    )
