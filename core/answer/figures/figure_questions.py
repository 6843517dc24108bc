"""What figure a question asks for: of which years, computed how, told in what. Pure functions.

What is to be done, the language model says (`core.judge.operations`); years, formulas and the form of the
answer are read exactly. A figure counts as meant only where every word of the question is accounted for: by
the row, by the document it stands in, or as a word that only asks. Parts of a year are not understood.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from core.answer.figures.formulas import Formula, Item, items_of, parse_formula, replaced
from core.answer.figures.lexicon import formulas_of, lexicon
from core.answer.figures.number_format import Wish, speaks_of_percent, wish_in
from core.judge.operations import Operation, asking_texts
from core.search.answer_form import without_form
from core.search.concepts import load_concepts, words
from core.text.dates import names_part_of_year, years_in
from core.text.textspan import split_sentences

_DEFINED_BY = ("as:", "as", "als:", "als", "=")  # before a formula that is written out
_BRACKETED = re.compile(r"\(([^()]+)\)")
# "from FY2016 to FY2018", "2019 and 2020"
_YEAR = r"(?:\bFY\s?|\b)(?:19|20)\d\d\b"
_SPAN = re.compile(
    rf"(?:\b[^\W\d_]{{2,7}}\s+)?{_YEAR}(?:,?\s+[^\W\d_]{{2,3}}\s+|\s?[-–]\s?){_YEAR}", re.IGNORECASE
)
_MOST_YEARS = 6
_MOST_NESTED = 2  # measures within definitions


@dataclass(frozen=True, slots=True)
class FigureQuestion:
    """`formulas`: ways to compute it that the question gives or everybody agrees on; none for a single row.

    `years`: in order, empty where none is named. `percent`: so a result is told. `left`: the words that row
    and document have to account for; of these the formulas account for the words of `explained`.
    """

    text: str
    operation: Operation
    years: tuple[int, ...]
    formulas: tuple[Formula, ...]
    wish: Wish
    percent: bool
    left: tuple[str, ...]
    explained: tuple[str, ...]


def figure_question(question: str, operation: Operation) -> FigureQuestion | None:
    """None where it asks for a part of a year, or for no figure."""
    years = tuple(sorted(years_in(question)))
    if operation == "none" or names_part_of_year(question) or len(years) > _MOST_YEARS:
        return None
    text = without_form(question, load_concepts())
    formulas, percent, explained = _computed_by(text)
    left = tuple(
        word
        for word in words(asking_part(question))
        if word not in asking_words() and not (years and any(map(str.isdigit, word)))
    )
    percent = percent or operation == "growth" or wish_in(question).percent
    return FigureQuestion(text, operation, years, formulas, wish_in(question), percent, left, explained)


@cache
def asking_words() -> frozenset[str]:
    """Words that only ask, as `core.search.concepts.words` compares them."""
    return frozenset(word for text in asking_texts() for word in words(text))


def accounted_for(left: Iterable[str], texts: Iterable[str]) -> tuple[str, ...]:
    """What is left of these words when those of some texts are taken out."""
    told = {word for text in texts for word in words(text)}
    return tuple(word for word in left if word not in told)


def _computed_by(text: str) -> tuple[tuple[Formula, ...], bool, tuple[str, ...]]:
    """The formula that a sentence writes out, or those of the longest measure that is named; whether a result
    is told in percent; the words that this explains."""
    for sentence in (*_sentences(text), *_BRACKETED.findall(text)):
        if len(years_in(sentence)) > 1:
            sentence = _SPAN.sub(" ", sentence)
        own = sentence.strip(" ?.!").split()
        starts = [place + 1 for place, word in enumerate(own) if word.casefold() in _DEFINED_BY]
        for start in (*starts, 0):
            formula = parse_formula(" ".join(own[start:]))
            if formula is not None and len(items_of(formula)) > 1:
                items = tuple(_named(item.words) for item in items_of(formula))
                defines = () if "?" in sentence else (sentence,)
                return (_written_out(formula),), speaks_of_percent(sentence), (*items, *defines)
    known = [
        (last - first, key, words(text)[first:last])
        for first, last, key in lexicon().named_in(text)
        if lexicon().measure(key) is not None
    ]
    if not known:
        return (), False, ()
    _, key, name = max(known)
    measure = lexicon().measure(key)
    return formulas_of(key), measure is not None and measure.percent, (" ".join(name),)


def _sentences(text: str) -> list[str]:
    return [text[span.start : span.end] for span in split_sentences(text)]


def asking_part(question: str) -> str:
    """Its sentences with a question mark, or all where none has one, without what is said of their form."""
    sentences = _sentences(without_form(question, load_concepts()))
    asking = [sentence for sentence in sentences if sentence.rstrip().endswith("?")]
    return " ".join(asking or sentences)


def _named(text: str) -> str:
    """The line item or measure in the words of a leaf; all of them where none is known."""
    known = lexicon().named_in(text)
    return " ".join(words(text)[known[0][0] : known[0][1]]) if len(known) == 1 else text


def _written_out(formula: Formula) -> Formula:
    def meant(item: Item) -> Formula:
        ways = formulas_of(item.words)
        return ways[0] if len(ways) == 1 else item

    for _ in range(_MOST_NESTED):
        formula = replaced(formula, meant)
    return formula
