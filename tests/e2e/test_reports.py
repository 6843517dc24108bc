"""Twenty real annual reports, the default models, all modes: every citation stands on the page it names.

Slow (a quarter of an hour on two cores): `python -m pytest -m slow tests/e2e/test_reports.py`. A library
that is indexed already can be named with `DOCUCHAT_REPORTS_HOME`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.agent.limits import Limits
from core.cancel import CancelToken
from core.engine import Engine, Question
from core.events import Event, RunFinished
from core.runs.trace import fold_all
from core.settings import Settings
from core.system.paths import AppPaths
from core.types import DocumentStatus, Mode
from tests.conftest import MODELS_FOLDER
from tests.e2e.conftest import assert_on_page, check_invariants

pytestmark = [pytest.mark.slow, pytest.mark.model, pytest.mark.timeout(3600)]

QUESTIONS = 6
OF_A_RESEARCH = 2  # each takes six minutes


@pytest.fixture(scope="module")
def reports(shared_folder: Path) -> Path:
    folder = shared_folder / "eval" / "financebench"
    if not folder.is_dir():
        pytest.skip(
            f"needs the twenty reports, which are not at {folder} (DOCUCHAT_SHARED names their place)"
        )
    return folder


@pytest.fixture(scope="module")
def engine(reports: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    home = Path(os.environ.get("DOCUCHAT_REPORTS_HOME") or tmp_path_factory.mktemp("reports"))
    paths = AppPaths(data=home / "data", models=MODELS_FOLDER, cache=home / "cache", logs=home / "logs")
    with Engine.open(paths, Settings()) as opened:
        for events in (opened.add_paths([reports / "pdfs"], CancelToken()), opened.ingest(CancelToken())):
            last = list(events)[-1]
            assert isinstance(last, RunFinished)
            assert last.outcome == "done", last.message
        yield opened


def test_all_reports_are_indexed(engine: Engine) -> None:
    statuses = [document.status for document in engine.documents()]
    assert statuses == [DocumentStatus.INDEXED] * 20
    assert sum(document.page_count for document in engine.documents()) == 2456


@pytest.mark.parametrize("mode", list(Mode))
def test_every_citation_stands_on_its_page(engine: Engine, reports: Path, mode: Mode) -> None:
    lines = (reports / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    limits = Limits.standard()
    answered, asked = 0, OF_A_RESEARCH if mode is Mode.RESEARCH else QUESTIONS
    for line in lines[:: len(lines) // QUESTIONS][:asked]:
        row = json.loads(line)
        selected = engine.resolve_documents([row["document"]])
        # Research asks nothing back and works its list off as it is; the other modes know no such wish.
        question = Question(row["question"], mode, selected, skip_questions=True, approve_tasks=True)
        events = list(engine.ask(question, CancelToken()))
        check_invariants(events)
        state = fold_all(events)
        assert state.outcome in ("answered", "no_answer"), state.message
        if mode is Mode.AGENT:
            check_limits(events, limits)
        assert state.answer is not None
        answered += bool(state.answer.citations)
        for citation in state.answer.citations:
            assert citation.document_id == selected[0]
            assert_on_page(engine, citation, reports / "pdfs" / row["document"])
    assert answered >= asked // 2


def check_limits(events: list[Event], limits: Limits) -> None:
    assert sum(event.kind == "tool_called" for event in events) <= limits.max_tool_calls
    actions = sum(event.kind == "model_called" and event.purpose == "action" for event in events)
    assert actions <= limits.max_iterations
    assert sum(event.kind == "reprompted" for event in events) <= limits.max_reprompts
