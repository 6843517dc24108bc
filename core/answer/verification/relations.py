"""How the words of a statement hang together, against the sentence that has them too.

The same words may say something else: denied, with an opposite, with another figure, or exchanged. Each check
gives a reason to doubt, or an empty text. Pure functions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.answer.facts.checkable import Facts
from core.answer.facts.stems import NEGATIONS
from core.answer.facts.token_rows import Token
from core.answer.verification.bounds import other_bound, turned_figures
from core.answer.verification.certainty import merely_meant, modality
from core.answer.verification.contradictions import figure_in_clause
from core.answer.verification.dropped_conditions import unconditional
from core.answer.verification.merged_clauses import half_of_a_contrast, other_clause
from core.answer.verification.near_copies import altered_copy, reworded_copy
from core.answer.verification.nearness import CLAUSE_ENDS, alike, around, content, is_said, nearness
from core.answer.verification.proper_names import name_doubt
from core.answer.verification.word_lists import DENYING, OPPOSITES
from core.answer.verification.word_order import other_preposition, other_role, turned_clauses, turned_round
from core.types import VerdictCode

_SCOPE = 4  # content words that a negation denies
_NEAREST = 2  # "no convincing association" denies the association
_SCOPE_ENDS = CLAUSE_ENDS | NEGATIONS
_NEARER = 1.25  # so much nearer must another figure stand before it counts
DENIAL = "Statement and source differ in what they deny."


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why a sentence with the same words may say something else. `changed`: it was copied and changed."""

    code: VerdictCode
    reason: str
    changed: bool = False


def doubt_of(said: Facts, given: Facts) -> Doubt | None:
    """The first reason why `given`, one sentence, may say something else than `said`."""
    for code, check in _CHECKS:
        if reason := check(said, given):
            # In German another order may say the same; that a limit was dropped is what matters then.
            if check is name_doubt and given.german and (limited := unconditional(said, given)):
                return Doubt(VerdictCode.LIMITED, limited)
            return Doubt(code, reason, check in (altered_copy, reworded_copy))
    return None


def denial(said: Facts, given: Facts) -> str:
    """What one of them denies and the other does not."""
    denied, denies = _denied(said), _denied(given)
    left = list(denies)
    for scope in denied:
        same = next((other for other in left if _is_same_denial(scope, other)), None)
        if same is None:
            return DENIAL
        left.remove(same)
    for scope in left:
        shared = [word for word in scope if word in said.identifiers or is_said(said.words, word)]
        if set(scope[:_NEAREST]) & set(shared) or 2 * len(shared) > max(1, len(scope)):
            return DENIAL
    return ""


def opposite(said: Facts, given: Facts) -> str:
    """A word of the statement whose opposite stands in the source instead."""
    for word in sorted(said.words & OPPOSITES.keys()):
        if word not in given.words and (found := OPPOSITES[word] & given.words - said.words):
            return f"The source says the opposite: {', '.join(sorted(found))}."
    return ""


def other_opposite(said: Facts, given: Facts) -> str:
    """A word that stands in the source, but its opposite stands with the words it has here."""
    for place, token in enumerate(said.tokens):
        there = OPPOSITES.get(token.text, frozenset()) & given.words - said.words
        if not there or token.text not in given.words:
            continue
        own = [n for n, other in enumerate(given.tokens) if other.text == token.text]
        others = [n for n, other in enumerate(given.tokens) if other.text in there]
        words = {
            word: weight
            for word, weight in around(said.tokens, place, place).items()
            if is_said(given.words, word) and word not in there
        }
        if own and words and nearness(given.tokens, words, others) > nearness(given.tokens, words, own):
            return f"The source says the opposite: {', '.join(sorted(there))}."
    return ""


def other_figure(said: Facts, given: Facts) -> str:
    """A figure that stands in the source, but with other words than another figure of its kind does."""
    if figure_in_clause(said, given):
        return ""
    for place, token in enumerate(said.tokens):
        if token.number is None:
            continue
        own = [n for n, other in enumerate(given.tokens) if _is_same_figure(token, other)]
        others = [
            n
            for n, other in enumerate(given.tokens)
            if other.number is not None
            and n not in own
            and (other.number.percent, other.number.currency) == (token.number.percent, token.number.currency)
            and not any(_is_same_figure(other, mine) for mine in said.tokens)
        ]
        words = {
            word: weight
            for word, weight in around(said.tokens, place, place).items()
            if is_said(given.words, word) or word in {date.iso for date in given.dates}
        }
        # "… weighs 42 kg and … weighs 12 kg": what stands beside both tells nothing.
        once = {word: weight for word, weight in words.items() if _occurrences(given.tokens, word) == 1}
        words = once or words
        if own and others and words:
            nearest = nearness(given.tokens, words, others)
            if nearest > _NEARER * nearness(given.tokens, words, own):
                return f"{token.number.text}: stands with other words in the source."
    return ""


def _occurrences(tokens: Sequence[Token], word: str) -> int:
    return sum(token.kind in ("word", "name", "code", "date") and alike(token.text, word) for token in tokens)


def _denied(facts: Facts) -> list[list[str]]:
    """For each negation the words it denies: those behind it in its clause, or before it where none are."""
    found: list[list[str]] = []
    # "neither Tesla nor Edison won": the names are not what is denied. German nouns may be.
    tokens = [token for token in facts.tokens if facts.german or token.kind != "name" or token.first]
    for place, token in enumerate(tokens):
        if token.kind in ("stop", "word") and (token.text in NEGATIONS or token.text in DENYING):
            scope = content(tokens[place + 1 :], len(tokens) if token.first else _SCOPE, _SCOPE_ENDS)
            found.append(scope or content(tokens[:place][::-1], 2))
    return found


def _is_same_denial(left: Sequence[str], right: Sequence[str]) -> bool:
    """They begin with the same word, or share most of the shorter one's words."""
    if not left or not right:
        return not left and not right
    shared = sum(is_said(right, word) for word in left)
    return alike(left[0], right[0]) or 2 * shared > min(len(left), len(right))


def _is_same_figure(mine: Token, other: Token) -> bool:
    return mine.number is not None and other.number is not None and mine.number.equals(other.number)


_CHECKS = (
    (VerdictCode.DENIAL_DIFFERS, denial),
    (VerdictCode.OPPOSITE, opposite),
    (VerdictCode.SWAPPED_RELATION, other_opposite),
    (VerdictCode.EXCHANGED, altered_copy),
    (VerdictCode.SWAPPED_RELATION, reworded_copy),
    (VerdictCode.OTHER_FIGURE, other_figure),
    (VerdictCode.SWAPPED_RELATION, name_doubt),
    (VerdictCode.LIMITED, modality),
    (VerdictCode.LIMITED, merely_meant),
    (VerdictCode.OTHER_FIGURE, other_bound),
    (VerdictCode.OTHER_FIGURE, turned_figures),
    (VerdictCode.OPPOSITE, other_preposition),
    (VerdictCode.SWAPPED_RELATION, turned_clauses),
    (VerdictCode.SWAPPED_RELATION, turned_round),
    (VerdictCode.SWAPPED_RELATION, other_role),
    (VerdictCode.SWAPPED_RELATION, other_clause),
    (VerdictCode.LIMITED, half_of_a_contrast),
    (VerdictCode.LIMITED, unconditional),
)
