"""The header of a Java file, read by pattern: what counts as an import, and where the declarations begin."""

from parsed_graph.parser import Artefact
from parsed_graph.syntax.java import read
from parsed_graph.syntax.java_header import read_header

SOURCE = b"""/* import old.Gone; */
@Annotated(kind = "x")
package com.shop;

// import com.shop.Never;
import com.shop.orders.Order;   import java.util.*;
import static com.shop.Topics.*;
import com.shop . stock
    .Item;
;
@Deprecated class A { Order order; }
import com.shop.Late;
"""


def test_imports_are_read_up_to_the_first_declaration_and_not_from_comments() -> None:
    header = read_header(SOURCE)

    assert header.package == "com.shop"
    assert header.all == {"com.shop.orders.Order", "java.util", "com.shop.Topics", "com.shop.stock.Item"}
    assert header.names == {"Order": "com.shop.orders.Order", "Item": "com.shop.stock.Item"}
    assert header.static_wildcards == ("com.shop.Topics",)
    assert SOURCE[header.end :].startswith(b"@Deprecated class A")


def test_declarations_keep_their_lines_behind_the_header() -> None:
    file = read(Artefact("A.java", SOURCE))

    assert [(found.qualified_name, found.line) for found in file.types] == [("com.shop.A", 11)]


def test_a_header_that_never_ends_is_the_whole_parser_s_business() -> None:
    assert read_header(b"import a.b").end == 0
    assert read_header(b"/* open").end == 0
    assert read_header(b"package a; class").end == len(b"package a; ")
