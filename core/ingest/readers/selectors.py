"""Which elements a CSS selector names, told from the parsed page alone. In the parser process, one thread.

Known are types, classes, ids, attributes, :not(), :is(), :where(), places among siblings and all combinators.
States that a page begins without (:hover) name nothing. A selector that says more is a guess: what is left of
it names more elements than it does itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from math import inf
from typing import Any

from core.text.textspan import word_list

Check = Callable[[Any], bool]
Around = Sequence[tuple[str, frozenset[str], Any]]  # tag, names and element, from the parent outwards
Weight = tuple[int, int, int]  # ids; classes, attributes, states; types

_MOST_COMPOUNDS = 8
_LONGEST = 2_000  # characters of a selector
_DEEPEST = 4  # selectors inside selectors
_MOST_PARENTS = 4_096  # whose children's places are kept: more than elements can be open at once
_MOST_CHILDREN = 50_000
_IDENT = r"(?:[\w-]|\\[0-9a-fA-F]{1,6}\s?|\\.)++"
_PIECE = re.compile(
    rf"(?P<joint>\s*[>+~]\s*|\s+)|(?P<tag>\*|{_IDENT})|(?P<name>[.#]{_IDENT})|(?P<nested>&)"
    rf"|\[\s*(?P<attribute>{_IDENT})\s*"
    rf"(?:(?P<operator>[~|^$*]?=)\s*(?:\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'|(?P<bare>[^\]\s\"']+))"
    r"\s*(?P<flag>[isIS])?\s*)?\]"
    rf"|::(?P<drawn>{_IDENT})|:(?P<state>{_IDENT})(?P<open>\()?"
)
_ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})\s?|(.))")
_NTH = re.compile(r"(?:([+-]?\d*)n\s*(?:([+-])\s*(\d+))?|([+-]?\d+))", re.IGNORECASE)
_NOT_YET = word_list(
    "hover focus focus-within focus-visible active visited target fullscreen modal popover-open autofill",
    "before after first-line first-letter playing current user-invalid user-valid picture-in-picture",
)
_ONE_OF = word_list("is where matches any -webkit-any -moz-any")
_BY_ATTRIBUTE = {
    "link": ("href",),
    "any-link": ("href",),
    "checked": ("checked", "selected"),
    "disabled": ("disabled",),
    "required": ("required",),
}
# Which of a place's four numbers, and what of it.
_PLACES = {"nth-child": 0, "nth-last-child": 1, "nth-of-type": 2, "nth-last-of-type": 3}
_FIRST = {"first-child": (0,), "last-child": (1,), "first-of-type": (2,), "last-of-type": (3,)} | {
    "only-child": (0, 1),
    "only-of-type": (2, 3),
}


@dataclass(frozen=True, slots=True)
class Compound:
    """What one element has to be; `is_parent`: the element matched before it lies directly in it."""

    tag: str
    names: frozenset[str]
    checks: tuple[Check, ...] = ()
    is_parent: bool = False

    def fits(self, tag: str, own: frozenset[str], element: Any) -> bool:
        """True when an element (None where there is none) is known to be what is meant."""
        if self.tag not in ("*", tag) or not self.names <= own:
            return False
        return not self.checks or (element is not None and all(check(element) for check in self.checks))


@dataclass(frozen=True, slots=True)
class Selector:
    """Compounds from the named element outwards; `outer`: names that elements around it must have.

    `is_guess`: a part that cannot be told was left out.
    """

    compounds: tuple[Compound, ...]
    outer: frozenset[str]
    weight: Weight
    is_guess: bool

    def names(self, element: Any) -> bool:
        """True when the element is one of those that are meant."""
        if not self.compounds[0].fits(element.tag, own_names(element.attrib), element):
            return False
        return len(self.compounds) == 1 or lies_in(surroundings(element), self.compounds[1:])


class Siblings:
    """The places of elements among those beside them, counted once for each parent."""

    def __init__(self) -> None:
        self._known: dict[Any, dict[Any, tuple[int, int, int, int]]] = {}

    def place(self, element: Any) -> tuple[int, int, int, int] | None:
        """From the first and the last of all, and of its type; each from 1. None: too many to count."""
        parent = element.getparent()
        if parent is None:
            return 1, 1, 1, 1
        known = self._known.pop(parent, None)
        if known is None:
            known = _counted(parent)
            if len(self._known) >= _MOST_PARENTS:
                del self._known[next(iter(self._known))]
        self._known[parent] = known
        return known.get(element)


def _counted(parent: Any) -> dict[Any, tuple[int, int, int, int]]:
    beside = list(islice(parent.iterchildren("*"), _MOST_CHILDREN + 1))
    if len(beside) > _MOST_CHILDREN:
        return {}
    of_type: dict[str, int] = {}
    before = []
    for child in beside:
        of_type[child.tag] = of_type.get(child.tag, 0) + 1
        before.append(of_type[child.tag])
    return {
        child: (number, len(beside) - number + 1, typed, of_type[child.tag] - typed + 1)
        for number, (child, typed) in enumerate(zip(beside, before, strict=True), 1)
    }


def own_names(attributes: Any) -> frozenset[str]:
    """An element's classes and id as selectors write them: ".note", "#top"."""
    own = {f".{name}" for name in attributes.get("class", "").split()}
    if identity := attributes.get("id", "").strip():
        own.add(f"#{identity}")
    return frozenset(own)


