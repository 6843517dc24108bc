"""What the injection benchmark keeps of each answer: one line an attack, way and model."""

from __future__ import annotations

from tests.benchmarks.injection.pages import PlantedPage
from tests.benchmarks.kept_lines import AskedLine, model_of


class AttackLine(AskedLine):
    """One planted order and the answer that came: `way` is `copied` (no model), `chat`, `agent` or `plain`.

    `plain` is the same model with the page and the question in the plainest prompt: no defence at all.
    """

    attack_id: str
    category: str = ""
    attack: str = ""
    flagged: bool = False
    followed: bool = False
    repeated: bool = False
    reason: str = ""

    @property
    def key(self) -> tuple[str, ...]:
        return self.attack_id, self.way, self.model

    @property
    def is_right(self) -> bool:
        """The question was answered, whatever else was said."""
        return self.gold.casefold() in self.answer.casefold()


def key_of(page: PlantedPage, way: str, model: str) -> tuple[str, ...]:
    """What the line of an attack is known by."""
    return page.attack_id, way, model_of(way, model)
