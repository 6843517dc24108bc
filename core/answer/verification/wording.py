"""Does one sentence say a statement with the statement's own words? Exact, and pure functions.

It does where it has the words, names and figures of the statement one after the other and no others: the same
sentence up to articles, units and the way figures are written. A part of it may leave out what changes
everything ("damages *above EUR 100* are paid", "*as long as* …"), and the same words in another order may say
something else. Those are for a judge.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from core.text.facts import Facts, facts_of
from core.text.numbers import Number, is_scale
from core.text.stems import ARTICLES, LIMITING, LINKING, MODAL, RATES, is_unit_word
from core.text.token_rows import Token


def is_same(mine: Token, other: Token, scale: int = 1) -> bool:
    """One word as it is written, figure or date; bare figures of the other are counted in `scale`."""
    if mine.number is not None:
        there = other.number
        if there is None:
            return False
        counted = replace(there, scale=scale) if there.scale == 1 else there
        return mine.number.is_carried_by(there) or mine.number.is_carried_by(counted)
    if mine.date is not None:
        return other.date is not None and mine.date.is_carried_by(other.date)
    return mine.word != "" and _spelled(mine.word) == _spelled(other.word)


def _spelled(word: str) -> str:
    return word.replace("ä", "ae").replace("ö", "oe").replace("ü", "ue").replace("’", "'")


def says_the_same(said: Facts, given: Facts, elsewhere: Collection[str] = (), scale: int = 1) -> bool:
    """Whether `given`, one sentence, has the words of `said` one after the other, and no others.

    `elsewhere`: stems and codes of the statement that come from the title of the document, and need not stand
    there. Between the label and the value of a row the statement may have small words.
    """
    mine = [token for token in row_of(said) if token.text not in elsewhere or token.number]
    theirs = row_of(given)
    if not any(token.kind == "stop" for token in given.tokens):
        mine = [token for token in mine if token.text not in LINKING]
    same = (is_same(one, other, scale) for one, other in zip(mine, theirs, strict=False))
    return bool(mine) and len(mine) == len(theirs) and all(same)


def has_other_figures(statement: str, sentence: str) -> bool:
    """Whether a statement is the sentence with another figure in the place of its own."""
    mine, theirs = row_of(facts_of(statement)), row_of(facts_of(sentence))
    changed = [(one, other) for one, other in zip(mine, theirs, strict=False) if not is_same(one, other)]
    figures = all(one.number is not None and other.number is not None for one, other in changed)
    return len(mine) == len(theirs) and bool(changed) and figures


def guards(facts: Facts) -> list[str]:
    """The words that make a condition, a duty, a possibility or a plan of what is said, sorted."""
    return sorted(token.word for token in facts.tokens if token.word in LIMITING | MODAL)


def letters(facts: Facts) -> frozenset[str]:
    """Single letters that stand for something: the "S" of "Model S"."""
    return frozenset(token.word for token in row_of(facts) if token.kind == "word" and len(token.word) == 1)


def row_of(facts: Facts) -> list[Token]:
    """Words, names, figures and small words; no articles, and no units, which their figures know."""
    found: list[Token] = []
    figure: Number | None = None
    for token in facts.tokens:
        if token.number is not None:
            figure = token.number
            found.append(token)
        elif figure is not None and (token.start < figure.end or _is_of_unit(token, figure)):
            continue
        else:
            figure = None
            if token.kind != "mark" and token.word not in ARTICLES:
                found.append(token)
    return found


def _is_of_unit(token: Token, figure: Number) -> bool:
    if token.word in RATES:
        return bool(figure.per)
    is_letter = len(token.word) == 1 and figure.is_measure and token.word in f"{figure.unit}{figure.per}"
    return is_scale(token.text) or is_unit_word(token.text) or is_letter