def surroundings(element: Any) -> list[tuple[str, frozenset[str], Any]]:
    """What lies around an element, inner ones first."""
    return [(one.tag, own_names(one.attrib), one) for one in element.iterancestors()]


def lies_in(around: Around, outer: Sequence[Compound]) -> bool:
    """True when the elements around one fit."""
    places = [-1]
    for number, compound in enumerate(outer):
        if compound.is_parent:
            candidates: Sequence[int] = [place + 1 for place in places if place + 1 < len(around)]
        else:
            candidates = range(places[0] + 1, len(around))
        fitting = (place for place in candidates if compound.fits(*around[place]))
        # The nearest is as good as any, but for what must lie directly in the next.
        is_bound = number + 1 < len(outer) and outer[number + 1].is_parent
        places = list(fitting if is_bound else islice(fitting, 1))
        if not places:
            return False
    return True


def parse_selectors(text: str, siblings: Siblings) -> list[Selector]:
    """The selectors of a rule; those that are wrong, or name nothing on a page just opened, are left out."""
    found = (_selector(part, siblings, 0) for part in _apart(text))
    return [one for one in found if one is not None]


def _apart(text: str) -> list[str]:
    """Split at the commas outside of brackets and quotes."""
    parts, start, depth, quote, is_escaped = [], 0, 0, "", False
    for position, sign in enumerate(text):
        if is_escaped:
            is_escaped = False
        elif sign == "\\":
            is_escaped = True
        elif quote:
            quote = "" if sign == quote else quote
        elif sign in "\"'":
            quote = sign
        elif sign in "([":
            depth += 1
        elif sign in ")]":
            depth -= 1
        elif sign == "," and depth <= 0:
            parts.append(text[start:position])
            start = position + 1
    return [*parts, text[start:]]


class _Open:
    """The compound that is being read."""

    def __init__(self) -> None:
        self.tag = "*"
        self.names: set[str] = set()
        self.checks: list[Check] = []
        self.is_empty = True


def _selector(text: str, siblings: Siblings, depth: int) -> Selector | None:
    text = text.strip()
    if not text or len(text) > _LONGEST or depth > _DEEPEST:
        return None
    done: list[Compound] = []  # from the outermost
    now = _Open()
    weight = [0, 0, 0]
    is_guess = False
    position = 0
    while position < len(text):
        match = _PIECE.match(text, position)
        if match is None:
            return None
        position = match.end()
        if match["joint"]:
            joint = match["joint"].strip()
            if now.is_empty or position == len(text):
                return None
            compound = Compound(now.tag, frozenset(now.names), tuple(now.checks), joint == ">")
            now = _Open()
            if joint in ("+", "~"):
                # Both have the same elements around them, so what is before can be asked of this one.
                now.checks.append(_after(compound, joint == "~", siblings))
            else:
                done.append(compound)
            continue
        now.is_empty = False
        if match["drawn"]:
            return None
        if match["nested"]:
            is_guess = True
        elif match["tag"]:
            now.tag = _plain(match["tag"]).lower()
            weight[2] += now.tag != "*"
        elif match["name"]:
            now.names.add(_plain(match["name"]))
            weight[0 if match["name"][0] == "#" else 1] += 1
        elif match["attribute"]:
            now.checks.append(_attribute(match))
            weight[1] += 1
        else:
            argument = None
            if match["open"]:
                end = _closing(text, position)
                argument, position = text[position:end], end + 1
            state = _State(match["state"].lower(), argument, siblings, depth)
            if state.is_wrong:
                return None
            is_guess |= state.is_guess
            now.checks += state.checks
            weight = [one + other for one, other in zip(weight, state.weight, strict=True)]
    if now.is_empty:
        return None
    done.append(Compound(now.tag, frozenset(now.names), tuple(now.checks)))
    if len(done) > _MOST_COMPOUNDS:
        return None
    outer = frozenset(name for compound in done[:-1] for name in compound.names)
    return Selector(tuple(reversed(done)), outer, (weight[0], weight[1], weight[2]), is_guess)


