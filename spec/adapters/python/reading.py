"""What the adapters that hand out credentials share: answers to fetches, and texts."""

import base64
import mimetypes
from typing import Any, Dict, Iterable, List, Tuple, Union
from urllib.parse import quote

from adapter import Unsupported
from timeline import Fetched


def answer_to_parse(given: Dict[str, Any]) -> Fetched:
    """The answer of `token.parse`, for an SDK that always fetches over HTTP and decodes nothing."""
    if given.get("decoder") is not None:
        raise Unsupported("the SDK has no hook that decodes an answer")
    status = given.get("httpStatus")
    return Fetched(200 if status is None else status, as_bytes(given["body"]))


def as_bytes(value: Union[str, bytes, None]) -> bytes:
    """The bytes of a text; none for null."""
    return value.encode("utf-8") if isinstance(value, str) else value or b""


def as_text(value: Union[str, bytes]) -> Union[str, Dict[str, str]]:
    """What a text or bytes look like in a reply."""
    if isinstance(value, str):
        return value
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(value).decode("ascii")}


def revealed(credentials: Dict[str, Any], texts: Iterable[str]) -> List[str]:
    """Which secrets stand in the texts that an SDK makes of its objects (CRED-LEAK-3)."""
    identity = credentials.get("accessKeyId") or ""
    everything = list(texts)
    return [
        name
        for name in ("accessKeySecret", "securityToken")
        if credentials.get(name)
        and any(shows(text, credentials[name], identity) for text in everything)
    ]


def shows(text: str, secret: str, identity: str) -> bool:
    """Whether a text shows all of a secret or a part of it, as it is or in another notation."""
    size = min(len(secret), 8)
    parts = {secret[start : start + size] for start in range(len(secret) - size + 1)}
    data = secret.encode("utf-8")
    if len(data) >= 8:
        parts |= {quote(secret, safe=""), base64.b64encode(data).decode("ascii")}
        parts |= {data.hex(), data.hex().upper(), ", ".join(map(str, data))}
    hidden = spans(text, identity) if identity else []
    return any(
        not any(begin <= start and end <= stop for begin, stop in hidden)
        for part in parts
        for start, end in spans(text, part)
    )


def spans(text: str, part: str) -> List[Tuple[int, int]]:
    """Where a part stands in a text."""
    starts = range(len(text) - len(part) + 1)
    return [(start, start + len(part)) for start in starts if text.startswith(part, start)]


def forget_the_types_of_this_machine() -> None:
    """Keeps Python's own list of content types, without the files that a machine may add."""
    mimetypes.knownfiles.clear()
    mimetypes.init()
