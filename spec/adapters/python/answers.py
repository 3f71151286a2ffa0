"""What a server answers to an SDK, and the texts of a reply."""

import base64
from typing import Any

from adapter import Unsupported
from timeline import Fetched

# What Python's own readers of text, JSON and times say of an answer.
READING_ERRORS = [
    ("codec can't decode", "token-not-json"),
    ("(char ", "token-not-json"),
    ("does not match format", "token-invalid-time"),
    ("unconverted data remains", "token-invalid-time"),
    ("is out of range", "token-invalid-time"),
]


def answer_to_parse(given: dict[str, Any]) -> Fetched:
    """The answer of `token.parse`, for an SDK that always fetches over HTTP and decodes nothing."""
    if given.get("decoder") is not None:
        raise Unsupported("the SDK has no hook that decodes an answer")
    status = given.get("httpStatus")
    return Fetched(200 if status is None else status, as_bytes(given["body"]))


def as_bytes(value: str | bytes | None) -> bytes:
    """The bytes of a text; none for null."""
    return value.encode("utf-8") if isinstance(value, str) else value or b""


def as_text(value: str | bytes) -> str | dict[str, str]:
    """What a text or bytes look like in a reply."""
    if isinstance(value, str):
        return value
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(value).decode("ascii")}
