"""The clauses of a sentence: words of two of them told as one, or half of a contrast as all of it.

Pure functions. Each check gives a reason to doubt, or an empty text.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

from core.answer.facts.checkable import Facts
from core.answer.facts.token_rows import Token
from core.answer.verification.bounds import is_same
from core.answer.verification.content_tokens import as_tokens, is_joint, words_of
from core.answer.verification.dropped_conditions import PART
from core.answer.verification.nearness import content, is_said
from core.answer.verification.word_lists import OPPOSITES

_APART = "Its words stand in different parts of the sentence."
_POINTING = as_tokens("it they them he she him her es sie er ihn ihm")
_LONGEST_CLAUSE = 7  # content words of clauses that say the same of two things


def half_of_a_contrast(said: Facts, given: Facts) -> str:
    """ "mandatory for new staff and voluntary for others" told as "mandatory"."""
    clauses = _clauses(given.tokens)
    for word in said.words & OPPOSITES.keys() & given.words:
        turned = OPPOSITES[word] & given.words - said.words
        own = next((clause for clause in clauses if word in words_of(clause)), None)
        there = [clause for clause in clauses if clause is not own and turned & words_of(clause)]
        if own is None or not there:
            continue
        at = next(n for n, token in enumerate(own) if token.text == word)
        behind = content(own[at + 1 :], 2)
        if behind and not any(is_said(said.words, other) for other in behind):
            return PART
    return ""


def other_clause(said: Facts, given: Facts) -> str:
    """Words of two clauses that say the same of different things: "the red lamp … normal operation"."""
    clauses = _clauses(given.tokens)
    if len(clauses) < 2:
        return ""
    for mine in _clauses(said.tokens) or [list(said.tokens)]:
        for left, right in pairwise(clauses):
            if _is_mixed(mine, left, right, said.tokens) or _is_mixed(mine, right, left, said.tokens):
                return _APART
    return ""


def _clauses(tokens: Sequence[Token]) -> list[list[Token]]:
    """Pieces between commas and "and", each with a content word and a figure, or two content words."""
    found: list[list[Token]] = [[]]
    for token in tokens:
        if is_joint(token):
            found.append([])
        else:
            found[-1].append(token)
    return [clause for clause in found if sum(t.kind not in ("stop", "mark") for t in clause) >= 2]


def _is_mixed(
    mine: Sequence[Token], left: Sequence[Token], right: Sequence[Token], whole: Sequence[Token]
) -> bool:
    """Something that only `left` has, with words of `right`, which has a rival of it there."""
    here, there, own = words_of(left), words_of(right), words_of(mine)
    only_left = {word for word in own if word in here and not is_said(there, word)}
    only_right = {word for word in own if word in there and not is_said(here, word)}
    for token in mine:
        if token.number is not None or token.date is not None:
            if not any(is_same(token, other) for other in left) or any(is_same(token, o) for o in right):
                continue
            rivals = [
                n
                for n, other in enumerate(right)
                if _is_rival(token, other) and not any(is_same(one, other) for one in whole)
            ]
        elif token.text in only_left:
            turned = OPPOSITES.get(token.text, frozenset())
            rivals = [n for n, other in enumerate(right) if other.text in turned - own]
        else:
            continue
        others = only_left - {token.text}
        if rivals and _strangers(only_right, left, right, rivals[0], known=bool(others)):
            return True
    # "the red lamp shows a fault, the green lamp shows …": two words of each are the same.
    units = {unit.text for figure, unit in pairwise(right) if figure.number is not None}
    shared = {token.text for token in mine if token.kind == "word"} & here & there - units
    alike_clauses = len(shared) >= 2 and max(len(here), len(there)) <= _LONGEST_CLAUSE
    return bool(alike_clauses and only_left and only_right)


def _strangers(
    only_right: Collection[str], left: Sequence[Token], right: Sequence[Token], rival: int, *, known: bool
) -> Collection[str]:
    """Of the words of another clause those that this one does not share without repeating them.

    "The level is 45 dB in normal mode and 52 dB in turbo mode": what stands before 45 is said of both.
    """
    if left[0].start < right[0].start:
        return only_right
    if any(token.text in _POINTING for token in left):
        return ()
    return words_of(right[rival:]).intersection(only_right) if known else only_right


def _is_rival(token: Token, other: Token) -> bool:
    if token.number is not None and other.number is not None:
        mine, theirs = token.number, other.number
        return (mine.percent, mine.currency, mine.measured) == (
            theirs.percent,
            theirs.currency,
            theirs.measured,
        )
    return token.date is not None and other.date is not None and token.date.precision == other.date.precision
