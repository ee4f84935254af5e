from parsed_graph.syntax.schema_shape import SchemaShapes
from parsed_graph.syntax.yaml_document import YamlMapping, load_documents


def shape_of(yaml: str, name: str = "A") -> str:
    document = load_documents("api.yaml", yaml)[0]
    assert isinstance(document, YamlMapping)
    return SchemaShapes(document).text(document[name])


def test_moving_a_field_changes_nothing() -> None:
    one = shape_of("A: {type: object, properties: {b: {type: string}, a: {type: integer}}}")
    assert one == shape_of("A: {type: object, properties: {a: {type: integer}, b: {type: string}}}")


def test_all_of_is_merged_and_the_outer_schema_wins() -> None:
    yaml = """
A: {allOf: [{$ref: '#/B'}, {required: [x], properties: {y: {type: string}}}], properties: {z: {type: number}}}
B: {type: object, title: Base, properties: {x: {type: string}, z: {type: integer}}}
"""
    assert shape_of(yaml) == "{x*:string,y:string,z:number}"


def test_all_of_one_alone_is_that_one() -> None:
    assert shape_of("A: {allOf: [{$ref: '#/B'}]}\nB: {type: string, format: date}") == "string(date)"


def test_all_of_in_a_circle_ends() -> None:
    assert (
        shape_of("A: {allOf: [{$ref: '#/B'}]}\nB: {allOf: [{$ref: '#/A'}], properties: {x: {type: string}}}")
        == "{x:string}"
    )


def test_a_diamond_of_all_of_is_joined_once() -> None:
    reference = "{{$ref: '#/L{0}'}}"
    levels = "".join(f"L{n}: {{allOf: [{', '.join([reference.format(n + 1)] * 4)}]}}\n" for n in range(40))
    assert shape_of(f"{levels}L40: {{properties: {{x: {{type: string}}}}}}", "L0") == "{x:string}"


def test_a_huge_enumeration_is_cut() -> None:
    text = shape_of(f"A: {{enum: [{', '.join(map(str, range(20_000)))}]}}")
    assert text.startswith("enum<0|1|") and text.endswith("|49|…>")


def test_many_wide_schemas_that_refer_to_each_other_take_no_time() -> None:
    fields = "".join(f"f{n}: {{$ref: '#/T{n}'}}, " for n in range(100))
    types = "".join(f"T{n}: {{type: object, properties: {{{fields}}}}}\n" for n in range(100))
    assert shape_of(types, "T0").startswith("{f0:T0@")
