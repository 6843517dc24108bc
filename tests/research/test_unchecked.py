"""Pages in which hidden text has not been looked for yet reach no prompt and no report of a research."""

from __future__ import annotations

import pytest

from core.cancel import CancelToken
from core.engine import Engine, Question
from core.types import Mode
from tests.e2e.conftest import check_invariants
from tests.e2e.test_cited_places import PAYMENT, engine  # noqa: F401
from tests.research.kit import answering, one
from tests.scripted_model import ScriptedModel

pytestmark = pytest.mark.model


@pytest.fixture
def model() -> ScriptedModel:
    turn = answering(
        queries=["invoice payable"], tasks=["invoice payable days"], section="It is payable [1]."
    )
    return ScriptedModel([turn], repeat_last=True)


def test_what_has_not_been_checked_reaches_no_prompt_of_a_research(
    engine: Engine,  # noqa: F811
    model: ScriptedModel,
) -> None:
    def asked() -> str:
        model.history.clear()
        question = Question(PAYMENT, Mode.RESEARCH, skip_questions=True, approve_tasks=True)
        events = list(engine.ask(question, CancelToken()))
        check_invariants(events)
        answer = one(events, "answer_ready").answer
        prompts = "\n".join(message.content for request in model.history for message in request.messages)
        return prompts + answer.text + "".join(citation.filename for citation in answer.citations)

    told = asked()
    assert "letter.docx" in told
    assert "30 days" in told
    (letter,) = [document for document in engine.documents() if document.filename == "letter.docx"]
    engine.database.execute("UPDATE pages SET checked = 0 WHERE document_id = ?", (letter.document_id,))
    told = asked()
    assert model.history
    assert "letter.docx" not in told
    assert "30 days" not in told
