"""Changes of a to-do list that a user wishes in own words, as a language model reads them.

The grammar allows only edits of the list that is shown, and what is added has to be in the words of the user.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Sequence

from core.answer.asking.injection import unfenced
from core.answer.copy_grammar import copy_grammar
from core.events import Event
from core.llm.base import Grammar, Message
from core.research.model_requests import Asker

BEGIN = "ok"
EDIT_TOKENS = 120
_MOST_EDITS = 6
_LONG_WORD = 4  # letters: from there on an added word has to stand in the reply
_SYSTEM = (
    "A user was shown a to-do list of questions to look up, and replies. Write what the reply changes of "
    "the list, one edit a line: remove N; add TEXT; add on top TEXT; replace N: TEXT; move N to N; keep only "
    "N, N. Copy TEXT from the reply. A question or doubt changes nothing. The last line says whether the "
    "user agrees that work begins now: begin yes, or begin no."
)
_FORM = "List:\n{rows}\n\nReply: {reply}"
_JUDGES = "A user was shown a to-do list and replies to it. Answer Yes or No."
_BEGINS = "{asked}\n\nDoes the user agree that work on the list begins now?"
_CAR = ("Price of the car", "Fuel it needs", "Colours", "Tax")
_ZOO = ("Opening hours", "Entrance fee", "Parking", "Guided tours")
_LIEFERN = ("Wer liefert?", "Lieferzeit", "Verpackung", "Rabatte")
_EXAMPLES: tuple[tuple[tuple[str, ...], str, str], ...] = (
    (
        _CAR,
        "Please leave out the colours, and also look at the insurance for young drivers.",
        "remove 3\nadd insurance for young drivers\nbegin no",
    ),
    (_CAR, "Good, off you go!", "begin yes"),
    (_CAR, "What is meant by the second?", "begin no"),
    (
        _LIEFERN,
        "Die letzten beiden braucht es nicht, und die Lieferzeit soll nach oben. Dann los.",
        "remove 3\nremove 4\nmove 2 to 1\nbegin yes",
    ),
    (_LIEFERN, "Bei der Verpackung bin ich unsicher.", "begin no"),
    (_LIEFERN, "Nimm bitte noch die Zölle dazu, am besten zuerst.", "add on top Zölle\nbegin no"),
    (_ZOO, "Rather than parking I would like to know about buses", "replace 3: buses\nbegin no"),
    (_ZOO, "Just the fee and the tours", "keep only 2, 4\nbegin no"),
    (_ZOO, "Exchange the second and the third", "move 3 to 2\nbegin no"),
    (_ZOO, "Don't take the fee off.", "begin no"),
    (_CAR, "Leave out the sixth.", "begin no"),
    (_ZOO, "How do I add something to it?", "begin no"),
    (_ZOO, "Tell me what children pay too. Otherwise fine, start.", "add what children pay\nbegin yes"),
    (_CAR, "We are closed tomorrow.", "begin no"),
    (_LIEFERN, "Punkt 3 vor Punkt 1", "move 3 to 1\nbegin no"),
    (_CAR, "Take off the first two and go ahead", "remove 1\nremove 2\nbegin yes"),
    (_ZOO, "Add a point on dogs, and let it come first", "add on top dogs\nbegin no"),
)
_EDIT = re.compile(
    r"(?P<do>remove|keep only|move|replace|add on top|add|begin) "
    r"(?:(?P<at>\d{1,2}(?:, \d{1,2})*)(?: to (?P<to>\d{1,2})|: (?P<new>.+))?|(?P<text>.+))"
)


def read_edits(
    titles: Sequence[str], reply: str, asker: Asker, language: str
) -> Generator[Event, None, tuple[str, ...]]:
    """What a reply changes of the list, as signs; none where the model reads no change in it, and where there
    is none.
    """
    if not any(map(str.isalnum, reply)):  # no word that could be copied
        return ()
    messages = examples_and_reply(_SYSTEM, _FORM, _EXAMPLES, titles, unfenced(reply))
    written = yield from asker.write(
        "list reply", messages, grammar_for(len(titles), reply), EDIT_TOKENS, language
    )
    signs = signs_of(written, len(titles), reply) if written else ()
    if BEGIN in signs:
        odds = asker.odds(_JUDGES, _BEGINS.format(asked=asked(_FORM, titles, unfenced(reply))))
        if odds is not None and odds <= 0:  # it does harm where it is wrong; the list is shown again else
            return tuple(sign for sign in signs if sign != BEGIN)
    return signs


def examples_and_reply(
    system: str,
    form: str,
    examples: Iterable[tuple[Sequence[str], str, str]],
    listed: Sequence[str],
    reply: str,
) -> list[Message]:
    """The prompt that a reply is read by, with examples of other lists, what is said to them, and what that
    means."""
    shown = [
        message
        for rows, said, means in examples
        for message in (Message("user", asked(form, rows, said)), Message("assistant", means))
    ]
    return [Message("system", system), *shown, Message("user", asked(form, listed, reply))]


def asked(form: str, listed: Sequence[str], reply: str) -> str:
    rows = "\n".join(f"{number}. {one}" for number, one in enumerate(listed, 1))
    return form.format(rows=rows, reply=reply)


def grammar_for(count: int, reply: str) -> Grammar:
    """Edits of a list of so many items, whose texts are words of the reply that follow each other there."""
    number = " | ".join(f'"{at}"' for at in range(count, 0, -1))
    rules = [
        f'root ::= (edit "\\n"){{0,{_MOST_EDITS}}} ("begin yes" | "begin no")',
        'edit ::= "remove " n | "add " text | "add on top " text | "replace " n ": " text '
        '| "move " n " to " n | "keep only " n (", " n){0,9}',
        f"n ::= {number}",
        (copy_grammar([reply]).gbnf or "").replace("root ::=", "text ::=", 1),
    ]
    return Grammar(gbnf="\n".join(rules) + "\n")


def signs_of(written: str, count: int, reply: str) -> tuple[str, ...]:
    """The edits as signs ("- 2", "+ insurance", "3 > 1", "2 = buses", "ok"); none where any is no edit of
    such a list, or adds words that the user did not write."""
    signs: list[str] = []
    for line in written.splitlines():
        found = _EDIT.fullmatch(line.strip())
        if found is None:
            return ()
        at = [int(number) for number in (found["at"] or "").split(", ") if number]
        text = (found["new"] or found["text"] or "").strip(" .")
        if not all(1 <= number <= count for number in (*at, int(found["to"] or 1))):
            return ()
        match found["do"]:
            case "begin":
                signs += [BEGIN] if text == "yes" else []
            case "remove":
                signs.append(f"- {at[0]}")
            case "keep only":
                signs += [f"- {number}" for number in range(1, count + 1) if number not in at]
            case "move":
                signs.append(f"{at[0]} > {found['to']}")
            case _ if not text or not is_said(text, reply):
                return ()
            case "replace":
                signs.append(f"{at[0]} = {_heading(text)}")
            case "add":
                signs.append(f"+ {_heading(text)}")
            case _:
                signs.append(f"+ {_heading(text)} -> 1")
    return tuple(dict.fromkeys(signs))


def _heading(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def is_said(text: str, reply: str) -> bool:
    """Whether its longer words stand in the reply, which a model may have made up."""
    said = reply.casefold()
    return all(word in said for word in re.findall(r"\w+", text.casefold()) if len(word) >= _LONG_WORD)
