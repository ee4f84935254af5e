"""TypeScript, with and without JSX."""

from functools import partial

from parsed_graph.language import Language
from parsed_graph.syntax.ecmascript import read

LANGUAGE = Language("typescript", ("*.ts", "*.mts", "*.cts", "*.tsx"), partial(read, language="typescript"))
