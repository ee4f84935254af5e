"""Cuts a text to a number of tokens, at the end of a line, and says how much was left out."""


def within_budget(text: str, most: int) -> str:
    """The text's first lines that fit, in tokens as OpenAI's models count them; what is left out is counted."""
    # Each token is at least one byte: a short text need not be counted, which would load the vocabulary.
    if len(text.encode()) <= most:
        return text
    from pipelines.models.tokens import count_tokens

    lines, spent = text.splitlines(keepends=True), 0
    for place, line in enumerate(lines):
        spent += count_tokens(line)
        if spent > most:
            return "".join(lines[:place]) + f"… {len(lines) - place} more lines; ask for less of it, or for one node\n"
    return text
