"""The adapter for aiooss2, which sends requests with aiohttp that an auth of oss2 signs.

Requests go through the client's own calls as far as its session, which sends nothing. The client
has no presigned URLs, and its requests have no region, without which oss2's auth for V4 breaks.
"""

import asyncio
import contextlib
import tempfile
from functools import partial
from importlib.metadata import version
from types import SimpleNamespace
from typing import Any

import aiohttp
import aiooss2
from aiohttp.http_writer import _serialize_headers
from multidict import CIMultiDict

import oss2_signing
from adapter import Adapter, Operations, TransportRefusal, Unsupported, addressing, endpoint, serve
from oss2_adapter import OSS2Adapter
from proxy import Proxy

ADDRESSING = {"virtual-host": {}, "cname": {"is_cname": True}}


class NoTransport:
    """A session that sends nothing and answers every request with an empty success.

    The request target is that of the client's own session, at a server of this process without TLS,
    which would hide it.
    """

    def __init__(self, auth: oss2_signing.RecordingAuth) -> None:
        self.auth = auth

    async def do_request(self, request: aiooss2.http.Request, timeout: Any) -> SimpleNamespace:
        url = request.url.replace("https://", "http://", 1)
        bare = aiooss2.http.Request(request.method, url, params=request.params)
        proxy = Proxy()
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/socket"
            async with await asyncio.start_unix_server(proxy.serve, path):
                own = aiooss2.AioSession()
                async with aiohttp.ClientSession(connector=aiohttp.UnixConnector(path)) as session:
                    own.session = session
                    with contextlib.suppress(aiohttp.ClientError, ValueError):
                        (await own.do_request(bare)).release()
        if proxy.sent:
            self.auth.target["target"] = proxy.sent[0].origin
        return SimpleNamespace(status=200, headers={}, request_id="")


def send(given: dict[str, Any], auth: oss2_signing.RecordingAuth, maps: dict[str, Any]) -> None:
    """The generic call of a service, a bucket or an object."""
    place = auth, endpoint(given)
    options = dict(addressing(given, ADDRESSING), session=NoTransport(auth))
    bucket, key, method = given.get("bucket"), given.get("key"), given["method"]
    if bucket is None:
        options.pop("is_cname", None)  # An AioService has no such option.
        call = aiooss2.AioService(*place, **options)._do(method, "", key or "", **maps)
    elif key is None:
        call = aiooss2.AioBucket(*place, bucket, **options)._do_bucket(method, **maps)
    else:
        call = aiooss2.AioBucket(*place, bucket, **options)._do_object(method, key, **maps)
    asyncio.run(call)
    if "content-type" not in (name.lower() for name in maps["headers"]):
        raise Unsupported("the client adds a Content-Type to a request that has none")


def refuse(output: dict[str, Any]) -> None:
    """Hands the headers of an output to aiohttp, which looks at each; nothing is sent."""
    try:
        _serialize_headers("GET / HTTP/1.1", CIMultiDict(output["headers"]))
    except ValueError as error:
        refusal = TransportRefusal(str(error))
        refusal.output = output
        raise refusal from None


class AioOSS2Adapter(OSS2Adapter):
    """The signatures V1 and V2 of aiooss2, in headers."""

    name = "aiooss2"
    version = version("aiooss2")
    profiles = Adapter.profiles
    taking_bytes = frozenset()

    def operations(self) -> Operations:
        return {
            f"{version}.header": partial(
                oss2_signing.header, version, self.clock, send=send, refuse=refuse
            )
            for version in ("v1", "v2")
        }


if __name__ == "__main__":
    serve(AioOSS2Adapter())
