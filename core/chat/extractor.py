"""The third step of chat mode without a language model: the sentences that answer, copied and cited."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from core.answer.asking.question import without_directions
from core.answer.extractive import MOST_EXTRACTS, Extract, extract
from core.answer.figures.copied_cells import cell_statement, copied_statement, is_asked_for
from core.answer.figures.figure_answers import figure_statements
from core.answer.relevance.newest_source import of_the_newest
from core.answer.replies import reply
from core.answer.sources import Source
from core.answer.statements import DraftStatement
from core.chat.draft import Draft, PartDraft
from core.chat.retriever import FoundPart
from core.settings import AnswerStyle

# Sentences at most, and the least part of the best one's score. Of 433 questions of XQuAD the answer stands
# in 94 % of "concise" (1.8 sentences on average), 96 % of "bullet" (2.5) and 97 % of "detailed" (3.6).
_SHOWN: dict[AnswerStyle, tuple[int, float]] = {
    "concise": (MOST_EXTRACTS, 0.75),
    "bullet": (5, 0.7),
    "detailed": (6, 0.6),
}


class Extractor:
    """Drafts answers in some milliseconds. Stateless."""

    def __init__(self, style: AnswerStyle) -> None:
        self._most, self._share = _SHOWN[style]

    def draft(
        self,
        question: str,
        language: str,
        sources: Sequence[Source],
        parts: Sequence[FoundPart] = (),
        tables: Sequence[Source] = (),
    ) -> Draft:
        """The sentences that answer; a draft that admits it where none matches well enough.

        A figure that is read from `tables` answers alone.

        Several questions asked at once are answered one by one, if any of them can be. Where the question
        says that the newest source counts, sentences of older documents are left out.
        """
        if not parts and (figure := self.figure(question, language, sources, tables)):
            return figure
        drafts = [
            self.figure(one.part.standing, language, sources, tables)
            or self._draft(one.part.standing, language, one.sources, len(parts))
            for one in parts
        ]
        if all(draft.admits for draft in drafts):
            return self._draft(question, language, sources)
        statements = {
            (statement.labels, statement.text): replace(statement, bullet=True)
            for draft in drafts
            for statement in draft.statements
        }
        return Draft(
            question,
            language,
            "\n".join(text for _, text in statements),
            tuple(statements.values()),
            (*sources, *tables) if any(draft.figure for draft in drafts) else tuple(sources),
            extracted=True,
            coverage=max(draft.coverage for draft in drafts),
            parts=tuple(PartDraft(one.part.asked, draft) for one, draft in zip(parts, drafts, strict=True)),
        )

    def figures(
        self,
        question: str,
        language: str,
        sources: Sequence[Source],
        parts: Sequence[FoundPart],
        tables: Sequence[Source],
    ) -> tuple[Draft, ...]:
        """Every figure that is asked of tables and can be read: of the question, or of its parts."""
        asked = [one.part.standing for one in parts] or [question]
        found = (self.figure(each, language, sources, tables) for each in asked)
        return tuple(draft for draft in found if draft is not None)

    def figure(
        self, question: str, language: str, sources: Sequence[Source], tables: Sequence[Source]
    ) -> Draft | None:
        """The figure that is asked of tables, read or calculated; None where anything of it is in doubt."""
        asked = without_directions(question)
        statements = figure_statements(asked, tables) if tables else ()
        if not statements:
            return None
        text = "\n".join(statement.text for statement in statements)
        everything = (*sources, *tables)
        return Draft(asked, language, text, statements, everything, extracted=True, coverage=1.0, figure=True)

    def _draft(self, question: str, language: str, sources: Sequence[Source], shares: int = 1) -> Draft:
        """`shares`: so many questions share the sentences that an answer may have."""
        asked = without_directions(question)
        counting = of_the_newest(question, sources)
        extracts = extract(asked, counting, math.ceil(self._most / shares), self._share)
        if not any(found.matches for found in extracts):
            return nothing_matches(question, language, sources)
        statements = _copied(extracts, {source.number: source for source in sources}, asked)
        text = "\n".join(statement.text for statement in statements)
        coverage = max(found.coverage for found in extracts)
        return Draft(asked, language, text, statements, tuple(sources), extracted=True, coverage=coverage)


def nothing_matches(question: str, language: str, sources: Sequence[Source]) -> Draft:
    """The draft that says that no sentence matches well enough to be an answer."""
    text = reply("nothing_matches", language)
    return Draft(question, language, text, (), tuple(sources), extracted=True, admits=True)


def _copied(
    extracts: Sequence[Extract], sources: Mapping[int, Source], question: str
) -> tuple[DraftStatement, ...]:
    """Beside the very figure that is asked for, others would only confuse."""
    cells = [
        cell_statement(found.sentence, sources[found.sentence.citation], question)
        for found in extracts
        if is_asked_for(found.sentence.text, question)
    ]
    if (asked := [cell for cell in cells if cell]) and len(asked) == 1:
        return tuple(asked)
    several = len(extracts) > 1
    return tuple(
        cell_statement(found.sentence, sources[found.sentence.citation], question, bullet=several)
        or copied_statement(found.sentence, sources[found.sentence.citation], bullet=several)
        for found in extracts
    )
