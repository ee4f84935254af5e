"""Backstage entity references, `[<kind>:][<namespace>/]<name>`: https://backstage.io/docs/features/software-catalog/references/."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EntityReference:
    """Kind and namespace are lower case, as references are compared without case; the name is as written."""

    kind: str
    namespace: str
    name: str

    @property
    def key(self) -> str:
        """The full form, in which two references to one entity are equal: `component:default/orders`."""
        return f"{self.kind}:{self.namespace}/{self.name.lower()}"


def parse_entity_reference(text: str, default_kind: str, default_namespace: str = "default") -> EntityReference:
    """What a reference means where it stands: `providesApis: [orders]` has the default kind `api`."""
    head, slash, name = text.strip().rpartition("/")
    kind, colon, namespace = head.partition(":")
    if not slash:
        kind, colon, name = name.rpartition(":")
        namespace = ""
    elif not colon:
        kind, namespace = "", head
    return EntityReference((kind or default_kind).lower(), (namespace or default_namespace).lower(), name)
