"""What an extra would bring is asked for by name."""

import pytest

from parsed_graph.errors import SettingsError
from pipelines.extras import need


def test_a_missing_package_says_what_to_install() -> None:
    with pytest.raises(
        SettingsError, match=r"^nowhere_to_be_found is not installed\. Run: pip install 'estategraph\[some\]'$"
    ):
        need("nowhere_to_be_found.below", "some")


def test_one_that_is_there_is_given() -> None:
    assert need("json", "some").dumps([]) == "[]"
