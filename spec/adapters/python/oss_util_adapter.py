"""The adapter for alibabacloud-oss-util, whose `Client.get_signature` signs a request of Tea.

The request is made as the operations of alibabacloud-oss-sdk, its client, make it: a parameter
without a value is in the path, all others are in the query. The function then gives the value of
the header Authorization.
"""

import inspect
import re
import sys
from collections.abc import Iterator
from functools import partial
from importlib.metadata import version
from typing import Any, NamedTuple

from alibabacloud_oss_sdk import client as sdk
from alibabacloud_oss_sdk import models
from alibabacloud_oss_util import client
from alibabacloud_tea_util.client import Client as Clocked
from Tea.core import TeaCore
from Tea.request import TeaRequest

import gateway_adapter
from adapter import (
    INTERNALS,
    Adapter,
    Clock,
    Operations,
    Performed,
    Refusal,
    Unsupported,
    endpoint,
    names_in,
    required,
    sent,
    serve,
    unique,
)
from noting import signed_strings
from transport import prepare

META = "x-oss-meta-"
HOST_MODELS = {"virtual-host": None, "path": "ip", "cname": "cname"}


class Sending(NamedTuple):
    """What an operation of the client sends."""

    method: str
    has_key: bool
    # The parameter without a value in its path, or none.
    bare: str | None
    valued: set[str]
    # The headers in the spelling in which it takes them from the caller.
    headers: set[str]
    takes_metadata: bool


def members(model: str) -> set[str]:
    """The names that a model of the client writes, from its source."""
    found = re.search(rf"\nclass {model}\(.*?(?=\nclass |\Z)", MODELS, re.DOTALL)
    return set(re.findall(r"result\['([\w-]+)'\] =", found[0])) if found else set()


def sendings() -> Iterator[Sending]:
    """What the operations of alibabacloud-oss-sdk send, from its source."""
    for text in re.split(r"\n    def (?=[a-z]\w*\()", inspect.getsource(sdk.Client))[1:]:
        path = re.search(r"_request\.pathname = f'/([^'?]*)\??([^']*)'", text)
        model = re.search(r"request: oss_models\.(\w+)", text)
        if not path or not model:
            continue
        headers = members(model[1] + "Header") if "to_map(request.header)" in text else set()
        # Where the operation writes a header again in lower case, the client finds it.
        headers |= set(re.findall(r"_request\.headers\['([\w-]+)'\] = ", text))
        yield Sending(
            re.search(r"_request\.method = '(\w+)'", text)[1],
            bool(path[1]),
            path[2] or None,
            members(model[1] + "Filter") if "_request.query" in text else set(),
            headers - {"authorization", "x-oss-security-token"},
            "parse_meta(request.user_meta" in text,
        )


MODELS = inspect.getsource(models)
SENT = list(sendings())
BARE = {one.bare for one in SENT} - {None}
VALUED = set().union(*(one.valued for one in SENT))


def sending(given: dict[str, Any]) -> Sending | None:
    """The operation that sends such a request; None if none does."""
    query, headers = given.get("query") or [], names_in(given, "headers")
    bare = [name for name, value in query if value is None]
    valued = {name for name, value in query if value is not None}
    for one in SENT:
        is_call = (one.method, one.has_key) == (given.get("method"), given.get("key") is not None)
        if not is_call or [one.bare] * bool(one.bare) != bare or valued - one.valued:
            continue
        own = {name for name in headers if not (one.takes_metadata and name.startswith(META))}
        written = {name.lower() for name in one.headers}
        if own <= written and ("content-type" in headers) == ("content-type" in written):
            return one
    return None


def spelled(given: dict[str, Any]) -> dict[str, Any]:
    """The headers of the input, with their names as the operation that sends them writes them."""
    one = sending(given)
    own = {name.lower(): name for name in sorted(one.headers)} if one else {}
    pairs = given.get("headers") or []
    if INTERNALS in sys.argv:
        return unique(pairs)
    return unique([[own.get(name.lower(), name), value] for name, value in pairs])


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
    made.headers = {"date": Clocked.get_date_utcstring(), **spelled(given)}
    if token:
        made.headers["x-oss-security-token"] = token
    return made


def target(given: dict[str, Any], made: TeaRequest) -> dict[str, str]:
    """The request target, at the host that the operations give a request."""
    scheme, _, place = endpoint(given).rpartition("://")
    made.protocol = scheme or "https"
    model = HOST_MODELS[given.get("addressing") or "virtual-host"]
    host = client.Client.get_host(given.get("bucket"), None, place, model)
    return gateway_adapter.target(TeaCore, TeaCore.do_action, made, host)


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
            **target(given, made),
            "stages": stages,
        }
        prepare(output)
        return Performed(output, sign)

    def unreachable(self, operation: str, given: dict[str, Any]) -> str | None:
        is_sent = sending(given) is not None
        return None if is_sent else "no operation sends these parameters with these headers"

    def refusal(self, error: Exception) -> Refusal | None:
        return Refusal(None, str(error)) if isinstance(error, ValueError) else None


if __name__ == "__main__":
    serve(OSSUtilAdapter())
