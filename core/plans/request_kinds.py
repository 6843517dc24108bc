"""Which kind a request is of, whether it is about a whole document or a part, how it goes on from the last.

All told by an embedder from examples.
"""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from core.answer.asking.question_language import question_language
from core.errors import KnownError
from core.judge.exemplars import ExemplarJudge, Exemplars, load_exemplars, load_texts
from core.plans.library_examples import LibraryExamples
from core.search.base import Embedder
from core.system.paths import resources
from core.text.language_names import language_named
from core.text.textspan import split_sentences
from core.types.requests import ON_ANSWER, FollowUp, RequestKind

# Those that one place or value answers; in doubt a request is one of them.
LOOKED_UP = frozenset({RequestKind.FACT, RequestKind.FIGURE, RequestKind.FIND, RequestKind.LIBRARY})
# Chosen on requests by fourteen writers, each told by what the others wrote: `tests.benchmarks requests`.
KINDS_RIDGE, KINDS_WIDTH = 0.1, 3.0
_DOUBT = 0.12  # by so much a kind with a reading plan must be likelier than those that are looked up
_SURELY_ABOUT = 0.65  # by so much a question with a name taken out must be likelier about a document
_NEAR = 0.1  # apart by less, two kinds are as likely
_INSTEAD = 0.3  # by so much less likely a kind takes the place of a figure that nothing gives
_PLAIN = 0.3  # by so much a sentence alone is of one kind
_AT_ONCE_RIDGE = 0.3
_DEMAND_RIDGE = 0.5
_RIDGE = 0.1  # of the small files, as it was fitted for the first of them
_FOLLOWING_RIDGE = 0.5  # chosen on the tuned half of `tests/data/follow_ups.jsonl`
_SURE = 0.1  # by so much a change of the answer must be likelier than a question that stands by itself
_FEW_ARE_SEVERAL = -0.5  # a sixth of XQuAD, tuned half, and nearly all that are several
_QUESTION = "question"
_LONGEST_TALK = 14  # words
_EVERY_REQUEST = 8  # of so many examples of other kinds of requests one is an example of a question
_SURELY_TALK, _SURELY_OF_PROGRAM = 0.4, 0.6  # by so much talk must be likelier than a question
_SOCIAL = frozenset({"greeting", "thanks", "goodbye"})
_FEW_WORDS = 2  # of so few the language is that of the examples they are like
_REMEMBERED = 64  # texts: each is asked about several times in a run
_WORD = re.compile(r"[^\W\d_]{2,}")
_NAME_WORD = re.compile(r"[^\W_]+")
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ToldKind:
    """The kind, and how likely each is by the embedder: likeliest first, near 1 at most."""

    kind: RequestKind
    scores: dict[str, float]

    @property
    def short_of_figure(self) -> float:
        """By how much another kind is likelier than that something has to be computed; 1 where nothing could
        tell."""
        if self.kind is RequestKind.FIGURE:
            return 0.0
        if not self.scores:
            return 1.0
        return max(self.scores.values()) - self.scores[RequestKind.FIGURE.value]

    @property
    def in_documents(self) -> RequestKind:
        """The kind where what documents say is asked, and not which there are: a question to the library is
        one for places or for a fact then, whichever is likelier."""
        if self.kind is not RequestKind.LIBRARY or not self.scores:
            return self.kind
        return max((RequestKind.FIND, RequestKind.FACT), key=lambda kind: self.scores[kind.value])

    @property
    def without_figure(self) -> RequestKind:
        """The kind where nothing can be computed for it: a near one, else a fact that is looked up."""
        if self.kind is not RequestKind.FIGURE:
            return self.kind
        others = {kind: score for kind, score in self.scores.items() if kind != RequestKind.FIGURE.value}
        best = _kind_of(others) if others else RequestKind.FACT
        is_near = bool(others) and others[best.value] > self.scores[RequestKind.FIGURE.value] - _INSTEAD
        return best if is_near else RequestKind.FACT


