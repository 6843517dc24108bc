"""What a reasoner hands to the validator. A value only."""

from __future__ import annotations

from dataclasses import dataclass

from core.answer.sources import Source
from core.answer.statements import DraftStatement


@dataclass(frozen=True, slots=True)
class Draft:
    """A drafted answer to `question`, before anything is judged.

    `text` is what was written, without citations that name no source; `sources` are those it could cite.
    `figure`: it was read or calculated from tables. `extracted`: its statements are copied sentences, of
    which the best takes up `coverage` of the question, 0 to 1. `admits`: it says that the sources do not say
    it. `parts`: of several questions asked at once, each with what was copied for it and the sources found
    for it.
    """

    question: str
    language: str
    text: str
    statements: tuple[DraftStatement, ...]
    sources: tuple[Source, ...]
    extracted: bool = False
    figure: bool = False
    coverage: float = 0.0
    admits: bool = False
    parts: tuple[PartDraft, ...] = ()

    @property
    def same_language(self) -> bool:
        """Whether what it cites, or else all it could, is in the language of the question."""
        cited = {number for statement in self.statements for number in statement.citations}
        sources = [source for source in self.sources if source.number in cited] or self.sources
        return all(source.document.language in ("", self.language) for source in sources)


@dataclass(frozen=True, slots=True)
class PartDraft:
    """The draft of one of several questions, which is asked in the words of `draft.question`.

    `asked`: the part as it stands in the question.
    """

    asked: str
    draft: Draft
