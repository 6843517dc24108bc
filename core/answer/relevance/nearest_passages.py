"""Where nothing answers: what comes nearest to the question, to be looked at."""

from __future__ import annotations

from collections.abc import Sequence

from core.answer.assemble import Locate
from core.answer.extractive import MOST_EXTRACTS, Extract, extract
from core.answer.sources import Source
from core.types import NearestPassage


def nearest_passages(question: str, sources: Sequence[Source], locate: Locate) -> tuple[NearestPassage, ...]:
    """The sentence of each source that comes nearest to the question, the nearest ones first."""
    taken: dict[int, Extract] = {}
    for found in extract(question, sources, most=sum(len(source.sentences) for source in sources)):
        taken.setdefault(found.sentence.citation, found)
    by_number = {source.number: source for source in sources}
    return tuple(
        _passage(found, by_number[number], locate) for number, found in list(taken.items())[:MOST_EXTRACTS]
    )


def _passage(found: Extract, source: Source, locate: Locate) -> NearestPassage:
    sentence = found.sentence
    place = locate(source.document.document_id, (sentence.span,))
    return NearestPassage(
        document_id=source.document.document_id,
        content_hash=source.document.content_hash,
        filename=source.document.filename,
        chunk_id=source.chunk.chunk_id,
        chunk_index=source.chunk.index,
        page=sentence.page,
        spans=(sentence.span,),
        quote=sentence.text,
        score=round(source.score, 3),
        page_kind=place.page_kind,
        page_label=place.page_label,
        place=place.place,
    )
