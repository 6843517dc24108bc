"""Each part of a question is searched for, answered, or told as missing in words that claim nothing."""

from __future__ import annotations

from core.agent.checks.base import Findings
from core.agent.demands.constraints import PromptConstraints
from core.agent.queries import part_queries, section_queries
from core.answer.asking.question import asked_parts
from tests.answer.helpers import source_of
from tests.scored import scored

# --- parts of a question, and headings -------------------------------------------------------------------


@scored("gate")
def test_a_part_that_speaks_of_the_first_is_searched_with_its_words(
    parts: tuple[str, ...], queries: str
) -> None:
    assert part_queries(parts, 3)[1] == queries


@scored("gate")
def test_headings_are_searched_for_with_what_the_question_is_about(
    question: str, sections: tuple[str, ...], most: int, queries: tuple[str, ...]
) -> None:
    found = section_queries(sections, question, most)
    assert tuple(query.casefold() for query in found) == tuple(query.casefold() for query in queries)


PAID = "What does Karst pay for seals, and what does Aldermoor pay for pumps?"


def named(findings: Findings) -> tuple[str, ...]:
    """The parts that they are about."""
    return tuple(finding.message.partition("“")[2].partition("”")[0] for finding in findings)


LASTS = "The warranty of the B-120 pump is 36 months from delivery."
PUMP = (
    source_of(1, LASTS),
    source_of(2, "The B-120 weighs 42 kg. The pump B-120 costs 1,450 euros.", "b.pdf"),
)


BLUE = (source_of(1, "The boiler holds 80 litres. It is painted blue. Miller of Karst built the boiler."),)


TWO = "How much does the boiler hold and what does it cost?"


PLAIN = PromptConstraints()


@scored("demands")
def test_only_plain_questions_are_parts(question: str, parts: tuple[str, ...]) -> None:
    assert asked_parts(question) == parts
