"""The adapter for alibabacloud-oss-v2, the second Python SDK of Alibaba Cloud OSS.

Requests go through the SDK's generic call, `Client.invoke_operation`, as far as its transport, so
the URL, the headers and the signature are all of its making. Headers that requests, its HTTP
library, refuses are not sent; what that library adds is not seen.
"""

import base64
from functools import partial
from typing import Any

import alibabacloud_oss_v2 as oss
from alibabacloud_oss_v2 import serde_utils

import oss_v2_credentials
import oss_v2_services
import oss_v2_signing
from adapter import URL_ERRORS, Adapter, Operations, Performed, Refusal, classified, serve

# The class of a refusal, by a part of its message: the SDK's own, or that of Python beneath it.
ERROR_CLASSES = [
    ("invalid field, endpoint", "invalid-endpoint"),
    *URL_ERRORS,
    ("Bucket name is invalid", "invalid-bucket-name"),
    ("the host label", "invalid-bucket-name"),
    ("bucket resource is invalid", "invalid-bucket-name"),
    ("account id", "invalid-account-id"),
    ("account_id", "invalid-account-id"),
    ("AccountId", "invalid-account-id"),
    ("Object name is invalid", "invalid-object-key"),
    ("expires should be not greater than", "invalid-expires"),
]


def md5(given: dict[str, Any]) -> Performed:
    """The function that adds the header Content-MD5 to the SDK's operations."""
    data = given["data"]
    body = data.encode("utf-8") if isinstance(data, str) else data

    def digest() -> str:
        call = oss.OperationInput(op_name="Conformance", method="PUT", headers={}, body=body)
        made = serde_utils.add_content_md5(None, call).headers["Content-MD5"]
        return base64.b64decode(made).hex()

    return Performed({"digest": digest()}, digest)


class OSSV2Adapter(Adapter):
    """The signatures of alibabacloud-oss-v2, and what it does about credentials and answers."""

    name = "alibabacloud-oss-v2"
    version = oss.__version__
    profiles = ("signing", "refresh", "hardening")
    taking_bytes = frozenset({"error.action", "response.verdict", "md5"})

    def operations(self) -> Operations:
        result = dict(oss_v2_credentials.OPERATIONS, md5=md5)
        result["service.header"] = oss_v2_services.header
        for version in oss_v2_signing.VERSIONS:
            result[version + ".header"] = partial(oss_v2_signing.header, version)
            result[version + ".presign"] = partial(oss_v2_signing.presign, version)
        return result

    def unreachable(self, operation: str, given: dict[str, Any]) -> str | None:
        return oss_v2_signing.unreachable(operation, given)

    def refusal(self, error: Exception) -> Refusal | None:
        cause = error.unwrap() if isinstance(error, oss.exceptions.OperationError) else error
        if not isinstance(cause, (oss.exceptions.BaseError, ValueError)):
            return None
        return classified(str(cause), ERROR_CLASSES)


if __name__ == "__main__":
    serve(OSSV2Adapter())
