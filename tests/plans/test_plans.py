"""What reading plans show: the document's own words, whole, in order, each with its place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from core.events import NoticeGiven, ToolCalled
from core.plans.document_outline import item_mark
from core.plans.summary import asked_count
from core.system.paths import resources
from core.text.places import NamedPlaces, places_in, section_number
from core.types import StatementStatus
from core.types.requests import RequestKind
from tests.library_kit import open_library
from tests.plans.conftest import Plans, texts

READS_LISTS = "qwen2.5-coder-1.5b-instruct-q4_k_m"


def test_a_document_is_sections_under_their_headings(plans: Plans) -> None:
    sections = {section.heading: section for section in plans.outline("contract.txt").sections}
    assert sections["2.1. Period"].path[-2:] == ("2. Warranty", "2.1. Period")
    assert [line.text for line in sections["2.1. Period"].lines] == [
        "The warranty period of each pump is 24 months from delivery.",
        "It does not cover wearing parts.",
    ]
    bread = [section.heading for section in plans.outline("bread.txt").sections]
    assert bread[-2:] == ["Dough", "Baking"]  # a numbered step is no heading


def test_numbered_headings_are_told_from_steps(reading: Callable[[str, str], Plans]) -> None:
    """Also where the number counts on from the one before, as the steps of a list do."""
    terms = (
        "1 Subject\n\nThe supplier makes seals.\n\n2 Term and termination\n\nThe contract ends in June.\n\n"
        "3 Prices\n\nPrices are free of tax.\n"
    )
    plans = reading("terms.txt", terms)
    headings = [section.heading for section in plans.outline("terms.txt").sections]
    assert headings == ["1 Subject", "2 Term and termination", "3 Prices"]


def test_a_title_within_a_clause_is_a_heading_and_an_item_of_a_list_is_none(
    reading: Callable[[str, str], Plans],
) -> None:
    clause = "Either party may end the order on thirty days of notice."
    terms = (
        f"1. Term\n\n(b) Termination for Convenience. {clause}\n\n"
        "2. Default\n\nEach of these is an event of default:\n\n"
        "(a) Failure to Pay. The borrower does not pay.\n\n(b) Cross Default. Another loan is due.\n"
    )
    sections = reading("terms.txt", terms).outline("terms.txt").sections
    (found,) = [one for one in sections if one.heading == "(b) Termination for Convenience"]
    assert [line.text for line in found.lines] == [clause]
    assert "(a) Failure to Pay." in [line.text for line in sections[-1].lines]


def test_a_summary_leaves_out_links_and_keeps_values(reading: Callable[[str, str], Plans]) -> None:
    page = (
        "<h1>Minutes of the council</h1><h2>Links</h2><ul><li>Recording: https://example.org/a</li></ul>"
        "<h2>Budget</h2><p>The council approved the budget. It asked for a list of open bills.</p>"
        "<h2>Warranty</h2><p>Warranty: 24 months.</p>"
    )
    plans = reading("minutes.html", f"<html><body>{page}</body></html>")
    answer = plans.run(RequestKind.SUMMARY, "Summarise the minutes.", "minutes.html")
    assert "Recording" not in answer.text
    assert "24 months" in answer.text


def test_items_that_are_called_as_sections_are_stay_items(reading: Callable[[str, str], Plans]) -> None:
    names = ("Text", "Number", "Day")
    items = "".join(f"<li><p>{name}</p></li>" for name in names)
    below = "".join(f"<h2>{name}</h2><p>{'It is written as it is meant. ' * 40}</p>" for name in names)
    page = f"<h1>Values</h1><p>A value has one of these types.</p><ul>{items}</ul>{below}"
    plans = reading("values.html", f"<html><body>{page}</body></html>")
    sections = plans.outline("values.html").sections
    assert [line.text for line in sections[0].lines] == ["A value has one of these types.", *names]


def test_headers_and_footers_are_no_text_of_the_document(tmp_path: Path) -> None:
    """Such as “Copy for the customer Page 1 of 2” at the end of both pages of a service report."""
    library = open_library(tmp_path / "home")
    try:
        library.ingest(resources() / "samples" / "service-report-2025-088.pdf")
        lines = Plans(library).outline("service-report-2025-088.pdf").all_lines
    finally:
        library.close()
    assert any("dry-run" in line.text for line in lines)
    assert not any(line.text == "Aldermoor Service Report 2025-088" for line in lines)
    assert not any("Page 1 of 2" in line.text or "Page 2 of 2" in line.text for line in lines)


def test_steps_are_the_whole_block_in_order_and_nothing_else(plans: Plans) -> None:
    answer = plans.run(RequestKind.STEPS, "How do I make the dough? All steps in order.", "bread.txt")
    assert texts(answer) == [
        "1. Mix 500 g of flour with 7 g of yeast.",
        "2. Add 330 ml of warm water and knead for ten minutes.",
        "3. Let the dough rest for one hour. Cover it with a cloth.",
    ]
    assert {statement.status for statement in answer.statements} == {StatementStatus.QUOTED}


def test_steps_of_markdown_are_those_of_their_own_part(reading: Callable[[str, str], Plans]) -> None:
    """Numbers as a browser counts them; a last step before other text is no heading."""
    page = (
        "# Boiler\n\n## Fitting\n\n1. Close the valve.\n1. Set the boiler on the frame\n   - upright\n"
        "1. Tighten the bolts\n\nCall the fitter afterwards.\n\n## Draining\n\n1. Open the drain.\n"
        "2. Wait an hour.\n3. Shut the drain\n\nIt is empty then.\n"
    )
    plans = reading("boiler.md", page)
    drain = plans.run(RequestKind.STEPS, "Draining: wait, open and shut the drain, in order", "boiler.md")
    fit = plans.run(RequestKind.STEPS, "Fitting the boiler on the frame, all steps", "boiler.md")
    assert [text[:2] for text in texts(drain)] == ["1.", "2.", "3."]
    assert "Shut the drain" in drain.text
    assert "valve" not in drain.text
    assert [text[:2] for text in texts(fit)] == ["1.", "2.", "3."]
    assert "• upright" in fit.text
    assert "drain" not in fit.text


@pytest.mark.parametrize(
    "marks", [("a)", "b)", "c)"), ("(a)", "(b)", "(c)"), ("Step 1:", "Step 2:", "Step 3:")]
)
def test_steps_may_be_counted_by_letters_and_by_name(
    reading: Callable[[str, str], Plans], marks: Sequence[str]
) -> None:
    steps = ("Shut the cold valve.", "Open the drain until the water runs clear.", "Fill the tank again.")
    shown = "\n".join(f"   {mark} {step}" for mark, step in zip(marks, steps, strict=True))
    costs = "A plumber takes 150 euros for it.\n\nThe papers are in the blue folder.\n"
    page = f"HOUSE NOTES\n\nHOW TO FLUSH THE WATER HEATER\n\nDo it once a year.\n\n{shown}\n\n{costs}"
    plans = reading("house.txt", page)
    answer = plans.run(RequestKind.STEPS, "How do I flush the water heater?", "house.txt")
    assert texts(answer) == [f"{mark} {step}" for mark, step in zip(marks, steps, strict=True)]


def test_what_to_do_at_one_code_of_several_is_what_stands_beside_it(
    reading: Callable[[str, str], Plans],
) -> None:
    page = (
        "DRYER\n\nHOW TO MAKE A CLAIM\n\n1. Write down the serial number.\n2. Call the service line.\n"
        "3. Have the receipt ready.\n\nERROR CODES\n\nE1 means that the lint filter is full. Clean it.\n\n"
        "E4 means that it leaks. Close the tap and call the service.\n"
    )
    plans = reading("dryer.txt", page)
    answer = plans.run(RequestKind.STEPS, "the dryer shows E4, what do I do?", "dryer.txt")
    assert texts(answer) == ["E4 means that it leaks.", "Close the tap and call the service."]
    assert "serial number" not in answer.text


def test_what_is_counted_within_a_step_belongs_to_it(reading: Callable[[str, str], Plans]) -> None:
    page = (
        "HOUSE NOTES\n\nHOW TO SERVICE THE BOILER\n\na) Prepare the boiler.\n1. Shut the valve.\n"
        "2. Drain it.\n3. Dry the tank.\nb) Fit the new seal.\nc) Open the valve of the boiler.\n"
    )
    plans = reading("boiler.txt", page)
    answer = plans.run(RequestKind.STEPS, "How do I service the boiler?", "boiler.txt")
    assert [text[:2] for text in texts(answer)] == ["a)", "b)", "c)"]
    assert "2. Drain it." in texts(answer)[0]


def test_a_section_is_summed_up_by_its_number(plans: Plans) -> None:
    answer = plans.run(RequestKind.SUMMARY, "Summarise section 2.2 in two points.", "contract.txt")
    assert len(answer.statements) == 2
    assert "14 days" in answer.text
    assert "30 days" in answer.text
    assert "24 months" not in answer.text


def test_a_summary_walks_the_whole_document(plans: Plans) -> None:
    answer = plans.run(RequestKind.SUMMARY, "Summarise this contract in four points.", "contract.txt")
    assert len(answer.statements) == 4
    for heading in ("Delivery", "Warranty", "Liability", "Restrictions"):
        assert heading in answer.text
    for statement in answer.statements:
        assert statement.status is StatementStatus.QUOTED
        assert statement.evidence


def test_a_summary_is_of_sentences_under_their_headings(reading: Callable[[str, str], Plans]) -> None:
    """Not of rows of figures, nor of headings of what is left out."""
    long = (
        "Net sales rose because "
        + "of higher prices and of new stores in the north and in the south, and " * 3
    )
    rows = "\n".join(f"| Position {n} | {n}00 | {n}50 |" for n in range(1, 9))
    page = (
        f"# Results\n\n## Sales\n\n{long}because of good weather.\n\n## Stores\n\nTwelve stores were opened "
        "in the fourth quarter, and two closed in the first one.\n\n## Balance\n\n| Item | 2022 | 2021 |\n"
        f"|---|---|---|\n{rows}\n"
    )
    plans = reading("results.md", page)
    answer = plans.run(RequestKind.SUMMARY, "Summarise this in two bullets.", "results.md")
    assert [text.split(" · ")[-2] for text in texts(answer)] == ["Sales", "Stores"]
    assert "because of good weather" in answer.text
    assert "Position" not in answer.text


def test_a_section_that_is_not_there_is_said(plans: Plans) -> None:
    answer = plans.run(RequestKind.EXPLANATION, "Explain section 99 on liability.", "contract.txt")
    assert [event.code for event in plans.events if isinstance(event, NoticeGiven)] == ["no_such_place"]
    assert answer.statements


def test_documents_that_were_not_read_are_said(plans: Plans) -> None:
    plans.run(RequestKind.EXPLANATION, "Explain defects.", "contract.txt", "lease.txt")
    (notice,) = [event for event in plans.events if isinstance(event, NoticeGiven)]
    assert notice.code == "only_documents"
    assert "2" in notice.message


def test_an_explanation_shows_the_words_of_the_document_first(plans: Plans) -> None:
    said = "If something goes wrong, the supplier pays at most what the order cost [1]"
    answer = plans.run(
        RequestKind.EXPLANATION, "Explain section 3 in plain words.", "contract.txt", turns=[said, said]
    )
    assert "limited to the price of the order" in texts(answer)[0]
    assert answer.statements[0].status is StatementStatus.QUOTED
    assert all(
        one.status is not StatementStatus.QUOTED for one in answer.statements if "goes wrong" in one.text
    )


def test_an_explanation_shows_what_a_term_means_elsewhere(reading: Callable[[str, str], Plans]) -> None:
    terms = " ".join(f"Word {number}: something that stands in the policy." for number in range(30))
    page = (
        "# Policy\n\n## Theft\n\nWe do not pay for theft while your home is unoccupied.\n\n## Definitions\n\n"
        f"{terms}\n\nUnoccupied means that nobody has lived in your home for more than 60 days.\n"
    )
    plans = reading("policy.md", page)
    answer = plans.run(RequestKind.EXPLANATION, "What does unoccupied mean?", "policy.md")
    assert "more than 60 days" in answer.text


def test_what_a_model_invents_is_left_out_and_said(plans: Plans) -> None:
    said = "The supplier pays 90 dollars for each week of delay [1]"
    answer = plans.run(
        RequestKind.EXPLANATION, "Explain section 3 in plain words.", "contract.txt", turns=[said, said]
    )
    assert "90" not in answer.text
    assert [one.kind.value for one in answer.insufficiencies] == ["left_out"]


@pytest.mark.parametrize("said", ["the oven being at 230 degrees", "hot stoves", "the oven at 230 degrees"])
def test_a_place_is_found_by_what_is_looked_for(plans: Plans, said: str) -> None:
    """A subject in words of its own, or without one of those between, is not believed: then the request alone
    is searched for."""
    request = "where was that bit about the oven being at 230 degrees? page pls"
    answer = plans.run(RequestKind.FIND, request, turns=[said])
    (asked,) = [event.tool_input["query"] for event in plans.events if isinstance(event, ToolCalled)]
    assert (said in asked, request in asked) == (said in request, True)
    if said in request:
        assert texts(answer) == ["Baking · 1. Heat the oven to 230 degrees."]


@pytest.mark.parametrize(
    ("item", "before"),
    [("Open Settings", "To set the router up:"), ("Maria Lopez", "These people won the prize this year:")],
)
def test_items_of_numbered_lists_are_no_headings(
    reading: Callable[[str, str], Plans], item: str, before: str
) -> None:
    page = (
        f"<h1>Page</h1><p>{before}</p><ol><li>{item}.</li><li>Choose Network.</li><li>Press Save.</li></ol>"
    )
    plans = reading("page.html", page)
    lines = [line.text for line in plans.outline("page.html").lines]
    assert lines[-3:] == [f"1. {item}.", "2. Choose Network.", "3. Press Save."]


def test_a_draft_keeps_its_greeting_and_ties_its_figures(plans: Plans) -> None:
    fact = "The buyer reports a defect in writing within 14 days after finding it [1]"
    letter = f"Dear supplier,\n{fact}\nKind regards"
    answer = plans.run(
        RequestKind.DRAFT,
        "Draft a note about a defect under section 2.2.",
        "contract.txt",
        turns=["a defect under section 2.2", letter],
    )
    assert texts(answer)[-3] == "Dear supplier,"
    assert texts(answer)[-1] == "Kind regards"
    assert [one.is_own_words for one in answer.statements[-3:]] == [True, False, True]
    assert plans.notices == {"is_draft": {}}
    assert f"Dear supplier,\n\n{fact}\n\nKind regards" in answer.text


def test_a_greeting_cites_nothing_and_what_is_wrong_still_says_what_it_cites(plans: Plans) -> None:
    fact = "The buyer reports a defect in writing within 36 days after finding it. [1]"
    letter = f"Dear supplier, [1]\n{fact}\nKind regards [1]"
    answer = plans.run(
        RequestKind.DRAFT,
        "Draft a note about a defect under section 2.2.",
        "contract.txt",
        turns=["a defect under section 2.2", letter],
    )
    greeting, claim, _closing = answer.statements[-3:]
    assert (greeting.status, greeting.evidence) == (StatementStatus.WEAK, ())
    assert claim.status is StatementStatus.UNSUPPORTED
    assert claim.evidence


def test_without_a_model_the_words_of_the_document_stand(plans: Plans) -> None:
    for kind, request in (
        (RequestKind.ABOUT, "What is this document?"),
        (RequestKind.EXPLANATION, "Explain section 3."),
        (RequestKind.DRAFT, "Draft a note about section 2.2."),
        (RequestKind.COMPARISON, "What does the buyer do about a defect?"),
    ):
        answer = plans.run(kind, request, "contract.txt")
        assert answer.statements, kind
        assert {one.status for one in answer.statements} == {StatementStatus.QUOTED}, kind


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("Summarise Section 3.4 (Acceptance)", NamedPlaces((), ("3.4",))),
        ("Fasse § 7 zusammen", NamedPlaces((), ("7",))),
        ("pages 10 to 14, please", NamedPlaces(((10, 14),), ())),
        ("Seite 3 bis 5", NamedPlaces(((3, 5),), ())),
        ("the meeting of 18 February 2020", NamedPlaces()),
        ("in five points", NamedPlaces()),
    ],
)
def test_places_are_read_exactly(text: str, places: NamedPlaces) -> None:
    assert places_in(text) == places


def test_numbers_marks_and_counts_are_read_by_their_shape() -> None:
    assert [section_number(text) for text in ("3.4. Acceptance", "§ 7 Zeitpunkt", "Holidays")] == [
        "3.4",
        "7",
        "",
    ]
    assert item_mark("a) one") == item_mark("b) two") != item_mark("1. one")
    assert item_mark("Offset Date-Time") == "few"
    assert not item_mark("The tenant pays the rent.")
    counts = {
        "Summarise it in five bullet points": 5,
        "in drei Stichpunkten": 3,
        "Summarise page 7": 0,
        "Summarise section 3 in 2 sentences": 2,
        "Summarise the meeting of 3 March 2020": 0,
        "Summarise it": 0,
    }
    assert {text: asked_count(text) for text in counts} == counts


def test_the_document_that_a_request_names_by_its_file_is_read(plans: Plans) -> None:
    """Deliveries and defects stand in the contract, too."""
    answer = plans.run(RequestKind.SUMMARY, "Sum up delivery and defects of pumps in the lease in 3 points.")
    assert {one.filename for one in answer.citations} == {"lease.txt"}
