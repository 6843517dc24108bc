"""What the lines of a document are: headings, chunks, language, what it says about itself."""
