"""What a question demands of the run that answers it, told by an embedder from examples, clause by clause.

The examples are data (`resources/demands.toml`); what is exact is read: numbers, quoted or listed names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from core.agent.demands.clauses import Sentence, clauses, names_in, number_in, sentences
from core.agent.demands.constraints import PromptConstraints, merge
from core.plans.request_kinds import RequestKinds

_LEAST = -0.25  # of a demand's score; chosen on `own`, `blind` and `fresh_tuned` of `tests/benchmarks/data`
_RULES = ("newest", "oldest", "stricter", "official")
_FEWEST_TOPICS = 2
_LEAST_OF_QUESTION = -0.15
_Asked = Mapping[str, Sequence[tuple[float, str]]]  # by kind: the score and the clause


def analyze_constraints(prompt: str, kinds: RequestKinds) -> PromptConstraints:
    """The demands in a prompt, in any language of the embedder; none without an embedder.

    Some 10 ms a clause, and a bounded number of clauses a sentence: a second or two for the longest question.
    """
    found = PromptConstraints()
    for sentence in sentences(prompt):
        found = merge(found, _demands_of(sentence, kinds))
    return found


def _demands_of(sentence: Sentence, kinds: RequestKinds) -> PromptConstraints:
    asked: dict[str, list[tuple[float, str]]] = {}
    for clause in clauses(sentence.text):
        least = _LEAST_OF_QUESTION if sentence.text.endswith(clause) and clause.endswith("?") else _LEAST
        scores = kinds.demands_of(clause)
        for kind, score in scores.items():
            if score >= least and score > max(scores["asks"], scores["manner"]):
                asked.setdefault(kind, []).append((score, clause))
    quote = max(asked.get("quote", ()), default=None)
    return PromptConstraints(
        **_searches(sentence, asked, kinds),
        min_open_citations=_number(asked, "open", 1) if "open" in asked else 0,
        requires_exact_quote=quote is not None,
        exact_quote_indicators=(quote[1].rstrip(" .,;:!?"),) if quote else (),
        **_conflicts(asked),
        required_sections=_names(sentence, asked, "sections", kinds) if "sections" in asked else (),
        requires_insufficiency_disclosure="missing" in asked,
    )


def _names(sentence: Sentence, asked: _Asked, kind: str, kinds: RequestKinds) -> tuple[str, ...]:
    """Those of the likeliest clause that lists several, else of the likeliest."""
    small = kinds.demand_words(kind)
    told = [
        names_in(replace(sentence, text=clause), small) for _, clause in sorted(asked[kind], reverse=True)
    ]
    return next((names for names in told if len(names) > 1), names_in(sentence, small))


def _number(asked: _Asked, kind: str, default: int) -> int:
    """That of its shortest clause that has one."""
    told = sorted((len(clause), clause) for _, clause in asked[kind])
    return next((number for _, clause in told if (number := number_in(clause))), default)


def _searches(sentence: Sentence, asked: _Asked, kinds: RequestKinds) -> dict[str, Any]:
    """Topics are at least two, and as many as the sentence says where it says so."""
    if "searches" not in asked:
        return {}
    topics = names_in(sentence, kinds.demand_words("searches"))
    number = _number(asked, "searches", 0)
    told = len(topics) >= _FEWEST_TOPICS and number in (0, len(topics))
    return {"min_searches": number or 2, "required_search_topics": topics if told else ()}


def _conflicts(asked: _Asked) -> dict[str, Any]:
    rules = [rule for rule in _RULES if rule in asked]
    best = max(rules, key=lambda rule: max(asked[rule]), default=None)
    return {
        "requires_conflict_resolution": bool(rules) or "conflicts" in asked,
        "conflict_resolution_rule": best,
    }
