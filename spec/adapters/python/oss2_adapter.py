"""The adapter for oss2, the first Python SDK of Alibaba Cloud OSS.

Requests go through the SDK's own calls as far as its transport, so the URL, the headers and the
signature are all of its making. What the HTTP library would refuse or add after that is not seen.
"""

from email.utils import formatdate
from types import SimpleNamespace
from typing import Any, Callable, Dict, Optional, Tuple

import oss2

import oss2_credentials
from adapter import (
    Adapter,
    Clock,
    Performed,
    Refusal,
    Unsupported,
    addressing,
    classified,
    endpoint,
    required,
    sent,
    serve,
    unique,
)

# The class of a refusal, by a part of its message: the SDK's own, or that of Python beneath it.
ERROR_CLASSES = [
    ("The endpoint you has specified is not valid", "invalid-endpoint"),
    ("Port ", "invalid-endpoint"),
    ("Invalid IPv6 URL", "invalid-endpoint"),
    ("year ", "invalid-time"),
    ("The bucket_name is invalid", "invalid-bucket-name"),
    ("key should not be null or empty", "invalid-object-key"),
    ("The key is invalid", "invalid-object-key"),
    ("The key cannot start with", "invalid-object-key"),
]

ADDRESSING = {
    "virtual-host": {},
    "path": {"is_path_style": True},
    "cname": {"is_cname": True},
}


def freeze(clock: Clock) -> None:
    """Shows `clock` to the SDK's two readers of the time, and to nothing else in the process.

    `oss2.auth` counts an expiry from `time.time()`; `oss2.utils.http_date` writes the Date header
    with `formatdate`, which takes the present when it is given no time.
    """
    oss2.auth.time = SimpleNamespace(time=lambda: clock.now)
    oss2.utils.formatdate = lambda given=None, **options: formatdate(
        clock.now if given is None else given, **options
    )


class NoTransport:
    """A session that sends nothing and answers every request with an empty success."""

    def do_request(self, request: oss2.http.Request, timeout: Any) -> SimpleNamespace:
        return SimpleNamespace(status=200, headers={})


class RecordingAuth:
    """Stands between a client and the SDK's auth, and keeps what was signed."""

    def __init__(self, credentials: Dict[str, Optional[str]]) -> None:
        key_pair = credentials.get("accessKeyId"), credentials.get("accessKeySecret")
        token = credentials.get("securityToken")
        self.auth = oss2.Auth(*key_pair) if token is None else oss2.StsAuth(*key_pair, token)
        self.signed: Tuple[oss2.http.Request, str, str]

    def auth_version(self) -> str:
        return self.auth.auth_version()

    def _sign_request(self, *request: Any) -> None:
        self.auth._sign_request(*request)
        self.signed = request

    def _sign_url(self, *request_and_expires: Any) -> str:
        url = self.auth._sign_url(*request_and_expires)
        self.signed = request_and_expires[:3]
        return url

    def stages(self) -> Dict[str, str]:
        """The steps of the signature, from the methods that signing itself calls."""
        provider = getattr(self.auth, "_StsAuth__auth", self.auth)
        request = self.signed[0]
        return {
            "canonicalizedHeaders": provider._ProviderAuth__get_headers_bytes(request).decode(),
            "canonicalizedResource": provider._ProviderAuth__get_resource_string(*self.signed),
            "stringToSign": provider._ProviderAuth__get_bytes_to_sign(*self.signed).decode(),
        }


class OSS2Adapter(Adapter):
    """Signature V1 by oss2, and what it does about credentials."""

    name = "oss2"
    version = oss2.__version__
    taking_bytes = frozenset({"token.parse", "response.verdict"})

    def __init__(self) -> None:
        self.clock = Clock()
        freeze(self.clock)

    def operations(self) -> Dict[str, Callable[[Dict[str, Any]], Performed]]:
        signing = {"v1.header": self.v1_header, "v1.presign": self.v1_presign}
        return dict(signing, **oss2_credentials.OPERATIONS)

    def v1_header(self, given: Dict[str, Any]) -> Performed:
        """The generic call of a service, a bucket or an object, up to the transport."""
        self.clock.now = required(given, "time")
        auth, client = connected(given)
        method = required(given, "method")
        maps = {"params": unique(given.get("query")), "headers": unique(given.get("headers"))}
        if given.get("bucket") is None:
            client._do(method, "", "", **maps)
        elif given.get("key") is None:
            client._Bucket__do_bucket(method, **maps)
        else:
            client._Bucket__do_object(method, given["key"], **maps)
        headers = auth.signed[0].headers
        output = {
            "signature": headers["authorization"].rpartition(":")[2],
            "authorization": headers["authorization"],
            "headers": sent(headers),
            "stages": auth.stages(),
        }
        return Performed(output, lambda: auth.auth._sign_request(*auth.signed))

    def v1_presign(self, given: Dict[str, Any]) -> Performed:
        """`Bucket.sign_url`; without a key, which it refuses, the calls that it makes itself."""
        self.clock.now = given.get("time") or 0
        auth, client = connected(given)
        method = required(given, "method")
        # The SDK counts the expiry from its clock, the protocol from 1970.
        expires = required(given, "expires") - self.clock.now
        headers, params = unique(given.get("headers")), unique(given.get("query"))

        def presign() -> str:
            if given.get("key") is not None:
                return client.sign_url(method, given["key"], expires, headers, params)
            bucket = given.get("bucket") or ""
            url = client._make_url(bucket, "")
            request = oss2.http.Request(method, url, headers=headers, params=params)
            return auth._sign_url(request, bucket, "", expires)

        output = {
            "url": presign(),
            "signature": auth.signed[0].params["Signature"],
            "stages": auth.stages(),
        }
        return Performed(output, presign)

    def refusal(self, error: Exception) -> Optional[Refusal]:
        if not isinstance(error, (oss2.exceptions.OssError, ValueError)):
            return None
        message = error.body if isinstance(error, oss2.exceptions.OssError) else str(error)
        is_of_fetch = oss2_credentials.FETCH_ERROR in message
        return classified(message, oss2_credentials.ERROR_CLASSES if is_of_fetch else ERROR_CLASSES)


def connected(given: Dict[str, Any]) -> Tuple[RecordingAuth, Any]:
    """The client for a request, a `Bucket` or a `Service`, and the auth that it signs with."""
    options = dict(addressing(given, ADDRESSING), session=NoTransport())
    auth = RecordingAuth(given.get("credentials") or {})
    if given.get("bucket") is not None:
        return auth, oss2.Bucket(auth, endpoint(given), given["bucket"], **options)
    if given.get("key") is not None:
        raise Unsupported("a key needs a bucket")
    options.pop("is_cname", None)  # A Service has no such option.
    return auth, oss2.Service(auth, endpoint(given), **options)


if __name__ == "__main__":
    serve(OSS2Adapter())
