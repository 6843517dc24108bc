"""Does the answer name what it could not find, where the question asked for that?"""

from __future__ import annotations

from collections.abc import Sequence

from core.agent.checks.base import Finding, Findings, gap
from core.agent.final.final_answer import FinalDraft
from core.agent.gaps import asked_for, unanswered
from core.agent.state import AgentState
from core.answer.asking.question import asked_parts, asking_sentences, wanted_by
from core.answer.confidence import open_parts, question_share
from core.answer.facts.checkable import facts_of
from core.answer.relevance.kinds_given import asked_thing, lacks_kind
from core.answer.verification.nearness import is_said
from core.answer.verification.word_lists import LIGHT_NOUNS, SOURCES, stems
from core.types import Answer, InsufficiencyKind

INSUFFICIENCY_UNDISCLOSED = "INSUFFICIENCY_UNDISCLOSED"
MIN_QUESTION_SHARE = 0.25  # an answer with fewer of the question's words is about something else
_MONEY = stems(
    "price prices cost costs fee fees charge charges rent salary wage wages rate",
    "preis preise kosten gebühr gebühren miete gehalt lohn entgelt beitrag tarif",
)


def validate_insufficiency_disclosure(_draft: FinalDraft, answer: Answer, state: AgentState) -> Findings:
    """Each topic of the question is answered or named as missing, if the question demands such words.

    How the gap is written into the answer ("Insufficient documentation: …") is the program's part.
    """
    if not state.constraints.requires_insufficiency_disclosure:
        return ()
    gaps = unanswered_topics(answer, state)
    if not gaps:
        return ()
    names = ", ".join(f"“{row.missing}”" for topic in gaps for row in gap(state, topic))
    return (
        Finding(
            INSUFFICIENCY_UNDISCLOSED,
            f"Nothing is said about {names}. Answer it, or name it under insufficiencies.",
            disclosure=tuple(row for topic in gaps for row in gap(state, topic)),
            by_writing=True,
        ),
    )


def unanswered_topics(answer: Answer, state: AgentState) -> list[str]:
    """The topics that neither a statement nor its evidence nor an insufficiency takes up.

    A code that several topics have ("the warranty and the colour of the B-120") tells none from the others.
    Without named topics the question is the only one.
    """
    gaps = [row for row in answer.insufficiencies if row.kind is InsufficiencyKind.GAP]
    told = [f"{row.section} {row.missing}" for row in gaps]
    topics = state.constraints.required_search_topics
    if topics:
        missing = open_parts(topics, state.question, answer.statements)
        return [topic for topic in unanswered(missing, told, topics) if not _is_priced(topic, topics, answer)]
    parts = () if asked_parts(state.question) else asked_parts(asked_for(state.question))
    if parts:  # where the question has nothing else, `validate_question_parts` tells each
        return list(unanswered(open_parts(parts, state.question, answer.statements), told, parts))
    if told or _takes_up(state.question, answer):
        return []
    return [state.question]


def _is_priced(topic: str, topics: Sequence[str], answer: Answer) -> bool:
    """ "the price of the B-120": an amount of money tells it, unless that may be another topic's."""
    asks_money = [one for one in topics if not facts_of(one).words.isdisjoint(_MONEY)]
    numbers = (number for statement in answer.statements for number in facts_of(statement.text).numbers)
    return asks_money == [topic] and any(number.currency for number in numbers)


def _takes_up(question: str, answer: Answer) -> bool:
    """A quarter of the question's words, and what is asked for, by its kind ("who") or name ("colour")."""
    if question_share(question, answer.statements) < MIN_QUESTION_SHARE:
        return False
    asked = asking_sentences(question)
    texts = [statement.text for statement in answer.statements]
    quotes = [evidence.quote for statement in answer.statements for evidence in statement.evidence]
    if lacks_kind(asked, " \n".join(texts), " \n".join(quotes)):
        return False
    thing = asked_thing(asked)
    if not thing or wanted_by(asked):
        return True
    matter = facts_of(thing).words - SOURCES - LIGHT_NOUNS
    said = [facts_of(text).words for text in (*texts, *quotes)]
    return not matter or any(is_said(words, word) for words in said for word in matter)
