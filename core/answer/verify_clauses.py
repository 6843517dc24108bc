"""Which words of a sentence belong together: its clauses, conditions and exceptions, and who acts on whom.

Pure functions. Each check gives a reason to doubt, or an empty text.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations, pairwise

from core.answer.facts import Facts
from core.answer.facts_tokens import Token
from core.answer.facts_words import NEGATIONS, as_token
from core.answer.verify_bounds import is_same
from core.answer.verify_nearness import alike, content, is_said
from core.answer.verify_words import OPPOSITES
from core.textspan import word_list


def _tokens(*lines: str) -> frozenset[str]:
    return frozenset(map(as_token, word_list(*lines)))


_ORDER = "The same words, in another order."
_APART = "Its words stand in different parts of the sentence."
PART = "Only a part of its sentence; the rest may limit it."
_JOINTS = frozenset({*",;:"}) | _tokens("and but while whereas und aber während sowie")
_BE = _tokens("is are was were be been being")
_PASSIVE_REACH = 2
_SUB = {
    as_token(word): sort
    for word, sort in {
        "before": "before", "after": "after", "if": "if", "when": "if", "unless": "unless", "bevor": "before",
        "nachdem": "after", "wenn": "if", "falls": "if",
    }.items()
}  # fmt: skip
_TURNED = {"before": "after", "after": "before"}
_CONDITIONS = _tokens("if unless falls wenn sofern soweit only nur provided")
_IF = _tokens("if falls wenn sofern soweit")
# What keeps a condition in other words, anywhere or before its words.
_CONDITIONAL = _tokens(
    "if unless when whenever where once case event provided until till otherwise wherever who whoever whose"
    " wenn falls sofern soweit sobald solange fall falle bei beim wer sonst andernfalls bis sollte sollten"
)
_CONDITIONAL_OPENING = _tokens(
    "on upon in with without for at under after during following mit ohne für im unter nach während any every"
    " each jede jeder jedes alle"
)
_LINKS = frozenset({*",;:.–—"}) | _tokens("and so because since therefore und da weil denn deshalb daher")
_EXCEPT = _tokens("except excluding außer ausgenommen ausser")
_EXCEPTED = _tokens("except außer ausgenommen ausser")
_KEEPS_EXCEPTION = (
    _EXCEPT | NEGATIONS | _tokens("unless but only other than apart aber sondern nur bis anders")
)
_EVERY = _tokens("all every each any everyone everybody alle jeder jede jedes sämtliche")
_RESTRICTING = _tokens(
    "above below over under exceeding that which who with without from within before after over under except"
    " über unter ab mit ohne außer"
)
_LIMITING = _tokens("above below over under exceeding über unter")
_OPPOSED = {
    as_token(word): as_token(turned)
    for left, right in (("before", "after"), ("vor", "nach"), ("over", "under"))
    for word, turned in ((left, right), (right, left))
}
_LEADING = _tokens(
    "of in on at to from by with into over under for von zu aus in an auf mit bei für nach vor"
)
_POINTING = _tokens("it they them he she him her es sie er ihn ihm")
_ADVERBIAL = _tokens("in on at from during with for since until near under over")
_AGENT = "by"
_NO_AGENT = _tokens("with for to from against")
_ARTICLES = word_list("the a an der die das dem den des einem einen einer eines")
_BEFORE_NOUNS = _ARTICLES | word_list("of in on at to from with by for its their his her this these our your")
_MOST_MISSING = 0.5
_BESIDE = 3  # content words beside a condition: what it is a condition of
_ENDS = frozenset({*".;:–—"})
_LONGEST_CLAUSE = 7  # content words of clauses that say the same of two things


def turned_round(said: Facts, given: Facts) -> str:
    """ "The tenant pays the landlord" told as "The landlord pays the tenant", without a passive."""
    if said.german or given.german:
        return ""
    theirs = given.tokens
    for verb_at, verb in enumerate(said.tokens):
        if verb.kind != "word" or not _may_be_verb(said.tokens, verb_at):
            continue
        places = [n for n, other in enumerate(theirs) if other.kind == "word" and other.text == verb.text]
        if len(places) != 1 or not _may_be_verb(theirs, places[0]):
            continue
        there = places[0]
        if _is_passive(said.tokens, verb_at) != _is_passive(theirs, there):
            continue
        before, behind = _sides(said.tokens, verb_at)
        their_before, their_behind = _sides(theirs, there)
        first = (before & their_behind) - their_before - behind
        second = (behind & their_before) - their_behind - before
        if first and second:
            return _ORDER
    return ""


def turned_clauses(said: Facts, given: Facts) -> str:
    """ "A before B" told as "B before A", and "If A, then B" as "If B, then A"."""
    mine, theirs = _subordinate(said.tokens), _subordinate(given.tokens)
    if mine is None or theirs is None:
        return ""
    (sort, main, sub), (their_sort, their_main, their_sub) = mine, theirs
    straight = _shared(main, their_main) + _shared(sub, their_sub)
    crossed = _shared(main, their_sub) + _shared(sub, their_main)
    exchanged = (main & their_sub) - their_main - sub and (sub & their_main) - their_sub - main
    if sort == their_sort and (crossed > straight or exchanged):
        return _ORDER
    if _TURNED.get(sort) == their_sort and straight > crossed:
        return _ORDER
    return ""


def other_preposition(said: Facts, given: Facts) -> str:
    """ "vor der Wartung" in the source, "nach der Wartung" in the statement."""
    theirs = set(_followed(given.tokens))
    for word, behind in _followed(said.tokens):
        turned = _OPPOSED.get(word)
        if turned and (turned, behind) in theirs and (word, behind) not in theirs:
            return f"The source says the opposite: {turned}."
    mine, pairs = _led(said.tokens), _led(given.tokens)
    for (first, left), (second, right) in combinations(pairs, 2):
        if first != second and left != right and {(first, right), (second, left)} <= set(mine):
            return _ORDER
    return ""


def other_role(said: Facts, given: Facts) -> str:
    """ "cancelled by Karst" in the source, "with Karst" in the statement."""
    theirs = [(word, name) for word, name in _governing(given.tokens) if word == _AGENT]
    mine = _governing(said.tokens)
    for word, name in mine:
        moved = (_AGENT, name) in theirs and (_AGENT, name) not in mine
        if word in _NO_AGENT and moved and (word, name) not in _governing(given.tokens):
            return "A name stands in another place in the source."
    return ""


def half_of_a_contrast(said: Facts, given: Facts) -> str:
    """ "mandatory for new staff and voluntary for others" told as "mandatory"."""
    clauses = _clauses(given.tokens)
    for word in said.words & OPPOSITES.keys() & given.words:
        turned = OPPOSITES[word] & given.words - said.words
        own = next((clause for clause in clauses if word in _words(clause)), None)
        there = [clause for clause in clauses if clause is not own and turned & _words(clause)]
        if own is None or not there:
            continue
        at = next(n for n, token in enumerate(own) if token.text == word)
        behind = content(own[at + 1 :], 2)
        if behind and not any(is_said(said.words, other) for other in behind):
            return PART
    return ""


def other_clause(said: Facts, given: Facts) -> str:
    """Words of two clauses that say the same of different things: "the red lamp … normal operation"."""
    clauses = _clauses(given.tokens)
    if len(clauses) < 2:
        return ""
    for mine in _clauses(said.tokens) or [list(said.tokens)]:
        for left, right in pairwise(clauses):
            if _is_mixed(mine, left, right, said.tokens) or _is_mixed(mine, right, left, said.tokens):
                return _APART
    return ""


def unconditional(said: Facts, given: Facts) -> str:
    """What holds under a condition, or for all but some, told as if it always held."""
    tokens = given.tokens
    mine = {token.text for token in said.tokens}
    for place, token in enumerate(tokens):
        if token.text in _EXCEPT:
            excepted = content(tokens[place + 1 :], 2)
            if token.text in _EXCEPTED and mine.isdisjoint(_KEEPS_EXCEPTION):
                main = _beside_condition(tokens, place)
                if excepted and main and all(is_said(said.words, word) for word in main):
                    return PART
            if mine.isdisjoint(_EXCEPT) and (
                any(is_said(said.words, word) for word in excepted)
                or mine & (_EVERY | NEGATIONS | frozenset({"nobody"}))
            ):
                return PART
        elif token.text in _CONDITIONS and mine.isdisjoint(_CONDITIONS):
            condition = _condition(tokens, place)
            if token.text in ("only", "nur"):
                condition = condition[:1] if _restricts(tokens, place) else []
            main = _beside_condition(tokens, place)
            lacking = [word for word in condition if not is_said(said.words, word)]
            told = [word for word in main if is_said(said.words, word)]
            if condition and len(lacking) >= _MOST_MISSING * len(condition) and told:
                return PART
            # The condition itself, told as what is so.
            if condition and not lacking and main and len(told) <= _MOST_MISSING * len(main):
                return PART
            if token.text in _IF and not lacking and told and _is_told_as_fact(said, condition, main):
                return PART
    return _unrestricted(said, given)


def _is_told_as_fact(said: Facts, condition: Sequence[str], main: Sequence[str]) -> bool:
    """ "The seal leaks, stop the pump" of "If the seal leaks, stop the pump": two clauses, and no "if".

    "On a leaking seal, stop the pump" and "A leaking seal stops the pump" keep the condition.
    """
    if any(token.text in _CONDITIONAL for token in said.tokens):
        return False
    parts: list[list[Token]] = [[]]
    for token in said.tokens:
        if token.text in _LINKS:
            parts.append([])
        else:
            parts[-1].append(token)
    for part in parts:
        own, others = _words(part), _words([token for other in parts if other is not part for token in other])
        opens = part[0].text if part else ""
        if (
            opens not in _CONDITIONAL_OPENING
            and all(is_said(own, word) for word in condition)
            and sum(is_said(others, word) for word in main) > _MOST_MISSING * len(main)
        ):
            return True
    return False


def _unrestricted(said: Facts, given: Facts) -> str:
    """ "All damages above EUR 100" told as "All damages", "Children under 8 years" as "Children"."""
    for limited, word, figure in zip(given.tokens, given.tokens[1:], given.tokens[2:], strict=False):
        limits = word.text in _LIMITING and figure.number is not None
        kept = any(is_same(mine, figure) for mine in said.tokens)
        if limits and limited.kind in ("word", "name") and is_said(said.words, limited.text) and not kept:
            return PART
    for place, token in enumerate(said.tokens[:-1]):
        if token.text not in _EVERY:
            continue
        noun = next((t.text for t in said.tokens[place + 1 : place + 3] if t.kind in ("word", "name")), "")
        for n, other in enumerate(given.tokens[:-1]):
            if noun and alike(other.text, noun) and given.tokens[n + 1].text in _RESTRICTING:
                if other.kind not in ("word", "name"):
                    continue
                behind = given.tokens[n + 2 : n + 5]
                figures = [t for t in behind if t.number is not None or t.date is not None]
                words = content(behind, 2)
                there = any(is_said(said.words, word) for word in words) or any(
                    is_same(mine, figure) for figure in figures for mine in said.tokens
                )
                if (figures or words) and not there:
                    return PART
    return ""


def _sides(tokens: Sequence[Token], verb: int) -> tuple[frozenset[str], frozenset[str]]:
    """Content words before and behind a verb, of its clause."""
    start, end = verb, verb + 1
    while start and not _is_joint(tokens[start - 1]):
        start -= 1
    while end < len(tokens) and not _is_joint(tokens[end]):
        end += 1
    return _moved(tokens[start:verb]), _moved(tokens[verb + 1 : end])


def _moved(tokens: Sequence[Token]) -> frozenset[str]:
    """Content words but for those behind a preposition, which may stand on either side of a verb."""
    found: list[Token] = []
    adverbial = False
    for token in tokens:
        if token.kind in ("word", "name", "code"):
            if not adverbial:
                found.append(token)
        elif token.text not in _ARTICLES:
            adverbial = False
        if token.text in _ADVERBIAL:
            adverbial = True
    return _words(found)


def _is_joint(token: Token) -> bool:
    return token.kind in ("mark", "stop") and (token.text in _JOINTS or token.text in ".")


def _words(tokens: Sequence[Token]) -> frozenset[str]:
    return frozenset(token.text for token in tokens if token.kind in ("word", "name", "code"))


def _contents(tokens: Sequence[Token]) -> list[str]:
    return [token.text for token in tokens if token.kind in ("word", "name", "code")]


def _may_be_verb(tokens: Sequence[Token], place: int) -> bool:
    """Not "the spiritual teacher", "Tesla's patents" nor "the patents of Tesla"."""
    before, behind = tokens[max(0, place - 1) : place], tokens[place + 1 : place + 2]
    if before and (before[0].text in _BEFORE_NOUNS or before[0].owner):
        return False
    return not (behind and (behind[0].text == "of" or behind[0].text in _BE))


def _is_passive(tokens: Sequence[Token], verb: int) -> bool:
    return any(token.text in _BE for token in tokens[max(0, verb - _PASSIVE_REACH) : verb])


def _subordinate(tokens: Sequence[Token]) -> tuple[str, frozenset[str], frozenset[str]] | None:
    """Sort of the conjunction, words of the main clause, words of the other one."""
    for place, token in enumerate(tokens):
        sort = _SUB.get(token.text)
        if sort is None:
            continue
        if any(_words(tokens[:place])):
            return sort, _words(tokens[:place]), _words(tokens[place + 1 :])
        comma = next((n for n, other in enumerate(tokens) if n > place and other.text == ","), None)
        if comma is not None:
            return sort, _words(tokens[comma:]), _words(tokens[place + 1 : comma])
    return None


def _led(tokens: Sequence[Token]) -> list[tuple[str, str]]:
    """Every preposition and the content word behind it, with an article between at most."""
    found: list[tuple[str, str]] = []
    for place, token in enumerate(tokens):
        if token.kind == "stop" and token.text in _LEADING:
            behind = [t for t in tokens[place + 1 : place + 3] if t.text not in _ARTICLES][:1]
            if behind and behind[0].kind in ("word", "name", "code"):
                found.append((token.text, behind[0].text))
    return found


def _governing(tokens: Sequence[Token]) -> list[tuple[str, str]]:
    """Preposition and the name behind it."""
    return [
        (word.text, token.text)
        for place, token in enumerate(tokens)
        if token.kind in ("name", "code")
        for word in tokens[max(0, place - 1) : place]
        if word.text == _AGENT or word.text in _NO_AGENT
    ]


def _shared(left: Collection[str], right: Collection[str]) -> int:
    return len(set(left) & set(right))


def _followed(tokens: Sequence[Token]) -> list[tuple[str, str]]:
    """Preposition and the content word behind it, with an article between at most."""
    found: list[tuple[str, str]] = []
    for place, token in enumerate(tokens):
        if token.text in _OPPOSED:
            behind = [t for t in tokens[place + 1 : place + 3] if t.text not in _ARTICLES][:1]
            if behind and behind[0].kind in ("word", "name"):
                found.append((token.text, behind[0].text))
    return found


def _clauses(tokens: Sequence[Token]) -> list[list[Token]]:
    """Pieces between commas and "and", each with a content word and a figure, or two content words."""
    found: list[list[Token]] = [[]]
    for token in tokens:
        if _is_joint(token):
            found.append([])
        else:
            found[-1].append(token)
    return [clause for clause in found if sum(t.kind not in ("stop", "mark") for t in clause) >= 2]


def _is_mixed(
    mine: Sequence[Token], left: Sequence[Token], right: Sequence[Token], whole: Sequence[Token]
) -> bool:
    """Something that only `left` has, with words of `right`, which has a rival of it there."""
    here, there, own = _words(left), _words(right), _words(mine)
    only_left = {word for word in own if word in here and not is_said(there, word)}
    only_right = {word for word in own if word in there and not is_said(here, word)}
    for token in mine:
        if token.number is not None or token.date is not None:
            if not any(is_same(token, other) for other in left) or any(is_same(token, o) for o in right):
                continue
            rivals = [
                n
                for n, other in enumerate(right)
                if _is_rival(token, other) and not any(is_same(one, other) for one in whole)
            ]
        elif token.text in only_left:
            turned = OPPOSITES.get(token.text, frozenset())
            rivals = [n for n, other in enumerate(right) if other.text in turned - own]
        else:
            continue
        others = only_left - {token.text}
        if rivals and _strangers(only_right, left, right, rivals[0], known=bool(others)):
            return True
    # "the red lamp shows a fault, the green lamp shows …": two words of each are the same.
    units = {unit.text for figure, unit in pairwise(right) if figure.number is not None}
    shared = {token.text for token in mine if token.kind == "word"} & here & there - units
    alike_clauses = len(shared) >= 2 and max(len(here), len(there)) <= _LONGEST_CLAUSE
    return bool(alike_clauses and only_left and only_right)


def _strangers(
    only_right: Collection[str], left: Sequence[Token], right: Sequence[Token], rival: int, *, known: bool
) -> Collection[str]:
    """Of the words of another clause those that this one does not share without repeating them.

    "The level is 45 dB in normal mode and 52 dB in turbo mode": what stands before 45 is said of both.
    """
    if left[0].start < right[0].start:
        return only_right
    if any(token.text in _POINTING for token in left):
        return ()
    return _words(right[rival:]).intersection(only_right) if known else only_right


def _is_rival(token: Token, other: Token) -> bool:
    if token.number is not None and other.number is not None:
        mine, theirs = token.number, other.number
        return (mine.percent, mine.currency, mine.measured) == (
            theirs.percent,
            theirs.currency,
            theirs.measured,
        )
    return token.date is not None and other.date is not None and token.date.precision == other.date.precision


def _restricts(tokens: Sequence[Token], place: int) -> bool:
    """ "only with", "nur bei": not "Only trained personnel", which is told of them."""
    behind = tokens[place + 1 : place + 2]
    return bool(place) and bool(behind) and behind[0].kind == "stop" and behind[0].text not in _ARTICLES


def _beside_condition(tokens: Sequence[Token], place: int) -> list[str]:
    """The words right before a condition, or behind one that begins the sentence."""
    begins = not place or tokens[place - 1].text in _ENDS
    if not begins and (before := content(tokens[:place][::-1], _BESIDE)):
        return before
    comma = next((n for n, token in enumerate(tokens) if n > place and token.text == ","), len(tokens))
    return _contents(tokens[comma:])


def _condition(tokens: Sequence[Token], place: int) -> list[str]:
    """Content words of the condition: up to the comma or the end."""
    found: list[str] = []
    for token in tokens[place + 1 :]:
        if token.text in (",", ";", ".") and found:
            break
        if token.kind in ("word", "name", "code"):
            found.append(token.text)
    return found
