"""Nothing in a statement is a link, an image or HTML."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from core.agent.final.final_answer import parse_final
from core.answer.plain_text import plain_words
from core.answer.statements import split_statements
from tests.answer.helpers import source_of


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("It weighs 42 kg.", "It weighs 42 kg."),
        ("See [the manual](http://example.org) now.", "See the manual now."),
        ('See [the manual](<http://example.org/a b> "title").', "See the manual."),
        ("See [a (b)](http://example.org/x_(y)).", "See a (b)."),
        ("![plan](http://example.org/t.png) is here.", "plan is here."),
        ("[![plan](http://e.org/t.png)](http://e.org) is here.", "plan is here."),
        ("See [the manual][ref] and ![plan][ref].", "See the manual and plan."),
        ("[ref]: http://example.org", ""),
        (
            "Write to <mail@example.org> or <http://example.org>.",
            "Write to mail@example.org or http://example.org.",
        ),
        ("It is <b>heavy</b><img src='http://e.org/x.png' onerror=alert(1)>.", "It is heavy."),
        ("It is <!-- hidden -->heavy<br/>.", "It is heavy."),
        ("It is <scr<b>ipt>alert(1)</script>", "It is alert(1)"),
        ("It is <img src=x onerror=alert(1)", "It is img src=x onerror=alert(1)"),
        # What only looks like it.
        ("It holds p < 0.05 and x > 3, a<b.", "It holds p < 0.05 and x > 3, a<b."),
        ("It weighs 42 kg [2][5], see (page 3).", "It weighs 42 kg [2][5], see (page 3)."),
        ("It weighs 42 kg [2](http://example.org).", "It weighs 42 kg [2]."),
        ("Run `git log <hash>` and `[a](b)`.", "Run `git log <hash>` and `[a](b)`."),
        ("The range [1, 3] and the array a[0](x y).", "The range [1, 3] and the array a[0](x y)."),
    ],
)
def test_words_stay_and_markup_goes(text: str, plain: str) -> None:
    assert plain_words(text) == plain


PIECES = st.lists(
    st.sampled_from(
        [
            "[",
            "]",
            "(",
            ")",
            "!",
            "<",
            ">",
            "http://e.org",
            "javascript:x",
            "img src=x",
            "a",
            " ",
            "b",
            "/",
            "x@y.z",
        ]
    ),
    max_size=14,
)


@settings(max_examples=400, deadline=None)
@given(PIECES)
def test_no_renderer_makes_a_link_of_it(pieces: list[str]) -> None:
    shown = MarkdownIt("commonmark", {"html": True}).render(plain_words("".join(pieces)))
    assert not re.search(r"<(?:a|img)\b", shown), shown


def test_both_ways_to_write_an_answer_are_cleaned() -> None:
    linked = "The pump weighs [42 kg](http://e.org) <b>net</b>"
    (statement,) = split_statements(f"{linked} [1].", frozenset({1}))
    assert (statement.text, statement.citations) == ("The pump weighs 42 kg net.", (1,))
    source = source_of(1, "The pump weighs 42 kg net.")
    draft = parse_final(json.dumps({"statements": [{"evidence": ["1.1"], "text": f"{linked}."}]}), [source])
    assert [row.text for row in draft.statements] == ["The pump weighs 42 kg net."]


def test_a_copied_sentence_stays_word_for_word() -> None:
    source = source_of(1, "See [the manual](http://e.org).")
    draft = parse_final('{"quotes":[{"evidence":["1.1"]}],"statements":[]}', [source])
    assert [row.text for row in draft.statements] == ["“See [the manual](http://e.org).”"]
