"""The checkable facts of a piece of text: numbers, identifiers, content words, negation.

Numbers are compared as decimals after removing group separators ("4,584,833" equals "4584833"), and a
percent sign belongs to its number. Digits that are part of an identifier ("B-120") are not numbers:
"120 kg" must not find support in "B-120".
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from core.textspan import word_list

# Digits joined by a hyphen or slash are a code (invoice 2025-0417), unless they are money or decimals.
_CODE = re.compile(r"(?<![\w.,/-])\d{3,}(?:[-/]\d{3,})+(?![\w/-])")
_IDENTIFIER = re.compile(r"\b(?=[\w/.-]*\d)(?=[\w/.-]*[^\W\d_])[\w]+(?:[-/.][\w]+)*\b")
# A plain space does not group: table rows are figures with spaces between them ("412 388 300").
_GROUP = "\ue001"
_GROUPING_SPACES = str.maketrans({"\u00a0": _GROUP, "\u202f": _GROUP, "\u2009": _GROUP, "’": "'"})
_NUMBER = re.compile(
    r"(?<![\w.,])(?P<open>\()?(?P<currency>[$€£])?\s?(?P<sign>[-−–])?(?P<currency_inside>[$€£])?"
    rf"(?P<digits>\d{{1,3}}(?:[{_GROUP}']\d{{3}})+(?:[.,]\d+)?|\d(?:[\d.,]*\d)?)(?P<close>\))?"
    rf"[\s{_GROUP}]?(?P<percent>%|percent\b|Prozent\b)?(?![\w])"
)
_UNIT = re.compile(rf"[\s{_GROUP}]*([^\W\d_]+|[$€£])")
_CURRENCY_CODE = re.compile(r"\b([A-Za-z]{3})\s$")
_CURRENCIES = {
    "$": "USD", "usd": "USD", "dollar": "USD", "dollars": "USD",
    "€": "EUR", "eur": "EUR", "euro": "EUR", "euros": "EUR",
    "£": "GBP", "gbp": "GBP", "chf": "CHF", "yen": "JPY", "jpy": "JPY",
}  # fmt: skip
_HOURS = frozenset({"am", "pm"})
_SENTENCE_BREAK = re.compile(r"[.!?:;\n“”\"]\s")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_FISCAL_YEAR = re.compile(r"^(?:FY|fy|Fy)'?(\d{2}|\d{4})$")


_NEGATIONS = word_list(
    "not no never none neither nor without cannot can't won't isn't aren't wasn't weren't doesn't don't",
    "didn't nicht kein keine keinen keiner nie niemals ohne weder",
)
_STOP_WORDS = word_list(
    "a an the of in on at to for from by with and or is are was were be been being it its this that",
    "these those as which who whom whose what when where how has have had do does did will would shall",
    "should can could may might must there their they them he she his her we our you your i than then",
    "also into over under per about between der die das den dem des ein eine einer eines einem und oder",
    "ist sind war waren wird werden mit von zu im am für auf aus bei nach über durch als auch es sie er",
    "wir ihr nicht",
)


_SAYING_NOTHING = _STOP_WORDS | _NEGATIONS | _CURRENCIES.keys()


@dataclass(frozen=True, slots=True)
class Number:
    """A number as written. `unit` is the stem of the word behind it, `currency` its sign or code, if any."""

    value: Decimal
    percent: bool
    text: str
    unit: str = ""
    currency: str = ""

    def is_carried_by(self, source: Number) -> bool:
        """Equal value; a currency must be the source's own, a unit must not contradict the source's."""
        return (
            self.value == source.value
            and self.percent == source.percent
            and (not self.currency or self.currency == source.currency)
            and (not self.unit or not source.unit or same_word(self.unit, source.unit))
        )


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts of one text. `words` are casefolded stems without stop words.

    `names` are the stems of words with a capital inside a sentence (in German every noun), in their order;
    `first_words` those that begin one, where a capital says nothing. `negations` counts "not", "no", ….
    """

    numbers: tuple[Number, ...]
    identifiers: frozenset[str]
    words: frozenset[str]
    negations: int
    names: tuple[str, ...] = ()
    first_words: frozenset[str] = frozenset()


