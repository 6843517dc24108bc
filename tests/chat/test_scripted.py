"""Chat as scripts: what is asked, what the model says, and what the last question comes to. Each is data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from core.chat.request import WithoutModel
from core.errors import ModelError
from core.llm.base import GenerationRequest
from core.search.base import Vectors
from core.settings import AnswerSettings
from tests.cases import Case, cases, plain, score
from tests.chat.conftest import Chat, answer_of, script
from tests.library_kit import HashingEmbedder, Library
from tests.scripted_model import Turn


class Broken(HashingEmbedder):
    def embed_query(self, text: str) -> Vectors:
        raise ModelError("The embedding model is gone.")


def number_of(request: GenerationRequest, filename: str) -> str:
    """The `[n]` under which the prompt shows a file."""
    lines = request.messages[-1].content.splitlines()
    return next(line.split(" ", 1)[0] for line in lines if f"] {filename}, page" in line)


def turn_of(said: Any) -> Turn:
    """An object with `error` is a failure; `{pump.pdf}` stands for the number of that file."""
    if isinstance(said, dict) and "error" in said:
        return ModelError(*said["error"])
    if isinstance(said, str) and "{pump.pdf}" in said:
        return lambda request: said.replace("{pump.pdf}", number_of(request, "pump.pdf"))
    turn: Turn = said
    return turn


def options_of(asked: Mapping[str, Any], library: Library) -> dict[str, Any]:
    """What a question is asked with."""
    options: dict[str, Any] = {"turns": asked.get("turns", [])}
    if options["turns"] is not None:
        options["turns"] = [turn_of(said) for said in options["turns"]]
    if "documents" in asked:
        names = {document.filename: document.document_id for document in library.documents.all()}
        options["documents"] = [names[name] for name in asked["documents"]]
    if "settings" in asked:
        options["settings"] = AnswerSettings.model_validate(asked["settings"])
    if "without" in asked:
        options["without"] = WithoutModel(*asked["without"])
    if "context_tokens" in asked:
        options["context_tokens"] = asked["context_tokens"]
    if "embedder" in asked:
        options["embedder"] = Broken()
    return options


@pytest.mark.parametrize("part", range(3))
def test_what_chat_answers(part: int, small_library: Library, empty_library: Library) -> None:
    def holds(case: Case) -> object:
        chat = Chat(empty_library if "library" in case.given else small_library)
        for asked in case.given["said"]:
            events = chat.ask(asked["question"], **options_of(asked, chat.library))
        answer = answer_of(events)
        got = plain(
            {
                "events": script(events),
                "text": answer.text,
                "flags": answer.safety_flags,
                "confidence": answer.confidence,
                "statuses": [statement.status for statement in answer.statements],
                "missing": [
                    [row.kind, row.missing, *([row.section] if row.section else [])]
                    for row in answer.insufficiencies
                ],
                "files": {citation.filename for citation in answer.citations},
                "nearest": [passage.quote for passage in answer.nearest],
                "nearest_first": answer.nearest[0].quote if answer.nearest else "",
                "some_are_near": bool(answer.nearest),
                "notices": [event.message for event in events if event.kind == "notice_given"],
                "dropped": [event.labels for event in events if event.kind == "evidence_dropped"],
            }
        )
        differ = {name: got[name] for name, told in case.expected.items() if got[name] != told}
        return str(differ) if differ else True

    score(cases("chats")[part::3], holds)
