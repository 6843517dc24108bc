"""The fields every event carries."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from core.events.versions import SCHEMA_VERSION


class BaseEvent(BaseModel):
    """Fields every event carries."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    run_id: str
    seq: int
    t_ms: int
    schema_version: int = SCHEMA_VERSION
