"""Cycles are collected, and on the GUI thread only."""

from __future__ import annotations

import gc
import threading
import weakref

import pytest

from desktop.start.garbage import GuiThreadCollector


class Node:
    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def collector(qapp):
    made = GuiThreadCollector(qapp)
    yield made
    made.stop()
    made.deleteLater()


def test_cycles_made_by_other_threads_are_collected_here(collector: GuiThreadCollector, qtbot) -> None:
    ended_on: list[str] = []

    def work() -> None:
        for _ in range(3000):
            weakref.finalize(Node(), lambda: ended_on.append(threading.current_thread().name))

    thread = threading.Thread(target=work, name="worker")
    thread.start()
    thread.join()
    assert ended_on == []
    qtbot.waitUntil(lambda: len(ended_on) == 3000)
    assert set(ended_on) == {threading.current_thread().name}


def test_automatic_collection_comes_back(qapp) -> None:
    collector = GuiThreadCollector(qapp)
    assert not gc.isenabled()
    collector.stop()
    assert gc.isenabled()
