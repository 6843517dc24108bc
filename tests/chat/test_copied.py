"""Copied sentences as an answer, or only as the nearest there is."""

from __future__ import annotations

import pytest

from core.answer.sources import Source
from core.chat.extractor import Extractor
from core.chat.validator import Judged, Validator
from core.types import Confidence, StatementStatus
from tests.answer.helpers import on_page_one, source_of


def judged(question: str, *sources: Source) -> Judged:
    draft = Extractor("concise").draft(question, "en", sources)
    return Validator(on_page_one, replaceable=True).judge(draft, (), ())


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("Wie hoch ist die Nebenkostenvorauszahlung?", True),  # every word, though the vectors see none of it
        ("Wie hoch ist die Nebenkostenvorauszahlung der Wohnung in Bremen seit Mai?", False),
    ],
)
def test_an_unlikely_answer_needs_most_of_the_questions_words(question: str, found: bool) -> None:
    lease = source_of(1, "Die Nebenkostenvorauszahlung beträgt 210 Euro.", "lease.pdf", score=-0.1)
    answer = judged(question, lease)
    assert answer.found is found
    if found:
        assert answer.answer.confidence is Confidence.LOW


def test_where_the_newest_counts_nothing_older_is_copied() -> None:
    question = "How many people does Karst employ? The reports give different numbers; the newest one counts."
    old = source_of(1, "Karst employs 812 people in Bonn.", "a.pdf", score=0.8, date="2020-03-01")
    new = source_of(2, "Karst employs 930 people in Bonn.", "b.pdf", score=0.8, date="2023-03-01")
    undated = source_of(3, "Karst employs 777 people in Bonn.", "c.pdf", score=0.8)

    def told(*sources: Source) -> set[str]:
        return {row.evidence[0].quote[14:17] for row in judged(question, *sources).answer.statements}

    assert told(old, new) == {"930"}
    assert told(old, undated) == {"812", "777"}  # which of them is newer is not known


TABLE = """Fiscal years (in millions) 2020 2019
Total revenues $ 523,964 $ 514,405
Change in total revenues 1.9 % 2.8 %"""


def test_of_a_table_only_the_figure_that_is_asked_for_is_shown() -> None:
    source = source_of(1, TABLE, "karst.pdf", score=0.8)
    answer = judged("What were the total revenues of Karst in 2019?", source).answer
    (statement,) = answer.statements
    assert statement.text == "Total revenues 2019: $ 514,405 million"
    assert statement.status is StatementStatus.SUPPORTED
    assert [row.quote for row in statement.evidence] == TABLE.splitlines()[:2]


def test_a_row_that_cannot_be_read_stands_behind_what_it_is_counted_in() -> None:
    source = source_of(1, TABLE.replace("Fiscal years", "Three months"), "karst.pdf", score=0.8)
    answer = judged("What were the total revenues of Karst in 2019?", source).answer
    unit, row, _ = TABLE.replace("Fiscal years", "Three months").splitlines()
    assert f"{unit} · {row}" in [statement.text for statement in answer.statements]
