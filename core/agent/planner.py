"""The plan: 2–5 steps that name their tools, the last one composing; parsed four ways, repaired, never in the
way of an answer. And what is searched for at once, before the model chooses anything.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from core.agent.demands.constraints import PromptConstraints, shared_out
from core.agent.limits import Limits
from core.agent.parts import Part
from core.agent.prompts import DEFAULT_PLAN, PLAN_TOPICS
from core.agent.queries import adds_words, as_query, distinct, query_key, question_query, quoted_queries
from core.llm.base import Grammar
from core.llm.reply_json import reply_json

MAX_STEP_CHARACTERS = 100
# Free to write any string, the 0.5 B model put calls with arguments, several to a step, into the plan.
_GBNF = r"""root ::= "[" search ("," sp step){{0,{most}}} "," sp last "]"
step ::= search | "\"open_citation for " words "\""
search ::= "\"search_docs for " query (" and " query)? "\""
last ::= "\"Compose " words "\""
query ::= "'" words "'"
words ::= first sign{{2,40}}
first ::= [^"\\'\x7F\x00-\x1F .,;:()\[\]{{}}]
sign ::= [^"\\'\x7F\x00-\x1F()\[\]{{}}]
sp ::= " "?
"""
PlanSource = Literal["model", "repaired", "default"]
StepTool = Literal["search_docs", "open_citation", "compose"]

_NUMBERED = re.compile(r"^\s*\d{1,2}[.)]\s+(.+)$", re.MULTILINE)
_BULLETED = re.compile(r"^\s*[-*•]\s+(.+)$", re.MULTILINE)
_NAMED = re.compile(r"search_docs|open_citation")
_JOINT = re.compile(r"[\s,;]+(?:and|then|und|dann)[\s,;]*$", re.IGNORECASE)
_CALL = re.compile(
    r"^\W*search_docs\b\W*(?:(?:for|about|with|nach|zu)\b\W*)?(?:the\b|der\b|die\b|das\b)?\s*", re.I
)


@dataclass(frozen=True, slots=True)
class Plan:
    """`tools` are parallel to `steps`. `batch`: the queries that the first step names, to be run at once."""

    steps: tuple[str, ...]
    tools: tuple[StepTool, ...]
    source: PlanSource
    batch: tuple[str, ...] = ()

    @property
    def queries(self) -> tuple[str, ...]:
        """What its search steps name between quotation marks, each once."""
        return distinct(query for step in self._searches for query in quoted_queries(step))

    @property
    def subjects(self) -> tuple[str, ...]:
        """What its other search steps are about."""
        steps = [step for step in self._searches if not quoted_queries(step) and step not in DEFAULT_PLAN]
        return distinct(as_query(_CALL.sub("", step)) for step in steps)

    @property
    def _searches(self) -> list[str]:
        return [step for step, tool in zip(self.steps, self.tools, strict=True) if tool == "search_docs"]

    def step_for(self, tool: str, served: Collection[int]) -> int:
        """The step, counted from 1, that a call of `tool` serves: the first of it that none has served yet,
        else the last of it; 0 if the plan has no step for it."""
        steps = [number for number, named in enumerate(self.tools, start=1) if named == tool]
        return next((number for number in steps if number not in served), steps[-1] if steps else 0)


def plan_grammar(limits: Limits, *, gbnf: bool) -> Grammar:
    """An array of short strings, as many as the limits allow.

    With `gbnf` each begins with a tool and its queries are in quotation marks, the last composes.
    """
    if gbnf:
        return Grammar(gbnf=_GBNF.format(most=limits.max_plan_steps - 2))
    return Grammar(
        json_schema={
            "type": "array",
            "items": {"type": "string", "minLength": 8, "maxLength": MAX_STEP_CHARACTERS},
            "minItems": limits.min_plan_steps,
            "maxItems": limits.max_plan_steps,
        }
    )


def make_plan(text: str, limits: Limits, topics: Sequence[str] = ()) -> Plan:
    """The plan in the model's output: a JSON array, a numbered list, bullets, else the default plan.

    What lacks a search, an opening or a last step that composes gets it; any other step that names no tool is
    left out. `topics` are searched for in the first step, whatever the model planned.
    """
    steps = next(
        (
            found
            for found in (_json_steps(text), _NUMBERED.findall(text), _BULLETED.findall(text))
            if len(found) >= limits.min_plan_steps
        ),
        [],
    )
    cleaned = [shortened for step in steps for part in _calls(step) if (shortened := _shortened(part))]
    repaired = _repaired(cleaned, limits, topics)
    source: PlanSource = "repaired"
    if not any(_tool_of(step) for step in cleaned):
        repaired, source = _repaired(list(DEFAULT_PLAN), limits, topics), "default"
    elif [step for step, _ in repaired[bool(topics) :]] == [s for s in cleaned if not _covered(s, topics)]:
        source = "model"
    batch = distinct(topics) or quoted_queries(repaired[0][0])
    return Plan(tuple(step for step, _ in repaired), tuple(tool for _, tool in repaired), source, batch)


def _json_steps(text: str) -> list[str]:
    start, end = text.find("["), text.rfind("]")
    if start < 0 or end <= start:
        return []
    try:
        value = reply_json(text[start : end + 1])
    except ValueError:
        return []
    return [step for step in value if isinstance(step, str)] if isinstance(value, list) else []


def _calls(step: str) -> list[str]:
    """A step that names several calls is as many steps."""
    starts = [match.start() for match in _NAMED.finditer(step)]
    return [step[a:b] for a, b in zip([0, *starts[1:]], [*starts[1:], len(step)], strict=True)]


def _shortened(step: str) -> str:
    return as_query(_JOINT.sub("", " ".join(step.split())).strip(" ,;"), MAX_STEP_CHARACTERS)


def _tool_of(step: str) -> StepTool | None:
    named = _NAMED.search(step)
    if named is None:
        return None
    return "search_docs" if named.group() == "search_docs" else "open_citation"


def _repaired(steps: Sequence[str], limits: Limits, topics: Sequence[str]) -> list[tuple[str, StepTool]]:
    """Searches and openings in their order, a search first and an opening somewhere, composing at the end."""
    last = steps[-1] if steps and _tool_of(steps[-1]) is None else DEFAULT_PLAN[-1]
    calls: list[tuple[str, StepTool]] = []
    planned: set[tuple[StepTool, frozenset[str]]] = set()
    for step in steps:
        tool = _tool_of(step)
        if tool is None or (tool == "search_docs" and _covered(step, topics)):
            continue
        about = query_key(" ".join(quoted_queries(step)) or _NAMED.sub("", step))
        if (tool, about) not in planned:
            planned.add((tool, about))
            calls.append((step, tool))
    if topics:
        named = ", ".join(f"“{as_query(topic)}”" for topic in topics)
        calls.insert(0, (PLAN_TOPICS.format(topics=named), "search_docs"))
    elif not calls or calls[0][1] != "search_docs":
        calls.insert(0, (DEFAULT_PLAN[0], "search_docs"))
    calls = calls[: limits.max_plan_steps - 1]
    if not any(tool == "open_citation" for _, tool in calls):
        calls = [*calls[: limits.max_plan_steps - 2], (DEFAULT_PLAN[1], "open_citation")]
    return [*calls, (last, "compose")]


def _covered(step: str, topics: Sequence[str]) -> bool:
    """A search that the topics make needless: for one of them, or for nothing but words of them."""
    if not topics or _tool_of(step) != "search_docs":
        return False
    words, known = query_key(step), query_key(" ".join(topics))
    queries = quoted_queries(step)
    needless = bool(queries) and all(query_key(query) <= known for query in queries)
    return step == DEFAULT_PLAN[0] or needless or any(query_key(topic) <= words for topic in topics)


def first_searches(
    question: str, demands: PromptConstraints, parts: Sequence[Part], limits: Limits
) -> tuple[str, ...]:
    """Demanded topics, else what is asked, part by part as far as there are calls, else the question.

    What a search shows may be cited, so a search for each part comes before openings for each.
    """
    if demands.required_search_topics:
        return demands.required_search_topics
    if len(parts) < 2:
        return (question_query(question),)
    room = max(limits.max_tool_calls - max(demands.min_open_citations, 1), 1)
    groups = shared_out([one.standing for one in parts], min(room, len(parts)))
    return distinct(question_query(" ".join(group)) for group in groups)


def with_planned(topics: tuple[str, ...], plan: Plan, question: str, most: int) -> tuple[str, ...]:
    """The topics, and of the plan's own queries those that search for more than the question says."""
    others = [query for query in plan.queries if adds_words(query, question)]
    return (*topics, *distinct(others, topics))[: max(most, len(topics))]