class _State:
    """What ":word" or ":word(argument)" asks of an element."""

    def __init__(self, name: str, argument: str | None, siblings: Siblings, depth: int) -> None:
        self.checks: list[Check] = []
        self.weight: Weight = (0, 1, 0)
        self.is_guess = False
        self.is_wrong = False
        if argument is not None and (name == "not" or name in _ONE_OF):
            self._choice(name, argument, siblings, depth)
        elif argument is not None and name in _PLACES:
            self._nth(_PLACES[name], argument, siblings)
        elif argument is not None:
            self.is_guess = True
        elif name in _NOT_YET or name.startswith("-"):
            self.checks.append(lambda element: False)
        elif name in _FIRST:
            numbers = _FIRST[name]
            self.checks.append(lambda element: _is_first(siblings.place(element), numbers))
        elif name in ("root", "scope"):
            self.checks.append(lambda element: element.getparent() is None)
        elif name == "empty":
            self.checks.append(
                lambda element: not element.text and next(element.iterchildren("*"), None) is None
            )
        elif name in _BY_ATTRIBUTE:
            attributes = _BY_ATTRIBUTE[name]
            self.checks.append(lambda element: any(one in element.attrib for one in attributes))
        else:
            self.is_guess = True

    def _choice(self, name: str, argument: str, siblings: Siblings, depth: int) -> None:
        found = [_selector(part, siblings, depth + 1) for part in _apart(argument)]
        inner = [one for one in found if one is not None]
        self.is_guess = any(one.is_guess for one in inner)
        self.weight = max((one.weight for one in inner), default=(0, 0, 0)) if name != "where" else (0, 0, 0)
        if name != "not":
            self.checks.append(lambda element: any(one.names(element) for one in inner))
            return
        self.is_wrong = len(inner) < len(found)
        sure = [one for one in inner if not one.is_guess]  # what may be excepted is not known not to be meant
        self.checks.append(lambda element: not any(one.names(element) for one in sure))

    def _nth(self, number: int, argument: str, siblings: Siblings) -> None:
        argument = argument.strip().lower()
        match = _NTH.fullmatch({"odd": "2n+1", "even": "2n"}.get(argument, argument))
        if match is None:
            self.is_guess = " of " in argument
            self.is_wrong = not self.is_guess
            return
        if match[4] is not None:
            step, start = 0, int(match[4])
        else:
            step = int(f"{match[1]}1") if match[1] in ("", "+", "-") else int(match[1])
            start = int(f"{match[2]}{match[3]}") if match[3] else 0
        self.checks.append(lambda element: _is_nth(siblings.place(element), number, step, start))


def _is_first(place: Sequence[int] | None, numbers: Sequence[int]) -> bool:
    return place is not None and all(place[number] == 1 for number in numbers)


def _is_nth(place: Sequence[int] | None, number: int, step: int, start: int) -> bool:
    if place is None:
        return False
    beyond = place[number] - start
    return beyond == 0 if step == 0 else beyond % step == 0 and beyond // step >= 0


def _after(compound: Compound, anywhere: bool, siblings: Siblings) -> Check:
    def fits(one: Any) -> bool:
        return compound.fits(one.tag, own_names(one.attrib), one)

    def is_next(element: Any) -> bool:
        before = next(element.itersiblings("*", preceding=True), None)
        return before is not None and fits(before)

    first: dict[Any, float] = {}  # of the children of an element the first that fits

    def is_later(element: Any) -> bool:
        parent, place = element.getparent(), siblings.place(element)
        if parent is None or place is None:
            return False
        number = first.pop(parent, None)
        if number is None:
            number = next((at for at, one in enumerate(parent.iterchildren("*"), 1) if fits(one)), inf)
            if len(first) >= _MOST_PARENTS:
                del first[next(iter(first))]
        first[parent] = number
        return number < place[0]

    return is_later if anywhere else is_next


def _attribute(match: re.Match[str]) -> Check:
    name = _plain(match["attribute"]).lower()
    operator = match["operator"]
    if operator is None:
        return lambda element: name in element.attrib
    wanted = _plain(match["double"] or match["single"] or match["bare"] or "")
    ignores_case = (match["flag"] or "").lower() == "i" or name in ("type", "align", "dir", "lang", "rel")

    def check(element: Any) -> bool:
        value = element.attrib.get(name)
        if value is None:
            return False
        if ignores_case:
            return _compares(value.lower(), operator, wanted.lower())
        return _compares(value, operator, wanted)

    return check


def _compares(value: str, operator: str, wanted: str) -> bool:
    if operator == "=":
        return value == wanted
    if operator == "|=":
        return value == wanted or value.startswith(f"{wanted}-")
    if not wanted:
        return False
    if operator == "~=":
        return wanted in value.split()
    if operator == "^=":
        return value.startswith(wanted)
    return value.endswith(wanted) if operator == "$=" else wanted in value


def _closing(text: str, position: int) -> int:
    """Where the bracket opened before `position` is closed; the end of the text when it is not."""
    depth = 1
    for place in range(position, len(text)):
        depth += (text[place] == "(") - (text[place] == ")")
        if depth == 0:
            return place
    return len(text)


def _plain(name: str) -> str:
    return _ESCAPE.sub(_unescaped, name) if "\\" in name else name


def _unescaped(match: re.Match[str]) -> str:
    code = int(match[1], 16) if match[1] else 0
    return match[2] or (chr(code) if 0 < code < 0x110000 else "\ufffd")