def facts_of(text: str) -> Facts:
    """Take a text apart. Pure and fast (no model)."""
    text = unicodedata.normalize("NFKC", text.translate(_GROUPING_SPACES))
    identifiers: set[str] = set()
    years: list[Number] = []

    def blank(match: re.Match[str]) -> str:
        token = match.group(0)
        fiscal = _FISCAL_YEAR.match(token)
        if fiscal:
            digits = fiscal.group(1)
            years.append(Number(Decimal(digits if len(digits) == 4 else f"20{digits}"), False, token))
        else:
            identifiers.add(token.casefold())
        return " " * len(token)

    def code(match: re.Match[str]) -> str:
        identifiers.add(match.group(0))
        return " " * len(match.group(0))

    without = _IDENTIFIER.sub(blank, _CODE.sub(code, text))
    numbers = [
        number for match in _NUMBER.finditer(without) if (number := _number(match, without)) is not None
    ]
    tokens = [word.casefold() for word in _WORD.findall(without)]
    words = frozenset(stem(word) for word in tokens if len(word) > 1 and word not in _SAYING_NOTHING)
    names, first_words = _names(without)
    return Facts(
        numbers=tuple(numbers + years),
        identifiers=frozenset(identifiers),
        words=words,
        negations=sum(token in _NEGATIONS for token in tokens),
        names=names,
        first_words=first_words,
    )


def same_word(left: str, right: str) -> bool:
    """Stems of one word: equal, or one begins the other and is at most three letters shorter."""
    short, long = sorted((left, right), key=len)
    return short == long or (len(short) >= 5 and len(long) - len(short) <= 3 and long.startswith(short))


def has_word(words: Collection[str], wanted: str) -> bool:
    """True if `words` holds a stem of the same word."""
    return wanted in words or any(same_word(wanted, word) for word in words)


def _names(text: str) -> tuple[tuple[str, ...], frozenset[str]]:
    """Stems of capitalised words inside sentences, in order, and of those that begin one."""
    inside: list[str] = []
    first: set[str] = set()
    end = -1
    for match in _WORD.finditer(text):
        word = match.group(0)
        begins = end < 0 or bool(_SENTENCE_BREAK.search(text, end, match.start()))
        end = match.end()
        folded = word.casefold()
        if not word[0].isupper() or len(word) < 2 or folded in _STOP_WORDS or folded in _NEGATIONS:
            continue
        if begins:
            first.add(stem(folded))
        else:
            inside.append(stem(folded))
    return tuple(inside), frozenset(first)


def _number(match: re.Match[str], text: str) -> Number | None:
    value = parse_number(match.group("digits"))
    if value is None:
        return None
    # Accountants write negative figures in parentheses.
    if match.group("sign") or (match.group("open") and match.group("close")):
        value = -value
    behind = _UNIT.match(text, match.end())
    word = behind.group(1).casefold() if behind else ""
    before = _CURRENCY_CODE.search(text[max(0, match.start() - 5) : match.start()])
    sign = match.group("currency") or match.group("currency_inside") or ""
    currency = _CURRENCIES.get(sign or word, "")
    if not currency and before:
        currency = _CURRENCIES.get(before.group(1).casefold(), "")
    unit = "" if word in _CURRENCIES or (word in _STOP_WORDS and word not in _HOURS) else stem(word)
    return Number(value, bool(match.group("percent")), match.group(0).strip(), unit, currency)


def parse_number(digits: str) -> Decimal | None:
    """ "4,584,833", "4.584.833", "1 234,56" or "1,234.56" as a decimal; None when it is no number.

    A single separator followed by exactly three digits groups ("1,234" is 1234); otherwise the last
    separator is the decimal point.
    """
    digits = digits.replace("'", "").replace(_GROUP, "").replace(" ", "")
    comma, dot = digits.rfind(","), digits.rfind(".")
    if comma >= 0 and dot >= 0:
        decimal = "," if comma > dot else "."
        grouping = "." if decimal == "," else ","
        digits = digits.replace(grouping, "").replace(decimal, ".")
    elif comma >= 0 or dot >= 0:
        separator = "," if comma >= 0 else "."
        parts = digits.split(separator)
        groups = len(parts) > 1 and all(len(part) == 3 for part in parts[1:]) and 1 <= len(parts[0]) <= 3
        if groups and (separator == "," or len(parts) > 2) and parts[0] != "0":
            digits = "".join(parts)
        elif len(parts) == 2:
            digits = ".".join(parts)
        else:
            return None
    try:
        return Decimal(digits)
    except InvalidOperation:
        return None


def stem(word: str) -> str:
    """Cut the commonest English and German endings; only for comparing, never shown."""
    for ending in ("ings", "ing", "ies", "ed", "es", "en", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word
