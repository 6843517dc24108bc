"""What the engine notes in few words, known as whole lines: of its trace, and of a schema that is wrong.

As in `desktop.messages.core_texts`, whose forms are found wherever a sentence begins; these are not.
"""

from __future__ import annotations

_OF_RUNS = (
    "search_docs for the main terms of the question",
    "open_citation for the most relevant results",
    "Compose the answer from the opened citations",
    "what was found answers every part of the question",
    "a search for each of {0}",
    "exact quotes ({0})",
    "exact quotes",
    "no values",
    "Retrieved {0}KB of {1}, page {2}",
    "The search did not finish.",
    "The search failed.",
    "The run ended before this did.",
    "Opening did not finish.",
    "That result is already open as citation [{0}].",
    "That citation is open already.",
    "There is no result {0}; the listed ones are 1 to {1}.",
    "There is no result {0}; search first.",
    "There is no such citation among the selected documents.",
    "{0} is not a UUID.",
    "“{0}” was searched before; it found {1}. Open a result or use other words later.",
    "The search for {0} took longer than {1} seconds and was given up.",
    "The language model took longer than {0} seconds for this step and was stopped.",
)
_OF_SCHEMAS = (
    "the unit {0} is not known",
    "the pattern is no regular expression ({0})",
    "it is too long, or a name in it goes too deep",
    "only a number has a unit; money carries its currency with each value",
    "an enum needs its values",
    "the values of a bool are true and false",
    "only an enum or a bool lists its values",
    "only numbers, money and dates are more or less",
    "{0} is none of its values",
    "only a text has a pattern",
    "only a text names something",
    "what is looked for anywhere needs a pattern",
    "only numbers and money add up",
    "only numbers and money have a total",
    "named twice: {0}",
    "{0} cannot be the sum of {1}",
    "a name has small letters, digits and underscores, up to 40, a letter first",
    "it is empty",
    "it is missing",
    "there is no such entry",
    "it is no number",
    "it is no text between quotes",
    "it is no list in square brackets",
    "it is no table of names and values",
    "it is true or false",
    "it is one of {0}",
)
# Known only with figures in their places: the rest of them is found in many a sentence.
COUNTS = (
    "{0} documents",
    "{0} groups",
    "{0} of {1}",
    "{0} of {1} have one",
    "{0} of {1} documents say something about it",
    "at least {0} separate searches",
    "at least {0} opened citations",
    "at most {0} characters",
    "at most {0} of them",
    "at least {0}",
    "at most {0}",
)
LINES = (*_OF_RUNS, *_OF_SCHEMAS, *COUNTS)
