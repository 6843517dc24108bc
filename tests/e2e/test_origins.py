"""What a quote was read from is said with it: the mail it came in, and a file that is gone or was changed."""

from __future__ import annotations

import io
import json
import os
from argparse import Namespace
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from core.cancel import CancelToken
from core.cli.ask import QuestionLine, _search
from core.cli.docs import _list
from core.cli.printing import AnswerPrinter
from core.engine import Engine, Question
from core.published.output import answer_output, search_output
from core.runs.recorder import carry_out
from core.runs.trace import fold_all
from core.search.place_words import day_words
from core.settings import Settings
from core.types import Answer, Mode, Origin, SourceState
from tests.e2e.conftest import paths_in
from tests.published import check_shape

pytestmark = pytest.mark.model

GUARANTEE = "How long is the guarantee of the winch?"
PARCEL = "What is the number of the parcel?"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "files"
    (folder / "sub").mkdir(parents=True)
    (folder / "sub" / "winch.txt").write_text("The guarantee of the winch is 36 months from delivery.\n")
    mail = EmailMessage()
    mail["Subject"] = "Shipping"
    mail.set_content("Please see the attachment.")
    parcel = b"The number of the parcel is RX-4711 for the delivery.\n"
    mail.add_attachment(parcel, maintype="text", subtype="plain", filename="tracking.txt")
    (folder / "mail.eml").write_bytes(mail.as_bytes())
    return folder


@pytest.fixture
def engine(tmp_path: Path, folder: Path) -> Iterator[Engine]:
    """All of it in a folder that is kept in step."""
    with Engine.open(paths_in(tmp_path), Settings()) as opened:
        opened.folders.add(folder)
        for events in (opened.folders.sync(CancelToken()), opened.ingest(CancelToken())):
            carry_out(events, lambda _event: None)
        yield opened


def asked(engine: Engine, question: str) -> tuple[Answer, str, dict[str, object]]:
    """The answer, what a terminal shows of it, and its JSON; the stored run says the same."""
    events = list(engine.ask(Question(question, Mode.CHAT, extractive=True), CancelToken()))
    answer = fold_all(events).answer
    assert answer is not None
    assert fold_all(engine.run_events(events[0].run_id)).answer == answer
    screen = io.StringIO()
    printer = AnswerPrinter(trace=False, stream=screen)
    for event in events:
        printer.show(event)
    row = answer_output(events).model_dump(mode="json")
    check_shape(row, "answer")
    return answer, screen.getvalue(), row


def shown_by_search(engine: Engine, question: str, capsys: pytest.CaptureFixture[str]) -> str:
    _search(
        engine, QuestionLine(question=question), Namespace(limit=3, document=None, workspace=None, json=False)
    )
    return capsys.readouterr().out


def day_read(engine: Engine, filename: str) -> str:
    (found,) = [document for document in engine.documents() if document.filename == filename]
    return day_words(found.added_at)


@pytest.mark.slow
def test_a_file_that_is_gone_or_changed_is_marked_wherever_it_is_quoted(
    engine: Engine, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = folder / "sub" / "winch.txt"
    assert "winch.txt, line 1\n" in asked(engine, GUARANTEE)[1]
    day = day_read(engine, "winch.txt")

    path.write_text("The guarantee of the winch is 12 months.\n")
    for state, words in (("changed", "file changed since"), ("missing", "file missing")):
        answer, screen, row = asked(engine, GUARANTEE)
        told = f"winch.txt, line 1 ({words}; text as read on {day})"
        quoted = [*answer.citations, *answer.nearest]
        assert quoted[0].origin.source_state is SourceState(state)
        assert "36 months" in quoted[0].quote  # the text that was read stays citable
        assert told in screen
        (first,) = [one for one in (*row["citations"], *row["nearest"]) if one["document"] == "winch.txt"]
        assert (first["source_state"], day_words(first["read_at"])) == (state, day)
        assert told in shown_by_search(engine, GUARANTEE, capsys)
        hits = search_output(engine.search(GUARANTEE), "", engine.coverage()).hits
        assert [hit.source_state for hit in hits if hit.document == "winch.txt"] == [state]
        path.unlink(missing_ok=True)

    carry_out(engine.folders.sync(CancelToken()), lambda _event: None)  # and when the folder was compared
    assert f"(file missing; text as read on {day})" in asked(engine, GUARANTEE)[1]


def test_what_lies_in_a_mail_is_told(
    engine: Engine, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answer, screen, row = asked(engine, PARCEL)
    assert "tracking.txt in mail.eml, line 1" in screen
    assert next(one.origin.container for one in (*answer.citations, *answer.nearest)) == "mail.eml"
    assert next(one["container"] for one in (*row["citations"], *row["nearest"])) == "mail.eml"
    assert "tracking.txt in mail.eml, line 1" in shown_by_search(engine, PARCEL, capsys)
    _list(engine, Namespace(json=False, problems=False))
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(" pages  ")[1] for line in lines if "tracking" in line] == ["tracking.txt in mail.eml"]

    (folder / "mail.eml").unlink()
    assert "tracking.txt in mail.eml, line 1 (file missing; " in asked(engine, PARCEL)[1]


def test_nearest_passages_say_it_as_well(engine: Engine, folder: Path) -> None:
    (folder / "sub" / "winch.txt").unlink()
    answer, screen, _row = asked(engine, "What colour does the winch of the harbour have?")
    assert answer.nearest
    assert "winch.txt, line 1 (file missing; " in screen


def test_answers_that_were_stored_without_it_say_nothing(engine: Engine) -> None:
    events = list(engine.ask(Question(PARCEL, Mode.CHAT, extractive=True), CancelToken()))
    (ready,) = [event for event in events if event.kind == "answer_ready"]
    stored = json.loads(ready.model_dump_json())
    for one in (*stored["answer"]["citations"], *stored["answer"]["nearest"]):
        del one["origin"]
    old = type(ready).model_validate(stored)
    assert {one.origin for one in (*old.answer.citations, *old.answer.nearest)} == {Origin()}


@pytest.mark.slow
def test_a_file_that_was_only_touched_or_copied_is_the_same(engine: Engine, folder: Path) -> None:
    path = folder / "sub" / "winch.txt"
    os.utime(path, (1, 1))
    for _again in range(2):
        (quoted, *_) = asked(engine, GUARANTEE)[0].citations
        assert quoted.origin.source_state is SourceState.PRESENT
    engine.folders.refresh_states()  # which looks at size and time only
    (quoted, *_) = asked(engine, GUARANTEE)[0].citations
    assert quoted.origin.source_state is SourceState.PRESENT
    path.write_text(path.read_text().replace("36", "12"))
    (quoted, *_) = asked(engine, GUARANTEE)[0].citations
    assert quoted.origin.source_state is SourceState.CHANGED
