"""The words of texts: sentences as spans; numbers, units, dates and quotations. Pure, without other rooms."""
