"""Several questions asked at once, each made to stand by itself: "How long is …, and what does it cost?"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.answer.asking.followup import Turn, put_together
from core.answer.asking.question import asked_parts, asking_words, is_german
from core.answer.asking.several_names import QuestionPart, questions_of_each
from core.answer.facts.checkable import facts_of
from core.text.pronouns import PRONOUN

_BEGINS_WITH_NAME = re.compile(
    r"(?:(?:of|for|at|by|from|in|the|that|those|von|bei|für|der|die|das|den|dem|in|im)\s+)*[A-ZÄÖÜ]"
    r"|the\s+(?:[a-z]+\s+){1,3}(?:of|at|for)\s+[A-Z]"
)
# "how many did Karst have", of what the first part counts
_COUNTS_THE_SAME = re.compile(
    r"\b(?:how many|wie ?viele)\s+(?:do|does|did|has|have|had|were|are|hat|haben|hatten?|waren|sind)\b",
    re.IGNORECASE,
)


def parts_of(question: str) -> tuple[QuestionPart, ...]:
    """The questions that one text plainly asks, in order; empty where it is a single one.

    What is asked of two names at once ("of Amcor in 2020 and of Bolt in 2021") is a question of each.
    """
    parts, of_each = asked_parts(question), questions_of_each(question)
    if not parts:
        return of_each if _are_questions(question, of_each) else ()
    filled = [one.standing for one in of_each] if len(of_each) == len(parts) else [""] * len(parts)
    return tuple(
        QuestionPart(part, part if place == 0 else _standing(part, other, parts[0]))
        for place, (part, other) in enumerate(zip(parts, filled, strict=True))
    )


def _are_questions(question: str, of_each: Sequence[QuestionPart]) -> bool:
    """The first asks, if anything does; the others ask, too, or begin with their name: "and of Bolt in …"."""
    german = is_german(question)
    asks = [asking_words(one.asked, german) > 0 for one in of_each]
    if not of_each or (asking_words(question, german) and not asks[0]):
        return False
    return all(
        asking or _BEGINS_WITH_NAME.match(one.asked)
        for one, asking in zip(of_each[1:], asks[1:], strict=True)
    )


def _standing(part: str, filled: str, first: str) -> str:
    if filled and _COUNTS_THE_SAME.search(part):
        return filled
    if _stands_alone(part):
        return part
    return put_together(part, Turn(f"{first}?", ""))


def _stands_alone(part: str) -> bool:
    """Whether it says enough by itself: two words, names or figures, and no pronoun without a code before it.

    Within one question grammar tells; how a whole question goes on from another one, examples do.
    """
    facts = facts_of(part)
    content = len(facts.words) + len(facts.identifiers) + len(facts.numbers) + len(facts.dates)
    pronoun = PRONOUN.search(part)
    before = facts_of(part[: pronoun.start()]) if pronoun else None
    return content > 1 and (before is None or bool(before.identifiers))
