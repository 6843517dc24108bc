"""Where nothing surely answers, as in another language, the model copies from what comes nearest."""

from __future__ import annotations

import tomllib

import pytest

from core.answer.asking.question_language import question_language
from core.answer.judged_sentences import JudgedSentence
from core.answer.short_answer import placed
from core.answer.sources import Source, SourceSentence
from core.errors import ModelError
from core.events import ModelCalled, ToolCalled
from core.system.paths import resources
from core.types import Chunk, Confidence, Span, StatementStatus
from core.types.requests import RequestKind
from tests.chat.conftest import Chat, answer_of

FITTED = "qwen2.5-coder-1.5b-instruct-q4_k_m"
QUESTION = "Wie schwer ist das Gerät?"
IN_ENGLISH = "How heavy is the device?"
SURE = 20.0  # log-odds: the embedder of the tests finds two languages unrelated


def pump(chat: Chat) -> str:
    (found,) = [one for one in chat.library.documents.all() if one.filename == "pump.pdf"]
    assert found.language == "en"
    return found.document_id


def test_the_model_finds_the_sentence_that_answers(chat: Chat) -> None:
    events = chat.ask(
        QUESTION,
        [IN_ENGLISH, "42 kg"],
        documents=[pump(chat)],
        odds=lambda asked: SURE if "42 kg" in asked else -SURE,
        model_name=FITTED,
    )
    answer = answer_of(events)
    assert answer.statements[0].text == "42 kg"
    assert answer.statements[0].status is StatementStatus.QUOTED
    assert "The B-120 pump weighs 42 kg" in answer.statements[1].text
    assert events[-1].outcome == "answered"


def test_the_question_is_put_into_the_language_of_the_documents(chat: Chat) -> None:
    """The sentence has none of the words of the question, and what the model makes of it is searched for."""
    events = chat.ask(
        "Wie lange hat man auf die B-120 Garantie?",
        ["How long is the warranty of the B-120 pump?", "24 months"],
        documents=[pump(chat)],
    )
    assert answer_of(events).statements[0].text == "24 months"
    assert chat.model is not None
    read = chat.model.history[-1].messages[-1].content
    assert read.endswith("Question: How long is the warranty of the B-120 pump?")


@pytest.mark.parametrize("said", ["Wie schwer ist es?", "How heavy is the B-130?"])
def test_what_is_no_translation_is_not_used(chat: Chat, said: str) -> None:
    events = chat.ask("Wie schwer ist die B-120?", [said], documents=[pump(chat)])
    searches = [event.tool_input["query"] for event in events if isinstance(event, ToolCalled)]
    assert said not in searches


def test_what_is_surely_answered_is_not_put_otherwise(chat: Chat) -> None:
    """And a model that fails at it leaves what was found."""
    asked = "How long is the warranty of the B-120 pump?"
    events = chat.ask(asked, ["24 months"])
    assert "translate" not in [event.purpose for event in events if isinstance(event, ModelCalled)]
    asked = "Wie lange hat man auf die B-120 Garantie?"
    events = chat.ask(asked, [ModelError("it crashed")], documents=[pump(chat)])
    assert answer_of(events).nearest
    assert events[-1].outcome == "no_answer"


def test_what_is_put_otherwise_and_answers_no_better_counts_no_more(chat: Chat) -> None:
    events = chat.ask("Wer malte die B-120?", ["Who painted the B-120?"], documents=[pump(chat)])
    assert not answer_of(events).statements
    (missing,) = answer_of(events).insufficiencies
    assert missing.missing == "Wer malte die B-120?"


def test_every_example_would_be_taken_for_what_it_is() -> None:
    rows = tomllib.loads((resources() / "translated_questions.toml").read_text(encoding="utf-8"))
    for row in rows["question"]:
        for language, text in row.items():
            assert question_language(text, language) == language
    stories = tomllib.loads((resources() / "restated_questions.toml").read_text(encoding="utf-8"))
    for row in stories["question"]:
        for text in (row["told"], row["asked"]):
            assert question_language(text, row["language"]) == row["language"]


STORY = (
    "My neighbour swears by these machines and wants to sell me one of 2 tomorrow, before his wife is home "
    "from the seaside. Whether they are any good I can't tell. Does somebody pay when it breaks down?"
)


def test_a_question_is_asked_without_the_story_around_it(chat: Chat) -> None:
    events = chat.ask(STORY, ["How long is the warranty of the pump?", "24 months"], documents=[pump(chat)])
    assert [event.purpose for event in events if isinstance(event, ModelCalled)] == ["restate", "answer"]
    answer = answer_of(events)
    assert answer.statements[0].text == "24 months"
    assert {one.status for one in answer.statements} == {
        StatementStatus.WEAK
    }  # the story may hold a condition
    assert answer.confidence is Confidence.LOW


