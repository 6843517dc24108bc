"""What a user's reply to the questions of a round says, as a language model reads it.

The grammar knows the documents that were found; what is searched for or left out has to be in the user's own
words. Without a model the whole reply is searched for, and nothing is left out.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from core.answer.asking.injection import unfenced
from core.answer.copy_grammar import copy_grammar
from core.events import Event
from core.llm.base import Grammar, Message
from core.llm.grammars import literal
from core.research.list_edits import is_said
from core.research.model_requests import Asker

REPLY_TOKENS = 120
_MOST_LINES, _LEAST_NAME = 5, 4
_SYSTEM = (
    "A user looks something up in documents, and answers questions about what is wanted. Write what the "
    "answer says, one line each: search TEXT, for what is wanted or a fact about it; leave out TEXT, for a "
    "matter that is not wanted; only N NAME, where just such documents are to be read; enough, where the "
    "user wants no more questions; nothing, where the answer tells nothing. Copy TEXT from the answer."
)
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
    messages = messages_for(documents, unfenced(reply))
    written = yield from asker.write("reply", messages, grammar_for(documents, reply), REPLY_TOKENS, language)
    read = read_reply(written, documents, reply) if written else None
    return ReadReply(reply) if read is None else read


def messages_for(documents: Sequence[str], reply: str) -> list[Message]:
    """The prompt, with examples of other documents."""
    shown = [
        message
        for names, said, read in _EXAMPLES
        for message in (Message("user", _asked(names, said)), Message("assistant", read))
    ]
    return [Message("system", _SYSTEM), *shown, Message("user", _asked(documents, reply))]


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


def _asked(documents: Sequence[str], reply: str) -> str:
    rows = "\n".join(f"{number}. {name}" for number, name in enumerate(documents, 1))
    return f"Documents:\n{rows}\n\nAnswer: {reply}"


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
