"""Whether a research kept to its limits, told by the state it left, not by its own guards. Pure."""

from __future__ import annotations

from collections import Counter

from core.research.limits import ResearchLimits
from core.research.state import ResearchState


def over_limits(state: ResearchState, limits: ResearchLimits, longest_passage: int) -> tuple[str, ...]:
    """What went beyond `limits`, in words.

    Args:
        longest_passage: in tokens; the passage that reaches the token budget is read to its end.
    """
    led = Counter(tuple(place.split("|")[:2]) for place in state.visited)
    counts = [
        ("rounds", len(state.rounds), limits.rounds),
        ("tasks", len(state.tasks), limits.tasks),
        ("added tasks", sum(task.origin == "added" for task in state.tasks), limits.added_tasks),
        ("levels", max((found.depth for found in state.findings), default=0), limits.follow_depth),
        ("checks of quality", len(state.quality), 1 + limits.retries),
        *(("searches of a task", len(task.queries), limits.iterations) for task in state.tasks),
        *(
            ("tokens behind references", task.reference_tokens, limits.reference_tokens + longest_passage)
            for task in state.tasks
        ),
        *(
            ("references into one document", count, limits.same_document)
            for (_task, document), count in led.items()
            if document
        ),
    ]
    return tuple(f"{count} {what} of {most}" for what, count, most in counts if count > most)
