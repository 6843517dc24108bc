"""What is denied in other words: a "No, …" before a statement, and "not allowed" for "prohibited".

Pure functions.
"""

from __future__ import annotations

import re
from dataclasses import replace

from core.answer.facts.checkable import Facts, facts_of
from core.answer.verification.nearness import is_said
from core.answer.verification.word_lists import DENYING, stems
from core.text.textspan import word_list

_REPLY = re.compile(r"\s*(?P<word>no|nein|yes|ja|doch)\s*(?:[,;–—]|\s-)\s+(?=\S)", re.IGNORECASE)
_NO = frozenset({"no", "nein"})
_PERMITTING = stems(
    "allow allows allowed permit permits permitted erlaubt erlauben gestattet gestatten zulässig zugelassen"
)
FORBIDDING = stems(
    "prohibit prohibits prohibited forbid forbids forbidden ban banned disallowed",
    "verboten verbieten untersagt unzulässig",
)
_NOT = word_list("not nicht never nie isn't aren't wasn't weren't don't doesn't didn't cannot can't")


def without_reply(statement: str) -> tuple[str, str]:
    """ "no" or "yes" (in lower case, as written) and what is behind it; "" where there is neither."""
    match = _REPLY.match(statement)
    return (match["word"].casefold(), statement[match.end() :]) if match else ("", statement)


def is_fitting(reply: str, rest: str, question: str) -> bool:
    """Whether "no" or "yes" goes with what is said behind it.

    "No, it is waterproof" does to "Does it leak?", but not to "Is it waterproof?" or to no question.
    """
    said, asked = facts_of(rest), facts_of(question)
    alike = _denies(said) == _denies(asked)
    if reply not in _NO:
        return alike
    return not alike or (bool(question) and not _repeats(said, asked))


def _repeats(said: Facts, asked: Facts) -> bool:
    """Everything that is asked about stands there."""
    words = all(is_said(said.words, word) for word in asked.words)
    figures = all(any(number.equals(mine) for mine in said.numbers) for number in asked.numbers)
    return words and figures and asked.identifiers <= said.identifiers and set(asked.dates) <= set(said.dates)


def _denies(facts: Facts) -> bool:
    return bool(facts.negations % 2) != bool(facts.words & (FORBIDDING | DENYING))


def in_one_wording(said: Facts, given: Facts) -> tuple[Facts, Facts]:
    """Both with "prohibited" where one says that and the other "not allowed"."""
    mine, theirs = said.words & FORBIDDING, given.words & FORBIDDING
    if theirs and not mine:
        return _forbidden(said, min(theirs)), given
    if mine and not theirs:
        return said, _forbidden(given, min(mine))
    return said, given


def _forbidden(facts: Facts, word: str) -> Facts:
    """ "Not allowed" as `word`."""
    tokens = list(facts.tokens)
    permitted = set()
    for place in range(len(tokens) - 2, -1, -1):
        if tokens[place].text in _NOT and tokens[place + 1].text in _PERMITTING:
            permitted.add(tokens[place + 1].text)
            tokens[place : place + 2] = [replace(tokens[place + 1], text=word)]
    if not permitted:
        return facts
    left = permitted - {token.text for token in tokens}
    return replace(
        facts,
        tokens=tuple(tokens),
        words=facts.words - left | {word},
        negations=facts.negations - (len(facts.tokens) - len(tokens)),
    )
