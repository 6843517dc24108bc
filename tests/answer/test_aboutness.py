"""Passages about other years, or about others than the question names, answer nothing."""

from __future__ import annotations

import pytest

from core.answer.relevance.aboutness import is_about_other_matters
from tests.answer.helpers import source_of

DELIVERED = "In 2021, we delivered 142 aircraft, including 68 to international customers."
EU = "The European Union and its member states signed the treaties in 1957."


@pytest.mark.parametrize(
    ("question", "text", "filename", "other"),
    [
        ("How many vehicles did Tesla deliver in 2021?", DELIVERED, "LOCKHEED_2021_10K.pdf", True),
        ("How many aircraft did Lockheed Martin deliver in 2021?", DELIVERED, "LOCKHEED_2021_10K.pdf", False),
        ("How many aircraft did Lockheed deliver in 2021?", DELIVERED, "LOCKHEEDMARTIN_2021_10K.pdf", False),
        ("How many aircraft were delivered in 2021?", DELIVERED, "report.pdf", False),
        ("How many aircraft were delivered in 2019?", DELIVERED, "report.pdf", True),
        # An abbreviation may be written out, a day is no name, and "of" stands inside one.
        ("Which treaties did the EU sign?", EU, "law.pdf", False),
        ("Which treaties did the Union sign on a Monday in March?", EU, "law.pdf", False),
        ("Who wrote the Treaties of Rome?", EU, "law.pdf", False),
        ("Which treaties did the United Kingdom sign?", EU, "law.pdf", True),
        # Who did is an answer to whether somebody did.
        ("Did Norway sign the treaties?", EU, "law.pdf", False),
        # A heading has capitals everywhere, German has them on every noun.
        ("What Treaties Did Norway Sign?", EU, "law.pdf", False),
        ("Welche Verträge hat Norwegen unterschrieben?", EU, "law.pdf", False),
    ],
)
def test_years_and_names_tell_what_a_passage_is_about(
    question: str, text: str, filename: str, other: bool
) -> None:
    assert is_about_other_matters(question, [source_of(1, text, filename)]) is other


def test_one_passage_may_have_what_another_lacks() -> None:
    question = "How many aircraft did Norway order in 2021?"
    norway = source_of(2, "Norway ordered twelve of them.", "orders.pdf")
    assert is_about_other_matters(question, [source_of(1, DELIVERED, "report.pdf")])
    assert not is_about_other_matters(question, [source_of(1, DELIVERED, "report.pdf"), norway])
