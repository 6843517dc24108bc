"""Does one sentence say a statement with the statement's own words? Exact, and pure functions.

It does where the words, names and figures of the statement follow each other in it as they do there: a
quotation up to articles, units and the way figures are written. What stands between them may change
everything ("damages *above EUR 100* are paid"), what stands beside them may limit it ("*unless* …"), and the
same words in another order may say something else. Those are for a judge.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from core.text.facts import Facts, facts_of
from core.text.numbers import is_scale
from core.text.stems import ARTICLES, LIMITING, LINKING, MODAL, NEGATIONS, RATES, is_unit_word, same_word
from core.text.token_rows import Token

# Where a part that stands by itself may begin and end.
_BEGINS = frozenset({".", ";", "(", "and", "und", "|", "–", "—"})
_ENDS = frozenset({".", ",", ";", ":", "(", ")", "!", "|", "–", "—", "and", "who", "which", "und"})


def is_same(mine: Token, other: Token) -> bool:
    """One word, figure or date; a name, and a small word, only letter by letter."""
    if mine.number is not None:
        there = other.number
        return there is not None and (mine.number.is_carried_by(there) or mine.number.value == there.value)
    if mine.date is not None:
        return other.date is not None and mine.date.is_carried_by(other.date)
    if mine.text == other.text:
        return mine.text != ""
    return (mine.kind, other.kind) == ("word", "word") and same_word(mine.text, other.text)


def follow_each_other(said: Facts, given: Facts, elsewhere: Collection[str] = ()) -> bool:
    """Whether `given`, one sentence, has all of `said` in a row, and nothing that limits it.

    `elsewhere`: words of the statement that come from the title of the document, and need not stand there.
    """
    mine = [token for token in _row(said.tokens) if token.text not in elsewhere or token.number]
    theirs = _row(given.tokens)
    return _is_part(mine, theirs, given) or (
        not any(token.kind == "stop" for token in theirs)
        and _is_part([token for token in mine if token.text not in LINKING], theirs, given)
    )


def has_other_figures(statement: str, sentence: str) -> bool:
    """Whether a statement is the sentence with another figure in the place of its own."""
    mine, theirs = _row(facts_of(statement).tokens), _row(facts_of(sentence).tokens)
    changed = [(one, other) for one, other in zip(mine, theirs, strict=False) if not is_same(one, other)]
    figures = all(one.number is not None and other.number is not None for one, other in changed)
    return len(mine) == len(theirs) and bool(changed) and figures


def guards(facts: Facts) -> list[str]:
    """The words that make a condition, a duty, a possibility or a plan of what is said, sorted."""
    return sorted(token.text for token in facts.tokens if token.text in LIMITING | MODAL)


def _row(tokens: Sequence[Token]) -> list[Token]:
    """Words, names, figures and small words; no articles, and no units, which their figures know."""
    found: list[Token] = []
    of_figure = False
    for token in tokens:
        number = token.number
        of_figure = number is not None or (of_figure and _is_unit(token))
        if token.kind == "mark" or (of_figure and number is None) or token.text in ARTICLES:
            continue
        found.append(token)
    return found


def _is_unit(token: Token) -> bool:
    if token.kind == "stop":
        return token.text in RATES
    return is_scale(token.text) or is_unit_word(token.text) or len(token.text) == 1


def _is_part(mine: Sequence[Token], theirs: Sequence[Token], given: Facts) -> bool:
    return bool(mine) and any(
        all(is_same(one, other) for one, other in zip(mine, theirs[first:], strict=False))
        and _stands_by_itself(given.tokens, theirs[first], theirs[first + len(mine) - 1])
        for first in range(len(theirs) - len(mine) + 1)
    )


def _stands_by_itself(tokens: Sequence[Token], first: Token, last: Token) -> bool:
    start, end = tokens.index(first), tokens.index(last) + 1
    while start and tokens[start - 1].text in ARTICLES:
        start -= 1
    while last.number is not None and end < len(tokens) and _is_unit(tokens[end]):
        end += 1
    before, behind = tokens[:start], tokens[end:]
    return (
        not any(token.text in LIMITING | NEGATIONS for token in (*before, *behind))
        and (not before or before[-1].text in _BEGINS)
        and (not behind or behind[0].text in _ENDS)
    )
