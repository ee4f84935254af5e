"""JavaScript, with and without JSX, and Vue components."""

from functools import partial

from parsed_graph.language import Language
from parsed_graph.syntax.ecmascript import read

LANGUAGE = Language("javascript", ("*.js", "*.mjs", "*.cjs", "*.jsx", "*.vue"), partial(read, language="javascript"))
