"""Quotations: found character by character, and exactly where they stand."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.answer.quotes import find_quote, find_verbatim, lone_marks, quotations_in, without_marks
from core.answer.sources import make_source
from core.types import Chunk, Span
from tests.answer.helpers import source_of

PAGE = (
    "The ﬁnal oﬃcial oper-\nating pressure is “6 bar” at most.\n"
    "Long-\nterm leases end af\u00adter ten years; the lessee\u2019s rights\u00a0remain."
)


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("It says “6 bar at most” there.", ["6 bar at most"]),
        ("„Sechs Bar“ und »höchstens zehn«", ["Sechs Bar", "höchstens zehn"]),
        ('He wrote "drop it" and "stop".', ["drop it", "stop"]),
        ("The lessee’s rights and the 5' wall don't quote.", []),
        ('A 3" pipe and a 5" pipe.', []),
        ("“It is called “Long” here.”", ["It is called “Long” here."]),
        ("An “open mark quotes nothing.", []),
        ("“…”", []),
        # Single marks of all kinds, and two of them in the place of a double one.
        ("It says ‘six bar’ there.", ["six bar"]),
        ("It says 'six bar', and 'ten bar'.", ["six bar", "ten bar"]),
        ("Es heißt ‚sechs Bar‘, auch ‚zehn Bar’ und ‚elf Bar'.", ["sechs Bar", "zehn Bar", "elf Bar"]),
        ("Es heißt ‹sechs Bar› und ›zehn Bar‹.", ["sechs Bar", "zehn Bar"]),
        ("「六バール」と『十バール』", ["六バール", "十バール"]),
        ("He wrote ''six bar'' and ``ten bar''.", ["six bar", "ten bar"]),
        ("('six bar')", ["six bar"]),
        # Apostrophes.
        ("The drivers' pay and the owners' rights.", []),
        ("In the '90s, rock 'n' roll; 'tis so.", []),
        ("It isn't John's, it's the Jones' house.", []),
        ("He calls it 'the drivers' pay' here.", ["the drivers' pay"]),
        ("He calls it ‘the drivers’ pay’ here.", ["the drivers’ pay"]),
        ("He calls it 'ten bars' here.", ["ten bars"]),
        ("He calls it 'ten bars' and 'six bars' here.", ["ten bars", "six bars"]),
        ("He said 'it isn't so' then.", ["it isn't so"]),
        ("A 5' wall and a 6' wall.", []),
        ("He calls it 'six ' bar' here.", ["six ' bar"]),
        (f"“{'a ' * 1200}”", []),
    ],
)
def test_what_stands_between_marks(text: str, quoted: list[str]) -> None:
    found = quotations_in(text)
    assert [quotation.text for quotation in found] == quoted
    assert all(
        text[each.start : each.end].strip("“”„«»\"‹›‚‘’'「」『』` ") == each.text.strip("“”")
        for each in found
    )


@pytest.mark.parametrize(
    ("text", "alone"),
    [
        ("It says “six bar.", ["“"]),
        ("ten bar” is said.", ["”"]),
        ("“Six bar” and „ten bar", ["„"]),
        ("“It is called “Long” here.”", []),
        ("A 3\" pipe, the drivers' pay.", []),
        ("»Sechs Bar« und 「", ["「"]),
    ],
)
def test_marks_without_their_partner(text: str, alone: list[str]) -> None:
    assert [text[mark.start : mark.end] for mark in lone_marks(text)] == alone
    assert lone_marks(without_marks(text, lone_marks(text))) == ()


@pytest.mark.parametrize(
    ("quote", "stands"),
    [
        ("final official operating pressure", "ﬁnal oﬃcial oper-\nating pressure"),
        ('is "6 bar" at most', "is “6 bar” at most"),
        ("Long-term leases", "Long-\nterm leases"),
        ("Longterm leases", "Long-\nterm leases"),  # a page does not tell which hyphens are its own
        ("leases end after ten years", "leases end af\u00adter ten years"),
        ("the lessee's rights remain.", "the lessee\u2019s rights\u00a0remain."),
        ("at most, ", "at most"),
    ],
)
def test_what_a_page_makes_of_a_text_does_not_count(quote: str, stands: str) -> None:
    (span,) = find_verbatim(quote, PAGE)
    assert PAGE[span.start : span.end] == stands


@pytest.mark.parametrize(
    "quote",
    [
        "final official operating pressures",
        "inal official operating",  # from inside a word
        "Final official operating pressure",
        "is 6 bar at most",
        "7 bar",
        "after 10 years",
        "the lessees rights",
        "",
        "…",
    ],
)
def test_everything_else_counts(quote: str) -> None:
    assert find_verbatim(quote, PAGE) == ()


def test_words_left_out_need_every_part_in_order() -> None:
    spans = find_verbatim("The final […] at most", PAGE)
    assert [PAGE[span.start : span.end] for span in spans] == ["The ﬁnal", "at most"]
    assert find_verbatim("at most … The final", PAGE) == ()


FAR = f"The seller shall pay, {'it rains on the hills, ' * 9}the buyer may leave."


@pytest.mark.parametrize(
    ("quote", "text", "stands"),
    [
        ("The seller … the price", "The seller pays the price.", True),
        ("The seller … the price", "The seller never pays the price.", False),
        ("Der Verkäufer … den Preis", "Der Verkäufer zahlt nicht den Preis.", False),
        ("shall pay … the buyer may leave", FAR, False),
        ("shall pay … the buyer may leave", FAR.replace("it rains on the hills, ", "", 1), True),
        # Never over the end of a sentence.
        ("The seller … may leave", "The seller pays. The buyer may leave.", False),
        ("The price … the seal", "Prices: The price holds.\n\nIt is for the seal.", False),
        (
            "The warranty of the pump … are excluded",
            "The warranty of the pump is long. Seals are excluded.",
            False,
        ),
        (
            "The warranty of the pump … for 36 months",
            "The warranty of the pump (see p. 3) holds for 36 months.",
            True,
        ),
        # The nearest place counts, not the first one.
        ("may pay … by post", f"He may pay. {'x' * 300} He may pay it by post.", True),
        ("He may pay", f"{'x' * 300} He may pay.", True),
        # Single words can be stitched into anything.
        ("He … by post", "He pays by post.", False),
        ("He pays … post", "He pays by post.", False),
        ("one two … three four … five six", "one two a three four b five six", True),
    ],
)
def test_words_are_left_out_only_near_by_and_never_a_denial(quote: str, text: str, stands: bool) -> None:
    assert bool(find_verbatim(quote, text)) is stands


WORDS = st.lists(st.text("abcdefghijklmnop", min_size=2, max_size=8), min_size=4, max_size=20)


@settings(max_examples=200, deadline=None)
@given(words=WORDS, data=st.data())
def test_a_quote_is_found_however_its_page_was_set(words: list[str], data: st.DataObject) -> None:
    first = data.draw(st.integers(0, len(words) - 1))
    last = data.draw(st.integers(first, len(words) - 1))
    quote = " ".join(words[first : last + 1])
    cut = [
        f"{word[:1]}-\n{word[1:]}" if data.draw(st.booleans(), label="hyphenated") else word for word in words
    ]
    page = ""
    for word in cut:
        page += (data.draw(st.sampled_from([" ", "\n", "  ", "\u00a0"])) if page else "") + word
    (span,) = find_verbatim(quote, page)
    stands = page[span.start : span.end]
    assert stands.replace("-\n", "").split() == quote.split()
    assert find_verbatim(quote + "x", page) == ()


def test_spans_are_the_documents_one_a_page() -> None:
    text = "It renews itself\fevery year. Nothing else."
    base = source_of(1, text)
    chunk = Chunk(base.chunk.chunk_id, base.document.document_id, 0, (Span(50, 50 + len(text)),), 1, 2, text)
    source = make_source(1, base.document, chunk, 0.5, "", page_of=lambda _document, span: 1)
    found = find_quote("renews itself every year", [source_of(2, "It does not renew itself."), source])
    assert found is not None
    assert (found.citation, found.text) == (1, "renews itself every year")
    assert [text[span.start - 50 : span.end - 50] for span in found.spans] == ["renews itself", "every year"]
    assert find_quote("renews itself each year", [source]) is None


def test_marks_go_and_words_stay() -> None:
    text = "It says “six bar” and “ten bar”."
    assert without_marks(text, quotations_in(text)) == "It says six bar and ten bar."


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("see pages 1416 for more", "see pages 14-\n16 for more"),
        ("about 3040 litres", "about 30-\n40 litres"),
        ("The share is 5%", "The share is 15 % here."),
    ],
)
def test_figures_are_not_joined_over_a_line_end(quote: str, text: str) -> None:
    assert not find_verbatim(quote, text)


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("see pages 14-16 for more", "see pages 14-\n16 for more"),
        ("The share is 7%", "The share is 7 % here."),
        ("The share is 7 %", "The share is 7% here."),
        ("the management of it", "the manage-\nment of it"),
    ],
)
def test_set_in_another_way(quote: str, text: str) -> None:
    assert find_verbatim(quote, text)


def test_a_span_over_a_line_end_is_copied_in_one() -> None:
    found = find_quote("takes 30-40 litres", [source_of(1, "It takes 30-\n40 litres of oil.")])
    assert found is not None
    assert found.text == "takes 30-40 litres"
