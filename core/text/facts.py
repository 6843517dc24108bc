"""The checkable facts of a piece of text: numbers, dates, identifiers, words, negation.

Digits that are part of an identifier ("B-120") are not numbers: "120 kg" must not find support in "B-120".
Pure and fast (no model). The other modules of this package each know one part.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from core.text.clock import clock_times
from core.text.currency_names import NAMES, SIGNS, currency_behind, name_before
from core.text.dates import Date, blanked, find_dates, find_years
from core.text.numbers import (
    Number,
    find_numbers,
    is_measuring,
    is_scale,
    with_digits,
)
from core.text.stems import NEGATIONS, STOP_WORDS, WORD, is_german, one_spelling, stem
from core.text.token_rows import Token, tokens_in
from core.text.units import GROUP, with_raised
from core.text.unspaced import in_pairs

# Digits joined by a hyphen or slash are a code (invoice 2025-0417), unless they are money or decimals.
_CODE = re.compile(r"(?<![\w.,/-])\d{3,}(?:[-/]\d{3,})+(?![\w/-])")
# CVE-2024-1234: no year stands in it.
_SERIAL = re.compile(r"\b[^\W\d_]{2,}(?:[-/]\d+){2,}\b")
# "2.1.3", "192.168.0.1": no number; "1.234.567" is one.
_DOTTED = re.compile(r"(?<![\w.,/-])(?!\d{1,3}(?:\.\d{3})+(?![\d.]))\d+(?:\.\d+){2,}(?![\w/-]|\.\d)")
_BEHIND = re.compile(rf"\s?([^\W\d_]+|[%{SIGNS}°])")
_IDENTIFIER = re.compile(r"\b(?=[\w/.-]*\d)(?=[\w/.-]*[^\W\d_])[\w]+(?:[-/.][\w]+)*\b")
# A number and a word joined by a hyphen, "36-month", are two words; "10-K" and "42-inch" differ in that.
_MEASURED = re.compile(r"(?<![\w.,/-])(\d(?:[\d.,]*\d)?)-(?=[a-z]{3,}\b(?!-))")
# A plain space does not group: table rows are figures with spaces between them ("412 388 300"). In a sentence
# that names their currency it does: "sold for 1 200 000 €."
_SPACED = re.compile(r"(?<![\d.,])(?<!\d )\d{1,3}(?: \d{3})+(?:[.,]\d+)?(?!\d)")
# Hyphens that look alike are one: "B‑120" of a page is "B-120".
_ALIKE = str.maketrans(
    {"\u00a0": GROUP, "\u202f": GROUP, "\u2009": GROUP, "’": "'", "\u2010": "-", "\u2011": "-"}
)
# The full stop of a title ends no sentence: "by Dr. Meier" is one name.
_TITLE = re.compile(r"\b(Drs?|Prof|Mrs?|Ms|St|Hr|Fr|Ing|Dipl|Mag)\.(?=\s(?:[a-z]{2,4}\.\s)?[^\W\d_])")
_SENTENCE_BREAK = re.compile(r"[.!?:;\n“”\"]\s")
# Said by `Number.percent` and `Number.currency`.
_SAYING_NOTHING = STOP_WORDS | NEGATIONS | NAMES | {"percent", "prozent"}
_REMEMBERED = 4096  # texts; a sentence of a source is compared with every statement


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts of one text. `words` are casefolded stems without stop words.

    `names` are the stems of words with a capital inside a sentence (in German every noun), in their order;
    `first_words` those that begin one, where a capital says nothing. `negations` counts "not", "no", ….
    `dates` are in their order, each once. A year counts as a date where its
    surroundings show that it is one; other figures are in `numbers`. `tokens` are words, numbers, dates and
    marks in the order of the text. `german`: its small words say so.
    """

    numbers: tuple[Number, ...]
    identifiers: frozenset[str]
    words: frozenset[str]
    negations: int
    names: tuple[str, ...] = ()
    first_words: frozenset[str] = frozenset()
    dates: tuple[Date, ...] = ()
    tokens: tuple[Token, ...] = ()
    german: bool = False

    @property
    def terms(self) -> frozenset[str]:
        return self.words | self.identifiers


