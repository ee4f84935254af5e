"""Tokens are counted exactly, with the network off."""

import subprocess
import sys

from pipelines.models.tokens import SHA256, count_tokens, vocabulary, vocabulary_hash


def test_shipped_vocabulary_is_the_one_that_tiktoken_demands() -> None:
    assert vocabulary_hash(vocabulary()) == SHA256


def test_pattern_is_tiktokens_own() -> None:
    import inspect
    import re

    from tiktoken_ext import openai_public

    from pipelines.models import tokens

    written = re.findall(r'r"""(.*?)"""', inspect.getsource(openai_public.o200k_base))
    assert "|".join(written) == tokens._PATTERN


def test_counts_of_known_texts() -> None:
    assert [count_tokens(text) for text in ("", "hello world", "tiktoken is great!", "São Paulo", "<|endoftext|>")] == [
        0,
        2,
        6,
        2,
        7,
    ]


def test_counting_opens_no_socket() -> None:
    code = (
        "import socket\n"
        "def refuse(*a, **k): raise OSError('no network')\n"
        "socket.socket.connect = refuse; socket.getaddrinfo = refuse\n"
        "from pipelines.models.tokens import count_tokens\n"
        "print(count_tokens('hello world'))\n"
    )
    found = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={"PATH": "", "TIKTOKEN_CACHE_DIR": "/nonexistent"},
    )
    assert found.stdout.strip() == "2"
