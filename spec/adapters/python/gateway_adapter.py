"""The adapter for alibabacloud-gateway-oss, which signs the requests of alibabacloud-oss20190517.

Requests go through the call on which the operations of that client rest, `Client.execute`, as far
as its transport, so the headers and the signature are all of its making. It has no presigned URLs.
"""

import inspect
import re
from collections.abc import Callable
from copy import copy
from email.utils import formatdate
from functools import partial
from importlib.metadata import version
from types import SimpleNamespace
from typing import Any

import alibabacloud_openapi_util.client
import alibabacloud_tea_util.client
from alibabacloud_darabonba_signature_util import signer
from alibabacloud_oss20190517.client import Client
from alibabacloud_tea_openapi.models import Config, OpenApiRequest, Params
from alibabacloud_tea_util.models import RuntimeOptions
from darabonba.core import DaraCore
from requests import Session
from Tea.exceptions import TeaException, UnretryableException

from adapter import (
    Adapter,
    Clock,
    Operations,
    Performed,
    Refusal,
    Unsupported,
    addressing,
    endpoint,
    names_in,
    required,
    sent,
    serve,
    unique,
    utc,
)
from noting import noting, signed_strings
from transport import prepare
from wire import Wire

ADDRESSING = {
    "virtual-host": {},
    "path": {"endpoint_type": "ip"},
    "cname": {"endpoint_type": "cname"},
}

# By version: the functions that make its steps, and what is before the signature.
STEPS = {
    "v1": {"canonicalizedResource": "build_canonicalized_resource"},
    "v2": {
        "canonicalizedHeaders": "build_canonicalized_oss_headers_v2",
        "additionalHeaders": "join_semicolon",
        "canonicalizedResource": "build_canonicalized_resource_v2",
    },
    "v4": {
        "canonicalQuery": "build_canonicalized_query_string_v4",
        "canonicalHeaders": "build_canonicalized_headers_v4",
    },
}
MARKS = {"v1": ":", "v2": "Signature:", "v4": "Signature="}

# What the operations of the client write, from their source: methods, and the names of parameters
# with a value and without one. Each takes any header, in `common_headers`.
SOURCE = inspect.getsource(Client)
METHODS = set(re.findall(r"method='(\w+)'", SOURCE))
VALUED = set(re.findall(r"query\['([\w-]+)'\] = ", SOURCE))
BARE = {
    name
    for query in re.findall(r"pathname=f'/[^'?]*\?([^']+)'", SOURCE)
    for name in query.split("&")
}


def unreachable(given: dict[str, Any]) -> str | None:
    """What no operation of the client sends."""
    if given.get("method") not in METHODS:
        return "each operation writes its method itself"
    bare = {name for name, value in given.get("query") or [] if value is None}
    if bare - BARE or names_in(given, "query") - bare - VALUED:
        return "no operation sends these parameters"
    values = [str(value) for _, value in given.get("headers") or []]
    if any(value[-1:] < " " and value[-1:] not in ("", "\t") for value in values):
        return "a value that ends with a control character is no HTTP, whatever signs it"
    return None


class Kept(Exception):
    """Ends a request at the transport, after it was signed."""

    def __init__(self, request: Any) -> None:
        self.request = request


def keep(request: Any, runtime: Any) -> None:
    """The transport: it sends nothing."""
    raise Kept(request)


def target(core: Any, send: Callable[..., Any], request: Any, host: str) -> dict[str, str]:
    """The member `target`: what the function of a core of Tea sends by a session of requests."""
    wire, session = Wire(), Session()
    for scheme in ("http://", "https://"):
        session.mount(scheme, wire)
    bare = copy(request)
    bare.headers = {"host": host}
    own, core._get_session = core._get_session, lambda **_: session
    try:
        return wire.target(lambda: send(bare, {}))
    finally:
        core._get_session = own


# The function that sends, which the adapter replaces.
SEND = DaraCore.do_action


def freeze(clock: Clock) -> None:
    """Shows `clock` to the modules that the client reads the time from, and to nothing else."""
    alibabacloud_tea_util.client.formatdate = partial(formatted, clock)
    moment = SimpleNamespace(utcnow=lambda: utc(clock.now))
    alibabacloud_openapi_util.client.datetime = SimpleNamespace(datetime=moment)


def formatted(clock: Clock, usegmt: bool) -> str:
    """What `formatdate` makes of the present."""
    return formatdate(clock.now, usegmt=usegmt)


def connected(version: str, given: dict[str, Any]) -> Client:
    """The client for a request."""
    if given.get("additionalHeaders"):
        raise Unsupported("the client takes no names of additional headers")
    if given.get("product") not in (None, "oss"):
        raise Unsupported("the client signs for oss alone")
    credentials = given.get("credentials") or {}
    scheme, separator, host = endpoint(given).rpartition("://")
    return Client(
        Config(
            access_key_id=credentials.get("accessKeyId"),
            access_key_secret=credentials.get("accessKeySecret"),
            security_token=credentials.get("securityToken"),
            protocol=scheme if separator else None,
            endpoint=host,
            region_id=given.get("region"),
            signature_version=version,
            **addressing(given, ADDRESSING),
        )
    )


class GatewayAdapter(Adapter):
    """The signatures V1, V2 and V4 in headers."""

    name = "alibabacloud-gateway-oss"
    version = version("alibabacloud-gateway-oss")

    def __init__(self) -> None:
        self.clock = Clock()
        freeze(self.clock)
        DaraCore.do_action = keep

    def operations(self) -> Operations:
        return {f"{version}.header": partial(self.header, version) for version in STEPS}

    def header(self, version: str, given: dict[str, Any]) -> Performed:
        """The generic call, with a bare name as an empty value, which the client makes of it."""
        self.clock.now = required(given, "time")
        client = connected(version, given)
        key, bucket = given.get("key"), given.get("bucket")
        query = unique(given.get("query")).items()
        request = OpenApiRequest(
            host_map={} if bucket is None else {"bucket": bucket},
            headers=unique(given.get("headers")),
            query={name: "" if value is None else value for name, value in query},
        )
        call = Params(
            action="Conformance",
            version="2019-05-17",
            protocol="HTTPS",
            pathname="/" if key is None else f"/{key}",  # As each operation has it.
            method=required(given, "method"),
            auth_type="AK",
            style="ROA",
            req_body_type="xml",
            body_type="none",
        )

        def send() -> Any:
            try:
                client.execute(call, request, RuntimeOptions())
            except UnretryableException as error:
                if isinstance(error.inner_exception, Kept):
                    return error.inner_exception.request
                raise error.inner_exception from None
            raise AssertionError("the client sent nothing")

        with noting(client._spi, STEPS[version]) as steps, signed_strings(signer) as signed:
            signed_request = send()
        headers = signed_request.headers
        authorization = headers["authorization"]
        stages = {**steps, **signed}
        if version == "v4":
            stages["canonicalRequestHash"] = stages["stringToSign"].rpartition("\n")[2]
        output = {
            "signature": authorization.rpartition(MARKS[version])[2],
            "authorization": authorization,
            "headers": sent(headers),
            **target(DaraCore, SEND, signed_request, headers["host"]),
            "stages": stages,
        }
        prepare(output)
        return Performed(output, send)

    def unreachable(self, operation: str, given: dict[str, Any]) -> str | None:
        return unreachable(given)

    def refusal(self, error: Exception) -> Refusal | None:
        if not isinstance(error, (TeaException, ValueError)):
            return None
        return Refusal(None, str(error))


if __name__ == "__main__":
    serve(GatewayAdapter())
