"""What a run has to answer: the headings of the answer, else the parts of the question, else the question."""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.agent.demands.constraints import PromptConstraints
from core.agent.queries import name_queries, subject_of
from core.answer.asking.question import asking_sentences, without_directions
from core.answer.asking.question_parts import parts_of


@dataclass(frozen=True, slots=True)
class Part:
    """`asked`: as the question has it; `standing`: as it can be asked by itself. `section`: its heading."""

    asked: str
    standing: str
    section: str = ""


def parts_to_answer(question: str, demands: PromptConstraints) -> tuple[Part, ...]:
    """At least one, in the order of the question."""
    sections, topics = demands.required_sections, demands.required_search_topics
    if sections:
        subject = subject_of(question, sections)
        return tuple(Part(one, _standing(one, question, subject), one) for one in sections)
    if parts := parts_of(question):
        return tuple(Part(f"{part.asked}?", part.standing) for part in parts)
    names = name_queries(without_directions(question))
    if len(names) > 1:
        return tuple(Part(one, one) for one in names)
    if topics and "?" not in question:
        subject = subject_of(question, topics)
        return tuple(Part(one, _standing(one, question, subject)) for one in topics)
    return (Part(question, _asked(question, demands)),)


def _asked(question: str, demands: PromptConstraints) -> str:
    """What stands behind the colon of a demand: "Open two passages: how heavy is it?"."""
    meant = asking_sentences(without_directions(question))
    behind = meant.partition(": ")[2].strip()
    return behind if behind.endswith("?") and demands != PromptConstraints() else meant


def _standing(heading: str, question: str, subject: str) -> str:
    """The heading with what stands in parentheses behind it, and what the question is about."""
    behind = re.search(rf"{re.escape(heading)}[\"”“»«']?\s*\(([^()]*)\)", question)
    return " ".join(f"{heading} {behind.group(1) if behind else ''} {subject}".split())
