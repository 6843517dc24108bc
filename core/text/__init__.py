"""The words of texts: sentences as spans, months, numbers in words. Pure, without other rooms."""
