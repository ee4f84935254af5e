"""The words that are sent to a model, as Markdown files, and the small loader that fills them."""
