"""Page roles: told by the labels of rows, in two languages; contents pages; notes that only look alike."""

from __future__ import annotations

from collections.abc import Sequence

from core.ingest.readers.base import Line, ReadPage
from core.ingest.structure.page_roles import CONTENTS, find_roles

INCOME = [
    "CONSOLIDATED STATEMENTS OF INCOME",
    "Revenue 1,234 1,100",
    "Cost of revenue 600 580",
    "Gross profit 634 520",
    "Research and development 100 90",
    "Operating income 300 250",
    "Interest expense (10) (12)",
    "Income before income taxes 290 238",
    "Provision for income taxes 60 50",
    "Net income 230 188",
    "Basic earnings per share 1.10 0.90",
]
BALANCE = [
    "Konzernbilanz",
    "Sachanlagen 1.200 1.100",
    "Anlagevermögen 2.400 2.300",
    "Vorräte 300 280",
    "Forderungen aus Lieferungen 400 390",
    "Kassenbestand 120 110",
    "Umlaufvermögen 820 780",
    "Eigenkapital 900 850",
    "Rückstellungen 200 190",
    "Verbindlichkeiten 1.000 1.020",
    "Bilanzsumme 3.220 3.080",
]
SEGMENTS = [
    "Segment results",
    "North 12 11",
    "South 13 14",
    "East 20 19",
    "West 8 9",
    "Other 2 1",
    "Total 55 54",
]
CONTENTS_PAGE = ["Contents", *(f"Chapter {number} . . . . . . {number * 7}" for number in range(1, 14))]


def page_of(number: int, lines: Sequence[str]) -> ReadPage:
    placed, offset = [], 0
    for place, line in enumerate(lines):
        placed.append(
            Line(offset, offset + len(line), 72.0, 40.0 + 14 * place, 500.0, 52.0 + 14 * place, 12.0)
        )
        offset += len(line) + 1
    return ReadPage(number, "\n".join(lines), 612.0, 792.0, 0, "", b"", placed)


def test_statements_are_told_by_their_rows() -> None:
    pages = [page_of(1, CONTENTS_PAGE), page_of(2, SEGMENTS), page_of(3, INCOME), page_of(4, BALANCE)]
    roles = find_roles(pages)
    assert {role: [page.number for page in found] for role, found in roles.items()} == {
        "income_statement": [3],
        "balance_sheet": [4],
        CONTENTS: [1],
    }
    assert roles["income_statement"][0].score > 0.9


def test_prose_with_the_same_words_is_no_statement() -> None:
    prose = [
        "Net income rose because revenue grew faster than cost of sales.",
        "Operating income and gross profit were both affected by the provision for income taxes.",
        "See the consolidated statements of income.",
    ] * 6
    assert find_roles([page_of(1, prose)]) == {}


def test_the_better_page_comes_first_and_no_more_than_two_are_kept() -> None:
    without_heading = INCOME[1:9]
    roles = find_roles([page_of(number, without_heading) for number in (1, 2, 3)] + [page_of(4, INCOME)])
    found = roles["income_statement"]
    assert [page.number for page in found] == [4, 1]
    assert found[0].score > found[1].score
