"""Does this computer run on its battery?"""

from __future__ import annotations

import logging

import psutil

log = logging.getLogger(__name__)


def on_battery() -> bool:
    """False on mains, without a battery, and where the system does not tell; a few reads of small files."""
    read = getattr(psutil, "sensors_battery", None)  # there is none on some systems
    if read is None:
        return False
    try:
        battery = read()
    except (OSError, ValueError, RuntimeError) as error:
        log.debug("the state of the battery cannot be read: %s", error)
        return False
    return battery is not None and battery.power_plugged is False
