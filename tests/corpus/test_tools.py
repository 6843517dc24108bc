"""The tool set "library" over real contracts: filters are exact, inputs are checked, JSON in and out."""

from __future__ import annotations

import json
from typing import Any

import pytest

from core.corpus.tools import FIELD_TOOLS
from core.errors import UsageError
from tests.cases import cases
from tests.corpus.conftest import Contracts


def files(found: dict[str, Any]) -> list[str]:
    return [row["filename"] for row in found["results"]]


@pytest.mark.parametrize("tool", ["search_text", "search_semantic"])
@pytest.mark.parametrize(
    ("filters", "among"),
    [
        ({"party_b": {"LIKE": "%acme%"}}, {"north.pdf", "south.pdf"}),
        ({"signed_date": {">": "2023-01-01"}}, {"south.pdf", "east.pdf", "west.pdf"}),
        ({"party_b": "Acme GmbH", "signed_date": {"BETWEEN": ["2023-01-01", "2023-12-31"]}}, {"south.pdf"}),
        (None, {"north.pdf", "south.pdf", "east.pdf", "west.pdf"}),
    ],
)
def test_a_search_stays_within_its_filter(
    contracts: Contracts, tool: str, filters: dict[str, Any] | None, among: set[str]
) -> None:
    asked = {"bucket": "contracts", "query": "terminate the agreement with notice", "filters": filters}
    found = contracts.tools().call(tool, asked)
    assert found["documents_searched"] == len(among)
    assert set(files(found)) <= among
    assert files(found)


def test_words_find_what_has_them_and_snippets_show_it(contracts: Contracts) -> None:
    asked = {"bucket": "contracts", "query": "arbitration in Geneva", "context_chars": 90}
    found = contracts.tools().call("search_text", asked)
    first = found["results"][0]
    assert first["filename"] == "east.pdf"
    assert first["doc_id"] == contracts.document_id("east")
    assert "arbitration in Geneva" in first["text"]
    assert len(first["text"]) <= 91
    assert contracts.tools().call("search_text", asked | {"query": "crocodiles"})["results"] == []


def test_a_phrase_stands_as_it_is(contracts: Contracts) -> None:
    tools = contracts.tools()
    asked = {"bucket": "contracts", "query": '"ninety days of notice"'}
    assert files(tools.call("search_text", asked))[0] == "north.pdf"


def test_one_document_and_the_number_of_results(contracts: Contracts) -> None:
    asked = {"bucket": "contracts", "query": "pumps and seals", "top_k": 2}
    assert len(files(contracts.tools().call("search_text", asked))) == 2
    one = asked | {"doc_id": contracts.document_id("west")}
    assert set(files(contracts.tools().call("search_text", one))) == {"west.pdf"}


def test_a_selection_is_never_left(contracts: Contracts) -> None:
    tools = contracts.tools(selection=[contracts.document_id("west")])
    asked = {"bucket": "contracts", "query": "arbitration pumps"}
    assert set(files(tools.call("search_text", asked))) == {"west.pdf"}
    assert tools.call("count", {"bucket": "contracts"})["count"] == 1
    with pytest.raises(UsageError, match="no filed document"):
        tools.call("get_document_metadata", {"doc_id": contracts.document_id("east")})


def test_metadata_are_values_with_their_places(contracts: Contracts) -> None:
    found = contracts.tools().call("get_document_metadata", {"doc_id": contracts.document_id("south")})
    assert (found["bucket"], found["filename"]) == ("contracts", "south.pdf")
    signed = found["values"]["signed_date"]
    assert (signed["value"], signed["page"]) == ("2023-07-09", 1)
    assert signed["quote"] == "9 July 2023"
    assert 0 < signed["confidence"] <= 1


def test_exact_tools_answer_as_the_fields_do(contracts: Contracts) -> None:
    tools = contracts.tools()
    acme = {"party_b": {"LIKE": "%acme%"}}
    assert tools.call("count", {"bucket": "contracts", "filters": acme})["count"] == 2
    listed = tools.call("list", {"bucket": "contracts", "field": "signed_date", "descending": True})
    assert [row["filename"] for row in listed["documents"]] == [
        "west.pdf",
        "south.pdf",
        "east.pdf",
        "north.pdf",
    ]
    total = tools.call("sum", {"bucket": "contracts", "field": "notice_period_days", "filters": acme})
    assert [row["figure"] for row in total["per_unit"]] == ["120"]
    years = tools.call("group_by", {"bucket": "contracts", "group_by": "signed_date/year"})
    assert [(row["key"], row["documents"]) for row in years["groups"]] == [
        ("2021", 1),
        ("2023", 2),
        ("2024", 1),
    ]
    ends = tools.call("max", {"bucket": "contracts", "field": "signed_date"})
    assert ends["per_unit"][0]["greatest"]["shown"] == "2024-03-05"


@pytest.mark.parametrize("name", FIELD_TOOLS)
def test_every_result_is_json(contracts: Contracts, name: str) -> None:
    asked = {"bucket": "contracts", "field": "notice_period_days", "group_by": "party_b"}
    assert json.loads(json.dumps(contracts.tools().call(name, asked)))


def test_wrong_inputs_are_told(contracts: Contracts) -> None:
    for case in cases("asked", "wrong_inputs_are_told"):
        name, asked, said = case.given["name"], case.given["asked"], case.expected
        with pytest.raises(UsageError) as told:
            contracts.tools().call(name, asked)
        assert said in f"{told.value.message} {told.value.hint}"
