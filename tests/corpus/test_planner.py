"""What a model may add to a question that the rules leave: a bucket, and conditions with a foothold in it."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from pathlib import Path

import pytest

from core.cancel import CancelToken
from core.corpus.asking.decompose import Vocabulary
from core.corpus.asking.within_bucket import Within, read_within, understood_by
from core.corpus.base import FieldLibrary
from core.corpus.decomposition import Decomposition
from core.corpus.library_routing import library_question
from core.corpus.planner import QuestionPlanner, added_conditions
from core.engine.field_library import StoredFieldLibrary
from core.engine.modes import answered
from core.engine.question import Question
from core.events import Event, EventStamper, InputRequired, ModelCalled, QuestionDecomposed
from core.fields.schema import built_in_schemas
from core.fields.values import enum_value, number_value, text_value
from core.judge.word_judge import WordJudge
from core.llm.grammars import compile_json_schema
from core.models.catalogue import load_catalogue
from core.models.store import ModelStore
from core.plans.request_kinds import RequestKinds
from core.settings import AnswerSettings, Settings
from core.types import Mode
from tests.benchmarks.library.documents import Truth, true_library
from tests.corpus.conftest import Contracts
from tests.corpus.kit import TODAY
from tests.scored import scored
from tests.scripted_model import ScriptedModel


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
        Truth("b.pdf", "invoices", "plain", "en", False, {"vendor_name": text_value("Acme GmbH")}),
    ]
    with true_library(tmp_path_factory.mktemp("planned"), truths) as (opened, _):
        yield opened


def planned(
    library: FieldLibrary, question: str, *turns: str | dict[str, object]
) -> tuple[Decomposition | None, list[Event], ScriptedModel]:
    model = ScriptedModel(list(turns))
    events: list[Event] = []
    planning = QuestionPlanner(model, library, EventStamper(), CancelToken()).plan(question, TODAY)
    while True:
        try:
            events.append(next(planning))
        except StopIteration as ended:
            assert model.remaining == 0
            return ended.value, events, model


def test_a_bucket_that_is_not_named_is_chosen_by_the_model_and_read_by_the_rules(
    library: FieldLibrary,
) -> None:
    question = "Which substance has the lowest flash point?"
    found, events, model = planned(library, question, {"bucket": "datasheets"})
    assert found is not None
    assert found.computation is not None
    assert (found.primary_buckets, found.computation.kind, found.computation.field) == (
        ("datasheets",),
        "min",
        "flash_point",
    )
    assert [event.purpose for event in events if isinstance(event, ModelCalled)] == ["router"]
    schema = model.history[0].grammar.json_schema if model.history[0].grammar else None
    assert schema is not None
    assert schema["properties"]["bucket"]["enum"] == ["datasheets", "invoices", "none"]


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


def test_what_two_buckets_would_understand_is_not_for_the_model_to_choose() -> None:
    numbers = {bucket: {"cas_number": ["67-56-1"]} for bucket in ("datasheets", "certificates")}
    vocabulary = Vocabulary(built_in_schemas(), numbers)
    understanding = understood_by("CAS 67-56-1", vocabulary, german=False, today=TODAY)
    assert set(understanding) == {"datasheets", "certificates"}


@pytest.mark.parametrize(
    ("question", "bucket"),
    [
        ("Which substance has the lowest flash point?", "none"),
        ("What is the flash point of acetone?", "datasheets"),
        ("Why is the flash point of acetone so low?", "datasheets"),
        ("Who was the chairman?", "invoices"),
    ],
)
def test_a_question_about_a_text_stays_one(library: FieldLibrary, question: str, bucket: str) -> None:
    found, _, _ = planned(library, question, {"bucket": bucket}, *_nothing(question, bucket))
    assert found is None


def _nothing(question: str, bucket: str) -> list[dict[str, object]]:
    """The second call is made only where words are left."""
    return [{"conditions": []}] if bucket != "none" and "lowest" not in question else []


def test_conditions_of_left_over_words_are_added(library: FieldLibrary) -> None:
    question = "List datasheets that ignite beyond 50 degrees"
    first = library_question(question, library, TODAY)
    assert first is None or first.left_over
    condition = {"words": "ignite beyond 50 degrees", "field": "flash_point", "operator": ">", "value": "50"}
    found, events, model = planned(library, question, {"conditions": [condition]})
    assert found is not None
    assert [(one.field, one.operator, one.value) for one in found.constraints] == [("flash_point", ">", "50")]
    assert found.left_over == ()
    assert [event.purpose for event in events if isinstance(event, ModelCalled)] == ["planner"]
    grammar = model.history[0].grammar
    assert grammar is not None
    assert grammar.json_schema is not None
    assert '"\\"flash_point\\""' in compile_json_schema(grammar.json_schema)


def within(question: str, bucket: str = "datasheets") -> Within:
    found = read_within(question, bucket, Vocabulary(built_in_schemas()), german=False, today=TODAY)
    assert found is not None
    return found


@scored("asked")
def test_what_has_no_foothold_is_dropped(proposed: object) -> None:
    question = "List datasheets that ignite beyond 50 degrees"
    assert added_conditions([proposed], question, within(question)) == []


def test_words_of_a_condition_are_not_used_twice() -> None:
    question = "List datasheets with a flash point above 50 °C that shimmer"
    read = within(question)
    assert read.left == ("shimmer",)
    again = {"words": "above 50 °C that shimmer", "field": "density", "operator": ">", "value": "50"}
    assert added_conditions([again], question, read) == []


def test_cut_off_replies_add_nothing(library: FieldLibrary) -> None:
    found, _, _ = planned(library, "Lowest density?", '{"bucket": "data')
    assert found is None


def test_the_setting_lets_the_model_choose_and_the_trace_shows_it(
    contracts: Contracts, tmp_path: Path
) -> None:
    """The whole way of a question of Agent mode, to what the library finds."""
    question = "List contracts inked along swiss lines"
    condition = {"words": "inked along swiss lines", "field": "governing_law", "operator": "contains"}
    model = ScriptedModel([{"conditions": [{**condition, "value": "swiss"}]}])
    settings = Settings(answers=AnswerSettings(library_pass=True))
    with ThreadPoolExecutor(1) as searches:
        events = list(
            answered(
                Question(question, Mode.AGENT),
                (),
                contracts.retriever,
                StoredFieldLibrary(contracts.library.database, None),
                searches,
                lambda: model,
                ModelStore(tmp_path, load_catalogue()),
                WordJudge(),
                RequestKinds(None),
                settings,
                EventStamper(),
                CancelToken(),
            )
        )
    [decomposed] = [event for event in events if isinstance(event, QuestionDecomposed)]
    assert decomposed.conditions == "Law contains swiss"
    [request] = [event for event in events if isinstance(event, InputRequired)]
    assert "No contracts match: Law contains swiss." in request.prompt
    assert [event.purpose for event in events if isinstance(event, ModelCalled)] == ["planner"]
    assert model.remaining == 0
