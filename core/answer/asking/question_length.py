"""How long a question may be, in characters. Without imports: the window asks before it stands."""

from __future__ import annotations

MIN_QUESTION_CHARACTERS = 10
MAX_QUESTION_CHARACTERS = 1000
