"""Composition root: the only package of `core` that names concrete adapters.

`engine` is what front ends hold; `library` opens index, embedder, reading and search; `language_model` the
model; `modes` puts chat or the agent together for a question.
"""

from __future__ import annotations

from core.engine.engine import Engine
from core.engine.question import Question

__all__ = ["Engine", "Question"]
