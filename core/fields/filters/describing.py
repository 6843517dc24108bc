"""A filter in words, English or German, for chips, answers and messages. Pure functions, any thread."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.fields.filters.patterns import words_between
from core.fields.filters.tree import And, Comparison, Filter, IsNull, Not, Operator, Or, present_and_not
from core.fields.schema import BucketSchema, FieldType
from core.fields.titles import german_value, in_german
from core.fields.values import NO_CURRENCY, Value

_WITH_OPPOSITE = (Operator.LIKE, Operator.IN, Operator.BETWEEN)
_MOST_SHOWN = 5  # values of a list
_WORDS: Mapping[str, tuple[str, str]] = {
    "missing": ("is missing", "fehlt"),
    "known": ("is known", "ist bekannt"),
    "not": ("not", "nicht"),
    "anything": ("anything", "alles"),
    "nothing": ("nothing", "nichts"),
    "and": ("and", "und"),
    "or": ("or", "oder"),
    "no currency": ("has no currency", "hat keine Währung"),
    "without currency": ("without a currency", "ohne Währung"),
    "in": ("is in", "ist in"),
    "between": ("between", "zwischen"),
    "not between": ("not between", "nicht zwischen"),
    "one of": ("is one of", "ist eines von"),
    "none of": ("is none of", "ist keines von"),
    "more": ("more", "weitere"),
    "is": ("is", "ist"),
    "is not": ("is not", "ist nicht"),
    "%%": ("contains", "enthält"),
    "%": ("ends with", "endet auf"),
    ":%": ("begins with", "beginnt mit"),
    "": ("matches", "passt auf"),
    "not %%": ("does not contain", "enthält nicht"),
    "not %": ("does not end with", "endet nicht auf"),
    "not :%": ("does not begin with", "beginnt nicht mit"),
    "not ": ("does not match", "passt nicht auf"),
    "true": ("true", "ja"),
    "false": ("false", "nein"),
}


def described(where: Filter, schema: BucketSchema, *, german: bool = False) -> str:
    """In words: "total amount > 1000 EUR and vendor name contains Acme"; empty where all pass."""
    if where == And(()):
        return ""
    return _Writer(in_german(schema) if german else schema, german).said(where, 0)


@dataclass(frozen=True, slots=True)
class _Writer:
    schema: BucketSchema
    german: bool

    def said(self, where: Filter, binding: int) -> str:
        """`binding` of what stands around it: 0 nothing, 1 OR, 2 AND, 3 NOT."""
        if isinstance(where, Comparison):
            return self._comparison(where)
        if isinstance(where, IsNull):
            return f"{self._shown(where.field)} {self._word('missing')}"
        if isinstance(where, Not):
            if isinstance(where.part, IsNull):
                return f"{self._shown(where.part.field)} {self._word('known')}"
            return f"{self._word('not')} ({self.said(where.part, 0)})"
        short = self._opposite(where) or self._of_currency(where)
        if short:
            return short
        if not where.parts:
            return self._word("anything" if isinstance(where, And) else "nothing")
        own, word = (2, "and") if isinstance(where, And) else (1, "or")
        said = f" {self._word(word)} ".join(self.said(part, own) for part in where.parts)
        return f"({said})" if binding > own else said

    def _opposite(self, where: And | Or) -> str:
        """NOT LIKE, NOT IN and NOT BETWEEN in words; empty for anything else."""
        first = where.parts[0] if len(where.parts) == 2 else None
        if not isinstance(first, Not) or not isinstance(first.part, Comparison):
            return ""
        compared = first.part
        if compared.operator not in _WITH_OPPOSITE or where != present_and_not(compared.field, compared):
            return ""
        return self._comparison(compared, denied=True)

    def _of_currency(self, where: And | Or) -> str:
        """ "is in EUR" for any amount of a currency: ">= 0 EUR or < 0 EUR"; empty for anything else."""
        values = [(part.field, part.values[0]) for part in where.parts if isinstance(part, Comparison)]
        operators = [part.operator for part in where.parts if isinstance(part, Comparison)]
        if isinstance(where, And) or operators != [Operator.AT_LEAST, Operator.LESS] or len(where.parts) != 2:
            return ""
        name, value = values[0]
        if values[0] != values[1] or value.number != 0 or not value.unit:
            return ""
        if value.unit == NO_CURRENCY:
            return f"{self._shown(name)} {self._word('no currency')}"
        return f"{self._shown(name)} {self._word('in')} {value.unit}"

    def _comparison(self, where: Comparison, *, denied: bool = False) -> str:
        name, operator = self._shown(where.field), where.operator
        said = [self._value(value, where) for value in where.values]
        if operator is Operator.LIKE:
            return f"{name} {self._pattern(where.values[0], denied)}"
        if operator is Operator.BETWEEN:
            word = self._word("not between" if denied else "between")
            return f"{name} {word} {said[0]} {self._word('and')} {said[1]}"
        if operator is Operator.IN:
            left = len(said) - _MOST_SHOWN
            more = f" {self._word('and')} {left} {self._word('more')}" if left > 0 else ""
            listed = ", ".join(said[:_MOST_SHOWN]) or self._word("nothing")
            return f"{name} {self._word('none of' if denied else 'one of')} {listed}{more}"
        if operator is Operator.DIFFERENT:
            return f"{name} {self._word('is not')} {said[0]}"
        is_key = operator is Operator.EQUAL and where.values[0].number is None
        return f"{name} {self._word('is') if is_key else operator.value} {said[0]}"

    def _pattern(self, value: Value, denied: bool) -> str:
        before, text, behind = words_between(value.shown) or ("", value.shown, "")
        ends = f":{behind}" if behind and not before else f"{before}{behind}"
        verb = self._word(f"{'not ' if denied else ''}{ends}")
        return f"{verb} {_quoted(text.strip())}"

    def _value(self, value: Value, where: Comparison) -> str:
        spec = self.schema.field(where.field)
        if value.number is None:
            if spec is None or spec.type is FieldType.TEXT:
                return _quoted(value.shown)
            if spec.type is FieldType.BOOL:
                return self._word(value.shown)
            return german_value(value.shown) if self.german else value.shown.replace("_", " ")
        unit = value.unit or (spec.unit if spec else "")
        unit = self._word("without currency") if unit == NO_CURRENCY else unit
        shown = value.shown.replace(".", ",") if self.german else value.shown
        return f"{shown} {unit}" if unit else shown

    def _shown(self, field: str) -> str:
        spec = self.schema.field(field)
        return spec.shown if spec else field.replace("_", " ")

    def _word(self, key: str) -> str:
        return _WORDS[key][1 if self.german else 0]


def _quoted(text: str) -> str:
    """One word stands by itself."""
    return f"“{text}”" if not text or " " in text else text
