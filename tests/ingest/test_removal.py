"""Delete means delete: no file under the data folder holds anything of a removed document any more."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import docx
import pymupdf
import pytest

from core.agent.executor import AgentExecutor
from core.agent.limits import Limits
from core.cancel import CancelToken
from core.events import AnswerReady, DraftWritten, Event, EventStamper, RunStarted
from core.ingest.queue.removal import Remover, forget_in_backups
from core.judge.word_judge import WordJudge
from core.runs.recorder import RunRecorder
from core.search.retriever import HybridRetriever
from core.store.conversations import ConversationRepository
from core.store.database import Database
from core.store.locations import MEMBER_SEPARATOR, LocationRepository
from core.store.removals import RemovalRepository
from core.store.runs import RunRepository
from core.system.logs import log_to_file
from core.system.paths import AppPaths
from core.types import Mode
from tests.ingest.batch import make_mail
from tests.ingest.formats.zip_kit import write_zip
from tests.library_kit import Library, copy_library, make_pdf, open_library, prose, written_parts
from tests.scripted_model import ScriptedModel

ROOT = Path(__file__).resolve().parents[2]
MARKERS = ("Zanzibarquartz", "Überprüfungsgeheimnis")
HIDDEN = "Unsichtbarkeitsprobe"
IN_NAME = "Namenszeichen77"
SENTENCE = f"The {MARKERS[0]} {MARKERS[1]} of the pump lasts 4711 months after delivery."
QUESTION = "How many months does it last after delivery of the pump, and of what?"


def marked_pdf(path: Path) -> Path:
    """The marker sentence on a page of prose, and a hidden one in white."""
    document = pymupdf.open()
    for number in range(3):
        page = document.new_page()
        text = prose("B-120", 15, seed=number)
        page.insert_textbox(
            (72, 72, 540, 500), f"{text} {SENTENCE} {text}" if number == 1 else text, fontsize=9
        )
        if number == 1:
            page.insert_text((72, 700), f"{HIDDEN} for nobody", fontsize=10, color=(1, 1, 1))
    document.save(path)
    document.close()
    return path


def marked_docx(path: Path) -> Path:
    document = docx.Document()
    document.add_heading("Warranty", 1)
    document.add_paragraph(prose("B-120", 12))
    document.add_paragraph(SENTENCE)
    document.save(str(path))
    return path


def marks_of(library: Library, document_id: str) -> dict[str, bytes]:
    """What must be found nowhere afterwards: words in several encodings, packed boxes, raw vectors."""
    marks = {f"{word} {code}": word.encode(code) for word in (*MARKERS, HIDDEN, IN_NAME) for code in CODES}
    marks |= {f"{word} JSON": json.dumps(word).strip('"').encode() for word in MARKERS}
    chunks = [c for c in library.chunks.of_document(document_id) if MARKERS[0] in c.text]
    assert chunks
    for chunk in chunks:
        marks[f"vector of chunk {chunk.index}"] = library.index.vectors([chunk.chunk_id])[
            chunk.chunk_id
        ].tobytes()
    rows = library.database.query(
        "SELECT number, words FROM pages WHERE document_id = ? AND length(words) > 200", (document_id,)
    )
    for row in rows:
        packed = row["words"]
        for start in range(60, len(packed) - 40, max(40, len(packed) // 8)):
            marks[f"boxes of page {row['number']} at {start}"] = packed[start : start + 40]
    return marks


ZEROS = bytes(4096)
CODES = ("utf-8", "utf-16-le", "utf-32-le")


def found(folder: Path, marks: dict[str, bytes]) -> dict[str, set[str]]:
    """mark → files (names and contents) that hold it."""
    hits: dict[str, set[str]] = {}
    for path in folder.rglob("*"):
        content = [data for _, data in written_parts(path)] if path.is_file() else []
        haystack = b"\n".join([os.fsencode(path.name), *content]).replace(ZEROS, b"")
        for name, needle in marks.items():
            if needle in haystack:
                hits.setdefault(name, set()).add(path.name)
    return hits


def ask(library: Library, question: str) -> list[Event]:
    """A stored agent run that opens three passages and answers."""
    model = ScriptedModel(
        [
            '["search_docs for the months", "open_citation", "Compose the answer"]',
            {"type": "tool_call", "tool": "search_docs", "input": {"query": "lasts months after delivery"}},
            *(
                {"type": "tool_call", "tool": "open_citation", "input": {"result": number}}
                for number in (1, 2, 3)
            ),
            {"type": "final"},
        ],
        repeat_last=True,
    )
    recorder = RunRecorder(RunRepository(library.database), ConversationRepository(library.database))
    retriever = HybridRetriever(library.database, library.index, library.embedder)
    stamp = EventStamper()
    with ThreadPoolExecutor(1) as pool:
        executor = AgentExecutor(
            model,
            retriever,
            WordJudge(),
            replace(Limits.standard(), adaptive=False),
            None,
            stamp,
            CancelToken(),
            pool,
        )
        return list(recorder.record(lambda: executor.run(question), stamp, Mode.AGENT, question))


def answer_of(events: list[Event]) -> AnswerReady:
    (answer,) = [event for event in events if isinstance(event, AnswerReady)]
    return answer


@pytest.mark.parametrize("suffix", [".pdf", pytest.param(".docx", marks=pytest.mark.slow)])
def test_nothing_is_found_of_a_removed_document(
    library: Library, home: Path, tmp_path: Path, suffix: str
) -> None:
    log_to_file(AppPaths(home, home / "models", home / "cache", home / "logs"))
    marked = {".pdf": marked_pdf, ".docx": marked_docx}[suffix](tmp_path / f"{IN_NAME}{suffix}")
    other = make_pdf(
        tmp_path / "other.pdf",
        [f"The seal of the pump is made of rubber, as on delivery. {prose('C-7', 20)}"],
    )
    library.ingest(marked, other)
    (document,) = [d for d in library.documents.all() if IN_NAME in d.filename]
    events = ask(library, "What is the seal of the pump made of after delivery?")
    assert answer_of(events).answer.citations[0].filename == "other.pdf"
    marks = marks_of(library, document.document_id)
    library.database.connection().execute("VACUUM INTO ?", (str(home / "backup.sqlite3"),))
    (home / "backups").mkdir(exist_ok=True)
    (home / "backup.sqlite3").rename(home / "backups" / "library-format1-20260101-000000.sqlite3")
    before = found(home, marks)
    expected = {name for name in marks if HIDDEN not in name or suffix == ".pdf"}
    missing = {
        name for name in expected if name not in before and "utf-16" not in name and "utf-32" not in name
    }
    assert not {name for name in missing if "JSON" not in name}, missing
    assert "library-format1-20260101-000000.sqlite3" in before[f"{MARKERS[0]} utf-8"]
    stored = library.database.query("SELECT kind FROM events WHERE instr(event, ?)", (MARKERS[0],))
    assert {row["kind"] for row in stored} == {"tool_returned"}

    assert library.pipeline.remove(document.document_id)
    assert not library.pipeline.remove(document.document_id)
    assert found(home, marks) == {}
    assert not RemovalRepository(library.database).owed()
    assert [d.filename for d in library.documents.all()] == ["other.pdf"]
    # The run can still be replayed, and its answer is whole.
    replayed = RunRepository(library.database).load_events(events[0].run_id)
    kinds = [event.kind for event in replayed if event.kind != "draft_written"]
    assert kinds == [event.kind for event in events if event.kind != "draft_delta"]
    assert answer_of(replayed).answer == answer_of(events).answer


def test_an_answer_keeps_what_it_quotes(library: Library, home: Path, tmp_path: Path) -> None:
    marked = marked_pdf(tmp_path / f"{IN_NAME}.pdf")
    library.ingest(marked)
    (document,) = library.documents.all()
    events = ask(library, QUESTION)
    before = answer_of(events).answer
    (citation,) = before.citations
    assert MARKERS[1] in citation.quote
    library.pipeline.remove(document.document_id)

    words = {word: word.encode() for word in (*MARKERS, IN_NAME, HIDDEN)}
    files = found(home, words)
    assert set().union(*files.values()) == {"library.sqlite3"}
    assert HIDDEN not in files
    kinds = library.database.query(
        "SELECT kind, event FROM events WHERE instr(event, ?) OR instr(event, ?)", (MARKERS[0], IN_NAME)
    )
    # What was made of the cited sentence: the answer, and the check it passed; its draft is empty.
    assert {row["kind"] for row in kinds} <= {"answer_ready", "gate_checked"}
    replayed = RunRepository(library.database).load_events(events[0].run_id)
    assert [event.text for event in replayed if isinstance(event, DraftWritten)] == [""]
    after = answer_of(replayed).answer
    assert after.text == before.text
    assert after.statements == before.statements
    assert (after.citations[0].quote, after.citations[0].filename) == (citation.quote, citation.filename)
    assert after.citations[0].snippet == citation.quote
    # Besides the answer's own words no table knows the document.
    tables = library.database.query("SELECT name FROM sqlite_master WHERE type = 'table'")
    for table in {row["name"] for row in tables} - {"events", "messages"}:
        rows = library.database.query(f"SELECT * FROM {table}")  # noqa: S608 - names from the database
        assert not [row for row in rows if MARKERS[0] in str(tuple(row)) or IN_NAME in str(tuple(row))], table


@pytest.mark.slow
def test_an_earlier_content_goes_with_the_document(library: Library, home: Path, tmp_path: Path) -> None:
    path = marked_pdf(tmp_path / "paper.pdf")
    library.ingest(path)
    (old,) = library.documents.all()
    marks = marks_of(library, old.document_id)
    events = ask(library, QUESTION)
    assert MARKERS[1] in answer_of(events).answer.text
    library.database.execute("DELETE FROM events WHERE kind IN ('answer_ready', 'gate_checked')")
    library.database.execute("DELETE FROM messages")
    make_pdf(path, [prose("Z-9", 30, seed=9)])
    library.ingest(path)
    (new,) = library.documents.all()
    removals = RemovalRepository(library.database)
    assert removals.replaced_by(old.document_id) == new.document_id
    assert not removals.owed()  # the index was rewritten when the queue was empty
    vectors = {name: mark for name, mark in marks.items() if name.startswith("vector")}
    assert found(home, vectors) == {}
    assert found(home, marks)  # runs still tell what they were made from
    library.pipeline.remove(new.document_id)
    assert found(home, marks) == {}


def test_a_removal_that_was_cut_off_is_finished(library: Library, home: Path, tmp_path: Path) -> None:
    library.ingest(
        marked_pdf(tmp_path / f"{IN_NAME}.pdf"), make_pdf(tmp_path / "other.pdf", [prose("C-7", 20)])
    )
    (document,) = [d for d in library.documents.all() if IN_NAME in d.filename]
    marks = marks_of(library, document.document_id)
    # Killed right after the rows were gone: nothing else has been done.
    RemovalRepository(library.database).delete([document.document_id])
    library.close()
    assert found(home, marks)
    again = open_library(home)
    try:
        assert again.pipeline.settle_removals(at_start=True)
        assert found(home, marks) == {}
        assert len(again.index.points_per_document()) == 1
    finally:
        again.close()


REMOVE_AND_DIE = """
import os, sys, threading, time
from pathlib import Path
from tests.library_kit import open_library
library = open_library(Path(sys.argv[1]))
die = lambda: (time.sleep(float(sys.argv[2])), os.kill(os.getpid(), 9))
threading.Thread(target=die, daemon=True).start()
library.pipeline.remove(sys.argv[3])
library.close()
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="kills as on Unix")
def test_a_kill_at_any_moment_of_a_removal(library: Library, home: Path, tmp_path: Path) -> None:
    library.ingest(
        marked_pdf(tmp_path / f"{IN_NAME}.pdf"), make_pdf(tmp_path / "other.pdf", [prose("C-7", 20)])
    )
    (document,) = [d for d in library.documents.all() if IN_NAME in d.filename]
    marks = marks_of(library, document.document_id)
    library.close()
    for delay in (0.002, 0.02, 0.08):
        copy = tmp_path / f"copy {delay}"
        copy_library(home, copy)
        subprocess.run(
            [sys.executable, "-c", REMOVE_AND_DIE, str(copy), str(delay), document.document_id],
            cwd=ROOT,
            timeout=60,
            check=False,
        )
        again = open_library(copy)
        try:
            if again.documents.get(document.document_id) is not None:  # killed before it began
                again.pipeline.remove(document.document_id)
            assert again.pipeline.settle_removals(at_start=True)
            assert found(copy, marks) == {}
            assert [d.filename for d in again.documents.all()] == ["other.pdf"]
            assert len(again.index.points_per_document()) == 1
        finally:
            again.close()


