"""What no document answers is answered at once in agent mode, too."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from core.agent.executor import AgentExecutor
from core.agent.limits import Limits
from core.answer.asking.followup import Turn
from core.cancel import CancelToken
from core.events import EventStamper
from core.llm.scripted import ScriptedModel
from tests.agent.memory_library import MemoryRetriever


@pytest.mark.parametrize("earlier", [(), (Turn("How heavy is the B-120?", "It weighs 42 kg."),)])
def test_a_question_about_the_library_itself_needs_no_model_and_no_search(earlier: tuple[Turn, ...]) -> None:
    model = ScriptedModel([])
    with ThreadPoolExecutor(1) as pool:
        executor = AgentExecutor(
            model, MemoryRetriever(), Limits.standard(), None, EventStamper(), CancelToken(), pool
        )
        events = list(executor.run("How many documents do I have?", earlier))
    assert [event.kind for event in events] == [
        *("step_started", "gate_checked", "answer_ready", "run_finished"),
    ]
    ready, finished = events[-2:]
    assert ready.answer.text == "Documents in your library: 6, of which 6 can be asked about."  # type: ignore[union-attr]
    assert finished.outcome == "answered"  # type: ignore[union-attr]
    assert not model.history
