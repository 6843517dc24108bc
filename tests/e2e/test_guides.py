"""Guides over the real sample documents: made, kept, shown by the command line, suggested."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.cancel import CancelToken
from core.cli import main
from core.errors import Cancelled, DocumentError
from core.llm.base import ChatModel
from core.settings import Settings
from core.types.scope import WHOLE_LIBRARY, Scope
from tests.conftest import MODELS_FOLDER
from tests.e2e.conftest import SAMPLES as FOLDER
from tests.e2e.conftest import OpenEngine, assert_words_on_page
from tests.published import check_shape
from tests.scripted_model import ScriptedModel

pytestmark = pytest.mark.model
COPIED = Settings().with_values("answers", {"extractive": "always"})


def test_every_line_of_a_guide_stands_on_its_page(open_engine: OpenEngine) -> None:
    engine = open_engine(settings=COPIED)
    for document in engine.documents():
        guide = engine.guides.make(document.document_id, CancelToken())
        assert guide.answer.statements
        for statement in guide.answer.statements:
            for evidence in statement.evidence:
                assert_words_on_page(evidence.quote, FOLDER / document.filename, evidence.page)
        assert engine.guides.kept(document.document_id) == guide
    assert engine.guides.next_waiting() == ""
    suggested = engine.guides.suggested(WHOLE_LIBRARY, 4)
    assert len(suggested) == 4
    files = {one.filename for one in engine.documents() if any(one.filename in text for _, text in suggested)}
    assert engine.guides.suggested(Scope(document_ids=()), 4) == []
    assert len(files) == 4, "one question of each document before a second one of any"


def test_stop_keeps_nothing(open_engine: OpenEngine) -> None:
    engine = open_engine(settings=COPIED)
    cancel = CancelToken()
    cancel.set()
    document = engine.documents()[0]
    with pytest.raises(Cancelled):
        engine.guides.make(document.document_id, cancel)
    assert engine.guides.kept(document.document_id) is None
    with pytest.raises(DocumentError, match="nothing in this document"):
        engine.guides.make("no such id", CancelToken())


def test_a_model_adds_to_a_guide_that_was_made_without(open_engine: OpenEngine) -> None:
    model: ChatModel = ScriptedModel(["It is an invoice. [1]", "What is it? [1]"], repeat_last=True)
    engine = open_engine(model)
    document_id = engine.documents()[0].document_id
    plain = engine.guides.make(document_id, CancelToken(), with_model=False)
    assert engine.guides.lacks_model(plain)
    assert not engine.guides.lacks_model(engine.guides.make(document_id, CancelToken()))


def test_the_command_shows_and_keeps_it(
    indexed_samples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from tests.library_kit import copy_library

    copy_library(indexed_samples, tmp_path / "data")
    monkeypatch.setenv("DOCUCHAT_HOME", str(tmp_path))
    monkeypatch.setenv("DOCUCHAT_MODELS", str(MODELS_FOLDER))
    assert main(["about", "seal-supply-contract.pdf", "--no-model"]) == 0
    shown = capsys.readouterr().out
    assert "Dates and periods" in shown
    assert "EUR 750,000" in shown
    assert "[page 2]" in shown
    assert main(["about", "seal-supply-contract.pdf", "--no-model", "--json"]) == 0
    written = json.loads(capsys.readouterr().out)
    check_shape(written, "guide")
    assert written["document"] == "seal-supply-contract.pdf"
    assert [part["part"] for part in written["parts"]][:2] == ["what", "key"]
    assert main(["about", "nothing.pdf"]) == 2


def test_a_full_disk_keeps_no_guide_and_shows_it_all_the_same(open_engine: OpenEngine) -> None:
    engine = open_engine(settings=COPIED)
    ((pages,),) = engine.database.query("PRAGMA page_count")
    engine.database.query(f"PRAGMA max_page_count = {pages}")  # what SQLite says of a full disk
    waiting = engine.guides.next_waiting()
    assert engine.guides.make(waiting, CancelToken()).answer.statements
    assert engine.guides.kept(waiting) is None
    assert engine.guides.next_waiting() not in ("", waiting), "it is not tried again and again"


def test_what_cannot_be_made_holds_up_no_other_and_reading_comes_first(open_engine: OpenEngine) -> None:
    engine = open_engine(settings=COPIED)
    first = engine.guides.next_waiting()
    engine.guides.pass_over(first)
    second = engine.guides.next_waiting()
    assert second not in ("", first)
    engine.database.execute("UPDATE documents SET status = 'queued' WHERE document_id = ?", (first,))
    assert engine.guides.next_waiting() == ""
