"""`docuchat about`: the guide to a document, made once and kept."""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Mapping
from itertools import groupby
from typing import Any

from core.cli.draft import printable
from core.cli.frame import Frame
from core.cli.printing import GLYPHS, WIDTH, print_json
from core.engine import Engine
from core.published.output import guide_output
from core.search.place_words import place_words
from core.system.paths import AppPaths
from core.types import CitedPlace
from core.types.guides import DocumentGuide, GuidePart

_HEADINGS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "what": "What it is",
        "key": "Key statements",
        "dates": "Dates and periods",
        "amounts": "Amounts",
        "terms": "Defined terms",
        "outline": "Outline",
        "questions": "Questions it answers",
        "of": "{n} of {all}",
        "without": "Made without a language model: with one it also says in its own words what the document "
        "is, and asks better questions.",
    },
    "de": {
        "what": "Was es ist",
        "key": "Wichtige Aussagen",
        "dates": "Daten und Fristen",
        "amounts": "Beträge",
        "terms": "Bestimmte Begriffe",
        "outline": "Gliederung",
        "questions": "Fragen, die es beantwortet",
        "of": "{n} von {all}",
        "without": "Ohne Sprachmodell gemacht: Mit einem steht hier auch in eigenen Worten, was das Dokument "
        "ist, und die Fragen sind besser.",
    },
}


def add_parser(commands: Any) -> None:
    about = commands.add_parser(
        "about",
        help="what a document is, what it says first of all, its dates and amounts, and what to ask it",
        epilog="The guide is made at the first call (with a language model in about half a minute, without "
        "one in a second) and kept. Every line is cited.",
    )
    about.add_argument("document", metavar="DOCUMENT", help="an id, a path or a file name of the library")
    about.add_argument("--json", action="store_true", help="as one JSON object")
    about.add_argument("--again", action="store_true", help="make it anew")
    about.add_argument("--no-model", action="store_true", help="without a language model")
    about.set_defaults(run=run_about)


def run_about(arguments: argparse.Namespace) -> int:
    with Engine.open(AppPaths.from_environment(arguments.home)) as engine:
        (document_id,) = engine.resolve_documents([arguments.document])
        guides, with_model = engine.guides, not arguments.no_model
        guide = None if arguments.again else guides.kept(document_id)
        if guide is None or (with_model and guides.lacks_model(guide)):
            if with_model and not arguments.json:
                print("Making the guide: once for a document, half a minute or more …", file=sys.stderr)
            guide = guides.make(document_id, arguments.cancel, with_model=with_model)
        document = engine.document(document_id)
    if arguments.json:
        print_json(guide_output(guide).model_dump(mode="json"))
    else:
        _show(guide, document.language if document is not None else "")
    return 0


def _show(guide: DocumentGuide, language: str) -> None:
    frame, words = Frame(language), _HEADINGS.get(language, _HEADINGS["en"])
    places = {citation.number: citation for citation in guide.answer.citations}
    name = guide.title if guide.title == guide.filename else f"{guide.title} ({guide.filename})"
    _line(name)
    for part, statements in groupby(guide.answer.statements, key=lambda statement: statement.section):
        own = list(statements)
        count = guide.found.get(GuidePart(part))
        told = f" ({words['of'].format(n=len(own), all=count)})" if count else ""
        _line(f"\n{words[part]}{told}")
        for statement in own:
            pages = []
            for evidence in statement.evidence:
                kind = places[evidence.citation].page_kind
                place = CitedPlace(evidence.page, kind, last_page=evidence.last_page)
                pages.append(frame.place("", place_words(place)))
            where = f" [{'; '.join(dict.fromkeys(pages))}]" if pages else ""
            glyph = "" if part == GuidePart.OUTLINE else f"{GLYPHS[statement.status.value]} "
            _line(textwrap.fill(f"{glyph}{statement.text}{where}", WIDTH, subsequent_indent="  "))
    if guide.questions:
        _line(f"\n{words['questions']}")
    for question in guide.questions:
        _line(f"? {question.text}")
    if not guide.model:
        _line(textwrap.fill(f"\n{words['without']}", WIDTH))


def _line(text: str) -> None:
    print(printable(text))
