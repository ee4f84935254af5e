"""What is said to a model, as Markdown files, and the loader of these files."""
