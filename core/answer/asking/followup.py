"""A follow-up question made to stand by itself, in the light of the conversation: "And 2019?".

Whether it needs one is judged by examples (`RequestKinds.follow_up_of`). It is rewritten by a rule where a
rule is sure (another year, another code), else by one short model call bound by a grammar. What the model
writes is taken only if it keeps the names, numbers and most words of the question and invents none; otherwise
question and subject are put together.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import cache

from core.answer.asking.question_language import question_language
from core.answer.quotes import find_verbatim
from core.cancel import CancelToken
from core.events import Event, EventStamper, QuestionRewritten
from core.llm.base import ChatModel, GenerationRequest, Grammar, Message
from core.llm.calls import UsageMeter, call_model
from core.llm.grammars import object_schema
from core.llm.reply_json import reply_json
from core.system.paths import resources
from core.text.dates import FULL_MONTHS, blanked, find_dates
from core.text.facts import Facts, facts_of
from core.text.quotations import quotations_in
from core.text.stems import STOP_WORDS, WORD, has_word
from core.types import Answer
from core.types.requests import FollowUp, RequestKind

MOST_TURNS = 3  # earlier turns that are looked at, the newest ones
_LONGEST_ANSWER = 300  # characters of an earlier answer that the model sees
_LONGEST_QUESTION = 300  # characters of a rewritten question
_MAX_TOKENS = 120
_KEPT_WORDS = 0.5  # least share of a follow-up's own words and figures that its rewriting keeps

_SYSTEM = (
    "You make the last question of a conversation understandable by itself, for somebody who has not read "
    "the conversation. What it asks of something else, it asks of that alone. You never answer it."
)
_TURN = "Question: {question}\nAnswer: «{answer}»"
_TASK = "{turns}\n\nLast question: {question}"
_SCHEMA = object_schema({"question": {"type": "string", "minLength": 4, "maxLength": _LONGEST_QUESTION}})

_YEAR = r"(?<![\w.,-])(?:1[89]|20)\d\d(?![\w%]|[.,-]\d)"
_CODE = r"(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w]+(?:-[\w]+)*(?![\w-])"
_CAPITAL = re.compile(r"[^\W\d_a-zäöüß][\w.&’'-]*|\S*\d\S*")
_QUESTIONS = re.compile(r"[^?？]+")
_FULL_NAME = re.compile(r"[A-ZÄÖÜ][a-zäöüß]+(?: [A-ZÄÖÜ]\.)?(?: [A-ZÄÖÜ][a-zäöüß]+)+")


@dataclass(frozen=True, slots=True)
class Turn:
    """An earlier question of the conversation, as it was understood, and what was answered.

    `given`: the answer with what it rests on; `kind`: of the request, where it was told.
    """

    question: str
    answer: str
    given: Answer | None = None
    kind: RequestKind | None = None


def standalone_question(
    question: str,
    earlier: Sequence[Turn],
    model: ChatModel | None,
    meter: UsageMeter,
    stamp: EventStamper,
    cancel: CancelToken,
    how: FollowUp = FollowUp.ABOUT,
) -> Generator[Event, None, str]:
    """The question to work on; announces it with `QuestionRewritten` when it is not the one that was asked.

    `how` it goes on from the last of `earlier`.

    Raises:
        Cancelled: the user pressed Stop.
        core.errors.ModelError: from the model.
    """
    if not earlier or how is FollowUp.STANDALONE:
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
    joined = put_together(question, earlier[-1], how)
    yield stamp(QuestionRewritten, standalone=joined, source="rule", rejected=rejected)
    return joined


def exchanged(question: str, before: str) -> str:
    """The question before with its one year or code exchanged for the new one; empty when in doubt."""
    for pattern in (_YEAR, _CODE):
        new, old = re.findall(pattern, question), re.findall(pattern, before)
        others = facts_of(re.sub(pattern, " ", question))
        if len(new) == len(set(old)) == 1 and not (others.words or others.identifiers or others.numbers):
            return re.sub(pattern, lambda _match, new=new[0]: new, before)  # type: ignore[misc]
    return ""


def put_together(question: str, before: Turn, how: FollowUp = FollowUp.ABOUT) -> str:
    """Without a model: what asks the same of something else follows the question before, of another time
    without the day that this has; another question gets its subject."""
    if how is FollowUp.ANOTHER:
        asked = before.question
        if _names_a_time(question):
            asked = " ".join(blanked(asked, find_dates(asked, day_first=True)).split())
        return f"{asked} {question}"
    subject = _subject(before)
    return f"{question.rstrip(' ?')} ({subject})?" if subject else question


def _names_a_time(text: str) -> bool:
    months = {word for word in FULL_MONTHS if word not in ("may", "mai")}
    return bool(find_dates(text, day_first=True)) or not months.isdisjoint(text.casefold().split())


def _subject(before: Turn) -> str:
    """What a question is likely to be about: a person whom the answer before begins with, and the names of
    its question; all its words where it has no names, or figures, with which what is measured counts."""
    words = [word.strip(",;:") for word in before.question.strip(" ?.!").split()]
    named = [word for place, word in enumerate(words) if place and len(word) > 1 and _CAPITAL.fullmatch(word)]
    answer = _plain(before.answer.split("\n")[0]).strip("*. ")
    german = question_language(before.question) == "de"  # in which other words have capitals, too
    told = _FULL_NAME.fullmatch(answer) if german else _FULL_NAME.match(answer)
    if not named or any(map(str.isdigit, named)):
        named = [word for word in words if word.casefold() not in STOP_WORDS]
    return " ".join([*([told.group()] if told else []), *named])


def keeps(written: str, question: str, earlier: Sequence[Turn]) -> bool:
    """Whether a rewriting says more and still asks the same: nothing is lost, no name or number is new."""
    if (
        not written
        or _same(written, question)
        or any(_same(one, earlier[-1].question) for one in _QUESTIONS.findall(written))
    ):
        return False  # the question before is answered
    told = " \n".join([question, *(f"{turn.question}\n{turn.answer}" for turn in earlier)])
    said, asked, known = facts_of(written), facts_of(question), facts_of(told)
    numbers, wanted = exact_in(said), exact_in(asked) - _pronouns(asked, question)
    if wanted - numbers or numbers - exact_in(known):
        return False
    if any(not find_verbatim(quoted.text, told) for quoted in quotations_in(written)):
        return False
    language = question_language(question, question_language(earlier[-1].question))
    if question_language(written, language) != language:
        return False
    if set(asked.names) - {*said.names, *said.first_words}:
        return False
    if language != "de" and set(said.names) - {*known.names, *known.first_words, *known.words}:
        return False
    before = facts_of(earlier[-1].question)
    if said.words == before.words and numbers == exact_in(before):
        return False  # the question before, put otherwise
    own = asked.terms | exact_in(asked)
    kept = len(own & wanted) + sum(has_word(said.terms, word) for word in asked.terms - wanted)
    return kept >= _KEPT_WORDS * len(own)


def _pronouns(facts: Facts, text: str) -> frozenset[str]:
    """ "one" that counts nothing: "the February one"."""
    ones = (number for number in facts.numbers if number.value == 1 and not number.is_measure)
    return frozenset(number.text for number in ones if not any(map(str.isdigit, text)))


def exact_in(facts: Facts) -> frozenset[str]:
    """Numbers, dates and codes, as they are compared."""
    numbers = (number.text for number in facts.numbers)
    return frozenset({*numbers, *(date.iso for date in facts.dates), *facts.identifiers})


def _same(left: str, right: str) -> bool:
    return [word.casefold() for word in WORD.findall(left)] == [
        word.casefold() for word in WORD.findall(right)
    ] and (re.findall(r"\d+", left) == re.findall(r"\d+", right))


def _request(question: str, earlier: Sequence[Turn]) -> GenerationRequest:
    turns = [(turn.question, _short(turn.answer)) for turn in earlier[-MOST_TURNS:]]
    messages = (*_examples(), Message("user", _asked(turns, question)))
    return GenerationRequest(
        messages,
        _MAX_TOKENS,
        temperature=0.0,
        grammar=Grammar(json_schema=_SCHEMA),
        kept=len(messages) - 1,
    )


def _asked(turns: Sequence[tuple[str, str]], question: str) -> str:
    told = "\n".join(_TURN.format(question=before, answer=answer) for before, answer in turns)
    return _TASK.format(turns=told, question=question)


@cache
def _examples() -> tuple[Message, ...]:
    """The same for every question, so that they stay evaluated."""
    rows = tomllib.loads((resources() / "rewritten_questions.toml").read_text(encoding="utf-8"))["question"]
    messages = [Message("system", _SYSTEM)]
    for row in rows:
        said = json.dumps({"question": row["asked"]}, ensure_ascii=False)
        messages.append(Message("user", _asked([(row["before"], row["answer"])], row["follow_up"])))
        messages.append(Message("assistant", said))
    return tuple(messages)


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
