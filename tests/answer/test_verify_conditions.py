"""Conditions that begin with their verb, and conditions told as facts."""

from __future__ import annotations

import pytest

from core.answer.facts.inverted_conditions import bare_conditions
from core.answer.facts.stems import is_german
from core.answer.verification.verify import verify
from core.types import StatementStatus, VerdictCode

VERIFIED = (StatementStatus.QUOTED, StatementStatus.SUPPORTED)
LATE = "Kommt der Mieter in Verzug, kann der Vermieter kündigen."
CLAIM = "4.2 Ist die Reklamation unbegründet, zahlt der Käufer die Kosten der Rücksendung."
FILTER = "Should the filter clog, replace the cartridge."
LEASE = "Were the lease to end early, the tenant pays EUR 500."
RELAY = "If the relay overheats, switch off the heater and call the service."


@pytest.mark.parametrize(
    "text",
    [
        LATE,
        CLAIM,
        FILTER,
        LEASE,
        "§ 5 Ist die Frist um, endet der Vertrag.",
        "b) (3) „Ist die Frist um, endet der Vertrag.“",
        f"12{' ' * 5000}Ist die Frist um, endet der Vertrag.",  # took minutes, tried in every division
        "Zahlt der Käufer nicht, so verfällt der Rabatt.",
        "Wird der Vertrag nicht gekündigt, verlängert er sich um ein Jahr.",
        "Treten Mängel auf, ist der Hersteller zu benachrichtigen.",
        "Haben Sie Fragen, wenden Sie sich an den Service.",
        "Gerät der Käufer in Verzug, fallen Zinsen an.",
        "Verlangen die Mieter es, ist eine Kopie zu liefern.",
        "Jede Meldung wird geprüft; ist sie falsch, trägt der Kunde die Kosten.",
        "Had the buyer paid, the goods would have been shipped.",
        "(a) Should the item be damaged, it may be returned.",
        "The item may be returned should the packaging be damaged.",
    ],
)
def test_a_condition_may_begin_with_its_verb(text: str) -> None:
    assert len(list(bare_conditions(text, is_german(text)))) == 1


@pytest.mark.parametrize(
    "text",
    [
        "Ist die Meldung unberechtigt?",
        "Ist die Meldung unberechtigt, und wer zahlt dann?",
        "Should the seal be replaced?",
        "The seal should be replaced, and the pump stopped.",
        "The pump had a leak, and the seal was replaced.",
        "Damit die Pumpe läuft, muss der Schalter auf Ein stehen.",
        "Mit der Lieferung, die am Montag kommt, endet die Frist.",
        "Seit die Anlage läuft, sinkt der Verbrauch.",
        "Projekt Nordwind, gestartet 2020, hat drei Partner.",
        "Prüfen Sie die Dichtung, bevor Sie starten.",
        "Lösen Sie die Schraube, ziehen Sie den Deckel ab und prüfen Sie ihn.",
        "Daten der Kunden, etwa Namen, werden gelöscht.",
        "Kosten der Prüfung, Anfahrt und Arbeit trägt der Kunde.",
        "Gewicht der Sendung, bestimmt nach Waage, steht dort.",
        "Neben der Miete, die monatlich fällig ist, zahlt der Mieter Nebenkosten.",
    ],
)
def test_questions_orders_and_nouns_are_no_conditions(text: str) -> None:
    assert not list(bare_conditions(text, is_german(text)))


@pytest.mark.parametrize(
    ("statement", "source"),
    [
        ("Die Reklamation ist unbegründet, zahlt der Käufer die Kosten der Rücksendung.", CLAIM),
        ("Die Reklamation ist unbegründet.", CLAIM),
        ("Der Käufer zahlt die Kosten der Rücksendung.", CLAIM),
        ("Zahlt der Käufer die Kosten der Rücksendung.", CLAIM),
        ("Der Mieter kommt in Verzug, der Vermieter kann kündigen.", LATE),
        ("The filter clogs, replace the cartridge.", FILTER),
        ("The filter clogs.", FILTER),
        ("Replace the cartridge.", FILTER),
        ("The lease ends early, and the tenant pays EUR 500.", LEASE),
        ("The tenant pays EUR 500.", LEASE),
        ("The relay overheats, switch off the heater and call the service.", RELAY),
    ],
)
def test_a_condition_told_as_a_fact_or_dropped_is_not_verified(statement: str, source: str) -> None:
    assert verify(statement, [source]).status not in VERIFIED


@pytest.mark.parametrize(
    ("statement", "source"),
    [
        ("Wenn die Reklamation unbegründet ist, zahlt der Käufer die Kosten der Rücksendung.", CLAIM),
        ("Bei unbegründeter Reklamation zahlt der Käufer die Kosten der Rücksendung.", CLAIM),
        ("Wenn der Mieter in Verzug kommt, kann der Vermieter kündigen.", LATE),
        (LATE, LATE),
        ("If the filter clogs, replace the cartridge.", FILTER),
        ("Replace the cartridge when the filter clogs.", FILTER),
        ("If the lease ends early, the tenant pays EUR 500.", LEASE),
        ("With an overheating relay, switch off the heater and call the service.", RELAY),
        ("Should the relay overheat, call the service.", RELAY),
    ],
)
def test_a_condition_that_is_kept_is_verified(statement: str, source: str) -> None:
    assert verify(statement, [source]).status in VERIFIED


RETURNS = "Bei Widerruf trägt Karst die Kosten der Rücksendung, außer im Fall von 4.3."
OPEN = "The workshop is open on weekdays, except during the company holidays."


@pytest.mark.parametrize(
    ("statement", "source"),
    [
        ("Karst trägt die Kosten der Rücksendung.", RETURNS),
        ("Die Kosten der Rücksendung trägt Karst.", RETURNS),
        ("On weekdays the workshop is open.", OPEN),
        (
            "On weekdays the workshop is open.",
            "Except during the holidays, the workshop is open on weekdays.",
        ),
    ],
)
def test_of_a_dropped_exception_the_reason_is_that_it_was_dropped(statement: str, source: str) -> None:
    verdict = verify(statement, [source])
    assert (verdict.status, verdict.code) == (StatementStatus.WEAK, VerdictCode.LIMITED)


@pytest.mark.parametrize(
    ("statement", "source"),
    [
        (
            "Der Rabatt gilt für alle Artikel außer Ersatzteilen.",
            "Der Rabatt gilt für alle Artikel, außer für Ersatzteile.",
        ),
        (
            "On weekdays the workshop is open, but not during the company holidays.",
            OPEN.replace("except", "but not"),
        ),
        ("Except during the company holidays the workshop is open on weekdays.", OPEN),
    ],
)
def test_an_exception_that_is_kept_is_verified(statement: str, source: str) -> None:
    assert verify(statement, [source]).status in VERIFIED
