"""What documents say about themselves: organisations, years, kinds, dates, abbreviations."""

from __future__ import annotations

from core.ingest.structure.document_facts import abbreviations, find_facts, first_date, name_facts, told_title
from core.store.facts import DocumentFacts, facts_from, facts_of, facts_text, pack_facts
from tests.ingest.batch import page_of
from tests.scored import scored


@scored("ingest")
def test_name_facts(filename: str, expected: tuple[object, ...]) -> None:
    facts = name_facts(filename)
    assert (facts.names, facts.years, facts.quarter, facts.kind) == expected


@scored("ingest")
def test_first_date(text: str, date: str) -> None:
    assert first_date(text) == date


def test_first_pages_say_who_and_when() -> None:
    text = (
        "ANNUAL REPORT\nFor the fiscal year ended December 31, 2021\nHarbour Freight Lines, Inc.\n"
        "(Exact name of registrant as specified in its charter)\n"
        "Common stock, par value $1 HFL New York Stock Exchange\n"
        "Portions are DOCUMENTS INCORPORATED BY REFERENCE\n"
    )
    facts = find_facts("scan0001.pdf", "", [page_of(1, text.split("\n"))])
    assert facts.names[0] == "Harbour Freight Lines, Inc."
    assert "HFL" in facts.names
    assert not any("DOCUMENTS" in name for name in facts.names)
    assert (facts.years, facts.kind, facts.date) == ((2021,), "annual_report", "2021-12-31")


def test_a_german_contract() -> None:
    text = (
        "Mietvertrag\nzwischen der Lindenhof Verwaltungs GmbH & Co. KG und Frau Weber\n"
        "Berlin, den 3. Mai 2019\n"
    )
    facts = find_facts("dokument.pdf", "", [page_of(1, text.split("\n"))])
    assert any(name.startswith("Lindenhof Verwaltungs") for name in facts.names)
    assert (facts.kind, facts.date) == ("contract", "2019-05-03")


def test_abbreviations_are_those_the_text_explains() -> None:
    found = abbreviations(
        [
            "Selling, general and administrative (“SG&A”) expenses rose. The plan (PBO) is new.",
            "It reports property, plant and equipment (PP&E). See the Board (B).",
            "die Allgemeinen Geschäftsbedingungen (AGB) gelten",
        ]
    )
    assert found == {
        "SG&A": "Selling, general and administrative",
        "PP&E": "property, plant and equipment",
        "AGB": "Allgemeinen Geschäftsbedingungen",
    }


def test_a_title_that_tells_nothing_is_completed() -> None:
    facts = DocumentFacts(names=("Nordwind AG",), years=(2018,))
    assert told_title("Form 10-K", facts) == "Form 10-K · Nordwind AG · 2018"
    assert told_title("NORDWIND 2018 10K", facts) == "NORDWIND 2018 10K"


def test_facts_survive_packing_and_damage_is_no_error() -> None:
    facts = find_facts(
        "ACME_2024Q2_10Q.pdf", "", [page_of(1, ["Acme Inc. Gross domestic product (GDP) fell."])]
    )
    assert facts.abbreviations == {"GDP": "Gross domestic product"}
    assert facts_of(facts_text(facts)) == facts
    assert facts_from(pack_facts(facts)) == facts
    assert facts_of("") == facts_of("{damaged") == facts_of('{"names": 3}') == DocumentFacts()
    many = pack_facts(facts) | {"names": [f"name {number}" * 100 for number in range(1000)]}
    bounded = facts_from(many)
    assert len(bounded.names) <= 12
    assert max(map(len, bounded.names)) <= 160
