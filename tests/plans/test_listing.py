"""Lists: every sentence and row that is an item, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from core.errors import ModelError
from core.judge.similarity import TextSimilarity
from core.llm.base import NO_LOG_ODDS
from core.types import Answer, Confidence
from core.types.requests import RequestKind
from tests.plans.conftest import Plans, texts

READS_LISTS = "qwen2.5-coder-1.5b-instruct-q4_k_m"


def read_list(plans: Plans, request: str, item: str, odds: Callable[[str], float], *documents: str) -> Answer:
    """As the model reads it that lists were fitted to: what it says of one item, then the odds it gives."""
    of = documents or ("contract.txt",)
    return plans.run(RequestKind.LIST, request, *of, turns=[item], odds=odds, model_name=READS_LISTS)


def test_a_list_is_made_of_sentences_and_says_what_was_looked_at(plans: Plans) -> None:
    answer = read_list(
        plans,
        "List everything that the buyer is not allowed to do.",
        "something that the buyer is not allowed to do",
        lambda asked: 2.0 if "will not" in asked else -2.0,
    )
    assert texts(answer) == [
        "(a) will not resell the pumps in other countries,",
        "(b) will not open the housing, and",
        "(c) will not remove the serial number.",
    ]
    looked = len(plans.outline("contract.txt").lines)
    assert plans.notices == {"looked_at": {"looked": looked, "sentences": looked, "files": "contract.txt"}}


def test_items_of_several_sentences_are_items_of_the_list_that_leads_to_them(
    reading: Callable[[str, str], Plans],
) -> None:
    page = (
        "Syrup\n\nThe syrup must not be taken in the following cases:\n\n"
        "• if you are allergic to the syrup. Such an allergy shows as a rash.\n"
        "• with a disease of the liver;\n• with a fever that lasts.\n\nKeep the bottle closed.\n"
    )
    plans = reading("syrup.txt", page)
    answer = read_list(
        plans,
        "In which cases must the syrup not be taken?",
        "a case in which the syrup must not be taken",
        lambda asked: 2.0 if "following cases" in asked else -2.0,
        "syrup.txt",
    )
    assert "Keep the bottle" not in answer.text
    for item in ("allergic to the syrup", "shows as a rash", "disease of the liver", "fever that lasts"):
        assert item in answer.text


def test_a_table_under_its_own_line_is_a_list_of_its_rows(reading: Callable[[str, str], Plans]) -> None:
    rows = (
        ("Holiday", "Date"),
        ("New Year", "January 1"),
        ("Labour Day", "May 1"),
        ("Christmas", "December 25"),
    )
    cells = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    table = f"<p>The office is closed on these holidays:</p><table>{cells}</table>"
    plans = reading("office.html", f"<html><body>{table}<p>On other days it is open.</p></body></html>")
    answer = read_list(
        plans,
        "List all holidays.",
        "a holiday",
        lambda asked: 2.0 if "these holidays" in asked else -2.0,
        "office.html",
    )
    for day in ("New Year", "Labour Day", "Christmas"):
        assert day in answer.text
    assert "other days" not in answer.text


def test_what_leads_to_the_next_list_ends_the_one_before(reading: Callable[[str, str], Plans]) -> None:
    page = (
        "Policy\n\nThe policy covers these things:\n• fire\n• water\n• storm\n"
        "It does not cover what follows.\n• war\n• atom\n• theft\n"
    )
    plans = reading("policy.txt", page)
    answer = read_list(
        plans,
        "What does the policy cover?",
        "a thing that the policy covers",
        lambda asked: 2.0 if "these things" in asked else -2.0,
        "policy.txt",
    )
    assert "storm" in answer.text
    assert "theft" not in answer.text


def test_a_list_of_what_is_not_there_is_empty(plans: Plans) -> None:
    answer = read_list(plans, "List all animals.", "an animal", lambda _asked: -0.5)
    assert not answer.statements


def test_what_stands_out_is_listed_where_the_model_says_yes_to_most(plans: Plans) -> None:
    answer = read_list(
        plans,
        "List all periods.",
        "a period of time",
        lambda asked: 3.0 if " days" in asked or "months" in asked else 0.8,
    )
    assert all("days" in text or "months" in text for text in texts(answer))
    assert len(answer.statements) == 4


def test_where_nearly_every_line_is_an_item_the_less_certain_stay(plans: Plans) -> None:
    """As in a price list: what is ordinary there is an item."""
    answer = read_list(
        plans,
        "List all steps.",
        "a step",
        lambda asked: 4.0 if "Heat the oven" in asked else 2.5 if ". " in asked.split("\n")[0] else -1.0,
        "bread.txt",
    )
    assert len(answer.statements) == 6


def test_a_list_of_something_else_is_not_taken_whole(plans: Plans) -> None:
    """One of its items is what is asked for; the model says that the whole list is not."""
    answer = read_list(
        plans,
        "List what concerns foreign countries.",
        "something about foreign countries",
        lambda asked: 2.0 if "countries," in asked and not asked.startswith("Text:") else -2.0,
    )
    assert texts(answer) == ["(a) will not resell the pumps in other countries,"]


def test_a_list_in_one_document_leaves_the_items_of_another(plans: Plans) -> None:
    answer = read_list(
        plans,
        "List all restrictions and periods.",
        "a restriction or a period",
        lambda asked: 2.0 if "The buyer:" in asked or "within 10 days" in asked else -2.0,
        "contract.txt",
        "lease.txt",
    )
    assert any("will not open" in text for text in texts(answer))
    assert any("within 10 days" in text for text in texts(answer))


def test_a_model_that_lists_were_not_fitted_to_does_not_read_them(plans: Plans) -> None:
    bare = plans.run(RequestKind.LIST, "List what the buyer will not do.", "contract.txt")
    other = plans.run(RequestKind.LIST, "List what the buyer will not do.", "contract.txt", turns=[])
    assert texts(other) == texts(bare)


class DamagedJudge:
    """Says it reads English, and fails at the first line."""

    name = "ms-marco-minilm-l-12-v2"
    similarity = TextSimilarity()

    def answers(self, question: str, texts: Sequence[str]) -> list[float]:
        raise ModelError("the file of the model is damaged")


def test_a_list_is_found_by_meaning_where_the_judge_fails(plans: Plans) -> None:
    answer = plans.run(
        RequestKind.LIST, "List what the buyer will not do.", "contract.txt", judge=DamagedJudge()
    )
    assert any("will not" in text for text in texts(answer))
    assert "looked_at" in plans.notices


def test_without_a_model_a_list_is_no_more_than_likely_and_says_so(plans: Plans) -> None:
    answer = plans.run(RequestKind.LIST, "List everything that the buyer will not do.", "contract.txt")
    assert answer.statements
    assert answer.confidence is Confidence.LOW
    assert {"looked_at", "list_needs_model"} <= plans.notices.keys()


def test_a_list_that_is_read_no_further_says_so(plans: Plans, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every line is an item to this model, which stops at eight."""
    for name, count in (("_READ", 4), ("_MORE", 2), ("_MOST_READ", 8)):
        monkeypatch.setattr(f"core.plans.listed_items.{name}", count)
    read_list(plans, "List all words.", "a word", lambda asked: -1.0 if "Is this a list" in asked else 2.0)
    assert plans.notices["looked_at_best"]["looked"] == 8


