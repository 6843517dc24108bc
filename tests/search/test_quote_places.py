"""A quote of an old answer is found in a document that was read anew since."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from core.search.quote_places import ALL_WORDS, quote_place
from core.types import Span


def place_in(
    pages: Sequence[str], page: int, span: tuple[int, int], quote: str, **how: float
) -> tuple[int, str] | None:
    """The page and the words that are marked, parts apart from each other by bars."""
    starts = [sum(len(text) + 1 for text in pages[:place]) for place in range(len(pages))]
    known = [(place + 1, starts[place], text) for place, text in enumerate(pages)]
    spans = [Span(*span)]
    found = quote_place(lambda first, last: known[first - 1 : last], len(pages), page, spans, quote, **how)
    if found is None:
        return None
    text = "\f".join(pages)
    return found.page, " | ".join(" ".join(text[part.start : part.end].split()) for part in found.spans)


@pytest.mark.parametrize(
    ("pages", "quote", "expected"),
    [
        # where it stood, although the same words stand there twice
        (["Run dry. It runs dry."], "runs dry.", (1, "runs dry.")),
        (["Added before. The pump\nruns dry at night."], "pump runs dry", (1, "pump runs dry")),
        (["Another page.", "The pump runs dry."], "The pump runs dry.", (2, "The pump runs dry.")),
        (["The build\u00ading burns."], "The build-ing burns.", (1, "The build\u00ading burns.")),
        # cells, columns, struck words
        (
            ["4 | Paint | 214 | 8,90 € | 1.904,60 €"],
            "4 Paint 214 8,90 € 1.904,60 €",
            (1, "4 | Paint | 214 | 8,90 € | 1.904,60"),
        ),
        (
            ["The rent is due on the third day. It rises.\nThe roof is kept in good repair. It leaks."],
            "The rent is due The roof is kept on the third day. in good repair.",
            (1, "The rent is due on the third day | The roof is kept in good repair"),
        ),
        (
            ["The fee of unit 2 is paid."],
            "The old fee of unit 2 is 99 paid.",
            (1, "The fee of unit 2 is paid"),
        ),
        # over a page end, behind a note
        (
            ["It is due on the first working\n1 A note of the printer.", "day of each month. More."],
            "It is due on the first working day of each month.",
            (1, "It is due on the first working | day of each month"),
        ),
        (["Nothing of the kind."], "The pump runs dry at night.", None),
        (["Any text."], "", None),
    ],
)
def test_where_it_stands(pages: list[str], quote: str, expected: tuple[int, str] | None) -> None:
    assert place_in(pages, 1, (12, 21), quote) == expected


def test_an_audit_wants_all_of_its_words() -> None:
    pages = ["The fee of unit 2 is paid. | Paint | 214"]
    assert place_in(pages, 1, (0, 3), "The old fee of unit 2 is paid.", least=ALL_WORDS) is None
    assert place_in(pages, 1, (0, 3), "is paid. Paint 214", least=ALL_WORDS) == (1, "is paid. | Paint | 214")
