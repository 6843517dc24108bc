"""Words of a statement that add no fact where they stand: no source need have them. Pure functions."""

from __future__ import annotations

from itertools import pairwise

from core.answer.facts.checkable import Facts
from core.answer.facts.token_rows import Token
from core.answer.verification.word_lists import (
    AFTER_LIGHT_NOUN,
    AFTER_LIGHT_VERB,
    ATTRIBUTING,
    BEFORE_LIGHT_VERB,
    LIGHT,
    LIGHT_NOUNS,
    LIGHT_VERBS,
    NEUTRAL,
    REPORTING,
    SOURCES,
)

_POINTING = frozenset({"the", "this", "these", "der", "die", "das", "dem", "diesem", "dieser", "im"})
_END = Token("mark", "", 0)


def neutral_in(said: Facts) -> frozenset[str]:
    """What adds no fact; the words of reporting only where the statement names its source. Never a name."""
    tokens = said.tokens
    reports = any(
        token.text in ATTRIBUTING or (token.text in SOURCES and before.text in _POINTING)
        for before, token in pairwise((*tokens[:1], *tokens))
    )
    return (NEUTRAL | SOURCES | REPORTING if reports else NEUTRAL).difference(said.names)


def is_light(said: Facts, word: str) -> bool:
    """Repeated from the question, and saying nothing where it stands."""
    if word in LIGHT:
        return True
    tokens = (_END, *said.tokens, _END, _END)  # the first word may be light, too: "Number of employees: 41"
    return any(
        # "French names for", "was founded in 1950": there it says something.
        (
            word in LIGHT_NOUNS
            and before.kind not in ("name", "code")
            and (behind.text in AFTER_LIGHT_NOUN or behind.text in LIGHT_NOUNS)
        )
        or (
            word in LIGHT_VERBS
            and not (_is_figure(behind) or _is_figure(after))
            and (before.text in BEFORE_LIGHT_VERB or behind.text in AFTER_LIGHT_VERB)
        )
        for before, token, behind, after in zip(tokens, tokens[1:], tokens[2:], tokens[3:], strict=False)
        if token.text == word
    )


def _is_figure(token: Token) -> bool:
    """A number, a date or a decade ("1950s")."""
    return token.kind in ("number", "date") or token.text[:1].isdigit()
