"""The client against a real server of the tiny model, and against sockets that misbehave on purpose."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from core.cancel import CancelToken
from core.errors import Cancelled, ModelError
from core.llm import exchange
from core.llm.base import NO, YES, GenerationDone, GenerationRequest, Grammar, Message, TextDelta
from core.llm.openai_client import OpenAIModel, _model_names
from core.llm.reply_json import reply_json
from core.llm.server_check import check_server
from tests.scored import scored

# With an example before it: on some processors the tiny model rounds its way to another answer without.
QUESTION = (
    Message("system", "You answer shortly."),
    Message("user", "What is the capital of Italy?"),
    Message("assistant", "Rome is the capital of Italy."),
    Message("user", "What is the capital of France?"),
)


def request(max_tokens: int = 16, **more: Any) -> GenerationRequest:
    return GenerationRequest(QUESTION, max_tokens, **more)


def finished(pieces: Iterable[TextDelta | GenerationDone]) -> GenerationDone:
    *deltas, done = pieces
    assert isinstance(done, GenerationDone)
    assert "".join(delta.text for delta in deltas if isinstance(delta, TextDelta)) == done.text
    return done


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


# --- a real server --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(tiny_model_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    port = free_port()
    arguments = ["--model", str(tiny_model_path), "--model_alias", "tiny", "--host", "127.0.0.1"]
    arguments += f"--port {port} --n_ctx 1024 --api_key secret --interrupt_requests True".split()
    # By itself it takes all cores of the computer, also those this process may not use: then it crawls.
    arguments += ["--n_threads", "1", "--n_threads_batch", "1"]
    log = tmp_path_factory.mktemp("server") / "server.log"
    environment = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    command = [sys.executable, "-m", "llama_cpp.server", *arguments]
    with (
        log.open("wb") as output,
        subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT, env=environment) as process,
    ):
        try:
            deadline = time.monotonic() + 150
            while True:
                with contextlib.suppress(httpx.HTTPError):
                    httpx.get(f"http://127.0.0.1:{port}/docs", trust_env=False)
                    break
                assert process.poll() is None, log.read_text()
                assert time.monotonic() < deadline, "the server did not start"
                time.sleep(0.1)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(10)


@pytest.fixture
def model(server: str) -> Iterator[OpenAIModel]:
    client = OpenAIModel(server, "tiny", api_key="secret", context_tokens=1024, timeout_s=60)
    yield client
    client.close()


@pytest.mark.model
def test_a_real_answer_streams(model: OpenAIModel) -> None:
    pieces = list(model.generate(request(), CancelToken()))
    done = finished(pieces)
    assert "Paris" in done.text
    assert len(pieces) > 3
    assert done.finish in ("stop", "length")
    assert 0 < done.completion_tokens <= 16
    assert 20 < done.prompt_tokens <= model.count_tokens(QUESTION)
    assert done.seconds > 0


@pytest.mark.model
def test_a_schema_shapes_the_answer(model: OpenAIModel) -> None:
    properties = {"city": {"type": "string", "maxLength": 20}, "sure": {"type": "boolean"}}
    schema = {"type": "object", "properties": properties, "required": ["city", "sure"]}
    done = finished(model.generate(request(60, grammar=Grammar(json_schema=schema)), CancelToken()))
    assert set(reply_json(done.text)) == {"city", "sure"}


def test_a_server_that_does_not_know_schemas_is_asked_more_simply() -> None:
    def script(connection: socket.socket, body: bytes) -> None:
        refused = b"response_format" in body
        head, answer = ("400 Bad Request", b"unknown field response_format") if refused else ("200 OK", plain)
        answers(head, answer)(connection, body)

    plain = stream(chunk("free text", "stop"))
    with connected(script) as (client, received):
        for _ in range(2):
            asked = request(grammar=Grammar(json_schema={"type": "boolean"}))
            assert finished(client.generate(asked, CancelToken())).text == "free text"
    formats = [json.loads(sent.partition(b"\r\n\r\n")[2]).get("response_format") for sent in received]
    assert [given and given["type"] for given in formats] == ["json_schema", "json_object", None, None]


@pytest.mark.model
def test_stop_closes_the_connection_and_the_server_is_free_again(model: OpenAIModel) -> None:
    token = CancelToken()
    answer = model.generate(GenerationRequest((Message("user", "Count to a thousand."),), 600), token)
    pieces = [next(answer), next(answer)]
    token.set()
    done = finished([*pieces, *answer])
    assert done.finish == "cancelled"
    assert done.completion_tokens < 300
    assert finished(model.generate(request(4), CancelToken())).text


@pytest.mark.model
def test_a_wrong_key_is_told(server: str) -> None:
    client = OpenAIModel(server, "tiny", api_key="wrong")
    with pytest.raises(ModelError, match="refused the key") as error:
        list(client.generate(request(), CancelToken()))
    client.close()
    assert error.value.code == "server_refused"
    assert server in error.value.message
    assert "environment variable DOCUCHAT_SERVER_API_KEY" in error.value.hint


# --- sockets that misbehave -----------------------------------------------------------------------

Script = Callable[[socket.socket, bytes], None]


@contextlib.contextmanager
def listening(script: Script) -> Iterator[tuple[str, list[bytes]]]:
    """A listener that reads one request per connection, keeps it, and lets `script` answer it."""
    received: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            while True:
                try:
                    connection, _ = listener.accept()
                except OSError:
                    return
                with connection, contextlib.suppress(OSError):
                    data = b""
                    while b"\r\n\r\n" not in data:
                        data += connection.recv(65536)
                    head, _, body = data.partition(b"\r\n\r\n")
                    length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
                    while len(body) < length:
                        body += connection.recv(65536)
                    received.append(head + b"\r\n\r\n" + body)
                    script(connection, body)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}", received
        listener.shutdown(socket.SHUT_RDWR)
    thread.join(5)


def answers(head: str, body: bytes = b"") -> Script:
    def script(connection: socket.socket, _request: bytes) -> None:
        connection.sendall(f"HTTP/1.1 {head}\r\nConnection: close\r\n\r\n".encode() + body)

    return script


def stream(*events: object) -> bytes:
    lines = [event if isinstance(event, str) else json.dumps(event) for event in events]
    return "".join(f": comment\r\ndata: {line}\r\n\r\n" for line in lines).encode()


def chunk(text: str | None, finish: str | None = None) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": {"content": text} if text else {}, "finish_reason": finish}]}


USAGE = {
    "choices": [],
    "usage": {"prompt_tokens": 30, "completion_tokens": 2, "prompt_tokens_details": {"cached_tokens": 25}},
}


@contextlib.contextmanager
def connected(
    script: Script, url: str = "http://{}", model: str = "some-model", **options: Any
) -> Iterator[tuple[OpenAIModel, list[bytes]]]:
    """A client of a listener, and what it sends."""
    with listening(script) as (address, received):
        client = OpenAIModel(url.format(address.removeprefix("http://")), model, **options)
        try:
            yield client, received
        finally:
            client.close()


def ask(script: Script, **options: Any) -> tuple[list[TextDelta | GenerationDone], list[bytes]]:
    with connected(script, **options) as (client, received):
        return list(client.generate(request(), CancelToken())), received


def until_closed(first: bytes) -> tuple[Script, threading.Event]:
    """Says this much, then nothing; and whether the other side has closed the connection."""
    closed = threading.Event()

    def script(connection: socket.socket, _request: bytes) -> None:
        connection.sendall(first)
        connection.settimeout(30)
        if connection.recv(1) == b"":
            closed.set()

    return script, closed


def test_usage_and_finish_come_from_the_stream() -> None:
    body = stream(chunk("Pa"), chunk("ris ☃"), chunk(None, "length"), USAGE, "[DONE]")
    pieces, received = ask(answers("200 OK", body), api_key="k")
    assert pieces[:2] == [TextDelta("Pa"), TextDelta("ris ☃")]
    done = finished(pieces)
    assert (done.text, done.finish) == ("Paris ☃", "length")
    assert (done.prompt_tokens, done.evaluated_tokens, done.completion_tokens) == (30, 5, 2)
    head, _, sent = received[0].partition(b"\r\n\r\n")
    assert head.startswith(b"POST /v1/chat/completions ")
    assert b"authorization: bearer k" in head.lower()
    assert json.loads(sent) == {
        "model": "some-model",
        "messages": [{"role": m.role, "content": m.content} for m in QUESTION],
        "max_tokens": 16,
        "temperature": 0.0,
        "seed": 0,
        "stream": True,
        "stream_options": {"include_usage": True},
    }


def test_without_usage_tokens_are_estimated_from_above() -> None:
    done = finished(ask(answers("200 OK", stream(chunk("a"), chunk("b", "stop"))))[0])
    assert (done.completion_tokens, done.finish) == (2, "stop")
    assert done.evaluated_tokens == done.prompt_tokens >= 20


@scored("server_answers")
def test_bad_answers_are_told_with_the_address(
    head: str, body: tuple[str, str, str], times: int, code: str, words: str
) -> None:
    before, middle, after = body
    with pytest.raises(ModelError, match=words) as error:
        ask(answers(head, f"{before}{middle * times}{after}".encode()))
    assert error.value.code == code
    assert "http://127.0.0.1:" in error.value.message
    assert error.value.hint
    assert len(error.value.message) < 600


def test_an_endless_line_is_not_kept_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exchange, "MAX_EVENT_CHARS", 100_000)

    def script(connection: socket.socket, _request: bytes) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\ndata: ")
        while True:
            connection.sendall(b"x" * 65536)

    with pytest.raises(ModelError, match="more than 100000"):
        ask(script)


def test_nobody_listens() -> None:
    client = OpenAIModel(f"http://127.0.0.1:{free_port()}", "m")
    with pytest.raises(ModelError, match="cannot be reached") as error:
        list(client.generate(request(), CancelToken()))
    client.close()
    assert error.value.code == "server_unreachable"


def test_silence_ends_at_the_time_limit() -> None:
    with pytest.raises(ModelError, match=r"silent for 0\.3 seconds") as error:
        ask(until_closed(b"")[0], timeout_s=0.3)
    assert error.value.code == "server_timeout"


PART = b"HTTP/1.1 200 OK\r\n\r\n" + stream(chunk("Par"))


@pytest.mark.parametrize("first", [b"", PART])
def test_stop_while_the_server_is_silent_closes_the_connection(first: bytes) -> None:
    script, closed = until_closed(first)
    with connected(script, timeout_s=30) as (client, _received):
        token = CancelToken()
        threading.Timer(0.3, token.set).start()
        began = time.monotonic()
        done = finished(client.generate(request(), token))
        assert time.monotonic() - began < 10  # the server stays silent for 30 seconds
        assert (done.finish, done.text) == ("cancelled", "Par" if first else "")
        assert closed.wait(10)
    assert "model-server" not in {thread.name for thread in threading.enumerate()}


def test_leaving_early_closes_the_connection_too() -> None:
    script, closed = until_closed(PART)
    with connected(script, timeout_s=30) as (client, _received):
        answer = client.generate(request(), CancelToken())
        assert next(answer) == TextDelta("Par")
        answer.close()
        assert closed.wait(10)


def test_a_proxy_of_the_environment_is_not_used_for_this_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{free_port()}")
    monkeypatch.setenv("NO_PROXY", "")
    assert finished(ask(answers("200 OK", stream(chunk("a", "stop"))))[0]).text == "a"


def test_gbnf_is_not_sent_and_not_claimed() -> None:
    with connected(answers("200 OK", stream(chunk("a", "stop")))) as (client, received):
        assert not client.supports_gbnf
        list(client.generate(request(grammar=Grammar(gbnf='root ::= "a"')), CancelToken()))
    assert b"root ::=" not in received[0]


@pytest.mark.parametrize(
    ("given", "path"),
    [("", "/v1"), ("/", "/v1"), ("/v1/", "/v1"), ("/openai/v1", "/openai/v1"), ("/proxy", "/proxy/v1")],
)
def test_the_version_is_added_only_where_it_is_missing(given: str, path: str) -> None:
    _pieces, received = ask(answers("200 OK", stream(chunk("a", "stop"))), url="http://{}" + given)
    assert received[0].startswith(f"POST {path}/chat/completions ".encode())


@pytest.mark.parametrize("address", ["", "localhost:8080", "file:///etc/passwd", "http://"])
def test_what_is_no_address_is_told(address: str) -> None:
    with pytest.raises(ModelError, match="is not the address") as error:
        OpenAIModel(address, "m")
    assert error.value.code == "server_address"


# --- checking a server before it is used ------------------------------------------------------------


def test_a_server_that_answers_is_told_with_its_models(server: str) -> None:
    report = check_server(server, "", CancelToken(), api_key="secret")
    assert (report.model, report.models) == ("tiny", ("tiny",))
    assert report.seconds > 0


def test_what_is_wrong_with_a_server_is_told_and_stop_ends_the_check(server: str) -> None:
    for url, model, code in (
        (server, "tiny", "server_refused"),  # it wants a key
        (f"http://127.0.0.1:{free_port()}", "tiny", "server_unreachable"),
        ("localhost:8080", "tiny", "server_address"),
    ):
        with pytest.raises(ModelError) as caught:
            check_server(url, model, CancelToken())
        assert caught.value.code == code
    cancel = CancelToken()
    cancel.set()
    with pytest.raises(Cancelled):
        check_server(server, "tiny", cancel, api_key="secret")


def test_only_names_are_taken_from_a_list_of_models() -> None:
    named = b'{"data": [{"id": "a"}, {"id": 7}, {"name": "b"}, {"id": "c"}]}'
    for body, names in ((named, ("a", "c")), (b'{"data": "a"}', ()), (b"[1]", ()), (b"<html>", ())):
        assert _model_names(body.decode()) == names


def test_how_likely_yes_is_comes_from_the_likeliest_first_tokens() -> None:
    rows = [
        {"token": "Yes", "logprob": -0.1},
        {"token": "No", "logprob": -2.6},
        {"token": "It", "logprob": -9},
    ]
    first = chunk("Yes", "length")
    first["choices"][0]["logprobs"] = {"content": [{"token": "Yes", "logprob": -0.1, "top_logprobs": rows}]}
    with connected(answers("200 OK", stream(first, "[DONE]"))) as (client, received):
        yes, no, maybe = client.choose(QUESTION, (YES, NO, ("Maybe",)), CancelToken())
    assert yes - no == pytest.approx(2.5)
    assert maybe == pytest.approx(-9), "what is not named counts as the least likely that is"
    sent = json.loads(received[0].partition(b"\r\n\r\n")[2])
    assert (sent["max_tokens"], sent["logprobs"], sent["top_logprobs"]) == (1, True, 20)


def test_a_server_that_names_no_likeliest_tokens_says_so() -> None:
    body = stream(chunk("Yes", "length"), "[DONE]")
    with (
        connected(answers("200 OK", body)) as (client, _received),
        pytest.raises(ModelError, match="how likely its words are"),
    ):
        client.choose(QUESTION, (YES, NO), CancelToken())