@lru_cache(maxsize=_REMEMBERED)
def facts_of(text: str) -> Facts:
    """Take a text apart."""
    text = unicodedata.normalize("NFKC", with_raised(_grouped(text.translate(_ALIKE))))
    text = _TITLE.sub(r"\1 ", text)
    german = is_german(text)
    text = clock_times(in_pairs(with_digits(text)))
    dates = find_dates(text, day_first=bool(german))
    text = blanked(text, dates)
    serials = [found.span() for found in _SERIAL.finditer(text)]
    years = [
        year for year in find_years(text) if not any(start <= year.start < end for start, end in serials)
    ]
    text = blanked(text, years)
    places = sorted(((found.start, found.date) for found in (*dates, *years)), key=lambda place: place[0])
    text = _MEASURED.sub(r"\1 ", text)
    codes: list[tuple[int, str]] = []

    def blank_code(match: re.Match[str]) -> str:
        behind = _BEHIND.match(text, match.end())
        # "130-180 million" is no code but two figures.
        return match.group() if behind and is_measuring(behind.group(1)) else blank(match)

    def blank(match: re.Match[str]) -> str:
        codes.append((match.start(), match.group().casefold()))
        return " " * len(match.group())

    without = _DOTTED.sub(blank, _IDENTIFIER.sub(blank, _CODE.sub(blank_code, text)))
    numbers = find_numbers(without, german, _counted)
    said = without  # by its words; the name of a currency is said by its amount
    for number in numbers:
        said = said.replace(number.named, " " * len(number.named)) if number.named else said
    tokens = [one_spelling(word) for word in WORD.findall(said)]
    words = frozenset(
        stem(word) for word in tokens if len(word) > 1 and word not in _SAYING_NOTHING and not is_scale(word)
    )
    names, first_words = _names(said)
    return Facts(
        numbers=numbers,
        identifiers=frozenset(code for _start, code in codes),
        words=words,
        negations=sum(token in NEGATIONS for token in tokens),
        names=names,
        first_words=first_words,
        dates=tuple(dict.fromkeys(date for _start, date in places)),
        tokens=tokens_in(said, codes, numbers, places),
        german=bool(german),
    )


def _grouped(text: str) -> str:
    """The text with a sign that groups instead of the spaces in its sums of money, if it is a sentence."""

    def closed(match: re.Match[str]) -> str:
        behind = match.end() + text.startswith(" ", match.end())
        is_money = currency_behind(text, behind) or name_before(text, match.start())
        return match.group().replace(" ", GROUP) if is_money else match.group()

    return _SPACED.sub(closed, text) if text.rstrip().endswith((".", "!", "?")) else text


def _counted(word: str) -> str:
    """The stem of a noun that is counted; "am" and "pm" are hours."""
    small = word.casefold()
    said = small not in STOP_WORDS | NEGATIONS or small in ("am", "pm")
    return stem(one_spelling(word)) if said else ""


def _names(text: str) -> tuple[tuple[str, ...], frozenset[str]]:
    """Stems of capitalised words inside sentences, in order, and of those that begin one."""
    inside: list[str] = []
    first: set[str] = set()
    end = -1
    for match in WORD.finditer(text):
        word = match.group(0)
        begins = end < 0 or bool(_SENTENCE_BREAK.search(text, end, match.start()))
        end = match.end()
        folded = word.casefold()
        if not word[0].isupper() or len(word) < 2 or folded in STOP_WORDS or folded in NEGATIONS:
            continue
        name = stem(one_spelling(word))
        if begins:
            first.add(name)
        else:
            inside.append(name)
    return tuple(inside), frozenset(first)


def have_same_figures(told: Facts, given: Facts) -> bool:
    """Whether what is told has the figures, dates and codes of what is given, and no others. What numbers a
    step or a section may be left out; what measures something may not."""
    measured = [one for one in given.numbers if one.is_measure or one.percent or one.currency]
    return (
        all(any(one.equals(other) for other in given.numbers) for one in told.numbers)
        and all(any(one.equals(other) for other in told.numbers) for one in measured)
        and told.dates == given.dates
        and set(told.identifiers) <= set(given.identifiers)
    )
