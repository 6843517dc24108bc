"""Phase 1: searches, what they leave open, and questions to the user that aim at that. One round a step."""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence

from core.agent.queries import as_query, distinct, question_query
from core.answer.asking.asked_at_once import questions_at_once
from core.answer.asking.question import ASKING
from core.answer.sources import Source
from core.errors import ModelError
from core.events import ClarificationAssessed, Event, NoticeGiven
from core.judge.calibration import LEAST
from core.research import prompts
from core.research.base import Parts
from core.research.enumeration import questions_of_list
from core.research.findings import add_findings, reopened
from core.research.limits import ResearchLimits
from core.research.passages import are_covered, filtered, judged
from core.research.research_texts import say
from core.research.round_reply import narrowed
from core.research.state import Phase, ResearchState, Round
from core.search.called_search import called_search
from core.text.facts import facts_of
from core.text.stems import STOP_WORDS
from core.text.textspan import word_list
from core.types import SearchHit
from core.types.research import ClarificationEnd

_MOST_ASPECTS = 6
_LONGEST_QUERY, _LONGEST_PART, _LONGEST_ASPECT, _LONGEST_QUESTION = 120, 200, 60, 160
_QUERY_TOKENS, _ASPECT_TOKENS, _QUESTION_TOKENS = 140, 110, 180
_FEW_WORDS = 1  # of a reply: with no more it says little by itself
_FEWEST_QUESTIONS, _MOST_QUESTIONS = 2, 3
_ORDERS = word_list(
    "compare contrast list name describe explain summarise summarize tell give show find outline discuss",
    "analyse analyze check report review state identify assess determine please",
    "vergleiche vergleichen nenne nennen beschreibe erkläre erläutere fasse liste zeige prüfe",
)
_PERIOD = re.compile(r"\b(?:1[89]|20)\d\d\b")


def clarify(state: ResearchState, parts: Parts) -> Generator[Event, None, ResearchState]:
    """One round, or the end of the clarification. A state that waits has the questions in its last round."""
    limits = parts.limits
    if not state.questions:
        questions = yield from _questions_in(state, parts)
        state = state.but(questions=questions)
    if not state.aspects:
        aspects = yield from _aspects(state, parts)
        state = state.but(aspects=aspects)
    state = yield from narrowed(state, parts)
    ended: ClarificationEnd = "user_end" if state.rounds and state.rounds[-1].ended else ""
    if not ended and len(state.rounds) >= limits.rounds:
        ended = "max_iterations"
    if ended:
        if not state.rounds:  # the first searches are what the list is made from
            state = yield from _round(state, parts)
        return (yield from _end(state, ended, parts))
    state = yield from _round(state, parts)
    last = state.rounds[-1]
    if state.skip_questions:
        return (yield from _end(state, "skipped", parts))
    if has_converged(last, limits):
        return (yield from _end(state, "convergence", parts))
    questions = yield from _questions(state, last, parts)
    last = last.but(questions=questions)
    yield assessed(state, last, parts)
    return state.but(rounds=(*state.rounds[:-1], last), waiting="questions")


def has_converged(last: Round, limits: ResearchLimits) -> bool:
    """Enough is covered, the searches find what is known, and little is open."""
    return (
        last.coverage >= limits.coverage
        and last.overlap >= limits.overlap
        and len(last.gaps) <= limits.open_gaps
    )


def _end(
    state: ResearchState, reason: ClarificationEnd, parts: Parts
) -> Generator[Event, None, ResearchState]:
    yield assessed(state, state.rounds[-1].but(questions=()), parts, ended_by=reason)
    yield parts.stamp(NoticeGiven, code=f"clarified_{reason}", message=say(f"ended_{reason}", state.language))
    return state.but(clarified_by=reason, phase=Phase.TODO)


def assessed(
    state: ResearchState, last: Round, parts: Parts, ended_by: ClarificationEnd = ""
) -> ClarificationAssessed:
    return parts.stamp(
        ClarificationAssessed,
        round=len(state.rounds),
        queries=last.queries,
        found=last.found,
        new=last.new,
        coverage=last.coverage,
        overlap=last.overlap,
        gaps=last.gaps,
        questions=last.questions,
        ended_by=ended_by,
    )


