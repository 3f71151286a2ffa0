"""The adapter for alibabacloud-oss-util, whose `Client.get_signature` signs a request of Tea.

The request is made as the operations of alibabacloud-oss-sdk, its client, make it: a parameter
without a value is in the path, all others are in the query. The function then gives the value of
the header Authorization.
"""

from functools import partial
from importlib.metadata import version
from typing import Any

from alibabacloud_oss_util import client
from alibabacloud_tea_util.client import Client as Clocked
from Tea.request import TeaRequest

import gateway_adapter
from adapter import (
    Adapter,
    Clock,
    Operations,
    Performed,
    Refusal,
    Unsupported,
    required,
    sent,
    serve,
    unique,
)
from noting import signed_strings
from transport import prepare

# The parameters that operations write into the path, without a value, and into the query, with one.
BARE = {
    *(
        "acl",
        "append",
        "bucketInfo",
        "cors",
        "delete",
        "encryption",
        "lifecycle",
        "live",
        "location",
    ),
    *("logging", "objectMeta", "referer", "requestPayment", "restore", "symlink", "tagging"),
    *("uploads", "vod", "website"),
}
VALUED = {
    *("comp", "delimiter", "encoding-type", "endTime", "key-marker", "marker", "max-keys"),
    *("max-parts", "max-uploads", "part-number-marker", "partNumber", "position", "prefix"),
    *("startTime", "status", "tagging", "upload-id-marker", "uploadId", "x-oss-process"),
}


def request(given: dict[str, Any]) -> TeaRequest:
    """The request of an operation, whose path and query are as the caller gives them."""
    query = unique(given.get("query"))
    bare = [name for name, value in query.items() if value is None]
    if len(bare) > 1 or set(bare) - BARE or query.keys() - bare - VALUED:
        raise Unsupported("no operation sends these parameters")
    token = (given.get("credentials") or {}).get("securityToken")
    made = TeaRequest()
    made.method = required(given, "method")
    made.pathname = "/" + (given.get("key") or "") + "".join("?" + name for name in bare)
    made.query = {name: value for name, value in query.items() if value is not None}
    made.headers = {"date": Clocked.get_date_utcstring(), **unique(given.get("headers"))}
    if token:
        made.headers["x-oss-security-token"] = token
    return made


class OSSUtilAdapter(Adapter):
    """The signatures V1 and V2 in headers."""

    name = "alibabacloud-oss-util"
    version = version("alibabacloud-oss-util")

    def __init__(self) -> None:
        self.clock = Clock()
        gateway_adapter.freeze(self.clock)

    def operations(self) -> Operations:
        return {f"{version}.header": partial(self.header, version) for version in ("v1", "v2")}

    def header(self, version: str, given: dict[str, Any]) -> Performed:
        """The function with the arguments that each operation gives it."""
        self.clock.now = required(given, "time")
        credentials = given.get("credentials") or {}
        made = request(given)

        def sign() -> str:
            return client.Client.get_signature(
                made,
                given.get("bucket"),
                credentials.get("accessKeyId"),
                credentials.get("accessKeySecret"),
                version.upper(),
                given.get("additionalHeaders"),
            )

        with signed_strings(client) as stages:
            authorization = sign()
        output = {
            "signature": authorization.rpartition(gateway_adapter.MARKS[version])[2],
            "authorization": authorization,
            "headers": [*sent(made.headers), ["authorization", authorization]],
            "stages": stages,
        }
        prepare(output)
        return Performed(output, sign)

    def refusal(self, error: Exception) -> Refusal | None:
        return Refusal(None, str(error)) if isinstance(error, ValueError) else None


if __name__ == "__main__":
    serve(OSSUtilAdapter())
