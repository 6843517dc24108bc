"""What the worker processes of these tests run. Imported in the child by name."""

from __future__ import annotations

import os
import signal
import sys
import time

from core.errors import DocumentError
from core.procs import Channel, Request


def main(channel: Channel) -> None:
    """Answers through `serve`, so that a failed request leaves `served` as it is."""
    served = 0

    def handle(request: Request) -> None:
        nonlocal served
        served += 1
        HANDLERS[request.kind](channel, request)
        if channel.answering:
            channel.done({"served": served, "pid": os.getpid()})

    channel.serve(handle)


def loop(channel: Channel) -> None:
    """The plain form: an error leaves the function, which is called anew."""
    for request in channel:
        if request.kind == "fail":
            raise DocumentError("The file a.pdf is damaged.", "Save it again.")
        channel.reply("echo", request.payload)


def fails_at_start(channel: Channel) -> None:
    raise DocumentError("The file b.pdf cannot be opened.", "Check that it exists.")


def _echo(channel: Channel, request: Request) -> None:
    channel.reply("echo", request.payload, request.blob)


def _count(channel: Channel, request: Request) -> None:
    for number in range(request.payload["to"]):
        channel.check()
        channel.reply("number", {"number": number})
        time.sleep(request.payload.get("pause_s", 0.0))


def _environment(channel: Channel, request: Request) -> None:
    print("this goes to the log file, not to the terminal")
    channel.reply(
        "environment",
        {
            "stdin": sys.stdin.read() if sys.stdin else "",
            "main": getattr(sys.modules["__main__"], "__file__", None) or "",
            "pytest": "pytest" in sys.modules,
            "nice": os.nice(0),
            "sigint_ignored": signal.getsignal(signal.SIGINT) == signal.SIG_IGN,
            "options": channel.options,
        },
    )


def _known(channel: Channel, request: Request) -> None:
    error = DocumentError("The file a.pdf needs a password.", "Remove the password and add it again.")
    error.code = "document_encrypted"
    raise error


def _bug(channel: Channel, request: Request) -> None:
    raise ZeroDivisionError("ours")


def _no_memory(channel: Channel, request: Request) -> None:
    raise MemoryError


def _signal(channel: Channel, request: Request) -> None:
    os.kill(os.getpid(), request.payload["signal"])
    time.sleep(5)


def _exit(channel: Channel, request: Request) -> None:
    os._exit(3)


def _hang(channel: Channel, request: Request) -> None:
    channel.reply("hanging")
    time.sleep(60)


def _hog(channel: Channel, request: Request) -> None:
    kept = []
    while True:
        kept.append(bytearray(os.urandom(1024) * 4096))
        time.sleep(0.005)


def _poll_until_cancelled(channel: Channel, request: Request) -> None:
    channel.reply("polling")
    while not channel.cancelled:
        time.sleep(0.002)
    channel.done({"cancelled": True})


def _garbage(channel: Channel, request: Request) -> None:
    channel._connection.send_bytes(GARBAGE[request.payload["which"]])
    time.sleep(5)


def _flood(channel: Channel, request: Request) -> None:
    for _ in range(request.payload["times"]):
        channel.reply("flood", {}, b"x" * 100_000)


GARBAGE = {
    "short": b"x",
    "length": b"\xff\xff\xff\xffabc",
    "json": b"\x00\x00\x00\x03abc",
    "pickle": b"\x80\x04\x95" + b"cos\nsystem\n(S'true'\ntR.",
    "list": b"\x00\x00\x00\x02[]",
    "future": b'\x00\x00\x00\x3d{"type":"reply","number":9999999,"kind":"echo","payload":{} }',
    "deep": b"\x00\x01\x86\xa0" + b"[" * 100_000,
}

HANDLERS = {
    "echo": _echo,
    "count": _count,
    "environment": _environment,
    "known": _known,
    "bug": _bug,
    "no_memory": _no_memory,
    "signal": _signal,
    "exit": _exit,
    "hang": _hang,
    "hog": _hog,
    "poll": _poll_until_cancelled,
    "garbage": _garbage,
    "flood": _flood,
}
