"""Which doubts about a statement are certain: its source has all of its words and says something else.

Pure functions, for statements of which no word, figure or name is missing in the sentence.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.answer.facts.checkable import Facts
from core.answer.facts.token_rows import Token
from core.answer.verification.bounds import is_same, role_before
from core.answer.verification.certainty import has_only_permission, only_intended
from core.answer.verification.nearness import is_said
from core.answer.verification.word_lists import CHANGING
from core.answer.verification.word_order import turned_round

_JOINTS = frozenset({",", ";", "and", "but", "while", "whereas", "und", "aber", "während"})
_ENDS = frozenset({"from", "since"})
_LONGEST = 9  # content words of a sentence in which who does it is plain


def is_contradicted(said: Facts, given: Facts) -> bool:
    """True where the sentence plainly says something else with the statement's own words."""
    return (
        only_intended(said, given)
        or has_only_permission(said, given)
        or _is_turned_bound(said, given)
        or (len(given.words) <= _LONGEST and bool(turned_round(said, given)))
        or figure_in_clause(said, given) is False
    )


def figure_in_clause(said: Facts, given: Facts) -> bool | None:
    """Whether the statement's figure is the one of the clause that it is about.

    "The pump weighs 310 kg and the motor 45 kg": False for "The motor weighs 310 kg". None where the sentence
    has no such clauses, one figure of a kind each, or the statement is about none of them or several.
    """
    figures = [token for token in said.tokens if token.number is not None]
    clauses = _clauses(given.tokens)
    if len(figures) != 1 or said.dates or len(clauses) < 2 or given.dates:
        return None
    numbers = [[token for token in clause if token.number is not None] for clause in clauses]
    kinds = {
        (t.number.percent, t.number.currency, t.number.measured)
        for found in numbers
        for t in found
        if t.number
    }
    if any(len(found) != 1 for found in numbers) or len(kinds) != 1:
        return None
    words = [_subject(clause) for clause in clauses]
    about = [n for n, own in enumerate(words) if n and own and all(is_said(said.words, w) for w in own)]
    others = {word for own in words[1:] for word in own} - set(words[0])
    if not about and words[0] and not any(is_said(said.words, word) for word in others):
        about = [0]
    if len(about) != 1 or not all(words):
        return None
    if is_same(figures[0], numbers[about[0]][0]):
        return True
    elsewhere = [n for n, found in enumerate(numbers) if is_same(figures[0], found[0])]
    return False if elsewhere else None


def _clauses(tokens: Sequence[Token]) -> list[list[Token]]:
    found: list[list[Token]] = [[]]
    for token in tokens:
        if token.text in _JOINTS and token.kind in ("mark", "stop"):
            found.append([])
        else:
            found[-1].append(token)
    return [clause for clause in found if clause]


def _subject(clause: Sequence[Token]) -> list[str]:
    """The words before its figure."""
    words: list[str] = []
    for token in clause:
        if token.number is not None:
            return words
        if token.kind in ("word", "name", "code"):
            words.append(token.text)
    return words


def _is_turned_bound(said: Facts, given: Facts) -> bool:
    """ "valid from" for "valid until", "rose to 5 %" for "rose by 5 %"."""
    changing = bool(said.words & CHANGING and given.words & CHANGING)
    for place, token in enumerate(said.tokens):
        own = [n for n, other in enumerate(given.tokens) if is_same(token, other)]
        if not own:
            continue
        mine = role_before(said.tokens, place)
        pairs = {frozenset({mine, role_before(given.tokens, n)}) for n in own}
        turned = [
            pair
            for pair in pairs
            if ("until" in pair and pair & _ENDS) or (changing and pair == frozenset({"by", "to"}))
        ]
        if turned and len(turned) == len(pairs):
            return True
    return False
