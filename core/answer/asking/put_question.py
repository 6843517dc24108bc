"""A question put otherwise, so that documents are searched and judged by it: into their language, or, where
it already is in it, without the story around it and in the words of a document with these headings.

Across languages an embedder alone tells hardly which sentence answers, and in what somebody tells in quite
other words a judge does not see what is asked. The answer is copied from the document in any case: a question
that was put badly finds another sentence or none, and invents nothing.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Generator, Mapping
from functools import cache
from itertools import cycle

from core.answer.asking.injection import unfenced
from core.answer.asking.question import asking_sentences
from core.answer.asking.question_language import LANGUAGE_NAMES, question_language
from core.cancel import CancelToken
from core.events import Event, EventStamper
from core.llm.base import ChatModel, GenerationRequest, Grammar, Message
from core.llm.calls import UsageMeter, call_model
from core.system.paths import resources
from core.text.facts import facts_of, have_same_figures
from core.text.numbers import with_digits

TRANSLATE, RESTATE = "translate", "restate"  # purposes of calls
_TRANSLATES = (
    "You translate what a user asks of documents into {language}. You never answer it, and add nothing: a "
    "question stays a question. Names, figures and codes stay as they are."
)
_RESTATES = (
    "A user wants something looked up in a document. You see its title and headings. Write the question to "
    "look up, in {language}, short, without any story around it, and in the words that such a document "
    "uses. Never answer it and add nothing: names and figures stay."
)
_TO_TRANSLATE, _TO_RESTATE = "Translate: {question}", "Document: {document}\nUser: {question}"
_ONE_LINE = Grammar(gbnf="root ::= [^\\n]+")
_MOST_TOKENS = 200
_LONGEST, _LONGEST_STORY = 400, 900  # characters
_FEWEST = 3  # examples
_PLAIN = 12  # words: what is shorter is asked plainly


def is_known(language: str) -> bool:
    """Whether there are examples of questions in it (ISO 639-1)."""
    return language in LANGUAGE_NAMES and language in _rows("translated_questions.toml")[0]


def tells_a_story(question: str) -> bool:
    """By its length: what is short is asked plainly."""
    return len(question.split()) >= _PLAIN


def question_in(
    question: str,
    language: str,
    model: ChatModel,
    meter: UsageMeter,
    stamp: EventStamper,
    cancel: CancelToken,
    *,
    document: str = "",
) -> Generator[Event, None, str]:
    """What the language model makes of it in that language (ISO 639-1); "" where that has other figures,
    dates or codes or is in another language, and for a long text.

    Args:
        document: title and headings of one in that language, which the question is in, too, and is to be put
            in the words of; what it asks keeps its figures. "": it is translated.

    Raises:
        core.errors.ModelError: from the model.
        core.errors.Cancelled: after Stop.
    """
    if len(question) > (_LONGEST_STORY if document else _LONGEST) or not is_known(language):
        return ""
    messages = _restating(language) if document else _translating(language)
    form = _TO_RESTATE if document else _TO_TRANSLATE
    asked = form.format(question=unfenced(question), document=unfenced(document))
    request = GenerationRequest(
        messages=(*messages, Message("user", asked)),
        max_tokens=_MOST_TOKENS,
        temperature=0.0,
        grammar=_ONE_LINE,
        kept=len(messages),
    )
    purpose = RESTATE if document else TRANSLATE
    done = yield from call_model(model, request, purpose, stamp, cancel, meter=meter)
    said = " ".join(done.text.split())
    meant = asking_sentences(question) if document else question
    wanted, told = (facts_of(with_digits(text)) for text in (meant, said))
    is_exact = have_same_figures(told, wanted) and have_same_figures(wanted, told)
    is_whole = done.finish == "stop" and is_exact and _key(said) != _key(question)
    return said if is_whole and question_language(said, language) == language else ""


def _key(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


@cache
def _rows(file: str) -> tuple[Mapping[str, str], ...]:
    rows = tomllib.loads((resources() / file).read_text(encoding="utf-8"))["question"]
    return tuple(rows)


@cache
def _translating(language: str) -> tuple[Message, ...]:
    """The same for every question, so that it stays evaluated: each example from another language."""
    rows = _rows("translated_questions.toml")
    others = cycle([other for other in rows[0] if other != language])
    shown = [
        (_TO_TRANSLATE.format(question=row[other]), row[language])
        for row, other in zip(rows, others, strict=False)
    ]
    return _shown(_TRANSLATES, language, shown)


@cache
def _restating(language: str) -> tuple[Message, ...]:
    """Those of the language, or where they are too few of English before them."""
    rows = _rows("restated_questions.toml")
    own = [row for row in rows if row["language"] == language]
    if len(own) < _FEWEST:
        own = [*(row for row in rows if row["language"] == "en"), *own]
    form = _TO_RESTATE
    shown = [(form.format(question=row["told"], document=row["document"]), row["asked"]) for row in own]
    return _shown(_RESTATES, language, shown)


def _shown(system: str, language: str, rows: list[tuple[str, str]]) -> tuple[Message, ...]:
    messages = [Message("system", system.format(language=LANGUAGE_NAMES[language]))]
    for told, asked in rows:
        messages += [Message("user", told), Message("assistant", asked)]
    return tuple(messages)
