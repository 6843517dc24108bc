"""Batches in order, drafts joined, nothing lost."""

from __future__ import annotations

import threading

from core.events import DocumentProgressed, DraftDelta, Event, EventStamper, NoticeGiven, RunFinished
from desktop.conversation.event_relay import MOST_EVENTS, EventRelay, joined


def test_neighbouring_drafts_of_one_attempt_become_one() -> None:
    stamp = EventStamper()
    events: list[Event] = [
        stamp(DraftDelta, text="a"),
        stamp(DraftDelta, text="b"),
        stamp(NoticeGiven, code="c", message="m"),
        stamp(DraftDelta, text="c"),
        stamp(DraftDelta, text="d", attempt=2),
    ]
    shown = [getattr(event, "text", event.kind) for event in joined(events)]
    assert shown == ["ab", "notice_given", "c", "d"]


def test_only_the_last_progress_of_a_document_stays() -> None:
    stamp = EventStamper()
    events: list[Event] = [
        stamp(DocumentProgressed, document_id=name, filename="f", stage="embedding", done=done, total=9)
        for name, done in (("a", 1), ("a", 2), ("b", 3))
    ]
    assert [(event.document_id, event.done) for event in joined(events)] == [("a", 2), ("b", 3)]


def test_a_fast_thread_arrives_whole_and_in_few_batches(qtbot) -> None:
    relay = EventRelay()
    batches: list[list[Event]] = []
    relay.events_arrived.connect(batches.append)
    stamp = EventStamper()

    def work() -> None:
        for number in range(3000):
            relay.push(stamp(DraftDelta, text=f"{number} "))
        relay.push(stamp(RunFinished, outcome="done"))

    thread = threading.Thread(target=work)
    thread.start()
    qtbot.waitUntil(lambda: bool(batches) and isinstance(batches[-1][-1], RunFinished))
    thread.join()
    text = "".join(event.text for batch in batches for event in batch if isinstance(event, DraftDelta))
    assert text == "".join(f"{number} " for number in range(3000))
    assert len(batches) < 100


def test_what_came_while_the_window_was_busy_is_told_in_parts(qtbot) -> None:
    relay = EventRelay()
    batches: list[list[Event]] = []
    relay.events_arrived.connect(batches.append)
    stamp = EventStamper()
    events: list[Event] = [stamp(NoticeGiven, code=str(number), message="m") for number in range(1_000)]
    for event in events:
        relay.push(event)
    qtbot.waitUntil(lambda: sum(map(len, batches)) == len(events))
    assert [event for batch in batches for event in batch] == events
    assert max(map(len, batches)) <= MOST_EVENTS
    relay.push(events[0])  # and what comes later wakes it again
    qtbot.waitUntil(lambda: batches[-1] == [events[0]])
