"""What is called missing, in words that claim nothing. Pure functions.

A model that writes what is missing may assert anything ("the plant was closed because of fraud"), and nothing
would check it. What is shown are the user's own words: the part of the question that is meant, a topic or
heading that was demanded, or a phrase of the model that is made of nothing but words of the question.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from core.agent.demands.constraints import PromptConstraints, analyze_constraints
from core.agent.demands.prompt_clauses import sentences
from core.agent.queries import subject_of
from core.agent.state import AgentState
from core.answer.asking.question import asked_parts, asking_words, without_directions
from core.answer.asking.question_parts import parts_of
from core.answer.facts.checkable import Facts, facts_of
from core.answer.verification.nearness import is_said
from core.text.textspan import word_list

_MARKUP = re.compile(r"\[\d+\]|<[a-zA-Z/!]|\]\(|[“”„«»\"`]")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
# A sentence has one of these, unless it begins with a word that asks; "because" gives a reason.
_CLAIMING = word_list(
    "is are was were be been being am isn't aren't wasn't weren't has have had hasn't haven't hadn't",
    "do does did don't doesn't didn't will would shall should can could may might must cannot can't won't",
    "not no never because since due therefore that as so",
    "ist sind war waren wird werden wurde wurden worden hat haben hatte hatten kann können konnte",
    "muss müssen soll sollen darf dürfen nicht kein keine keinen keiner nie weil da wegen dass denn",
    "deshalb daher",
)
_ASKING = word_list(
    "how when where what which who whom whose whether if why wie wann wo was welche welcher welches welchen",
    "welchem wer wen wem wessen ob warum weshalb wieso",
)
_MOST_WORDS = 16


@lru_cache(maxsize=64)
def asked_for(question: str) -> str:
    """The question without the sentences that only say how to go about it: "If it is not said, say so."."""
    pieces = [sentence.piece.raw.strip() for sentence in sentences(question)]
    kept = [one for one in pieces if one.endswith("?") or analyze_constraints(one) == PromptConstraints()]
    return " ".join(kept) if 0 < len(kept) < len(pieces) else question


def questions_of(state: AgentState, section: str = "") -> tuple[str, ...]:
    """What an answer may answer: the question, one of its parts, or a topic that a search was demanded for;
    below a demanded heading also that. Empty where nothing is asked ("Summarise it")."""
    asked = asked_for(state.question)
    topics = state.constraints.required_search_topics
    if not (topics or asking_words(asked) or "?" in asked):
        return ()
    heading = f"{section}: {subject_of(state.question, state.constraints.required_sections)}"
    ways = (without_directions(asked), *(part.standing for part in parts_of(state.question)))
    return tuple(dict.fromkeys((*ways, *topics, *((section, heading) if section else ()))))


def topic_of(missing: str, question: str, demanded: PromptConstraints, section: str = "") -> str:
    """What a model calls missing, in words of the question or of a demand; empty where none is meant."""
    said = facts_of(missing)
    topics = [*demanded.required_search_topics, *asked_parts(question)]
    allowed = facts_of(" ".join((section, *topics, question)))
    if _only_asks(missing, said, allowed):
        return missing
    meant = [(shared, topic) for topic in topics if any(shared := _shared(said, facts_of(topic)))]
    if not meant:
        return question if any(_shared(said, facts_of(question))) else ""
    most = max(shared for shared, _topic in meant)
    return min((topic for shared, topic in meant if shared == most), key=len)


def _only_asks(missing: str, said: Facts, allowed: Facts) -> bool:
    """A short phrase, or an indirect question, of words and figures that were asked about."""
    words = [word.casefold() for word in _WORD.findall(missing)]
    if (
        not said.words | said.identifiers
        or len(words) > _MOST_WORDS
        or _MARKUP.search(missing)
        or said.commands
        or said.quotes
    ):
        return False
    if words[0] not in _ASKING and not _CLAIMING.isdisjoint(words):
        return False
    known = allowed.words | allowed.identifiers
    return (
        all(is_said(known, word) for word in said.words | set(said.names))
        and said.identifiers <= allowed.identifiers
        and all(any(number.equals(other) for other in allowed.numbers) for number in said.numbers)
        and set(said.dates) <= set(allowed.dates)
    )


def _shared(said: Facts, topic: Facts) -> tuple[int, int]:
    """Words, and codes, which count less: all parts of a question may be about one."""
    words = sum(is_said(topic.words, word) for word in said.words)
    return words, len(topic.identifiers & said.identifiers)


def unanswered(parts: Sequence[str], told: Sequence[str], among: Sequence[str] = ()) -> tuple[str, ...]:
    """The parts that none of the texts names by half of the words that only it has `among` all parts."""
    facts = [facts_of(text) for text in told]
    return tuple(
        part
        for part in parts
        if not any(
            2 * len(_taken_up(own, text)) >= len(own) for own in (_own(part, among),) for text in facts
        )
    )


def _own(part: str, among: Sequence[str]) -> frozenset[str]:
    """Its words and codes that tell it from the other parts; all of them where none do."""
    words = _terms(part)
    return words - frozenset[str]().union(*(_terms(other) for other in among if other != part)) or words


def _taken_up(words: frozenset[str], text: Facts) -> list[str]:
    return [word for word in words if is_said(text.words | text.identifiers, word)]


def _terms(text: str) -> frozenset[str]:
    return facts_of(text).words | facts_of(text).identifiers
