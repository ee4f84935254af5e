"""Reads XML from strangers: no entities, no external files, no network; the root element, or ArtefactError with the line."""

from typing import TYPE_CHECKING

from parsed_graph.errors import ArtefactError
from parsed_graph.parser import Artefact

if TYPE_CHECKING:
    from lxml.etree import _Element


def read_xml(artefact: Artefact) -> "_Element":
    """The root element; `sourceline` of an element is its line. Entities of the document's own are not expanded."""
    from lxml import etree  # 20 ms to import, and most repositories hold few such files.

    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        huge_tree=False,
        remove_comments=True,
    )
    try:
        return etree.fromstring(artefact.text.encode(), parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None) or 1
        raise ArtefactError(artefact.path, line, f"not well-formed XML: {error}") from error


def local_name(element: "_Element") -> str:
    """The tag without its namespace, "" for a comment or processing instruction."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def line_of(element: "_Element") -> int:
    """Where the element starts; lines count from 1."""
    line = element.sourceline
    return line if isinstance(line, int) else 1


def text_within(element: "_Element") -> str:
    """All text inside an element, without its tags."""
    return "".join(text if isinstance(text, str) else text.decode() for text in element.itertext())
