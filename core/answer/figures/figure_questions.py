"""What figure a question asks for: of which years, told in what. Pure functions.

What is to be done with the figures of a row, the language model says (`core.judge.operations`); years and
the form of the answer are read exactly. A figure counts as meant only where every word of the question is
accounted for: by the row, by the document, or as a word that only asks. Parts of a year are not understood.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from core.answer.figures.number_format import Wish, wish_in
from core.judge.operations import Operation, asking_texts
from core.search.answer_form import without_form
from core.search.concepts import load_concepts, words
from core.text.dates import names_part_of_year, years_in
from core.text.textspan import split_sentences

_MOST_YEARS = 6


@dataclass(frozen=True, slots=True)
class FigureQuestion:
    """`years`: in order, empty where none is named. `left`: the words that row and document account for."""

    text: str
    operation: Operation
    years: tuple[int, ...]
    wish: Wish
    left: tuple[str, ...]


def figure_question(question: str, operation: Operation) -> FigureQuestion | None:
    """None where it asks for a part of a year, or for no figure."""
    years = tuple(sorted(years_in(question)))
    if operation == "none" or names_part_of_year(question) or len(years) > _MOST_YEARS:
        return None
    text = without_form(question, load_concepts())
    left = tuple(
        word
        for word in words(asking_part(question))
        if word not in asking_words() and not (years and any(map(str.isdigit, word)))
    )
    return FigureQuestion(text, operation, years, wish_in(question), left)


@cache
def asking_words() -> frozenset[str]:
    """Words that only ask, as `core.search.concepts.words` compares them."""
    return frozenset(word for text in asking_texts() for word in words(text))


def accounted_for(left: Iterable[str], texts: Iterable[str]) -> tuple[str, ...]:
    """What is left of these words when those of some texts are taken out."""
    told = {word for text in texts for word in words(text)}
    return tuple(word for word in left if word not in told)


def _sentences(text: str) -> list[str]:
    return [text[span.start : span.end] for span in split_sentences(text)]


def asking_part(question: str) -> str:
    """Its sentences with a question mark, or all where none has one, without what is said of their form."""
    sentences = _sentences(without_form(question, load_concepts()))
    asking = [sentence for sentence in sentences if sentence.rstrip().endswith("?")]
    return " ".join(asking or sentences)
