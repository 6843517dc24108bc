"""The optional model pass over a question: demands that the patterns did not see.

One short call, bound by a grammar. Its result can only add, and only what has a foothold in the question:
names that stand there, numbers that stand there near a word for the thing, flags with a word for them. Small
models invent demands where there are none. Off by default: it costs a call (`answers.constraint_pass`).
"""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from typing import Any

from core.agent.demands.conflict_rules import DISAGREEMENT, RULES
from core.agent.demands.constraints import PromptConstraints, merge
from core.agent.demands.disclosure_demands import LACK, SAY
from core.agent.demands.prompt_clauses import FLAGS, QUANTITY, any_of, once, quantity, sentences
from core.agent.demands.who_demands import asks_about_documents
from core.cancel import CancelToken
from core.events import Event, EventStamper
from core.llm.base import ChatModel, GenerationRequest, Grammar, Message
from core.llm.calls import UsageMeter, call_model
from core.llm.reply_json import reply_json

_MAX_TOKENS = 220
_MOST_NAMES = 6
_LONGEST_NAME = 60  # characters
_MOST = 9
_NEAR = 60  # characters between a number and the word for what it counts
_SYSTEM = (
    "You read what a request demands of the way it is answered. You never answer it. Most requests demand "
    "nothing: then write 0, false, null and empty lists."
)
_TASK = (
    "searches: how many separate searches are demanded. topics: what each of them is for. open: how many "
    "sources have to be opened or read in full. quote: exact words have to be quoted. conflicts: it says "
    "what to do where documents disagree; rule: which document counts then. sections: names of sections that "
    "the answer must have. gaps: the answer must say what the documents do not contain. Copy topics and "
    "sections from the request.\n"
    "Request: {prompt}\nReply as JSON."
)
_A_SEARCH = re.compile("search|quer(?:y|ies)|look|such|recherch|abfrage", FLAGS)
_AN_OPENING = re.compile(
    any_of(
        "open, read, citation, source, passage, full text, cite, consult, öffn, lies, lesen, beleg,"
        "quelle, fundstelle, volltext"
    ),
    FLAGS,
)
_A_QUOTE = re.compile(
    any_of(
        "quot, verbatim, word[- ]for[- ]word, wording, (?:exact|original|own) (?:words|text), zitat,"
        "zitier, wörtlich, wortlaut, wort für wort"
    ),
    FLAGS,
)
_A_SECTION = re.compile(
    any_of(
        "section, heading, header, structure, organi[sz]e, outline, chapter, part, template, abschnitt,"
        "überschrift, glieder, kapitel, teil"
    ),
    FLAGS,
)


def ask_for_constraints(
    model: ChatModel,
    prompt: str,
    found: PromptConstraints,
    meter: UsageMeter,
    stamp: EventStamper,
    cancel: CancelToken,
) -> Generator[Event, None, PromptConstraints]:
    """`found` and what the model adds; `found`, without a call, for a prompt of nothing but questions.

    Raises:
        Cancelled: the user pressed Stop.
        core.errors.ModelError: from the model.
    """
    if all(asks_about_documents(sentence) for sentence in sentences(prompt)):
        return found
    done = yield from call_model(model, _request(prompt), "constraints", stamp, cancel, meter=meter)
    return merge(found, _read(done.text, prompt, found))


def _request(prompt: str) -> GenerationRequest:
    names = {
        "type": "array",
        "items": {"type": "string", "minLength": 1, "maxLength": _LONGEST_NAME},
        "maxItems": _MOST_NAMES,
    }
    number = {"type": "integer", "minimum": 0, "maximum": _MOST}
    properties: dict[str, Any] = {
        "searches": number,
        "topics": names,
        "open": number,
        "quote": {"type": "boolean"},
        "conflicts": {"type": "boolean"},
        "rule": {"enum": [*RULES, None]},
        "sections": names,
        "gaps": {"type": "boolean"},
    }
    schema = {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
    messages = (Message("system", _SYSTEM), Message("user", _TASK.format(prompt=prompt)))
    return GenerationRequest(messages, _MAX_TOKENS, grammar=Grammar(json_schema=schema))


def _read(text: str, prompt: str, found: PromptConstraints) -> PromptConstraints:
    """The output without what has no foothold in the prompt; cut-off or foreign output demands nothing."""
    try:
        content = reply_json(text)
    except ValueError:
        return PromptConstraints()
    if not isinstance(content, dict):
        return PromptConstraints()

    def flag(name: str, *cues: re.Pattern[str]) -> bool:
        return content.get(name) is True and all(cue.search(prompt) for cue in cues)

    topics = _names(content.get("topics"), prompt, _A_SEARCH, found.required_search_topics)
    if len(topics) + len(found.required_search_topics) < 2:
        topics = ()
    conflicts, rule = flag("conflicts", DISAGREEMENT), content.get("rule")
    known = conflicts and isinstance(rule, str) and rule in RULES and RULES[rule].search(prompt)
    return PromptConstraints(
        min_searches=max(_number(content.get("searches"), prompt, _A_SEARCH), len(topics), 1),
        required_search_topics=topics,
        min_open_citations=_number(content.get("open"), prompt, _AN_OPENING),
        requires_exact_quote=flag("quote", _A_QUOTE),
        requires_conflict_resolution=conflicts,
        conflict_resolution_rule=rule if known else None,
        required_sections=_names(content.get("sections"), prompt, _A_SECTION, found.required_sections),
        requires_insufficiency_disclosure=flag("gaps", LACK, SAY),
    )


def _names(value: Any, prompt: str, cue: re.Pattern[str], known: Sequence[str]) -> tuple[str, ...]:
    """The names that stand in the prompt as whole words, as the prompt writes them, and in no known one."""
    if not isinstance(value, list) or not cue.search(prompt):
        return ()
    names: list[str] = []
    for entry in value[:_MOST_NAMES]:
        words = re.findall(r"\w+", entry) if isinstance(entry, str) else []
        place = (
            re.search(r"\b" + r"\W+".join(map(re.escape, words)) + r"\b", prompt, FLAGS) if words else None
        )
        name = " ".join(place[0].split()) if place else ""
        folded = name.casefold()
        if 0 < len(name) <= _LONGEST_NAME and not any(
            folded in other.casefold() or other.casefold() in folded for other in known
        ):
            names.append(name)
    return once(names)


def _number(value: Any, prompt: str, cue: re.Pattern[str]) -> int:
    """The number if the prompt has it near the cue, else 0."""
    if not isinstance(value, int) or isinstance(value, bool):
        return 0
    for found in re.finditer(QUANTITY, prompt, FLAGS):
        if quantity(found) == value and cue.search(
            prompt, max(0, found.start() - _NEAR), found.end() + _NEAR
        ):
            return value
    return 0
