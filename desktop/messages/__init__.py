"""What the engine says, in the words and the language of the window."""
