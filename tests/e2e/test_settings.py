"""Settings that are changed while the program runs, and the file for a report of a mistake."""

from __future__ import annotations

import json
import logging
import sys
import zipfile
from pathlib import Path

import pytest

from core.cancel import CancelToken
from core.engine import Question
from core.engine.diagnostics import log_without_words
from core.engine.engine import Engine
from core.errors import ModelError, StorageError
from core.events import AnswerReady, ModelCalled, RunFinished
from core.llm.openai_client import OpenAIModel
from core.settings import ModelSettings, Settings
from core.system.logs import log_to_file
from core.system.paths import AppPaths
from core.types import Mode
from tests.e2e.conftest import OpenEngine

QUESTION = "How long is the warranty of the B-120?"
TINY = "smollm2-135m-instruct-q4_1"


def changed(settings: Settings, **values: object) -> Settings:
    return settings.model_copy(update={"answers": settings.answers.model_copy(update=values)})


def test_the_next_question_is_answered_with_the_new_settings(open_engine: OpenEngine) -> None:
    engine = open_engine()
    engine.change_settings(changed(engine.settings, extractive="always"))
    assert Settings.load(engine.paths.settings).answers.extractive == "always"
    events = list(engine.ask(Question(QUESTION, Mode.CHAT), CancelToken()))
    (ready,) = (event for event in events if isinstance(event, AnswerReady))
    assert "extractive_answer" in ready.answer.safety_flags
    assert "24 months" in ready.answer.text


def test_another_model_takes_the_place_of_the_first(open_engine: OpenEngine) -> None:
    engine = open_engine()
    local = Settings(models=ModelSettings(answer_model=TINY))
    engine.change_settings(local)
    first = engine.language_model()
    assert first is engine.language_model()
    assert first.model_name == TINY
    server = ModelSettings(answer_model=TINY, server_url="http://127.0.0.1:9", server_model="far")
    engine.change_settings(Settings(models=server))
    second = engine.language_model()
    assert isinstance(second, OpenAIModel)
    with pytest.raises(ModelError, match="has been closed"):
        first.count_tokens(())
    engine.change_settings(local)
    assert engine.language_model().model_name == TINY


def test_a_model_that_is_not_installed_is_told_and_the_way_back_is_open(open_engine: OpenEngine) -> None:
    engine = open_engine(settings=Settings(models=ModelSettings(answer_model=TINY)))
    engine.language_model()
    engine.change_settings(Settings(models=ModelSettings(answer_model="qwen3-8b-q4_k_m")))
    with pytest.raises(ModelError):
        engine.language_model()
    engine.change_settings(Settings(models=ModelSettings(answer_model=TINY)))
    assert engine.language_model().model_name == TINY


def test_a_research_keeps_to_new_settings_as_well(open_engine: OpenEngine) -> None:
    engine = open_engine()
    engine.change_settings(changed(engine.settings, extractive="always"))
    question = Question(f"{QUESTION} And what does the contract say?", Mode.RESEARCH)
    events = list(engine.ask(question, CancelToken()))
    assert [event.outcome for event in events if isinstance(event, RunFinished)] == ["needs_input"]
    assert not [event for event in events if isinstance(event, ModelCalled)]


def test_settings_that_cannot_be_written_change_nothing(open_engine: OpenEngine) -> None:
    engine = open_engine()
    before = engine.settings
    engine.paths.settings.with_suffix(".tmp").mkdir()  # what is written first is in the way
    with pytest.raises(StorageError, match="could not be written"):
        engine.change_settings(changed(before, style="bullet"))
    assert engine.settings == before


# --- diagnostics -----------------------------------------------------------------------------------


def test_a_diagnostics_file_tells_numbers_and_no_words(open_engine: OpenEngine, tmp_path: Path) -> None:
    # An address with a password is no longer stored, but a settings file of before can hold one.
    server = ModelSettings(server_url="https://user:hunter2@models.acme.example", server_model="m")
    engine = open_engine(settings=Settings(models=server))
    log_to_file(engine.paths)
    try:
        events = list(engine.ask(Question(QUESTION, Mode.CHAT, extractive=True), CancelToken()))
        assert isinstance(events[-1], RunFinished)
        try:
            raise ValueError("b-120-manual.pdf of Karst cannot be read")
        except ValueError:
            logging.getLogger("core.ingest").exception("b-120-manual.pdf failed: %s", QUESTION)
        path = engine.save_diagnostics(tmp_path / "report.zip")
    finally:
        log_to_file(AppPaths.from_environment())
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name).decode() for name in archive.namelist()}
    assert set(parts) == {"about.json", "settings.json", "library.json", "log.txt"}
    everything = "\n".join(parts.values()).casefold()
    names = [document.filename.casefold() for document in engine.documents()]
    for secret in (*names, "karst", "warranty", "acme", "hunter2", str(tmp_path).casefold()):
        assert secret not in everything, secret
    library = json.loads(parts["library.json"])
    assert library["documents_by_status"] == {"indexed": len(names)}
    assert library["runs_by_mode"] == {"chat": 1}
    assert json.loads(parts["settings.json"])["models"]["server_url"] == "https, another computer"
    assert "ERROR" in parts["log.txt"]
    assert "core.ingest" in parts["log.txt"]
    assert "ValueError" in parts["log.txt"]


def test_a_diagnostics_file_that_cannot_be_written_is_told(open_engine: OpenEngine, tmp_path: Path) -> None:
    engine: Engine = open_engine()
    with pytest.raises(StorageError, match="could not be written"):
        engine.save_diagnostics(tmp_path / "nowhere" / "report.zip")


@pytest.mark.skipif(sys.platform == "win32", reason="there is no limit on the size of files")
def test_a_diagnostics_file_is_whole_or_the_earlier_one(open_engine: OpenEngine, tmp_path: Path) -> None:
    import resource

    engine: Engine = open_engine()
    path = tmp_path / "report.zip"
    path.write_bytes(b"of last week")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200, hard))  # the disk takes no more in the middle of it
    try:
        with pytest.raises(StorageError, match="could not be written"):
            engine.save_diagnostics(path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert path.read_bytes() == b"of last week"
    assert [one.name for one in tmp_path.glob("*report*")] == ["report.zip"]
    engine.save_diagnostics(path)
    assert zipfile.is_zipfile(path)


def test_of_a_log_only_places_and_kinds_are_left() -> None:
    lines = [
        "2026-11-22 10:00:00,123 WARNING 77 core.ingest.queue.pipeline: geheim.pdf: no text",
        "Traceback (most recent call last):",
        '  File "C:\\Users\\Anna\\docuchat\\core\\ingest\\readers\\base.py", line 12, in read',
        "    raise DocumentError(f'{name} is damaged')",
        '  File "/home/anna/.venv/lib/python3.11/site-packages/pymupdf/utils.py", line 3, in open',
        '  File "/home/anna/secret plan.py", line 1, in <module>',
        "core.errors.DocumentError: geheim.pdf is damaged",
        "geheim.pdf",
    ]
    assert list(log_without_words(lines)) == [
        "2026-11-22 10:00:00 WARNING 77 core.ingest.queue.pipeline",
        "  core/ingest/readers/base.py:12 read",
        "  pymupdf/utils.py:3 open",
        "  elsewhere:1 <module>",
        "  core.errors.DocumentError",
    ]
