"""A reply is cut where a sentence ends and where a further wish begins, and nowhere else."""

from __future__ import annotations

from core.research.reply_clauses import Clause, clauses
from tests.scored import scored

BEGINS = r"(?:take|leave|nimm|lass|ohne|without)\b"
LINKS = "and|und|aber"


def texts(reply: str) -> list[str]:
    return [clause.text for clause in clauses(reply, BEGINS, LINKS)]


@scored("replies", list)
def test_sentences_end_at_their_marks(reply: str, cut: list[str]) -> None:
    assert texts(reply) == cut


@scored("replies")
def test_a_wish_begins_behind_a_link_or_a_comma(reply: str, cut: list[tuple[str, str]]) -> None:
    assert clauses(reply, BEGINS, LINKS) == [Clause(text, joint) for text, joint in cut]


def test_each_sentence_begins_without_a_joint() -> None:
    found = clauses("Take A and leave B. Take C and leave D.", BEGINS, LINKS)
    assert [clause.joint for clause in found] == ["", "and", "", "and"]
