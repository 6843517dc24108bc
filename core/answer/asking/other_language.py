"""A question put into the language of documents, so that they are searched and judged by it.

Across languages an embedder alone tells hardly which sentence answers. The answer is copied from the document
in any case: a bad translation finds another sentence or none, and invents nothing.
"""

from __future__ import annotations

import tomllib
from collections.abc import Generator
from functools import cache
from itertools import cycle

from core.answer.asking.injection import unfenced
from core.answer.asking.question_language import LANGUAGE_NAMES, question_language
from core.answer.facts.checkable import facts_of, have_same_figures
from core.cancel import CancelToken
from core.events import Event, EventStamper
from core.llm.base import ChatModel, GenerationRequest, Grammar, Message
from core.llm.calls import UsageMeter, call_model
from core.system.paths import resources
from core.text.numbers import with_digits

_FILE = "translated_questions.toml"
_SYSTEM = (
    "You translate what a user asks of documents into {language}. You never answer it, and add nothing: a "
    "question stays a question. Names, figures and codes stay as they are."
)
_ASKED = "Translate: {question}"
_ONE_LINE = Grammar(gbnf="root ::= [^\\n]+")
_MOST_TOKENS = 200
_LONGEST = 400  # characters of a question


def is_known(language: str) -> bool:
    """Whether there are examples of questions in it (ISO 639-1)."""
    return language in _examples()[0]


def question_in(
    question: str,
    language: str,
    model: ChatModel,
    meter: UsageMeter,
    stamp: EventStamper,
    cancel: CancelToken,
) -> Generator[Event, None, str]:
    """What the language model makes of it in that language (ISO 639-1); "" where that has other figures,
    dates or codes or is in another language, and for a long text.

    Raises:
        core.errors.ModelError: from the model.
        core.errors.Cancelled: after Stop.
    """
    if len(question) > _LONGEST or not is_known(language):
        return ""
    messages = _shown(language)
    request = GenerationRequest(
        messages=(*messages, Message("user", _ASKED.format(question=unfenced(question)))),
        max_tokens=_MOST_TOKENS,
        temperature=0.0,
        grammar=_ONE_LINE,
        kept=len(messages),
    )
    done = yield from call_model(model, request, "translate", stamp, cancel, meter=meter)
    said = " ".join(done.text.split())
    wanted, told = (facts_of(with_digits(text)) for text in (question, said))
    is_exact = have_same_figures(told, wanted) and have_same_figures(wanted, told)
    is_whole = done.finish == "stop" and is_exact
    return said if is_whole and question_language(said, language) == language else ""


@cache
def _examples() -> tuple[dict[str, str], ...]:
    rows = tomllib.loads((resources() / _FILE).read_text(encoding="utf-8"))["question"]
    return tuple(rows)


@cache
def _shown(language: str) -> tuple[Message, ...]:
    """The same for every question, so that it stays evaluated: each example from another language."""
    messages = [Message("system", _SYSTEM.format(language=LANGUAGE_NAMES[language]))]
    others = cycle([other for other in _examples()[0] if other != language])
    for row, other in zip(_examples(), others, strict=False):
        asked = _ASKED.format(question=row[other])
        messages += [Message("user", asked), Message("assistant", row[language])]
    return tuple(messages)
