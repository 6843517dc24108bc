"""What a run did not do, find or show is told once, in the question's language, and claims nothing."""

from __future__ import annotations

import string

import pytest

from core.agent.demands.constraints import PromptConstraints, fit_to_budget
from core.agent.disclosures import _SENTENCES, counted, labelled, told
from core.agent.limits import Limits
from core.types import InsufficiencyKind

GERMAN = "Wie schwer ist die B-120, wie lang die Garantie?"
KINDS = InsufficiencyKind


def slots_of(template: str) -> set[str]:
    return {name for _text, name, _spec, _conversion in string.Formatter().parse(template) if name}


@pytest.mark.parametrize("key", sorted(_SENTENCES))
def test_every_sentence_has_both_languages_with_the_same_slots(key: str) -> None:
    assert set(_SENTENCES[key]) == {"en", "de"}
    assert slots_of(_SENTENCES[key]["en"]) == slots_of(_SENTENCES[key]["de"])


def test_counted_things() -> None:
    assert counted("search", "How heavy is it?", 1) == "1 search"
    assert counted("search", GERMAN, 3) == "3 Suchen"
    assert told("topic_search", "Quel est le prix de la pompe ?", topic="prix") == "a search for “prix”"


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_has_its_own_label(kind: InsufficiencyKind) -> None:
    labels = {labelled(other, "x", "How heavy is it?") for other in KINDS}
    assert len(labels) == len(KINDS)
    assert labelled(kind, "x", GERMAN) != labelled(kind, "x", "How heavy is it?")


@pytest.mark.parametrize(
    ("demanded", "limits", "english", "german"),
    [
        (
            PromptConstraints(min_searches=4, min_open_citations=3),
            Limits.standard(),
            "You asked for 4 searches; there is room for 2 in 5 tool calls beside 3 openings.",
            "Verlangt sind 4 Suchen; Platz ist für 2 bei 5 Werkzeugaufrufen neben 3 Öffnungen.",
        ),
        (
            PromptConstraints(min_searches=9),
            Limits.standard(),
            "You asked for 9 searches; there is room for 4 in 5 tool calls (one is kept for opening what is "
            "cited).",
            "Verlangt sind 9 Suchen; Platz ist für 4 bei 5 Werkzeugaufrufen (einer bleibt für das Öffnen "
            "dessen, was zitiert wird).",
        ),
    ],
)
def test_reduced_demands_are_told_in_the_questions_language(
    demanded: PromptConstraints, limits: Limits, english: str, german: str
) -> None:
    assert fit_to_budget(demanded, limits, "How heavy is the pump?").reductions == (english,)
    assert fit_to_budget(demanded, limits, "Wie schwer ist die Pumpe?").reductions == (german,)


def test_every_reduction_has_german_words() -> None:
    """No English word is left where openings, searches and topics are reduced at once."""
    topics = ("eins", "zwei", "drei", "vier", "fünf", "sechs")
    demanded = PromptConstraints(min_searches=7, required_search_topics=topics, min_open_citations=9)
    told_german = " ".join(fit_to_budget(demanded, Limits.standard(), GERMAN).reductions)
    assert "Themen, die sich eine Suche teilen" in told_german
    assert not {"asked", "room", "searches", "opened", "beside", "tool"} & set(told_german.split())
