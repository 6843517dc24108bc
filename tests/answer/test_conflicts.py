"""Documents that disagree, in figures or in words, and which one counts."""

from __future__ import annotations

from dataclasses import replace

from core.answer.disagreement.conflict_values import other_denial, other_words, says
from core.answer.disagreement.conflicts import find_conflicts, touched_conflicts
from core.types import Answer, Statement, StatementStatus
from tests.answer.helpers import source_of
from tests.scored import scored

OLD = source_of(1, "The notice period is 14 days. Leases end in March.", "notice.pdf", date="2021-03-01")
NEW = source_of(2, "For all leases the notice period is 30 days.", "handbook.pdf", date="2024-05-02")
ASKED = "How long is the notice period? If documents disagree, the newest counts."


def saying(text: str) -> Answer:
    return Answer(text, (Statement(text, StatementStatus.QUOTED),))


def test_the_same_value_in_other_words_is_no_conflict() -> None:
    weeks = source_of(2, "The notice period of a lease is two weeks.", "letter.pdf")
    price = source_of(3, "The notice period costs 30 euros.", "prices.pdf")
    same = source_of(4, "The notice period for leases: 14 days.", "old handbook.pdf")
    assert find_conflicts([OLD, same], ASKED, "newest") == []
    assert find_conflicts([OLD, price], ASKED, "newest") == []
    assert find_conflicts([OLD, weeks], ASKED, "newest") == []
    assert find_conflicts([OLD, replace(NEW, document=OLD.document)], ASKED, "newest") == []


@scored("gate")
def test_values_of_different_things_are_no_conflict(one: str, other: str, question: str) -> None:
    sources = [source_of(1, one, "a.pdf"), source_of(2, other, "b.pdf")]
    assert find_conflicts(sources, question, "newest") == []
    same = [
        sources[0],
        source_of(2, one.replace("36", "35").replace("42", "41").replace("14", "13"), "b.pdf"),
    ]
    assert len(find_conflicts(same, question, "newest")) == 1


def test_two_documents_may_disagree_about_two_things() -> None:
    one = source_of(
        1, "The notice period is 14 days. The deposit for the lease is 900 euros.", "a.pdf", date="2021"
    )
    two = source_of(
        2, "The deposit for the lease is 990 euros. The notice period is 30 days.", "b.pdf", date="2024"
    )
    question = "How long is the notice period, and how high is the deposit for the lease?"
    found = find_conflicts([one, two], question, "newest")
    assert sorted((each.first.shown_value, each.second.shown_value) for each in found) == [
        ("30 days", "14 days"),
        ("990 euros", "900 euros"),
    ]
    assert all(each.decided for each in found)
    answer = saying("The notice period is 30 days. The deposit for the lease is 990 euros.")
    assert len(touched_conflicts(answer, (one, two), question, "newest")) == 2


@scored("gate")
def test_of_three_documents_one_counts_against_both_others(
    dates: tuple[str, str, str], rule: str, counts: str | None
) -> None:
    sources = [
        source_of(number, f"The notice period is {days} days.", f"{number}.pdf", date=date)
        for number, days, date in zip((1, 2, 3), (14, 21, 30), dates, strict=True)
    ]
    found = find_conflicts(sources, ASKED, rule)
    assert len(found) == 2
    assert {each.decided for each in found} == {counts is not None}
    if counts:
        assert {each.first.shown_value for each in found} == {counts}
    seconds = {each.second.shown_value for each in found} | {found[0].first.shown_value}
    assert seconds == {"14 days", "21 days", "30 days"}


def test_two_documents_that_agree_stand_together_against_a_third() -> None:
    sources = [
        source_of(number, f"The notice period is {days} days.", f"{number}.pdf", date=date)
        for number, days, date in ((1, 14, "2019"), (2, 30, "2024"), (3, 30, "2024"))
    ]
    (conflict,) = find_conflicts(sources, ASKED, "newest")
    assert (conflict.first.shown_value, conflict.second.shown_value, conflict.decided) == (
        "30 days",
        "14 days",
        True,
    )


@scored("gate")
def test_figures_of_different_periods_are_no_conflict(one: str, other: str, disagree: bool) -> None:
    sources = [source_of(1, one, "a.pdf"), source_of(2, other, "b.pdf")]
    assert bool(find_conflicts(sources, "How high were sales of pumps?", None)) is disagree


def test_sentences_that_share_a_few_words_do_not_disagree() -> None:
    far = "During the notice period of the hall the porter, gardener and cook are paid 30 days of wages."
    sources = [
        source_of(1, "The notice period of garages near the old harbour is 14 days.", "a.pdf"),
        source_of(2, far, "b.pdf"),
    ]
    assert find_conflicts(sources, ASKED, "newest") == []


def test_conflicts_that_the_answer_does_not_touch_take_no_place() -> None:
    things = ("garage", "cellar", "garden", "attic", "shop", "office", "hall", "roof")
    texts = [f"The notice period for the {thing} is {days} days." for days, thing in enumerate(things, 11)]
    one = source_of(1, " ".join(texts), "a.pdf")
    two = source_of(2, " ".join(text.replace(" days", "0 days") for text in texts), "b.pdf")
    asked = f"How long is the notice period for {', '.join(things)}?"
    assert len(find_conflicts((one, two), asked, None)) == len(things)
    touched = touched_conflicts(saying("The notice period for the roof is 18 days."), (one, two), asked, None)
    assert [each.first.shown_value for each in touched] == ["18 days"]


@scored("gate")
def test_one_run_of_other_words_is_a_value(one: str, other: str, question: str, differ: bool) -> None:
    assert (other_words(one, other, question) is not None) is differ


@scored("gate")
def test_a_flat_denial_is_a_value(one: str, other: str, differ: bool) -> None:
    for text, rival in ((one, other), (other, one)):
        found = other_denial(text, rival)
        assert (found is not None) is differ
        if found:
            assert (says(text, found[0]), says(text, found[1])) == (True, False)
            assert found[0].denied is not found[1].denied


@scored("gate", list)
def test_a_name_where_the_answer_stands_is_a_value(
    question: str, one: str, other: str, values: list[str]
) -> None:
    sources = [source_of(1, one, "a.pdf", date="2021"), source_of(2, other, "b.pdf", date="2023")]
    found = find_conflicts(sources, question, "newest")
    assert [side.shown_value for each in found for side in (each.first, each.second)] == values


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
