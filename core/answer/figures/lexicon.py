"""Which words name a line item or a measure. Pure functions over the concepts that the program knows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from core.answer.figures.formulas import Formula, parse_formula
from core.search.concepts import Concepts, LineItem, Measure, Phrasebook, joined, load_concepts, words

# Words that ask, join or tell the form of the answer: beside the name of a line item they say nothing of it.
FILLERS = frozenset(
    words(
        "generate generated earn earned record recorded achieve achieved produce produced "
        "what is was are were be the a an of in for at as on from to by and how much many did do does has "
        "have had its their year end fiscal fy company corporation inc amount value figure quantity total "
        "reported unadjusted annual full period respectively please tell me state compute calculate give "
        "show report according ended ending that this there any across with over under us usd profile "
        "using based your you we our it question answer only between per whole s income statement balance "
        "sheet within shown line item also level reasonable clearly directly wie hoch viel war waren ist "
        "sind der die das den dem des im in am zum von vom für und jahr jahre geschäftsjahr pay paid out "
        "spend spent make made earn earned record recorded each both compare high gj betrag wert summe "
        "gesamt laut nach bitte nenne berechne ende eur euro mio tsd mrd "
        "es gab gibt zwischen unser unternehmen konzern hat haben um auf sich ein eine einen thousand "
        "million billion percent percentage prozent tausend millionen milliarden "
    )
)


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Names of line items and measures, joined as `core.search.concepts.joined` joins them."""

    items: Mapping[str, LineItem]
    measures: Mapping[str, Measure]
    book: Phrasebook

    def item(self, name: str) -> LineItem | None:
        return self.items.get(joined(name))

    def measure(self, name: str) -> Measure | None:
        return self.measures.get(joined(name))

    def named_in(self, text: str) -> list[tuple[int, int, str]]:
        """Names in a text, as (first word, last word, joined name); of those that overlap the longest."""
        return [(match.first, match.last, match.key) for match in self.book.find(words(text))]

    def is_same(self, left: str, right: str) -> bool:
        """Two names of one line item."""
        return joined(left) == joined(right) or (
            self.item(left) is not None and self.item(left) is self.item(right)
        )


@cache
def lexicon() -> Lexicon:
    return _built(load_concepts())


def _built(concepts: Concepts) -> Lexicon:
    items = {joined(name): item for item in concepts.items for name in item.names}
    measures = {joined(name): measure for measure in concepts.measures for name in measure.names}
    names = [name for item in concepts.items for name in item.names]
    names += [name for measure in concepts.measures for name in measure.names]
    return Lexicon(items, measures, Phrasebook({name: joined(name) for name in names}))


@cache
def formulas_of(name: str) -> tuple[Formula, ...]:
    """What a measure is computed from, in the ways that are agreed; empty for what is none."""
    measure = lexicon().measure(name)
    if measure is None:
        return ()
    found = [parse_formula(text) for text in measure.formulas]
    return tuple(formula for formula in found if formula is not None)