def test_where_the_model_says_yes_to_all_the_list_of_the_document_is_taken(
    plans: Plans, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.plans.listed_items._READ", 4)
    answer = read_list(plans, "List all restrictions.", "a restriction of the buyer", lambda _asked: 2.0)
    assert texts(answer)[-3:] == [
        "(a) will not resell the pumps in other countries,",
        "(b) will not open the housing, and",
        "(c) will not remove the serial number.",
    ]
    assert len(answer.statements) <= 4


def test_a_list_of_a_long_document_says_what_it_did_not_look_at(
    plans: Plans, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.plans.listing._MOST_LINES", 4)
    plans.run(RequestKind.LIST, "List all restrictions of the buyer.", "contract.txt")
    told = plans.notices["looked_at_best"]
    assert told["looked"] == 4
    assert told["sentences"] == len(plans.outline("contract.txt").lines)


def test_a_model_without_probabilities_leaves_what_resembles_most(plans: Plans) -> None:
    def silent(_asked: str) -> float:
        error = ModelError("gives no probabilities")
        error.code = NO_LOG_ODDS
        raise error

    item = "something that the buyer will not do"
    answer = read_list(plans, "List what the buyer will not do.", item, silent)
    assert 0 < len(answer.statements) <= 4
    assert any("will not" in text for text in texts(answer))
