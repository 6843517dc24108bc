"""What an answer shows as quoted, and whether it stands, letter by letter, in what the run read or cites.

Written apart from the agent's own finder of quotations (`core.answer.quotes`): this one checks that one.
"""

from __future__ import annotations

import re

from tests.benchmarks.agent.facts import PageText, RunFacts
from tests.benchmarks.grading.grades import is_verbatim, readings, same_words

# German marks come before English ones: what closes „ … “ opens “ … ”.
_QUOTED = re.compile(
    r"„([^„“”]+)[“”]|‚([^‚‘’]+)[‘’](?!\w)|“([^“”„]+)”|»([^«»\n“”]+)«|«([^«»\n“”\[]+)»|›([^‹›]+)‹|‹([^‹›]+)›"
    r"|\"([^\"\n]+)\""
    r"|(?<!\w)‘(?P<single>(?:[^‘’]|(?<=\w)’(?=\w))+)’(?!\w)"
    r"|(?<![\w'])'(?=\w)(?P<straight>(?:[^'\n]|(?<=\w)'(?=\w))+)'(?!\w)"
)
_GAP = re.compile(r"\s*(?:…|\.\.\.|\[…\]|\[\.\.\.\])\s*")
# Of a source, what words left out of a quotation may stand for: no end of a sentence.
_LEFT_OUT = r"(?:[^.!?]|[.!?](?=\S))*?"
_LEAST_WORDS = 4  # of an exact quote that was demanded
_MARKERS = re.compile(r"\s*\[\d+(?:\s*[,;]\s*\d+)*\]")


def not_verbatim(facts: RunFacts, question: str, page_text: PageText) -> tuple[int, tuple[str, ...]]:
    """How many quotes the answer shows, and those that do not stand in what they are quoted from.

    Evidence and citations are looked up on their own page; words between quotation marks in the text in the
    passages that were opened and on the pages that the answer cites, unless they repeat the question.
    """
    count, wrong = 0, []
    quotes = [
        (evidence.document_id, evidence.page, evidence.quote)
        for statement in facts.answer.statements
        for evidence in statement.evidence
    ]
    quotes += [(row.document_id, row.page, row.quote) for row in facts.answer.citations if row.quote]
    for document_id, page, quote in dict.fromkeys(quotes):
        count += 1
        if not stands_in(quote, page_text(document_id, page)):
            wrong.append(quote)
    for quote in quotations(facts.answer.text):
        if is_verbatim(quote, question):
            continue
        count += 1
        if not _stands_in_sources(quote, facts, page_text):
            wrong.append(quote)
    return count, tuple(wrong)


def quotations(text: str) -> list[str]:
    """What stands between quotation marks, English, German or French. A single word is a term.

    English single marks are apostrophes, too, and often hold a term: what is shorter than a demanded quote
    does not count there.
    """
    found: list[str] = []
    for match in _QUOTED.finditer(text):
        quote = next(group for group in match.groups() if group).strip()
        least = _LEAST_WORDS if match["single"] or match["straight"] else 2
        if len(quote.split()) >= least:
            found.append(quote)
    return found


def stands_in(quote: str, text: str) -> bool:
    """Whether the text has the quote; "…" may leave words out of one sentence, not join two."""
    pieces = [piece for piece in _GAP.split(quote) if piece.strip()]
    if len(pieces) < 2:
        return all(is_verbatim(piece, text) for piece in pieces)
    wanted = _LEFT_OUT.join(rf"(?<!\w){re.escape(same_words(piece).strip())}(?!\w)" for piece in pieces)
    return any(re.search(wanted, same_words(reading)) for reading in readings(text))


def exact_quotes(facts: RunFacts, page_text: PageText) -> list[str]:
    """Words of a source in one piece, four at least: between marks, or as a statement of their own."""
    shown = [quote for quote in quotations(facts.answer.text) if _stands_in_sources(quote, facts, page_text)]
    shown += [
        text
        for statement in facts.answer.statements
        for evidence in statement.evidence
        if is_verbatim(text := _MARKERS.sub("", statement.text), evidence.quote)
    ]
    return [quote for quote in shown if len(quote.split()) >= _LEAST_WORDS and not _GAP.search(quote)]


def _stands_in_sources(quote: str, facts: RunFacts, page_text: PageText) -> bool:
    answer = facts.answer
    places = {(row.document_id, row.page) for statement in answer.statements for row in statement.evidence}
    places |= {(row.document_id, row.page) for row in answer.citations}
    places |= {(row.document_id, row.page) for row in answer.nearest}
    # A passage may begin or end on the page beside the one that it is cited with.
    pages = sorted({(document_id, page + beside) for document_id, page in places for beside in (-1, 0, 1)})
    texts = [*facts.opened.values(), *(page_text(document_id, page) for document_id, page in pages)]
    return any(stands_in(quote, text) for text in texts)
