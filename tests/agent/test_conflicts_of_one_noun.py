"""Sentences of one noun and a figure disagree, too: "The deposit is EUR 500."."""

from __future__ import annotations

from core.agent.checks.conflicts import find_conflicts
from core.agent.demands.constraints import PromptConstraints
from tests.agent.test_gate import judge, state_of
from tests.answer.helpers import source_of
from tests.scored import scored

NEWEST = PromptConstraints(requires_conflict_resolution=True, conflict_resolution_rule="newest")
TOLL = "How high is the toll? If sources disagree, take the newest."


@scored("gate", list)
def test_one_noun_is_enough_where_nothing_else_is_said(
    question: str, old: str, new: str, counts: list[str]
) -> None:
    sources = [source_of(1, old, "a.pdf", date="2021-01-01"), source_of(2, new, "b.pdf", date="2023-05-01")]
    assert [each.first.shown_value for each in find_conflicts(sources, question, "newest")] == counts


@scored("gate")
def test_a_bare_figure_belongs_to_what_its_document_is_about(
    filenames: tuple[str, str], more: tuple[str, str], disagree: bool
) -> None:
    sources = [
        source_of(number, f"The warranty is {number} years.{rest}", filename, date=f"202{number}")
        for number, rest, filename in zip((1, 2), more, filenames, strict=True)
    ]
    found = find_conflicts(sources, "How long is the warranty of the crane?", "newest")
    assert bool(found) is disagree


def test_the_old_figure_of_one_noun_is_refused() -> None:
    sources = (
        source_of(1, "The toll is $5.", "a.pdf", date="2021-01-01"),
        source_of(2, "The toll is $7.", "b.pdf", date="2023-05-01"),
    )
    assert judge("The toll is $5 [1].", state_of(NEWEST, sources, TOLL)).codes == ("CONFLICT_RULE_BROKEN",)
    assert judge("The toll is $7 [2].", state_of(NEWEST, sources, TOLL)).codes == ("CONFLICT_NOT_NAMED",)
    assert judge("The toll is $7 [2]. The toll is $5 [1].", state_of(NEWEST, sources, TOLL)).passed
