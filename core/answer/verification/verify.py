"""The verdict on one statement: how far the sentences it cites carry it.

Deliberately strict: by itself it finds *quoted* what stands in a sentence word for word, and *supported*
what does but for small words, or in the column of a table. A figure, date or code that is nowhere makes a
statement *unsupported*. Everything else is *weak* until a judge has found it said in other words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from core.answer.relevance.another_thing import has_another_code
from core.answer.verification.calculations import Recomputed, is_calculating
from core.answer.verification.compared_values import has_value, is_carried, is_dated, is_table_row
from core.answer.verification.quoting import limits, rest_of_quoted_sentence
from core.answer.verification.verdict import (
    BY_WORDS,
    ELSEWHERE,
    EMPTY,
    QUOTED,
    UNCITED,
    Verdict,
    rank,
)
from core.answer.verification.wording import guards, letters, says_the_same
from core.text.facts import Facts, facts_of
from core.text.numbers import Number, stated_scale
from core.text.stems import has_word, is_compound_of, is_unit_word, one_spelling, stem
from core.types import StatementStatus, VerdictCode

_WEAK_COVERAGE = 0.3
_NO_CELLS: Mapping[int, str] = {}
_WRITTEN = re.compile(r"[^\W_]+(?:['’./-][^\W_]+)*")
_MOSTLY = 0.6  # share of the statement's words that a sentence has which may say it in others
_PART = "Only a part of its sentence; the rest may limit it."
_IN_COLUMN = "Words and figures stand in a row of a table, under that year."
_COLUMN = "A figure from a table row; its column was not checked."
_DENIAL = "Statement and source differ in what they deny."
_OTHERWISE = "The same words, in another order."


def verify(statement: str, evidence: Sequence[str], question: str = "", context: str = "") -> Verdict:
    """Judge `statement` (without citation markers) against the quoted sentences; see `Verification`."""
    return Verification(statement, question).judge(evidence, context)


@dataclass(frozen=True, slots=True)
class _Lacking:
    """What a sentence lacks of a statement; `lent` are words that only its surroundings have."""

    words: tuple[str, ...]
    lent: tuple[str, ...]
    figures: tuple[str, ...]
    dates: tuple[str, ...]


class Verification:
    """One statement, judged against one group of sentences after the other.

    Args:
        statement: without citation markers.
        question: what the answer may repeat without making it up; it carries nothing by itself, so names and
            figures that stand only there keep the statement *weak*.
        settled: a calculation of the statement that is right; its figures need no other support.
    """

    def __init__(self, statement: str, question: str = "", settled: Recomputed | None = None) -> None:
        self._statement = statement
        said = facts_of(statement)
        self._said = said if settled is None else _without_figures(said, settled)
        self._settled = settled is not None
        self._question = question
        self._asked = facts_of(question)
        self._wanted = len(self._said.terms) + len(self._said.numbers) + len(self._said.dates)

    def overlap(self, sentence: str) -> int:
        """How much of the statement the sentence has at first sight; cheap."""
        given = facts_of(sentence)
        figures = sum(any(number.equals(other) for other in given.numbers) for number in self._said.numbers)
        codes = len(self._said.identifiers & given.identifiers)
        dates = sum(any(date.is_carried_by(other) for other in given.dates) for date in self._said.dates)
        return len(self._said.words & given.words) + figures + codes + dates

    @property
    def years(self) -> frozenset[int]:
        """The years that the statement names."""
        dated = {date.year for date in self._said.dates if date.precision == "year"}
        return frozenset(
            dated | {int(number.amount) for number in self._said.numbers if _may_be_year(number)}
        )

    def judge(
        self, evidence: Sequence[str], context: str = "", cells: Mapping[int, str] = _NO_CELLS
    ) -> Verdict:
        """The verdict on these sentences together.

        Args:
            evidence: the cited sentences, word for word, in the order of the document.
            context: title, headings and file name of the cited passage: names and codes may come from there,
                figures may not.
            cells: of rows of a table, by their place, what they say of the statement's year
                (`core.answer.figures.table_cells`).
        """
        if not evidence:
            return UNCITED
        if cells:
            around = " \n".join([context, *evidence])  # headings tell whose year it is
            best = max((self._of_row(cell, around) for cell in cells.values()), key=rank)
            if best.status is StatementStatus.SUPPORTED:
                return best
        rest = rest_of_quoted_sentence(self._statement, evidence)
        if rest is not None and not limits(*rest):
            return QUOTED
        if not self._wanted and not self._settled:
            return EMPTY
        best = max((self._of_sentence(place, evidence, context) for place in range(len(evidence))), key=rank)
        is_part = rest is not None and best.status is not StatementStatus.SUPPORTED
        # A part of a row is no more in its column than another statement.
        return self._part_of(evidence) if is_part and best.code is not VerdictCode.TABLE_COLUMN else best

    def _part_of(self, evidence: Sequence[str]) -> Verdict:
        """Word for word, but not all of the sentence: for a judge, unless what is left limits it."""
        said = self._said
        is_open = any(
            guards(said) == guards(given) and said.negations == given.negations
            for given in map(facts_of, evidence)
        )
        return Verdict(StatementStatus.WEAK, VerdictCode.LIMITED, _PART, 1.5, is_open)

    def _of_row(self, cell: str, around: str) -> Verdict:
        lacks = self._lacking(cell, around)
        if lacks.words or lacks.figures or lacks.dates or self._said.negations != facts_of(cell).negations:
            return ELSEWHERE
        return Verdict(StatementStatus.SUPPORTED, VerdictCode.CARRIED, _IN_COLUMN, 2.0)

    def _of_sentence(self, place: int, evidence: Sequence[str], context: str) -> Verdict:
        """The verdict if this is the sentence that says it, and the others only what it is about."""
        said, sentence = self._said, evidence[place]
        given = facts_of(sentence)
        others = [facts_of(other) for n, other in enumerate(evidence) if n != place]
        lacks = self._lacking(sentence, context)
        coverage = 1.0 - len(lacks.words) / self._wanted if self._wanted else 1.0
        if invented := self._invented(lacks, others):
            return replace(invented, score=coverage / 4)
        found = len(said.numbers) + len(said.dates) - len(lacks.figures) - len(lacks.dates)
        if coverage < _WEAK_COVERAGE and not found:
            return replace(ELSEWHERE, score=coverage / 2)
        score = coverage + 0.3 * found
        if weak := self._doubt(lacks, given, sentence, context):
            is_open = coverage >= _MOSTLY and self._is_for_a_judge(weak[0], given)
            return Verdict(StatementStatus.WEAK, *weak, score, is_open)
        return Verdict(StatementStatus.SUPPORTED, VerdictCode.CARRIED, BY_WORDS, 1.0 + score)

    def _doubt(
        self, lacks: _Lacking, given: Facts, sentence: str, context: str
    ) -> tuple[VerdictCode, str] | None:
        """Why the sentence may not say it."""
        said = self._said
        figures = [*lacks.figures, *lacks.dates]
        # The only figure of a row has no other column to be mistaken for.
        is_row = is_table_row(sentence)
        in_column = bool(said.numbers) and len(given.numbers) > 1 and is_row
        if figures:
            code = _missing(figure=bool(lacks.figures), date=bool(lacks.dates), code=False, name=False)
            return code, f"{', '.join(figures)}: not so in the cited text."
        if in_column:
            return VerdictCode.TABLE_COLUMN, _COLUMN
        asked = self._asked.terms
        unasked = [word for word in lacks.lent if self._question and not has_word(asked, word)]
        scale = stated_scale(f"{context} {sentence}") if is_row else 1
        is_settled = self._settled and said.negations == given.negations
        is_whole = not lacks.words and (is_settled or says_the_same(said, given, lacks.lent, scale))
        if is_whole and not unasked:
            return None
        if said.negations or given.negations:
            return VerdictCode.DENIAL_DIFFERS, _DENIAL
        if missing := [*lacks.words, *(letters(said) - letters(given) - letters(facts_of(context)))]:
            code = _missing(
                figure=False,
                date=False,
                code=len(missing) > len(lacks.words) or not said.identifiers.isdisjoint(missing),
                name=not set(said.names).isdisjoint(missing),
            )
            return code, f"Not in the cited text: {self._listed(missing)}."
        if unasked:
            return VerdictCode.TITLE_ONLY, f"Only the title of the document says: {self._listed(unasked)}."
        if guards(said) != guards(given):
            return VerdictCode.LIMITED, _PART
        return VerdictCode.SWAPPED_RELATION, _OTHERWISE

    def _is_for_a_judge(self, code: VerdictCode, given: Facts) -> bool:
        """Nothing exact speaks against it. In German every noun has a capital, and is no name for that."""
        if code is VerdictCode.MISSING_NAME:
            return self._said.german or given.german
        return code in (VerdictCode.MISSING_WORDS, VerdictCode.SWAPPED_RELATION)

    def _invented(self, lacks: _Lacking, others: Sequence[Facts]) -> Verdict | None:
        """Figures, dates and codes that no sentence has, nor the question."""
        places = [self._asked, *others]
        figures = [
            number.text
            for number in self._said.numbers
            if number.text in lacks.figures and not has_value(number, *places)
        ]
        dates = [
            date.iso
            for date in self._said.dates
            if date.iso in lacks.dates and not any(is_dated(date, facts) for facts in places)
        ]
        codes = [
            word
            for word in lacks.words
            if word in self._said.identifiers and not any(word in facts.identifiers for facts in places)
        ]
        if not (figures or dates or codes):
            return None
        code = _missing(figure=bool(figures), date=bool(dates), code=bool(codes), name=False)
        reason = f"Not in the cited text: {', '.join([*figures, *dates, *codes])}."
        return Verdict(StatementStatus.UNSUPPORTED, code, reason, 0.0)

    def _lacking(self, sentence: str, context: str) -> _Lacking:
        said, given, around = self._said, facts_of(sentence), facts_of(context)
        scale = stated_scale(f"{context} {sentence}") if is_table_row(sentence) else 1
        missing = self._strange(given.terms, given)
        still = self._strange(given.terms | around.terms, given)
        if has_another_code(self._statement, sentence):  # the title does not lend its own then
            still = [*still, *(word for word in missing if word in said.identifiers)]
        strange = tuple(word for word in missing if word in still)
        return _Lacking(
            strange,
            tuple(word for word in missing if word not in strange),
            tuple(number.text for number in said.numbers if not is_carried(number, given, scale)),
            tuple(date.iso for date in said.dates if not is_dated(date, given)),
        )

    def _strange(self, known: frozenset[str], given: Facts) -> list[str]:
        """Words and codes of the statement that are not known in any form."""
        said = self._said
        measured = any(
            mine.is_carried_by(other) for mine in said.numbers for other in given.numbers if other.is_measure
        )
        return [
            word
            for word in sorted(said.terms - known)
            if word in said.identifiers
            or not (
                has_word(known, word)
                or is_compound_of(word, known, said.words)
                or (measured and is_unit_word(word))
            )
        ]

    def _listed(self, words: Sequence[str]) -> str:
        """Stems and codes as the statement writes them, in its order: people are shown no stems."""
        written: dict[str, str] = {}
        for match in _WRITTEN.finditer(self._statement):
            for key in (stem(one_spelling(match.group())), match.group().casefold()):
                if key in words:
                    written.setdefault(key, match.group())
        return ", ".join(dict.fromkeys([*written.values(), *(w for w in words if w not in written)]))


def _missing(*, figure: bool, date: bool, code: bool, name: bool) -> VerdictCode:
    """The weightiest of what is missing."""
    if figure:
        return VerdictCode.MISSING_FIGURE
    if date:
        return VerdictCode.MISSING_DATE
    if code:
        return VerdictCode.MISSING_IDENTIFIER
    return VerdictCode.MISSING_NAME if name else VerdictCode.MISSING_WORDS


def _may_be_year(number: Number) -> bool:
    return number.amount == number.amount.to_integral_value() and number.is_year(int(number.amount))


def _without_figures(said: Facts, settled: Recomputed) -> Facts:
    """What is left to compare once its calculation is found right."""
    figures = {settled.stated, *settled.operands}
    return replace(
        said,
        numbers=tuple(number for number in said.numbers if number not in figures),
        words=frozenset(word for word in said.words if not is_calculating(word)),
        tokens=tuple(token for token in said.tokens if token.number not in figures),
    )
