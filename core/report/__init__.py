"""Answers and research reports as documents of their own: Markdown, HTML, Word. Pure, but for writing files.

`report_content` says what such a document holds, in its language; `markdown`, `html` and `docx` write it.
Text of documents is text in each of them: no link, picture, markup or script of it survives.
"""
