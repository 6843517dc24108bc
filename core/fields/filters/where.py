"""A filter from a line of text, as a user types it: `total_amount > 1000 AND vendor_name LIKE '%Acme%'`.

The grammar, loosest first; words in any capitals:

    or    := and (OR and)*
    and   := not (AND not)*
    not   := NOT not | ( or ) | test
    test  := field (= | == | != | <> | < | <= | > | >=) value
           | field [NOT] LIKE value | field [NOT] IN ( value , … )
           | field [NOT] BETWEEN value AND value | field IS [NOT] NULL
    field := name | "name or title"
    value := 'text', '' for a quote in it | "text" | words up to the next keyword, comma or bracket

Own recursive descent, without evaluation of any kind. Pure functions, any thread.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal, NoReturn

from core.errors import UsageError
from core.fields.filters.operands import compared, field_named, operator_named, shortened
from core.fields.filters.tree import (
    DEEPEST,
    EVERYTHING,
    Filter,
    IsNull,
    Not,
    Operator,
    all_of,
    any_of,
    checked,
    too_deep,
)
from core.fields.schema import BucketSchema, FieldSpec

LONGEST = 5000  # characters
_TOKEN = re.compile(
    r"\s*(?:(?P<quoted>'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\")|(?P<sign><=|>=|<>|!=|==|[=<>≠≤≥])"
    r"|(?P<mark>[(),])|(?P<word>(?:[^\s'\"(),=<>!≠≤≥]|!(?!=))+))"
)
_KEYWORDS = frozenset({"AND", "OR", "NOT", "LIKE", "IN", "BETWEEN", "IS", "NULL"})
_Kind = Literal["quoted", "sign", "mark", "word", "end"]


@dataclass(frozen=True, slots=True)
class _Token:
    kind: _Kind
    text: str
    place: int  # in the line, from 0

    @property
    def keyword(self) -> str:
        """In capitals; empty for anything else."""
        return self.text.upper() if self.kind == "word" and self.text.upper() in _KEYWORDS else ""


def parse_where(text: str, schema: BucketSchema, *, german: bool = False) -> Filter:
    """The filter a line says; an empty line lets every document pass.

    Args:
        german: as in `parse_filter`.

    Raises:
        UsageError: it is none, or does not suit the schema; says at which character.
    """
    if len(text) > LONGEST:
        raise UsageError(f"The filter has {len(text)} characters; {LONGEST} are allowed.", "Shorten it.")
    tokens = _tokens(text)
    if len(tokens) == 1:
        return EVERYTHING
    return checked(_Reader(text, tokens, schema, german).all())


class _Reader:
    def __init__(self, text: str, tokens: list[_Token], schema: BucketSchema, german: bool) -> None:
        self._text = text
        self._tokens = tokens
        self._at = 0
        self._schema = schema
        self._german = german

    def all(self) -> Filter:
        found = self._or(1)
        if self._next.kind != "end":
            self._expected("AND or OR")
        return found

    @property
    def _next(self) -> _Token:
        return self._tokens[self._at]

    def _take(self) -> _Token:
        token = self._next
        self._at += token.kind != "end"
        return token

    def _taken(self, *wanted: str) -> bool:
        """Whether the next token is one of these keywords or marks; if so, it is behind us."""
        token = self._next
        if token.keyword in wanted or (token.kind == "mark" and token.text in wanted):
            self._take()
            return True
        return False

    def _or(self, depth: int) -> Filter:
        parts = [self._and(depth)]
        while self._taken("OR"):
            parts.append(self._and(depth))
        return any_of(parts)

    def _and(self, depth: int) -> Filter:
        parts = [self._not(depth)]
        while self._taken("AND"):
            parts.append(self._not(depth))
        return all_of(parts)

    def _not(self, depth: int) -> Filter:
        if depth > DEEPEST:
            raise too_deep()
        if self._taken("NOT"):
            return Not(self._not(depth + 1))
        if self._taken("("):
            found = self._or(depth + 1)
            if not self._taken(")"):
                self._expected("a closing bracket")
            return found
        return self._test()

    def _test(self) -> Filter:
        start = self._take()
        if start.kind not in ("word", "quoted") or start.keyword:
            self._at -= start.kind != "end"
            self._expected("the name of a field")
        with _placed(start.place):
            spec = field_named(self._schema, _unquoted(start))
        return self._comparison(spec)

    def _comparison(self, spec: FieldSpec) -> Filter:
        if self._next.kind == "sign":
            operator, _ = operator_named(self._take().text)
            place = self._next.place
            packed = None if self._taken("NULL") else self._value()
            return self._compared(place, spec, operator, packed)
        if self._taken("IS"):
            opposite = self._taken("NOT")
            if not self._taken("NULL"):
                self._expected("NULL")
            return Not(IsNull(spec.name)) if opposite else IsNull(spec.name)
        opposite = self._taken("NOT")
        place = self._next.place
        if self._taken("LIKE"):
            return self._compared(place, spec, Operator.LIKE, self._value(), opposite)
        if self._taken("IN"):
            return self._compared(place, spec, Operator.IN, self._list(), opposite)
        if self._taken("BETWEEN"):
            low = self._value()
            if not self._taken("AND"):
                self._expected("AND between the two values")
            return self._compared(place, spec, Operator.BETWEEN, [low, self._value()], opposite)
        return self._expected("LIKE, IN or BETWEEN" if opposite else "an operator like = or >")

    def _compared(
        self, place: int, spec: FieldSpec, operator: Operator | None, packed: object, opposite: bool = False
    ) -> Filter:
        with _placed(place):
            return compared(spec, operator or Operator.EQUAL, packed, german=self._german, opposite=opposite)

    def _list(self) -> list[str]:
        if not self._taken("("):
            self._expected("an opening bracket and a list")
        values: list[str] = []
        if self._taken(")"):
            return values
        values.append(self._value())
        while self._taken(","):
            values.append(self._value())
        if not self._taken(")"):
            self._expected("a comma or a closing bracket")
        return values

    def _value(self) -> str:
        """One quoted text, or what stands up to the next keyword or mark."""
        first = self._next
        if first.kind == "quoted":
            return _unquoted(self._take())
        while self._next.kind == "word" and not self._next.keyword:
            last = self._take()
        if self._next is first:
            self._expected("a value")
        return self._text[first.place : last.place + len(last.text)]

    def _expected(self, what: str) -> NoReturn:
        token = self._next
        if token.kind == "end":
            raise UsageError(f"The filter ends where {what} is expected.", "Write it in full.")
        raise UsageError(
            f"At character {token.place + 1} of the filter, at “{shortened(self._text[token.place :])}”: "
            f"{what} is expected.",
            "Values with commas, brackets or words like AND stand between quotes: 'Miller and Sons'.",
        )


@contextmanager
def _placed(place: int) -> Iterator[None]:
    """What is wrong with a field or value is wrong at this place of the line."""
    try:
        yield
    except UsageError as error:
        raise UsageError(f"At character {place + 1} of the filter: {error.message}", error.hint) from None


def _tokens(text: str) -> list[_Token]:
    found: list[_Token] = []
    at = 0
    end = len(text.rstrip())
    while at < end:
        match = _TOKEN.match(text, at)
        if match is None or match.lastgroup is None:
            place = at + len(text[at:]) - len(text[at:].lstrip())
            quote = text[place] if text[place] in "'\"" else ""
            what = "a quote that is never closed" if quote else "a character that means nothing"
            raise UsageError(
                f"At character {place + 1} of the filter, at “{shortened(text[place:])}”: {what}.",
                "A quote inside a text is written twice: 'it''s'."
                if quote
                else "Put the value between quotes.",
            )
        kind = match.lastgroup
        found.append(_Token(kind, match[kind], match.start(kind)))  # type: ignore[arg-type]
        at = match.end()
    return [*found, _Token("end", "", end)]


def _unquoted(token: _Token) -> str:
    if token.kind != "quoted":
        return token.text
    quote = token.text[0]
    return token.text[1:-1].replace(quote * 2, quote)
