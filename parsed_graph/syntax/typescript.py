"""TypeScript, with and without JSX."""

from functools import partial

from parsed_graph.syntax.ecmascript import read
from parsed_graph.syntax.language import Language

LANGUAGE = Language("typescript", ("*.ts", "*.mts", "*.cts", "*.tsx"), partial(read, language="typescript"))
