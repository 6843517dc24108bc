"""Demands of a question through whole agent runs: sections, quotes, gaps and disagreeing documents."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core.cancel import CancelToken
from core.engine import Engine, Question
from core.events import Event
from core.published.output import answer_output
from core.published.seed_output import seed_answer
from core.runs.trace import fold_all
from core.types import Answer, Mode, StatementStatus
from tests.e2e.conftest import SAMPLES, OpenEngine, assert_words_on_page, check_invariants
from tests.e2e.test_scripted_runs import PLAN
from tests.published import check_shape
from tests.scripted_model import ScriptedModel

pytestmark = pytest.mark.model


def ask(engine: Engine, question: str) -> list[Event]:
    events = list(engine.ask(Question(question, Mode.AGENT), CancelToken()))
    check_invariants(events)
    return events


def answer_of(events: list[Event]) -> Answer:
    answer = fold_all(events).answer
    assert answer is not None
    return answer


def codes_of(events: list[Event]) -> list[tuple[bool, tuple[str, ...]]]:
    return [(event.passed, event.codes) for event in events if event.kind == "gate_checked"]


def test_sections_a_quote_and_a_gap(open_engine: OpenEngine) -> None:
    question = (
        "Write an overview of the B-120 pump with the sections Warranty period and Recycling. Quote the "
        "exact warranty sentence. If something is missing, explicitly say 'Insufficient documentation'."
    )
    asked = ("What is the warranty period of the B-120 pump?", "How is the recycling of the B-120 pump done?")
    split = f"Warranty period: {asked[0]}\nRecycling: {asked[1]}"
    engine = open_engine(ScriptedModel([split, PLAN, {"type": "final"}], repeat_last=True))
    events = ask(engine, question)
    assert codes_of(events) == [(True, ())]
    answer = answer_of(events)
    quote = answer.statements[0]
    assert {statement.status for statement in answer.statements} == {StatementStatus.QUOTED}
    assert {statement.section for statement in answer.statements} == {"Warranty period"}
    assert "24 months" in quote.text
    assert_words_on_page(
        quote.text.strip("“”"), SAMPLES / answer.citations[0].filename, answer.citations[0].page
    )
    assert answer.text.startswith("### Warranty period\n\n“")
    nothing = "nothing was found for this section"
    assert answer.text.endswith(f"### Recycling\n\nInsufficient documentation: {nothing}")
    output = answer_output(events).model_dump(mode="json")
    check_shape(output, "answer")
    assert output["insufficiencies"] == [
        {
            "section": "Recycling",
            "missing": nothing,
            "queries_tried": list(asked),
            "kind": "gap",
        }
    ]
    shape = seed_answer(events).model_dump(mode="json")
    assert set(shape) == {"answer", "citations", "insufficiencies", "trace"}
    assert set(shape["insufficiencies"][0]) == {"section", "missing", "queriesTried"}


def test_the_newest_document_counts(open_engine: OpenEngine, tmp_path: Path) -> None:
    texts = {
        "rules.txt": "House rules of 1 March 2021\n\nThe quiet period of the workshop lasts 45 minutes.\n",
        "letter.txt": "Letter to tenants, 2 May 2024\n\nThe quiet period of the workshop lasts 90 minutes.\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    question = "How long is the quiet period of the workshop? If documents disagree, use the newest one."

    engine = open_engine(ScriptedModel([PLAN, "45 minutes"]))
    for events in (
        engine.add_paths([tmp_path / name for name in texts], CancelToken()),
        engine.ingest(CancelToken()),
    ):
        list(events)
    events = ask(engine, question)
    assert codes_of(events) == [(True, ())]
    answer = answer_of(events)
    assert [statement.text for statement in answer.statements] == [
        "The quiet period of the workshop lasts 90 minutes.",
        "“The quiet period of the workshop lasts 45 minutes.”",
    ]
    # Which of the two is cited first, machines tell otherwise: they answer alike.
    assert re.sub(r" \[[12]\]", "", answer.text.splitlines()[-1]) == (
        "The documents disagree; the newest counts: 90 minutes (letter.txt, 2024-05-02, page 1), "
        "not 45 minutes (rules.txt, 2021-03-01, page 1)."
    )
