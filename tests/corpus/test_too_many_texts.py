"""What is asked of the texts of more documents than can be read is asked back; fewer are searched."""

from __future__ import annotations

from typing import cast

from core.corpus.base import FieldLibrary
from core.corpus.library_routing import OVERLOAD, library_question
from core.fields.results import Counted
from tests.corpus.test_decompose import TODAY
from tests.corpus.test_office_questions import Filled
from tests.scored import scored


class Large(Filled):
    """So many documents in each bucket, whatever the conditions."""

    def __init__(self, size: int) -> None:
        self.size = size

    def questions(self, bucket: str) -> Large:
        return self

    def count(self, where: object = None) -> Counted:
        return Counted(self.size, self.size, {})


def read(question: str, size: int) -> tuple[str, ...]:
    found = library_question(question, cast(FieldLibrary, Large(size)), TODAY)
    return () if found is None else found.primary_buckets


@scored("asked")
def test_a_question_to_more_texts_than_can_be_read(question: str, bucket: str) -> None:
    assert read(question, OVERLOAD + 1) == (bucket,)
    assert read(question, OVERLOAD) == ()


@scored("asked")
def test_a_question_to_one_text_or_to_none_in_particular(question: str) -> None:
    assert read(question, 100_000) == ()
