"""Nearly the source's sentence is not the sentence: what a statement changes in it, it says otherwise."""

from __future__ import annotations

import pytest

from core.answer.confidence import VERIFIED
from core.answer.facts.checkable import facts_of
from core.answer.statements import DraftStatement
from core.answer.verification.near_copies import altered_copy
from core.answer.verification.statement import judge_statement
from core.answer.verification.verify import verify
from core.types import StatementStatus as S
from tests.answer.helpers import source_of


@pytest.mark.parametrize(
    ("statement", "evidence"),
    [
        # Every word stands in the sentence, one of them in the place of another.
        (
            "Oil from the old tank cools the bearing while glycol cools the seal.",
            "Glycol from the old tank cools the bearing while oil cools the seal.",
        ),
        (
            "The guard of the seal of the shaft turns with the wheel, and the wheel needs no oil.",
            "The guard of the wheel of the shaft turns with the seal, and the wheel needs no oil.",
        ),
        # An opposite that stands elsewhere in the sentence.
        (
            "Old pumps were sold by the workshop in Bern.",
            "The workshop in Bern, an old mill, sold new pumps.",
        ),
        # The title has the word, the sentence another.
        (
            "Steam, the main carrier of heat in the hall, drives the wheels of the mill.",
            "Brine, the main carrier of heat in the hall, drives the wheels of the mill.",
        ),
        # Denied, though what is denied is a code.
        ("The mill can be operated with B-120.", "The mill can be operated without B-120."),
    ],
)
def test_a_changed_copy_is_not_verified(statement: str, evidence: str) -> None:
    assert verify(statement, [evidence], "", "Steam and its uses").status not in VERIFIED


@pytest.mark.parametrize(
    ("statement", "evidence"),
    [
        ("12 kg is the weight of the pump.", "The motor is new, and the weight of the pump is 12 kg."),
        (
            "The old mill was bought by Karst in 2004.",
            "In 2004 the old mill at the river was bought by Karst.",
        ),
        ("The debt of the mill was 1,200 million dollars.", "The debt of the mill was 1.2 billion dollars."),
        ("The mill by the river was purchased in 2004.", "The mill by the river was bought in 2004."),
    ],
)
def test_what_is_only_said_in_another_order_is_verified(statement: str, evidence: str) -> None:
    assert verify(statement, [evidence]).status in VERIFIED


def test_a_changed_copy_is_not_mended_by_another_sentence() -> None:
    changed = "Steam drives the wheels, which grind the grain and heat the hall."
    evidence = [
        "Water drives the wheels, which grind the grain and heat the hall.",
        "Later, steam drives the wheels that grind the grain.",
    ]
    assert verify(changed, evidence).status not in VERIFIED


def test_a_name_may_stand_where_the_source_points_back() -> None:
    evidence = ["Ada Lind learned her trade in Bern.", "She returned to the old mill in 1908."]
    verdict = verify(
        "Ada Lind returned to the old mill in 1908.", evidence, "When did Ada Lind return to the old mill?"
    )
    assert verdict.status in VERIFIED, verdict.reason


def test_names_are_not_alike() -> None:
    said, given = (
        facts_of("He saw the Western shore of the lake."),
        facts_of("He saw the West shore of the lake."),
    )
    assert altered_copy(said, given)


@pytest.mark.parametrize(
    ("statement", "evidence"),
    [
        (
            "Bern directs the work of its members.",
            "In many clubs of Bern the chair directs the work of its members.",
        ),
        ("Bern is the name of the chair.", "The chair is known by name, also in clubs in Bern."),
    ],
)
def test_where_something_is_done_does_not_do_it(statement: str, evidence: str) -> None:
    assert verify(statement, [evidence]).status not in VERIFIED


def test_a_place_may_have_something() -> None:
    assert verify("Bern has many clubs.", ["There are many clubs in Bern."]).status in VERIFIED


def test_a_figure_in_the_place_of_the_sources_own_is_no_calculation() -> None:
    sentence = "The leaks decreased in 7 pumps (by 8 % of all) and the noise in 6 pumps."
    source = source_of(1, sentence)
    draft = DraftStatement(sentence.replace("8 %", "14 %"), (1,))
    judged = judge_statement(draft, [source], "")
    assert judged.calculation is None
    assert judged.status is S.UNSUPPORTED


def test_a_short_clause_is_about_those_of_the_clause_before() -> None:
    evidence = [
        "A visitor enters a number and receives a prize.",
        "The Karst mill grinds the grain of the village.",
    ]
    statement = "The Karst mill grinds the grain of the village and received a prize."
    assert verify(statement, evidence).status not in VERIFIED


def test_a_dash_behind_a_percent_sign_is_no_minus() -> None:
    assert [number.amount for number in facts_of("a loss of 8%-74%, or -5 %").numbers] == [8, 74, -5]


@pytest.mark.parametrize(
    ("statement", "evidence", "verified"),
    [
        ("About 130-180 thousand people use it.", "About 130-180 million people use it.", False),
        (
            "About 130-180 million people use it.",
            "In winter 130-180 million people use it for heating, cooking and washing.",
            True,
        ),
        ("The loss was 8%-74%.", "The loss was 8%-47%.", False),
        ("The contract runs 99 years in Fresno.", "The contract of Fresno runs along Route 99.", False),
    ],
)
def test_figures_of_ranges_and_their_units(statement: str, evidence: str, verified: bool) -> None:
    assert (verify(statement, [evidence]).status in VERIFIED) is verified
