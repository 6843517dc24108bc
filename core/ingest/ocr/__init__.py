"""Text recognition on pictures of pages, in a process of its own."""
