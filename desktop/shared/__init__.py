"""Small widgets, colours, words and numbers that several rooms use."""
