"""Quotations: found character by character, and exactly where they stand."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from core.answer.quotes import find_quote, find_verbatim, quotations_in, without_marks
from core.answer.sources import make_source
from core.types import Chunk, Span
from tests.answer.helpers import source_of

PAGE = (
    "The ﬁnal oﬃcial oper-\nating pressure is “6 bar” at most.\n"
    "Long-\nterm leases end af\u00adter ten years; the lessee\u2019s rights\u00a0remain."
)


def test_words_left_out_need_every_part_in_order() -> None:
    spans = find_verbatim("The final […] at most", PAGE)
    assert [PAGE[span.start : span.end] for span in spans] == ["The ﬁnal", "at most"]
    assert find_verbatim("at most … The final", PAGE) == ()


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


def test_a_span_over_a_line_end_is_copied_in_one() -> None:
    found = find_quote("takes 30-40 litres", [source_of(1, "It takes 30-\n40 litres of oil.")])
    assert found is not None
    assert found.text == "takes 30-40 litres"
