"""What the proof found."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Findings:
    """What was found. `problems` is empty when the package holds what it promises."""

    figures: dict[str, object] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    def expect(self, holds: bool, problem: str) -> None:
        if not holds:
            self.problems.append(problem)
