"""Whether a request asks for one figure of a table, for several, or for how two belong together; and the
requests for single figures that it consists of.

The form is told by the language model's next word after examples, which costs one token; the single requests
are taken only where nothing exact is new or lost.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Literal

from core.answer.asking.asked_at_once import ask_the_same
from core.answer.asking.question_language import question_language
from core.answer.calculated.request_values import values_in
from core.events import Event
from core.llm.base import ChatModel, GenerationRequest, Grammar, Message
from core.llm.calls import call_model
from core.plans.base import PlanTools
from core.text.facts import facts_of

Form = Literal["one", "several", "difference", "share"]
_FORMS: tuple[Form, ...] = ("one", "several", "difference", "share")
_OPTIONS = (("One",), ("Several",), ("Difference",), ("Percent",))
_SURELY_SEVERAL = 1.3  # log-odds against one: "how many are there, and which are they" is one
_MOST_TOKENS = 120
_ASKS_FOR = (
    "A request asks for figures of a table. What does it want? One: one figure, also a sum or number over "
    "several rows. Several: two or more figures, each by itself. Difference: by how much one figure is more "
    "than another. Percent: which part of a whole one figure is."
)
_ASKED = (
    ("Which van has run the most, and how many kilometres?", "One"),
    ("What did the vans, the trucks and both trailers cost together?", "One"),
    ("which van has run the most, which one the least, and how far apart are they", "Difference"),
    ("how many litres did Novak use, and which of his trips was the longest", "Several"),
    ("We want to save fuel. What percentage of all the diesel goes into the trucks?", "Percent"),
    ("Um wie viel haben wir 2021 mehr für Reifen ausgegeben, als im Plan stand?", "Difference"),
    ("Welches Fahrzeug ist am ältesten?", "One"),
    ("Wie viele Fahrten gab es im Mai und wie lang waren sie im Schnitt?", "Several"),
    ("How many vehicles were bought after 2019, and which are they?", "One"),
    ("Wie lange dauern Waschen und Trocknen zusammen?", "One"),
    ("what share of the trips did Lee drive", "Percent"),
    ("total mileage without the vans", "One"),
    ("is diesel or petrol the bigger cost, and what's the gap in euros?", "Difference"),
    ("welchen Anteil an den Kosten haben die Reifen?", "Percent"),
    ("the cheapest and the dearest tyre?", "Several"),
    ("how much more does the big van cost a month than the small one", "Difference"),
)
_WRITE = (
    "The request asks {wants}. Write a request for each of the two that can be understood by itself. "
    "Keep its language and its words. Never answer."
)
_WANTS = {
    "several": "for two figures of a table",
    "difference": "by how much two figures of a table differ",
}
_WRITTEN = {
    "several": (
        (
            "how many litres did Novak use in 2019, and which of his trips was the longest",
            "How many litres did Novak use in 2019?\nWhich of Novak's trips in 2019 was the longest?",
        ),
        (
            "We have to insure them. the cheapest and the dearest tyre?",
            "Which is the cheapest tyre?\nWhich is the dearest tyre?",
        ),
        (
            "Wie viele Fahrten gab es im Mai und wie lang waren sie im Schnitt?",
            "Wie viele Fahrten gab es im Mai?\nWie lang waren die Fahrten im Mai im Schnitt?",
        ),
    ),
    "difference": (
        (
            "which van has run the most, which one the least, and how far apart are they",
            "Which van has run the most?\nWhich van has run the least?",
        ),
        (
            "Um wie viel haben wir 2021 mehr für Reifen ausgegeben, als im Plan stand?",
            "Wie viel haben wir 2021 für Reifen ausgegeben?\nWie viel stand 2021 im Plan für Reifen?",
        ),
        (
            "We need one for Lee. how much more does the big van cost a month than the small one",
            "How much does the big van cost a month?\nHow much does the small van cost a month?",
        ),
    ),
}
_GRAMMAR = Grammar(gbnf='root ::= question "\\n" question\nquestion ::= [^\\n?]{4,160} "?"')


def form_asked(request: str, model: ChatModel, tools: PlanTools) -> Form:
    """What a request for figures wants.

    Raises:
        core.errors.ModelError: from the model. core.errors.Cancelled: after Stop.
    """
    messages = _examples(_ASKS_FOR, _ASKED)
    asked = (*messages, Message("user", request))
    odds = model.choose(asked, _OPTIONS, tools.cancel, kept=len(messages))
    form = _FORMS[max(range(len(_FORMS)), key=lambda place: odds[place])]
    return "one" if form == "several" and odds[1] - odds[0] < _SURELY_SEVERAL else form


def figures_asked(
    request: str, form: Form, model: ChatModel, tools: PlanTools
) -> Generator[Event, None, tuple[str, ...]]:
    """The two single requests that one for several figures or a difference consists of; empty where the model
    leaves something out. Raises as `form_asked`."""
    messages = _examples(_WRITE.format(wants=_WANTS[form]), _WRITTEN[form])
    asking = GenerationRequest(
        (*messages, Message("user", request)),
        _MOST_TOKENS,
        temperature=0.0,
        grammar=_GRAMMAR,
        kept=len(messages),
    )
    done = yield from call_model(model, asking, "split", tools.stamp, tools.cancel, meter=tools.meter)
    lines = tuple(line.strip() for line in done.text.splitlines() if line.rstrip().endswith("?"))
    return lines if len(lines) > 1 and ask_the_same(lines, request) and _are_alike(lines) else ()


def _are_alike(lines: Sequence[str]) -> bool:
    """Whether times and names stand in both or in neither: one that has lost them asks of all rows."""
    times = [bool(values_in(line).times) for line in lines]
    names = [bool(facts_of(line).names) for line in lines]
    return len(set(times)) == 1 and (len(set(names)) == 1 or question_language(lines[0]) == "de")


def _examples(system: str, examples: tuple[tuple[str, str], ...]) -> list[Message]:
    messages = [Message("system", system)]
    for asked, answer in examples:
        messages += [Message("user", asked), Message("assistant", answer)]
    return messages
