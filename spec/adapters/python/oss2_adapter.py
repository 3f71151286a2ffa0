"""The adapter for oss2, the first Python SDK of Alibaba Cloud OSS.

Requests go through the SDK's own calls as far as its transport, so the URL, the headers and the
signature are all of its making. Headers that requests, its HTTP library, refuses are not sent; what
that library adds is not seen.
"""

from functools import partial
from typing import Any

import oss2

import oss2_credentials
import oss2_live
import oss2_signing
from adapter import URL_ERRORS, Adapter, Clock, Operations, Performed, Refusal, classified, serve

# The class of a refusal, by a part of its message: the SDK's own, or that of Python beneath it.
ERROR_CLASSES = [
    ("The region should not be None", "invalid-region"),
    ("The endpoint you has specified is not valid", "invalid-endpoint"),
    *URL_ERRORS,
    ("year ", "invalid-time"),
    ("The bucket_name is invalid", "invalid-bucket-name"),
    ("key should not be null or empty", "invalid-object-key"),
    ("The key is invalid", "invalid-object-key"),
    ("The key cannot start with", "invalid-object-key"),
]


class OSS2Adapter(Adapter):
    """The signatures of oss2, and what it does about credentials."""

    name = "oss2"
    version = oss2.__version__
    profiles = ("signing", "services", "refresh", "hardening", "ecs")
    taking_bytes = frozenset({"token.parse", "response.verdict", "md5"})

    def __init__(self) -> None:
        self.clock = Clock()
        oss2_signing.freeze(self.clock)

    def operations(self) -> Operations:
        result = dict(oss2_credentials.OPERATIONS, md5=md5)
        for version in oss2_signing.VERSIONS:
            result[version + ".header"] = partial(oss2_signing.header, version, self.clock)
            result[version + ".presign"] = partial(oss2_signing.presign, version, self.clock)
        result["live.publish"] = partial(oss2_live.publish, self.clock)
        return result

    def unreachable(self, operation: str, given: dict[str, Any]) -> str | None:
        return oss2_signing.unreachable(operation, given)

    def refusal(self, error: Exception) -> Refusal | None:
        if not isinstance(error, (oss2.exceptions.OssError, ValueError)):
            return None
        message = error.body if isinstance(error, oss2.exceptions.OssError) else str(error)
        is_of_fetch = oss2_credentials.FETCH_ERROR in message
        return classified(message, oss2_credentials.ERROR_CLASSES if is_of_fetch else ERROR_CLASSES)


def md5(given: dict[str, Any]) -> Performed:
    """The function with which the SDK hashes data for Content-MD5 and names its files."""

    def digest() -> str:
        return oss2.utils.md5_string(given["data"])

    return Performed({"digest": digest()}, digest)


if __name__ == "__main__":
    serve(OSS2Adapter())
