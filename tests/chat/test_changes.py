"""Follow-ups that change the last answer: what was said stays, with its pages, and is judged again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.events import QuestionRewritten
from core.runs.recheck import RunChecker
from core.types import StatementStatus
from core.types.requests import FollowUp, RequestKind
from tests.chat.conftest import Chat, answer_of, script
from tests.library_kit import Library, make_pdf, open_library

AGREEMENT = (
    "The order is confirmed by 12 March 2024. The goods are delivered by 30 April 2024. "
    "Defects are reported by 15 July 2024. The final invoice over 4,200 euros is paid by 1 October 2024. "
)
LIST = "List all deadlines of the supply agreement."
READS_LISTS = "qwen2.5-coder-1.5b-instruct-q4_k_m"


@pytest.fixture
def agreement(tmp_path: Path) -> Iterator[Library]:
    library = open_library(tmp_path / "home")
    library.ingest(make_pdf(tmp_path / "agreement.pdf", [AGREEMENT]))
    yield library
    library.close()


@pytest.fixture
def asked(agreement: Library) -> Chat:
    """A conversation whose last answer has four sentences, each quoted."""
    chat = Chat(agreement)
    item, every = ["a deadline"], lambda _asked: 2.0
    answer = answer_of(chat.ask(LIST, item, kind=RequestKind.LIST, odds=every, model_name=READS_LISTS))
    assert len(answer.statements) == 4
    return chat


def texts(chat: Chat, question: str, turns: list[str] | None = None, **given: object) -> list[str]:
    answer = answer_of(chat.ask(question, turns, **given))  # type: ignore[arg-type]
    assert {one.status for one in answer.statements} <= {StatementStatus.QUOTED}
    assert all(one.evidence and answer.citations for one in answer.statements)
    return [one.text for one in answer.statements]


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("Only the deadlines after June.", ["Defects", "The final"]),
        ("Only those before April, please.", ["The order"]),
        ("Just the ones above 1,000 euros.", ["The final"]),
    ],
)
def test_dates_and_amounts_are_compared_exactly(asked: Chat, question: str, kept: list[str]) -> None:
    told = texts(asked, question)
    assert [text.startswith(begin) for text, begin in zip(told, kept, strict=True)] == [True] * len(kept)


def test_what_is_kept_is_counted_and_the_next_follow_up_works_on_it(asked: Chat) -> None:
    events = asked.ask("Only the deadlines after June.", None)
    (notice,) = [event.message for event in events if event.kind == "notice_given"]
    assert notice.startswith("2 of the 4 statements")
    assert texts(asked, "Only those after August.")[0].startswith("The final invoice")


def test_without_dates_the_model_reads_every_statement(asked: Chat) -> None:
    odds = lambda said: 2.0 if "Defects" in said else -2.0  # noqa: E731
    (told,) = texts(asked, "Just the ones that concern defects.", [], odds=odds)
    assert told.startswith("Defects")


def test_none_is_left(asked: Chat) -> None:
    events = asked.ask("Only the deadlines after November.", None)
    assert answer_of(events).text == "None of the 4 statements of the last answer meets this."
    assert events[-1].outcome == "no_answer"


@pytest.mark.parametrize(("question", "count"), [("Make it shorter.", 2), ("Just the three main points.", 3)])
def test_half_or_so_many_as_asked_for(asked: Chat, question: str, count: int) -> None:
    assert len(texts(asked, question)) == count


def test_of_a_summary_each_point_keeps_its_most_telling_sentence(asked: Chat) -> None:
    points = texts(asked, "Summarise the agreement in 2 points.", kind=RequestKind.SUMMARY)
    shorter = texts(asked, "Make it shorter.")
    assert len(points) == len(shorter) == 2
    assert all(one in point for one, point in zip(shorter, points, strict=True))
    assert len("".join(shorter)) < len("".join(points))
    asked.ask("Make it shorter.", None)
    (told,) = notices(asked.ask("Make it shorter.", None))
    assert told == "The last answer has nothing that could be left out."


def test_a_list_has_all_of_it_as_bullets(asked: Chat) -> None:
    events = asked.ask("Turn it into bullets.", None)
    answer = answer_of(events)
    assert answer.text.count("\n- ") == 3
    rewritten = [event for event in events if isinstance(event, QuestionRewritten)]
    assert [(event.standalone, event.how) for event in rewritten] == [(LIST, FollowUp.LIST)]


def test_a_table_of_what_is_no_comparison_is_a_list(asked: Chat) -> None:
    assert len(texts(asked, "As a table, please.")) == 4


def test_a_comparison_is_made_anew_for_a_table(asked: Chat) -> None:
    asked.ask("Compare delivery and invoice.", None, kind=RequestKind.COMPARISON)
    told = script(asked.ask("Put that in a table.", None))
    assert ("question_rewritten", "rule", "Compare delivery and invoice.") in told
    assert "kind_told" in told


def test_each_statement_is_translated_and_one_with_another_date_stays_a_copy(asked: Chat) -> None:
    turns = [
        "Die Bestellung wird bis zum 12. März 2024 bestätigt.",
        "Die Ware wird bis zum 30. April 2025 geliefert.",
        "Mängel werden bis zum 15. Juli 2024 gemeldet.",
        "Die Schlussrechnung über 4.200 Euro wird bis zum 1. Oktober 2024 bezahlt.",
    ]
    answer = answer_of(asked.ask("Translate it into German.", turns, odds=lambda _asked: 2.0))
    told = [one.text for one in answer.statements]
    assert told[0].startswith("Die Bestellung")
    assert told[1].startswith("The goods are delivered by 30 April 2024")
    assert answer.statements[0].status is StatementStatus.WEAK
    again = answer_of(asked.ask("Make it shorter.", None))
    assert any(one.text in told for one in again.statements)


def test_what_a_model_translates_into_nothing_stays_as_it_is(asked: Chat) -> None:
    answer = answer_of(asked.ask("Translate it into German.", [""] * 4, odds=lambda _asked: 2.0))
    assert len(answer.statements) == 4
    assert all(one.status is StatementStatus.QUOTED for one in answer.statements)


def test_without_a_model_it_says_that_translating_needs_one(asked: Chat) -> None:
    events = asked.ask("Translate it into German.", None)
    assert any("Übersetzen" in n or "Translating" in n for n in notices(events))
    assert len(answer_of(events).statements) == 4


def test_a_removed_document_is_named(agreement: Library, asked: Chat, tmp_path: Path) -> None:
    (document,) = agreement.documents.all()
    agreement.ingest(make_pdf(tmp_path / "other.pdf", ["The pump weighs 42 kg. It is blue."]))
    agreement.pipeline.remove(document.document_id)
    answer = answer_of(asked.ask("Make it shorter.", None))
    assert "agreement.pdf" in answer.text
    assert not answer.statements


def test_a_click_asks_the_last_question_again_as_another_kind(asked: Chat) -> None:
    told = script(asked.ask("As a summary", None, kind=RequestKind.SUMMARY, clicked=True))
    assert ("question_rewritten", "rule", LIST) in told
    assert "kind_told" in told


def test_a_changed_answer_holds_when_it_is_checked_anew(agreement: Library, asked: Chat) -> None:
    events = asked.ask("Only the deadlines after June.", None)
    assert RunChecker(agreement.database).check(events).result == "holds"


def notices(events: list[object]) -> list[str]:
    return [event.message for event in events if event.kind == "notice_given"]  # type: ignore[attr-defined]


def test_what_was_read_anew_since_is_found_by_its_words(asked: Chat) -> None:
    """As if text before it had been read with other spaces: all places lie 70 characters further on."""
    (row,) = asked.library.database.query("SELECT event FROM events WHERE kind = 'answer_ready'")
    moved = re.sub(r'"(start|end)":(\d+)', lambda m: f'"{m[1]}":{int(m[2]) + 70}', row["event"])
    asked.library.database.execute("UPDATE events SET event = ? WHERE kind = 'answer_ready'", (moved,))
    (told,) = texts(asked, "Only the deadlines after September.")
    assert told.startswith("The final invoice")
