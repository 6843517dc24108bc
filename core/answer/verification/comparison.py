"""What one sentence lacks of a statement, and whether it says the same with what it has. Pure functions."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from core.answer.facts.checkable import Facts, facts_of
from core.answer.facts.stems import is_compound_of, is_unit_word, one_spelling, stem
from core.answer.verification.compared_values import is_carried, is_dated, is_table_row
from core.answer.verification.contradictions import is_contradicted
from core.answer.verification.denials import in_one_wording
from core.answer.verification.nearness import is_said
from core.answer.verification.relations import Doubt, doubt_of
from core.text.dates import Date
from core.text.numbers import Number, stated_scale
from core.types import VerdictCode

_WRITTEN = re.compile(r"[^\W_]+(?:['’./-][^\W_]+)*")
_NOTHING = facts_of("")
# Of a sentence with nearly all words of a statement: it says something else, whatever else is missing.
_SAYS_OTHERWISE = (VerdictCode.DENIAL_DIFFERS, VerdictCode.OPPOSITE, VerdictCode.EXCHANGED)


@dataclass(frozen=True, slots=True)
class Comparison:
    """What one sentence lacks of the statement; `lent` are words that its surroundings have.

    `doubt` is about how the words hang together; `contradicted`: it is certain.
    """

    strange: tuple[str, ...]
    lent: tuple[str, ...]
    missing: tuple[Number, ...]
    undated: tuple[Date, ...]
    doubt: Doubt | None
    contradicted: bool = False

    @property
    def is_otherwise(self) -> bool:
        """Everything stands there, but not together; or it was copied and changed."""
        if self.doubt is None:
            return False
        opposite = self.doubt.code is VerdictCode.OPPOSITE and len(self.strange) == 1
        return opposite or self.doubt.changed or not (self.strange or self.missing or self.undated)


def compare(said: Facts, sentence: str, context: str, neutral: Collection[str]) -> Comparison:
    """A statement against one sentence with its surroundings; `neutral` are words that it need not have."""
    said, given = in_one_wording(said, facts_of(sentence))
    strange = tuple(_strange_words(said, given, facts_of(context), neutral))
    lacks = _strange_words(said, given, _NOTHING, neutral) if context else strange
    lent = tuple(word for word in lacks if word not in strange)
    scale = stated_scale(f"{context} {sentence}") if is_table_row(sentence) else 1
    missing = tuple(number for number in said.numbers if not is_carried(number, given, scale))
    undated = tuple(date for date in said.dates if not is_dated(date, given))
    hopeless = missing or undated or 2 * len(strange) > len(said.words) + 1
    doubt = None if hopeless else doubt_of(said, given)
    certain = doubt is not None and not strange and is_contradicted(said, given)
    return Comparison(strange, lent, missing, undated, doubt, certain)


def lacking(said: Facts, compared: Comparison, strange: Sequence[str], statement: str) -> Doubt | None:
    """What the sentence does not say, or nothing; what it says otherwise, if that is all but a word.

    `strange`: the words that count as missing, which are shown as `statement` writes them.
    """
    figures = [number.text for number in compared.missing] + [date.iso for date in compared.undated]
    if not figures and not strange:
        return None
    if not figures and compared.doubt and compared.doubt.code in _SAYS_OTHERWISE:
        return compared.doubt
    code = missing_code(
        bool(compared.missing),
        bool(compared.undated),
        not said.identifiers.isdisjoint(strange),
        any(word in said.names for word in strange),
    )
    if figures:
        return Doubt(code, f"{', '.join(figures)}: not so in the cited text.")
    return Doubt(code, f"Not in the cited text: {', '.join(as_written(strange, statement))}.")


def as_written(words: Collection[str], statement: str) -> list[str]:
    """Stems and codes as the statement writes them, in its order: people are shown no stems."""
    written: dict[str, str] = {}
    for match in _WRITTEN.finditer(statement):
        word = match.group()
        for key in (stem(one_spelling(word)), word.casefold()):
            if key in words:
                written.setdefault(key, word)
    return list(dict.fromkeys([*written.values(), *(word for word in words if word not in written)]))


def missing_code(figure: bool, date: bool, identifier: bool, name: bool) -> VerdictCode:
    """The weightiest of what is missing."""
    for missing, code in (
        (figure, VerdictCode.MISSING_FIGURE),
        (date, VerdictCode.MISSING_DATE),
        (identifier, VerdictCode.MISSING_IDENTIFIER),
        (name, VerdictCode.MISSING_NAME),
    ):
        if missing:
            return code
    return VerdictCode.MISSING_WORDS


def _strange_words(said: Facts, given: Facts, around: Facts, neutral: Collection[str]) -> list[str]:
    """Words and codes that neither the sentence nor its surroundings have in any form."""
    known = given.words | around.words | given.identifiers | around.identifiers
    measures = [number for number in given.numbers if number.is_measure]
    measured = any(mine.is_carried_by(other) for mine in said.numbers for other in measures)
    return [
        word
        for word in sorted((said.words | said.identifiers).difference(neutral, known))
        if word in said.identifiers
        or not (
            is_said(known, word)
            or is_compound_of(word, known, said.words)
            or (measured and is_unit_word(word))
        )
    ]
