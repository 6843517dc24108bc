"""Several questions asked at once, each made to stand by itself: "How long is …, and what does it cost?".

A language model writes them, bound by a grammar. They are taken only where nothing exact is new or lost:
names, numbers, dates, codes. Without a model a text is parted where its form shows it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Sequence

from core.answer.asking.followup import Turn, exact_in, put_together
from core.answer.asking.question import question_parts
from core.answer.asking.question_language import question_language
from core.cancel import CancelToken
from core.events import Event, EventStamper
from core.llm.base import ChatModel, GenerationRequest, Grammar, Message
from core.llm.calls import UsageMeter, call_model
from core.text.facts import facts_of
from core.text.pronouns import PRONOUN
from core.text.stems import has_word

_MOST = 4  # questions at once
_MAX_TOKENS = 60  # for each of them
_KEPT_WORDS = 1 / 3  # least share of a request's words that its questions have together
_NUMBER = re.compile(r"^\d+\.\s*")
_ASKED = "Request: {request}"
_QUESTION = 'question ::= [^\\n?]{4,240} "?"'
# Both are the same for every request, so that they stay evaluated.
_PARTING = """\
You split requests into the questions they ask. Every question must be understandable by itself: say the \
names, years and things again that it is about, instead of it, its, there. Ask only what the request asks. \
Keep the language of the request. What is one question stays one. Never answer.

Request: When was the Elm mill built, what did it cost, and who works there?
1. When was the Elm mill built?
2. What did the Elm mill cost?
3. Who works in the Elm mill?

Request: What is the best way to store bread and cheese?
1. What is the best way to store bread and cheese?

Request: Compare the range of the A7 in 2020 with that of the Z3 in 2022.
1. What is the range of the A7 in 2020?
2. What is the range of the Z3 in 2022?

Request: Wie schwer ist der Bohrer, und wie lange hat man Garantie darauf?
1. Wie schwer ist der Bohrer?
2. Wie lange hat man Garantie auf den Bohrer?

Request: how do we cancel the gym contract and what does it cost
1. How do we cancel the gym contract?
2. What does it cost to cancel the gym contract?

Request: Who is liable if parcels are lost or damaged?
1. Who is liable if parcels are lost or damaged?"""
_HEADING = """\
You write the question that each section of a report has to answer. Every question must be understandable \
by itself: say the names, years and things that the request is about, and ask for what the request wants in \
that section. Keep the language of the request. Never answer.

Request: Describe Halden Foods in the year 2018 under the headings Revenue, Staff and Sites. In the last one \
name the number of countries.
Revenue: What was the revenue of Halden Foods in 2018?
Staff: How many employees did Halden Foods have in 2018?
Sites: In how many countries did Halden Foods have sites in 2018?

