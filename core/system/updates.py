"""Is there a newer version? Asked only when the user presses the button that says whom it asks.

One request for a small text with the number of the newest version, and nothing else: no version, no
identifier, no cookie is sent, nothing is downloaded or installed, and no other address is followed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from core import __version__
from core.errors import KnownError
from core.system.addresses import is_this_computer

TIMEOUT_S = 10.0
_MAX_BYTES = 200
# `identity`: an answer that is packed all the same is no version.
_HEADERS = {"User-Agent": "DocuChat", "Accept-Encoding": "identity"}
_VERSION = re.compile(r"\d{1,6}(?:\.\d{1,6}){1,3}", re.ASCII)


class UpdateError(KnownError):
    """Nobody could say which version is the newest."""

    code = "update"


@dataclass(frozen=True, slots=True)
class UpdateState:
    """`newest` as the server says it; `is_newer` than this program."""

    newest: str
    is_newer: bool


def check_for_update(url: str, *, timeout_s: float = TIMEOUT_S) -> UpdateState:
    """Ask `url` for the number of the newest version.

    Args:
        url: as the settings have it; empty: nobody has set one.

    Raises:
        UpdateError: there is no address, it is not a safe one, cannot be reached, or says no version.
    """
    import httpx  # only for who asks

    if not url:
        raise UpdateError(
            "This copy of DocuChat knows no address to ask.",
            "Look where you got it from, or set `window.updates_url` in the settings file.",
        )
    try:
        parts = urlsplit(url)
    except ValueError as error:
        raise UpdateError(
            f"{url} is no address ({error}).", "Correct `updates_url` in the settings file."
        ) from error
    if parts.scheme != "https" and not is_this_computer(url):
        raise UpdateError(
            f"{url} is no https address, so its answer could be anybody's.",
            "Correct `updates_url` in the settings file.",
        )
    try:
        with (
            httpx.Client(timeout=timeout_s, headers=_HEADERS, trust_env=not is_this_computer(url)) as client,
            client.stream("GET", url) as reply,
        ):
            said = b""
            # As it comes: unpacked, a few bytes could become gigabytes in one piece.
            for piece in reply.iter_raw(_MAX_BYTES):
                said += piece
                if len(said) > _MAX_BYTES:
                    break
            status = reply.status_code
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise UpdateError(
            f"{parts.hostname or url} cannot be reached ({error}).", "Check the network, and try again later."
        ) from error
    newest = said.decode("ascii", errors="replace").strip()
    if status != 200 or not _VERSION.fullmatch(newest):
        raise UpdateError(
            f"{url} does not name a version (status {status}).",
            "Try again later, or look where you got DocuChat from.",
        )
    return UpdateState(newest, _numbers(newest) > _numbers(__version__))


def _numbers(version: str) -> tuple[int, ...]:
    numbers = [int(part) for part in re.findall(r"\d+", version)]
    while numbers and numbers[-1] == 0:  # 1.2 is 1.2.0
        numbers.pop()
    return tuple(numbers)
