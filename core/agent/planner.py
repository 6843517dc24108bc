"""The plan: 2–5 steps, parsed four ways, never in the way of an answer."""

from __future__ import annotations

import json
import re

from core.agent.limits import Limits
from core.agent.prompts import DEFAULT_PLAN
from core.llm.base import Grammar

MAX_STEP_CHARACTERS = 70
_NUMBERED = re.compile(r"^\s*\d{1,2}[.)]\s+(.+)$", re.MULTILINE)
_BULLETED = re.compile(r"^\s*[-*•]\s+(.+)$", re.MULTILINE)


def plan_grammar(limits: Limits) -> Grammar:
    """An array of short strings, as many as the limits allow."""
    return Grammar(
        json_schema={
            "type": "array",
            "items": {"type": "string", "minLength": 8, "maxLength": MAX_STEP_CHARACTERS},
            "minItems": limits.min_plan_steps,
            "maxItems": limits.max_plan_steps,
        }
    )


def parse_plan(text: str, limits: Limits) -> tuple[tuple[str, ...], str]:
    """Steps and their origin: a JSON array, a numbered list, bullets, else the default plan (`"default"`)."""
    for steps in (_json_steps(text), _NUMBERED.findall(text), _BULLETED.findall(text)):
        cleaned = [" ".join(step.split()) for step in steps if step.strip()]
        if len(cleaned) >= limits.min_plan_steps:
            return tuple(cleaned[: limits.max_plan_steps]), "model"
    return DEFAULT_PLAN, "default"


def _json_steps(text: str) -> list[str]:
    start, end = text.find("["), text.rfind("]")
    if start < 0 or end <= start:
        return []
    try:
        value = json.loads(text[start : end + 1])
    except json.JSONDecodeError:
        return []
    return [step for step in value if isinstance(step, str)] if isinstance(value, list) else []
