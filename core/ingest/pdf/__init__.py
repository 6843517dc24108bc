"""What a PDF page holds besides its plain text: rows, layers, hidden words, side texts."""
