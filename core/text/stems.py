"""Words as verification compares them: stems in one spelling, words that say nothing, words that deny.

Pure functions. Stems are only for comparing, never shown.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from core.text.dates import ENGLISH_MONTHS, FULL_MONTHS
from core.text.textspan import word_list
from core.text.units import UNIT_WORDS

WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")

NEGATIONS = word_list(
    "not no never none neither nor without cannot can't won't isn't aren't wasn't weren't doesn't don't",
    "didn't hasn't haven't hadn't couldn't shouldn't wouldn't mustn't needn't shan't ain't nobody nothing",
    "nowhere nicht nichts kein keine keinen keinem keiner keines nie niemals ohne weder niemand nirgends",
    "keinesfalls keineswegs",
)
STOP_WORDS = word_list(
    "a an the of in on at to for from by with and or is are was were be been being it its this that",
    "these those as which who whom whose what when where how has have had do does did will would shall",
    "should can could may might must there their they them he she his her we our you your i than then",
    "also into over under per about between der die das den dem des ein eine einer eines einem und oder",
    "ist sind war waren wird werden mit von zu im am für auf aus bei nach über durch als auch es sie er",
    "wir ihr nicht hat haben hatte hatten sein seine seiner seinem seinen seines ihre ihrer ihrem ihren",
    "ihres dieser diese dieses diesem diesen dass welche welcher welches welchem welchen man sich vom beim",
    "um je pro himself herself itself themselves myself yourself ourselves oneself selbst",
    "wie was wer wo wann wurde wurden worden kann können soll sollen muss müssen darf dürfen",
)
# What a part of a sentence may not leave behind in it.
LIMITING = word_list(
    "if unless only except provided when where while until but however although subject excluding without",
    "nur wenn falls sofern soweit außer ausgenommen jedoch aber sobald solange",
)
# What makes a duty, a possibility or a plan of what is said.
MODAL = word_list(
    "must shall should may might can could would to",
    "muss müssen soll sollen darf dürfen kann können könnte könnten zu",
)
ARTICLES = word_list("an the der die das den dem des ein eine einen einem einer eines")
# What a sentence has between a label and its value.
LINKING = ARTICLES | word_list("a is are was were of for in has have ist sind war waren von für im hat haben")
RATES = word_list("a an per pro je")
_SHORTEST_COMPOUND = 9  # letters
_JOINTS = ("s", "es", "n", "en", "er")  # between the parts of a German compound
# Whose commas and dots? Told by the small words; a text without any leaves it open.
_GERMAN_WORDS = word_list(
    "der die das den dem des und oder ist sind im vom zum zur mit von für auf aus bei nach über wird werden",
    "ein eine einer einen einem nicht sich auch um je beträgt betrug gilt hat haben wurde wurden bis",
)
_ENGLISH_WORDS = word_list(
    "the of and is are to for with was were by on from has have that this its it not be been per or which"
)


# Infinitive and the forms that no ending tells.
_VERBS = (
    "man men, woman women, child children, wife wives, life lives, foot feet, become became, begin began "
    "begun, bring brought, build built, buy bought, catch caught, choose chose chosen, come came, draw "
    "drew drawn, drive drove driven, fall fell fallen, feel felt, fight fought, find found, flee fled, "
    "fly flew flown, forbid forbade forbidden, get got gotten, give gave given, go went gone, grow grew "
    "grown, hear heard, hide hid hidden, hold held, keep kept, know knew known, lay laid, lead led, leave "
    "left, lose lost, make made, mean meant, meet met, pay paid, rise rose risen, run ran, say said, see "
    "saw seen, seek sought, sell sold, send sent, shoot shot, show shown, speak spoke spoken, spend "
    "spent, stand stood, steal stole stolen, strike struck, take took taken, teach taught, tell told, "
    "think thought, throw threw thrown, understand understood, win won, write wrote written, wear wore "
    "worn, bear bore, lend lent, bind bound, arise arose arisen, beginnen begann begonnen, bringen "
    "brachte gebracht, finden fand gefunden, geben gab gegeben gibt, gelten galt gegolten gilt, halten "
    "hielt gehalten hält, liegen lag gelegen, nehmen nahm genommen nimmt, schreiben schrieb geschrieben, "
    "schließen schloss geschlossen, steigen stieg gestiegen, sinken sank gesunken, treten trat getreten "
    "tritt, tragen trug getragen trägt, werden wird wurde, bestehen bestand bestanden, entstehen entstand "
    "entstanden, erhalten erhielt erhält, verlieren verlor verloren, gewinnen gewann gewonnen, sprechen "
    "sprach gesprochen spricht, sterben starb gestorben stirbt, beschließen beschloss beschlossen, "
    "verbieten verbot verboten"
)
_IRREGULAR = {form: base for base, *forms in map(str.split, _VERBS.split(",")) for form in forms}


def is_german(text: str) -> bool | None:
    """None when the text does not tell."""
    words = [word.casefold() for word in WORD.findall(text)]
    german = sum(word in _GERMAN_WORDS for word in words)
    english = sum(word in _ENGLISH_WORDS for word in words)
    return None if german == english else german > english


def one_spelling(word: str) -> str:
    """Lower case; umlauts spelled out, months by one name, irregular forms of verbs by their infinitive."""
    word = word.casefold().removesuffix("'s").removesuffix("’s")
    if word in FULL_MONTHS and word not in ("may", "mai"):  # outside a date "May" is a word that says nothing
        return ENGLISH_MONTHS[FULL_MONTHS[word] - 1]
    word = _IRREGULAR.get(word, word)
    if word in STOP_WORDS or word in NEGATIONS:
        return word
    return word.replace("ä", "ae").replace("ö", "oe").replace("ü", "ue")


def stem(word: str) -> str:
    """Cut the commonest English and German endings."""
    if word.endswith(("ies", "ied")) and len(word) > 4:
        return f"{word[:-3]}y"
    for ending in ("ings", "ing", "ed", "es", "en"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    if word.endswith("e") and len(word) > 4:
        return word[:-1]
    return word[:-1] if word.endswith("s") and word[-2:-1] not in ("s", "u", "i") and len(word) > 3 else word


def as_token(word: str) -> str:
    """A word as `core.text.token_rows` writes it: stop words as they are, others by their stem."""
    return word if word in STOP_WORDS or word in NEGATIONS else stem(one_spelling(word))


def same_word(left: str, right: str) -> bool:
    """Stems of one word: equal, or one begins the other and is at most three letters shorter."""
    short, long = sorted((left, right), key=len)
    return short == long or (len(short) >= 5 and len(long) - len(short) <= 3 and long.startswith(short))


def has_word(words: Collection[str], wanted: str) -> bool:
    """True if `words` holds a stem of the same word."""
    return wanted in words or any(same_word(wanted, word) for word in words)


def is_compound_of(word: str, words: Collection[str], said: Collection[str]) -> bool:
    """A German compound and its parts, either way round: "kuendigungsfrist" and "frist", "kuendigung".

    Args:
        words: stems of the source; said: those of the statement.
    """
    longer = [known for known in words if len(known) >= _SHORTEST_COMPOUND and word[:4] in known]
    for compound in (word, *longer) if len(word) >= _SHORTEST_COMPOUND else longer:
        known = words if compound == word else said
        for cut in range(4, len(compound) - 3):
            head, tail = compound[:cut], compound[cut:]
            firsts = {head, *(head.removesuffix(joint) for joint in _JOINTS if len(head) > len(joint) + 3)}
            parts = [*firsts, tail]
            if compound != word and not any(same_word(word, part) for part in parts):
                continue
            if has_word(known, tail) and any(has_word(known, first) for first in firsts):
                return True
    return False


_UNIT_STEMS = frozenset(stem(one_spelling(word)) for word in UNIT_WORDS)


def is_unit_word(word: str) -> bool:
    """True for the stem of a unit of measure."""
    return word in _UNIT_STEMS
