"""What crosses the pipe is data, and nothing else gets through."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.procs import frames
from core.procs.frames import Frame, FrameError, decode, encode
from tests.procs.children import GARBAGE

_json = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=25)
@given(
    st.dictionaries(st.text(max_size=8), _json, max_size=4), st.binary(max_size=200), st.integers(0, 2**40)
)
def test_a_frame_survives_the_round_trip(payload: dict[str, object], blob: bytes, number: int) -> None:
    frame = Frame("reply", number, "page", payload, blob)
    assert decode(encode(frame)) == frame


@given(st.binary(max_size=300))
def test_random_bytes_are_refused_or_are_a_frame(data: bytes) -> None:
    try:
        frame = decode(data)
    except FrameError:
        return
    assert isinstance(frame.payload, dict)


HEADERS = (
    b'{"type":"run","number":1,"kind":"","payload":{}}',
    b'{"type":"reply","number":-1,"kind":"","payload":{}}',
    b'{"type":"reply","number":true,"kind":"","payload":{}}',
    b'{"type":"reply","number":1,"kind":5,"payload":{}}',
    b'{"type":"reply","number":1,"kind":"","payload":[]}',
    b'{"type":"reply","number":' + b"9" * 5000 + b',"kind":"","payload":{}}',
)


@pytest.mark.parametrize(
    "data",
    [
        *(data for name, data in GARBAGE.items() if name != "future"),
        *(len(header).to_bytes(4, "big") + header for header in HEADERS),
    ],
)
def test_garbage_is_refused(data: bytes) -> None:
    with pytest.raises(FrameError):
        decode(data)


def test_sizes_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "MAX_FRAME_BYTES", 1000)
    encode(Frame("reply", 1, "x", {}, b"x" * 800))
    with pytest.raises(FrameError, match="too large"):
        encode(Frame("reply", 1, "x", {}, b"x" * 1000))


def test_what_is_not_json_is_refused_before_it_is_sent() -> None:
    with pytest.raises(FrameError, match="not JSON"):
        encode(Frame("call", 1, "x", {"value": object()}))