class RequestKinds:
    """Tells requests apart by examples. Without an embedder everything is a fact that is looked up."""

    def __init__(self, embedder: Embedder | None, cache_folder: Path | None = None) -> None:
        def judge(examples: Exemplars, ridge: float = _RIDGE, width: float = 0.0) -> ExemplarJudge | None:
            if embedder is None:
                return None
            return ExemplarJudge(embedder, examples, cache_folder, ridge, width=width)

        self._kinds = judge(_exemplars("request_kinds.toml"), KINDS_RIDGE, KINDS_WIDTH)
        self._scopes = judge(_exemplars("request_scopes.toml"), KINDS_RIDGE, KINDS_WIDTH)
        self._follow_ups = judge(follow_up_examples(), _FOLLOWING_RIDGE)
        self._leaving = judge(_exemplars("left_out.toml"))
        self._demands = judge(_exemplars("demands.toml"), _DEMAND_RIDGE)
        self._answering_in = judge(_exemplars("answer_language.toml"))
        self._completing = judge(_exemplars("completing_sentences.toml"))
        self._talk = judge(_small_talk_examples(), KINDS_RIDGE, KINDS_WIDTH)
        self._talk_scores = lru_cache(_REMEMBERED)(lambda text: _scores(self._talk, text))
        self._at_once = judge(_exemplars("asked_at_once.toml"), _AT_ONCE_RIDGE)
        self.library = None if embedder is None else LibraryExamples(embedder, cache_folder)

    @property
    def judges(self) -> tuple[ExemplarJudge, ...]:
        """One a file of examples; none without an embedder."""
        told = [
            self._kinds, self._scopes, self._follow_ups, self._leaving, self._demands, self._answering_in,
            self._completing, self._at_once, self._talk, None if self.library is None else self.library.judge,
        ]  # fmt: skip
        return tuple(judge for judge in told if judge is not None)

    def kind_of(self, text: str) -> ToldKind:
        """See `RequestKind`."""
        scores = _scores(self._kinds, text)
        if not scores:
            return ToldKind(RequestKind.FACT, {})
        if _margin(scores) < _NEAR:  # "…? List all of them." may end with what is wanted
            last = split_sentences(text)[-1]
            alone = _scores(self._kinds, text[last.start : last.end])
            if alone and _margin(alone) >= _PLAIN and next(iter(alone)) in list(scores)[:2]:
                scores = alone
        return ToldKind(_kind_of(scores), {kind: round(score, 3) for kind, score in scores.items()})

    def kind_with_names(self, text: str, names: Collection[str]) -> ToldKind:
        """As `kind_of`, where `names` are those of documents that a search for the text found: by an embedder
        alone "What is the Clean Air Act about?" asks for something in a document, and not for a document."""
        told = self.kind_of(text)
        if told.kind not in LOOKED_UP or not told.scores:
            return told
        said = _without_names(text, names)
        about = self.kind_of(said) if said != text else told
        best, second = sorted(about.scores.values(), reverse=True)[:2]
        surely = about.kind is RequestKind.ABOUT and best - second >= _SURELY_ABOUT
        return about if surely else told

    def is_about_a_part(self, text: str, names: Collection[str]) -> bool:
        """Whether it asks for one part or subject of a document with these names, and not for all of it."""
        scores = _scores(self._scopes, _without_names(text, names))
        return bool(scores) and scores["part"] > scores["whole"]

    def follow_up_of(self, text: str) -> FollowUp:
        """How a question goes on from the turn before it. A figure or code alone asks the same of another;
        without an embedder everything else stands by itself."""
        if not _WORD.search(text):  # "2023?", "C-200?"
            return FollowUp.ANOTHER
        scores = _scores(self._follow_ups, text)
        if not scores:
            return FollowUp.STANDALONE
        best = FollowUp(next(iter(scores)))
        sure = scores[best.value] - scores[FollowUp.STANDALONE.value] >= _SURE
        if best is FollowUp.NARROWED and self.kind_of(text).kind is RequestKind.YES_NO:
            return FollowUp.ABOUT  # what holds is asked, not which
        return FollowUp.STANDALONE if best in ON_ANSWER and not sure else best

    def is_left_out(self, text: str) -> bool:
        """Whether a condition says what is to go, and not what is to stay."""
        scores = _scores(self._leaving, text)
        return bool(scores) and scores["left_out"] > scores["kept"]

    def answer_language_of(self, text: str) -> str:
        """ISO 639-1 code of the language that a request wants its answer in; "" for none, and for one that
        only belongs to what is asked ("the German contract"). The sentence that names it tells."""
        for span in split_sentences(text):
            sentence = text[span.start : span.end]
            named = language_named(sentence)
            scores = _scores(self._answering_in, sentence) if named else {}
            if scores and scores["to_answer_in"] > scores["of_what_is_asked"]:
                return named
        return ""

    def talk_of(self, text: str, *, goes_on: bool = False) -> tuple[str, str]:
        """See `core.answer.asking.small_talk.TalkOf`: nothing long, and what surely is none of a question.

        `goes_on`: in a conversation, in which "how does it work?" asks of what was spoken about.
        """
        words = len(text.split())
        scores = self._talk_scores(text) if words <= _LONGEST_TALK else {}
        if not scores:
            return "", ""
        best = next(iter(scores))
        key, _, language = best.partition(".")
        surely = _SURELY_TALK if key in _SOCIAL else _SURELY_OF_PROGRAM
        if key == _QUESTION or scores[best] - scores[_QUESTION] < surely or (goes_on and key not in _SOCIAL):
            return "", ""
        return key, language if words <= _FEW_WORDS else question_language(text, language)

    def may_be_several(self, text: str) -> bool:
        """Whether it is worth asking a language model if several questions are asked at once."""
        scores = _scores(self._at_once, text)
        return bool(scores) and scores["several"] - scores["one"] > _FEW_ARE_SEVERAL

    def limits_what_stands_before(self, sentence: str) -> bool:
        """Whether a sentence of a document says in which case the one before it holds, or is otherwise."""
        scores = _scores(self._completing, sentence)
        return bool(scores) and scores["limits"] > scores["other"]

    def demands_of(self, clause: str) -> dict[str, float]:
        """Each kind of demand with how likely a clause makes it; empty without an embedder."""
        return _scores(self._demands, clause)

    @staticmethod
    def demand_words(kind: str) -> frozenset[str]:
        """The words, in lower case, that several examples of a kind of demand have."""
        return _common_words(kind)

    def prepare(self) -> None:
        """Load the embedder, and embed the examples where nobody has: takes seconds, or minutes."""
        for judge in self.judges:
            _scores(judge, "")


