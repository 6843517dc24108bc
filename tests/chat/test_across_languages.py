"""A German question over an English document: what comes nearest by meaning is read by the language model."""

from __future__ import annotations

from core.types import StatementStatus
from tests.chat.conftest import Chat, answer_of

FITTED = "qwen2.5-coder-1.5b-instruct-q4_k_m"
QUESTION = "Wie schwer ist das Gerät?"
SURE = 20.0  # log-odds: the embedder of the tests finds two languages unrelated


def pump(chat: Chat) -> str:
    (found,) = [one for one in chat.library.documents.all() if one.filename == "pump.pdf"]
    assert found.language == "en"
    return found.document_id


def test_the_model_finds_the_sentence_that_answers(chat: Chat) -> None:
    events = chat.ask(
        QUESTION,
        ["42 kg"],
        documents=[pump(chat)],
        odds=lambda asked: SURE if "42 kg" in asked else -SURE,
        model_name=FITTED,
    )
    answer = answer_of(events)
    assert answer.statements[0].text == "42 kg"
    assert answer.statements[0].status is StatementStatus.QUOTED
    assert "The B-120 pump weighs 42 kg" in answer.statements[1].text
    assert events[-1].outcome == "answered"


def test_what_it_does_not_find_is_shown_as_near(chat: Chat) -> None:
    events = chat.ask(QUESTION, [], documents=[pump(chat)], odds=lambda _asked: -SURE, model_name=FITTED)
    answer = answer_of(events)
    assert not answer.statements
    assert answer.nearest
    assert events[-1].outcome == "no_answer"


def test_without_weights_for_the_model_nothing_is_decided(chat: Chat) -> None:
    events = chat.ask(QUESTION, [], documents=[pump(chat)], odds=lambda _asked: SURE)
    assert not answer_of(events).statements
