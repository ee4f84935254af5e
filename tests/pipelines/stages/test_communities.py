"""The stage of a run that finds communities: it goes on from the snapshot, and opens a model only for a report that is due."""

from pathlib import Path

import pytest

from parsed_graph.snapshot.run_report import RunReport
from parsed_graph.store import write_snapshot
from pipelines.community_flags import CommunityFlags
from pipelines.community_settings import CommunitySettings
from pipelines.models.ask import Asker
from pipelines.stages.communities import CommunitiesReport, OpenAsker, build_communities, report_questions
from tests.small_estate import shop

SETTINGS = CommunitySettings()


class OpenedError(Exception):
    """A model was asked for."""


def refuse() -> Asker:
    raise OpenedError


def build(output: Path, open_asker: OpenAsker | None = None, flags: CommunityFlags | None = None) -> CommunitiesReport:
    return build_communities(shop(), output, SETTINGS, flags or CommunityFlags(), "", open_asker, 1000)


@pytest.fixture
def output(tmp_path: Path) -> Path:
    write_snapshot(tmp_path, shop(), [], RunReport(), parts=[build(tmp_path).part])
    return tmp_path


def test_a_run_without_change_writes_nothing_and_opens_no_model(output: Path) -> None:
    report = build(output, refuse)
    assert report.update.written == ()
    assert report.calls == 0


def test_a_first_report_and_one_that_is_asked_for_open_the_model(output: Path, tmp_path: Path) -> None:
    with pytest.raises(OpenedError):
        build(tmp_path / "empty", refuse)
    with pytest.raises(OpenedError):
        build(output, refuse, CommunityFlags(rewrite_reports=True))


def test_an_estimate_counts_only_what_is_due(output: Path, tmp_path: Path) -> None:
    first = report_questions(shop(), tmp_path / "empty", SETTINGS, "", 1000)
    assert len(first) == len(build(output).update.state.communities)
    assert report_questions(shop(), output, SETTINGS, "", 1000) == []
