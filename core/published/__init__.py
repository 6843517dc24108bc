"""The JSON shapes that the program publishes (docs/schema), and what fills them. Pure."""