def test_a_run_that_goes_on_is_looked_at_again(library: Library, tmp_path: Path) -> None:
    library.ingest(marked_pdf(tmp_path / "paper.pdf"))
    (document,) = library.documents.all()
    runs = RunRepository(library.database)
    runs.start("run 1", "", Mode.CHAT, QUESTION)
    library.pipeline.remove(document.document_id)
    removals = RemovalRepository(library.database)
    assert removals.owed().traces == (document.document_id,)
    assert removals.owed().points == ()
    stamp = EventStamper("run 1")
    started = stamp(RunStarted, mode=Mode.CHAT, question=QUESTION)
    text = started.model_dump_json()
    hit = {"document_id": document.document_id, "filename": "paper.pdf", "snippet": SENTENCE}
    library.database.execute(
        "INSERT INTO events VALUES ('run 1', 1, 'run_started', ?), ('run 1', 2, 'tool_returned', ?)",
        (text, json.dumps({"call_id": "c", "hits": [hit]})),
    )
    runs.finish("run 1", "answered")
    assert library.pipeline.settle_removals()
    (row,) = library.database.query("SELECT event FROM events WHERE seq = 2")
    assert json.loads(row["event"])["hits"] == [hit | {"filename": "", "snippet": ""}]


def test_backups_of_the_first_format(tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    old = folder / "library-format1-20260101-000000.sqlite3"
    connection = sqlite3.connect(old)
    fixture = Path(__file__).parents[1] / "store" / "fixtures" / "format001.sql"
    connection.executescript(fixture.read_text(encoding="utf-8"))
    rows = connection.execute("SELECT document_id, filename FROM documents").fetchall()
    texts = connection.execute("SELECT document_id, text FROM pages").fetchall()
    connection.close()
    (folder / "half.part").write_bytes(b"half a copy")
    (folder / "broken.sqlite3").write_bytes(b"SQLite format 3\x00" + b"broken" * 500)
    name = next(document_id for document_id, filename in rows if filename == "report.pdf")
    words = next(text for document_id, text in texts if document_id == name)[:40]
    assert words.encode() in old.read_bytes()
    assert forget_in_backups(folder, [name])
    assert [path.name for path in folder.iterdir()] == [old.name]
    assert words.encode() not in old.read_bytes()
    assert b"report.pdf" not in old.read_bytes()
    database = Database(old, tmp_path / "copies")  # it opens as before
    assert [row["filename"] for row in database.query("SELECT filename FROM documents")] == ["scan.pdf"]
    database.close()


def test_what_is_inside_a_removed_container_goes_too(library: Library, tmp_path: Path) -> None:
    inside = make_pdf(tmp_path / "inside.pdf", [prose("I-1", 20)])
    both = make_pdf(tmp_path / "both.pdf", [prose("B-2", 20, seed=2)])
    letter = make_mail(tmp_path / "letter.eml", inside, both)
    library.ingest(letter)
    library.ingest(tmp_path / "both.pdf")
    by_name = {document.filename: document for document in library.documents.all()}
    assert by_name.keys() == {"letter.eml", "inside.pdf", "both.pdf"}
    places = LocationRepository(library.database)
    assert len(places.of_document(by_name["both.pdf"].document_id)) == 2
    library.pipeline.remove(by_name["letter.eml"].document_id)
    (left,) = library.documents.all()
    assert (left.filename, left.path) == ("both.pdf", str(both))
    assert (left.member, left.container_id) == ("", "")
    assert [place.member for place in places.of_document(left.document_id)] == [""]
    assert library.index.points_per_document().keys() == {left.document_id}


def test_a_container_that_is_replaced_keeps_what_is_still_in_it(library: Library, tmp_path: Path) -> None:
    pdfs = {name: make_pdf(tmp_path / f"{name}.pdf", [prose(name, 15)]) for name in ("kept", "left", "new")}
    inner = tmp_path / "inner.zip"
    write_zip(inner, {"kept.pdf": pdfs["kept"].read_bytes()})
    outer = tmp_path / "outer.zip"
    write_zip(outer, {"inner.zip": inner.read_bytes(), "left.pdf": pdfs["left"].read_bytes()})
    library.ingest(outer)
    names = {d.filename: d.document_id for d in library.documents.all()}
    assert names.keys() == {"outer.zip", "inner.zip", "kept.pdf", "left.pdf"}
    calls = sum(library.embedder.calls)
    time.sleep(0.01)
    write_zip(outer, {"renamed.zip": inner.read_bytes(), "new.pdf": pdfs["new"].read_bytes()})
    library.ingest(outer)
    documents = {d.filename: d for d in library.documents.all()}
    assert documents.keys() == {"outer.zip", "renamed.zip", "kept.pdf", "new.pdf"}
    kept = documents["kept.pdf"]
    assert kept.document_id == names["kept.pdf"]
    assert kept.member == f"renamed.zip{MEMBER_SEPARATOR}kept.pdf"
    assert kept.container_id == documents["renamed.zip"].document_id
    assert documents["renamed.zip"].container_id == documents["outer.zip"].document_id
    assert [p.member for p in LocationRepository(library.database).of_document(kept.document_id)] == [
        kept.member
    ]
    new_chunks = documents["new.pdf"].chunk_count + documents["outer.zip"].chunk_count
    assert sum(library.embedder.calls) - calls <= new_chunks
    # A copy of the archive holds the same files; when the first one goes, nothing is lost.
    copy = shutil.copy2(outer, tmp_path / "copy.zip")
    library.ingest(Path(copy))
    places = LocationRepository(library.database).of_document(kept.document_id)
    assert [place.path for place in places] == [str(outer), str(copy)]
    library.pipeline.remove(documents["outer.zip"].document_id)
    assert library.documents.all() == []


def test_removing_many_costs_one_rewriting(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(6):
        library.ingest(make_pdf(tmp_path / f"{number}.pdf", [prose(f"P-{number}", 9, seed=number)]))
    compactions: list[bool] = []
    real = library.index.compact
    monkeypatch.setattr(library.index, "compact", lambda: compactions.append(True) or real())
    ids = [document.document_id for document in library.documents.all()]
    assert sorted(library.pipeline.remove_many(ids[:5])) == sorted(ids[:5])
    assert len(compactions) == 1
    assert library.index.points_per_document().keys() == {ids[5]}


@pytest.mark.slow
def test_a_large_index_is_rewritten_when_there_is_time(
    library: Library, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import core.ingest.queue.removal

    monkeypatch.setattr(core.ingest.queue.removal, "REWRITE_AT_ONCE", -1)
    others = [make_pdf(tmp_path / f"{n}.pdf", [prose(f"P-{n}", 9, seed=n)]) for n in range(3)]
    library.ingest(*others)
    compactions: list[bool] = []
    real = library.index.compact
    monkeypatch.setattr(library.index, "compact", lambda: compactions.append(True) or real())
    for document in library.documents.all():  # three clicks
        library.pipeline.remove(document.document_id)
    assert compactions == []
    library.ingest(marked_pdf(tmp_path / "paper.pdf"))
    assert compactions == [True]
    (document,) = library.documents.all()
    marks = marks_of(library, document.document_id)
    library.pipeline.remove(document.document_id)
    removals = RemovalRepository(library.database)
    assert removals.owed().points == (document.document_id,)
    assert set(found(home, marks)) == {name for name in marks if name.startswith("vector")}
    assert not Remover(library.database, library.index).settle(quiet=False)
    list(library.pipeline.run(CancelToken()))  # the queue is empty: now there is time
    assert not removals.owed()
    assert found(home, marks) == {}
