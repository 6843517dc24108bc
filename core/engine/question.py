"""What a user asks, as front ends hand it to the engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from core.agent.demands.constraints import NO_DEMANDS, PromptConstraints
from core.settings import AnswerStyle
from core.types import Mode
from core.types.requests import FollowUp, RequestKind


@dataclass(frozen=True, slots=True)
class Question:
    """One question as a user puts it. `document_ids` None means the whole library, or all of the workspace.

    `workspace_id`: only what is in this workspace; of `document_ids` those that are. Its conversation belongs
    to this workspace then.
    `extractive`: the sentences that answer it are copied, and no language model is asked. None: as the
    research began that it goes on with, else no.
    `ask_anyway`: it reads like an order to the program, and the user wants it answered all the same.
    `skip_questions` and `approve_tasks`: a research does not ask back, and does not wait for its list to be
    agreed to; from the reply that says so on.
    `style`: how chat words this answer; empty: as the settings say.
    `kind`: the kind of request that chat answers it as; None: chat tells it from the words.
    `of_run`: a stored run whose question is asked again as `kind`, or whose answer is changed as `how` says
    (one of `core.types.requests.ON_ANSWER`); None: told from the words, and meant of the last answer.
    `demands`: what agent mode shall do, besides what the words of the question demand.
    """

    text: str
    mode: Mode = Mode.CHAT
    document_ids: tuple[str, ...] | None = None
    conversation_id: str = ""
    parent_run_id: str = ""
    extractive: bool | None = None
    ask_anyway: bool = False
    skip_questions: bool = False
    approve_tasks: bool = False
    style: AnswerStyle | Literal[""] = ""
    workspace_id: str = ""
    kind: RequestKind | None = None
    of_run: str = ""
    how: FollowUp | None = None
    demands: PromptConstraints = NO_DEMANDS
