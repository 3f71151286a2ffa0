"""What the adapters that hand out credentials share: answers to fetches, and texts."""

import base64
import mimetypes
from typing import Any, Dict, Iterable, List, Union

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
    """Which secrets stand in the texts that an SDK makes of its objects."""
    everything = "\n".join(texts)
    secrets = (credentials.get(name) for name in ("accessKeySecret", "securityToken"))
    names = ("accessKeySecret", "securityToken")
    return [name for name, secret in zip(names, secrets) if secret and secret in everything]


def forget_the_types_of_this_machine() -> None:
    """Keeps Python's own list of content types, without the files that a machine may add."""
    mimetypes.knownfiles.clear()
    mimetypes.init()
