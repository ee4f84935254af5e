"""What is known of the words that people ask with: stop words, spellings, the other language."""
