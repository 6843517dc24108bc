"""Questions as people in an office type them, against a library that has documents of every kind.

They were written before the rules they test, and none is a sentence of `tests.benchmarks library`. What is
asked for must be read exactly, or be left to the texts.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import cast

import pytest

from core.corpus.base import FieldLibrary
from core.corpus.decomposition import Decomposition, Intent
from core.corpus.library_routing import library_question
from core.fields.results import Counted
from core.fields.schema import BucketSchema
from tests.corpus.test_decompose import TODAY, VOCABULARY, told

QUESTIONS = [
    (entry["text"], entry["asks"])
    for name in ("office_questions.toml", "office_questions_held_out.toml")
    for entry in tomllib.loads((Path(__file__).parent / name).read_text(encoding="utf-8"))["questions"]
]
# Right readings that the rules do not have yet: these go to the texts, which is no wrong answer.
LEFT_TO_THE_TEXTS = {
    "Wie viel Geld ging 2024 an Bergmann?",
    "Turnover by customer in 2023",
}


class Filled:
    """A library with five documents in each bucket, whose fields have the names of `VOCABULARY`."""

    def schemas(self) -> Mapping[str, BucketSchema]:
        return VOCABULARY.schemas

    def names(self, bucket: str) -> Mapping[str, Sequence[str]]:
        return VOCABULARY.values.get(bucket, {})

    def questions(self, bucket: str) -> Filled:
        return self

    def count(self) -> Counted:
        return Counted(5, 5, {})


def asks(found: Decomposition | None) -> str:
    """A question taken apart, as the tables write it."""
    if found is None or found.intent in (Intent.QA, Intent.SUMMARIZE):
        return "texts"
    conditions = sorted(told(one) + (" ~1" if one.group else "") for one in found.constraints)
    bucket = "*" if found.everything else " + ".join(found.primary_buckets)
    wanted = found.intent.value
    if found.computation is not None:
        wanted = f"{found.computation.kind} {found.computation.field}".strip()
        wanted += f" / {found.computation.group_by}" if found.computation.group_by else ""
    elif found.ordering is not None:
        way = "falling" if found.ordering.descending else "rising"
        wanted = f"top {found.ordering.limit} {found.ordering.field} {way}"
    left = f", not understood: {' '.join(found.left_over)}" if found.left_over else ""
    return f"{bucket} [{'; '.join(conditions)}] {wanted}{left}"


def in_order(expected: str) -> str:
    """The same with its conditions sorted."""
    parts = re.fullmatch(r"(.*) \[(.*)\] (.*)", expected)
    if parts is None:
        return expected
    bucket, conditions, wanted = parts.groups()
    return f"{bucket} [{'; '.join(sorted(conditions.split('; ')))}] {wanted}"


def understood(question: str) -> str:
    return asks(library_question(question, cast(FieldLibrary, Filled()), TODAY))


@pytest.mark.parametrize(("question", "expected"), QUESTIONS)
def test_a_question_is_read_exactly_or_left_to_the_texts(question: str, expected: str) -> None:
    if question in LEFT_TO_THE_TEXTS:
        assert understood(question) == "texts"
    else:
        assert understood(question) == in_order(expected)