Request: Beschreibe das Gerät K-3 mit den Abschnitten "Preis" (je Stück) und "Lieferung".
Preis: Wie hoch ist der Preis des Geräts K-3 je Stück?
Lieferung: Wie und wann wird das Gerät K-3 geliefert?"""


def questions_at_once(
    request: str,
    model: ChatModel | None,
    may_be_several: Callable[[str], bool],
    meter: UsageMeter,
    stamp: EventStamper,
    cancel: CancelToken,
) -> Generator[Event, None, tuple[str, ...]]:
    """The questions that a request asks, in order, each by itself; empty where it is a single one.

    The model is asked where there `may_be_several`, or where the form of the request shows them.

    Raises:
        core.errors.ModelError: from the model.
        core.errors.Cancelled: after Stop.
    """
    shown = question_parts(request)
    if model is not None and (len(shown) > 1 or may_be_several(request)):
        lines = "".join(f' ("\\n{number}. " question' for number in range(2, _MOST + 1)) + ")?" * (_MOST - 1)
        grammar = f'root ::= "1. " question{lines}\n{_QUESTION}'
        written = yield from _written(_PARTING, request, grammar, _MOST, model, meter, stamp, cancel)
        parts = [_NUMBER.sub("", line) for line in written]
        if len(parts) == 1:
            return ()
        if ask_the_same(parts, request):
            return _standing(_with_lost_names(parts, request))
    return _standing(shown) if len(shown) > 1 else ()


def questions_under_headings(
    request: str,
    headings: Sequence[str],
    model: ChatModel,
    meter: UsageMeter,
    stamp: EventStamper,
    cancel: CancelToken,
) -> Generator[Event, None, tuple[str, ...]]:
    """What a request asks below each of these headings: one question a heading, with the heading's words.

    Raises:
        core.errors.ModelError: from the model.
        core.errors.Cancelled: after Stop.
    """
    lines = ' "\\n" '.join(f"{_quoted(f'{heading}: ')} question" for heading in headings)
    grammar = f"root ::= {lines}\n{_QUESTION}"
    written = yield from _written(_HEADING, request, grammar, len(headings), model, meter, stamp, cancel)
    asked = [line.removeprefix(f"{heading}: ") for heading, line in zip(headings, written, strict=False)]
    asked += [request] * (len(headings) - len(asked))
    known = exact_in(facts_of(request))
    return tuple(
        _below(heading, one if exact_in(facts_of(one)) <= known else request)
        for heading, one in zip(headings, asked, strict=True)
    )


def _written(
    system: str,
    request: str,
    grammar: str,
    most: int,
    model: ChatModel,
    meter: UsageMeter,
    stamp: EventStamper,
    cancel: CancelToken,
) -> Generator[Event, None, list[str]]:
    """The lines that end with a question mark: one that was cut off asks nothing."""
    asking = GenerationRequest(
        (Message("system", system), Message("user", _ASKED.format(request=request))),
        _MAX_TOKENS * most,
        grammar=Grammar(gbnf=grammar),
        kept=1,
    )
    done = yield from call_model(model, asking, "split", stamp, cancel, meter=meter)
    return [line.strip() for line in done.text.splitlines() if line.rstrip().endswith("?")]


def ask_the_same(parts: Sequence[str], request: str) -> bool:
    """Whether together they ask what the request asks: nothing exact is new or lost, nothing comes twice."""
    asked, said = facts_of(request), [facts_of(part) for part in parts]
    language = question_language(request)
    if any(question_language(part, language) != language for part in parts):
        return False
    if set().union(*map(exact_in, said)) != exact_in(asked):
        return False
    if any(set(one.names) - {*asked.names, *asked.first_words, *asked.words} for one in said):
        return False
    words = {word for one in said for word in one.words}
    kept = sum(has_word(words, word) for word in asked.words)
    return kept >= _KEPT_WORDS * len(asked.words) and len({_key(part) for part in parts}) == len(parts)


def _with_lost_names(parts: Sequence[str], request: str) -> list[str]:
    """Names that stand in no part, as "Use both Amcor documents: …" has one, belong to those without any."""
    said = {name for part in parts for name in facts_of(part).names}
    lost = {word: None for word in request.split()[1:] if set(facts_of(f"of {word}").names) - said}
    if not lost or question_language(request) == "de":  # in which every noun looks like a name
        return list(parts)
    added = " ".join(word.strip(".,:;?") for word in lost)
    return [part if facts_of(part).names else f"{part.rstrip(' ?')} ({added})?" for part in parts]


def _standing(parts: Sequence[str]) -> tuple[str, ...]:
    """The parts behind the first with its subject where they speak of "it", or say hardly anything."""
    first, *others = parts
    return (first, *(part if _says_enough(part) else put_together(part, Turn(first, "")) for part in others))


def _says_enough(part: str) -> bool:
    facts = facts_of(part)
    content = len(facts.words) + len(exact_in(facts))
    pronoun = PRONOUN.search(part)
    before = None if pronoun is None else facts_of(part[: pronoun.start()])
    return content > 1 and (before is None or bool(before.identifiers or before.names))


def _below(heading: str, question: str) -> str:
    said = facts_of(question).words
    has_its_words = all(has_word(said, word) for word in facts_of(heading).words)
    return question if has_its_words else f"{heading}: {question}"


def _key(text: str) -> tuple[str, ...]:
    return tuple(sorted(re.findall(r"\w+", text.casefold())))


def _quoted(text: str) -> str:
    """As a literal of GBNF."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
    return f'"{escaped}"'
