"""The scripted model behaves like a model: it streams, stops, counts and reuses prefixes."""

from __future__ import annotations

import pytest

from core.cancel import CancelToken
from core.errors import BugError, ModelError
from core.llm.base import GenerationDone, GenerationRequest, Message, TextDelta
from tests.scripted_model import ScriptedModel


def request(*contents: str, max_tokens: int = 100) -> GenerationRequest:
    return GenerationRequest(tuple(Message("user", content) for content in contents), max_tokens)


def said(model: ScriptedModel, asked: GenerationRequest) -> GenerationDone:
    *deltas, done = model.generate(asked, CancelToken())
    assert "".join(delta.text for delta in deltas) == done.text
    return done


def test_turns_are_played_in_order_and_kept_in_history() -> None:
    model = ScriptedModel(["first", {"n": [1, "ü"]}, lambda asked: asked.messages[-1].content.upper()])
    done = [said(model, request(question)) for question in ("a", "b", "c")]
    assert [one.text for one in done] == ["first", '{"n":[1,"ü"]}', "C"]
    assert {one.finish for one in done} == {"stop"}
    assert [asked.messages[0].content for asked in model.history] == ["a", "b", "c"]
    assert model.remaining == 0


def test_an_ended_script_says_where_the_last_turn_may_repeat_and_errors_are_raised() -> None:
    model = ScriptedModel(["only"])
    said(model, request("one"))
    with pytest.raises(BugError, match="call 2 of 1; its last message begins 'two'"):
        said(model, request("two"))
    model = ScriptedModel([ModelError("gone"), "again"], repeat_last=True)
    with pytest.raises(ModelError, match="gone"):
        said(model, request("x"))
    assert [said(model, request("x")).text for _ in range(3)] == ["again"] * 3


def test_stop_ends_it_between_two_pieces() -> None:
    model = ScriptedModel(["a long answer in many pieces"], piece_chars=2)
    token = CancelToken()
    answer = model.generate(request("x"), token)
    assert next(answer) == TextDelta("a ")
    token.set()
    (done,) = answer
    assert (done.text, done.finish) == ("a ", "cancelled")


def test_max_tokens_cuts_at_four_characters_a_token() -> None:
    done = said(ScriptedModel(["abcdefghijkl"]), request("x", max_tokens=2))
    assert (done.text, done.finish, done.completion_tokens) == ("abcdefgh", "length", 2)


def test_appended_messages_are_the_only_ones_evaluated() -> None:
    model = ScriptedModel(["x"], repeat_last=True)
    first = said(model, request("a" * 400))
    messages = (Message("user", "a" * 400), Message("assistant", "x"), Message("user", "b" * 40))
    second = said(model, GenerationRequest(messages, 100))
    assert first.evaluated_tokens == first.prompt_tokens == 107
    assert second.evaluated_tokens == second.prompt_tokens - first.prompt_tokens - 1 == 18
