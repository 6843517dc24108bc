"""Comparisons with figures in a question: "over $1k", "mindestens 60 V", "500 to 1,000 €". Pure functions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from core.corpus.asking.words import Found, QuestionWords
from core.corpus.decomposition import Operator
from core.fields.amounts import Amount, find_figures, find_measured, find_money
from core.fields.values import plain


@dataclass(frozen=True, slots=True)
class Comparison:
    """An operator with one figure, or two for BETWEEN; all in the unit or currency of the figures."""

    operator: Operator
    amounts: tuple[Amount, ...]
    found: Found

    def values(self) -> tuple[str, ...]:
        """As a filter takes them: "1000", "1000 EUR", "100 mA"."""
        return tuple(f"{plain(amount.figure)} {_unit(amount)}".rstrip() for amount in self.amounts)


def _unit(amount: Amount) -> str:
    return amount.currency or (amount.unit.name if amount.unit else "")


_BEFORE: tuple[tuple[Operator, str], ...] = (
    (">=", "at least|no less than|not less than|not under|minimum of|minimum|min.|min|>=|≥|starting at|from"
           "|mindestens|wenigstens|ab|nicht weniger als|nicht unter"),
    ("<=", "at most|up to|no more than|not more than|not over|not exceeding|maximum of|maximum|max.|max|<=|≤"
           "|höchstens|maximal|bis zu|nicht mehr als|nicht über|bis"),
    (">", "over|above|more than|greater than|higher than|larger than|bigger than|longer than|heavier than"
          "|exceeding|exceeds|exceed|beyond|better than|upwards of|>|über|mehr als|größer als|höher als"
          "|länger als|schwerer als|teurer als|oberhalb von|oberhalb|übersteigt|übersteigen|von über"
          "|von mehr als|mit mehr als"),
    ("<", "under|below|less than|lower than|smaller than|shorter than|lighter than|cheaper than|fewer than|<"
          "|unter|weniger als|kleiner als|niedriger als|kürzer als|leichter als|billiger als|günstiger als"
          "|unterhalb von|unterhalb|von unter|von weniger als"),
    ("=", "exactly|equal to|equals|precisely|genau|gleich|="),
)  # fmt: skip
_BEHIND: tuple[tuple[Operator, str], ...] = (
    (">=", "or more|and more|or above|and above|or higher|or longer|and up|oder mehr|und mehr|und darüber"
           "|oder höher|oder länger"),
    ("<=", "or less|and less|or below|and below|or lower|oder weniger|und weniger|und darunter"
           "|oder niedriger"),
)  # fmt: skip


def _pattern(phrases: str, end: str) -> re.Pattern[str]:
    longest = sorted(phrases.split("|"), key=len, reverse=True)
    words = "|".join(map(re.escape, longest))
    return re.compile(rf"(?<!\w)(?:{words}){end}", re.IGNORECASE)


_ARTICLE = r"\s*(?:a |an |the |einem |einer |der |dem |von |of |rund |about )?\s*$"
_AHEAD = tuple((operator, _pattern(phrases, _ARTICLE)) for operator, phrases in _BEFORE)
_AFTER = tuple(
    (operator, re.compile(r"^\s*" + _pattern(phrases, r"(?!\w)").pattern, re.IGNORECASE))
    for operator, phrases in _BEHIND
)
_BETWEEN = _pattern("between|zwischen|from|von", r"\s*$")
_AND = re.compile(r"\s*(?:and|und|to|bis|-|–)\s*", re.IGNORECASE)


def find_comparisons(question: QuestionWords) -> list[Comparison]:
    """Comparisons with figures whose words are not understood yet, in their order."""
    text = question.text
    amounts = [
        amount
        for amount in _amounts(question)
        if question.is_free(question.in_span(amount.start, amount.end))
    ]
    found: list[Comparison] = []
    place = 0
    while place < len(amounts):
        amount = amounts[place]
        following = amounts[place + 1] if place + 1 < len(amounts) else None
        between = _BETWEEN.search(text[: amount.start])
        if following is not None and between and _AND.fullmatch(text[amount.end : following.start]):
            pair = _alike(amount, following)
            found.append(Comparison("BETWEEN", pair, question.in_span(between.start(), following.end)))
            place += 2
            continue
        found += _single(question, amount)
        place += 1
    return found


def _single(question: QuestionWords, amount: Amount) -> list[Comparison]:
    text = question.text
    for operator, pattern in _AFTER:
        match = pattern.search(text[amount.end :])
        if match:
            words = question.in_span(amount.start, amount.end + match.end())
            return [Comparison(operator, (amount,), words)]
    for operator, pattern in _AHEAD:
        match = pattern.search(text[: amount.start])
        if match:
            return [Comparison(operator, (amount,), question.in_span(match.start(), amount.end))]
    if amount.currency or amount.unit is not None:
        return [Comparison("=", (amount,), question.in_span(amount.start, amount.end))]
    return []


def _amounts(question: QuestionWords) -> list[Amount]:
    """Money before figures with units before bare figures; none twice."""
    found: list[Amount] = []
    kinds: Sequence[list[Amount]] = (
        find_money(question.text, question.german),
        find_measured(question.text, question.german),
        _scaled(question),
    )
    for amounts in kinds:
        found += [
            amount
            for amount in amounts
            if not any(amount.start < other.end and amount.end > other.start for other in found)
        ]
    return sorted(found, key=lambda amount: amount.start)


_SCALE = re.compile(r"\s?(?P<scale>k|tsd|tausend|thousand|mio|million|millionen|m)\b\.?", re.IGNORECASE)


_SCALED = re.compile(
    r"(?<![\w.,])\d[\d.,']*(?=\s?(?:k|tsd|tausend|thousand|mio|million|millionen)\b)", re.IGNORECASE
)


def _scaled(question: QuestionWords) -> list[Amount]:
    """Bare figures, with "k" and "million" behind them."""
    found = []
    scales = {"k": 1000, "tsd": 1000, "tausend": 1000, "thousand": 1000}
    for match in re.finditer(
        r"(?<![\w.,])\d[\d.,']*(?=\s?(?:k|tsd|tausend|thousand|mio|million|millionen)\b)", question.text, re.I
    ):
        scale = _SCALE.match(question.text, match.end())
        base = find_figures(match.group(), question.german)
        if scale and base:
            factor = scales.get(scale["scale"].casefold(), 1_000_000)
            found.append(Amount(base[0].figure * Decimal(factor), match.start(), scale.end()))
    return found + [
        amount
        for amount in find_figures(question.text, question.german)
        if not any(amount.start < other.end and amount.end > other.start for other in found)
    ]


def _alike(left: Amount, right: Amount) -> tuple[Amount, Amount]:
    """Of "between 500 and 1,000 €" both are euros."""
    if not left.currency and left.unit is None:
        left = Amount(left.figure, left.start, left.end, right.currency, right.unit)
    if not right.currency and right.unit is None:
        right = Amount(right.figure, right.start, right.end, left.currency, left.unit)
    return left, right
