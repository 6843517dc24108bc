"""What a request compares, as a language model reads it: the things, and a question for each aspect."""

from __future__ import annotations

import json
from collections.abc import Generator, Sequence
from dataclasses import dataclass

from core.answer.asking.question_language import LANGUAGE_NAMES
from core.events import Event
from core.llm.base import GenerationRequest, Grammar, Message
from core.llm.calls import call_model
from core.plans.base import PlanRequest, PlanTools

MOST_THINGS, MOST_ASPECTS = 4, 5
_ORDER = (
    "A user compares things. Name the two or more things that are compared, as the user names them. Then "
    "write one to five short questions, each about one aspect that the user wants to know, that can be "
    "asked of each thing alone. Do not name the things in the questions. Use the language of the user."
)
_EXAMPLES: tuple[tuple[str, dict[str, object]], ...] = (
    (
        "Compare lease A and lease B: how high is the rent, and who pays for repairs?",
        {
            "things": ["lease A", "lease B"],
            "aspects": [
                {"name": "rent", "question": "How high is the rent?"},
                {"name": "repairs", "question": "Who pays for repairs?"},
            ],
        },
    ),
    (
        "Wie unterscheidet sich die Kündigung im Tarif Basis von der im Tarif Plus?",
        {
            "things": ["Tarif Basis", "Tarif Plus"],
            "aspects": [
                {"name": "Kündigung", "question": "Wer kann wie kündigen?"},
                {"name": "Kündigungsfrist", "question": "Wie lang ist die Kündigungsfrist?"},
                {"name": "Folgen", "question": "Was gilt nach der Kündigung?"},
            ],
        },
    ),
)
_NAME = {"type": "string", "minLength": 2, "maxLength": 60}
_QUESTION = {"type": "string", "minLength": 6, "maxLength": 110}
_ASPECT = {
    "type": "object",
    "properties": {"name": _NAME, "question": _QUESTION},
    "required": ["name", "question"],
}
_SCHEMA = {
    "type": "object",
    "properties": {
        "things": {"type": "array", "items": _NAME, "minItems": 2, "maxItems": MOST_THINGS},
        "aspects": {"type": "array", "items": _ASPECT, "minItems": 1, "maxItems": MOST_ASPECTS},
    },
    "required": ["things", "aspects"],
}
_MOST_TOKENS = 300


_TRANSLATE = "Translate each line into {language}. Keep names, figures and codes as they are."


@dataclass(frozen=True, slots=True)
class Aspect:
    """What is compared, by its name and as a question about one thing."""

    name: str
    question: str


@dataclass(frozen=True, slots=True)
class Compared:
    """`things` is empty where no model could name them; the request itself is then the only aspect."""

    things: tuple[str, ...]
    aspects: tuple[Aspect, ...]


def read_request(request: PlanRequest, tools: PlanTools) -> Generator[Event, None, Compared]:
    """As a model reads the request; the request itself where there is none, or it writes no JSON.

    Raises:
        core.errors.ModelError: from the model.
        core.errors.Cancelled: Stop was asked for.
    """
    itself = Compared((), (Aspect(request.text, request.text),))
    if tools.model is None:
        return itself
    examples = [
        message
        for asked, told in _EXAMPLES
        for message in (
            Message("user", asked),
            Message("assistant", json.dumps(told, ensure_ascii=False)),
        )
    ]
    generation = GenerationRequest(
        (Message("system", _ORDER), *examples, Message("user", request.text)),
        max_tokens=_MOST_TOKENS,
        temperature=tools.settings.temperature,
        grammar=Grammar(json_schema=_SCHEMA),
    )
    done = yield from call_model(
        tools.model, generation, "aspects", tools.stamp, tools.cancel, meter=tools.meter
    )
    try:
        told = json.loads(done.text)
        things = dict.fromkeys(" ".join(name.split()) for name in told["things"])
        aspects = {
            " ".join(row["name"].split()).casefold(): Aspect(
                " ".join(row["name"].split()), " ".join(row["question"].split())
            )
            for row in told["aspects"]
        }
    except (ValueError, KeyError, TypeError, AttributeError):
        return itself
    named = tuple(name for name in things if name)
    asked = tuple(one for one in aspects.values() if one.name and one.question)
    return Compared(named, asked) if asked else itself


def translated(
    texts: Sequence[str], language: str, tools: PlanTools
) -> Generator[Event, None, tuple[str, ...] | None]:
    """Each text in another language (ISO 639-1); None without a model, and where it does not do it.

    Raises:
        core.errors.ModelError: from the model.
        core.errors.Cancelled: Stop was asked for.
    """
    if tools.model is None or language not in LANGUAGE_NAMES:
        return None
    system = _TRANSLATE.format(language=LANGUAGE_NAMES[language])
    rows = {"type": "array", "items": _QUESTION, "minItems": len(texts), "maxItems": len(texts)}
    generation = GenerationRequest(
        (Message("system", system), Message("user", json.dumps(list(texts), ensure_ascii=False))),
        max_tokens=_MOST_TOKENS,
        temperature=tools.settings.temperature,
        grammar=Grammar(json_schema=rows),
    )
    done = yield from call_model(
        tools.model, generation, "phrasing", tools.stamp, tools.cancel, meter=tools.meter
    )
    try:
        told = tuple(" ".join(text.split()) for text in json.loads(done.text))
    except (ValueError, TypeError, AttributeError):
        return None
    return told if len(told) == len(texts) and all(told) else None
