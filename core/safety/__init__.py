"""Nothing that was stored is lost: checks at start, daily copies, putting one back, repair, moving the
folder."""
