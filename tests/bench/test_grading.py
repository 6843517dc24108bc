"""What counts as a right answer: figures with unit and scale, dates, names, quotes, sections, honest gaps."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from pydantic import TypeAdapter

from core.types import Answer, Insufficiency, Statement, StatementStatus
from tests.benchmarks.grading.figures_and_dates import dates_of, figures_of
from tests.benchmarks.grading.grades import (
    NO_FIGURE,
    OTHER_FIGURE,
    SWAPPED,
    WRONG_BESIDE,
    WRONG_SCALE,
    grade,
    is_verbatim,
    section_texts,
)
from tests.benchmarks.grading.rules import Rule

QUESTION = "How much was it?"
REVENUE = {"rule": "number", "value": 5_854_430_000, "unit": "USD"}
STAFF = {"rule": "number", "value": 29239, "words": ["people", "employees"], "tolerance": 0}
SHARE = {"rule": "number", "value": 27, "unit": "percent", "tolerance": 0}
POINTS = {"rule": "number", "value": 1, "unit": "percentage points", "tolerance": 0}
FALL = {"rule": "number", "value": -6.2, "unit": "percent", "change": True, "tolerance": 0}
YEARS = {"rule": "number", "value": 4, "words": ["years"], "tolerance": 0}
PRICE = {"rule": "number", "value": 0.733, "unit": "USD"}
MILLIONS = {"rule": "number", "value": 17_846_000_000, "unit": "USD", "asked_in": "million"}


def rule_of(data: dict[str, Any]) -> Rule:
    adapter: TypeAdapter[Rule] = TypeAdapter(Rule)
    return adapter.validate_python(data)


def reason(rule: dict[str, Any], text: str, question: str = QUESTION) -> str:
    return grade(rule_of(rule), question, Answer(text)).reason


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        (REVENUE, "Total revenue was $5,854,430 thousand [1]."),
        (REVENUE, "Revenue was $5,854.43 million, up 22%."),
        (REVENUE, "Revenue: 5.85 billion dollars in fiscal 2016."),
        (REVENUE, "In 2016 it was US$5.85bn."),
        (REVENUE, "Revenue (in thousands): 5,854,430"),
        (REVENUE, "$5.854B on page 62 of the 10-K"),
        (STAFF, "As of December 2, 2022, we employed 29,239 people, of which 51% were in the United States."),
        (STAFF, "Adobe had 29239 employees in 12 countries."),
        (STAFF, "It had 29,239 full-time and part-time employees."),
        (STAFF, "29,239 people work in 14.2 million square feet, and 2 new offices opened."),
        (STAFF, "The headcount was 29,239."),
        (SHARE, "The F-35 program generated 27% of net sales in 2021."),
        (SHARE, "It was 27 percent, or $18 billion of $67 billion."),
        (POINTS, "It rose by 1 percentage point, from 8% to 9%."),
        (POINTS, "By 100 basis points."),
        (FALL, "Comparable sales declined 6.2%."),
        (FALL, "Comparable sales changed by (6.2)%."),
        (FALL, "The change was -6.2 %."),
        (FALL, "While spending elsewhere increased, there was a 6.2% decline."),
        (FALL, "Comparable sales declined 6.2% as spending outside the home increased."),
        (YEARS, "The useful life is now four years."),
        (YEARS, "4 years since January 2020"),
        (PRICE, "Adjusted EPS was 73.3 cents per share."),
        (PRICE, "Adjusted EPS of 73.3 cps"),
        (PRICE, "$0.733"),
        (PRICE, "With net sales of $14.7 billion, adjusted EPS was 73.3 cents."),
        (MILLIONS, "It was 17,846."),
        (MILLIONS, "It was $17.85 billion."),
    ],
)
def test_right_figures(rule: dict[str, Any], text: str) -> None:
    assert reason(rule, text) == ""


@pytest.mark.parametrize(
    ("rule", "text", "why"),
    [
        (REVENUE, "Total revenue was $5,854,430.", WRONG_SCALE),
        (REVENUE, "Total revenue was $5,854,430 million.", WRONG_SCALE),
        (REVENUE, "Total revenue was $5.65 billion.", OTHER_FIGURE),
        (REVENUE, "Total revenue was €5,854 million.", WRONG_SCALE),
        (REVENUE, "Revenue was $5.85 billion or $4.80 billion.", WRONG_BESIDE),
        (REVENUE, "Total revenue (in thousands) 5,854,430 4,795,511 4,147,065", WRONG_BESIDE),
        (REVENUE, "Revenue grew by 22%.", NO_FIGURE),
        (STAFF, "29,239 people, up from 25,988 people", WRONG_BESIDE),
        (STAFF, "About 30,000 employees", OTHER_FIGURE),
        (STAFF, "29,239 square feet", WRONG_SCALE),
        (SHARE, "It is 27.", WRONG_SCALE),
        (SHARE, "27 percentage points", WRONG_SCALE),
        (POINTS, "It rose by 1%.", WRONG_SCALE),
        (POINTS, "By 10 basis points.", OTHER_FIGURE),
        (FALL, "Comparable sales increased 6.2%.", WRONG_SCALE),
        (FALL, "Comparable sales were 6.2%.", WRONG_SCALE),
        (YEARS, "It went from three years to four years.", WRONG_BESIDE),
        (PRICE, "It was $73.3 per share.", OTHER_FIGURE),
        (MILLIONS, "It was 17,846 thousand dollars.", WRONG_SCALE),
    ],
)
def test_wrong_figures(rule: dict[str, Any], text: str, why: str) -> None:
    assert reason(rule, text) == why


def test_another_figure_may_stand_beside_it_when_the_sentence_says_what_it_is() -> None:
    rule = {**REVENUE, "beside": [{"value": 4_795_511_000, "says": ["2015"]}]}
    assert reason(rule, "Revenue was $5.85 billion, up from $4.80 billion in 2015.") == ""
    assert reason(rule, "Revenue was $5.85 billion, up from $4.80 billion.") == WRONG_BESIDE
    assert reason(rule, "Revenue in 2015 was $4.80 billion.") != ""


def test_what_is_denied_is_not_claimed() -> None:
    assert reason(STAFF, "The documents disagree; the newest counts: 29,239 people, not 15,706.") == ""
    assert reason(STAFF, "The documents disagree: 29,239 people and 15,706 people.") == WRONG_BESIDE
    assert reason(STAFF, "It is 15,706 people, not 29,239.") == OTHER_FIGURE
    assert reason(REVENUE, "$5.85 billion rather than $4.80 billion") == ""
    rule = {"rule": "name", "names": ["Dan Durn"], "beside": [{"name": "Mark Garrett", "says": ["2016"]}]}
    assert reason(rule, "It is Dan Durn, not Mark Garrett.") == ""
    assert reason({"rule": "date", "date": "2022-12-23"}, "December 23, 2022, not December 22, 2022") == ""


def test_figures_of_the_question_are_no_claims() -> None:
    question = "By how much did sales of $4.8 billion grow, and to what?"
    assert reason(REVENUE, "From $4.8 billion to $5.85 billion.", question) == ""


def test_several_facts_each_with_its_own_name() -> None:
    rule = {
        "rule": "all",
        "parts": [
            {"about": ["Microsoft"], "answer": {"rule": "number", "value": 26.2e9, "unit": "USD"}},
            {"about": ["Adobe"], "answer": {"rule": "number", "value": 20e9, "unit": "USD"}},
        ],
    }
    assert reason(rule, "Microsoft pays $26.2 billion for LinkedIn, Adobe $20 billion for Figma.") == ""
    assert reason(rule, "Microsoft and Adobe pay $26.2 billion and $20 billion.") == ""
    assert reason(rule, "- Microsoft: $26.2 billion\n- Adobe: $20 billion") == ""
    assert reason(rule, "Microsoft pays $20 billion, Adobe $26.2 billion.") == SWAPPED
    assert reason(rule, "Microsoft: $20 billion.\nAdobe: $26.2 billion.") == SWAPPED
    assert reason(rule, "Microsoft pays $26.2 billion.") == f"Adobe: {NO_FIGURE}"
    assert WRONG_BESIDE in reason(rule, "Microsoft pays $26.2 billion, Adobe $20 billion or $25 billion.")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("It closed on December 23, 2022.", ""),
        ("23 December 2022", ""),
        ("On Dec. 23, 2022 [2]", ""),
        ("2022-12-23", ""),
        ("12/23/2022", ""),
        ("In December 2022, on December 23, 2022.", ""),
        ("In December 2022", "no such date"),
        ("It closed on December 22, 2022.", "another date"),
        ("December 23, 2022 or December 24, 2022", WRONG_BESIDE),
        ("It was sold for $365 million.", "no such date"),
    ],
)
def test_dates(text: str, why: str) -> None:
    assert reason({"rule": "date", "date": "2022-12-23"}, text) == why


def test_names_and_who_may_be_named_beside_them() -> None:
    rule = {
        "rule": "name",
        "names": ["Dan Durn", "Daniel Durn"],
        "beside": [{"name": "Garrett", "says": ["2016", "former"]}],
    }
    assert reason(rule, "Daniel Durn has been CFO since October 2021.") == ""
    assert reason(rule, "Daniel Durn; in 2016 it was Mark Garrett.") == ""
    assert reason(rule, "Daniel Durn or Mark Garrett.") == WRONG_BESIDE
    assert reason(rule, "Mark Garrett.") == "another name"
    assert reason(rule, "The CFO.") == "the name is not there"


def test_phrases() -> None:
    rule = {"rule": "phrases", "all": [["first-in, first-out", "FIFO"]], "none": ["last-in"]}
    assert reason(rule, "Inventories follow the first‑in, first‑out method.") == ""
    assert reason(rule, "FIFO") == ""
    assert reason(rule, "FIFO or last-in, first-out").startswith("said, though")
    assert reason(rule, "Lower of cost and net realizable value").startswith("not said")


def test_quotes_are_compared_letter_by_letter() -> None:
    printed = "We have not experienced work stoppages and believe our employee relations are good."
    assert reason({"rule": "quote", "text": printed}, f"Adobe says: “{printed}” [1]") == ""
    assert reason({"rule": "quote", "text": printed}, printed.replace("good", "fine")) != ""
    assert reason({"rule": "quote", "text": printed}, "Relations with employees are good.") != ""
    assert is_verbatim("The firm's ﬁrst office", "… the\nof-\nfice. The firm’s first of-\nfice closed")
    assert not is_verbatim("the first office", "the last office")
    assert is_verbatim("co-sourced and outsourced", "by co-\nsourced and outsourced arrangements")
    assert not is_verbatim("co- sourced", "by co-\nsourced arrangements")


UNKNOWN = {"rule": "disclosed"}


def statement(status: StatementStatus) -> Answer:
    return Answer(
        "Prime has 150 million members [1].", (Statement("Prime has 150 million members.", status),)
    )


def test_a_gap_is_disclosed_when_it_is_said_and_nothing_is_claimed_as_verified() -> None:
    missing = (Insufficiency("", "the number of members", ("prime members",)),)
    for answer in (
        Answer("I don't know based on the provided documents."),
        Answer("The documents do not state how many members there are."),
        Answer("It is not disclosed."),
        Answer("No sentence was found in the documents that clearly answers this."),
        Answer("That figure isn't included in the reports."),
        Answer("The documents provided do not contain information about this."),
        Answer("Insufficient documentation: nothing that was found answers this."),
        Answer("", insufficiencies=missing),
    ):
        assert grade(rule_of(UNKNOWN), QUESTION, answer).correct, answer
    for answer in (
        Answer("Prime has 150 million members."),
        Answer("It offers films that are not available elsewhere; net sales do not include taxes."),
        statement(StatementStatus.WEAK),
        replace(statement(StatementStatus.WEAK), insufficiencies=missing),
        replace(statement(StatementStatus.QUOTED), insufficiencies=missing),
        replace(statement(StatementStatus.QUOTED), text="The documents do not say how many. There are 150."),
    ):
        found = grade(rule_of(UNKNOWN), QUESTION, answer)
        assert not found.correct
        assert not found.disclosed


def test_an_honest_gap_is_no_right_answer_where_there_is_one() -> None:
    found = grade(rule_of(STAFF), QUESTION, Answer("The documents do not contain information about this."))
    assert (found.correct, found.disclosed) == (False, True)


SECTIONS = {
    "rule": "sections",
    "sections": [
        {"heading": "Employees", "answer": STAFF},
        {"heading": "Prime members", "answer": UNKNOWN},
    ],
}


def test_sections_with_a_rule_each() -> None:
    text = "## Employees\nThere are 29,239 people [1].\n\n**Prime members:** The documents do not state it."
    assert reason(SECTIONS, text) == ""
    assert reason(SECTIONS, text.replace("29,239", "30,239")) == f"Employees: {OTHER_FIGURE}"
    assert "not there" in reason(SECTIONS, text.replace("## Employees", ""))
    assert "missing" in reason(SECTIONS, "Employees: 29,239\nPrime members: 150 million.")
    disclosed = Answer("Employees: 29,239", insufficiencies=(Insufficiency("Prime members", "their number"),))
    assert grade(rule_of(SECTIONS), QUESTION, disclosed).correct


def test_headings_in_usual_forms() -> None:
    text = "1. Sales\nten\n### **Outlook**\nmore\nDividend - 49 cents\nSales rose."
    assert section_texts(text, ["Outlook", "Sales", "Dividend", "Risks"]) == {
        "Sales": "ten",
        "Outlook": "more",
        "Dividend": "49 cents\nSales rose.",
    }


def test_figures_are_read_with_scale_sign_and_unit() -> None:
    found = figures_of(
        "F-35, 10-K, 5G, Q4 2021, fiscal 2023, page 7 [3]: $(1,508) million, twenty-four months."
    )
    assert [(figure.readings, figure.kind, figure.behind) for figure in found] == [
        ((Decimal("1508000000"), Decimal("-1508000000")), "money", ()),
        ((Decimal(24),), "plain", ("months",)),
    ]
    low, high = figures_of("$850-950 million")
    assert (low.readings, high.readings) == ((Decimal(850),), (Decimal("950000000"),))


def test_a_place_of_the_text_is_one_date() -> None:
    assert [date.iso for date in dates_of("December 2, 2022; March 2023; 2023-13-01")] == [
        "2022-12-02",
        "2023-03",
    ]
