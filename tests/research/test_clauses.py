"""A reply is cut where a sentence ends and where a further wish begins, and nowhere else."""

from __future__ import annotations

import pytest

from core.research.reply_clauses import Clause, clauses

BEGINS = r"(?:take|leave|nimm|lass|ohne|without)\b"
LINKS = "and|und|aber"


def texts(reply: str) -> list[str]:
    return [clause.text for clause in clauses(reply, BEGINS, LINKS)]


@pytest.mark.parametrize(
    ("reply", "cut"),
    [
        ("Take the valve. It is red!", ["Take the valve.", "It is red!"]),
        ("Which valve? Without springs", ["Which valve?", "Without springs"]),
        ("the valve; the spring\nthe seat", ["the valve", "the spring", "the seat"]),
        ("... the valve !", ["the valve !"]),
        # numbers that go on, and numbers behind which a sentence ends
        ("nimm das 3. Quartal", ["nimm das 3. Quartal"]),
        ("Take Nr. 4 of the list", ["Take Nr. 4 of the list"]),
        ("take no. 4 of the list", ["take no. 4 of the list"]),
        ("Take hall 4. The crane, too", ["Take hall 4.", "The crane, too"]),
        ("Halle 4. Ich meine den Kran", ["Halle 4.", "Ich meine den Kran"]),
        ("Halle 4. ohne Kran", ["Halle 4", "ohne Kran"]),
        ("Since 2021. Cranes only", ["Since 2021.", "Cranes only"]),
        ("No. Take the crane", ["No.", "Take the crane"]),
    ],
)
def test_sentences_end_at_their_marks(reply: str, cut: list[str]) -> None:
    assert texts(reply) == cut


@pytest.mark.parametrize(
    ("reply", "cut"),
    [
        ("nimm das Ventil und lass die Feder", [("nimm das Ventil", ""), ("lass die Feder", "und")]),
        ("take the valve, and leave the spring", [("take the valve", ""), ("leave the spring", ", and")]),
        ("the valve,without springs", [("the valve", ""), ("without springs", ",")]),
        ("das Ventil, aber ohne Feder", [("das Ventil", ""), ("ohne Feder", ", aber")]),
        ("the valve without springs", [("the valve without springs", "")]),
        ("the valve and the spring, the seat", [("the valve and the spring, the seat", "")]),
        ("take the valve or leave the spring", [("take the valve or leave the spring", "")]),
        ("nimm das Ventil und lasse die Feder", [("nimm das Ventil und lasse die Feder", "")]),
    ],
)
def test_a_wish_begins_behind_a_link_or_a_comma(reply: str, cut: list[tuple[str, str]]) -> None:
    assert clauses(reply, BEGINS, LINKS) == [Clause(text, joint) for text, joint in cut]


def test_each_sentence_begins_without_a_joint() -> None:
    found = clauses("Take A and leave B. Take C and leave D.", BEGINS, LINKS)
    assert [clause.joint for clause in found] == ["", "and", "", "and"]
