"""A comparison is a table: copied lines, of the right thing, in the row of the aspect that they state."""

from __future__ import annotations

from collections.abc import Sequence

from core.types import Answer, AnswerTable, StatementStatus
from core.types.requests import RequestKind
from tests.plans.conftest import Plans

FITTED = "qwen2.5-coder-1.5b-instruct-q4_k_m"
DEFECTS = "report of a defect"


def named(aspects: Sequence[str], subject: str = DEFECTS) -> dict[str, object]:
    """What a model reads from a request."""
    return {"subject": subject, "things": ["contract", "lease"], "aspects": list(aspects)}


def said(answer: Answer) -> dict[tuple[str, str], str]:
    return {(one.row, one.column): one.text for one in answer.statements}


def test_each_cell_is_copied_from_its_own_document(plans: Plans) -> None:
    answer = plans.run(
        RequestKind.COMPARISON,
        "Compare how a defect is reported and repaired.",
        "contract.txt",
        "lease.txt",
        turns=[named(["within how many days is it repaired?"])],
        odds=lambda _asked: 4.0,
        model_name=FITTED,
    )
    assert answer.table == AnswerTable(
        (DEFECTS, "within how many days is it repaired?"), ("contract", "lease")
    )
    cells = said(answer)
    assert "within 14 days after finding it" in cells[DEFECTS, "contract"]
    assert "within 3 days" in cells[DEFECTS, "lease"]
    assert "30 days" in cells[answer.table.rows[1], "contract"]
    assert "10 days" in cells[answer.table.rows[1], "lease"]
    assert {one.status for one in answer.statements} == {StatementStatus.QUOTED}
    assert answer.text.splitlines()[0] == "|  | contract | lease |"
    assert not answer.insufficiencies


def test_what_does_not_state_its_aspect_stands_with_the_subject(plans: Plans) -> None:
    """Nothing that was found is lost, and nothing is said to be the colour."""
    answer = plans.run(
        RequestKind.COMPARISON,
        "Compare the reports of defects and their colour.",
        "contract.txt",
        "lease.txt",
        turns=[named(["colour"])],
        odds=lambda _asked: -4.0,
        model_name=FITTED,
    )
    assert answer.table == AnswerTable((DEFECTS,), ("contract", "lease"))
    assert [one.missing for one in answer.insufficiencies] == ["colour"]
    assert all(len(one.evidence) == 2 for one in answer.statements)
    assert "defect" in said(answer)[DEFECTS, "lease"]


def test_one_document_may_not_state_what_the_other_does(plans: Plans) -> None:
    answer = plans.run(
        RequestKind.COMPARISON,
        "Compare the warranty period.",
        "contract.txt",
        "lease.txt",
        turns=[named(["how long is the warranty period?"], "defects")],
        odds=lambda asked: 4.0 if "24 months" in asked else -4.0,
        model_name=FITTED,
    )
    row = "how long is the warranty period?"
    assert "24 months" in said(answer)[row, "contract"]
    assert (row, "lease") not in said(answer)
    assert [(one.section, one.missing) for one in answer.insufficiencies] == [("lease", row)]
    assert "*not stated*" in answer.text


def test_a_model_without_weights_leaves_it_to_the_judge(plans: Plans) -> None:
    answer = plans.run(
        RequestKind.COMPARISON,
        "Compare the colour.",
        "contract.txt",
        "lease.txt",
        turns=[named(["colour"])],
        odds=lambda _asked: 9.0,
    )
    assert answer.table is not None
    assert answer.table.rows == (DEFECTS,)


def test_without_a_model_the_request_is_the_row(plans: Plans) -> None:
    request = "Within how many days does a defect have to be reported in writing?"
    answer = plans.run(RequestKind.COMPARISON, request, "contract.txt", "lease.txt")
    assert answer.table == AnswerTable((request,), ("contract", "lease"))
    assert "14 days" in said(answer)[request, "contract"]
    assert "3 days" in said(answer)[request, "lease"]


def test_things_of_one_document_have_a_column_each(plans: Plans) -> None:
    told = {"subject": "days", "things": ["delivery", "claims"], "aspects": ["time"]}
    answer = plans.run(
        RequestKind.COMPARISON, "Compare the days of delivery and claims.", "contract.txt", turns=[told]
    )
    assert answer.table is not None
    assert answer.table.columns == ("delivery", "claims")
    assert "20 days" in " ".join(text for (_, column), text in said(answer).items() if column == "delivery")
