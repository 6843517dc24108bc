"""What a run did not do, find or show is told once, in the question's language, and claims nothing."""

from __future__ import annotations

import string
from dataclasses import replace

import pytest

from core.agent.demands.constraints import PromptConstraints, fit_to_budget
from core.agent.disclosures import _SENTENCES, counted, labelled, told
from core.agent.gate import validate_agent_state
from core.agent.grounding import Attempt, ground_citations_from_state
from core.agent.limits import Limits
from core.agent.repair_answer import once, settle
from core.agent.state import AgentState
from core.types import Insufficiency, InsufficiencyKind
from tests.agent.test_composer import Script, answer_of, brief, final
from tests.agent.test_gate import WARRANTY, WEIGHT, attempt_of, state_of, stating
from tests.answer.helpers import on_page_one, source_of
from tests.scored import scored

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


def settled(text: str, state: AgentState) -> Attempt:
    attempt = attempt_of(text, state)
    gate = validate_agent_state(attempt.draft, attempt.answer, state)
    return ground_citations_from_state(settle(attempt.draft, gate.findings, state), state, on_page_one)


DEMANDS = PromptConstraints(
    min_searches=3,
    required_search_topics=("Preis",),
    min_open_citations=5,
    requires_exact_quote=True,
    required_sections=("Farbe",),
)


def test_unmet_demands_are_told_in_german_under_their_own_words() -> None:
    english = tuple(
        replace(source, document=replace(source.document, language="en")) for source in (WARRANTY, WEIGHT)
    )
    answer = settled(stating("The B-120 weighs 42 kg."), state_of(DEMANDS, english, GERMAN)).answer
    assert [(row.kind, row.missing) for row in answer.insufficiencies] == [
        (KINDS.UNMET, "3 getrennte Suchen (gemacht: 1)"),
        (KINDS.UNMET, "eine Suche nach „Preis“"),
        (KINDS.UNMET, "5 geöffnete Textstellen (geöffnet: 2)"),
        (KINDS.UNMET, f"ein wörtliches Zitat ({GERMAN})"),
        (KINDS.GAP, "für diesen Abschnitt wurde nichts gefunden"),
    ]
    assert answer.text.endswith(
        "### Farbe\n\nUnzureichende Dokumentation: für diesen Abschnitt wurde nichts gefunden"
    )


def test_an_undecided_conflict_is_told_in_german() -> None:
    sources = (
        source_of(1, "Die Frist beträgt nach dem Vertrag 14 Tage.", "a.pdf"),
        source_of(2, "Die Frist beträgt nach dem Vertrag 30 Tage.", "b.pdf"),
    )
    demand = PromptConstraints(requires_conflict_resolution=True, conflict_resolution_rule="official")
    asked = "Wie lang ist die Frist nach dem Vertrag?"
    answer = settled("Die Frist beträgt 14 Tage [1].", state_of(demand, sources, asked)).answer
    (row,) = answer.insufficiencies
    assert (
        row.missing
        == "welches nach der Regel „official“ gilt, lässt sich nicht feststellen: a.pdf oder b.pdf"
    )
    demand = PromptConstraints(requires_conflict_resolution=True)
    (row,) = settled(
        "Die Frist beträgt 14 Tage [1].", state_of(demand, sources, asked)
    ).answer.insufficiencies
    assert row.missing == "keine Regel sagt, welches gilt: a.pdf oder b.pdf"


@scored("demands")
def test_each_reason_to_leave_a_statement_out_is_disclosed_once_without_the_claim(claim: str) -> None:
    state = state_of(question="Does the B-120 weigh 55 kg?")
    answer = settled(stating("The B-120 weighs 42 kg.", claim, f"{claim[:-1]}, too."), state).answer
    assert [statement.text for statement in answer.statements] == ["The B-120 weighs 42 kg."]
    assert answer.insufficiencies == (
        Insufficiency(
            "",
            "part of the draft, because the opened passages do not carry it",
            ("weight",),
            KINDS.LEFT_OUT,
        ),
    )


def test_each_section_that_lost_a_statement_says_so() -> None:
    sections = ("Weight", "Price")
    demand = PromptConstraints(required_sections=sections)
    rows = {
        "Weight": [
            {"evidence": ["2.1"], "text": "The B-120 weighs 42 kg."},
            {"evidence": ["2.1"], "text": "The B-120 weighs 77 tonnes."},
        ],
        "Price": [{"evidence": ["2.1"], "text": "The B-120 costs 99 euros."}],
    }
    script = Script([{"sections": rows}] * 2, demand)
    events = script.play()
    answer = answer_of(events)
    assert [(row.section, row.kind) for row in answer.insufficiencies] == [
        ("Weight", KINDS.LEFT_OUT),
        ("Price", KINDS.LEFT_OUT),
        ("Price", KINDS.GAP),  # nothing is left of it
    ]
    assert "77" not in answer.text
    assert "99" not in answer.text
    assert "Left out: part of the draft" in answer.text


def test_the_same_is_told_once_under_a_heading_whatever_was_searched_since() -> None:
    def row(section: str, *queries: str) -> Insufficiency:
        return Insufficiency(section, "part of the draft", queries, KINDS.LEFT_OUT)

    rows = (row("Weight", "a"), row("Price", "a"), row("Weight", "a", "b"))
    assert [(one.section, one.queries_tried) for one in once(rows)] == [
        ("Weight", ("a", "b")),
        ("Price", ("a",)),
    ]


def test_what_was_mended_in_time_is_not_disclosed() -> None:
    script = Script([final(("2.1", "The B-120 weighs 99 kg.")), final(("2.1", "The B-120 weighs 42 kg."))])
    events = script.play()
    assert brief(events)[-2:] == ["answer_ready", ("finished", "answered")]
    assert answer_of(events).insufficiencies == ()


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
