"""What a user's reply to the questions of a round says, as a language model reads it, and what it narrows:
the documents that are searched, and the parts that are left out.

The grammar knows the documents that were found; what is searched for or left out has to be in the user's own
words. Without a model the whole reply is searched for, and nothing is left out.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import PurePath

from core.answer.asking.injection import unfenced
from core.answer.copy_grammar import copy_grammar
from core.events import Event, NoticeGiven
from core.llm.base import Grammar
from core.llm.grammars import literal
from core.research.base import Parts
from core.research.findings import reopened
from core.research.list_edits import examples_and_reply, is_said
from core.research.model_requests import Asker
from core.research.research_texts import in_quotes, say
from core.research.state import ResearchState, Round
from core.text.facts import facts_of

REPLY_TOKENS = 120
_MOST_LINES, _LEAST_NAME = 5, 4
_SYSTEM = (
    "A user looks something up in documents, and answers questions about what is wanted. Write what the "
    "answer says, one line each: search TEXT, for what is wanted or a fact about it; leave out TEXT, for a "
    "matter that is not wanted; only N NAME, where just such documents are to be read; enough, where the "
    "user wants no more questions; nothing, where the answer tells nothing. Copy TEXT from the answer."
)
_FORM = "Documents:\n{rows}\n\nAnswer: {reply}"
_TRADE = ("offer_miller.pdf", "order_4711.pdf", "price list.xlsx")
_CLUB = ("Satzung.pdf", "Protokoll_Mai.pdf")
_GUIDES = ("guide_2020.pdf", "guide_2024.pdf", "fees.xlsx")
_EXAMPLES: tuple[tuple[tuple[str, ...], str, str], ...] = (
    (_TRADE, "The blue car, and nothing about tyres.", "search blue car\nleave out tyres"),
    (_TRADE, "Only what the order says, without taxes.", "only 2 order_4711.pdf\nleave out taxes"),
    (_TRADE, "only the tyres", "search tyres"),
    (_CLUB, "Keine Ahnung", "nothing"),
    (_CLUB, "Genug gefragt, bitte weiter", "enough"),
    (_CLUB, "Es geht um die Wahl im Mai, Kasse weglassen", "search Wahl im Mai\nleave out Kasse"),
    (_CLUB, "Ohne Beiträge", "leave out Beiträge"),
    (_CLUB, "Nein, allein aus der Satzung.", "only 1 Satzung.pdf"),
    (_GUIDES, "not the fees", "leave out the fees"),
    (
        _GUIDES,
        "just the two guides, for trips with children",
        "only 1 guide_2020.pdf\nonly 2 guide_2024.pdf\nsearch trips with children",
    ),
    (_GUIDES, "The bus does not run on Sundays", "search The bus does not run on Sundays"),
    (_GUIDES, "no later than 2022", "search no later than 2022"),
    (_GUIDES, "No more questions, thank you.", "enough"),
)
_LINE = re.compile(r"(?P<do>search|leave out|only|enough|nothing)(?: (?P<rest>.+))?")


@dataclass(frozen=True, slots=True)
class ReadReply:
    """`said` is searched for; `left_out` are things; `only`: the places of documents, from 1."""

    said: str = ""
    left_out: tuple[str, ...] = ()
    only: tuple[int, ...] = ()
    enough: bool = False


def read_round(
    documents: Sequence[str], reply: str, asker: Asker, language: str
) -> Generator[Event, None, ReadReply]:
    """A reply to questions as the model reads it; without one, all of it is searched for."""
    if not any(map(str.isalnum, reply)):
        return ReadReply()
    messages = examples_and_reply(_SYSTEM, _FORM, _EXAMPLES, documents, unfenced(reply))
    written = yield from asker.write("reply", messages, grammar_for(documents, reply), REPLY_TOKENS, language)
    read = read_reply(written, documents, reply) if written else None
    return ReadReply(reply) if read is None else read


def grammar_for(documents: Sequence[str], reply: str) -> Grammar:
    """What a reply may say; texts are words of it that follow each other there."""
    named = " | ".join(literal(f"{number} {name}") for number, name in enumerate(documents, 1))
    rules = [
        f'root ::= "nothing" | "enough" | line ("\\n" line){{0,{_MOST_LINES - 1}}} ("\\n" "enough")?',
        'line ::= "search " text | "leave out " text' + (' | "only " document' if named else ""),
        *([f"document ::= {named}"] if named else []),
        (copy_grammar([reply]).gbnf or "").replace("root ::=", "text ::=", 1),
    ]
    return Grammar(gbnf="\n".join(rules) + "\n")


def read_reply(written: str, documents: Sequence[str], reply: str) -> ReadReply | None:
    """The lines of the model as a value; None where any is none of these, or has words of its own."""
    said: list[str] = []
    left_out: list[str] = []
    only: list[int] = []
    enough = False
    for line in written.splitlines():
        found = _LINE.fullmatch(line.strip())
        if found is None:
            return None
        text = (found["rest"] or "").strip(" .")
        match found["do"]:
            case "search" | "leave out" if not text or not is_said(text, reply):
                return None
            case "search":
                said.append(text)
            case "leave out":
                left_out.append(text)
            case "only":
                number = int(text.split()[0])
                if not 1 <= number <= len(documents):
                    return None
                only += [number] if _names(reply, documents[number - 1]) else []
            case "enough":
                enough = True
    return ReadReply(" ".join(said), tuple(left_out), tuple(dict.fromkeys(only)), enough)


def _names(reply: str, filename: str) -> bool:
    """Whether a word of a file's name stands in the reply: a model limits to documents that nobody named."""
    said = reply.casefold()
    stem = PurePath(filename).stem.casefold()
    return any(word in said for word in re.findall(r"[^\W_]+", stem) if len(word) >= _LEAST_NAME)


