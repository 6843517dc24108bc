"""Several questions at once: the words of the model count only where they ask the same."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

import pytest

from core.answer.asking.asked_at_once import questions_at_once, questions_under_headings
from core.cancel import CancelToken
from core.events import Event, EventStamper
from core.llm.calls import UsageMeter
from core.llm.llama import LlamaModel
from core.models.catalogue import load_catalogue
from core.models.store import ModelStore
from tests.cases import cases
from tests.conftest import MODELS_FOLDER
from tests.library_kit import request_kinds
from tests.scripted_model import ScriptedModel

_T = TypeVar("_T")
DEFAULT_MODEL = "qwen2.5-coder-1.5b-instruct-q4_k_m"
TWO = "What did Karst earn in 2021, and how many people worked there?"
EACH = ("What did Karst earn in 2021?", "How many people worked at Karst in 2021?")


def result_of(running: Generator[Event, None, _T]) -> _T:
    while True:
        try:
            next(running)
        except StopIteration as stop:
            result: _T = stop.value
            return result


def parted(request: str, written: str | None, *, may_be: bool = True) -> tuple[str, ...]:
    """`written` None: there is no model."""
    model = None if written is None else ScriptedModel([written])
    return result_of(
        questions_at_once(request, model, lambda _text: may_be, UsageMeter(""), EventStamper(), CancelToken())
    )


def under(request: str, headings: tuple[str, ...], written: str) -> tuple[str, ...]:
    return result_of(
        questions_under_headings(
            request, headings, ScriptedModel([written]), UsageMeter(""), EventStamper(), CancelToken()
        )
    )


@pytest.mark.parametrize(
    ("request_", "written", "parts"),
    [
        (TWO, EACH, EACH),
        ("Who wrote Pride and Prejudice?", ("Who wrote Pride and Prejudice?",), ()),
        (
            "Compare the sales of Bolt and Karst.",
            ("What are the sales of Bolt?", "What are the sales of Karst?"),
            ("What are the sales of Bolt?", "What are the sales of Karst?"),
        ),
        (
            "Use both Karst reports: what is the price, and what is the weight?",
            ("What is the price?", "What is the weight?"),
            ("What is the price (Karst)?", "What is the weight (Karst)?"),
        ),
        (  # what stands for the subject of the first gets it
            "Wie hoch ist die Kaution und wann wird sie gezahlt?",
            ("Wie hoch ist die Kaution?", "Wann wird sie gezahlt?"),
            ("Wie hoch ist die Kaution?", "Wann wird sie gezahlt (Kaution)?"),
        ),
    ],
)  # fmt: skip
def test_the_models_questions_are_taken(
    request_: str, written: tuple[str, ...], parts: tuple[str, ...]
) -> None:
    lines = "\n".join(f"{number}. {text}" for number, text in enumerate(written, 1))
    assert parted(request_, lines) == parts


@pytest.mark.parametrize(
    "written",
    [
        "1. What did Karst earn in 2021?\n2. How many people worked at Karst in 2020?",  # a figure is new
        "1. What did Karst earn?\n2. How many people worked at Karst?",  # one is lost
        "1. What did Karst earn in 2021?\n2. How many people worked at Bolt in 2021?",  # a name is new
        "1. What did Karst earn in 2021?\n2. What did Karst earn in 2021?",  # one thing twice
        "1. What did Karst earn in 2021?\n2. Wie viele Leute haben bei Karst gearbeitet?",
        "nothing",
    ],
)
def test_questions_that_ask_something_else_are_not_taken(written: str) -> None:
    shown = parted(TWO, None)
    assert shown == ("What did Karst earn in 2021", "how many people worked there")
    assert parted(TWO, written) == shown


def test_without_a_model_the_form_tells() -> None:
    assert parted("How heavy is it? Which batteries fit the drill?", None) == (
        "How heavy is it",
        "Which batteries fit the drill",
    )
    assert parted("What are the sales of Bolt and Karst?", None) == ()


def test_where_nothing_shows_several_questions_no_model_is_asked() -> None:
    assert parted("How heavy is the drill?", "1. never said", may_be=False) == ()


@pytest.mark.model
def test_few_single_questions_cost_a_call() -> None:
    kinds = request_kinds()
    assert all(
        map(kinds.may_be_several, (TWO, "What did Bayer and BASF each earn?", "Was kostet es, und ab wann?"))
    )
    assert not any(map(kinds.may_be_several, ("When does the lease end?", "Wann haften die Gesellschafter?")))


def test_each_heading_has_a_question_with_its_words() -> None:
    request = "Describe Karst in 2021 with the sections Backlog, Workforce and Sales."
    headings = ("Backlog", "Workforce", "Sales")
    written = (
        "Backlog: What was the backlog of Karst in 2021?\n"
        "Workforce: How many employees did Karst have in 2021?\n"
        "Sales: What were the sales of Karst in 2019?"
    )
    assert under(request, headings, written) == (
        "What was the backlog of Karst in 2021?",
        "Workforce: How many employees did Karst have in 2021?",
        request,  # a year that nobody named
    )
    assert under(request, headings, "Backlog: What was") == (request,) * 3


@pytest.mark.slow
@pytest.mark.model
def test_the_default_model_tells_several_questions_from_one() -> None:
    """Forty questions written before they were tried: 20 ask several things, 20 one."""
    store = ModelStore(MODELS_FOLDER, load_catalogue())
    if not store.installed(DEFAULT_MODEL):
        pytest.skip(f"{DEFAULT_MODEL} is not installed")
    model = LlamaModel(store.require(DEFAULT_MODEL).main_file, model_name=DEFAULT_MODEL, context_tokens=4096)
    may_be_several = request_kinds().may_be_several
    parted, kept = [], []
    try:
        for case in cases("asked_at_once"):
            asked = case.given["asked"]
            found = result_of(
                questions_at_once(asked, model, may_be_several, UsageMeter(""), EventStamper(), CancelToken())
            )
            of_kind = parted if case.expected > 1 else kept
            of_kind.append((max(len(found), 1) == case.expected, asked, found))
    finally:
        model.close()
    assert sum(right for right, *_ in parted) >= 12, [row for row in parted if not row[0]]
    assert sum(right for right, *_ in kept) >= 17, [row for row in kept if not row[0]]
