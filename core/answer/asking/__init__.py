"""What a question is before anything is searched: its parts, language, kind, follow-ups."""