_HITS_FOR_A_NAME = 10
_MOST_DOCUMENTS = 12  # that the model chooses from


def narrowed(state: ResearchState, parts: Parts) -> Generator[Event, None, ResearchState]:
    """The state with what was replied since read into it; what it narrows, and what of it is searched for,
    is told.
    """
    for number, round_ in enumerate(state.rounds):
        if round_.said is None and round_.reply:
            state = yield from _with_reply(state, number, parts)
    return state


def _with_reply(state: ResearchState, number: int, parts: Parts) -> Generator[Event, None, ResearchState]:
    """The state with the reply of one of its rounds read."""
    round_, language = state.rounds[number], state.language
    reply = _without_questions(round_)
    documents = _documents(state, reply, parts)
    read = yield from read_round(list(documents.values()), reply, parts.asker, language)
    state = _with_round(
        state,
        number,
        round_.but(
            said=read.said,
            left_out=read.left_out,
            limits=bool(read.only),
            ended=round_.ended or read.enough,
        ),
    )
    left_out = _parts_left_out(state, read.left_out)
    if left_out:
        told = "; ".join(in_quotes(part, language) for part in left_out)
        yield parts.stamp(
            NoticeGiven, code="parts_left_out", message=say("parts_left_out", language, parts=told)
        )
        kept = tuple(aspect for aspect in state.aspects if aspect not in left_out)
        state = state.but(aspects=kept, removed=tuple(dict.fromkeys((*state.removed, *left_out))))
    if read.only:
        only = tuple(list(documents)[place - 1] for place in read.only)
        names = ", ".join(documents[one] for one in only)
        message = say("limited", language, names=names)
        yield parts.stamp(NoticeGiven, code="documents_limited", message=message)
        findings = tuple(found for found in state.findings if found.document_id in only)
        state = state.but(only=only, document_ids=only, findings=findings)
    if read.said:
        quoted = in_quotes(read.said, language)
        message = say("reply_searched", language, words=quoted)
        yield parts.stamp(NoticeGiven, code="reply_searched", message=message)
    return state


def _with_round(state: ResearchState, number: int, changed: Round) -> ResearchState:
    rounds = (*state.rounds[:number], changed, *state.rounds[number + 1 :])
    return state.but(rounds=rounds)


def _without_questions(round_: Round) -> str:
    """The reply without the program's questions, which a form sends along with its answers."""
    text = round_.reply
    for question in round_.questions:
        text = text.replace(f"{question} –", ";").replace(question, ";")
    return text.strip(" ;")


def _parts_left_out(state: ResearchState, things: Sequence[str]) -> tuple[str, ...]:
    """The parts of the question that speak of these things; none where nothing else would be left."""
    rows = [facts_of(thing).terms for thing in things]
    gone = tuple(part for part in state.aspects if any(row and row <= facts_of(part).terms for row in rows))
    return gone if len(gone) < len(state.aspects) else ()


def _documents(state: ResearchState, reply: str, parts: Parts) -> dict[str, str]:
    """The file names, by id, of what was found, then of what the search finds by the words of the reply."""
    found = {one.document.document_id: one.document.filename for one in reopened(state, parts)}
    if parts.asker.model is not None and reply:
        result = parts.retriever.search(
            reply,
            limit=_HITS_FOR_A_NAME,
            document_ids=state.document_ids,
            cancel=parts.cancel,
            for_prompt=True,
        )
        found |= {hit.chunk.document_id: hit.filename for hit in result.hits}
    return dict(islice(found.items(), _MOST_DOCUMENTS))
