"""What a statement claims only because the question said it.

A question may name what is not so: "Is the warranty 99 weeks?" A figure, date or code of the question may be
repeated in a sentence that denies it or leaves it open; to be claimed it has to stand in what is cited.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.agent.checks.read_texts import Known, names_one_thing
from core.answer.facts.checkable import Facts, facts_of
from core.answer.facts.stems import NEGATIONS, is_unit_word
from core.answer.facts.token_rows import Token
from core.answer.sources import Source
from core.answer.verification.nearness import around, is_said
from core.answer.verification.word_lists import CONFIRMING, DENYING
from core.text.numbers import Number, with_digits
from core.text.textspan import word_list
from core.types import Statement

# What comes behind them is not claimed.
_OPEN = word_list("whether if unknown unclear unsure open ob wenn falls unbekannt unklar offen")
_CLAUSE_MARKS = frozenset(".,;:!?()–—|")
_CLAUSE_WORDS = word_list("but and or yet aber sondern und oder")
_BEHIND = 3  # tokens from a denial behind a figure to the word that reports it: "99 weeks is not stated"


def claimed_echoes(statement: Statement, question: str, sources: Sequence[Source]) -> tuple[str, ...]:
    """Facts that the question has, the statement claims, and what it cites has not; as they are written.

    A figure with a unit, percent sign or currency must stand in a sentence it rests on, with most of the
    words that the statement puts around it. Years, bare figures, dates and codes may stand anywhere in what
    was read of the same documents, as title and headings of a table do.
    """
    if not statement.evidence:
        return ()
    said, asked = facts_of(statement.text), facts_of(question)
    documents = Known.of_texts(_read_of({row.document_id for row in statement.evidence}, sources))
    found: list[str] = []
    for place, token in enumerate(said.tokens):
        if is_left_open(said.tokens, place):
            continue
        if token.number is not None and any(token.number.equals(other) for other in asked.numbers):
            if not _stands_in(token.number, place, said, statement, documents):
                found.append(as_written(token.number, statement.text))
        elif token.date is not None and any(token.date.is_carried_by(other) for other in asked.dates):
            if not documents.has_date(token.date):
                found.append(token.date.iso)
        elif (
            token.kind == "code"
            and token.text in asked.identifiers
            and names_one_thing(token.text)
            and not documents.has_identifier(token.text)
        ):
            found.append(token.text)
    return tuple(dict.fromkeys(found))


def _stands_in(number: Number, place: int, said: Facts, statement: Statement, documents: Known) -> bool:
    if not (number.is_measure or number.percent or number.currency):
        return documents.has_number(number) or any(
            number.is_year(date.year) for facts in documents.facts for date in facts.dates
        )
    beside = [word for word in around(said.tokens, place, place) if not is_unit_word(word)]
    for row in statement.evidence:
        given = facts_of(row.quote)
        words = given.words | given.identifiers
        shared = sum(is_said(words, word) for word in beside)
        if Known.of_texts([row.quote]).has_number(number) and 2 * shared >= len(beside) + bool(beside):
            return True
    return False


def is_left_open(tokens: Sequence[Token], place: int) -> bool:
    """What stands at `place` is denied, asked about, or said not to be reported, within its clause."""
    for token in reversed(tokens[:place]):
        if _ends_clause(token):
            break
        if _denies(token) or token.text in _OPEN:
            return True
    for n, token in enumerate(tokens[place + 1 :], place + 1):
        if _ends_clause(token):
            return False
        if _denies(token):
            return any(other.text in CONFIRMING for other in tokens[n + 1 : n + 1 + _BEHIND])
        if token.text in _OPEN:
            return True
    return False


def denies_that_it_is_said(facts: Facts) -> bool:
    """ "The documents do not say …": nothing is claimed about the thing itself."""
    return any(
        _denies(token) and any(other.text in CONFIRMING for other in facts.tokens[n + 1 : n + 1 + _BEHIND])
        for n, token in enumerate(facts.tokens)
    )


def as_written(number: Number, text: str) -> str:
    """With the word behind it: "99 weeks", also of "ninety-nine weeks"."""
    if number.text not in text:
        text = with_digits(text)
    start = text.find(number.text)
    if start < 0:
        return number.text
    behind = text[start + len(number.text) :].replace("-", " ", 1).split(" ", 2)
    word = behind[1].strip(".,;:!?()") if len(behind) > 1 and not behind[0] else ""
    return f"{number.text} {word}" if word.isalpha() else number.text


def _denies(token: Token) -> bool:
    return token.text in NEGATIONS or token.text in DENYING


def _ends_clause(token: Token) -> bool:
    return token.text in _CLAUSE_MARKS or token.text in _CLAUSE_WORDS


def _read_of(document_ids: set[str], sources: Sequence[Source]) -> list[str]:
    """What was read of these documents, with their titles, headings, file names and dates.

    A report is about the year of its date or the one before.
    """
    return [
        text
        for source in sources
        if source.document.document_id in document_ids
        for text in (source.chunk.text, source.surroundings, *_years_of(source.document.date))
    ]


def _years_of(date: str) -> tuple[str, ...]:
    year = date[:4]
    return (date, year, str(int(year) - 1)) if year.isdecimal() else ()