# --- one round -------------------------------------------------------------------------------------


def _round(state: ResearchState, parts: Parts) -> Generator[Event, None, ResearchState]:
    limits = parts.limits
    queries = yield from _queries(state, parts)
    known = {found.chunk_id for found in state.findings}
    hits: list[SearchHit] = []
    repeated = 0
    for query in queries:
        result = yield from called_search(
            parts.retriever, query, limits.hits_per_query, state.document_ids, parts.stamp, parts.cancel
        )
        for hit in result.hits:
            if hit.chunk.chunk_id in known:
                repeated += 1
            else:
                known.add(hit.chunk.chunk_id)
                hits.append(hit)
    sources = opened(hits, parts)
    kept = filtered(judged(state.needs, state.language, sources, parts.judge), LEAST, len(sources))
    state = yield from add_findings(state, kept, parts)
    read = reopened(state, parts)
    covered = are_covered(state.aspects, state.language, read, parts.judge)
    gaps = tuple(aspect for aspect, is_covered in covered.items() if not is_covered)
    found = len(hits) + repeated
    round_ = Round(
        queries=queries,
        found=found,
        new=len(sources),
        coverage=round(sum(covered.values()) / max(len(covered), 1), 3),
        overlap=round(repeated / found, 3) if found else 1.0,
        gaps=gaps,
    )
    return state.but(rounds=(*state.rounds, round_))


def opened(hits: Sequence[SearchHit], parts: Parts) -> list[Source]:
    """Hits as passages, numbered from 1 in their order; without those that are gone."""
    sources: list[Source] = []
    for hit in hits:
        source = parts.sources.open(len(sources) + 1, hit.chunk.document_id, hit.chunk.chunk_id, hit.score)
        if source is not None:
            sources.append(source)
    return sources


def _queries(state: ResearchState, parts: Parts) -> Generator[Event, None, tuple[str, ...]]:
    """The question and up to two others: of the model, else of what the user said, of its parts, gaps, names
    and bare matter. Nothing is searched for by a single name or word of a reply alone."""
    most = parts.limits.queries
    tried = [query for round_ in state.rounds for query in round_.queries]
    first = question_query(state.needs)
    prompt = prompts.QUERIES.format(question=state.question, context=context_of(state))
    written = yield from parts.asker.ask_for(
        "queries", prompt, (1, most - 1), _LONGEST_QUERY, _QUERY_TOKENS, state.language
    )
    gaps = state.rounds[-1].gaps if state.rounds else ()
    computed = [
        *(_said_of(said, state.question) for said in state.said[-1:]),
        *(f"{gap} {names_of(state.question)}".strip() for gap in gaps),
        *(state.questions if len(state.questions) > 1 else ()),
        bare_words(state.question),
        *([names_of(state.question)] if len(names_of(state.question).split()) > 1 else []),
        *state.aspects,
    ]
    own = [as_query(text, _LONGEST_QUERY) for text in written if is_about(text, state)]
    return (first, *distinct([*own, *computed], [*tried, first])[: most - 1])


def _said_of(said: str, question: str) -> str:
    """A reply as a query: of one word, with the names of the question or its matter."""
    bare = bare_words(said)
    if not bare or len(bare.split()) > _FEW_WORDS:
        return bare
    return as_query(f"{bare} {names_of(question) or bare_words(question)}", _LONGEST_QUERY)


def _aspects(state: ResearchState, parts: Parts) -> Generator[Event, None, tuple[str, ...]]:
    """What the question asks for: its parts, and what the model names of its matter."""
    computed = [short_form(part) for part in state.questions]
    prompt = prompts.ASPECTS.format(question=state.question, context=context_of(state))
    named = yield from parts.asker.ask_for(
        "aspects", prompt, (1, 4), _LONGEST_ASPECT, _ASPECT_TOKENS, state.language
    )
    named = [aspect for aspect in named if is_about(aspect, state)]
    return distinct([*computed, *named])[:_MOST_ASPECTS] or (short_form(state.question),)


