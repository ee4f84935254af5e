"""Django models are entities, with the table that their Meta names; peewee and Tortoise models likewise."""

from collections.abc import Iterator

from parsed_graph.facts import EntityDecl, Fact, RepositoryDecl
from parsed_graph.framework import Framework
from parsed_graph.rules.python_class_body import assigned_in, inner_class
from parsed_graph.rules.script_arguments import literal_text
from parsed_graph.syntax.source_file import SourceFile

_ORMS = {"django.db": "django", "peewee": "peewee", "playhouse": "peewee", "tortoise": "tortoise", "pony": "pony"}
_BASES = frozenset({"Model", "MPTTModel", "PolymorphicModel", "TimeStampedModel", "AbstractUser", "AbstractBaseUser"})
_FIELDS = ("Field", "ForeignKey", "Key")
_TABLE_NAMES = ("db_table", "table_name", "table")


def _models(file: SourceFile) -> Iterator[Fact]:
    store = next((store for package, store in _ORMS.items() if file.imports_any((package,))), "")
    if not store:
        return
    fields = {
        id(call.owner) for call in file.calls if call.owner and call.function is None and call.name.endswith(_FIELDS)
    }
    models: set[str] = set()
    for declared in file.types:
        bases = {base.rpartition(".")[2] for base in declared.bases}
        has_fields = id(declared) in fields and any(base.endswith("Model") for base in bases)
        if not (bases & (_BASES | models)) and not has_fields:
            continue
        models.add(declared.name)
        meta = assigned_in(inner_class(declared, file, "Meta"), file)
        if file.text(meta.get("abstract")) == "True" or declared.name == "BaseModel":
            continue
        table = next((literal_text(meta[key], file) for key in _TABLE_NAMES if key in meta), "")
        yield EntityDecl(declared.name, file.span(declared.line), "sql", table=table)
        yield RepositoryDecl(declared.qualified_name, declared.name, file.span(declared.line), store, table)


FRAMEWORK = Framework("django_models", languages=("python",), files=(_models,))
