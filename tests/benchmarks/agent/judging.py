"""A run judged by the rules of its task: when it has been asked, and again when the rules were mended."""

from __future__ import annotations

from core.agent.demands.constraints import PromptConstraints
from core.agent.limits import Limits
from core.agent.prefix import breaks
from core.types import Mode
from tests.benchmarks.agent.demands import unmet_demands
from tests.benchmarks.agent.facts import (
    PageText,
    RunFacts,
    distinct_tokens,
    found_citations,
    opened_citations,
    over_limits,
    read_pages,
)
from tests.benchmarks.agent.lines import Asked
from tests.benchmarks.agent.quotes import not_verbatim
from tests.benchmarks.agent.tasks import Task
from tests.benchmarks.grading.grades import grade, verified_texts

# Of a kept run what was found is not known, only what was opened: these stay as they were.
_NOT_KEPT = frozenset({"outcome", "over_limits", "cited", "right_pages_read", "seconds", "tool_calls"})


def judged(task: Task, mode: Mode, facts: RunFacts, limits: Limits, page_text: PageText) -> Asked:
    agent = mode is Mode.AGENT
    quotes, wrong = not_verbatim(facts, task.question, page_text)
    gold = {(row.document, row.page) for row in task.evidence}
    return Asked(
        task_id=task.task_id,
        kind=task.kind,
        mode=mode,
        outcome=facts.outcome,
        grade=grade(task.answer, task.question, facts.answer),
        over_limits=over_limits(facts, limits),
        cited=opened_citations(facts) if agent else found_citations(facts),
        citations_from_snippets=facts.citations_from_snippets,
        quotes=quotes,
        not_verbatim=wrong,
        demanding=task.demands != PromptConstraints(),
        unmet_demands=unmet_demands(facts, task.demands, task.answer, task.question, page_text),
        right_pages_read=gold <= read_pages(facts, opened_only=agent) if gold else None,
        verified=bool(verified_texts(facts.answer)),
        seconds=facts.seconds,
        tool_calls=facts.tool_calls,
        evaluated_tokens=facts.usage.evaluated_tokens,
        distinct_prompt_tokens=facts.usage.distinct_prompt_tokens,
        prompts=len(facts.prefixes),
        prefix_breaks=breaks(facts.prefixes),
    )


def judged_again(task: Task, before: Asked, facts: RunFacts, page_text: PageText) -> Asked:
    """`before` with all that can be told from a kept run judged anew."""
    now = judged(task, before.mode, facts, Limits.standard(), page_text)
    kept = {name: getattr(before, name) for name in _NOT_KEPT}
    return now.model_copy(update={**kept, "distinct_prompt_tokens": distinct_tokens(facts.prompts)})
