"""Formulas over line items, as a question defines them: "total current assets divided by total current
liabilities".

A recursive descent over words and signs; pure functions. A leaf keeps its words, and what they name is for
`core.answer.figures` to find. English and German.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from typing import Literal

from core.text.dates import years_in

Sign = Literal["+", "−", "×", "÷"]


@dataclass(frozen=True, slots=True)
class Item:
    """A line item by its words. `year`: its own, else the year that is asked about plus `offset`.

    `unsigned`: its figure counts without its sign.
    """

    words: str
    year: int = 0
    offset: int = 0
    unsigned: bool = False


@dataclass(frozen=True, slots=True)
class Constant:
    value: Decimal


@dataclass(frozen=True, slots=True)
class Term:
    """Two formulas joined by a sign."""

    sign: Sign
    left: Formula
    right: Formula


Formula = Item | Constant | Term

_SPOKEN: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), sign)
    for pattern, sign in (
        (r"\b(?:divided by|geteilt durch|dividiert durch|over the)\b|÷", " / "),
        (r"\bas an? (?:percentage|percent|share|%) of\b|\bas (?:percentage|percent|%) of\b", " / "),
        (r"\b(?:in prozent|als anteil) (?:der|des|von|vom|am|an der)\b", " / "),
        (r"\b(?:multiplied by|times|multipliziert mit)\b|[×*]", " * "),
        (r"\b(?:plus|added to|zuzüglich)\b", " + "),
        (r"\b(?:minus|less|subtracting|abzüglich)\b|−", " ~ "),
        (r"(?<=[\s)])[-–](?=[\s(])", " ~ "),
        (r"(?<=[\s\w)])/(?=[\s(])|(?<=[\s)])/(?=[\s\w(])", " / "),
    )
)
_PIECE = re.compile(r"[()+*/~]|[^()+*/~]+")
_SIGNS: dict[str, Sign] = {"+": "+", "~": "−", "*": "×", "/": "÷"}
_AVERAGE = re.compile(
    r"^(?:the )?(?:average|mean)(?: of)?\s+(?P<of>.+)$|^durchschnitt(?:liche[nrs]?)?\s+(?P<von>.+)$",
    re.IGNORECASE,
)
_CHANGE = re.compile(
    r"^(?:the )?(?:change|increase) (?:in|of)\s+(?P<of>.+)$|^veränderung (?:der|des)\s+(?P<von>.+)$", re.I
)
_FROM_WHERE = re.compile(
    r"\b(?:from|in|on|per|aus|laut)\s+(?:the |der )?(?:\w+\s){0,3}(?:statements?|sheet|P&L"
    r"|kapitalflussrechnung|bilanz"
    r"|gewinn- und verlustrechnung|guv)(?:\s+of\s+(?:\w+\s?){1,3})?",
    re.IGNORECASE,
)
_YEAR = re.compile(
    r"\b(?:(?:at |for |in |of |from )?(?:the )?(?:end of |year[- ]end "
    r"|fiscal (?:year )?)?(?:FY\s?)?(?:19|20)\d\d)\b|\bFY\s?\d\d\b",
    re.IGNORECASE,
)
_SPAN = re.compile(
    r"\b(?:between|from|zwischen|von)\s+(?:FY\s?)?\d{2,4}\s+(?:and|to|und|bis)\s+(?:FY\s?)?\d{2,4}\b",
    re.IGNORECASE,
)
_ARTICLES = re.compile(r"^(?:(?:the|der|die|das|des|den|its|their|unadjusted|reported)\s+)+", re.IGNORECASE)
_MOST_LEAVES = 8


def parse_formula(text: str) -> Formula | None:
    """None where it is no formula of at least two figures, or anything of it cannot be read."""
    formula = _Reader(text).whole()
    if formula is None or not isinstance(formula, Term) or not 1 <= len(items_of(formula)) <= _MOST_LEAVES:
        return None
    return formula


def items_of(formula: Formula) -> tuple[Item, ...]:
    """Its line items in the order of the formula."""
    if isinstance(formula, Item):
        return (formula,)
    return () if isinstance(formula, Constant) else (*items_of(formula.left), *items_of(formula.right))


def replaced(formula: Formula, by: Callable[[Item], Formula]) -> Formula:
    """The formula with something in the place of each of its line items."""
    if isinstance(formula, Item):
        return by(formula)
    if isinstance(formula, Constant):
        return formula
    return Term(formula.sign, replaced(formula.left, by), replaced(formula.right, by))


def shifted(formula: Formula, years: int) -> Formula:
    """The same so many years later."""
    return replaced(
        formula,
        lambda item: (
            replace(item, year=item.year + years) if item.year else replace(item, offset=item.offset + years)
        ),
    )


def dated(formula: Formula, year: int) -> Formula:
    """Every line item with its year, where this one is asked about."""
    return replaced(formula, lambda item: replace(item, year=item.year or year + item.offset, offset=0))


def undated(formula: Formula) -> Formula:
    """The same without years."""
    return replaced(formula, lambda item: replace(item, year=0))


def evaluate(formula: Formula, value_of: Callable[[Item], Decimal]) -> Decimal | None:
    """None where it divides by nothing."""
    if isinstance(formula, Item):
        return value_of(formula)
    if isinstance(formula, Constant):
        return formula.value
    left, right = evaluate(formula.left, value_of), evaluate(formula.right, value_of)
    if left is None or right is None or (formula.sign == "÷" and right == 0):
        return None
    results = {"+": left + right, "−": left - right, "×": left * right}
    return left / right if formula.sign == "÷" else results[formula.sign]


def average(formulas: list[Formula]) -> Formula:
    """Their mean, written out."""
    total = formulas[0]
    for formula in formulas[1:]:
        total = Term("+", total, formula)
    return Term("÷", total, Constant(Decimal(len(formulas))))


class _Reader:
    """Reads one text; each method returns None where it cannot."""

    def __init__(self, text: str) -> None:
        for pattern, sign in _SPOKEN:
            text = pattern.sub(sign, text)
        self._pieces = [piece.strip() for piece in _PIECE.findall(text) if piece.strip()]
        self._place = 0

    def whole(self) -> Formula | None:
        found = self._sum()
        return found if self._place == len(self._pieces) else None

    def _next(self) -> str:
        return self._pieces[self._place] if self._place < len(self._pieces) else ""

    def _joined(self, signs: str, part: Callable[[], Formula | None]) -> Formula | None:
        found = part()
        while found is not None and self._next() and self._next() in signs:
            sign = _SIGNS[self._next()]
            self._place += 1
            right = part()
            found = None if right is None else Term(sign, found, right)
        return found

    def _sum(self) -> Formula | None:
        return self._joined("+~", self._product)

    def _product(self) -> Formula | None:
        return self._joined("*/", self._leaf)

    def _leaf(self) -> Formula | None:
        piece = self._next()
        self._place += 1
        if piece == "(":
            found = self._sum()
            closes = self._next() == ")"
            self._place += 1
            return found if closes else None
        return _leaf(piece) if piece and piece not in ")+*/~" else None


def _leaf(text: str) -> Formula | None:
    """ "365", "FY2017 COGS", "average inventory between FY2019 and FY2020", "the change in inventory"."""
    text = _FROM_WHERE.sub(" ", text).strip(" ,.;:?")
    try:
        return Constant(Decimal(text.replace(",", "")))
    except InvalidOperation:
        pass
    text = _ARTICLES.sub("", text)
    years = years_in(text)
    bare = " ".join(_YEAR.sub(" ", _SPAN.sub(" ", text)).split()).strip(" ,")
    bare = re.sub(r"\s+(?:in|for|of|at|and|from|between)$", "", bare)
    if match := _AVERAGE.match(bare) or _CHANGE.match(bare):
        words = _named(match.group("of") or match.group("von"))
        if not words or len(years) not in (0, 2):
            return None
        first, last = (
            (Item(words, year) for year in years) if years else (Item(words, offset=-1), Item(words))
        )
        if _AVERAGE.match(bare):
            return average([last, first])
        return Term("−", last, first)
    words = _named(bare)
    if not words or len(years) > 1:
        return None
    return Item(words, years[0] if years else 0)


def _named(text: str) -> str:
    text = _ARTICLES.sub("", " ".join(text.split())).strip(" ,.;:?")
    return text if re.search(r"[^\W\d_]", text) else ""
