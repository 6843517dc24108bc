"""What a local model keeps on disk of prompts that come again holds no word of a user or of a document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from core.cancel import CancelToken
from core.chat.yes_no import decided
from core.llm.base import GenerationRequest, Message
from core.types.requests import RequestKind
from tests.plans.conftest import Plans
from tests.scripted_model import ScriptedModel

NAME = "Quillfeather"


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Beginnings of more than an order, which are kept on disk, as they are asked for."""
    found: list[str] = []
    generate, choose = ScriptedModel.generate, ScriptedModel.choose

    def keep(messages: Sequence[Message], count: int) -> None:
        if count > 1:
            found.append("\n".join(message.content for message in messages[:count]))

    def generating(self: ScriptedModel, request: GenerationRequest, cancel: CancelToken) -> Any:
        keep(request.messages, request.kept)
        return generate(self, request, cancel)

    def choosing(self: ScriptedModel, messages: Sequence[Message], *rest: Any, kept: int = 0) -> Any:
        keep(messages, kept)
        return choose(self, messages, *rest, kept=kept)

    monkeypatch.setattr(ScriptedModel, "generate", generating)
    monkeypatch.setattr(ScriptedModel, "choose", choosing)
    return found


def test_beginnings_that_are_kept_on_disk_hold_no_word_of_the_user(plans: Plans, kept: list[str]) -> None:
    things = {"things": [NAME, "lease"], "subject": NAME}
    plans.run(
        RequestKind.COMPARISON,
        f"Compare what {NAME} and the lease say of repair.",
        "contract.txt",
        "lease.txt",
        turns=[things, [{"name": "repair", "question": f"When does {NAME} repair it?"}]],  # type: ignore[list-item]
    )
    plans.run(RequestKind.FIND, f"Where does it say what {NAME} repairs?", turns=[f"what {NAME} repairs"])
    asked = ScriptedModel([], odds=lambda _asked: 3.0)
    assert decided(asked, f"May {NAME} come in?", [f"House: {NAME} may come in."], CancelToken())
    assert len(kept) >= 4
    assert not [text for text in kept if NAME in text]
    assert not [text for text in kept if "The supplier delivers" in text]
