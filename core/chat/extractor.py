"""The third step of chat mode without a language model: the sentences that answer, copied and cited."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.answer.extract import MOST_EXTRACTS, Extract, extract
from core.answer.replies import reply
from core.answer.sources import Source
from core.answer.statements import DraftStatement
from core.chat.draft import Draft
from core.search.base import Retriever
from core.settings import AnswerStyle
from core.types import NearestPassage

# Sentences at most, and the least part of the best one's score. Of 433 questions of XQuAD the answer stands
# in 94 % of "concise" (1.8 sentences on average), 96 % of "bullet" (2.5) and 97 % of "detailed" (3.6).
_SHOWN: dict[AnswerStyle, tuple[int, float]] = {
    "concise": (MOST_EXTRACTS, 0.75),
    "bullet": (5, 0.7),
    "detailed": (6, 0.6),
}
# A footnote mark of the document would look like a citation of ours.
_MARK = re.compile(r"\[(\d+)\]")


class Extractor:
    """Drafts answers in some milliseconds. Stateless."""

    def __init__(self, style: AnswerStyle) -> None:
        self._most, self._share = _SHOWN[style]

    def draft(self, question: str, language: str, sources: Sequence[Source]) -> Draft:
        """The sentences that answer; a draft that admits it where none matches well enough."""
        extracts = extract(question, sources, self._most, self._share)
        if not any(found.matches for found in extracts):
            return nothing_matches(question, language, sources)
        several = len(extracts) > 1
        statements = tuple(_statement(found, bullet=several) for found in extracts)
        text = "\n".join(statement.text for statement in statements)
        coverage = max(found.coverage for found in extracts)
        return Draft(question, language, text, statements, tuple(sources), extracted=True, coverage=coverage)


def nothing_matches(question: str, language: str, sources: Sequence[Source]) -> Draft:
    """The draft that says that no sentence matches well enough to be an answer."""
    text = reply("nothing_matches", language)
    return Draft(question, language, text, (), tuple(sources), extracted=True, admits=True)


def nearest_passages(
    question: str, sources: Sequence[Source], retriever: Retriever
) -> tuple[NearestPassage, ...]:
    """The sentence of each source that comes nearest to the question, the nearest ones first."""
    taken: dict[int, Extract] = {}
    for found in extract(question, sources, most=sum(len(source.sentences) for source in sources)):
        taken.setdefault(found.sentence.citation, found)
    by_number = {source.number: source for source in sources}
    return tuple(
        _passage(found, by_number[number], retriever) for number, found in list(taken.items())[:MOST_EXTRACTS]
    )


def _statement(found: Extract, *, bullet: bool) -> DraftStatement:
    sentence = found.sentence
    text = _MARK.sub(r"(\1)", sentence.text)
    return DraftStatement(text, (sentence.citation,), (sentence.label,), bullet=bullet, quoted=True)


def _passage(found: Extract, source: Source, retriever: Retriever) -> NearestPassage:
    sentence = found.sentence
    place = retriever.locate(source.document.document_id, (sentence.span,))
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
