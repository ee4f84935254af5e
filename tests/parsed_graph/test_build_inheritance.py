from parsed_graph.facts import ConfigValue, Dependency, Fact, ModuleDecl, SourceSpan
from parsed_graph.join.build_inheritance import hand_down


def pom(path: str, name: str) -> ModuleDecl:
    return ModuleDecl(name, path.rpartition("/")[0], SourceSpan(path, 3), build="maven", group="shop")


def parent(path: str, name: str) -> Dependency:
    return Dependency("maven-parent", name, SourceSpan(path, 5), group="shop", scope="parent")


def maven(path: str, name: str, version: str = "", scope: str = "") -> Dependency:
    return Dependency("maven", name, SourceSpan(path, 9), group="g", version=version, scope=scope)


def versions(facts: list[Fact], path: str) -> dict[str, str]:
    return {
        fact.artifact: fact.version
        for fact in hand_down(facts)
        if isinstance(fact, Dependency) and fact.ecosystem == "maven" and fact.span.path == path
    }


def test_a_module_gets_the_dependencies_versions_and_properties_of_its_parents() -> None:
    facts: list[Fact] = [
        pom("pom.xml", "root"),
        ConfigValue("maven:kafka", "3.7", SourceSpan("pom.xml", 4)),
        Dependency("maven-managed", "guava", SourceSpan("pom.xml", 6), "g", "33", "managed"),
        maven("pom.xml", "lombok", "1.18"),
        pom("a/pom.xml", "a"),
        parent("a/pom.xml", "root"),
        maven("a/pom.xml", "guava"),
        maven("a/pom.xml", "kafka-clients", "${kafka}"),
    ]

    assert versions(facts, "a/pom.xml") == {"guava": "33", "kafka-clients": "3.7", "lombok": "1.18"}


def test_a_property_of_one_parent_may_hold_one_of_another() -> None:
    facts: list[Fact] = [
        pom("pom.xml", "root"),
        ConfigValue("maven:kafka", "${major}.7", SourceSpan("pom.xml", 4)),
        pom("p/pom.xml", "p"),
        parent("p/pom.xml", "root"),
        ConfigValue("maven:major", "3", SourceSpan("p/pom.xml", 4)),
        pom("p/a/pom.xml", "a"),
        parent("p/a/pom.xml", "p"),
        maven("p/a/pom.xml", "kafka-clients", "${kafka}"),
    ]

    assert versions(facts, "p/a/pom.xml") == {"kafka-clients": "3.7"}


def test_a_module_that_calls_itself_as_its_parent_gives_others_nothing() -> None:
    facts: list[Fact] = [
        pom("pom.xml", "root"),
        maven("pom.xml", "lombok", "1.18"),
        pom("turbine/pom.xml", "root"),
        parent("turbine/pom.xml", "root"),
        maven("turbine/pom.xml", "turbine"),
        pom("web/account/pom.xml", "account"),
        parent("web/account/pom.xml", "root"),
    ]

    assert versions(facts, "web/account/pom.xml") == {"lombok": "1.18"}
    assert versions(facts, "turbine/pom.xml") == {"turbine": "", "lombok": "1.18"}


def test_properties_of_a_parent_are_no_configuration_of_a_service() -> None:
    assert list(hand_down([ConfigValue("maven:x", "1", SourceSpan("pom.xml", 1))])) == []


def test_parents_in_a_ring_end() -> None:
    facts: list[Fact] = [
        pom("pom.xml", "a"),
        parent("pom.xml", "a"),
        maven("pom.xml", "lib"),
    ]

    assert versions(facts, "pom.xml") == {"lib": ""}


def test_an_alias_of_a_version_catalogue_becomes_its_library() -> None:
    use = SourceSpan("a/build.gradle", 3)
    catalogue = SourceSpan("gradle/libs.versions.toml", 1)
    facts: list[Fact] = [
        Dependency("gradle-catalog", "kafka-clients", catalogue, "org.apache.kafka", "3.7", "libs.kafka"),
        Dependency("gradle-alias", "libs.kafka", use, scope="test"),
        Dependency("gradle-alias", "libs.unknown", use),
    ]

    assert list(hand_down(facts)) == [Dependency("maven", "kafka-clients", use, "org.apache.kafka", "3.7", "test")]


def test_what_a_root_gives_to_subprojects_counts_for_each_module_below_it() -> None:
    facts: list[Fact] = [
        ModuleDecl("a", "a", SourceSpan("a/build.gradle", 1), build="gradle"),
        ModuleDecl("root", "", SourceSpan("settings.gradle", 1), build="gradle", is_aggregator=True),
        Dependency("maven", "lib", SourceSpan("build.gradle", 8), "g", "1", "subprojects:test"),
    ]

    assert list(hand_down(facts))[-1] == Dependency("maven", "lib", SourceSpan("a/build.gradle", 1), "g", "1", "test")
