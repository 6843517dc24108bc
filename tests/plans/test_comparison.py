"""A comparison is a table: one copied fact a cell, of the right thing, or none where nothing states it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from core.plans.compared_things import asked_of_each
from core.types import Answer, AnswerTable, Confidence, StatementStatus
from core.types.requests import RequestKind
from tests.library_kit import open_library
from tests.plans.conftest import Plans

LEAVE = """Leave

Exempt staff

Exempt staff do not accrue leave in a fixed amount.

Non-exempt staff

They receive 40 hours of leave in each month.

Use

Leave may be used from the 90th day on.
"""
REPAIR = {"name": "repair", "question": "Within how many days is a repair done?"}
PERIOD = {"name": "period", "question": "How long is the warranty period?"}
SUBJECT = "the subject"
COLOUR = {"name": "colour", "question": "Which colour does it have?"}


def said(answer: Answer) -> dict[tuple[str, str], str]:
    """The cells of the aspects, without the row of the subject."""
    return {(one.row, one.column): one.text for one in answer.statements if one.row != SUBJECT}


def reads(*states: str) -> Callable[[str], float]:
    """A model that says yes to sentences with any of these words."""
    return lambda asked: 4.0 if any(words in asked for words in states) else -4.0


def named(things: list[str], subject: str = SUBJECT) -> dict[str, object]:
    return {"subject": subject, "things": things}


def aspects(told: list[dict[str, str]]) -> str:
    return json.dumps(told)


def words_for(asked: str) -> str:
    return "month" if "How long" in asked else "epairs"


@pytest.fixture(scope="module")
def leave(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Plans]:
    folder = tmp_path_factory.mktemp("leave")
    library = open_library(folder / "home")
    (folder / "leave.txt").write_text(LEAVE, encoding="utf-8")
    library.ingest(Path(folder / "leave.txt"))
    yield Plans(library)
    library.close()


def test_each_cell_is_copied_from_its_own_document_or_not_stated(plans: Plans) -> None:
    answer = plans.run(
        RequestKind.COMPARISON,
        "Compare the lease with the contract: repair and warranty period.",
        "lease.txt",
        "contract.txt",
        turns=[named(["lease", "contract"]), aspects([REPAIR, PERIOD, COLOUR])],
    )
    assert answer.table == AnswerTable(("repair", "period"), ("lease.txt", "contract.txt"))
    assert said(answer) == {
        ("repair", "lease.txt"): "The landlord repairs it within 10 days.",
        ("repair", "contract.txt"): "The supplier repairs or replaces the pump within 30 days.",
        ("period", "contract.txt"): "The warranty period of each pump is 24 months from delivery.",
    }
    assert {one.status for one in answer.statements} == {StatementStatus.QUOTED}
    assert answer.text.splitlines()[3].startswith("| **period** | *not stated* | The warranty period")
    gaps = [(one.section, one.missing) for one in answer.insufficiencies]
    assert gaps == [("lease.txt", "period"), ("", "colour")]  # no row for what nothing states


def test_things_are_found_in_the_library_by_their_names(plans: Plans) -> None:
    answer = plans.run(
        RequestKind.COMPARISON,
        "Compare the time of repair in the lease with that in the supply agreement.",
        turns=[named(["the lease", "the supply agreement"]), aspects([REPAIR])],
    )
    assert said(answer) == {
        ("repair", "the lease (lease.txt)"): "The landlord repairs it within 10 days.",
        (
            "repair",
            "the supply agreement (contract.txt)",
        ): "The supplier repairs or replaces the pump within 30 days.",
    }


def test_where_one_thing_only_has_words_of_another_documents_are_compared(plans: Plans) -> None:
    defects = {"name": "defects", "question": "Within what time is a defect reported in writing?"}
    answer = plans.run(
        RequestKind.COMPARISON,
        "Compare the two agreements on defects in writing.",
        turns=[named(["two agreements on defects", "defects"]), aspects([defects])],
    )
    assert answer.table is not None
    assert len(answer.table.columns) == 2
    assert all(column.endswith(".txt") for column in answer.table.columns)


def test_the_subject_is_what_the_things_share_where_a_model_takes_them_for_it(plans: Plans) -> None:
    both = "lease and supply agreement"
    answer = plans.run(
        RequestKind.COMPARISON,
        "compare the delivery of the lease and the supply agreement",
        turns=[
            named(["delivery of the lease", "delivery of the supply agreement"], both),
            aspects([{"name": both, "question": "What is said of the lease and the supply agreement?"}]),
        ],
    )
    assert {one.row for one in answer.statements} == {"delivery"}


def test_things_of_one_document_do_not_get_each_others_lines(leave: Plans) -> None:
    amount = {"name": "amount", "question": "How much leave do they receive or accrue?"}
    use = {"name": "use", "question": "From when may leave be used?"}
    answer = leave.run(
        RequestKind.COMPARISON,
        "Compare the leave of exempt staff and non-exempt staff.",
        "leave.txt",
        turns=[named(["exempt staff", "non-exempt staff"]), aspects([amount, use])],
    )
    assert said(answer) == {
        ("amount", "exempt staff"): "Exempt staff do not accrue leave in a fixed amount.",
        ("amount", "non-exempt staff"): "They receive 40 hours of leave in each month.",
        ("use", "exempt staff"): "Leave may be used from the 90th day on.",
        ("use", "non-exempt staff"): "Leave may be used from the 90th day on.",
    }


def test_sections_are_compared_by_their_numbers(plans: Plans) -> None:
    length = {"name": "days", "question": "Within how many days?"}
    answer = plans.run(
        RequestKind.COMPARISON,
        "Compare section 1 with section 2.2.",
        "contract.txt",
        turns=[named(["section 1", "section 2.2"]), aspects([length])],
    )
    assert said(answer) == {
        ("days", "section 1"): "The supplier delivers the pumps within 20 days after the order.",
        ("days", "section 2.2"): "The supplier repairs or replaces the pump within 30 days.",
    }


def test_where_no_aspect_is_stated_what_is_nearest_stands_with_the_subject(plans: Plans) -> None:
    answer = plans.run(
        RequestKind.COMPARISON,
        "Compare the reports of defects and their colours.",
        "contract.txt",
        "lease.txt",
        turns=[named(["contract", "lease"], "reports a defect in writing"), aspects([COLOUR])],
    )
    assert answer.table == AnswerTable(("reports a defect in writing",), ("contract.txt", "lease.txt"))
    in_contract, in_lease = answer.statements
    assert "14 days" in in_contract.text
    assert "3 days" in in_lease.text
    assert [one.missing for one in answer.insufficiencies] == ["colour"]


def test_without_a_model_each_says_what_is_nearest_to_the_request(plans: Plans) -> None:
    request = "Within how many days does a defect have to be reported in writing?"
    answer = plans.run(RequestKind.COMPARISON, request, "contract.txt", "lease.txt")
    row = "nearest to your request"
    assert answer.table == AnswerTable((row,), ("contract.txt", "lease.txt"))
    assert "14 days" in said(answer)[row, "contract.txt"]
    assert "3 days" in said(answer)[row, "lease.txt"]
    assert answer.confidence is Confidence.LOW
    assert "comparison_needs_model" in plans.notices


def test_a_question_is_asked_of_each_thing_alone() -> None:
    names = ["128-bit", "256-bit encryption in qpdf"]
    told = asked_of_each("AES", "Is AES used with 256-bit encryption?", names)
    assert told == "Is AES used with it encryption?"
    assert asked_of_each("AES", "Do 128-bit and 256-bit use AES?", names) == "AES"
    assert asked_of_each("price", "What does the lease cost?", ["lease", "order"]) == "What does it cost?"


def test_things_that_one_document_tells_of_are_read_there(
    reading: Callable[[str, str], Plans],
) -> None:
    reading("report.txt", "Currency\n\nA budget of the group is told in the currency of its owner.\n")
    plans = reading("minutes.txt", "Money\n\nSales in April were 47,300 euros. The budget is 52,000 euros.\n")
    answer = plans.run(
        RequestKind.COMPARISON,
        "Compare the April sales with the budget.",
        turns=[
            named(["April sales", "budget"]),
            aspects([{"name": "amount", "question": "How much is it?"}]),
        ],
    )
    assert {one.filename for one in answer.citations} == {"minutes.txt"}
