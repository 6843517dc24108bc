"""Nothing in a statement is a link, an image or HTML."""

from __future__ import annotations

import json
import re

from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from core.agent.final.final_answer import parse_final
from core.answer.plain_text import plain_words
from core.answer.statements import split_statements
from tests.answer.helpers import source_of

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
