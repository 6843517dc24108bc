"""Sentences of one noun and a figure disagree, too: "The deposit is EUR 500."."""

from __future__ import annotations

import pytest

from core.agent.checks.conflicts import find_conflicts
from core.agent.demands.constraints import PromptConstraints
from tests.agent.test_gate import judge, state_of
from tests.answer.helpers import source_of

NEWEST = PromptConstraints(requires_conflict_resolution=True, conflict_resolution_rule="newest")
TOLL = "How high is the toll? If sources disagree, take the newest."


@pytest.mark.parametrize(
    ("question", "old", "new", "counts"),
    [
        (TOLL, "The toll is $5.", "The toll is $7.", ["$7"]),
        (
            "If documents conflict, the newest wins: how long is the warranty?",
            "The warranty lasts 2 years.",
            "The warranty is now 5 years.",
            ["5 years"],
        ),
        (
            "Wie hoch ist der Mindestlohn? Bei Widersprüchen gilt das neuere Dokument.",
            "Der Mindestlohn beträgt 12 Euro.",
            "Der Mindestlohn liegt ab sofort bei 13 Euro.",
            ["13 Euro"],
        ),
        (
            "When does the fair begin? The newest counts.",
            "The fair begins on 3 May.",
            "The fair begins on 9 May.",
            ["--05-09"],
        ),
        (
            "Wie lang ist die Prüffrist der Schläuche? Das neueste Dokument gilt.",
            "Die Prüffrist der Schläuche beträgt drei Monate.",
            "Die Prüffrist der Schläuche beträgt sechs Wochen.",
            ["6 Wochen"],
        ),
        # As many weeks as months, parts of a text, more in one sentence, another noun, another kind.
        (
            "How long is the warranty of the pump? The newest counts.",
            "The warranty of the pump is 12 months.",
            "The warranty of the pump is 52 weeks.",
            [],
        ),
        (
            "How are seals stored? The newest counts.",
            "The seals are stored as in Table 3.",
            "The seals are stored as in Table 5.",
            [],
        ),
        (
            "Was gilt für die Lagerung? Das neueste zählt.",
            "Die Lagerung der Dichtungen regelt § 4.",
            "Die Lagerung der Dichtungen regelt § 9.",
            [],
        ),
        (TOLL, "The toll is $5.", "The toll for lorries is $9.", []),
        (
            "Wie hoch ist die Maut? Das neueste zählt.",
            "Die Maut beträgt 5 Euro.",
            "Die Miete beträgt 9 Euro.",
            [],
        ),
        (TOLL, "The toll is $5.", "The toll is due in 9 days.", []),
    ],
)
def test_one_noun_is_enough_where_nothing_else_is_said(
    question: str, old: str, new: str, counts: list[str]
) -> None:
    sources = [source_of(1, old, "a.pdf", date="2021-01-01"), source_of(2, new, "b.pdf", date="2023-05-01")]
    assert [each.first.shown_value for each in find_conflicts(sources, question, "newest")] == counts


@pytest.mark.parametrize(
    ("filenames", "more", "disagree"),
    [
        (("crane.pdf", "winch 2023.pdf"), ("", ""), False),
        (("a.pdf", "b.pdf"), (" The crane is red.", " The winch is blue."), False),
        (("a.pdf", "b.pdf"), (" The crane is red.", " The crane is blue."), True),
        (("a.pdf", "b.pdf"), ("", ""), True),
    ],
)
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
