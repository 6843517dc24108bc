"""What figure a question asks for: of which line items, which years, computed how, told in what.

Pure functions over English and German. A question is understood only if every word of it is: what names a
line item, a year, an operation or the form of the answer is taken out, and what is left must be a name of the
document (`FigureRequest.unexplained`, which whoever finds the cells checks). Quarters and parts of a year,
several questions at once and conditions ("excluding acquisitions") are not understood.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from core.answer.asking.question_language import question_language
from core.answer.figures.formulas import (
    Formula,
    Item,
    Term,
    average,
    items_of,
    parse_formula,
    replaced,
    shifted,
)
from core.answer.figures.lexicon import FILLERS, formulas_of, lexicon
from core.answer.figures.number_format import Wish, wish_in
from core.search.answer_form import without_form
from core.search.concepts import joined, load_concepts, words
from core.text.dates import quarter_in, years_in
from core.text.number_words import ENGLISH_NUMBERS, GERMAN_NUMBERS, words_for
from core.text.textspan import split_sentences

Kind = Literal["value", "result", "change", "direction"]
Asked = Literal["", "rise", "fall"]


@dataclass(frozen=True, slots=True)
class FigureRequest:
    """`formulas`: ways to compute it, the first that can be read counts; an item alone for a value.

    `years`: the one that is asked about; of a change or a direction the first and the last. `asks`: which
    direction "yes" stands for. `unexplained`: words that have to be names of the document.
    """

    kind: Kind
    formulas: tuple[Formula, ...]
    years: tuple[int, ...]
    wish: Wish
    percent: bool = False
    amount: bool = False
    asks: Asked = ""
    unexplained: tuple[str, ...] = ()
    german: bool = False


_PART_OF_YEAR = re.compile(
    r"\b(?:quarter\w*|[1-4]Q|Q[1-4]|H[12]|half|months?|weeks?|interim|ytd|year[- ]to[- ]date"
    r"|quartal\w*|halbjahr\w*|monate?n?"
    r"|forecast\w*|guidance|outlook|expect\w*|plan(?:s|ned)?|project(?:ed|ion)\w*|prognose\w*"
    r"|erwart\w*|geplant\w*)\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"\b(?:exclud\w*|without|ignor\w*|adjust(?:ed|ing|ment)?s?|constant currency|organic|pro forma"
    r"|restated?|convert\w*|assume (?!that you)"
    r"|segments?|other than|instead of|inflation|ohne|bereinigt\w*|ausgenommen|abgesehen)\b",
    re.IGNORECASE,
)
_METRIC_CLAUSE = re.compile(
    r"\bif\b[^.?!]*\b(?:not|isn['’]t)\b[^.?!]*\b(?:metric|meaningful|useful|relevant"
    r"|ask about)\b[^.?!]*[.?!]?",
    re.IGNORECASE,
)
_DEFINITION = re.compile(
    r"\bdefine\s+(?P<a>.{3,60}?)\s+as:?\s+(?P<b>[^?]+?)(?=\.\s|\.?$)"
    r"|(?<![\w,])(?P<c>[A-Z(][^.?!:]{2,60}?)\s+(?:is|are)\s+defined\s+as:?\s+(?P<d>[^?]+?)(?=\.\s|\.?$)"
    r"|,?\s*\(?defined\s+as:?\s+(?P<e>[^?]+?)(?=\)?\s*[?]|\)?\.\s|\)?\.?$)"
    r"|\bdefiniere\s+(?P<f>.{3,60}?)\s+als:?\s+(?P<g>[^?]+?)(?=\.\s|\.?$)"
    r"|,?\s*\(?definiert\s+als:?\s+(?P<h>[^?]+?)(?=\)?\s*[?]|\)?\.\s|\)?\.?$)",
    re.IGNORECASE,
)
_ASKS_FROM = re.compile(
    r"(?:^|[,:;]\s+)((?:what|how much|how many|how did|how has|by how much|by what|did|does|do|has"
    r"|have|had|was|were|is|are"
    r"|wie hoch|wie viel|was|um wie ?viel|ist|sind|hat|haben|war|gab es)\b.*)$",
    re.IGNORECASE | re.DOTALL,
)
_YEARS = re.compile(
    r"\b(?:between|from|for|in|as of|at the end of|zwischen|von|seit)?\s*\b(?:the\s+)?(?:(?:fiscal"
    r"|financial)\s+)?(?:years?\s+)?(?:FY\s?['’]?)?(?:(?:19|20)\d\d)\b"
    r"(?:\s?[-–—]\s?(?:FY\s?)?(?:19|20)\d\d\b)?|\bFY\s?['’]?\d\d\b(?:\s?[-–—]\s?FY\s?\d\d\b)?",
    re.IGNORECASE,
)
_TWO_TO_FIVE = range(2, 6)
_AVERAGE = re.compile(
    rf"\b(?:(?:\d|{'|'.join(words_for(ENGLISH_NUMBERS, _TWO_TO_FIVE))})[- ]years?\s+)?"
    r"(?:average|mean)\b(?:\s+of)?"
    rf"|\b(?:(?:\d|{'|'.join(words_for(GERMAN_NUMBERS, _TWO_TO_FIVE))})-?jahres-?)?durchschnitt\w*",
    re.IGNORECASE,
)
_CHANGE = re.compile(
    r"\b(?:(?:year[- ]over[- ]year|yoy|y/y|annual)\s+)?(?:(?P<share>percentage|percent"
    r"|%)\s+)?(?P<noun>change|growth|increase|decrease|decline)"
    r"(?:\s+rate)?\s+(?:in|of)\b|\b(?P<rate>growth rate)\b"
    r"|\b(?P<de>(?P<deshare>prozentuale\s+)?(?:veränderung|wachstum|anstieg|rückgang))\b",
    re.IGNORECASE,
)
_BY_HOW_MUCH = re.compile(
    r"^(?:by\s+)?(?:how much|what (?P<share>percentage|percent|%))\s+(?:did|has|have)\b"
    r"|^um wie ?viel\s+(?P<prozent>prozent)?",
    re.IGNORECASE,
)
_YES_NO = re.compile(
    r"^(?:did|does|do|has|have|had|was|were|is|are|ist|sind|hat|haben|gab es|war)\b", re.IGNORECASE
)
_RISES = re.compile(
    r"\b(?:grow(?:n|ing|s)?|grew|growth|increas(?:e|ed|es|ing)|improv(?:e|ed|es|ing|ement)|rise|risen"
    r"|rising|rose|higher|up"
    r"|gestiegen|gewachsen|verbessert\w*|erhöht\w*|zugenommen|steigende?[nrs]?|anstieg)\b",
    re.IGNORECASE,
)
_FALLS = re.compile(
    r"\b(?:declin(?:e|ed|es|ing)|decreas(?:e|ed|es|ing)|drop(?:ped|s|ping)?|fall(?:en|ing|s)?|fell"
    r"|reduc(?:e|ed|tion)|worsen(?:ed|ing)?"
    r"|deteriorat\w+|shr[aiu]nk|lower|down|gesunken|gefallen|verschlechtert\w*|abgenommen|rückgang"
    r"|verringert\w*)\b",
    re.IGNORECASE,
)
_CHANGES = re.compile(
    r"\b(?:chang(?:e|ed|es)|verändert\w*|year[- ]over[- ]year|yoy|or|oder)\b", re.IGNORECASE
)
# "… Calculate the inventory turnover ratio for FY2022;"
_ORDER = re.compile(r"(?:^|[.?!]\s+)(?:please\s+)?(?:calculate|compute|berechne)\s+([^.?!;]+)", re.IGNORECASE)
_MARGIN = re.compile(r"\s*(?:%|percent(?:age)?)?\s*\bmargin\b", re.IGNORECASE)
_BRACKETS = re.compile(r"\(([^()]*)\)")
_KNOWN_AS = re.compile(r"^(?:formerly|previously|f/?k/?a|also|a/?k/?a|ehemals|früher)\b", re.IGNORECASE)
_USING = re.compile(r"^(?:using|based on|calculated (?:using|from)|mit|aus)\s+(?:the\s+)?", re.IGNORECASE)
_MOST_YEARS = 6
_MOST_NESTED = 2  # definitions within definitions


def figure_request(question: str) -> FigureRequest | None:
    """None where the question asks for no such figure, or anything of it is not understood."""
    text = _METRIC_CLAUSE.sub(" ", " ".join(question.split()))
    if text.count("?") > 1 or quarter_in(text) or _PART_OF_YEAR.search(text) or _CONDITION.search(text):
        return None
    wish = wish_in(text)
    text, defined = _without_definitions(text)
    german = question_language(question) == "de"
    asked = _asking(text)
    defined |= _written_out(asked, defined)
    told = [match.group(1) for match in _ORDER.finditer(text) if not asked.startswith(match.group())]
    for clause in (asked, *told):
        bare, used = _without_brackets(clause)
        years = years_in(bare)
        if not years or len(years) > _MOST_YEARS:
            continue
        request = _Reading(bare, defined, years, wish, german).request()
        if request is None:
            continue
        if told and clause == asked and not all(_is_known(formula) for formula in request.formulas):
            continue  # what is to be calculated says it better
        if clause != asked:
            request = replace(request, unexplained=(*request.unexplained, *_names_in(asked)))
        return request if _are_used(used, request) else None
    return None


def _names_in(clause: str) -> list[str]:
    """Words with a capital that do not begin it, and that name no line item."""
    found = [word for word in re.findall(r"(?<=\s)[A-Z][\w&]+", clause) if not re.fullmatch(r"FY\d*", word)]
    return [word for name in found if lexicon().item(name) is None for word in words(name)]


def _is_known(formula: Formula) -> bool:
    return all(lexicon().item(item.words) is not None for item in items_of(formula))


class _Reading:
    """Takes one asking clause apart, by what it asks for."""

    def __init__(
        self, asked: str, defined: dict[str, Formula], years: tuple[int, ...], wish: Wish, german: bool
    ) -> None:
        self._asked = asked.strip(" ?.")
        self._rest = " ".join(_YEARS.sub(" ", self._asked).split())
        self._defined = defined
        self._years = years
        self._wish = wish
        self._german = german
        self._unexplained: list[str] = []

    def request(self) -> FigureRequest | None:
        if change := _BY_HOW_MUCH.search(self._rest):
            percent = bool(change.group("share") or change.group("prozent") or self._wish.percent)
            verb = _RISES.search(self._rest) or _FALLS.search(self._rest) or _CHANGES.search(self._rest)
            return self._changed(_without(change, self._rest), percent=percent) if verb else self._value()
        if _YES_NO.match(self._rest):
            return self._direction()
        if found := _CHANGE.search(self._rest):
            share = found.group("share") or found.group("deshare") or found.group("rate")
            grows = (found.group("noun") or "").casefold() == "growth"
            percent = bool(
                share or grows or self._wish.percent or re.search("over|yoy|y/y", found.group(), re.I)
            )
            return self._changed(_without(found, self._rest), percent=percent)
        if found := _AVERAGE.search(self._rest):
            if len(self._years) < 2 or self._years != tuple(range(min(self._years), max(self._years) + 1)):
                return None
            return self._averaged(_without(found, self._rest))
        return self._value()

    def _value(self) -> FigureRequest | None:
        if len(self._years) != 1:
            return None
        return self._of(self._formulas(self._rest), "value", self._years)

    def _averaged(self, text: str) -> FigureRequest | None:
        last = self._years[-1]
        formulas = tuple(
            average([shifted(formula, year - last) for year in self._years])
            for formula in self._formulas(text)
        )
        return self._of(formulas, "result", (last,))

    def _changed(self, text: str, *, percent: bool) -> FigureRequest | None:
        formulas = self._formulas(_without_verbs(text))
        if percent:
            return self._of(formulas, "change", self._span())
        last = tuple(Term("−", formula, shifted(formula, -self._distance())) for formula in formulas)
        return self._of(last, "result", self._span()[1:])

    def _direction(self) -> FigureRequest | None:
        rises, falls = bool(_RISES.search(self._rest)), bool(_FALLS.search(self._rest))
        if not (rises or falls or _CHANGES.search(self._rest)):
            return None
        formulas = self._formulas(_without_verbs(self._rest))
        asks: Asked = "" if rises == falls else "rise" if rises else "fall"
        return self._of(formulas, "direction", self._span(), asks)

    def _span(self) -> tuple[int, ...]:
        """The first and the last year; of one year the one before."""
        if len(self._years) == 1:
            return (self._years[0] - 1, self._years[0])
        return (min(self._years), max(self._years)) if len(self._years) == 2 else ()

    def _distance(self) -> int:
        span = self._span()
        return span[1] - span[0] if span else 0

    def _of(
        self, formulas: tuple[Formula, ...], kind: Kind, years: tuple[int, ...], asks: Asked = ""
    ) -> FigureRequest | None:
        if not formulas or not years:
            return None
        if kind == "value" and not isinstance(formulas[0], Item):
            kind = "result"
        percent = self._wish.percent or self._percent
        amount = self._amount and not percent
        unexplained = tuple(dict.fromkeys(self._unexplained))
        return FigureRequest(
            kind, formulas, years, self._wish, percent, amount, asks, unexplained, self._german
        )

    def _formulas(self, text: str) -> tuple[Formula, ...]:
        """What the words name: line items, a measure, a formula over them; empty where that is not plain."""
        self._percent, self._amount = False, True
        margin = _MARGIN.search(text)
        named = [key for _, _, key in lexicon().named_in(text)]
        if margin and not any(lexicon().measure(key) for key in named):
            text = f"{text[: margin.start()]} / revenue {text[margin.end() :]}"
            self._percent = True
        if re.search(
            r"\bas an? (?:%|percent\w*) of\b|\bin prozent (?:der|des|vom|von)\b", text, re.IGNORECASE
        ):
            self._percent = True
        formula = parse_formula(text) or Item(text)
        if isinstance(formula, Item):
            return self._meant(formula)
        self._amount = not any(term.sign == "÷" for term in _terms(formula))
        ways = [self._meant(item) for item in items_of(formula)]
        if any(len(way) != 1 for way in ways):
            return ()
        meant = dict(zip(items_of(formula), (way[0] for way in ways), strict=True))
        return (replaced(formula, lambda item: meant[item]),)

    def _meant(self, item: Item) -> tuple[Formula, ...]:
        """The line item or measure that a leaf names; other words of it are names, or nothing is meant."""
        own = words(item.words)
        spots = self._defined_in(item.words) or lexicon().named_in(item.words)
        if len(spots) > 1:
            return ()
        if not spots:
            return (Item(" ".join(kept), item.year, item.offset),) if (kept := _trimmed(own)) else ()
        first, last, key = spots[0]
        self._unexplained += [word for word in (*own[:first], *own[last:]) if word not in FILLERS]
        if key in self._defined:
            formula = self._written_out(self._defined[key])
            self._amount = not any(term.sign == "÷" for term in _terms(formula))
            return (formula,)
        if measure := lexicon().measure(key):
            self._amount = self._amount and measure.amount
            self._percent = self._percent or measure.percent
            return formulas_of(key)
        return (Item(" ".join(own[first:last]), item.year, item.offset),)

    def _written_out(self, formula: Formula) -> Formula:
        """With what else the question defines, and agreed measures, in the place of their names."""

        def meant(item: Item) -> Formula:
            known = self._defined.get(joined(item.words))
            ways = formulas_of(joined(item.words))
            return known or (ways[0] if len(ways) == 1 else item)

        for _ in range(_MOST_NESTED):
            formula = replaced(formula, meant)
        return formula

    def _defined_in(self, text: str) -> list[tuple[int, int, str]]:
        own = words(text)
        found = [
            (first, last, gram)
            for first in range(len(own))
            for last in range(first + 1, len(own) + 1)
            if (gram := "".join(own[first:last])) in self._defined
        ]
        return [max(found, key=lambda spot: spot[1] - spot[0])] if found else []


def _without_definitions(text: str) -> tuple[str, dict[str, Formula]]:
    """The text without what it defines, and what that is by its joined name; "" if it does not name it."""
    defined: dict[str, Formula] = {}
    before: list[str] = []
    for match in _DEFINITION.finditer(text):
        name = next((match.group(key) for key in "acf" if match.group(key)), "")
        body = next(match.group(key) for key in "bdegh" if match.group(key))
        formula = parse_formula(body if body.count("(") >= body.count(")") else body.rstrip(")"))
        if not name:
            name = " ".join(words(_asking(text[: match.start()]))[-4:])
        if formula is None:
            continue
        before.append(match.group())
        own = words(_BRACKETS.sub(" ", name))
        # "the quick ratio" is defined for all its endings that say something: "… Acme's quick ratio".
        names = (
            [own]
            if match.group("a") or match.group("c") or match.group("f")
            else [own[n:] for n in range(len(own))]
        )
        for each in names:
            if each := [word for word in each if word != "the"]:
                defined.setdefault("".join(each), formula)
        for short in _BRACKETS.findall(name):
            defined.setdefault(joined(short), formula)
    for part in before:
        text = text.replace(part, " ")
    return " ".join(text.split()), defined


def _written_out(asked: str, defined: dict[str, Formula]) -> dict[str, Formula]:
    """ "days payable outstanding (DPO)", where the short form is defined: the words that it stands for."""
    found: dict[str, Formula] = {}
    for match in _BRACKETS.finditer(asked):
        short = joined(match.group(1))
        before = words(asked[: match.start()])[-len(short) :]
        if short in defined and short == "".join(word[0] for word in before):
            found["".join(before)] = defined[short]
    return found


def _asking(text: str) -> str:
    """The clause that asks: behind "Here's the question:" and "Based on the balance sheet,"."""
    sentences = [text[span.start : span.end] for span in split_sentences(text)]
    asking = [sentence for sentence in sentences if sentence.rstrip().endswith("?")]
    if not asking:
        stripped = without_form(text, load_concepts())
        asking = [stripped]
    sentence = asking[-1].strip()
    match = _ASKS_FROM.search(sentence)
    return match.group(1) if match else sentence


def _without_brackets(text: str) -> tuple[str, list[str]]:
    """Without brackets that tell the unit or another name; what is to be used is told apart."""
    used: list[str] = []

    def take(match: re.Match[str]) -> str:
        inside = match.group(1)
        if using := _USING.match(inside):
            used.extend(
                part for part in re.split(r"\s+(?:and|und)\s+(?!amorti)|,\s+", inside[using.end() :]) if part
            )
            return " "
        if _KNOWN_AS.match(inside) or without_form(f"x ({inside})", load_concepts()) == "x":
            return " "
        if lexicon().item(inside) or lexicon().measure(inside) or len(words(inside)) == 1:
            return " "  # a short form of what stands before it
        return f" {inside} "

    return " ".join(_BRACKETS.sub(take, text).split()), used


def _are_used(used: list[str], request: FigureRequest) -> bool:
    """Whether the formula rests on what the question wants it to rest on."""
    for wanted in used:
        if not any(
            lexicon().is_same(wanted, item.words)
            for formula in request.formulas
            for item in items_of(formula)
        ):
            return False
    return True


def _without(match: re.Match[str], text: str) -> str:
    return f"{text[: match.start()]} {text[match.end() :]}"


def _without_verbs(text: str) -> str:
    for pattern in (_RISES, _FALLS, _CHANGES):
        text = pattern.sub(" ", text)
    return " ".join(text.split())


def _trimmed(own: list[str]) -> list[str]:
    """Without what only asks at both ends: "what is the cost of equipment"."""
    places = [place for place, word in enumerate(own) if word not in FILLERS]
    return own[places[0] : places[-1] + 1] if places else []


def _terms(formula: Formula) -> list[Term]:
    if not isinstance(formula, Term):
        return []
    return [formula, *_terms(formula.left), *_terms(formula.right)]
