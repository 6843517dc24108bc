"""The gate on documents that disagree: which one counts, and that both are named."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from core.agent.checks.conflicts import find_conflicts, touched_conflicts
from core.agent.demands.constraints import PromptConstraints
from core.agent.disclosures import told
from core.agent.gate import validate_agent_state
from core.agent.grounding import ground_citations_from_state
from core.agent.repair_answer import settle
from core.types import InsufficiencyKind
from tests.agent.gate_kit import attempt_of, judge, state_of
from tests.answer.helpers import on_page_one, source_of
from tests.scored import scored

OLD = source_of(1, "The notice period is 14 days. Leases end in March.", "notice.pdf", date="2021-03-01")
NEW = source_of(2, "For all leases the notice period is 30 days.", "handbook.pdf", date="2024-05-02")
CONFLICT = PromptConstraints(requires_conflict_resolution=True, conflict_resolution_rule="newest")
ASKED = "How long is the notice period? If documents disagree, the newest counts."


def lease(evidence: str, text: str, *more: tuple[str, str]) -> str:
    rows = [{"evidence": [label], "text": said} for label, said in ((evidence, text), *more)]
    return json.dumps({"statements": rows, "insufficiencies": []})


OLD_VALUE = ("1.1", "The notice period is 14 days.")
NEW_VALUE = ("2.1", "The notice period is 30 days.")


@scored("gate")
def test_a_conflict_follows_its_rule_and_names_both(text: str, codes: tuple[str, ...]) -> None:
    state = state_of(CONFLICT, (OLD, NEW), ASKED)
    gate = judge(text, state)
    assert gate.codes == codes
    without = judge(text, state_of(None, (OLD, NEW), ASKED))
    assert without.codes == tuple(code for code in codes if not code.startswith("CONFLICT_"))


@pytest.mark.parametrize("question", [ASKED, "Wie lang ist die Frist? Das neueste Dokument zählt."])
def test_where_no_documents_disagree_the_rule_that_was_named_is_told_not_to_be_applied(question: str) -> None:
    english = replace(OLD, document=replace(OLD.document, language="en"))
    state = state_of(CONFLICT, (english,), question)
    attempt = attempt_of(lease(*OLD_VALUE), state)
    gate = validate_agent_state(attempt.draft, attempt.answer, state)
    assert gate.codes == ("CONFLICT_NOT_FOUND",)
    (finding,) = gate.findings
    assert (finding.by_reading, finding.by_writing, finding.statements) == (False, False, ())
    (row,) = finding.disclosure
    assert row.kind is InsufficiencyKind.UNMET
    assert row.missing == told("no_conflict", question)
    settled = ground_citations_from_state(settle(attempt.draft, gate.findings, state), state, on_page_one)
    gate = validate_agent_state(settled.draft, settled.answer, state)
    assert (gate.passed, gate.codes) == (True, ("CONFLICT_NOT_FOUND",))
    assert settled.answer.statements == attempt.answer.statements
    assert settled.answer.insufficiencies == (row,)


def test_only_a_demanded_rule_and_only_of_an_answer_is_told_not_to_be_applied() -> None:
    said_no = '{"statements":[],"insufficiencies":["how long the notice period is"]}'
    assert judge(lease(*OLD_VALUE), state_of(None, (OLD,), ASKED)).passed  # no rule was named
    assert judge(said_no, state_of(CONFLICT, (OLD,), ASKED)).passed
    assert judge(lease(*NEW_VALUE, OLD_VALUE), state_of(CONFLICT, (OLD, NEW), ASKED)).passed
    # Documents that disagree about something else than the answer.
    gate = judge(lease("1.2", "Leases end in March."), state_of(CONFLICT, (OLD, NEW), ASKED))
    (finding,) = [row for row in gate.findings if row.code == "CONFLICT_NOT_FOUND"]
    assert finding.disclosure[0].missing == told("conflict_untouched", ASKED)
    # Documents that agree, whatever the date.
    same = source_of(2, "The notice period of leases is 14 days.", "old handbook.pdf", date="2019")
    assert judge(lease(*OLD_VALUE), state_of(CONFLICT, (OLD, same), ASKED)).codes == ("CONFLICT_NOT_FOUND",)


def test_the_message_names_both_sides_with_their_dates() -> None:
    (message,) = judge(lease(*OLD_VALUE), state_of(CONFLICT, (OLD, NEW), ASKED)).messages
    assert message == (
        "Two documents disagree. [2] handbook.pdf, 2024-05-02: “For all leases the notice period is 30 "
        "days.” – [1] notice.pdf, 2021-03-01: “The notice period is 14 days.” The newest counts: answer "
        "with [2], and name the other, too."
    )


def test_the_oldest_counts_if_the_question_says_so() -> None:
    oldest = replace(CONFLICT, conflict_resolution_rule="oldest")
    assert judge(lease(*NEW_VALUE), state_of(oldest, (OLD, NEW), ASKED)).codes == ("CONFLICT_RULE_BROKEN",)
    assert judge(lease(*OLD_VALUE, NEW_VALUE), state_of(oldest, (OLD, NEW), ASKED)).passed


@scored("gate")
def test_what_no_rule_decides_is_told_with_both_sides(rule: str | None, dates: tuple[str, str]) -> None:
    old, new = (
        source_of(source.number, source.chunk.text, source.document.filename, date=date)
        for source, date in zip((OLD, NEW), dates, strict=True)
    )
    state = state_of(replace(CONFLICT, conflict_resolution_rule=rule), (old, new), ASKED)
    attempt = attempt_of(lease(*NEW_VALUE), state)
    gate = validate_agent_state(attempt.draft, attempt.answer, state)
    assert gate.codes == ("CONFLICT_UNDECIDED",)
    assert not gate.findings[0].by_reading
    settled = ground_citations_from_state(settle(attempt.draft, gate.findings, state), state, on_page_one)
    gate = validate_agent_state(settled.draft, settled.answer, state)
    assert (gate.passed, gate.codes) == (True, ("CONFLICT_UNDECIDED",))
    assert [statement.text for statement in settled.answer.statements] == [
        "The notice period is 30 days.",
        "“The notice period is 14 days.”",
    ]
    (told,) = settled.answer.insufficiencies
    assert told.missing.endswith("notice.pdf or handbook.pdf")


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
    state = state_of(CONFLICT, (one, two), question)
    attempt = attempt_of(
        "The notice period is 30 days [2]. The deposit for the lease is 990 euros [2].", state
    )
    assert len(touched_conflicts(attempt.answer, state)) == 2


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
    state = state_of(CONFLICT, (one, two), asked)
    attempt = attempt_of("The notice period for the roof is 18 days [1].", state)
    assert [each.first.shown_value for each in touched_conflicts(attempt.answer, state)] == ["18 days"]
