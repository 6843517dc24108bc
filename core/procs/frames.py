"""One message between parent and child: a JSON header and raw bytes, never pickle.

A parser taken over by a hostile file must not be able to run code in the app, so everything that arrives
is parsed as data and checked before anybody looks at it. Pure functions, used in both processes.

Layout: 4 bytes big-endian length of the header, the header (JSON object, ASCII), the blob.
"""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass, field
from typing import Any

MAX_HEADER_BYTES = 64 * 1024 * 1024
MAX_FRAME_BYTES = 512 * 1024 * 1024
_LENGTH = struct.Struct(">I")
_TYPES = frozenset({"ready", "call", "reply", "done", "error"})

Payload = dict[str, Any]


class FrameError(Exception):
    """The bytes are not a frame of ours."""


@dataclass(frozen=True, slots=True)
class Frame:
    """`type` is ready, call, reply, done or error; `number` is the call it belongs to (0: start-up)."""

    type: str
    number: int
    kind: str = ""
    payload: Payload = field(default_factory=dict)
    blob: bytes = b""


def encode(frame: Frame) -> bytes:
    """Bytes of one frame.

    Raises:
        FrameError: the payload is not JSON, or the frame is larger than `MAX_FRAME_BYTES`.
    """
    header = {"type": frame.type, "number": frame.number, "kind": frame.kind, "payload": frame.payload}
    try:
        text = json.dumps(header, separators=(",", ":")).encode("ascii")
    except (TypeError, ValueError, RecursionError) as error:
        raise FrameError(f"payload is not JSON: {error}") from error
    if len(text) > MAX_HEADER_BYTES or len(text) + len(frame.blob) + _LENGTH.size > MAX_FRAME_BYTES:
        raise FrameError(f"frame too large: {len(text)} header and {len(frame.blob)} blob bytes")
    return b"".join((_LENGTH.pack(len(text)), text, frame.blob))


def decode(data: bytes) -> Frame:
    """The frame in `data`.

    Raises:
        FrameError: for anything that `encode` cannot have written.
    """
    if len(data) < _LENGTH.size:
        raise FrameError("shorter than its length field")
    (size,) = _LENGTH.unpack_from(data)
    end = _LENGTH.size + size
    if size > MAX_HEADER_BYTES or end > len(data):
        raise FrameError("header length out of range")
    try:
        header = json.loads(data[_LENGTH.size : end])
    except (ValueError, RecursionError) as error:
        raise FrameError(f"header is not JSON: {error}") from error
    if not isinstance(header, dict):
        raise FrameError("header is not an object")
    frame_type, number = header.get("type"), header.get("number")
    kind, payload = header.get("kind"), header.get("payload")
    if frame_type not in _TYPES or not isinstance(number, int) or isinstance(number, bool) or number < 0:
        raise FrameError("unknown type or number")
    if not isinstance(kind, str) or not isinstance(payload, dict):
        raise FrameError("kind or payload of the wrong type")
    return Frame(frame_type, number, kind, payload, data[end:])
