"""The scripted model behaves like a model: it streams, stops, counts and reuses prefixes."""

from __future__ import annotations

import pytest

from core.cancel import CancelToken
from core.errors import BugError, ModelError
from core.llm.base import GenerationDone, GenerationRequest, Message, TextDelta
from core.llm.scripted import ScriptedModel


def request(*contents: str, max_tokens: int = 100) -> GenerationRequest:
    return GenerationRequest(tuple(Message("user", content) for content in contents), max_tokens)


def test_turns_are_played_in_order_and_kept_in_history() -> None:
    model = ScriptedModel(["first", {"n": [1, "ü"]}, lambda asked: asked.messages[-1].content.upper()])
    texts = []
    for question in ("a", "b", "c"):
        *deltas, done = model.generate(request(question), CancelToken())
        assert isinstance(done, GenerationDone)
        assert done.finish == "stop"
        assert "".join(delta.text for delta in deltas if isinstance(delta, TextDelta)) == done.text
        texts.append(done.text)
    assert texts == ["first", '{"n":[1,"ü"]}', "C"]
    assert [asked.messages[0].content for asked in model.history] == ["a", "b", "c"]
    assert model.remaining == 0


def test_an_ended_script_says_where() -> None:
    model = ScriptedModel(["only"])
    list(model.generate(request("one"), CancelToken()))
    with pytest.raises(BugError, match="call 2 of 1; its last message begins 'two'"):
        list(model.generate(request("two"), CancelToken()))


def test_the_last_turn_may_repeat_and_errors_are_raised() -> None:
    model = ScriptedModel([ModelError("gone"), "again"], repeat_last=True)
    with pytest.raises(ModelError, match="gone"):
        list(model.generate(request("x"), CancelToken()))
    for _ in range(3):
        assert list(model.generate(request("x"), CancelToken()))[-1].text == "again"


def test_stop_ends_it_between_two_pieces() -> None:
    model = ScriptedModel(["a long answer in many pieces"], piece_chars=2)
    token = CancelToken()
    answer = model.generate(request("x"), token)
    assert next(answer) == TextDelta("a ")
    token.set()
    (done,) = answer
    assert isinstance(done, GenerationDone)
    assert (done.text, done.finish) == ("a ", "cancelled")


def test_max_tokens_cuts_at_four_characters_a_token() -> None:
    done = list(ScriptedModel(["abcdefghijkl"]).generate(request("x", max_tokens=2), CancelToken()))[-1]
    assert isinstance(done, GenerationDone)
    assert (done.text, done.finish, done.completion_tokens) == ("abcdefgh", "length", 2)


def test_appended_messages_are_the_only_ones_evaluated() -> None:
    model = ScriptedModel(["x"], repeat_last=True)
    first = list(model.generate(request("a" * 400), CancelToken()))[-1]
    messages = (Message("user", "a" * 400), Message("assistant", "x"), Message("user", "b" * 40))
    second = list(model.generate(GenerationRequest(messages, 100), CancelToken()))[-1]
    assert isinstance(first, GenerationDone)
    assert isinstance(second, GenerationDone)
    assert first.evaluated_tokens == first.prompt_tokens == 107
    assert second.evaluated_tokens == second.prompt_tokens - first.prompt_tokens - 1 == 18
