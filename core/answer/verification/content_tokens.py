"""Which tokens of a sentence say something, and which part its clauses. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence

from core.answer.facts.stems import as_token
from core.answer.facts.token_rows import Token
from core.text.textspan import word_list

ARTICLES = word_list("the a an der die das dem den des einem einen einer eines")
_CONTENT = ("word", "name", "code")


def as_tokens(*lines: str) -> frozenset[str]:
    """The words of the lines as they stand among the tokens of a sentence."""
    return frozenset(map(as_token, word_list(*lines)))


_JOINTS = frozenset({*",;:"}) | as_tokens("and but while whereas und aber während sowie")


def is_content(token: Token) -> bool:
    return token.kind in _CONTENT


def contents(tokens: Sequence[Token]) -> list[str]:
    """Words, names and codes in their order."""
    return [token.text for token in tokens if is_content(token)]


def words_of(tokens: Sequence[Token]) -> frozenset[str]:
    return frozenset(contents(tokens))


def is_joint(token: Token) -> bool:
    """A mark or word between two clauses."""
    return token.kind in ("mark", "stop") and (token.text in _JOINTS or token.text in ".")
