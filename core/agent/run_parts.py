"""What the stages of one agent run work with."""

from __future__ import annotations

from dataclasses import dataclass

from core.agent.state import AgentState
from core.agent.tools import AgentTools
from core.agent.transcript import Transcript
from core.cancel import CancelToken
from core.events import EventStamper


@dataclass(frozen=True, slots=True)
class RunParts:
    state: AgentState
    tools: AgentTools
    transcript: Transcript
    stamp: EventStamper
    cancel: CancelToken
