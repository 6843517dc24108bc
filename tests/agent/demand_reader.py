"""What a question demands, told by the real embedder from the real examples."""

from __future__ import annotations

from functools import cache

from core.agent.demands.analysis import analyze_constraints
from core.agent.demands.constraints import PromptConstraints
from core.models.catalogue import load_catalogue
from core.models.store import ModelStore
from core.plans.request_kinds import RequestKinds
from core.search.embedder import embedder_of
from core.settings import Settings
from core.system.paths import AppPaths
from tests.conftest import MODELS_FOLDER


@cache
def demand_kinds() -> RequestKinds:
    """The vectors of the examples are kept where the program keeps them."""
    installed = ModelStore(MODELS_FOLDER, load_catalogue()).require(Settings().models.embedding_model)
    return RequestKinds(embedder_of(installed), AppPaths.from_environment().cache)


@cache
def read_demands(text: str) -> PromptConstraints:
    return analyze_constraints(text, demand_kinds())
