"""An answer that gives one side of a disagreement gives the other, too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.answer.disagreement.conflicts import Conflict, Side
from core.answer.figures.copied_cells import copied_statement
from core.answer.statements import DraftStatement


def with_both_sides(
    drafts: Sequence[DraftStatement], conflicts: Sequence[Conflict], sections: Sequence[str] = ()
) -> list[DraftStatement]:
    """What an answer says, in the order of its `sections`, with the sentences of both sides of each conflict.

    Where a rule decides for what the answer does not say, the value that does not count is left out first.
    """
    kept = list(drafts)
    for conflict in conflicts:
        sides = (conflict.first, conflict.second)
        section = next((one.section for one in drafts if any(_gives(one, side) for side in sides)), "")
        if conflict.decided and not any(_gives(one, conflict.first) for one in kept):
            kept = [one for one in kept if not _gives(one, conflict.second)]
        for side in sides:
            if not any(_gives(one, side) for one in kept):
                bullet = any(one.bullet for one in kept)
                quoted = copied_statement(side.sentence, side.source, marks=True, bullet=bullet)
                kept.append(replace(quoted, section=section))
    order = {section: place for place, section in enumerate(sections)}
    return sorted(kept, key=lambda one: order.get(one.section, -1))


def _gives(draft: DraftStatement, side: Side) -> bool:
    return side.sentence.label in draft.labels
