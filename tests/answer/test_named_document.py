"""A question that names one of the documents is not answered from another."""

from __future__ import annotations

from core.answer.relevance.named_document import of_the_named
from tests.answer.helpers import source_of

ASKED = "How many employees does Karst have?"
OWN = source_of(1, "We have 300 employees.", "KARST_2021_10K.pdf")
NAMES = source_of(2, "Our rival Karst has 300 employees.", "bolt 2021.pdf")
OTHER = source_of(3, "We have approximately 118,400 employees.", "bolt 2021.pdf")


def test_passages_without_the_name_of_a_document_are_left_out() -> None:
    assert of_the_named(ASKED, [OTHER, NAMES, OWN]) == [NAMES, OWN]


def test_where_no_document_is_named_all_stay() -> None:
    assert of_the_named(ASKED, [OTHER, NAMES]) == [OTHER, NAMES]
    assert of_the_named("How many employees are there?", [OTHER, OWN]) == [OTHER, OWN]
    # "Port" stands in "report", and names nothing.
    harbour = source_of(4, "The harbour charges 12 euros a berth.", "harbour.pdf")
    report = source_of(5, "The year was good.", "report.pdf")
    assert of_the_named("What does the Port of Leeds charge?", [harbour, report]) == [harbour, report]
    # The first word of a sentence and German nouns have capitals, whatever they name.
    assert of_the_named("Karst lies where?", [OTHER, OWN]) == [OTHER, OWN]
    assert of_the_named("Wie viele Beschäftigte hat Karst?", [OTHER, OWN]) == [OTHER, OWN]
