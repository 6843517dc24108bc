"""A follow-up question made to stand by itself, in the light of the conversation: "And 2019?".

A plain question costs nothing. One that leans on what was said is rewritten by a rule where a rule is sure
(another year, another code), else by one short model call bound by a grammar. What the model writes is taken
only if it keeps the names, numbers and most words of the question and invents none; otherwise a rule puts the
question and its subject together.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from core.answer.asking.question import wanted_by
from core.answer.asking.question_language import LANGUAGE_NAMES, question_language
from core.answer.facts.checkable import facts_of
from core.answer.facts.stems import STOP_WORDS, WORD, has_word
from core.answer.quotes import find_verbatim
from core.cancel import CancelToken
from core.events import Event, EventStamper, QuestionRewritten
from core.llm.base import ChatModel, GenerationRequest, Grammar, Message
from core.llm.calls import UsageMeter, call_model
from core.llm.reply_json import reply_json
from core.text.quotations import quotations_in

MOST_TURNS = 3  # earlier turns that are looked at, the newest ones
_LONGEST_ANSWER = 300  # characters of an earlier answer that the model sees
_LONGEST_QUESTION = 300  # characters of a rewritten question
_MAX_TOKENS = 120
_KEPT_WORDS = 0.67  # least share of a follow-up's own words that its rewriting keeps

Leaning = Literal["no", "maybe", "yes"]

_SYSTEM = (
    "You make the last question of a conversation understandable by itself, for somebody who has not read "
    "the conversation. You never answer it."
)
_TASK = (
    "Conversation:\n{turns}\n\nLast question: {question}\nSay it again in {language}: replace words such as "
    "it, they, this, there by what they stand for and add what was left out. Keep its own names and numbers. "
    'If it is clear by itself, repeat it. Reply as JSON: {{"question": "..."}}'
)
_TURN = "Question: {question}\nAnswer: «{answer}»"
_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"question": {"type": "string", "minLength": 4, "maxLength": _LONGEST_QUESTION}},
    "required": ["question"],
    "additionalProperties": False,
}

# "And …", "What about …": the beginning of a question that goes on from another.
_LEAD = re.compile(
    r"\s*(?:(?:and|or|but|then|und|oder|aber|dann)\b[\s,]*)?"
    r"(?:what about\b|how about\b|what of\b|was ist mit\b|wie ist es (?:mit|bei)\b|wie steht es (?:mit|um)\b"
    r"|wie sieht es (?:mit|bei|für)\b)?\s*",
    re.IGNORECASE,
)
_QUESTION_WORD = re.compile(
    r"\b(?:what|which|who|whom|whose|when|where|why|how|is|are|was|were|does|did|do|can|has|have|will|should"
    r"|was|welche[mnrs]?|wer|wen|wem|wessen|wann|wo|warum|wieso|weshalb|wie|ist|sind|war|hat|kann|gilt|gibt)\b",
    re.IGNORECASE,
)
# German "Sie" and "Ihr" address somebody; small letters are needed.
_PRONOUN = re.compile(
    r"\b(?:[Ii]ts?|[Tt]hey|[Tt]hem|[Tt]heirs?|[Hh]e|[Hh]im|[Hh]is|[Ss]he|[Hh]ers?|[Tt]his|[Tt]hese|[Tt]hose"
    r"|the (?:former|latter|same|other|first|second) one|the (?:former|latter)|that one"
    r"|er|ihn|ihm|sie|ihre?[nmrs]?|seine[nmrs]?|[Dd]iese[nmrs]?|[Dd]ies|[Dd]avon|[Dd]afür|[Dd]amit|[Dd]azu"
    r"|[Dd]aran|[Dd]arin|[Dd]arüber|[Dd]abei|[Dd]ort|dessen|deren)\b"
    r"|\b(?:that|there|es)(?=\s*[?.!,]|\s*$)|^\s*That\b"
)
_PERSON = re.compile(r"\b(?:he|him|his|she|hers?)\b", re.IGNORECASE)
_SEVERAL = re.compile(r"\b(?:they|them|theirs?|these|those)\b", re.IGNORECASE)
# What rises or falls is a measure, not who has it: "By how many percent did it rise?"
_CHANGES = re.compile(
    r"\b(?:rise|rose|risen|fall|fell|fallen|gr[eo]wn?|(?:in|de)creased?|change[ds]?|drop(?:ped)?|developed?"
    r"|per ?cent|gestiegen|steigt|stieg|gefallen|sank|gesunken|gewachsen|wuchs|verändert|entwickelt"
    r"|prozent)\b",
    re.IGNORECASE,
)
_FULL_NAME = re.compile(r"[A-ZÄÖÜ][a-zäöüß]+(?: [A-ZÄÖÜ]\.)?(?: [A-ZÄÖÜ][a-zäöüß]+)+")
_IMPERSONAL = re.compile(
    r"\b(?:is|was) it (?:possible|allowed|true|necessary|safe|legal|required|mandatory|permitted)\b"
    r"|\bdoes it take\b|\bgibt es\b|\bist es (?:möglich|erlaubt|nötig|wahr|verboten)\b"
    r"|\bthis (?:year|month|week)\b|\bdieses (?:jahr|monat)\b",
    re.IGNORECASE,
)
_PREPOSITION = re.compile(
    r"(?:in|for|at|by|since|from|with|without|during|after|before|on|im|für|bei|seit|ab|mit|ohne|nach|vor|am|an)\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"[,;]|\b(?:and|or|before|after|when|if|because|while|since|once|und|oder|bevor|nachdem|wenn|falls|weil|sobald"
    r"|dass)\b",
    re.IGNORECASE,
)
_YEAR = r"(?<![\w.,-])(?:1[89]|20)\d\d(?![\w%]|[.,-]\d)"
_CODE = r"(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w]+(?:-[\w]+)*(?![\w-])"
_CAPITAL = re.compile(r"[^\W\d_a-zäöüß][\w.&’'-]*|\S*\d\S*")


@dataclass(frozen=True, slots=True)
class Turn:
    """An earlier question of the conversation, as it was understood, and what was answered."""

    question: str
    answer: str


def leaning(question: str) -> Leaning:
    """Whether a question needs the conversation to be understood, as far as its words tell."""
    lead, rest = _without_lead(question)
    asking = _QUESTION_WORD.search(rest)
    facts = facts_of(_QUESTION_WORD.sub(" ", rest))
    content = len(facts.words) + len(facts.identifiers) + len(facts.numbers) + len(facts.dates)
    if lead or content == 0 or (content == 1 and not asking):
        return "yes"
    plain = _IMPERSONAL.sub(lambda match: " " * len(match.group()), question)
    for pronoun in _PRONOUN.finditer(plain):
        if not _named_before(plain[: pronoun.start()]):
            return "yes"
    return "maybe" if content == 1 else "no"


def _named_before(text: str) -> bool:
    """Whether what a pronoun stands for may come before it in the question itself."""
    clauses = list(_CLAUSE.finditer(text))
    if clauses and facts_of(text[: clauses[-1].start()]).words:
        return True
    facts = facts_of(text)
    return bool(facts.identifiers) or (bool(facts.names) and question_language(text) == "en")


def standalone_question(
    question: str,
    earlier: Sequence[Turn],
    model: ChatModel | None,
    meter: UsageMeter,
    stamp: EventStamper,
    cancel: CancelToken,
) -> Generator[Event, None, str]:
    """The question to work on; announces it with `QuestionRewritten` when it is not the one that was asked.

    Raises:
        Cancelled: the user pressed Stop.
        core.errors.ModelError: from the model.
    """
    how = leaning(question) if earlier else "no"
    if how == "no":
        return question
    sure = exchanged(question, earlier[-1].question)
    if sure:
        yield stamp(QuestionRewritten, standalone=sure, source="rule")
        return sure
    rejected = ""
    if model is not None:
        done = yield from call_model(
            model, _request(question, earlier), "follow-up", stamp, cancel, meter=meter
        )
        written = _read(done.text)
        if keeps(written, question, earlier):
            yield stamp(QuestionRewritten, standalone=written, source="model")
            return written
        rejected = written
    if how == "maybe":
        return question
    joined = put_together(question, earlier[-1])
    yield stamp(QuestionRewritten, standalone=joined, source="rule", rejected=rejected)
    return joined


def exchanged(question: str, before: str) -> str:
    """The question before with its one year or code exchanged for the new one; empty when in doubt."""
    _, rest = _without_lead(question)
    for pattern in (_YEAR, _CODE):
        new, old = re.findall(pattern, rest), re.findall(pattern, before)
        others = facts_of(re.sub(pattern, " ", rest))
        if len(new) == len(set(old)) == 1 and not (others.words or others.identifiers or others.numbers):
            return re.sub(pattern, lambda _match, new=new[0]: new, before)  # type: ignore[misc]
    return ""


def put_together(question: str, before: Turn) -> str:
    """Without a model: an ellipsis follows the question before, another question gets its subject."""
    _, rest = _without_lead(question)
    asks = _QUESTION_WORD.search(rest)  # "By how many percent did it rise?" is no ellipsis
    if _PREPOSITION.match(rest) and not asks:
        return f"{before.question.rstrip(' ?.!')} {rest.rstrip(' ?.!')}?"
    if not asks:
        return f"{before.question} {question}"
    subject = _subject(question, before)
    return f"{question.strip().rstrip('?')} ({subject})?" if subject else question


def _without_lead(question: str) -> tuple[str, str]:
    """What joins a question to the one before ("And", "What about"), and the rest of it."""
    lead = _LEAD.match(question)
    end = lead.end() if lead else 0
    return question[:end].strip(), question[end:]


def _subject(question: str, before: Turn) -> str:
    """What a question is likely to be about: a person of the answer before, or the words of the question."""
    if _PERSON.search(question) and (person := _FULL_NAME.search(_plain(before.answer))):
        return person.group()
    words = before.question.strip(" ?.!").split()
    named = [
        word.strip(",;:")
        for place, word in enumerate(words)
        if place and _CAPITAL.fullmatch(word.strip(",;:"))
    ]
    # "They" and "these" stand for things that have no name.
    nameless = _SEVERAL.search(question) or _CHANGES.search(question)
    return " ".join(_saying(words) if nameless or not named else named)


def _saying(words: Sequence[str]) -> list[str]:
    plain = [(word, word.casefold().strip(",;:")) for word in words]
    return [
        word for word, folded in plain if folded not in STOP_WORDS and not _QUESTION_WORD.fullmatch(folded)
    ]


def keeps(written: str, question: str, earlier: Sequence[Turn]) -> bool:
    """Whether a rewriting says more and still asks the same: nothing is lost, no name or number is new."""
    if not written or _same(written, question) or _same(written, earlier[-1].question):
        return False
    told = " \n".join([question, *(f"{turn.question}\n{turn.answer}" for turn in earlier)])
    said, asked, known = facts_of(written), facts_of(question), facts_of(told)
    numbers = {number.text for number in said.numbers} | {date.iso for date in said.dates} | said.identifiers
    own = {number.text for number in asked.numbers} | {date.iso for date in asked.dates} | asked.identifiers
    given = {number.text for number in known.numbers} | {date.iso for date in known.dates} | known.identifiers
    if own - numbers or numbers - given:
        return False
    if any(not find_verbatim(quoted.text, told) for quoted in quotations_in(written)):
        return False
    language = question_language(question, question_language(earlier[-1].question))
    if question_language(written, language) != language:
        return False
    if wanted_by(question) and wanted_by(written) != wanted_by(question):
        return False
    if set(asked.names) - {*said.names, *said.first_words}:
        return False
    if language != "de" and set(said.names) - {*known.names, *known.first_words, *known.words}:
        return False
    kept = sum(has_word(said.words, word) for word in asked.words)
    return kept >= _KEPT_WORDS * len(asked.words)


def _same(left: str, right: str) -> bool:
    return [word.casefold() for word in WORD.findall(left)] == [
        word.casefold() for word in WORD.findall(right)
    ] and (re.findall(r"\d+", left) == re.findall(r"\d+", right))


def _request(question: str, earlier: Sequence[Turn]) -> GenerationRequest:
    turns = "\n".join(
        _TURN.format(question=turn.question, answer=_short(turn.answer)) for turn in earlier[-MOST_TURNS:]
    )
    language = question_language(question, question_language(earlier[-1].question))
    task = _TASK.format(turns=turns, question=question, language=LANGUAGE_NAMES[language])
    return GenerationRequest(
        (Message("system", _SYSTEM), Message("user", task)), _MAX_TOKENS, grammar=Grammar(json_schema=_SCHEMA)
    )


def _short(answer: str) -> str:
    return _plain(answer)[:_LONGEST_ANSWER]


def _plain(answer: str) -> str:
    """An earlier answer in one line, without marks and without the signs of the fence."""
    plain = re.sub(r"\s*\[\d+\]", "", answer).replace("«", '"').replace("»", '"')
    return " ".join(plain.split())


def _read(text: str) -> str:
    """The rewritten question; empty where the output is cut off or something else."""
    try:
        content = reply_json(text)
    except ValueError:
        return ""
    written = content.get("question") if isinstance(content, dict) else None
    return " ".join(written.split()) if isinstance(written, str) else ""
