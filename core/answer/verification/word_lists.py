"""The words that verification treats in a way of their own, in English and German.

All sets hold stems as `core.answer.facts.stems` makes them.
"""

from __future__ import annotations

from core.answer.facts.stems import one_spelling, stem
from core.text.textspan import word_list


def stems(*lines: str) -> frozenset[str]:
    """The stems of the words on these lines."""
    return frozenset(stem(one_spelling(word)) for word in word_list(*lines))


# What a quotation may not leave behind in its sentence. Words as they are written.
LIMITING = word_list(
    "if unless only except provided when where while until but however although subject excluding without",
    "nur wenn falls sofern soweit außer ausgenommen jedoch aber sobald solange",
)
# Words that join and add no fact of their own.
NEUTRAL = stems(
    "following also well thus therefore respectively amounts amounted equals namely according accordance",
    "laut gemäß zufolge beträgt betrug betragen beläuft belief belaufen lautet",
)
# "The manual says", "is listed on page 3": what a statement says of its source is no fact of the source.
ATTRIBUTING = stems("according accordance laut gemäß zufolge")
SOURCES = stems(
    "document documents manual report reports page pages section source sources text passage table",
    "dokument handbuch bericht seite abschnitt quelle tabelle",
)
REPORTING = stems(
    "state states stated say says said mention mentions mentioned list lists listed describe described",
    "specify specifies specified note noted show shows shown given report reports reported",
    "steht stehen nennt genannt angegeben beschrieben zeigt",
)
# Words that a question asks with and an answer repeats, and that hardly say anything by themselves: nouns
# before "of" and the like ("the name of", "another way in which"), verbs behind "is" ("is known as"), others.
LIGHT_NOUNS = stems(
    "name names term title type kind sort form way manner means method example instance case fact thing",
    "things one ones part parts piece number amount percentage percent share level degree rate range size",
    "area place location position role job task reason purpose result goal factor factors group member",
    "year time period art weise form beispiel fall sache teil anzahl menge höhe grund zweck ergebnis ziel",
    "rolle ort jahr zeit",
)
LIGHT_VERBS = stems(
    "named called termed known referred titled entitled considered believed thought regarded described",
    "classified located situated found held used made given included contained become namens heißen heißt",
    "genannt bezeichnet liegt liegen befindet befinden betrachtet gilt gibt verwendet",
)
LIGHT = stems(
    "during within upon via across around along toward towards throughout among amid another other else",
    "also actually originally currently officially eventually person people individual someone somebody",
    "different main many much several some total specific certain particular various mehrere einige viele",
    "person",
)
# What stands behind a light noun, and before or behind a light verb.
AFTER_LIGHT_NOUN = word_list("of for in that to which where von für der des")
AFTER_LIGHT_VERB = word_list("that by dass von")
BEFORE_LIGHT_VERB = word_list(
    "is are was were be been being has have had it ist sind war waren wird wurde sich",
)
# "failed to", "lacks": what they govern is denied, as behind "not".
DENYING = stems(
    "fail fails failed failing refuse refuses refused refusing unable lack lacks lacked lacking absence",
    "absent neither hardly barely rarely seldom scarcely instead denied denies deny prevents prevented",
    "prevent kaum selten unfähig fehlt fehlte fehlen verweigert verweigerte statt anstatt",
)
# What was only possible, planned or claimed is no fact. Stems, and stop words as they are.
HEDGES = stems(
    "may might possibly perhaps potentially allegedly supposedly reportedly probably maybe vielleicht",
    "möglicherweise eventuell angeblich vermutlich wahrscheinlich könnte könnten",
)
# "intends to", "offered to", "asked … to": what stands behind has not happened yet.
INTENDING = stems(
    "intend intends intended intending plan plans planned planning offer offers offered want wants wanted",
    "hope hopes hoped try tries tried ask asks asked propose proposes proposed promise promises promised",
    "threaten threatened aim aims aimed wish wishes wished request requests requested recommend recommends",
    "recommended order ordered urge urged expect expects expected",
    "plant planen geplant beabsichtigt beabsichtigen will wollen wollte wollten versucht versuchte bittet",
    "bat verspricht versprach hofft hoffte empfiehlt empfahl erwägt erwartet",
)
# "thinks that": what stands behind is somebody's opinion.
BELIEVING = stems(
    "think thinks thought believe believes believed suspect suspects suspected assume assumes assumed claim",
    "claims claimed allege alleges alleged argue argues argued suppose supposed guess guesses guessed",
    "glaubt glaubte glauben vermutet vermutete behauptet behauptete meint meinte annimmt hypothesized",
    "speculated",
)
# "says that": who says it is not who does it.
TELLING = stems(
    "say says said tell tells told report reports reported announce announces announced state states stated",
    "write writes wrote sagt sagte schreibt schrieb berichtet berichtete teilt erklärt erklärte",
)
# Of what rises or falls: "by 5" and "to 5" are two things.
CHANGING = stems(
    "increase increased rise rose risen grow grew grown fall fell fallen drop dropped decline declined",
    "decrease decreased climb climbed raise raised lower lowered reduce reduced shrink",
    "steigen steigt stieg gestiegen sinken sank gesunken wachsen wuchs gewachsen fallen fiel gefallen",
    "erhöhen erhöht erhöhte senken senkte gesenkt",
)
_OPPOSITES = (
    "increase/decrease rise/fall grow/shrink raise/lower gain/lose profit/loss higher/lower high/low",
    "more/less more/fewer most/least largest/smallest larger/smaller big/small large/small",
    "greater/smaller great/small long/short longer/shorter early/late earlier/later old/new older/younger",
    "oldest/youngest old/young first/last begin/end start/end open/close opened/closed before/after",
    "begin/ended start/ended improve/worsens",
    "above/below upper/lower top/bottom north/south northern/southern east/west eastern/western",
    "left/right inside/outside internal/external internal/foreign domestic/foreign domestic/international",
    "minimum/maximum least/most allow/forbid allow/prohibit permit/prohibit allowed/forbidden",
    "legal/illegal lawful/unlawful valid/invalid mandatory/optional mandatory/voluntary",
    "compulsory/voluntary required/optional required/forbidden win/lose win/defeat victory/defeat",
    "buy/sell buyer/seller purchaser/seller landlord/tenant lessor/lessee lender/borrower creditor/debtor",
    "employer/employee teacher/student import/export accept/reject accept/refuse approve/reject",
    "agree/refuse agree/disagree support/oppose include/exclude add/remove connect/disconnect join/leave",
    "enter/leave arrive/leave arrive/depart come/go always/never all/none everyone/nobody often/rarely",
    "frequent/rare common/rare common/uncommon rich/poor cheap/expensive strong/weak hard/soft hard/easy",
    "difficult/easy fast/slow hot/cold warm/cold wet/dry heavy/light dark/light full/empty public/private",
    "positive/negative male/female men/women man/woman active/inactive safe/dangerous safe/unsafe",
    "true/false correct/incorrect correct/wrong right/wrong same/different same/opposite",
    "similar/different equal/unequal related/unrelated dependent/independent improve/worsen better/worse",
    "best/worst promote/prevent promote/inhibit activate/inhibit cause/prevent activate/suppress",
    "enhance/suppress enhance/inhibit enhance/impair enhance/reduce promote/suppress increase/reduce",
    "raise/reduce elevate/reduce induce/inhibit induce/prevent stimulate/inhibit activation/inhibition",
    "upregulate/downregulate success/failure succeed/fail alive/dead birth/death born/die create/destroy",
    "build/destroy weekly/monthly weekly/daily daily/monthly monthly/yearly monthly/annual",
    "quarterly/annual gross/net assets/liabilities revenue/costs income/expenses credit/debit",
    "debit/credit acquire/sell acquire/divest local/national majority/minority master/slave enemy/ally",
    "friend/enemy parent/child husband/wife father/mother son/daughter brother/sister king/queen",
    "uncle/aunt steigen/sinken steigen/fallen erhöhen/senken zunehmen/abnehmen wachsen/schrumpfen",
    "gewinn/verlust höher/niedriger hoch/niedrig mehr/weniger größer/kleiner groß/klein lang/kurz",
    "länger/kürzer früh/spät früher/später alt/neu alt/jung erste/letzte beginnen/enden anfang/ende",
    "öffnen/schließen vor/nach oben/unten obere/untere nord/süd nördlich/südlich ost/west",
    "östlich/westlich links/rechts innen/außen mindestens/höchstens minimal/maximal erlaubt/verboten",
    "zulässig/unzulässig gestattet/untersagt gültig/ungültig wirksam/unwirksam pflicht/freiwillig",
    "kaufen/verkaufen käufer/verkäufer vermieter/mieter gläubiger/schuldner arbeitgeber/arbeitnehmer",
    "annehmen/ablehnen genehmigen/ablehnen immer/nie alle/keine häufig/selten reich/arm billig/teuer",
    "stark/schwach schwer/leicht schnell/langsam heiß/kalt warm/kalt nass/trocken voll/leer",
    "öffentlich/privat positiv/negativ männlich/weiblich sicher/gefährlich richtig/falsch",
    "gleich/verschieden besser/schlechter brutto/netto aktiva/passiva einnahmen/ausgaben soll/haben",
    "wöchentlich/monatlich monatlich/jährlich",
)


def _pairs(lines: tuple[str, ...]) -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for pair in word_list(*lines):
        left, right = (stem(one_spelling(word)) for word in pair.split("/"))
        found[left] = found.get(left, frozenset()) | {right}
        found[right] = found.get(right, frozenset()) | {left}
    return found


OPPOSITES = _pairs(_OPPOSITES)