def _questions_in(state: ResearchState, parts: Parts) -> Generator[Event, None, tuple[str, ...]]:
    """The question, or those that it asks at once; and one for each thing that it enumerates if there is room
    for all of them."""
    asker = parts.asker
    model, may_be_several = asker.model, parts.kinds.may_be_several
    found: tuple[str, ...] = ()
    try:
        found = yield from questions_at_once(
            state.question, model, may_be_several, asker.meter, parts.stamp, parts.cancel
        )
    except ModelError as error:
        yield from asker.failed(error, state.language)
    asked = found or (state.question,)
    things = tuple(one for question in asked for one in questions_of_list(question, parts.kinds))
    return things if len(things) <= _MOST_ASPECTS else asked


def _questions(state: ResearchState, last: Round, parts: Parts) -> Generator[Event, None, tuple[str, ...]]:
    """Two or three; those of the model as far as they are questions and claim nothing of their own."""
    asked = {_without_figures(question) for round_ in state.rounds for question in round_.questions}
    gaps = last.gaps or state.aspects[:2]
    few = (_FEWEST_QUESTIONS, _MOST_QUESTIONS)
    prompt = prompts.QUESTIONS.format(
        question=state.question, context=context_of(state), gaps="; ".join(gaps) or "–"
    )
    own = yield from parts.asker.ask_for(
        "questions", prompt, few, _LONGEST_QUESTION, _QUESTION_TOKENS, state.language
    )
    own = [text for text in own if text.endswith("?") and _claims_nothing(text, state)]
    language = state.language
    documents = len({found.document_id for found in state.findings})
    computed = [say("ask_gap", language, gap=gap) for gap in last.gaps]
    if documents > 1:
        computed.append(say("ask_documents", language, count=documents))
    if not _PERIOD.search(state.needs):
        computed.append(say("ask_period", language))
    computed.append(say("ask_purpose", language))
    computed += [say("ask_aspect", language, topic=aspect) for aspect in state.aspects]
    # Enough for the usual rounds, whatever was found: a round without a question would wait for nothing.
    computed += [say(name, language) for name in ("ask_words", "ask_first", "ask_else", "ask_leave_out")]
    rows = [text for text in dict.fromkeys([*own, *computed]) if _without_figures(text) not in asked]
    many = len(own) + len(last.gaps) > _FEWEST_QUESTIONS
    return tuple(rows[: _MOST_QUESTIONS if many else _FEWEST_QUESTIONS])


def _without_figures(question: str) -> str:
    """Equal for questions that differ by how much was found until then."""
    return re.sub(r"\d+", "", question).casefold()


def _claims_nothing(text: str, state: ResearchState) -> bool:
    """Its figures and codes are the user's own; a model's question may not claim others."""
    said, known = facts_of(text), facts_of(state.needs)
    own = {number.value for number in known.numbers}
    return all(number.value in own for number in said.numbers) and said.identifiers <= known.identifiers


# --- small things ----------------------------------------------------------------------------------


def context_of(state: ResearchState) -> str:
    """What the user added, as a line of a prompt; empty where nothing was."""
    said = " ".join(state.context)
    return prompts.CONTEXT.format(context=said) if said else ""


def is_about(text: str, state: ResearchState) -> bool:
    """It shares a word with the question or what the user added: small models drift."""
    return bool(terms_of(state.needs) & terms_of(text))


def terms_of(text: str) -> frozenset[str]:
    return facts_of(text).terms


def names_of(question: str) -> str:
    """Names, codes and years of the question as they are written, each once; neither the number of a thing
    ("hall 7") nor the word that orders ("Compare")."""
    facts = facts_of(question)
    words = dict.fromkeys(re.findall(r"[\w-]+", question))
    return " ".join(
        word
        for at, word in enumerate(words)
        if (not word.isdigit() and any(sign.isdigit() for sign in word))
        or _PERIOD.fullmatch(word)
        or (facts_of(f"x {word}").names and not facts.german and not (at == 0 and word.casefold() in _ORDERS))
    )


def bare_words(text: str) -> str:
    """Its words that say something, as a query."""
    words = re.findall(r"\w+(?:-\w+)*", text)
    return " ".join(word for word in words if word.casefold() not in STOP_WORDS | ASKING)


def short_form(text: str) -> str:
    text = text.rstrip(" ?.")
    short = as_query(text, _LONGEST_PART)
    return short if len(short) == len(" ".join(text.split())) else f"{short} …"
