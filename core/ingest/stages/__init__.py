"""The stages of the queue, one module each: parse, check, file, embed, recognise, summarise."""