def follow_up_examples() -> Exemplars:
    """Those of follow-ups; every example of a kind of request stands by itself, too: some are enough."""
    own, standing = _exemplars("follow_ups.toml"), _exemplars("request_kinds.toml").texts[::4]
    place = own.kinds.index(FollowUp.STANDALONE.value)
    return Exemplars(own.kinds, (*own.texts, *standing), (*own.of, *[place] * len(standing)))


def _small_talk_examples() -> Exemplars:
    """Each kind of talk once for each language that is replied in; requests and follow-ups are questions."""
    texts: list[str] = []
    of: list[str] = []
    for kind, languages in load_texts(resources() / "small_talk.toml").items():
        for language, own in languages.items():
            texts += own
            of += [kind if kind == _QUESTION else f"{kind}.{'de' if language == 'de' else 'en'}"] * len(own)
    kinds_of = _exemplars("request_kinds.toml")
    alike = {kinds_of.kinds.index(kind) for kind in (RequestKind.ABOUT, RequestKind.LIBRARY)}
    requests = [
        text
        for place, (text, of_kind) in enumerate(zip(kinds_of.texts, kinds_of.of, strict=True))
        if of_kind in alike or place % _EVERY_REQUEST == 0
    ]
    requests += _exemplars("follow_ups.toml").texts
    kinds = tuple(dict.fromkeys((*of, _QUESTION)))
    places = [kinds.index(one) for one in (*of, *[_QUESTION] * len(requests))]
    return Exemplars(kinds, (*texts, *requests), tuple(places))


def _margin(scores: Mapping[str, float]) -> float:
    best, second = sorted(scores.values(), reverse=True)[:2]
    return best - second


def _kind_of(scores: Mapping[str, float]) -> RequestKind:
    """The likeliest; in doubt one that is looked up."""
    best = max(scores, key=lambda kind: scores[kind])
    looked_up = max((kind for kind in scores if kind in LOOKED_UP), key=lambda kind: scores[kind])
    return RequestKind(looked_up if scores[best] - scores[looked_up] < _DOUBT else best)


def _without_names(text: str, names: Collection[str]) -> str:
    """ "This document" in place of the longest run of words that is a name, or most of one."""
    words = list(_NAME_WORD.finditer(text))
    said = [word[0].casefold() for word in words]
    told = [_NAME_WORD.findall(name.casefold()) for name in names]
    runs = [
        (last - first, first, last)
        for name in told
        for first in range(len(said))
        if (last := _end_of_name(said, first, name))
    ]
    if not runs:
        return text
    _, first, last = max(runs)
    return f"{text[: words[first].start()]}this document{text[words[last - 1].end() :]}"


def _end_of_name(said: Sequence[str], first: int, name: Sequence[str]) -> int:
    """Where the name ends that begins there, all or more than half of it, with a word between any two of its
    words at most ("terms and conditions" for terms-conditions); 0 where none begins."""
    last, found = first, 0
    for word in name:
        places = [place for place in (last, last + 1)[: 1 + bool(found)] if said[place : place + 1] == [word]]
        if not places:
            break
        last, found = places[0] + 1, found + 1
    return last if 2 * found > len(name) else 0


@cache
def _common_words(kind: str) -> frozenset[str]:
    examples = _exemplars("demands.toml")
    place = examples.kinds.index(kind)
    texts = [text for text, of in zip(examples.texts, examples.of, strict=True) if of == place]
    seen = Counter(word for text in texts for word in set(re.findall(r"\w+", text.casefold())))
    return frozenset(word for word, count in seen.items() if count > 1)


@cache
def _exemplars(name: str) -> Exemplars:
    return load_exemplars(resources() / name)


def _scores(judge: ExemplarJudge | None, text: str) -> dict[str, float]:
    if judge is None:
        return {}
    try:
        return judge.scores(text)
    except KnownError as error:
        log.warning("the kind of a request is not known: %s", error)
        return {}
