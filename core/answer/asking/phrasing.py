"""The optional model pass before a search: other ways to say a question, or a passage that might answer it.

One short call, bound by a grammar. What it writes is only searched with, next to the question itself, and
never shown or cited. Off by default: it costs a call of the language model for each question (seconds).
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from core.cancel import CancelToken
from core.events import Event, EventStamper
from core.llm.base import ChatModel, GenerationRequest, Grammar, Message
from core.llm.calls import UsageMeter, call_model
from core.llm.reply_json import reply_json
from core.settings import ModelPass

MOST_PHRASINGS = 3
_LONGEST_PHRASING = 160  # characters
_LONGEST_PASSAGE = 600
_MAX_TOKENS = {"rephrase": 160, "passage": 180}
_TASKS = {
    "rephrase": "Say the question in up to three other ways, with the words that the answering document may "
    "use. Keep names, numbers and years.",
    "passage": "Write two or three sentences as they might stand in a document that answers the question. "
    "Leave out figures that you do not know.",
}
_SYSTEM = "You help to search in documents. You never answer the question itself. Write in its language."


def phrasings_of(
    model: ChatModel | None,
    kind: ModelPass,
    question: str,
    meter: UsageMeter,
    stamp: EventStamper,
    cancel: CancelToken,
) -> Generator[Event, None, tuple[str, ...]]:
    """Texts to search with besides the question; none without a model, or when it wrote nothing of use.

    Raises:
        Cancelled: the user pressed Stop.
        core.errors.ModelError: from the model.
    """
    if kind == "off" or model is None:
        return ()
    done = yield from call_model(model, _request(kind, question), "phrasing", stamp, cancel, meter=meter)
    return _read(done.text, question)


def _request(kind: ModelPass, question: str) -> GenerationRequest:
    longest, most = (_LONGEST_PASSAGE, 1) if kind == "passage" else (_LONGEST_PHRASING, MOST_PHRASINGS)
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {
            "texts": {
                "type": "array",
                "items": {"type": "string", "minLength": 1, "maxLength": longest},
                "minItems": 1,
                "maxItems": most,
            }
        },
        "required": ["texts"],
        "additionalProperties": False,
    }
    content = f'{_TASKS[kind]}\nQuestion: {question}\nReply as JSON: {{"texts": [...]}}'
    return GenerationRequest(
        (Message("system", _SYSTEM), Message("user", content)),
        _MAX_TOKENS[kind],
        grammar=Grammar(json_schema=schema),
    )


def _read(text: str, question: str) -> tuple[str, ...]:
    """The texts, each once and other than the question; cut-off or foreign output gives none."""
    try:
        content = reply_json(text)
    except ValueError:
        return ()
    texts = content.get("texts") if isinstance(content, dict) else None
    if not isinstance(texts, list):
        return ()
    folded = {" ".join(question.split()).casefold()}
    found: list[str] = []
    for entry in texts:
        phrasing = " ".join(entry.split())[:_LONGEST_PASSAGE] if isinstance(entry, str) else ""
        if phrasing and phrasing.casefold() not in folded:
            folded.add(phrasing.casefold())
            found.append(phrasing)
    return tuple(found[:MOST_PHRASINGS])
