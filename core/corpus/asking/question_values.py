"""The exact values that a question states: days, amounts, and names that the library has. Pure functions."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.corpus.asking.comparisons import amounts_in, figure_spans
from core.corpus.asking.day_ranges import Period, find_periods
from core.corpus.asking.named_fields import fits
from core.corpus.asking.question_words import Found, QuestionWords
from core.corpus.asking.value_names import KnownNames, NamedValue
from core.fields.schema import BucketSchema, FieldType
from core.text.currency_names import MOST_WORDS, currency_named, is_code
from core.text.numbers import Number

_LONGEST_SHORT = 2  # letters: "fr" and "kr" are other words, too


@dataclass(frozen=True, slots=True)
class QuestionValues:
    """Each by its words in the question, in their order; `sure`: the names that are written as names are."""

    days: Mapping[str, Period]
    amounts: Mapping[str, Number]
    names: Mapping[str, NamedValue]
    sure: frozenset[str]
    currencies: Mapping[str, str]


def values_in(
    question: str,
    schema: BucketSchema,
    values: Mapping[str, Sequence[str]],
    today: datetime.date,
    *,
    german: bool,
) -> QuestionValues:
    """All that stand in a question; no word is of two."""
    words = QuestionWords(question, german)
    known = KnownNames(values)
    plain = {place for one in known.find(words) for place in range(one.found.first, one.found.last)}
    names = {words.take(one.found): one for one in known.find(words, written_anyhow=True)}
    sure = frozenset(text for text, one in names.items() if one.found.first in plain)
    numbers = [spec for spec in schema.fields if spec.type is FieldType.NUMBER]
    figures = figure_spans(words, lambda unit: any(fits(spec, unit) for spec in numbers), bare=True)
    days = {}
    for period in find_periods(words, today, figures, plain=True):
        if words.is_free(period.found):
            days[words.take(period.found)] = period
    amounts = {}
    for amount in amounts_in(words):
        found = words.in_span(amount.start, amount.end)
        if words.is_free(found):
            amounts[words.take(found)] = amount
    currencies = {words.take(found).removeprefix("in "): code for found, code in list(currencies_in(words))}
    return QuestionValues(days, amounts, names, sure, currencies)


def currencies_in(words: QuestionWords) -> Iterator[tuple[Found, str]]:
    """Those that free words name, with "in" before them, and their codes."""
    for first in range(len(words.words)):
        for count in range(MOST_WORDS, 0, -1):
            found = Found(first, min(first + count, len(words.words)))
            name = words.between(found)
            code = currency_named(name) or currency_named(name.partition("-")[0])
            long_enough = len(name) > _LONGEST_SHORT or not name.isalpha()
            if long_enough and is_code(code) and words.is_free(found):
                before = Found(first - 1, found.last)
                in_it = words.before(first) == ["in"] and words.is_free(before)
                yield (before if in_it else found), code
