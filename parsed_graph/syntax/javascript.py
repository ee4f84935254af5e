"""JavaScript, with and without JSX, and Vue components."""

from functools import partial

from parsed_graph.syntax.ecmascript import read
from parsed_graph.syntax.language import Language

LANGUAGE = Language("javascript", ("*.js", "*.mjs", "*.cjs", "*.jsx", "*.vue"), partial(read, language="javascript"))
