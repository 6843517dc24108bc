"""The classifier of languages (py3langid; its model is inside its wheel), for some of the languages it knows.

Loading takes about 0.7 s. Not thread-safe while it loads, which may at worst be done twice.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier


@cache
def language_identifier(languages: tuple[str, ...]) -> LanguageIdentifier:
    """Tells these languages (ISO 639-1) apart, with a probability among them."""
    from py3langid.langid import MODEL_DIR, MODEL_FILE, LanguageIdentifier
    from py3langid.modelio import load_model

    shares, priors, classes, next_states, rows, features = load_model(MODEL_DIR / MODEL_FILE)
    # The identifier's own `set_languages` keeps the table of all classes beside that of the chosen ones.
    chosen = [place for place, code in enumerate(classes) if code in languages]
    return LanguageIdentifier(
        shares[:, chosen],
        priors[chosen],
        [classes[place] for place in chosen],
        next_states,
        features,
        norm_probs=True,
        tk_row=rows,
    )