@pytest.mark.parametrize("said", ["Wie lange ist die Garantie der Pumpe?", "How long is that of 36 pumps?"])
def test_what_is_another_question_is_not_used(chat: Chat, said: str) -> None:
    """In another language, or with figures that nobody told."""
    events = chat.ask(STORY, [said], documents=[pump(chat)])
    assert said not in [event.tool_input["query"] for event in events if isinstance(event, ToolCalled)]
    assert events[-1].outcome == "no_answer"


def test_so_does_it_in_a_language_that_the_judge_does_not_read(chat: Chat) -> None:
    """In words of its own the question has none of the sentence's."""
    (german,) = [one for one in chat.library.documents.all() if one.language == "de"]
    events = chat.ask(
        "Was zahlt man monatlich?",
        ["4.200 Euro"],
        documents=[german.document_id],
        odds=lambda asked: SURE if "4.200" in asked else -SURE,
        model_name=FITTED,
    )
    answer = answer_of(events)
    assert answer.statements[0].text == "4.200 Euro"


def test_so_does_it_where_the_question_has_other_words(chat: Chat) -> None:
    events = chat.ask(
        "How heavy is the device?",
        ["How heavy is the machine?", "42 kg"],
        documents=[pump(chat)],
        odds=lambda asked: SURE if "42 kg" in asked else -SURE,
        model_name=FITTED,
    )
    answer = answer_of(events)
    assert answer.statements[0].text == "42 kg"


def test_a_yes_or_no_is_not_decided_by_what_only_comes_near(chat: Chat) -> None:
    """ "Yes" above a sentence that may not answer would be read by itself."""
    events = chat.ask(
        "Do operators protect their hands?",
        ["Do operators protect their hands?"],
        kind=RequestKind.YES_NO,
        documents=[pump(chat)],
        odds=lambda _asked: SURE,
        model_name=FITTED,
    )
    answer = answer_of(events)
    assert all(one.text != "Yes." for one in answer.statements)
    assert answer.confidence is Confidence.LOW


def test_what_it_does_not_find_is_shown_as_near(chat: Chat) -> None:
    events = chat.ask(
        QUESTION, [IN_ENGLISH, "42 kg"], documents=[pump(chat)], odds=lambda _asked: -SURE, model_name=FITTED
    )
    answer = answer_of(events)
    assert not answer.statements
    assert answer.nearest
    assert events[-1].outcome == "no_answer"


def test_without_weights_for_the_model_nothing_is_decided(chat: Chat) -> None:
    events = chat.ask(QUESTION, [IN_ENGLISH], documents=[pump(chat)], odds=lambda _asked: SURE)
    assert not answer_of(events).statements


def test_the_number_of_an_item_is_no_short_answer(chat: Chat) -> None:
    text = "15. Bake 45 minutes at 350 degrees."
    span = Span(0, len(text))
    step = SourceSentence("1.1", 1, 1, span, text)
    document = chat.library.documents.all()[0]
    source = Source(
        1, document, Chunk("c", document.document_id, 0, (span,), 1, 1, text), 1, 0.0, "", (step,)
    )
    judged = JudgedSentence(source, step, 0.9)
    assert placed("15", [judged]) is None
    assert placed("45 minutes", [judged]) is not None


def test_a_yes_or_no_is_decided_by_what_the_user_asked(chat: Chat) -> None:
    """Without its story it may ask the reverse, or leave out a condition; it only finds what decides."""
    asked = "My brother works there and never wears anything on his hands. They need not do so, or need they?"
    said = "Do operators wear gloves?"
    decided: list[str] = []

    def odds(prompt: str) -> float:
        decided.append(prompt)
        return -SURE

    events = chat.ask(
        asked, [said], kind=RequestKind.YES_NO, documents=[pump(chat)], odds=odds, model_name=FITTED
    )
    assert said in [event.tool_input["query"] for event in events if isinstance(event, ToolCalled)]
    (prompt,) = [one for one in decided if "Operators wear gloves" in one]
    assert prompt.endswith(f"Question: {asked}")
    assert answer_of(events).statements[0].text == "No."


@pytest.mark.parametrize("said", ["How long may a pump for 40 bar run?", "How long may the pump run?"])
def test_what_is_asked_keeps_its_figures(chat: Chat, said: str) -> None:
    asked = "My friend has a pump for 40 bar, and I another one. How long may mine run if it has 30 bar?"
    events = chat.ask(asked, [said], documents=[pump(chat)])
    assert said not in [event.tool_input["query"] for event in events if isinstance(event, ToolCalled)]
