"""A question that the exact reading leaves: the model chooses a query over what the question states."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from core.cancel import CancelToken
from core.corpus.base import FieldLibrary
from core.corpus.decomposition import Decomposition
from core.corpus.library_routing import library_question
from core.corpus.planner import QuestionPlanner
from core.engine.field_library import StoredFieldLibrary
from core.engine.modes import answered
from core.engine.question import Question
from core.events import AnswerReady, Event, EventStamper, ModelCalled, QuestionDecomposed
from core.fields.values import date_value, enum_value, money_value, number_value, text_value
from core.judge.word_judge import WordJudge
from core.models.catalogue import load_catalogue
from core.models.store import ModelStore
from core.plans.library_examples import LibraryExamples
from core.search.embedder import FastembedEmbedder
from core.settings import AnswerSettings, Settings
from core.types import Confidence, Mode
from tests.agent.demand_reader import demand_kinds
from tests.benchmarks.library.documents import Truth, true_library
from tests.corpus.conftest import Contracts
from tests.corpus.kit import TODAY
from tests.scripted_model import ScriptedModel

pytestmark = pytest.mark.model


def bill(name: str, vendor: str, day: date, amount: str) -> Truth:
    values = {
        "document_type": enum_value("invoice"),
        "vendor_name": text_value(vendor),
        "invoice_date": date_value(day),
        "total_amount": money_value(Decimal(amount), "EUR"),
    }
    return Truth(name, "invoices", "plain", "en", False, values)


def sheet_truth(name: str, density: str, flash: str) -> Truth:
    """A data sheet of a solvent; `flash` in °C."""
    values = {
        "device_type": enum_value("solvent"),
        "density": number_value(Decimal(density), "g/cm³"),
        "flash_point": number_value(Decimal(flash), "°C"),
    }
    return Truth(name, "datasheets", "plain", "en", False, values)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FieldLibrary]:
    truths = [
        sheet_truth("acetone.pdf", "0.791", "-18"),
        sheet_truth("water.pdf", "1.0", "100"),
        bill("a.pdf", "Acme GmbH", date(2021, 3, 1), "120.00"),
        bill("b.pdf", "Borealis AG", date(2022, 3, 1), "3400.00"),
    ]
    with true_library(tmp_path_factory.mktemp("planned"), truths) as (opened, _):
        yield opened


def read(
    library: FieldLibrary, question: str, *turns: str | dict[str, object]
) -> tuple[Decomposition | None, list[Event], ScriptedModel]:
    """What a planner with this model makes of it, and what it emitted."""
    model, examples = ScriptedModel(list(turns)), demand_kinds().library
    assert examples is not None
    events: list[Event] = []
    reading = QuestionPlanner(lambda: model, library, examples, EventStamper(), CancelToken()).read(
        question, TODAY
    )
    while True:
        try:
            events.append(next(reading))
        except StopIteration as ended:
            assert model.remaining == 0
            return ended.value, events, model


def filters(found: Decomposition | None) -> list[tuple[str, str, object]]:
    assert found is not None
    return [(one.field, one.operator, one.value) for one in found.constraints]


def test_what_is_understood_exactly_needs_no_model(library: FieldLibrary) -> None:
    found, events, _ = read(library, "List invoices from Acme")
    assert filters(found) == [("vendor_name", "LIKE", "%acme%")]
    assert events == []


def test_without_its_embedder_a_question_is_read_exactly(library: FieldLibrary, tmp_path: Path) -> None:
    gone = LibraryExamples(FastembedEmbedder(tmp_path))
    planner = QuestionPlanner(lambda: ScriptedModel([]), library, gone, EventStamper(), CancelToken())
    reading = planner.read("List invoices from Acme", TODAY)
    with pytest.raises(StopIteration) as ended:
        next(reading)
    assert filters(ended.value.value) == [("vendor_name", "LIKE", "%acme%")]


def test_other_words_are_read_by_the_model_from_what_the_question_states(library: FieldLibrary) -> None:
    question = "Pull up whatever bills acme wrote ahead of May 2022"
    query = {"want": "list", "where": ["vendor_name = acme", "invoice_date before May 2022"]}
    found, events, model = read(library, question, query)
    assert set(filters(found)) == {("vendor_name", "LIKE", "%acme%"), ("invoice_date", "<", "2022-05-01")}
    assert [event.purpose for event in events if isinstance(event, ModelCalled)] == ["planner"]
    request = model.history[0]
    assert request.grammar is not None
    assert request.grammar.json_schema is not None
    ways = {way["properties"]["want"]["enum"][0]: way for way in request.grammar.json_schema["anyOf"]}
    offered = ways["list"]["properties"]["where"]["items"]["enum"]
    assert "vendor_name = acme" in offered
    assert "customer_name = acme" not in offered  # no customer is called so
    assert "document_type = reminder" in offered


@pytest.mark.parametrize(
    "query",
    [
        {"want": "list", "where": ["vendor_name = Acme"]},  # the day is left out
        {"want": "list", "where": ["invoice_date before May 2022"]},  # the name is left out
        {"want": "list", "where": ["vendor_name = Bolt", "invoice_date before May 2022"]},  # never stated
        {"want": "text"},
        '{"want": "list", "where": ["vend',
    ],
)
def test_a_query_without_all_that_is_stated_is_none(
    library: FieldLibrary, query: str | dict[str, object]
) -> None:
    found, _, _ = read(library, "Pull up whatever bills Acme wrote ahead of May 2022", query)
    assert found is None


def test_a_guessed_kind_that_no_document_has_leaves_the_question_to_the_texts(library: FieldLibrary) -> None:
    question = "Pull up whatever nagging bills folks wrote"
    assert read(library, question, {"want": "list", "where": ["document_type = reminder"]})[0] is None
    found, _, _ = read(library, question, {"want": "list", "where": ["document_type = invoice"]})
    assert filters(found)


def test_values_of_one_field_are_alternatives_and_others_hold_at_once(library: FieldLibrary) -> None:
    where = ["vendor_name = Acme", "vendor_name = Borealis", "total_amount > 100 euros"]
    question = "Whatever bills Acme or else Borealis wrote that come to beyond 100 euros"
    found, _, _ = read(library, question, {"want": "count", "where": where})
    assert found is not None
    assert found.computation is not None
    assert found.computation.kind == "count"
    first, second, third = found.constraints
    assert first.group == second.group != 0
    assert third.group == 0


def test_how_much_is_computed_of_the_field_that_the_model_chose(library: FieldLibrary) -> None:
    query = {"want": "average", "of": "density", "where": ["device_type = solvent"]}
    found, _, _ = read(library, "How dense are our solvents, taking the mean of them all?", query)
    assert found is not None
    assert found.computation is not None
    assert (found.computation.kind, found.computation.field) == ("average", "density")


def test_the_number_of_all_documents_needs_no_model(library: FieldLibrary) -> None:
    found, _, _ = read(library, "What's the total of the files we have got here, of all kinds together?")
    assert found is not None
    assert found.everything


@pytest.mark.parametrize("question", ["Why is the flash point of acetone so low?", "Who was the chairman?"])
def test_a_question_about_a_text_costs_no_call(library: FieldLibrary, question: str) -> None:
    found, events, _ = read(library, question)
    assert found is None
    assert events == []


def test_the_answer_says_that_a_model_chose_the_conditions(contracts: Contracts, tmp_path: Path) -> None:
    """The whole way of a question of Agent mode."""
    model = ScriptedModel([{"want": "list", "where": ["party = Acme"]}])
    settings = Settings(answers=AnswerSettings(extractive="never"))
    with ThreadPoolExecutor(1) as searches:
        events = list(
            answered(
                Question("Show me whatever deals with Acme were inked", Mode.AGENT),
                (),
                contracts.retriever,
                StoredFieldLibrary(contracts.library.database, None),
                searches,
                lambda: model,
                ModelStore(tmp_path, load_catalogue()),
                WordJudge(),
                demand_kinds(),
                settings,
                EventStamper(),
                CancelToken(),
            )
        )
    [decomposed] = [event for event in events if isinstance(event, QuestionDecomposed)]
    assert decomposed.conditions == "First party contains acme or Second party contains acme"
    [ready] = [event for event in events if isinstance(event, AnswerReady)]
    assert ready.answer.confidence is Confidence.MEDIUM
    assert any("language model chose" in one.missing for one in ready.answer.insufficiencies)


def test_without_a_model_one_bucket_that_understands_every_word_is_enough(library: FieldLibrary) -> None:
    found = library_question("Which substance has the lowest flash point?", library, TODAY)
    assert found is not None
    assert found.primary_buckets == ("datasheets",)
    listed = library_question("Stoffe mit unter 10 °C Flammpunkt", library, TODAY)
    assert listed is not None
    assert [(one.field, one.operator) for one in listed.constraints] == [("flash_point", "<")]
    for question in (
        "What is the flash point of acetone?",
        "What is the highest shimmer?",
        "What is the total?",
        "Who is the manufacturer?",
        "What is the longest term?",  # of contracts, of which there are none
        "What was paid in 2021?",
        "Who is from Acme?",
    ):
        assert library_question(question, library, TODAY) is None, question
