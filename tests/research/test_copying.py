"""Sections of copied sentences: what completes a sentence stands with it; broad tasks get all passages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from core.events import Event
from core.research.broad_tasks import matching, matter_asked_for, speaks_of, told_of
from core.research.continuing import goes_on, limits
from core.types import Confidence
from tests.answer.helpers import source_of
from tests.research.kit import Papers, Research, Shelf, answering, chapters, one
from tests.research.test_following import run
from tests.scored import scored


def over(research: Research, texts: Mapping[str, str]) -> Research:
    sources = {name: source_of(0, text, name) for name, text in texts.items()}
    research.shelf, research.papers = Shelf(sources), Papers(sources)
    return research


def told(events: Sequence[Event]) -> list[str]:
    answer: Any = one(events, "answer_ready").answer
    return [statement.text for statement in answer.statements]


ORDERS = (
    "The customer orders at least 500 pieces a year. If it orders fewer, it pays 15 % of the price of the "
    "rest. The office in Hull is closed on Friday."
)


def test_a_sentence_that_completes_a_copied_one_stands_behind_it(research: Research) -> None:
    events = run(
        over(research, {"orders.pdf": ORDERS}),
        "What does the paper say about pieces that the customer orders a year?",
    )
    texts = told(events)
    assert texts[:2] == [
        "The customer orders at least 500 pieces a year.",
        "If it orders fewer, it pays 15 % of the price of the rest.",
    ]
    assert not any("Hull" in text for text in texts)


def test_it_does_in_german(research: Research) -> None:
    texts = {
        "bestellung.pdf": "Die Mindestmenge beträgt 500 Stück im Jahr. Darunter zahlt der Kunde 15 % mehr. "
        "Das Büro in Kiel ist freitags geschlossen."
    }
    told_ = told(run(over(research, texts), "Was sagt das Papier über die Mindestmenge im Jahr?"))
    assert told_ == ["Die Mindestmenge beträgt 500 Stück im Jahr.", "Darunter zahlt der Kunde 15 % mehr."]


@scored("references")
def test_what_limits_or_extends_belongs_to_it_whatever_was_asked(sentence: str) -> None:
    assert limits(sentence)


@scored("references")
def test_what_stands_by_itself_does_not(sentence: str) -> None:
    assert not limits(sentence)


def test_sie_may_be_the_reader() -> None:
    assert limits("Sie gilt nicht für Dichtungen.")
    assert not limits("Sie haften nicht für Dichtungen.", polite=True)


@scored("references")
def test_what_goes_on_about_the_same(before: str, sentence: str, *, belongs: bool) -> None:
    assert goes_on(before, sentence) is belongs


def test_to_one_figure_nothing_is_added_that_only_goes_on(research: Research) -> None:
    text = "The warranty of the B-120 pump is 36 months from delivery. It has a green motor and two seals."
    events = run(over(research, {"list.pdf": text}), "How long is the warranty of the B-120 pump?")
    assert told(events) == ["The warranty of the B-120 pump is 36 months from delivery."]


def test_a_broad_task_gets_a_sentence_of_each_passage_that_speaks_of_its_matter(research: Research) -> None:
    texts = chapters(
        "supply contract.pdf",
        "The buyer orders at least 500 seals a year.",
        "The seller warrants the seals for 36 months. It replaces broken ones within 10 days.",
        "The court in Hull decides. Drawings are kept secret.",
    )
    research.shelf, research.papers = Shelf(texts), Papers(texts)
    said = told(run(research, "What does the contract say about seals?"))
    assert said == [
        "The buyer orders at least 500 seals a year.",
        "The seller warrants the seals for 36 months.",
        "It replaces broken ones within 10 days.",
    ]


@scored("references")
def test_what_asks_for_all_there_is(task: str, matter: str) -> None:
    assert matter_asked_for(task) == matter


def test_a_name_is_not_the_matter() -> None:
    assert speaks_of("seals", "The seals are covered.")
    assert not speaks_of("seals", "For Karst Seals GmbH the director signs here.")


def test_only_documents_of_the_kind_that_is_named_match() -> None:
    contract = source_of(1, "The seals are covered for 36 months.", "supply contract.pdf")
    manual = source_of(2, "The seals are changed every year.", "manual.pdf")
    rows = matching("What does the contract say about seals?", [contract, manual])
    assert [row.source.number for row in rows] == [1]
    rows = matching("What is known about seals?", [contract, manual])
    assert [row.source.number for row in rows] == [1, 2]


def test_a_broad_task_of_which_little_is_told_has_no_full_marks(research: Research) -> None:
    texts = chapters(
        "supply contract.pdf",
        "The buyer orders at least 500 seals a year. The buyer tests the seals at 12 bar.",
        "The seller warrants the seals for 36 months.",
        "The seller packs the seals in boxes of 20.",
        "Seals are paid within 30 days.",
    )
    research.shelf, research.papers = Shelf(texts), Papers(texts)
    question = "Which seals are there?"
    whole = run(research, question)
    assert len(told(whole)) == 5
    assert not any("passages that speak of" in issue for issue in one(whole, "quality_checked").issues)
    research.turn = answering(
        section="The buyer orders at least 500 seals a year [1]. The buyer tests the seals at 12 bar [1]."
    )
    research.limits = replace(research.limits, retries=0)
    partly = run(research, question)
    assert len(told(partly)) == 2
    checked = one(partly, "quality_checked")
    relevance = [score.score for score in checked.scores if score.name == "query_relevance"]
    assert relevance[0] < next(
        score.score for score in one(whole, "quality_checked").scores if score.name == "query_relevance"
    )
    assert "Of the 4 passages that speak of “Which seals are there”, so many are told: 1." in checked.issues
    assert one(partly, "answer_ready").answer.confidence is not Confidence.HIGH


def test_how_many_of_the_passages_are_told() -> None:
    sources = [
        source_of(1, "The seals are covered for 36 months.", "contract.pdf"),
        source_of(2, "The seals are paid within 30 days.", "contract.pdf"),
        source_of(3, "The seals are covered for 36 months.", "contract.pdf"),
    ]
    rows = matching("What does the contract say about seals?", sources)
    assert told_of(rows, {1}, set()) == 1
    assert told_of(rows, {1}, {"The seals are covered for 36 months."}) == 2
    assert told_of(rows, {1, 2, 3}, set()) == 3


def test_what_speaks_of_the_matter_takes_a_broad_question_up(research: Research) -> None:
    text = "The buyer pays the goods within 30 days. Drawings are kept secret for five years."
    events = run(
        over(research, {"supply contract.pdf": text}), "What does the contract say about secret drawings?"
    )
    assert "Drawings are kept secret for five years." in told(events)
    assert not [issue for issue in one(events, "quality_checked").issues if "not taken up" in issue]
    assert not one(events, "research_reported").report.open_questions


def test_a_section_that_says_nothing_shows_what_comes_nearest(research: Research) -> None:
    text = "The dock ladder is green. Its paint is renewed every second year."
    over(research, {"dock.pdf": text, "menu.pdf": "Canteens serve soup on Mondays."})
    question = "Who renews the ladder of the harbour?"
    events = run(research, question)
    answer = one(events, "answer_ready").answer
    assert (answer.statements, answer.citations) == ((), ())
    assert [(near.filename, near.section) for near in answer.nearest] == [("dock.pdf", question)]
    assert answer.nearest[0].quote in text
    assert answer.nearest[0].quote not in answer.text
    report = one(events, "research_reported").report
    assert (report.sources, report.nodes) == ((), ())


def test_a_section_that_says_something_shows_nothing_near(research: Research) -> None:
    events = run(research, "How long is the warranty of the B-120 pump?")
    assert told(events)
    assert one(events, "answer_ready").answer.nearest == ()
