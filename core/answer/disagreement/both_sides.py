"""An answer that gives one side of a disagreement gives the other, too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.answer.disagreement.conflict_values import says
from core.answer.disagreement.conflicts import Conflict, is_told_by, touched_conflicts
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
        if conflict.decided and not is_told_by(conflict.first, answer):
            kept = [one for one in kept if not says(one.text, conflict.second.value)]
        for side in (conflict.first, conflict.second):
            if not is_told_by(side, answer) and all(side.sentence.label not in one.labels for one in kept):
                quoted = copied_statement(side.sentence, side.source, marks=True, bullet=_has_bullets(kept))
                kept.append(replace(quoted, section=drafts[0].section if drafts else ""))
    order = {section: place for place, section in enumerate(sections)}
    return sorted(kept, key=lambda one: order.get(one.section, -1)), touched


def _has_bullets(drafts: Sequence[DraftStatement]) -> bool:
    return any(one.bullet for one in drafts)
