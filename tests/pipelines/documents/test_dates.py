"""Dates in the forms that documents use."""

import pytest

from pipelines.documents.dates import first_date


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2024-04-05", "2024-04-05"),
        ("2024/4/5 10:00", "2024-04-05"),
        ("23.08.2019", "2019-08-23"),
        ("02/09/2020", "2020-09-02"),
        ("04/28/2024", "2024-04-28"),
        ("8 Jun 2024", "2024-06-08"),
        ("September 22, 2023", "2023-09-22"),
        ("On Monday 3. February 2020, a planned upgrade", "2020-02-03"),
        ("16th September, 2022", "2022-09-16"),
        ("8 de junho de 2024", "2024-06-08"),
        ("1º de março de 2021", "2021-03-01"),
        ("20200421", "2020-04-21"),
        ("June 2024", "2024-06"),
        ("2022-04", "2022-04"),
        ("version 2024.1.99", None),
        ("2023-02-30", None),
        ("31/31/2024", None),
        ("no date here, 12 of 40", None),
    ],
)
def test_first_date_reads_usual_forms(text: str, date: str | None) -> None:
    assert first_date(text) == date
