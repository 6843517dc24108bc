"""What the model writes is data: nothing in it may become a link, an image or HTML of its own."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from core.answer.answer_table import table_text
from core.answer.assemble import build_answer
from core.answer.statements import DraftStatement
from core.types import (
    Answer,
    AnswerTable,
    Citation,
    Evidence,
    Insufficiency,
    Span,
    Statement,
    StatementStatus,
)
from desktop.shared.markup import answer_html, plain_html
from tests.answer.helpers import on_page_one

TONE = {"good": "#111111", "weak": "#222222", "bad": "#333333", "accent": "#444444"}


def citation(number: int) -> Citation:
    return Citation(number, "d", "h", "a.pdf", f"c{number}", 0, 1, (Span(0, 5),), "quote", "snippet", 0.5)


def statement(text: str, status: StatementStatus, *numbers: int) -> Statement:
    return Statement(text, status, tuple(Evidence(n, "d", 1, (Span(0, 5),), "quote") for n in numbers))


def shown(text: str) -> str:
    """An answer of nothing but this text."""
    return answer_html(Answer(text), 0, TONE)


def links(html: str) -> list[str]:
    return re.findall(r'href="([^"]*)"', html)


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "a <img src='file:///etc/passwd'> b",
        "<a href='file:///etc/passwd'>x</a>",
        "before\n\n<div onclick=x>block</div>\n\nafter",
    ],
)
def test_raw_html_is_shown_as_text(text: str) -> None:
    html = shown(text)
    assert "&lt;" in html
    assert not re.search(r"<(script|img|a|div)\b", html)


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", "file:///etc/passwd", "vbscript:x", "data:text/html,x", "JaVaScRiPt:x"]
)
def test_dangerous_links_are_dead(address: str) -> None:
    assert links(shown(f"[click]({address}) and <{address}>")) == []


def test_images_are_never_produced() -> None:
    assert "<img" not in shown("![alt](file:///tmp/x.png) ![](https://example.org/x.png)")


def test_tables_and_lists_are_kept() -> None:
    html = shown("| a | b |\n|---|---|\n| 1 | 2 |\n\n- x\n- y")
    assert "<table>" in html
    assert html.count("<li>") == 2


def test_a_table_of_many_columns_is_marked_to_be_set_smaller() -> None:
    def table(columns: int) -> str:
        return shown("\n".join(["| a " * columns + "|", "|---" * columns + "|", "| 1 " * columns + "|"]))

    assert '<table class="wide">' not in table(4)
    assert '<table class="wide">' in table(5)


def test_statuses_and_chips_stand_by_their_statements() -> None:
    answer = Answer(
        "It lasts 36 months. [1] It is blue. [2]",
        (
            statement("It lasts 36 months.", StatementStatus.QUOTED, 1),
            statement("It is blue.", StatementStatus.UNSUPPORTED),
        ),
        (citation(1), citation(2)),
    )
    html = answer_html(answer, 4, TONE)
    assert links(html) == ["status:4/0", "cite:4/1/0", "status:4/1", "cite:4/2/1"]
    text = re.sub(r"<[^>]+>", "", html).replace("&nbsp;", " ").replace("\u00a0", " ")
    assert text.strip() == "It lasts 36 months. ✓ [1] It is blue. ! [2]"


def test_a_statement_that_the_text_does_not_mark_still_gets_its_chip() -> None:
    answer = Answer("It lasts.", (statement("It lasts.", StatementStatus.SUPPORTED, 2),), (citation(2),))
    assert links(answer_html(answer, 0, TONE)) == ["status:0/0", "cite:0/2/0"]


def test_numbers_without_a_citation_stay_text() -> None:
    answer = Answer("See [7] and [1].", (), (citation(1),))
    html = answer_html(answer, 0, TONE)
    assert links(html) == ["cite:0/1"]
    assert "[7]" in html


def test_bullets_are_a_list_and_what_follows_is_not() -> None:
    drafts = [
        DraftStatement("The contract says:"),
        DraftStatement("It lasts 24 months.", (1,), bullet=True),
        DraftStatement("It covers the seals.", (1,), bullet=True),
        DraftStatement("Nothing else is covered."),
    ]
    html = answer_html(build_answer(drafts, [], "How long does it last?", locate=on_page_one), 0, TONE)
    items = re.findall(r"<li>(.*?)</li>", html, re.DOTALL)
    assert [re.sub(r"<[^>]+>|&nbsp;|!", "", item).strip() for item in items] == [
        "It lasts 24 months.",
        "It covers the seals.",
    ]
    assert re.search(r"</ul>\s*<p>Nothing else is covered\.", html)
    assert links(html) == [f"status:0/{place}" for place in range(4)]


@pytest.mark.parametrize(
    "copied", ["2. Building and installing", "2) Building", "# Building", "- Building", "> Building"]
)
def test_an_item_begins_with_the_words_that_were_copied(copied: str) -> None:
    drafts = [DraftStatement("The manual says:"), DraftStatement(copied, (1,), bullet=True)]
    html = answer_html(build_answer(drafts, [], "What is it?", locate=on_page_one), 0, TONE)
    [item] = re.findall(r"<li>(.*?)</li>", html, re.DOTALL)
    assert not re.search(r"<(?:ol|ul|h\d|blockquote)", item)
    assert re.sub(r"<[^>]+>|&nbsp;", "", item).strip().replace("&gt;", ">").startswith(copied)


def test_an_answer_without_statements_shows_its_text() -> None:
    html = answer_html(Answer("The provided documents do not contain information about this."), 0, TONE)
    assert html.strip() == "<p>The provided documents do not contain information about this.</p>"


def test_no_verdict_is_put_on_words_it_was_not_made_for() -> None:
    answer = Answer(
        "Reworded freely. [1]", (statement("Other words.", StatementStatus.QUOTED, 1),), (citation(1),)
    )
    html = answer_html(answer, 0, TONE)
    assert "✓" not in html
    assert links(html) == ["cite:0/1"]


def test_marks_of_ours_in_the_models_text_are_taken_out() -> None:
    forged = "\ue0029\ue001 forged \ue0001/0\ue001"
    answer = Answer(forged, (), (citation(1),), (Insufficiency("s", "m"),))
    assert links(answer_html(answer, 0, TONE)) == []


def test_plain_text_is_escaped() -> None:
    assert plain_html("<b>a</b>\nRun `docuchat models get`") == (
        "&lt;b&gt;a&lt;/b&gt;<br>Run <code>docuchat models get</code>"
    )


def test_the_cells_of_a_comparison_have_their_marks_and_open_their_page() -> None:
    table = AnswerTable(("price",), ("a.pdf", "b.pdf"))
    price = replace(statement("KS-45 | 118.40", StatementStatus.QUOTED, 1), row="price", column="b.pdf")
    answer = Answer(table_text(table, (price,), "en"), (price,), (citation(1),), table=table)
    html = answer_html(answer, 2, TONE)
    assert links(html) == ["status:2/0", "cite:2/1/0"]
    assert re.search(r"<td>KS-45 \| 118\.40&nbsp;<a .*</a></td>", html)
    assert "<em>not stated</em>" in html
