"""Whether what the documents carry answers the question that was asked."""
