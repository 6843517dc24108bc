"""What a stored run still tells of a document that was removed."""

from __future__ import annotations

from core.events import (
    AnswerReady,
    DraftWritten,
    Event,
    EventStamper,
    EvidenceFound,
    HitSummary,
    RunStarted,
    ToolReturned,
)
from core.store.database import Database
from core.store.runs import RunRepository
from core.store.traces import forget_in_runs
from core.types import Answer, Citation, Mode, NearestPassage, Origin, document_id_for

GONE, STAYS = document_id_for("gone"), document_id_for("stays")


def hit(document_id: str) -> HitSummary:
    return HitSummary(
        document_id=document_id,
        chunk_id="c",
        chunk_index=0,
        filename="a.pdf",
        page=1,
        snippet="a secret",
        score=0.5,
        where="page 1",
    )


def nearest(document_id: str) -> NearestPassage:
    return NearestPassage(document_id, "h", "a.pdf", "c", 0, 1, (), "a secret", 0.5)


def stored(database: Database, *found: str) -> tuple[RunRepository, list[Event]]:
    runs = RunRepository(database)
    stamp = EventStamper()
    events = [
        stamp(RunStarted, mode=Mode.AGENT, question="Why?"),
        stamp(ToolReturned, call_id="a", ok=True, summary="Found", hits=tuple(hit(name) for name in found)),
        stamp(DraftWritten, text="It is a secret.", began_ms=0),
        stamp(AnswerReady, answer=Answer("I don't know.", nearest=tuple(nearest(name) for name in found))),
    ]
    runs.start(stamp.run_id, "", Mode.AGENT, "Why?")
    runs.append(events)
    return runs, events


def test_drafts_and_nearest_passages_go_with_their_document(database: Database) -> None:
    runs, events = stored(database, STAYS, GONE)
    with database.transaction() as connection:
        assert forget_in_runs(connection, [GONE]) == 3
    _started, returned, draft, ready = runs.load_events(events[0].run_id)
    assert isinstance(returned, ToolReturned)
    assert [one.snippet for one in returned.hits] == ["a secret", ""]
    assert isinstance(draft, DraftWritten)
    assert draft.text == ""
    assert isinstance(ready, AnswerReady)
    assert [passage.document_id for passage in ready.answer.nearest] == [STAYS]


def test_what_was_shown_at_once_goes_with_its_document(database: Database) -> None:
    runs, stamp = RunRepository(database), EventStamper()
    passages = tuple(nearest(name) for name in (GONE, STAYS, GONE))
    events: list[Event] = [
        stamp(RunStarted, mode=Mode.CHAT, question="Why?"),
        stamp(EvidenceFound, passages=passages, likely=2, judge="j"),
    ]
    runs.start(stamp.run_id, "", Mode.CHAT, "Why?")
    runs.append(events)
    with database.transaction() as connection:
        assert forget_in_runs(connection, [GONE]) == 1
    _started, found = runs.load_events(stamp.run_id)
    assert isinstance(found, EvidenceFound)
    assert ([one.document_id for one in found.passages], found.likely) == ([STAYS], 1)


def test_a_citation_keeps_its_quote_but_not_what_its_document_lay_in(database: Database) -> None:
    runs, stamp = RunRepository(database), EventStamper()
    cited = Citation(
        1, GONE, "h", "a.pdf", "c", 0, 1, (), "quoted", "quoted and more", 0.5, origin=Origin("secret.zip")
    )
    runs.start(stamp.run_id, "", Mode.CHAT, "Why?")
    runs.append([stamp(AnswerReady, answer=Answer("So. [1]", citations=(cited,)))])
    with database.transaction() as connection:
        forget_in_runs(connection, [GONE])
    (ready,) = runs.load_events(stamp.run_id)
    assert isinstance(ready, AnswerReady)
    (kept,) = ready.answer.citations
    assert (kept.quote, kept.snippet, kept.origin.container) == ("quoted", "quoted", "")


def test_runs_that_never_found_it_keep_everything(database: Database) -> None:
    runs, events = stored(database, STAYS)
    with database.transaction() as connection:
        assert forget_in_runs(connection, [GONE]) == 0
    assert runs.load_events(events[0].run_id) == events
