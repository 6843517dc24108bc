"""From files to searchable documents: readers, structure, recognition, and the queue that drives them."""
