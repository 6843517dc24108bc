"""One streaming POST that Stop can end in every phase: connecting, waiting for the first byte, reading.

The blocking work runs on a daemon thread per exchange; the caller's thread only waits on a queue. A read
that waits for a slow server notices neither a flag nor a closed file descriptor, so Stop shuts the socket
down. Only a connection attempt cannot be interrupted: its thread ends at the connect timeout, unseen.
"""

from __future__ import annotations

import contextlib
import queue
import socket
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import httpx

from core.cancel import CancelToken

MAX_EVENT_CHARS = 4 * 1024 * 1024
MAX_ERROR_BYTES = 20_000
_POLL_S = 0.02
_JOIN_S = 0.5
# Bounds memory when the server is faster than the reader of the answer.
_QUEUED_LINES = 1000


class EventTooLong(ValueError):
    """One event grew past `MAX_EVENT_CHARS`: this is no chat stream."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """The server's answer when it is not 200. `location` is set for a redirect."""

    status: int
    location: str
    body: bytes


class Exchange:
    """Use as a context manager around `lines`; leaving it ends the connection.

    Args:
        client: must not keep connections alive, or Stop would not see the socket of a reused one.
    """

    def __init__(self, client: httpx.Client, request: httpx.Request, cancel: CancelToken) -> None:
        self._client = client
        self._request = request
        self._cancel = cancel
        self._items: queue.Queue[str | Refusal | Exception | None] = queue.Queue(_QUEUED_LINES)
        self._socket: socket.socket | None = None
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="model-server", daemon=True)

    def __enter__(self) -> Exchange:
        self._request.extensions["trace"] = self._on_trace
        self._thread.start()
        return self

    def __exit__(self, *_exc: object) -> None:
        self._over.set()
        if self._socket is not None:
            with contextlib.suppress(OSError):
                # Of the plain socket: under TLS there is nobody left to say goodbye to.
                socket.socket.shutdown(self._socket, socket.SHUT_RDWR)
        self._thread.join(_JOIN_S)

    def lines(self) -> Iterator[str | Refusal]:
        """Lines of the stream, or one `Refusal`. Ends early, without an error, after Stop.

        Raises:
            httpx.HTTPError: connection and protocol problems.
        """
        while not self._cancel.is_set:
            try:
                item = self._items.get(timeout=_POLL_S)
            except queue.Empty:
                continue
            if item is None:
                return
            if isinstance(item, Exception):
                raise item
            yield item

    def _run(self) -> None:
        try:
            response = self._client.send(self._request, stream=True)
            with contextlib.closing(response):
                if response.status_code != 200:
                    location = response.headers.get("location", "") if response.is_redirect else ""
                    self._put(Refusal(response.status_code, location, _first_bytes(response)))
                else:
                    for line in _lines(response.iter_text()):
                        if self._over.is_set():
                            return
                        self._put(line)
            self._put(None)
        except Exception as error:  # noqa: BLE001 - raised again on the caller's thread
            self._put(error)

    def _put(self, item: str | Refusal | Exception | None) -> None:
        while not self._over.is_set():
            with contextlib.suppress(queue.Full):
                self._items.put(item, timeout=_POLL_S)
                return

    def _on_trace(self, event: str, details: dict[str, Any]) -> None:
        if event.endswith(("connect_tcp.complete", "start_tls.complete")):
            self._socket = details["return_value"].get_extra_info("socket")
            if self._over.is_set():
                raise httpx.ReadError("stopped while connecting")


def data_of_events(lines: Iterable[str]) -> Iterator[str]:
    """The `data` of each server-sent event. Other fields and comments are skipped.

    Raises:
        EventTooLong: a hostile or broken server; nothing is kept in memory beyond the limit.
    """
    parts: list[str] = []
    size = 0
    for line in lines:
        if not line:
            if parts:
                yield "\n".join(parts)
            parts, size = [], 0
            continue
        field, _, value = line.partition(":")
        if field == "data":
            parts.append(value.removeprefix(" "))
            size += len(value)
            if size > MAX_EVENT_CHARS:
                raise EventTooLong(f"an event of more than {MAX_EVENT_CHARS} characters")
    if parts:
        yield "\n".join(parts)


def _lines(texts: Iterable[str]) -> Iterator[str]:
    """Complete lines; httpx's own `iter_lines` would keep an endless line in memory."""
    rest = ""
    for text in texts:
        *complete, rest = (rest + text).split("\n")
        yield from (line.removesuffix("\r") for line in complete)
        if len(rest) > MAX_EVENT_CHARS:
            raise EventTooLong(f"a line of more than {MAX_EVENT_CHARS} characters")
    if rest:
        yield rest


def _first_bytes(response: httpx.Response) -> bytes:
    """The beginning of an error's body: enough for its message, whatever the server sends."""
    body = b""
    for chunk in response.iter_bytes():
        body += chunk
        if len(body) >= MAX_ERROR_BYTES:
            break
    return body[:MAX_ERROR_BYTES]
