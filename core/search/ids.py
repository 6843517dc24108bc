"""Ids that came from outside (a model, a command line): are they ids at all? No adapter is needed to tell."""

from __future__ import annotations

import uuid


def as_uuid(chunk_id: str) -> uuid.UUID | None:
    """The id as a UUID, None when it is none (models invent ids)."""
    try:
        return uuid.UUID(chunk_id)
    except (ValueError, AttributeError, TypeError):
        return None
