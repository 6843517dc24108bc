"""The documents themselves: pages, sheets, mails and texts, highlights, search, print."""
