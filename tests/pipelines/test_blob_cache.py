from pathlib import Path

from pipelines.blob_cache import BlobCache


def key(number: int) -> bytes:
    return number.to_bytes(32, "big")


def test_few_keys_and_nearly_all_of_them_are_found_alike(tmp_path: Path) -> None:
    cache = BlobCache(tmp_path / "cache.db", "things")
    cache.put({key(number): bytes([number]) for number in range(10)})
    assert cache.get([key(3), key(77)]) == {key(3): b"\x03"}
    assert cache.get([key(number) for number in range(2, 12)]) == {key(n): bytes([n]) for n in range(2, 10)}
    assert cache.get([]) == {}


def test_what_is_not_used_goes_once_it_is_more_than_what_is(tmp_path: Path) -> None:
    cache = BlobCache(tmp_path / "cache.db", "things")
    cache.put({key(number): b"" for number in range(5)})
    cache.forget_others([key(1), key(2), key(3)])
    assert len(cache.get([key(number) for number in range(5)])) == 5
    cache.forget_others([key(1), key(2)])
    assert sorted(cache.get([key(number) for number in range(5)])) == [key(1), key(2)]
