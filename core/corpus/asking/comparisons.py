"""Comparisons with figures in a question: "over $1k", "mindestens 60 V", "500 to 1,000 €". Pure functions."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache

from core.corpus.asking.question_words import Found, QuestionWords
from core.corpus.decomposition import Operator
from core.fields.values import unmistakable
from core.text.numbers import Number, find_figures, find_measured, find_money


@dataclass(frozen=True, slots=True)
class Comparison:
    """An operator with one figure, or two for BETWEEN; all in the unit or currency of the figures."""

    operator: Operator
    amounts: tuple[Number, ...]
    found: Found

    def values(self) -> tuple[str, ...]:
        """As a filter takes them: "1000", "1000 EUR", "100 mA"."""
        return tuple(
            f"{unmistakable(amount.amount)} {amount.currency or amount.unit}".rstrip()
            for amount in self.amounts
        )


_BEFORE: tuple[tuple[Operator, str], ...] = (
    (">=", "at least|no less than|not less than|not under|minimum of|minimum|min.|min|>=|≥|starting at|from"
           "|mindestens|wenigstens|ab|nicht weniger als|nicht unter"),
    ("<=", "at most|up to|no more than|not more than|not over|not exceeding|maximum of|maximum|max.|max|<=|≤"
           "|höchstens|maximal|bis zu|nicht mehr als|nicht über|bis"),
    (">", "over|above|more than|greater than|higher than|larger than|bigger than|longer than|heavier than"
          "|thicker than|faster than"
          "|schneller als|exceeding|exceeds|exceed|beyond|better than|upwards of|>"
          "|über|mehr als|größer als|größer"
          "|höher als|höher|länger als|schwerer als|teurer als|oberhalb von|oberhalb|übersteigt"
          "|übersteigen|von über|von mehr als|mit mehr als"),
    ("<", "under|below|less than|lower than|smaller than|shorter than|lighter than|cheaper than|fewer than"
          "|thinner than|slower than|<|dünner als|langsamer als"
          "|unter|weniger als|kleiner als|kleiner|niedriger als|niedriger|kürzer als|leichter als"
          "|billiger als|günstiger als|unterhalb von|unterhalb|von unter|von weniger als"),
    ("=", "exactly|equal to|equals|precisely|genau|gleich|="),
)  # fmt: skip
_BEHIND: tuple[tuple[Operator, str], ...] = (
    (">=", "or more|and more|or above|and above|or higher|or longer|and up|oder mehr|und mehr|und darüber"
           "|oder höher|oder länger"),
    ("<=", "or less|and less|or below|and below|or lower|oder weniger|und weniger|und darunter"
           "|oder niedriger"),
)  # fmt: skip


def pattern_of(phrases: str, end: str) -> re.Pattern[str]:
    longest = sorted(phrases.split("|"), key=len, reverse=True)
    words = "|".join(map(re.escape, longest))
    return re.compile(rf"(?<!\w)(?:{words}){end}", re.IGNORECASE)


_ARTICLE = r"\s*(?:a |an |the |einem |einer |der |dem |von |of |rund |about )?\s*$"
_AHEAD = tuple((operator, pattern_of(phrases, _ARTICLE)) for operator, phrases in _BEFORE)


def _behind(phrases: str) -> re.Pattern[str]:
    """Not of "60 V or more than 1 A"."""
    ending = pattern_of(phrases, r"(?!\w)(?!\s+(?:than|als)\b)").pattern
    return re.compile(r"^\s*" + ending, re.IGNORECASE)


_Patterns = tuple[tuple[Operator, re.Pattern[str]], ...]
_AFTER: _Patterns = tuple((operator, _behind(phrases)) for operator, phrases in _BEHIND)
_ONE_SIDED = ("<", "<=", ">", ">=")
_JOINED = re.compile(r"\s*(?:and|und)\s*", re.IGNORECASE)
_BETWEEN = pattern_of("between|zwischen|from|von", r"\s*$")
_AND = re.compile(r"\s*(?:and|und|to|bis|-|–)\s*", re.IGNORECASE)
_UP_TO = re.compile(r"\s*(?:to|bis|-|–)\s*", re.IGNORECASE)
# Words that also stand before days and years; others speak of a figure.
_OF_TIMES = frozenset(
    ["from", "ab", "bis", "bis zu", "up to", "beyond", "starting at", "exactly", "genau", "gleich", "="]
)
_SURE = pattern_of(
    "|".join(
        [
            *(phrase for _, phrases in _BEFORE for phrase in phrases.split("|") if phrase not in _OF_TIMES),
            *("worth", "im wert von", "in höhe von"),
        ]
    ),
    _ARTICLE,
)
_IN = re.compile(r"\bin\s*$", re.IGNORECASE)
_WORDS = frozenset(("a", "in"))  # no amperes and inches where they stand between other words
_FRACTION = re.compile(r"(?<![\w.,/])(?P<over>\d{1,2})\s?/\s?$")
_YEARS = range(1900, 2100)
Degrees = tuple[tuple[str, ...], tuple[str, ...]]  # comparatives of fields: "hotter"; "colder"


@cache
def _compared(more: tuple[str, ...], less: tuple[str, ...]) -> tuple[_Patterns, _Patterns]:
    """Before and behind a figure: "hotter than", "or colder"."""
    ahead: list[tuple[Operator, re.Pattern[str]]] = []
    behind: list[tuple[Operator, re.Pattern[str]]] = []
    told: tuple[tuple[Operator, Operator, tuple[str, ...]], ...] = ((">", ">=", more), ("<", "<=", less))
    for beyond, at_least, words in told:
        if words:
            than = "|".join(f"{word} {joint}" for word in words for joint in ("than", "als"))
            ahead.append((beyond, pattern_of(than, _ARTICLE)))
            joined = "|".join(f"{joint} {word}" for word in words for joint in ("or", "oder"))
            behind.append((at_least, _behind(joined)))
    return tuple(ahead), tuple(behind)


def find_comparisons(question: QuestionWords, degrees: Degrees = ((), ())) -> list[Comparison]:
    """Comparisons with figures whose words are not understood yet, in their order."""
    text = question.text
    amounts = [
        amount
        for amount in amounts_in(question)
        if question.is_free(question.in_span(amount.start, amount.end))
    ]
    found: list[Comparison] = []
    place = 0
    while place < len(amounts):
        amount = amounts[place]
        following = amounts[place + 1] if place + 1 < len(amounts) else None
        start = None if following is None else _range_start(text, amount, following)
        if following is not None and start is not None:
            if not amount.currency and not amount.unit:  # of "between 500 and 1,000 €" both are euros
                amount = replace(amount, currency=following.currency, unit=following.unit)
            found.append(Comparison("BETWEEN", (amount, following), question.in_span(start, following.end)))
            place += 2
            continue
        found += _like_the_last(text, found, _single(question, amount, degrees))
        place += 1
    return found


def figure_spans(
    question: QuestionWords, can_be: Callable[[str], bool], *, bare: bool
) -> list[tuple[int, int]]:
    """`[start, end)` of what looks like a year and is a figure. `can_be`: whether figures of the documents
    can be in a unit; `bare`: whether one without a unit can mean a field."""
    text = question.text
    amounts = amounts_in(question)
    sure = [amount for amount in amounts if _is_figure(text, amount, can_be, bare=bare)]
    for left, right in itertools.pairwise(amounts):
        pair = (left, right)
        if _range_start(text, left, right) is None:
            continue
        if any(one in sure for one in pair) or (bare and not all(map(can_be_year, pair))):
            sure += pair
    return [(amount.start, amount.end) for amount in sure]


def _is_figure(text: str, amount: Number, can_be: Callable[[str], bool], *, bare: bool) -> bool:
    compared = _SURE.search(text[: amount.start]) is not None
    if amount.currency:  # "in EUR 2023" are euros of a year
        return compared or text[amount.end - 1] not in "0123456789" or not _IN.search(text[: amount.start])
    if amount.unit and can_be(amount.unit):
        return True
    return bare and compared


def can_be_year(amount: Number) -> bool:
    """Whether a figure looks like a year, too."""
    return not amount.currency and not amount.unit and amount.amount in _YEARS


def _range_start(text: str, left: Number, right: Number) -> int | None:
    """Where the words of a range begin: "between 5 and 9 V", "of 5 V to 9 V"; None if it is none."""
    joining = text[left.end : right.start]
    if not _AND.fullmatch(joining):
        return None
    between = _BETWEEN.search(text[: left.start])
    if between:
        return between.start()
    same = (left.currency, left.unit) == (right.currency, right.unit) or not (left.currency or left.unit)
    measured = bool(right.currency or right.unit)
    compared = any(pattern.search(text[: left.start]) for _, pattern in _AHEAD)
    return left.start if _UP_TO.fullmatch(joining) and same and measured and not compared else None


def _like_the_last(
    text: str, found: Sequence[Comparison], single: Sequence[Comparison]
) -> Sequence[Comparison]:
    """ "at least 45 V and 500 mA": the second figure is a least one, too."""
    if not found or not single or single[0].operator != "=" or found[-1].operator not in _ONE_SIDED:
        return single
    [last], [amount] = found[-1].amounts, single[0].amounts
    alike = (last.currency, last.unit) == (amount.currency, amount.unit)
    if alike or not _JOINED.fullmatch(text[last.end : amount.start]):
        return single
    return [replace(single[0], operator=found[-1].operator)]


def _single(question: QuestionWords, amount: Number, degrees: Degrees) -> list[Comparison]:
    text = question.text
    ahead, behind = _compared(*degrees)
    for operator, pattern in (*_AFTER, *behind):
        match = pattern.search(text[amount.end :])
        if match:
            words = question.in_span(amount.start, amount.end + match.end())
            return [Comparison(operator, (amount,), words)]
    for operator, pattern in (*ahead, *_AHEAD):
        match = pattern.search(text[: amount.start])
        if match:
            return [Comparison(operator, (amount,), question.in_span(match.start(), amount.end))]
    if amount.currency or amount.unit:
        return [Comparison("=", (amount,), question.in_span(amount.start, amount.end))]
    return []


def amounts_in(question: QuestionWords) -> list[Number]:
    """Money before figures with units before bare figures; none twice."""
    found: list[Number] = []
    kinds: Sequence[list[Number]] = (
        find_money(question.text),  # "2.000 EUR" are thousands in any language: cents have two digits
        [
            _whole(question.text, one)
            for one in find_measured(question.text, question.german)
            if not _is_word(question.text, one)
        ],
        find_figures(question.text, question.german, scaled=True),
    )
    for amounts in kinds:
        found += [
            amount
            for amount in amounts
            if not any(amount.start < other.end and amount.end > other.start for other in found)
        ]
    return sorted(found, key=lambda amount: amount.start)


def _is_word(text: str, amount: Number) -> bool:
    """ "2000 in May", "5000 a year"."""
    return text[: amount.end].split()[-1] in _WORDS and text[amount.end :].lstrip()[:1].isalnum()


def _whole(text: str, amount: Number) -> Number:
    """Of "1/4 W" a quarter."""
    match = _FRACTION.search(text[: amount.start])
    if match is None or not amount.value or amount.value != int(amount.value):
        return amount
    return replace(amount, value=Decimal(match["over"]) / amount.value, start=match.start())
