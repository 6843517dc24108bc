"""Addresses of servers: which of them are this computer."""

from __future__ import annotations

from urllib.parse import urlsplit


def is_this_computer(url: str) -> bool:
    """Such a server is never asked through a proxy of the environment, which would get the texts to read.

    Raises:
        ValueError: `url` is no address.
    """
    return urlsplit(url).hostname in ("localhost", "127.0.0.1", "::1")
