"""Spring and MicroProfile placeholders in a string: `http://${orders.host:orders}/v1` is literal, setting, literal."""

from parsed_graph.facts import Env, Literal, Part, Setting, Text, Unknown


def expand_placeholders(text: Text) -> Text:
    """Splits `${key:default}` in the literals of a Text into Settings; `#{...}` (SpEL) is Unknown unless it wraps one placeholder."""
    if not any(isinstance(part, Literal) and ("${" in part.text or "#{" in part.text) for part in text):
        return text
    parts: list[Part] = []
    for part in text:
        parts += _split(part.text) if isinstance(part, Literal) else [part]
    return merge_literals(parts)


def written_placeholders(text: Text) -> str | None:
    """A text as a configuration file would write it, `http://${HOST:orders}/v1`; None where other parts are in it."""
    written: list[str] = []
    for part in text:
        if isinstance(part, Literal):
            written.append(part.text)
        elif isinstance(part, Env | Setting):
            written.append(f"${{{part.key}}}" if part.default is None else f"${{{part.key}:{part.default}}}")
        else:
            return None
    return "".join(written)


def merge_literals(parts: list[Part]) -> Text:
    """Joins adjacent literals and drops empty ones."""
    merged: list[Part] = []
    for part in parts:
        if isinstance(part, Literal):
            if not part.text:
                continue
            if merged and isinstance(merged[-1], Literal):
                merged[-1] = Literal(merged[-1].text + part.text)
                continue
        merged.append(part)
    return tuple(merged)


def _split(text: str) -> list[Part]:
    parts: list[Part] = []
    position = 0
    while True:
        starts = [at for at in (text.find("${", position), text.find("#{", position)) if at >= 0]
        start = min(starts, default=-1)
        end = _closing(text, start + 2) if start >= 0 else -1
        if end < 0:
            return [*parts, Literal(text[position:])]
        parts.append(Literal(text[position:start]))
        inner = text[start + 2 : end]
        parts.append(_setting(inner) if text[start] == "$" else _expression(inner))
        position = end + 1


def _setting(inner: str) -> Part:
    key, colon, default = inner.partition(":")
    return Setting(key.strip(), default if colon else None)


def _expression(inner: str) -> Part:
    inner = inner.strip().strip("'")
    if inner.startswith("${") and _closing(inner, 2) == len(inner) - 1:
        return _setting(inner[2:-1])
    return Unknown("")


def _closing(text: str, position: int) -> int:
    depth = 1
    for index in range(position, len(text)):
        if text[index] == "{":
            depth += 1
        elif text[index] == "}":
            depth -= 1
            if depth == 0:
                return index
    return -1
