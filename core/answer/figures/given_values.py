"""Whether an answer in a model's words tells the figure that was read from tables. Pure functions."""

from __future__ import annotations
