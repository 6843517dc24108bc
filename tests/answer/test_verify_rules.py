"""One rule of verification each, in both languages: what it lets pass, and what it stops."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from core.answer.facts.numbers_in_text import stated_scale
from core.answer.facts.stems import one_spelling, stem
from core.answer.facts.word_families import same_family, synonyms_of
from core.answer.statements import DraftStatement
from core.answer.verification.statement import judge_statement
from core.answer.verification.verify import verify
from core.search.base import Vectors
from core.types import StatementStatus as S
from tests.answer.helpers import source_of

VERIFIED = (S.QUOTED, S.SUPPORTED)


@pytest.mark.parametrize(
    ("statement", "evidence", "question"),
    [
        # A word of the same family, or with the same meaning.
        ("The invasion of the island failed.", "The troops invaded the island and failed.", ""),
        ("Karst acquired the mill in 2004.", "Karst bought the mill in 2004.", ""),
        ("Karst hat die Mühle 2004 erworben.", "Karst hat die Mühle 2004 gekauft.", ""),
        # Scales, units and dates in another form.
        ("The debt was 1,200 million dollars.", "The debt was 1.2 billion dollars.", ""),
        ("The warranty lasts 3 years.", "The warranty lasts 36 months.", ""),
        ("It opened in May 2019.", "It opened on 4 May 2019.", ""),
        ("Die Schuld betrug 1,2 Mrd. €.", "Die Schuld betrug 1.200 Mio. €.", ""),
        # What only asks need not stand there.
        (
            "Aldermoor is the name of the maker of the pump.",
            "Aldermoor is the maker of the pump.",
            "What is the name of the maker of the pump?",
        ),
        ("Ada Lind was elected in 1986.", "In 1986 Ada Lind was elected mayor of Bern.", ""),
        (
            "Women had a higher risk than men.",
            "The risk of women was higher than the risk of men.",
            "",
        ),
        # A passive turns the names round.
        ("Globex was sued by ACME.", "In March ACME sued Globex.", ""),
        # Two clauses, each with a sentence of its own.
        (
            "The pump weighs 42 kg and the motor weighs 12 kg.",
            "The pump weighs 42 kg.|The motor weighs 12 kg.",
            "",
        ),
    ],
)
def test_said_in_another_way(statement: str, evidence: str, question: str) -> None:
    verdict = verify(statement, evidence.split("|"), question)
    assert verdict.status in VERIFIED, verdict.reason


@pytest.mark.parametrize(
    ("statement", "evidence", "question"),
    [
        ("The debt was 1.2 million dollars.", "The debt was 1.2 billion dollars.", ""),
        ("The warranty lasts 36 years.", "The warranty lasts 36 months.", ""),
        ("The load is 120 kg.", "The load is moved by the B-120.", ""),
        ("It opened in May 2018.", "It opened on 4 May 2019.", ""),
        # Denied by one of them.
        ("The study found an association.", "The study found no convincing association.", ""),
        ("The pump reached the limit.", "The pump failed to reach the limit.", ""),
        ("Die Pumpe darf trocken laufen.", "Die Pumpe darf nicht trocken laufen.", ""),
        # Opposites, even when the question says them.
        ("The buyer pays the freight.", "The seller pays the freight.", "What does the buyer pay?"),
        ("Der Umsatz ist 2020 gestiegen.", "Der Umsatz ist 2020 gesunken.", ""),
        # The figure of another thing, of another date.
        ("The motor weighs 42 kg.", "The pump weighs 42 kg and the motor weighs 12 kg.", ""),
        ("The share was 55 % in 1970.", "The share fell from 76 % in 1970 to 55 % in 2010.", ""),
        # The names exchanged, or another name with the same words.
        ("Globex sued ACME in March.", "In March ACME sued Globex.", ""),
        ("Paris is in Texas near Lyon.", "Lyon is in France near Paris.", ""),
        ("Berlin was elected mayor of Berlin.", "In 1986 Ada Lind was elected mayor of Berlin.", ""),
        ("Oak Bridge 41 is closed.", "Route 41 (Oak Bridge) is closed.", ""),
        (
            "Lind & Company was founded in Bern.",
            "Karst & Company was founded in Bern by Ada Lind.",
            "",
        ),
        ("The stadium of Aldermoor is in Lyon.", "The stadium of Aldermoor is near Lyon in Bron.", ""),
        # A comparison turned round.
        (
            "The risk of male pilots is twice that of female pilots.",
            "The risk was two times higher in female pilots than in male pilots.",
            "",
        ),
        # What was done on a day, even if the question says it.
        (
            "The patents were described in 1943.",
            "The patents were granted in 1943.",
            "When were the patents described?",
        ),
        (
            "The family used French factors for a century.",
            "The family used French surnames for a century.",
            "Which French factors did the family use?",
        ),
        # Nothing that only the question names.
        (
            "The warranty on the seals is 24 months.",
            "The warranty on the motor is 24 months.",
            "How long is the warranty on the seals?",
        ),
        # Neither from two sentences that speak of two things.
        (
            "The warranty on the seals is 24 months.",
            "The seals are made of rubber.|The warranty on the motor is 24 months.",
            "How long is the warranty on the seals?",
        ),
    ],
)
def test_something_else_is_not_verified(statement: str, evidence: str, question: str) -> None:
    verdict = verify(statement, evidence.split("|"), question)
    assert verdict.status not in VERIFIED


@pytest.mark.parametrize(
    ("heading", "scale"),
    [
        ("Income statement (in millions)", 10**6),
        ("$ in thousands", 10**3),
        ("Angaben in Tsd. Euro", 10**3),
        ("TEUR", 10**3),
        ("Made in France", 1),
    ],
)
def test_what_the_figures_of_a_table_are_counted_in(heading: str, scale: int) -> None:
    assert stated_scale(heading) == scale


def test_a_row_is_read_in_the_scale_of_its_heading() -> None:
    statement = "Operating income was 44.9 million."
    row = ["Operating income 44.9"]
    assert verify(statement, row, "", "Income statement (in millions)").status is S.SUPPORTED
    assert verify(statement, row, "", "Income statement (in thousands)").status is S.UNSUPPORTED


@pytest.mark.parametrize(
    ("left", "right", "related"),
    [
        ("invaded", "invasion", True),
        ("produces", "production", True),
        ("Kündigung", "gekündigt", True),
        ("Zahlung", "zahlt", True),
        ("contract", "contrast", False),
        ("party", "part", False),
        ("station", "state", False),
    ],
)
def test_words_of_one_family(left: str, right: str, related: bool) -> None:
    assert same_family(stem(one_spelling(left)), stem(one_spelling(right))) is related


def test_opposites_are_no_synonyms() -> None:
    for left, right in (
        ("buy", "sell"),
        ("increase", "decrease"),
        ("tenant", "landlord"),
        ("mieter", "vermieter"),
    ):
        assert stem(one_spelling(right)) not in synonyms_of(stem(one_spelling(left)))


class _FixedEmbedder:
    """Two vectors with the given cosine."""

    fingerprint = "fixed"
    dimensions = 2

    def __init__(self, cosine: float) -> None:
        self._cosine = cosine

    def embed(self, texts: Sequence[str]) -> Vectors:
        assert len(texts) == 2
        rows = [[1.0, 0.0], [self._cosine, (1 - self._cosine**2) ** 0.5]]
        return np.asarray(rows, dtype=np.float32)

    def embed_query(self, text: str) -> Vectors:
        return self.embed([text, text])[0]

    def count_tokens(self, text: str) -> int:
        return len(text.split())


@pytest.mark.parametrize(("cosine", "status"), [(0.8, S.SUPPORTED), (0.1, S.WEAK)])
def test_with_an_embedder_support_must_also_be_near_in_meaning(cosine: float, status: S) -> None:
    draft = DraftStatement("Karst acquired the mill in 2004.", (1,))
    source = source_of(1, "Karst bought the mill in 2004.")
    assert judge_statement(draft, [source], "", _FixedEmbedder(cosine)).status is status


@pytest.mark.parametrize("first", ["Unless the housing was opened, the", "Only in Bremen the"])
def test_what_was_left_off_a_quotation_is_not_made_up_for_by_another_sentence(first: str) -> None:
    statement = "The warranty period is 24 months and covers all pumps."
    limited = f"{first} warranty period is 24 months and covers all pumps."
    beside = "The warranty period of the valve is 6 months and covers all seals."
    assert verify(statement, [limited]).status is S.WEAK
    assert verify(statement, [beside, limited]).status is S.WEAK


@pytest.mark.parametrize(
    ("statement", "evidence"),
    [
        ("The council closed the plant in 2027.", "The council plans to close the plant in 2027."),
        ("The owner sold the planting machine.", "The owner plans to sell the planting machine."),
        ("Karst has bought the mill.", "Karst intends to buy the mill."),
        ("Die Stadt baut die Planung neu.", "Die Stadt plant, die Planung neu zu bauen."),
    ],
)
def test_what_is_intended_is_not_done(statement: str, evidence: str) -> None:
    assert verify(statement, [evidence]).status not in VERIFIED


@pytest.mark.parametrize(
    ("statement", "evidence"),
    [
        ("The council plans to close the plant.", "In 2027, the council plans to close the old plant."),
        ("The council closed the plant in 2027.", "In 2027 the council closed the old plant."),
        ("The closing of the plant is planned.", "The council planned to close the plant."),
    ],
)
def test_what_is_intended_told_as_intended(statement: str, evidence: str) -> None:
    verdict = verify(statement, [evidence])
    assert verdict.status in VERIFIED, verdict.reason
