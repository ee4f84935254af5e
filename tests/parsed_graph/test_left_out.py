"""Which folders and files of a checkout are nobody's own source."""

import pytest

from parsed_graph.left_out import is_left_out_folder


@pytest.mark.parametrize("name", ["test", "integrationTest", "contractTest", "end-to-end-tests", "component_tests"])
def test_folders_of_tests_are_left_out_whatever_they_test(name: str) -> None:
    assert is_left_out_folder(name)


@pytest.mark.parametrize("name", ["contest", "contract", "testing-service", "integration", "integrationtester"])
def test_a_folder_that_only_sounds_like_tests_is_read(name: str) -> None:
    assert not is_left_out_folder(name)
