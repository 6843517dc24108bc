"""An answer that gives one side of a disagreement gives the other, too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.answer.disagreement.conflict_values import says
from core.answer.disagreement.conflicts import Conflict, Side, touched_conflicts
from core.answer.figures.copied_cells import copied_statement
from core.answer.sources import Source
from core.answer.statements import DraftStatement
from core.types import Answer


def with_both_sides(
    drafts: Sequence[DraftStatement],
    answer: Answer,
    sources: Sequence[Source],
    question: str,
    rule: str | None,
    sections: Sequence[str] = (),
) -> tuple[list[DraftStatement], list[Conflict]]:
    """What the answer says with the sentences of both sides of each disagreement that it touches, and those.

    Where the rule decides, what only says the value that does not count is left out. `drafts` are parallel to
    the answer's statements, in the order of the `sections`.
    """
    kept, touched = list(drafts), touched_conflicts(answer, sources, question, rule)
    for conflict in touched:
        sides = (conflict.first, conflict.second)
        section = next((one.section for one in drafts if any(_gives(one, side) for side in sides)), "")
        if conflict.decided and not any(_gives(one, conflict.first) for one in kept):
            kept = [one for one in kept if not _gives(one, conflict.second)]
        for side in sides:
            if not any(_gives(one, side) or side.sentence.label in one.labels for one in kept):
                bullet = any(one.bullet for one in kept)
                quoted = copied_statement(side.sentence, side.source, marks=True, bullet=bullet)
                kept.append(replace(quoted, section=section))
    order = {section: place for place, section in enumerate(sections)}
    return sorted(kept, key=lambda one: order.get(one.section, -1)), touched


def _gives(draft: DraftStatement, side: Side) -> bool:
    """It says the value, and rests on the very passage."""
    return side.source.number in draft.citations and says(draft.text, side.value)
