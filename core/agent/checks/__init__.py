"""The checks of the gate, one module each. A check sees one answer and the run; it changes neither."""

from __future__ import annotations

from core.agent.checks.base import Check
from core.agent.checks.citations import validate_citation_references
from core.agent.checks.conflict_resolution import validate_conflict_resolution
from core.agent.checks.demanded_sections import validate_required_sections
from core.agent.checks.disclosure import validate_insufficiency_disclosure
from core.agent.checks.gathering import validate_min_open_citations, validate_min_searches
from core.agent.checks.grounded_claims import validate_grounded_claims
from core.agent.checks.quotation import validate_exact_quote_requirement

CHECKS: tuple[Check, ...] = (
    validate_min_searches,
    validate_min_open_citations,
    validate_citation_references,
    validate_grounded_claims,
    validate_exact_quote_requirement,
    validate_required_sections,
    validate_conflict_resolution,
    validate_insufficiency_disclosure,
)
