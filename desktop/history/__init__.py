"""Past conversations: listed, searched, pinned, deleted."""
